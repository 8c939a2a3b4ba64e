"""Activation functions of real floats that reuse the one array they make: fresh memory costs more than what is done to it."""

from __future__ import annotations

from typing import Any


def sigmoid(xp: Any, x: Any) -> Any:
    """``1 / (1 + exp(-x))``."""
    result = xp.asarray(xp.negative(x))
    xp.exp(result, out=result)
    result += 1
    return xp.reciprocal(result, out=result)


def hard_sigmoid(xp: Any, x: Any, alpha: float, beta: float) -> Any:
    """``alpha * x + beta``, clamped to [0, 1]."""
    result = xp.asarray(xp.multiply(x, alpha))
    result += beta
    return xp.clip(result, 0, 1, out=result)


def powers(xp: Any, x: Any, axis: int) -> Any:
    """``exp(x - max(x))``, with the maximum along an axis."""
    result = xp.asarray(x - xp.max(x, axis=axis, keepdims=True))
    return xp.exp(result, out=result)


def softmax(xp: Any, x: Any, axis: int) -> Any:
    """``exp(x)`` over its sum along an axis."""
    result = powers(xp, x, axis)
    result /= xp.sum(result, axis=axis, keepdims=True)
    return result


def log_softmax(xp: Any, x: Any, axis: int) -> Any:
    """The logarithm of the softmax along an axis."""
    result = x - xp.max(x, axis=axis, keepdims=True)
    result -= xp.log(xp.sum(xp.exp(result), axis=axis, keepdims=True))
    return result


def normalize(xp: Any, rows: Any, scale: Any, bias: Any, epsilon: float) -> Any:
    """Each row less its mean over its standard deviation, times ``scale`` plus ``bias``, which broadcast with ``(rows, n)``."""
    result = rows - xp.mean(rows, axis=1, keepdims=True)
    variance = mean_square(xp, result) + epsilon
    result *= scale / xp.sqrt(variance)
    result += bias
    return result


def mean_square(xp: Any, rows: Any) -> Any:
    """The mean of the squares of each row, ``(rows, 1)``, without an array of squares."""
    return (xp.einsum("ij,ij->i", rows, rows) / rows.shape[1]).astype(rows.dtype, copy=False)[:, None]
