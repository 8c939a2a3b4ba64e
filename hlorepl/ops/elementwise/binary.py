"""Element-wise functions of two operands of one type."""

from __future__ import annotations

from typing import Any

from ...kernels import elementary, integers
from ..registry import op
from .rules import ANY, CONTINUOUS, INTEGERS, LOGIC, NUMBERS, binary, call

# --- arithmetic --------------------------------------------------------------------------------------------------


@op("stablehlo.add", form="binary", elementwise=True, low="f32", quantized="expressed")
def add(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The sum; integers wrap, booleans: or (section "add")."""
    return elementary.add(xp, lhs, rhs)


add.infer(binary(*ANY), result="C1")
add.plan(call("add"))


@op("stablehlo.subtract", form="binary", elementwise=True, low="f32", quantized="expressed")
def subtract(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The difference; integers wrap (section "subtract")."""
    return elementary.subtract(xp, lhs, rhs)


subtract.infer(binary(*NUMBERS), result="C1")
subtract.plan(call("subtract"))


@op("stablehlo.multiply", form="binary", elementwise=True, low="f32", quantized="expressed")
def multiply(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The product; integers wrap, booleans: and (section "multiply")."""
    return elementary.multiply(xp, lhs, rhs)


multiply.infer(binary(*ANY), result="C1")
multiply.plan(call("multiply"))


@op("stablehlo.divide", form="binary", elementwise=True, low="f32", quantized="expressed")
def divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The quotient; of integers without its fraction (section "divide").

    The specification leaves integer division by zero open: here it gives all ones, and the least number of a type
    divided by -1 gives itself.
    """
    return elementary.divide(xp, lhs, rhs)


divide.infer(binary(*NUMBERS), result="C1")


@divide.plan
def _(xp: Any, lhs: Any, rhs: Any) -> Any:
    return call("divide" if lhs.element.kind in ("float", "quantized") else elementary.divide)(xp)


@op("stablehlo.remainder", form="binary", elementwise=True, low="f64", quantized="expressed")
def remainder(xp: Any, lhs: Any, rhs: Any) -> Any:
    """What division leaves, with the sign of the dividend (section "remainder").

    An integer modulo zero is the integer itself. Complex numbers have no remainder.
    """
    return elementary.remainder(xp, lhs, rhs)


remainder.infer(binary("int", "uint", "float", "quantized"), result="C1")
remainder.plan(call(elementary.remainder))


@op("stablehlo.power", form="binary", elementwise=True, low="f64", quantized="expressed")
def power(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The left side to the power of the right one (section "power").

    Integers wrap; a negative exponent gives the integer part of the exact answer, and 0 for base 0.
    """
    return elementary.power(xp, lhs, rhs)


power.infer(binary(*NUMBERS), result="C1")
power.plan(call(elementary.power))


@op("stablehlo.atan2", form="binary", elementwise=True, low="f64", quantized="expressed")
def atan2(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The angle of the point (rhs, lhs), between -pi and pi (section "atan2")."""
    return elementary.atan2(xp, lhs, rhs)


atan2.infer(binary(*CONTINUOUS), result="C1")
atan2.plan(call(elementary.atan2))

# --- order -------------------------------------------------------------------------------------------------------


@op("stablehlo.maximum", form="binary", elementwise=True, low="f32", quantized="expressed")
def maximum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The greater; NaN wins, 0 is above -0 (section "maximum").

    Complex numbers stand in the order of (real, imaginary); booleans: or.
    """
    return elementary.maximum(xp, lhs, rhs)


maximum.infer(binary(*ANY), result="C1")


@op("stablehlo.minimum", form="binary", elementwise=True, low="f32", quantized="expressed")
def minimum(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The lesser; NaN wins, -0 is below 0 (section "minimum").

    Complex numbers stand in the order of (real, imaginary); booleans: and.
    """
    return elementary.minimum(xp, lhs, rhs)


minimum.infer(binary(*ANY), result="C1")


@maximum.plan
def _(xp: Any, lhs: Any, rhs: Any) -> Any:
    return call("maximum" if lhs.element.kind in LOGIC else elementary.maximum)(xp)


@minimum.plan
def _(xp: Any, lhs: Any, rhs: Any) -> Any:
    return call("minimum" if lhs.element.kind in LOGIC else elementary.minimum)(xp)


# --- bits and logic ----------------------------------------------------------------------------------------------


@op("stablehlo.and", form="binary", elementwise=True, low="f32")
def and_(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The bits, or truth values, that are set on both sides (section "and")."""
    return elementary.bitwise_and(xp, lhs, rhs)


and_.infer(binary(*LOGIC), result="C1")
and_.plan(call("bitwise_and"))


@op("stablehlo.or", form="binary", elementwise=True, low="f32")
def or_(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The bits, or truth values, that are set on either side (section "or")."""
    return elementary.bitwise_or(xp, lhs, rhs)


or_.infer(binary(*LOGIC), result="C1")
or_.plan(call("bitwise_or"))


@op("stablehlo.xor", form="binary", elementwise=True, low="f32")
def xor(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The bits, or truth values, that differ (section "xor")."""
    return elementary.bitwise_xor(xp, lhs, rhs)


xor.infer(binary(*LOGIC), result="C1")
xor.plan(call("bitwise_xor"))


@op("stablehlo.shift_left", form="binary", elementwise=True)
def shift_left(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Bits moved up by that many places (section "shift_left").

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """
    return integers.shift_left(xp, lhs, rhs)


shift_left.infer(binary(*INTEGERS), result="C1")
shift_left.plan(call(integers.shift_left))


@op("stablehlo.shift_right_arithmetic", form="binary", elementwise=True)
def shift_right_arithmetic(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Bits moved down, the top one copied into the gap (section "shift_right_arithmetic").

    The amount counts as unsigned; by the width of the type or more, copies of the top bit are left.
    """
    return integers.shift_right_arithmetic(xp, lhs, rhs)


shift_right_arithmetic.infer(binary(*INTEGERS), result="C1")
shift_right_arithmetic.plan(call(integers.shift_right_arithmetic))


@op("stablehlo.shift_right_logical", form="binary", elementwise=True)
def shift_right_logical(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Bits moved down, zeros into the gap (section "shift_right_logical").

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """
    return integers.shift_right_logical(xp, lhs, rhs)


shift_right_logical.infer(binary(*INTEGERS), result="C1")
shift_right_logical.plan(call(integers.shift_right_logical))
