"""A graph made ready to run: expressions read, names resolved, order worked out, every value given a slot.

A plan knows nothing of values; :mod:`.node_run`, the reference evaluator, runs a node from it, and :mod:`.node_source`
writes Python that does the same faster.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import HloError, SeveralErrors
from .model import path_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .drawing import Drawing
    from .expressions import Expression
    from .functions import StandardFunction
    from .model import ConditionSet, Graph, Model, Path

Slot = str
"""The key of a value in the state: one name for each port, parameter and function of the graph."""


@dataclass(slots=True)
class EdgePlan:
    """What an output port sends: ``port`` of the node with the number ``sender``."""

    id: str
    sender: int
    port: str
    slot: Slot
    weight: Any
    path: Path


@dataclass(slots=True)
class PortPlan:
    """An input port: what it holds until something arrives, and what may arrive."""

    id: str
    slot: Slot
    given: Slot
    default: Any
    reduce: str
    edges: list[EdgePlan] = field(default_factory=list)
    cut: bool = False


@dataclass(slots=True)
class CallPlan:
    """A function with its arguments: each in file order, then what it computes from them.

    ``passed`` gives, for each argument that the function takes, the name under which its value is found, or a constant.
    ``stream`` is the number of a function that draws.
    """

    function: StandardFunction | None
    args: list[tuple[str, Expression]]
    passed: list[tuple[str, Expression]]
    value: Expression | None
    path: Path
    stream: int | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names of the node that it reads."""
        own: set[str] = set()
        read: set[str] = set()
        for arg, expression in self.args:
            read |= expression.names - own
            own.add(arg)
        for _, expression in self.passed:
            read |= expression.names - own
        return frozenset(read | ((self.value.names - own - self.passed_names) if self.value else frozenset()))

    @property
    def passed_names(self) -> set[str]:
        return {arg for arg, _ in self.passed}


@dataclass(slots=True)
class ParameterPlan:
    id: str
    slot: Slot
    path: Path
    stateful: bool = False
    value: Expression | None = None
    initial: Expression | None = None
    derivative: Expression | None = None
    call: CallPlan | None = None
    conditions: list[tuple[Expression, Expression, Path]] = field(default_factory=list)

    @property
    def is_fixed(self) -> bool:
        """Whether it is a constant, whatever runs."""
        return self.value is not None and self.value.is_constant and not self.conditions

    @property
    def names(self) -> frozenset[str]:
        """The names of the node that its new value is made of."""
        rules = [self.value] if self.value else [self.call] if self.call else [self.derivative, self.initial]
        read = frozenset[str]().union(*(rule.names for rule in rules if rule))
        if self.is_integral or self.value is None and self.call is None:
            read |= {self.id}
        return read.union(*(test.names | value.names for test, value, _ in self.conditions))

    @property
    def is_integral(self) -> bool:
        return self.derivative is not None and self.value is None and self.call is None


@dataclass(slots=True)
class FunctionPlan:
    id: str
    slot: Slot
    call: CallPlan


@dataclass(slots=True)
class OutputPlan:
    id: str
    slot: Slot
    value: Expression | None
    path: Path


@dataclass(slots=True)
class NodePlan:
    """One node. ``functions`` are in dependency order, ``first`` is the order in which the first run finds values.

    ``draws`` are the numbers of its functions that draw.
    """

    index: int
    id: str
    path: Path
    ports: list[PortPlan] = field(default_factory=list)
    parameters: list[ParameterPlan] = field(default_factory=list)
    functions: list[FunctionPlan] = field(default_factory=list)
    outputs: list[OutputPlan] = field(default_factory=list)
    first: list[ParameterPlan | FunctionPlan] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)

    def parts(self, kind: str) -> Sequence[PortPlan | ParameterPlan | FunctionPlan | OutputPlan]:
        """The parts of a kind as files name it: ``input_ports``, ``parameters``, ``functions``, ``output_ports``."""
        kinds = {"input_ports": self.ports, "output_ports": self.outputs, "functions": self.functions}
        return kinds.get(kind, self.parameters)

    def expressions(self) -> list[Expression]:
        """Every expression of the node."""
        calls = [function.call for function in self.functions]
        found = [port.value for port in self.outputs]
        for parameter in self.parameters:
            found += [parameter.value, parameter.initial, parameter.derivative]
            found += [side for test, value, _ in parameter.conditions for side in (test, value)]
            calls += [parameter.call] if parameter.call else []
        for call in calls:
            found += [call.value, *(expression for _, expression in [*call.args, *call.passed])]
        return [expression for expression in found if expression is not None]

    def slots(self) -> dict[str, Slot]:
        """The slot that each name of the node is found in, from outside."""
        parts = [*self.outputs, *self.functions, *self.ports, *self.parameters]
        return {part.id: part.slot for part in parts}


@dataclass(slots=True)
class GraphPlan:
    """All nodes of a graph, in file order, and the sets of nodes that run one after the other.

    ``draws`` are the functions that draw, each by the number of its stream.
    """

    id: str
    nodes: list[NodePlan]
    layers: list[list[int]]
    parents: list[list[int]]
    model: Model
    graph: Graph
    draws: list[Drawing]

    @property
    def conditions(self) -> ConditionSet | None:
        """The conditions of the graph, if it states any."""
        stated = self.graph.conditions
        return stated if stated and (stated.node_specific or stated.termination) else None

    def order(self) -> list[int]:
        return [index for layer in self.layers for index in layer]

    def node(self, node_id: str) -> NodePlan | None:
        return next((node for node in self.nodes if node.id == node_id), None)

    def error(self, path: Path, problem: HloError | str, code: str = "run.mdf") -> HloError:
        return model_error(self.model, path, problem, code)


def model_error(model: Model, path: Path, problem: HloError | str, code: str = "run.mdf") -> HloError:
    """An error that names the part of the model, and where it stands in its file."""
    message, notes, tips = problem, [], []
    if isinstance(problem, HloError):
        message, code, notes, tips = problem.message, problem.code or code, problem.notes, problem.help
    span = model.document.span(path) if model.document else None
    return HloError(f"{path_text(path)}: {message}", span, code, notes, tips)


class Problems:
    """The errors found while a plan is made, so that all are reported."""

    def __init__(self, model: Model):
        self.model = model
        self.found: list[HloError] = []

    def add(self, path: Path, problem: HloError | str, code: str = "module.invalid") -> None:
        if len(self.found) < 20:
            self.found.append(model_error(self.model, path, problem, code))

    def check(self) -> None:
        if self.found:
            raise SeveralErrors(self.found)
