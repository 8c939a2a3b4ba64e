"""What can be run with stops in it: ops of the session, a function, a model."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..engine.context import RunContext
from ..engine.plan import plans_of
from ..engine.planner import Planner
from ..engine.process import Echo, Process
from ..engine.step_log import StepLog
from ..engine.stepper import Machine
from ..recursion import room
from .contexts import beside_values

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ..backends.base import Backend
    from ..debugging.debugger import Debugger
    from ..engine.context import Draws
    from ..engine.plan import Plan
    from ..ir.core import Function, Op, Value
    from ..mdf import Runner
    from ..mdf.marks import Mark
    from .session import Session


class Stoppable(Protocol):
    """A run that has not begun."""

    @property
    def title(self) -> str:
        """What it is called."""
        ...

    def debugger(self, session: Session, draws: Draws) -> Debugger:
        """A debugger that stands at its beginning; random numbers come from these streams."""
        ...


class PlannedRun:
    """A plan on arrays: a function's in which one can stop, or an ONNX graph's."""

    def __init__(self, title: str, plan: Plan | None, arguments: Sequence[Any]):
        self.title = title
        self._plan = plan
        self._arguments = [*arguments]

    def plan(self) -> Plan:
        """The plan, in which one can stop at every op."""
        assert self._plan is not None
        return self._plan

    def draws(self, draws: Draws) -> Draws:
        """Where its random numbers come from, of those that a run has."""
        return draws

    def process(self, session: Session, plan: Plan) -> Process:
        """What runs it."""
        return session.process

    def debugger(self, session: Session, draws: Draws) -> Debugger:
        """A debugger that stands at its first op."""
        from ..debugging.debugger import Debugger  # late: on demand

        plan = self.plan()
        echo = Echo(lambda line: session.process.emit(line))  # noqa: PLW0108 - whoever listens then
        process = self.process(session, plan).heard_by(echo)
        asked = RunContext(threads=session.threads, limit=session.max_memory, draws=self.draws(draws), process=process)
        within = beside_values(session, asked)
        arguments = [plan.backend.to_device(array) for array in self._arguments]
        machine = Machine(plan, arguments, within, StepLog(), keeps=_may_keep(plan, session.max_memory))
        found = Debugger(machine, self.title, plan)
        found.taken, found.around, found.echo = plan.backend.to_device, lambda: _around(plan), echo
        return found


def _may_keep(plan: Plan, limit: int | None) -> bool:
    """Whether all that a run makes may stay until its frame has returned, as far as types tell."""
    return limit is None or sum(step.needs for each in plans_of(plan) for step in each.steps) <= limit // 2


@contextmanager
def _around(plan: Plan) -> Generator[None]:
    with plan.backend.quiet(), room():
        yield


class OpsRun(PlannedRun):
    """Some ops of a session on values of it."""

    def __init__(
        self, backend: Backend, ops: Sequence[Op], inputs: list[Value], results: Sequence[Value], arrays: Sequence[Any]
    ):
        super().__init__("the statement", None, arrays)
        self.backend = backend
        self.ops = [*ops]
        self.inputs = inputs
        self.results = results

    def plan(self) -> Plan:
        """Made on demand: it is seldom asked for."""
        made = {id(value) for op in self.ops for value in op.results}
        results = [value for value in self.results if id(value) in made]
        plan = Planner(self.backend, in_steps=True).plan_ops(self.ops, self.inputs, results)
        plan.input_names = [f"%{value.name}" if value.name else "" for value in self.inputs]
        plan.input_types = [value.type for value in self.inputs]
        return plan


class FunctionRun(PlannedRun):
    """A function on arrays."""

    def __init__(self, title: str, backend: Backend, function: Function, arrays: Sequence[Any]):
        super().__init__(title, None, arrays)
        self.backend = backend
        self.function = function

    def plan(self) -> Plan:
        """Made on demand: it is seldom asked for."""
        return Planner(self.backend, in_steps=True).function(self.function).plan


class TrialsRun:
    """Trials of an MDF model, from where a runner stands."""

    def __init__(self, title: str, model: Any, graph: str | None, begin: Begin, trials: int):
        self.title = title
        self.model = model
        self.graph = graph
        self.begin = begin
        self.trials = trials
        #: How many trials are run before, without stops.
        self.before = 0

    def debugger(self, session: Session, draws: Draws) -> Debugger:
        """A debugger that stands at the first node that is asked."""
        from ..debugging.debugger import Debugger  # late: on demand
        from ..mdf.stepping import Trials  # late: on demand
        from ..mdf.values import given  # late: on demand

        context = RunContext(threads=session.threads, limit=session.max_memory, draws=self.begin.draws.copy())
        runner = self.runner(context)
        for _ in range(self.before):
            runner.trial(self.begin.dt if runner.trials else None, self.begin.inputs)
        found = Debugger(Trials(runner, self.trials, self.begin.dt, self.begin.inputs), self.title)
        found.taken = given
        return found

    def runner(self, context: RunContext) -> Runner:
        """A runner that stands where these trials begin."""
        from ..mdf import Runner  # late: on demand
        from ..mdf.marks import stand_as  # late: on demand

        runner = Runner(self.model, self.graph, self.begin.settings, context=context)
        stand_as(runner, self.begin.mark)
        return runner


class Begin(NamedTuple):
    """Where trials begin: what is set, the inputs of each trial, the time step, the state, and where random numbers come from."""

    settings: dict[str, Any]
    inputs: dict[str, Any]
    dt: float | None
    mark: Mark
    draws: Draws
