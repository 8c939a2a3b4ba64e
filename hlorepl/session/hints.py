"""One line about what is being typed: the signature of the op around the cursor, what it gives, or why it does not fit.

Pure functions of the text, the cursor and the session, made for every key: they read the statement around the cursor and nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..familiar.table import lookup as lookup_familiar
from ..ops.registry import lookup
from ..syntax.forms.lookup import form_of
from ..syntax.forms.table import Format
from ..syntax.forms.usage import Piece, call_pieces, form_pieces
from ..syntax.lexer import closing
from .cursor import Place, open_ends, place_at
from .reading_ahead import LONGEST, typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..familiar.table import Familiar
    from ..ir.core import Function
    from ..ops.registry import OpSpec
    from .cursor import Frame
    from .state import Knower

_COMMAND = re.compile(r"[ \t]*:([A-Za-z][\w-]*)(?:[ \t]+(.*))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say: ``pieces`` of a signature (``current`` is the number of the one that the cursor is in, or -1), the
    type of the ``result`` as far as it is determined, the ``problem`` of what is there already.
    """

    pieces: Sequence[Piece] = ()
    current: int = -1
    result: str = ""
    problem: str = ""

    @property
    def signature(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def text(self) -> str:
        """The whole line."""
        arrow = f" -> {self.result}" if self.result else ""
        end = f"  {self.problem}" if self.problem else ""
        return f"{self.signature}{arrow}{end}".strip()


def signature_hint(text: str, cursor: int, session: Knower) -> Hint | None:
    """The hint for a cursor (an offset in code points); None where there is nothing to say."""
    line = text[text.rfind("\n", 0, cursor) + 1 : cursor]
    command = _COMMAND.match(line)
    if command is not None:
        return _of_command(command[1], command[2] or "", session)
    place = place_at(text, cursor)
    if place.in_comment:
        return None
    frame = place.call
    if frame is None:
        return _of_expression(place, session)
    if frame.symbol:
        return _of_function(frame, session)
    spec = lookup(frame.op)
    if spec is not None:
        return _of_op(spec, frame, place, session)
    familiar = lookup_familiar(frame.op) if frame.is_call else None
    return _of_expression(place, session) if familiar is None else _of_familiar(familiar, frame, place, session)


# Ops


def _of_op(spec: OpSpec, frame: Frame, place: Place, session: Knower) -> Hint | None:
    if frame.part == "arguments" and frame.is_call and place.frames[-1].bracket == "" and frame.bracket == "":
        return _of_expression(place, session)  # behind the call
    pieces = call_pieces(spec) if frame.is_call and not form_of(spec).opens else form_pieces(spec)
    current = current_piece(spec, pieces, frame) if frame.part == "arguments" else -1
    result, problem = _outcome(place, frame, session)
    return Hint(pieces, current, result, problem)


def _of_familiar(familiar: Familiar, frame: Frame, place: Place, session: Knower) -> Hint | None:
    if frame.bracket == "" and place.inner is frame:
        return _of_expression(place, session)  # behind the call
    pieces = [Piece(text, parameter) for text, parameter in familiar.usage]
    argument, index = frame.argument, sum(not each.name for each in frame.arguments) - 1
    names = [each.name for each in familiar.parameters]
    several = next((k for k, each in enumerate(familiar.parameters) if each.kind == "Values"), len(names))
    name = argument.name if argument is not None and argument.name else ([*names, ""][min(index, several, len(names))])
    current = next((k for k, piece in enumerate(pieces) if name and piece.parameter == name), -1)
    return Hint(pieces, current, *_outcome(place, frame, session))


def attribute_named(spec: OpSpec, word: str) -> str:
    """The attribute that a word in front of an equals sign means: its own name, or that of the op's form; nothing else."""
    if word in spec.attributes:
        return word
    form = form_of(spec)
    return form.attribute_of.get(word, "") if isinstance(form, Format) else ""


def current_piece(spec: OpSpec, pieces: Sequence[Piece], frame: Frame) -> int:
    """The number of the piece that the cursor is in, -1 for none."""
    argument = frame.argument
    if argument is None:
        return -1
    if argument.name:
        name = attribute_named(spec, argument.name) or argument.name
        fitting = (k for k, piece in enumerate(pieces) if name in (piece.parameter, piece.text.partition(" = ")[0]))
        return next(fitting, -1)
    index = sum(not each.name for each in frame.arguments) - 1
    unnamed = [k for k, piece in enumerate(pieces) if piece.parameter and not piece.is_named]
    if index < len(unnamed):
        return unnamed[index]
    if unnamed and pieces[unnamed[-1]].is_variadic:
        return unnamed[-1]
    given = {attribute_named(spec, each.name) for each in frame.arguments if each.name}
    return next((k for k, piece in enumerate(pieces) if piece.is_named and piece.parameter not in given), -1)


def _outcome(place: Place, frame: Frame, session: Knower) -> tuple[str, str]:
    """The type of what an op gives, and what is wrong with it, as far as it is written."""
    text, cursor = place.text, place.cursor
    if frame.op_start < 0 or cursor - frame.op_start > LONGEST:
        return "", ""
    if frame.bracket == "(":
        end = closing(text, frame.start)
        is_whole = end is not None and end >= cursor and "\n" not in text[cursor:end]
        argument = frame.argument
        written = (
            text[frame.op_start : end]
            if is_whole
            else text[frame.op_start : cursor].rstrip(" ,") + open_ends(place, frame)
        )
        shorter = text[frame.op_start : argument.start - 1] + ")" if argument and len(frame.arguments) > 1 else ""
    else:
        line_end = text.find("\n", cursor)
        written = text[frame.op_start : cursor].rstrip(" ,:=") + open_ends(place, frame)
        written += (
            text[cursor : line_end if line_end >= 0 else len(text)] if written == text[frame.op_start : cursor] else ""
        )
        shorter = ""
    for each in filter(None, (written, shorter)):
        types, problem, is_whole = typed(each, place, session)
        if is_whole:
            return ", ".join(map(str, types)), problem if place.inner is frame else ""
    return "", ""


def _of_expression(place: Place, session: Knower) -> Hint | None:
    """What a statement without an op around the cursor gives: ``%x * 2 + %b``."""
    frame = place.frames[0]
    written = place.text[frame.start : place.cursor]
    if (
        not written.strip()
        or len(written) > LONGEST
        or len(place.frames) > 1
        and any(f.bracket == "{" for f in place.frames)
    ):
        return None
    written = written.rstrip() + open_ends(place, frame)
    types, problem, is_whole = typed(written, place, session)
    problem = problem if is_whole else ""
    return Hint(result=", ".join(map(str, types)), problem=problem) if types or problem else None


# Functions and commands


def _of_function(frame: Frame, session: Knower) -> Hint | None:
    """``@f(%a: T) -> U``."""
    function = session.state.symbols.function(tuple(frame.symbol.replace("@", "").split("::")))
    if function is None:
        return None
    pieces = function_pieces(frame.symbol, function)
    current = 2 * len(frame.arguments) - 1
    return Hint(pieces, current if 0 < current < len(pieces) - 1 else -1, _results(function))


def function_pieces(symbol: str, function: Function) -> list[Piece]:
    """A function with its arguments and their types."""
    pieces = [Piece(f"{symbol}(")]
    names = [value.name for value in function.body.arguments] if function.regions[0].blocks else []
    for index, of in enumerate(function.type.inputs):
        pieces += [Piece(", ")] if index else []
        name = names[index] if index < len(names) else ""
        pieces.append(Piece(f"%{name}: {of}" if name else str(of), name or str(index)))
    return [*pieces, Piece(")")]


def _results(function: Function) -> str:
    types = ", ".join(map(str, function.type.results))
    return types if len(function.type.results) == 1 else f"({types})"


def _of_command(name: str, rest: str, session: Knower) -> Hint | None:
    """``:load PATH [NAMES…]``, the word that the cursor is in marked, and what the command does."""
    from .commands.registry import COMMANDS, load  # late: on demand

    load()
    found = COMMANDS.get(name)
    *words, last = rest.split() if rest and not rest[-1].isspace() else [*rest.split(), ""]
    if found is not None and found.verbs and words:
        found, words = found.verbs.get(words[0], found), words[1:]
    if found is None:
        return None
    for word in (*words, last):
        symbol = re.match(r"@[\w$.-]+(?:::@[\w$.-]+)*", word)
        function = session.state.symbols.function(tuple(symbol[0].replace("@", "").split("::"))) if symbol else None
        if function is not None and symbol is not None:
            return Hint([Piece(f":{found.name} "), *function_pieces(symbol[0], function)], -1, _results(function))
    pieces = [Piece(f":{found.name}")]
    for parameter in () if found.verbs else found.parameters:
        pieces += [Piece(" "), Piece(parameter.usage, parameter.name)]
    places = found.places([*words, last or "x"]) if not found.verbs else None
    here = next((k for k, piece in enumerate(pieces) if places and piece.parameter == places[-1].name), -1)
    return Hint([*pieces, Piece(f"  {found.summary}")], here if rest or words else -1)
