"""Whether a text that stops at the cursor may be meant so: the parser itself is asked, of the statement around the cursor alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import HloError, Incomplete
from ..ir.contents import FileContents
from ..ir.core import Value
from ..ir.types import UNKNOWN
from ..recursion import room
from ..source import Source
from ..syntax.aliases import Definitions
from ..syntax.blocks import Scope
from ..syntax.short import SessionParser
from .statements import Known

if TYPE_CHECKING:
    from ..ir.types import Type
    from .cursor import Place
    from .state import Knower

#: A statement longer than this is not read.
LONGEST = 4_000
#: Rules that are broken while something is still missing.
_UNFINISHED = ("operands", "attribute_missing", "regions")
#: What is wrong with attributes where they are written.
_OF_ATTRIBUTES = ("attribute_unknown", "attribute_kind", "duplicate")


def typed(written: str, place: Place, session: Knower) -> tuple[list[Type], str, bool]:
    """The types of what a statement gives, what is wrong with it, and whether it could be read: else something is missing."""
    try:
        with room():
            parser = _parser(written, place, session)
            _, results = parser.statement()
            if parser.kind != "eof":
                return [], "", False
    except Incomplete:
        return [], "", False
    except HloError as error:
        return [], error.message, _is_problem(error, written)
    types = [value.type for value in results]
    return ([] if UNKNOWN in types else types), "", True


def _is_problem(error: HloError, written: str) -> bool:
    """Whether an error is of what is written, and not of what is still to come."""
    if error.code == "name.undefined" and error.span is not None:
        return bool(written[error.span.end :].strip(" ,)]}>"))  # else the name is being typed
    group, _, label = error.code.rpartition(".")
    return group not in ("", "syntax", "name", "limit", "type") and label not in _UNFINISHED


def may_go_on(written: str, place: Place, session: Knower, last_is_name: bool = True) -> bool:
    """Whether the parser has read all of a text when it stops, or asks for more: what is wrong with it is no matter of its words.

    ``last_is_name``: its last word may be a name that means nothing yet.
    """
    end = len(written.rstrip())
    try:
        with room():
            parser = _parser(written, place, session)
            if len(place.frames) > 1 and any(frame.bracket == "{" for frame in place.frames):
                parser.blocks = 1
                parser.operation()
            else:
                parser.statement()
            return parser.kind == "eof"
    except Incomplete:
        return True
    except HloError as error:
        if error.span is None:
            return True
        if error.code.startswith("name."):
            return last_is_name and error.span.end >= end
        is_of_words = error.code.startswith(("syntax.", "type.unknown")) or error.code.endswith(_OF_ATTRIBUTES)
        return not is_of_words or error.span.start >= end


def _parser(written: str, place: Place, session: Knower) -> SessionParser:
    source = Source(written, "<hint>")
    state = session.state
    parser = SessionParser(source, 0, Definitions(source, FileContents(state.contents)), state.spelled)
    known = Known(state)
    if session.debugger is not None:
        from .looking import FrameScope  # late: on demand

        known = FrameScope(session.debugger, known)
    parser.known, parser.scope = state.symbols, _Written(place, parser, known)
    return parser


class _Written(Scope):
    """The values that the text in front of the cursor makes, by the types that stand there; then those of the session."""

    __slots__ = ("_before", "_known", "_parser")

    def __init__(self, place: Place, parser: SessionParser, known: Scope):
        super().__init__()
        start = place.frames[0].start if len(place.frames) == 1 else place.cursor
        self._before = place.text[max(0, start - LONGEST) : start]
        self._known = known
        self._parser = parser

    def find(self, name: str) -> Value | None:
        if f"%{name}" in self._before:
            value = self._written(name)
            if value is not None:
                return value
        return self._known.find(name)

    def declared(self, value: Value) -> Type:
        return self._known.declared(value)

    def all_names(self) -> list[str]:
        return []  # for what may have been meant nobody asks here

    def _written(self, name: str) -> Value | None:
        """A value that is an argument with its type, or what the op of a line gives."""
        pattern = rf"%{re.escape(name)}(?::[ \t]*([^,){{}}]*)|[ \t]*=(?!=)[^\n]*(?:->|[ \t]:)[ \t]*([^\n]*))"
        matches = [*re.finditer(pattern, self._before)]
        if not matches:
            return None
        found = matches[-1]
        text = (found[1] or found[2] or "").strip().strip("()")
        try:
            of = SessionParser(Source(text, "<type>")).type()
        except HloError:
            return Value(name, UNKNOWN)
        return Value(name, of)
