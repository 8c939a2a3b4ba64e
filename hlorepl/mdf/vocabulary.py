"""The functions that an expression may call, and nothing else: ``numpy.*``, ``math.*`` and a few builtins.

Each makes at most :data:`~hlorepl.mdf.values.MAX_ELEMENTS` elements. Those in :data:`ELEMENTWISE` treat each element alone, so a
batch of values goes through them as one array.
"""

from __future__ import annotations

import builtins
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..kernels import special
from . import numpy_functions
from .arithmetic import power
from .values import INT_MAX

if TYPE_CHECKING:
    from collections.abc import Callable

CONSTANTS = {
    "pi": math.pi,
    "e": math.e,
    "inf": math.inf,
    "nan": math.nan,
    "tau": math.tau,
    "euler_gamma": np.euler_gamma,
}


def _scalar_math(scalar: Callable[..., Any], array: Callable[..., Any]) -> Callable[..., Any]:
    """A function of ``math``; where that raises, and on arrays, NumPy's."""

    def function(*args: Any) -> Any:
        try:
            return scalar(*args)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            return array(*args)

    return function


_WHOLE = ("comb", "perm", "factorial", "gcd", "lcm", "isqrt")
"""Functions of ``math`` that give integers of any size."""

_OF_ROWS = ("dist", "fsum", "prod", "sumprod")
"""Functions of ``math`` that take rows of numbers."""

_MOST_WHOLE = 1000


_ARRAYS: dict[str, Callable[..., Any]] = {
    **{
        name: function for name, function in numpy_functions.UFUNCS.items() if name not in ("remainder", "pow", *_WHOLE)
    },
    "erf": lambda value: special.erf(np, np.asarray(value, np.float64)),
    "erfc": lambda value: special.erfc(np, np.asarray(value, np.float64)),
    "lgamma": lambda value: special.lgamma(np, np.asarray(value, np.float64)),
}
"""What computes functions of ``math`` on arrays: NumPy's of the same name, and our own."""


def _whole(function: Callable[..., Any]) -> Callable[..., int]:
    """A function of integers that does not grow beyond 64 bits."""

    def call(*args: Any) -> int:
        if any(abs(arg) > (INT_MAX if function in {math.gcd, math.lcm, math.isqrt} else _MOST_WHOLE) for arg in args):
            raise HloError(f"{function.__name__} of so large a number does not fit into 64 bits", code="limit.integer")
        made = function(*args)
        if made > INT_MAX:
            raise HloError(f"{function.__name__} does not fit into 64 bits", code="limit.integer")
        return made

    return call


def _rows(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        made = function(*(arg.tolist() if isinstance(arg, np.ndarray) else arg for arg in args))
        return float(made) if isinstance(made, int) and abs(made) > INT_MAX else made

    return call


def _math_functions() -> dict[str, Callable[..., Any]]:
    """All of ``math``: on arrays, and where they raise, those of NumPy take over that have the same name."""
    found: dict[str, Callable[..., Any]] = {}
    members: dict[str, Any] = {name: function for name, function in vars(math).items() if name[0] != "_"}
    for name, function in members.items():
        if not callable(function):
            continue
        if name in _WHOLE:
            found[name] = _whole(function)
        elif name in _OF_ROWS:
            found[name] = _rows(function)
        elif name in _ARRAYS:
            found[name] = _scalar_math(function, _ARRAYS[name])
        else:
            found[name] = function
    found["log"] = _scalar_math(math.log, _log)
    found["pow"] = lambda a, b: power(np.float64(a), b) if np.ndim(a) == 0 else power(a, b)
    return found


def _log(value: Any, base: Any = math.e) -> Any:
    return np.log(value) if base == math.e else np.log(value) / np.log(base)


_MATH = _math_functions()


def _int(value: Any = 0) -> int:
    if isinstance(value, str) and len(value) > 100:
        raise HloError("the text is too long for a number", code="limit.size")
    try:
        return int(value)
    except (ValueError, OverflowError) as error:
        raise HloError(f"{value!r} is no whole number", code="type.operand") from error


def _float(value: Any = 0.0) -> float:
    return float(value)


def _round_builtin(value: Any, digits: Any = None) -> Any:
    if isinstance(value, np.ndarray):
        return np.round(value, int(digits or 0))
    return builtins.round(value) if digits is None else builtins.round(value, max(-400, min(int(digits), 400)))


_BUILTINS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "len": len,
    "round": _round_builtin,
    "int": _int,
    "float": _float,
    "bool": bool,
    "pow": power,
}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **_BUILTINS,
    **{f"math.{name}": function for name, function in _MATH.items()},
    **{f"numpy.{name}": function for name, function in numpy_functions.FUNCTIONS.items()},
}
"""Every function by the name that an expression calls it by: ``numpy.exp``, ``math.exp``, ``abs``."""

ELEMENTWISE = {
    "abs",
    "pow",
    *(f"numpy.{name}" for name in numpy_functions.ELEMENTWISE),
    # What gives integers in math and floats in NumPy would differ in a batch.
    *(
        f"math.{name}"
        for name in _MATH
        if name in {*numpy_functions.UFUNCS, "log"} - {"floor", "ceil", "trunc", *_WHOLE}
    ),
}


NAMES = {id(function): name for name, function in FUNCTIONS.items()}
"""The name of each function."""

_ALONE = {id(FUNCTIONS[name]) for name in ELEMENTWISE}


def treats_elements_alone(function: Callable[..., Any]) -> bool:
    """Whether it is one of those in :data:`ELEMENTWISE`."""
    return id(function) in _ALONE
