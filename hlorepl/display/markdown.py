"""Answers in the light markup of `?name` as Markdown for a page: nothing in them becomes a tag, a link or a formula.

The markup: ``**name**`` where a line begins, lists, and blocks of code indented by four. All else is text, and whatever of it
Markdown or HTML would read is spelled as an entity, so that no text of a program, a model or a file is markup.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[&<>\[\]\\`*_~$|#!{}()]")
#: What makes a list or a heading of a line that begins with it.
_BEGINS = re.compile(r" *([-+=\d])")
_BOLD = re.compile(r"\*\*([\w.:-]+)\*\*")
_ITEM = "- "
_CODE = "    "
#: How a list of commands goes, and how one begins that is explained: its usage is a line of its own.
_LISTED = "  :"
_USAGE = ":"
_BREAK = "  "


def page(text: str) -> str:
    """Markdown for a page that shows the text."""
    lines: list[str] = []
    code: list[str] = []
    for line in [*text.split("\n"), None]:
        if line is not None and (line.startswith((_CODE, "\t", _LISTED)) or code and not line.strip()):
            code.append(line.removeprefix(_CODE))
            continue
        if code:
            lines += _block(code)
            code = []
        if line is not None:
            lines.append(_line(line))
    return "\n".join(lines)


def _line(line: str) -> str:
    if line.startswith(_USAGE):
        return f"{_escaped(line)}{_BREAK}"
    bold = _BOLD.match(line)
    if bold is not None:
        return f"**{_escaped(bold[1])}**{_escaped(line[bold.end() :])}"
    if line.startswith(_ITEM):
        return _ITEM + _escaped(line.removeprefix(_ITEM))
    begin = _BEGINS.match(line)
    return f"&#{ord(begin[1])};{_escaped(line[begin.end() :])}" if begin is not None else _escaped(line)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(_entity, text)


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found.group())};"


def _block(lines: list[str]) -> list[str]:
    """A block of code between fences longer than any run of backticks in it; blank lines at its end stand behind it."""
    inner = list(lines)
    while inner and not inner[-1].strip():
        inner.pop()
    fence = "`" * max([3, *(len(run) + 1 for line in inner for run in re.findall("`+", line))])
    return ["", fence, *inner, fence, *[""] * (len(lines) - len(inner))]
