"""Comparators of sorts, read: whether one orders elements by keys, and by which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...ir.core import Block, Op
from ..rules import enum_of

if TYPE_CHECKING:
    from ...ir.core import Value

#: direction: (first operand comes first when less, swapped direction)
_LESS = {"LT": True, "LE": True, "GT": False, "GE": False}


class Key(NamedTuple):
    """One key of a sort: a value that the comparator makes of its left-hand arguments."""

    value: Value
    ascending: bool
    total: bool
    """Floats are in IEEE's total order."""


class _Reader:
    """Numbers the values of a comparator so that what is made alike of left and right arguments has one number."""

    def __init__(self, block: Block):
        self.numbers: dict[Value, int] = {}
        self.sides: dict[Value, str] = {}
        self.known: dict[Any, int] = {}
        for index, argument in enumerate(block.arguments):
            self._set(argument, ("argument", index // 2), "LR"[index % 2])
        for op in block.ops:
            self._read(op)

    def _set(self, value: Value, key: Any, side: str) -> None:
        self.numbers[value] = self.known.setdefault(key, len(self.known))
        self.sides[value] = side

    def _read(self, op: Op) -> None:
        numbers = tuple(self.numbers.get(operand, operand) for operand in op.operands)
        side = "".join(sorted({s for operand in op.operands for s in self.sides.get(operand, "")}))
        attributes = tuple((name, str(value)) for name, value in sorted(op.attributes.items()))
        unlike = op if op.regions else None
        for index, result in enumerate(op.results):
            self._set(result, (op.name, numbers, attributes, index, result.type, unlike), side)

    def key(self, op: Op) -> tuple[Key, int] | None:
        """The key that a comparison compares, and its number; None when it compares anything else."""
        left, right = op.operands
        if self.numbers.get(left) != self.numbers.get(right) or left not in self.numbers:
            return None
        sides = self.sides[left] + self.sides[right]
        if sides not in ("LR", "RL"):
            return None
        swapped = sides == "RL"
        ascending = _LESS.get(_direction(op), True) != swapped
        total = "TOTALORDER" in str(op.attributes.get("compare_type", ""))
        return Key(right if swapped else left, ascending, total), self.numbers[left]


def keys_of(block: Block) -> list[Key] | None:
    """The keys, the most significant first, of a pure comparator that orders elements by them; None of any other.

    It returns ``a0 < b0``, or ``a0 < b0 or (a0 == b0 and rest)``, or the same as a select; a and b are made of the left
    and the right arguments in the same way. ``<=`` counts as ``<``, since equal elements stay in order.
    """
    values = block.returned
    if len(values) != 1 or len(block.arguments) % 2:
        return None
    reader = _Reader(block)
    keys: list[Key] = []
    value = values[0]
    while True:
        op = _defining(value)
        if op is None:
            return None
        if _is(op, "compare") and _direction(op) in _LESS:
            found = reader.key(op)
            return None if found is None else [*keys, found[0]]
        step = _alternative(op, reader)
        if step is None:
            return None
        key, value = step
        keys.append(key)


def _alternative(op: Op, reader: _Reader) -> tuple[Key, Value] | None:
    """``less or (equal and rest)``: the key that less and equal agree on, and the rest."""
    for less, equal, rest in _readings(op):
        strict, same = _defining(less), _defining(equal)
        if strict is None or same is None or not (_is(strict, "compare") and _is(same, "compare")):
            continue
        if _direction(strict) not in ("LT", "GT") or _direction(same) != "EQ":
            continue
        first, second = reader.key(strict), reader.key(same)
        if first is not None and second is not None and first[1] == second[1]:
            return first[0], rest
    return None


def _readings(op: Op) -> list[tuple[Value, Value, Value]]:
    """All ways to read an op as less, equal, rest."""
    if _is(op, "select"):
        equal, rest, less = op.operands
        return [(less, equal, rest)]
    if not _is(op, "or"):
        return []
    found = []
    for less, both in (op.operands, op.operands[::-1]):
        conjunction = _defining(both)
        if conjunction is not None and _is(conjunction, "and"):
            one, other = conjunction.operands
            found += [(less, one, other), (less, other, one)]
    return found


def _defining(value: Value) -> Op | None:
    return value.owner if isinstance(value.owner, Op) else None


def _is(op: Op, name: str) -> bool:
    return op.name == f"stablehlo.{name}"


def _direction(op: Op) -> str:
    return enum_of(op, "comparison_direction")


def keys_block(source: Block, keys: list[Key]) -> Block:
    """The part of a pure comparator that makes the keys of its left-hand arguments, as a block of its own."""
    wanted = {key.value for key in keys}
    ops = []
    for op in reversed(source.ops[:-1]):
        if any(result in wanted for result in op.results):
            ops.append(op)
            wanted.update(value for inner in op.walk() for value in inner.operands)
    block = Block()
    block.arguments = source.arguments[0::2]  # the arguments stay the source's own
    block.ops = [*reversed(ops), Op("stablehlo.return", [key.value for key in keys])]
    return block
