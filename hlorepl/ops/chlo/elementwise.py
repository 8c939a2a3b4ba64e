"""CHLO's element-wise functions of one or two operands (those that broadcast are in ``broadcasting.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...ir.attributes import BoolAttr, DenseAttr, FloatAttr, IntegerAttr
from ...ir.types import ELEMENTS, ElementType, TensorType
from ...kernels import integers, special
from ..elementwise.numbers import arithmetic
from ..elementwise.rules import INTEGERS, NUMBERS
from ..elementwise.table import binary, unary
from ..error_bounds import Rounded, Ulps
from ..registry import op
from ..rules import require_tensors

if TYPE_CHECKING:
    from ..annotations import Attribute, Dense

_REAL = ("float",)
_COMPLEX_TOO = ("float", "complex")

# --- inverse trigonometric and hyperbolic ------------------------------------------------------------------------

unary(
    "chlo.acos", "arccos", _COMPLEX_TOO, error=Ulps(4, 3, 3, 2), doc="The angle in radians whose cosine is the operand."
)
unary("chlo.acosh", "arccosh", _COMPLEX_TOO, error=Ulps(4, 3, 4.5, 5), doc="The inverse hyperbolic cosine.")
unary(
    "chlo.asin", "arcsin", _COMPLEX_TOO, error=Ulps(4, 3, 3, 2), doc="The angle in radians whose sine is the operand."
)
unary("chlo.asinh", "arcsinh", _COMPLEX_TOO, error=Ulps(4, 3, 4, 3.5), doc="The inverse hyperbolic sine.")
unary(
    "chlo.atan",
    "arctan",
    _COMPLEX_TOO,
    error=Ulps(4, 3, 2, 1),
    doc="The angle in radians whose tangent is the operand.",
)
unary("chlo.atanh", "arctanh", _COMPLEX_TOO, error=Ulps(4, 3, 4, 160), doc="The inverse hyperbolic tangent.")
unary("chlo.cosh", "cosh", _COMPLEX_TOO, error=Ulps(4, 3, 4, 4, conditioned=2), doc="The hyperbolic cosine.")
unary("chlo.sinh", "sinh", _COMPLEX_TOO, error=Ulps(4, 3, 4, 4, conditioned=2), doc="The hyperbolic sine.")
unary("chlo.tan", "tan", _COMPLEX_TOO, error=Ulps(4, 3, 2, 1), doc="The tangent of an angle in radians.")

# --- error functions, Bessel, gamma ------------------------------------------------------------------------------

unary(
    "chlo.bessel_i1e",
    special.bessel_i1e,
    _REAL,
    error=Ulps(1, 9, 13, 14),
    doc="The modified Bessel function of order 1, times exp(-abs(x)).",
)
unary(
    "chlo.digamma",
    special.digamma,
    _REAL,
    error=Ulps(1, 9, 32, 32, floor=1.0, conditioned=32),
    doc="The derivative of lgamma; NaN at 0 and at negative integers.",
)
unary("chlo.erf", special.erf, _REAL, error=Ulps(1, 4, 7, 4), doc="The error function.")
unary(
    "chlo.erf_inv",
    special.erf_inv,
    _REAL,
    error=Ulps(1, 4, 8, 8, conditioned=32),
    doc="The inverse of the error function: infinite at -1 and 1, NaN beyond.",
)
unary(
    "chlo.erfc",
    special.erfc,
    _REAL,
    error=Ulps(1, 7, 4, 15, conditioned=4),
    doc="1 - erf(x), accurate where that is tiny.",
)
unary(
    "chlo.lgamma",
    special.lgamma,
    _REAL,
    error=Ulps(1, 5, 32, 32, floor=1.0, conditioned=16),
    doc="log(abs(gamma(x))); infinite at 0 and at negative integers.",
)
polygamma = binary(
    "chlo.polygamma",
    special.polygamma,
    _REAL,
    operands=("n", "x"),
    low="f64",
    error=Ulps(64, 64, 64, 64, floor=1.0, conditioned=32),
    doc="The n-th derivative of digamma at x; NaN unless n is an integer that is not negative.",
)
zeta = binary(
    "chlo.zeta",
    special.zeta,
    _REAL,
    operands=("x", "q"),
    low="f64",
    error=Ulps(64, 64, 64, 64, floor=1.0, conditioned=32),
    doc="Hurwitz' zeta function, the sum over k of (q + k)**-x.",
)
next_after = binary(
    "chlo.next_after",
    special.next_after,
    _REAL,
    operands=("x", "y"),
    low="as is",
    doc="The next number of the type from x in the direction of y.",
)

# --- classes of numbers, products --------------------------------------------------------------------------------

unary("chlo.is_inf", "isinf", _REAL, gives="i1", doc="Whether each element is infinite.")
unary("chlo.is_pos_inf", special.is_pos_inf, _REAL, gives="i1", doc="Whether each element is plus infinity.")
unary("chlo.is_neg_inf", special.is_neg_inf, _REAL, gives="i1", doc="Whether each element is minus infinity.")
unary(
    "chlo.conj",
    special.conj,
    _COMPLEX_TOO,
    low="as is",
    view="maybe",
    doc="The complex conjugate; real numbers as they are.",
)
unary(
    "chlo.square",
    special.square,
    NUMBERS,
    library=("square", (*INTEGERS, "float")),
    number=arithmetic("{n0} * {n0}"),
    error=Rounded(),
    doc="Each element times itself.",
)
binary(
    "chlo.mulhi",
    integers.multiply_high,
    INTEGERS,
    low="as is",
    ranked=True,
    doc="The upper half of the product of two integers in twice their width.",
)

# --- constants ---------------------------------------------------------------------------------------------------


@op("chlo.constant", form="constant", unranked="")
def constant(xp: Any, *, value: Dense) -> Any:
    """A tensor that is written in the program."""
    return xp.asarray(value.array)


@constant.infer(result="result_type")
def _(*, value: Dense, result: TensorType | None) -> TensorType:
    if isinstance(result, TensorType):
        require(result.is_static, "result_type", "{result} must have a known shape", at="result")
    return value.type


@op("chlo.constant_like")
def constant_like(xp: Any, operand: Any, *, value: Attribute) -> Any:
    """One value in the shape of the operand."""
    element, number = _value(value)
    return xp.full(operand.shape, xp.asarray(number, dtype=element.dtype), dtype=element.dtype)


def _value(value: Attribute) -> tuple[ElementType, Any]:
    """The element type and the number of an attribute that holds one."""
    if isinstance(value, BoolAttr):
        return ELEMENTS["i1"], value.value
    if isinstance(value, IntegerAttr | FloatAttr):
        return value.type, value.value
    single = isinstance(value, DenseAttr) and isinstance(value.type.element, ElementType) and value.type.rank == 0
    require(single, "value", "the value must be one number", "value")
    assert isinstance(value, DenseAttr)
    assert isinstance(value.type.element, ElementType)
    return value.type.element, np.asarray(value.array)[()]


@constant_like.infer(result="result_type")
def _(operand: TensorType, *, value: Attribute) -> TensorType:
    require_tensors(operand=operand)
    return operand.with_element(_value(value)[0])
