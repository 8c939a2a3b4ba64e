"""Ops whose places or shapes are worked out when the program runs.

Index and shape operands are integer tensors of any width, unsigned ones included. Rules that the specification does
not number have names.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.attributes import DenseAttr
from ...ir.core import Op
from ...ir.types import ELEMENTS, ElementType, OpaqueType, TensorType
from ..registry import op
from ..rules import (
    are_unique,
    require_indices,
    require_per_tensor,
    require_rank,
    require_same_element,
    require_tensors,
    shapes_agree,
    sizes_agree,
)
from .padding import padded, padded_size
from .shape import broadcast_along, check_broadcast, check_counting, check_moved_element, counting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..annotations import Ints


def host_ints(values: Any) -> list[int]:
    """The numbers of a small integer array (an operand that says where or how large) as Python's."""
    return [int(value) for value in values.ravel().tolist()]


_WHOLE = slice(None)


def clamped(starts: Sequence[Any], shape: Sequence[int], window: Sequence[int]) -> tuple[slice, ...]:
    """Where a window lies that starts at the rank-0 ``starts``, moved as far as needed to lie inside ``shape``."""
    key = []
    for start, size, length in zip(starts, shape, window, strict=True):
        last = size - length
        if last <= 0:
            if last < 0:
                message = f"a piece of shape {tuple(window)} does not fit into one of shape {tuple(shape)}"
                raise HloError(message, code="run.window")
            key.append(_WHOLE)
            continue
        first = int(start)
        first = 0 if first < 0 else min(first, last)
        key.append(slice(first, first + length))
    return tuple(key)


@op("stablehlo.dynamic_slice", form="dynamic_slice", quantized="storage")
def dynamic_slice(xp: Any, operand: Any, *start_indices: Any, slice_sizes: Ints) -> Any:
    """Take a piece of a given size; a start out of range is moved so that the piece lies inside."""
    return operand[clamped(start_indices, operand.shape, slice_sizes)]


@dynamic_slice.infer(element="C1", shape="C5")
def _(operand: TensorType, *start_indices: TensorType, slice_sizes: Ints) -> TensorType:
    require_per_tensor(operand=operand)
    require_indices(0, start_indices=start_indices)
    where: dict[str, Any] = {"rank": operand.rank, "found": len(start_indices)}
    message = "{operand} has rank {rank}, here are {found} start indices"
    require(len(start_indices) == operand.rank, "C2", message, "start_indices", **where)
    where["found"] = len(slice_sizes)
    message = "{operand} has rank {rank}, here are {found} slice_sizes"
    require(len(slice_sizes) == operand.rank, "C2", message, "slice_sizes", **where)
    _check_same_indices(start_indices, "C3")
    for axis, (length, size) in enumerate(zip(slice_sizes, operand.shape, strict=True)):
        where = {"axis": axis, "length": length, "size": size}
        message = "slice size {length} does not fit into dimension {axis} of {operand}, which has size {size}"
        require(length >= 0 and (size is None or length <= size), "C4", message, "slice_sizes", **where)
    return operand.with_shape(tuple(slice_sizes))


def _check_same_indices(indices: tuple[TensorType, ...], code: str) -> None:
    for number, index in enumerate(indices):
        at = ("start_indices", number)
        same = index.element == indices[0].element
        require(same, code, "{at} must have the type of {first}", at, first=indices[0], fit=indices[0])


def _is_the_update(operand: TensorType, update: TensorType, *start_indices: TensorType) -> str:
    """An update as large as the operand is the result."""
    return "never" if operand.is_static and update.is_static and operand.shape != update.shape else "maybe"


@op("stablehlo.dynamic_update_slice", form="signature", quantized="storage", updates=0, view=_is_the_update)
def dynamic_update_slice(xp: Any, operand: Any, update: Any, *start_indices: Any, own: bool = False) -> Any:
    """Put a piece into a copy of the operand; a start out of range is moved so that the piece lies inside."""
    shape, window = operand.shape, update.shape
    if window == shape:
        return update
    result = operand if own else operand.copy()
    result[clamped(start_indices, shape, window)] = update
    return result


@dynamic_update_slice.infer(result="C1")
def _(operand: TensorType, update: TensorType, *start_indices: TensorType) -> TensorType:
    require_per_tensor(operand=operand, update=update)
    require_indices(0, start_indices=start_indices)
    require_same_element("C2", "update", update, operand, "operand")
    require(update.rank == operand.rank, "C3", "{update} must have the rank of {operand}", at="update")
    where: dict[str, Any] = {"rank": operand.rank, "found": len(start_indices)}
    message = "{operand} has rank {rank}, here are {found} start indices"
    require(len(start_indices) == operand.rank, "C4", message, "start_indices", **where)
    _check_same_indices(start_indices, "C5")
    for axis, (length, size) in enumerate(zip(update.shape, operand.shape, strict=True)):
        fits = length is None or size is None or length <= size
        require(fits, "C6", "dimension {axis} of {update} is larger than that of {operand}", "update", axis=axis)
    return operand


@op("stablehlo.real_dynamic_slice", form="signature", quantized="storage")
def real_dynamic_slice(xp: Any, operand: Any, start_indices: Any, limit_indices: Any, strides: Any) -> Any:
    """``slice`` with start, limit and stride worked out at run time; they must be as ``slice`` wants them."""
    starts, limits, steps = map(host_ints, (start_indices, limit_indices, strides))
    for axis, (start, limit, step, size) in enumerate(zip(starts, limits, steps, operand.shape, strict=True)):
        if step <= 0 or not 0 <= start <= limit <= size:
            message = f"[{start}:{limit}:{step}] is no piece of dimension {axis}, which has size {size}"
            raise HloError(message, code="run.real_dynamic_slice")
    return operand[tuple(map(slice, starts, limits, steps))]


@real_dynamic_slice.infer(element="element_type", shape="result_shape")
def _(
    operand: TensorType,
    start_indices: TensorType,
    limit_indices: TensorType,
    strides: TensorType,
    *,
    result: TensorType | None,
    op: Op,
) -> TensorType:
    require_per_tensor(operand=operand)
    require_indices(1, start_indices=start_indices, limit_indices=limit_indices, strides=strides)
    for name, indices in (("start_indices", start_indices), ("limit_indices", limit_indices), ("strides", strides)):
        fits = sizes_agree(indices.shape[0], operand.rank)
        require(fits, "indices_size", "{at} must hold one number for each dimension of {operand}", name)
        same = indices.element == start_indices.element
        require(same, "indices_type", "{at} must have the type of {start_indices}", name)
    shape = (None,) * operand.rank if result is not None else _written_slice(operand, op)
    return _declared(result, operand, shape)


def _written_slice(operand: TensorType, op: Op) -> tuple[int | None, ...]:
    """The sizes of a slice whose limits are constants."""
    starts, ends, steps = (_written_sizes(op, index) for index in (1, 2, 3))
    if starts is None or ends is None or steps is None:
        return (None,) * operand.rank
    rows = zip(starts, ends, steps, strict=True)
    return tuple(max(0, -((start - end) // step)) if step > 0 else None for start, end, step in rows)


def _declared(result: TensorType | None, operand: TensorType, shape: tuple[int | None, ...]) -> TensorType:
    """What is known of a result whose sizes only show when the program runs: what its declaration says."""
    fits = isinstance(result, TensorType) and shapes_agree(result.shape, shape)
    return TensorType(result.shape if fits else shape, operand.element)  # type: ignore[union-attr]


@op("stablehlo.dynamic_reshape", form="signature", quantized="storage")
def dynamic_reshape(xp: Any, operand: Any, output_shape: Any) -> Any:
    """The same elements, in the same order, in a shape worked out at run time."""
    shape = tuple(host_ints(output_shape))
    if min(shape, default=0) < 0 or prod(shape) != operand.size:
        raise HloError(f"{operand.size} elements do not make the shape {shape}", code="run.dynamic_reshape")
    return xp.reshape(operand, shape)


@dynamic_reshape.infer
def _(operand: TensorType, output_shape: TensorType, *, result: TensorType | None, op: Op) -> TensorType | None:
    require_tensors(operand=operand)
    require_indices(1, output_shape=output_shape)
    if result is None:
        shape = written_shape(output_shape, op)
        return None if shape is None else operand.with_shape(shape)
    require_tensors(result=result)
    check_moved_element(operand, result, "element_type")
    _check_output_size(output_shape, result, "output_shape", op)
    sizes = result.sizes if result.is_static else _written_sizes(op)
    same = not operand.is_static or sizes is None or operand.size == prod(sizes)
    require(same, "size", "{operand} and {result} must have the same number of elements", at="result")
    return result


def _check_output_size(shape: TensorType, result: TensorType, at: str, op: Op) -> None:
    """The last operand, which says the shape of the result, holds as many numbers, and these where they are known."""
    fits = sizes_agree(shape.shape[0], result.rank)
    require(fits, "output_size", "{at} must hold one number for each dimension of {result}", at)
    sizes = _written_sizes(op)
    if sizes is not None:
        message = "{name} is {sizes}, the result is declared {result}"
        require(shapes_agree(tuple(sizes), result.shape), "output_shape", message, "result", name=at, sizes=sizes)


def written_shape(shape: TensorType, op: Op) -> tuple[int | None, ...] | None:
    """What the last operand says of the shape of the result: sizes where it is a constant, else how many there are."""
    sizes = _written_sizes(op)
    if sizes is not None and min(sizes, default=0) >= 0:
        return tuple(sizes)
    count = shape.shape[0]
    return None if count is None else (None,) * count


def _written_sizes(op: Op, index: int = -1) -> list[int] | None:
    """The numbers of an operand of the op, of the last one, when that is a constant."""
    maker = op.operands[index].owner
    if not isinstance(maker, Op) or maker.name != "stablehlo.constant":
        return None
    written = maker.attributes.get("value")
    return host_ints(written.array) if isinstance(written, DenseAttr) else None


@op("stablehlo.dynamic_broadcast_in_dim", form="dynamic_broadcast_in_dim", quantized="storage")
def dynamic_broadcast_in_dim(
    xp: Any,
    operand: Any,
    output_dimensions: Any,
    *,
    broadcast_dimensions: Ints,
    known_expanding_dimensions: Ints = (),
    known_nonexpanding_dimensions: Ints = (),
    memory: Any,
) -> Any:
    """``broadcast_in_dim`` to a shape worked out at run time."""
    shape = host_ints(output_dimensions)
    for size, target in zip(operand.shape, broadcast_dimensions, strict=True):
        if size not in (1, shape[target]):
            message = f"a dimension of size {size} does not stretch to {shape[target]}, in shape {tuple(shape)}"
            raise HloError(message, code="run.dynamic_broadcast_in_dim")
    _check_sizes(shape, "dynamic_broadcast_in_dim", operand.dtype, memory)
    return broadcast_along(xp, operand, broadcast_dimensions, shape)


def _check_sizes(shape: Sequence[int], name: str, dtype: Any, memory: Any) -> None:
    if min(shape, default=0) < 0 or prod(size for size in shape if size) >= 2**59:
        raise HloError(f"no tensor has the shape {tuple(shape)}", code=f"run.{name}")
    memory.require(prod(shape), dtype, f"stablehlo.{name}")


@dynamic_broadcast_in_dim.infer(result="result_type")
def _(
    operand: TensorType,
    output_dimensions: TensorType,
    *,
    broadcast_dimensions: Ints,
    known_expanding_dimensions: Ints = (),
    known_nonexpanding_dimensions: Ints = (),
    result: TensorType | None,
    op: Op,
) -> TensorType | None:
    require_tensors(operand=operand)
    require_indices(1, output_dimensions=output_dimensions)
    known = (*known_expanding_dimensions, *known_nonexpanding_dimensions)
    named = "known_expanding_dimensions" if known_expanding_dimensions else "known_nonexpanding_dimensions"
    require(are_unique(known), "known_dims_unique", "a dimension is both expanding and not, or named twice", named)
    for d in known:
        require(0 <= d < operand.rank, "known_dims_in_range", "there is no dimension {d} in {operand}", named, d=d)
    if result is None:
        shape = written_shape(output_dimensions, op)
        return None if shape is None else operand.with_shape(shape)
    require_tensors(result=result)
    check_moved_element(operand, result, "element_type", scales=False)
    _check_output_size(output_dimensions, result, "output_dimensions", op)
    codes = ("dims_size", "dims_in_range", "dims_unique", "dims_match", "quantization_axis")
    check_broadcast(operand, result, broadcast_dimensions, codes)
    return result


@op("stablehlo.dynamic_iota", form="dynamic_iota", quantized="expressed")
def dynamic_iota(xp: Any, output_shape: Any, *, iota_dimension: int, result: TensorType, memory: Any) -> Any:
    """The index along one dimension, at each place of a shape worked out at run time."""
    shape = host_ints(output_shape)
    _check_sizes(shape, "dynamic_iota", result.dtype, memory)
    return counting(xp, shape, iota_dimension, result)


@dynamic_iota.infer
def _(output_shape: TensorType, *, iota_dimension: int, result: TensorType | None, op: Op) -> TensorType | None:
    require_indices(1, output_shape=output_shape)
    if result is None:
        return None
    require_tensors(result=result)
    check_counting(iota_dimension, result, "iota_dimension_in_range")
    _check_output_size(output_shape, result, "output_shape", op)
    return result


@op("stablehlo.dynamic_pad", form="signature", quantized="storage")
def dynamic_pad(
    xp: Any,
    operand: Any,
    padding_value: Any,
    edge_padding_low: Any,
    edge_padding_high: Any,
    interior_padding: Any,
    *,
    memory: Any,
) -> Any:
    """``pad`` by amounts worked out at run time."""
    low, high, interior = map(host_ints, (edge_padding_low, edge_padding_high, interior_padding))
    if min(interior, default=0) < 0:
        raise HloError(f"interior_padding {interior} must not be negative", code="run.dynamic_pad")
    shape = [padded_size(*each) for each in zip(operand.shape, low, high, interior, strict=True)]
    _check_sizes(shape, "dynamic_pad", operand.dtype, memory)
    return padded(xp, operand, padding_value, low, high, interior)


@dynamic_pad.infer(element="element_type", shape="result_shape")
def _(
    operand: TensorType,
    padding_value: TensorType,
    edge_padding_low: TensorType,
    edge_padding_high: TensorType,
    interior_padding: TensorType,
    *,
    result: TensorType | None,
    op: Op,
) -> TensorType:
    require_per_tensor(operand=operand, padding_value=padding_value)
    require_rank(0, padding_value=padding_value)
    require_same_element("element_type", "padding_value", padding_value, operand, "operand")
    amounts = {
        "edge_padding_low": edge_padding_low,
        "edge_padding_high": edge_padding_high,
        "interior_padding": interior_padding,
    }
    require_indices(1, **amounts)
    for name, amount in amounts.items():
        fits = sizes_agree(amount.shape[0], operand.rank)
        require(fits, "padding_size", "{at} must hold one number for each dimension of {operand}", name)
    shape = (None,) * operand.rank if result is not None else _written_padding(operand, op)
    return _declared(result, operand, shape)


def _written_padding(operand: TensorType, op: Op) -> tuple[int | None, ...]:
    """The sizes of a padded operand where the padding is constants."""
    lows, highs, betweens = (_written_sizes(op, index) for index in (2, 3, 4))
    if not operand.is_static or lows is None or highs is None or betweens is None:
        return (None,) * operand.rank
    rows = zip(operand.sizes, lows, highs, betweens, strict=True)
    sizes = [low + size + max(size - 1, 0) * between + high for size, low, high, between in rows]
    return tuple(size if size >= 0 else None for size in sizes)


@op("stablehlo.get_dimension_size", form="get_dimension_size", quantized="storage")
def get_dimension_size(xp: Any, operand: Any, *, dimension: int) -> Any:
    """The size of one dimension."""
    return xp.asarray(operand.shape[dimension], dtype=xp.int32)


@get_dimension_size.infer(result="result_type")
def _(operand: TensorType, *, dimension: int) -> TensorType:
    require_tensors(operand=operand)
    require(0 <= dimension < operand.rank, "C1", "there is no dimension {dimension} in {operand}", at="dimension")
    return TensorType((), ELEMENTS["i32"])


@op("stablehlo.set_dimension_size", form="set_dimension_size", quantized="storage")
def set_dimension_size(xp: Any, operand: Any, size: Any, *, dimension: int) -> Any:
    """Keep the first ``size`` elements of one dimension, which the type bounds by the size that it had."""
    wanted, there = int(size), operand.shape[dimension]
    if not 0 <= wanted <= there:
        message = f"dimension {dimension} of size {there} cannot be set to {wanted}"
        raise HloError(message, code="run.set_dimension_size")
    return operand[(slice(None),) * dimension + (slice(0, wanted),)]


@set_dimension_size.infer(element="element_type", shape="result_shape")
def _(operand: TensorType, size: TensorType, *, dimension: int) -> TensorType:
    require_per_tensor(operand=operand)
    require_indices(0, size=size)
    inside = 0 <= dimension < operand.rank
    require(inside, "dimension_in_range", "there is no dimension {dimension} in {operand}", at="dimension")
    known, bounds = operand.shape[dimension], list(operand.bounds or [None] * operand.rank)
    bounds[dimension] = bounds[dimension] if known is None else known
    shape = operand.resized(dimension, None).shape
    return TensorType(shape, operand.element, tuple(bounds) if any(b is not None for b in bounds) else None)


@op("stablehlo.compute_reshape_shape", form="signature")
def compute_reshape_shape(xp: Any, num_elements: Any, dynamic_shape: Any) -> Any:
    """The shape that many elements take, with a -1 in ``dynamic_shape`` worked out (legacy)."""
    count, shape = int(num_elements), host_ints(dynamic_shape)
    if not _reshapable(count, shape):
        raise HloError(f"{count} elements do not make the shape {tuple(shape)}", code="run.compute_reshape_shape")
    known = prod(size for size in shape if size != -1)
    return xp.asarray([count // known if size == -1 else size for size in shape], dtype=dynamic_shape.dtype)


def _reshapable(count: int, shape: Sequence[int]) -> bool:
    known = prod(size for size in shape if size != -1)
    if min(shape, default=0) < -1 or shape.count(-1) > 1:
        return False
    return known > 0 and count % known == 0 if -1 in shape else known == count


def _check_count(num_elements: ElementType, dynamic_shape: TensorType) -> None:
    is_index = isinstance(num_elements, ElementType) and num_elements.is_integer
    require(is_index, "operand_type", "{num_elements} must be of type index or an integer", at="num_elements")
    require_indices(1, dynamic_shape=dynamic_shape)


@compute_reshape_shape.infer(result="result_type")
def _(num_elements: ElementType, dynamic_shape: TensorType) -> TensorType:
    _check_count(num_elements, dynamic_shape)
    return dynamic_shape


@op("stablehlo.cstr_reshapable", form="signature", pure=False)
def cstr_reshapable(xp: Any, num_elements: Any, dynamic_shape: Any) -> Any:
    """Demand that so many elements can take a shape, in which one size may be -1 (legacy)."""
    count, shape = int(num_elements), host_ints(dynamic_shape)
    if not _reshapable(count, shape):
        raise HloError(f"{count} elements do not make the shape {tuple(shape)}", code="run.cstr_reshapable")


@cstr_reshapable.infer(result="result_type")
def _(num_elements: ElementType, dynamic_shape: TensorType) -> OpaqueType:
    _check_count(num_elements, dynamic_shape)
    return OpaqueType("!shape.witness")
