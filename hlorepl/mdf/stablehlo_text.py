"""A small writer of StableHLO text: tensors of f64, i64 and i1, and functions of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .values import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = {"b": "i1", "i": "i64", "f": "f64"}
"""NumPy's kinds of numbers as element types, from the narrowest on."""

MAX_CONSTANT = 1 << 20


class Tensor(Symbol):
    """A value of the program that is being written: its name, shape and kind (``b``, ``i`` or ``f``)."""

    __slots__ = ("kind", "name", "shape", "writer")

    def __init__(self, writer: Writer, name: str, shape: tuple[int, ...], kind: str):
        self.writer = writer
        self.name = name
        self.shape = shape
        self.kind = kind

    @property
    def type(self) -> str:
        return tensor_type(self.shape, self.kind)

    def stacked(self, items: list | tuple) -> Tensor:
        return self.writer.stack([self.writer.stack(item) if isinstance(item, list) else item for item in items])


def tensor_type(shape: Sequence[int], kind: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{KINDS[kind]}>"


def wider(*kinds: str) -> str:
    """The kind that all convert to."""
    return max(kinds, key="bif".index)


class Writer:
    """The body of one function, written from the first op to the last."""

    def __init__(self) -> None:
        self.ops: list[tuple[str, str, list[str]]] = []
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%{self.count}"

    def argument(self, name: str, shape: tuple[int, ...], kind: str) -> Tensor:
        return Tensor(self, name, shape, kind)

    def op(self, text: str, operands: Sequence[Tensor], shape: tuple[int, ...], kind: str) -> Tensor:
        """One op; ``text`` is all that stands behind ``=``."""
        name = self.name()
        self.ops.append((name, text, [operand.name for operand in operands]))
        return Tensor(self, name, shape, kind)

    def needed(self, results: Sequence[Any]) -> tuple[list[str], set[str]]:
        """The lines that ``results`` depend on, and the names that these read."""
        used = {result.name for result in results if isinstance(result, Tensor)}
        lines = []
        for name, text, operands in reversed(self.ops):
            if name in used:
                used.update(operands)
                lines.append(f"{name} = {text}")
        return lines[::-1], used

    def tensor(self, value: Any) -> Tensor:
        """A value as a tensor: itself, or a constant."""
        if isinstance(value, Tensor):
            return value
        if isinstance(value, list | tuple):
            return self.stack(list(value))
        array = np.asarray(0.0 if value is None else value)
        if array.dtype.kind not in "fiub":
            raise HloError(f"{value!r} has no counterpart in StableHLO", code="module.unsupported")
        if array.size > MAX_CONSTANT:
            raise HloError(f"a constant of {array.size:,} elements is too large for a text", code="limit.size")
        kind = array.dtype.kind.replace("u", "i")
        return self.op(f"stablehlo.constant {dense(array)} : {tensor_type(array.shape, kind)}", [], array.shape, kind)

    def convert(self, value: Tensor, kind: str) -> Tensor:
        if value.kind == kind:
            return value
        if kind == "b":
            zero = self.broadcast(self.convert(self.tensor(0), value.kind), value.shape)
            return self.compare("NE", value, zero)
        result = tensor_type(value.shape, kind)
        return self.op(f"stablehlo.convert {value.name} : ({value.type}) -> {result}", [value], value.shape, kind)

    def broadcast(self, value: Tensor, shape: tuple[int, ...]) -> Tensor:
        """By NumPy's rules: axes are added in front, those of length 1 are repeated."""
        if value.shape == shape:
            return value
        dims = list(range(len(shape) - len(value.shape), len(shape)))
        kind = f"({value.type}) -> {tensor_type(shape, value.kind)}"
        return self.op(f"stablehlo.broadcast_in_dim {value.name}, dims = {dims} : {kind}", [value], shape, value.kind)

    def reshape(self, value: Tensor, shape: tuple[int, ...]) -> Tensor:
        if value.shape == shape:
            return value
        if math.prod(value.shape) != math.prod(shape):
            raise HloError(f"{list(value.shape)} cannot be reshaped to {list(shape)}", code="type.operand")
        kind = f"({value.type}) -> {tensor_type(shape, value.kind)}"
        return self.op(f"stablehlo.reshape {value.name} : {kind}", [value], shape, value.kind)

    def alike(self, *values: Any, kind: str = "b") -> list[Tensor]:
        """Values broadcast to one shape, and converted to one kind that is at least ``kind``."""
        widest = wider(kind, *(_kind_of(value) for value in values))
        tensors = [self.tensor(as_kind(value, widest)) for value in values]
        shape = np.broadcast_shapes(*(tensor.shape for tensor in tensors))
        return [self.broadcast(self.convert(tensor, widest), shape) for tensor in tensors]

    def elementwise(self, op: str, *operands: Tensor) -> Tensor:
        """An op whose operands and result are of one type."""
        first = operands[0]
        names = ", ".join(operand.name for operand in operands)
        if op.startswith("chlo."):
            return self.op(f"{op} {names} : {first.type} -> {first.type}", operands, first.shape, first.kind)
        return self.op(f"{op} {names} : {first.type}", operands, first.shape, first.kind)

    def compare(self, direction: str, a: Tensor, b: Tensor) -> Tensor:
        how = {"f": "FLOAT", "i": "SIGNED", "b": "UNSIGNED"}[a.kind]
        kind = f"({a.type}, {b.type}) -> {tensor_type(a.shape, 'b')}"
        return self.op(f"stablehlo.compare {direction}, {a.name}, {b.name}, {how} : {kind}", [a, b], a.shape, "b")

    def select(self, test: Tensor, then: Any, otherwise: Any) -> Tensor:
        then, otherwise = self.alike(then, otherwise)
        shape = np.broadcast_shapes(test.shape, then.shape)
        test, then, otherwise = (self.broadcast(value, shape) for value in (test, then, otherwise))
        kind = f"{test.type}, {then.type}"
        names = f"{test.name}, {then.name}, {otherwise.name}"
        return self.op(f"stablehlo.select {names} : {kind}", [test, then, otherwise], shape, then.kind)

    def reduce(self, op: str, value: Tensor, start: Any, axes: list[int]) -> Tensor:
        if not axes:
            return value
        initial = self.convert(self.tensor(start), value.kind)
        shape = tuple(size for axis, size in enumerate(value.shape) if axis not in axes)
        kind = f"({value.type}, {initial.type}) -> {tensor_type(shape, value.kind)}"
        text = f"stablehlo.reduce({value.name} init: {initial.name}) applies {op} across dimensions = {axes} : {kind}"
        return self.op(text, [value, initial], shape, value.kind)

    def concatenate(self, values: list[Tensor], axis: int) -> Tensor:
        kind = wider(*(value.kind for value in values))
        values = [self.convert(value, kind) for value in values]
        shape = list(values[0].shape)
        shape[axis] = sum(value.shape[axis] for value in values)
        names, types = ", ".join(v.name for v in values), ", ".join(v.type for v in values)
        text = f"stablehlo.concatenate {names}, dim = {axis} : ({types}) -> {tensor_type(shape, kind)}"
        return self.op(text, values, tuple(shape), kind)

    def stack(self, items: Sequence[Any]) -> Tensor:
        """Items side by side along a new first axis."""
        tensors = [self.tensor(item) for item in items]
        shape = np.broadcast_shapes(*(tensor.shape for tensor in tensors))
        if any(tensor.shape != shape for tensor in tensors):
            raise HloError(
                "a list of values of several shapes has no counterpart in StableHLO", code="module.unsupported"
            )
        return self.concatenate([self.reshape(tensor, (1, *shape)) for tensor in tensors], 0)

    def slice(self, value: Tensor, starts: list[int], limits: list[int], strides: list[int]) -> Tensor:
        ranges = ", ".join(f"{a}:{b}:{c}" for a, b, c in zip(starts, limits, strides, strict=True))
        shape = tuple(max(0, -(-(b - a) // c)) for a, b, c in zip(starts, limits, strides, strict=True))
        kind = f"({value.type}) -> {tensor_type(shape, value.kind)}"
        return self.op(f"stablehlo.slice {value.name} [{ranges}] : {kind}", [value], shape, value.kind)


def _kind_of(value: Any) -> str:
    if isinstance(value, Tensor):
        return value.kind
    kind = np.asarray(0.0 if value is None else value).dtype.kind.replace("u", "i")
    return kind if kind in KINDS else "f"


def as_kind(value: Any, kind: str) -> Any:
    """A constant in the kind that it will be needed in."""
    if isinstance(value, bool | int | float | np.ndarray):
        array = np.asarray(value)
        return (
            array.astype({"b": np.bool_, "i": np.int64, "f": np.float64}[kind]) if array.dtype.kind in "fiub" else value
        )
    return value


def dense(array: np.ndarray) -> str:
    """A constant's elements as MLIR writes them; floats with all their digits."""
    if array.size and array.ndim and (array == array.flat[0]).all() and not _signs_differ(array):
        return f"dense<{_element(array.flat[0])}>"
    return f"dense<{_nested(array)}>"


def _signs_differ(array: np.ndarray) -> bool:
    return array.dtype.kind == "f" and bool((np.signbit(array) != np.signbit(array.flat[0])).any())


def _nested(array: np.ndarray) -> str:
    if not array.ndim:
        return _element(array[()])
    return f"[{', '.join(_nested(row) for row in array)}]"


def _element(value: Any) -> str:
    if value.dtype.kind == "b":
        return "true" if value else "false"
    if value.dtype.kind in "iu":
        return str(int(value))
    if not np.isfinite(value):
        return f"0x{np.float64(value).view(np.uint64):016X}"
    text = repr(float(value))
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{e}{exponent}"
