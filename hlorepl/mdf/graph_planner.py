"""From a model's objects to a :class:`GraphPlan`; every mistake in names and order is found here."""

from __future__ import annotations

import ast
import contextlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..garbage_collection import collection_paused
from ..wording import offer
from . import functions as standard
from .expressions import Expression, literal, name, names_together, number_draws, number_in, parse
from .graph_plan import (
    CallPlan,
    EdgePlan,
    FunctionPlan,
    GraphPlan,
    NodePlan,
    OutputPlan,
    ParameterPlan,
    PortPlan,
    Problems,
)
from .loading import as_model
from .ordering import find_cycle, layers_of, visit_order
from .values import MAX_ELEMENTS, constant

if TYPE_CHECKING:
    from .drawing import Drawing
    from .functions import StandardFunction
    from .model import Function, Graph, InputPort, Model, Node, Parameter, Path


_MORE_INPUTS = ("inputs", "arg_")
"""How the arguments are called that carry the inputs of an operator with any number of them."""


def plan_graph(model: Model, graph_id: str | None = None) -> GraphPlan:
    """The plan of a graph of ``model``: the first one, or the one with that id.

    :raises HloError: there is no such graph, or something in it does not fit; the other problems are its notes.
    """
    with collection_paused():
        known = as_model(model)
        return _plan(known, _pick(known, graph_id))


def _plan(model: Model, graph: Graph) -> GraphPlan:
    problems = Problems(model)
    path: Path = ("graphs", graph.id)
    slots = _Slots()
    draws: list[Drawing] = []
    nodes = []
    for node_id, node in graph.nodes.items():
        nodes.append(_NodePlanner(problems, slots, node, (*path, "nodes", node_id), len(nodes), draws).plan())
    _join(graph, nodes, problems, path)
    problems.check()
    parents = _parents(nodes)
    layers, left = layers_of(parents)
    if left:
        cycle = find_cycle(parents, left)
        shown = " -> ".join(nodes[index].id for index in [*cycle, cycle[0]])
        tip = "give a 'default_value' to an input port on the cycle: its edge then brings what was sent last"
        raise HloError(
            f"{'.'.join(path)}: the nodes {shown} wait for each other",
            model.document.span((*path, "edges")) if model.document else None,
            "module.cycle",
            help=tip,
        )
    return GraphPlan(graph.id, nodes, layers, parents, model, graph, draws)


def _pick(model: Model, graph_id: str | None) -> Graph:
    if not model.graphs:
        raise HloError(f"the model '{model.id}' has no graph", code="module.missing")
    if graph_id is None:
        return next(iter(model.graphs.values()))
    if graph_id not in model.graphs:
        message = f"the model '{model.id}' has no graph '{graph_id}'"
        raise HloError(message, code="name.unknown", help=offer(graph_id, model.graphs))
    return model.graphs[graph_id]


class _Slots:
    """Gives out names."""

    def __init__(self) -> None:
        self.count = 0

    def new(self) -> str:
        self.count += 1
        return f"v{self.count}"


def zero(port: InputPort) -> Any:
    """What an input port holds until something arrives."""
    if port.default_value is not None:
        value = port.default_value
        number = number_in(value) if isinstance(value, str) else None
        return constant(value) if number is None else number
    kind = (port.type or "").lower()
    fill: Any = 0 if "int" in kind else False if "bool" in kind else 0.0
    if not port.shape:
        return fill
    if math.prod(port.shape) > MAX_ELEMENTS:
        raise HloError(f"the shape {list(port.shape)} is too large", code="limit.size")
    made = np.full(port.shape, fill)
    made.setflags(write=False)
    return made


class _NodePlanner:
    """Makes the plan of one node."""

    def __init__(
        self,
        problems: Problems,
        slots: _Slots,
        node: Node,
        path: Path,
        index: int,
        draws: list[Drawing],
    ):
        self.problems = problems
        self.draws = draws
        self.slots = slots
        self.node = node
        self.path = path
        self.scope = {**node.input_ports, **node.parameters, **node.functions}
        self.made = NodePlan(index, node.id, path)
        self.texts: frozenset[str] = frozenset()

    def plan(self) -> NodePlan:
        made = self.made
        for port in self.node.input_ports.values():
            made.ports.append(self.port(port))
        functions = [self.function(function) for function in self.node.functions.values()]
        self.texts = self.words(functions)
        made.parameters = [self.parameter(parameter) for parameter in self.node.parameters.values()]
        for port in self.node.output_ports.values():
            path = (*self.path, "output_ports", port.id)
            value = None if port.value is None else self.expression(port.value, (*path, "value"))
            made.outputs.append(OutputPlan(port.id, self.slots.new(), value, path))
        self.order(functions)
        return made

    def words(self, functions: list[FunctionPlan]) -> frozenset[str]:
        """The names of arguments that are words for some operator in the node."""
        used = [function.call.function for function in functions]
        for parameter in self.node.parameters.values():
            if isinstance(parameter.function, str) and "onnx" in parameter.function:
                with contextlib.suppress(HloError):
                    used.append(standard.find(parameter.function))
        return frozenset().union(*(function.texts for function in used if function))

    def port(self, port: InputPort) -> PortPlan:
        default: Any = 0.0
        try:
            default = zero(port)
        except HloError as error:
            self.problems.add((*self.path, "input_ports", port.id), error)
        slot, given = self.slots.new(), self.slots.new()
        return PortPlan(port.id, slot, given, default, port.reduce, cut=port.default_value is not None)

    def expression(self, value: Any, path: Path, own: dict[str, Any] | None = None) -> Expression:
        """An expression over the names of the node and ``own`` ones; a mistake is noted, and zero stands for it."""
        try:
            found = parse(value, {**self.scope, **own} if own else self.scope)
        except HloError as error:
            self.problems.add(path, error)
            return literal(0.0)
        if found.draws:
            number_draws(found, self.stream)
        return found

    def stream(self, drawing: Drawing) -> int:
        """The number of a function that draws."""
        self.draws.append(drawing)
        self.made.draws.append(len(self.draws) - 1)
        return len(self.draws) - 1

    def parameter(self, parameter: Parameter) -> ParameterPlan:
        path = (*self.path, "parameters", parameter.id)
        plan = ParameterPlan(parameter.id, self.slots.new(), path)
        if parameter.value is not None:
            plan.value = self.parameter_value(parameter, (*path, "value"))
        elif parameter.function is not None:
            plan.call = self.call(parameter, path)
        if parameter.default_initial_value is not None:
            plan.initial = self.expression(parameter.default_initial_value, (*path, "default_initial_value"))
        if parameter.time_derivative is not None:
            plan.derivative = self.expression(parameter.time_derivative, (*path, "time_derivative"))
        for condition in parameter.conditions.values():
            where = (*path, "conditions", condition.id)
            test = self.expression(condition.test, (*where, "test"))
            plan.conditions.append((test, self.expression(condition.value, (*where, "value")), where))
        reads_itself = plan.value is not None and parameter.id in plan.value.names
        plan.stateful = plan.derivative is not None or plan.initial is not None or reads_itself
        return plan

    def parameter_value(self, parameter: Parameter, path: Path) -> Expression:
        value = parameter.value
        if isinstance(value, str) and parameter.id in self.texts and value not in self.scope:
            return literal(_word(value))
        return self.expression(value, path)

    def function(self, function: Function) -> FunctionPlan:
        path = (*self.path, "functions", function.id)
        return FunctionPlan(function.id, self.slots.new(), self.call(function, path))

    def call(self, part: Function | Parameter, path: Path) -> CallPlan:
        """The call that a function, or a parameter with one, makes."""
        used, given = part.function, part.args or {}
        if isinstance(used, dict):
            ((used, given),) = used.items()
        empty = CallPlan(None, [], [], literal(0.0), path)
        if used is None and part.value is None:
            self.problems.add(path, "a function needs 'function' or 'value'", "module.missing")
            return empty
        if used is None:
            args, own = self.arguments(given, None, path)
            return CallPlan(None, args, [], self.expression(part.value, (*path, "value"), own), path)
        try:
            found = standard.lookup(used)
        except HloError as error:
            self.problems.add((*path, "function"), error)
            return empty
        args, own = self.arguments(given, found, path)
        passed = self.passed(found, own, part.id, path)
        stream = None if found.drawing is None else self.stream(found.drawing)
        return CallPlan(found, args, passed, found.expression, path, stream)

    def arguments(
        self, given: dict[str, Any], found: StandardFunction | None, path: Path
    ) -> tuple[list[tuple[str, Expression]], dict[str, Any]]:
        args: list[tuple[str, Expression]] = []
        own: dict[str, Any] = {}
        for arg, value in given.items():
            where = (*path, "args", arg)
            if found and found.is_operator:
                if arg not in found.args and not (found.variadic and arg.startswith(_MORE_INPUTS)):
                    continue
                args.append((arg, self.operator_argument(found, arg, value, where, own)))
            else:
                args.append((arg, self.expression(value, where, own)))
            own[arg] = None
        return args, own

    def operator_argument(
        self, found: StandardFunction, arg: str, value: Any, path: Path, own: dict[str, Any]
    ) -> Expression:
        """An argument of an operator of ONNX: a word, a list of names, or an expression."""
        if isinstance(value, str) and arg in found.texts and value not in self.scope:
            return literal(_word(value))
        if isinstance(value, str) and value.lstrip().startswith("[") and (names := self.listed(value)):
            return names_together(names)
        if isinstance(value, list) and value and all(isinstance(item, str) and item in self.scope for item in value):
            return names_together(value)
        return self.expression(value, path, own)

    def listed(self, text: str) -> list[str] | None:
        """The names of a text such as ``[a, b]`` or ``['_13', '_15']``, if it lists nothing but names."""
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            items = [item.strip(" '\"") for item in text.strip(" []").split(",")]
            return items if all(item in self.scope for item in items) else None
        if not isinstance(tree, ast.List):
            return None
        items = [
            item.id if isinstance(item, ast.Name) else item.value if isinstance(item, ast.Constant) else None
            for item in tree.elts
        ]
        names = [item for item in items if isinstance(item, str) and item in self.scope]
        return names if names and len(names) == len(items) else None

    def passed(
        self, found: StandardFunction, own: dict[str, Any], own_id: str, path: Path
    ) -> list[tuple[str, Expression]]:
        """What each argument of the function gets: as given, by the same name in the node, or its default."""
        passed: list[tuple[str, Expression]] = []
        missing = []
        for arg in found.args:
            if arg == found.variadic and (inputs := [key for key in own if key == arg or key.startswith(_MORE_INPUTS)]):
                passed.append((arg, name(inputs[0]) if len(inputs) == 1 else names_together(inputs)))
            elif arg in own or arg in self.scope and arg != own_id:
                passed.append((arg, name(arg)))
            elif arg in found.defaults:
                passed.append((arg, literal(found.defaults[arg])))
            else:
                missing.append(arg)
        if missing:
            takes = f"it takes {', '.join(found.args)}"
            error = HloError(f"{found.name} needs {', '.join(missing)}", code="module.missing", help=takes)
            self.problems.add(path, error)
        return passed

    def order(self, functions: list[FunctionPlan]) -> None:
        """Put the functions into dependency order, and find the order of the first run."""
        parameters = {parameter.id: parameter for parameter in self.made.parameters}
        by_id = {function.id: function for function in functions if function.id not in parameters}
        everything: dict[str, ParameterPlan | FunctionPlan] = {**by_id, **parameters}

        def needs(part: ParameterPlan | FunctionPlan) -> list[ParameterPlan | FunctionPlan]:
            names = sorted(_first_names(part) - ({part.id} if isinstance(part, ParameterPlan) else set()))
            return [everything[wanted] for wanted in names if wanted in everything]

        def needed_functions(part: FunctionPlan) -> list[FunctionPlan]:
            return [by_id[wanted] for wanted in sorted(part.call.names) if wanted in by_id]

        roots = [p for p in self.made.parameters if p.stateful or p.value is not None]
        self.made.functions, cycle = visit_order(functions, needed_functions)
        self.made.first, cycle_at_first = visit_order([*roots, *functions], needs)
        for parts in (cycle, cycle_at_first):
            if parts:
                shown = " -> ".join(part.id for part in [*parts, parts[0]])
                self.problems.add(self.path, f"the values {shown} need each other", "module.cycle")
                return


def _word(text: str) -> str:
    """A word, which may stand in quotes of its own."""
    word = text.strip()
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else text


def _first_names(part: ParameterPlan | FunctionPlan) -> frozenset[str]:
    """The names that must be known before a part has its first value."""
    if isinstance(part, FunctionPlan):
        return part.call.names
    if part.stateful:
        return part.initial.names if part.initial else frozenset()
    if part.value is not None:
        return part.value.names
    return part.call.names if part.call else frozenset()


def _join(graph: Graph, nodes: list[NodePlan], problems: Problems, path: Path) -> None:
    """Lay the edges: each becomes part of the port that it ends in."""
    by_id = {node.id: node for node in nodes}
    outputs = {node.id: {port.id: port.slot for port in node.outputs} for node in nodes}
    inputs = {node.id: {port.id: port for port in node.ports} for node in nodes}
    for edge in graph.edges.values():
        where = (*path, "edges", edge.id)
        ends = (
            (edge.sender, edge.sender_port, outputs, "output"),
            (edge.receiver, edge.receiver_port, inputs, "input"),
        )
        if not all(_check_end(node, port, known, kind, where, problems) for node, port, known, kind in ends):
            continue
        weight = _weight(edge.parameters, where, problems)
        slot = outputs[edge.sender][edge.sender_port]
        plan = EdgePlan(edge.id, by_id[edge.sender].index, edge.sender_port, slot, weight, where)
        inputs[edge.receiver][edge.receiver_port].edges.append(plan)


def _check_end(node: str, port: str, known: dict[str, Any], kind: str, where: Path, problems: Problems) -> bool:
    if node not in known:
        problems.add(where, HloError(f"there is no node '{node}'", code="name.unknown", help=offer(node, known)))
        return False
    if port not in known[node]:
        message = f"the node '{node}' has no {kind} port '{port}'"
        problems.add(where, HloError(message, code="name.unknown", help=offer(port, known[node])))
        return False
    return True


def _weight(parameters: dict[str, Any] | None, path: Path, problems: Problems) -> Any:
    """The weight of an edge, or None where it changes nothing."""
    weight = (parameters or {}).get("weight")
    weight = 1 if weight is None else weight
    if isinstance(weight, dict) and "value" in weight:
        weight = weight["value"]
    if isinstance(weight, str):
        weight = number_in(weight)
    weight = constant(weight)
    if weight is None or isinstance(weight, list | str | dict):
        problems.add((*path, "parameters", "weight"), "a weight is a number or an array of numbers", "type.field")
        return None
    return None if isinstance(weight, int | float) and weight == 1 and not isinstance(weight, bool) else weight


def _parents(nodes: list[NodePlan]) -> list[list[int]]:
    """For each node the nodes that must run before it; edges into a port with a default do not count."""
    return [
        list(dict.fromkeys(edge.sender for port in node.ports if not port.cut for edge in port.edges)) for node in nodes
    ]
