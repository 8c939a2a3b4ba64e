"""A plan: steps over slots, made once, run in any number of contexts at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from .step import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from ..backends.base import Backend
    from ..ir.types import Type
    from .context import RunContext
    from .counting import Told
    from .executor import Runner
    from .observing import Origin
    from .passes.notes import Note


class Place(NamedTuple):
    """A slot, the number of the step that fills it (-1: it is an input or a constant), and the declared type."""

    slot: int
    step: int
    type: Type | None


@dataclass(slots=True, eq=False)
class Plan:
    """Flat steps over slots. Arguments come first, then captured values, then what steps make."""

    backend: Backend
    #: How many slots arguments and captured values take.
    inputs: int
    #: The slots at the start: constants (None may be one) in their places, None elsewhere.
    template: list[Any]
    steps: list[Step] = field(default_factory=list[Step])
    outputs: list[int] = field(default_factory=list[int])
    #: The slots of constants, and where they come from.
    constants: dict[int, Origin | None] = field(default_factory=dict[int, "Origin | None"])
    #: The name of the function or graph that it is of.
    name: str = ""
    #: The names of its inputs, as far as they have any, and their declared types (None where there is none).
    input_names: Sequence[str] = ()
    input_types: Sequence[Type | None] = ()
    #: How many of them, the last ones, are captured.
    captures: int = 0
    #: What hands out its outputs, where that is written.
    end: Origin | None = None
    #: What tells ``peak`` for a list of arguments, where types do not.
    foresee: Callable[[list[Any]], int | None] | None = None
    #: What tells for a list of arguments how much each step makes, where types do not.
    foretell: Callable[[list[Any]], Told] | None = None
    #: It is run once: what passes over a few small steps would gain, they would cost.
    is_run_once: bool = False
    #: What passes have done to it (``engine/passes``).
    notes: list[Note] = field(default_factory=list["Note"])
    _runner: Runner | None = None
    _places: dict[str, Place] | None = None
    _peak: tuple[int | None] | None = None
    _waits: bool | None = None

    @property
    def runner(self) -> Runner:
        """What runs it fast; made on the first run."""
        if self._runner is None:
            from .executor import Runner  # late: on demand

            self._runner = Runner(self)
        return self._runner

    @property
    def places(self) -> dict[str, Place]:
        """Where each value stands that has a name, with its mark if it has one: ``%x``, or ``conv1`` of ONNX."""
        if self._places is None:
            self._places = dict(_places(self))
        return self._places

    @property
    def peak(self) -> int | None:
        """The bytes that it may come to hold beside its inputs; None where sizes show when it runs."""
        if self._peak is None:
            from .peak import peak_of  # late: on demand

            self._peak = (peak_of(self),)
        return self._peak[0]

    @property
    def waits(self) -> bool:
        """Whether a process may have to wait for others in it: then it has a resumable form as well."""
        if self._waits is None:
            self._waits = any(step.waits for step in self.steps)
        return self._waits

    @property
    def is_shallow(self) -> bool:
        """Whether what runs it is made, and goes no deeper than into regions of single ops: then Python's stack need not grow."""
        return self._runner is not None and self._runner.is_shallow

    def peak_on(self, arguments: list[Any]) -> int | None:
        """The same for these arguments."""
        return self.peak if self.foresee is None else self.foresee(arguments)

    def constant(self, value: Any, origin: Origin | None = None) -> int:
        """A new slot, for a constant."""
        self.constants[len(self.template)] = origin
        self.template.append(value)
        return len(self.template) - 1

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on arrays; the list is emptied, so that what only it holds may be overwritten."""
        return (self._runner or self.runner).run(arguments, context)

    def resume(self, arguments: list[Any], context: RunContext) -> Generator[Any, Any, tuple[Any, ...]]:
        """Run as a generator that gives a request where it has to wait, and is sent the answer; the list is emptied."""
        return (self._runner or self.runner).resume(arguments, context)

    def quickest(self, context: RunContext) -> Callable[[list[Any], RunContext], tuple[Any, ...]]:
        """What is to be called again and again in this run in place of ``run``."""
        return self.runner.quickest(context) or self.run


def _places(plan: Plan) -> Iterator[tuple[str, Place]]:
    for slot, (name, of) in enumerate(zip_longest(plan.input_names, plan.input_types)):
        yield name, Place(slot, -1, of)
    for slot, origin in plan.constants.items():
        if origin is not None:
            yield next(iter(origin.results), origin.label), Place(slot, -1, next(iter(origin.result_types), None))
    for number, step in enumerate(plan.steps):
        for name, slot, of in zip(step.origin.results, step.outs, step.origin.result_types, strict=False):
            if name:
                yield name, Place(slot, number, of)


def plans_of(plan: Plan) -> Iterator[Plan]:
    """A plan and all that it may run step by step, each once."""
    waiting, seen = [plan], {id(plan)}
    while waiting:
        found = waiting.pop()
        yield found
        for step in found.steps:
            for region in step.regions if step.rule is not None else ():
                if id(region.plan) not in seen:
                    seen.add(id(region.plan))
                    waiting.append(region.plan)


def mark_last_uses(plan: Plan) -> None:
    """Say of each step what may be dropped after it, and whether it may overwrite an operand."""
    seen = {*plan.outputs, *plan.constants}
    for step in reversed(plan.steps):
        dying = [slot for slot in dict.fromkeys((*step.ins, *step.outs)) if slot not in seen]
        seen.update(dying)
        step.frees = tuple(slot for slot in dying if slot not in step.outs)
        step.unused = tuple(slot for slot in dying if slot in step.outs)
        if step.owning is not None and step.updates is not None:
            slot = step.ins[step.updates]
            if plan.backend.is_host and slot in step.frees and step.ins.count(slot) == 1:
                step.owned_slot = slot
            else:
                step.owning = None
