"""The operators of expressions on tensors of a program to be: each writes the ops that compute it."""

from __future__ import annotations

import ast
import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ops.structs import DotDimensionNumbers
from ..wording import counted
from .arithmetic import BINARY, Arithmetic
from .drawing import Drawing, Source
from .tensors import Tensor, Writer, tensor_type, wider
from .vocabulary import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_COMPARE = {ast.Lt: "LT", ast.LtE: "LE", ast.Gt: "GT", ast.GtE: "GE", ast.Eq: "EQ", ast.NotEq: "NE"}

_PLAIN = {
    ast.Add: "stablehlo.add",
    ast.Sub: "stablehlo.subtract",
    ast.Mult: "stablehlo.multiply",
    ast.BitAnd: "stablehlo.and",
    ast.BitOr: "stablehlo.or",
    ast.BitXor: "stablehlo.xor",
}


def unsupported(what: str) -> HloError:
    return HloError(f"{what} has no counterpart in StableHLO", code="module.unsupported")


def _cannot_draw(name: str, *_args: Any, **_keywords: Any) -> Any:
    raise unsupported(f"the function {name}, which draws random numbers,")


class Tracing(Arithmetic):
    """Writes ops where a tensor takes part; what is constant is computed at once. ``rules`` write the functions."""

    def __init__(self, writer: Writer, rules: Mapping[str, Callable[..., Any]], drawings: Sequence[Drawing] = ()):
        super().__init__([Source(partial(_cannot_draw, drawing.name)) for drawing in drawings])
        self.writer = writer
        self.rules = rules

    def binary(self, kind: type, a: Any, b: Any) -> Any:
        if not isinstance(a, Tensor) and not isinstance(b, Tensor):
            return super().binary(kind, a, b)
        w = self.writer
        if kind in _PLAIN:
            return w.op(_PLAIN[kind], *w.alike(a, b, kind="b" if kind in _BITS else "i"))
        if kind is ast.Div:
            return w.op("stablehlo.divide", *w.alike(a, b, kind="f"))
        if kind is ast.Pow:
            return self.power(a, b)
        if kind is ast.MatMult:
            return matmul(w, w.tensor(a), w.tensor(b))
        if kind is ast.FloorDiv:
            return floor_divide(w, a, b)
        if kind is ast.Mod:
            return modulo(w, a, b)
        raise unsupported(f"'{BINARY[kind][0]}'")

    def power(self, a: Any, b: Any) -> Tensor:
        w = self.writer
        whole = isinstance(b, int) and b >= 0
        return w.op("stablehlo.power", *w.alike(a, b, kind="i" if whole else "f"))

    def unary(self, kind: type, a: Any) -> Any:
        if not isinstance(a, Tensor):
            return super().unary(kind, a)
        w = self.writer
        if kind is ast.Not:
            return w.op("stablehlo.not", self.truth(a))
        if kind is ast.UAdd:
            return a if a.kind != "b" else w.convert(a, "i")
        if kind is ast.Invert:
            return w.op("stablehlo.not", a)
        return w.op("stablehlo.negate", w.convert(a, wider(a.kind, "i")))

    def compare(self, kind: type, a: Any, b: Any) -> Any:
        if not isinstance(a, Tensor) and not isinstance(b, Tensor):
            return super().compare(kind, a, b)
        if kind not in _COMPARE or isinstance(a, str | dict) or isinstance(b, str | dict):
            raise unsupported("a comparison of words")
        return self.writer.compare(_COMPARE[kind], *self.writer.alike(a, b))

    def truth(self, value: Any) -> Tensor:
        """The truth of one element."""
        value = self.writer.tensor(value)
        if math.prod(value.shape) != 1:
            raise HloError("the truth of an array with more than one element is ambiguous", code="type.operand")
        return self.writer.convert(self.writer.reshape(value, ()), "b")

    def all_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        value = values[0]()
        for get in values[1:]:
            value = self.pick(value, get, lambda value=value: value)
        return value

    def any_of(self, values: Sequence[Callable[[], Any]]) -> Any:
        value = values[0]()
        for get in values[1:]:
            value = self.pick(value, lambda value=value: value, get)
        return value

    def pick(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        if not isinstance(test, Tensor):
            return then() if test else otherwise()
        return self.writer.select(self.truth(test), self.writer.tensor(then()), self.writer.tensor(otherwise()))

    def choose(self, test: Any, value: Any, new: Any) -> Any:
        if not any(isinstance(part, Tensor) for part in (test, value, new)):
            return super().choose(test, value, new)
        w = self.writer
        return w.select(w.convert(w.tensor(test), "b"), w.tensor(value), w.tensor(new))

    def call(self, function: Callable[..., Any], args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        name = NAMES.get(id(function))
        if name is None:
            raise unsupported(f"the function {function.__name__}")
        if not any(_holds_tensor(arg) for arg in args):
            return super().call(function, args, keywords)
        short = name.rpartition(".")[2]
        rule = self.rules.get(name) or self.rules.get(short)
        if rule is None:
            raise unsupported(f"the function {name}")
        return rule(self, *args, **keywords)

    def attribute(self, value: Any, name: str) -> Any:
        if not isinstance(value, Tensor):
            return super().attribute(value, name)
        if name == "T":
            return transpose(self.writer, value, list(reversed(range(len(value.shape)))))
        return {"shape": value.shape, "size": math.prod(value.shape), "ndim": len(value.shape)}[name]

    def item(self, value: Any, index: Any) -> Any:
        if not isinstance(value, Tensor):
            if isinstance(index, Tensor):
                value = self.writer.tensor(value)
            else:
                return super().item(value, index)
        return take(self.writer, value, index if isinstance(index, tuple) else (index,))


_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)


def _holds_tensor(value: Any) -> bool:
    return isinstance(value, Tensor) or (isinstance(value, list | tuple) and any(_holds_tensor(item) for item in value))


def modulo(w: Writer, a: Any, b: Any) -> Tensor:
    """Python's remainder, which has the sign of the divisor; integers by zero give zero, as in NumPy."""
    a, b = w.alike(a, b, kind="i")
    rest = w.op("stablehlo.remainder", a, b)
    zero = w.broadcast(w.convert(w.tensor(0), a.kind), a.shape)
    wrong = w.op("stablehlo.xor", w.compare("LT", rest, zero), w.compare("LT", b, zero))
    wrong = w.op("stablehlo.and", wrong, w.compare("NE", rest, zero))
    made = w.select(wrong, w.op("stablehlo.add", rest, b), rest)
    return made if a.kind == "f" else w.select(w.compare("EQ", b, zero), zero, made)


def floor_divide(w: Writer, a: Any, b: Any) -> Tensor:
    """The quotient rounded down, as NumPy finds it: from the exact remainder."""
    a, b = w.alike(a, b, kind="i")
    zero = w.broadcast(w.convert(w.tensor(0), a.kind), a.shape)
    if a.kind == "i":
        one = w.broadcast(w.tensor(1), a.shape)
        divisor = w.select(w.compare("EQ", b, zero), one, b)
        rest = modulo(w, a, divisor)
        exact = w.op("stablehlo.divide", w.op("stablehlo.subtract", a, rest), divisor)
        return w.select(w.compare("EQ", b, zero), zero, exact)
    quotient = w.op("stablehlo.divide", w.op("stablehlo.subtract", a, modulo(w, a, b)), b)
    by_zero = w.op("stablehlo.divide", a, b)
    return w.select(w.compare("EQ", b, zero), by_zero, w.op("stablehlo.round_nearest_even", quotient))


def transpose(w: Writer, value: Tensor, order: list[int]) -> Tensor:
    if order == sorted(order):
        return value
    return w.op("stablehlo.transpose", value, permutation=order)


def matmul(w: Writer, a: Tensor, b: Tensor) -> Tensor:
    """The matrix product of vectors and matrices."""
    if not a.shape or not b.shape:
        raise HloError("'@' needs vectors or matrices", code="type.operand")
    if len(a.shape) > 2 or len(b.shape) > 2:
        raise unsupported("'@' of arrays with more than two axes")
    kind = wider(a.kind, b.kind, "i")
    a, b = w.convert(a, kind), w.convert(b, kind)
    left, right = len(a.shape) - 1, 0
    if a.shape[left] != b.shape[right]:
        raise HloError(f"shapes {list(a.shape)} and {list(b.shape)} do not fit for '@'", code="type.operand")
    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(left,), rhs_contracting_dimensions=(right,))
    types = [tensor_type((*a.shape[:-1], *b.shape[1:]), kind)]
    return w.op("stablehlo.dot_general", a, b, dot_dimension_numbers=numbers, types=types)


def take(w: Writer, value: Tensor, indices: tuple[Any, ...]) -> Tensor:
    """Indexing with numbers, slices, and one number that is only known when the program runs."""
    if len(indices) > len(value.shape):
        raise HloError(
            f"{counted(len(indices), 'index', 'indices')} into an array of rank {len(value.shape)}",
            code="type.operand",
        )
    starts, limits, strides = [0] * len(value.shape), list(value.shape), [1] * len(value.shape)
    dropped = []
    for axis, index in enumerate(indices):
        size = value.shape[axis]
        if isinstance(index, Tensor):
            value, index = _dynamic(w, value, axis, index), 0
            limits[axis] = size = 1
        if isinstance(index, slice):
            starts[axis], limits[axis], strides[axis] = index.indices(size)
            if strides[axis] < 1:
                raise unsupported("a slice that goes backwards")
            limits[axis] = max(limits[axis], starts[axis])
        elif isinstance(index, int) and -size <= index < size:
            starts[axis], limits[axis] = index % size, index % size + 1
            dropped.append(axis)
        else:
            raise HloError(f"the index {index!r} does not fit an axis of {size}", code="type.operand")
    part = w.slice(value, starts, limits, strides)
    return w.reshape(part, tuple(size for axis, size in enumerate(part.shape) if axis not in dropped))


def _dynamic(w: Writer, value: Tensor, axis: int, index: Tensor) -> Tensor:
    """The part of length 1 at an index that the program computes; negative ones count from the end."""
    if index.kind == "f" or math.prod(index.shape) != 1:
        raise unsupported("an index that is not a whole number")
    at = w.convert(w.reshape(index, ()), "i")
    size, zero = w.tensor(np.int64(value.shape[axis])), w.tensor(np.int64(0))
    at = w.select(w.compare("LT", at, zero), w.op("stablehlo.add", at, size), at)
    starts = [at if number == axis else zero for number in range(len(value.shape))]
    sizes = [1 if number == axis else size for number, size in enumerate(value.shape)]
    return w.op("stablehlo.dynamic_slice", value, *starts, slice_sizes=sizes)
