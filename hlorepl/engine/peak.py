"""How many bytes a plan may come to hold, from static types alone: what a run compares with its limit, once.

It is never less than what exact counting (``RunContext.check``) finds, and may be more: a result that may be a view of an
operand counts as both an array of its own and a reason to keep the operand.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.types import FutureType, TensorType, TupleType
from ..memory import bytes_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .plan import Plan
    from .step import Step


def peak_of(plan: Plan, sizes: Mapping[int, int] | None = None, inside: Mapping[int, int] | None = None) -> int | None:
    """The bytes of all that the plan makes and holds at a time, beside its inputs; None where sizes show when it runs.

    ``sizes`` are the bytes of what is in each slot, where types do not tell them, and ``inside`` those that steps need, by
    their numbers, while they run regions.
    """
    try:
        return _Count(plan, sizes, inside).peak()
    except _Unknown:
        return None


class _Unknown(Exception):
    """A size that no type tells."""


class _Count:
    """Which arrays are held while the steps go by, and by which slots."""

    def __init__(self, plan: Plan, told: Mapping[int, int] | None = None, inside: Mapping[int, int] | None = None):
        self.plan = plan
        self.told = told
        self.inside = inside or {}
        #: Of each slot the arrays that its value keeps; an array is known by the slot that it was made for.
        self.kept: dict[int, frozenset[int]] = {}
        self.sizes: dict[int, int] = {}
        self.holders: dict[int, int] = {}
        self.held = bytes_in([plan.runner.improved.template])

    def peak(self) -> int:
        found = self.held
        for number, step in enumerate(self.plan.runner.steps):
            if self.told is not None and step.rule is not None and number not in self.inside:
                raise _Unknown
            self._make(step)
            inside = inside_of(step) if self.told is None else self.inside.get(number, 0)
            found = max(found, self.held + inside)
            for slot in (*step.frees, *step.unused):
                self._drop(slot)
        return found

    def _make(self, step: Step) -> None:
        """Hold the results of a step, and what they may be views of."""
        shown: frozenset[int] = frozenset()
        if step.view != "never":
            shown = shown.union(*(self.kept.get(slot, ()) for slot in step.ins))
        for slot, size in zip(step.outs, self._sizes(step), strict=True):
            self.sizes[slot] = size
            self.held += size
            self.kept[slot] = shown | {slot}
            for array in self.kept[slot]:
                self.holders[array] = self.holders.get(array, 0) + 1

    def _sizes(self, step: Step) -> list[int]:
        if self.told is None:
            return _sizes(step)
        if step.view == "always":
            return [0] * len(step.outs)
        if not all(slot in self.told for slot in step.outs):
            raise _Unknown
        return [self.told[slot] for slot in step.outs]

    def _drop(self, slot: int) -> None:
        for array in self.kept.pop(slot, ()):
            self.holders[array] -= 1
            if not self.holders[array]:
                self.held -= self.sizes[array]


def _sizes(step: Step) -> list[int]:
    """The bytes that each result takes."""
    if step.view == "always":
        return [0] * len(step.outs)
    if any(isinstance(of, TupleType | FutureType) for of in step.origin.result_types):
        raise _Unknown
    return [_bytes(shape, dtype) for shape, dtype in zip(step.shapes, step.dtypes, strict=True)]


def _bytes(shape: tuple[int, ...] | None, dtype: Any) -> int:
    if dtype is None:  # a token, or another value that is no array
        return 0
    if shape is None:
        raise _Unknown
    return prod(shape) * dtype.itemsize


def inside_of(step: Step) -> int:
    """The bytes that a step needs while it runs regions: what these hold, and what goes from one to the next."""
    if not step.wants_context or not step.regions:
        return 0
    between = [sum(map(_bytes_of, region.result_types)) for region in step.regions]
    try:
        peaks = [region.plan.peak for region in step.regions]
    except HloError:  # a branch that cannot be planned must not be run either
        raise _Unknown from None
    if None in peaks:
        raise _Unknown
    return max(between, default=0) + max((peak for peak in peaks if peak is not None), default=0)


def _bytes_of(of: Any) -> int:
    if isinstance(of, TupleType | FutureType):
        raise _Unknown
    return _bytes(of.sizes if of.is_static else None, of.dtype) if isinstance(of, TensorType) else 0
