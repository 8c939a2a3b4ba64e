"""Arrays put into the order that an op gave to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.copying import copies
from ..ir.core import Op, Value
from ..ir.types import ELEMENTS, TensorType
from ..ops.registry import of
from ..verifier.decoding import decoded
from .pieces import Piece, values_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ops.meanings import Order
    from .running import Runs


def ordered_alike(runs: Runs, op: Op, means: Order, inputs: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """``others`` in the order in which an op that sorts puts ``inputs``: it sorts their places along with them."""
    spec = of(op)
    assert spec is not None
    axis = decoded(op, spec)[means.axis]
    piece = _with_places(op)
    shape = inputs[0].shape
    wanted = [1] * len(shape)
    wanted[axis] = shape[axis]
    places = np.broadcast_to(np.arange(shape[axis], dtype=np.int64).reshape(wanted), shape)
    *_, order = runs(piece, [*inputs, np.ascontiguousarray(places)])
    by_value = dict(zip(dict.fromkeys(values_of(op)), others, strict=True))
    return [np.take_along_axis(by_value[value], order, axis) for value in op.operands]


def _with_places(op: Op) -> Piece:
    """The op with one operand more, which its region does not look at."""
    (found,) = copies([op], {})
    first = op.operands[0].type
    assert isinstance(first, TensorType)
    index = TensorType(first.shape, ELEMENTS["i64"])
    place = Value("", index)
    found.operands = [*found.operands, place]
    found.results = [*found.results, Value("", index, owner=found)]
    block = found.region.block
    block.arguments = [*block.arguments, *(Value("", TensorType((), ELEMENTS["i64"]), owner=block) for _ in range(2))]
    found.decoded = None
    piece = Piece([found], found.results)
    piece.inputs = [*dict.fromkeys(values_of(op)), place]
    return piece
