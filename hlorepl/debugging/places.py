"""Places of a program as breakpoints name them: a line, ``@f``, ``%v``, an op, a node, a source location."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..digits import natural
from ..errors import HloError
from ..ir.text import identifier
from ..syntax.attributes import read_symbol
from ..wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..engine.observing import Origin

_LOCATION = re.compile(r"[^\s@%][^@%]*:\d+(?::\d+)?")


class Place:
    """A place. ``kind`` is ``line``, ``function``, ``value``, ``location`` or ``op`` (an op or a node, by its name)."""

    __slots__ = ("kind", "line", "text", "word")

    def __init__(self, text: str):
        word = text.strip()
        if not word:
            raise HloError("a place is missing", code="command.usage", help=_HELP)
        self.text = word
        self.line = 0
        quoted = len(word) > 1 and word[0] == word[-1] == '"'
        self.word = word[1:-1] if quoted else word
        if quoted:
            self.kind = "op"
        elif (line := natural(word)) is not None:
            self.kind, self.line = "line", line
        elif word.startswith("@"):
            symbol, rest = read_symbol(word)
            if rest.strip():
                raise HloError(f"{rest.strip()} cannot stand behind {symbol}", code="command.usage", help=_HELP)
            self.kind, self.word = "function", symbol.path[-1]
        elif word.startswith("%"):
            self.kind, self.word = "value", word[1:].strip('"')
        elif _LOCATION.fullmatch(word):
            self.kind = "location"
        else:
            self.kind = "op"

    def is_value(self, name: str) -> bool:
        """Whether it is the value of that name, which may have a mark, and may be ONNX's."""
        return self.kind == "value" and is_named(name, self.word)

    def is_function(self, name: str) -> bool:
        """Whether it is the function of that name."""
        return self.kind == "function" and name == self.word

    def is_at(self, origin: Origin) -> bool:
        """Whether an op stands there."""
        if self.kind == "line":
            return origin.span is not None and origin.span.line == self.line
        if self.kind == "value":
            return any(is_named(name, self.word) for name in origin.results)
        if self.kind == "location":
            return _is_in(origin.location, self.word)
        return self.kind == "op" and (self.word == ANY or self.word in names_of(origin))


_HELP = "a place is a line, @f, %v, an op (add; * for any) or the name of a node"
#: Files that are listed.
_FILES = 4
#: Any op.
ANY = "*"


def names_of(origin: Origin) -> set[str]:
    """What an op can be called: by its full name and without its dialect, or as a node."""
    full = origin.name
    found = {full, full.rpartition(".")[2], full.rpartition(".")[2].lower(), origin.label}
    return {name for name in found if name and not name.startswith("%")}


def is_named(name: str, word: str) -> bool:
    """Whether a value's name is what somebody wrote, without its mark: as it is, or as a session calls it."""
    bare = name.removeprefix("%")
    return bool(bare) and (bare in (word, f"{word}#0") or identifier(bare) == word)


def _is_in(location: str | None, word: str) -> bool:
    """Whether a source location (``path/model.py:7:3``) is the one that is meant, by the end of its path and its line."""
    if location is None:
        return False
    (path, line), (wanted, wanted_line) = _split(location), _split(word)
    return line == wanted_line and (path == wanted or path.endswith(f"/{wanted}"))


def _split(location: str) -> tuple[str, str]:
    found = re.match(r"(.*?):(\d+)(?::\d+)?$", location)
    return (location, "") if found is None else (found[1], found[2])


def require_known(place: Place, origins: Iterable[Origin], functions: Iterable[str], values: Iterable[str]) -> None:
    """Raise ``name.unknown`` for a place that is nowhere in the program."""
    known = list(origins)
    if place.kind == "value":
        found = any(place.is_value(name) for name in values) or any(place.is_at(origin) for origin in known)
        pool = [f"%{identifier(name.removeprefix('%'))}" for name in values]
    elif place.kind == "function":
        pool = [f"@{name}" for name in functions]
        found = any(place.is_function(name) for name in functions)
    else:
        pool = [*{name for origin in known for name in names_of(origin)}]
        found = any(place.is_at(origin) for origin in known)
    if found:
        return
    if place.kind == "line":
        raise _no_line(place, known)
    if place.kind == "location":
        pool = [origin.location for origin in known if origin.location is not None]
    what = {
        "value": f"no op makes {place.text}",
        "function": f"{place.text} is not called",
        "location": f"no op comes from {place.text}",
    }
    message = what.get(place.kind, f"there is no op and no node called {place.text}")
    tip = _near(place.text, pool) if place.kind == "location" else did_you_mean(place.text, pool)
    raise HloError(f"{message} in what is debugged", code="name.unknown", help=tip or [_HELP])


def _near(text: str, locations: Iterable[str]) -> list[str]:
    """The nearest line of the same file that an op comes from, else the files that there are."""
    path, line = _split(text)
    found = {_split(each) for each in locations}
    same = [each for each in found if each[0] == path or each[0].endswith(f"/{path}")]
    if same:
        near, number = min(same, key=lambda each: (abs(int(each[1] or 0) - int(line)), each))
        return [f"the nearest that one comes from is {near}:{number}"]
    files = sorted({each for each, number in found if number})[:_FILES]
    return [f"ops come from {', '.join(files)}"] if files else ["the program says of no op where it comes from"]


def _no_line(place: Place, known: list[Any]) -> HloError:
    lines = sorted({origin.span.line for origin in known if origin.span is not None})
    near = min(lines, key=lambda line: abs(line - place.line), default=None)
    tip = (
        "what is debugged has no lines; name an op or a value"
        if near is None
        else f"the nearest one begins in line {near}"
    )
    return HloError(f"no op begins in line {place.text}", code="name.unknown", help=tip)
