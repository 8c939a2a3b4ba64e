"""The terminal face; the only room that knows prompt_toolkit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def open_prompt(options: Namespace) -> int:
    """Read, run and show until the user leaves; where standard input is no terminal, run it as a script."""
    import sys

    if not sys.stdin.isatty():
        from ..batch.driver import run_text

        return run_text(sys.stdin.read(), options)
    from .loop import Prompt

    return Prompt(options).run()
