"""Pieces of programs run here, on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import backends
from ..engine.context import RunContext
from ..engine.planner import Planner
from ..engine.run import run
from .retyped import wide_array, widen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..backends.base import Backend
    from ..engine.plan import Plan
    from ..ir.core import Function
    from .pieces import Piece


class Runs:
    """Plans of pieces on one backend, each made once. ``wide`` runs a piece in f64."""

    def __init__(self, backend: Backend | None = None):
        self.backend = backend or backends.get(backends.DEFAULT)
        self._plans: dict[tuple[int, bool], tuple[Piece, Plan]] = {}

    def __call__(self, piece: Piece, arrays: Sequence[Any], context: RunContext | None = None) -> list[Any]:
        """The results of a piece, on the host; raises ``HloError``."""
        return self._run(self._plan(piece, False), arrays, context)

    def wide(self, piece: Piece, arrays: Sequence[Any], context: RunContext | None = None) -> list[Any]:
        """The same in f64, of arrays of any float type."""
        return self._run(self._plan(piece, True), [wide_array(array) for array in arrays], context)

    def _run(self, plan: Plan, arrays: Sequence[Any], context: RunContext | None) -> list[Any]:
        found = run(plan, [*arrays], context or RunContext())
        return [self.backend.to_host(array) for array in found]

    def _plan(self, piece: Piece, is_wide: bool) -> Plan:
        found = self._plans.get((id(piece), is_wide))
        if found is None:
            function = piece.function()
            found = piece, self.plan_of(widen(function) if is_wide else function)
            self._plans[id(piece), is_wide] = found
        return found[1]

    def plan_of(self, function: Function) -> Plan:
        """A plan of a function whose calls are linked."""
        return Planner(self.backend).function(function).plan
