"""Reductions along axes, and the places of extreme values (ONNX: Reduce*, ArgMax, ArgMin).

Sums of 16-bit floats are taken in f32, roots and logarithms of integers in f64, and each rounded once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ...kernels.reduction import Known, reduce
from ..registry import op
from ..tensors import BOOL, ints, is_float, is_integer, is_small_float, normal_axes, normal_axis

if TYPE_CHECKING:
    from collections.abc import Callable

    Reduction = Callable[[Any, Any, tuple[int, ...], bool], Any]


def reduction(name: str, axes_are_input: int = 18) -> Callable[[Reduction], Reduction]:
    """Enter a reduction of ``(xp, data, axes, keepdims)`` in both forms: ``axes`` an attribute, later an input."""

    def register(function: Reduction) -> Reduction:
        def with_attribute(xp, data, *, axes=None, keepdims=1):
            return function(xp, data, _axes(data, axes, False), bool(keepdims))

        def with_input(xp, data, axes=None, *, keepdims=1, noop_with_empty_axes=0):
            return function(xp, data, _axes(data, axes, bool(noop_with_empty_axes)), bool(keepdims))

        with_attribute.__doc__ = with_input.__doc__ = function.__doc__
        op(name, since=1)(with_attribute)
        op(name, since=axes_are_input)(with_input)
        return function

    return register


def _axes(data: Any, axes: Any, none_when_empty: bool) -> tuple[int, ...]:
    listed = [] if axes is None else ints(axes)
    if listed:
        return normal_axes(listed, data.ndim)
    return () if none_when_empty else tuple(range(data.ndim))


def _count(data: Any, axes: tuple[int, ...]) -> int:
    count = 1
    for axis in axes:
        count *= data.shape[axis]
    return count


def _wide(data: Any) -> Any:
    """The data in a type that sums do not spoil."""
    return data.astype(np.float32) if is_small_float(data.dtype) else data


def _real(data: Any) -> Any:
    """The data in a floating-point type that roots and logarithms are taken in."""
    return data.astype(np.float64) if is_integer(data.dtype) else _wide(data)


def _sum(xp: Any, data: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    if data.dtype.kind != "f" or not axes or axes == tuple(range(axes[0], data.ndim)):
        return xp.sum(data, axis=axes, dtype=data.dtype, keepdims=keepdims)
    # NumPy adds pairwise along the last axes only; the kernel does along all.
    (total,) = reduce(xp, Known(xp, "add", data.dtype), (data,), (xp.zeros((), data.dtype),), axes)
    return total.reshape([1 if axis in axes else n for axis, n in enumerate(data.shape)]) if keepdims else total


@reduction("ReduceSum", axes_are_input=13)
def reduce_sum(xp, data, axes, keepdims):
    """The sum along axes; of nothing it is 0."""
    return _sum(xp, _wide(data), axes, keepdims).astype(data.dtype, copy=False)


@reduction("ReduceMean")
def reduce_mean(xp, data, axes, keepdims):
    """The mean along axes; of nothing it is NaN."""
    wide = _real(data)
    total = _sum(xp, wide, axes, keepdims)
    return xp.true_divide(total, xp.asarray(_count(data, axes), wide.dtype)).astype(data.dtype, copy=False)


@reduction("ReduceProd")
def reduce_prod(xp, data, axes, keepdims):
    """The product along axes; of nothing it is 1."""
    wide = _wide(data)
    return xp.prod(wide, axis=axes, dtype=wide.dtype, keepdims=keepdims).astype(data.dtype, copy=False)


@reduction("ReduceL1")
def reduce_l1(xp, data, axes, keepdims):
    """The sum of absolute values along axes."""
    return _sum(xp, xp.absolute(_wide(data)), axes, keepdims).astype(data.dtype, copy=False)


@reduction("ReduceSumSquare")
def reduce_sum_square(xp, data, axes, keepdims):
    """The sum of squares along axes."""
    return _sum(xp, xp.square(_wide(data)), axes, keepdims).astype(data.dtype, copy=False)


@reduction("ReduceL2")
def reduce_l2(xp, data, axes, keepdims):
    """The square root of the sum of squares along axes."""
    return xp.sqrt(_sum(xp, xp.square(_real(data)), axes, keepdims)).astype(data.dtype, copy=False)


@reduction("ReduceLogSum")
def reduce_log_sum(xp, data, axes, keepdims):
    """The logarithm of the sum along axes; of nothing it is minus infinity."""
    return xp.log(_sum(xp, _real(data), axes, keepdims)).astype(data.dtype, copy=False)


@reduction("ReduceLogSumExp")
def reduce_log_sum_exp(xp, data, axes, keepdims):
    """The logarithm of the sum of exponentials along axes, without overflow; of nothing it is minus infinity."""
    wide = _real(data)
    largest = _extreme(xp, wide, axes, True, least=False)
    largest = xp.where(xp.isfinite(largest), largest, xp.zeros((), wide.dtype))
    total = xp.log(_sum(xp, xp.exp(wide - largest), axes, keepdims))
    shift = largest if keepdims else largest.reshape(total.shape)
    return (total + shift).astype(data.dtype, copy=False)


@reduction("ReduceMax")
def reduce_max(xp, data, axes, keepdims):
    """The greatest value along axes, NaN where there is one; of nothing the least of the type."""
    return _extreme(xp, data, axes, keepdims, least=False)


@reduction("ReduceMin")
def reduce_min(xp, data, axes, keepdims):
    """The least value along axes, NaN where there is one; of nothing the greatest of the type."""
    return _extreme(xp, data, axes, keepdims, least=True)


def _extreme(xp: Any, data: Any, axes: tuple[int, ...], keepdims: bool, *, least: bool) -> Any:
    if not axes:
        return data
    if _count(data, axes) == 0:
        shape = [1 if axis in axes else size for axis, size in enumerate(data.shape) if keepdims or axis not in axes]
        return xp.full(shape, _bound(data.dtype, greatest=least), data.dtype)
    return (xp.min if least else xp.max)(data, axis=axes, keepdims=keepdims)


def _bound(dtype: np.dtype, *, greatest: bool) -> Any:
    if dtype == BOOL:
        return greatest
    if is_float(dtype):
        return float("inf") if greatest else float("-inf")
    limits = ml_dtypes.iinfo(dtype)
    return limits.max if greatest else limits.min


@op("ArgMax", since=1)
def argmax(xp, data, *, axis=0, keepdims=1, select_last_index=0):
    """The index of the greatest value along an axis, the first of several or the last."""
    return _place(xp, xp.argmax, data, axis, keepdims, select_last_index)


@op("ArgMin", since=1)
def argmin(xp, data, *, axis=0, keepdims=1, select_last_index=0):
    """The index of the least value along an axis, the first of several or the last."""
    return _place(xp, xp.argmin, data, axis, keepdims, select_last_index)


def _place(xp: Any, find: Callable[..., Any], data: Any, axis: int, keepdims: int, last: int) -> Any:
    if data.ndim == 0:
        normal_axis(axis, 1)
        return xp.zeros((), np.int64)
    axis = normal_axis(axis, data.ndim)
    wide = _wide(data)
    found = xp.asarray(find(xp.flip(wide, axis) if last else wide, axis=axis))
    if last:
        found = data.shape[axis] - 1 - found
    found = found.astype(np.int64, copy=False)
    return xp.expand_dims(found, axis) if keepdims else found
