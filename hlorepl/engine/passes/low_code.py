"""f16 and bf16 in a block: held in f32 between steps, rounded where the program says.

A value has up to three forms: in its own type; in f32, rounded to it (``wide``); in f32 and still to be rounded (``raw``). Each is made
when somebody asks for it, so what is not stored is never converted there and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...ir.types import TensorType
from ...kernels.casts import converter
from ...kernels.elementary import COMPARE
from ...kernels.lowprecision import wide_lookup
from ...kernels.rounding import is_rounded, rounded
from ...ops.meanings import Cast, Choice, Comparison
from ...ops.registry import of
from .draft import meaning, op_of
from .rowwise import attribute, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.core import Op
    from ...ops.registry import OpSpec
    from ..step import Step
    from .block_code import BlockCode, Value

_F32 = np.dtype(np.float32)


class LowForms:
    """What a block knows of its values of low precision beside ``BlockCode.values``, which has them in their own type."""

    def __init__(self, code: BlockCode):
        self.code = code
        self.wide: dict[int, Value] = {}
        self.raw: dict[int, Value] = {}
        self.dtypes: dict[int, Any] = {}

    def own(self, slot: int) -> Value | None:
        """A value in its own type, made of its form in f32; None where it has none."""
        value = self.raw.get(slot) or self.wide.get(slot)
        if value is None:
            return None
        return self.code.made(converter(_F32, self.dtypes[slot]), [value], value.shape, first=np)

    def in_f32(self, slot: int, shape: tuple[int, ...], dtype: Any) -> Value:
        """A value in f32, rounded to its type."""
        found = self.wide.get(slot)
        if found is not None:
            return found
        raw, known = self.raw.get(slot), self.code.values.get(slot)
        if raw is not None and known is None:
            found = self.code.made(_rounder(dtype), [raw], raw.shape)
        else:
            value = self.code.value(slot, shape)
            found = self.code.made(converter(dtype, _F32), [value], value.shape, first=np)
        self.wide[slot] = found
        return found

    def step(self, step: Step) -> bool:
        """Write a step whose results or operands are of low precision in f32; False where it is to be written as any other."""
        types = [
            each for each in (*step.origin.operand_types, *step.origin.result_types) if isinstance(each, TensorType)
        ]
        low = {each.dtype for each in types if each.element.is_float and is_rounded(each.dtype)}
        if len(low) != 1 or self.code.is_in_loop:
            return False
        (dtype,) = low
        means, result = meaning(step), step.dtypes[0]
        if isinstance(means, Cast):
            return self._converted(step, dtype)
        operands = [each.dtype for each in types[:-1]]
        if isinstance(means, Choice):
            return self._selected(step, dtype)
        if isinstance(means, Comparison) and all(each == dtype for each in operands):
            return self._compared(step, means, dtype)
        if result != dtype or any(each != dtype for each in operands):
            return False
        return self._computed(step, dtype)

    def summand(self, step: Step, shape: tuple[int, ...]) -> Value | None:
        """What a reduction of low precision reduces, in f32, in which it is accumulated; None for any other."""
        dtype = step.dtypes[0]
        if self.code.is_in_loop or np.dtype(dtype).kind not in "fV" or not is_rounded(dtype):
            return None
        return self.in_f32(step.ins[0], shape, dtype)

    def _values(self, step: Step, dtype: Any) -> list[Value]:
        return [self.in_f32(slot, shape_of(step, place), dtype) for place, slot in enumerate(step.ins)]

    def _converted(self, step: Step, dtype: Any) -> bool:
        (before, after), (slot,), (out,) = (step.origin.operand_types[0], step.dtypes[0]), step.ins, step.outs
        assert isinstance(before, TensorType)
        if before.dtype == dtype and after == _F32:
            self.code.values[out] = self.in_f32(slot, shape_of(step, 0), dtype)
            return True
        if before.dtype == _F32 and after == dtype:
            self._keep(self.raw, out, self.code.value(slot, shape_of(step, 0)), dtype)
            return True
        return False

    def _keep(self, forms: dict[int, Value], slot: int, value: Value, dtype: Any) -> None:
        forms[slot], self.dtypes[slot] = value, dtype

    def _compared(self, step: Step, means: Comparison, dtype: Any) -> bool:
        if attribute(step, means.order) == "TOTALORDER":
            return False
        function = getattr(np, COMPARE[attribute(step, means.direction)])
        self.code.values[step.outs[0]] = self.code.applied(function, step, self._values(step, dtype))
        return True

    def _selected(self, step: Step, dtype: Any) -> bool:
        if step.dtypes[0] != dtype or not any(slot in self.dtypes for slot in step.ins[1:]):
            return False
        choice = self.code.value(step.ins[0], shape_of(step, 0))
        chosen = [self.in_f32(step.ins[place], shape_of(step, place), dtype) for place in (1, 2)]
        function = self.code.chooser(step, [choice, *chosen], _F32) or step.function
        found = self.code.applied(function, step, [choice, *chosen])
        self._keep(self.wide, step.outs[0], found, dtype)
        return True

    def _computed(self, step: Step, dtype: Any) -> bool:
        op = op_of(step)
        spec = of(op) if op is not None else None
        (slot,) = step.outs
        if op is None or spec is None or not _is_usual(op, spec):
            return False
        library = _of_library(spec)
        if spec.exact:
            function = library or _with(np, spec.function)
            self._keep(self.wide, slot, self.code.applied(function, step, self._values(step, dtype), _F32), dtype)
        elif spec.low == "f32" and library is not None:  # rounded once, afterwards
            self._keep(self.raw, slot, self.code.applied(library, step, self._values(step, dtype), _F32), dtype)
        elif spec.low == "table" and len(step.ins) == 1:
            value = self.code.value(step.ins[0], shape_of(step, 0))
            found = self.code.made(wide_lookup(spec.function, dtype, np), [value], value.shape)
            self._keep(self.wide, slot, found, dtype)
        else:
            return False
        return True


def _is_usual(op: Op, spec: OpSpec) -> bool:
    """Whether no attribute says that an op is to be done in another way."""
    if spec.attributes and (not spec.defaults or any(value is not None for value in spec.defaults.values())):
        return False
    return spec.attributes.keys().isdisjoint(op.attributes)


def _of_library(spec: OpSpec) -> Callable[..., Any] | None:
    """NumPy's function that is all there is to an op of floats."""
    name, kinds = spec.library or ("", ())
    return getattr(np, name) if "float" in kinds else None


def _with(xp: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arrays: function(xp, *arrays)


def _rounder(dtype: Any) -> Callable[[Any], Any]:
    return lambda array: rounded(array, dtype)
