"""A run with observers: the reference evaluator, which tells them of trials, runs of nodes, and every value on its way."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..engine.observing import Event, Frame, Origin
from ..errors import HloError, Note
from ..wording import counted
from .graph_plan import FunctionPlan, OutputPlan, ParameterPlan, PortPlan
from .node_run import NodeRun
from .values import given

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeAlias

    from ..engine.observing import Observer
    from ..source import Span
    from .graph_plan import GraphPlan, NodePlan
    from .model import Path
    from .node_run import GraphState

    Part: TypeAlias = PortPlan | FunctionPlan | ParameterPlan | OutputPlan


class PartOrigin(Origin):
    """What a value of a node comes from: a function, a parameter, a port; or, without a ``part``, the node itself."""

    __slots__ = ("_operands", "_plan", "node", "part")

    def __init__(self, plan: GraphPlan, node: NodePlan, part: Part | None):
        self._plan = plan
        self.node = node
        self.part = part
        self._operands = [] if part is None else _operands(plan, node, part)

    @property
    def name(self) -> str:
        return "node" if self.part is None else _rule_name(self.part)

    @property
    def label(self) -> str:
        return self.node.id if self.part is None else f"{self.node.id}.{self.part.id}"

    @property
    def path(self) -> Path:
        return _path(self.node, self.part)

    @property
    def span(self) -> Span | None:
        document = self._plan.model.document
        return document.span(self.path) if document else None

    @property
    def model_node(self) -> str | None:
        """The node that it belongs to."""
        return self.node.id

    @property
    def is_constant(self) -> bool:
        """Whether it only hands out what the model states."""
        return self.part is not None and _is_constant(self.part)

    @property
    def operands(self) -> Sequence[str]:
        return [f"{node}.{name}" for node, name in self._operands]

    @property
    def results(self) -> Sequence[str]:
        return [] if self.part is None else [self.label]

    def located(self, error: HloError, inputs: Sequence[Any] = ()) -> HloError:
        if error.span is None:
            error.span = self.span
        elif len(error.notes) < 8:
            error.notes.append(Note(f"in {self.label}", self.span))
        return error

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        return error if isinstance(error, HloError) else self._plan.error(self.path, str(error), "run.expression")


def _path(node: NodePlan, part: Part | None) -> Path:
    """Where a part stands in the model."""
    if part is None:
        return node.path
    if isinstance(part, PortPlan):
        return (*node.path, "input_ports", part.id)
    return part.call.path if isinstance(part, FunctionPlan) else part.path


def _is_constant(part: Part) -> bool:
    return isinstance(part, ParameterPlan) and part.is_fixed


def _rule_name(part: Part) -> str:
    """The function's name, or the kind of rule."""
    if isinstance(part, PortPlan):
        return "edge"
    call = part.call if isinstance(part, FunctionPlan | ParameterPlan) else None
    if call is not None and call.function is not None:
        return call.function.full_name
    if isinstance(part, ParameterPlan):
        return "constant" if part.is_fixed else "integral" if part.is_integral else "expression"
    return "expression"


def _operands(plan: GraphPlan, node: NodePlan, part: Part) -> list[tuple[str, str]]:
    """What a part reads: for a port what is sent to it, else names of its node, in the order of the file."""
    if isinstance(part, PortPlan):
        return [(plan.nodes[edge.sender].id, edge.port) for edge in part.edges]
    read = _names(part)
    return [(node.id, each.id) for each in (*node.ports, *node.parameters, *node.functions) if each.id in read]


def _names(part: FunctionPlan | ParameterPlan | OutputPlan) -> frozenset[str]:
    if isinstance(part, FunctionPlan):
        return part.call.names
    if isinstance(part, OutputPlan):
        return part.value.names if part.value else frozenset()
    return part.names


class Watch:
    """Tells the observers of one run what it does."""

    def __init__(self, plan: GraphPlan, observers: Sequence[Observer]):
        self.plan = plan
        self.observers = observers
        self.frame: Frame | None = None
        self.tells_moves = any(observer.hears_moves for observer in observers)
        self._origins: dict[str, PartOrigin] = {}

    @contextmanager
    def run(self, state: GraphState) -> Generator[None]:
        """While trials run one after the other."""
        with self.inside(state, "function", self.plan.id):
            yield

    @contextmanager
    def trial(self, state: GraphState, number: int) -> Generator[None]:
        """While a trial runs; one alone is a whole run."""
        if self.frame is None:
            with self.run(state), self.inside(state, "turn", self.plan.id, number):
                yield
        else:
            with self.inside(state, "turn", self.plan.id, number):
                yield

    @contextmanager
    def inside(
        self, state: GraphState, kind: str, name: str, number: int | None = None, node: NodePlan | None = None
    ) -> Generator[Frame]:
        """While something runs; what its output ports hold is its result, unless it fails."""
        up = self.frame
        frame = self.frame = Frame(kind, name, number, up)
        try:
            for observer in self.observers:
                observer.enter(frame)
            yield frame
            nodes = self.plan.nodes if node is None else [node]
            results = [state.values[port.slot] for each in nodes for port in each.outputs]
            for observer in self.observers:
                observer.leave(frame, results)
        finally:
            self.frame = up

    def node_run(self, state: GraphState, node: NodePlan, dt: float | None, frame: Frame) -> WatchedRun:
        """A run of a node that is told."""
        return WatchedRun(state, node, dt, self, frame)

    def origin(self, node: NodePlan, part: Part | None) -> PartOrigin:
        """The origin of a part; always the same one."""
        key = node.id if part is None else part.slot
        found = self._origins.get(key)
        if found is None:
            found = self._origins[key] = PartOrigin(self.plan, node, part)
        return found


class WatchedRun(NodeRun):
    """A run of a node that is told to observers."""

    def __init__(self, state: GraphState, node: NodePlan, dt: float | None, watch: Watch, frame: Frame):
        super().__init__(state, node, dt)
        self.watch = watch
        self.frame = frame
        self.origin = watch.origin(node, None)
        self.inputs: list[Any] = []
        self.refused: HloError | None = None

    def error(self, error: BaseException) -> HloError:
        """The error, once the observers know of it; one of their own is not changed."""
        found = self.refused or super().error(error)
        if self.origin.part is None:
            self.origin = self.watch.origin(self.node, self.failing())
        for observer in self.watch.observers:
            observer.failed(self.frame, self.origin, self.inputs, found)
        return found

    def failing(self) -> Part | None:
        """The part that was being evaluated where nothing had been told of it: what it brings to the first run, what it receives."""
        node = self.node
        parts = [*node.ports, *node.parameters, *node.functions, *node.outputs]
        return next((part for part in parts if (path := _path(node, part)) == self.path[: len(path)]), None)

    def port(self, part: PortPlan) -> None:
        makes = any(edge.weight is not None for edge in part.edges) or part.edges and part.reduce != "overwrite"
        if makes or part.edges and self.watch.tells_moves:
            self.watched(part, super().port)
        else:
            super().port(part)

    def function(self, part: FunctionPlan) -> None:
        self.watched(part, super().function)

    def parameter(self, part: ParameterPlan) -> None:
        if part.is_fixed and not self.first:
            super().parameter(part)
        else:
            self.watched(part, super().parameter)

    def output(self, part: OutputPlan) -> None:
        if part.value is None:
            super().output(part)
        else:
            self.watched(part, super().output)

    def watched(self, part: Any, compute: Callable[[Any], None]) -> None:
        """Compute a value between what is told before and after; an observer may put another in its place."""
        frame, origin = self.frame, self.watch.origin(self.node, part)
        self.origin, self.inputs = origin, self.read(part, origin)
        for observer in self.watch.observers:
            self.asked(observer.before, frame, origin, self.inputs)
        begin = time.perf_counter()
        compute(part)
        seconds = time.perf_counter() - begin
        for observer in self.watch.observers:
            found = self.asked(observer.after, Event(frame, origin, self.inputs, [self.written[part.slot]], seconds))
            if found is not None:
                self.put(part, found)
        self.origin, self.inputs = self.watch.origin(self.node, None), []

    def asked(self, tell: Callable[..., Any], *args: Any) -> Any:
        """What an observer says; where it raises, that is the error of the run."""
        try:
            return tell(*args)
        except HloError as error:
            self.refused = self.origin.located(error)
            raise

    def read(self, part: Part, origin: PartOrigin) -> list[Any]:
        """What a part is about to read."""
        if isinstance(part, PortPlan):
            return [self.state.values[edge.slot] for edge in part.edges]
        return [self.scope.get(name) for _, name in origin._operands]

    def put(self, part: Part, values: Sequence[Any]) -> None:
        if len(values) != 1:
            message = f"{counted(len(values), 'value')} in place of the one of {self.origin.label}"
            self.refused = HloError(message, self.origin.span, "run.result")
            raise self.refused
        self.written[part.slot] = value = given(values[0])
        if not isinstance(part, OutputPlan):
            self.scope[part.id] = value
