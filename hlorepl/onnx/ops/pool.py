"""Pooling (ONNX: AveragePool, MaxPool, LpPool, the global ones, MaxUnpool, MaxRoiPool, RoiAlign)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ...backends.abilities import able
from ...errors import HloError
from ...kernels.pooling import is_pooled, pool
from ...kernels.windows import reduce_windows
from ..precision import in_wide_floats, widened
from ..registry import op
from ..spatial import each, pairs, result_shape, windows
from ..tensors import describe, ints, is_float, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..spatial import Windows


def _pooling(name: str, x: Any, kernel_shape: Sequence[int], ceil_mode: int, **attributes: Any) -> Windows:
    """The windows of a pool; their padding ends where the last one does: before or after the end that was asked for."""
    if x.ndim < 3:
        raise HloError(f"{name}: no spatial dimensions in {describe(x)}", code=f"onnx.{name}.rank")
    spatial = x.shape[2:]
    found = windows(name, spatial, kernel_shape, **attributes)
    padding = []
    for size, (low, high), step, reach in zip(spatial, found.padding, found.strides, found.reach, strict=True):
        moves = (size + low + high - reach) / step
        last = math.ceil(moves) if ceil_mode else math.floor(moves)
        if ceil_mode and last * step >= size + low:
            last -= 1
        if last < 0:
            raise HloError(f"{name}: a window of {reach} is larger than the padded {size}", code=f"onnx.{name}.window")
        padding.append((low, last * step + reach - size - low))
    return found._replace(padding=tuple(padding))


def _reduce(
    xp: Any, arrays: tuple[Any, ...], combine: Any, initial: tuple[Any, ...], found: Windows
) -> tuple[Any, ...]:
    if len(arrays) == 1 and able(xp).is_host and is_pooled(combine, arrays[0].dtype):
        return (pool(combine, arrays[0], initial[0], found.kernel, found.strides, found.dilations, found.padding),)
    return reduce_windows(
        xp,
        arrays,
        combine,
        initial,
        window_dimensions=(1, 1, *found.kernel),
        window_strides=(1, 1, *found.strides),
        window_dilations=(1, 1, *found.dilations),
        padding=((0, 0), (0, 0), *found.padding),
    )


@op("AveragePool", since=1)
def average_pool(
    xp,
    X,
    *,
    auto_pad="NOTSET",
    ceil_mode=0,
    count_include_pad=0,
    dilations=None,
    kernel_shape,
    pads=None,
    strides=None,
):
    """The mean of each window; padding counts only where ``count_include_pad`` says so, and never beyond ``pads``."""
    attributes = {"strides": strides, "dilations": dilations, "pads": pads, "auto_pad": auto_pad}
    asked = windows("AveragePool", X.shape[2:], kernel_shape, **attributes)
    found = _pooling("AveragePool", X, kernel_shape, ceil_mode, **attributes)
    wide = widened(X)
    (total,) = _reduce(xp, (wide,), np.add, (0,), found)
    outside = asked.padding if count_include_pad else ((0, 0),) * len(asked.padding)
    counts = _counts(found, X.shape[2:], total.shape[2:], tuple(outside))
    # Places in a row: NumPy divides whole images at once.
    mean = total.reshape(*X.shape[:2], math.prod(total.shape[2:])) / xp.asarray(counts, total.dtype)
    return mean.reshape(total.shape).astype(X.dtype, copy=False)


@lru_cache(maxsize=256)
def _counts(
    found: Windows, sizes: tuple[int, ...], places: tuple[int, ...], outside: tuple[tuple[int, int], ...]
) -> np.ndarray:
    """How many elements of each window lie in the image or so far outside; one number where all have the same."""
    counts = np.ones((), np.int64)
    for axis, (low, high) in enumerate(outside):
        starts = np.arange(places[axis]) * found.strides[axis] - found.padding[axis][0]
        read = starts[:, None] + np.arange(found.kernel[axis]) * found.dilations[axis]
        counts = counts[..., None] * ((read >= -low) & (read < sizes[axis] + high)).sum(axis=1)
    counts = counts.reshape(-1)
    return counts[:1] if counts.size and counts.min() == counts.max() else counts


@op("MaxPool", since=1)
def max_pool(
    xp,
    X,
    *,
    auto_pad="NOTSET",
    ceil_mode=0,
    dilations=None,
    kernel_shape,
    pads=None,
    storage_order=0,
    strides=None,
    outputs=1,
):
    """The greatest element of each window, and where it lies in the flattened tensor: the first of equals."""
    found = _pooling(
        "MaxPool", X, kernel_shape, ceil_mode, strides=strides, dilations=dilations, pads=pads, auto_pad=auto_pad
    )
    lowest = _lowest(X.dtype)
    if outputs == 1:
        return _reduce(xp, (X,), np.maximum, (lowest,), found)
    order = "F" if storage_order else "C"
    images = xp.arange(math.prod(X.shape[:2])).reshape(*X.shape[:2], *(1,) * (X.ndim - 2)) * math.prod(X.shape[2:])
    index = xp.arange(math.prod(X.shape[2:])).reshape(X.shape[2:], order=order) + images

    def greater(left: Any, at: Any, right: Any, other: Any) -> tuple[Any, Any]:
        # Not "greater", such that NaN is taken, and kept, as without indices.
        take = (at < 0) | ~((right <= left) | xp.isnan(left))
        return xp.where(take, right, left), xp.where(take, other, at)

    return _reduce(xp, (X, index.astype(np.int64)), greater, (lowest, -1), found)


def _lowest(dtype: np.dtype) -> Any:
    return -np.inf if is_float(dtype) else ml_dtypes.iinfo(dtype).min


@op("LpPool", since=2)
def lp_pool(xp, X, *, auto_pad="NOTSET", ceil_mode=0, dilations=None, kernel_shape, p=2, pads=None, strides=None):
    """The p-norm of each window."""
    found = _pooling(
        "LpPool", X, kernel_shape, ceil_mode, strides=strides, dilations=dilations, pads=pads, auto_pad=auto_pad
    )
    (total,) = _reduce(xp, (_powers(xp, widened(X), p),), np.add, (0,), found)
    return _root(xp, total, p).astype(X.dtype, copy=False)


def _powers(xp: Any, x: Any, p: float) -> Any:
    return x * x if p == 2 else xp.abs(x) if p == 1 else xp.power(xp.abs(x), x.dtype.type(p))


def _root(xp: Any, total: Any, p: float) -> Any:
    return xp.sqrt(total) if p == 2 else total if p == 1 else xp.power(total, total.dtype.type(1 / p))


@op("GlobalAveragePool", since=1)
@in_wide_floats
def global_average_pool(xp, X):
    """The mean over all spatial dimensions."""
    return xp.mean(X, axis=tuple(range(2, X.ndim)), keepdims=True)


@op("GlobalMaxPool", since=1)
def global_max_pool(xp, X):
    """The greatest element over all spatial dimensions."""
    return xp.max(X, axis=tuple(range(2, X.ndim)), keepdims=True)


@op("GlobalLpPool", since=2)
@in_wide_floats
def global_lp_pool(xp, X, *, p=2):
    """The p-norm over all spatial dimensions."""
    return _root(xp, xp.sum(_powers(xp, X, p), axis=tuple(range(2, X.ndim)), keepdims=True), p)


def _unpool_bytes(X: Any, I: Any, output_shape: Any = None, **attributes: Any) -> int:
    return X.nbytes if output_shape is None else math.prod(ints(output_shape)) * X.dtype.itemsize


@op("MaxUnpool", since=9, measure=_unpool_bytes)
def max_unpool(xp, X, I, output_shape=None, *, kernel_shape, pads=None, strides=None):
    """Put the greatest elements back where MaxPool found them; the rest is zero."""
    rank = X.ndim - 2
    found = windows("MaxUnpool", X.shape[2:], kernel_shape, strides=strides)
    cut = pairs("MaxUnpool", pads, rank)
    sizes = [
        (size - 1) * step + length - low - high
        for size, step, length, (low, high) in zip(X.shape[2:], found.strides, found.kernel, cut, strict=True)
    ]
    result = xp.zeros(result_shape("MaxUnpool", [*X.shape[:2], *sizes]), X.dtype)
    if I.size and not 0 <= int(I.min()) <= int(I.max()) < result.size:
        raise HloError(f"MaxUnpool: an index lies outside of {describe(result)}", code="onnx.MaxUnpool.indices")
    result.reshape(-1)[I.reshape(-1)] = X.reshape(-1)
    if output_shape is None:
        return result
    wanted = result_shape("MaxUnpool", ints(output_shape))
    each("MaxUnpool", "output_shape", wanted, X.ndim)
    larger = xp.zeros(wanted, X.dtype)
    shared = tuple(slice(min(have, want)) for have, want in zip(result.shape, wanted, strict=True))
    larger[shared] = result[shared]
    return larger


@op("MaxRoiPool", since=1)
def max_roi_pool(xp, X, rois, *, pooled_shape, spatial_scale=1.0):
    """The greatest element in each bin of each region ``(image, x1, y1, x2, y2)``; empty bins give 0."""
    height, width = X.shape[2:]
    rows, columns = each("MaxRoiPool", "pooled_shape", pooled_shape, 2)
    corners = np.floor(_host(rois[:, 1:]).astype(np.float64) * spatial_scale + 0.5).astype(int)
    results = []
    for image, (left, top, right, bottom) in zip(_host(rois[:, 0]).astype(int), corners, strict=True):
        if not 0 <= image < X.shape[0]:
            raise HloError(f"MaxRoiPool: there is no image {image} in {describe(X)}", code="onnx.MaxRoiPool.rois")
        region = _range_max(xp, X[image], 1, *_bins(top, bottom, rows, height))
        results.append(_range_max(xp, region, 2, *_bins(left, right, columns, width)))
    return xp.stack(results) if results else xp.zeros((0, X.shape[1], rows, columns), X.dtype)


def _host(array: Any) -> np.ndarray:
    return array if isinstance(array, np.ndarray) else array.get()


def _bins(first: int, last: int, count: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the bins of a region begin and end."""
    step = max(last - first + 1, 1) / count
    starts = np.floor(np.arange(count) * step).astype(int) + first
    ends = np.ceil(np.arange(1, count + 1) * step).astype(int) + first
    return np.clip(starts, 0, size), np.clip(ends, 0, size)


def _range_max(xp: Any, array: Any, axis: int, starts: np.ndarray, ends: np.ndarray) -> Any:
    """The maximum of each range along an axis, zero of an empty one, by joining two ranges of a power of two."""
    array = xp.moveaxis(array, axis, 0)
    tables, length = array, 1
    lengths = np.maximum(ends - starts, 0)
    result = xp.zeros((len(starts), *array.shape[1:]), array.dtype)
    while length <= lengths.max(initial=0):
        mine = np.flatnonzero((lengths >= length) & (lengths < 2 * length))
        result[mine] = xp.maximum(tables[starts[mine]], tables[ends[mine] - length])
        tables = xp.maximum(tables[: max(0, len(tables) - length)], tables[length:])
        length *= 2
    return xp.moveaxis(result, 0, axis)


def _align(
    xp: Any,
    x: Any,
    rois: Any,
    batch_indices: Any,
    *,
    half_pixel: bool,
    mode: str,
    shape: tuple[int, int],
    sampling_ratio: int,
    spatial_scale: float,
) -> Any:
    one_of(mode, ("avg", "max"), "mode")
    offset = 0.5 if half_pixel else 0.0
    corners = _host(rois).astype(np.float64) * spatial_scale - offset
    wide, results = widened(x), []
    for image, (left, top, right, bottom) in zip(_host(batch_indices), corners, strict=True):
        if not 0 <= image < x.shape[0]:
            raise HloError(f"RoiAlign: there is no image {image} in {describe(x)}", code="onnx.RoiAlign.batch_indices")
        axes = []
        for start, end, count, size in ((top, bottom, shape[0], x.shape[2]), (left, right, shape[1], x.shape[3])):
            length = end - start if half_pixel else max(end - start, 1.0)
            samples = sampling_ratio or max(1, math.ceil(length / count))
            places = start + (np.arange(count * samples) + 0.5) * (length / count / samples)
            axes.append((_neighbours(places, size), samples))
        results.append((_mean_of_samples if mode == "avg" else _max_of_samples)(xp, wide[int(image)], axes))
    if not results:
        return xp.zeros((0, x.shape[1], *shape), x.dtype)
    return xp.stack(results).astype(x.dtype, copy=False)


_Neighbours = tuple[np.ndarray, np.ndarray]


def _neighbours(places: np.ndarray, size: int) -> _Neighbours:
    """The pixels below and above each place, ``(places, 2)``, and their weights, which are 0 outside of [-1, size]."""
    inside = (places >= -1) & (places <= size)
    places = np.clip(places, 0, size - 1)
    low = np.minimum(np.floor(places).astype(int), size - 1)
    high = np.minimum(low + 1, size - 1)
    part = places - low
    weights = np.stack([1 - part, part], axis=1) * inside[:, None]
    return np.stack([low, high], axis=1), weights


def _mean_of_samples(xp: Any, image: Any, axes: list[tuple[_Neighbours, int]]) -> Any:
    """Interpolation and mean are both linear, and separable: one small matrix for each dimension."""
    result = image
    for axis, ((pixels, weights), samples) in zip((1, 2), axes, strict=True):
        first, end = int(pixels.min()), int(pixels.max()) + 1
        matrix = np.zeros((len(pixels), end - first))
        np.add.at(matrix, (np.arange(len(pixels))[:, None], pixels - first), weights)
        matrix = matrix.reshape(-1, samples, end - first).mean(axis=1)
        part = result[:, first:end] if axis == 1 else result[:, :, first:end]
        matrix = xp.asarray(matrix, image.dtype)
        result = xp.matmul(matrix, part) if axis == 1 else xp.matmul(part, matrix.T)
    return result


def _max_of_samples(xp: Any, image: Any, axes: list[tuple[_Neighbours, int]]) -> Any:
    """The greatest of the weighted pixels, four for each sample."""
    ((rows, row_weights), row_samples), ((columns, column_weights), column_samples) = axes
    result = image[:, rows.reshape(-1)] * xp.asarray(row_weights.reshape(-1, 1), image.dtype)
    result = result[:, :, columns.reshape(-1)] * xp.asarray(column_weights.reshape(-1), image.dtype)
    return result.reshape(
        image.shape[0], -1, row_samples * 2, columns.shape[0] // column_samples, column_samples * 2
    ).max(axis=(2, 4))


@op("RoiAlign", since=16)
def roi_align(
    xp,
    X,
    rois,
    batch_indices,
    *,
    coordinate_transformation_mode="half_pixel",
    mode="avg",
    output_height=1,
    output_width=1,
    sampling_ratio=0,
    spatial_scale=1.0,
):
    """Pool regions ``(x1, y1, x2, y2)`` to one size: the mean or maximum of samples between pixels."""
    transformation = one_of(
        coordinate_transformation_mode, ("half_pixel", "output_half_pixel"), "coordinate_transformation_mode"
    )
    return _align(
        xp,
        X,
        rois,
        batch_indices,
        half_pixel=transformation == "half_pixel",
        mode=mode,
        shape=(output_height, output_width),
        sampling_ratio=sampling_ratio,
        spatial_scale=spatial_scale,
    )


@op("RoiAlign", since=10)
def roi_align_10(
    xp, X, rois, batch_indices, *, mode="avg", output_height=1, output_width=1, sampling_ratio=0, spatial_scale=1.0
):
    """Pool regions as later versions do with ``output_half_pixel``."""
    return _align(
        xp,
        X,
        rois,
        batch_indices,
        half_pixel=False,
        mode=mode,
        shape=(output_height, output_width),
        sampling_ratio=sampling_ratio,
        spatial_scale=spatial_scale,
    )
