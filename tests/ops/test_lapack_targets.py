"""The names and operand layouts under which JAX calls LAPACK, today's and those of before 2024."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hlorepl.ir.types import TensorType, TupleType, element_of
from hlorepl.ops import registry
from hlorepl.ops.custom_calls.targets import TargetCall, find_target, target_names

registry.load()


def typed(array: np.ndarray) -> TensorType:
    return TensorType(array.shape, element_of(array.dtype))


def run(name: str, *operands: Any, results: list[Any], **config: Any) -> tuple[Any, ...]:
    arrays = [np.asarray(operand) for operand in operands]
    found = find_target(name)(TargetCall(name, np, [typed(a) for a in arrays], results, config=config), *arrays)
    for array, type_ in zip(found, results, strict=True):
        if isinstance(type_, TensorType):
            assert (array.shape, array.dtype) == (type_.shape, type_.dtype), name
    return found


def tensor(*shape: int, of: str = "float64") -> TensorType:
    return TensorType(shape, element_of(np.dtype(of)))


RNG = np.random.default_rng(1)
SQUARE = RNG.normal(size=(2, 3, 3))
POSITIVE = SQUARE @ np.swapaxes(SQUARE, -1, -2) + np.eye(3)
I32 = tensor(2, of="int32")
SCALARS = [np.int32(value) for value in (1, 2, 3, 3, 7, 9)]


def test_every_target_of_jax_on_cpus_is_there() -> None:
    routines = ["potrf", "getrf", "geqrf", "geqp3", "gesdd", "gesvd", "geev", "gees", "gehrd", "gtsv", "trsm"]
    real, complex_ = ["orgqr", "ormqr", "syevd", "sytrd"], ["ungqr", "unmqr", "heevd", "hetrd"]
    wanted = {f"lapack_{letter}{routine}_ffi" for letter in "sdcz" for routine in routines}
    wanted |= {f"lapack_{letter}{routine}_ffi" for letter in "sd" for routine in real}
    wanted |= {f"lapack_{letter}{routine}_ffi" for letter in "cz" for routine in complex_}
    assert wanted <= set(target_names())


def test_cholesky_in_batches() -> None:
    factor, info = run("lapack_dpotrf_ffi", POSITIVE, results=[tensor(2, 3, 3), I32], uplo=ord("L"))
    np.testing.assert_allclose(np.tril(factor), np.linalg.cholesky(POSITIVE))
    assert info.tolist() == [0, 0]
    old = run("lapack_dpotrf", *SCALARS[:3], POSITIVE, results=[tensor(2, 3, 3), I32])
    np.testing.assert_array_equal(old[0], factor)


def test_upper_triangle_by_letter() -> None:
    factor, _ = run("lapack_dpotrf_ffi", np.triu(POSITIVE), results=[tensor(2, 3, 3), I32], uplo=ord("U"))
    np.testing.assert_allclose(np.triu(factor), np.swapaxes(np.linalg.cholesky(POSITIVE), -1, -2))


def test_lu_and_its_older_form() -> None:
    types = [tensor(2, 3, 3), tensor(2, 3, of="int32"), I32]
    new = run("lapack_dgetrf_ffi", SQUARE, results=types)
    old = run("lapack_dgetrf", *SCALARS[:3], SQUARE, results=types)
    for a, b in zip(new, old, strict=True):
        np.testing.assert_array_equal(a, b)
    assert new[1].min() >= 1


def test_qr_and_its_older_form_with_workspace() -> None:
    packed, scales = run("lapack_dgeqrf_ffi", SQUARE, results=[tensor(2, 3, 3), tensor(2, 3)])
    (q,) = run("lapack_dorgqr_ffi", packed, scales, results=[tensor(2, 3, 3)])
    np.testing.assert_allclose(q @ np.triu(packed), SQUARE, atol=1e-12)
    old = run("lapack_dgeqrf", *SCALARS[:4], SQUARE, results=[tensor(2, 3, 3), tensor(2, 3), I32, tensor(64)])
    np.testing.assert_array_equal(old[1], scales)
    old_q, info, _ = run("lapack_dorgqr", *SCALARS[:5], packed, scales, results=[tensor(2, 3, 3), I32, tensor(64)])
    np.testing.assert_array_equal(old_q, q)
    assert info.tolist() == [0, 0]


@pytest.mark.parametrize(("mode", "full"), [("A", True), ("S", False), ("N", False)])
def test_svd(mode: str, full: bool) -> None:
    a = RNG.normal(size=(2, 4, 3))
    width = 4 if full else 3
    types = [tensor(2, 4, 3), tensor(2, 3), tensor(2, 4, width), tensor(2, 3, 3), I32]
    _, values, left, right, info = run("lapack_dgesdd_ffi", a, results=types, mode=ord(mode))
    np.testing.assert_allclose(values, np.linalg.svd(a, compute_uv=False))
    assert info.tolist() == [0, 0]
    if mode == "N":
        assert not left.any()
    else:
        np.testing.assert_allclose((left[..., :3] * values[:, None]) @ right, a, atol=1e-12)
    flags = [np.int32(full), np.int32(mode != "N")]
    old = run("lapack_dgesdd", *flags, *SCALARS[:4], a, results=[*types, tensor(24, of="int32"), tensor(99)])
    np.testing.assert_allclose(old[1], values)


def test_eigh_and_its_older_form() -> None:
    types = [tensor(2, 3, 3), tensor(2, 3), I32]
    vectors, values, _ = run("lapack_dsyevd_ffi", POSITIVE, results=types, uplo=ord("L"), mode=ord("V"))
    np.testing.assert_allclose(POSITIVE @ vectors, vectors * values[:, None], atol=1e-12)
    old = run("lapack_dsyevd", *SCALARS[:3], POSITIVE, results=[*types, tensor(50), tensor(20, of="int32")])
    np.testing.assert_array_equal(old[0], vectors)


def test_eig_of_real_and_complex_matrices() -> None:
    vectors = tensor(2, 3, 3, of="complex128")
    options = {"compute_left": ord("N"), "compute_right": ord("V")}
    real, imaginary, left, right, _ = run(
        "lapack_dgeev_ffi", SQUARE, results=[tensor(2, 3), tensor(2, 3), vectors, vectors, I32], **options
    )
    values = real + 1j * imaginary
    np.testing.assert_allclose(SQUARE @ right, right * values[:, None], atol=1e-12)
    assert not left.any()
    letters = [np.uint8(ord("N")), np.uint8(ord("V"))]
    old = run(
        "lapack_dgeev",
        *SCALARS[:2],
        *letters,
        SQUARE,
        results=[*[tensor(3, 3)] * 3, tensor(2, 3), tensor(2, 3), vectors, vectors, I32],
    )
    np.testing.assert_array_equal(old[6], right)
    a = SQUARE + 1j
    found = run("lapack_zgeev_ffi", a, results=[tensor(2, 3, of="complex128"), vectors, vectors, I32], **options)
    np.testing.assert_allclose(a @ found[2], found[2] * found[0][:, None], atol=1e-12)


def test_schur_in_both_forms() -> None:
    form, basis, real, _, _, _ = run(
        "lapack_dgees_ffi",
        SQUARE,
        results=[tensor(2, 3, 3), tensor(2, 3, 3), tensor(2, 3), tensor(2, 3), I32, I32],
        mode=ord("V"),
        sort=ord("N"),
    )
    np.testing.assert_allclose(basis @ form @ np.swapaxes(basis, -1, -2), SQUARE, atol=1e-12)
    letters = [np.uint8(ord("V")), np.uint8(ord("N"))]
    old = run(
        "lapack_dgees",
        *SCALARS[:2],
        *letters,
        SQUARE,
        results=[tensor(2, 3, 3), tensor(2, 3), tensor(2, 3), tensor(2, 3, 3), I32, I32],
    )
    np.testing.assert_array_equal(old[3], basis)
    np.testing.assert_array_equal(old[1], real)


def test_hessenberg_and_tridiagonal_forms() -> None:
    types = [tensor(2, 3, 3), tensor(2, 2), I32]
    new = run("lapack_dgehrd_ffi", SQUARE, results=types, low=1, high=3)
    sizes = [np.int32(value) for value in (3, 1, 3, 3, 2, 9)]
    np.testing.assert_array_equal(run("lapack_dgehrd", *sizes, SQUARE, results=[*types, tensor(9)])[0], new[0])
    types = [tensor(2, 3, 3), tensor(2, 3), tensor(2, 2), tensor(2, 2), I32]
    new = run("lapack_dsytrd_ffi", POSITIVE, results=types, uplo=ord("L"))
    old = run("lapack_dsytrd", *sizes[:5], POSITIVE, results=[*types, tensor(9)])
    np.testing.assert_array_equal(old[1], new[1])


@pytest.mark.parametrize("letter", ["N", "T", "C"])
def test_triangular_systems(letter: str) -> None:
    a, b = SQUARE + 3 * np.eye(3) + 1j, RNG.normal(size=(2, 3, 2)) + 1j
    options = {"side": ord("L"), "uplo": ord("L"), "trans_x": ord(letter), "diag": ord("N")}
    (x,) = run("lapack_ztrsm_ffi", a, b, results=[typed(b)], **options)
    triangle = np.tril(a)
    applied = {"N": triangle, "T": np.swapaxes(triangle, -1, -2), "C": np.swapaxes(triangle, -1, -2).conj()}[letter]
    np.testing.assert_allclose(applied @ x, b, atol=1e-12)
    flags = [np.int32(value) for value in (1, 1, "NTC".index(letter), 0, 3, 2, 2)]
    (old,) = run("blas_ztrsm", *flags, np.complex128(1), a, b, results=[typed(b)])
    np.testing.assert_allclose(old, x)


def test_tridiagonal_systems() -> None:
    bands = [RNG.normal(size=(2, 4)) for _ in range(3)]
    b = RNG.normal(size=(2, 4, 1))
    *_, x, info = run("lapack_dgtsv_ffi", *bands, b, results=[*[tensor(2, 4)] * 3, tensor(2, 4, 1), I32])
    assert info.tolist() == [0, 0]
    (same,) = run("tridiagonal_solve_perturbed_ffi", *bands, b, results=[tensor(2, 4, 1)])
    np.testing.assert_allclose(same, x)


def test_matrices_without_elements() -> None:
    empty = np.zeros((2, 0, 0))
    assert run("lapack_dpotrf_ffi", empty, results=[typed(empty), I32], uplo=ord("L"))[1].tolist() == [0, 0]
    none = np.zeros((0, 3, 3))
    found = run("lapack_dgetrf_ffi", none, results=[typed(none), tensor(0, 3, of="int32"), tensor(0, of="int32")])
    assert found[0].shape == (0, 3, 3)


def test_targets_of_accelerators() -> None:
    pair = TupleType((tensor(3, 3), tensor(3)))
    ((packed, scales),) = run("Qr", SQUARE[0], results=[pair])
    (q,) = run("ProductOfElementaryHouseholderReflectors", packed, scales, results=[tensor(3, 3)])
    np.testing.assert_allclose(q @ np.triu(packed), SQUARE[0], atol=1e-12)
    triple = TupleType((tensor(3, 3), tensor(3, of="int32"), tensor(3, of="int32")))
    ((packed, pivots, order),) = run("LuDecomposition", SQUARE[0], results=[triple])
    lower = np.tril(packed, -1) + np.eye(3)
    np.testing.assert_allclose(lower @ np.triu(packed), SQUARE[0][order], atol=1e-12)
    (again,) = run("cu_lu_pivots_to_permutation", pivots, results=[tensor(3, of="int32")])
    np.testing.assert_array_equal(again, order)
    tall = RNG.normal(size=(3, 4))
    types = [tensor(3, 4), tensor(3), tensor(3, 3), tensor(4, 4), tensor(of="int32")]
    _, values, left, right, _ = run("cusolver_gesvdj_ffi", tall, results=types, full_matrices=True, compute_uv=True)
    np.testing.assert_allclose((left * values) @ right.T[:3], tall, atol=1e-12)


@pytest.mark.parametrize("name", ["lapack_dpotrf_ffi", "lapack_dorgqr_ffi", "lapack_dtrsm_ffi", "lapack_dsyevd_ffi"])
def test_matrices_that_do_not_fit_are_refused(name: str) -> None:
    flat = RNG.normal(size=(2, 5))
    operands = [flat, flat[0]] if name == "lapack_dorgqr_ffi" else [flat, flat] if "trsm" in name else [flat]
    with pytest.raises(ValueError, match=r"matrices|reflectors"):
        run(name, *operands, results=[typed(flat)] * 3)
