"""Ops that make, move and rearrange elements; sizes are known before the program runs."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.types import AtMost, QuantizedType, TensorType
from ...kernels.casts import convert
from ...kernels.indexing import forwards
from ...kernels.numbers import is_single
from ..expressions import Expression
from ..meanings import Count, Regroup, Spread
from ..registry import op
from ..rules import (
    are_unique,
    is_per_axis,
    merged_shape,
    require_per_tensor,
    require_same_element,
    require_tensors,
    shapes_agree,
    sizes_agree,
    total_size,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..annotations import Dense, Ints


@op("stablehlo.constant", form="constant", total=True, quantized="storage", constant="value")
def constant(xp: Any, *, value: Dense, result: TensorType) -> Any:
    """A tensor that is written in the program."""
    return xp.asarray(_storage(value, result))


def _storage(value: Dense, result: TensorType) -> Any:
    """The array of a constant; storage integers may be written signless and mean the unsigned ones of the same bits."""
    array = value.array
    return array if array.dtype == result.dtype else array.view(result.dtype)


@constant.infer(result="C1")
def _(*, value: Dense, result: TensorType | None) -> TensorType:
    _ = value.array  # what is wrong with a literal shows when it is read
    if isinstance(result, TensorType):
        require(result.is_static, "result_type", "{result} must have a known shape", at="result")
    if isinstance(result, TensorType) and isinstance(result.element, QuantizedType):
        _check_stored(value, result, result.element)
        return result
    return value.type


def _check_stored(value: Dense, result: TensorType, quantized: QuantizedType) -> None:
    """A quantized constant is written as integers of its storage, in the range that it allows."""
    written, storage = value.type.element, quantized.storage
    signless = storage.kind == "uint" and written.kind == "int" and written.bits == storage.bits
    fits = (written == quantized or written is storage or signless) and value.type.shape == result.shape
    require(fits, "C1", "the constant has type {type}", "result", type=value.type)
    stored = _storage(value, result)
    inside = stored.size == 0 or (quantized.minimum <= int(stored.min()) and int(stored.max()) <= quantized.maximum)
    message = "the constant holds integers outside of {low} to {high}"
    require(inside, "C1", message, "value", low=quantized.minimum, high=quantized.maximum)


@op("stablehlo.iota", sure=True, form="iota", quantized="expressed", view="never", means=Count("iota_dimension"))
def iota(xp: Any, *, iota_dimension: int, result: TensorType) -> Any:
    """The index along one dimension, at each place."""
    return counting(xp, result.sizes, iota_dimension, result)


def counting(xp: Any, shape: Sequence[int], axis: int, result: TensorType) -> Any:
    """An array of that shape that holds the index along ``axis`` in the type of ``result``."""
    element = result.element
    dtype = element.expressed.dtype if isinstance(element, QuantizedType) else element.dtype
    line = convert(xp, xp.arange(shape[axis], dtype=xp.int64), dtype)
    return xp.broadcast_to(line.reshape(-1, *(1 for _ in shape[axis + 1 :])), shape)


@iota.infer
def _(*, iota_dimension: int, result: TensorType | None) -> TensorType | None:
    if result is None:
        return None
    require_tensors(result=result)
    check_counting(iota_dimension, result, "C1")
    require(result.is_static, "result_type", "{result} must have a known shape", at="result", help="use dynamic_iota")
    return result


#: A plan keeps a line of no more numbers: what is made when a program is planned no limit of a run sees.
_KEPT = 1 << 20


@iota.plan
def _(xp: Any, *, iota_dimension: int, result: TensorType) -> Expression | None:
    if not result.is_static or result.sizes[iota_dimension] > _KEPT:
        return None
    # One line of numbers, spread over the shape without memory of its own; read-only, as what broadcasts is.
    return Expression("{array}", array=counting(xp, result.sizes, iota_dimension, result))


def check_counting(axis: int, result: TensorType, code: str) -> None:
    """The dimension is there, and elements can count."""
    inside = 0 <= axis < result.rank
    require(inside, code, "there is no dimension {iota_dimension} in {result}", at="iota_dimension")
    counts = not result.element.is_bool and not is_per_axis(result)
    require(counts, "result_type", "elements of {result} must be numbers that can count", at="result")


@op(
    "stablehlo.reshape",
    form="signature",
    total=True,
    quantized="storage",
    identity=True,
    view="maybe",
    means=Regroup(),
    keeps=True,
)
def reshape(xp: Any, operand: Any, *, result: TensorType) -> Any:
    """The same elements, in the same order, in another shape."""
    return xp.reshape(operand, _completed(result.shape, operand))


@reshape.plan
def _(xp: Any, operand: TensorType, *, result: TensorType) -> Expression | None:
    if operand.is_static and operand.shape == result.shape:
        return Expression("{a0}")
    return _reshaped(result.shape) if result.is_static else None


@lru_cache(maxsize=1024)
def _reshaped(shape: tuple[int | None, ...]) -> Expression:
    """One for all ops of a shape, as all expressions are that are kept: a network repeats itself."""
    return Expression("{a0}.reshape({shape})", shape=shape)


@reshape.number
def _(operand: TensorType) -> Expression:
    if not operand.rank:
        return Expression("{n0}", gives="number")
    # A number of f32 stays NumPy's: as Python's it would be of twice the width.
    element = f"[{', '.join('0' * operand.rank)}]" if is_single(operand.dtype) else ".item()"
    return Expression("{a0}" + element, gives="number")


def _completed(shape: tuple[int | None, ...], operand: Any) -> tuple[int, ...]:
    """A shape with its dynamic size, if there is just one, taken from the number of elements."""
    known = prod(size for size in shape if size is not None)
    if shape.count(None) > 1 or (None in shape and (known == 0 or operand.size % known)):
        raise HloError(f"the shape that {operand.size} elements take is not determined", code="run.reshape")
    return tuple(operand.size // known if size is None else size for size in shape)


@reshape.infer
def _(operand: TensorType, *, result: TensorType | None) -> TensorType | None:
    require_tensors(operand=operand)
    if result is None:
        return None
    require_tensors(result=result)
    check_moved_element(operand, result, "C1")
    require_static_or_bounded(result)
    same = "{operand} and {result} must have the same number of elements"
    require(may_reshape(operand, result), "C2", same, "result")
    if operand.is_static and result.is_static:
        _check_reshaped_axis(operand, result)
    return result


def require_static_or_bounded(result: TensorType) -> None:
    """The shape of a result that no operand tells is known, but for one dimension that has a bound."""
    few = None not in result.limits and result.shape.count(None) <= 1
    message = "{result} must have a known shape, in which one dimension may have a bound"
    require(few, "result_type", message, at="result")


def may_reshape(operand: TensorType, result: TensorType) -> bool:
    """Whether both may have the same number of elements."""
    if operand.is_static == result.is_static:
        return not operand.is_static or operand.size == result.size
    whole, open_ = (operand, result) if operand.is_static else (result, operand)
    known = prod(size for size in open_.shape if size is not None)
    if known == 0:
        return whole.size == 0
    most = [limit for size, limit in zip(open_.shape, open_.limits, strict=True) if size is None]
    rest, over = divmod(whole.size, known)
    return over == 0 and (None in most or rest <= prod(most))  # type: ignore[type-var]


def _check_reshaped_axis(operand: TensorType, result: TensorType) -> None:
    before, after = operand.element, result.element
    if not (isinstance(before, QuantizedType) and isinstance(after, QuantizedType) and before.axis is not None):
        return
    old, new, d, e = operand.sizes, result.sizes, before.axis, after.axis or 0
    kept = old[d] == new[e] and prod(old[:d]) == prod(new[:e]) and prod(old[d + 1 :]) == prod(new[e + 1 :])
    require(kept, "C3", "{operand} and {result} do not have the same slices along their quantized axes", at="result")


def check_moved_element(operand: TensorType, result: TensorType, code: str, scales: bool = True) -> None:
    """Elements that only move keep their type; the axis of quantization (without ``scales`` its numbers) may change."""
    before, after = operand.element, result.element
    if isinstance(before, QuantizedType) and isinstance(after, QuantizedType) and before.axis is not None:
        kept = (
            (before.storage, before.expressed, before.minimum, before.maximum)
            == (after.storage, after.expressed, after.minimum, after.maximum)
            and after.axis is not None
            and (not scales or (before.scales, before.zero_points) == (after.scales, after.zero_points))
        )
    else:
        kept = before == after
    require(kept, code, "elements of {operand} and {result} must have one type", at="result")


def _keeps_axes(attributes: Mapping[str, Any]) -> bool:
    """Whether no axis of the operand changes its place."""
    axes = attributes["broadcast_dimensions"]
    return list(axes) == list(range(len(axes)))


@op(
    "stablehlo.broadcast_in_dim",
    form="broadcast_in_dim",
    total=True,
    quantized="storage",
    identity=True,
    spreads=True,
    view="always",
    means=Spread("broadcast_dimensions"),
    keeps=_keeps_axes,
)
def broadcast_in_dim(xp: Any, operand: Any, *, broadcast_dimensions: Ints, result: TensorType) -> Any:
    """Repeat the operand along new dimensions and along those of size 1."""
    sizes = list(result.shape)
    for size, target in zip(operand.shape, broadcast_dimensions, strict=True):
        if sizes[target] is None:
            sizes[target] = size
    if None in sizes:
        raise HloError("no operand tells the sizes of the result", code="run.broadcast_in_dim")
    return broadcast_along(xp, operand, broadcast_dimensions, sizes)


def broadcast_along(xp: Any, operand: Any, dimensions: Sequence[int], shape: Sequence[Any]) -> Any:
    """``operand`` as an array of ``shape``, its axes standing at ``dimensions``."""
    order = sorted(range(len(dimensions)), key=dimensions.__getitem__)
    if order != list(range(len(order))):
        operand = xp.transpose(operand, order)
    spread = [1] * len(shape)
    for size, source in zip(operand.shape, order, strict=True):
        spread[dimensions[source]] = size
    return xp.broadcast_to(xp.reshape(operand, spread), tuple(shape))


@broadcast_in_dim.infer
def _(operand: TensorType, *, broadcast_dimensions: Ints, result: TensorType | None) -> TensorType | None:
    require_tensors(operand=operand)
    if result is None:
        return None
    require_tensors(result=result)
    require_static_or_bounded(result)
    check_moved_element(operand, result, "C1", scales=False)
    check_broadcast(operand, result, broadcast_dimensions, ("C2", "C3", "C4", "C5", "C6"))
    for axis, target in enumerate(broadcast_dimensions):
        known = result.shape[target] is not None or operand.shape[axis] in (None, 1)
        message = "dimension {axis} of {operand} has a known size, but dimension {target} of {result} is dynamic"
        require(known, "C5", message, at="result", axis=axis, target=target)
    return result


def check_broadcast(operand: TensorType, result: TensorType, dimensions: Ints, codes: Sequence[str]) -> None:
    """The constraints on ``broadcast_dimensions``: how many, in range, unique, sizes that fit, axis of quantization."""
    size_code, range_code, unique_code, fit_code, axis_code = codes
    where: dict[str, Any] = {"rank": operand.rank, "found": len(dimensions)}
    message = "{operand} needs {rank} broadcast_dimensions, here are {found}"
    require(len(dimensions) == operand.rank, size_code, message, at="broadcast_dimensions", **where)
    for d in dimensions:
        inside = 0 <= d < result.rank
        require(inside, range_code, "there is no dimension {d} in {result}", at="broadcast_dimensions", d=d)
    unique = are_unique(dimensions)
    require(unique, unique_code, "a dimension is named twice in {broadcast_dimensions}", at="broadcast_dimensions")
    for axis, (size, target) in enumerate(zip(operand.extents, dimensions, strict=True)):
        wanted = result.extents[target]
        # A size that varies up to a bound above 1 is not one that stretches.
        fits = size in (1, AtMost(1)) or sizes_agree(size, wanted)
        message = "dimension {axis} of {operand} has size {size}, but dimension {target} of {result} has {wanted}"
        where = {"axis": axis, "size": size, "target": target, "wanted": wanted}
        require(fits, fit_code, message, at="result", **where)
    _check_broadcast_axis(operand, result, dimensions, axis_code)


def _check_broadcast_axis(operand: TensorType, result: TensorType, dimensions: Ints, code: str) -> None:
    before, after = operand.element, result.element
    if not (isinstance(before, QuantizedType) and isinstance(after, QuantizedType) and before.axis is not None):
        return
    moved = after.axis == dimensions[before.axis]
    require(moved, code, "{result} must be quantized along the dimension that the operand's goes to", at="result")
    if operand.shape[before.axis] == 1:
        kept = set(after.scales) == set(before.scales) and set(after.zero_points) == set(before.zero_points)
    else:
        kept = before.scales == after.scales and before.zero_points == after.zero_points
    require(kept, code, "scales and zero points of {result} must be those of {operand}", at="result")


#: Up to so many elements a copy costs less than a view.
_SMALL = 4096


@broadcast_in_dim.plan
def _(xp: Any, operand: TensorType, *, broadcast_dimensions: Ints, result: TensorType) -> Expression | None:
    if not (operand.is_static and result.is_static):
        return None
    return _broadcast(xp, operand.sizes, tuple(broadcast_dimensions), result.sizes)


@lru_cache(maxsize=1024)
def _broadcast(xp: Any, sizes: tuple[int, ...], dimensions: tuple[int, ...], shape: tuple[int, ...]) -> Expression:
    """The operand with its axes in order, as many of size 1 between them as there must be, repeated."""
    order = sorted(range(len(sizes)), key=dimensions.__getitem__)
    transpose = None if order == list(range(len(sizes))) else xp.transpose
    spread, rank = [1] * len(shape), len(shape)
    for size, target in zip(sizes, dimensions, strict=True):
        spread[target] = size
    thin_shape = tuple(spread[min(dimensions, default=rank) :])  # NumPy adds dimensions in front by itself

    def copy(array: Any) -> Any:
        made = xp.empty(shape, array.dtype)
        made[...] = array
        return made

    widen = copy if prod(shape) <= _SMALL and transpose is None else (lambda array: xp.broadcast_to(array, shape))
    names: dict[str, Any] = {"transpose": transpose, "order": order, "shape": thin_shape}
    text = "{a0}" if transpose is None else "{transpose}({a0}, {order})"
    if transpose is not None or sizes != thin_shape:
        text += ".reshape({shape})"
    if thin_shape == shape:
        return Expression(text, **names)
    found = Expression(f"{{widen}}({text})", widen=widen, **names)
    found.thin, found.thin_shape = Expression(text, **names), thin_shape
    return found


@broadcast_in_dim.number
def _(operand: TensorType) -> Expression:
    return Expression("{n0}", gives="number")


@op("stablehlo.broadcast", sure=True, form="broadcast", quantized="storage")
def broadcast(xp: Any, operand: Any, *, broadcast_sizes: Ints) -> Any:
    """Repeat the whole operand along new leading dimensions (legacy: see ``broadcast_in_dim``)."""
    return xp.broadcast_to(operand, (*broadcast_sizes, *operand.shape))


@broadcast.infer(result="result_type")
def _(operand: TensorType, *, broadcast_sizes: Ints) -> TensorType:
    require_tensors(operand=operand)
    valid = all(size >= 0 for size in broadcast_sizes)
    require(valid, "broadcast_sizes", "broadcast_sizes {broadcast_sizes} must not be negative", at="broadcast_sizes")
    return operand.with_shape((*broadcast_sizes, *operand.extents))


@op("stablehlo.transpose", sure=True, form="transpose", quantized="storage", view="always")
def transpose(xp: Any, operand: Any, *, permutation: Ints) -> Any:
    """Reorder the dimensions."""
    return xp.transpose(operand, permutation)


@transpose.infer(shape="C3")
def _(operand: TensorType, *, permutation: Ints, result: TensorType | None) -> TensorType:
    require_tensors(operand=operand)
    complete = sorted(permutation) == list(range(operand.rank))
    message = "permutation {permutation} must hold each dimension of {operand} once"
    require(complete, "C2", message, "permutation")
    moved = operand.with_shape(operand.extents[d] for d in permutation)
    before = operand.element
    if not isinstance(before, QuantizedType) or before.axis is None:
        if isinstance(result, TensorType):
            check_moved_element(operand, result, "C1")
        return moved
    if isinstance(result, TensorType):
        check_moved_element(operand, result, "C1")
        found = result.element.axis  # type: ignore[union-attr]
        inside = found is not None and found < len(permutation) and permutation[found] == before.axis
        require(inside, "C4", "{result} must be quantized along the dimension that the operand's goes to", at="result")
    return moved.with_element(_with_axis(before, permutation.index(before.axis)))


def _with_axis(element: QuantizedType, axis: int) -> QuantizedType:
    parameters = (element.storage, element.expressed, element.scales, element.zero_points)
    return QuantizedType(*parameters, axis, element.minimum, element.maximum, None, element.scale_shape)


@transpose.plan
def _(xp: Any, operand: TensorType, *, permutation: Ints) -> Expression | None:
    return _transposed(tuple(permutation))


@lru_cache(maxsize=1024)
def _transposed(axes: tuple[int, ...]) -> Expression:
    return Expression("{a0}.transpose({axes})", axes=axes)


@op("stablehlo.concatenate", sure=True, form="concatenate", quantized="storage", view="never")
def concatenate(xp: Any, *inputs: Any, dimension: int) -> Any:
    """Join the inputs along one dimension."""
    return xp.concatenate(inputs, axis=dimension)


@concatenate.infer(element="C5", shape="C6")
def _(*inputs: TensorType, dimension: int) -> TensorType:
    require(inputs, "C3", "there is nothing to concatenate")
    require_per_tensor(inputs=inputs)
    first, *rest = inputs
    require(0 <= dimension < first.rank, "C4", "there is no dimension {dimension} in {first}", "dimension", first=first)
    joined = first.resized(dimension, None)
    for number, other in enumerate(rest, 1):
        at = ("inputs", number)
        require_same_element("C1", at, other, first, "inputs[0]")
        aligned = other.resized(dimension, None) if other.rank == first.rank else other
        fits = shapes_agree(joined.extents, aligned.extents)
        require(fits, "C2", "{at} must have the shape of {first} but along dimension {dimension}", at, first=first)
        joined = joined.with_shape(merged_shape((joined, aligned)))
    return joined.resized(dimension, total_size(one.extents[dimension] for one in inputs))


@concatenate.plan
def _(xp: Any, *inputs: TensorType, dimension: int) -> Expression:
    if len(inputs) == 1:
        return Expression("{a0}.copy()")
    given = ", ".join(f"{{a{k}}}" for k in range(len(inputs)))
    return Expression(f"{{join}}(({given}), {{axis}})", join=xp.concatenate, axis=dimension)


@op("stablehlo.slice", sure=True, form="slice", quantized="storage", view="always")
def slice_(xp: Any, operand: Any, *, start_indices: Ints, limit_indices: Ints, strides: Ints) -> Any:
    """Take the elements from start to limit, every stride-th."""
    for axis, (limit, size) in enumerate(zip(limit_indices, operand.shape, strict=True)):
        if limit > size:
            raise HloError(f"limit {limit} is beyond dimension {axis}, which has size {size}", code="run.slice")
    return operand[tuple(map(slice, start_indices, limit_indices, strides))]


@slice_.infer(element="C1", shape="C5")
def _(operand: TensorType, *, start_indices: Ints, limit_indices: Ints, strides: Ints) -> TensorType:
    require_per_tensor(operand=operand)
    lists = {"start_indices": start_indices, "limit_indices": limit_indices, "strides": strides}
    for name, values in lists.items():
        fits = len(values) == operand.rank
        require(fits, "C2", "{operand} has rank {rank}, here are {found} {name}", name, **_count(operand, values, name))
    for axis, (start, limit, size) in enumerate(zip(start_indices, limit_indices, operand.limits, strict=True)):
        where = {"axis": axis, "start": start, "limit": limit, "size": size}
        require(start >= 0, "C3", "start {start} of dimension {axis} is negative", "start_indices", **where)
        message = "start {start} of dimension {axis} is beyond its limit {limit}"
        require(start <= limit, "C3", message, "start_indices", **where)
        message = "limit {limit} is beyond dimension {axis} of {operand}, which has size {size}"
        require(size is None or limit <= size, "C3", message, "limit_indices", **where)
    require(all(stride > 0 for stride in strides), "C4", "strides {strides} must be positive", at="strides")
    return operand.with_shape(
        tuple(-(-(b - a) // s) for a, b, s in zip(start_indices, limit_indices, strides, strict=True))
    )


def _count(operand: TensorType, values: Ints, name: str) -> dict[str, Any]:
    return {"rank": operand.rank, "found": len(values), "name": name}


@slice_.plan
def _(xp: Any, operand: TensorType, *, start_indices: Ints, limit_indices: Ints, strides: Ints) -> Expression | None:
    if not operand.is_static:
        return None
    return _sliced(tuple(zip(start_indices, limit_indices, strides, operand.sizes, strict=True)))


@lru_cache(maxsize=1024)
def _sliced(axes: tuple[tuple[int, int, int, int], ...]) -> Expression:
    """By start, limit, stride and size along each dimension."""
    pieces = [slice(None) if piece == (0, piece[3], 1, piece[3]) else slice(*piece[:3]) for piece in axes]
    while pieces and pieces[-1] == slice(None):
        pieces.pop()
    return Expression("{a0}[{key}]", key=tuple(pieces) if len(pieces) != 1 else pieces[0])


@op("stablehlo.reverse", sure=True, form="reverse", quantized="storage")
def reverse(xp: Any, operand: Any, *, dimensions: Ints) -> Any:
    """Reverse the order of the elements along some dimensions."""
    return forwards(xp.flip(operand, dimensions))


@reverse.infer(result="C1")
def _(operand: TensorType, *, dimensions: Ints) -> TensorType:
    require_per_tensor(operand=operand)
    require(are_unique(dimensions), "C2", "dimensions {dimensions} name one twice", at="dimensions")
    for d in dimensions:
        require(0 <= d < operand.rank, "C3", "there is no dimension {d} in {operand}", at="dimensions", d=d)
    return operand


@reverse.plan
def _(xp: Any, operand: TensorType, *, dimensions: Ints) -> Expression:
    key = tuple(slice(None, None, -1 if axis in dimensions else 1) for axis in range(operand.rank))
    return Expression("{a0}[{key}]", key=key)
