"""Element-wise arithmetic and functions of numbers, and cumulative sums (ONNX: Operators, by name)."""

from __future__ import annotations

import functools
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...errors import HloError
from ...kernels.blocks import clamped, in_blocks, with_number
from ...kernels.error_function import erf32
from ...kernels.indexing import forwards
from ...kernels.running import running
from ..registry import op
from ..sizes import as_broadcast, as_first
from ..tensors import is_integer, is_small_float, normal_axis, scalar

if TYPE_CHECKING:
    from collections.abc import Callable

FLOAT_MAX = float(np.finfo(np.float32).max)


def aligned(a: Any, b: Any, broadcast: int, axis: int | None) -> Any:
    """``b`` shaped for ``a`` by the rule before opset 7: its axes begin at ``axis``, or are the last ones."""
    if not broadcast or axis is None or b.ndim == 0:
        return b
    start = normal_axis(axis, a.ndim)
    return b.reshape(b.shape + (1,) * (a.ndim - start - b.ndim))


def legacy(name: str, function: Callable[..., Any]) -> None:
    """Enter a binary operator as it was before opset 7, with ``broadcast`` and ``axis``."""

    def run(xp, A, B, *, axis=None, broadcast=0, consumed_inputs=None):
        return function(xp, A, aligned(A, B, broadcast, axis))

    run.__doc__ = function.__doc__
    op(name, since=1, measure=as_broadcast)(run)


def unary(
    name: str, function: str, doc: str, *, input: str = "X", since: int = 1, attributes: tuple[str, ...] = ()
) -> None:
    """Enter an operator that is one function of the array library; its ``attributes`` mean nothing."""

    def run(xp, array, **ignored):
        return getattr(xp, function)(array)

    _enter(name, run, doc, ("xp", input), since, attributes)


def binary(name: str, function: str, doc: str, *, since: int = 7) -> None:
    """Enter an operator that is one function of the array library; if it is as old as opset 7, with its older form."""

    def run(xp, A, B):
        return getattr(xp, function)(A, B)

    _enter(name, run, doc, ("xp", "A", "B"), since)
    if since == 7:
        legacy(name, run)


def _enter(
    name: str, run: Callable[..., Any], doc: str, inputs: tuple[str, ...], since: int, attributes: tuple[str, ...] = ()
) -> None:
    parameters = [Parameter(each, Parameter.POSITIONAL_OR_KEYWORD) for each in inputs]
    parameters += [Parameter(each, Parameter.KEYWORD_ONLY, default=None) for each in attributes]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__doc__ = doc
    op(name, since=since, measure=as_broadcast)(run)


# Arithmetic

binary("Add", "add", "The sum, element by element; integers wrap.")
binary("Sub", "subtract", "The difference, element by element; integers wrap.")
binary("Mul", "multiply", "The product, element by element; integers wrap.")


@op("Div", since=7)
def div(xp, A, B):
    """The quotient; of integers truncated toward zero, and 0 where the divisor is 0."""
    if is_integer(A.dtype):
        return in_blocks(functools.partial(_truncating_quotient, xp), A, B)
    return xp.true_divide(A, B)


def _truncating_quotient(xp: Any, a: Any, b: Any) -> Any:
    if a.dtype.kind == "u":
        return xp.floor_divide(a, b)
    if a.dtype.itemsize > 4 or not able(xp).is_host or a.dtype.isbuiltin != 1:
        return xp.floor_divide(a - xp.fmod(a, b), b)
    # Quotients of 32 bits are never rounded to the next whole number in f64, whose division is many times as fast.
    quotient, none = xp.trunc(xp.divide(a, b, dtype=np.float64)), b == 0
    return (xp.where(none, 0, quotient) if none.any() else quotient).astype(np.int64).astype(a.dtype)


@op("Mod", since=10)
def mod(xp, A, B, *, fmod=0):
    """The remainder, with the divisor's sign, or with the dividend's as in C where ``fmod`` is 1."""
    return xp.fmod(A, B) if fmod else xp.mod(A, B)


#: Floats from here on may all be even.
_WHOLE = 2.0**10


@op("Pow", since=7)
def power(xp, X, Y):
    """``X`` to the power ``Y``, in the type of ``X``."""
    if is_integer(X.dtype):
        return _integer_power(xp, X, Y)
    exponent = Y.astype(X.dtype, copy=False)
    if Y.size != 1 or Y.ndim > X.ndim or not able(xp).is_host or X.dtype.kind != "f":
        return xp.power(X, exponent)
    return _power_of_all(xp, X, exponent.reshape(()))


def _power_of_all(xp: Any, x: Any, exponent: Any) -> Any:
    """One exponent for all; a whole one, of which negative numbers have powers too, by way of the absolute value."""
    if exponent == 2:
        return xp.multiply(x, x)
    if not abs(exponent) < _WHOLE or exponent != xp.rint(exponent):
        return with_number(xp.power, x, exponent)
    size = with_number(xp.power, xp.absolute(x), exponent)
    return xp.copysign(size, x) if exponent % 2 else size


def _integer_power(xp: Any, base: Any, exponent: Any) -> Any:
    if is_integer(exponent.dtype) and not (exponent.dtype.kind == "i" and bool((exponent < 0).any())):
        return xp.power(base, exponent).astype(base.dtype, copy=False)
    return xp.power(base.astype(np.float64), exponent.astype(np.float64)).astype(base.dtype)


legacy("Div", div)


@op("Pow", since=1)
def power_1(xp, X, Y, *, axis=None, broadcast=0):
    """``X`` to the power ``Y``, with the broadcasting of before opset 7."""
    return power(xp, X, aligned(X, Y, broadcast, axis))


# Several inputs


@op("Sum", view="maybe", measure=as_broadcast)
def sum_of(xp, *data_0):
    """The sum of any number of tensors."""
    return functools.reduce(xp.add, _some(data_0, "Sum"))


@op("Mean", measure=as_broadcast)
def mean_of(xp, *data_0):
    """The mean of any number of tensors."""
    total = functools.reduce(xp.add, _some(data_0, "Mean"))
    return (total / xp.asarray(len(data_0), total.dtype)).astype(total.dtype, copy=False)


@op("Max", view="maybe", measure=as_broadcast)
def max_of(xp, *data_0):
    """The greatest of any number of tensors; NaN where one is NaN."""
    return functools.reduce(xp.maximum, _some(data_0, "Max"))


@op("Min", view="maybe", measure=as_broadcast)
def min_of(xp, *data_0):
    """The least of any number of tensors; NaN where one is NaN."""
    return functools.reduce(xp.minimum, _some(data_0, "Min"))


def _some(inputs: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    if not inputs:
        raise HloError(f"{name} needs at least one input", code="onnx.inputs")
    return inputs


@op("Clip", since=11, view="maybe")
def clip(xp, input, min=None, max=None):
    """The values limited to ``[min, max]``; ``max`` wins where the two cross."""
    if able(xp).is_host and input.dtype.kind in "fiu" and all(_is_limit(input, limit) for limit in (min, max)):
        return clamped(input, *[None if limit is None else limit.reshape(()) for limit in (min, max)])
    lower = input if min is None else xp.maximum(input, min)
    return lower if max is None else xp.minimum(lower, max)


def _is_limit(x: Any, limit: Any) -> bool:
    """Whether it is one number of the type of ``x``, or none."""
    return limit is None or limit.size == 1 and limit.ndim <= x.ndim and limit.dtype == x.dtype


@op("Clip", since=1, view="maybe", measure=as_first)
def clip_6(xp, input, *, min=-FLOAT_MAX, max=FLOAT_MAX, consumed_inputs=None):
    """The values limited to ``[min, max]``, given as attributes."""
    return clip(xp, input, xp.asarray(min, input.dtype), xp.asarray(max, input.dtype))


# Functions of one number

_OLD = ("consumed_inputs",)

unary("Abs", "absolute", "The absolute value.", attributes=_OLD)
unary("Neg", "negative", "The value with the other sign.", attributes=_OLD)
unary("Sign", "sign", "-1, 0 or 1.", input="input")
unary("Floor", "floor", "The next integer below.", attributes=_OLD)
unary("Ceil", "ceil", "The next integer above.", attributes=_OLD)
unary("Round", "rint", "The nearest integer, halves to the even one.", since=11)
unary("Sqrt", "sqrt", "The square root.", attributes=_OLD)
unary("Exp", "exp", "The exponential.", input="input", attributes=_OLD)
unary("Log", "log", "The natural logarithm.", input="input", attributes=_OLD)
unary("IsNaN", "isnan", "Whether a value is not a number.", since=9)


@op("Reciprocal", measure=as_first)
def reciprocal(xp, X, *, consumed_inputs=None):
    """One over the value."""
    return xp.true_divide(xp.ones((), X.dtype), X)


@op("Erf", measure=as_first)
def erf(xp, input):
    """The error function; of f32 with a relative error of at most 3e-7."""
    if input.dtype == np.float32 or is_small_float(input.dtype):
        return erf32(xp, input.astype(np.float32, copy=False)).astype(input.dtype, copy=False)
    return special(xp).erf(input.astype(np.float64, copy=False)).astype(input.dtype, copy=False)


def special(xp: Any) -> Any:
    """The special functions for a namespace's arrays."""
    if able(xp).is_host:
        import scipy.special  # late: SciPy

        return scipy.special
    return xp.special


@op("IsInf", since=10)
def is_inf(xp, X, *, detect_negative=1, detect_positive=1):
    """Whether a value is infinite, of the signs asked for."""
    infinite = xp.isinf(X)
    if not detect_negative:
        infinite &= ~xp.signbit(X)
    if not detect_positive:
        infinite &= xp.signbit(X)
    return infinite


# Trigonometry

unary("Sin", "sin", "The sine of an angle in radians.", input="input")
unary("Cos", "cos", "The cosine of an angle in radians.", input="input")
unary("Tan", "tan", "The tangent of an angle in radians.", input="input")
unary("Asin", "arcsin", "The angle in radians of a sine.", input="input")
unary("Acos", "arccos", "The angle in radians of a cosine.", input="input")
unary("Atan", "arctan", "The angle in radians of a tangent.", input="input")
unary("Sinh", "sinh", "The hyperbolic sine.", input="input")
unary("Cosh", "cosh", "The hyperbolic cosine.", input="input")
unary("Tanh", "tanh", "The hyperbolic tangent.", input="input", attributes=_OLD)
unary("Asinh", "arcsinh", "The inverse of the hyperbolic sine.", input="input")
unary("Acosh", "arccosh", "The inverse of the hyperbolic cosine.", input="input")
unary("Atanh", "arctanh", "The inverse of the hyperbolic tangent.", input="input")

# Cumulative sums and products


@op("CumSum", since=11)
def cumsum(xp, x, axis, *, exclusive=0, reverse=0):
    """The running sum along an axis, from the end where ``reverse``, without the element itself where ``exclusive``."""
    return _cumulative(xp, "add", x, axis, exclusive, reverse, start=0)


@op("CumProd", since=26)
def cumprod(xp, x, axis, *, exclusive=0, reverse=0):
    """The running product along an axis, with the choices of CumSum."""
    return _cumulative(xp, "multiply", x, axis, exclusive, reverse, start=1)


def _cumulative(xp: Any, ufunc: str, x: Any, axis: Any, exclusive: int, reverse: int, start: int) -> Any:
    axis = normal_axis(scalar(axis, "axis"), x.ndim)
    if reverse:
        x = xp.flip(x, axis)
    wide = np.dtype(np.float32) if is_small_float(x.dtype) else x.dtype
    result = running(xp, ufunc, x, axis, wide).astype(x.dtype, copy=False)
    if exclusive and x.shape[axis]:
        front = (slice(None),) * axis
        shifted = xp.empty_like(result)
        shifted[(*front, slice(None, 1))] = start
        shifted[(*front, slice(1, None))] = result[(*front, slice(None, -1))]
        result = shifted
    return forwards(xp.flip(result, axis)) if reverse else result
