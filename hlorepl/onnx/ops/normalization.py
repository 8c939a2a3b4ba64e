"""Normalization (ONNX: Batch-, Instance-, Layer-, Group- and RMSNormalization, LRN, LpNormalization, …)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...kernels import activations
from ...kernels.windows import reduce_windows
from ...wording import counted
from ..precision import in_wide_floats, single, widened
from ..registry import op
from ..sizes import as_first
from ..tensors import describe, dtype_of, normal_axes, normal_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

_EPSILON = single(1e-5)
_MOMENTUM = single(0.9)
_ALPHA = single(0.0001)


def _per_channel(parameter: Any, x: Any) -> Any:
    """One number for each channel, shaped to broadcast with ``(N, C, …)``."""
    if x.ndim < 2 or parameter.shape != (x.shape[1],):
        raise HloError(
            f"{describe(parameter)} does not hold one number for each channel of {describe(x)}",
            code="onnx.normalization.channels",
        )
    return widened(parameter).reshape(-1, *(1,) * (x.ndim - 2))


def _scaled(xp: Any, x: Any, mean: Any, variance: Any, scale: Any, bias: Any, epsilon: float) -> Any:
    """``(x - mean) / sqrt(variance + epsilon) * scale + bias`` in two passes over ``x``."""
    factor = scale / xp.sqrt(variance + epsilon)
    offset = bias - mean * factor
    wide = widened(x)
    result = wide * factor.astype(wide.dtype, copy=False)
    result += offset.astype(wide.dtype, copy=False)
    return result.astype(x.dtype, copy=False)


@op("BatchNormalization", since=14)
def batch_normalization(
    xp, X, scale, B, input_mean, input_var, *, epsilon=_EPSILON, momentum=_MOMENTUM, training_mode=0, outputs=1
):
    """Normalize each channel by the given mean and variance, or in training by those of the batch.

    In training the running mean and variance come too: ``momentum`` parts of the old, the rest of the batch's.
    """
    scale, bias = _per_channel(scale, X), _per_channel(B, X)
    if not training_mode:
        mean, variance = _per_channel(input_mean, X), _per_channel(input_var, X)
        return _scaled(xp, X, mean, variance, scale, bias, epsilon)
    mean, variance = _batch_statistics(xp, X)
    result = _scaled(xp, X, _per_channel(mean, X), _per_channel(variance, X), scale, bias, epsilon)
    running = [
        (widened(old) * momentum + new * (1 - momentum)).astype(old.dtype)
        for old, new in ((input_mean, mean), (input_var, variance))
    ]
    return (result, *running)[: max(1, outputs)]


def _batch_statistics(xp: Any, x: Any) -> tuple[Any, Any]:
    axes = (0, *range(2, x.ndim))
    wide = widened(x)
    return xp.mean(wide, axis=axes), xp.var(wide, axis=axes)


@op("BatchNormalization", since=9)
def batch_normalization_9(xp, X, scale, B, mean, var, *, epsilon=_EPSILON, momentum=_MOMENTUM, outputs=1):
    """As later versions; in training where more than one output is asked for."""
    result = batch_normalization(
        xp, X, scale, B, mean, var, epsilon=epsilon, momentum=momentum, training_mode=int(outputs > 1), outputs=3
    )
    return (*result, *_batch_statistics(xp, X))[:outputs] if outputs > 1 else result


@op("BatchNormalization", since=7)
def batch_normalization_7(xp, X, scale, B, mean, var, *, epsilon=_EPSILON, momentum=_MOMENTUM, spatial=1, outputs=1):
    """As later versions; with ``spatial`` 0 each place of each channel has its own numbers."""
    if spatial:
        return batch_normalization_9(xp, X, scale, B, mean, var, epsilon=epsilon, momentum=momentum, outputs=outputs)
    mean, var, scale, bias = map(widened, (mean, var, scale, B))
    return _scaled(xp, X, mean, var, scale, bias, epsilon)


@op("InstanceNormalization", since=6)
def instance_normalization(xp, input, scale, B, *, epsilon=_EPSILON):
    """Normalize each channel of each instance over its spatial dimensions."""
    channels = input.shape[:2]
    rows = widened(input).reshape(math.prod(channels), math.prod(input.shape[2:]))
    factor, offset = (
        xp.broadcast_to(_per_channel(part, input).reshape(-1), channels).reshape(-1, 1) for part in (scale, B)
    )
    return activations.normalize(xp, rows, factor, offset, epsilon).reshape(input.shape).astype(input.dtype, copy=False)


@op("LayerNormalization", since=17)
def layer_normalization(xp, X, Scale, B=None, *, axis=-1, epsilon=_EPSILON, stash_type=1, outputs=1):
    """Normalize over ``axis`` and all later ones; gives the mean and the inverse of the standard deviation too."""
    rank, axis = X.ndim, normal_axis(axis, X.ndim)
    rows = widened(X).reshape(math.prod(X.shape[:axis]), -1)
    mean = xp.mean(rows, axis=1, keepdims=True)
    result = rows - mean
    inverse = 1 / xp.sqrt(activations.mean_square(xp, result) + epsilon)
    result *= inverse
    result = result.reshape(X.shape)
    result *= widened(Scale)
    if B is not None:
        result += widened(B)
    result = result.astype(X.dtype, copy=False)
    if outputs == 1:
        return result
    shape, stash = (*X.shape[:axis], *(1,) * (rank - axis)), dtype_of(stash_type)
    return (result, mean.reshape(shape).astype(stash), inverse.reshape(shape).astype(stash))[:outputs]


@op("RMSNormalization", since=23)
def rms_normalization(xp, X, scale, *, axis=-1, epsilon=_EPSILON, stash_type=1):
    """Divide by the root of the mean square over ``axis`` and all later ones."""
    axis = normal_axis(axis, X.ndim)
    rows = X.astype(np.promote_types(widened(X).dtype, dtype_of(stash_type)), copy=False)
    rows = rows.reshape(math.prod(X.shape[:axis]), -1)
    result = rows * (1 / xp.sqrt(activations.mean_square(xp, rows) + epsilon))
    return (result.reshape(X.shape) * widened(scale)).astype(X.dtype, copy=False)


@op("GroupNormalization", since=21, measure=as_first)
def group_normalization(xp, X, scale, bias, *, epsilon=_EPSILON, num_groups, stash_type=1):
    """Normalize groups of channels of each instance; scale and bias are one for each channel."""
    grouped, mean, variance = _group_statistics(xp, X, num_groups)
    factor, offset = (widened(p).reshape(num_groups, -1, *(1,) * (X.ndim - 2)) for p in (scale, bias))
    return _scaled(xp, grouped, mean, variance, factor, offset, epsilon).reshape(X.shape)


@op("GroupNormalization", since=18, measure=as_first)
def group_normalization_18(xp, X, scale, bias, *, epsilon=_EPSILON, num_groups):
    """Normalize groups of channels of each instance; scale and bias are one for each group."""
    grouped, mean, variance = _group_statistics(xp, X, num_groups)
    factor, offset = (widened(p).reshape(num_groups, *(1,) * (X.ndim - 1)) for p in (scale, bias))
    return _scaled(xp, grouped, mean, variance, factor, offset, epsilon).reshape(X.shape)


def _group_statistics(xp: Any, x: Any, groups: int) -> tuple[Any, Any, Any]:
    if x.ndim < 2 or groups < 1 or x.shape[1] % groups:
        raise HloError(
            f"GroupNormalization: the channels of {describe(x)} cannot be divided into {counted(groups, 'group')}",
            code="onnx.GroupNormalization.num_groups",
        )
    grouped = x.reshape(x.shape[0], groups, x.shape[1] // groups, *x.shape[2:])
    wide, axes = widened(grouped), tuple(range(2, grouped.ndim))
    return grouped, xp.mean(wide, axis=axes, keepdims=True), xp.var(wide, axis=axes, keepdims=True)


@op("LRN", since=1)
@in_wide_floats
def lrn(xp, X, *, alpha=_ALPHA, beta=0.75, bias=1.0, size):
    """Divide by a power of the mean square over ``size`` neighbouring channels."""
    ones, none = (1,) * (X.ndim - 2), ((0, 0),) * (X.ndim - 2)
    (total,) = reduce_windows(
        xp,
        (X * X,),
        np.add,
        (0,),
        window_dimensions=(1, size, *ones),
        padding=((0, 0), ((size - 1) // 2, size // 2), *none),
    )
    return X / _power(xp, total * (alpha / size) + bias, beta)


def _power(xp: Any, x: Any, exponent: float) -> Any:
    """A power; the usual ones by square roots, which are many times as fast."""
    if exponent not in {0.5, 0.75}:
        return xp.power(x, x.dtype.type(exponent))
    root = xp.sqrt(x)
    return root if exponent == 0.5 else root * xp.sqrt(root)


@op("LpNormalization", since=1)
@in_wide_floats
def lp_normalization(xp, input, *, axis=-1, p=2):
    """Divide by the p-norm along an axis; where that is zero, so is the result."""
    if p not in {1, 2}:
        raise HloError(f"LpNormalization: p is 1 or 2, not {p}", code="onnx.LpNormalization.p")
    axis = normal_axis(axis, input.ndim)
    total = xp.sum(xp.abs(input) if p == 1 else input * input, axis=axis, keepdims=True)
    norm = total if p == 1 else xp.sqrt(total)
    return input / xp.where(norm == 0, xp.ones((), norm.dtype), norm)


@op("MeanVarianceNormalization", since=9, measure=as_first)
@in_wide_floats
def mean_variance_normalization(xp, X, *, axes: Sequence[int] = (0, 2, 3)):
    """Subtract the mean over the axes and divide by the standard deviation."""
    over = normal_axes(axes, X.ndim)
    moved = X - xp.mean(X, axis=over, keepdims=True)
    deviation = xp.sqrt(xp.mean(moved * moved, axis=over, keepdims=True))
    # The specification's own constant, against constant input.
    return moved / (deviation + 1e-9)
