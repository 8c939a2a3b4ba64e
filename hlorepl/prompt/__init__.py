"""The terminal face; the only room that knows prompt_toolkit."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..backends import DEFAULT
from ..errors import HloError

if TYPE_CHECKING:
    from argparse import Namespace


def open_prompt(options: Namespace) -> int:
    """Read, run and show until the user leaves; where standard input is no terminal, run it as a script."""
    if not sys.stdin.isatty():
        from ..batch.driver import run_text  # late: start-up

        options.backend = options.backend or DEFAULT
        return run_text(sys.stdin.read(), options)
    from .. import config  # late: start-up
    from ..batch.outcomes import set_limits  # late: start-up
    from .background import Question  # late: start-up

    try:
        settings = config.load()
        if options.backend is None:
            options.backend = settings["backend"]
        set_limits(options)
        if options.plain or os.environ.get("TERM", "dumb") in ("dumb", ""):
            settings.set("prompt.plain", "true")
        question = Question(os.environ, not settings["prompt.plain"] and settings["display.theme"] != "none")
        from .loop import Prompt  # late: prompt_toolkit, and the terminal has time to answer

        prompt = Prompt(options, settings, question)
    except HloError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return prompt.run()
