"""LAPACK's factorisations against the laws that define them."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl.kernels import lapack, linear_algebra

DTYPES = ["float32", "float64", "complex64", "complex128"]


def matrix(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def adjoint(a: np.ndarray) -> np.ndarray:
    return np.swapaxes(a, -1, -2).conj()


def close(found: np.ndarray, wanted: np.ndarray) -> None:
    epsilon = np.finfo(np.result_type(found, wanted)).eps
    np.testing.assert_allclose(found, wanted, rtol=0, atol=200 * epsilon * max(1, np.abs(wanted).max(initial=0)))


@pytest.fixture(params=DTYPES)
def dtype(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.mark.parametrize("size", [1, 2, 5])
def test_cholesky_factor(dtype: str, size: int) -> None:
    a = matrix(dtype, size, size)
    positive = a @ adjoint(a) + np.eye(size, dtype=dtype)
    factor, info = lapack.cholesky(positive, lower=True)
    assert info == 0
    close(np.tril(factor) @ adjoint(np.tril(factor)), positive)


def test_cholesky_of_an_indefinite_matrix_says_where() -> None:
    assert lapack.cholesky(np.array([[1.0, 2.0], [2.0, 1.0]]), lower=True)[1] == 2


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (5, 3), (3, 5)])
def test_lu(dtype: str, shape: tuple[int, int]) -> None:
    a = matrix(dtype, *shape)
    packed, pivots, info = lapack.lu(a)
    least = min(shape)
    lower = np.tril(packed, -1)[:, :least] + np.eye(shape[0], least, dtype=dtype)
    order = lapack.permutation(pivots - 1, shape[0])
    assert info == 0
    assert pivots.min() >= 1
    close(lower @ np.triu(packed)[:least], a[order])


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (5, 3), (3, 5)])
def test_qr_and_its_reflectors(dtype: str, shape: tuple[int, int]) -> None:
    a = matrix(dtype, *shape)
    packed, scales = lapack.qr(a)
    least = min(shape)
    q = lapack.householder_product(np.ascontiguousarray(packed[:, :least]), scales)
    close(q @ np.triu(packed)[:least], a)
    close(adjoint(q) @ q, np.eye(least, dtype=dtype))
    c = matrix(dtype, shape[0], 2, seed=1)
    found = lapack.householder_multiply(packed[:, :least], scales, c, left=True, transpose=True)
    close(found[:least], adjoint(q) @ c)


def test_pivoted_qr(dtype: str) -> None:
    a = matrix(dtype, 4, 3)
    packed, order, scales = lapack.pivoted_qr(a)
    q = lapack.householder_product(packed, scales)
    close(q @ np.triu(packed)[:3], a[:, order - 1])
    assert (np.diff(np.abs(np.diagonal(packed))) <= 0).all()


@pytest.mark.parametrize("divide", [True, False])
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
def test_svd(dtype: str, shape: tuple[int, int], full: bool, divide: bool) -> None:
    a = matrix(dtype, *shape)
    values, left, right, info = lapack.svd(a, vectors=True, full=full, divide=divide)
    least = min(shape)
    assert info == 0
    assert left.shape == (shape[0], shape[0] if full else least)
    close(left[:, :least] * values @ right[:least], a)
    close(lapack.svd(a, vectors=False, full=full, divide=divide)[0], values)


@pytest.mark.parametrize("lower", [True, False])
def test_eigh(dtype: str, lower: bool) -> None:
    a = matrix(dtype, 4, 4)
    hermitian = a + adjoint(a)
    half = np.tril(hermitian) if lower else np.triu(hermitian)
    vectors, values, info = lapack.eigh(half, lower=lower, vectors=True)
    assert info == 0
    close(hermitian @ vectors, vectors * values)
    assert (np.diff(values) >= 0).all()


def test_eig_of_both_sides(dtype: str) -> None:
    a = matrix(dtype, 5, 5)
    values, left, right, info = lapack.eig(a, left=True, right=True)
    spectrum = values[0] if len(values) == 1 else values[0] + 1j * values[1]
    assert info == 0
    assert right.dtype.kind == "c"
    close(a @ right, right * spectrum)
    close(adjoint(left) @ a, spectrum[:, None] * adjoint(left))


def test_schur(dtype: str) -> None:
    a = matrix(dtype, 4, 4)
    form, basis, _, info = lapack.schur(a, vectors=True)
    assert info == 0
    close(basis @ form @ adjoint(basis), a)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_hessenberg(dtype: str, size: int) -> None:
    a = matrix(dtype, size, size)
    packed, scales, info = lapack.hessenberg(a, low=1, high=size)
    assert info == 0
    assert scales.shape == (size - 1,)
    q = np.eye(size, dtype=dtype)
    if size > 1:
        q[1:, 1:] = lapack.householder_product(packed[1:, :-1], scales)
    close(q @ np.triu(packed, -1) @ adjoint(q), a)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_tridiagonal(dtype: str, size: int) -> None:
    a = matrix(dtype, size, size)
    hermitian = a + adjoint(a)
    packed, diagonal, beside, scales, info = lapack.tridiagonal(hermitian, lower=True)
    assert info == 0
    assert (diagonal.shape, beside.shape, scales.shape) == ((size,), (size - 1,), (size - 1,))
    form = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    q = np.eye(size, dtype=dtype)
    if size > 1:
        q[1:, 1:] = lapack.householder_product(packed[1:, :-1], scales)
    close(q @ form @ adjoint(q), hermitian)


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_tridiagonal_systems(dtype: str, size: int) -> None:
    below, diagonal, above = (matrix(dtype, size, seed=seed) for seed in range(3))
    b = matrix(dtype, size, 2, seed=3)
    full = np.diag(diagonal) + np.diag(below[1:], -1) + np.diag(above[:-1], 1)
    *_, x, info = lapack.solve_tridiagonal(below, diagonal, above, b)
    assert info == 0
    np.testing.assert_allclose(full @ x, b, rtol=0, atol=1e-3 if dtype in ("float32", "complex64") else 1e-9)
    found = lapack.solve_tridiagonal_perturbed(below, diagonal, above, b)
    np.testing.assert_allclose(full @ found, b, rtol=0, atol=1e-3 if dtype in ("float32", "complex64") else 1e-9)


def test_a_singular_tridiagonal_system_stays_finite() -> None:
    zeros = np.zeros(3)
    x = lapack.solve_tridiagonal_perturbed(zeros, np.array([1.0, 0.0, 2.0]), zeros, np.ones((3, 1)))
    assert np.isfinite(x).all()
    assert x[:, 0].tolist()[::2] == [1.0, 0.5]


@pytest.mark.parametrize("batch", [(), (2,), (0,), (3, 20)])
@pytest.mark.parametrize("lower", [True, False])
def test_cholesky_batches(dtype: str, batch: tuple[int, ...], lower: bool) -> None:
    a = matrix(dtype, *batch, 3, 3)
    positive = a @ adjoint(a) + np.eye(3, dtype=dtype)
    factor = linear_algebra.cholesky(np, np.tril(positive) if lower else np.triu(positive), lower=lower)
    assert factor.dtype == dtype
    close(factor @ adjoint(factor) if lower else adjoint(factor) @ factor, positive)
    assert not (np.triu(factor, 1) if lower else np.tril(factor, -1)).any()


def test_only_the_indefinite_matrices_of_a_batch_are_nan() -> None:
    good, bad = np.eye(2), np.array([[1.0, 2.0], [2.0, 1.0]])
    nan = np.array([[np.nan, 0.0], [0.0, 1.0]])
    found = linear_algebra.cholesky(np, np.array([good, bad, good, nan, good]), lower=True)
    assert np.isnan(found[[1, 3]]).all()
    assert (found[[0, 2, 4]] == good).all()


@pytest.mark.parametrize("batch", [(), (2,), (0,), (40,)])
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("op", ["N", "T", "C", "conjugate"])
def test_triangular_systems(dtype: str, batch: tuple[int, ...], left: bool, lower: bool, unit: bool, op: str) -> None:
    a = matrix(dtype, *batch, 3, 3) / 4 + np.eye(3, dtype=dtype)
    b = matrix(dtype, *batch, *((3, 2) if left else (2, 3)), seed=1)
    x = linear_algebra.solve_triangular(
        np, a, b, left=left, lower=lower, transpose=op in "TC", conjugate=op in ("C", "conjugate"), unit_diagonal=unit
    )
    triangle = np.tril(a) if lower else np.triu(a)
    if unit:
        triangle = triangle * (1 - np.eye(3, dtype=dtype)) + np.eye(3, dtype=dtype)
    applied = {"N": triangle, "T": np.swapaxes(triangle, -1, -2), "C": adjoint(triangle)}.get(op, triangle.conj())
    assert x.dtype == dtype
    close(applied @ x if left else x @ applied, b)
