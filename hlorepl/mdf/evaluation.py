"""Running models: a :class:`Runner` for trial after trial, :func:`evaluate` for many with everything recorded."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.context import RunContext
from ..errors import HloError, Note
from ..garbage_collection import collection_paused
from ..wording import did_you_mean
from .arithmetic import Arithmetic
from .drawing import Source
from .expressions import literal
from .graph_planner import plan_graph
from .loop_source import TrialLoop
from .model import path_text
from .node_run import GraphState, run_node
from .node_source import NotEmittable, generate_nodes, generate_outputs, generate_trial
from .reasons import last_runs
from .schedule import Schedule
from .values import given as as_given
from .values import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from .graph_plan import GraphPlan, NodePlan, ParameterPlan, PortPlan, Slot
    from .loop_source import Trials
    from .model import Model, Path
    from .room import Room
    from .watching import Watch

COMPILE_NODES = 400
"""Larger graphs are compiled later, because compiling them costs as much as many trials of the reference evaluator."""


LONG_TRIAL = 1000
"""Runs of the reference evaluator after which even the first trial is worth compiling for."""


class Values:
    """Read-only view of all present values by ``node.name``: ports, parameters and functions."""

    def __init__(self, state: GraphState):
        self._state = state
        self._slots = {f"{node.id}.{name}": slot for node in state.plan.nodes for name, slot in node.slots().items()}
        self._values = state.values

    def __getitem__(self, name: str) -> Any:
        if name not in self._slots:
            raise no_value(name, self._slots)
        slot = self._slots[name]
        if slot in self._values:
            return self._values[slot]
        return _constant_of(self._state.plan, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, name: object) -> bool:
        return name in self._slots

    def keys(self) -> list[str]:
        """The names of all values, ``node.name``."""
        return list(self._slots)


class Runner:
    """A graph of a model, compiled once; the state stays between trials.

    :param graph: the id of a graph; the first one if not given.
    :param settings: ``{"node.parameter": value}``: constants to use in place of what the model says; for a parameter
        with a ``default_initial_value``, where it starts.
    :param seed: where the numbers of functions that draw random ones start.
    :param context: how the run is to go; in place of ``seed``.
    :raises HloError: the graph cannot run: unknown names, cycles, wrong types.
    """

    @collection_paused()
    def __init__(
        self,
        model: Model,
        graph: str | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: int = 0,
        context: RunContext | None = None,
    ):
        self.context = RunContext(seed=seed) if context is None else context
        self.plan = plan_graph(model, graph)
        for name, value in (settings or {}).items():
            apply_setting(self.plan, name, value)
        self.room = None if self.context.limit is None else _room(self.context.limit)
        self._state = GraphState(self.plan, self._meaning())
        if self.room:
            self._state.room = self.room
            self.room.begin(self._state)
        self._watch = self._state.watch = _watch(self.plan, self.context)
        self.values = Values(self._state)
        conditions = self.plan.conditions
        self._schedule = Schedule(self._state, conditions) if conditions else None
        self._ports = _input_ports(self.plan)
        self._outputs = generate_outputs(self.plan, self._state.values)
        self._has_integrals = any(p.is_integral for node in self.plan.nodes for p in node.parameters)
        self._code: dict[bool, list[Callable[[Any], int]]] = {}
        self._direct: list[Callable[[Any], int] | None] = [None, None]
        self._noisy = False
        self._ran = False
        self._senders = [[edge.sender for port in node.ports for edge in port.edges] for node in self.plan.nodes]
        self.trials = 0

    def trial(self, dt: float | None = None, inputs: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        """Run one trial and give the values of all output ports, by node and port.

        :param dt: how far each run of a node takes its integrals; without it they are set back to where they start.
        :param inputs: values for input ports by ``port`` (in every node that has it) or ``node.port``, for this trial.
        :raises HloError: an expression failed, or the trial does not end.
        """
        if self._direct[dt is not None] is not None:
            self._step(dt, inputs)
        else:
            with np.errstate(all="ignore"):
                self._run(dt, inputs)
        return self._outputs()

    @property
    def watch(self) -> Watch | None:
        """What tells observers of its trials, where there are any."""
        return self._watch

    def watched(self) -> AbstractContextManager[None]:
        """While trials run one after the other: to observers, they are turns of one run."""
        return self._watch.run(self._state) if self._watch else nullcontext()

    @property
    def schedule(self) -> list[set[str]]:
        """The sets of nodes that ran in the last trial, in order."""
        if not self._ran:
            return []
        sets = self._schedule.sets if self._schedule else self.plan.layers
        return [{self.plan.nodes[index].id for index in ran} for ran in sets]

    def runs_of(self, node: str) -> str:
        """How often a node has run in the last trial, and where it has not, why; nothing where each runs once in every trial."""
        found = self.plan.node(node)
        if found is None or self._schedule is None or not self.trials and not self._ran:
            return ""
        return last_runs(self.plan, self._schedule, self._state.values, found.index)

    def not_finite(self) -> list[Path]:
        """The paths of all parameters, functions and ports that hold an infinity or a NaN, in the order of the file."""
        found: list[Path] = []
        for node in self.plan.nodes:
            for kind in ("input_ports", "parameters", "functions", "output_ports"):
                for part in node.parts(kind):
                    value = self._state.values.get(part.slot)
                    if isinstance(value, float | np.ndarray) and not np.isfinite(value).all():
                        found.append((*node.path, kind, part.id))
        return found

    def check_finite(self) -> None:
        """Raise an error that names the first value that is not finite, and in its notes the others."""
        found = self.not_finite()
        if found:
            where = self.plan.model.document
            notes = [Note(f"and {path_text(path)}", where.span(path) if where else None) for path in found[1:10]]
            raise self.plan.error(found[0], HloError("the value is not finite", code="run.not_finite", notes=notes))

    def has_input(self, name: str) -> bool:
        """Whether ``port`` or ``node.port`` names an input port."""
        return name in self._ports

    def ports(self, name: str) -> list[PortPlan]:
        """The input ports that a name means."""
        return self._ports.get(name, [])

    def set(self, name: str, value: Any) -> None:
        """From now on let the parameter ``node.name`` be ``value``: a constant, or the state that it goes on from."""
        if self.room:
            self.room.expect(value, f"setting '{name}'")
        parameter = apply_setting(self.plan, name, value)
        if parameter.slot in self._state.values:
            self._state.values[parameter.slot] = as_given(value)
        if self.room:
            self.room.begin(self._state)
        self._recompile()

    def reset(self) -> None:
        """Forget all values; the next trial is the first."""
        self._state.clear()
        self.reseed(self.context.draws.seed)
        self.trials, self._ran = 0, False
        if self._schedule:
            self._schedule = Schedule(self._state, self._schedule.conditions)

    @property
    def is_proven(self) -> bool:
        """Whether generated code runs, and the bound of its room covers all values."""
        return bool(self._code)

    def must_count(self) -> None:
        """What is recorded has taken the room that generated code was sure of."""
        self._recompile()

    def reseed(self, seed: int) -> None:
        """Let random numbers begin at ``seed``; the values stay."""
        self.context.draws.begin_again(seed)
        self._state.meaning = self._meaning()
        self._recompile()

    def _meaning(self) -> Arithmetic:
        """What operators mean in this run, with what it draws from its beginning."""
        draws = self.context.draws
        streams = [draws.stream(number) for number in range(len(self.plan.draws))]
        sources = [
            Source(drawing.begin(stream), drawing.size)
            for drawing, stream in zip(self.plan.draws, streams, strict=True)
        ]
        if self.room is None:
            return Arithmetic(sources)
        from .room import CountedArithmetic  # late: on demand

        return CountedArithmetic(sources, self.room)

    @property
    def is_loopable(self) -> bool:
        """Whether many trials may be one piece of code: all nodes run in each, and nobody looks or counts."""
        return not (self._watch or self.room or self._schedule) and len(self.plan.nodes) <= COMPILE_NODES

    def interpret(self, dt: float | None, inputs: Mapping[str, Any] | None = None, done: int = 0) -> None:
        """A trial by the reference evaluator alone, from the node on before which so many have run."""
        with np.errstate(all="ignore"), self._given(inputs):
            self._finish(done, dt)
        self.trials += 1

    def run_many(
        self, steps: int, dt: float | None, slots: Sequence[Slot], inputs: Mapping[str, Any] | None = None
    ) -> Trials | None:
        """So many trials, all on the same inputs, in one piece of generated code, up to the first that fails there.

        That one is left for ``interpret`` to finish. None, and nothing was run, where there is no such code.
        """
        if not self.is_loopable or not all(self._state.ran):
            return None
        with np.errstate(all="ignore"), self._given(inputs):
            try:
                loop = TrialLoop(self._state, dt is not None and self._has_integrals, dt, slots)
            except NotEmittable:
                return None
            trials = loop.run(steps)
        self.trials += trials.whole
        return trials

    def _step(self, dt: float | None, inputs: Mapping[str, Any] | None) -> None:
        """A trial with NumPy's warnings off: one call of compiled code where there are no inputs."""
        direct = None if inputs else self._direct[dt is not None]
        if direct is None:
            with np.errstate(all="ignore"):
                self._run(dt, inputs)
            return
        done = direct(dt)
        if done:
            self._finish(done, dt)
        self.trials += 1

    def _run(self, dt: float | None, inputs: Mapping[str, Any] | None) -> None:
        with self._given(inputs) if inputs else nullcontext():
            if self._watch:
                with self._watch.trial(self._state, self.trials):
                    self._run_nodes(dt)
            else:
                self._run_nodes(dt)
            self._ran = True
        self.trials += 1

    @contextmanager
    def _given(self, inputs: Mapping[str, Any] | None) -> Generator[None]:
        """While input ports hold what they are given."""
        given = self._give(inputs) if inputs else ()
        try:
            yield
        finally:
            for port in given:
                self._state.withdraw(port)

    def _run_nodes(self, dt: float | None) -> None:
        if self._schedule:
            self._run_scheduled(self._schedule, dt)
        else:
            self._run_all(dt)

    def _run_all(self, dt: float | None) -> None:
        """Each node once: by compiled code where there is some, the rest by the reference evaluator."""
        code = self._code.get(dt is not None and self._has_integrals)
        if code is None:
            code = self._compiled(dt) or ()
        done = 0
        for function in code:
            done = function(dt)
            if done:
                break
        if done or not code:
            self._finish(done, dt)

    def _finish(self, done: int, dt: float | None) -> None:
        """Run what is left of a trial by the reference evaluator; code that had to stop is compiled anew."""
        nodes, state = self.plan.nodes, self._state
        if done:
            self._recompile()
        for index in self.plan.order()[done:]:
            run_node(state, nodes[index], dt)

    def _run_scheduled(self, schedule: Schedule, dt: float | None) -> None:
        code = self._code.get(dt is not None and self._has_integrals)
        if code is None:
            code = self._compiled(dt)
        state, senders = self._state, self._senders
        everyone, interpreted = code and all(state.ran), 0

        def run(index: int) -> None:
            nonlocal code, interpreted
            ran = state.ran
            if everyone or (code and ran[index] and all(ran[sender] for sender in senders[index])):
                if code and code[index](dt):
                    forget()
            else:
                interpreted += 1
                if self._rescue(index, dt, None):
                    forget()
                elif interpreted == LONG_TRIAL and not self._watch:
                    code = self._generate(dt)

        def forget() -> None:
            nonlocal code, everyone
            code, everyone = None, False
            self._recompile()

        schedule.run_trial(run)

    def _recompile(self) -> None:
        self._code.clear()
        self._direct = [None, None]

    def _compiled(self, dt: float | None) -> list[Callable[[Any], int]] | None:
        """Code for this kind of trial, once the first trials have shown what the values are."""
        if self._watch:
            return None
        ready = self.trials >= (1 if len(self.plan.nodes) <= COMPILE_NODES else 8)
        if not ready or not (self._schedule or all(self._state.ran)):
            return None
        return self._generate(dt)

    @collection_paused()
    def _generate(self, dt: float | None) -> list[Callable[[Any], int]] | None:
        if self.room and not self.room.proves(self._state):
            return None
        with_dt = dt is not None and self._has_integrals
        if self._schedule:
            code, calls = generate_nodes(self._state, with_dt, self._rescue), True
        else:
            code, calls = generate_trial(self._state, with_dt, self._rescue)
        self._code[with_dt] = code
        arrays = any(isinstance(value, np.ndarray) for value in self._state.values.values())
        self._noisy = self._noisy or calls or arrays
        if not self._noisy and len(code) == 1:
            for given in (True, False) if not self._has_integrals else (with_dt,):
                self._direct[given] = code[0]
        return code

    def _rescue(self, index: int, dt: float | None, _error: Exception | None) -> bool:
        """Run the node that the fast code gave up on; true if the code no longer holds."""
        node = self.plan.nodes[index]
        has_new_words = run_node(self._state, node, dt)
        return has_new_words or self.room is not None and not self.room.covers_slots(self._state, node)

    def _give(self, inputs: Mapping[str, Any]) -> list[PortPlan]:
        given: list[PortPlan] = []
        for name, value in inputs.items():
            ports = self._ports.get(name)
            if ports is None:
                raise no_value(name, self._ports, "input port")
            settled = as_given(value)
            if isinstance(settled, np.ndarray) and self.room and not self.room.covers(settled.shape):
                self._recompile()
            if isinstance(settled, np.ndarray) and not self._noisy:
                self._noisy = True
                self._recompile()
            for port in ports:
                given.append(port)
                if self._state.give(port, settled):
                    self._recompile()
        return given


def _watch(plan: GraphPlan, context: RunContext) -> Watch | None:
    """What tells the observers of a run, where there are any."""
    if not context.observers:
        return None
    from .watching import Watch  # late: on demand

    return Watch(plan, context.observers)


def _room(limit: int) -> Room:
    from .room import Room  # late: on demand

    return Room(limit)


def _input_ports(plan: GraphPlan) -> dict[str, list[PortPlan]]:
    """Input ports by ``port``, which may be in several nodes, and by ``node.port``."""
    ports: dict[str, list[PortPlan]] = {}
    for node in plan.nodes:
        for port in node.ports:
            ports.setdefault(port.id, []).append(port)
            ports[f"{node.id}.{port.id}"] = [port]
    return ports


def no_value(name: str, known: Mapping[str, Any], what: str = "value") -> HloError:
    help_text = did_you_mean(name, known, most=3)
    return HloError(f"the graph has no {what} '{name}'", code="name.unknown", help=help_text)


def parameter_named(plan: GraphPlan, name: str) -> ParameterPlan:
    """The parameter ``node.parameter`` of a graph; either id may hold points."""
    _, parameter = _split(plan, name)
    if parameter is None:
        known = [f"{node.id}.{parameter.id}" for node in plan.nodes for parameter in node.parameters]
        raise no_value(name, dict.fromkeys(known), "parameter")
    return parameter


def _split(plan: GraphPlan, name: str) -> tuple[NodePlan | None, ParameterPlan | None]:
    for node in plan.nodes:
        if name.startswith(f"{node.id}."):
            for parameter in node.parameters:
                if name == f"{node.id}.{parameter.id}":
                    return node, parameter
    return None, None


def _constant_of(plan: GraphPlan, name: str) -> Any:
    """The value of a parameter before its first run, where it is a constant."""
    _, parameter = _split(plan, name)
    if parameter is None:
        return None
    expression = parameter.value if parameter.value is not None else parameter.initial
    return expression.value if expression is not None and expression.is_constant else None


def apply_setting(plan: GraphPlan, name: str, value: Any) -> ParameterPlan:
    """Put a constant in place of the value of a parameter, or of the value that it starts from."""
    parameter = parameter_named(plan, name)
    settled = as_given(value)
    if not is_number(settled):
        raise HloError(f"'{name}' can be set to a number or an array of numbers", code="type.value")
    if parameter.stateful:
        parameter.initial = literal(settled)
    else:
        parameter.value, parameter.call = literal(settled), None
    return parameter
