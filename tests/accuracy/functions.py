"""The element-wise functions whose accuracy is stated: op, exact function in mpmath, where it is defined, bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath as mp

from hlorepl.ops.registry import lookup

#: Bits of precision for the exact answers; tiny complex arguments need many.
PRECISION = 200
COMPLEX_PRECISION = 1200


def _function(name: str) -> Callable[..., Any]:
    spec = lookup(name)
    assert spec is not None
    return spec.function


@dataclass(frozen=True)
class Function:
    """One function of one number. ``domain`` says where the exact answer is a finite number or the kernel must be."""

    name: str
    exact: Callable[[Any], Any]
    domain: Callable[[float], bool] = lambda x: True
    #: None: not a function of complex numbers.
    exact_complex: Callable[[Any], Any] | None = None
    #: Bounds in ulp for f32 and f64; the functions of CHLO have the bound that was measured.
    f32: float = 4
    f64: float = 3
    #: Points where results are small or steep, around which to look more closely.
    around: tuple[float, ...] = (0.0, 1.0)

    @property
    def kernel(self) -> Callable[..., Any]:
        """The op's own function."""
        return _function(self.name)


def _positive(x: float) -> bool:
    return x > 0


def _cbrt(x: Any) -> Any:
    return mp.cbrt(x) if x >= 0 else -mp.cbrt(-x)


def _lgamma(x: Any) -> Any:
    return mp.re(mp.loggamma(x)) if x > 0 else mp.log(abs(mp.gamma(x)))


_HALF_TURNS = (0.0, 1.5707963267948966, 3.141592653589793, -4.71238898038469, 1e10, -1e22)

ELEMENTARY = (
    Function("cbrt", _cbrt, exact_complex=lambda z: mp.exp(mp.log(z) / 3)),
    Function("cosine", mp.cos, exact_complex=mp.cos, around=_HALF_TURNS),
    Function("exponential", mp.exp, lambda x: -760 < x < 709.7, mp.exp, around=(0.0, -745.0)),
    Function("exponential_minus_one", mp.expm1, lambda x: x < 709.7, mp.expm1),
    Function("log", mp.log, _positive, mp.log),
    Function("log_plus_one", mp.log1p, lambda x: x > -1, lambda z: mp.log(1 + z), around=(0.0, -1.0)),
    Function(
        "logistic",
        lambda x: 1 / (1 + mp.exp(-x)),
        lambda x: abs(x) < 745,
        lambda z: 1 / (1 + mp.exp(-z)),
        around=(0.0, -740.0, -88.0),
    ),
    Function("rsqrt", lambda x: 1 / mp.sqrt(x), _positive, lambda z: 1 / mp.sqrt(z)),
    Function("sine", mp.sin, exact_complex=mp.sin, around=_HALF_TURNS),
    Function("sqrt", mp.sqrt, _positive, mp.sqrt, f32=0.5, f64=0.5),
    Function("tan", mp.tan, exact_complex=mp.tan, around=_HALF_TURNS),
    Function("tanh", mp.tanh, exact_complex=mp.tanh),
)

CHLO = (
    Function("acos", mp.acos, lambda x: abs(x) <= 1, mp.acos),
    Function("acosh", mp.acosh, lambda x: x >= 1, mp.acosh),
    Function("asin", mp.asin, lambda x: abs(x) <= 1, mp.asin),
    Function("asinh", mp.asinh, exact_complex=mp.asinh),
    Function("atan", mp.atan, exact_complex=mp.atan),
    Function("atanh", mp.atanh, lambda x: abs(x) < 1, mp.atanh),
    Function("cosh", mp.cosh, lambda x: abs(x) < 710.4, mp.cosh),
    Function("sinh", mp.sinh, lambda x: abs(x) < 710.4, mp.sinh),
    Function(
        "bessel_i1e",
        lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
        lambda x: abs(x) < 700,
        f32=1,
        f64=9,
    ),
    Function(
        "digamma",
        mp.digamma,
        lambda x: 0 < x < 1e300,
        f32=1,
        f64=9,
        around=(0.0, 1.0, 1.4616321449683622),
    ),
    Function("erf", mp.erf, lambda x: abs(x) < 30, f32=1, f64=4),
    Function("erfc", mp.erfc, lambda x: -6 < x < 26.5, f32=1, f64=7),
    Function("erf_inv", mp.erfinv, lambda x: abs(x) < 1, f32=1, f64=4),
    Function("lgamma", _lgamma, lambda x: 0 < x < 1e300, f32=1, f64=5, around=(0.0, 1.0, 2.0)),
    Function("square", lambda x: x * x, lambda x: abs(x) < 1e150, lambda z: z * z, f32=0.5, f64=0.5),
)

ALL = (*ELEMENTARY, *CHLO)
#: Bound for complex numbers of f64, in eps of the norm.
COMPLEX_BOUND = 4.0
#: Bound for each part of complex numbers of f32, in ulp of it, and what may come on top, times the norm.
PART_BOUND, PART_REST = 0.51, 2.0**-50
#: Bound for f32 where the accuracy of the result is to be the highest.
HIGHEST_BOUND = 1.0


@dataclass(frozen=True)
class PairFunction:
    """One function of two numbers. ``scale`` is what the bound is multiplied by at a pair of arguments."""

    name: str
    exact: Callable[[Any, Any], Any]
    unit: str = "ulp"
    scale: Callable[[Any, Any], Any] = lambda a, b: 1
    f32: float = 4
    f64: float = 3

    @property
    def kernel(self) -> Callable[..., Any]:
        """The op's own function."""
        return _function(self.name)


def _complex_atan2(y: Any, x: Any) -> Any:
    return -mp.j * mp.log((x + mp.j * y) / mp.sqrt(x * x + y * y))


def atan2(y: Any, x: Any) -> Any:
    return _complex_atan2(y, x) if isinstance(y, mp.mpc) else mp.atan2(y, x)


PAIRS = (
    PairFunction("divide", lambda a, b: a / b, f32=0.5, f64=0.5),
    PairFunction("multiply", lambda a, b: a * b, f32=0.5, f64=0.5),
    PairFunction("atan2", atan2),
    PairFunction(
        "power",
        mp.power,
        "eps (1 + abs(b log a))",
        lambda a, b: 1 + abs(b * mp.log(a)),
        f32=4,
        f64=4,
    ),
)
