"""Functions of each element by itself."""

from __future__ import annotations

from math import log, pi, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ir.types import ELEMENTS
from ..ops.registry import lookup
from .table import element_of, familiar, filled, floating, tensor

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder

#: Names that are an op under another name, by the op.
_ALIASES = {
    "abs": "absolute fabs", "add": "plus", "and": "bitwise_and logical_and", "or": "bitwise_or logical_or",
    "xor": "bitwise_xor logical_xor", "not": "bitwise_not logical_not invert", "atan2": "arctan2", "acos": "arccos", "acosh": "arccosh",
    "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan", "atanh": "arctanh", "cosine": "cos", "sine": "sin", "exponential": "exp",
    "exponential_minus_one": "expm1", "log": "ln", "log_plus_one": "log1p", "logistic": "sigmoid expit",
    "multiply": "mul times", "negate": "neg negative", "power": "pow float_power", "subtract": "sub", "remainder": "fmod",
    "is_finite": "isfinite", "is_inf": "isinf", "is_pos_inf": "isposinf", "is_neg_inf": "isneginf", "select": "where",
    "round_nearest_even": "round rint around round_", "shift_left": "left_shift bitwise_left_shift", "imag": "imaginary",
    "next_after": "nextafter", "conj": "conjugate", "lgamma": "gammaln", "popcnt": "bitwise_count population_count",
    "count_leading_zeros": "clz", "erf_inv": "erfinv", "digamma": "psi", "rsqrt": "inverse_sqrt",
}  # fmt: skip


def _alias(op: str, names: str) -> None:
    """Names for one op: its operands are their parameters."""
    spec = lookup(op)
    assert spec is not None
    if len(spec.operands) == 1:

        def one(b: Builder, x: Value) -> Value:
            return b.value(op, _real_numbers(b, op, x))

        function: Any = one
    elif len(spec.operands) == 2:

        def two(b: Builder, x: Value, y: Value) -> Value:
            return b.value(op, x, y)

        function = two
    else:

        def three(b: Builder, condition: Value, x: Value, y: Value) -> Value:
            return b.value(op, condition, x, y)

        function = three
    function.__doc__ = f"{spec.summary.rstrip('.')}: the op {spec.mnemonic}."
    familiar(*names.split(), op=op)(function)


#: Of these whole numbers are asked for, too: NumPy makes floats of them.
_OF_FLOATS = frozenset(
    {"acos", "acosh", "asin", "asinh", "atan", "atanh", "cosine", "sine", "exponential", "exponential_minus_one", "log"}
    | {"log_plus_one", "logistic", "erf_inv", "digamma", "lgamma", "rsqrt"}
)


def _real_numbers(b: Builder, op: str, x: Value) -> Value:
    return floating(b, x) if op in _OF_FLOATS else x


for _op, _names in _ALIASES.items():
    _alias(_op, _names)


@familiar("div", "true_divide")
def divide(b: Builder, x: Value, y: Value) -> Value:
    """The quotient; whole numbers become floats first."""
    return b.value("divide", floating(b, x), floating(b, y))


@familiar("floor_divide")
def floor_divide(b: Builder, x: Value, y: Value) -> Value:
    """The quotient, rounded down."""
    element = element_of(x)
    if element.is_float:
        return b.value("floor", b.value("divide", x, y))
    quotient = b.value("divide", x, y)
    if element.kind == "uint":
        return quotient
    rest = b.value("remainder", x, y)
    is_low = b.value("and", _differs(b, rest, 0), _opposite(b, rest, y))
    return b.value("select", is_low, b.value("subtract", quotient, 1), quotient)


@familiar("mod")
def mod(b: Builder, x: Value, y: Value) -> Value:
    """What is left of a division that rounds down: it has the sign of the divisor. (The op remainder rounds to zero.)"""
    rest = b.value("remainder", x, y)
    if element_of(x).kind == "uint":
        return rest
    is_low = b.value("and", _differs(b, rest, 0), _opposite(b, rest, y))
    return b.value("select", is_low, b.value("add", rest, y), rest)


def _differs(b: Builder, x: Value, number: float) -> Value:
    return b.value("compare", x, number, comparison_direction="NE")


def _opposite(b: Builder, x: Value, y: Value) -> Value:
    """Whether one of two is below zero and the other is not."""
    signs = [b.value("compare", each, 0, comparison_direction="LT") for each in (x, y)]
    return b.value("compare", *signs, comparison_direction="NE")


def _compare(direction: str, names: str, what: str) -> None:
    def function(b: Builder, x: Value, y: Value) -> Value:
        return b.value("compare", x, y, comparison_direction=direction)

    function.__doc__ = f"Whether the left element is {what} the right one: compare with {direction}."
    familiar(*names.split(), op="compare")(function)


_compare("EQ", "equal eq", "equal to")
_compare("NE", "not_equal ne", "not equal to")
_compare("LT", "less lt", "less than")
_compare("LE", "less_equal le", "at most")
_compare("GT", "greater gt", "greater than")
_compare("GE", "greater_equal ge", "at least")


@familiar("isnan")
def isnan(b: Builder, x: Value) -> Value:
    """Whether an element is NaN: it differs from itself."""
    return b.value("compare", x, x, comparison_direction="NE")


@familiar("right_shift", "bitwise_right_shift")
def right_shift(b: Builder, x: Value, y: Value) -> Value:
    """The bits moved down; the sign of signed integers stays."""
    return b.value(f"shift_right_{'logical' if element_of(x).kind == 'uint' else 'arithmetic'}", x, y)


@familiar("fmin")
def fmin(b: Builder, x: Value, y: Value) -> Value:
    """The lesser of two; of a number and NaN the number."""
    return b.value("select", isnan(b, x), y, b.value("select", isnan(b, y), x, b.value("minimum", x, y)))


@familiar("fmax")
def fmax(b: Builder, x: Value, y: Value) -> Value:
    """The greater of two; of a number and NaN the number."""
    return b.value("select", isnan(b, x), y, b.value("select", isnan(b, y), x, b.value("maximum", x, y)))


@familiar("clip")
def clip(b: Builder, x: Value, min: Value, max: Value) -> Value:  # noqa: A002 - NumPy's names
    """Each element moved into a range: the op clamp, whose limits come first and last."""
    return b.value("minimum", b.value("maximum", x, min), max)


@familiar("positive")
def positive(b: Builder, x: Value) -> Value:
    """The element itself."""
    return b.value("optimization_barrier", x)


@familiar("reciprocal")
def reciprocal(b: Builder, x: Value) -> Value:
    """One divided by each element."""
    return b.value("divide", 1, floating(b, x))


@familiar("exp2")
def exp2(b: Builder, x: Value) -> Value:
    """Two to the power of each element."""
    return b.value("power", 2, floating(b, x))


def _logarithm(name: str, base: float) -> None:
    def function(b: Builder, x: Value) -> Value:
        return b.value("divide", b.value("log", floating(b, x)), log(base))

    function.__doc__ = f"The logarithm to the base {base:g}."
    familiar(name)(function)


_logarithm("log2", 2)
_logarithm("log10", 10)


@familiar("trunc", "fix")
def trunc(b: Builder, x: Value) -> Value:
    """Rounded towards zero."""
    is_low = b.value("compare", x, 0, comparison_direction="LT")
    return b.value("select", is_low, b.value("ceil", x), b.value("floor", x))


@familiar("deg2rad", "radians")
def deg2rad(b: Builder, x: Value) -> Value:
    """Degrees as radians."""
    return b.value("multiply", floating(b, x), pi / 180)


@familiar("rad2deg", "degrees")
def rad2deg(b: Builder, x: Value) -> Value:
    """Radians as degrees."""
    return b.value("multiply", floating(b, x), 180 / pi)


@familiar("hypot")
def hypot(b: Builder, x: Value, y: Value) -> Value:
    """The length of (x, y): the square root of the sum of the squares."""
    return b.value("sqrt", b.value("add", b.value("multiply", x, x), b.value("multiply", y, y)))


@familiar("logaddexp")
def logaddexp(b: Builder, x: Value, y: Value) -> Value:
    """The logarithm of exp(x) + exp(y), which may themselves be too large."""
    larger = b.value("maximum", x, y)
    distance = b.value("negate", b.value("abs", b.value("subtract", x, y)))
    return b.value("add", larger, b.value("log_plus_one", b.value("exponential", distance)))


@familiar("heaviside")
def heaviside(b: Builder, x: Value, y: Value) -> Value:
    """Zero below zero, one above it, and y at zero."""
    one, zero = (filled(b, number, tensor(x).sizes, element_of(x)) for number in (1, 0))
    above = b.value("select", b.value("compare", x, 0, comparison_direction="GT"), one, zero)
    return b.value("select", b.value("compare", x, 0, comparison_direction="EQ"), y, above)


@familiar("nan_to_num")
def nan_to_num(b: Builder, x: Value, nan: float = 0.0) -> Value:
    """NaN becomes zero (or nan=), infinities the largest and the least number."""
    most = float(np.finfo(element_of(x).dtype).max)
    bounded = b.value("clamp", *(b.constant(-most, element_of(x)), x, b.constant(most, element_of(x))))
    return b.value("select", isnan(b, x), filled(b, nan, tensor(x).sizes, element_of(x)), bounded)


@familiar("signbit")
def signbit(b: Builder, x: Value) -> Value:
    """Whether an element is below zero; of zeros and NaN, whether its sign is set."""
    element = element_of(x)
    bits = b.value("bitcast_convert", x, types=[tensor(x).with_element(ELEMENTS[f"i{element.bits}"])])
    return b.value("compare", bits, 0, comparison_direction="LT")


@familiar("copysign")
def copysign(b: Builder, x: Value, y: Value) -> Value:
    """The size of x with the sign of y."""
    size = b.value("abs", x)
    return b.value("select", signbit(b, y), b.value("negate", size), size)


@familiar("sinc")
def sinc(b: Builder, x: Value) -> Value:
    """sin(pi x) / (pi x), and one at zero."""
    turned = b.value("multiply", x, pi)
    one = filled(b, 1, tensor(x).sizes, element_of(x))
    is_zero = b.value("compare", x, 0, comparison_direction="EQ")
    return b.value("select", is_zero, one, b.value("divide", b.value("sine", turned), turned))


@familiar("angle")
def angle(b: Builder, x: Value) -> Value:
    """The angle of each complex number."""
    return b.value("atan2", b.value("imag", x), b.value("real", x))


@familiar("lerp")
def lerp(b: Builder, start: Value, end: Value, weight: Value) -> Value:
    """From start to end, as far as the weight says."""
    return b.value("add", start, b.value("multiply", weight, b.value("subtract", end, start)))


@familiar("isclose")
def isclose(b: Builder, x: Value, y: Value, rtol: float = 1e-5, atol: float = 1e-8) -> Value:
    """Whether elements differ by no more than atol + rtol * |y|."""
    distance = b.value("abs", b.value("subtract", x, y))
    most = b.value("add", b.value("multiply", b.value("abs", y), rtol), atol)
    return b.value("or", b.value("compare", distance, most, comparison_direction="LE"), _same(b, x, y))


def _same(b: Builder, x: Value, y: Value) -> Value:
    return b.value("compare", x, y, comparison_direction="EQ")


# Activations


@familiar("relu")
def relu(b: Builder, x: Value) -> Value:
    """The element where it is above zero, else zero."""
    return b.value("maximum", x, 0)


@familiar("relu6")
def relu6(b: Builder, x: Value) -> Value:
    """The element, moved into the range from 0 to 6."""
    return b.value("minimum", b.value("maximum", x, 0), 6)


@familiar("leaky_relu")
def leaky_relu(b: Builder, x: Value, negative_slope: float = 0.01) -> Value:
    """The element where it is above zero, else a part of it."""
    return b.value("select", _above(b, x), x, b.value("multiply", x, negative_slope))


def _above(b: Builder, x: Value, number: float = 0) -> Value:
    return b.value("compare", x, number, comparison_direction="GT")


@familiar("elu")
def elu(b: Builder, x: Value, alpha: float = 1.0) -> Value:
    """The element where it is above zero, else alpha * (exp(x) - 1)."""
    low = b.value("multiply", b.value("exponential_minus_one", b.value("minimum", x, 0)), alpha)
    return b.value("select", _above(b, x), x, low)


@familiar("selu")
def selu(b: Builder, x: Value) -> Value:
    """The scaled elu that keeps mean and variance."""
    return b.value("multiply", elu(b, x, 1.6732632423543772), 1.0507009873554805)


@familiar("celu")
def celu(b: Builder, x: Value, alpha: float = 1.0) -> Value:
    """The element where it is above zero, else alpha * (exp(x / alpha) - 1)."""
    low = b.value("exponential_minus_one", b.value("divide", b.value("minimum", x, 0), alpha))
    return b.value("select", _above(b, x), x, b.value("multiply", low, alpha))


@familiar("softplus")
def softplus(b: Builder, x: Value) -> Value:
    """log(1 + exp(x)), which may itself be too large."""
    small = b.value("exponential", b.value("negate", b.value("abs", x)))
    return b.value("add", b.value("maximum", x, 0), b.value("log_plus_one", small))


@familiar("softsign", "soft_sign")
def softsign(b: Builder, x: Value) -> Value:
    """X / (1 + |x|)."""
    return b.value("divide", x, b.value("add", b.value("abs", x), 1))


@familiar("silu", "swish")
def silu(b: Builder, x: Value) -> Value:
    """X * sigmoid(x)."""
    return b.value("multiply", x, b.value("logistic", x))


@familiar("log_sigmoid", "logsigmoid")
def log_sigmoid(b: Builder, x: Value) -> Value:
    """The logarithm of the sigmoid."""
    return b.value("negate", softplus(b, b.value("negate", x)))


@familiar("mish")
def mish(b: Builder, x: Value) -> Value:
    """X * tanh(softplus(x))."""
    return b.value("multiply", x, b.value("tanh", softplus(b, x)))


@familiar("hard_tanh", "hardtanh")
def hard_tanh(b: Builder, x: Value) -> Value:
    """The element, moved into the range from -1 to 1."""
    return b.value("minimum", b.value("maximum", x, -1), 1)


@familiar("hard_sigmoid", "hardsigmoid")
def hard_sigmoid(b: Builder, x: Value) -> Value:
    """relu6(x + 3) / 6."""
    return b.value("divide", relu6(b, b.value("add", x, 3)), 6)


@familiar("hard_swish", "hardswish", "hard_silu")
def hard_swish(b: Builder, x: Value) -> Value:
    """X * hard_sigmoid(x)."""
    return b.value("multiply", x, hard_sigmoid(b, x))


@familiar("logit")
def logit(b: Builder, x: Value) -> Value:
    """log(x / (1 - x))."""
    return b.value("log", b.value("divide", x, b.value("subtract", 1, x)))


@familiar("ndtr")
def ndtr(b: Builder, x: Value) -> Value:
    """How likely a normal number is below x."""
    return b.value("multiply", b.value("erfc", b.value("multiply", x, -1 / sqrt(2))), 0.5)
