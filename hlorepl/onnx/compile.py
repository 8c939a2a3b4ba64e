"""ONNX models compiled once: names become slots, operators are looked up, attributes decoded, last uses found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError, Note
from ..wording import counted
from .checks import check_node, input_check, schema_of
from .ops.gradient import gradients, tape_node
from .ops.training import DOMAIN as TRAINING
from .placement import placed
from .plan import ABSENT, DISCARD, OnnxPlan, OnnxStep
from .protos import ValueType, attribute_value, import_onnx, to_array, to_dense, value_type
from .registry import canonical_domain, find, lookup
from .tensors import type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    import onnx

    from ..backends.base import Backend
    from .checks import Check

ANY = ValueType("any")


def compile_model(model: onnx.ModelProto, folder: Path | None, backend: Backend) -> OnnxPlan:
    """The plan of a model's graph on a backend; external data are read from ``folder``.

    :raises HloError: the model is not well-formed, or an operator in it is unknown.
    """
    opsets = {canonical_domain(entry.domain): entry.version for entry in model.opset_import} or {"": 1}
    functions = {(canonical_domain(f.domain), f.name, getattr(f, "overload", "")): f for f in model.functions}
    return Compiler(opsets, functions, folder, backend).graph(model.graph)


class _Scope:
    """The names of one graph, and through ``parent`` those it may read from outside."""

    def __init__(self, parent: _Scope | None = None):
        self.parent = parent
        self.slots: dict[str, int] = {}
        self.captures: dict[str, int] = {}
        self.template: list[Any] = [None, None]
        self.nodes: Sequence[onnx.NodeProto] = ()

    def define(self, name: str, value: Any = None) -> int:
        """A new slot; a graph defines each name once."""
        if name in self.slots:
            raise HloError(f"the value '{name}' is made twice", code="onnx.graph")
        self.template.append(value)
        self.slots[name] = len(self.template) - 1
        return self.slots[name]

    def knows(self, name: str) -> bool:
        return name in self.slots or (self.parent is not None and self.parent.knows(name))

    def find(self, name: str) -> int:
        """The slot of a name, made here for one from outside."""
        if not name:
            return ABSENT
        if name in self.slots:
            return self.slots[name]
        if name not in self.captures:
            if self.parent is None or not self.parent.knows(name):
                raise HloError(f"it reads '{name}', which nothing before it makes", code="onnx.graph")
            self.template.append(None)
            self.captures[name] = len(self.template) - 1
        return self.captures[name]


class Compiler:
    """Turns graphs into plans under one set of opset versions."""

    def __init__(
        self,
        opsets: Mapping[str, int],
        functions: Mapping[tuple[str, str, str], onnx.FunctionProto],
        folder: Path | None,
        backend: Backend,
        attributes: Mapping[str, Any] | None = None,
        active: tuple[str, ...] = (),
    ):
        self.opsets = opsets
        self.functions = functions
        self.folder = folder
        self.backend = backend
        self.attributes = attributes or {}
        self.active = active

    def graph(self, proto: onnx.GraphProto, parent: _Scope | None = None) -> OnnxPlan:
        """The plan of a graph, a model's or one inside a node."""
        scope = _Scope(parent)
        constants = self._initializers(proto)
        for value in proto.input:
            scope.define(value.name, constants.pop(value.name, None))
        for name, array in constants.items():
            scope.define(name, array)
        return self._plan(
            proto.name,
            scope,
            proto.node,
            {value.name: value_type(value.type) for value in proto.input},
            {value.name: value_type(value.type) for value in proto.output},
        )

    def function(self, proto: onnx.FunctionProto, outputs: int) -> OnnxPlan:
        """The plan of a function's first outputs, for one set of attribute values."""
        scope = _Scope()
        for name in proto.input:
            scope.define(name)
        wanted = dict.fromkeys(proto.output[:outputs], ANY)
        return self._plan(proto.name, scope, proto.node, dict.fromkeys(proto.input, ANY), wanted)

    def _initializers(self, proto: onnx.GraphProto) -> dict[str, Any]:
        constants = {tensor.name: to_array(tensor, self.folder) for tensor in proto.initializer}
        constants |= {sparse.values.name: to_dense(sparse, self.folder) for sparse in proto.sparse_initializer}
        return {name: self._constant(array) for name, array in constants.items()}

    def _constant(self, array: np.ndarray) -> Any:
        array.setflags(write=False)
        return self.backend.to_device(array)

    def _plan(
        self,
        name: str,
        scope: _Scope,
        nodes: Sequence[onnx.NodeProto],
        inputs: Mapping[str, ValueType],
        outputs: Mapping[str, ValueType],
    ) -> OnnxPlan:
        input_slots = tuple(scope.slots[value] for value in inputs)
        scope.nodes = nodes
        constants = {name: slot for name, slot in scope.slots.items() if name not in inputs}
        steps = [self._located_step(scope, node) for node in nodes]
        try:
            output_slots = tuple(scope.find(value) for value in outputs)
        except HloError as error:
            raise HloError(
                f"the graph '{name}' gives {error.message.removeprefix('it reads ')}", code=error.code
            ) from error
        _mark_last_uses(steps, output_slots, constants.values())
        return OnnxPlan(
            name=name,
            input_names=tuple(inputs),
            output_names=tuple(outputs),
            input_types=tuple(inputs.values()),
            output_types=tuple(outputs.values()),
            input_slots=input_slots,
            output_slots=output_slots,
            captures=tuple(scope.captures.items()),
            template=scope.template,
            constants=constants,
            steps=steps,
        )

    def _located_step(self, scope: _Scope, node: onnx.NodeProto) -> OnnxStep:
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

    def _step(self, scope: _Scope, node: onnx.NodeProto) -> OnnxStep:
        check = self._check_of(node)
        names = _without_trailing(node.input)
        attributes, bodies = self._attributes(scope, node)
        results = _without_trailing(node.output)
        if (node.op_type, node.domain) == ("Gradient", TRAINING):
            run, names = self._gradient(scope, names, **attributes)
        else:
            run = self._function_of(node, attributes, bodies, len(results))
        inputs = tuple(scope.find(name) for name in names)
        return OnnxStep(
            op=node.op_type,
            name=node.name,
            run=run,
            input_names=names,
            output_names=results,
            inputs=inputs,
            outputs=tuple(scope.define(name) if name else DISCARD for name in results),
            bodies=tuple(
                (key, plan, tuple(scope.find(name) for name, _ in plan.captures)) for key, plan in bodies.items()
            ),
            check=check,
        )

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
                attributes, _ = self._attributes(scope, node)
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

    def _attributes(self, scope: _Scope, node: onnx.NodeProto) -> tuple[dict[str, Any], dict[str, OnnxPlan]]:
        values: dict[str, Any] = {}
        bodies: dict[str, OnnxPlan] = {}
        for attribute in node.attribute:
            if attribute.ref_attr_name:
                if attribute.ref_attr_name in self.attributes:
                    values[attribute.name] = self.attributes[attribute.ref_attr_name]
            elif attribute.type == import_onnx().AttributeProto.GRAPH:
                bodies[attribute.name] = self.graph(attribute.g, scope)
            else:
                value = attribute_value(attribute, self.folder)
                is_table = node.domain == "ai.onnx.ml"  # looked up on the host
                is_operand = isinstance(value, np.ndarray) and not is_table
                values[attribute.name] = self._constant(value) if is_operand else value
        for name, value in list(values.items()):
            if isinstance(value, OnnxPlan):
                bodies[name] = values.pop(name)
        return values, bodies

    def _function_of(
        self, node: onnx.NodeProto, attributes: dict[str, Any], bodies: dict[str, OnnxPlan], outputs: int
    ) -> Callable[..., Any]:
        domain = canonical_domain(node.domain)
        local = self.functions.get((domain, node.op_type, getattr(node, "overload", "")))
        if local is not None:
            return self._call(local, {**attributes, **bodies}, outputs)
        inputs = len(_without_trailing(node.input))
        opset = self.opsets.get(domain)
        if opset is None:
            raise HloError(f"the model imports no opset of the domain '{domain}'", code="onnx.opset")
        op = find(node.op_type, opset, domain)
        if op is None:
            body = self._schema_function(node, domain, opset, outputs) or lookup(node.op_type, opset, domain).bind({})
            return (lambda _: body) if bodies else body
        if bodies:
            return lambda made: op.bind({**attributes, **made}, inputs=inputs, outputs=outputs, opset=opset)
        run = op.bind(attributes, inputs=inputs, outputs=outputs, opset=opset)
        return placed(self.backend, node.op_type, run)

    def _call(self, function: onnx.FunctionProto, attributes: Mapping[str, Any], outputs: int) -> Callable[..., Any]:
        """A step's function that runs a model's own function."""
        key = f"{function.domain}.{function.name}"
        if key in self.active:
            raise HloError(
                f"the function {key} calls itself", code="onnx.function", notes=[Note(" → ".join(self.active))]
            )
        imports = {canonical_domain(entry.domain): entry.version for entry in function.opset_import}
        opsets = {"": import_onnx().defs.onnx_opset_version(), **self.opsets, **imports}
        defaults = {a.name: attribute_value(a, self.folder) for a in function.attribute_proto}
        inner = Compiler(
            opsets, self.functions, self.folder, self.backend, {**defaults, **attributes}, (*self.active, key)
        )
        plan = inner.function(function, outputs)
        count = len(plan.input_names)

        def run(xp: Any, *inputs: Any) -> list[Any]:
            if len(inputs) > count:
                raise HloError(f"{key} takes {counted(count, 'input')}, not {len(inputs)}", code="onnx.inputs")
            return plan(xp, inputs + (None,) * (count - len(inputs)))

        return run

    def _schema_function(
        self, node: onnx.NodeProto, domain: str, opset: int, outputs: int
    ) -> Callable[..., Any] | None:
        """An operator without a function here, by the body that ONNX's schema gives for it."""
        schema = schema_of(node.op_type, opset, domain)
        if schema is None or schema.deprecated or not (schema.has_function or schema.has_context_dependent_function):
            return None
        plans: dict[tuple[str, ...], Callable[..., Any]] = {}

        def run(xp: Any, *inputs: Any) -> list[Any]:
            types = [_type_proto(value) for value in inputs]
            key = tuple(proto.SerializeToString().hex() for proto in types)
            if key not in plans:
                plans[key] = self._schema_plan(schema, node, types, opset, outputs)
            return plans[key](xp, *inputs)

        return run

    def _schema_plan(
        self, schema: Any, node: onnx.NodeProto, types: Iterable[Any], opset: int, outputs: int
    ) -> Callable[..., Any]:
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
        attributes, _ = self._attributes(_Scope(), node)
        defaults = {
            name: attribute_value(a.default_value) for name, a in schema.attributes.items() if a.default_value.type
        }
        return self._call(function, {**defaults, **attributes}, outputs)

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


def _type_proto(value: Any) -> Any:
    onnx = import_onnx()
    if value is None:
        return onnx.TypeProto()
    if isinstance(value, list):
        element = _type_proto(value[0]) if value else onnx.TypeProto()
        return onnx.helper.make_sequence_type_proto(element)
    element = onnx.TensorProto.DataType.Value(type_name(value.dtype).upper())
    return onnx.helper.make_tensor_type_proto(element, value.shape)


def _without_trailing(names: Sequence[str]) -> tuple[str, ...]:
    """Names without the empty ones at the end, which say no more than their absence."""
    count = len(names)
    while count and not names[count - 1]:
        count -= 1
    return tuple(names[:count])


def _mark_last_uses(steps: list[OnnxStep], outputs: Sequence[int], constants: Iterable[int]) -> None:
    """Let each step drop what no later one reads."""
    needed = {*outputs, *constants, ABSENT}
    for step in reversed(steps):
        touched = {*step.inputs, *step.outputs, *(slot for _, _, slots in step.bodies for slot in slots)}
        step.drops = tuple(sorted(touched - needed))
        needed |= touched
