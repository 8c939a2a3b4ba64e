"""Steps as lines of Python, with those of the regions and functions that they run among them.

Values of rank 0 are numbers of Python wherever the ops at hand say how (``OpSpec.number``), and become arrays where one is asked
for; what is repeated is left to NumPy where it repeats by itself. Conversions stand where the value is made, not in the loop.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from functools import cache, partial
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..ir.types import TensorType
from ..kernels.numbers import is_single, limits, literal
from ..ops.expressions import Expression, call, operand_of
from .in_steps import in_turns
from .names import Block, Named, Scope
from .results import MINE, conforming, getrefcount, several, single

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from .counting import Checkpoints
    from .names import Place
    from .plan import Plan
    from .source import Writer
    from .step import Runnable, Step

#: Loops and branches below each other, steps in all: what is more is called. CPython allows twenty loops in each other.
_DEEPEST, _MOST_STEPS = 12, 5_000
_NAME = re.compile(r"\b[a-z]\d+\b")
#: What makes a number of what may be a scalar of NumPy, by the kind of its dtype.
_NUMBER_OF = {"b": "bool", "i": "int", "u": "int", "f": "float"}
#: Up to so many elements a copy costs less than a view.
_SMALL = 4096


class Form(NamedTuple):
    """Which of the forms of a plan is being written."""

    file: str
    #: A generator, which gives what it has to wait for.
    is_resumable: bool = False
    #: Results need not be compared with what was declared.
    is_proven: bool = True
    #: The only step is not to be spoken of where something goes wrong inside of it.
    is_part: bool = False
    #: Where it asks for room. Values are called by their slots then.
    points: Checkpoints | None = None


class Code:
    """The body of a function in the making."""

    def __init__(self, names: dict[str, Any], backend: Any, form: Form):
        self.names = names
        self.backend = backend
        self.form = form
        self.inlines = form.is_proven and backend.is_host and form.points is None
        self.places: list[Place] = []
        #: For loops, by the ids of their steps, the names of the numbers of their turns, and of what they began with.
        self.turns: dict[int, tuple[str, str]] = {}
        #: What the regions of the op that is being written capture.
        self.captured: Sequence[Named] = ()
        self._place: Place = ()
        self._blocks = [Block("")]
        self._fresh = 0
        self._globals: dict[int, str] = {}
        self._plans: set[int] = set()
        self._steps = 0
        #: Values, by id, that the next region that is given them may let go of.
        self._handed: set[int] = set()
        self._alive: list[Named] = []
        #: Lines that do nothing but give a name to a value: they are left out where nobody reads it.
        self._asides: dict[str, list[tuple[str, int]]] = {}
        self._unread: set[int] = set()
        self._counters: set[int] = set()
        #: The names of arrays that go from round to round: in a round they may become those of other values.
        self._carried: dict[int, str] = {}
        names |= {"ref": getrefcount, "mine": MINE, "conforming": conforming, "backend": backend, "array_of": np.array}
        names |= {"cls": backend.array_type, "as_array": backend.as_array, "single": single, "several": several}

    # Lines and names

    @property
    def depth(self) -> int:
        return len(self._blocks) - 1

    def line(self, text: str) -> None:
        self._blocks[-1].items.append((text, self._here()))

    def _here(self) -> int:
        if not self.places or self.places[-1] is not self._place:
            self.places.append(self._place)
        return len(self.places) - 1

    @contextmanager
    def block(self, head: str, follows: bool = False) -> Generator[None]:
        block = Block(head, follows)
        self._blocks[-1].items.append(block)
        self._blocks.append(block)
        try:
            yield
        finally:
            self._blocks.pop()

    def put_into(self, writer: Writer, indent: int) -> None:
        """Hand all lines over but those that nobody needs."""
        self._leave_out_unread()
        self._put(writer, self._blocks[0], indent)

    def _leave_out_unread(self) -> None:
        read = Counter(_NAME.findall("\n".join(self._texts(self._blocks[0]))))
        for name, lines in reversed(self._asides.items()):
            own = [other for line, _ in lines for other in _NAME.findall(line)]
            if read[name] == own.count(name):
                read.subtract(own)
                self._unread.update(map(id, lines))

    def _texts(self, block: Block) -> Iterator[str]:
        for item in block.items:
            if isinstance(item, Block):
                yield item.head
                yield from self._texts(item)
            else:
                yield item[0]

    def _put(self, writer: Writer, block: Block, indent: int) -> None:
        if all(id(item) in self._unread for item in block.items):
            writer.add(f"{' ' * indent}pass")
        for item in block.items:
            if isinstance(item, Block):
                writer.add(" " * indent + item.head)
                self._put(writer, item, indent + 1)
            elif id(item) not in self._unread:
                writer.add(" " * indent + item[0], step=item[1])

    def fresh(self, letter: str) -> str:
        self._fresh += 1
        return f"{letter}{self._fresh}"

    def turn(self) -> str:
        """The name of the number of a turn of the loop that is being written, for whoever asks where it was interrupted."""
        name = self.fresh("t")
        self.turns[id(self._place[0][0])] = name, ""
        return name

    def known(self, value: Any) -> str:
        """The name of something that the code refers to."""
        found = self._globals.get(id(value))
        if found is None:
            found = self._globals[id(value)] = f"k{len(self._globals)}"
            self.names[found] = value
        return found

    def _define(self, value: Named, letter: str, text: str) -> str:
        """A name more for a value, in the block in which it was made."""
        name, depth = self.fresh(letter), value.depth
        line = (f"{name} = {text}", self._here())
        self._asides[name] = [line]
        if depth == self.depth:
            self._blocks[-1].items.append(line)
        else:
            self._blocks[depth].add_before_last(line)
        return name

    # Values in one form or other

    def array(self, value: Named) -> str:
        if not value.array:
            if value.raw:
                value.array = self._define(value, "v", self._as_array(value.raw))
            elif value.thin:
                assert value.shape is not None
                widen = self.known(_widener(self.backend.xp, value.shape))
                value.array = self._define(value, "v", f"{widen}({value.thin})")
            elif is_single(value.dtype):
                value.array = self._define(value, "v", f"as_array({value.number})")
            else:
                value.array = self._define(value, "v", f"array_of({value.number}, {self.known(value.dtype)})")
        return value.array

    def _as_array(self, name: str) -> str:
        is_array = f"{name}.__class__ is cls" if isinstance(self.names["cls"], type) else f"isinstance({name}, cls)"
        return f"{name} if {is_array} else as_array({name})"

    def number(self, value: Named) -> str:
        if not value.number:
            if is_single(value.dtype):
                text = f"{value.raw or self.array(value)}[()]"
            elif value.raw and value.dtype is not None:
                text = f"{_NUMBER_OF[value.dtype.kind]}({value.raw})"
            else:
                text = f"{self.array(value)}.item()"
            value.number = self._define(value, "n", text)
        return value.number

    def _constant(self, array: Any) -> Named:
        value = Named(0)
        value.fixed = True
        value.array = self.known(array)
        known: Any = array
        if isinstance(known, np.ndarray):
            value.shape, value.dtype = array.shape, array.dtype
            if value.is_number:
                number: Any = array[()] if is_single(value.dtype) else array.item()
                value.number = literal(number) or self.known(number)
        return value

    # Steps

    def steps(self, scope: Scope, steps: Sequence[Step]) -> None:
        for number, step in enumerate(steps):
            self._steps += 1
            if self.form.points is None:
                self._step(scope, step)
            else:
                self._counted_step(scope, number, step, self.form.points)

    def _counted_step(self, scope: Scope, number: int, step: Step, points: Checkpoints) -> None:
        """A step with what asks for room before and after it."""
        for line in points.before(number, self.names):
            self.line(line)
        items = self._blocks[-1].items
        begin = len(items)
        self._step(scope, step)
        if begin < len(items):
            lines = [item for item in items[begin:] if not isinstance(item, Block)]
            shown = points.showing(number, [line for line, _ in lines], self.known(step.function))
            items[begin:] = [(line, lines[0][1]) for line in shown]
        for line in points.after(number, self.names):
            self.line(line)

    def _slot_name(self, slot: int) -> str:
        """The name of what is put into a slot."""
        return f"v{slot}" if self.form.points is not None else self.fresh("v")

    def value(self, scope: Scope, slot: int) -> Named:
        found = scope.values.get(slot)
        if found is None:
            found = scope.values[slot] = self._constant(scope.plan.template[slot])
        return found

    def _step(self, scope: Scope, step: Step) -> None:
        around, values = self._place, [self.value(scope, slot) for slot in step.ins]
        self._place = ((step, values), *around)
        _give_types(values, step.origin.operand_types)
        if step.view != "never" or step.inline is not None or step.hands_over or step.wants_context:
            for value in values:
                value.fresh = False
        results = self._results(scope, step, values)
        scope.values.update(zip(step.outs, results, strict=True))
        scope.own.update(step.outs)
        self.drop([scope.values[slot] for slot in (*step.frees, *step.unused) if slot in scope.own])
        self._place = around

    def _results(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        if self.inlines and step.inline is not None and self._may_stand_here(step):
            return self._inlined(scope, step, values)
        expression = step.number() if self.inlines and step.number is not None else None
        if expression is not None:
            return [self._number(step, expression, values)]
        return self._called(scope, step, values)

    def drop(self, values: Sequence[Named]) -> None:
        """Let go of values that nobody reads any more."""
        names = [*dict.fromkeys(name for value in values for name in value.arrays)]
        if names:
            self.line(f"{' = '.join(names)} = None")

    def _text(self, expression: Expression, values: list[Named], thin: bool = False) -> str:
        meaning: dict[str, str] = {}
        for field in expression.fields:
            number = operand_of(field)
            if number < 0:
                value = expression.names[field]
                is_short = value.__class__ in (int, bool) or value.__class__ is tuple and value == ()
                meaning[field] = repr(value) if is_short else self.known(value)
            elif field[0] == "n":
                meaning[field] = self.number(values[number])
            else:
                meaning[field] = (thin and values[number].thin) or self.array(values[number])
        return expression.written(meaning)

    def _number(self, step: Step, expression: Expression, values: list[Named]) -> Named:
        """A step on numbers, its result wrapped or rounded to the declared type."""
        found = Named(self.depth, (), step.dtypes[0])
        text, dtype = self._text(expression, values), step.dtypes[0]
        name = found.number = self.fresh("n")
        before = len(self._blocks[-1].items)
        if expression.gives == "number" or dtype.kind in "bf":
            self.line(f"{name} = {text}")
        elif dtype.kind == "u":
            self.line(f"{name} = ({text}) & {limits(dtype)[1]}")
        else:
            low, high = limits(dtype)
            self.line(f"{name} = {text}")
            self.line(f"if not {low} <= {name} <= {high}: {name} = ({name} + {-low} & {high - low}) - {-low}")
        made = self._blocks[-1].items[before:]
        self._asides[name] = [line for line in made if not isinstance(line, Block)]
        return found

    def _called(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        if step.hands_over or self._waits(step):
            text = ", ".join(map(self.array, values))
            self.line(f"a = [{text}]")
            self.drop([scope.values[slot] for slot in step.frees if slot in scope.own])
            if self._waits(step):
                assert step.rule is not None
                return self._stored(step, f"(yield from {self.known(partial(in_turns, step.rule))}(a, context))")
            return self._stored(step, f"{self.known(step.function)}(a, context)")
        if step.wants_context:
            return self._stored(
                step, f"{self.known(step.function)}({', '.join(['context', *map(self.array, values)])})"
            )
        expression = step.expression or call(step.function, len(values))
        if expression.writes is not None and step.updates is not None and self.inlines:
            return [self._written_into(scope, step, expression.writes, values)]
        if step.owning is not None and step.owned_slot in scope.own:
            return self._stored(step, self._owning(scope, step, values))
        if expression.thin is not None and self.inlines:
            found = Named(self.depth, step.shapes[0], step.dtypes[0])
            found.thin, found.thin_shape = self.fresh("t"), expression.thin_shape
            self.line(f"{found.thin} = {self._text(expression.thin, values)}")
            return [found]
        thin = self._thin_shape(step, values)
        text, target = self._text(expression, values, thin is not None), None
        if self.inlines and _repeats(step) and step.shapes[0] and thin in (None, step.shapes[0]):
            target = self._target_among(scope, step, values)
            if target is None:
                (found,) = self._stored(step, text, thin)
                found.fresh = True
                return [found]
            return [self._done_in(target, step, text)]
        return self._stored(step, text, thin)

    def _target_among(self, scope: Scope, step: Step, values: list[Named]) -> Named | None:
        """An operand that nobody reads any more, whose memory holds the result of a function of NumPy's."""
        if not isinstance(step.function, np.ufunc) or step.gives_tuple:
            return None
        wanted = step.shapes[0], step.dtypes[0]
        for slot, value in zip(step.ins, values, strict=True):
            is_ours = slot in step.frees and slot in scope.own and value.fresh and not value.thin
            if is_ours and (value.shape, value.dtype) == wanted:
                return value
        return None

    def _done_in(self, target: Named, step: Step, text: str) -> Named:
        """The result takes the place of an operand, under its name."""
        found = Named(self.depth, step.shapes[0], step.dtypes[0])
        found.array, found.fresh = target.array, True
        self.line(f"{text[:-1]}, {found.array})")
        target.array = ""
        return found

    def _waits(self, step: Step) -> bool:
        return self.form.is_resumable and step.rule is not None and step.waits

    def _owning(self, scope: Scope, step: Step, values: list[Named]) -> str:
        given, owned = ", ".join(map(self.array, values)), self.array(scope.values[step.owned_slot])
        ours = f"ref({owned}) <= mine and {owned}.base is None and {owned}.flags.writeable"
        return f"{self.known(step.owning)}({given}) if {ours} else {self.known(step.function)}({given})"

    def _written_into(self, scope: Scope, step: Step, statement: Expression, values: list[Named]) -> Named:
        """A statement that changes an operand, or a copy of it where somebody else may hold that."""
        assert step.updates is not None
        target, found = values[step.updates], Named(self.depth, step.shapes[0], step.dtypes[0])
        name = self.array(target)
        if step.owning is not None and step.owned_slot in scope.own:
            self.line(
                f"if ref({name}) > mine or {name}.base is not None or not {name}.flags.writeable: {name} = {name}.copy()"
            )
            target.raw = target.thin = ""
            self.line(self._text(statement, values, thin=True))
            target.array, found.array = "", name
            return found
        found.array = self.fresh("v")
        self.line(f"{found.array} = {name}.copy()")
        rest = [*values[: step.updates], found, *values[step.updates + 1 :]]
        self.line(self._text(statement, rest, thin=True))
        return found

    def _thin_shape(self, step: Step, values: list[Named]) -> tuple[int, ...] | None:
        """The shape that the result has when operands stay thin; None where they have to be whole."""
        if not _repeats(step) or not any(value.thin and not value.array for value in values):
            return None
        shapes = [value.thin_shape if value.thin else value.shape for value in values]
        if any(shape is None for shape in shapes):
            return None
        return np.broadcast_shapes(*shapes)  # type: ignore[arg-type]

    def _stored(self, step: Step, text: str, thin: tuple[int, ...] | None = None) -> list[Named]:
        """Names for the results of a call."""
        made = [Named(self.depth, shape, dtype) for shape, dtype in zip(step.shapes, step.dtypes, strict=True)]
        if not self.form.is_proven:
            text = f"{'several' if step.has_several else 'single'}({text}, {self.known(step)}, backend)"
        if step.has_several or not self.form.is_proven:
            for value, slot in zip(made, step.outs, strict=True):
                value.array = self._slot_name(slot)
            targets = "".join(f"{value.array}{', ' if step.has_several else ' '}" for value in made)
            self.line(f"{targets}= {text}" if targets else text)
            return made
        (found,) = made
        taken, name = ", = " if step.gives_tuple else " = ", self._slot_name(step.outs[0])
        if step.wrap is not None:
            found.array = name
            self.line(f"r = {text}")
            self.line(f"{found.array} = r if r.__class__ is cls else {self.known(step.wrap)}(r)")
        elif step.is_checked_again:
            found.array = name
            self.line(f"r{taken}{text}")
            self._check("r", found, step)
        elif thin is not None and thin != found.shape:
            found.thin, found.thin_shape = self.fresh("t"), thin
            self.line(f"{found.thin}{taken}{text}")
        elif found.shape == () and found.dtype is not None and not step.hands_over:
            found.raw = self.fresh("r")
            self.line(f"{found.raw}{taken}{text}")
            if not self.inlines:
                found.array = name
                self.line(f"{name} = {self._as_array(found.raw)}")
        else:
            found.array = name
            self.line(f"{found.array}{taken}{text}")
        return made

    def _check(self, name: str, value: Named, step: Step) -> None:
        given = ", ".join(map(self.known, (step.shapes[0], step.dtypes[0], step)))
        self.line(f"{value.array} = conforming({name}, {given}, backend)")

    # Steps that run regions, and what their rules may ask for

    def _may_stand_here(self, step: Step) -> bool:
        if self.depth >= _DEEPEST or self._steps > _MOST_STEPS or self._waits(step):
            return False
        is_first = len(self._place) == 1
        return not (is_first and step.inline is not None and step.inline.made)

    def _inlined(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        assert step.inline is not None
        before = self.captured, self._handed
        dying = {id(scope.values[slot]) for slot in step.frees if slot in scope.own}
        self._handed = {id(value) for value in values if id(value) in dying and values.count(value) == 1}
        count = step.inline.count
        self.captured = values[count:]
        results: list[Named] = []
        for value in step.inline(self, values[:count]):
            results.append(self._result(value, [*values, *results]))
        self.captured, self._handed = before
        if step.dtypes and not step.has_several and step.dtypes[0] is not None and step.shapes[0] is None:
            name, results[0].array = self.array(results[0]), self.fresh("v")
            self._check(name, results[0], step)
        return results

    def _result(self, value: Named, others: list[Named]) -> Named:
        """What a rule gives, known where the op stands, under names that are no other value's."""
        if value.depth <= self.depth and not (value.arrays and value in others):
            return value
        found = Named(self.depth, value.shape, value.dtype)
        if value.depth > self.depth and value.is_number:
            found.number = value.number
        elif value.depth > self.depth:
            found.array = self._carried[id(value)]
        else:
            found.array, value.fresh = self.fresh("v"), False
            self.line(f"{found.array} = {self.array(value)}")
        return found

    def run(self, region: Runnable, arguments: Sequence[Named], keeps: bool = False) -> list[Named]:
        captured, plan = self.captured if region.captures else (), region.plan
        if not self._can_be_read(plan):
            return self._run_called(region, arguments, captured, keeps)
        _give_types(captured, [value.type for value in region.captures])
        before, handed, improved = self.captured, self._handed, plan.runner.improved
        own = {slot for slot, value in enumerate(arguments) if not keeps and id(value) in self._handed}
        scope = Scope(improved, [*arguments, *captured], own)
        self._plans.add(id(plan))
        self.steps(scope, improved.steps)
        self._plans.discard(id(plan))
        self.captured, self._handed = before, handed
        return [self.value(scope, slot) for slot in improved.outputs]

    def _can_be_read(self, plan: Plan) -> bool:
        """Whether its steps may stand here: they are not those of a function that is being written, and are known to keep to types."""
        if id(plan) in self._plans or self._steps + len(plan.runner.steps) > _MOST_STEPS:
            return False
        runner = plan.runner
        return runner.is_proven or all(step.is_certain or step.inline is not None for step in runner.steps)

    def _run_called(
        self, region: Runnable, arguments: Sequence[Named], captured: Sequence[Named], keeps: bool
    ) -> list[Named]:
        self.line(f"a = [{', '.join(map(self.array, [*arguments, *captured]))}]")
        if not keeps:
            self.drop([value for value in arguments if id(value) in self._handed])
        found = [Named(self.depth) for _ in region.plan.outputs]
        for value, of in zip(found, region.result_types, strict=True):
            value.array = self.fresh("v")
            if isinstance(of, TensorType):
                value.shape, value.dtype = of.sizes if of.is_static else None, of.dtype
        targets = "".join(f"{value.array}, " for value in found)
        text = f"{self.known(region.plan.run)}(a, context)"
        self.line(f"{targets}= {text}" if targets else text)
        return found

    def carried(self, values: Sequence[Named], kept: Sequence[bool]) -> list[Named]:
        step, found = self._place[0][0], list[Named]()
        for value, is_kept, shape, dtype in zip(values, kept, step.shapes, step.dtypes, strict=True):
            state = value
            if not is_kept:
                state = self._target(shape, dtype, self.depth + 1)
                self._bind(state, value)
                if id(value) in self._handed:
                    self.drop([value])
                self._handed.add(id(state))
                self._alive.append(state)
            else:
                self._handed.discard(id(value))
            found.append(state)
        return found

    def _target(self, shape: tuple[int, ...] | None, dtype: Any, depth: int) -> Named:
        state = Named(depth, shape, dtype)
        if state.is_number:
            state.number = self.fresh("n")
        else:
            state.array = self._carried[id(state)] = self.fresh("s")
        return state

    def _bind(self, target: Named, value: Named) -> None:
        if target.number:
            self.line(f"{target.number} = {self.number(value)}")
        else:
            self.line(f"{target.array} = {self.array(value)}")

    @contextmanager
    def counting(self, value: Named, limit: str) -> Generator[None]:
        if not value.is_number:
            with self.block(f"for {self.turn()} in range({limit} - {self.number(value)}):"):
                yield
            return
        name = value.number
        self._counters.add(id(value))
        first = self.fresh("t")
        self.line(f"{first} = {name}")
        self.turns[id(self._place[0][0])] = name, first
        with self.block(f"for {name} in range({name}, {limit}):"):
            yield
        self.line(f"if {name} < {limit}: {name} = {limit}")

    def rebind(self, state: Sequence[Named], values: Sequence[Named]) -> None:
        pairs = [(one, other) for one, other in zip(state, values, strict=True) if one is not other]
        pairs = [(one, other) for one, other in pairs if id(one) not in self._counters]
        pairs = [(one, other) for one, other in pairs if id(one) in self._handed]
        names = [
            (one.number, self.number(other)) if one.is_number else (self._carried[id(one)], self.array(other))
            for one, other in pairs
        ]
        names = [(target, name) for target, name in names if target != name]
        if not names:
            return
        targets, given = zip(*names, strict=True)
        if {*targets} & {*given}:
            self.line(f"{', '.join(targets)} = {', '.join(given)}")
        else:
            self.line("; ".join(f"{target} = {name}" for target, name in names))
        gone = [value for _, value in pairs if value.depth == self.depth and value not in state]
        self.drop([value for value in gone if value.array not in self._carried.values()])

    def chosen(self) -> list[Named]:
        step = self._place[0][0]
        return [self._target(*each, self.depth) for each in zip(step.shapes, step.dtypes, strict=True)]

    def bind(self, names: Sequence[Named], values: Sequence[Named]) -> None:
        for target, value in zip(names, values, strict=True):
            self._bind(target, value)
        self.drop([value for value in values if value.depth == self.depth])


def _give_types(values: Sequence[Named], types: Sequence[Any]) -> None:
    """Say of values whose types nobody has said what they are."""
    for value, of in zip(values, types, strict=False):
        if value.dtype is None and isinstance(of, TensorType) and of.is_static:
            value.shape, value.dtype = of.sizes, of.dtype


def _repeats(step: Step) -> bool:
    """Whether NumPy's own function does it, which repeats operands where that makes their shapes equal."""
    by_itself = isinstance(step.function, np.ufunc) if step.expression is None else step.expression.repeats
    return by_itself and step.elementwise and step.is_certain


@cache
def _widener(xp: Any, shape: tuple[int, ...]) -> Callable[[Any], Any]:
    """What repeats a thin array to a shape."""

    def copy(array: Any) -> Any:
        made = xp.empty(shape, array.dtype)
        made[...] = array
        return made

    return copy if prod(shape) <= _SMALL else lambda array: xp.broadcast_to(array, shape)
