"""The memory limit of a run (``--max-memory``): what its arrays hold is counted before more is made.

Where all arrays that a trial makes are known to fit, nothing is counted: operators broadcast, so no result is larger than the
``bound``, a shape that covers every array there is. Generated code checks only what does not treat each element alone, and gives
up on what is larger; then, and where the bound does not fit, the reference evaluator counts operator by operator.
"""

from __future__ import annotations

import ast
import weakref
from itertools import zip_longest
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..memory import beyond, bytes_in
from .arithmetic import BINARY, Arithmetic
from .drawing import Source
from .numpy_functions import Sized, of_matmul, together
from .vocabulary import NAMES, treats_elements_alone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .graph_plan import GraphPlan, NodePlan
    from .node_run import GraphState, NodeRun

NUMBER = 8
"""The bytes of a number in an array."""

_HOLDERS = (np.ndarray, list, tuple)
"""What may be of any size."""

_NUMBERS = frozenset({float, int, bool})
"""The types of single numbers."""


class Outgrown(Exception):
    """Generated code made something larger than it was made for."""


class Room:
    """What the arrays of one run hold, against its limit."""

    def __init__(self, limit: int):
        self.limit = limit
        #: The bytes of what is recorded.
        self.recorded = 0
        #: A shape that covers every array of the run, where generated code runs.
        self.bound: tuple[int, ...] = ()
        self._constants: list[Any] = []
        self._frames: list[Iterable[Any]] = []
        self._passing: list[weakref.ref[np.ndarray]] = []
        #: The most that a trial of generated code comes to hold, and what is free beside it; None where that does not fit.
        self._most: int | None = None
        self._free = 0
        self._has_outgrown = False
        #: Shapes that the bound covers.
        self.covered: set[tuple[int, ...]] = set()

    def begin(self, state: GraphState) -> None:
        """The values of a run are those of this state."""
        self._constants = _constants(state.plan)
        self._frames = [self._constants, state.values.values()]
        self.ensure(0, "the model")

    def run(self, run: NodeRun) -> None:
        """A node runs: what it reads and makes counts."""
        self._frames[2:] = [run.scope.values(), run.written.values()]
        self._passing = []

    @property
    def held(self) -> int:
        """The bytes of all arrays."""
        passing = [array for each in self._passing if (array := each()) is not None]
        return self.recorded + bytes_in([*self._frames, passing])

    def ensure(self, wanted: int, what: str) -> None:
        """Raise ``limit.memory`` where so many bytes do not fit beside what is held."""
        held = self.held
        if held + wanted > self.limit:
            raise beyond(self.limit, wanted, held, what)

    def made(self, value: Any, what: str, known: bool = True) -> Any:
        """A value that was just made; what was not known before has to fit now."""
        for array in value if isinstance(value, tuple) else (value,):
            if isinstance(array, np.ndarray):
                self._passing.append(weakref.ref(array))
                if not known:
                    self.ensure(0, what)
        return value

    def expect(self, value: Any, what: str) -> None:
        """An array, or a list that is about to become one, comes from outside."""
        shape = _shape(value)
        if shape:
            self.ensure(NUMBER * prod(shape), what)

    @property
    def is_roomy(self) -> bool:
        """Whether the product of any two arrays that the bound covers would fit as well."""
        return NUMBER * prod(self.bound) ** 2 <= self._free

    @staticmethod
    def row_bytes(bound: tuple[int, ...], columns: int) -> int:
        """The most that so many values take of which a bound covers each."""
        return NUMBER * columns * prod(bound)

    def reserve(self, wanted: int) -> bool:
        """Count so many bytes of what will be recorded now, where they fit beside all that generated code may make."""
        if self._most is None or self._most + self.recorded + wanted > self.limit:
            return False
        self.recorded += wanted
        return True

    def keep(self, wanted: int) -> bool:
        """Something is recorded; whether generated code may go on."""
        proven = self._most is not None and self._most + self.recorded + wanted <= self.limit
        if not proven:
            self.ensure(wanted, "recording")
            self._most = None
        self.recorded += wanted
        return proven

    # Generated code

    def proves(self, state: GraphState) -> bool:
        """Whether all that a trial makes fits, as long as no array outgrows the bound."""
        for value in [*self._constants, *state.values.values()]:
            self.cover(_shape(value))
        most = NUMBER * prod(self.bound) * _most_arrays(state.plan) if self.bound else 0
        self._most = most + bytes_in([self._constants])
        self._free = self.limit - self.recorded - self._most
        if self._free < 0 or self._has_outgrown:
            self._most = None
        return self._most is not None

    def has_space(self, state: GraphState, members: int, steps: int, row: Sequence[Any]) -> bool:
        """Whether so many members may run as one, and ``steps`` of such rows be kept of each."""
        self.proves(state)
        arrays = prod(self.bound) * _most_arrays(state.plan)
        results = 2 * steps * sum(map(np.size, row))
        return NUMBER * members * (arrays + results) <= self.limit

    def cover(self, shape: tuple[int, ...]) -> None:
        """Let the bound cover another shape."""
        pairs = zip_longest(reversed(self.bound), reversed(shape), fillvalue=0)
        self.bound = tuple(max(pair) for pair in pairs)[::-1]

    def covers(self, shape: tuple[int, ...]) -> bool:
        """Whether the bound covers a shape."""
        bound = self.bound
        if len(shape) > len(bound):
            return False
        return all(size <= most for size, most in zip(reversed(shape), reversed(bound), strict=False))

    def covers_slots(self, state: GraphState, node: NodePlan) -> bool:
        """Whether the bound covers what a node has made."""
        values = [state.values.get(slot) for slot in node.slots().values()]
        return all(self.covers(_shape(value)) for value in values if isinstance(value, _HOLDERS))

    def fitting(self, value: Any) -> Any:
        """A value that generated code may go on with."""
        if not isinstance(value, _HOLDERS):
            return value
        for part in value if isinstance(value, tuple) else (value,):
            shape = _shape(part)
            if not shape:
                continue
            if not self.covers(shape):
                self.cover(shape)
                raise Outgrown
            self.covered.add(shape)
        return value

    def call(self, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        """A call from generated code."""
        size = _size(function, args, keywords)
        if size is not None and size > prod(self.bound) and size * NUMBER > self._free:
            self._has_outgrown = True
            raise Outgrown
        return self.fitting(function(*args, **keywords))


def _shape(value: Any) -> tuple[int, ...]:
    """The shape of an array, or of what a list becomes."""
    if isinstance(value, np.ndarray):
        return value.shape
    if isinstance(value, list) and value:
        inner = [_shape(item) for item in value if isinstance(item, list | np.ndarray)]
        return (len(value), *max(inner, key=prod)) if inner else (len(value),)
    return ()


def _size(function: Any, args: Sequence[Any], keywords: dict[str, Any]) -> int | None:
    """How many elements a function will make; None where only it knows."""
    if isinstance(function, Sized | Source):
        return function.size(*args, **keywords)
    return _broadcast(*args) if treats_elements_alone(function) else None


def _constants(plan: GraphPlan) -> list[Any]:
    """The arrays that a model states."""
    found = [expression.value for node in plan.nodes for expression in node.expressions() if expression.is_constant]
    found += [edge.weight for node in plan.nodes for port in node.ports for edge in port.edges]
    return [value for value in [*found, *(port.default for node in plan.nodes for port in node.ports)] if _shape(value)]


def _most_arrays(plan: GraphPlan) -> int:
    """How many arrays a trial may have at once: old and new values, arguments, and the parts of one expression."""
    return sum(map(_most_kept, plan.nodes)) + max(map(_most_passing, plan.nodes), default=0)


def _most_kept(node: NodePlan) -> int:
    calls = [part.call for part in (*node.functions, *node.parameters) if part.call]
    conditions = sum(len(parameter.conditions) for parameter in node.parameters)
    return 2 * len(node.slots()) + sum(len(call.args) for call in calls) + 2 * conditions


def _most_passing(node: NodePlan) -> int:
    return max((sum(1 for _ in ast.walk(each.tree)) for each in node.expressions()), default=0)


class CountedArithmetic(Arithmetic):
    """The meaning of each operator where what it makes has to fit."""

    def __init__(self, sources: Sequence[Source], room: Room):
        super().__init__(sources)
        self.room = room

    def binary(self, kind: type, a: Any, b: Any) -> Any:
        if a.__class__ in _NUMBERS and b.__class__ in _NUMBERS:
            return super().binary(kind, a, b)
        if isinstance(a, list | str) or isinstance(b, list | str):
            size = _joined(kind, a, b)
        else:
            size = of_matmul(a, b) if kind is ast.MatMult else _broadcast(a, b)
        return self._made(size * NUMBER, f"'{BINARY[kind][0]}'", super().binary, kind, a, b)

    def unary(self, kind: type, a: Any) -> Any:
        return self._made(_broadcast(a) * NUMBER, "a sign", super().unary, kind, a)

    def compare(self, kind: type, a: Any, b: Any) -> Any:
        if a.__class__ in _NUMBERS and b.__class__ in _NUMBERS:
            return super().compare(kind, a, b)
        return self._made(_broadcast(a, b), "a comparison", super().compare, kind, a, b)

    def choose(self, test: Any, value: Any, new: Any) -> Any:
        return self._made(_broadcast(test, value, new) * NUMBER, "a choice", super().choose, test, value, new)

    def call(self, function: Callable[..., Any], args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        size = _size(function, args, keywords)
        wanted = None if size is None or size <= 1 else size * NUMBER
        return self._made(wanted, NAMES.get(id(function), "the function"), super().call, function, args, keywords)

    def draw(self, number: int, args: Sequence[Any], keywords: dict[str, Any]) -> Any:
        size = self.sources[number].size(*args, **keywords)
        return self._made(None if size is None else size * NUMBER, "drawing", super().draw, number, args, keywords)

    def item(self, value: Any, index: Any) -> Any:
        return self.room.made(super().item(value, index), "indexing", known=False)

    def _made(self, wanted: int | None, what: str, make: Callable[..., Any], *args: Any) -> Any:
        if wanted:
            self.room.ensure(wanted, what)
        return self.room.made(make(*args), what, known=wanted is not None)


def _joined(kind: type, a: Any, b: Any) -> int:
    """How many items a list or text has that is repeated, or joined with another."""
    sizes = [len(each) if isinstance(each, list | str) else each if isinstance(each, int) else 0 for each in (a, b)]
    return max(sizes[0] * sizes[1] if kind is ast.Mult else sizes[0] + sizes[1], 0)


def _broadcast(*values: Any) -> int:
    """How many elements values have together; 0 where none of them is an array, or they do not go together."""
    if not any(isinstance(value, np.ndarray) for value in values):
        return 0
    try:
        return together(*values)
    except ValueError:  # the operator says so itself
        return 0
