"""Linear algebra as JAX exports it, with LAPACK's calls in it: our answers and those of JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
import pytest
from jax import lax
from peers.xla import agree, both

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.peers

DTYPES = ["float32", "complex128"]


def matrix(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed + 31 * sum(shape))
    values = rng.normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def positive(dtype: str, *shape: int) -> np.ndarray:
    a = matrix(dtype, *shape)
    return a @ np.swapaxes(a, -1, -2).conj() + 2 * np.eye(shape[-1], dtype=dtype)


def hermitian(dtype: str, *shape: int) -> np.ndarray:
    a = matrix(dtype, *shape)
    return a + np.swapaxes(a, -1, -2).conj()


def absolute(tree: Any) -> Any:
    """What does not depend on the phase that a singular vector or an eigenvector happens to have."""
    return jax.tree.map(jnp.abs, tree)


SQUARES: dict[str, Any] = {
    "cond": jnp.linalg.cond,
    "det": jnp.linalg.det,
    "eig": lambda a: absolute(jnp.linalg.eig(a)),
    "eigvals": lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))),
    "expm": jsl.expm,
    "hessenberg": jsl.hessenberg,
    "inv": jnp.linalg.inv,
    "lu": jsl.lu,
    "lu_factor": jsl.lu_factor,
    "matrix_power": lambda a: jnp.linalg.matrix_power(a, 3),
    "matrix_power_negative": lambda a: jnp.linalg.matrix_power(a, -2),
    "matrix_rank": jnp.linalg.matrix_rank,
    "nuclear_norm": lambda a: jnp.linalg.norm(a, "nuc"),
    "pinv": jnp.linalg.pinv,
    "qr": lambda a: absolute(jnp.linalg.qr(a)),
    "schur": lambda a: absolute(jsl.schur(a, output="complex")),
    "slogdet": jnp.linalg.slogdet,
    "spectral_norm": lambda a: jnp.linalg.norm(a, 2),
    "svd": lambda a: absolute(jnp.linalg.svd(a)),
    "svdvals": jnp.linalg.svdvals,
    "svd_by_qr": lambda a: absolute(lax.linalg.svd(a, algorithm=lax.linalg.SvdAlgorithm.QR)),
    "tridiagonal": lambda a: absolute(lax.linalg.tridiagonal(a + jnp.swapaxes(a, -1, -2).conj())[1:3]),
    "eigh": lambda a: absolute(jnp.linalg.eigh(a + a.conj().T)),
    "eigvalsh_upper": lambda a: jnp.linalg.eigvalsh(a, UPLO="U"),
    "funm": lambda a: jnp.real(jsl.funm(a, jnp.sin)),
    "sqrtm": lambda a: jsl.sqrtm(a @ a.conj().T),
    "triu_inverse": lambda a: jsl.solve_triangular(a, jnp.eye(a.shape[-1], dtype=a.dtype)),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", SQUARES)
def test_square_matrices(name: str, dtype: str) -> None:
    agree(*both(SQUARES[name], matrix(dtype, 4, 4)), ulps=2000, whole=True)


SHAPED: dict[str, Callable[[Any], Any]] = {
    "lstsq": lambda a: jnp.linalg.lstsq(a, jnp.ones(a.shape[0], a.dtype))[0],
    "lu": lax.linalg.lu,
    "pinv": jnp.linalg.pinv,
    "qr_complete": lambda a: absolute(jnp.linalg.qr(a, mode="complete")),
    "qr_r": lambda a: absolute(jnp.linalg.qr(a, mode="r")),
    "qr_raw": lambda a: jnp.linalg.qr(a, mode="raw"),
    "qr_pivoted": lambda a: absolute(lax.linalg.qr(a, pivoting=True)),
    "svd_thin": lambda a: absolute(jnp.linalg.svd(a, full_matrices=False)),
    "svdvals": jnp.linalg.svdvals,
}


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (1, 1)])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
@pytest.mark.parametrize("name", SHAPED)
def test_other_shapes(name: str, dtype: str, shape: tuple[int, int]) -> None:
    agree(*both(SHAPED[name], matrix(dtype, *shape)), ulps=2000, whole=True)


BATCHED: dict[str, Callable[[Any], Any]] = {
    "cholesky": jnp.linalg.cholesky,
    "cholesky_upper": lambda a: jnp.linalg.cholesky(a, upper=True),
    "cho_solve": jax.vmap(lambda m: jsl.cho_solve(jsl.cho_factor(m), m[0])),
    "det": jnp.linalg.det,
    "eigh": lambda a: absolute(jnp.linalg.eigh(a)),
    "eigvalsh": jnp.linalg.eigvalsh,
    "inv": jnp.linalg.inv,
    "lu": lax.linalg.lu,
    "qr": lambda a: absolute(jnp.linalg.qr(a)),
    "slogdet": jnp.linalg.slogdet,
    "solve": lambda a: jnp.linalg.solve(a, a[..., :1]),
    "svd": lambda a: absolute(jnp.linalg.svd(a)),
    "tridiagonal": lambda a: absolute(lax.linalg.tridiagonal(a)[1:3]),
}


@pytest.mark.parametrize("shape", [(2, 3, 3), (0, 2, 2), (2, 0, 0), (12, 2, 2)])
@pytest.mark.parametrize("dtype", ["float64", "complex64"])
@pytest.mark.parametrize("name", BATCHED)
def test_batches(name: str, dtype: str, shape: tuple[int, ...]) -> None:
    if 0 in shape[-2:] and name in ("cho_solve", "svd", "tridiagonal"):
        pytest.skip("JAX itself does not take matrices without elements here")
    agree(*both(BATCHED[name], positive(dtype, *shape)), ulps=2000, whole=True)


def test_a_matrix_that_is_not_positive_definite() -> None:
    ours, theirs = both(jnp.linalg.cholesky, np.array([[1.0, 2.0], [2.0, 1.0]]))
    np.testing.assert_array_equal(ours[0], theirs[0])
    batch = np.stack([np.eye(2), -np.eye(2)])
    ours, theirs = both(jnp.linalg.cholesky, batch)
    np.testing.assert_array_equal(ours[0], theirs[0])


def test_a_singular_matrix() -> None:
    singular = np.array([[1.0, 2.0], [2.0, 4.0]])
    agree(*both(jnp.linalg.det, singular), ulps=0)
    agree(*both(jnp.linalg.slogdet, singular), ulps=0)
    agree(*both(lambda a: jnp.linalg.solve(a, a[0]), singular), ulps=0)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize(("transpose", "conjugate"), [(False, False), (True, False), (True, True), (False, True)])
def test_triangular_solve(dtype: str, left: bool, lower: bool, unit: bool, transpose: bool, conjugate: bool) -> None:
    a = matrix(dtype, 2, 3, 3) / 4 + np.eye(3, dtype=dtype)
    b = matrix(dtype, 2, *((3, 4) if left else (4, 3)), seed=1)

    def solve(a: Any, b: Any) -> Any:
        return lax.linalg.triangular_solve(
            a, b, left_side=left, lower=lower, transpose_a=transpose, conjugate_a=conjugate, unit_diagonal=unit
        )

    agree(*both(solve, a, b), ulps=100, whole=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [1, 2, 5])
def test_tridiagonal_solve(dtype: str, size: int) -> None:
    below, diagonal, above = (matrix(dtype, 2, size, seed=seed) for seed in range(3))
    b = matrix(dtype, 2, size, 2, seed=3)
    agree(*both(lax.linalg.tridiagonal_solve, below, diagonal + 3, above, b), ulps=500, whole=True)


def test_tridiagonal_solve_of_a_singular_system_is_finite() -> None:
    diagonal, zeros = np.array([1.0, 0.0, 2.0]), np.zeros(3)
    solve = lambda *args: lax.linalg.tridiagonal_solve(*args, perturb_singular=True)  # noqa: E731
    ours, theirs = both(solve, zeros, diagonal, zeros, np.ones((3, 1)))
    assert np.isfinite(ours[0]).all()
    assert np.isfinite(theirs[0]).all()
    np.testing.assert_array_equal(ours[0][[0, 2]], theirs[0][[0, 2]])


GRADIENTS: dict[str, Callable[[Any], Any]] = {
    "cholesky": lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(3)).sum(),
    "det": jnp.linalg.det,
    "eigvalsh": lambda a: (jnp.linalg.eigvalsh(a + a.T) ** 2).sum(),
    "expm": lambda a: jsl.expm(a).sum(),
    "inv": lambda a: jnp.linalg.inv(a).sum(),
    "lu_solve": lambda a: jsl.lu_solve(jsl.lu_factor(a), a[0]).sum(),
    "norm": jnp.linalg.norm,
    "pinv": lambda a: jnp.linalg.pinv(a).sum(),
    "qr": lambda a: jnp.abs(jnp.linalg.qr(a)[1]).sum(),
    "slogdet": lambda a: jnp.linalg.slogdet(a)[1],
    "solve": lambda a: jnp.linalg.solve(a, a[0]).sum(),
    "svdvals": lambda a: jnp.linalg.svdvals(a).sum(),
}


@pytest.mark.parametrize("dtype", ["float64"])
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name: str, dtype: str) -> None:
    agree(*both(jax.grad(GRADIENTS[name]), matrix(dtype, 3, 3, seed=5)), ulps=5000, whole=True)


def test_eigenvectors_are_eigenvectors() -> None:
    a = hermitian("complex128", 5, 5)
    (values, vectors), _ = both(lambda a: tuple(jnp.linalg.eigh(a)), a)
    np.testing.assert_allclose(a @ vectors, vectors * values, atol=1e-12)
    a = matrix("float64", 5, 5)
    (values, vectors), _ = both(lambda a: tuple(jnp.linalg.eig(a)), a)
    np.testing.assert_allclose(a @ vectors, vectors * values, atol=1e-12)


def test_a_basis_of_schur_is_one() -> None:
    a = matrix("float64", 4, 4)
    (form, basis), _ = both(lambda a: tuple(jsl.schur(a)), a)
    np.testing.assert_allclose(basis @ form @ basis.T, a, atol=1e-12)
    np.testing.assert_allclose(basis @ basis.T, np.eye(4), atol=1e-12)
