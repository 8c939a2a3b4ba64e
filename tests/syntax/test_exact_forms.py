"""What no pretty form can say goes out in generic form: an op with any other attribute, type, operand or region reads back as it is."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from program_cases import programs

import hlorepl
from hlorepl.ir import attributes as ir
from hlorepl.ir.core import Block, Function, Module, Op, Region, Value
from hlorepl.ir.types import ELEMENTS, FunctionType, TensorType, TupleType, Type
from hlorepl.syntax.printer import Printer

I32, I64, UI8, F32, F64 = (ELEMENTS[name] for name in ("i32", "i64", "ui8", "f32", "f64"))
SCALAR = TensorType((), F32)
TYPES: list[Type] = [
    TensorType((7,), F32), TensorType((), ELEMENTS["i1"]), TensorType((None,), F32), F32, TupleType((SCALAR,)),
    FunctionType((F32,), (F32,)),
]  # fmt: skip


def numbers(value: ir.Attribute) -> Iterator[ir.Attribute]:
    """Attributes that a number might be taken for."""
    if isinstance(value, ir.IntegerAttr):
        for of in (I32, I64, *([UI8] if value.value >= 0 else [])):
            yield ir.IntegerAttr(value.value, of)
        yield from (ir.IntegerAttr(-1, value.type), ir.IntegerAttr(value.value + 7, value.type))
        yield from (ir.FloatAttr(float(value.value)), ir.StringAttr(str(value.value)))
    elif isinstance(value, ir.FloatAttr):
        yield from (ir.FloatAttr(value.value, F32), ir.FloatAttr(value.value, F64), ir.IntegerAttr(1))
    elif isinstance(value, ir.BoolAttr):
        yield from (ir.BoolAttr(not value.value), ir.IntegerAttr(1))


def lists(value: ir.Attribute) -> Iterator[ir.Attribute]:
    """Attributes that a list of numbers might be taken for."""
    if isinstance(value, ir.DenseArrayAttr):
        for name in ("i32", "i8", "i1", "f32"):
            kind = {"i1": bool, "f32": float}.get(name, int)
            yield ir.DenseArrayAttr(ELEMENTS[name], tuple(map(kind, value.values)))
        for of in (I64, I32):
            yield ir.ArrayAttr([ir.IntegerAttr(int(each), of) for each in value.values])
        for values in ((), value.values[1:], (*value.values, 1), tuple(-3 for _ in value.values)):
            yield ir.DenseArrayAttr(
                value.element, tuple(type(value.values[0])(v) for v in values) if value.values else ()
            )
    elif isinstance(value, ir.DenseAttr):
        shapes: list[Any] = [value.type.shape, (*value.type.shape, 1), (3,), (0, 2)]
        for shape in shapes:
            yield ir.DenseAttr(TensorType(shape, I32), np.zeros(shape, np.int32))
            yield ir.DenseAttr(TensorType(shape, I64), np.zeros(shape, np.int64))


def words(value: ir.Attribute) -> Iterator[ir.Attribute]:
    """Attributes that a word, a string or a symbol might be taken for."""
    if isinstance(value, ir.EnumAttr):
        yield ir.StringAttr(value.value)
        for dialect in ("mhlo", "chlo", "stablehlo"):
            yield ir.EnumAttr(dialect, value.kind, value.value)
        yield from (ir.EnumAttr(value.dialect, "other", value.value), ir.EnumAttr(value.dialect, value.kind, "NONE"))
    elif isinstance(value, ir.StringAttr):
        yield from map(ir.StringAttr, ("", 'a "b" \n é', "x y"))
        yield from (ir.EnumAttr("stablehlo", "precision", value.value or "x"), ir.SymbolAttr(value.value or "x"))
    elif isinstance(value, ir.SymbolAttr):
        yield from (ir.StringAttr(value.name), ir.SymbolAttr("a", "b"), ir.SymbolAttr("x y"))


def parts(value: ir.Attribute) -> Iterator[ir.Attribute]:
    """A list or a record with other parts, more or fewer of them."""
    if isinstance(value, ir.ArrayAttr):
        yield from map(ir.ArrayAttr, ([], value.items + value.items[:1], [*value.items, ir.IntegerAttr(3, I32)]))
        for place, item in enumerate(value.items):
            for other in others(item):
                yield ir.ArrayAttr([*value.items[:place], other, *value.items[place + 1 :]])
    elif isinstance(value, ir.StructAttr):
        fields = value.fields
        for name, item in fields.items():
            for other in others(item):
                yield ir.StructAttr(value.dialect, value.kind, fields | {name: other})
        yield from (ir.StructAttr("mhlo", value.kind, fields), ir.StructAttr(value.dialect, "other", fields))
        yield ir.StructAttr(value.dialect, value.kind, fields | {"extra": ir.IntegerAttr(3)})


def others(value: ir.Attribute) -> Iterator[ir.Attribute]:
    """Other attributes in place of one."""
    for each in (numbers, lists, words, parts):
        yield from each(value)
    yield from (ir.UnitAttr(), ir.BoolAttr(True), ir.TypeAttr(F32), ir.OpaqueAttr("affine_map<(d0) -> (d0)>"))


Undo = Callable[[], None]


def changed_attributes(op: Op) -> Iterator[str]:
    """The op with each of its attributes changed and left out, one at a time; what was done."""
    before = dict(op.attributes)
    for name, value in before.items():
        for other in others(value):
            op.attributes = before | {name: other}
            yield f"{name} = {other}"
        op.attributes = {key: kept for key, kept in before.items() if key != name}
        yield f"no {name}"
    op.attributes = before


def changed_values(op: Op) -> Iterator[str]:
    """The op with other results and operands."""
    for result in op.results:
        before = result.type
        for result.type in TYPES:
            yield f"a result of {result.type}"
        result.type = before
    results, operands = op.results, op.operands
    op.results = [*results, Value("more", SCALAR)]
    yield "one more result"
    op.results = results[:-1]
    if results:
        yield "one result less"
    op.results = results
    for place in range(len(operands)):
        op.operands = operands[:place] + operands[place + 1 :]
        yield f"no operand {place}"
        op.operands = operands[: place + 1] + operands[place:]
        yield f"operand {place} twice"
    op.operands = operands


def changed_regions(op: Op) -> Iterator[str]:
    """The op with other regions, blocks and block arguments."""
    regions = op.regions
    for place, region in enumerate(regions):
        blocks = region.blocks
        region.blocks = []
        yield f"region {place} without a block"
        region.blocks = blocks
        for block in blocks:
            block.arguments.append(Value("more", SCALAR, owner=block))
            yield f"one more argument of region {place}"
            block.arguments.pop()
            for argument in block.arguments:
                before, argument.type = argument.type, TensorType((9,), ELEMENTS["i8"])
                yield f"the type of %{argument.name} in region {place}"
                argument.type = before
            ops = block.ops
            for block.ops in (ops[:-1], []):
                yield f"region {place} of {len(block.ops)} ops"
            block.ops = ops
        op.regions = regions[:place] + regions[place + 1 :]
        yield f"no region {place}"
    op.regions = [*regions, Region([Block()])]
    if regions:
        yield "one more region"
    op.regions = regions


def alone(op: Op) -> Module:
    """A module of one function, with the op and the values that it uses as arguments."""
    inside = [*(value for inner in op.walk() for value in inner.results if inner is not op)]
    inside += [value for inner in op.walk() for region in inner.regions for b in region.blocks for value in b.arguments]
    used = [value for inner in op.walk() for value in inner.operands if value not in inside]
    block = Block(list(dict.fromkeys(used)))
    for number, value in enumerate(block.arguments):
        value.name = f"in{number}"
    block.ops = [op, Op("func.return")]
    inputs = tuple(value.type for value in block.arguments)
    of = ir.FunctionTypeAttr(FunctionType(inputs, ()))
    function = Function({"sym_name": ir.StringAttr("main"), "function_type": of}, Region([block]))
    function.argument_attributes = [{} for _ in inputs]
    module = Module()
    module.body.ops = [function]
    return module


@cache
def samples() -> dict[str, list[Op]]:
    """Ops of every name with different attributes, numbers of operands and of results."""
    found: dict[str, list[Op]] = {}
    seen: Counter = Counter()
    for program in programs("ops"):
        for op in hlorepl.parse(program.text).walk():
            kind = (op.name, *sorted(op.attributes), len(op.operands), len(op.results))
            seen[kind] += 1
            if not isinstance(op, Function | Module) and op.name != "func.return" and seen[kind] <= 1:
                found.setdefault(op.name, []).append(op)
    return found


def said(module: Module) -> str:
    """What a module says, whatever its values are called; empty lists are what records have where nothing is written.

    A region without a block, which no op may have, reads as one with an empty block.
    """
    text = re.sub(r"\n *\^bb0:\n", "\n", Printer(generic=True, rename=True).op(module))
    for name in ("lhs_batching", "rhs_batching", "lhs_contracting", "rhs_contracting"):
        text = text.replace(f"{name}_dimensions = [], ", "").replace(f"{name}_dimensions = []>", ">")
    return text.replace(", >", ">")


def assert_reads_back(op: Op, every: int) -> None:
    module = alone(op)
    for change in (changed_attributes, changed_values, changed_regions):
        for what in change(op):
            if crc32(f"{op.name} {what}".encode()) % every:
                continue
            for generic in (False, True):
                text = hlorepl.print_module(module, generic)
                assert said(hlorepl.parse(text)) == said(module), f"{what}:\n{text}"


NAMES = sorted(samples())


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_op_reads_back(name):
    """One change in twenty; all of them in the slow test."""
    for op in samples()[name]:
        assert_reads_back(op, 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_changed_op_reads_back(name):
    for op in samples()[name]:
        assert_reads_back(op, 1)
