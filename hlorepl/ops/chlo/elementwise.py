"""CHLO's element-wise functions of one or two operands (those that broadcast are in ``broadcasting.py``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...ir.attributes import BoolAttr, DenseAttr, FloatAttr, IntegerAttr
from ...ir.types import ELEMENTS, ElementType, TensorType
from ...kernels import elementary, integers, special
from ..elementwise.rules import NUMBERS, binary, call, require_kinds, unary
from ..registry import op
from ..rules import require_tensors, types_agree

if TYPE_CHECKING:
    from ..annotations import Attribute, Dense

_COMPLEX_TOO = ("float", "complex")

# --- inverse trigonometric and hyperbolic ------------------------------------------------------------------------


@op("chlo.acos", form="chlo", elementwise=True, low="table")
def acos(xp: Any, operand: Any) -> Any:
    """The angle in radians whose cosine is the operand."""
    return special.acos(xp, operand)


acos.infer(unary(*_COMPLEX_TOO), result="result_type")
acos.plan(call("arccos"))


@op("chlo.acosh", form="chlo", elementwise=True, low="table")
def acosh(xp: Any, operand: Any) -> Any:
    """The inverse hyperbolic cosine."""
    return special.acosh(xp, operand)


acosh.infer(unary(*_COMPLEX_TOO), result="result_type")
acosh.plan(call("arccosh"))


@op("chlo.asin", form="chlo", elementwise=True, low="table")
def asin(xp: Any, operand: Any) -> Any:
    """The angle in radians whose sine is the operand."""
    return special.asin(xp, operand)


asin.infer(unary(*_COMPLEX_TOO), result="result_type")
asin.plan(call("arcsin"))


@op("chlo.asinh", form="chlo", elementwise=True, low="table")
def asinh(xp: Any, operand: Any) -> Any:
    """The inverse hyperbolic sine."""
    return special.asinh(xp, operand)


asinh.infer(unary(*_COMPLEX_TOO), result="result_type")
asinh.plan(call("arcsinh"))


@op("chlo.atan", form="chlo", elementwise=True, low="table")
def atan(xp: Any, operand: Any) -> Any:
    """The angle in radians whose tangent is the operand."""
    return special.atan(xp, operand)


atan.infer(unary(*_COMPLEX_TOO), result="result_type")
atan.plan(call("arctan"))


@op("chlo.atanh", form="chlo", elementwise=True, low="table")
def atanh(xp: Any, operand: Any) -> Any:
    """The inverse hyperbolic tangent."""
    return special.atanh(xp, operand)


atanh.infer(unary(*_COMPLEX_TOO), result="result_type")
atanh.plan(call("arctanh"))


@op("chlo.cosh", form="chlo", elementwise=True, low="table")
def cosh(xp: Any, operand: Any) -> Any:
    """The hyperbolic cosine."""
    return special.cosh(xp, operand)


cosh.infer(unary(*_COMPLEX_TOO), result="result_type")
cosh.plan(call("cosh"))


@op("chlo.sinh", form="chlo", elementwise=True, low="table")
def sinh(xp: Any, operand: Any) -> Any:
    """The hyperbolic sine."""
    return special.sinh(xp, operand)


sinh.infer(unary(*_COMPLEX_TOO), result="result_type")
sinh.plan(call("sinh"))


@op("chlo.tan", form="chlo", elementwise=True, low="table")
def tan(xp: Any, operand: Any) -> Any:
    """The tangent of an angle in radians."""
    return elementary.tan(xp, operand)


tan.infer(unary(*_COMPLEX_TOO), result="result_type")
tan.plan(call("tan"))

# --- error functions, Bessel, gamma ------------------------------------------------------------------------------


@op("chlo.bessel_i1e", form="chlo", elementwise=True, low="table")
def bessel_i1e(xp: Any, operand: Any) -> Any:
    """The modified Bessel function of order 1, times exp(-abs(x))."""
    return special.bessel_i1e(xp, operand)


bessel_i1e.infer(unary("float"), result="result_type")


@op("chlo.digamma", form="chlo", elementwise=True, low="table")
def digamma(xp: Any, operand: Any) -> Any:
    """The derivative of lgamma; NaN at 0 and at negative integers."""
    return special.digamma(xp, operand)


digamma.infer(unary("float"), result="result_type")


@op("chlo.erf", form="chlo", elementwise=True, low="table")
def erf(xp: Any, operand: Any) -> Any:
    """The error function."""
    return special.erf(xp, operand)


erf.infer(unary("float"), result="result_type")


@op("chlo.erf_inv", form="chlo", elementwise=True, low="table")
def erf_inv(xp: Any, operand: Any) -> Any:
    """The inverse of the error function: infinite at -1 and 1, NaN beyond."""
    return special.erf_inv(xp, operand)


erf_inv.infer(unary("float"), result="result_type")


@op("chlo.erfc", form="chlo", elementwise=True, low="table")
def erfc(xp: Any, operand: Any) -> Any:
    """1 - erf(x), accurate where that is tiny."""
    return special.erfc(xp, operand)


erfc.infer(unary("float"), result="result_type")


@op("chlo.lgamma", form="chlo", elementwise=True, low="table")
def lgamma(xp: Any, operand: Any) -> Any:
    """log(abs(gamma(x))); infinite at 0 and at negative integers."""
    return special.lgamma(xp, operand)


lgamma.infer(unary("float"), result="result_type")


@op("chlo.polygamma", form="chlo", elementwise=True, low="f64")
def polygamma(xp: Any, n: Any, x: Any) -> Any:
    """The n-th derivative of digamma at x; NaN unless n is an integer that is not negative."""
    return special.polygamma(xp, n, x)


@op("chlo.zeta", form="chlo", elementwise=True, low="f64")
def zeta(xp: Any, x: Any, q: Any) -> Any:
    """Hurwitz' zeta function, the sum over k of (q + k)**-x."""
    return special.zeta(xp, x, q)


@op("chlo.next_after", form="chlo", elementwise=True)
def next_after(xp: Any, x: Any, y: Any) -> Any:
    """The next number of the type from x in the direction of y."""
    return special.next_after(xp, x, y)


@polygamma.infer(result="result_type")
def _(n: TensorType, x: TensorType) -> TensorType:
    return _floats_alike(n=n, x=x)


@zeta.infer(result="result_type")
def _(x: TensorType, q: TensorType) -> TensorType:
    return _floats_alike(x=x, q=q)


@next_after.infer(result="result_type")
def _(x: TensorType, y: TensorType) -> TensorType:
    return _floats_alike(x=x, y=y)


def _floats_alike(**operands: TensorType) -> TensorType:
    require_kinds(("float",), **operands)
    first, second = operands.values()
    names = [f"{{{name}}}" for name in operands]
    message = f"{' and '.join(names)} must have the same type"
    require(types_agree(first, second), "operand_type", message, list(operands)[1], like=next(iter(operands)))
    return first


# --- classes of numbers, products --------------------------------------------------------------------------------


@op("chlo.is_inf", form="chlo", elementwise=True, low="table")
def is_inf(xp: Any, operand: Any) -> Any:
    """Whether each element is infinite."""
    return special.is_inf(xp, operand)


@op("chlo.is_pos_inf", form="chlo", elementwise=True, low="table")
def is_pos_inf(xp: Any, operand: Any) -> Any:
    """Whether each element is plus infinity."""
    return special.is_pos_inf(xp, operand)


@op("chlo.is_neg_inf", form="chlo", elementwise=True, low="table")
def is_neg_inf(xp: Any, operand: Any) -> Any:
    """Whether each element is minus infinity."""
    return special.is_neg_inf(xp, operand)


def _predicate(operand: TensorType) -> TensorType:
    require_kinds(("float",), operand=operand)
    return operand.with_element(ELEMENTS["i1"])


for _class in (is_inf, is_pos_inf, is_neg_inf):
    _class.infer(_predicate, result="result_type")


@op("chlo.conj", form="chlo", elementwise=True)
def conj(xp: Any, operand: Any) -> Any:
    """The complex conjugate; real numbers as they are."""
    return special.conj(xp, operand)


conj.infer(unary("int", "uint", *_COMPLEX_TOO), result="result_type")


@op("chlo.square", form="chlo", elementwise=True, low="table", quantized="expressed")
def square(xp: Any, operand: Any) -> Any:
    """Each element times itself."""
    return special.square(xp, operand)


square.infer(unary(*NUMBERS), result="result_type")
square.plan(call(special.square))


@op("chlo.mulhi", form="chlo", elementwise=True)
def mulhi(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The upper half of the product of two integers in twice their width."""
    return integers.multiply_high(xp, lhs, rhs)


mulhi.infer(binary("int", "uint", code="operand_type"), result="result_type")

# --- constants ---------------------------------------------------------------------------------------------------


@op("chlo.constant", form="constant")
def constant(xp: Any, *, value: Dense) -> Any:
    """A tensor that is written in the program."""
    return xp.asarray(value.array)


@constant.infer(result="result_type")
def _(*, value: Dense) -> TensorType:
    return value.type


@op("chlo.constant_like", form="chlo")
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
