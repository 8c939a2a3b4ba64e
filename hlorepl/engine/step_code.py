"""Steps as lines of Python: by the expressions of their ops, else as calls.

Values of rank 0 are numbers wherever the ops at hand say how (``OpSpec.number``), and become arrays where one is asked for; what is
repeated is left to NumPy where it repeats by itself; a result takes the place of an operand that nobody reads any more.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels.numbers import is_single, limits
from ..ops.expressions import Expression, call, operand_of
from ..ops.purity import is_free
from .finite import FEW, may_be_infinite
from .guards import FLAGS, LOOK
from .in_steps import in_turns
from .lines import Lines, give_types
from .names import Block, Named, Scope, Term
from .op_origin import OpOrigin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .counting import Checkpoints
    from .step import Step


#: What stands in the place of a name is nested no deeper, and no longer, than this.
_NESTED, _LONGEST = 8, 240
#: What is worked out before a loop, and kept while it runs, takes no more bytes than this.
_KEPT = 1 << 20


class StepCode(Lines):
    """What stands for the steps of a plan."""

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
        """A step; in a loop that changes nothing of what it reads, before the loop."""
        values = [self.value(scope, slot) for slot in step.ins]
        depth = self._depth_outside(step, values)
        if depth == self.depth:
            self._step_here(scope, step)
            return
        inner, self._blocks = self._blocks, self._blocks[: depth + 1]
        items = self._blocks[-1].items
        begin = len(items)
        self._step_here(scope, step)
        made, self._blocks = items[begin:], inner
        del items[begin:]
        for line in made:
            assert not isinstance(line, Block)
            self._blocks[depth].add_before_last(line)
        scope.own.difference_update(step.outs)  # the next round reads them again

    def _depth_outside(self, step: Step, values: Sequence[Named]) -> int:
        """How deep the block is in which a step is to stand: outside of the loops around it whose rounds would all do the same."""
        depth, least = self.depth, max([value.depth for value in values], default=0)
        if depth == least or not self.inlines or not _may_come_first(step):
            return depth
        while depth > least and self._blocks[depth].head.startswith("for "):
            depth -= 1
        return depth

    def _step_here(self, scope: Scope, step: Step) -> None:
        around, values = self._place, [self.value(scope, slot) for slot in step.ins]
        self._place = ((step, values), *around)
        if not step.parts:  # what was put together reads other values than the op by which it is known
            give_types(values, step.origin.operand_types)
        if step.view != "never" or step.inline is not None or step.hands_over or step.wants_context:
            for value in values:
                value.fresh = False
        results = self._results(scope, step, values)
        if step.guard in (FLAGS, LOOK):
            self._look(step, values, results)
        scope.values.update(zip(step.outs, results, strict=True))
        scope.own.update(step.outs)
        self.drop([scope.values[slot] for slot in (*step.frees, *step.unused) if slot in scope.own])
        self._place = around

    def _results(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        if self.inlines and step.inline is not None and self._may_stand_here(step):
            return self._inlined(scope, step, values)
        expression = step.number() if self.inlines and step.number is not None else None
        if expression is not None:
            found = self._number(step, expression, values)
            if step.guard or scope.reads[step.outs[0]] > 1:
                found.term = None
            return [found]
        return self._called(scope, step, values)

    def _text(self, expression: Expression, values: list[Named], thin: bool = False, wraps_late: bool = False) -> str:
        meaning: dict[str, str] = {}
        for field in expression.fields:
            number = operand_of(field)
            if number < 0:
                value = expression.names[field]
                is_short = value.__class__ in (int, bool) or value.__class__ is tuple and value == ()
                meaning[field] = repr(value) if is_short else self.known(value)
            elif field[0] == "n":
                term = self._term(expression, field, values[number])
                late = term is not None and wraps_late
                meaning[field] = self.number(values[number]) if term is None else term.unwrapped if late else term.text
            else:
                meaning[field] = (thin and values[number].thin) or self.array(values[number])
        return expression.written(meaning)

    def _number(self, step: Step, expression: Expression, values: list[Named]) -> Named:
        """A step on numbers, its result wrapped or rounded to the declared type."""
        found, dtype = Named(self.depth, (), step.dtypes[0]), step.dtypes[0]
        if expression.knowing is not None:
            expression = expression.knowing([_literal(value) for value in values]) or expression
        late = expression.wraps_late and dtype.kind in "iu"
        text = self._text(expression, values, wraps_late=late)
        name = found.number = self.fresh("n")
        before, nested = len(self._blocks[-1].items), 1 + max(map(self._nested, values), default=0)
        if expression.gives == "number" or dtype.kind in "bf":
            self.line(f"{name} = {text}")
            term = f"({text})"
        elif dtype.kind == "u":
            term = f"(({text}) & {limits(dtype)[1]})"
            self.line(f"{name} = {term[1:-1]}")
        else:
            test, wrapped = self._wrapping(expression, values, dtype)
            self.line(f"{name} = {text}")
            self.line(f"if {test.format(name)}: {name} = {wrapped.format(name)}")
            part = self.fresh("w")
            term = f"({wrapped.format(part)} if {test.format(f'({part} := {text})', part)} else {part})"
        # What is read of an array is read at once: it may be let go of, or written into, before the number is.
        reads_arrays = any(field[0] != "n" and operand_of(field) >= 0 for field in expression.fields)
        if nested < _NESTED and len(term) < _LONGEST and not reads_arrays:
            found.term = Term(term, f"({text})" if late else term, nested, self._blocks[-1])
        made = self._blocks[-1].items[before:]
        if not step.guard:  # else it is there for what it shows, also where nobody reads it
            self._asides[name] = [line for line in made if not isinstance(line, Block)]
        return found

    def _term(self, expression: Expression, field: str, value: Named) -> Term | None:
        """What may stand in the place of the name of a number: where it is read once, in the block in which it is computed."""
        term = value.term
        if term is None or term.block is not self._blocks[-1] or expression.text.count(f"{{{field}}}") > 1:
            return None
        return term

    @staticmethod
    def _nested(value: Named) -> int:
        return value.term.depth if value.term is not None else 0

    @staticmethod
    def _wrapping(expression: Expression, values: list[Named], dtype: Any) -> tuple[str, str]:
        """When a signed integer is beyond its type, and what it is then; where a number from 0 on is added, it is so at one end."""
        low, high = limits(dtype)
        wrapped = f"({{0}} + {-low} & {high - low}) - {-low}"
        known = [(_literal(value) or 0) > 0 for value in values]
        whole = not any(value.term is not None for value in values)
        if whole and expression.text == "{n0} + {n1}" and any(known):
            return f"{{0}} > {high}", wrapped
        if whole and expression.text == "{n0} - {n1}" and known[1]:
            return f"{{0}} < {low}", wrapped
        return f"not {low} <= {{0}} <= {high}", wrapped

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
        self.line(f"{text[:-1]}, out={found.array})")
        target.array = ""
        return found

    def _look(self, step: Step, values: list[Named], results: list[Named]) -> None:
        """Lines that look at what flags do not tell of: results of some steps, and what Python computes."""
        for value in results:
            name, dtype = value.any_name, value.dtype
            if dtype is not None and not may_be_infinite(dtype):
                continue
            if name == value.number:
                if step.guard == FLAGS and is_single(dtype):
                    continue
                test = f"not finite({name})" if is_single(dtype) else f"{name} - {name} != 0.0"
            elif step.guard == FLAGS:
                continue
            elif dtype is None or value.shape is None:
                test = ""
            elif prod(value.shape) <= FEW:
                test = f"0 in finite({name}).tobytes()"
            else:
                test = f"not finite({name}).all()"
            read = [each.any_name for each in values]
            given = "" if step.hands_over or not all(read) else f", ({''.join(f'{each}, ' for each in read)})"
            self.line(f"{test and f'if {test}: '}look(({name},){given})")

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

    # What runs regions (``code.py``)

    def _may_stand_here(self, step: Step) -> bool:
        """Whether the regions of a step may be written where it stands."""
        raise NotImplementedError

    def _inlined(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        """Have it written by its rule."""
        raise NotImplementedError


def _may_come_first(step: Step) -> bool:
    """Whether nobody could tell if a step is done before a loop, and it takes little room there."""
    if (
        step.parts
        or step.guard
        or step.regions
        or step.hands_over
        or step.wants_context
        or step.has_several
        or not step.is_certain
    ):
        return False
    return isinstance(step.origin, OpOrigin) and is_free(step.origin.op) and step.needs <= _KEPT


def _literal(value: Named) -> int | None:
    """The integer that a constant is."""
    if not value.fixed or not value.number:
        return None
    text = value.number.strip("()")
    return int(text) if text.removeprefix("-").isdigit() else None


def _repeats(step: Step) -> bool:
    """Whether NumPy's own function does it, which repeats operands where that makes their shapes equal."""
    by_itself = isinstance(step.function, np.ufunc) if step.expression is None else step.expression.repeats
    return by_itself and step.elementwise and step.is_certain
