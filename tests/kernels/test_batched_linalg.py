"""Batches at once against LAPACK one by one."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl.kernels import batched_linalg, lapack

DTYPES = ["float32", "float64", "complex64", "complex128"]


def matrices(dtype: str, *shape: int) -> np.ndarray:
    rng = np.random.default_rng(2)
    values = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def close(found: np.ndarray, wanted: np.ndarray) -> None:
    assert found.dtype == wanted.dtype
    epsilon = np.finfo(wanted.dtype).eps
    np.testing.assert_allclose(found, wanted, rtol=0, atol=200 * epsilon * max(1, np.abs(wanted).max()))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(7, 3, 3), (7, 4, 2), (7, 2, 4), (7, 1, 1)])
def test_lu_and_qr(dtype: str, shape: tuple[int, ...]) -> None:
    a = matrices(dtype, *shape)
    packed, pivots, info = batched_linalg.lu(a)
    assert not info.any()
    reflected, scales = batched_linalg.qr(a)
    least = min(shape[1:])
    q = batched_linalg.householder_product(reflected[..., :least], scales)
    for index, matrix in enumerate(a):
        factors, rows, _ = lapack.lu(matrix)
        close(packed[index], factors)
        np.testing.assert_array_equal(pivots[index], rows)
        one, tau = lapack.qr(matrix)
        close(reflected[index], one)
        close(scales[index], tau)
        close(q[index], lapack.householder_product(one[:, :least], tau))


def test_lu_of_singular_matrices() -> None:
    a = np.array([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]])
    packed, pivots, info = batched_linalg.lu(a)
    for index, matrix in enumerate(a):
        factors, rows, failed = lapack.lu(matrix)
        np.testing.assert_array_equal(packed[index], factors)
        np.testing.assert_array_equal(pivots[index], rows)
        assert info[index] == failed


def test_cholesky_says_which_have_none() -> None:
    a = np.array([np.eye(2), [[1.0, 2.0], [2.0, 1.0]]])
    factor, info = batched_linalg.cholesky(a, lower=True)
    assert info.tolist() == [0, 1]
    np.testing.assert_array_equal(factor[0], np.eye(2))


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigh_and_svd(dtype: str) -> None:
    a = matrices(dtype, 5, 3, 3)
    found = batched_linalg.eigh(a + np.swapaxes(a, -1, -2).conj(), lower=True, vectors=True)
    parts = batched_linalg.svd(a, vectors=True, full=True)
    assert found is not None
    assert parts is not None
    columns, values, _ = found
    singular, left, right, _ = parts
    for index, matrix in enumerate(a):
        hermitian = matrix + matrix.T.conj()
        close(values[index], lapack.eigh(hermitian, lower=True, vectors=True)[1])
        close(hermitian @ columns[index], columns[index] * values[index])
        close(singular[index], lapack.svd(matrix, vectors=False, full=False, divide=True)[0])
        close(left[index] * singular[index] @ right[index], matrix)


def test_a_matrix_without_an_answer_is_left_to_lapack() -> None:
    assert batched_linalg.svd(np.full((2, 2, 2), np.nan), vectors=True, full=True) is None
