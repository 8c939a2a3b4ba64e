"""The command line: verbs to functions, each importing what it needs."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["--version"]:
        from . import __version__

        print(f"hlorepl {__version__}")
        return 0
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _silence()
        return 0


def _dispatch(words: list[str]) -> int:
    from .cli import run_command_line

    return run_command_line(words)


def _silence() -> None:
    """Nobody reads on: what is left in the buffers goes nowhere, quietly."""
    import os

    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
