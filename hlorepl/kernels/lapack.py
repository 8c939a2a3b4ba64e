"""LAPACK's factorisations of one matrix, each with what it finds and LAPACK's ``info``.

Matrices may lie in memory in any order. Results are as LAPACK leaves them (factors and reflectors in one matrix,
pivots counted from 1), but for eigenvectors, which are complex columns even where LAPACK packs conjugate pairs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def _refusal() -> type[Exception]:
    """What the wrappers raise of arguments that do not fit: a class without a public name, so one of them shows it."""
    from scipy.linalg.lapack import get_lapack_funcs  # late: SciPy

    (factor,) = get_lapack_funcs(("potrf",), dtype=np.dtype(np.float64))
    try:
        factor(np.zeros((1, 2)))
    except Exception as error:  # noqa: BLE001 - whichever it is
        return type(error)
    raise AssertionError("LAPACK factors a matrix that is not square")


@cache
def _routine(name: str, dtype: np.dtype[Any]) -> Callable[..., Any]:
    from scipy.linalg.lapack import get_lapack_funcs  # late: SciPy

    (function,) = get_lapack_funcs((name,), dtype=dtype)
    refusal = _refusal()

    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except refusal as error:
            raise ValueError(f"LAPACK's {name} does not take these matrices: {error}") from None

    return call


def _workspace(name: str, dtype: np.dtype[Any], *arguments: Any, **options: Any) -> int:
    """The size of the workspace with which a routine is fastest."""
    size, info = _routine(f"{name}_lwork", dtype)(*arguments, **options)
    return max(1, int(np.real(size))) if info == 0 else 1


def _either(dtype: np.dtype[Any], real: str, complex_: str) -> str:
    return complex_ if dtype.kind == "c" else real


def cholesky(a: Any, *, lower: bool) -> tuple[Any, int]:
    """The factor in one triangle; the other is left as it was."""
    return _routine("potrf", a.dtype)(a, lower=lower, clean=False)


def lu(a: Any) -> tuple[Any, Any, int]:
    """Both factors in one matrix, and the row that each row was exchanged with, from 1."""
    factors, pivots, info = _routine("getrf", a.dtype)(a)
    return factors, pivots + 1, info


def qr(a: Any) -> tuple[Any, Any]:
    """R, the reflectors below it, and their scales."""
    work = _workspace("geqrf", a.dtype, *a.shape)
    packed, scales, _, _ = _routine("geqrf", a.dtype)(a, lwork=work)
    return packed, scales


def pivoted_qr(a: Any) -> tuple[Any, Any, Any]:
    """As ``qr`` of the columns in the order in which R's diagonal falls; R, that order (from 1), and the scales."""
    packed, order, scales, _, _ = _routine("geqp3", a.dtype)(a)
    return packed, order, scales


def householder_product(a: Any, scales: Any) -> Any:
    """The columns of Q that the reflectors below the diagonal of ``a`` make."""
    name = _either(a.dtype, "orgqr", "ungqr")
    rows, columns = a.shape
    if not rows >= columns >= scales.size:
        raise ValueError(f"{scales.size} reflectors do not make {columns} orthogonal columns of {rows} elements")
    if scales.size == 0:
        return np.eye(rows, columns, dtype=a.dtype)
    _, size, _ = _routine(name, a.dtype)(a, scales, lwork=-1)
    return _routine(name, a.dtype)(a, scales, lwork=max(1, int(np.real(size[0]))))[0]


def householder_multiply(a: Any, scales: Any, c: Any, *, left: bool, transpose: bool) -> Any:
    """``op(Q) c``, or ``c op(Q)`` unless ``left``; ``transpose`` takes the adjoint."""
    name = _either(a.dtype, "ormqr", "unmqr")
    trans = _either(a.dtype, "T", "C") if transpose else "N"
    routine, side = _routine(name, a.dtype), "L" if left else "R"
    _, size, _ = routine(side, trans, a, scales, c, -1)
    return routine(side, trans, a, scales, c, max(1, int(np.real(size[0]))))[0]


def svd(a: Any, *, vectors: bool, full: bool, divide: bool) -> tuple[Any, Any, Any, int]:
    """Singular values, left and right singular vectors (rows); ``divide`` and conquer, or QR iteration."""
    name = "gesdd" if divide else "gesvd"
    options = {"compute_uv": vectors, "full_matrices": full}
    work = _workspace(name, a.dtype, *a.shape, **options)
    left, values, right, info = _routine(name, a.dtype)(a, lwork=work, **options)
    return values, left, right, info


def eigh(a: Any, *, lower: bool, vectors: bool) -> tuple[Any, Any, int]:
    """Eigenvectors (columns) and eigenvalues, rising."""
    values, columns, info = _routine(_either(a.dtype, "syevd", "heevd"), a.dtype)(a, lower=lower, compute_v=vectors)
    return columns, values, info


def eig(a: Any, *, left: bool, right: bool) -> tuple[list[Any], Any, Any, int]:
    """Eigenvalues (of a real matrix: their real and imaginary parts), left and right eigenvectors (complex columns)."""
    options = {"compute_vl": left, "compute_vr": right}
    work = _workspace("geev", a.dtype, a.shape[0], **options)
    *values, vl, vr, info = _routine("geev", a.dtype)(a, lwork=work, **options)
    if a.dtype.kind == "c":
        return values, vl, vr, info
    return values, _unpacked(vl, values[1], left), _unpacked(vr, values[1], right), info


def _unpacked(columns: Any, imaginary: Any, wanted: bool) -> Any:
    """Complex eigenvectors from pairs of columns that hold the real and imaginary parts of two conjugate ones."""
    result = columns.astype(np.result_type(columns.dtype, np.complex64))
    if wanted:
        first = np.flatnonzero(imaginary > 0)
        result[:, first] = columns[:, first] + 1j * columns[:, first + 1]
        result[:, first + 1] = result[:, first].conj()
    return result


def schur(a: Any, *, vectors: bool) -> tuple[Any, Any, list[Any], int]:
    """The triangular (real: block triangular) form, the vectors, and the eigenvalues as ``eig`` gives them."""
    form, _, *values, basis, _, info = _routine("gees", a.dtype)(lambda *_: None, a, compute_v=vectors)
    return form, basis, values, info


def hessenberg(a: Any, *, low: int, high: int) -> tuple[Any, Any, int]:
    """The upper Hessenberg form with the reflectors below it, and their scales; rows ``low`` to ``high``, from 1."""
    work = _workspace("gehrd", a.dtype, a.shape[0], lo=low - 1, hi=high - 1)
    return _routine("gehrd", a.dtype)(a, lo=low - 1, hi=high - 1, lwork=work)


def tridiagonal(a: Any, *, lower: bool) -> tuple[Any, Any, Any, Any, int]:
    """The form with its reflectors, its diagonal, the diagonal beside it, and the scales."""
    name = _either(a.dtype, "sytrd", "hetrd")
    return _routine(name, a.dtype)(a, lower=lower, lwork=_workspace(name, a.dtype, a.shape[0], lower=lower))


def solve_tridiagonal(below: Any, diagonal: Any, above: Any, b: Any) -> tuple[Any, Any, Any, Any, int]:
    """The three diagonals as elimination leaves them, and the solution; ``below[0]`` and ``above[-1]`` are not used."""
    if diagonal.size == 1:
        info = int(diagonal[0] == 0)
        return below, diagonal, above, b if info else b / diagonal, info
    lower, main, upper, x, info = _routine("gtsv", b.dtype)(below[1:], diagonal, above[:-1], b)
    return np.append(lower, below[:1]), main, np.append(upper, above[-1:]), x, info


def solve_tridiagonal_perturbed(below: Any, diagonal: Any, above: Any, b: Any) -> Any:
    """The solution with pivots that vanish replaced by about the machine precision times the largest one."""
    size = diagonal.shape[-1]
    main, upper, second = diagonal.copy(), above.copy(), np.zeros_like(above)
    rows = b.copy()
    for i in range(size - 1):
        swap = np.abs(below[i + 1]) > np.abs(main[i])
        if swap:
            pivot = (below[i + 1], main[i + 1], upper[i + 1])
            other = (main[i], upper[i], main.dtype.type(0))
            rows[[i, i + 1]] = rows[[i + 1, i]]
        else:
            pivot = (main[i], upper[i], main.dtype.type(0))
            other = (below[i + 1], main[i + 1], upper[i + 1])
        factor = other[0] / pivot[0] if pivot[0] != 0 else main.dtype.type(0)
        last = i + 2 >= size
        main[i], upper[i], second[i] = pivot[0], pivot[1], 0 if last else pivot[2]
        main[i + 1] = other[1] - factor * pivot[1]
        upper[i + 1] = 0 if last else other[2] - factor * pivot[2]
        rows[i + 1] -= factor * rows[i]
    return _back_substituted(main, upper, second, rows)


def _back_substituted(main: Any, upper: Any, second: Any, rows: Any) -> Any:
    size = main.shape[-1]
    parts = [np.abs(main).max(), np.abs(upper[: size - 1]).max(initial=0), np.abs(second[: size - 1]).max(initial=0)]
    info = np.finfo(main.dtype)
    least = max(info.eps * max(parts), info.tiny)
    main = np.where(np.abs(main) < least, np.where(np.real(main) < 0, -least, least), main).astype(main.dtype)
    for i in range(size - 1, -1, -1):
        if i + 1 < size:
            rows[i] -= upper[i] * rows[i + 1]
        if i + 2 < size:
            rows[i] -= second[i] * rows[i + 2]
        rows[i] /= main[i]
    return rows


def permutation(pivots: Any, size: int) -> Any:
    """The order of ``size`` rows after each was exchanged in turn; pivots count from 0, one row of them a matrix.

    A pivot that is no row exchanges nothing.
    """
    order = np.broadcast_to(np.arange(size, dtype=pivots.dtype), (*pivots.shape[:-1], size)).copy()
    for row in range(pivots.shape[-1]):
        other = pivots[..., row, None].astype(np.int64)
        other = np.where((other >= 0) & (other < size), other, row)
        taken = np.take_along_axis(order, other, -1)
        np.put_along_axis(order, other, order[..., row, None], -1)
        order[..., row] = taken[..., 0]
    return order
