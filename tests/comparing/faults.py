"""An engine with one fault: the right side of comparisons of which it is known where they part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hlorepl.comparing.sides import BackendSide
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Observer
from hlorepl.engine.run import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hlorepl.comparing.pieces import Piece
    from hlorepl.ir.core import Function, Op

    #: What the fault makes of an op's operands and results, arrays.
    Fault = Callable[[Op, Sequence[Any], list[Any]], list[Any]]


class FaultySide(BackendSide):
    """NumPy, but for one op: ``chosen`` says which, ``fault`` what it gives."""

    def __init__(self, chosen: Callable[[Op], bool], fault: Fault):
        super().__init__("numpy")
        self.name = "faulty"
        self.chosen = chosen
        self.fault = fault

    def whole(self, function: Function, arguments: Sequence[Any]) -> list[Any]:
        return [*run(self.runs.plan_of(function), [*arguments], RunContext(observers=(_Planted(self),)))]

    def pieces(self, pieces: Sequence[Piece], calls: Sequence[Sequence[Any]]) -> list[list[Any]]:
        context = RunContext(observers=(_Planted(self),))
        found: list[list[Any]] = []
        for call in calls:
            arrays, results = [*call], []
            for piece in pieces:
                given, arrays = arrays[: len(piece.inputs)], arrays[len(piece.inputs) :]
                results += self.runs(piece, given, context)
            found.append(results)
        return found


class _Planted(Observer):
    def __init__(self, side: FaultySide):
        self.side = side

    def after(self, event: Any) -> Sequence[Any] | None:
        if not self.side.chosen(event.origin.op):
            return None
        return self.side.fault(event.origin.op, event.inputs, [*event.results])
