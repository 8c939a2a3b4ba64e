"""The reference evaluator: one run of a node, its inputs, the parameters' old values, functions, new values, output ports.

It runs a node for the first time, runs what generated code gives up on, and is what generated code must agree with.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LIBRARY_FAILURES, HloError
from .graph_plan import FunctionPlan, ParameterPlan, model_error
from .interpret import evaluate
from .values import is_number, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeAlias

    from .arithmetic import Arithmetic
    from .expressions import Expression
    from .graph_plan import CallPlan, GraphPlan, NodePlan, OutputPlan, PortPlan, Slot
    from .guarding import Guard
    from .model import Path
    from .room import Room
    from .scheduled_sweep import Members
    from .watching import Watch

    Part: TypeAlias = PortPlan | FunctionPlan | ParameterPlan | OutputPlan


class _Unset:
    """What a port holds that got no value."""

    def __repr__(self) -> str:
        return "unset"


UNSET = _Unset()

FAILURES = (HloError, *LIBRARY_FAILURES, AttributeError, RecursionError)
"""What evaluating an expression can raise."""


class GraphState:
    """The values of a graph between runs: one for each slot, and which nodes have run.

    Where ``slopes`` is a dictionary, integrals stand still and their derivatives are put into it. ``watch`` tells observers,
    ``guard`` looks at what nodes make, ``room`` counts what arrays hold where that is limited.
    """

    def __init__(self, plan: GraphPlan, meaning: Arithmetic):
        self.plan = plan
        self.meaning = meaning
        self.values: dict[Slot, Any] = {}
        self.ran: list[bool] = []
        self.words: set[Slot] = set()
        self.slopes: dict[Slot, Any] | None = None
        self.watch: Watch | None = None
        self.guard: Guard | None = None
        self.room: Room | None = None
        #: Where the values are those of several members of a sweep: what decides for all of them.
        self.members: Members | None = None
        self.clear()

    def clear(self) -> None:
        """Back to before the first run; nodes that have not run send None."""
        self.ran = [False] * len(self.plan.nodes)
        for node in self.plan.nodes:
            for part in (*node.ports, *node.parameters, *node.functions):
                self.values.pop(part.slot, None)
            for port in node.ports:
                self.withdraw(port)
            for port in node.outputs:
                self.values[port.slot] = None

    def withdraw(self, port: PortPlan) -> None:
        """Forget what the user put into a port."""
        self.values[port.given] = UNSET if port.edges else port.default

    def give(self, port: PortPlan, value: Any) -> bool:
        """Put a value into a port; true if it is the first there that is no number."""
        self.values[port.given] = value
        return self.note_words(port.given, value)

    def note_words(self, slot: Slot, value: Any) -> bool:
        """Remember the slots that hold words or mappings; true for a new one."""
        if slot in self.words or is_number(value):
            return False
        self.words.add(slot)
        return True

    def commit(self, written: Mapping[Slot, Any]) -> bool:
        """Take over the values of a run; true if a slot holds words for the first time."""
        self.values.update(written)
        new = [slot for slot, value in written.items() if not is_number(value) and self.note_words(slot, value)]
        return bool(new)


def run_node(state: GraphState, node: NodePlan, dt: float | None) -> bool:
    """Run ``node`` once.

    :returns: whether a slot came to hold something else than numbers for the first time.
    :raises HloError: an expression failed; nothing is changed then.
    """
    if state.watch is None:
        return _finish(state, NodeRun(state, node, dt))
    with state.watch.inside(state, "node", node.id, node=node) as frame:
        return _finish(state, state.watch.node_run(state, node, dt, frame))


def _finish(state: GraphState, run: NodeRun) -> bool:
    node = run.node
    if state.room:
        state.room.run(run)
    sources = [state.meaning.sources[number] for number in node.draws]
    for source in sources:
        source.begin()
    try:
        with np.errstate(all="ignore"):
            run.run()
    except FAILURES as error:
        raise run.error(error) from (None if isinstance(error, HloError) else error)
    finally:
        for source in sources:
            source.end()
    if state.guard is not None:
        state.guard.look_at_all(run.written.values())
    new_words = state.commit(run.written)
    state.ran[node.index] = True
    return new_words


class NodeRun:
    """The scope of one run, and what it writes. ``path`` and ``text`` say what is being evaluated."""

    def __init__(self, state: GraphState, node: NodePlan, dt: float | None):
        self.state = state
        self.node = node
        self.dt = dt
        self.first = not state.ran[node.index]
        self.scope: dict[str, Any] = {}
        self.written: dict[Slot, Any] = {}
        self.path: Path = node.path
        self.text = ""

    def error(self, error: BaseException) -> HloError:
        if isinstance(error, HloError):
            shown = f"'{self.text}': {error.message}" if self.text else error.message
            problem = HloError(shown, code=error.code or "run.expression", notes=error.notes, help=error.help)
            return model_error(self.state.plan.model, self.path, problem)
        cause = str(error) or type(error).__name__
        if isinstance(error, KeyError):
            cause = f"{error.args[0]!r} has no value yet" if error.args else "a value is missing"
        message = f"'{self.text}': {cause}" if self.text else cause
        code = "limit.memory" if isinstance(error, MemoryError) else "run.expression"
        return model_error(self.state.plan.model, self.path, message, code)

    def run(self) -> None:
        for part, compute in self.parts():
            compute(part)

    def parts(self) -> Iterator[tuple[Part, Callable[[Any], None]]]:
        """What is computed, part by part, each before the next is asked for."""
        node = self.node
        for port in node.ports:
            yield port, self.port
        if self.first:
            for parameter in node.parameters:
                self.scope[parameter.id] = 0.0 if parameter.conditions else None
            for part in node.first:
                yield part, self.function if isinstance(part, FunctionPlan) else self.bring
        else:
            for parameter in node.parameters:
                self.scope[parameter.id] = self.state.values[parameter.slot]
            for function in node.functions:
                yield function, self.function
        for parameter in node.parameters:
            yield parameter, self.parameter
        for output in node.outputs:
            yield output, self.output

    def port(self, port: PortPlan) -> None:
        self.keep(port, self.receive(port))

    def function(self, function: FunctionPlan) -> None:
        self.keep(function, self.call(function.call))

    def parameter(self, parameter: ParameterPlan) -> None:
        self.keep(parameter, self.new_value(parameter))

    def keep(self, part: PortPlan | FunctionPlan | ParameterPlan, value: Any) -> None:
        value = self.settled(value)
        self.scope[part.id] = value
        self.written[part.slot] = value

    def settled(self, value: Any) -> Any:
        if isinstance(value, list) and self.state.room:
            self.state.room.expect(value, "a list")
        return settle(value)

    def value(self, expression: Expression, path: Path, scope: Mapping[str, Any] | None = None) -> Any:
        self.path, self.text = path, expression.text
        return evaluate(expression, self.scope if scope is None else scope, self.state.meaning)

    def receive(self, port: PortPlan) -> Any:
        """What the edges bring, joined; else what the user gave; else the default."""
        state, meaning = self.state, self.state.meaning
        value = state.values[port.given]
        for edge in port.edges:
            if not state.ran[edge.sender]:
                continue
            self.path, self.text = edge.path, ""
            arrived = state.values[edge.slot]
            if edge.weight is not None:
                arrived = meaning.binary(ast.Mult, edge.weight, arrived)
            if value is UNSET or port.reduce == "overwrite":
                value = arrived
            else:
                value = meaning.binary(ast.Add if port.reduce == "add" else ast.Mult, value, arrived)
        return port.default if value is UNSET else value

    def bring(self, part: ParameterPlan) -> None:
        """The value that a parameter brings to its first run."""
        if part.stateful:
            self.scope[part.id] = self.initial(part)
        elif part.value is not None:
            self.scope[part.id] = self.settled(self.value(part.value, (*part.path, "value")))
        elif part.call is not None:
            self.scope[part.id] = self.settled(self.call(part.call))

    def initial(self, parameter: ParameterPlan) -> Any:
        if parameter.initial is None:
            return 0.0
        return self.settled(self.value(parameter.initial, (*parameter.path, "default_initial_value")))

    def new_value(self, parameter: ParameterPlan) -> Any:
        """The value after this run; conditions see the one before it."""
        new = self.unconditional(parameter)
        for test, value, path in parameter.conditions:
            holds = self.value(test, (*path, "test"))
            new = self.state.meaning.choose(holds, self.value(value, (*path, "value")), new)
        return new

    def unconditional(self, parameter: ParameterPlan) -> Any:
        if parameter.value is not None:
            return self.value(parameter.value, (*parameter.path, "value"))
        if parameter.call is not None:
            return self.call(parameter.call)
        if parameter.derivative is not None:
            if self.first or self.dt is None:
                return self.initial(parameter)
            slope = self.value(parameter.derivative, (*parameter.path, "time_derivative"))
            if self.state.slopes is not None:
                self.state.slopes[parameter.slot] = slope
                return self.scope[parameter.id]
            change = self.state.meaning.binary(ast.Mult, self.dt, slope)
            return self.state.meaning.binary(ast.Add, self.scope[parameter.id], change)
        if self.first and parameter.initial is not None:
            return self.initial(parameter)
        return self.scope[parameter.id]

    def call(self, call: CallPlan) -> Any:
        """A function of its arguments, which see the arguments before them and the node."""
        scope = self.scope
        if call.args:
            scope = dict(scope)
            for arg, expression in call.args:
                scope[arg] = self.settled(self.value(expression, (*call.path, "args", arg), scope))
        if call.function is None:
            assert call.value is not None
            return self.value(call.value, (*call.path, "value"), scope)
        passed = {arg: self.value(expression, call.path, scope) for arg, expression in call.passed}
        self.path, self.text = call.path, call.function.name
        if call.function.expression is not None:
            return evaluate(call.function.expression, passed, self.state.meaning)
        if call.stream is not None:
            return self.state.meaning.draw(call.stream, list(passed.values()), {})
        assert call.function.call is not None
        return self.state.meaning.call(call.function.call, list(passed.values()), {})

    def output(self, port: OutputPlan) -> None:
        if port.value is None:
            self.written[port.slot] = None
            return
        value = self.settled(self.value(port.value, (*port.path, "value")))
        self.written[port.slot] = value[0] if isinstance(value, tuple) and value else value
