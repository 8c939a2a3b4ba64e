"""How many bytes an op makes whose types do not tell: by its own rule, of the types that its operands have in a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError
from ..ir.core import Op, Value
from ..ir.types import TensorType
from ..memory import bytes_of
from ..verifier.rules import infer_types

if TYPE_CHECKING:
    from collections.abc import Sequence


class Sizes:
    """Asked once for each set of shapes that comes after another."""

    __slots__ = ("_last", "_open", "op")

    def __init__(self, op: Op):
        self.op = op
        #: Which operands have a shape that only a run shows.
        self._open = [
            place
            for place, value in enumerate(op.operands)
            if isinstance(value.type, TensorType) and not value.type.is_static
        ]
        self._last: tuple[list[Any], int | None] | None = None

    def __call__(self, inputs: Sequence[Any]) -> int | None:
        """The bytes of its results, None where they depend on values: such an op asks for room itself (``memory``)."""
        shapes = [inputs[place].shape for place in self._open]
        last = self._last
        if last is None or last[0] != shapes:
            last = self._last = (shapes, self._told(shapes))
        return last[1]

    def _told(self, shapes: Sequence[tuple[int, ...]]) -> int | None:
        op = self.op
        operands = [*op.operands]
        for place, shape in zip(self._open, shapes, strict=True):
            value = operands[place]
            of = cast("TensorType", value.type).with_shape(shape)
            operands[place] = Value(value.name, of, value.span, value.owner)
        seen = Op(op.name, operands, op.attributes, op.regions)
        seen.decoded = op.decoded
        seen.links = op.links
        try:
            types = infer_types(seen)
        except HloError:  # what is wrong shows when the op runs
            return None
        tensors = [of for of in types if isinstance(of, TensorType)]
        return sum(map(bytes_of, tensors)) if all(of.is_static for of in tensors) else None
