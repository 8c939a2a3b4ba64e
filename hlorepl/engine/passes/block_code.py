"""A chain as straight-line Python over one block of rows.

A value in a block has the shape ``(rows, *rest)``, or with some sizes 1 where it is the same along them, or rank 0 where it
is one number for all: what broadcasts is not spread out before somebody needs it whole.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...ir.types import TensorType
from ...kernels.casts import convert
from ...kernels.choosing import choose, is_chosen_by_bits
from ...kernels.rounding import largest, rounded
from ...ops.meanings import Choice, Count, Fold, Regroup, Spread
from ..guards import LOOK
from ..source import Writer
from .draft import meaning
from .letting_go import letting_go
from .low_code import LowForms
from .reusing import Memory
from .row_reductions import row_reducer
from .rowwise import attribute, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..step import Step
    from .usual import Usual

    Shape = tuple[int, ...]


#: Stands for all that a block is handed, before that is known.
_ALL = "*all"


class Value(NamedTuple):
    """A variable of the block: its name, and its shape there, whose first size is 1 or -1 (rows); None of rank 0."""

    name: str
    shape: Shape | None


class RowLoop:
    """A loop all of whose rounds can be run on a block before the next block is looked at.

    As a step it reads ``rounds``, what is known of each round, then what it is to carry, then ``outside``: what the body reads from
    outside. Each round has a tuple of numbers for the slots ``each``; the ``body`` reads and makes ``carried`` and ``results``.
    """

    def __init__(
        self,
        each: Sequence[int],
        carried: Sequence[int],
        body: Sequence[Step],
        results: Sequence[int],
        shapes: Sequence[Shape],
    ):
        self.each = each
        self.carried = carried
        self.body = body
        self.results = results
        self.shapes = shapes


class BlockCode:
    """Writes the function of one block.

    ``rows`` and ``whole`` are what it is handed: slots cut in rows, and (slot, what is done to it once) for those that are not.
    With ``usual``, which says what a step takes of two numbers for ordinary rows, all rows are taken for such: more is known to be
    the same then. Where they are not, ``general``, written without, does the block.
    """

    def __init__(
        self,
        count: int,
        targets: Sequence[int],
        usual: Usual | None = None,
        look: Callable[..., None] | None = None,
    ):
        self.count = count
        self._look_at = look
        self.usual = usual
        self.has_trusted = False
        self._folds: dict[Any, Any] = {}
        self.general: BlockCode | None = None
        self.names: dict[str, Any] = {"spread": np.broadcast_to}
        self.rows: dict[int, Shape] = {}
        self.whole: dict[tuple[int, Shape | None], str] = {}
        self.values: dict[int, Value] = {}
        self.steps: list[Step] = []
        self.targets = targets
        self._lines: list[tuple[str, int]] = []
        self._given_names: dict[int, str] = {}
        #: The variables that hold what an expression gives.
        self._same: dict[str, str] = {}
        self._memory = Memory()
        self._indent = "    "
        self._number = 0
        self._named = 0
        self._depth = 0
        self._low = LowForms(self)

    @property
    def is_in_loop(self) -> bool:
        """Whether a loop is being written."""
        return self._depth > 0

    @property
    def reused(self) -> int:
        """How many results were put into the memory of operands that nobody reads any more, as soon as the function is written."""
        return self._memory.count

    # Values

    def _line(self, text: str) -> None:
        self._lines.append((self._indent + text, self._number))

    def _name(self, prefix: str = "x") -> str:
        self._named += 1
        return f"{prefix}{self._named}"

    def _let(self, text: str, target: str = "") -> str:
        """The variable that holds what an expression gives; the one of before where there is one."""
        found = self._same.get(text)
        if found is not None and not target:
            return found
        name = self._same[text] = target or self._name()
        self._line(f"{name} = {text[:-1]}, out={target})" if target else f"{name} = {text}")
        return name

    def _given(self, thing: Any) -> str:
        found = self._given_names.get(id(thing))
        if found is None:
            found = self._given_names[id(thing)] = self._name("k")
            self.names[found] = thing
        return found

    def value(self, slot: int, shape: Shape) -> Value:
        """A slot of a declared shape, as it is in the block."""
        found = self.values.get(slot)
        if found is None:
            found = self.values[slot] = self._low.own(slot) or self._outer(slot, shape)
        return found

    def _outer(self, slot: int, shape: Shape) -> Value:
        if not shape:
            return Value(self.whole.setdefault((slot, None), f"u{slot}"), None)
        self.rows[slot] = rest = shape[self.count :]
        return Value(f"r{slot}", (-1, *rest))

    def _same_for_all(self, slot: int, shape: Shape | None) -> Value:
        """A slot from outside that is the same for all rows, in another shape."""
        name = self.whole.setdefault((slot, shape), f"u{slot}_{len(self.whole)}")
        return Value(name, shape)

    def full(self, value: Value, rest: Shape) -> Value:
        """The value with all its rows and all that is in them."""
        if value.shape == (-1, *rest):
            return value
        name = self._let(f"spread({value.name}, (b, {''.join(f'{size}, ' for size in rest)}))")
        return Value(name, (-1, *rest))

    def _reshaped(self, value: Value, shape: Shape) -> Value:
        if value.shape == shape:
            return value
        return Value(self._let(f"{value.name}.reshape({shape})"), shape)

    def _rest(self, step: Step) -> Shape:
        """What a row of a step's result has for a shape."""
        shape = step.shapes[0]
        assert shape is not None
        return shape[self.count :]

    # Steps

    def add(self, step: Step) -> None:
        """The lines of a step."""
        self._number = len(self.steps)
        self.steps.append(step)
        if isinstance(step.function, RowLoop):
            self._loop(step, step.function)
            return
        self._written(step)
        if step.guard == LOOK and self._look_at is not None:
            self._look(step, self._look_at)

    def _look(self, step: Step, look: Callable[..., None]) -> None:
        """A line that looks at what a step has made (``engine/guards.py``), also at what rounding will make of it."""
        (slot,) = step.outs
        raw = None if slot in self.values else self._low.raw.get(slot)
        made = raw or self.values.get(slot) or self._low.wide[slot]
        read = [self.values.get(each) or self._low.wide.get(each) for each in step.ins]
        known = [each.name for each in read if each is not None]
        given = f", ({''.join(f'{each}, ' for each in known)})" if len(known) == len(read) else ""
        finite, looks, name = self._given(np.isfinite), self._given(look), made.name
        if raw is None:
            self._line(f"if not {finite}({name}).all(): {looks}(({name},){given})")
            return
        dtype = self._low.dtypes[slot]
        rounds = self._given(partial(rounded, dtype=dtype))
        # NaN is in no range, and fails as well.
        fits = f"-{largest(dtype)} <= {name}.min() <= {name}.max() <= {largest(dtype)}"
        self._line(f"if not {fits}: {looks}(({rounds}({name}),){given})")

    def _written(self, step: Step) -> None:
        means = meaning(step)
        writer = self.WRITERS.get(type(means))
        if writer is not None:
            self.values[step.outs[0]] = writer(self, step, means)
        elif not self._low.step(step):
            self.values[step.outs[0]] = self._elementwise(step)

    def store(self, slot: int, dtype: Any) -> None:
        """Put a slot into its target, unless it is there already."""
        target, raw = f"t{slot}", self._low.raw.get(slot)
        self._memory.shows_nothing(len(self._lines), 2)
        if raw is not None and slot not in self.values:  # rounded where it is put
            self._line(f"{target}[...] = {raw.name}")
            return
        value = self.value(slot, ())
        if value.name == target:
            return
        self._line(f"if {value.name}.dtype != {self._given(dtype)}: raise wrong({value.name}.dtype)")
        self._line(f"{target}[...] = {value.name}")

    def _elementwise(self, step: Step) -> Value:
        rest = self._rest(step)
        values = [self.value(slot, shape_of(step, k)) for k, slot in enumerate(step.ins)]
        chosen = self._usually(step, values, rest)
        if chosen:
            return self._trusted(values, chosen)
        function = self.chooser(step, values, step.dtypes[0]) or step.function
        if not isinstance(function, np.ufunc):
            return self.made(function, values := self._prepared(step, values, rest), _joint(values))
        values = self._of_a_shape(values, rest)
        shape = _joint(values)
        known = self._dtype(step, function) == step.dtypes[0]
        target = f"t{step.outs[0]}" if known and self._is_target(step.outs[0], shape, rest) else ""
        return self._by_ufunc(function, values, shape, step.dtypes[0] if known else None, target)

    def _of_a_shape(self, values: list[Value], rest: Shape) -> list[Value]:
        """Operands of which one at least has dimensions."""
        if all(value.shape is None for value in values):
            return [self._reshaped(values[0], (1,) * (1 + len(rest))), *values[1:]]
        return values

    def _by_ufunc(
        self, function: Any, values: Sequence[Value], shape: Shape, dtype: Any = None, target: str = ""
    ) -> Value:
        """The result of a function of NumPy's, of a dtype if that is known."""
        at = len(self._lines)
        name = self._let(f"{self._given(function)}({', '.join(value.name for value in values)})", target)
        if len(self._lines) > at:
            self._memory.shows_nothing(at)
            if dtype is not None and shape[0] == -1 and not target:
                self._memory.makes(at, name, (dtype, shape))
        return Value(name, shape)

    def _usually(self, step: Step, values: Sequence[Value], rest: Shape) -> int:
        """Which of two numbers of a row a step takes for ordinary rows; 0 where it does not choose so."""
        shape = values[0].shape
        if self.usual is None or self._depth or prod(rest) != 1 or shape is None or len(values) != 3:
            return 0
        chosen = self.usual.choice(step)
        return chosen if chosen and values[chosen].shape == shape else 0

    def _trusted(self, values: Sequence[Value], chosen: int) -> Value:
        test = f"not {values[0].name}.all()" if chosen == 1 else f"{values[0].name}.any()"
        self._line(f"if {test}: return general(b, first, {_ALL})")
        self.has_trusted = True
        return values[chosen]

    @staticmethod
    def chooser(step: Step, values: Sequence[Value], dtype: Any) -> Any:
        """What is quicker than the function of a choice while operands are in cache; None where nothing is."""
        by_bits = isinstance(meaning(step), Choice) and values[0].shape is not None and is_chosen_by_bits(dtype)
        return choose if by_bits else None

    def made(self, function: Any, values: Sequence[Value], shape: Shape | None, first: Any = None) -> Value:
        """The result of a call, of a shape that is known; ``first`` stands before the values."""
        given = [*([self._given(first)] if first is not None else []), *(value.name for value in values)]
        return Value(self._let(f"{self._given(function)}({', '.join(given)})"), shape)

    def applied(self, function: Any, step: Step, values: list[Value], dtype: Any = None) -> Value:
        """The result of another function of the operands of an element-wise step; of NumPy's functions of this dtype."""
        rest = self._rest(step)
        if not isinstance(function, np.ufunc):
            return self.made(function, values := self._prepared(step, values, rest), _joint(values))
        values = self._of_a_shape(values, rest)
        return self._by_ufunc(function, values, _joint(values), dtype)

    def _is_target(self, slot: int, shape: Shape, rest: Shape) -> bool:
        """Whether a function can put its result where it is to be at the end."""
        return slot in self.targets and not self._depth and shape == (-1, *rest)

    @staticmethod
    def _dtype(step: Step, function: np.ufunc) -> Any:
        """What a function of NumPy's makes of the operands of a step; None where that is not known."""
        kinds = [each.dtype for each in step.origin.operand_types if isinstance(each, TensorType)]
        try:
            return function.resolve_dtypes((*kinds, None))[-1]
        except TypeError:
            return None

    def _prepared(self, step: Step, values: list[Value], rest: Shape) -> list[Value]:
        """The operands of a function that may not broadcast: in one shape, or of rank 0."""
        if isinstance(meaning(step), Choice):
            if values[0].shape is None:
                return [values[0], *(self.full(value, rest) for value in values[1:])]
            if any(value.shape is not None for value in values[1:]):
                return values
        shapes = {value.shape for value in values if value.shape is not None}
        if len(shapes) == 1:
            return values
        if not shapes:
            return [self._reshaped(values[0], (1,) * (1 + len(rest))), *values[1:]]
        return [value if value.shape is None else self.full(value, rest) for value in values]

    def _spread(self, step: Step, means: Spread) -> Value:
        shape, before, k = step.shapes[0], shape_of(step, 0), self.count
        assert shape is not None
        (slot,) = step.ins
        axes = list(attribute(step, means.axes))
        if slot not in self.values and slot not in self._low.dtypes:  # it comes from outside
            if prod(before) == 1:
                return self._same_for_all(slot, None)
            if all(axis >= k for size, axis in zip(before, axes, strict=True) if size != 1):
                rest = [1] * (len(shape) - k)
                for size, axis in zip(before, axes, strict=True):
                    if axis >= k:
                        rest[axis - k] = size
                return self._same_for_all(slot, (1, *rest))
        value = self.value(slot, before)
        if value.shape is None:
            return value
        rest = [1] * (len(shape) - k)
        for size, axis in zip(value.shape[1:], axes[k:], strict=True):
            rest[axis - k] = size
        return self._reshaped(value, (value.shape[0], *rest))

    def _count(self, step: Step, means: Count) -> Value:
        shape, k = step.shapes[0], self.count
        axis: int = attribute(step, means.axis)
        assert shape is not None
        if axis >= k:
            name = self._name()
            rest = tuple(size if axis == k + place else 1 for place, size in enumerate(shape[k:]))
            line = convert(np, np.arange(shape[axis], dtype=np.int64), step.dtypes[0]).reshape(1, *rest)
            self.names[name] = line
            return Value(name, (1, *rest))
        dtype = self._given(step.dtypes[0])
        counted = Value(self._let(f"{self._given(_counted)}({dtype}, first, b)"), (-1,))
        return self._reshaped(counted, (-1, *(1 for _ in shape[k:])))

    def _regroup(self, step: Step, means: Regroup) -> Value:
        before, rest = shape_of(step, 0), self._rest(step)
        value = self.value(step.ins[0], before)
        if value.shape is None:
            return value
        return self._reshaped(self.full(value, before[self.count :]), (-1, *rest))

    def _fold(self, step: Step, means: Fold) -> Value:
        before, rest = shape_of(step, 0), self._rest(step)
        axes: Shape = tuple([axis - self.count + 1 for axis in attribute(step, means.axes)])
        initial = self.value(step.ins[1], ())
        value = self.full(self._low.summand(step, before) or self.value(step.ins[0], before), before[self.count :])
        key = (step.regions[0].single_op, step.dtypes[0], (1, *before[self.count :]), axes)
        fold = self._folds.get(key) or self._folds.setdefault(key, row_reducer(*key))
        if prod([before[axis + self.count - 1] for axis in axes]) > 1:  # else it may be a view
            self._memory.shows_nothing(len(self._lines))
        return Value(self._let(f"{self._given(fold)}({value.name}, {initial.name})"), (-1, *rest))

    # Loops

    def _loop(self, step: Step, loop: RowLoop) -> None:
        """What is carried is whole, and stays in the block."""
        for slot in self._low.dtypes:  # made here, they are known after the loop as well
            self.value(slot, ())
        rounds, carried = self.value(step.ins[0], ()).name, list[Value]()
        for slot, given, shape in zip(loop.carried, step.ins[1:], loop.shapes, strict=False):
            value = self.full(self.value(given, shape), shape[self.count :])
            carried.append(Value(f"c{slot}", value.shape))
            self._line(f"c{slot} = {value.name}")
        self.values.update(zip(loop.carried, carried, strict=True))
        self.values.update({slot: Value(f"e{slot}", None) for slot in loop.each})
        self._line(f"for {''.join(f'e{slot}, ' for slot in loop.each) or '_'} in {rounds}:")
        self._indent += "    "
        self._depth += 1
        before, self._same = self._same, self._same.copy()
        for inner in loop.body:
            self.add(inner)
        places = zip(loop.results, loop.shapes, strict=True)
        after = [self.full(self.value(slot, shape), shape[self.count :]).name for slot, shape in places]
        self._line(f"{''.join(f'{value.name}, ' for value in carried)}= {''.join(f'{name}, ' for name in after)}")
        self._same = before
        self._depth -= 1
        self._indent = self._indent[:-4]
        self.values.update(zip(step.outs, carried, strict=True))

    #: What writes the lines of a step that is not element-wise.
    WRITERS: ClassVar[dict[type[Any], Callable[[BlockCode, Step, Any], Value]]] = {
        Spread: _spread,
        Count: _count,
        Regroup: _regroup,
        Fold: _fold,
    }

    def function(self, wrong: Callable[[Any], Exception]) -> tuple[Writer, Callable[..., None]]:
        """The function of the number of rows, the first row, the whole values, the rows of others, and the targets."""
        writer = Writer(f"def block({', '.join(['b', 'first', *self._parameters()])}):", "<chain>")
        writer.names = {**self.names, "wrong": wrong}
        lines = self._lines
        if self.general is not None:
            assert self.general._parameters() == self._parameters()
            writer.names["general"] = self.general.function(wrong)[1]
            lines = [(text.replace(_ALL, ", ".join(self._parameters())), number) for text, number in lines]
        for line, number in letting_go(self._memory.reused(lines)):
            writer.add(line, step=number)
        return writer, writer.function("block")

    def _parameters(self) -> list[str]:
        return [*self.whole.values(), *(f"r{slot}" for slot in self.rows), *(f"t{slot}" for slot in self.targets)]


def _counted(dtype: Any, first: int, count: int) -> Any:
    return convert(np, np.arange(first, first + count, dtype=np.int64), dtype)


def _joint(values: list[Value]) -> Shape:
    """The shape of what a function of broadcasting operands gives."""
    shapes = [value.shape for value in values if value.shape is not None]
    return tuple(-1 if -1 in sizes else max(sizes) for sizes in zip(*shapes, strict=True))
