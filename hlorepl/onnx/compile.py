"""ONNX models compiled once: names become slots, operators are looked up, attributes decoded, last uses found."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.guards import LOOK
from ..engine.in_steps import in_steps, listed
from ..engine.last_uses import mark_last_uses
from ..engine.plan import Plan
from ..engine.step import Step
from ..errors import HloError, Note
from ..kernels.blocks import in_blocks
from ..ops.flow import Done
from ..wording import counted
from .checks import check_node, input_check, schema_of
from .foresight import Foresight, Kind, Measure, inside, unknown
from .graph import Graph, free_names
from .node_origin import NodeOrigin, StoredOrigin
from .ops.gradient import gradients, tape_node
from .ops.training import DOMAIN as TRAINING
from .placement import placed
from .protos import ValueType, attribute_value, import_onnx, to_array, to_dense, type_proto, value_type
from .registry import all_values, begun, canonical_domain, find, first_value, lookup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import onnx

    from ..backends.base import Backend
    from ..engine.context import RunContext
    from ..ops import flow
    from .checks import Check
    from .foresight import Rule, Sight
    from .registry import OnnxOp

ANY = ValueType("any")


def compile_model(model: onnx.ModelProto, folder: Path | None, backend: Backend) -> Graph:
    """A model's graph on a backend; external data are read from ``folder``.

    :raises HloError: the model is not well-formed, or an operator in it is unknown.
    """
    opsets = {canonical_domain(entry.domain): entry.version for entry in model.opset_import} or {"": 1}
    functions = {(canonical_domain(f.domain), f.name, getattr(f, "overload", "")): f for f in model.functions}
    return Compiler(opsets, functions, folder, backend).graph(model.graph)


class _Scope:
    """The names of one graph with the slots of their values."""

    def __init__(self, plan: Plan, nodes: Sequence[onnx.NodeProto]):
        self.plan = plan
        self.nodes = nodes
        self.slots: dict[str, int] = {}
        #: For each node that runs graphs what tells how much that takes.
        self.rules: list[Rule | None] = []
        self._absent: int | None = None

    def name(self, name: str, slot: int) -> None:
        """Give a slot a name; a graph defines each name once."""
        if name in self.slots:
            raise HloError(f"the value '{name}' is made twice", code="onnx.graph")
        self.slots[name] = slot

    def define(self, name: str) -> int:
        """A new slot; one without a name is for what nobody reads."""
        self.plan.template.append(None)
        slot = len(self.plan.template) - 1
        if name:
            self.name(name, slot)
        return slot

    def find(self, name: str) -> int:
        """The slot of a name, or of the absent value."""
        if not name:
            if self._absent is None:
                self._absent = self.plan.constant(None)
            return self._absent
        if name not in self.slots:
            raise HloError(f"it reads '{name}', which nothing before it makes", code="onnx.graph")
        return self.slots[name]


class _Bound(NamedTuple):
    """A node's function of its inputs and of ``captures``; with a ``rule``, what it runs first on these and in a context."""

    function: Callable[..., Any]
    wants_context: bool = False
    rule: Callable[[list[Any], RunContext], flow.Step] | None = None
    graphs: tuple[Graph, ...] = ()
    captures: tuple[str, ...] = ()
    view: str = "never"
    foresee: Rule | None = None


class Compiler:
    """Turns graphs into plans under one set of opset versions. ``numbers`` are given to nodes in the order of the model."""

    def __init__(
        self,
        opsets: Mapping[str, int],
        functions: Mapping[tuple[str, str, str], onnx.FunctionProto],
        folder: Path | None,
        backend: Backend,
        attributes: Mapping[str, Any] | None = None,
        active: tuple[str, ...] = (),
        numbers: Iterator[int] | None = None,
    ):
        self.opsets = opsets
        self.functions = functions
        self.folder = folder
        self.backend = backend
        self.attributes = attributes or {}
        self.active = active
        self.numbers = itertools.count() if numbers is None else numbers

    def graph(self, proto: onnx.GraphProto, captures: tuple[str, ...] = ()) -> Graph:
        """A graph, a model's or one inside a node; ``captures`` are the names that it is given from outside."""
        inputs = [(value.name, value_type(value.type)) for value in proto.input]
        outputs = {value.name: value_type(value.type) for value in proto.output}
        constants = self._initializers(proto)
        graph = self._graph(proto, inputs, outputs, captures, constants)
        graph.defaults = {name: constants[name] for name in graph.inputs if name in constants}
        return graph

    def function(self, proto: onnx.FunctionProto, outputs: int) -> Graph:
        """A function's first outputs, for one set of attribute values."""
        inputs = [(name, ANY) for name in proto.input]
        return self._graph(proto, inputs, dict.fromkeys(proto.output[:outputs], ANY), (), {})

    def _initializers(self, proto: onnx.GraphProto) -> dict[str, Any]:
        constants = {tensor.name: to_array(tensor, self.folder) for tensor in proto.initializer}
        constants |= {sparse.values.name: to_dense(sparse, self.folder) for sparse in proto.sparse_initializer}
        return {name: self._constant(array) for name, array in constants.items()}

    def _constant(self, array: np.ndarray) -> Any:
        array.setflags(write=False)
        return self.backend.to_device(array)

    def _graph(
        self,
        proto: onnx.GraphProto | onnx.FunctionProto,
        inputs: Sequence[tuple[str, ValueType]],
        outputs: Mapping[str, ValueType],
        captures: tuple[str, ...],
        constants: Mapping[str, Any],
    ) -> Graph:
        count = len(inputs) + len(captures)
        plan = Plan(self.backend, count, [None] * count, name=proto.name)
        plan.input_names, plan.captures = (*(name for name, _ in inputs), *captures), len(captures)
        scope = _Scope(plan, proto.node)
        for slot, name in enumerate((*(name for name, _ in inputs), *captures)):
            scope.name(name, slot)
        stored = {
            name: plan.constant(array, StoredOrigin(name))
            for name, array in constants.items()
            if name not in scope.slots
        }
        scope.slots |= stored
        plan.steps = [self._located_step(scope, node) for node in proto.node]
        try:
            plan.outputs = [scope.find(name) for name in outputs]
        except HloError as error:
            message = f"the graph '{proto.name}' gives {error.message.removeprefix('it reads ')}"
            raise HloError(message, code=error.code) from error
        mark_last_uses(plan)
        plan.foresee = foresight = Foresight(plan, proto, scope.slots, self.opsets, scope.rules)
        plan.foretell = foresight.told
        return Graph(plan, dict(inputs), outputs, captures, stored)

    def _located_step(self, scope: _Scope, node: onnx.NodeProto) -> Step:
        try:
            return self._step(scope, node)
        except HloError as error:
            label = (
                f"node '{node.name}' ({node.op_type})"
                if node.name
                else f"node {node.op_type} that makes {list(node.output)}"
            )
            error.notes.append(Note(f"in {label}"))
            raise

    def _step(self, scope: _Scope, node: onnx.NodeProto) -> Step:
        number = next(self.numbers)
        check = self._check_of(node)
        names, results = _without_trailing(node.input), _without_trailing(node.output)
        attributes = self._attributes(node)
        if (node.op_type, node.domain) == ("Gradient", TRAINING):
            run, names = self._gradient(scope, names, **attributes)
            bound = _Bound(partial(run, self.backend.xp))
        else:
            bound = self._bound(scope, node, attributes, len(results), number)
        scope.rules.append(bound.foresee)
        names = (*names, *bound.captures)
        ins = tuple(scope.find(name) for name in names)
        outs = tuple(scope.define(name) for name in results)
        nothing = [None] * len(outs)
        step = Step(NodeOrigin(node, names, results), bound.function, ins, outs, [*nothing], nothing)
        step.wants_context, step.rule, step.regions = bound.wants_context, bound.rule, bound.graphs
        step.view = bound.view
        if check is not None:
            step.check = partial(_of_inputs, check, len(names) - len(bound.captures))
        is_open = bound.rule is not None or bound.view == "always"
        step.measure, step.tells_least = unknown if is_open else self._measure(node, attributes), True
        step.asks = bound.rule is not None
        if self.backend.guards and bound.rule is None and bound.view != "always":
            step.guard = LOOK
        if bound.rule is None and len(outs) == 1:
            step.wrap = first_value
        elif bound.rule is None:
            step.function = partial(_several, len(outs), bound.function)
        return step

    def _measure(self, node: onnx.NodeProto, attributes: dict[str, Any]) -> Measure:
        """What tells how many bytes a node will make."""
        domain = canonical_domain(node.domain)
        op = find(node.op_type, self.opsets.get(domain, 1), domain)
        rules = (None, None) if op is None else (op.measure, op.work)
        bound = [None if rule is None else partial(rule, **attributes) for rule in rules]
        return Measure(node, self.opsets, *bound)

    def _gradient(
        self, scope: _Scope, names: tuple[str, ...], xs: list[str], y: str, zs: Sequence[str] = ()
    ) -> tuple[Callable[..., Any], tuple[str, ...]]:
        """A Gradient's function, and what it reads: its own inputs, then what the nodes up to ``y`` need besides."""
        known = [*xs, *zs]
        if len(known) != len(names):
            raise HloError(
                f"Gradient has {counted(len(names), 'input')} for xs {xs} and zs {list(zs)}", code="onnx.gradient"
            )
        reached, tape, free = set(known), [], dict.fromkeys([y])
        for node in scope.nodes:
            if reached.intersection(node.input):
                reached.update(node.output)
        for node in reversed(scope.nodes):
            if (
                node.output
                and node.output[0] in free
                and reached.intersection(node.input)
                and node.output[0] not in known
            ):
                attributes = self._attributes(node)
                tape.append(tape_node(node.op_type, self.opsets.get("", 1), node.input, node.output[0], attributes))
                free |= dict.fromkeys(name for name in node.input if name)
        made = {*known, *(step.output for step in tape)}
        outside = tuple(name for name in free if name not in made)
        tape.reverse()

        def run(xp: Any, *inputs: Any) -> tuple[Any, ...]:
            return gradients(xp, tape, dict(zip([*known, *outside], inputs, strict=True)), xs, y)

        return run, (*names, *outside)

    def _check_of(self, node: onnx.NodeProto) -> Check | None:
        domain = canonical_domain(node.domain)
        if domain not in self.opsets:
            return None
        check_node(node, self.opsets[domain], domain)
        return input_check(node.op_type, self.opsets[domain], domain)

    def _attributes(self, node: onnx.NodeProto) -> dict[str, Any]:
        """The values of a node's attributes; graphs as they are written."""
        values: dict[str, Any] = {}
        for attribute in node.attribute:
            if attribute.ref_attr_name:
                if attribute.ref_attr_name in self.attributes:
                    values[attribute.name] = self.attributes[attribute.ref_attr_name]
                continue
            value = attribute_value(attribute, self.folder)
            if node.domain == "ai.onnx.ml":  # looked up on the host, and what is made of it may be kept (``tables.py``)
                value = tuple(value) if isinstance(value, list) else value
            elif isinstance(value, np.ndarray):
                value = self._constant(value)
            values[attribute.name] = value
        return values

    def _bound(
        self, scope: _Scope, node: onnx.NodeProto, attributes: dict[str, Any], outputs: int, number: int
    ) -> _Bound:
        domain = canonical_domain(node.domain)
        local = self.functions.get((domain, node.op_type, getattr(node, "overload", "")))
        if local is not None:
            call, graph = self._callee(local, attributes, outputs, self.numbers)
            return _calling(call)._replace(foresee=partial(_inside_function, graph))
        opset = self.opsets.get(domain)
        if opset is None:
            raise HloError(f"the model imports no opset of the domain '{domain}'", code="onnx.opset")
        op = find(node.op_type, opset, domain)
        if op is None:
            return self._schema_function(node, domain, opset, outputs, number) or _Bound(
                lookup(node.op_type, opset, domain).function
            )
        known: dict[str, Any] = {
            "inputs": len(_without_trailing(node.input)),
            "outputs": outputs,
            "opset": opset,
        }
        if op.steps:
            return self._running_graphs(scope, node, op, attributes, known)
        if op.draws:
            return self._drawing(op, attributes, known, number)
        run = placed(self.backend, op.name, partial(op.function, **op.keywords(attributes, **known)))
        if op.elementwise and self.backend.is_host:
            run = partial(in_blocks, run)
        return _Bound(run, view=op.view)

    def _drawing(self, op: OnnxOp, attributes: dict[str, Any], known: dict[str, Any], number: int) -> _Bound:
        """A node that draws random numbers, from the run's stream of its number or from one that its own seed begins."""
        op.keywords(attributes, **known)
        seed = attributes.get("seed")
        begin = None if seed is None else partial(begun, seed)

        def run(context: RunContext, *inputs: Any) -> Any:
            keywords = op.keywords(attributes, **known, generator=context.draws.stream(number, begin))
            return placed(self.backend, op.name, partial(op.function, **keywords))(*inputs)

        return _Bound(run, wants_context=True, view=op.view)

    def _running_graphs(
        self, scope: _Scope, node: onnx.NodeProto, op: OnnxOp, attributes: dict[str, Any], known: dict[str, Any]
    ) -> _Bound:
        """A node that runs the graphs among its attributes. All of them are given the same values from outside, in one order."""
        kind = import_onnx().GraphProto
        protos = {name: value for name, value in attributes.items() if isinstance(value, kind)}
        # A graph that a function is given sees nothing of the function.
        given = {attribute.name for attribute in node.attribute if attribute.ref_attr_name}
        free = (name for key, proto in protos.items() if key not in given for name in free_names(proto))
        captures = tuple(dict.fromkeys(name for name in free if name in scope.slots))
        graphs = {name: self.graph(proto, () if name in given else captures) for name, proto in protos.items()}
        keywords = op.keywords({**attributes, **graphs}, **known)
        rule, count = partial(op.function, self.backend.xp), known["inputs"]

        def first(arrays: list[Any], context: RunContext) -> flow.Step:
            captured = tuple(arrays[count:])
            tied = {name: graph.within(captured if graph.captures else ()) for name, graph in graphs.items()}
            return rule(*arrays[:count], **{**keywords, **tied})

        def foresee(kinds: Sequence[Kind]) -> Sight:
            assert op.foresee is not None
            given = [kind if kind.type.WhichOneof("value") else None for kind in kinds[:count]]
            return op.foresee(lambda graph, inner: inside(graph, inner, kinds[count:]), *given, **keywords)

        run = listed(partial(in_steps, rule, count, keywords))
        told = None if op.foresee is None else foresee
        return _Bound(run, True, first, tuple(graphs.values()), captures, foresee=told)

    def _callee(
        self, function: onnx.FunctionProto, attributes: Mapping[str, Any], outputs: int, numbers: Iterator[int]
    ) -> tuple[Callable[..., flow.Step], Graph]:
        """What a node that calls a function runs first, and the function's graph."""
        key = f"{function.domain}.{function.name}"
        if key in self.active:
            raise HloError(
                f"the function {key} calls itself", code="onnx.function", notes=[Note(" → ".join(self.active))]
            )
        imports = {canonical_domain(entry.domain): entry.version for entry in function.opset_import}
        opsets = {"": import_onnx().defs.onnx_opset_version(), **self.opsets, **imports}
        defaults = {a.name: attribute_value(a, self.folder) for a in function.attribute_proto}
        values = {**defaults, **attributes}
        inner = Compiler(opsets, self.functions, self.folder, self.backend, values, (*self.active, key), numbers)
        graph = inner.function(function, outputs)
        count = len(graph.inputs)

        def call(*inputs: Any) -> flow.Step:
            if len(inputs) > count:
                raise HloError(f"{key} takes {counted(count, 'input')}, not {len(inputs)}", code="onnx.inputs")
            return graph.enter(inputs + (None,) * (count - len(inputs)), Done, "function")

        return call, graph

    def _schema_function(
        self, node: onnx.NodeProto, domain: str, opset: int, outputs: int, number: int
    ) -> _Bound | None:
        """An operator without a function here, by the body that ONNX's schema gives for it."""
        schema = schema_of(node.op_type, opset, domain)
        if schema is None or schema.deprecated or not (schema.has_function or schema.has_context_dependent_function):
            return None
        callees: dict[tuple[str, ...], Callable[..., flow.Step]] = {}

        def call(*inputs: Any) -> flow.Step:
            types = [type_proto(value) for value in inputs]
            key = tuple(proto.SerializeToString().hex() for proto in types)
            if key not in callees:
                callees[key] = self._schema_callee(schema, node, types, opset, outputs, number)
            return callees[key](*inputs)

        return _calling(call)

    def _schema_callee(
        self, schema: Any, node: onnx.NodeProto, types: Iterable[Any], opset: int, outputs: int, number: int
    ) -> Callable[..., flow.Step]:
        onnx = import_onnx()
        if schema.has_function:
            version = max(
                [v for v in schema.function_opset_versions if v <= opset], default=schema.function_opset_versions[0]
            )
            text = schema.get_function_with_opset_version(version)
        else:
            known = schema.context_dependent_function_opset_versions
            version = max([v for v in known if v <= opset], default=known[0])
            whole = self._without_references(node)
            text = schema.get_context_dependent_function_with_opset_version(
                version, whole.SerializeToString(), [proto.SerializeToString() for proto in types]
            )
        function = text if isinstance(text, onnx.FunctionProto) else onnx.FunctionProto.FromString(text)
        attributes = self._attributes(node)
        defaults = {
            name: attribute_value(a.default_value) for name, a in schema.attributes.items() if a.default_value.type
        }
        # Its nodes are numbered from beyond those of any model, the same ones whatever was run before.
        numbers = itertools.count((number + 1) << 32)
        return self._callee(function, {**defaults, **attributes}, outputs, numbers)[0]

    def _without_references(self, node: onnx.NodeProto) -> onnx.NodeProto:
        """The node with the values of the attributes that it takes from the function around it."""
        onnx = import_onnx()
        whole = onnx.NodeProto()
        whole.CopyFrom(node)
        del whole.attribute[:]
        for attribute in node.attribute:
            if not attribute.ref_attr_name:
                whole.attribute.append(attribute)
            elif attribute.ref_attr_name in self.attributes:
                value = self.attributes[attribute.ref_attr_name]
                whole.attribute.append(onnx.helper.make_attribute(attribute.name, value))
        return whole


def _without_trailing(names: Sequence[str]) -> tuple[str, ...]:
    """Names without the empty ones at the end, which say no more than their absence."""
    count = len(names)
    while count and not names[count - 1]:
        count -= 1
    return tuple(names[:count])


def _calling(call: Callable[..., flow.Step]) -> _Bound:
    """A node that runs a function of the model or of a schema."""

    def first(arrays: list[Any], context: RunContext) -> flow.Step:
        return call(*arrays)

    def run(context: RunContext, *inputs: Any) -> tuple[Any, ...]:
        return in_steps(call, len(inputs), {}, [*inputs], context)

    return _Bound(run, wants_context=True, rule=first)


def _inside_function(graph: Graph, kinds: Sequence[Kind]) -> Sight:
    """What is known of a node that runs a function."""
    absent = [Kind(import_onnx().TypeProto())] * (len(graph.inputs) - len(kinds))
    return inside(graph, [*kinds, *absent], ())


def _of_inputs(check: Check, count: int, values: Sequence[Any]) -> None:
    """The check of a node's own inputs; what its graphs read from outside comes after them."""
    check(values[:count])


def _several(count: int, function: Callable[..., Any], *inputs: Any) -> tuple[Any, ...]:
    """So many results of an operator; None for one that it leaves out."""
    values = all_values(function(*inputs))
    return values[:count] if len(values) >= count else (*values, *[None] * (count - len(values)))
