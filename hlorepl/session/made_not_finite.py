"""Where the session's own statements made a value that is not finite: by the values that they left, as far as these are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.not_finite import NotFinite
from ..engine.finite import not_finite
from ..engine.observing import Event, Frame, Observer
from ..engine.op_origin import OpOrigin
from ..errors import HloError
from .kept_arrays import arrays_of
from .opened import free_in
from .per_process import of_each
from .turns import require_repeatable, run_watched

if TYPE_CHECKING:
    from ..ir.core import Op
    from .session import Session


def is_anything_made(session: Session) -> bool:
    """Whether the session has values that ops have made."""
    return any(op.name != "stablehlo.constant" for op in session.state.ops)


def first_made(session: Session, process: int = 0) -> str:
    """What is to be told of the statements, in the order in which they ran.

    An op runs again only where its values do not tell it all: it runs others, or reads what has no name.
    """
    return _Statements(session, process).text()


class _Statements:
    """The ops that made the session's values, looked at as if they ran now."""

    def __init__(self, session: Session, process: int):
        self.session = session
        self.process = process
        self.arrays = {id(bound.value): bound.array for bound in session.state.names.values()}
        self.found = NotFinite()
        self.frame = Frame("function", "")

    def text(self) -> str:
        for op in self.session.state.ops:
            made = [*map(self.value, op.results)]
            if any(value is not None for value in made):
                self.look(op, made)
        return self.found.text

    def look(self, op: Op, made: list[Any]) -> None:
        """Tell of an op: by its values, or by another run of it and of the ops that made for it what has no name."""
        inputs = [*map(self.value, op.operands)]
        tells_all = not op.regions and not op.callees and all(value is not None for value in inputs)
        if tells_all or not any(any(not_finite(value)) for value in made if value is not None) or not self.again(op):
            self.found.after(Event(self.frame, OpOrigin(op), inputs, made, 0.0))

    def again(self, op: Op) -> bool:
        """Run it again with what it needs, where it can run as it ran."""
        session, ops = self.session, unnamed_before(self.session, op)
        try:
            for each in ops:
                require_repeatable(each, each.results[0].name if each.results else each.name, each.span)
            arrays = arrays_of(session, free_in(ops))
        except HloError:
            return False
        watchers: list[Observer] = [Observer() for _ in range(session.grid[0] * session.grid[1])]
        watchers[self.process] = self.found
        run_watched(session, ops, arrays, watchers)
        return True

    def value(self, value: Any) -> Any:
        """The array of a value, None where it is not there."""
        array = self.arrays.get(id(value))
        return None if array is None else of_each(array, self.session.grid)[self.process]


def unnamed_before(session: Session, op: Op) -> list[Op]:
    """An op of the session, and those before it that made for it what has no name, or has none any more."""
    named = {id(bound.value) for bound in session.state.names.values()}
    if all(id(value) in named for value in free_in([op])):
        return [op]
    makers = {id(value): each for each in session.state.ops for value in each.results}
    found, left = {id(op): op}, [op]
    while left:
        for value in free_in([left.pop()]):
            maker = makers.get(id(value))
            if id(value) not in named and maker is not None and id(maker) not in found:
                found[id(maker)] = maker
                left.append(maker)
    return [each for each in session.state.ops if id(each) in found]
