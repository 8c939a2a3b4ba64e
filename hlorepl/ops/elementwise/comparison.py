"""Ops that compare and choose: ``compare``, ``select``, ``clamp``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...backends.abilities import able
from ...errors import require
from ...ir.types import ELEMENTS, TensorType, tensor_of
from ...kernels import elementary
from ..expressions import Expression
from ..meanings import Choice, Comparison
from ..registry import op
from ..rules import baseline, merged_shape, require_per_tensor, shapes_agree
from ..written import written_number
from . import numbers
from .binary import limited, plus
from .rules import ANY, as_declared, require_kinds, require_like

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.core import Op
    from ..annotations import ComparisonDirection, ComparisonType

#: What ``compare_type`` may be for each kind of elements (C3).
_COMPARE_TYPES = {
    "bool": ("UNSIGNED",),
    "uint": ("UNSIGNED",),
    "int": ("SIGNED",),
    "float": ("FLOAT", "TOTALORDER"),
    "complex": ("FLOAT",),
    "quantized": ("FLOAT", "TOTALORDER"),
}


@op(
    "stablehlo.compare",
    form="compare",
    elementwise=True,
    low="f32",
    quantized="expressed",
    means=Comparison("comparison_direction", "compare_type"),
)
def compare(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    comparison_direction: ComparisonDirection,
    compare_type: ComparisonType | None = None,
) -> Any:
    """Whether each left element stands to the right one as the direction says: EQ NE GE GT LE LT (section "compare").

    With ``compare_type = TOTALORDER`` floats are ordered -NaN < -inf < ... < -0 < 0 < ... < inf < NaN, and only equal
    bits are equal. Complex numbers stand in the order of (real, imaginary).
    """
    return elementary.compare(xp, lhs, rhs, comparison_direction, compare_type == "TOTALORDER")


@compare.infer(shape="C2", element="result_type")
def _(lhs: TensorType, rhs: TensorType, *, compare_type: ComparisonType | None = None) -> TensorType:
    require_kinds(ANY, lhs=lhs, rhs=rhs)
    alike = baseline(lhs.element) == baseline(rhs.element)
    require(alike, "C1", "{lhs} and {rhs} must have the same element type", "rhs", like="lhs")
    require(shapes_agree(lhs.extents, rhs.extents), "C2", "{lhs} and {rhs} must have the same shape", "rhs", like="lhs")
    allowed = _COMPARE_TYPES[lhs.element.kind]
    require(
        compare_type in (None, "NOTYPE", *allowed), "C3", "elements of {lhs} are compared as {allowed}, not {given}",
        "compare_type", allowed=" or ".join(allowed), given=compare_type,
    )  # fmt: skip
    return tensor_of(merged_shape((lhs, rhs)), ELEMENTS["i1"])


@compare.plan
def _(
    xp: Any,
    lhs: TensorType,
    rhs: TensorType,
    *,
    comparison_direction: ComparisonDirection,
    compare_type: ComparisonType | None = None,
) -> Callable[..., Any]:
    total = compare_type == "TOTALORDER"
    if total or lhs.element.is_complex:
        return partial(elementary.compare, xp, direction=comparison_direction, total_order=total)
    return getattr(xp, elementary.COMPARE[comparison_direction])


@compare.number
def _(
    lhs: TensorType,
    rhs: TensorType,
    *,
    comparison_direction: ComparisonDirection,
    compare_type: ComparisonType | None = None,
) -> Expression | None:
    return None if compare_type == "TOTALORDER" and lhs.element.is_float else numbers.comparison(comparison_direction)


def _is_one_of_both(pred: TensorType, on_true: TensorType, on_false: TensorType) -> str:
    """A ``pred`` of rank 0 chooses a whole operand."""
    return "maybe" if pred.rank == 0 else "never"


@op(
    "stablehlo.select",
    form="select",
    elementwise=True,
    quantized="expressed",
    view=_is_one_of_both,
    means=Choice(),
)
def select(xp: Any, pred: Any, on_true: Any, on_false: Any) -> Any:
    """Elements of ``on_true`` where ``pred`` holds, of ``on_false`` elsewhere (section "select").

    ``pred`` may have rank 0 and then chooses for all.
    """
    if pred.ndim == 0:
        return on_true if pred else on_false
    return xp.where(pred, on_true, on_false)


@select.infer(result="C2")
def _(pred: TensorType, on_true: TensorType, on_false: TensorType, *, result: TensorType | None = None) -> TensorType:
    require_kinds(("bool",), pred=pred)
    require_per_tensor(on_true=on_true, on_false=on_false)
    require_like("on_true", on_true, "on_false", on_false, "C2")
    chosen = [on_true, on_false]
    if isinstance(result, TensorType) and shapes_agree(merged_shape(chosen), result.extents):
        chosen.append(result)
    same = pred.rank == 0 or shapes_agree(pred.extents, merged_shape(chosen))
    fit = pred.with_shape(on_true.extents)
    require(same, "C1", "{pred} must have rank 0 or the shape of {on_true}", "pred", fit=fit)
    return as_declared(on_true.with_shape(merged_shape(chosen)), result)


@select.plan
def _(xp: Any, pred: TensorType, on_true: TensorType, on_false: TensorType) -> Expression | None:
    if pred.rank:
        found = Expression("{f}({a0}, {a1}, {a2})", f=xp.where)
        found.repeats = True
        return found
    # Where all are of rank 0 whole arrays may come in their places.
    return Expression("({a1} if {n0} else {a2})") if able(xp).is_host and on_true.rank else None


select.number(lambda pred, on_true, on_false: Expression("({n1} if {n0} else {n2})", gives="number"))


@op("stablehlo.clamp", form="same", elementwise=True, low="f32", quantized="expressed", exact=True)
def clamp(xp: Any, min: Any, operand: Any, max: Any) -> Any:  # noqa: A002 - the specification's names
    """``minimum(maximum(operand, min), max)`` (section "clamp").

    ``min`` and ``max`` may have rank 0 and then hold for all elements. NaN stays NaN.
    """
    return elementary.clamp(xp, min, operand, max)


@clamp.infer(result="C4")
def _(
    min: TensorType,  # noqa: A002
    operand: TensorType,
    max: TensorType,  # noqa: A002
    *,
    result: TensorType | None = None,
) -> TensorType:
    require_kinds(ANY, min=min, operand=operand, max=max)
    shape = operand.extents
    for name, code, limit in (("min", "C1", min), ("max", "C2", max)):
        fits = limit.rank == 0 or shapes_agree(limit.extents, shape)
        fit = limit.with_shape(shape)
        require(fits, code, "{at} must have rank 0 or the shape of {operand}", name, fit=fit)
        if limit.rank:
            shape = merged_shape((limit, fit))
        alike = baseline(limit.element) == baseline(operand.element)
        fit = limit.with_element(operand.element)
        require(alike, "C3", "{at} must have the element type of {operand}", name, fit=fit)
    return as_declared(operand.with_shape(shape), result)


@clamp.plan
def _(xp: Any, low: TensorType, operand: TensorType, high: TensorType, *, op: Op | None) -> Expression | None:
    above = limited("maximum", "{a1}", "{a0}", operand.dtype, written_number(op, 0))
    text = above and limited("minimum", above, "{a2}", operand.dtype, written_number(op, 2))
    if text is None or not able(xp).is_host:
        return None
    found = Expression(text, maximum=xp.maximum, minimum=xp.minimum, plus=plus(xp, operand.dtype))
    found.repeats = True
    return found


clamp.number(lambda low, operand, high: numbers.clamp(operand.dtype))
