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

        options.backend = options.backend or "numpy"
        return run_text(sys.stdin.read(), options)
    from .. import config
    from ..batch.outcomes import set_limits
    from ..errors import HloError
    from .loop import Prompt

    try:
        settings = config.load()
    except HloError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if options.backend is None:
        options.backend = settings["backend"]
    set_limits(options)
    return Prompt(options, settings).run()
