"""What could come next, and what a name means: pure functions of the text, the cursor and the session."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..ir.types import ELEMENTS
from .known import functions_known, ops_known, values_known

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ops.registry import OpSpec
    from .known import Item
    from .session import Session

#: A symbol or a path of them as far as it is typed: ``@a::@"b c``.
_SYMBOL = r'@(?:[\w$.-]*|"[^"\n]*"?)(?:::(?:@(?:[\w$.-]*|"[^"\n]*"?))?)*$'
_WORD = re.compile(rf"{_SYMBOL}|[%?!#]?[\w$.#-]*$")
_ELEMENT = re.compile(r"tensor<(?:[\d?]+x)*([A-Za-z]\w*|)$")
_LINE_COMMAND = re.compile(r"^[ \t]*:([\w-]*)$")
_COMMAND_ARGUMENT = re.compile(r"^[ \t]*:([A-Za-z][\w-]*)[ \t]+(.*)$")
_NAME = re.compile(r"%[A-Za-z_$.-][\w$.-]*|%\d+")
#: More text before the cursor than this is not looked at.
_REACH = 20_000
_LIMIT = 500


class Candidate:
    """One completion: replace from ``start`` to the cursor by ``text``."""

    __slots__ = ("kind", "note", "start", "text")

    def __init__(self, text: str, start: int, kind: str, note: str = ""):
        self.text = text
        self.start = start
        self.kind = kind
        self.note = note

    def __repr__(self) -> str:
        return f"<{self.kind} {self.text}>"


def complete(text: str, cursor: int, session: Session) -> list[Candidate]:
    """The candidates at a cursor (an offset in code points), the likeliest first."""
    before = text[max(0, cursor - _REACH) : cursor]
    line = before.rpartition("\n")[2]
    if "//" in line and line.count('"', 0, line.index("//")) % 2 == 0:
        return []
    found = _LINE_COMMAND.match(line)
    if found:
        return _commands(found.group(1), cursor)
    found = _COMMAND_ARGUMENT.match(line)
    if found:
        return _arguments(found.group(1), found.group(2), cursor, session)
    found = _ELEMENT.search(line)
    if found:
        return _elements(found.group(1), cursor - len(found.group(1)))
    match = _WORD.search(line)
    word = match.group() if match else ""
    start = cursor - len(word)
    if word.startswith("%"):
        return _values(word, start, before, session)
    if word.startswith("@"):
        return _sorted(functions_known(session))(word, start)
    if word.startswith("?"):
        return [Candidate("?" + c.text, start, c.kind, c.note) for c in _sorted(ops_known(word[1:]))(word[1:], start)]
    return _words(word, start, before, session)


class _sorted:  # noqa: N801 - reads as a function
    """Candidates among (text, kind, note) that begin with a word."""

    def __init__(self, items: Iterable[Item]):
        self.items = items

    def __call__(self, word: str, start: int) -> list[Candidate]:
        begins = (word, f"%{word}")  # the mark of a value need not be typed where only values stand
        fit = [Candidate(text, start, kind, note) for text, kind, note in self.items if text.startswith(begins)]
        return sorted(fit, key=lambda c: (c.text.lower(), c.text))[:_LIMIT]


def _commands(word: str, cursor: int) -> list[Candidate]:
    from .commands.registry import COMMANDS, load  # late: on demand

    load()
    shown = {found.name: found for found in COMMANDS.values()}
    items = [(name, "command", found.summary) for name, found in shown.items()]
    return _sorted(items)(word, cursor - len(word))


def _arguments(name: str, rest: str, cursor: int, session: Session) -> list[Candidate]:
    from .commands.registry import COMMANDS, load  # late: on demand

    load()
    found = COMMANDS.get(name)
    if found is None:
        return []
    *words, word = (*rest.split(), "") if not rest or rest[-1].isspace() else rest.split()
    start = cursor - len(word)
    if found.verbs and not words:
        return _sorted((verb, "command", inner.summary) for verb, inner in found.verbs.items())(word, start)
    if found.verbs:
        found, words = found.verbs.get(words[0], found), words[1:]
    return _sorted(found.candidates(session, words, word))(word, start)


def _values(word: str, start: int, before: str, session: Session) -> list[Candidate]:
    items = {item[0]: item for item in values_known(session)}
    for name in _NAME.findall(before[: len(before) - len(word)]):
        items.setdefault(name, (name, "value", ""))
    return _sorted(items.values())(word, start)


_CALL = re.compile(r"(?<![\w%@.$#-])([A-Za-z_][\w.]*)\s*\(?[^()\n]*$")
_VALUE_OF = re.compile(r"(\w+)\s*=\s*$")


def _words(word: str, start: int, before: str, session: Session) -> list[Candidate]:
    for model in session.models.values() if word else ():
        found = _sorted(model.names_from(word))(word, start)
        if found:
            return found
    line = before.rpartition("\n")[2]
    head = line[: len(line) - len(word)]
    if head.rstrip().endswith((":", "->")):
        return _types(word, start)
    inside = _attributes(word, start, head)
    return _sorted(ops_known(word))(word, start) if inside is None else inside


def _types(word: str, start: int) -> list[Candidate]:
    return [*_elements(word, start), *_sorted([("tensor<", "type", "tensor<2x3xf32>")])(word, start)]


def _elements(word: str, start: int) -> list[Candidate]:
    items = [(name, "type", f"{of.bits} bits") for name, of in ELEMENTS.items() if name != "tf32"]
    return _sorted(items)(word, start)


def _attributes(word: str, start: int, head: str) -> list[Candidate] | None:
    """Attribute names of the op that the cursor is in, or the values of one; None where neither can stand."""
    from ..ops.registry import lookup  # late: on demand

    found = _CALL.search(head)
    spec = lookup(found.group(1)) if found and found.group(1) not in ("true", "false") else None
    if spec is None:
        return None
    given = _VALUE_OF.search(head)
    if given is not None and given.group(1) in spec.attributes:
        return _sorted(_values_of(spec, given.group(1)))(word, start)
    if not head.rstrip().endswith((",", "(", "{", spec.mnemonic)) or not word and head.rstrip().endswith("("):
        return None
    bare = [item for name in spec.attributes for item in _values_of(spec, name)] if head.endswith(" ") else []
    names = [(f"{name} = ", "attribute", attribute.kind.wanted) for name, attribute in spec.attributes.items()]
    return [*_sorted(bare)(word, start), *_sorted(names)(word, start)] or None


def _values_of(spec: OpSpec, name: str) -> list[tuple[str, str, str]]:
    """What an attribute may be, where there are only a few."""
    kind = spec.attributes[name].kind
    values = ("false", "true") if kind.hint is bool else kind.choices
    return [(value, "value", name) for value in values]


def inspect(text: str, cursor: int, session: Session) -> str | None:
    """Markdown about the name at the cursor, or None."""
    from .commands.questions import describe  # late: NumPy

    left = re.search(rf"{_SYMBOL}|[%:?]?[\w$.#-]*$", text[max(0, cursor - 200) : cursor])
    right = re.match(r"[\w$.#-]*", text[cursor : cursor + 200])
    name = (left.group() if left else "") + (right.group() if right else "")
    name = name.lstrip("?")
    return describe(session, name) if name.strip("%@:") else None
