"""Products of arrays over any of their dimensions, each as one BLAS matrix product, and how products are accumulated.

Accumulation: 32- and 64-bit floats and complex numbers in their own type, but short sums of complex64 in complex128;
smaller floats in f32, integers exactly (modulo two to the width of the result). Integers go through BLAS as f32 or f64
where every sum is certain to be exact, else in pieces of 16 bits; only sums of more than two million products leave BLAS.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_F32_EXACT = 1 << 24
_F64_EXACT = 1 << 53
_DIGIT_BITS = 16
_DIGIT_TERMS = 1 << 21
"""So many products of two 16-bit digits add up exactly in an f64."""

_SHORT = 64
"""Sums of so many products of complex64 are taken in complex128: little work, and then their parts cancel harmlessly."""

_SMALL_PRODUCT = 4096
"""Integer products of fewer multiplications are done by NumPy's own loop: less than the conversions cost."""


def category(dtype: np.dtype) -> str:
    """``b``, ``i``, ``u``, ``f`` or ``c``: what a type holds; NumPy says ``V`` for those of ml_dtypes."""
    if dtype.kind != "V":
        return dtype.kind
    return "u" if dtype.name.startswith("uint") else "i" if dtype.name.startswith("int") else "f"


def bilinear(xp: Any, product: Callable[[Any, Any], Any], lhs: Any, rhs: Any, terms: int, dtype: Any = None) -> Any:
    """``product(lhs, rhs)``, accumulated as the types demand and rounded or wrapped once to ``dtype``.

    ``product`` is linear in both arguments; each element of its result adds up to ``terms`` products. The result type
    is by default that of ``lhs``.
    """
    dtype = lhs.dtype if dtype is None else np.dtype(dtype)
    kinds = {category(lhs.dtype), category(rhs.dtype), category(dtype)}
    if kinds == {"b"}:
        return product(lhs.astype(np.float32), rhs.astype(np.float32)) > 0
    if kinds <= {"i", "u", "b"}:
        return _integers(xp, product, lhs, rhs, terms, dtype)
    work = _float_accumulator(lhs.dtype, rhs.dtype, dtype)
    if work == np.complex64 and terms <= _SHORT:
        work = np.dtype(np.complex128)
    result = product(lhs.astype(work, copy=False), rhs.astype(work, copy=False))
    return result.astype(dtype, copy=False)


@lru_cache(maxsize=256)
def _float_accumulator(*dtypes: np.dtype) -> np.dtype:
    wide = [np.dtype(np.float32) if dtype.itemsize < 4 or category(dtype) == "b" else dtype for dtype in dtypes]
    return np.result_type(*wide)


def _integers(xp: Any, product: Callable[[Any, Any], Any], lhs: Any, rhs: Any, terms: int, dtype: np.dtype) -> Any:
    if lhs.size == 0 or rhs.size == 0 or lhs.size * rhs.size <= _SMALL_PRODUCT:
        return _plain_integers(product, lhs, rhs, dtype)
    bound = terms * _type_bound(lhs.dtype) * _type_bound(rhs.dtype)
    if bound > _F32_EXACT:
        bound = terms * _magnitude(lhs) * _magnitude(rhs)
    if bound <= _F64_EXACT:
        work = np.float32 if bound <= _F32_EXACT else np.float64
        exact = product(lhs.astype(work), rhs.astype(work))
        return exact.astype(np.int64 if bound >= 1 << 31 else np.int32).astype(dtype, copy=False)
    if terms <= _DIGIT_TERMS:
        return _by_digits(xp, product, lhs, rhs, dtype)
    return _plain_integers(product, lhs, rhs, dtype)


def _plain_integers(product: Callable[[Any, Any], Any], lhs: Any, rhs: Any, dtype: np.dtype) -> Any:
    return product(lhs.astype(np.int64), rhs.astype(np.int64)).astype(dtype)


@lru_cache(maxsize=64)
def _type_bound(dtype: np.dtype) -> int:
    if category(dtype) == "b":
        return 1
    if dtype.kind == "V":
        import ml_dtypes  # late: ml_dtypes

        info = ml_dtypes.iinfo(dtype)
    else:
        info = np.iinfo(dtype)
    return max(-int(info.min), int(info.max))


def _magnitude(array: Any) -> int:
    array = array.astype(np.int8) if array.dtype.kind == "V" else array
    return max(-int(array.min()), int(array.max()))


def _by_digits(xp: Any, product: Callable[[Any, Any], Any], lhs: Any, rhs: Any, dtype: np.dtype) -> Any:
    """Multiply digit by digit to base 2**16; what lies above the width of the result is left out, which is to wrap."""
    count = max(1, math.ceil(dtype.itemsize * 8 / _DIGIT_BITS))
    lhs_digits, rhs_digits = _digits(lhs, count), _digits(rhs, count)
    total: Any = None
    for i, left in enumerate(lhs_digits):
        for j in range(count - i):
            part = product(left, rhs_digits[j]).astype(np.uint64) << np.uint64(_DIGIT_BITS * (i + j))
            total = part if total is None else xp.add(total, part)
    return total.astype(dtype)


def _digits(array: Any, count: int) -> list[Any]:
    bits = array.astype(np.int64).view(np.uint64) if category(array.dtype) != "u" else array.astype(np.uint64)
    mask = np.uint64((1 << _DIGIT_BITS) - 1)
    return [((bits >> np.uint64(_DIGIT_BITS * i)) & mask).astype(np.float64) for i in range(count)]


class _DotPlan(NamedTuple):
    """How the operands are brought into the form (batch, rows, terms) by (batch, terms, columns)."""

    lhs_axes: tuple[int, ...]
    rhs_axes: tuple[int, ...]
    lhs_matrix: tuple[int, ...]
    rhs_matrix: tuple[int, ...]
    terms: int
    shape: tuple[int, ...]


@lru_cache(maxsize=1024)
def _plan_dot(
    lhs_shape: tuple[int, ...],
    rhs_shape: tuple[int, ...],
    lhs_batch: tuple[int, ...],
    rhs_batch: tuple[int, ...],
    lhs_contracting: tuple[int, ...],
    rhs_contracting: tuple[int, ...],
) -> _DotPlan:
    pairs = list(zip(lhs_contracting, rhs_contracting, strict=True))
    # Contracting dimensions in the order of the larger operand: that one then needs no copy.
    pairs.sort(key=lambda pair: pair[math.prod(lhs_shape) < math.prod(rhs_shape)])
    lhs_terms, rhs_terms = [left for left, _ in pairs], [right for _, right in pairs]
    lhs_free = [axis for axis in range(len(lhs_shape)) if axis not in lhs_batch and axis not in lhs_contracting]
    rhs_free = [axis for axis in range(len(rhs_shape)) if axis not in rhs_batch and axis not in rhs_contracting]

    def sizes(shape: tuple[int, ...], axes: Sequence[int]) -> list[int]:
        return [shape[axis] for axis in axes]

    batch = sizes(lhs_shape, lhs_batch)
    terms = math.prod(sizes(lhs_shape, lhs_contracting))
    rows, columns = sizes(lhs_shape, lhs_free), sizes(rhs_shape, rhs_free)
    stack = (math.prod(batch),) if batch else ()
    return _DotPlan(
        (*lhs_batch, *lhs_free, *lhs_terms),
        (*rhs_batch, *rhs_terms, *rhs_free),
        (*stack, math.prod(rows), terms),
        (*stack, terms, math.prod(columns)),
        terms,
        (*batch, *rows, *columns),
    )


def dot_general(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    lhs_batch: Sequence[int] = (),
    rhs_batch: Sequence[int] = (),
    lhs_contracting: Sequence[int] = (),
    rhs_contracting: Sequence[int] = (),
    dtype: Any = None,
) -> Any:
    """Multiply and sum over the contracting dimensions, for each place in the batch dimensions.

    The result has the batch dimensions, the free dimensions of ``lhs`` and those of ``rhs``, in this order, and the
    type ``dtype``, by default that of ``lhs``.
    """
    plan = _plan_dot(
        lhs.shape, rhs.shape, tuple(lhs_batch), tuple(rhs_batch), tuple(lhs_contracting), tuple(rhs_contracting)
    )
    left = lhs.transpose(plan.lhs_axes).reshape(plan.lhs_matrix)
    right = rhs.transpose(plan.rhs_axes).reshape(plan.rhs_matrix)
    return bilinear(xp, xp.matmul, left, right, plan.terms, dtype).reshape(plan.shape)


def dot_text(
    lhs: tuple[int, ...], rhs: tuple[int, ...], batch: tuple[Sequence[int], ...], contracting: tuple[Sequence[int], ...]
) -> tuple[str, dict[str, Any]]:
    """``dot_general`` of two arrays of such shapes, of a type that BLAS knows, as an expression of ``a0``, ``a1`` and names."""
    plan = _plan_dot(lhs, rhs, *map(tuple, batch), *map(tuple, contracting))
    names: dict[str, Any] = {}
    parts: list[str] = []
    sides = (("{a0}", lhs, plan.lhs_axes, plan.lhs_matrix), ("{a1}", rhs, plan.rhs_axes, plan.rhs_matrix))
    for number, (text, shape, axes, matrix) in enumerate(sides):
        if axes != tuple(range(len(shape))):
            names[f"axes{number}"] = axes
            text += f".transpose({{axes{number}}})"
        if matrix != tuple(shape[axis] for axis in axes):
            names[f"matrix{number}"] = matrix
            text += f".reshape({{matrix{number}}})"
        parts.append(text)
    made = (*plan.lhs_matrix[:-1], plan.rhs_matrix[-1])
    names["f"] = np.dot if len(made) == 2 and math.prod(made) * plan.terms <= _SMALL_DOT else np.matmul
    names["shape"] = plan.shape
    return f"{{f}}({', '.join(parts)}){'' if made == plan.shape else '.reshape({shape})'}", names


_SMALL_DOT = 1 << 20
"""Products of two matrices of fewer multiplications than this: ``numpy.dot`` has less to do before it calls the same BLAS."""


def matmul(xp: Any, lhs: Any, rhs: Any, dtype: Any = None) -> Any:
    """``numpy.matmul`` for every type: stacks of matrices that broadcast, and vectors.

    A stack times one matrix is one BLAS call. The result type is by default that of ``lhs``.
    """
    terms = lhs.shape[-1]
    if rhs.ndim == 2 and lhs.ndim > 2:
        flat = bilinear(xp, xp.matmul, lhs.reshape(-1, terms) if terms else lhs, rhs, terms, dtype)
        return flat.reshape(*lhs.shape[:-1], rhs.shape[-1])
    return xp.asarray(bilinear(xp, xp.matmul, lhs, rhs, terms, dtype))
