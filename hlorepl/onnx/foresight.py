"""How many bytes nodes will make, by ONNX's own inference of shapes: asked only where memory is limited."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from .. import backends
from ..engine.peak import peak_of
from ..errors import LIBRARY_FAILURES, HloError
from .checks import schema_of
from .protos import import_onnx, type_proto
from .registry import canonical_domain
from .tensors import dtype_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import onnx

    from ..engine.plan import Plan
    from ..engine.step import Step

#: Up to so many elements the values of an input are looked at: they may be the sizes of a result.
_FEW = 64
#: For so many sets of input types a plan remembers what it needs.
_REMEMBERED = 64


def unknown(inputs: Sequence[Any]) -> None:
    """Of a node of which nothing can be told before it has run."""
    return


class Measure:
    """How many bytes a node will make of its inputs: at least so many where not all can be told, None where nothing can.

    ``rule`` is the operator's own, for what ONNX's inference leaves open (it may know only a part), ``work`` for what it makes on the way.
    """

    __slots__ = ("_last", "node", "opsets", "rule", "work")

    def __init__(
        self,
        node: onnx.NodeProto,
        opsets: Mapping[str, int],
        rule: Callable[..., int] | None,
        work: Callable[..., int] | None,
    ):
        self.node = node
        self.opsets = opsets
        self.rule = rule
        self.work = work
        self._last: tuple[Any, int | None] = (None, None)

    def __call__(self, inputs: Sequence[Any]) -> int | None:
        key = [(_kind(value), value.tobytes() if _is_few(value) else None) for value in inputs]
        if self._last[0] != key:
            self._last = (key, self._told(inputs))
        return self._last[1]

    def _told(self, inputs: Sequence[Any]) -> int | None:
        told = [size for size in (self._inferred(inputs), _asked(self.rule, inputs)) if size is not None]
        found = max(told, default=None)
        work = _asked(self.work, inputs)
        return found if work is None else work + (found or 0)

    def _inferred(self, inputs: Sequence[Any]) -> int | None:
        onnx = import_onnx()
        domain = canonical_domain(self.node.domain)
        schema = schema_of(self.node.op_type, self.opsets.get(domain, 1), domain)
        if schema is None or _has_references([self.node]):
            return None
        named = [(name, value) for name, value in zip(self.node.input, inputs, strict=False) if name]
        types = {name: type_proto(value) for name, value in named}
        data = {
            name: onnx.numpy_helper.from_array(backends.host(value), name) for name, value in named if _is_few(value)
        }
        imports = [onnx.helper.make_opsetid(*entry) for entry in self.opsets.items()]
        try:
            node = _with_outputs(self.node, schema.min_output)
            found = onnx.shape_inference.infer_node_outputs(schema, node, types, data, opset_imports=imports)
        except Exception:  # noqa: BLE001 - a hint is wanted; what is wrong shows when the node runs
            return None
        sizes = [size for size in map(_bytes_of, found.values()) if size is not None]
        return sum(sizes) if sizes else None


class Foresight:
    """How many bytes a graph's plan may come to hold on arguments of these types: asked once for each set of types."""

    __slots__ = ("_is_closed", "_known", "opsets", "plan", "proto", "slots")

    def __init__(
        self,
        plan: Plan,
        proto: onnx.GraphProto | onnx.FunctionProto,
        slots: Mapping[str, int],
        opsets: Mapping[str, int],
    ):
        self.plan = plan
        self.proto = proto
        self.slots = slots
        self.opsets = opsets
        self._known: dict[tuple[Any, ...], int | None] = {}
        self._is_closed = all(step.rule is None and not _works(step) for step in plan.steps)

    def __call__(self, arguments: list[Any]) -> int | None:
        if not self._is_closed:
            return None
        key = tuple(map(_kind, arguments))
        if key not in self._known:
            if len(self._known) == _REMEMBERED:
                self._known.clear()
            self._known[key] = self._peak(arguments)
        return self._known[key]

    def _peak(self, arguments: list[Any]) -> int | None:
        onnx = import_onnx()
        if _has_references(self.proto.node):
            return None
        try:
            found = onnx.shape_inference.infer_shapes(self._model(arguments), data_prop=True)
        except Exception:  # noqa: BLE001 - a hint is wanted; what is wrong shows when the nodes run
            return None
        sizes = {value.name: _bytes_of(value.type) for value in (*found.graph.value_info, *found.graph.output)}
        told = {self.slots[name]: size for name, size in sizes.items() if size is not None}
        return peak_of(self.plan, told)

    def _model(self, arguments: list[Any]) -> onnx.ModelProto:
        """The graph with the types of these arguments, and none that only the file declares."""
        onnx = import_onnx()
        model = onnx.ModelProto(ir_version=onnx.IR_VERSION)
        model.opset_import.extend(onnx.helper.make_opsetid(*entry) for entry in self.opsets.items())
        graph = model.graph
        graph.name = "graph"
        graph.node.extend(self.proto.node)
        made = {name for node in self.proto.node for name in node.output}
        for name, slot in self.slots.items():
            if name in made:
                graph.output.append(onnx.ValueInfoProto(name=name))
                continue
            value = arguments[slot] if slot < self.plan.inputs else self.plan.template[slot]
            if slot in self.plan.constants and _is_few(value):
                graph.initializer.append(onnx.numpy_helper.from_array(backends.host(value), name))
            else:
                graph.input.append(onnx.ValueInfoProto(name=name, type=type_proto(value)))
        return model


def _asked(rule: Callable[..., int] | None, inputs: Sequence[Any]) -> int | None:
    """What an operator's rule says of these inputs."""
    try:
        return None if rule is None else rule(*inputs)
    except (*LIBRARY_FAILURES, HloError):  # what is wrong shows when the node runs
        return None


def _with_outputs(node: onnx.NodeProto, count: int) -> onnx.NodeProto:
    """The node with as many outputs as its schema asks for: a file may leave out the last ones."""
    if len(node.output) >= count:
        return node
    whole = type(node)()
    whole.CopyFrom(node)
    whole.output.extend(f"{node.output[0]} {number}" for number in range(len(node.output), count))
    return whole


def _works(step: Step) -> bool:
    """Whether a step needs much more than its results take: then each of its runs is asked."""
    return isinstance(step.measure, Measure) and step.measure.work is not None


def _kind(value: Any) -> Any:
    """What a size may depend on beside the values."""
    return (value.dtype, value.shape) if hasattr(value, "dtype") else type(value)


def _is_few(value: Any) -> bool:
    return hasattr(value, "dtype") and value.size <= _FEW and value.dtype.kind in "biuf"


def _bytes_of(proto: onnx.TypeProto) -> int | None:
    """The bytes of a value of a type, None where that does not tell."""
    if proto.WhichOneof("value") != "tensor_type" or not proto.tensor_type.HasField("shape"):
        return None
    dims = proto.tensor_type.shape.dim
    if not proto.tensor_type.elem_type or not all(dim.HasField("dim_value") for dim in dims):
        return None
    return prod(dim.dim_value for dim in dims) * dtype_of(proto.tensor_type.elem_type).itemsize


def _has_references(nodes: Iterable[onnx.NodeProto]) -> bool:
    """Whether some attribute has its value from the function around it, which inference would not know."""
    return any(attribute.ref_attr_name for node in _nodes(nodes) for attribute in node.attribute)


def _nodes(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    for node in nodes:
        yield node
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from _nodes(attribute.g.node)
