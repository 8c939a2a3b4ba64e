"""How many bytes an op makes whose types do not tell: by its own rule, of the types that its operands have in a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.core import Op, Value
from ..ir.types import TensorType
from ..memory import bytes_of
from ..verifier.rules import infer_types

if TYPE_CHECKING:
    from collections.abc import Sequence


class Sizes:
    """Asked once for each set of shapes that comes after another."""

    __slots__ = ("_last", "op")

    def __init__(self, op: Op):
        self.op = op
        self._last: tuple[list[Any], int | None] | None = None

    def __call__(self, inputs: Sequence[Any]) -> int | None:
        """The bytes of its results, None where they depend on values: such an op asks for room itself (``memory``)."""
        shapes = [getattr(value, "shape", None) for value in inputs]
        last = self._last
        if last is None or last[0] != shapes:
            last = self._last = (shapes, self._told(shapes))
        return last[1]

    def _told(self, shapes: Sequence[Any]) -> int | None:
        op = self.op
        operands = [_seen(value, shape) for value, shape in zip(op.operands, shapes, strict=False)]
        seen = Op(op.name, operands, op.attributes, op.regions)
        seen.links = op.links
        try:
            types = infer_types(seen)
        except HloError:  # what is wrong shows when the op runs
            return None
        tensors = [of for of in types if isinstance(of, TensorType)]
        return sum(map(bytes_of, tensors)) if all(of.is_static for of in tensors) else None


def _seen(value: Value, shape: Any) -> Value:
    """An operand with the type that it has in this run."""
    of = value.type
    if isinstance(of, TensorType) and not of.is_static and shape is not None:
        of = of.with_shape(shape)
    return Value(value.name, of, value.span, value.owner)
