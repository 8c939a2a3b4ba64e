"""Factors of matrices and triangular systems (sections "cholesky" and "triangular_solve")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...kernels import linear_algebra
from ..error_bounds import Unstable
from ..registry import op
from ..rules import is_per_axis, merged_shape, merged_size, require_tensors, shapes_agree, sizes_agree

if TYPE_CHECKING:
    from ...ir.types import TensorType
    from ..annotations import Transpose


def _require_matrices(**operands: TensorType) -> None:
    require_tensors(**operands)
    for name, operand in operands.items():
        element = operand.element
        require(
            element.is_float or element.is_complex or (element.is_quantized and not is_per_axis(operand)),
            "operand_type",
            "{at} must hold floats or complex numbers, or be quantized with one scale",
            name,
        )


def _baseline(element: Any) -> Any:
    """What two element types must share, scales apart: ``baseline_element_type`` of the specification."""
    return (element.storage, element.expressed) if element.is_quantized else element


@op("stablehlo.cholesky", sure=True, form="cholesky", low="f32", quantized="expressed", error=Unstable())
def cholesky(xp: Any, a: Any, *, lower: bool = False) -> Any:
    """Factor each hermitian positive definite matrix into a triangular matrix and its adjoint.

    Only the triangle that ``lower`` names is read, and the other one of the result is 0. A matrix that is not positive
    definite gives NaN in every element.
    """
    return linear_algebra.cholesky(xp, a, lower=lower)


@cholesky.infer(result="C1")
def _(a: TensorType, *, lower: bool = False, result: TensorType | None = None) -> TensorType:
    _require_matrices(a=a)
    require(a.rank >= 2, "C2", "{a} has rank {rank}: it holds no matrices", "a", rank=a.rank)
    require(sizes_agree(a.extents[-2], a.extents[-1]), "C3", "the matrices of {a} are not square", "a")
    side = merged_size(a.extents[-2], a.extents[-1])
    return _as_declared(a.resized(a.rank - 2, side).resized(a.rank - 1, side), result)


def _as_declared(like: TensorType, result: TensorType | None) -> TensorType:
    """The type of an operand, or with the scales that are declared for a quantized result."""
    if result is not None and like.element.is_quantized and _baseline(result.element) == _baseline(like.element):
        return like.with_element(result.element)
    return like


@op("stablehlo.triangular_solve", sure=True, low="f32", quantized="expressed", error=Unstable())
def triangular_solve(
    xp: Any, a: Any, b: Any, *, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: Transpose
) -> Any:
    """Solve ``op(a) x = b``, or ``x op(a) = b``, for triangular matrices ``a``.

    Only the triangle that ``lower`` names is read; with ``unit_diagonal`` its diagonal is taken for ones.
    """
    return linear_algebra.solve_triangular(
        xp,
        a,
        b,
        left=left_side,
        lower=lower,
        transpose=transpose_a in ("TRANSPOSE", "ADJOINT"),
        conjugate=transpose_a == "ADJOINT",
        unit_diagonal=unit_diagonal,
    )


@triangular_solve.infer(result="C4")
def _(
    a: TensorType,
    b: TensorType,
    *,
    left_side: bool,
    lower: bool,
    unit_diagonal: bool,
    transpose_a: Transpose,
    result: TensorType | None = None,
) -> TensorType:
    _require_matrices(a=a, b=b)
    same, fit = _baseline(a.element) == _baseline(b.element), b.with_element(a.element)
    require(same, "C1", "{a} and {b} have different element types", "b", fit=fit)
    require(a.rank >= 2, "C2", "{a} has rank {rank}: it holds no matrices", "a", rank=a.rank)
    require(a.rank == b.rank, "C2", "{a} and {b} have different ranks", "b")
    require(shapes_agree(a.extents[:-2], b.extents[:-2]), "C3", "{a} and {b} do not hold equally many matrices", "b")
    require(sizes_agree(a.extents[-2], a.extents[-1]), "C3", "the matrices of {a} are not square", "a")
    axis = -2 if left_side else -1
    size = merged_size(a.extents[-2], a.extents[-1])
    require(
        sizes_agree(size, b.extents[axis]),
        "C3",
        "the matrices of {a} have {size} columns, but those of {b} have {other} {what}",
        "b",
        size=size,
        other=b.extents[axis],
        what="rows" if left_side else "columns",
    )
    require(
        transpose_a != "TRANSPOSE_INVALID",
        "transpose_a",
        "transpose_a must be NO_TRANSPOSE, TRANSPOSE or ADJOINT",
        "transpose_a",
    )
    batches = merged_shape([type_.with_shape(type_.extents[:-2]) for type_ in (a, b)])
    solved = b.with_shape((*batches, *b.extents[-2:]))
    return _as_declared(solved.resized(b.rank + axis, merged_size(size, b.extents[axis])), result)
