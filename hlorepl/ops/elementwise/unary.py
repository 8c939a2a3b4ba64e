"""Element-wise functions of one operand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...kernels import elementary, integers
from ..error_bounds import Rounded, Ulps
from ..meanings import Logic, Negation, Sign
from ..registry import op
from . import numbers
from .rules import CONTINUOUS, FLOATS, INTEGERS, LOGIC, NUMBERS, SIGNED, as_declared, require_kinds
from .table import unary

if TYPE_CHECKING:
    from ...ir.types import TensorType

# --- signs, rounding ---------------------------------------------------------------------------------------------


@op("stablehlo.abs", form="same", elementwise=True, low="table", quantized="expressed", exact=True, error=Rounded())
def abs_(xp: Any, operand: Any) -> Any:
    """The absolute value; of complex numbers, the real distance from 0 (section "abs").

    The least integer of a type, whose negative does not fit, stays as it is.
    """
    return elementary.absolute(xp, operand)


@abs_.infer(shape="C1", element="C2")
def _(operand: TensorType, *, result: TensorType | None = None) -> TensorType:
    require_kinds(SIGNED, operand=operand)
    return as_declared(operand.with_element(operand.element.part), result)


abs_.number(lambda operand: numbers.absolute(operand.dtype))


@abs_.plan
def _(xp: Any, operand: TensorType) -> Any:
    return xp.abs if elementary.is_as_it_is("abs", operand.dtype) else partial(elementary.absolute, xp)


unary(
    "stablehlo.negate",
    "negative",
    NUMBERS,
    number=numbers.arithmetic("-{n0}"),
    exact=True,
    means=Negation(),
    doc="The negative: 0 - x, but -0 for 0; integers wrap.",
)
unary(
    "stablehlo.sign",
    elementary.sign,
    SIGNED,
    number=numbers.sign,
    means=Sign(),
    error=Rounded(),
    doc="-1, 0 or 1 by the sign; zeros and NaN stay; z / abs(z) for complex numbers.",
)
unary("stablehlo.floor", "floor", FLOATS, doc="The next integer below.")
unary("stablehlo.ceil", "ceil", FLOATS, doc="The next integer above.")
unary(
    "stablehlo.round_nearest_afz",
    elementary.round_nearest_afz,
    FLOATS,
    doc="The nearest integer, halves away from zero.",
)
unary("stablehlo.round_nearest_even", "rint", FLOATS, doc="The nearest integer, halves to the even one.")
unary(
    "stablehlo.is_finite",
    "isfinite",
    FLOATS,
    operand="x",
    gives="i1",
    number=numbers.finite,
    doc="Whether each element is neither infinite nor NaN.",
)

# --- roots, exponentials, logarithms -----------------------------------------------------------------------------

unary(
    "stablehlo.sqrt",
    "sqrt",
    CONTINUOUS,
    accuracy=True,
    error=Rounded(),
    number=numbers.square_root,
    doc="The square root; NaN for negative real numbers.",
)
unary(
    "stablehlo.rsqrt",
    elementary.rsqrt,
    CONTINUOUS,
    accuracy=True,
    error=Ulps(4, 3, 2.5, 2),
    doc="The reciprocal of the square root.",
)
unary(
    "stablehlo.cbrt",
    elementary.cbrt,
    CONTINUOUS,
    accuracy=True,
    error=Ulps(4, 3, 2, 4.5),
    doc="The cube root; the principal one of complex numbers.",
)
unary(
    "stablehlo.exponential", "exp", CONTINUOUS, accuracy=True, error=Ulps(4, 3, 3, 2), doc="The exponential function."
)
unary(
    "stablehlo.exponential_minus_one",
    elementary.exponential_minus_one,
    CONTINUOUS,
    library=("expm1", FLOATS),
    accuracy=True,
    error=Ulps(4, 3, 7, 6),
    doc="exp(x) - 1, accurate near 0.",
)
unary("stablehlo.log", "log", CONTINUOUS, accuracy=True, error=Ulps(4, 3, 2, 1), doc="The natural logarithm.")
unary(
    "stablehlo.log_plus_one",
    elementary.log_plus_one,
    CONTINUOUS,
    library=("log1p", FLOATS),
    accuracy=True,
    error=Ulps(4, 3, 3.5, 160),
    doc="log(1 + x), accurate near 0.",
)
unary(
    "stablehlo.logistic",
    elementary.logistic,
    CONTINUOUS,
    accuracy=True,
    error=Ulps(4, 3, 3, 3),
    doc="The logistic function 1 / (1 + exp(-x)).",
)

# --- trigonometric, hyperbolic -----------------------------------------------------------------------------------

unary(
    "stablehlo.sine", "sin", CONTINUOUS, accuracy=True, error=Ulps(4, 3, 1, 1), doc="The sine of an angle in radians."
)
unary(
    "stablehlo.cosine",
    "cos",
    CONTINUOUS,
    accuracy=True,
    error=Ulps(4, 3, 1, 1),
    doc="The cosine of an angle in radians.",
)
unary(
    "stablehlo.tan",
    "tan",
    CONTINUOUS,
    accuracy=True,
    error=Ulps(4, 3, 2, 1),
    section=False,
    doc="The tangent of an angle in radians.",
)
unary("stablehlo.tanh", "tanh", CONTINUOUS, accuracy=True, error=Ulps(4, 3, 5.5, 8.5), doc="The hyperbolic tangent.")

# --- bits --------------------------------------------------------------------------------------------------------

unary(
    "stablehlo.not",
    "invert",
    LOGIC,
    low="f32",
    number=numbers.complement,
    means=Logic("not"),
    doc="Every bit, or truth value, turned.",
)
unary(
    "stablehlo.popcnt",
    integers.population_count,
    INTEGERS,
    number=numbers.counting("bit_count"),
    doc="How many bits of each integer are set.",
)
unary(
    "stablehlo.count_leading_zeros",
    integers.count_leading_zeros,
    INTEGERS,
    number=numbers.counting("bit_length", "({width} - {})"),
    doc="How many bits above the highest one that is set are zero.",
)
