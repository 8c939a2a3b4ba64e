"""Shapes: making tensors, moving their elements about without looking at them."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from ...backends.abilities import able
from ...errors import HloError
from ...kernels.copies import triangle
from ...kernels.indexing import forwards
from ...wording import counted
from ..registry import op
from ..sizes import as_all, as_first
from ..tensors import STRING, describe, dtype_of, ints, normal_axes, normal_axis, one_of, scalar


@op("Identity", view="always")
def identity(xp, input):
    """The value itself."""
    return input


@op("Shape")
def shape_of(xp, data, *, start=0, end=None):
    """The sizes of the axes ``start`` to ``end``."""
    return xp.asarray(data.shape[slice(start, end)], np.int64)


@op("Size")
def size_of(xp, data):
    """The number of elements."""
    return xp.asarray(data.size, np.int64)


@op("Constant", view="maybe")
def constant(
    xp,
    *,
    value=None,
    sparse_value=None,
    value_float=None,
    value_floats=None,
    value_int=None,
    value_ints=None,
    value_string=None,
    value_strings=None,
):
    """The value of whichever attribute is given."""
    typed = [
        (value, None),
        (sparse_value, None),
        (value_float, np.float32),
        (value_floats, np.float32),
        (value_int, np.int64),
        (value_ints, np.int64),
        (value_string, STRING),
        (value_strings, STRING),
    ]
    given = [(content, dtype) for content, dtype in typed if content is not None]
    if len(given) != 1:
        raise HloError(f"Constant needs exactly one value, not {len(given)}", code="onnx.attribute")
    content, dtype = given[0]
    return (np if dtype is STRING else xp).asarray(content, dtype)


@op("ConstantOfShape", since=9)
def constant_of_shape(xp, input, *, value=None):
    """A tensor of the shape given, filled with one value (0 as float by default)."""
    shape = _sizes(input, "the shape")
    if value is None:
        return xp.zeros(shape, np.float32)
    value = xp.asarray(value)
    return xp.full(shape, scalar(value, "value") if value.dtype.kind != "V" else value.reshape(()), value.dtype)


@op("EyeLike", since=9)
def eye_like(xp, input, *, dtype=None, k=0):
    """Ones on the ``k``-th diagonal of a matrix of the input's shape, zeros elsewhere."""
    if input.ndim != 2:
        raise HloError(f"EyeLike needs a matrix, not {describe(input)}", code="onnx.shape")
    target = input.dtype if dtype is None else dtype_of(dtype)
    return (
        xp.eye(*input.shape, k=k, dtype=target) if target.isbuiltin == 1 else xp.eye(*input.shape, k=k).astype(target)
    )


def _range_bytes(start: Any, limit: Any, delta: Any, **attributes: Any) -> int:
    first, last, step = (float(scalar(value, "a bound of Range")) for value in (start, limit, delta))
    return max(math.ceil((last - first) / step), 0) * start.dtype.itemsize


@op("Range", since=11, measure=_range_bytes)
def arange(xp, start, limit, delta, *, stash_type=1):
    """The numbers from ``start`` to before ``limit`` in steps of ``delta``."""
    first, last, step = (scalar(value, "a bound of Range") for value in (start, limit, delta))
    if step == 0:
        raise HloError("Range needs a step other than 0", code="onnx.inputs")
    count = max(math.ceil((last - first) / step), 0)
    wide = np.float32 if start.dtype.itemsize < 4 and start.dtype.kind in "fV" and stash_type == 1 else start.dtype
    steps = xp.arange(count).astype(wide) * xp.asarray(step, wide)
    return (steps + xp.asarray(first, wide)).astype(start.dtype, copy=False)


#: Of matrices with so many elements in all the rows are copied one by one.
_LARGE = 1 << 16


@op("Trilu", since=14)
def trilu(xp, input, k=None, *, upper=1):
    """The part of each matrix on and above, or on and below, the ``k``-th diagonal."""
    if input.ndim < 2:
        raise HloError(f"Trilu needs rank 2 or more, not {describe(input)}", code="onnx.shape")
    diagonal = 0 if k is None else int(scalar(k, "k"))
    rows, columns = input.shape[-2:]
    if able(xp).is_host and input.dtype.kind != "O" and input.size >= _LARGE:
        return triangle(input, diagonal, bool(upper))
    place = xp.arange(columns)[None, :] - xp.arange(rows)[:, None]
    return xp.where(place >= diagonal if upper else place <= diagonal, input, xp.zeros((), input.dtype))


@op("Reshape", since=5, view="maybe")
def reshape(xp, data, shape, *, allowzero=0):
    """The same elements in another shape; -1 is what is left, 0 (unless ``allowzero``) the size as it was."""
    wanted = ints(shape.reshape(-1))
    if not allowzero:
        if any(size == 0 and axis >= data.ndim for axis, size in enumerate(wanted)):
            raise HloError(f"shape {wanted} copies an axis that {describe(data)} has not", code="onnx.shape")
        wanted = [data.shape[axis] if size == 0 else size for axis, size in enumerate(wanted)]
    known = math.prod(size for size in wanted if size != -1)
    unknown = wanted.count(-1)
    if min(wanted, default=0) < -1 or unknown > 1 or (unknown and (known == 0 or data.size % known)):
        raise HloError(f"{describe(data)} has no shape {wanted}", code="onnx.shape")
    if not unknown and known != data.size:
        raise HloError(
            f"{describe(data)} has {counted(data.size, 'element')}, shape {wanted} has {known}", code="onnx.shape"
        )
    return data.reshape(wanted)


@op("Reshape", since=1, view="maybe", measure=as_first)
def reshape_1(xp, data, *, shape=(), consumed_inputs=None):
    """The same elements in another shape, given as an attribute."""
    return reshape(xp, data, np.asarray(shape, np.int64))


@op("Transpose", view="always")
def transpose(xp, data, *, perm=None):
    """The axes in another order, turned round by default."""
    if perm is None:
        return data.transpose()
    axes = normal_axes(perm, data.ndim, "perm")
    if len(axes) != data.ndim:
        raise HloError(f"perm {list(perm)} does not order the axes of {describe(data)}", code="onnx.attribute")
    return data.transpose(axes)


@op("Flatten", view="maybe")
def flatten(xp, input, *, axis=1):
    """A matrix: the axes before ``axis`` joined, and the rest joined."""
    axis = normal_axis(axis, input.ndim + 1) if axis >= 0 else normal_axis(axis, input.ndim)
    return input.reshape(math.prod(input.shape[:axis]), math.prod(input.shape[axis:]))


@op("Squeeze", since=13, view="always")
def squeeze(xp, data, axes=None):
    """The axes of size 1 left out, all or those named."""
    if axes is None:
        return data.reshape([size for size in data.shape if size != 1])
    chosen = normal_axes(axes, data.ndim)
    wrong = [axis for axis in chosen if data.shape[axis] != 1]
    if wrong:
        raise HloError(f"axis {wrong[0]} of {describe(data)} is not of size 1", code="onnx.shape")
    return data.reshape([size for axis, size in enumerate(data.shape) if axis not in chosen])


@op("Squeeze", since=1, view="always")
def squeeze_1(xp, data, *, axes=None):
    """The axes of size 1 left out, those named in an attribute."""
    return squeeze(xp, data, axes)


@op("Unsqueeze", since=13, view="always")
def unsqueeze(xp, data, axes):
    """New axes of size 1 at these places of the result."""
    places = normal_axes(axes, data.ndim + len(ints(axes)))
    sizes = iter(data.shape)
    return data.reshape([1 if axis in places else next(sizes) for axis in range(data.ndim + len(places))])


@op("Unsqueeze", since=1, view="always")
def unsqueeze_1(xp, data, *, axes):
    """New axes of size 1 at the places in an attribute."""
    return unsqueeze(xp, data, axes)


@op("Expand", since=8, view="maybe")
def expand(xp, input, shape):
    """Broadcast with a shape; an axis of 1 there keeps the input's size."""
    return xp.broadcast_to(input, np.broadcast_shapes(input.shape, _sizes(shape, "the shape")))


@op("Tile", since=6)
def tile(xp, input, repeats):
    """The tensor repeated along each axis."""
    counts = _sizes(repeats, "repeats")
    if len(counts) != input.ndim:
        raise HloError(
            f"repeats has {counted(len(counts), 'entry', 'entries')}, the input is {describe(input)}",
            code="onnx.inputs",
        )
    return xp.tile(input, counts)


@op("Tile", since=1)
def tile_1(xp, input, tiles, axis):
    """The tensor repeated along one axis."""
    counts = [1] * input.ndim
    counts[normal_axis(scalar(axis, "axis"), input.ndim)] = int(scalar(tiles, "tiles"))
    return xp.tile(input, counts)


@op("Concat", since=4)
def concat(xp, *inputs, axis):
    """The inputs one after the other along an axis."""
    if not inputs:
        raise HloError("Concat needs at least one input", code="onnx.inputs")
    return xp.concatenate(inputs, axis=normal_axis(axis, inputs[0].ndim))


@op("Concat", since=1, measure=as_all)
def concat_1(xp, *inputs, axis=1):
    """The inputs one after the other along an axis, the second by default."""
    return concat(xp, *inputs, axis=axis)


@op("Split", since=18, view="always")
def split(xp, input, split=None, *, axis=0, num_outputs=None, outputs=1):
    """Pieces along an axis, of the sizes given or ``num_outputs`` of one size, the last perhaps smaller."""
    axis = normal_axis(axis, input.ndim)
    if split is None:
        if num_outputs not in (None, outputs):
            raise HloError(
                f"num_outputs is {num_outputs}, the node has {counted(outputs, 'output')}", code="onnx.attribute"
            )
        count = outputs
        piece = -(-input.shape[axis] // count)
        starts = [min(piece * index, input.shape[axis]) for index in range(count + 1)]
        sizes = [end - start for start, end in itertools.pairwise(starts)]
    else:
        sizes = _sizes(split, "split")
    return tuple(pieces(input, sizes, axis))


@op("Split", since=13, view="always")
def split_13(xp, input, split=None, *, axis=0, outputs=1):
    """Pieces along an axis, of the sizes given or all of one size."""
    sizes = _equal(input, axis, outputs) if split is None else _sizes(split, "split")
    return tuple(pieces(input, sizes, normal_axis(axis, input.ndim)))


@op("Split", since=2, view="always")
def split_2(xp, input, *, axis=0, split=None, outputs=1):
    """Pieces along an axis, the sizes an attribute."""
    return split_13(xp, input, None if split is None else np.asarray(split), axis=axis, outputs=outputs)


def _equal(value: Any, axis: int, count: int) -> list[int]:
    length = value.shape[normal_axis(axis, value.ndim)]
    if length % count:
        raise HloError(f"axis {axis} of {describe(value)} has no {count} equal parts", code="onnx.shape")
    return [length // count] * count


def pieces(value: Any, sizes: list[int], axis: int) -> list[Any]:
    """A tensor cut along an axis.

    :raises HloError: the sizes are not those of the axis taken together.
    """
    if sum(sizes) != value.shape[axis] or min(sizes, default=0) < 0:
        raise HloError(f"split {sizes} does not make up axis {axis} of {describe(value)}", code="onnx.shape")
    front = (slice(None),) * axis
    ends = np.cumsum(sizes).tolist()
    return [value[(*front, slice(end - size, end))] for size, end in zip(sizes, ends, strict=True)]


@op("Slice", since=10, view="maybe")
def slice_of(xp, data, starts, ends, axes=None, steps=None):
    """From ``starts`` to before ``ends`` along axes; indices clamp, negative ones count from the end."""
    firsts, lasts = ints(starts), ints(ends)
    chosen = list(range(len(firsts))) if axes is None else ints(axes)
    strides = [1] * len(firsts) if steps is None else ints(steps)
    if not len(firsts) == len(lasts) == len(chosen) == len(strides):
        raise HloError("starts, ends, axes and steps are not of one length", code="onnx.inputs")
    where = [slice(None)] * data.ndim
    for axis, first, last, step in zip(normal_axes(chosen, data.ndim), firsts, lasts, strides, strict=True):
        where[axis] = _range(first, last, step, data.shape[axis])
    return forwards(data[tuple(where)])


@op("Slice", since=1, view="always")
def slice_1(xp, data, *, starts, ends, axes=None):
    """From ``starts`` to before ``ends`` along axes, all of them attributes."""
    return slice_of(xp, data, starts, ends, axes)


def _range(first: int, last: int, step: int, size: int) -> slice:
    """A slice by ONNX's clamping, which for negative steps keeps ``first`` inside where Python lets it fall out."""
    if step == 0:
        raise HloError("a step of Slice is 0", code="onnx.inputs")
    first, last = (bound + size if bound < 0 else bound for bound in (first, last))
    if step > 0:
        return slice(min(max(first, 0), size), min(max(last, 0), size), step)
    first, last = min(max(first, 0), size - 1), min(max(last, -1), size - 1)
    return slice(0, 0) if size == 0 or last >= first else slice(first, None if last < 0 else last, step)


@op("Pad", since=11)
def pad(xp, data, pads, constant_value=None, axes=None, *, mode="constant"):
    """Elements put before and after each axis, or taken away where a pad is negative."""
    amounts = ints(pads.reshape(-1))
    chosen = tuple(range(data.ndim)) if axes is None else normal_axes(axes, data.ndim)
    if len(amounts) != 2 * len(chosen):
        raise HloError(
            f"pads has {counted(len(amounts), 'entry', 'entries')}, not two for each of {len(chosen)}",
            code="onnx.inputs",
        )
    widths = [(0, 0)] * data.ndim
    for place, axis in enumerate(chosen):
        widths[axis] = (amounts[place], amounts[place + len(chosen)])
    return padded(xp, data, widths, mode, constant_value)


def _pad_bytes(
    data: Any, *, pads: list[int] | None = None, paddings: list[int] | None = None, **attributes: Any
) -> int:
    amounts = (paddings if pads is None else pads) or []
    added = zip(data.shape, amounts[: data.ndim], amounts[data.ndim :], strict=True)
    return math.prod(size + low + high for size, low, high in added) * data.dtype.itemsize


@op("Pad", since=1, measure=_pad_bytes)
def pad_2(xp, data, *, pads=None, paddings=None, value=0.0, mode="constant"):
    """Elements put before and after each axis, as attributes say."""
    amounts = np.asarray(paddings if pads is None else pads, np.int64)
    return pad(xp, data, amounts, xp.asarray(value, data.dtype), mode=mode)


def padded(xp: Any, data: Any, widths: list[tuple[int, int]], mode: str, constant_value: Any = None) -> Any:
    """A tensor with ``widths`` (before, after) added along each axis; negative ones cut first."""
    one_of(mode, ("constant", "reflect", "edge", "wrap"), "mode")
    if any(min(width) < 0 for width in widths):
        bounds = zip(widths, data.shape, strict=True)
        data = data[tuple(slice(max(-before, 0), size - max(-after, 0)) for (before, after), size in bounds)]
        widths = [(max(before, 0), max(after, 0)) for before, after in widths]
    if mode != "constant":
        return xp.pad(data, widths, mode=mode)
    if constant_value is None:
        fill = "" if data.dtype == STRING else np.zeros((), data.dtype)
    else:
        fill = constant_value.reshape(-1)[:1].reshape(())
    shape = [before + size + after for (before, after), size in zip(widths, data.shape, strict=True)]
    result = xp.full(shape, fill, data.dtype)
    result[tuple(slice(before, before + size) for (before, _), size in zip(widths, data.shape, strict=True))] = data
    return result


@op("ReverseSequence", since=10)
def reverse_sequence(xp, input, sequence_lens, *, batch_axis=1, time_axis=0):
    """The first ``sequence_lens[b]`` steps of batch ``b`` turned round, the rest as it is."""
    batch, time = normal_axis(batch_axis, input.ndim), normal_axis(time_axis, input.ndim)
    lengths = sequence_lens.reshape(-1)[:, None]
    steps = xp.arange(input.shape[time])[None, :]
    source = xp.where(steps < lengths, lengths - 1 - steps, steps)
    if batch > time:
        source = source.transpose()
    if {batch, time} == {0, 1}:
        beside = xp.arange(input.shape[batch]).reshape((-1, 1) if batch == 0 else (1, -1))
        first, second = (beside, source) if batch == 0 else (source, beside)
        slices = input.reshape(input.shape[0] * input.shape[1], *input.shape[2:])
        return xp.take(slices, first * input.shape[1] + second, axis=0)
    shape = [size if axis in (batch, time) else 1 for axis, size in enumerate(input.shape)]
    return xp.take_along_axis(input, source.reshape(shape), axis=time)


def _sizes(value: Any, what: str) -> list[int]:
    """A shape or counts from an input.

    :raises HloError: one is negative.
    """
    sizes = ints(value)
    if min(sizes, default=0) < 0:
        raise HloError(f"{what} {sizes} has a negative entry", code="onnx.inputs")
    return sizes
