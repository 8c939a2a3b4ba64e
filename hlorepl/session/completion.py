"""What could come next, and what a name means: pure functions of the text, the cursor and the session.

What is offered for a statement is what the parser goes on with: each kind of thing that may stand somewhere is tried there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from ..ir.types import ELEMENTS, ElementType
from .known import functions_known, ops_known, values_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..ops.registry import OpSpec
    from .cursor import Frame, Place
    from .known import Item
    from .session import Session

#: A symbol or a path of them as far as it is typed: ``@a::@"b c``.
_SYMBOL = r'@(?:[\w$.-]*|"[^"\n]*"?)(?:::(?:@(?:[\w$.-]*|"[^"\n]*"?))?)*$'
_WORD = re.compile(rf"{_SYMBOL}|[%?!#]?[\w$.#-]*$")
_ELEMENT = re.compile(r"tensor<(?:[\d?]+x)*([A-Za-z]\w*|)$")
_LINE_COMMAND = re.compile(r"^[ \t]*:([\w-]*)$")
_COMMAND_ARGUMENT = re.compile(r"^[ \t]*:([A-Za-z][\w-]*)[ \t]+(.*)$")
_NAME = re.compile(r"%[A-Za-z_$.-][\w$.-]*|%\d+")
_FORM_WORD = re.compile(r"(?<![\w$%\"@])([a-z_]+)(?![\w$\"])( ?=|:|)")
#: More text before the cursor than this is not looked at.
_REACH = 20_000
_LIMIT = 500
#: Words with which statements begin that are no ops.
_BEGINNINGS: tuple[Item, ...] = (
    ("module", "keyword", "module @name { … }"),
    ("func.func", "keyword", "func.func @name(%a: T) -> T { … }"),
    ("call", "op", "call @name(%a)"),
    ("return", "op", "return %a : T"),
)
#: So many types are tried for which of them an op takes.
_TRIED = 12


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
        return _matching(_elements(), found.group(1), cursor - len(found.group(1)))
    match = _WORD.search(line)
    word = match.group() if match else ""
    start = cursor - len(word)
    if word.startswith("?") and not line[: len(line) - len(word)].strip():
        return [
            Candidate("?" + c.text, start, c.kind, c.note) for c in _matching(_explained(word[1:]), word[1:], start)
        ]
    for model in session.models.values() if word and word[0] not in "%@" else ():
        found_in_model = _matching(model.names_from(word), word, start)
        if found_in_model:
            return found_in_model
    return _in_statement(text, start, word, session)


# Choosing


def _matching(items: Iterable[Item], word: str, start: int, keep_order: bool = False) -> list[Candidate]:
    """Candidates among (text, kind, note) that a word may mean: those that begin so, else those that hold its letters in order."""
    key = word.casefold().lstrip("%")
    ranked: list[tuple[int, str, Item]] = []
    for item in items:
        if word[:1] in ("%", "@") and item[0][:1] != word[0]:
            continue
        rank = _rank(key, item[0].casefold().lstrip("%"))
        if rank is not None:
            ranked.append((rank, "" if keep_order else item[0].casefold(), item))
    best = [each for each in ranked if each[0] == 0]
    chosen = best or ranked
    chosen.sort(key=lambda each: each[:2] if not keep_order else (each[0], ""))
    return [Candidate(text, start, kind, note) for _, _, (text, kind, note) in chosen[:_LIMIT]]


def _rank(key: str, name: str) -> int | None:
    """How well a word fits a name: it begins so (0), a part of it does (1), its letters are in it, in order (2); else not."""
    if name.startswith(key):
        return 0
    if len(key) < 2:
        return None
    if f"_{key}" in name or f".{key}" in name:
        return 1
    if key[0] != name[:1] or len(key) < 3:
        return None
    letters = iter(name)
    return 2 if all(letter in letters for letter in key) else None


# Commands and questions


def _commands(word: str, cursor: int) -> list[Candidate]:
    from .commands.registry import COMMANDS, load  # late: on demand

    load()
    shown = {found.name: found for found in COMMANDS.values()}
    items = [(name, "command", found.summary) for name, found in shown.items()]
    return _matching(items, word, cursor - len(word))


def _arguments(name: str, rest: str, cursor: int, session: Session) -> list[Candidate]:
    from .commands.registry import COMMANDS, load  # late: on demand

    load()
    found = COMMANDS.get(name)
    if found is None:
        return []
    *words, word = (*rest.split(), "") if not rest or rest[-1].isspace() else rest.split()
    start = cursor - len(word)
    if found.verbs and not words:
        return _matching(((verb, "command", inner.summary) for verb, inner in found.verbs.items()), word, start)
    if found.verbs:
        found, words = found.verbs.get(words[0], found), words[1:]
    return _matching(found.candidates(session, words, word), word, start)


def _explained(word: str) -> Iterator[Item]:
    """What can be asked about: ops, and names of other libraries."""
    from ..familiar.table import FAMILIAR, TOLD, load  # late: on demand

    items = {item[0]: item for item in ops_known(word)}
    yield from items.values()
    load()
    if word:
        yield from ((name, "call", found.summary) for name, found in FAMILIAR.items() if name not in items)
        yield from ((name, "name", found.sentence) for name, found in TOLD.items() if name not in items)


# Statements


def _in_statement(text: str, start: int, word: str, session: Session) -> list[Candidate]:
    """What may stand at a place of a statement: each kind of thing that the parser reads there."""
    from .cursor import place_at  # late: on demand
    from .reading_ahead import LONGEST, may_go_on  # late: on demand

    place = place_at(text, start)
    if place.in_comment or place.in_string:
        return []
    begin = _beginning(place)
    written = text[begin:start]
    if len(written) > LONGEST:
        return _matching(_values(place, session), word, start, keep_order=True) if word.startswith("%") else []
    tried: dict[str, bool] = {}

    def fits(sample: str) -> bool:
        if sample not in tried:
            tried[sample] = may_go_on(written + sample, place, session, last_is_name=sample[0] in "%@")
        return tried[sample]

    if word.startswith("%"):
        return _matching(_values(place, session), word, start, keep_order=True) if fits("%x") else []
    if word.startswith("@"):
        return _matching(functions_known(session), word, start) if fits("@f") else []
    return _things(place, word, start, session, fits, not written.strip())


def _beginning(place: Place) -> int:
    """Where the statement or the op of a region begins."""
    for frame in reversed(place.frames):
        if frame.bracket in ("", "{") and (frame.bracket == "" or frame.op_start >= 0):
            return (
                place.text.rfind("\n", 0, frame.op_start) + 1 if frame.bracket and frame.op_start >= 0 else frame.start
            )
    return place.frames[0].start


def _things(
    place: Place, word: str, start: int, session: Session, fits: Callable[[str], bool], is_first: bool
) -> list[Candidate]:
    """All that fits, by kind: what the op around asks for by name, values, ops, types, functions."""
    frame, asked = place.call, _words_of(place)
    groups = [
        ([item for item in asked if _rank(word.casefold(), item[0].casefold()) is not None and fits(item[0])], True)
    ]
    of_kind = _of_kind(place, session)
    if place.inner.bracket == "{" and frame is not place.inner and asked:
        pass  # among the attributes of an op
    elif frame is not None and frame.part != "arguments":
        groups.append((_types(fits), False))
    elif of_kind is not None:
        groups.append((of_kind, False))
    elif not _has_all_operands(place):
        groups += _operands(place, word, session, fits, is_first)
    found = _of_groups(groups, word, start)
    return [*found, *(_family(word, start, {each.text for each in found}) if fits("tanh(") else ())][:_LIMIT]


def _operands(
    place: Place, word: str, session: Session, fits: Callable[[str], bool], is_first: bool
) -> list[tuple[list[Item], bool]]:
    """What a value may be, or what makes one."""
    groups: list[tuple[list[Item], bool]] = []
    if not is_first and fits("%x"):
        groups.append((_values(place, session), True))
    if fits("tanh("):
        groups.append((_called(word, is_first), False))
    if not is_first and fits("@f"):
        groups.append(([*functions_known(session)], False))
    if place.text[: place.cursor].rstrip().endswith(":"):
        groups.append((_types(fits), False))
    return groups


def _of_groups(groups: list[tuple[list[Item], bool]], word: str, start: int) -> list[Candidate]:
    """The candidates of each group in turn; those that only resemble a word where none begins so."""
    key = word.casefold().lstrip("%")
    begins = [
        ([item for item in items if _rank(key, item[0].casefold().lstrip("%")) == 0], keep) for items, keep in groups
    ]
    chosen = begins if any(items for items, _ in begins) else groups
    return [each for items, keep in chosen for each in _matching(items, word, start, keep_order=keep)]


def _has_all_operands(place: Place) -> bool:
    """Whether the op around has as many operands as it takes, the cursor behind the last."""
    from ..ops.registry import lookup  # late: on demand

    frame = place.call
    spec = lookup(frame.op.strip('"')) if frame is not None and frame.is_call else None
    if spec is None or frame is None or spec.max_operands is None:
        return False
    return sum(not each.name for each in frame.arguments) > spec.max_operands


def _types(fits: Callable[[str], bool]) -> list[Item]:
    if not fits("tensor<2xf32>"):
        return [*_elements()] if fits("f32") else []
    return [*_elements(), ("tensor<", "type", "tensor<2x3xf32>")]


def _of_kind(place: Place, session: Session) -> list[Item] | None:
    """Where the value of an attribute stands: what its kind asks for beside words; None anywhere else."""
    from ..ops.annotations import TypeLike  # late: on demand
    from ..ops.registry import lookup  # late: on demand

    frame = place.call
    name = frame.argument.name if frame is not None and frame.argument is not None else ""
    spec = lookup(frame.op.strip('"')) if frame is not None and name else None
    if spec is None:
        return None
    kind = spec.attributes[name].kind if name in spec.attributes else None
    if kind is not None and kind.names_functions:
        return [*functions_known(session)]
    return [*_elements()] if kind is not None and kind.hint in (TypeLike, ElementType) else []


def _called(word: str, is_first: bool) -> list[Item]:
    """Ops, names that stand for ops, and with what else a statement may begin."""
    from ..familiar.table import FAMILIAR, LIBRARIES, load  # late: on demand

    items = [*ops_known(word), *(_BEGINNINGS if is_first else ())]
    library, point, _ = word.partition(".")
    if word and point and library in LIBRARIES:
        load()
        return [(f"{library}.{name}", "call", found.summary) for name, found in FAMILIAR.items()]
    if word:
        load()
        known = {name for name, _, _ in items}
        items += [(name, "call", found.summary) for name, found in FAMILIAR.items() if name not in known]
    return items


def _family(word: str, start: int, known: set[str]) -> list[Candidate]:
    """The op that does most of what a name of another library means."""
    from ..familiar.table import lookup  # late: on demand
    from ..ops.registry import lookup as lookup_op  # late: on demand

    found = lookup(word) if len(word) > 1 else None
    spec = lookup_op(found.op) if found is not None and found.op else None
    if spec is None or spec.mnemonic in known:
        return []
    return [Candidate(spec.mnemonic, start, "op", f"{word}: {spec.summary}")]


@cache
def _elements() -> tuple[Item, ...]:
    return tuple((name, "type", f"{of.bits} bits") for name, of in ELEMENTS.items() if name != "tf32")


# What an op asks for


def _words_of(place: Place) -> list[Item]:
    """The names and words that the op around the cursor has: attributes not given yet, values of enums, words of its form."""
    from ..familiar.table import lookup as lookup_familiar  # late: on demand
    from ..ops.registry import lookup  # late: on demand

    frame = place.call
    if frame is None:
        return []
    spec = lookup(frame.op.strip('"'))
    if spec is None:
        familiar = lookup_familiar(frame.op) if frame.is_call else None
        named = (
            [(f"{each.name} = ", "argument", each.kind) for each in familiar.parameters] if familiar is not None else []
        )
        return [item for item in named if item[0][:-3] not in {each.name for each in frame.arguments}]
    return _of_op(spec, frame, place)


def _of_op(spec: OpSpec, frame: Frame, place: Place) -> list[Item]:
    from ..explanations.parameters import meaning, meaning_of_choice  # late: on demand
    from ..syntax.forms.lookup import form_of  # late: on demand
    from ..syntax.forms.usage import own_words  # late: on demand

    argument = frame.argument
    words = own_words(spec)
    by_word = {word: name for name, word in words.items()}
    given = {by_word.get(each.name, each.name) for each in frame.arguments if each.name}
    enums = {
        name: a.kind
        for name, a in spec.attributes.items()
        if a.kind.choices and (name not in given or argument and argument.name)
    }
    if argument is not None and argument.name:
        here = by_word.get(argument.name, argument.name)
        return [*_choices(spec, here), *([] if here in spec.attributes else _literal_words(spec))]
    items: list[Item] = [
        (each, "value", meaning_of_choice(kind.enum, each)) for kind in enums.values() for each in kind.choices
    ]
    for name, attribute in spec.attributes.items():
        if name in given:
            continue
        note = meaning(spec.code_group, name) or attribute.kind.wanted
        shown = [name] if place.inner.bracket == "{" or name not in words else [words[name], name]
        items += [(f"{each} = ", "attribute", note) for each in (shown if not frame.is_call else shown[::-1])]
    if place.inner.bracket == "{":
        return [item for item in items if item[1] == "attribute"]
    form = [
        (f"{each} = ", "attribute", "") for each in form_of(spec).words if each not in by_word and each not in given
    ]
    there = {*given, *by_word, *re.findall(r"[a-z_]+", place.text[frame.op_start : place.cursor])}
    literal = [item for item in _literal_words(spec) if item[0].removesuffix(" = ") not in there]
    return list({item[0]: item for item in reversed([*form, *items, *literal])}.values())[::-1]


def _choices(spec: OpSpec, name: str) -> list[Item]:
    """What an attribute may be, where there are only a few."""
    from ..explanations.parameters import meaning, meaning_of_choice  # late: on demand

    if name not in spec.attributes:
        return []
    kind = spec.attributes[name].kind
    if kind.hint is bool:
        return [(value, "value", meaning(spec.code_group, name)) for value in ("false", "true")]
    return [(value, "value", meaning_of_choice(kind.enum, value)) for value in kind.choices]


@cache
def _literal_words(spec: OpSpec) -> tuple[Item, ...]:
    """The words that stand in an op's own form, as ``applies`` and ``across`` do."""
    from ..syntax.forms.lookup import form_of  # late: on demand

    behind = form_of(spec).usage.partition(" : ")[0] if spec.form is not None else ""
    found = {f"{word}{' = ' if mark.strip() == '=' else mark}": None for word, mark in _FORM_WORD.findall(behind)}
    return tuple((word, "keyword", "") for word in found if len(word) > 1)


# Values


def _values(place: Place, session: Session) -> list[Item]:
    """Values, those first whose type fits an operand that stands here, then the newest ones; those of the text behind them."""
    known = [*values_known(session)]
    items = {item[0]: item for item in (known if session.debugger is not None else reversed(known))}
    begin = max(0, place.cursor - _REACH)
    for name in reversed(_NAME.findall(place.text[begin : place.cursor])):
        items.setdefault(name, (name, "value", ""))
    ranks = _fitting(place, items.values(), session)
    return sorted(items.values(), key=lambda item: ranks.get(item[2], 1)) if ranks else list(items.values())


def _fitting(place: Place, items: Iterable[Item], session: Session) -> dict[str, int]:
    """How well values of a type fit where an operand stands: 0 well, 2 not; of no other type anything is known."""
    from .cursor import open_ends  # late: on demand
    from .reading_ahead import LONGEST, typed  # late: on demand

    frame = place.call
    if frame is None or not frame.op or frame.op_start < 0 or place.cursor - frame.op_start > LONGEST:
        return {}
    one_of: dict[str, str] = {}
    for name, _, of in items:
        if of:
            one_of.setdefault(of, name)
    written, end = place.text[frame.op_start : place.cursor], open_ends(place, frame)
    ranks: dict[str, int] = {}
    for of, name in list(one_of.items())[:_TRIED]:
        _, problem, is_whole = typed(f"{written}{name}{end}", place, session)
        ranks[of] = 2 if problem and is_whole else 0 if is_whole else 1
    return ranks


def inspect(text: str, cursor: int, session: Session) -> str | None:
    """Markdown about the name at the cursor, or None."""
    from .commands.questions import describe  # late: NumPy

    left = re.search(rf"{_SYMBOL}|[%:?]?[\w$.#-]*$", text[max(0, cursor - 200) : cursor])
    right = re.match(r"[\w$.#-]*", text[cursor : cursor + 200])
    name = (left.group() if left else "") + (right.group() if right else "")
    name = name.lstrip("?")
    return describe(session, name) if name.strip("%@:") else None
