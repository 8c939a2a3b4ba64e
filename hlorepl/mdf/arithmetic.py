"""The reference meaning of an expression's operators, one value at a time.

Python's operators on Python's numbers, except that what raises there follows NumPy's rules for float64 and int64;
arrays broadcast. Nothing makes more than :data:`MAX_ELEMENTS` elements.
"""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .values import INT_MAX, MAX_ELEMENTS, settle, too_large, wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .drawing import Source

BINARY: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.truediv),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.MatMult: ("@", operator.matmul),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.Pow: ("**", operator.pow),
}

COMPARE: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.In: ("in", lambda a, b: a in b),
    ast.NotIn: ("not in", lambda a, b: a not in b),
    ast.Is: ("is", operator.is_),
    ast.IsNot: ("is not", operator.is_not),
}

UNARY: dict[type, tuple[str, Callable[[Any], Any]]] = {
    ast.USub: ("-", operator.neg),
    ast.UAdd: ("+", operator.pos),
    ast.Invert: ("~", operator.invert),
    ast.Not: ("not ", operator.not_),
}

_SEQUENCES = (list, tuple, str)
_NUMBERS = (float, int, np.generic)


class Arithmetic:
    """The meaning of each operator for plain values; ``sources`` are the functions that draw, by their numbers."""

    def __init__(self, sources: Sequence[Source] = ()):
        self.sources = sources

    def binary(self, kind: type, a: Any, b: Any) -> Any:
        if isinstance(a, _SEQUENCES) or isinstance(b, _SEQUENCES):
            return _on_sequences(kind, a, b)
        if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
            _check_broadcast(kind, a, b)
        if kind is ast.Pow:
            return power(a, b)
        try:
            result = BINARY[kind][1](a, b)
        except (ZeroDivisionError, OverflowError):
            result = BINARY[kind][1](np.float64(a), np.float64(b))
        return _scalar(result)

    def unary(self, kind: type, a: Any) -> Any:
        return _scalar(UNARY[kind][1](int(a) if isinstance(a, bool) and kind is ast.Invert else a))

    def compare(self, kind: type, a: Any, b: Any) -> Any:
        if kind in {ast.Eq, ast.NotEq} and isinstance(a, dict | str) != isinstance(b, dict | str):
            return kind is ast.NotEq
        return COMPARE[kind][1](a, b)

    def all_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        """``and``: the first value that is false, or the last."""
        value: Any = True
        for get in values:
            value = get()
            if not value:
                break
        return value

    def any_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        """``or``: the first value that is true, or the last."""
        value: Any = False
        for get in values:
            value = get()
            if value:
                break
        return value

    def pick(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        """``then if test else otherwise``."""
        return then() if test else otherwise()

    def choose(self, test: Any, value: Any, new: Any) -> Any:
        return choose(test, value, new)

    def call(self, function: Callable[..., Any], args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        return _scalar(function(*args, **keywords))

    def draw(self, number: int, args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        return _scalar(self.sources[number](*args, **keywords))

    def item(self, value: Any, index: Any) -> Any:
        return _scalar(value[index])

    def attribute(self, value: Any, name: str) -> Any:
        return getattr(np.asarray(value), name)


def _scalar(value: Any) -> Any:
    """Results that are single numbers go on as Python's, wrapped to 64 bits."""
    if value.__class__ is float or value.__class__ is np.ndarray:
        return value
    if value.__class__ is int:
        return value if -INT_MAX - 1 <= value <= INT_MAX else wrap(value)
    return settle(value) if isinstance(value, np.generic | complex) else value


def choose(test: Any, value: Any, new: Any) -> Any:
    """``value`` where ``test`` holds, else ``new``, element by element with broadcasting."""
    if isinstance(test, bool | np.bool_ | int | float) and isinstance(value, _NUMBERS) and isinstance(new, _NUMBERS):
        picked = value if test else new
        return float(picked) if isinstance(value, float) or isinstance(new, float) else picked
    if not isinstance(test, np.ndarray) and (
        isinstance(value, str | dict | list) or isinstance(new, str | dict | list)
    ):
        return value if test else new
    made = np.where(np.asarray(test, bool), 0.0 if value is None else value, 0.0 if new is None else new)
    return made if made.ndim else made.item()


def power(a: Any, b: Any) -> Any:
    """``a ** b``; no integer grows beyond 64 bits."""
    if isinstance(a, int) and isinstance(b, int):
        return _integer_power(a, b)
    try:
        result = a**b
    except (ZeroDivisionError, OverflowError):
        result = np.float64(a) ** np.float64(b)
    return _scalar(result)


def _integer_power(a: int, b: int) -> int | float:
    if b < 0:
        return float(np.float64(a) ** np.float64(b))
    if abs(a) > 1 and b * (abs(a).bit_length() - 1) > 64:
        raise _beyond(a, b)
    result = a ** (b if abs(a) > 1 else min(b, 2 + b % 2))
    if not -INT_MAX - 1 <= result <= INT_MAX:
        raise _beyond(a, b)
    return result


def _beyond(a: int, b: int) -> HloError:
    return HloError(
        f"{a}**{b} does not fit into 64 bits", code="limit.integer", help=f"write {a}.0 to compute with floats"
    )


def _on_sequences(kind: type, a: Any, b: Any) -> Any:
    """Lists and words join with ``+`` and repeat with ``*``; anything else is arithmetic on the array of a list."""
    if kind is ast.Mult and isinstance(a, int):
        a, b = b, a
    if kind is ast.Mult and isinstance(b, int):
        if len(a) * b > MAX_ELEMENTS // 8:
            raise too_large(len(a) * b)
        return a * b
    if kind is ast.Add and isinstance(a, _SEQUENCES) and type(a) is type(b):
        if len(a) + len(b) > MAX_ELEMENTS // 8:
            raise too_large(len(a) + len(b))
        return a + b
    if isinstance(a, str) or isinstance(b, str):
        raise HloError(f"'{BINARY[kind][0]}' needs numbers, not text", code="type.operand")
    return BINARY[kind][1](np.asarray(a), np.asarray(b))


def _check_broadcast(kind: type, a: np.ndarray, b: np.ndarray) -> None:
    if kind is not ast.MatMult and a.size * b.size > MAX_ELEMENTS:
        size = int(np.prod(np.broadcast_shapes(a.shape, b.shape), dtype=np.float64))
        if size > MAX_ELEMENTS:
            raise too_large(size)
    elif kind is ast.MatMult and a.ndim and b.ndim and a.size * b.size // max(a.shape[-1], 1) ** 2 > MAX_ELEMENTS:
        raise too_large(a.size * b.size // max(a.shape[-1], 1) ** 2)


class LiftedArithmetic(Arithmetic):
    """The same for batches: a truth is one truth for each member, so both sides are evaluated and picked from."""

    def all_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        value = values[0]()
        for get in values[1:]:
            value = lifted_and(value, get())
        return value

    def any_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        value = values[0]()
        for get in values[1:]:
            value = lifted_or(value, get())
        return value

    def pick(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        return choose(test, then(), otherwise())

    def unary(self, kind: type, a: Any) -> Any:
        return np.logical_not(a) if kind is ast.Not else super().unary(kind, a)


def lifted_and(a: Any, b: Any) -> Any:
    """``a and b`` for each member of a batch."""
    return np.where(np.asarray(a, bool), b, a)


def lifted_or(a: Any, b: Any) -> Any:
    """``a or b`` for each member of a batch."""
    return np.where(np.asarray(a, bool), a, b)


def whole_power(a: Any, n: int) -> Any:
    """``a ** n`` for a small n by multiplying: a tenth of the time for arrays, and another last digit."""
    if n < 3 or not isinstance(a, np.ndarray):
        return power(a, n)
    square = a * a
    result = square * a if n % 2 else square
    for _ in range(n // 2 - 1):
        result = result * square
    return result
