"""NumPy's broadcasting in short forms, written out as ``broadcast_in_dim``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.attributes import DenseArrayAttr
from ..ir.core import Op
from ..ir.types import ELEMENTS, TensorType
from ..ops import registry

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.registry import OpSpec
    from ..source import Span


def spread_operands(op: Op) -> list[Op]:
    """Give an element-wise op operands of one shape: the ops that spread them, in order. Raises the op's shape code."""
    spec = registry.of(op)
    types = [operand.type for operand in op.operands]
    if spec is None or not spec.elementwise or spec.dialect == "chlo" or len(types) < 2:
        return []
    shapes = [of.shape for of in types if isinstance(of, TensorType) and of.is_static]
    if len(shapes) < len(types) or all(shape == shapes[0] for shape in shapes):
        return []
    common = _common_shape(shapes)
    if common is None:
        listed = " and ".join(str(of) for of in types)
        code = f"{spec.mnemonic}.{spec.shape_code or 'C1'}"
        raise HloError(f"{listed} do not broadcast to one shape", op.span, code)
    made: list[Op] = []
    for index, operand in enumerate(op.operands):
        if shapes[index] != common and not _spreads_by_itself(spec, index, operand):
            span = op.span and op.span.to(op.span)  # not the op's own, by which its comments are found
            made.append(_spread(operand, common, span))
            op.operands[index] = made[-1].results[0]
    return made


def _spread(operand: Value, shape: tuple[int, ...], span: Span | None) -> Op:
    of = operand.type
    assert isinstance(of, TensorType)
    offset = len(shape) - of.rank
    dimensions = DenseArrayAttr(ELEMENTS["i64"], tuple(axis + offset for axis in range(of.rank)))
    op = Op("stablehlo.broadcast_in_dim", [operand], {"broadcast_dimensions": dimensions}, span=span)
    op.add_results([of.with_shape(shape)])
    return op


def _spreads_by_itself(spec: OpSpec, index: int, operand: Value) -> bool:
    """Whether the op spreads it itself: clamp takes rank-0 limits, select a rank-0 predicate."""
    rank_0 = isinstance(operand.type, TensorType) and operand.type.rank == 0
    return rank_0 and (spec.mnemonic == "clamp" and index != 1 or spec.mnemonic == "select" and index == 0)


def _common_shape(shapes: list[tuple[int | None, ...]]) -> tuple[int, ...] | None:
    rank = max(map(len, shapes))
    common: list[int] = []
    for axis in range(-rank, 0):
        sizes = {shape[axis] for shape in shapes if len(shape) >= -axis} - {1}
        if len(sizes) > 1:
            return None
        common.append(sizes.pop() if sizes else 1)  # type: ignore[arg-type]
    return tuple(common)
