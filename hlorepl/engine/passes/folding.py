"""What is known before a plan runs is worked out once; what is computed twice, once; what nobody reads, never."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ...ir.types import TensorType
from ...ops.meanings import Choice, Comparison, Count
from ...ops.purity import is_free
from ...ops.registry import of
from ...verifier.decoding import decoded
from ..finite import not_finite
from ..results import several, single
from .draft import Draft, is_movable, op_of
from .notes import Note
from .rowwise import attribute, is_plain

if TYPE_CHECKING:
    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ..step import Step

#: A value that is worked out beforehand takes no more bytes than this, and all of them together than that.
_LARGEST, _MOST = 4 << 20, 32 << 20
#: Constants of so many bytes are looked at, to find equal ones.
_COMPARED = 256
#: Whether all numbers of an array are one is asked of no more than this.
_LOOKED_AT = 4096


def fold(draft: Draft) -> None:
    """All three, in one walk over the steps; and another one back."""
    _Folding(draft).run()
    drop_unread(draft, is_told=True)


def drop_unread(draft: Draft, is_told: bool = False) -> None:
    """Leave out steps whose results nobody reads; it is worth telling of those that nobody read from the beginning.

    One that may notice something stays.
    """
    read = set(draft.outputs)
    kept: list[Step] = []
    for step in reversed(draft.steps):
        if step.outs and read.isdisjoint(step.outs) and not step.guard and is_movable(step):
            if is_told:
                draft.notes.append(Note("dropped", step.origin))
            continue
        read.update(step.ins)
        kept.append(step)
    draft.steps = kept[::-1]


def _size(value: Any) -> int:
    """The elements of a value, those of tuples too."""
    if isinstance(value, tuple):
        return sum(map(_size, cast("tuple[Any, ...]", value)))
    return 0 if value is None else value.size


class _Folding:
    def __init__(self, draft: Draft):
        self.draft = draft
        self.names: dict[int, int] = {}
        #: The values of slots that are known, views of few numbers among them.
        self.known = {slot: draft.template[slot] for slot in draft.constants}
        self.seen: dict[Any, tuple[int, ...]] = {}
        #: Small constants, the slots by what they hold.
        self.constants: dict[Any, int] = {}
        self.left = _MOST

    def run(self) -> None:
        draft = self.draft
        self._join_constants()
        steps, draft.steps = draft.steps, list["Step"]()
        for step in steps:
            step.ins = tuple(self.names.get(slot, slot) for slot in step.ins)
            op = op_of(step)
            spec = of(op) if op is not None else None
            if op is None or spec is None or not self._is_done(step, op, spec):
                draft.steps.append(step)
        draft.outputs = [self.names.get(slot, slot) for slot in draft.outputs]

    def _join_constants(self) -> None:
        """One slot for all constants that are equal to the bit."""
        for slot in self.known:
            self._join_constant(slot)

    def _join_constant(self, slot: int) -> None:
        """Read another slot in place of one that holds the same."""
        value = self.known[slot]
        if value is None or isinstance(value, tuple) or value.nbytes > _COMPARED:
            return
        first = self.constants.setdefault((value.dtype, value.shape, value.tobytes()), slot)
        if first != slot:
            self.names[slot] = first

    def _is_done(self, step: Step, op: Op, spec: OpSpec) -> bool:
        """Whether the step need not be run."""
        if not step.outs or step.wants_context or step.hands_over:
            return False
        if self._is_handed_on(step, spec):
            self.draft.notes.append(Note("folded", step.origin))
            return True
        if not is_free(op):
            return False
        if self._is_settled(step, spec):
            self.draft.notes.append(Note("folded", step.origin))
            return True
        if all(slot in self.known for slot in step.ins) and self._work_out(step, spec):
            self.draft.notes.append(Note("folded", step.origin))
            return True
        return self._is_repeated(step, op, spec)

    def _is_handed_on(self, step: Step, spec: OpSpec) -> bool:
        """Whether the result is an operand as it is."""
        types = step.origin.operand_types
        if spec.keeps and types[0] == step.origin.result_types[0]:
            return self._keeps(step, spec) and self._call(step.outs[0], step.ins[0])
        if isinstance(spec.means, Choice) and step.ins[0] in self.known:
            for which, holds in ((1, 1), (2, 0)):
                of = step.origin.result_types[0]
                same = types[which] == of and isinstance(of, TensorType) and not of.element.is_quantized
                if same and self._is_all(step.ins[0], holds):
                    return self._call(step.outs[0], step.ins[which])
        for which, number, kinds in spec.neutral:
            if step.dtypes[0].kind in kinds and self._is_all(step.ins[which], number):
                other = step.ins[1 - which]
                return types[1 - which] == step.origin.result_types[0] and self._call(step.outs[0], other)
        for which, number, kinds in spec.ends:
            if step.dtypes[0].kind in kinds and self._is_all(step.ins[which], number):
                return types[which] == step.origin.result_types[0] and self._call(step.outs[0], step.ins[which])
        return False

    @staticmethod
    def _keeps(step: Step, spec: OpSpec) -> bool:
        op = op_of(step)
        assert op is not None
        return spec.keeps is True or callable(spec.keeps) and spec.keeps(decoded(op, spec))

    def _call(self, slot: int, other: int) -> bool:
        self.names[slot] = other
        return True

    def _is_settled(self, step: Step, spec: OpSpec) -> bool:
        """Whether a comparison of unsigned integers with 0 has one answer for all."""
        means = spec.means
        if not isinstance(means, Comparison) or not is_plain(step):
            return False
        of = step.origin.operand_types[0]
        if not isinstance(of, TensorType) or of.dtype.kind != "u":
            return False
        for place, never, always in ((1, "LT", "GE"), (0, "GT", "LE")):
            direction = attribute(step, means.direction)
            if direction in (never, always) and self._is_all(step.ins[place], 0):
                (slot,), (shape,) = step.outs, step.shapes
                value = np.broadcast_to(np.asarray(direction == always), shape or ())
                self.known[slot] = self.draft.template[slot] = value
                self.draft.constants[slot] = step.origin
                return True
        return False

    def _is_all(self, slot: int, number: float) -> bool:
        """Whether a slot is known to hold one number at every place, of a zero the positive one."""
        value = self.known.get(slot)
        if value is None or isinstance(value, tuple) or not value.size:
            return False
        if not any(value.strides):
            value = value[(0,) * value.ndim].reshape(1)
        if value.size > _LOOKED_AT or value.dtype.kind not in "biuf":
            return False
        if number == 0 and value.dtype.kind == "f" and (value.view(f"i{value.itemsize}") < 0).any():
            return False
        return bool((value == number).all())

    def _work_out(self, step: Step, spec: OpSpec) -> bool:
        """Run a step beforehand. What takes no memory of its own stays a step, for chains know more of it that way."""
        sizes = [prod(shape) for shape in step.shapes if shape is not None]
        lines = [max(shape, default=1) for shape in step.shapes if shape is not None]
        # What spreads takes no memory, and iota that of a line. All else runs over its operands, and a view can be of any size.
        sizes += [_size(self.known[slot]) for slot in step.ins]
        views = spec.spreads or isinstance(spec.means, Count)
        if not spec.spreads and sum(lines if views else sizes) * 16 > 4 * _LARGEST:
            return False
        try:
            with np.errstate(all="ignore"):
                out = step.function(*[self.known[slot] for slot in step.ins])
                backend = self.draft.backend
                made = several(out, step, backend) if step.has_several else [single(out, step, backend)]
        except Exception:  # noqa: BLE001 - it fails when, and if, it is run
            return False
        if step.guard and any(any(not_finite(value)) for value in made):
            return False  # it is noticed where it is run
        owned = sum(value.nbytes for value in made)
        for slot, value in zip(step.outs, made, strict=True):
            self.known[slot] = value
        if views and owned > _COMPARED or owned > min(_LARGEST, self.left):
            return False
        self.left -= owned
        for slot, value in zip(step.outs, made, strict=True):
            value = value.view()
            value.flags.writeable = False
            self.known[slot] = self.draft.template[slot] = value
            self.draft.constants[slot] = step.origin
            self._join_constant(slot)
        return True

    def _is_repeated(self, step: Step, op: Op, spec: OpSpec) -> bool:
        """Whether a step before this one did the same."""
        if step.regions and any(region.single_op is None for region in step.regions):
            return False
        inner = tuple(region.single_op for region in step.regions)
        attributes = frozenset((name, value) for name, value in op.attributes.items() if name in spec.attributes)
        key = (spec.name, step.ins, inner, attributes, tuple(step.origin.result_types))
        first = self.seen.setdefault(key, step.outs)
        if first is step.outs:
            return False
        self.names.update(zip(step.outs, first, strict=True))
        self.draft.notes.append(Note("shared", step.origin))
        return True
