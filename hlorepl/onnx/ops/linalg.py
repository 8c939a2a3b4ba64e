"""Products of matrices and tensors (ONNX: MatMul, Gemm, Einsum, Det)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...errors import HloError
from ...kernels.matmul import bilinear, dot_general, matmul
from ..precision import in_wide_floats, widened
from ..registry import op
from ..tensors import describe, is_float, is_small_float


@op("MatMul", since=1)
def matmul_op(xp, A, B):
    """The matrix product of the last two dimensions, the others broadcast."""
    if A.ndim == 0 or B.ndim == 0 or A.shape[-1] != B.shape[-2 if B.ndim > 1 else 0]:
        raise HloError(
            f"MatMul: {describe(A)} times {describe(B)}: the inner dimensions differ", code="onnx.MatMul.shape"
        )
    return matmul(xp, A, B)


@op("Gemm", since=7)
def gemm(xp, A, B, C=None, *, alpha=1.0, beta=1.0, transA=0, transB=0):
    """``alpha * A @ B + beta * C``, with A and B transposed where asked."""
    if A.ndim != 2 or B.ndim != 2:
        raise HloError(f"Gemm: two matrices are needed, not {describe(A)} and {describe(B)}", code="onnx.Gemm.shape")
    left, right = A.T if transA else A, B.T if transB else B
    if left.shape[1] != right.shape[0]:
        raise HloError(f"Gemm: {describe(A)} times {describe(B)}: the inner dimensions differ", code="onnx.Gemm.shape")
    whole = not is_float(A.dtype)
    result = bilinear(xp, xp.matmul, left, right, left.shape[1], np.float32 if is_small_float(A.dtype) else A.dtype)
    if alpha != 1:
        result = result * alpha
    if C is not None and beta != 0:
        result = result + (C if whole and beta == 1 else widened(C) * beta if beta != 1 else widened(C))
    return result.astype(A.dtype, copy=False)


@op("Einsum", since=12, view="maybe")
def einsum(xp, *Inputs: Any, equation: str):
    """A sum of products, written as ``ij,jk->ik``."""
    if not Inputs:
        raise HloError("Einsum: there are no inputs", code="onnx.Einsum.inputs")
    dtype = Inputs[0].dtype
    equation = equation.replace(" ", "")
    try:
        if len(Inputs) == 2:
            result = _product(xp, equation, *Inputs)
            if result is not None:
                return result
        wide = [widened(value) for value in Inputs]
        result = xp.einsum(equation, *wide, optimize="greedy" if len(Inputs) > 2 else False)
    except (ValueError, KeyError) as error:
        types = ", ".join(map(describe, Inputs))
        raise HloError(f"Einsum: '{equation}' does not fit {types}: {error}", code="onnx.Einsum.equation") from error
    return xp.asarray(result).astype(dtype, copy=False)


def _product(xp: Any, equation: str, lhs: Any, rhs: Any) -> Any:
    """A product of two operands by one matrix product, or ``None`` where it is of another form."""
    match = re.fullmatch(r"([A-Za-z]+),([A-Za-z]+)(?:->([A-Za-z]*))?", equation)
    if not match:
        return None
    left, right, out = match.groups()
    if out is None:
        out = "".join(sorted(label for label in {*left, *right} if (left + right).count(label) == 1))
    if any(len(set(labels)) != len(labels) for labels in (left, right, out)) or not {*out} <= {*left, *right}:
        return None
    sizes = dict(zip(left, lhs.shape, strict=True))
    if any(sizes.get(label, size) != size for label, size in zip(right, rhs.shape, strict=True)):
        return None
    lhs, left = _summed(xp, lhs, left, out + right)
    rhs, right = _summed(xp, rhs, right, out + left)
    batch = [label for label in left if label in right and label in out]
    summed = [label for label in left if label in right and label not in out]
    result = dot_general(
        xp,
        lhs,
        rhs,
        lhs_batch=[left.index(label) for label in batch],
        rhs_batch=[right.index(label) for label in batch],
        lhs_contracting=[left.index(label) for label in summed],
        rhs_contracting=[right.index(label) for label in summed],
    )
    order = [*batch, *(label for label in left + right if label not in batch and label not in summed)]
    return result.transpose([order.index(label) for label in out])


def _summed(xp: Any, array: Any, labels: str, kept: str) -> tuple[Any, str]:
    """An operand summed over the labels that nothing else has."""
    axes = tuple(axis for axis, label in enumerate(labels) if label not in kept)
    if not axes:
        return array, labels
    total = xp.sum(widened(array), axis=axes, dtype=widened(array).dtype)
    return xp.asarray(total).astype(array.dtype, copy=False), "".join(label for label in labels if label in kept)


@op("Det", since=11)
@in_wide_floats
def det(xp, X):
    """The determinant of the matrices in the last two dimensions."""
    if X.ndim < 2 or X.shape[-1] != X.shape[-2]:
        raise HloError(f"Det: {describe(X)} holds no square matrices", code="onnx.Det.shape")
    return xp.asarray(xp.linalg.det(X))
