"""Dimensions are made smaller through the whole program.

Arguments and constants are cut, types follow, and so does what attributes say of sizes.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.attributes import DenseArrayAttr, DenseAttr
from ..ir.core import Block, Op, Region, Value
from ..ir.types import TensorType
from ..ops.registry import of as spec_of
from ..verifier.rules import infer_types
from .case import Draft, is_constant, reads
from .dimensions import Dimensions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir.attributes import Attribute
    from ..ir.types import Type
    from .case import Case
    from .dimensions import Place
    from .trying import Trying

#: Attributes that say sizes, or the ends of ranges.
_SIZES = frozenset({"limit_indices", "slice_sizes", "window_dimensions", "fft_length"})
_STARTS = frozenset({"start_indices"})
#: How many ops a program may have whose dimensions are looked at one by one.
_MOST_OPS = 400


def shrink(trying: Trying) -> None:
    """Make dimensions as small as may be, the largest first."""
    if len(trying.best.all_ops) > _MOST_OPS:
        return
    done: set[tuple[int, int]] = set()
    while (found := _next(trying.best, done)) is not None:
        number, size = found
        if not _shrunk(trying, number, size):
            done.add((number, size))


def _next(case: Case, done: set[tuple[int, int]]) -> tuple[int, int] | None:
    groups = Dimensions(case).groups()
    return next(((n, size) for n, (size, _) in enumerate(groups) if (n, size) not in done), None)


def _shrunk(trying: Trying, number: int, size: int) -> bool:
    case = trying.best
    _, places = Dimensions(case).groups()[number]
    ways = _ways(size)
    return trying.first(ways, lambda way: resized(case, places, size, *way)) is not None


def _ways(size: int) -> Iterator[tuple[int, int]]:
    """Smaller sizes, each with where what is kept begins."""
    seen = set[tuple[int, int]]()
    for smaller in (1, 2, (size + 1) // 2, size - 1):
        for start in (0, size - smaller):
            if 0 < smaller < size and (smaller, start) not in seen:
                seen.add((smaller, start))
                yield smaller, start


def resized(case: Case, places: frozenset[Place], size: int, smaller: int, start: int) -> Case | None:
    """The case with some dimensions of another size; None where what follows from that does not fit."""
    try:
        found = _Resizing(case, places, size, smaller, start).case_of(case.returned)
    except (HloError, ValueError, IndexError):
        return None
    # A type that is inferred from others stays what it was, where those stay.
    return found if found is not None and found.size < case.size else None


class _Resizing(Draft):
    def __init__(self, case: Case, places: frozenset[Place], size: int, smaller: int, start: int):
        super().__init__(case)
        self.places = places
        self.size = size
        self.smaller = smaller
        self.start = start
        for op in case.ops:
            for value in reads(op):
                self.need(value)
            if not is_constant(op):
                self.ops.append(self._op(op))

    def _from_outside(self, value: Value) -> Value:
        if value in self._constants:
            constant = self._constants[value]
            self.ops.append(self._op(constant))
            return self.values[value]
        number = self._old[value]
        of, array = self._type(value), self.case.arguments[number]
        return self._argument(of, None if array is None else self._cut(value, array), {})

    def _type(self, value: Value) -> Type:
        of = value.type
        if not isinstance(of, TensorType) or not of.is_static:
            return of
        shape = [self.smaller if (value, axis) in self.places else size for axis, size in enumerate(of.sizes)]
        return of.with_shape(shape)

    def _cut(self, value: Value, array: Any) -> Any:
        kept = slice(self.start, self.start + self.smaller)
        ranges = tuple(kept if (value, axis) in self.places else slice(None) for axis in range(array.ndim))
        return array[ranges]

    def _op(self, op: Op) -> Op:
        """The op on the new operands, with regions and attributes to match."""
        made = Op(op.name, [self.values.get(value, value) for value in op.operands], span=op.span)
        made.attributes = {name: self._attribute(op, name, value) for name, value in op.attributes.items()}
        made.links, made.spec = op.links, op.spec
        made.regions = [self._region(region) for region in op.regions]
        made.add_results(self._types(op, made))
        self.values.update(zip(op.results, made.results, strict=True))
        return made

    def _region(self, region: Region) -> Region:
        blocks: list[Block] = []
        for block in region.blocks:
            arguments = [Value(mine.name, self._type(mine)) for mine in block.arguments]
            self.values.update(zip(block.arguments, arguments, strict=True))
            made = Block(arguments)
            made.ops = [self._op(inner) for inner in block.ops]
            blocks.append(made)
        return Region(blocks, region.span)

    def _types(self, op: Op, made: Op) -> list[Type]:
        if is_constant(op):
            return [self._type(value) for value in op.results]
        wanted = [self._type(value) for value in op.results]
        spec = spec_of(op)
        if op.name == "stablehlo.reshape":
            return [self._reshaped(made.operands[0].type, wanted[0], op.results[0])]
        if spec is not None and spec.terminator:
            return []
        try:
            found = infer_types(made)
        except HloError as error:
            if error.code != "type.infer":
                raise
            return wanted
        return found if len(found) == len(wanted) else wanted

    def _reshaped(self, given: Type, wanted: Type, old: Value) -> Type:
        """A shape of as many elements; where it has others, one dimension of it takes what is missing."""
        if not isinstance(given, TensorType) or not isinstance(wanted, TensorType) or not given.is_static:
            return wanted
        if prod(wanted.sizes) == prod(given.sizes):
            return wanted
        sizes = [*wanted.sizes]
        for axis in sorted(range(len(sizes)), key=lambda each: -sizes[each]):
            others = prod(sizes[:axis] + sizes[axis + 1 :])
            if others and prod(given.sizes) % others == 0:
                return wanted.resized(axis, prod(given.sizes) // others)
        return wanted

    def _attribute(self, op: Op, name: str, value: Attribute) -> Attribute:
        if isinstance(value, DenseAttr) and is_constant(op):
            return self._constant(op.results[0], value)
        if not isinstance(value, DenseArrayAttr) or name not in _SIZES | _STARTS:
            return value
        if name in _STARTS or name == "limit_indices":
            return self._range(op, name, value)
        return DenseArrayAttr(value.element, tuple(self.smaller if n == self.size else n for n in value.values))

    def _constant(self, result: Value, value: DenseAttr) -> DenseAttr:
        of = self._type(result)
        assert isinstance(of, TensorType)
        return value if of == result.type else DenseAttr(of, np.asarray(self._cut(result, value.array)))

    def _range(self, op: Op, name: str, value: DenseArrayAttr) -> DenseArrayAttr:
        """The ends of a slice, moved with what is kept of its operand."""
        numbers = list(value.values)
        for axis in range(len(numbers)):
            if (op.operands[0], axis) in self.places:
                numbers[axis] = min(max(numbers[axis] - self.start, 0), self.smaller)
                if name in _STARTS:
                    numbers[axis] = min(numbers[axis], self.smaller - 1)
                elif numbers[axis] == 0:
                    numbers[axis] = 1
        return DenseArrayAttr(value.element, tuple(numbers))
