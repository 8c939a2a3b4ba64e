"""Where to go on after an error."""

from __future__ import annotations

import re

from ..errors import HloError

_MARK = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|->|[][(){}]|\n|dense<[^"\[<>]*>')
_OPENING = {")": "(", "]": "[", "}": "{"}
#: What may stand at the beginning of a line and belongs to the op above it.
_GOES_ON = re.compile(r"\s*(?:[,:{]|->|(?:cond|do|reducer|applies|across|init|attributes)\b)")
#: What begins an op at the beginning of a line: a parenthesis that is open there was never closed.
_BEGINS = re.compile(
    r'\s*(?:%[\w$.-]+[^=\n]*=(?!=)|"?(?:stablehlo|chlo|func|check|sdy|shape|arith|tensor|call)\.\w|return\b|\})'
)


class Consequence(HloError):
    """An error that follows from one already reported."""


def statement_end(text: str, start: int) -> int:
    """The offset behind the op that begins at ``start``: the end of its line, or of the brackets that it opens."""
    open_: list[str] = []
    for found in _MARK.finditer(text, start):
        mark, at = found.group(), found.start()
        if mark in ("(", "[", "{"):
            open_.append(mark)
        elif mark in _OPENING:
            if _OPENING[mark] not in open_:
                return max(at, start + 1) if at > start else found.end()
            while open_.pop() != _OPENING[mark]:
                pass
        elif mark == "\n" and at > start and _ends_line(text, found.end(), open_):
            return found.end()
    return len(text)


def _ends_line(text: str, behind: int, open_: list[str]) -> bool:
    """Whether an op ends with its line. Of the brackets that are open there, those that were never closed go."""
    if not open_:
        return _GOES_ON.match(text, behind) is None
    if open_[-1] != "{" and _BEGINS.match(text, behind) is not None:
        while open_ and open_[-1] != "{":
            open_.pop()
        return not open_
    return False


def function_end(text: str, start: int) -> int:
    """The offset behind a function that could not be read: the next one's, if it is no further in, or as of an op."""
    line = text.rfind("\n", 0, start) + 1
    column = start - line
    following = re.compile(rf"^[ \t]{{0,{column}}}(?=func\.func\b)", re.MULTILINE).search(text, start + 1)
    return following.end() if following is not None else statement_end(text, start)
