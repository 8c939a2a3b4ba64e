"""pad: elements around a tensor and between its elements; negative amounts cut."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import require
from ..expressions import Expression
from ..registry import op
from ..rules import require_per_tensor, require_rank, require_same_element, size_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Extent, TensorType
    from ..annotations import Ints


@op("stablehlo.pad", sure=True, form="pad", quantized="storage")
def pad(
    xp: Any,
    operand: Any,
    padding_value: Any,
    *,
    edge_padding_low: Ints,
    edge_padding_high: Ints,
    interior_padding: Ints,
) -> Any:
    """Put a value around the operand and between its elements; a negative amount takes elements away."""
    return padded(xp, operand, padding_value, edge_padding_low, edge_padding_high, interior_padding)


def padded_size(size: int, low: int, high: int, interior: int) -> int:
    """The size of a dimension after padding; may be negative, which no tensor has."""
    return size + low + max(size - 1, 0) * interior + high


def padded(xp: Any, operand: Any, value: Any, low: Sequence[int], high: Sequence[int], interior: Sequence[int]) -> Any:
    """``operand`` padded with the rank-0 ``value``; a view where nothing is added."""
    kept_in, source, shape, target = layout(operand.shape, low, high, interior)
    kept = operand[source]
    if kept_in == shape:
        return kept
    result = xp.empty(shape, operand.dtype)
    result[...] = value
    result[target] = kept
    return result


def layout(
    sizes: Sequence[int], low: Sequence[int], high: Sequence[int], interior: Sequence[int]
) -> tuple[tuple[int, ...], tuple[slice, ...], tuple[int, ...], tuple[slice, ...]]:
    """What is kept of an array of that shape: its own shape and place; the shape of the result and the place there."""
    shape: list[int] = []
    counts: list[int] = []
    sources: list[slice] = []
    targets: list[slice] = []
    for size, before, after, between in zip(sizes, low, high, interior, strict=True):
        total = padded_size(size, before, after, between)
        step = between + 1
        first = max(0, -(before // step))
        last = min(size, (total - before - 1) // step + 1)
        count = max(0, last - first)
        start = before + first * step
        shape.append(total)
        counts.append(count)
        sources.append(slice(first, first + count))
        targets.append(slice(start, start + count * step, step) if count else slice(0, 0))
    return tuple(counts), tuple(sources), tuple(shape), tuple(targets)


@pad.plan
def _(
    xp: Any,
    operand: TensorType,
    padding_value: TensorType,
    *,
    edge_padding_low: Ints,
    edge_padding_high: Ints,
    interior_padding: Ints,
) -> Any:
    if not operand.is_static:
        return None
    kept, source, shape, target = layout(operand.sizes, edge_padding_low, edge_padding_high, interior_padding)
    if kept == shape:
        return Expression("{a0}[{source}]", source=source)
    is_whole, empty, dtype = kept == operand.sizes, xp.empty, operand.dtype

    def run(array: Any, value: Any) -> Any:
        result = empty(shape, dtype)
        result[...] = value
        result[target] = array if is_whole else array[source]
        return result

    return run


@pad.infer(element="C1", shape="C4")
def _(
    operand: TensorType,
    padding_value: TensorType,
    *,
    edge_padding_low: Ints,
    edge_padding_high: Ints,
    interior_padding: Ints,
) -> TensorType:
    require_per_tensor(operand=operand, padding_value=padding_value)
    require_rank(0, padding_value=padding_value)
    require_same_element("C1", "padding_value", padding_value, operand, "operand")
    amounts = {
        "edge_padding_low": edge_padding_low,
        "edge_padding_high": edge_padding_high,
        "interior_padding": interior_padding,
    }
    for name, values in amounts.items():
        where: dict[str, Any] = {"rank": operand.rank, "found": len(values), "name": name}
        fits = len(values) == operand.rank
        require(fits, "C2", "{operand} has rank {rank}, here are {found} numbers of {name}", name, **where)
    positive = all(amount >= 0 for amount in interior_padding)
    require(positive, "C3", "interior_padding {interior_padding} must not be negative", at="interior_padding")
    result = operand
    each = zip(operand.extents, edge_padding_low, edge_padding_high, interior_padding, strict=True)
    for axis, (size, low, high, between) in enumerate(each):
        result = result.resized(axis, padded_extent(size, low, high, between))
        most = result.limits[axis]
        there = most is None or most >= 0
        require(there, "C4", "dimension {axis} would have the size {most}", "edge_padding_high", axis=axis, most=most)
    return result


def padded_extent(size: Extent, low: int, high: int, interior: int) -> Extent:
    """What is known of a size after padding; may be negative, which no tensor has."""
    return size_after(partial(padded_size, low=low, high=high, interior=interior), size)
