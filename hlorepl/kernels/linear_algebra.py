"""Cholesky factors and triangular systems, in batches. Matrices are the last two dimensions of an array."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..backends.abilities import able


def cholesky(xp: Any, a: Any, *, lower: bool) -> Any:
    """The triangular factor of each hermitian matrix, of which only that triangle is read.

    The other triangle of the result is 0; a matrix that is not positive definite gives NaN everywhere.
    """
    hermitian = a if lower else _adjoint(xp, a)
    factor = _lower_factor(xp, hermitian)
    return factor if lower else _adjoint(xp, factor)


def _adjoint(xp: Any, a: Any) -> Any:
    return xp.conj(xp.swapaxes(a, -1, -2))


def _lower_factor(xp: Any, a: Any) -> Any:
    if a.size == 0:
        return a.copy()
    try:
        factor = xp.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        if a.ndim == 2:
            return xp.full_like(a, xp.nan)
        # Which of them it was, NumPy does not say: halve the batch until it is known.
        flat = a.reshape(-1, *a.shape[-2:])
        middle = flat.shape[0] // 2
        if middle == 0:
            return xp.full_like(a, xp.nan)
        return xp.concatenate([_lower_factor(xp, flat[:middle]), _lower_factor(xp, flat[middle:])]).reshape(a.shape)
    # Not every library raises, or notices NaN: what is left on the diagonal tells.
    failed = ~(xp.real(xp.diagonal(factor, axis1=-2, axis2=-1)) > 0).all(axis=-1)
    return xp.where(failed[..., None, None], xp.asarray(xp.nan, a.dtype), factor) if failed.any() else factor


def solve_triangular(
    xp: Any, a: Any, b: Any, *, left: bool, lower: bool, transpose: bool, conjugate: bool, unit_diagonal: bool
) -> Any:
    """``x`` of ``op(a) x = b``, or of ``x op(a) = b`` unless ``left``; only one triangle of ``a`` is read.

    ``op`` transposes and conjugates. Batch dimensions are equal. Division by a zero on the diagonal is IEEE's.
    """
    if a.shape != (*b.shape[:-2], *(b.shape[-2 if left else -1],) * 2):
        raise ValueError(f"matrices of shape {a.shape} and right-hand sides of shape {b.shape} do not fit")
    if conjugate:
        a = xp.conj(a)
    if transpose:
        a, lower = xp.swapaxes(a, -1, -2), not lower
    if not left:
        # x a = b is the transpose of aᵀ xᵀ = bᵀ.
        a, b, lower = xp.swapaxes(a, -1, -2), xp.swapaxes(b, -1, -2), not lower
    if b.size == 0:
        x = b.copy()
    elif able(xp).is_host and b.dtype.char in "fdFD" and b.size // (b.shape[-1] * b.shape[-2]) <= b.shape[-2]:
        x = _by_blas(a, b, lower, unit_diagonal)
    else:
        x = _by_substitution(xp, a, b, lower, unit_diagonal)
    return x if left else xp.swapaxes(x, -1, -2)


def _by_blas(a: Any, b: Any, lower: bool, unit_diagonal: bool) -> Any:
    from scipy.linalg import get_blas_funcs  # late: SciPy

    (trsm,) = get_blas_funcs(("trsm",), dtype=b.dtype)
    matrices, sides = a.reshape(-1, *a.shape[-2:]), b.reshape(-1, *b.shape[-2:])
    x = np.empty(sides.shape, b.dtype)
    for index, (matrix, side) in enumerate(zip(matrices, sides, strict=True)):
        if matrix.flags.f_contiguous:
            x[index] = trsm(1, matrix, side, lower=lower, diag=unit_diagonal)
        else:
            # BLAS reads columns: rows are those of the transpose, which it transposes back.
            x[index] = trsm(1, matrix.T, side, lower=not lower, trans_a=1, diag=unit_diagonal)
    return x.reshape(b.shape)


def _by_substitution(xp: Any, a: Any, b: Any, lower: bool, unit_diagonal: bool) -> Any:
    """Row after row for the whole batch at once."""
    size = a.shape[-1]
    x = xp.zeros_like(b)
    for row in range(size) if lower else range(size - 1, -1, -1):
        known = slice(0, row) if lower else slice(row + 1, size)
        rest = b[..., row, :] - xp.matmul(a[..., row, None, known], x[..., known, :])[..., 0, :]
        x[..., row, :] = rest if unit_diagonal else rest / a[..., row, row, None]
    return x
