"""Factorisations of many small matrices at once, column by column for the whole batch, as LAPACK would leave them.

Each takes an array of matrices (the last two dimensions) and gives what the function of the same name in ``lapack``
gives for one, or None where a matrix of the batch has no answer and only going one by one tells which.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import linear_algebra


def cholesky(a: Any, *, lower: bool) -> tuple[Any, Any]:
    """The factors, NaN where there is none, and whether there is none."""
    factor = linear_algebra.cholesky(np, a, lower=lower)
    return factor, np.isnan(np.real(factor[..., 0, 0])).astype(np.int32)


def lu(a: Any) -> tuple[Any, Any, Any]:
    """Gaussian elimination with the largest element of each column as pivot; pivots count from 1."""
    packed = np.array(a, order="C")
    rows, columns = a.shape[-2:]
    pivots = np.empty((*a.shape[:-2], min(rows, columns)), np.int32)
    info = np.zeros(a.shape[:-2], np.int32)
    for k in range(min(rows, columns)):
        row = k + np.argmax(_magnitude(packed[..., k:, k]), axis=-1)
        pivots[..., k] = row + 1
        index = row[..., None, None]
        chosen = np.take_along_axis(packed, index, -2)
        np.put_along_axis(packed, index, packed[..., k : k + 1, :].copy(), -2)
        packed[..., k, :] = chosen[..., 0, :]
        pivot = packed[..., k, k]
        info = np.where((pivot == 0) & (info == 0), k + 1, info).astype(np.int32)
        packed[..., k + 1 :, k] /= np.where(pivot == 0, 1, pivot)[..., None].astype(a.dtype)
        packed[..., k + 1 :, k + 1 :] -= packed[..., k + 1 :, k, None] * packed[..., k, None, k + 1 :]
    return packed, pivots, info


def _magnitude(values: Any) -> Any:
    """What LAPACK compares: of complex numbers, the sum of the parts. NaN is the largest there is not."""
    if values.dtype.kind == "c":
        values = np.abs(values.real) + np.abs(values.imag)
    return np.nan_to_num(np.abs(values), nan=-1, posinf=np.inf)


def qr(a: Any) -> tuple[Any, Any]:
    """R with the reflectors below it, and their scales."""
    packed, scales = np.linalg.qr(a, mode="raw")
    return np.swapaxes(packed, -1, -2), scales


def householder_product(a: Any, scales: Any) -> Any:
    """The columns of Q that the reflectors below the diagonals make."""
    rows, columns = a.shape[-2:]
    q = np.broadcast_to(np.eye(rows, columns, dtype=a.dtype), a.shape).copy()
    for k in range(scales.shape[-1] - 1, -1, -1):
        reflector = a[..., k:, k].copy()
        reflector[..., 0] = 1
        block = q[..., k:, k:]
        projection = np.matmul(reflector[..., None, :].conj(), block)
        block -= (scales[..., k, None] * reflector)[..., None] * projection
    return q


def eigh(a: Any, *, lower: bool, vectors: bool) -> tuple[Any, Any, Any] | None:
    """Eigenvectors (columns) and eigenvalues, rising."""
    uplo = "L" if lower else "U"
    try:
        if vectors:
            values, columns = np.linalg.eigh(a, uplo)
        else:
            values, columns = np.linalg.eigvalsh(a, uplo), a
    except np.linalg.LinAlgError:
        return None
    return columns, values, np.zeros(a.shape[:-2], np.int32)


def svd(a: Any, *, vectors: bool, full: bool, divide: bool = True) -> tuple[Any, Any, Any, Any] | None:
    """Singular values, left and right singular vectors (rows); by divide and conquer only."""
    if not divide:
        return None
    try:
        if vectors:
            left, values, right = np.linalg.svd(a, full_matrices=full)
        else:
            left = right = None
            values = np.linalg.svd(a, compute_uv=False)
    except np.linalg.LinAlgError:
        return None
    return values, left, right, np.zeros(a.shape[:-2], np.int32)
