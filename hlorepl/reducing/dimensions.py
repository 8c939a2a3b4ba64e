"""Which dimensions of a program are one: those that have to be of one size wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.core import Module
from ..ir.types import TensorType
from ..ops.registry import of as spec_of
from .case import is_constant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir.core import Op, Value
    from .case import Case

    #: A dimension of a value.
    Place = tuple[Value, int]


class Dimensions:
    """Groups of dimensions. Those of element-wise ops and of what loops and branches hand on are told apart, of others by size.

    It need not be right: a program whose sizes do not fit is rejected, and a larger group is tried as well.
    """

    def __init__(self, case: Case):
        self._parents: dict[Place, Place] = {}
        for op in case.module.walk():
            self._relate(op)
        for value in case.entry.arguments:
            self._note(value)

    def groups(self, least: int = 2) -> list[tuple[int, frozenset[Place]]]:
        """The sizes from ``least`` on, the largest first, each with its dimensions: those that go together, then all of the size."""
        together: dict[Place, set[Place]] = {}
        alike: dict[int, set[Place]] = {}
        for place in self._parents:
            size = _size(place)
            if size >= least:
                together.setdefault(self._root(place), set()).add(place)
                alike.setdefault(size, set()).add(place)
        found = [(_size(root), frozenset(places)) for root, places in together.items()]
        found += [(size, frozenset(places)) for size, places in alike.items()]
        return sorted(dict.fromkeys(found), key=lambda each: (-each[0], len(each[1])))

    def _note(self, value: Value) -> list[Place]:
        if not isinstance(value.type, TensorType) or not value.type.is_static:
            return []
        places = [(value, axis) for axis in range(value.type.rank)]
        for place in places:
            self._parents.setdefault(place, place)
        return places

    def _relate(self, op: Op) -> None:
        if isinstance(op, Module):
            return
        for mine, other in _handed_on(op):
            self._join_all(mine, other)
        spec = spec_of(op)
        for result in op.results:
            places = self._note(result)
            if is_constant(op):
                continue
            for operand in op.operands:
                if spec is not None and spec.elementwise or op.regions and operand.type == result.type:
                    self._join_all(operand, result)
                else:
                    self._join_alike(self._note(operand), places)

    def _join_all(self, a: Value, b: Value) -> None:
        for one, other in zip(self._note(a), self._note(b), strict=False):
            if _size(one) == _size(other):
                self._join(one, other)

    def _join_alike(self, these: list[Place], those: list[Place]) -> None:
        """Dimensions of one size; where several are, those at the same place if that pairs them all."""
        for one in these:
            for other in those:
                if _size(one) == _size(other) > 1:
                    self._join(one, other)

    def _root(self, place: Place) -> Place:
        while self._parents[place] is not place:
            self._parents[place] = place = self._parents[self._parents[place]]
        return place

    def _join(self, a: Place, b: Place) -> None:
        self._parents[self._root(b)] = self._root(a)


def _size(place: Place) -> int:
    value, axis = place
    assert isinstance(value.type, TensorType)
    return value.type.sizes[axis]


def _handed_on(op: Op) -> Iterator[tuple[Value, Value]]:
    """Values that are one: what goes into a region and what is there, what a region returns and what the op gives."""
    for region in op.regions:
        for block in region.blocks:
            if len(block.arguments) == len(op.operands):
                yield from zip(op.operands, block.arguments, strict=True)
            if len(block.returned) == len(op.results):
                yield from zip(block.returned, op.results, strict=True)
