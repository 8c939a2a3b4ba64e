"""How many bytes nodes will make, by ONNX's own inference of shapes: asked only where memory is limited."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import backends
from ..engine.counting import Told
from ..engine.peak import peak_of
from ..errors import LIBRARY_FAILURES, HloError
from ..ops.flow import Unforeseen
from .checks import schema_of
from .protos import import_onnx, type_proto
from .registry import canonical_domain
from .tensors import dtype_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import onnx

    from ..engine.plan import Plan
    from ..engine.step import Step
    from .graph import Graph

    #: What a node that runs graphs takes, for the kinds of its inputs and of what its graphs read from outside.
    Rule = Callable[[Sequence["Kind"]], "Sight"]

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


class Kind(NamedTuple):
    """What is known of a value before a run: its type (an empty ``TypeProto`` where that is open), and of few elements themselves."""

    type: onnx.TypeProto
    value: Any = None

    @property
    def size(self) -> int | None:
        """Its bytes; None where they are not known."""
        return _bytes_of(self.type)

    @property
    def alone(self) -> Kind:
        """Its type alone."""
        return Kind(self.type)


class Sight(NamedTuple):
    """What is known of a graph, or of a node that runs graphs: its results, their bytes, and what is held inside beside them."""

    kinds: list[Kind]
    sizes: list[int | None]
    inside: int


class Outlook(NamedTuple):
    """What is known of a graph before it runs on values of some kinds."""

    peak: int | None
    told: Told
    kinds: list[Kind]


class Foresight:
    """How many bytes a graph's plan may come to hold on arguments of some types: asked once for each set of them.

    ``rules`` has for each node that runs graphs what tells about it (``@op(foresee=…)``), bound to its attributes.
    """

    __slots__ = ("_known", "_last", "opsets", "plan", "proto", "rules", "slots")

    def __init__(
        self,
        plan: Plan,
        proto: onnx.GraphProto | onnx.FunctionProto,
        slots: Mapping[str, int],
        opsets: Mapping[str, int],
        rules: Sequence[Rule | None] = (),
    ):
        self.plan = plan
        self.proto = proto
        self.slots = slots
        self.opsets = opsets
        self.rules = rules
        self._known: dict[Any, Outlook] = {}
        self._last: tuple[Any, Outlook] | None = None

    def __call__(self, arguments: list[Any]) -> int | None:
        """The peak (``Plan.foresee``)."""
        return self.on(arguments).peak

    def told(self, arguments: list[Any]) -> Told:
        """What each step makes (``Plan.foretell``)."""
        return self.on(arguments).told

    def on(self, arguments: list[Any]) -> Outlook:
        """What is known where these are the arguments."""
        key = [*map(_kind, arguments)]
        if self._last is None or self._last[0] != key:
            self._last = (key, self.outlook([Kind(type_proto(value)) for value in arguments]))
        return self._last[1]

    def outlook(self, kinds: Sequence[Kind]) -> Outlook:
        """What is known where arguments, and what is read from outside, are of these kinds."""
        key = tuple([_key(kind) for kind in kinds])
        found = self._known.get(key)
        if found is None:
            if len(self._known) == _REMEMBERED:
                self._known.clear()
            found = self._known[key] = _Look(self, kinds).outlook()
        return found


class _Look:
    """One look at a graph: the kinds of all its values, as far as they can be told."""

    def __init__(self, of: Foresight, kinds: Sequence[Kind]):
        self.of = of
        self.kinds = dict(enumerate(kinds))
        self.kinds |= {slot: _constant(of.plan.template[slot]) for slot in of.plan.constants}
        self.sizes: dict[int, int] = {}
        self.inside: dict[int, int] = {}
        self.plain: list[onnx.NodeProto] = []

    def outlook(self) -> Outlook:
        plan = self.of.plan
        if not _has_references(self.of.proto.node):
            self._walk()
        steps = [self._told(number) for number in range(len(plan.steps))]
        is_closed = not any(map(_works, plan.steps))
        peak = peak_of(plan, self.sizes, self.inside) if is_closed else None
        return Outlook(peak, Told(tuple(steps)), [self._kind(slot) for slot in plan.outputs])

    def _walk(self) -> None:
        for number, (node, step) in enumerate(zip(self.of.proto.node, self.of.plan.steps, strict=True)):
            if step.rule is None:
                self.plain.append(node)
                continue
            rule = self.of.rules[number] if number < len(self.of.rules) else None
            if rule is not None:
                self._infer()
                self._foresee(number, step, rule)
        self._infer()

    def _foresee(self, number: int, step: Step, rule: Rule) -> None:
        try:
            sight = rule([self._kind(slot) for slot in step.ins])
        except Unforeseen:
            return
        self.inside[number] = sight.inside
        for slot, kind, size in zip(step.outs, sight.kinds, sight.sizes, strict=False):
            if kind.size is not None:
                self.kinds[slot] = kind.alone
            if size is not None:
                self.sizes[slot] = size

    def _kind(self, slot: int) -> Kind:
        return self.kinds.get(slot) or Kind(import_onnx().TypeProto())

    def _told(self, number: int) -> int | None:
        step = self.of.plan.steps[number]
        if step.view == "always":
            return 0
        if _works(step) or step.rule is not None and number not in self.inside:
            return None
        sizes = [self.sizes.get(slot) for slot in step.outs]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def _infer(self) -> None:
        """The types of what the nodes make that have come by now and run no graphs."""
        onnx = import_onnx()
        try:
            found = onnx.shape_inference.infer_shapes(self._model(), data_prop=True)
        except Exception:  # noqa: BLE001 - a hint is wanted; what is wrong shows when the nodes run
            return
        for value in (*found.graph.value_info, *found.graph.output):
            slot, size = self.of.slots[value.name], _bytes_of(value.type)
            if size is not None:
                self.kinds[slot], self.sizes[slot] = Kind(value.type), size

    def _model(self) -> onnx.ModelProto:
        """The nodes with the types of what they are given, and none that only the file declares."""
        onnx = import_onnx()
        model = onnx.ModelProto(ir_version=onnx.IR_VERSION)
        model.opset_import.extend(onnx.helper.make_opsetid(*entry) for entry in self.of.opsets.items())
        graph = model.graph
        graph.name = "graph"
        graph.node.extend(self.plain)
        made = {name for node in self.plain for name in node.output if name}
        graph.output.extend(onnx.ValueInfoProto(name=name) for name in made)
        for name, slot in self.of.slots.items():
            kind = self.kinds.get(slot)
            if name in made or kind is None:
                continue
            if kind.value is not None:
                graph.initializer.append(onnx.numpy_helper.from_array(kind.value, name))
            else:
                graph.input.append(onnx.ValueInfoProto(name=name, type=kind.type))
        return model


def _constant(value: Any) -> Kind:
    """The kind of what is stored in a graph."""
    return Kind(type_proto(value), backends.host(value) if _is_few(value) else None)


def _key(kind: Kind) -> tuple[bytes, bytes]:
    return kind.type.SerializeToString(), b"" if kind.value is None else kind.value.tobytes()


def inside(graph: Graph, kinds: Sequence[Kind], captured: Sequence[Kind]) -> Sight:
    """What is known of a graph that a node runs; raises ``Unforeseen`` where that is not how much it may come to hold."""
    foresight = graph.plan.foresee
    assert isinstance(foresight, Foresight)
    found = foresight.outlook([*kinds, *(captured if graph.captures else ())])
    if found.peak is None:
        raise Unforeseen
    return Sight([kind.alone for kind in found.kinds], [kind.size for kind in found.kinds], found.peak)


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
