"""Targets of ``custom_call`` that JAX's lowering of linear algebra calls, on LAPACK.

One function for each routine, of one matrix; ``_declare`` gives it the names under which JAX knows it on CPUs (today's
with attributes, and those of before 2024 with the sizes as operands and workspaces as results) and on accelerators.
Batches are looped over: LAPACK works on one matrix at a time. Layouts in the text say how other engines store a
matrix and change no value.
"""

from __future__ import annotations

from itertools import product as indices
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...backends import host
from ...errors import HloError
from ...ir.types import TupleType
from ...kernels import batched_linalg, lapack, linear_algebra
from ...kernels.casts import convert
from .targets import register_target

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.types import TensorType
    from .targets import Target, TargetCall

    Options = dict[str, Any]
    Routine = Callable[..., Sequence[Any] | None]

_REAL, _COMPLEX = "sd", "cz"

#: Routines of a library that has them for many matrices at once too.
_AT_ONCE: set[Routine] = set()


def _at_once(routine: Routine) -> Routine:
    _AT_ONCE.add(routine)
    return routine


class _Legacy(NamedTuple):
    """How the older form of a target differs.

    ``scalars`` are the operands that come first: options by name, "" for a size. ``results`` says which of today's
    results each one is (None for a workspace).
    """

    scalars: tuple[str, ...]
    results: tuple[int | None, ...]


def _option(options: Options, *names: str) -> Any:
    """The first of the options that is there, a letter as text."""
    for name in names:
        if name in options:
            return options[name]
    return None


def _letter(value: Any) -> str:
    return chr(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _flag(value: Any, letter: str) -> bool:
    """Whether an option is set: true, 1, or the code of a letter."""
    return bool(value) if value in (0, 1) else _letter(value) == letter


def _is_lower(options: Options) -> bool:
    return _flag(_option(options, "uplo", "lower"), "L")


def _run(
    routine: Routine, ranks: tuple[int, ...], operands: Sequence[Any], options: Options, results: Sequence[TensorType]
) -> tuple[Any, ...]:
    """Call a routine for each matrix of a batch, or once for many small ones; what it leaves out (None) is 0."""
    batch = operands[0].shape[: operands[0].ndim - ranks[0]]
    core = operands[0].shape[len(batch) :]
    if prod(batch) == 0 or 0 in core:
        return tuple(map(_zeros, results))
    found = None
    if routine in _AT_ONCE and prod(batch) > core[0]:
        found = routine(*operands, options, batched_linalg)
    if found is None:
        ones = [routine(*(operand[place] for operand in operands), options) for place in indices(*map(range, batch))]
        found = [None if parts[0] is None else np.stack(parts) for parts in zip(*ones, strict=True)]
        found = [None if array is None else array.reshape((*batch, *array.shape[1:])) for array in found]
    return tuple(
        _zeros(type_) if array is None else convert(np, array, type_.dtype)
        for array, type_ in zip(found, results, strict=False)
    )


def _types(call: TargetCall) -> Sequence[Any]:
    """The types of the results; those that come as a tuple, one by one."""
    types = call.results
    return types[0].types if len(types) == 1 and isinstance(types[0], TupleType) else types


def _returned(call: TargetCall, arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    """Results as the call wants them: in its namespace, in a tuple where it declares one."""
    outs = tuple(call.xp.asarray(array) for array in arrays)
    return (outs,) if isinstance(call.results[0], TupleType) else outs


def _on_host(xp: Any, arrays: Sequence[Any]) -> list[Any]:
    return [host(array) for array in arrays]


def _target(routine: Routine, ranks: tuple[int, ...]) -> Target:
    def run(call: TargetCall, *arrays: Any) -> tuple[Any, ...]:
        operands = _on_host(call.xp, arrays[: len(ranks)])
        return _returned(call, _run(routine, ranks, operands, call.config, _types(call)))

    return run


def _legacy_target(routine: Routine, ranks: tuple[int, ...], form: _Legacy) -> Target:
    def run(call: TargetCall, *arrays: Any) -> tuple[Any, ...]:
        count, types = len(form.scalars), _types(call)
        scalars = _on_host(call.xp, arrays[:count])
        options = {name: int(scalar) for name, scalar in zip(form.scalars, scalars, strict=True) if name}
        operands = _on_host(call.xp, arrays[count : count + len(ranks)])
        places = {today: place for place, today in enumerate(form.results) if today is not None}
        wanted = [types[places[today]] for today in sorted(places)]
        outs = dict(zip(sorted(places), _run(routine, ranks, operands, options, wanted), strict=True))
        order = [*form.results, *[None] * len(types)][: len(types)]
        return _returned(
            call,
            tuple(_zeros(type_) if today is None else outs[today] for today, type_ in zip(order, types, strict=True)),
        )

    return run


def _zeros(type_: TensorType) -> Any:
    return np.zeros([size or 0 for size in type_.shape], type_.dtype)


def _declare(
    name: str,
    ranks: tuple[int, ...],
    types: str = _REAL + _COMPLEX,
    legacy: _Legacy | None = None,
    accelerators: Sequence[str] = (),
) -> Callable[[Routine], Routine]:
    """Register a routine as ``lapack_Xname_ffi`` for each letter X of ``types``, and by its other names."""

    def register(routine: Routine) -> Routine:
        for letter in types:
            register_target(f"lapack_{letter}{name}_ffi", _target(routine, ranks))
            if legacy is not None:
                register_target(f"lapack_{letter}{name}", _legacy_target(routine, ranks, legacy))
        for other in accelerators:
            register_target(other, _target(routine, ranks))
        return routine

    return register


def _both_vendors(name: str) -> list[str]:
    return [f"cusolver_{name}_ffi", f"hipsolver_{name}_ffi"]


@_declare("potrf", (2,), legacy=_Legacy(("lower", "", ""), (0, 1)), accelerators=_both_vendors("potrf"))
@_at_once
def _potrf(a: Any, options: Options, library: Any = lapack) -> Sequence[Any]:
    return library.cholesky(a, lower=_is_lower(options))


@_declare("getrf", (2,), legacy=_Legacy(("", "", ""), (0, 1, 2)), accelerators=_both_vendors("getrf"))
@_at_once
def _getrf(a: Any, options: Options, library: Any = lapack) -> Sequence[Any]:
    return library.lu(a)


@_declare("geqrf", (2,), legacy=_Legacy(("",) * 4, (0, 1)), accelerators=[*_both_vendors("geqrf"), "Qr"])
@_at_once
def _geqrf(a: Any, options: Options, library: Any = lapack) -> Sequence[Any]:
    return library.qr(a)


@_declare("geqp3", (2, 1))
def _geqp3(a: Any, fixed: Any, options: Options) -> Sequence[Any]:
    if fixed.any():
        raise HloError(
            "columns that keep their place in a pivoted QR factorisation are not supported", code="run.geqp3"
        )
    return lapack.pivoted_qr(a)


@_at_once
def _householder_product(a: Any, scales: Any, options: Options, library: Any = lapack) -> Sequence[Any]:
    return (library.householder_product(a, scales),)


_PRODUCT_LEGACY = _Legacy(("",) * 5, (0,))
_declare(
    "orgqr",
    (2, 1),
    _REAL,
    legacy=_PRODUCT_LEGACY,
    accelerators=[*_both_vendors("orgqr"), "ProductOfElementaryHouseholderReflectors"],
)(_householder_product)
_declare("ungqr", (2, 1), _COMPLEX, legacy=_PRODUCT_LEGACY)(_householder_product)


def _householder_multiply(a: Any, scales: Any, c: Any, options: Options) -> Sequence[Any]:
    left, transpose = bool(options.get("left")), bool(options.get("transpose"))
    return (lapack.householder_multiply(a, scales, c, left=left, transpose=transpose),)


_declare("ormqr", (2, 1, 2), _REAL, accelerators=_both_vendors("ormqr"))(_householder_multiply)
_declare("unmqr", (2, 1, 2), _COMPLEX)(_householder_multiply)


def _svd(a: Any, options: Options, *, divide: bool, library: Any = lapack) -> Sequence[Any] | None:
    mode = _letter(options.get("mode"))
    vectors = mode in ("A", "S") or bool(options.get("compute_uv"))
    full = mode == "A" or bool(options.get("full_matrices"))
    found = library.svd(a, vectors=vectors, full=full, divide=divide)
    if found is None:
        return None
    values, left, right, info = found
    return a, values, left if vectors else None, right if vectors else None, info


_SVD_LEGACY = _Legacy(("full_matrices", "compute_uv", "", "", "", ""), (0, 1, 2, 3, 4))


@_declare("gesdd", (2,), legacy=_SVD_LEGACY)
@_at_once
def _gesdd(a: Any, options: Options, library: Any = lapack) -> Sequence[Any] | None:
    return _svd(a, options, divide=True, library=library)


@_declare("gesvd", (2,))
def _gesvd(a: Any, options: Options) -> Sequence[Any] | None:
    return _svd(a, options, divide=False)


@_at_once
def _eigh(a: Any, options: Options, library: Any = lapack) -> Sequence[Any] | None:
    vectors = _flag(options.get("mode", 1), "V")
    found = library.eigh(a, lower=_is_lower(options), vectors=vectors)
    if found is None:
        return None
    columns, values, info = found
    return columns if vectors else a, values, info


_EIGH_LEGACY = _Legacy(("lower", "", ""), (0, 1, 2))
_declare("syevd", (2,), _REAL, legacy=_EIGH_LEGACY, accelerators=_both_vendors("syevd"))(_eigh)
_declare("heevd", (2,), _COMPLEX, legacy=_EIGH_LEGACY)(_eigh)


def _eig(a: Any, options: Options) -> Sequence[Any]:
    left, right = (_flag(options.get(f"compute_{side}"), "V") for side in ("left", "right"))
    values, vl, vr, info = lapack.eig(a, left=left, right=right)
    return *values, vl if left else None, vr if right else None, info


_EIG_SCALARS = ("", "", "compute_left", "compute_right")
_declare("geev", (2,), _REAL, legacy=_Legacy(_EIG_SCALARS, (None, None, None, 0, 1, 2, 3, 4)))(_eig)
_declare("geev", (2,), _COMPLEX, legacy=_Legacy(_EIG_SCALARS, (None, None, 0, 1, 2, 3)))(_eig)


def _schur(a: Any, options: Options) -> Sequence[Any]:
    vectors = _flag(options.get("mode"), "V")
    form, basis, values, info = lapack.schur(a, vectors=vectors)
    return form, basis if vectors else None, *values, np.int32(0), info


_SCHUR_SCALARS = ("", "", "mode", "sort")
_declare("gees", (2,), _REAL, legacy=_Legacy(_SCHUR_SCALARS, (0, 2, 3, 1, 4, 5)))(_schur)
_declare("gees", (2,), _COMPLEX, legacy=_Legacy(_SCHUR_SCALARS, (0, None, 2, 1, 3, 4)))(_schur)


@_declare("gehrd", (2,), legacy=_Legacy(("", "low", "high", "", "", ""), (0, 1, 2)))
def _gehrd(a: Any, options: Options) -> Sequence[Any]:
    return lapack.hessenberg(a, low=options["low"], high=options["high"])


def _tridiagonal(a: Any, options: Options) -> Sequence[Any]:
    return lapack.tridiagonal(a, lower=_is_lower(options))


_TRIDIAGONAL_LEGACY = _Legacy(("", "lower", "", "", ""), (0, 1, 2, 3, 4))
_declare("sytrd", (2,), _REAL, legacy=_TRIDIAGONAL_LEGACY, accelerators=_both_vendors("sytrd"))(_tridiagonal)
_declare("hetrd", (2,), _COMPLEX, legacy=_TRIDIAGONAL_LEGACY)(_tridiagonal)


@_declare("gtsv", (1, 1, 1, 2))
def _gtsv(below: Any, diagonal: Any, above: Any, b: Any, options: Options) -> Sequence[Any]:
    return lapack.solve_tridiagonal(below, diagonal, above, b)


def _perturbed(below: Any, diagonal: Any, above: Any, b: Any, options: Options) -> Sequence[Any]:
    return (lapack.solve_tridiagonal_perturbed(below, diagonal, above, b),)


def _only_solution(below: Any, diagonal: Any, above: Any, b: Any, options: Options) -> Sequence[Any]:
    return (lapack.solve_tridiagonal(below, diagonal, above, b)[3],)


def _gpu_svd(a: Any, options: Options) -> Sequence[Any]:
    vectors, full = bool(options.get("compute_uv")), bool(options.get("full_matrices"))
    values, left, right, info = lapack.svd(a, vectors=vectors, full=full, divide=False)
    if not vectors:
        return a, values, None, None, info
    # A wide matrix is handed over by rows, so that it is its transpose that is factored.
    return (a, values, right, left, info) if options.get("transposed") else (a, values, left, right, info)


def _jacobi_svd(a: Any, options: Options) -> Sequence[Any]:
    """This method gives the right singular vectors as columns, and always."""
    values, left, right, info = lapack.svd(a, vectors=True, full=bool(options.get("full_matrices")), divide=True)
    return a, values, left, right.conj().T, info


def _lu_decomposition(a: Any, options: Options) -> Sequence[Any]:
    factors, pivots, _ = lapack.lu(a)
    return factors, pivots - 1, lapack.permutation(pivots - 1, a.shape[0])


register_target("tridiagonal_solve_perturbed_ffi", _target(_perturbed, (1, 1, 1, 2)))
register_target("cusparse_gtsv2_ffi", _target(_only_solution, (1, 1, 1, 2)))
register_target("LuDecomposition", _target(_lu_decomposition, (2,)))


def _triangular(xp: Any, a: Any, b: Any, options: Options) -> Any:
    return linear_algebra.solve_triangular(
        xp,
        a,
        b,
        left=_flag(options.get("side"), "L"),
        lower=_is_lower(options),
        transpose=_letter(options.get("trans_x")) in ("T", "C"),
        conjugate=_letter(options.get("trans_x")) == "C",
        unit_diagonal=_flag(options.get("diag"), "U"),
    )


def _trsm(call: TargetCall, a: Any, b: Any, *_: Any) -> tuple[Any, ...]:
    return (_triangular(call.xp, a, b, call.config),)


def _legacy_trsm(call: TargetCall, *arrays: Any) -> tuple[Any, ...]:
    left, lower, trans, unit, *_ = (int(scalar) for scalar in _on_host(call.xp, arrays[:7]))
    alpha, a, b = arrays[7:10]
    options = {"side": left, "lower": lower, "trans_x": ord("NTC"[trans]), "diag": unit}
    return (_triangular(call.xp, a, call.xp.multiply(alpha, b), options),)


def _pivots_to_permutation(call: TargetCall, pivots: Any) -> tuple[Any, ...]:
    (host,) = _on_host(call.xp, [pivots])
    return _returned(call, (lapack.permutation(host, _types(call)[0].sizes[-1]),))


for _letter_of_type in _REAL + _COMPLEX:
    register_target(f"lapack_{_letter_of_type}trsm_ffi", _trsm)
    register_target(f"blas_{_letter_of_type}trsm", _legacy_trsm)
for _vendor in ("cu", "hip"):
    register_target(f"{_vendor}_lu_pivots_to_permutation", _pivots_to_permutation)
    register_target(f"{_vendor}solver_gesvd_ffi", _target(_gpu_svd, (2,)))
    register_target(f"{_vendor}solver_gesvdj_ffi", _target(_jacobi_svd, (2,)))
