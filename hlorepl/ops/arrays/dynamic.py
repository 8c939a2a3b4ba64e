"""Ops whose places or shapes are worked out when the program runs.

Index and shape operands are integer tensors of any width, unsigned ones included. Rules that the specification does
not number have names.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from ...backends.abilities import able
from ...errors import HloError, require
from ...ir.types import ELEMENTS, AtMost, ElementType, OpaqueType, TensorType
from ...kernels.numbers import is_plain
from ..expressions import Expression
from ..registry import op
from ..rules import (
    are_unique,
    merged_shape,
    require_indices,
    require_per_tensor,
    require_rank,
    require_same_element,
    require_static,
    require_tensors,
    shapes_agree,
    sizes_agree,
)
from ..written import host_ints, written_each, written_shape
from .padding import padded, padded_extent, padded_size
from .shape import broadcast_along, check_broadcast, check_counting, check_moved_element, counting, may_reshape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ..annotations import Ints
    from ..rules import Shape


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


@op("stablehlo.dynamic_slice", sure=True, form="dynamic_slice", quantized="storage")
def dynamic_slice(xp: Any, operand: Any, *start_indices: Any, slice_sizes: Ints) -> Any:
    """Take a piece of a given size; a start out of range is moved so that the piece lies inside."""
    return operand[clamped(start_indices, operand.shape, slice_sizes)]


def _window(starts: Sequence[TensorType], shape: Ints, window: Ints, first: int) -> str | None:
    """What stands in brackets for a window of rank-0 starts, the first of which is that operand; None where it is for arrays."""
    if not all(isinstance(start, TensorType) and is_plain(start.dtype) for start in starts):
        return None
    pieces: list[str] = []
    for axis, (size, length) in enumerate(zip(shape, window, strict=True)):
        last, start = size - length, f"{{n{first + axis}}}"
        inside = f"{start} if 0 <= {start} <= {last} else 0 if {start} < 0 else {last}"
        pieces.append(f"(p{axis} := {inside}):p{axis} + {length}" if last else ":")
    while pieces and pieces[-1] == ":":
        pieces.pop()
    return ", ".join(pieces) or "..."


@dynamic_slice.plan
def _(xp: Any, operand: TensorType, *start_indices: TensorType, slice_sizes: Ints) -> Expression | None:
    if not (able(xp).is_host and operand.is_static):
        return None
    text = _window(start_indices, operand.sizes, slice_sizes, 1)
    return None if text is None else Expression(f"{{a0}}[{text}]")


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
    for axis, (length, size) in enumerate(zip(slice_sizes, operand.limits, strict=True)):
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


@op("stablehlo.dynamic_update_slice", sure=True, form="signature", quantized="storage", updates=0, view=_is_the_update)
def dynamic_update_slice(xp: Any, operand: Any, update: Any, *start_indices: Any, own: bool = False) -> Any:
    """Put a piece into a copy of the operand; a start out of range is moved so that the piece lies inside."""
    shape, window = operand.shape, update.shape
    if window == shape:
        return update
    result = operand if own else operand.copy()
    result[clamped(start_indices, shape, window)] = update
    return result


@dynamic_update_slice.plan
def _(xp: Any, operand: TensorType, update: TensorType, *start_indices: TensorType) -> Expression | None:
    if not (able(xp).is_host and operand.is_static and update.is_static):
        return None
    if operand.shape == update.shape:
        return Expression("{a1}")
    text = _window(start_indices, operand.sizes, update.sizes, 2)
    if text is None:
        return None
    given = ", ".join(f"{{a{k}}}" for k in range(2 + len(start_indices)))
    found = Expression(f"{{f}}({given})", f=partial(dynamic_update_slice.function, xp))
    found.writes = Expression(f"{{a0}}[{text}] = {{a1}}")
    return found


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
    for axis, (length, size) in enumerate(zip(update.shape, operand.limits, strict=True)):
        fits = length is None or size is None or length <= size
        require(fits, "C6", "dimension {axis} of {update} is larger than that of {operand}", "update", axis=axis)
    return operand


_SLICE = ("start_indices", "limit_indices", "strides")


@op("stablehlo.real_dynamic_slice", form="signature", quantized="storage", sizes=_SLICE)
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
    lists = {"start_indices": start_indices, "limit_indices": limit_indices, "strides": strides}
    require_indices(1, **lists)
    require_static(**lists)
    for name, index in lists.items():
        fits = index.shape[0] == operand.rank
        require(fits, "indices_size", "{at} must hold one number for each dimension of {operand}", name)
        same = index.element == start_indices.element
        require(same, "indices_type", "{at} must have the type of {start_indices}", name)
    return _declared(result, operand.with_shape(_written_slice(operand, op)))


def _written_slice(operand: TensorType, op: Op) -> tuple[int | None, ...]:
    """The sizes of a slice, checked, as far as its limits are constants."""
    shape: list[int | None] = []
    rows = zip(operand.limits, *(written_each(op, index, operand.rank) for index in (1, 2, 3)), strict=True)
    for axis, (size, start, end, step) in enumerate(rows):
        where = {"axis": axis, "start": start, "end": end, "step": step, "size": size}
        message = "stride {step} of dimension {axis} must be positive"
        require(step is None or step > 0, "strides", message, "strides", **where)
        message = "start {start} of dimension {axis} is negative"
        require(start is None or start >= 0, "bounds", message, "start_indices", **where)
        message = "limit {end} is beyond dimension {axis} of {operand}, which has size {size}"
        require(end is None or size is None or end <= size, "bounds", message, "limit_indices", **where)
        last = size if end is None else end
        message = "start {start} of dimension {axis} is beyond the limit {last}"
        require(start is None or last is None or start <= last, "bounds", message, "start_indices", last=last, **where)
        known = start is not None and end is not None and step is not None
        shape.append(-((start - end) // step) if known else None)  # type: ignore[operator]
    return tuple(shape)


def _declared(result: TensorType | None, inferred: TensorType) -> TensorType:
    """What is known of a result whose sizes only show when the program runs: what its declaration says."""
    if not isinstance(result, TensorType) or not shapes_agree(result.extents, inferred.extents):
        return inferred
    return inferred.with_shape(merged_shape((result, inferred)))


@op("stablehlo.dynamic_reshape", form="signature", quantized="storage", sizes=("output_shape",))
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
    require_static(output_shape=output_shape)
    if result is None:
        shape = _written_output("output_shape", op)
        return None if shape is None else operand.with_shape(shape)
    require_tensors(result=result)
    check_moved_element(operand, result, "element_type")
    known = result.with_shape(_checked_output(output_shape, result, "output_shape", op))
    require(
        may_reshape(operand, known), "size", "{operand} and {result} must have the same number of elements", "result"
    )
    return result


def _written_output(name: str, op: Op) -> Shape | None:
    """What the last operand says of the shape of the result; no size that it says is negative."""
    shape = written_shape(op)
    negative = any(size is not None and size < 0 for size in shape or ())  # type: ignore[operator]
    message = "{name} is {sizes}, which no tensor has as its shape"
    require(not negative, "output_shape", message, name, name=name, sizes=list(shape or ()))
    return shape


def _checked_output(shape: TensorType, result: TensorType, name: str, op: Op) -> Shape:
    """What is known of the result's shape: the last operand holds as many numbers, and these where they are written."""
    fits = sizes_agree(shape.shape[0], result.rank)
    require(fits, "output_size", "{at} must hold one number for each dimension of {result}", name)
    sizes = _written_output(name, op)
    if sizes is None:
        return result.extents
    message = "{name} is {sizes}, the result is declared {result}"
    agree = shapes_agree(sizes, result.extents)
    require(agree, "output_shape", message, "result", name=name, sizes=list(sizes))
    return merged_shape((result.with_shape(sizes), result))


_BROADCAST_CODES = ("dims_size", "dims_in_range", "dims_unique", "dims_match", "quantization_axis")


@op(
    "stablehlo.dynamic_broadcast_in_dim",
    form="dynamic_broadcast_in_dim",
    quantized="storage",
    sizes=("output_dimensions",),
)
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
    require_static(output_dimensions=output_dimensions)
    known = (*known_expanding_dimensions, *known_nonexpanding_dimensions)
    named = "known_expanding_dimensions" if known_expanding_dimensions else "known_nonexpanding_dimensions"
    require(are_unique(known), "known_dims_unique", "a dimension is both expanding and not, or named twice", named)
    for d in known:
        require(0 <= d < operand.rank, "known_dims_in_range", "there is no dimension {d} in {operand}", named, d=d)
    if result is None:
        shape = _written_output("output_dimensions", op)
        if shape is None:
            return None
        check_broadcast(operand, operand.with_shape(shape), broadcast_dimensions, _BROADCAST_CODES)
        return operand.with_shape(shape)
    require_tensors(result=result)
    check_moved_element(operand, result, "element_type", scales=False)
    known = result.with_shape(_checked_output(output_dimensions, result, "output_dimensions", op))
    check_broadcast(operand, known, broadcast_dimensions, _BROADCAST_CODES)
    return result


@op("stablehlo.dynamic_iota", form="dynamic_iota", quantized="expressed", sizes=("output_shape",))
def dynamic_iota(xp: Any, output_shape: Any, *, iota_dimension: int, result: TensorType, memory: Any) -> Any:
    """The index along one dimension, at each place of a shape worked out at run time."""
    shape = host_ints(output_shape)
    _check_sizes(shape, "dynamic_iota", result.dtype, memory)
    return counting(xp, shape, iota_dimension, result)


@dynamic_iota.infer
def _(output_shape: TensorType, *, iota_dimension: int, result: TensorType | None, op: Op) -> TensorType | None:
    require_indices(1, output_shape=output_shape)
    require_static(output_shape=output_shape)
    if result is None:
        return None
    require_tensors(result=result)
    check_counting(iota_dimension, result, "iota_dimension_in_range")
    _checked_output(output_shape, result, "output_shape", op)
    return result


_PADDING = ("edge_padding_low", "edge_padding_high", "interior_padding")


@op("stablehlo.dynamic_pad", form="signature", quantized="storage", sizes=_PADDING)
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
    require_static(**amounts)
    for name, amount in amounts.items():
        fits = amount.shape[0] == operand.rank
        require(fits, "padding_size", "{at} must hold one number for each dimension of {operand}", name)
        same = amount.element == edge_padding_low.element
        require(same, "padding_type", "{at} must have the type of {edge_padding_low}", name)
    return _declared(result, _written_padding(operand, op))


def _written_padding(operand: TensorType, op: Op) -> TensorType:
    """The type of a padded operand, checked, as far as the padding is constants."""
    result = operand
    rows = zip(operand.extents, *(written_each(op, index, operand.rank) for index in (2, 3, 4)), strict=True)
    for axis, (size, low, high, interior) in enumerate(rows):
        message = "interior padding {interior} of dimension {axis} must not be negative"
        at, where = "interior_padding", {"axis": axis, "interior": interior}
        require(interior is None or interior >= 0, "interior_padding", message, at, **where)
        if low is None or high is None or interior is None:
            result = result.resized(axis, None)
            continue
        result = result.resized(axis, padded_extent(size, low, high, interior))
        most = result.limits[axis]
        there = most is None or most >= 0
        message = "dimension {axis} would have the size {most}"
        require(there, "result_shape", message, "edge_padding_high", axis=axis, most=most)
    return result


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
def _(operand: TensorType, size: TensorType, *, dimension: int, op: Op) -> TensorType:
    require_per_tensor(operand=operand)
    require_indices(0, size=size)
    require(size.element is ELEMENTS["i32"], "operand_type", "{size} must be a tensor<i32>", "size")
    inside = 0 <= dimension < operand.rank
    require(inside, "dimension_in_range", "there is no dimension {dimension} in {operand}", at="dimension")
    there = operand.limits[dimension]
    (wanted,) = written_each(op, 1, 1)
    fits = wanted is None or (wanted >= 0 and (there is None or wanted <= there))
    message = "dimension {dimension} of {operand} cannot be set to {wanted}"
    require(fits, "size_in_range", message, "size", wanted=wanted)
    return operand.resized(dimension, None if there is None else AtMost(there))


@op("stablehlo.compute_reshape_shape", form="signature", sizes=("dynamic_shape",))
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


@op("stablehlo.cstr_reshapable", form="signature", pure=False, sizes=("dynamic_shape",))
def cstr_reshapable(xp: Any, num_elements: Any, dynamic_shape: Any) -> Any:
    """Demand that so many elements can take a shape, in which one size may be -1 (legacy)."""
    count, shape = int(num_elements), host_ints(dynamic_shape)
    if not _reshapable(count, shape):
        raise HloError(f"{count} elements do not make the shape {tuple(shape)}", code="run.cstr_reshapable")


@cstr_reshapable.infer(result="result_type")
def _(num_elements: ElementType, dynamic_shape: TensorType) -> OpaqueType:
    _check_count(num_elements, dynamic_shape)
    return OpaqueType("!shape.witness")
