"""Where in a user's own program an op comes from, by what its ``loc(…)`` says: ``model.py:7``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import Note
from .contents import Location
from .text import unquoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..errors import HloError
    from .contents import FileContents
    from .core import Op, Value

#: What says something in the text of a location: a file's line or a name, another location, and what a tool adds.
_PIECES = re.compile(
    r'(?P<name>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")(?:\s*:\s*(?P<line>\d+))?|(?P<alias>#[\w$.]+)|(?P<angle>[<>])'
)


def origin(of: Op | Value | Location) -> str | None:
    """``model.py:7``, or else the name under which the program knows the place; None where no location says either.

    Of the lines of a callsite it is the innermost one, of those of a fused location the first. A file is called as the
    program calls it.
    """
    location = of if isinstance(of, Location) else of.location
    names: list[str] = []
    for name, line in _pieces(location) if location is not None else ():
        if line is not None:
            return f"{name}:{line}"
        names.append(name)
    return names[0] if names else None


def with_origin(error: HloError, of: Op | Location) -> HloError:
    """The error with a note of where the op at fault comes from, if that is known."""
    place = origin(of)
    if place is not None:
        error.notes.append(Note(f"this op comes from {place}"))
    return error


def _pieces(location: Location) -> Iterator[tuple[str, str | None]]:
    """The names and files in a location, in order, those behind its aliases too; each with its line, if it is a file."""
    stack = [_found(location)]
    seen: set[tuple[int, str]] = set()
    while stack:
        scope, piece = next(stack[-1], (None, None))
        if scope is None or piece is None:
            stack.pop()
        elif piece["name"] is not None:
            yield unquoted(piece["name"]), piece["line"]
        elif (key := (id(scope), piece["alias"])) not in seen:
            seen.add(key)
            alias = scope.alias(piece["alias"])
            if alias is not None and isinstance(alias.value, Location):
                stack.append(_found(alias.value))


def _found(location: Location) -> Iterator[tuple[FileContents, re.Match[str]]]:
    """The pieces of a location's own text, without the metadata of ``fused<…>``."""
    depth = 0
    for piece in _PIECES.finditer(location.text):
        if piece["angle"] is not None:
            depth += 1 if piece["angle"] == "<" else -1
        elif depth == 0:
            yield location.scope, piece
