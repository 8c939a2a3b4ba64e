"""From a program to the smallest one that still shows it: what is left out, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attributes import cut_attributes
from .case import is_constant
from .cutting import cut_ops, cut_results, return_something
from .numbers import join_held, simplify, write_arguments
from .recording import Recording, record
from .regions import bypass_ops, cut_inner_ops
from .shrinking import shrink
from .unrolling import cut_control, inline_calls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op
    from .case import Case
    from .trying import Trying

#: No program took more rounds until nothing could be left out; this is for one that goes to and fro.
_MOST_ROUNDS = 12


class Reduction:
    """Makes the best case of ``trying`` smaller until nothing helps.

    Each case that comes out is valid (unless what is wrong with it is what is kept) and shows it; whoever interrupts finds the smallest
    until then in ``trying.best``. ``literal``: what is no longer computed becomes a constant at once, not an argument first.
    ``seed`` is that of a run's random numbers, ``limit`` how many bytes of recorded values are kept.
    """

    def __init__(self, trying: Trying, literal: bool, seed: int, limit: int):
        self.trying = trying
        self.literal = literal
        self.seed = seed
        self.limit = limit
        self._names: frozenset[str] = frozenset()
        self._recorded: tuple[Case, Recording] | None = None

    def run(self, names: Sequence[str] = ()) -> Case:
        """The smallest case that is found; ``names`` are those of what some ops make that are known to show it."""
        self._names = frozenset(names)
        for _ in range(_MOST_ROUNDS):
            before = self.trying.best.size
            self._round()
            if self.trying.best.size >= before:
                break
        write_arguments(self.trying)
        return self.trying.best

    def _round(self) -> None:
        trying, literal = self.trying, self.literal
        inline_calls(trying)
        self._cut()
        cut_control(trying, self._begins, literal)
        self._cut()
        cut_inner_ops(trying)
        bypass_ops(trying)
        shrink(trying)
        cut_attributes(trying)
        join_held(trying)
        simplify(trying)
        return_something(trying)

    def _cut(self) -> None:
        if sum(not is_constant(op) for op in self.trying.best.ops) > 1:
            known = self._record(self.trying.best)
            cut_ops(self.trying, known.values, self.literal, self._focus(known))
        cut_results(self.trying)

    def _focus(self, known: Recording) -> list[Op]:
        """The ops that are tried alone first: those that somebody named, else the one that ran last."""
        names = self._names
        self._names = frozenset()
        named = [op for op in self.trying.best.ops if any(f"%{value.name}" in names for value in op.results)]
        return named or ([known.running] if known.running is not None else [])

    def _begins(self, case: Case) -> Recording:
        """What turns of loops begin with; of a loop that is not cut down to one turn it is not asked."""
        return self._record(case) if self.trying.interest.takes_turns else Recording(0)

    def _record(self, case: Case) -> Recording:
        if self.trying.interest.is_static or any(array is None for array in case.arguments):
            return Recording(0)
        if self._recorded is None or self._recorded[0] is not case:
            self._recorded = case, record(case, self.trying.interest.longest, self.limit, self.seed)
        return self._recorded[1]
