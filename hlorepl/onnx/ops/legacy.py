"""Operators as they were before opset 7 where later ones differ, for files that old exporters wrote."""

from __future__ import annotations

from typing import Any

from ..registry import op
from ..sizes import as_first
from .activation import prelu
from .linalg import gemm
from .normalization import batch_normalization_7


def _gemm_bytes(A: Any, B: Any, C: Any, *, transA: int = 0, transB: int = 0, **attributes: Any) -> int:
    return A.shape[1 if transA else 0] * B.shape[0 if transB else 1] * A.dtype.itemsize


@op("Gemm", since=1, measure=_gemm_bytes)
def gemm_1(xp, A, B, C, *, alpha=1.0, beta=1.0, broadcast=0, transA=0, transB=0):
    """``alpha * A @ B + beta * C``; C broadcasts whether or not ``broadcast`` says so."""
    return gemm(xp, A, B, C, alpha=alpha, beta=beta, transA=transA, transB=transB)


@op("BatchNormalization", since=1, measure=as_first)
def batch_normalization_1(
    xp,
    X,
    scale,
    B,
    mean,
    var,
    *,
    consumed_inputs=None,
    epsilon=1e-5,
    is_test=0,
    momentum=0.9,
    spatial=1,
    outputs=1,
):
    """Normalize each channel; training is told by the outputs asked for, as in opset 7, unless ``is_test``."""
    return batch_normalization_7(
        xp,
        X,
        scale,
        B,
        mean,
        var,
        epsilon=epsilon,
        momentum=momentum,
        spatial=spatial,
        outputs=1 if is_test else outputs,
    )


@op("PRelu", since=1, measure=as_first)
def prelu_1(xp, X, slope, *, consumed_inputs=None):
    """``x``, or ``slope * x`` where it is negative, one slope for all or one for each channel."""
    return prelu(xp, X, slope.reshape(-1, *(1,) * (X.ndim - 2)) if slope.size > 1 else slope)
