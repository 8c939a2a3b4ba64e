"""Element-wise functions of one operand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.types import ELEMENTS, TensorType
from ...kernels import elementary, integers
from ..registry import op
from .rules import (
    CONTINUOUS,
    FLOATS,
    INTEGERS,
    LOGIC,
    NUMBERS,
    SIGNED,
    as_declared,
    call,
    call_accurately,
    require_kinds,
    unary,
    unary_with_accuracy,
)

if TYPE_CHECKING:
    from ..annotations import ResultAccuracy

# --- signs, rounding ---------------------------------------------------------------------------------------------


@op("stablehlo.abs", form="unary", elementwise=True, low="table", quantized="expressed")
def abs_(xp: Any, operand: Any) -> Any:
    """The absolute value; of complex numbers, the real distance from 0 (section "abs").

    The least integer of a type, whose negative does not fit, stays as it is.
    """
    return elementary.absolute(xp, operand)


@abs_.infer(shape="C1", element="C2")
def _(operand: TensorType, *, result: TensorType | None = None) -> TensorType:
    require_kinds(SIGNED, operand=operand)
    return as_declared(operand.with_element(operand.element.part), result)


abs_.plan(call("abs"))


@op("stablehlo.negate", form="unary", elementwise=True, low="table", quantized="expressed")
def negate(xp: Any, operand: Any) -> Any:
    """The negative: 0 - x, but -0 for 0; integers wrap (section "negate")."""
    return elementary.negate(xp, operand)


negate.infer(unary(*NUMBERS), result="C1")
negate.plan(call("negative"))


@op("stablehlo.sign", form="unary", elementwise=True, low="table", quantized="expressed")
def sign(xp: Any, operand: Any) -> Any:
    """-1, 0 or 1 by the sign; zeros and NaN stay; z / abs(z) for complex numbers (section "sign")."""
    return elementary.sign(xp, operand)


sign.infer(unary(*SIGNED), result="C1")
sign.plan(call(elementary.sign))


@op("stablehlo.floor", form="unary", elementwise=True, low="table", quantized="expressed")
def floor(xp: Any, operand: Any) -> Any:
    """The next integer below (section "floor")."""
    return elementary.floor(xp, operand)


floor.infer(unary(*FLOATS), result="C1")
floor.plan(call("floor"))


@op("stablehlo.ceil", form="unary", elementwise=True, low="table", quantized="expressed")
def ceil(xp: Any, operand: Any) -> Any:
    """The next integer above (section "ceil")."""
    return elementary.ceil(xp, operand)


ceil.infer(unary(*FLOATS), result="C1")
ceil.plan(call("ceil"))


@op("stablehlo.round_nearest_afz", form="unary", elementwise=True, low="table", quantized="expressed")
def round_nearest_afz(xp: Any, operand: Any) -> Any:
    """The nearest integer, halves away from zero (section "round_nearest_afz")."""
    return elementary.round_nearest_afz(xp, operand)


round_nearest_afz.infer(unary(*FLOATS), result="C1")
round_nearest_afz.plan(call(elementary.round_nearest_afz))


@op("stablehlo.round_nearest_even", form="unary", elementwise=True, low="table", quantized="expressed")
def round_nearest_even(xp: Any, operand: Any) -> Any:
    """The nearest integer, halves to the even one (section "round_nearest_even")."""
    return elementary.round_nearest_even(xp, operand)


round_nearest_even.infer(unary(*FLOATS), result="C1")
round_nearest_even.plan(call("rint"))


@op("stablehlo.is_finite", form="unary", elementwise=True, low="table", quantized="expressed")
def is_finite(xp: Any, x: Any) -> Any:
    """Whether each element is neither infinite nor NaN (section "is_finite")."""
    return elementary.is_finite(xp, x)


@is_finite.infer(shape="C1", element="result_type")
def _(x: TensorType) -> TensorType:
    require_kinds(FLOATS, x=x)
    return x.with_element(ELEMENTS["i1"])


is_finite.plan(call("isfinite"))

# --- roots, exponentials, logarithms -----------------------------------------------------------------------------


@op("stablehlo.sqrt", form="unary", elementwise=True, low="table", quantized="expressed")
def sqrt(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The square root; NaN for negative real numbers (section "sqrt")."""
    return elementary.sqrt(xp, operand)


sqrt.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
sqrt.plan(call_accurately(elementary.sqrt, "sqrt"))


@op("stablehlo.rsqrt", form="unary", elementwise=True, low="table", quantized="expressed")
def rsqrt(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The reciprocal of the square root (section "rsqrt")."""
    return elementary.rsqrt(xp, operand)


rsqrt.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
rsqrt.plan(call_accurately(elementary.rsqrt))


@op("stablehlo.cbrt", form="unary", elementwise=True, low="table", quantized="expressed")
def cbrt(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The cube root; the principal one of complex numbers (section "cbrt")."""
    return elementary.cbrt(xp, operand)


cbrt.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
cbrt.plan(call_accurately(elementary.cbrt))


@op("stablehlo.exponential", form="unary", elementwise=True, low="table", quantized="expressed")
def exponential(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The exponential function (section "exponential")."""
    return elementary.exponential(xp, operand)


exponential.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
exponential.plan(call_accurately(elementary.exponential, "exp"))


@op("stablehlo.exponential_minus_one", form="unary", elementwise=True, low="table", quantized="expressed")
def exponential_minus_one(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """exp(x) - 1, accurate near 0 (section "exponential_minus_one")."""
    return elementary.exponential_minus_one(xp, operand)


exponential_minus_one.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
exponential_minus_one.plan(call_accurately(elementary.exponential_minus_one))


@op("stablehlo.log", form="unary", elementwise=True, low="table", quantized="expressed")
def log(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The natural logarithm (section "log")."""
    return elementary.log(xp, operand)


log.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
log.plan(call_accurately(elementary.log, "log"))


@op("stablehlo.log_plus_one", form="unary", elementwise=True, low="table", quantized="expressed")
def log_plus_one(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """log(1 + x), accurate near 0 (section "log_plus_one")."""
    return elementary.log_plus_one(xp, operand)


log_plus_one.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
log_plus_one.plan(call_accurately(elementary.log_plus_one))


@op("stablehlo.logistic", form="unary", elementwise=True, low="table", quantized="expressed")
def logistic(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The logistic function 1 / (1 + exp(-x)) (section "logistic")."""
    return elementary.logistic(xp, operand)


logistic.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
logistic.plan(call_accurately(elementary.logistic))

# --- trigonometric, hyperbolic -----------------------------------------------------------------------------------


@op("stablehlo.sine", form="unary", elementwise=True, low="table", quantized="expressed")
def sine(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The sine of an angle in radians (section "sine")."""
    return elementary.sine(xp, operand)


sine.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
sine.plan(call_accurately(elementary.sine, "sin"))


@op("stablehlo.cosine", form="unary", elementwise=True, low="table", quantized="expressed")
def cosine(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The cosine of an angle in radians (section "cosine")."""
    return elementary.cosine(xp, operand)


cosine.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
cosine.plan(call_accurately(elementary.cosine, "cos"))


@op("stablehlo.tan", form="unary", elementwise=True, low="table", quantized="expressed")
def tan(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The tangent of an angle in radians."""
    return elementary.tan(xp, operand)


tan.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
tan.plan(call_accurately(elementary.tan, "tan"))


@op("stablehlo.tanh", form="unary", elementwise=True, low="table", quantized="expressed")
def tanh(xp: Any, operand: Any, *, result_accuracy: ResultAccuracy | None = None) -> Any:
    """The hyperbolic tangent (section "tanh")."""
    return elementary.tanh(xp, operand)


tanh.infer(unary_with_accuracy(*CONTINUOUS), result="C1")
tanh.plan(call_accurately(elementary.tanh, "tanh"))

# --- bits --------------------------------------------------------------------------------------------------------


@op("stablehlo.not", form="unary", elementwise=True, low="f32")
def not_(xp: Any, operand: Any) -> Any:
    """Every bit, or truth value, turned (section "not")."""
    return elementary.bitwise_not(xp, operand)


not_.infer(unary(*LOGIC), result="C1")
not_.plan(call("invert"))


@op("stablehlo.popcnt", form="unary", elementwise=True)
def popcnt(xp: Any, operand: Any) -> Any:
    """How many bits of each integer are set (section "popcnt")."""
    return integers.population_count(xp, operand)


popcnt.infer(unary(*INTEGERS), result="C1")
popcnt.plan(call(integers.population_count))


@op("stablehlo.count_leading_zeros", form="unary", elementwise=True)
def count_leading_zeros(xp: Any, operand: Any) -> Any:
    """How many bits above the highest one that is set are zero (section "count_leading_zeros")."""
    return integers.count_leading_zeros(xp, operand)


count_leading_zeros.infer(unary(*INTEGERS), result="C1")
count_leading_zeros.plan(call(integers.count_leading_zeros))
