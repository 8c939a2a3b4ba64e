"""The command line: verbs to functions, each importing what it needs."""

from __future__ import annotations

import sys
from io import TextIOWrapper


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    try:
        status = _dispatch(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 0
    except OSError as error:  # a full disk behind standard output
        _silence()
        from .wording import reason

        sys.stderr.write(f"hlorepl: error: {reason(error)}\n")
        return 1
    return status


def _open_streams() -> None:
    """A standard stream that the caller closed is empty, and what is written to it is lost."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    if isinstance(sys.stdout, TextIOWrapper):  # a string of a program may hold what is no text
        sys.stdout.reconfigure(errors="backslashreplace")


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        from . import __version__

        print(f"hlorepl {__version__}")
        return 0
    from .cli import run_command_line

    return run_command_line(words)


def _silence() -> None:
    """Nobody reads on: what is left in the buffers goes nowhere, quietly."""
    import os

    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
