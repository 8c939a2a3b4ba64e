"""Products summed over shared dimensions: dot_general and its legacy and ragged kin (section "dot_general")."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...backends.abilities import able
from ...errors import require
from ...kernels import casts, matmul
from ...kernels.matmul import category
from ..error_bounds import Sums
from ..expressions import Expression
from ..registry import op
from ..rules import merged_size, require_tensors, sizes_agree
from .rules import (
    any_quantized,
    product_dtype,
    product_element,
    require_axes,
    require_element_types,
    require_precision,
    require_quantized,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import ElementType, TensorType
    from ..annotations import DotAlgorithm, DotDimensionNumbers, Strings
    from ..rules import Shape

_NUMBERS = "dot_dimension_numbers"

_CODES = {
    "quantized": "C14",
    "storage": "C15",
    "expressed": "C16",
    "per_tensor": "result_per_tensor",
    "axis": "rhs_axis_not_contracting",
}

#: (precision types, accumulation types, numbers of primitive operations): what some hardware can do.
_ALGORITHMS = (
    ("f8", ("f32",), (1,)),
    ("f16", ("f16", "f32"), (1,)),
    ("bf16", ("bf16",), (1,)),
    ("bf16", ("f32",), (1, 3, 6, 9)),
    ("tf32", ("f32",), (1, 3)),
    ("f32", ("f32",), (1,)),
    ("f64", ("f64",), (1,)),
)


@op("stablehlo.dot_general", sure=True, form="dot_general", quantized="expressed", view="never", error=Sums())
def dot_general(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    dot_dimension_numbers: DotDimensionNumbers,
    precision_config: Strings | None = None,
    algorithm: DotAlgorithm | None = None,
    result: TensorType,
) -> Any:
    """Sum the products of the operands over the contracting dimensions, for each place in the batching dimensions.

    Floats of 16 bits and less are summed in f32 and rounded once, integers exactly (modulo two to their width).
    An ``algorithm`` of one primitive operation rounds the operands to its precision types and the sum to its
    accumulation type; one of several is met by computing in the accumulation type.
    """
    numbers, dtype = dot_dimension_numbers, product_dtype(result)
    if algorithm is not None:
        lhs, rhs = (
            _rounded(xp, lhs, algorithm, algorithm.lhs_precision_type),
            _rounded(xp, rhs, algorithm, algorithm.rhs_precision_type),
        )
        dtype = _accumulated(algorithm).dtype
    product = matmul.dot_general(
        xp,
        lhs,
        rhs,
        lhs_batch=numbers.lhs_batching_dimensions,
        rhs_batch=numbers.rhs_batching_dimensions,
        lhs_contracting=numbers.lhs_contracting_dimensions,
        rhs_contracting=numbers.rhs_contracting_dimensions,
        dtype=dtype,
    )
    return casts.convert(xp, product, product_dtype(result))


@dot_general.plan
def _(
    xp: Any,
    lhs: TensorType,
    rhs: TensorType,
    *,
    dot_dimension_numbers: DotDimensionNumbers,
    algorithm: DotAlgorithm | None,
    result: TensorType,
) -> Expression | None:
    same = lhs.is_static and rhs.is_static and lhs.dtype == rhs.dtype == result.dtype
    if not (able(xp).is_host and same and algorithm is None and lhs.dtype.char in "fd"):
        return None
    numbers = dot_dimension_numbers
    batch = tuple(numbers.lhs_batching_dimensions), tuple(numbers.rhs_batching_dimensions)
    contracting = tuple(numbers.lhs_contracting_dimensions), tuple(numbers.rhs_contracting_dimensions)
    return _product(lhs.sizes, rhs.sizes, batch, contracting)


@lru_cache(maxsize=1024)
def _product(lhs: Any, rhs: Any, batch: Any, contracting: Any) -> Expression:
    """The product of arrays of such shapes."""
    text, names = matmul.dot_text(lhs, rhs, batch, contracting)
    return Expression(text, **names)


def _accumulated(algorithm: DotAlgorithm) -> ElementType:
    assert algorithm.accumulation_type is not None, "the rule takes only algorithms that name it"
    return algorithm.accumulation_type


def _rounded(xp: Any, array: Any, algorithm: DotAlgorithm, precision: Any) -> Any:
    """An operand as the algorithm's hardware sees it."""
    if algorithm.num_primitive_operations > 1 or category(array.dtype) != "f":
        return casts.convert(xp, array, _accumulated(algorithm).dtype)
    if precision.name == "tf32":
        return casts.reduce_precision(xp, casts.convert(xp, array, precision.dtype), 8, 10)
    return casts.convert(xp, array, precision.dtype)


@dot_general.infer(shape="C12")
def _(
    lhs: TensorType,
    rhs: TensorType,
    *,
    dot_dimension_numbers: DotDimensionNumbers,
    precision_config: Strings | None = None,
    algorithm: DotAlgorithm | None = None,
    result: TensorType | None = None,
) -> TensorType | None:
    require_tensors(lhs=lhs, rhs=rhs)
    numbers = dot_dimension_numbers
    shape = dot_shape(lhs, rhs, numbers)
    require_precision(precision_config, "C11")
    if any_quantized(lhs, rhs, result):
        free = tuple(axis for axis in range(rhs.rank) if axis not in numbers.rhs_contracting_dimensions)
        require_quantized(lhs, rhs, result, _CODES, free)
        zeros: Any = rhs.element
        require(not any(zeros.zero_points), "C17", "the zero points of {rhs} are not all 0", "rhs")
    else:
        require_element_types(lhs, rhs, result, "C13")
    if algorithm is not None:
        _require_algorithm(algorithm, precision_config)
    element = product_element(lhs, rhs, result)
    return None if element is None else lhs.with_shape(shape).with_element(element)


def dot_shape(lhs: TensorType, rhs: TensorType, numbers: Any, at: str = _NUMBERS) -> Shape:
    """Check C1 to C10; the shape of the product."""
    left_batch, right_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    left_terms, right_terms = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    for code, left, right, kind in (
        ("C1", left_batch, right_batch, "batching"),
        ("C2", left_terms, right_terms, "contracting"),
    ):
        require(
            len(left) == len(right),
            code,
            "{lhs} has {left} {kind} dimensions, {rhs} has {right}",
            at,
            left=len(left),
            right=len(right),
            kind=kind,
        )
    for code, axes, operand in (("C3", left_batch + left_terms, "lhs"), ("C4", right_batch + right_terms, "rhs")):
        require(
            len(set(axes)) == len(axes),
            code,
            f"a dimension of {{{operand}}} is named twice among its batching and contracting dimensions, {{axes}}",
            at,
            axes=list(axes),
        )
    require_axes(left_batch, lhs.rank, "C5", "lhs", at)
    require_axes(left_terms, lhs.rank, "C6", "lhs", at)
    require_axes(right_batch, rhs.rank, "C7", "rhs", at)
    require_axes(right_terms, rhs.rank, "C8", "rhs", at)
    _require_equal_sizes(lhs, rhs, left_batch, right_batch, "C9", "batching", at)
    _require_equal_sizes(lhs, rhs, left_terms, right_terms, "C10", "contracting", at)
    return (
        *(merged_size(lhs.extents[i], rhs.extents[j]) for i, j in zip(left_batch, right_batch, strict=True)),
        *(size for axis, size in enumerate(lhs.extents) if axis not in left_batch + left_terms),
        *(size for axis, size in enumerate(rhs.extents) if axis not in right_batch + right_terms),
    )


def _require_equal_sizes(
    lhs: TensorType, rhs: TensorType, left: Sequence[int], right: Sequence[int], code: str, kind: str, at: str
) -> None:
    for i, j in zip(left, right, strict=True):
        require(
            sizes_agree(lhs.extents[i], rhs.extents[j]),
            code,
            "{kind} dimension {i} of {lhs} has size {size}, but dimension {j} of {rhs} has size {other}",
            at,
            kind=kind,
            i=i,
            j=j,
            size=lhs.extents[i],
            other=rhs.extents[j],
        )


def _require_algorithm(algorithm: DotAlgorithm, precision_config: Sequence[str] | None) -> None:
    at = "algorithm"
    require(
        all(value == "DEFAULT" for value in precision_config or ()),
        "algorithm_precision",
        "with an algorithm, precision_config must be [DEFAULT, DEFAULT]",
        "precision_config",
    )
    for name in ("lhs_component_count", "rhs_component_count", "num_primitive_operations"):
        count = getattr(algorithm, name)
        require(count > 0, f"algorithm_{name}", "{name} is {count}; it must be positive", at, name=name, count=count)
    require(_is_known(algorithm), "algorithm_supported", "no hardware is known to have this algorithm", at)


def _is_known(algorithm: DotAlgorithm) -> bool:
    kinds = [getattr(algorithm, f"{part}_type") for part in ("lhs_precision", "rhs_precision", "accumulation")]
    if None in kinds or algorithm.lhs_component_count != 1 or algorithm.rhs_component_count != 1:
        return False
    left, right, total = (kind.name for kind in kinds)
    eight = all(name.startswith("f8") and name != "f8E8M0FNU" for name in (left, right))
    if not eight and left != right:
        return False
    name = "f8" if eight else left
    return any(
        name == precision
        and total in totals
        and algorithm.num_primitive_operations in counts
        and (eight or not algorithm.allow_imprecise_accumulation)
        for precision, totals, counts in _ALGORITHMS
    )


@op("stablehlo.dot", sure=True, form="dot", quantized="expressed", view="never", error=Sums())
def dot(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    precision_config: Strings | None = None,
    result: TensorType,
) -> Any:
    """Multiply two vectors or matrices (legacy; dot_general does more)."""
    return matmul.dot_general(
        xp, lhs, rhs, lhs_contracting=(lhs.ndim - 1,), rhs_contracting=(0,), dtype=product_dtype(result)
    )


@dot.infer(shape="result_shape")
def _(
    lhs: TensorType, rhs: TensorType, *, precision_config: Strings | None = None, result: TensorType | None = None
) -> TensorType | None:
    require_tensors(lhs=lhs, rhs=rhs)
    for operand, name in ((lhs, "lhs"), (rhs, "rhs")):
        require(operand.rank in (1, 2), "rank", f"{{{name}}} is neither a vector nor a matrix", name)
    require(
        sizes_agree(lhs.extents[-1], rhs.extents[0]),
        "contracting_size",
        "the last dimension of {lhs} has size {left}, but the first of {rhs} has size {right}",
        "rhs",
        left=lhs.extents[-1],
        right=rhs.extents[0],
    )
    require_precision(precision_config, "precision_config")
    if any_quantized(lhs, rhs, result):
        codes = dict.fromkeys(_CODES, "quantized")
        require_quantized(lhs, rhs, result, codes, tuple(range(1, rhs.rank)))
    else:
        require_element_types(lhs, rhs, result, "element_types")
    element = product_element(lhs, rhs, result)
    return None if element is None else lhs.with_shape((*lhs.extents[:-1], *rhs.extents[1:])).with_element(element)
