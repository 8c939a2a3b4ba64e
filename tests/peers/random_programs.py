"""Random StableHLO programs, made by Hypothesis from what the registry declares: operands, attributes, ``infer`` rules.

An op is drawn with operands and attributes that its declaration asks for; what its ``infer`` rule rejects is drawn
anew. What a rule could hardly be met with by chance (the numbers of a convolution, the body of a reduction) is drawn
by a function of its own in ``random_structures.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from hlorepl.errors import HloError
from hlorepl.ir.attributes import (
    BoolAttr,
    DenseArrayAttr,
    DenseAttr,
    EnumAttr,
    FloatAttr,
    FunctionTypeAttr,
    IntegerAttr,
    StringAttr,
)
from hlorepl.ir.core import Block, Function, Module, Op, Region, Value
from hlorepl.ir.types import ELEMENTS, FunctionType, TensorType
from hlorepl.ops.annotations import I32, Ints, ResultAccuracy
from hlorepl.ops.registry import OPS, load
from hlorepl.verifier.rules import infer_types

if TYPE_CHECKING:
    from collections.abc import Callable

    from hlorepl.ir.attributes import Attribute
    from hlorepl.ir.types import ElementType
    from hlorepl.ops.registry import AttributeParam, OpSpec

load()

I64 = ELEMENTS["i64"]
TYPES = [e for name, e in ELEMENTS.items() if name not in ("index", "tf32")]
#: Drawn more often than the other types: most ops take them, and most programs use them.
COMMON = [ELEMENTS[name] for name in ("f32", "i32", "f64", "bf16", "f16", "i64", "ui8", "i1", "complex<f32>", "i8")]
TRIES = 12


def shapes(max_rank: int = 3, least: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    """Shapes; a dimension of size 0 in one out of many."""
    size = st.sampled_from([2, 3, 1, 4, 5, 0][: 6 if least == 0 else 5])
    return st.lists(size, max_size=max_rank).map(tuple)


def ints(values: Any) -> DenseArrayAttr:
    """``array<i64: …>``."""
    return DenseArrayAttr(I64, tuple(map(int, values)))


def pairs(values: Any) -> DenseAttr:
    """``dense<…> : tensor<Nx2xi64>``."""
    array = np.array(values, np.int64).reshape(-1, 2)
    return DenseAttr(TensorType(array.shape, I64), array)


class Maker:
    """A function that grows: its arguments, and the ops drawn up to now."""

    def __init__(self, draw: Callable[[Any], Any], types: list[ElementType]):
        self.draw = draw
        self.types = types
        self.arguments: list[Value] = []
        self.ops: list[Op] = []

    # --- values ----------------------------------------------------------------------------------------------------

    def element(self) -> ElementType:
        if self.draw(st.booleans()):
            return self.draw(st.sampled_from([t for t in COMMON if t in self.types]))
        return self.draw(st.sampled_from(self.types))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, max(low, high)))

    def flag(self) -> bool:
        return self.draw(st.booleans())

    def choice(self, items: Any) -> Any:
        return self.draw(st.sampled_from(list(items)))

    def subset(self, count: int) -> list[int]:
        """Some of the numbers below ``count``, in order."""
        return [i for i in range(count) if self.flag()]

    def fresh(self, type_: TensorType) -> Value:
        """A new argument."""
        value = Value(f"arg{len(self.arguments)}", type_)
        self.arguments.append(value)
        return value

    def of_type(self, type_: TensorType) -> Value:
        """A value of that type: one that is there, or a new argument."""
        there = [v for op in self.ops for v in op.results if v.type == type_]
        if there and self.draw(st.integers(0, 3)):
            return self.choice(there)
        there = [v for v in self.arguments if v.type == type_]
        return self.choice(there) if there and self.flag() else self.fresh(type_)

    def any_value(self, fits: Callable[[TensorType], bool] = lambda _: True, *, max_rank: int = 3) -> Value:
        """A value that fits: preferably the result of an op before."""
        there = [v for op in self.ops for v in op.results if isinstance(v.type, TensorType) and fits(v.type)]
        if there and self.draw(st.integers(0, 4)):
            return there[-1]
        for _ in range(TRIES):
            type_ = TensorType(self.draw(shapes(max_rank)), self.element())
            if fits(type_):
                return self.fresh(type_)
        assume(False)
        raise AssertionError

    # --- operands and attributes as they are declared ----------------------------------------------------------------

    def operands(self, spec: OpSpec) -> list[Value]:
        """One for each declared operand: mostly of the type of the first."""
        found: list[Value] = []
        first = self.any_value()
        main = first.type
        assert isinstance(main, TensorType)
        for position, operand in enumerate(spec.operands):
            if operand.name == "pred":
                shape = main.shape if self.flag() else ()
                found.append(self.of_type(TensorType(shape, ELEMENTS["i1"])))
            elif operand.name == "start_indices":
                index = self.choice([t for t in self.types if t.is_integer])
                found += [self.of_type(TensorType((), index)) for _ in range(main.rank)]
            elif operand.name in ("min", "max", "padding_value"):
                scalar = operand.name == "padding_value" or self.flag()
                found.append(self.of_type(TensorType((), main.element) if scalar else main))
            elif operand.name == "update":
                shape = tuple(self.number(0, size) for size in main.shape)
                found.append(self.of_type(TensorType(shape, main.element)))
            elif position == 0 or not found or operand.name == "operand":
                found.append(first)
            else:
                found += [self.of_type(main) for _ in range(self.number(1, 3) if operand.variadic else 1)]
        return found

    def attribute(self, parameter: AttributeParam, operands: list[Value], dialect: str) -> Attribute | None:
        """An attribute of the declared kind, sized for the first operand."""
        kind = parameter.kind
        if not parameter.required and kind.hint not in (int, I32, bool, Ints, ResultAccuracy) and self.flag():
            return None
        type_ = operands[0].type if operands else TensorType((), I64)
        assert isinstance(type_, TensorType)
        if kind.enum:
            return EnumAttr(dialect, kind.enum, self.choice(kind.choices))
        if kind.hint is bool:
            return BoolAttr(self.flag())
        if kind.number is not None and kind.number.is_float:
            return FloatAttr(0.125, kind.number)
        if kind.number is not None:
            size = max(type_.shape or (0,)) if parameter.name == "k" else type_.rank - 1
            return IntegerAttr(self.number(0, size), kind.number)
        if kind.hint == Ints:
            return None if "broadcast_dimensions" in parameter.name else ints(self.numbers(parameter.name, type_))
        return None

    def numbers(self, name: str, type_: TensorType) -> list[int]:
        """A list that counts dimensions, or has a number for each of them."""
        rank = type_.rank
        if name == "permutation":
            return self.draw(st.permutations(range(rank)))
        if name in ("dimensions", "fft_length"):
            return self.subset(rank)
        if name == "slice_sizes":
            return [self.number(0, size) for size in type_.sizes]
        low, high = {"start_indices": (0, 2), "limit_indices": (1, 5), "strides": (1, 3)}.get(name, (0, 2))
        if name.startswith("edge_padding"):
            low = -2
        return [self.number(low, high) for _ in range(rank)]

    # --- ops -------------------------------------------------------------------------------------------------------

    def add(self, name: str) -> Op | None:
        """Draw that op onto the end; None if its rule took nothing of what was drawn."""
        from peers.random_structures import STRUCTURES

        spec = OPS[name]
        special = STRUCTURES.get(name)
        arguments, ops = len(self.arguments), len(self.ops)
        for _ in range(TRIES):
            if special is not None:
                op = special(self)
            else:
                operands = self.operands(spec)
                given = {a.name: self.attribute(a, operands, spec.dialect) for a in spec.attributes.values()}
                op = Op(name, operands, {key: value for key, value in given.items() if value is not None})
            if op is not None and self.typed(op):
                self.ops.append(op)
                return op
            del self.arguments[arguments:], self.ops[ops:]
        return None

    def typed(self, op: Op) -> bool:
        """Give the op its results, if its rule takes it; declared ones stand."""
        try:
            types = infer_types(op, lambda _: None) if not op.results else [r.type for r in op.results]
        except HloError:
            return False
        op.results = []
        op.add_results(types, [f"v{len(self.ops)}_{i}" for i in range(len(types))])
        return all(isinstance(t, TensorType) and t.is_static and t.size <= 4096 for t in types)


def module_of(arguments: list[Value], ops: list[Op], results: list[Value]) -> Module:
    """``@main`` with these ops."""
    block = Block(arguments)
    block.ops = [*ops, Op("func.return", list(results))]
    signature = FunctionType(tuple(v.type for v in arguments), tuple(v.type for v in results))
    attributes: dict[str, Attribute] = {"sym_name": StringAttr("main"), "function_type": FunctionTypeAttr(signature)}
    function = Function(attributes, Region([block]))
    function.argument_attributes = [{} for _ in arguments]
    function.result_attributes = [{} for _ in results]
    function.result_spans = [None for _ in results]
    module = Module()
    module.body.ops.append(function)
    return module


SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 2.5, -2.5, 3e4, -700.0]


def array_of(type_: TensorType, seed: int, kind: int) -> np.ndarray:
    """Values of a type: of everyday size (0), small whole numbers (1), edges too (2)."""
    rng = np.random.default_rng(seed)
    element, shape = type_.element, type_.sizes
    if element.is_bool:
        return rng.integers(0, 2, shape).astype(bool)
    if element.is_integer:
        signed = element.kind == "int"
        high = 2 ** (element.bits - signed) - 1
        low = -high - 1 if signed else 0
        if kind < 2:
            low, high = max(low, -6), min(high, 6)
        values = rng.integers(low, high, shape, dtype="int64" if signed else "uint64", endpoint=True)
        return values.astype(element.dtype)

    def floats() -> np.ndarray:
        values = rng.integers(-3, 4, shape).astype(float) if kind == 1 else rng.normal(size=shape) * 3
        return np.where(rng.integers(0, 3, shape) == 0, rng.choice(SPECIAL, shape), values) if kind == 2 else values

    values = floats()
    with np.errstate(all="ignore"):
        if element.is_complex:
            return (values + 1j * floats()).astype(element.dtype)
        return values.astype(np.float32).astype(element.dtype) if element.bits < 32 else values.astype(element.dtype)
