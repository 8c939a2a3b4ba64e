"""Activation functions (ONNX: Relu and its family, Sigmoid, Softmax, Gelu, …)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...kernels import activations
from ...kernels.blocks import with_number
from ...kernels.choosing import chosen, kept_where
from ...kernels.error_function import gelu32
from ..precision import in_wide_floats, single
from ..registry import op
from ..tensors import is_small_float, normal_axis, one_of
from .math import erf

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAK = single(0.01)
_SLOPE = single(0.2)


@op("Relu", since=6)
def relu(xp, X):
    """The greater of ``x`` and 0."""
    zero = xp.zeros((), X.dtype)
    return with_number(xp.maximum, X, zero) if able(xp).is_host and X.dtype.kind in "fi" else xp.maximum(X, zero)


@op("LeakyRelu", since=6)
@in_wide_floats
def leaky_relu(xp, X, *, alpha=_LEAK):
    """``x``, or ``alpha * x`` where it is negative."""
    # With such a slope a negative number has the greater multiple, any other is the greater itself.
    return xp.maximum(X, X * alpha) if 0 < alpha <= 1 else chosen(xp, X < 0, X * alpha, X)


@op("PRelu", since=7, elementwise=True)
def prelu(xp, X, slope):
    """``x``, or ``slope * x`` where it is negative."""
    return chosen(xp, xp.less(X, xp.zeros((), X.dtype)), X * slope, X)


@op("ThresholdedRelu", since=10)
@in_wide_floats
def thresholded_relu(xp, X, *, alpha=1.0):
    """``x`` where it is greater than ``alpha``, else 0."""
    return kept_where(xp, xp.greater(X, alpha), X)


@op("Elu", since=6, elementwise=True)
@in_wide_floats
def elu(xp, X, *, alpha=1.0):
    """``x``, or ``alpha * (exp(x) - 1)`` where it is negative."""
    return chosen(xp, X < 0, xp.expm1(xp.minimum(X, 0)) * alpha, X)


@op("Selu", since=6, elementwise=True)
@in_wide_floats
def selu(xp, X, *, alpha=1.67326319217681884765625, gamma=1.05070102214813232421875):
    """``gamma * x``, or ``gamma * alpha * (exp(x) - 1)`` where it is not positive."""
    return chosen(xp, X > 0, X, xp.expm1(xp.minimum(X, 0)) * alpha) * gamma


@op("Celu", since=12, elementwise=True)
@in_wide_floats
def celu(xp, X, *, alpha=1.0):
    """``x``, or ``alpha * (exp(x / alpha) - 1)`` where it is negative."""
    return chosen(xp, X < 0, xp.expm1(X / alpha) * alpha, X)


@op("Sigmoid", since=6)
@in_wide_floats
def sigmoid(xp, X):
    """``1 / (1 + exp(-x))``."""
    return activations.sigmoid(xp, X)


@op("HardSigmoid", since=6)
@in_wide_floats
def hard_sigmoid(xp, X, *, alpha=_SLOPE, beta=0.5):
    """``alpha * x + beta``, clamped to [0, 1]."""
    return activations.hard_sigmoid(xp, X, alpha, beta)


@op("HardSwish", since=14)
@in_wide_floats
def hard_swish(xp, X):
    """``x`` times ``x / 6 + 1/2`` clamped to [0, 1]."""
    return X * xp.clip(X / 6 + 0.5, 0, 1)


@op("Swish", since=24)
@in_wide_floats
def swish(xp, X, *, alpha=1.0):
    """``x * sigmoid(alpha * x)``."""
    return X * sigmoid(xp, X if alpha == 1 else X * alpha)


@op("SwiGLU", since=28)
@in_wide_floats
def swiglu(xp, A, B, *, alpha=1.0):
    """``A * sigmoid(alpha * A) * B``."""
    return swish(xp, A, alpha=alpha) * B


@op("Softplus", since=1)
@in_wide_floats
def softplus(xp, X):
    """``log(1 + exp(x))``, which never overflows."""
    return xp.maximum(X, 0) + xp.log1p(xp.exp(-xp.abs(X)))


@op("Softsign", since=1)
@in_wide_floats
def softsign(xp, input):
    """``x / (1 + |x|)``."""
    return input / (xp.abs(input) + 1)


@op("Mish", since=18)
@in_wide_floats
def mish(xp, X):
    """``x * tanh(softplus(x))``."""
    return X * xp.tanh(softplus(xp, X))


@op("Gelu", since=20)
@in_wide_floats
def gelu(xp, X, *, approximate="none"):
    """``x`` times the normal distribution's cumulative probability of ``x``, or its approximation with ``tanh``."""
    if one_of(approximate, ("none", "tanh"), "approximate") == "tanh":
        inner = xp.tanh((X + X * X * X * 0.044715) * math.sqrt(2 / math.pi))
    elif X.dtype == np.float32:
        return gelu32(xp, X)
    else:
        inner = erf(xp, X * math.sqrt(0.5))
    return X * 0.5 * (inner + 1)


@op("Shrink", since=9, elementwise=True)
def shrink(xp, input, *, bias=0.0, lambd=0.5):
    """``x`` moved toward 0 by ``bias`` where it is farther than ``lambd`` from it, else 0."""
    wide = input.astype(np.float32) if input.dtype.kind != "f" or input.dtype.itemsize < 4 else input
    inner = kept_where(xp, wide > lambd, wide - bias)
    result = chosen(xp, wide < -lambd, wide + bias, inner)
    return result.astype(input.dtype, copy=False)


# Softmax and its relatives. Up to opset 12 all axes from ``axis`` on count as one.


def softmax_along(xp: Any, x: Any, axis: int) -> Any:
    """``exp(x)`` over its sum along an axis; a row of nothing but -inf gives NaN.

    In the small floats each step is rounded, as the operator's definition by others has it; only the sum is in f32,
    since one in bfloat16 would stop growing at 256.
    """
    if not is_small_float(x.dtype):
        return activations.softmax(xp, x, axis)
    powers = activations.powers(xp, x, axis)
    return powers / total_along(xp, powers, axis)


def total_along(xp: Any, x: Any, axis: int) -> Any:
    """The sum along an axis, which stays; of small floats in f32, rounded once."""
    work = np.float32 if is_small_float(x.dtype) else x.dtype
    return xp.sum(x, axis=axis, keepdims=True, dtype=work).astype(x.dtype, copy=False)


@in_wide_floats
def _log_softmax(xp: Any, x: Any, *, axis: int) -> Any:
    return activations.log_softmax(xp, x, axis)


def log_softmax_along(xp: Any, x: Any, axis: int) -> Any:
    """The logarithm of the softmax along an axis."""
    return _log_softmax(xp, x, axis=axis)


def _hardmax_along(xp: Any, x: Any, axis: int) -> Any:
    greatest = xp.expand_dims(xp.argmax(x, axis=axis), axis)
    shape = [-1 if i == axis % x.ndim else 1 for i in range(x.ndim)]
    return (xp.arange(x.shape[axis]).reshape(shape) == greatest).astype(x.dtype)


def _normalizer(name: str, function: Callable[[Any, Any, int], Any], doc: str) -> None:
    """Enter one of the three in its two versions."""

    def now(xp: Any, input: Any, *, axis: int = -1) -> Any:
        return function(xp, input, normal_axis(axis, input.ndim)) if input.size else input.copy()

    def before(xp: Any, input: Any, *, axis: int = 1) -> Any:
        if not input.size:
            return input.copy()
        rows = math.prod(input.shape[: axis if axis == input.ndim else normal_axis(axis, input.ndim)])
        return function(xp, input.reshape(rows, -1), 1).reshape(input.shape)

    now.__doc__ = before.__doc__ = doc
    op(name, since=13)(now)
    op(name, since=1)(before)


_normalizer("Softmax", softmax_along, "``exp(x)`` divided by its sum.")
_normalizer("LogSoftmax", log_softmax_along, "The logarithm of the softmax.")
_normalizer("Hardmax", _hardmax_along, "1 at the first greatest element, 0 elsewhere.")
