"""Choosing elements by index, by condition, by order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import backends
from ...errors import HloError
from ...kernels.reduction import Known
from ...kernels.scatter import scatter_at
from ...kernels.sorting import order_bits, smallest
from ...kernels.suppression import suppressed
from ..registry import op
from ..tensors import describe, is_float, normal_axis, one_of, scalar


@op("Where", since=9)
def where(xp, condition, X, Y):
    """``X`` where the condition holds, else ``Y``."""
    return xp.where(condition, X, Y)


def _nonzero_bytes(X: Any) -> int:
    return max(X.ndim, 1) * int((X != 0).sum()) * 8


@op("NonZero", since=9, measure=_nonzero_bytes)
def nonzero(xp, X):
    """The indices of all elements other than 0, one column each, in row-major order."""
    if X.ndim == 0:
        return xp.zeros((0, int(bool(X != 0))), np.int64)
    return xp.stack(xp.nonzero(X != 0)).astype(np.int64, copy=False)


def _compressed_bytes(input: Any, condition: Any, *, axis: int | None = None) -> int:
    length = input.size if axis is None else input.shape[axis]
    return np.count_nonzero(backends.host(condition[:length])) * (input.nbytes // max(length, 1))


@op("Compress", since=9, measure=_compressed_bytes)
def compress(xp, input, condition, *, axis=None):
    """The slices along an axis where the condition holds; without an axis, the elements in order."""
    if axis is None:
        input, axis = input.reshape(-1), 0
    axis = normal_axis(axis, input.ndim)
    chosen = xp.nonzero(condition[: input.shape[axis]])[0]
    return xp.take(input, chosen, axis=axis)


def checked(xp: Any, indices: Any, size: int, what: str = "index") -> Any:
    """Indices counted from the front, as int64.

    :raises HloError: one is not in ``[-size, size)``.
    """
    indices = indices.astype(np.int64, copy=False)
    if not indices.size:
        return indices
    low, high = int(indices.min()), int(indices.max())
    if low < -size or high >= size:
        wrong = low if low < -size else high
        raise HloError(f"{what} {wrong} is out of range for an axis of size {size}", code="onnx.index")
    return xp.where(indices < 0, indices + size, indices) if low < 0 else indices


@op("Gather")
def gather(xp, data, indices, *, axis=0):
    """The slices along an axis at these indices."""
    axis = normal_axis(axis, data.ndim)
    return xp.take(data, checked(xp, indices, data.shape[axis]), axis=axis)


@op("GatherElements", since=11)
def gather_elements(xp, data, indices, *, axis=0):
    """For each index the element there along the axis, at the index's own place along the others."""
    axis = normal_axis(axis, data.ndim)
    if indices.ndim != data.ndim:
        raise HloError(f"indices {describe(indices)} and data {describe(data)} differ in rank", code="onnx.shape")
    return xp.take(data.reshape(-1), _along(xp, data, indices, axis))


def _along(xp: Any, data: Any, indices: Any, axis: int) -> Any:
    """The place in the flat data of each entry of ``indices``, which stands for its own place along ``axis``."""
    own: Any = 0
    for other, size in enumerate(indices.shape):
        if other == axis:
            continue
        if size > data.shape[other]:
            raise HloError(f"indices {describe(indices)} reach beyond data {describe(data)}", code="onnx.shape")
        stride = math.prod(data.shape[other + 1 :])
        own = own + (xp.arange(size) * stride).reshape([-1 if p == other else 1 for p in range(data.ndim)])
    along = checked(xp, indices, data.shape[axis])
    stride = math.prod(data.shape[axis + 1 :])
    return (along if stride == 1 else along * stride) + own


@op("GatherND", since=11)
def gather_nd(xp, data, indices, *, batch_dims=0):
    """The slices at the index tuples in the last axis of ``indices``, batch by batch."""
    batches = data.shape[:batch_dims]
    depth = indices.shape[-1]
    if indices.shape[:batch_dims] != batches or batch_dims + depth > data.ndim:
        raise HloError(f"indices {describe(indices)} do not fit data {describe(data)}", code="onnx.shape")
    count = math.prod(batches)
    flat = data.reshape(count, *data.shape[batch_dims:])
    tuples = indices.reshape(count, -1, depth)
    where = [checked(xp, tuples[..., axis], flat.shape[1 + axis]) for axis in range(depth)]
    found = flat[(xp.arange(count)[:, None], *where)] if where else xp.repeat(flat[:, None], tuples.shape[1], 1)
    return found.reshape(indices.shape[:-1] + data.shape[batch_dims + depth :])


_JOINS = {"none": "", "add": "add", "mul": "multiply", "max": "maximum", "min": "minimum"}


@op("ScatterElements", since=11)
def scatter_elements(xp, data, indices, updates, *, axis=0, reduction="none"):
    """A copy with the updates put, or added and so on, where GatherElements would read."""
    axis = normal_axis(axis, data.ndim)
    if indices.shape != updates.shape or indices.ndim != data.ndim:
        raise HloError(
            f"data {describe(data)}, indices {describe(indices)} and updates {describe(updates)} do not fit",
            code="onnx.shape",
        )
    return _scattered(xp, data, _along(xp, data, indices, axis), updates, 1, reduction)


@op("Scatter", since=9)
def scatter(xp, data, indices, updates, *, axis=0):
    """ScatterElements under its first name."""
    return scatter_elements(xp, data, indices, updates, axis=axis)


@op("ScatterND", since=11)
def scatter_nd(xp, data, indices, updates, *, reduction="none"):
    """A copy with the updates put, or added and so on, where GatherND would read."""
    depth = indices.shape[-1]
    if depth > data.ndim or updates.shape != indices.shape[:-1] + data.shape[depth:]:
        raise HloError(
            f"data {describe(data)}, indices {describe(indices)} and updates {describe(updates)} do not fit",
            code="onnx.shape",
        )
    flat = xp.zeros(indices.shape[:-1], np.int64)
    for axis in range(depth):
        flat = flat * data.shape[axis] + checked(xp, indices[..., axis], data.shape[axis])
    return _scattered(xp, data, flat, updates, math.prod(data.shape[depth:]), reduction)


def _scattered(xp: Any, data: Any, places: Any, updates: Any, row: int, reduction: str) -> Any:
    """A copy of the data, as rows of one length, with the updates of the rows at ``places``."""
    one_of(reduction, tuple(_JOINS), "reduction")
    result = data.copy()
    if not updates.size:
        return result
    rows, addend = result.reshape(-1, row), updates.reshape(-1, row)
    if reduction == "none":
        rows[places.reshape(-1)] = addend
        return result
    how = Known(xp, _JOINS[reduction], data.dtype)
    (joined,) = scatter_at(xp, how, (rows,), places.reshape(-1), (addend,))
    return joined.reshape(data.shape)


@op("TensorScatter", since=24)
def tensor_scatter(xp, past_cache, update, write_indices=None, *, axis=-2, mode="linear"):
    """A copy of a cache with ``update`` written along an axis, from each batch's own index on."""
    one_of(mode, ("linear", "circular"), "mode")
    axis = normal_axis(axis, past_cache.ndim)
    length, count, batches = past_cache.shape[axis], update.shape[axis], past_cache.shape[0]
    starts = xp.zeros(batches, np.int64) if write_indices is None else write_indices.reshape(-1)
    places = starts[:, None] + xp.arange(count)[None, :]
    places = places % length if mode == "circular" else checked(xp, places, length, "write index")
    result = past_cache.copy()
    moved, values = xp.moveaxis(result, axis, 1), xp.moveaxis(update, axis, 1)
    moved[xp.arange(batches)[:, None], places] = values
    return result


@op("OneHot", since=9)
def one_hot(xp, indices, depth, values, *, axis=-1):
    """A new axis of size ``depth``, with the second of ``values`` at each index and the first elsewhere."""
    size = int(scalar(depth, "depth"))
    axis = normal_axis(axis, indices.ndim + 1)
    whole = xp.expand_dims(indices.astype(np.int64), axis)
    classes = xp.arange(size).reshape([-1 if place == axis else 1 for place in range(indices.ndim + 1)])
    hit = (whole == classes) | (whole + size == classes)
    return xp.where(hit, values[1:2], values[:1])


@op("TopK", since=11)
def top_k(xp, X, K, *, axis=-1, largest=1, sorted=1):
    """The ``K`` greatest or least values along an axis and their indices, in order; of equal ones the first."""
    axis = normal_axis(axis, X.ndim)
    count = int(scalar(K, "K"))
    if not 0 <= count <= X.shape[axis]:
        raise HloError(f"K is {count}, axis {axis} of {describe(X)} has not as many elements", code="onnx.inputs")
    keys = order_bits(xp, xp.ascontiguousarray(xp.moveaxis(X, axis, -1)), total=False)
    keys = ~keys if largest else keys
    places = smallest(xp, keys, count) if count and X.size else xp.zeros((*keys.shape[:-1], count), np.int64)
    chosen = xp.moveaxis(places, -1, axis)
    return xp.take_along_axis(X, chosen, axis=axis), chosen


@op("TopK", since=10)
def top_k_10(xp, X, K, *, axis=-1):
    """The ``K`` greatest values along an axis and their indices."""
    return top_k(xp, X, K, axis=axis)


@op("TopK", since=1)
def top_k_1(xp, X, *, k, axis=-1):
    """The ``k`` greatest values along an axis and their indices, ``k`` an attribute."""
    return top_k(xp, X, np.asarray(k), axis=axis)


def _unique_bytes(X: Any, *, axis: int | None = None, sorted: int = 1) -> int:
    """All may be distinct; then there are as many places, and counts."""
    count = X.size if axis is None else X.shape[axis]
    return X.nbytes + 3 * 8 * count


@op("Unique", since=11, measure=_unique_bytes)
def unique(xp, X, *, axis=None, sorted=1):
    """The distinct values or slices, their first places, where each element went, and counts."""
    if axis is None:
        X, axis = X.reshape(-1), 0
    axis = normal_axis(axis, X.ndim)
    values, first, inverse, counts = _distinct(xp, X, axis)
    if not sorted:
        order = xp.argsort(first, kind="stable")
        rank = xp.empty_like(order)
        rank[order] = xp.arange(order.size)
        values, first, counts, inverse = xp.take(values, order, axis=axis), first[order], counts[order], rank[inverse]
    return values, *(part.reshape(-1).astype(np.int64, copy=False) for part in (first, inverse, counts))


def _distinct(xp: Any, value: Any, axis: int) -> tuple[Any, Any, Any, Any]:
    keys = value.astype(np.float32) if is_float(value.dtype) and value.dtype.kind == "V" else value
    if value.dtype == object and value.ndim > 1:
        # NumPy orders slices of texts only after numbering the texts.
        _, numbers = np.unique(value, return_inverse=True)
        keys = numbers.reshape(value.shape)
    along = None if keys.ndim == 1 else axis
    _, first, inverse, counts = xp.unique(
        keys, return_index=True, return_inverse=True, return_counts=True, axis=along, equal_nan=False
    )
    return xp.take(value, first, axis=axis), first, inverse, counts


def _suppressed_bytes(
    boxes: Any, scores: Any, max_output_boxes_per_class: Any = None, *others: Any, center_point_box: int = 0
) -> int:
    most = 0 if max_output_boxes_per_class is None else int(max_output_boxes_per_class.item())
    return scores.shape[0] * scores.shape[1] * max(min(most, boxes.shape[1]), 0) * 3 * 8


@op("NonMaxSuppression", since=10, measure=_suppressed_bytes)
def non_max_suppression(
    xp,
    boxes,
    scores,
    max_output_boxes_per_class=None,
    iou_threshold=None,
    score_threshold=None,
    *,
    center_point_box=0,
):
    """The indices (batch, class, box) of boxes kept, best first, none overlapping a better one too much."""
    limit = 0 if max_output_boxes_per_class is None else int(scalar(max_output_boxes_per_class, "the number of boxes"))
    overlap = 0.0 if iou_threshold is None else float(scalar(iou_threshold, "iou_threshold"))
    least = None if score_threshold is None else float(scalar(score_threshold, "score_threshold"))
    corners = backends.host(_corners(xp, boxes, center_point_box))
    return xp.asarray(suppressed(corners, backends.host(scores), limit, overlap, least))


def _corners(xp: Any, boxes: Any, center_point_box: int) -> Any:
    """Boxes, ``(batches, boxes, 4)``, as ``(batches, 4, boxes)``: low y, low x, high y, high x."""
    first, second = boxes[..., :2], boxes[..., 2:]
    if center_point_box:
        first, half = first[..., ::-1], second[..., ::-1] / 2
        low, high = first - half, first + half
    else:
        low, high = xp.minimum(first, second), xp.maximum(first, second)
    return xp.concatenate([low, high], axis=-1).swapaxes(1, 2)
