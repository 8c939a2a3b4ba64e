"""A session with a debugger open: names mean what they do in the frame that is looked at, then what they do in the session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..backends import host
from ..debugging.telling import as_tensor
from ..engine.arguments import argument
from ..errors import HloError
from ..ir.core import Value
from ..ir.text import identifier
from ..syntax.blocks import Scope
from ..value_text import onnx_text, tensor_type
from .contexts import context_of
from .per_process import PerProcess
from .result import Shown, Text
from .running import check, run_ops

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..debugging.debugger import Debugger
    from ..debugging.stops import Found
    from ..ir.types import Type
    from .session import Session
    from .statements import Statement


class FrameScope(Scope):
    """The names of a frame, then those of the session. ``arrays`` has what was found in the frame, by the ids of values."""

    __slots__ = ("_found", "_outer", "arrays", "debugger")

    def __init__(self, debugger: Debugger, outer: Scope):
        super().__init__()
        self.debugger = debugger
        self.arrays: dict[int, Any] = {}
        self._outer = outer
        self._found: dict[str, Value] = {}

    def find(self, name: str) -> Value | None:
        if name in self._found:
            return self._found[name]
        found = self.debugger.find(name)
        of, array = (None, None) if found is None else as_tensor(found.type, found.value)
        if of is None:
            return self._outer.find(name)
        value = self._found[name] = Value(name, of)
        self.arrays[id(value)] = array
        return value

    def all_names(self) -> list[str]:
        inner = (name.removeprefix("%") for name in self.debugger.names())
        return list(dict.fromkeys([*inner, *self._outer.all_names()]))

    def declared(self, value: Value) -> Type:
        return value.type if id(value) in self.arrays else self._outer.declared(value)


def shown(found: Found, name: str, full: bool = False) -> Shown | Text:
    """A value of a frame, to show."""
    of, value = as_tensor(found.type, found.value)
    return Text(onnx_text(name, value)) if of is None else Shown(name, of, value, full)


def found_in_frame(debugger: Debugger, text: str) -> Shown | Text | None:
    """The value that a name has in the frame that is looked at, to show."""
    name = text.strip().removeprefix("%").strip('"')
    found = debugger.find(name)
    return None if found is None else shown(found, identifier(name))


def compute_inside(session: Session, debugger: Debugger, statement: Statement) -> list[Any]:
    """Run a statement: what it names in the frame is changed there, all else is the session's, as constants."""
    check(session, statement.ops)
    names = statement.names or _free_names(session, debugger, len(statement.results))
    statement.names = names
    inside = session.inside
    inner = [debugger.find(name) for name in names]
    if not inside and not any(inner):
        session.name_results(statement)
        arrays = run_ops(session, statement.ops, statement.results, context_of(session))
        return [*session.bind_results(statement, arrays)]
    arrays = run_ops(session, statement.ops, statement.results, context_of(session), inside)
    made: list[Any] = []
    for name, found, array, value in zip(names, inner, arrays, statement.results, strict=True):
        if found is not None:
            made.append(_changed(debugger, found, name, array, statement))
            if found.frame.kind == "condition" and found.place.step < 0 and not found.frame.is_captured(found.place):
                made.append(Text(f"this condition alone sees it: the turn has a %{name} of its own, once it begins"))
        elif tensor_type(array) is not None:
            made.append(session.bind(name, host(array)))
        else:
            raise HloError(f"a {value.type} of the debugger cannot be kept", statement.span, "run.debugger")
    return made


def _changed(debugger: Debugger, found: Found, name: str, array: Any, statement: Statement) -> Shown | Text:
    """A value of a frame is another one from now on, of the type that it was declared with."""
    of, _ = as_tensor(found.type, found.value)
    if isinstance(array, PerProcess):
        tip = "%x@(0,0) names the value of one process"
        message = f"what %{name} is to be differs from process to process"
        raise HloError(message, statement.span, "run.debugger", help=[tip])
    if of is None:
        raise HloError(f"%{name} holds no tensor and cannot be changed", statement.span, "run.debugger")
    given = argument(host(array), found.type or of, f"%{name}", statement.span)
    debugger.change(name, debugger.taken(given))
    again = debugger.find(name)
    assert again is not None
    return shown(again, name)


def _free_names(session: Session, debugger: Debugger, count: int) -> list[str]:
    """Numbers that neither the session nor the frame has."""
    state = session.state.copy()
    while True:
        names = state.default_names(count)
        if not any(debugger.knows(name.partition("#")[0]) for name in names):
            return names


def frame_names(debugger: Debugger) -> Mapping[str, str]:
    """The values of the frame that is looked at, with their types as text, for completion and lists."""
    found: dict[str, str] = {}
    for name in debugger.names():
        value = debugger.find(name.removeprefix("%"))
        if value is not None:
            found[identifier(name.removeprefix("%"))] = str(as_tensor(value.type, value.value)[0] or "")
    return found
