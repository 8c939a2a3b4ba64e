"""The functions that an expression may call, and nothing else: ``numpy.*``, ``math.*`` and a few builtins.

Each makes at most :data:`MAX_ELEMENTS` elements. Those in :data:`ELEMENTWISE` treat each element alone, so a batch of
values goes through them as one array.
"""

from __future__ import annotations

import builtins
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .arithmetic import power
from .values import elements, sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable

CONSTANTS = {"pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan}

_UFUNCS = [
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "arctan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "expm1",
    "log",
    "log1p",
    "log2",
    "log10",
    "sqrt",
    "cbrt",
    "square",
    "abs",
    "absolute",
    "sign",
    "floor",
    "ceil",
    "rint",
    "trunc",
    "maximum",
    "minimum",
    "mod",
    "isnan",
    "isinf",
    "isfinite",
    "logical_and",
    "logical_or",
    "logical_not",
    "heaviside",
]
_REDUCTIONS = ["sum", "prod", "cumsum", "mean", "std", "var", "min", "max", "argmin", "argmax", "any", "all"]


_AVERAGES = ("mean", "var", "std")


class Sized:
    """A function that makes an array; how many elements that has is known from the arguments before it is made."""

    __slots__ = ("_make", "size")

    def __init__(self, size: Callable[..., int], make: Callable[..., Any]):
        self.size = size
        self._make = make

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        elements([self.size(*args, **keywords)])
        return self._make(*args, **keywords)

    @property
    def __name__(self) -> str:
        return getattr(self._make, "__name__", "function")


def _of_shape(make: Callable[..., Any]) -> Sized:
    """A function whose first argument is the shape of what it makes."""
    return Sized(lambda shape, *_: math.prod(sizes_of(shape)), lambda shape, *rest: make(sizes_of(shape), *rest))


def _steps(start: Any, stop: Any = None, step: Any = 1) -> int:
    start, stop = (0, start) if stop is None else (start, stop)
    return elements([max(math.ceil((float(stop) - float(start)) / (float(step) or math.nan)), 0)])


def _arange(start: Any, stop: Any = None, step: Any = 1) -> Any:
    return np.arange(start, step=step) if stop is None else np.arange(start, stop, step)


def _square(rows: Any, columns: Any = None) -> int:
    return math.prod(sizes_of([rows, rows if columns is None else columns]))


def _eye(rows: Any, columns: Any = None) -> Any:
    rows, columns = sizes_of([rows, rows if columns is None else columns])
    return np.eye(rows, columns)


def _of_dot(a: Any, b: Any) -> int:
    if not np.ndim(a) or not np.ndim(b):
        return max(np.size(a), np.size(b))
    return elements([*np.shape(a)[:-1], *(np.shape(b)[:-2] + np.shape(b)[-1:] if np.ndim(b) > 1 else ())])


def of_matmul(a: Any, b: Any) -> int:
    """How many elements a matrix product has."""
    if not np.ndim(a) or not np.ndim(b):
        return 0
    columns = np.shape(b)[-1] if np.ndim(b) > 1 else 1
    batches = np.broadcast_shapes(np.shape(a)[:-2], np.shape(b)[:-2])
    rows = np.shape(a)[-2] if np.ndim(a) > 1 else 1
    return elements([*batches, rows, columns])


def _of_items(items: Any, axis: Any = 0) -> int:
    return elements([builtins.sum(np.size(item) for item in items)])


def _joined(join: Callable[..., Any]) -> Sized:
    return Sized(_of_items, lambda items, axis=0: join(items, axis=axis))


def together(*values: Any) -> int:
    """How many elements values have that are broadcast together."""
    return elements(np.broadcast_shapes(*map(np.shape, values)))


def _round(value: Any, decimals: Any = 0) -> Any:
    return np.round(value, int(decimals))


def _array(items: Any) -> Any:
    made = np.array(items)
    if made.dtype.kind not in "fiub":
        raise HloError("numpy.array needs a list of numbers, with rows of equal length", code="type.operand")
    return made


def _reshape(value: Any, shape: Any) -> Any:
    return np.reshape(value, _reshape_sizes(shape))


def _reshape_sizes(shape: Any) -> Any:
    if isinstance(shape, np.ndarray):
        shape = shape.tolist()
    return [int(size) for size in shape] if isinstance(shape, list | tuple) else int(shape)


def _transpose(value: Any, axes: Any = None) -> Any:
    return np.transpose(value, axes)


def _reduction(name: str) -> Callable[..., Any]:
    reduce = getattr(np, name)

    def reduction(value: Any, axis: Any = None) -> Any:
        if name in _AVERAGES and not np.size(value):
            return np.sum(value, axis=axis) * np.nan
        return reduce(value, axis=tuple(axis) if isinstance(axis, list | np.ndarray) else axis)

    reduction.__name__ = name
    return reduction


def _int64(value: Any) -> Any:
    return (
        np.asarray(value, np.float64).astype(np.int64)
        if np.asarray(value).dtype.kind == "f"
        else np.asarray(value, np.int64)
    )


def _clip(value: Any, low: Any, high: Any) -> Any:
    return np.clip(value, low, high)


def _zeros_like(value: Any) -> Any:
    return np.zeros_like(value)


def _ones_like(value: Any) -> Any:
    return np.ones_like(value)


def _norm(value: Any) -> Any:
    return np.linalg.norm(value)


_NUMPY: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in _UFUNCS},
    **{name: _reduction(name) for name in _REDUCTIONS},
    "round": _round,
    "power": power,
    "clip": _clip,
    "where": Sized(together, np.where),
    "dot": Sized(_of_dot, np.dot),
    "matmul": Sized(of_matmul, np.matmul),
    "outer": Sized(lambda a, b: elements([np.size(a), np.size(b)]), np.outer),
    "transpose": _transpose,
    "reshape": _reshape,
    "concatenate": _joined(np.concatenate),
    "stack": _joined(np.stack),
    "array": _array,
    "zeros": _of_shape(np.zeros),
    "ones": _of_shape(np.ones),
    "full": _of_shape(np.full),
    "arange": Sized(_steps, _arange),
    "linspace": Sized(
        lambda start, stop, count=50: elements([count]),
        lambda start, stop, count=50: np.linspace(start, stop, int(count)),
    ),
    "eye": Sized(_square, _eye),
    "zeros_like": _zeros_like,
    "ones_like": _ones_like,
    "int64": _int64,
    "float64": lambda value: np.asarray(value, np.float64)[()],
    "linalg.norm": _norm,
}


def _scalar_math(scalar: Callable[..., Any], array: Callable[..., Any]) -> Callable[..., Any]:
    """A function of ``math``; where that raises, and on arrays, NumPy's."""

    def function(*args: Any) -> Any:
        try:
            return scalar(*args)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            return array(*args)

    return function


_MATH: dict[str, Callable[..., Any]] = {
    **{
        name: _scalar_math(getattr(math, name), getattr(np, other))
        for name, other in {
            **{
                name: name
                for name in [
                    "sqrt",
                    "exp",
                    "log2",
                    "log10",
                    "sin",
                    "cos",
                    "tan",
                    "sinh",
                    "cosh",
                    "tanh",
                    "floor",
                    "ceil",
                    "fabs",
                    "isnan",
                    "isinf",
                ]
            },
            "asin": "arcsin",
            "acos": "arccos",
            "atan": "arctan",
            "atan2": "arctan2",
        }.items()
    },
    "log": _scalar_math(
        math.log, lambda value, base=math.e: np.log(value) / np.log(base) if base != math.e else np.log(value)
    ),
    "pow": lambda a, b: power(np.float64(a), b) if np.ndim(a) == 0 else power(a, b),
}


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
    **{f"numpy.{name}": function for name, function in _NUMPY.items()},
}
"""Every function by the name that an expression calls it by: ``numpy.exp``, ``math.exp``, ``abs``."""

ELEMENTWISE = {
    "abs",
    "pow",
    *(
        f"numpy.{name}"
        for name in [*_UFUNCS, "round", "power", "clip", "where", "zeros_like", "ones_like", "float64", "int64"]
    ),
    *(f"math.{name}" for name in _MATH if name not in {"floor", "ceil"}),
}


NAMES = {id(function): name for name, function in FUNCTIONS.items()}
"""The name of each function."""

_ALONE = {id(FUNCTIONS[name]) for name in ELEMENTWISE}


def treats_elements_alone(function: Callable[..., Any]) -> bool:
    """Whether it is one of those in :data:`ELEMENTWISE`."""
    return id(function) in _ALONE
