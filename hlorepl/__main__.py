"""The command line: verbs to functions, each importing what it needs."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from . import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    try:
        status = _status(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 0
    except OSError as error:  # a full disk behind standard output
        _silence()
        from .wording import reason  # late: start-up

        sys.stderr.write(f"hlorepl: error: {reason(error)}\n")
        return 1
    return status


def _open_streams() -> None:
    """A standard stream that the caller closed is empty, and what is written to it is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    if isinstance(sys.stdout, TextIOWrapper):  # a string of a program may hold what is no text
        sys.stdout.reconfigure(errors="backslashreplace")
    if type(sys.stderr) is TextIOWrapper:
        sys.stderr = _Errors(sys.stderr)


class _Errors(TextIOWrapper):
    """Standard error. What nobody can read there changes nothing of what went wrong, nor of the exit status that says so."""

    def __init__(self, stream: TextIOWrapper):
        stream.flush()
        super().__init__(
            open(stream.fileno(), "wb", closefd=False),  # noqa: SIM115 - a handle, open to the end
            encoding=stream.encoding,
            errors="backslashreplace",
            line_buffering=True,
        )

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _status(words: list[str]) -> int:
    try:
        return _dispatch(words)
    except SystemExit as leaving:  # as argparse ends after help and after an error
        return leaving.code if isinstance(leaving.code, int) else 0


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        print(f"hlorepl {__version__}")
        return 0
    from .cli import run_command_line  # late: start-up

    return run_command_line(words)


def _silence() -> None:
    """Nobody reads on: what is left in the buffers goes nowhere, quietly."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
