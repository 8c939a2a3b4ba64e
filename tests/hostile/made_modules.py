"""Modules as Python makes them: attributes of any kind, operands, results and regions missing or too many, through every exit."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main
from hostile.text_mutation import fault_of_the_program, run, texts

import hlorepl
from hlorepl.errors import HloError
from hlorepl.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseAttr,
    DictAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    StructAttr,
    SymbolAttr,
    TypeAttr,
    UnitAttr,
)
from hlorepl.ir.core import Block, Module, Op, Region, Value
from hlorepl.ir.types import ELEMENTS, BufferType, FunctionType, OpaqueType, TensorType, TokenType, TupleType, Type
from hlorepl.syntax.printer import on_screen


def _types() -> list[Type]:
    f32 = TensorType((2,), ELEMENTS["f32"])
    found: list[Type] = [f32, TensorType((), ELEMENTS["i1"]), TensorType((None, 2), ELEMENTS["f8E8M0FNU"])]
    return [
        *found,
        TokenType(),
        TupleType((f32,)),
        FunctionType((f32,), ()),
        OpaqueType("!t"),
        BufferType((2, None), ELEMENTS["i8"]),
        ELEMENTS["i32"],
    ]


TYPES = _types()


def attributes() -> list[Attribute]:
    """One of each kind, and those that are easily taken for another."""
    import numpy as np

    i64 = ELEMENTS["i64"]
    one = IntegerAttr(1)
    lists: list[list[Attribute]] = [[], [one], [StringAttr("a")], [ArrayAttr([one]), one], [DictAttr({}), UnitAttr()]]
    numbers = [np.zeros((2,), np.int64), np.zeros((0, 3), np.int64), np.array(-1, np.int64)]
    structs = ("conv", "gather", "scatter", "dot", "channel_handle", "output_operand_alias", "no_such_struct")
    return [
        UnitAttr(),
        BoolAttr(True),
        one,
        IntegerAttr(-(2**63)),
        IntegerAttr(0, ELEMENTS["f8E8M0FNU"]),
        IntegerAttr(2, ELEMENTS["i1"]),
        FloatAttr(float("nan")),
        FloatAttr(1e300, ELEMENTS["f8E4M3FN"]),
        FloatAttr(0.5, ELEMENTS["i32"]),
        StringAttr(""),
        StringAttr('a"\\\n\x00\ud800'),
        SymbolAttr("main"),
        SymbolAttr("a", "b c"),
        SymbolAttr(""),
        *(TypeAttr(of) for of in TYPES),
        *(ArrayAttr(items) for items in lists),
        DictAttr({"a b": one, "callee": SymbolAttr("f")}),
        DenseArrayAttr(i64, ()),
        DenseArrayAttr(i64, (1, -1)),
        DenseArrayAttr(ELEMENTS["f32"], (float("inf"),)),
        DenseArrayAttr(ELEMENTS["i1"], (True,)),
        *(DenseAttr(TensorType(array.shape, i64), array) for array in numbers),
        DenseAttr(TensorType((2,), i64), resource="missing"),
        EnumAttr("stablehlo", "comparison_direction", "LT"),
        EnumAttr("other", "precision", "no such"),
        *(StructAttr("stablehlo", kind, {"offset_dims": one, "handle": StringAttr("x")}) for kind in structs),
        OpaqueAttr("#sdy.mesh[1]"),
        OpaqueAttr("loc(unknown)"),
        OpaqueAttr(""),
    ]


@cache
def _known_attributes() -> list[Attribute]:
    return attributes()


def exits(module: Module) -> None:
    """Everything that shows or runs a module; an ``HloError`` is an answer, anything else is a fault."""
    from hlorepl.display.html import module_html

    for leave in (
        lambda: hlorepl.print_module(module),
        lambda: hlorepl.print_module(module, generic=True),
        lambda: hlorepl.print_module(module, rename=True),
        lambda: on_screen(module, module.contents),
        lambda: module_html(module),
        lambda: repr(module),
    ):
        try:
            assert isinstance(leave(), str)
        except HloError as error:
            fault_of_the_program(error)
    for problem in hlorepl.verify(module):
        fault_of_the_program(problem)
    run(module)


def changed(random: Random, module: Module) -> str:
    """Change one thing of some op; what was changed."""
    op = random.choice(list(module.walk()))
    change = random.choice(CHANGES)
    return f"{op.name}: {change(random, op, list(module.walk()))}"


def _attribute(random: Random, op: Op, others: list[Op]) -> str:
    name = random.choice([*op.attributes, *op.attributes, *op.attributes, *_spec_attributes(op), "a.b", "sym_name"])
    op.attributes[name] = random.choice(_known_attributes())
    return f"{name} = {op.attributes[name]!r}"


def _spec_attributes(op: Op) -> list[str]:
    from hlorepl.ops.registry import of

    spec = of(op)
    return list(spec.attributes) if spec is not None else []


def _no_attribute(random: Random, op: Op, others: list[Op]) -> str:
    if op.attributes:
        name = random.choice(list(op.attributes))
        del op.attributes[name]
        return f"without {name}"
    return ""


def _operands(random: Random, op: Op, others: list[Op]) -> str:
    values = [value for other in others for value in (*other.results, *other.operands)]
    values.append(Value("made", random.choice(TYPES)))
    count = random.choice((0, 1, len(op.operands) - 1, len(op.operands) + 1))
    op.operands = [*op.operands, *(random.choice(values) for _ in range(3))][: max(count, 0)]
    return f"{len(op.operands)} operands"


def _results(random: Random, op: Op, others: list[Op]) -> str:
    if op.results and random.random() < 0.5:
        random.choice(op.results).type = random.choice(TYPES)
        return f"results {op.results}"
    count = random.choice((0, 1, 2))
    op.results = []
    op.add_results([random.choice(TYPES) for _ in range(count)])
    return f"{count} results"


def _regions(random: Random, op: Op, others: list[Op]) -> str:
    made: list[Region] = [Region([]), Region([Block()]), Region([Block(), Block()])]
    op.regions = random.choice([[], [random.choice(made)], [*op.regions, random.choice(made)]])
    return f"{len(op.regions)} regions"


def _terminator(random: Random, op: Op, others: list[Op]) -> str:
    blocks = [block for region in op.regions for block in region.blocks if block.ops]
    if blocks:
        block = random.choice(blocks)
        block.ops.pop(random.randrange(len(block.ops)))
    return "an op less"


def _arguments(random: Random, op: Op, others: list[Op]) -> str:
    blocks = [block for region in op.regions for block in region.blocks]
    if blocks:
        random.choice(blocks).arguments.append(Value("more", random.choice(TYPES)))
    return "an argument more"


def _name(random: Random, op: Op, others: list[Op]) -> str:
    if type(op) is Op:
        op.name = random.choice([other.name for other in others] + ["stablehlo.no_such", "", "a b"])
    return op.name


CHANGES = [_attribute, _attribute, _attribute, _attribute, _no_attribute, _operands, _results, _regions]
CHANGES += [_terminator, _arguments, _name]


def one(case: Case) -> None:
    """A program with one or two of its parts changed in Python."""
    text = case.random.choice(texts())
    try:
        module = hlorepl.parse(text)
    except HloError:
        return
    case.text = text
    for _ in range(case.random.choice((1, 1, 2))):
        case.text += f"\n// {changed(case.random, module)!r}"
        exits(module)


if __name__ == "__main__":
    texts()
    main(one)
