"""Ops of valid programs, each alone in a function, with something changed: types of operands and results, attributes.

A size becomes dynamic, or dynamic with a bound, or another size; elements become of another type; operands swap,
come twice or go away; numbers and lists in attributes change. Operands that are constants stay constants as long as nothing
of them changes, so that rules can look at their values.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from program_cases import programs

from hlorepl.explanations import codes, of_code
from hlorepl.ir.attributes import DenseAttr, StringAttr
from hlorepl.ir.core import Block, Function, Module, Op, Region, Value
from hlorepl.ir.types import ELEMENTS, TensorType, Type, UnrankedType
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.syntax.printer import Printer

#: What stands in no function, or means nothing alone.
SKIPPED = {"func.func", "builtin.module", "func.return", "stablehlo.return", "sdy.return", "sdy.mesh"}
ELEMENT_NAMES = ["f32", "f64", "i32", "i64", "i1", "ui8", "i8", "bf16", "f16", "complex<f32>"]


@dataclass(frozen=True)
class Mutant:
    """A program of one op; ``change`` says what was done to it."""

    op: str
    change: str
    text: str


class Case:
    """An op with what it needs: constants that it takes, functions that it may call."""

    def __init__(self, op: Op, functions: list[Function]):
        self.op = op
        self.operands = list(op.operands)
        self.functions = functions
        self.captured = [value for value in _captured(op) if value not in op.operands]

    @property
    def types(self) -> list[Type]:
        """Of operands, then of results."""
        return [value.type for value in (*self.operands, *self.op.results)]

    def text(
        self, types: list[Type] | None = None, edit=None, order: list[int] | None = None, values: dict | None = None
    ) -> str:
        """The program, with other types of operands and results, or with its attributes' text edited.

        ``values`` are other arrays for operands that are constants, by their number.
        """
        types = self.types if types is None else types
        operands = [*zip(self.operands, types, strict=False)]
        results = types[len(self.operands) :]
        lines, arguments = [], []
        printer = Printer(generic=True)
        for number, (value, type_) in enumerate(operands):
            if value in printer.names:
                continue
            printer.names[value] = f"%a{number}"
            maker = value.owner
            if values is not None and number in values:
                literal = Printer(generic=True).attribute(DenseAttr(value.type, values[number]))
                lines.append(f"%a{number} = stablehlo.constant {literal}")
            elif is_constant(value) and type_ == value.type:
                lines.append(f"%a{number} = {Printer(generic=True)._generic(maker)}")
            else:
                arguments.append(f"%a{number}: {type_}")
        for number, value in enumerate(self.captured):
            printer.names[value] = f"%c{number}"
            arguments.append(f"%c{number}: {value.type}")
        lines.append(self._op_text(printer, [t for _, t in operands], results, edit, order))
        body = "\n  ".join(lines)
        others = "\n".join(Printer(generic=True).op(function) for function in self.functions)
        return f"{others}\nfunc.func @mutant({', '.join(arguments)}) {{\n  {body}\n  return\n}}\n"

    def _op_text(self, printer: Printer, operands: list[Type], results: list[Type], edit, order) -> str:
        op = self.op
        order = list(range(len(operands))) if order is None else order
        names = ", ".join(printer.value(op.operands[k]) for k in order)
        kept, op.operands = op.operands, []
        kept_results, op.results = op.results, []
        inside = printer._generic(op)
        op.operands, op.results = kept, kept_results
        middle = inside.removeprefix(f'"{op.name}"()').rpartition(" : ")[0]
        if edit is not None:
            middle = edit(middle)
        left = f"%r:{len(results)} = " if results else ""
        signature = f"({', '.join(str(operands[k]) for k in order)}) -> ({', '.join(map(str, results))})"
        return f'{left}"{op.name}"({names}){middle} : {signature}'


def is_constant(value: Value) -> bool:
    return isinstance(value.owner, Op) and value.owner.name == "stablehlo.constant"


def _captured(op: Op) -> list[Value]:
    """The values that the regions of an op take from around it."""
    inside: set[Value] = set()
    used: dict[Value, None] = {}
    for region in op.regions:
        for block in region.blocks:
            inside.update(block.arguments)
            for inner in block.ops:
                for each in inner.walk():
                    inside.update(each.results)
                    inside.update(a for r in each.regions for b in r.blocks for a in b.arguments)
                    used.update(dict.fromkeys(each.operands))
    return [value for value in used if value not in inside]


def valid_texts() -> Iterator[str]:
    """Programs that both take: of the tests, and of the explanations."""
    for program in programs("ops"):
        yield program.text
    for code in codes():
        found = of_code(code)
        if found is not None and found.wrong and not found.runs:
            yield found.right


def cases() -> list[Case]:
    """The ops of all valid programs, one of each kind."""
    found: dict[str, Case] = {}
    for text in dict.fromkeys(valid_texts()):
        if "quant" in text:
            continue
        errors: list = []
        module = parse(Source(text), errors)
        if errors:
            continue
        functions = [op for op in module.walk() if isinstance(op, Function)]
        for op in module.walk():
            if isinstance(op, Module | Function) or op.name in SKIPPED or op.name.startswith("check."):
                continue
            if op.name.split(".")[0] not in ("stablehlo", "chlo", "func"):
                continue
            called = functions if "@" in str(op.attributes) or "@" in str(Printer(generic=True)._generic(op)) else []
            if any(f.symbol == "mutant" for f in called):
                continue
            try:
                case = Case(op, called)
                found.setdefault(case.text(), case)
            except (AttributeError, IndexError):
                continue
    return list(found.values())


def _tensors(case: Case) -> list[int]:
    return [k for k, type_ in enumerate(case.types) if isinstance(type_, TensorType)]


def _with_size(type_: TensorType, axis: int, size: int | None, bound: int | None = None) -> TensorType:
    shape = (*type_.shape[:axis], size, *type_.shape[axis + 1 :])
    bounds = list(type_.bounds or [None] * type_.rank)
    bounds[axis] = bound
    return TensorType(shape, type_.element, tuple(bounds) if any(b is not None for b in bounds) else None)


def sizes_of(type_: TensorType, axis: int) -> Iterator[tuple[str, TensorType]]:
    """The type with another size, or a dynamic one, along an axis."""
    size = type_.shape[axis]
    yield f"dim {axis} -> ?", _with_size(type_, axis, None)
    if size is None:
        return
    for other in (size - 1, size + 1):
        if other >= 0:
            yield f"dim {axis} -> {other}", _with_size(type_, axis, other)
    for bound in (size - 1, size, size + 1):
        if bound >= 0:
            yield f"dim {axis} -> ? <= {bound}", _with_size(type_, axis, None, bound)


def type_changes(type_: TensorType) -> Iterator[tuple[str, Type]]:
    """Everything that is done to one type."""
    for axis in range(type_.rank):
        yield from sizes_of(type_, axis)
    if type_.rank > 1:
        yield "all ?", type_.with_shape((None,) * type_.rank)
    for name in ELEMENT_NAMES:
        if ELEMENTS[name] is not type_.element:
            yield f"of {name}", type_.with_element(ELEMENTS[name])
    yield "rank + 1", TensorType((*type_.shape, 1), type_.element)
    yield "rank + 1 in front", TensorType((1, *type_.shape), type_.element)
    if type_.rank:
        yield "rank - 1", TensorType(type_.shape[1:], type_.element)
    yield "no rank", UnrankedType(type_.element)


def type_mutants(case: Case) -> Iterator[Mutant]:
    """One type changed."""
    for k in _tensors(case):
        for what, changed in type_changes(case.types[k]):
            types = case.types
            types[k] = changed
            yield Mutant(case.op.name, f"type {k}: {what}", case.text(types))


def pair_mutants(case: Case, rng: random.Random, count: int) -> Iterator[Mutant]:
    """Several types changed in their sizes: one dynamic or bounded, another dynamic or of another size."""
    places = [(k, axis) for k in _tensors(case) for axis in range(case.types[k].rank)]
    if len(places) < 2:
        return
    for _ in range(count):
        types, said = case.types, []
        for k, axis in rng.sample(places, min(len(places), rng.choice([2, 2, 3, 4]))):
            what, types[k] = rng.choice(list(sizes_of(types[k], axis)))
            said.append(f"type {k} {what}")
        yield Mutant(case.op.name, "; ".join(said), case.text(types))


def alike_mutants(case: Case) -> Iterator[Mutant]:
    """All types that are equal changed alike, so that the op stays valid more often."""
    for type_ in dict.fromkeys(case.types[k] for k in _tensors(case)):
        for what, changed in type_changes(type_):
            types = [changed if each == type_ else each for each in case.types]
            yield Mutant(case.op.name, f"all {type_}: {what}", case.text(types))


NUMBER = re.compile(r"(?<![\w.%#@\"])-?\d+(?![\w.]*\")\b(?! : i)|-?\d+(?= : i)")


def attribute_mutants(case: Case) -> Iterator[Mutant]:
    """A number in an attribute changed, a list made shorter or longer."""
    head = case._op_text(Printer(generic=True), [], [], None, [])
    middle = re.search(r"\(\)(.*?)(?: \(\{|$)", head, re.DOTALL)
    span = middle.group(1) if middle else ""
    span = span if case.op.regions else span.rpartition(" : ")[0]
    for match in NUMBER.finditer(span):
        if span[: match.start()].endswith((": i", ": f", "<i", "xi")):
            continue
        for other in (int(match[0]) - 1, int(match[0]) + 1, -1, 0, 7):
            if other != int(match[0]):
                changed = span[: match.start()] + str(other) + span[match.end() :]
                yield _edited(case, span, changed, f"{match[0]} -> {other} in {span}")
    for match in re.finditer(r"(?<![\w.])-?\d+(, -?\d+)*(?=[>\]])", span):
        items = match[0].split(", ")
        for other in (items[:-1], [*items, items[-1]], items[::-1], [*items, str(int(items[-1]) + 1)]):
            if other and other != items:
                changed = span[: match.start()] + ", ".join(other) + span[match.end() :]
                yield _edited(case, span, changed, f"{match[0]} -> {other} in {span}")
    for a, b in (("true", "false"), ("false", "true")):
        for match in re.finditer(rf"\b{a}\b", span):
            changed = span[: match.start()] + b + span[match.end() :]
            yield _edited(case, span, changed, f"{a} -> {b} in {span}")


def _edited(case: Case, before: str, after: str, what: str) -> Mutant:
    return Mutant(case.op.name, what, case.text(edit=lambda text: text.replace(before, after, 1)))


def region_mutants(case: Case) -> Iterator[Mutant]:
    """A region replaced by one that returns some of its arguments: with those that it had, and with others."""
    for number, region in enumerate(case.op.regions):
        if len(region.blocks) != 1 or not region.block.arguments:
            continue
        types = [value.type for value in region.block.arguments]
        returned = [value.type for value in region.block.returned]
        for what, taken, given in _signatures(types, returned):
            kept = case.op.regions
            case.op.regions = [*kept[:number], _passing(taken, given), *kept[number + 1 :]]
            yield Mutant(case.op.name, f"region {number}: {what}", case.text())
            case.op.regions = kept


def _signatures(types: list[Type], returned: list[Type]) -> Iterator[tuple[str, list[Type], list[Type]]]:
    """Types that a region takes and returns."""
    yield "as it was", types, returned
    yield "an argument less", types[:-1], returned
    yield "an argument more", [*types, types[-1]], returned
    yield "a result less", types, returned[:-1]
    yield "a result more", types, [*returned, types[0]]
    yield "nothing returned", types, []
    for k, type_ in enumerate(types):
        for what, changed in type_changes(type_) if isinstance(type_, TensorType) else ():
            yield f"argument {k} {what}", [*types[:k], changed, *types[k + 1 :]], returned
    for k, type_ in enumerate(returned):
        for what, changed in type_changes(type_) if isinstance(type_, TensorType) else ():
            yield f"result {k} {what}", types, [*returned[:k], changed, *returned[k + 1 :]]
    for type_ in dict.fromkeys(types):
        for what, changed in type_changes(type_) if isinstance(type_, TensorType) else ():
            every = [[changed if each == type_ else each for each in listed] for listed in (types, returned)]
            yield f"all {type_} {what}", every[0], every[1]


def _passing(taken: list[Type], given: list[Type]) -> Region:
    """A region of these types, whose results are arguments where there are such, else made of nothing."""
    block = Block([Value(f"p{k}", type_) for k, type_ in enumerate(taken)])
    results = []
    for k, type_ in enumerate(given):
        found = next((value for value in block.arguments if value.type == type_), None)
        if found is None:
            maker = Op("stablehlo.custom_call", [], {"call_target_name": StringAttr("make")})
            maker.add_results([type_], [f"m{k}"])
            block.ops.append(maker)
            found = maker.results[0]
        results.append(found)
    block.ops.append(Op("stablehlo.return", results))
    return Region([block])


def operand_mutants(case: Case) -> Iterator[Mutant]:
    """Operands swapped, repeated, left out; results too many or too few."""
    count = len(case.operands)
    orders = [list(range(count))[:-1], [*range(count), count - 1]] if count else []
    for k in range(count - 1):
        order = list(range(count))
        order[k], order[k + 1] = order[k + 1], order[k]
        orders.append(order)
    for order in orders:
        yield Mutant(case.op.name, f"operands {order}", case.text(order=order))
    if case.op.results:
        yield Mutant(case.op.name, "a result less", case.text(case.types[:-1]))
        yield Mutant(case.op.name, "a result more", case.text([*case.types, case.types[-1]]))


def constant_mutants(case: Case) -> Iterator[Mutant]:
    """A number in an operand that is a constant of integers changed: it may be a size, an index, an amount of padding."""
    for k, value in enumerate(case.operands):
        if not (is_constant(value) and value.type.element.is_integer and value.type.size <= 8):
            continue
        array = value.owner.attributes["value"].array
        if array.dtype.name not in ("int32", "int64"):
            continue
        for place, old in enumerate(array.ravel().tolist()):
            for other in {-1, 0, 1, min(old + 1, 100), 9} - {old}:
                changed = array.copy()
                changed.reshape(-1)[place] = other
                yield Mutant(case.op.name, f"constant {k}[{place}] -> {other}", case.text(values={k: changed}))


def mutants(case: Case, rng: random.Random, pairs: int = 20) -> Iterator[Mutant]:
    """All that is done to one op."""
    yield Mutant(case.op.name, "nothing", case.text())
    yield from type_mutants(case)
    yield from alike_mutants(case)
    yield from attribute_mutants(case)
    yield from operand_mutants(case)
    yield from region_mutants(case)
    yield from constant_mutants(case)
    yield from pair_mutants(case, rng, pairs)
