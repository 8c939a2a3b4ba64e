"""Tensors of f64, i64 and i1 while a model is turned into a program: what is done to them goes through the builder of IR."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.types import ELEMENTS, TensorType
from ..ops.builder import Builder
from ..verifier.rules import infer_types
from .values import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op, Value

KINDS = {"b": ELEMENTS["i1"], "i": ELEMENTS["i64"], "f": ELEMENTS["f64"]}
"""NumPy's kinds of numbers as element types, from the narrowest on."""

_KIND_OF = {element: kind for kind, element in KINDS.items()}

MAX_CONSTANT = 1 << 20


class Tensor(Symbol):
    """A value of the program that is being made, and who makes more of it."""

    __slots__ = ("value", "writer")

    def __init__(self, writer: Writer, value: Value):
        self.writer = writer
        self.value = value

    @property
    def type(self) -> TensorType:
        assert isinstance(self.value.type, TensorType)
        return self.value.type

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.sizes

    @property
    def kind(self) -> str:
        """``b``, ``i`` or ``f``."""
        return _KIND_OF[self.type.element]  # type: ignore[index]

    def stacked(self, items: list | tuple) -> Tensor:
        return self.writer.stack([self.writer.stack(item) if isinstance(item, list) else item for item in items])


def tensor_type(shape: Sequence[int], kind: str) -> TensorType:
    return TensorType(tuple(shape), KINDS[kind])


def wider(*kinds: str) -> str:
    """The kind that all convert to."""
    return max(kinds, key="bif".index)


class Writer:
    """Makes the body of one function, from the first op to the last."""

    def __init__(self, builder: Builder | None = None) -> None:
        self.builder = builder or Builder(infer_types)

    def op(self, name: str, *operands: Tensor, **options: Any) -> Tensor:
        """The result of an op."""
        return Tensor(self, self.builder.value(name, *(operand.value for operand in operands), **options))

    def needed(self, results: Sequence[Any]) -> tuple[list[Op], set[Value]]:
        """The ops that ``results`` depend on, in order, and all values that these read."""
        used = {result.value for result in results if isinstance(result, Tensor)}
        ops: list[Op] = []
        for op in reversed(self.builder.ops):
            if not used.isdisjoint(op.results):
                used.update(op.operands)
                ops.append(op)
        return ops[::-1], used

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
        return Tensor(self, self.builder.constant(array, KINDS[array.dtype.kind.replace("u", "i")]))

    def convert(self, value: Tensor, kind: str) -> Tensor:
        if value.kind == kind:
            return value
        if kind == "b":
            zero = self.broadcast(self.convert(self.tensor(0), value.kind), value.shape)
            return self.compare("NE", value, zero)
        return self.op("stablehlo.convert", value, types=[value.type.with_element(KINDS[kind])])

    def broadcast(self, value: Tensor, shape: tuple[int, ...]) -> Tensor:
        """By NumPy's rules: axes are added in front, those of length 1 are repeated."""
        return value if value.shape == shape else Tensor(self, self.builder.broadcast(value.value, shape))

    def reshape(self, value: Tensor, shape: tuple[int, ...]) -> Tensor:
        if value.shape == shape:
            return value
        if math.prod(value.shape) != math.prod(shape):
            raise HloError(f"{list(value.shape)} cannot be reshaped to {list(shape)}", code="type.operand")
        return self.op("stablehlo.reshape", value, types=[tensor_type(shape, value.kind)])

    def alike(self, *values: Any, kind: str = "b") -> list[Tensor]:
        """Values broadcast to one shape, and converted to one kind that is at least ``kind``."""
        widest = wider(kind, *(_kind_of(value) for value in values))
        tensors = [self.tensor(as_kind(value, widest)) for value in values]
        shape = np.broadcast_shapes(*(tensor.shape for tensor in tensors))
        return [self.broadcast(self.convert(tensor, widest), shape) for tensor in tensors]

    def compare(self, direction: str, a: Tensor, b: Tensor) -> Tensor:
        how = {"f": "FLOAT", "i": "SIGNED", "b": "UNSIGNED"}[a.kind]
        return self.op("stablehlo.compare", a, b, comparison_direction=direction, compare_type=how)

    def select(self, test: Tensor, then: Any, otherwise: Any) -> Tensor:
        then, otherwise = self.alike(then, otherwise)
        shape = np.broadcast_shapes(test.shape, then.shape)
        return self.op("stablehlo.select", *(self.broadcast(value, shape) for value in (test, then, otherwise)))

    def reduce(self, op: str, value: Tensor, start: Any, axes: list[int]) -> Tensor:
        if not axes:
            return value
        initial = self.convert(self.tensor(start), value.kind)
        with self.builder.region(initial.type, initial.type) as body:
            self.builder.give(self.builder.value(op, *body.block.arguments))
        return self.op("stablehlo.reduce", value, initial, regions=[body], dimensions=axes)

    def concatenate(self, values: list[Tensor], axis: int) -> Tensor:
        kind = wider(*(value.kind for value in values))
        return self.op("stablehlo.concatenate", *(self.convert(value, kind) for value in values), dimension=axis)

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
        return self.op("stablehlo.slice", value, start_indices=starts, limit_indices=limits, strides=strides)


def _kind_of(value: Any) -> str:
    if isinstance(value, Tensor):
        return value.kind
    kind = np.asarray(0.0 if value is None else value).dtype.kind.replace("u", "i")
    return kind if kind in KINDS else "f"


def as_kind(value: Any, kind: str) -> Any:
    """A constant in the kind that it will be needed in."""
    if isinstance(value, bool | int | float | np.ndarray):
        array = np.asarray(value)
        return array.astype(KINDS[kind].dtype) if array.dtype.kind in "fiub" else value
    return value
