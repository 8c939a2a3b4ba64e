"""What several steps, or a step and what is known of its operands, come to: recognised by what is computed, done in NumPy's best way.

Each pattern gives the same results to the bit as the steps that it stands for.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...ir.types import TensorType
from ...kernels.elementary import takes_second_zero
from ...ops.expressions import Expression
from ...ops.meanings import Cast, Choice, Comparison, Count, Difference, Extreme, Regroup, Spread, Sum
from .divisions import Divisions
from .draft import Draft, meaning
from .notes import Note
from .rowwise import attribute, is_plain, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..step import Step

#: Of Python's numbers.
_DOWN, _LEFT = Expression("({n0} // {n1})", gives="number"), Expression("({n0} % {n1})", gives="number")
#: A one-hot array of fewer elements, or of shorter lines, is compared as it is written.
_LEAST, _SHORTEST = 4_096, 8


def recognise(draft: Draft) -> None:
    """Put what patterns come to in the place of their last step."""
    if draft.steps:
        _Recognising(draft).run()


class Repeated(NamedTuple):
    """What an array repeats: a slot of few elements, and which of its axes each of the array's axes follows (None: none)."""

    slot: int
    axes: tuple[int | None, ...]


class _Recognising:
    def __init__(self, draft: Draft):
        self.draft = draft
        self.makers = draft.makers()
        self.divisions = Divisions(draft)

    def run(self) -> None:
        draft = self.draft
        for place, step in enumerate(draft.steps):
            for name, rule in _PATTERNS.get(type(meaning(step)), ()):
                found = rule(self, step) if is_plain(step) else None
                if found is not None:
                    draft.notes.append(Note("pattern", step.origin, name))
                    draft.steps[place] = found
                    break

    def known(self, slot: int) -> Any:
        """The array of a constant, or of what it repeats; None where it is not known."""
        slot = self.spread(slot, ()).slot
        return self.draft.template[slot] if slot in self.draft.constants else None

    def spread(self, slot: int, shape: tuple[int, ...]) -> Repeated:
        """What an array of that shape repeats, through broadcasts, reshapes that add or drop sizes of 1, and conversions of type."""
        axes: tuple[int | None, ...] = tuple(range(len(shape)))
        while True:
            step = self.makers.get(slot)
            if step is None or not is_plain(step) or len(step.ins) != 1:
                return Repeated(slot, axes)
            before = shape_of(step, 0)
            means = meaning(step)
            if isinstance(means, Spread):
                places = {to: of for of, to in enumerate(attribute(step, means.axes)) if before[of] != 1}
            elif isinstance(means, Regroup) and _same_but_ones(before, step.shapes[0] or ()):
                longer = [k for k, size in enumerate(step.shapes[0] or ()) if size != 1]
                places = dict(zip(longer, (k for k, size in enumerate(before) if size != 1), strict=True))
            else:
                return Repeated(slot, axes)
            axes = tuple(None if axis is None else places.get(axis) for axis in axes)
            slot = step.ins[0]

    def one_hot(self, step: Step) -> Step | None:
        """``convert(compare EQ(numbers, iota))``: zeros but for one place in each line."""
        test, shape = self.makers.get(step.ins[0]), step.shapes[0]
        means = meaning(test) if test is not None else None
        if test is None or not isinstance(means, Comparison) or not is_plain(test) or shape is None:
            return None
        of = test.origin.operand_types[0]
        if attribute(test, means.direction) != "EQ" or not isinstance(of, TensorType) or of.dtype.kind not in "iu":
            return None
        if prod(shape) < _LEAST or step.dtypes[0].kind not in "biuf":
            return None
        for counting, numbers in (test.ins, test.ins[::-1]):
            axis = self._counts_along(counting, shape)
            if axis is None or shape[axis] < _SHORTEST:
                continue
            found = self.spread(numbers, shape)
            if found.axes[axis] is not None or not _goes_up([a for a in found.axes if a is not None]):
                continue
            lines = tuple(1 if each is None else shape[k] for k, each in enumerate(found.axes))
            function = partial(one_hot, shape, axis, lines, step.dtypes[0])
            return replace(_bare(step), ins=(found.slot,), function=function, elementwise=False, parts=(test, step))
        return None

    def _counts_along(self, slot: int, shape: tuple[int, ...]) -> int | None:
        """The axis along which an array holds 0, 1, 2 …, whatever the other axes."""
        found = self.spread(slot, shape)
        varying = [k for k, axis in enumerate(found.axes) if axis is not None and shape[k] != 1]
        maker = self.makers.get(found.slot)
        means = meaning(maker) if maker is not None else None
        if maker is not None and isinstance(means, Count):
            along = [k for k in varying if found.axes[k] == attribute(maker, means.axis)]
            fits = len(along) == 1 and np.iinfo(maker.dtypes[0]).max >= shape[along[0]] - 1  # else it begins again
            return along[0] if fits else None
        value = self.draft.template[found.slot] if found.slot in self.draft.constants else None
        if len(varying) != 1 or value is None or value.size != shape[varying[0]]:
            return None
        return varying[0] if np.array_equal(value.reshape(-1), np.arange(shape[varying[0]])) else None

    def from_the_end(self, step: Step) -> Step | None:
        """Indices of which those below zero count from the end: ``select(x < 0, x + n, x)``; seldom is there any."""
        of = step.dtypes[0]
        if of.kind != "i" or step.shapes[0] in (None, ()):
            return None
        test, (_, chosen, other) = self.makers.get(step.ins[0]), step.ins
        means = meaning(test) if test is not None else None
        if test is None or not isinstance(means, Comparison) or not is_plain(test):
            return None
        direction, (left, right) = attribute(test, means.direction), test.ins
        if direction in ("GT", "LE"):
            direction, left, right = {"GT": "LT", "LE": "GE"}[direction], right, left
        if direction == "GE":
            chosen, other = other, chosen
        zero, longer = self.known(right), self.makers.get(chosen)
        if direction not in ("LT", "GE") or left != other or zero is None or zero.any() or longer is None:
            return None
        if not isinstance(meaning(longer), Sum) or not is_plain(longer) or other not in longer.ins:
            return None
        more = longer.ins[1] if longer.ins[0] == other else longer.ins[0]
        number = self.known(more)
        if number is None or not number.size or (number != number.flat[0]).any():
            return None
        count = number.reshape(-1)[0]
        return replace(_bare(longer), ins=(other,), outs=step.outs, function=partial(from_the_end, count), view="maybe")

    def rounded_down(self, step: Step) -> Step | None:
        """A quotient of integers towards minus infinity, or what it leaves."""
        found = self.divisions.found(step)
        if found is None:
            return None
        function, number = (np.floor_divide, _DOWN) if found.is_quotient else (np.remainder, _LEFT)
        made = replace(_bare(found.made_from), outs=step.outs, function=function, elementwise=True, is_certain=True)
        if made.shapes[0] == ():
            made.number = lambda: number
        return made

    def bounded(self, step: Step) -> Step | None:
        """``maximum`` and ``minimum`` with a number that is known: equal zeros need no look at their signs."""
        dtype, means = step.dtypes[0], meaning(step)
        assert isinstance(means, Extreme)
        if dtype.kind != "f" or dtype.itemsize < 4 or isinstance(step.function, np.ufunc):
            return None
        for place, number in enumerate(map(self.known, step.ins)):
            if number is None or number.size != 1 or np.isnan(number).any():
                continue
            bound = number.reshape(()).item()
            ufunc = np.maximum if means.largest else np.minimum
            if bound != 0:
                return replace(step, function=ufunc, expression=None)
            if ufunc is np.maximum and not np.signbit(number).any() and takes_second_zero():
                return replace(step, ins=(step.ins[1 - place], step.ins[place]), function=ufunc, expression=None)
            if ufunc is np.maximum and not np.signbit(number).any():
                return replace(step, function=_at_least_zero, expression=None)
        return None


def _bare(step: Step) -> Step:
    """A step without what was said of its own op."""
    return replace(step, expression=None, number=None, inline=None, regions=(), owning=None, view="never")


def _at_least_zero(a: Any, b: Any) -> Any:
    """The greater of two of which one is +0 everywhere: adding 0 makes +0 of a -0, and changes nothing else."""
    out = np.maximum(a, b)
    return np.add(out, out.dtype.type(0), out) if out.ndim else np.asarray(out + out.dtype.type(0))


def from_the_end(count: Any, numbers: Any) -> Any:
    """Indices as they are, but ``count`` more where they are below zero."""
    below = numbers < 0
    if not np.count_nonzero(below):
        return numbers
    found = numbers.copy()
    found[below] += count
    return found


def one_hot(shape: tuple[int, ...], axis: int, lines: tuple[int, ...], dtype: Any, numbers: Any) -> Any:
    """Ones where the index along ``axis`` is the number of the line, zeros elsewhere.

    ``lines`` is the shape that the numbers have beside the result's, 1 where they repeat.
    """
    out = np.zeros(shape, dtype)
    lined = np.broadcast_to(numbers.reshape(lines), (*shape[:axis], 1, *shape[axis + 1 :]))
    if axis == len(shape) - 1 and lined.min(initial=0) >= 0 and lined.max(initial=0) < shape[axis]:
        out.reshape(-1)[lined.reshape(-1) + np.arange(0, out.size, shape[axis])] = 1
        return out
    inside = (lined >= 0) & (lined < shape[axis])
    if inside.all():
        np.put_along_axis(out, lined.astype(np.intp), dtype.type(1), axis)
        return out
    np.put_along_axis(out, np.where(inside, lined, 0).astype(np.intp), inside.astype(dtype), axis)
    return out


def _same_but_ones(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return [size for size in a if size != 1] == [size for size in b if size != 1]


def _goes_up(axes: list[int]) -> bool:
    return axes == sorted(axes)


_PATTERNS: dict[type[Any], tuple[tuple[str, Callable[[_Recognising, Step], Step | None]], ...]] = {
    Cast: (("one-hot", _Recognising.one_hot),),
    Choice: (
        ("division rounded down", _Recognising.rounded_down),
        ("indices from the end", _Recognising.from_the_end),
    ),
    Difference: (("division rounded down", _Recognising.rounded_down),),
    Sum: (("division rounded down", _Recognising.rounded_down),),
    Extreme: (("a bound", _Recognising.bounded),),
}
