"""Text that stood on a screen, with the prompts in front of what was typed and what was answered below it."""

from __future__ import annotations

import re
from functools import cache


@cache
def _prompts() -> re.Pattern[str]:
    from hlorepl_lexers.console import PROMPT  # late: Pygments

    return re.compile(rf"[ \t]*(?:{PROMPT.pattern})+")


def has_prompt(line: str) -> bool:
    """Whether a line begins with a prompt."""
    return _prompts().match(line) is not None


def without_prompts(text: str) -> str:
    """What was typed: without prompts, and without the lines that were answered. A text that has no prompts is as it is.

    A selection may begin behind its first prompt: then its first line was typed, unless it looks like an answer.
    """
    from hlorepl_lexers.console import CONTINUATION  # late: Pygments

    lines = text.split("\n")
    if not any(map(has_prompt, lines)):
        return text
    typed: list[str] = []
    is_entry = not _is_answer(lines[0])
    for number, line in enumerate(lines):
        start = _prompts().match(line)
        goes_on = CONTINUATION.match(line) if is_entry and number else None
        is_entry = start is not None or goes_on is not None or number == 0 and is_entry
        if is_entry:
            found = start or goes_on
            typed.append(line[found.end() :] if found else line)
    return "\n".join(typed)


def _is_answer(line: str) -> bool:
    from hlorepl_lexers.console import FAULT, REMARK, RESULT  # late: Pygments

    return not line.strip() or any(pattern.match(line) for pattern in (RESULT, FAULT, REMARK))
