"""Programs that are another one as a pass would leave it: renamed, reordered, commuted, inlined, shared, folded, split; and with a fault."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

import hlorepl
from hlorepl.ir.attributes import DenseArrayAttr, DenseAttr, EnumAttr, FunctionTypeAttr, StringAttr, SymbolAttr
from hlorepl.ir.copying import copies
from hlorepl.ir.core import Block, Function, Module, Op, Region, Value
from hlorepl.ir.types import FunctionType
from hlorepl.ops.purity import has_effect
from hlorepl.ops.registry import of as spec_of
from hlorepl.ops.rules import captured

COMMUTATIVE = ("add", "multiply", "maximum", "minimum", "and", "or", "xor")


def copied(module: Module) -> Module:
    """A copy that may be changed, parsed from the text of the original, so that nothing but the text is shared."""
    return hlorepl.parse(hlorepl.print_module(module), "b.mlir")


def blocks(module: Module) -> list[Block]:
    """Those of functions and of loops and branches; not those inside of one op."""
    found: list[Block] = []
    for op in module.walk():
        if isinstance(op, Function) or op.name in ("stablehlo.while", "stablehlo.if", "stablehlo.case"):
            found += [block for region in op.regions for block in region.blocks]
    return found


def reads(op: Op) -> list[Value]:
    return [*op.operands, *(value for region in op.regions for value in captured(region))]


# What passes do


def numbered(module: Module, rng: random.Random) -> None:
    """Names are numbers, in another order."""
    values = [value for op in module.walk() for value in op.results]
    values += [value for block in blocks(module) for value in block.arguments]
    numbers = rng.sample(range(1000, 1000 + 3 * len(values)), len(values))
    for value, number in zip(values, numbers, strict=True):
        if "#" not in value.name:
            value.name = str(number)


def reordered(module: Module, rng: random.Random) -> None:
    """Ops that do not depend on each other stand in another order."""
    for block in blocks(module):
        ops, done = block.ops[:-1], set[Value]()
        made = {value for op in ops for value in op.results}
        kept: list[Op] = []
        while ops:
            ready = [op for op in ops if all(value in done or value not in made for value in reads(op))]
            first = next(op for op in ops)
            chosen = first if has_effect(first) else rng.choice([op for op in ready if not has_effect(op)] or [first])
            ops.remove(chosen)
            kept.append(chosen)
            done.update(chosen.results)
        block.ops[:-1] = kept


def commuted(module: Module, rng: random.Random) -> None:
    for block in blocks(module):
        for op in block.ops:
            if op.name.rpartition(".")[2] in COMMUTATIVE and rng.random() < 0.5:
                op.operands.reverse()


def _replaced(module: Module, values: dict[Value, Value]) -> None:
    for op in module.walk():
        op.operands = [values.get(value, value) for value in op.operands]


def shared(module: Module, rng: random.Random) -> None:
    """What is computed twice is computed once."""
    for block in blocks(module):
        known: dict[object, Op] = {}
        for op in list(block.ops[:-1]):
            if op.regions or has_effect(op) or not op.results or op.name == "func.call":
                continue
            key = op.name, tuple(op.operands), frozenset(op.attributes.items()), tuple(v.type for v in op.results)
            first = known.setdefault(key, op)
            if first is not op:
                block.ops.remove(op)
                _replaced(module, dict(zip(op.results, first.results, strict=True)))


def folded(module: Module, rng: random.Random) -> None:
    """Element-wise ops of constants are constants."""
    for block in blocks(module):
        for number, op in enumerate(block.ops[:-1]):
            spec = spec_of(op)
            owners = [value.owner for value in op.operands]
            if spec is None or not spec.elementwise or len(op.results) != 1:
                continue
            if not owners or not all(isinstance(owner, Op) and owner.name == "stablehlo.constant" for owner in owners):
                continue
            value = _value_of(op)
            made = Op("stablehlo.constant", [], {"value": DenseAttr(op.results[0].type, value)})
            made.add_results([op.results[0].type], [op.results[0].name])
            block.ops[number] = made
            _replaced(module, {op.results[0]: made.results[0]})


def _value_of(op: Op) -> np.ndarray:
    module = Module()
    block = Block()
    values: dict[Value, Value] = {}
    block.ops = copies([*(value.owner for value in dict.fromkeys(op.operands)), op], values)
    block.ops.append(Op("func.return", [values[op.results[0]]]))
    types = FunctionType((), (op.results[0].type,))
    function = Function({"sym_name": StringAttr("main"), "function_type": FunctionTypeAttr(types)}, Region([block]))
    module.body.ops = [function]
    return hlorepl.compile(module)()[0]


def split(module: Module, rng: random.Random) -> None:
    """A run of ops of the function becomes a function of its own."""
    function = next(iter(module.functions.values()))
    ops = function.body.ops[:-1]
    if len(ops) < 4:
        return
    start = rng.randrange(len(ops) - 2)
    chosen = ops[start : start + rng.randint(2, 12)]
    made = {value for op in chosen for value in op.results}
    given = list(dict.fromkeys(value for op in chosen for value in reads(op) if value not in made))
    rest = [op for op in function.body.ops if op not in chosen]
    out = [
        value
        for value in dict.fromkeys(v for op in chosen for v in op.results)
        if any(value in reads(op) for op in rest)
    ]
    values: dict[Value, Value] = {}
    block = Block([Value(f"in{number}", value.type) for number, value in enumerate(given)])
    values.update(zip(given, block.arguments, strict=True))
    block.ops = copies(chosen, values)
    block.ops.append(Op("func.return", [values[value] for value in out]))
    types = FunctionType(tuple(value.type for value in given), tuple(value.type for value in out))
    attributes = {
        "sym_name": StringAttr("part"),
        "sym_visibility": StringAttr("private"),
        "function_type": FunctionTypeAttr(types),
    }
    part = Function(attributes, Region([block]))
    part.argument_attributes, part.result_attributes = [{} for _ in given], [{} for _ in out]
    call = Op("func.call", given, {"callee": SymbolAttr("part")})
    call.add_results([value.type for value in out], [f"out{number}" for number in range(len(out))])
    function.body.ops[start : start + len(chosen)] = [call]
    _replaced(module, dict(zip(out, call.results, strict=True)))
    for op in block.ops:  # its own values were replaced by the call's
        op.operands = [values.get(value, value) for value in op.operands]
    module.body.ops.append(part)


def inlined(module: Module, rng: random.Random) -> None:
    """Calls of the function are written out."""
    assert hlorepl.verify(module) == []
    function = next(iter(module.functions.values()))
    ops: list[Op] = []
    for op in function.body.ops:
        if op.name != "func.call":
            ops.append(op)
            continue
        values = dict(zip(op.callees[0].body.arguments, op.operands, strict=True))
        ops += copies(op.callees[0].body.ops[:-1], values)
        for mine, of in zip(op.results, op.callees[0].body.returned, strict=True):
            _replaced(module, {mine: values.get(of, of)})
    function.body.ops = ops


CHANGES: tuple[Callable[[Module, random.Random], None], ...] = (
    numbered, reordered, commuted, shared, folded, split, inlined,
)  # fmt: skip


def changed(module: Module, seed: int) -> Module:
    """The program after some passes."""
    rng = random.Random(seed)
    found = copied(module)
    for change in rng.sample(CHANGES, rng.randint(2, len(CHANGES))):
        change(found, rng)
        found = hlorepl.parse(hlorepl.print_module(found, rename=True), "b.mlir")
    assert hlorepl.verify(found) == []
    return found


# Faults


def _other_op(op: Op, rng: random.Random) -> bool:
    swaps = {
        "add": "subtract",
        "multiply": "add",
        "maximum": "minimum",
        "minimum": "maximum",
        "tanh": "sine",
        "cosine": "sine",
    }
    new = swaps.get(op.name.partition("stablehlo.")[2])
    if new is None:
        return False
    op.name = f"stablehlo.{new}"
    return True


def _negated(op: Op, rng: random.Random) -> bool:
    """A flipped sign."""
    if op.name == "stablehlo.abs":
        op.name = "stablehlo.negate"
        return True
    return False


def _swapped_operands(op: Op, rng: random.Random) -> bool:
    is_one = op.name in ("stablehlo.subtract", "stablehlo.divide") and op.operands[0] is not op.operands[1]
    if is_one:
        op.operands.reverse()
    return is_one


def _other_constant(op: Op, rng: random.Random) -> bool:
    if op.name != "stablehlo.constant" or op.results[0].type.element.name != "f32":
        return False
    value = op.attributes["value"]
    if not np.isfinite(value.array).all() or not value.type.size:
        return False
    array = value.array.copy()
    array.reshape(-1)[rng.randrange(array.size)] += np.float32(0.25)
    op.attributes["value"] = DenseAttr(value.type, array)
    return True


def _transposed(op: Op, rng: random.Random) -> bool:
    if op.name != "stablehlo.transpose":
        return False
    order = op.attributes["permutation"]
    sizes = op.operands[0].type.sizes
    new = list(order.values)
    new[0], new[-1] = new[-1], new[0]
    if [sizes[axis] for axis in new] != list(op.results[0].type.sizes) or new == list(order.values):
        return False
    op.attributes["permutation"] = DenseArrayAttr(order.element, tuple(new))
    return True


def _off_by_one(op: Op, rng: random.Random) -> bool:
    if op.name != "stablehlo.slice":
        return False
    start, stop = op.attributes["start_indices"], op.attributes["limit_indices"]
    sizes = op.operands[0].type.sizes
    if stop.values[0] >= sizes[0]:
        return False
    op.attributes["start_indices"] = DenseArrayAttr(start.element, (start.values[0] + 1, *start.values[1:]))
    op.attributes["limit_indices"] = DenseArrayAttr(stop.element, (stop.values[0] + 1, *stop.values[1:]))
    return True


def _other_direction(op: Op, rng: random.Random) -> bool:
    if op.name != "stablehlo.compare":
        return False
    direction = op.attributes["comparison_direction"]
    new = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE"}.get(direction.value)
    if new is None:
        return False
    op.attributes["comparison_direction"] = EnumAttr(direction.dialect, direction.kind, new)
    return True


def _rounded_otherwise(op: Op, rng: random.Random) -> bool:
    names = {"floor": "ceil", "ceil": "floor", "round_nearest_even": "round_nearest_afz", "round_nearest_afz": "floor"}
    new = names.get(op.name.partition("stablehlo.")[2])
    if new is not None:
        op.name = f"stablehlo.{new}"
    return new is not None


FAULTS: tuple[Callable[[Op, random.Random], bool], ...] = (
    _other_op, _negated, _swapped_operands, _other_constant, _transposed, _off_by_one, _rounded_otherwise,
)  # fmt: skip


def places(module: Module) -> list[Op]:
    """The ops that may have a fault, in order."""
    return [op for block in blocks(module) for op in block.ops[:-1]]


def with_fault(module: Module, seed: int) -> tuple[Module, Op] | None:
    """The program with one fault, and the op of the original that has it; None where this seed finds none."""
    rng = random.Random(seed)
    found = copied(module)
    pairs = list(zip(places(module), places(found), strict=True))
    rng.shuffle(pairs)
    fault = rng.choice(FAULTS)
    for original, mine in pairs:
        if fault(mine, rng):
            assert hlorepl.verify(found) == []
            return found, original
    return None
