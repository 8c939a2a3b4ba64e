"""Regions and functions among the steps that run them: what the ``inline`` rules of ops may ask for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..ir.types import TensorType
from .lines import give_types
from .names import Named, Scope
from .step_code import StepCode

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from .plan import Plan
    from .step import Runnable, Step

#: Loops and branches below each other, steps in all: what is more is called. CPython allows twenty loops in each other.
_DEEPEST, _MOST_STEPS = 12, 5_000


class Code(StepCode):
    """What stands for the steps of a plan, and of all that they run."""

    def _may_stand_here(self, step: Step) -> bool:
        if self.depth >= _DEEPEST or self._steps > _MOST_STEPS or self._waits(step):
            return False
        is_first = len(self._place) == 1
        return not (is_first and step.inline is not None and step.inline.made)

    def _inlined(self, scope: Scope, step: Step, values: list[Named]) -> list[Named]:
        assert step.inline is not None
        before = self.captured, self._handed
        dying = {scope.values[slot] for slot in step.frees if slot in scope.own}
        self._handed = {value for value in values if value in dying and values.count(value) == 1}
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
            found.array = self._carried[value]
        else:
            found.array, value.fresh = self.fresh("v"), False
            self.line(f"{found.array} = {self.array(value)}")
        return found

    def run(self, region: Runnable, arguments: Sequence[Named], keeps: bool = False) -> list[Named]:
        captured, plan = self.captured if region.captures else (), region.plan
        if not self._can_be_read(plan):
            return self._run_called(region, arguments, captured, keeps)
        give_types(captured, [value.type for value in region.captures])
        before, handed, improved = self.captured, self._handed, plan.runner.improved
        own = {slot for slot, value in enumerate(arguments) if not keeps and value in self._handed}
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
            self.drop([value for value in arguments if value in self._handed])
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
                if value in self._handed:
                    self.drop([value])
                self._handed.add(state)
            else:
                self._handed.discard(value)
            found.append(state)
        return found

    def _target(self, shape: tuple[int, ...] | None, dtype: Any, depth: int) -> Named:
        state = Named(depth, shape, dtype)
        if state.is_number:
            state.number = self.fresh("n")
        else:
            state.array = self._carried[state] = self.fresh("s")
        return state

    def _bind(self, target: Named, value: Named) -> None:
        if target.number:
            self.line(f"{target.number} = {self.number(value)}")
        else:
            self.line(f"{target.array} = {self.array(value)}")

    @contextmanager
    def counting(self, value: Named, limit: str) -> Generator[None]:
        if not value.is_number:
            count = self.fresh("t")
            self.line(f"{count} = {limit} - {self.number(value)}")
            with self.block(f"for {self.turn(count)} in range({count}):"):
                yield
            return
        name = value.number
        self._counters.add(value)
        first = self.fresh("t")
        self.line(f"{first} = {name}")
        self.turns[self._place[0][0]] = name, first, limit
        with self.block(f"for {name} in range({name}, {limit}):"):
            yield
        self.line(f"if {name} < {limit}: {name} = {limit}")

    def rebind(self, state: Sequence[Named], values: Sequence[Named]) -> None:
        pairs = [(one, other) for one, other in zip(state, values, strict=True) if one is not other]
        pairs = [(one, other) for one, other in pairs if one not in self._counters]
        pairs = [(one, other) for one, other in pairs if one in self._handed]
        names = [
            (one.number, self.number(other)) if one.is_number else (self._carried[one], self.array(other))
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
