"""CHLO's element-wise ops whose operands broadcast to one shape: each is an op of another family with that in front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...ir.types import AtMost, TensorType, UnrankedType
from ..elementwise import binary as two
from ..elementwise.comparison import compare, select
from ..elementwise.complex_parts import complex_
from ..registry import op
from ..rules import require_tensors
from . import elementwise as chlo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Extent
    from ..annotations import ComparisonDirection, ComparisonType, Ints
    from ..registry import OpSpec
    from ..rules import Shape


def broadcasting(name: str, base: OpSpec) -> None:
    """Declare the op that is an op of two operands with broadcasting in front."""

    def run(xp: Any, lhs: Any, rhs: Any, *, broadcast_dimensions: Ints | None = None) -> Any:
        return base.function(xp, *_aligned((lhs, rhs), broadcast_dimensions))

    def rule(lhs: TensorType, rhs: TensorType, *, broadcast_dimensions: Ints | None = None) -> Any:
        assert base.infer_rule is not None
        return base.infer_rule(*_broadcast_types(lhs, rhs, broadcast_dimensions))

    run.__doc__ = f"``{base.mnemonic}`` of two operands that broadcast to one shape."
    op(name, form="signature", low=base.low, quantized=base.quantized, error=base.error)(run).infer(
        rule, result="result_type"
    )


broadcasting("chlo.broadcast_add", two.add)
broadcasting("chlo.broadcast_and", two.and_)
broadcasting("chlo.broadcast_atan2", two.atan2)
broadcasting("chlo.broadcast_complex", complex_)
broadcasting("chlo.broadcast_divide", two.divide)
broadcasting("chlo.broadcast_maximum", two.maximum)
broadcasting("chlo.broadcast_minimum", two.minimum)
broadcasting("chlo.broadcast_multiply", two.multiply)
broadcasting("chlo.broadcast_next_after", chlo.next_after)
broadcasting("chlo.broadcast_or", two.or_)
broadcasting("chlo.broadcast_polygamma", chlo.polygamma)
broadcasting("chlo.broadcast_power", two.power)
broadcasting("chlo.broadcast_remainder", two.remainder)
broadcasting("chlo.broadcast_shift_left", two.shift_left)
broadcasting("chlo.broadcast_shift_right_arithmetic", two.shift_right_arithmetic)
broadcasting("chlo.broadcast_shift_right_logical", two.shift_right_logical)
broadcasting("chlo.broadcast_subtract", two.subtract)
broadcasting("chlo.broadcast_xor", two.xor)
broadcasting("chlo.broadcast_zeta", chlo.zeta)


@op("chlo.broadcast_compare", form="signature", low=compare.low, quantized="expressed")
def broadcast_compare(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    broadcast_dimensions: Ints | None = None,
    comparison_direction: ComparisonDirection,
    compare_type: ComparisonType | None = None,
) -> Any:
    """``compare`` of two operands that broadcast to one shape."""
    lhs, rhs = _aligned((lhs, rhs), broadcast_dimensions)
    return compare.function(xp, lhs, rhs, comparison_direction=comparison_direction, compare_type=compare_type)


@broadcast_compare.infer(result="result_type")
def _(
    lhs: TensorType,
    rhs: TensorType,
    *,
    broadcast_dimensions: Ints | None = None,
    compare_type: ComparisonType | None = None,
) -> TensorType:
    assert compare.infer_rule is not None
    return compare.infer_rule(*_broadcast_types(lhs, rhs, broadcast_dimensions), compare_type=compare_type)


@op("chlo.broadcast_select", form="signature", unranked="own")
def broadcast_select(xp: Any, pred: Any, on_true: Any, on_false: Any) -> Any:
    """``select`` of operands that broadcast to one shape."""
    return xp.where(pred, on_true, on_false)


@broadcast_select.infer(result="result_type")
def _(
    pred: TensorType, on_true: TensorType | UnrankedType, on_false: TensorType | UnrankedType
) -> TensorType | UnrankedType:
    require_tensors(pred=pred)
    assert select.infer_rule is not None
    if isinstance(on_true, UnrankedType) or isinstance(on_false, UnrankedType):
        found = select.infer_rule(pred, *(TensorType(pred.shape, each.element) for each in (on_true, on_false)))
        return UnrankedType(found.element)
    require_tensors(on_true=on_true, on_false=on_false)
    shape = _common_shape([pred.extents, on_true.extents, on_false.extents])
    return select.infer_rule(*(type_.with_shape(shape) for type_ in (pred, on_true, on_false)))


# --- shapes ------------------------------------------------------------------------------------------------------


def _aligned(arrays: tuple[Any, Any], dimensions: Sequence[int] | None) -> tuple[Any, Any]:
    """Arrays of one rank: dimensions of size 1 put into the shorter one where ``broadcast_dimensions`` leaves room."""
    lhs, rhs = arrays
    if lhs.ndim == rhs.ndim or dimensions is None:
        return arrays
    short, long = (lhs, rhs) if lhs.ndim < rhs.ndim else (rhs, lhs)
    shape = [1] * long.ndim
    for axis, size in zip(dimensions, short.shape, strict=True):
        shape[axis] = size
    spread = short.reshape(shape)
    return (spread, rhs) if short is lhs else (lhs, spread)


def _broadcast_types(lhs: TensorType, rhs: TensorType, dimensions: Ints | None) -> tuple[TensorType, TensorType]:
    """Both types in the shape that they broadcast to."""
    require_tensors(lhs=lhs, rhs=rhs)
    short, long = sorted((lhs.extents, rhs.extents), key=len)
    if dimensions is not None:
        _check_dimensions(dimensions, len(short), len(long))
        if len(short) < len(long):
            places = dict(zip(dimensions, short, strict=True))
            short = tuple(places.get(axis, 1) for axis in range(len(long)))
    shape = _common_shape([short, long])
    return lhs.with_shape(shape), rhs.with_shape(shape)


def _check_dimensions(dimensions: Ints, rank: int, wide_rank: int) -> None:
    fits = len(dimensions) == rank and list(dimensions) == sorted(set(dimensions))
    inside = all(0 <= axis < wide_rank for axis in dimensions)
    require(
        fits and inside, "broadcast_dimensions",
        "broadcast_dimensions must name, in order, one dimension of the operand of higher rank for each of the other",
        "broadcast_dimensions",
    )  # fmt: skip


def _common_shape(shapes: list[Shape]) -> Shape:
    rank = max(map(len, shapes))
    padded = [(1,) * (rank - len(shape)) + tuple(shape) for shape in shapes]
    return tuple(_common_size(sizes) for sizes in zip(*padded, strict=True))


def _common_size(sizes: tuple[Extent, ...]) -> Extent:
    """1 gives way to any size; with a dynamic size, one that is known and not 1 decides."""
    known = {size for size in sizes if isinstance(size, int) and size != 1}
    require(len(known) <= 1, "shapes", "sizes {found} do not broadcast to one", at="result", found=sorted(known))
    if known:
        return known.pop()
    if None in sizes:
        return None
    bounds = [size.bound for size in sizes if isinstance(size, AtMost)]
    return AtMost(max(bounds)) if bounds else 1
