"""ONNX models: against onnxruntime, and against another graph that is to compute the same, as an optimiser makes one; node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import ml_dtypes
import numpy as np

from ..analysis.difference import Difference
from ..analysis.places import place_of
from ..engine.observing import Observer
from ..errors import HloError
from ..onnx.loading import OnnxModel
from ..onnx.node_origin import NodeOrigin
from ..onnx.protos import import_onnx
from ..value_text import kind_text
from .alone import operand_at
from .report import At, Comparison, Parting, ValueDifference
from .tolerance import Tolerance, is_float, is_within, jittered, part_dtype, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..analysis.places import Place
    from ..engine.observing import Event
    from .compare import Options

#: What nodes may be off by: so many eps of the greatest number, and so many times what comes of operands that are off by 4 eps.
_EPS, _FACTOR = 16.0, 16.0


class NodeRun(NamedTuple):
    """A node that ran, with the values of its inputs and outputs by name."""

    place: Place
    node: Any
    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Ran(Observer):
    """Keeps every node of the graph itself that ran, in order."""

    def __init__(self) -> None:
        self.runs: list[NodeRun] = []

    def after(self, event: Event) -> None:
        origin = event.origin
        if not isinstance(origin, NodeOrigin):
            return
        inputs = {name: value for name, value in zip(origin.operands, event.inputs, strict=False) if name}
        outputs = {name: value for name, value in zip(origin.results, event.results, strict=False) if name}
        self.runs.append(NodeRun(place_of(event.frame, origin), origin.node, inputs, outputs))


def compare_onnx(model: OnnxModel, inputs: Mapping[str, Any], against: str | OnnxModel, options: Options) -> Comparison:
    """Compare a model with ``onnxruntime``, a backend of arrays by its name, or another model; raises ``HloError``."""
    ran = Ran()
    context = options.context()
    context.observers = (*context.observers, ran)
    lefts = model.run(dict(inputs), context=context)
    if isinstance(against, OnnxModel):
        return _TwoModels(model, against, options).compare(ran, lefts, inputs)
    engine = _runtime() if against == "onnxruntime" else _backend(against)
    return _Comparing(model, engine, against, options).compare(ran, lefts, inputs)


#: The outputs of a model (a message) for inputs by name; raises ``HloError``.
if TYPE_CHECKING:
    Engine = Callable[[Any, Mapping[str, Any]], list[Any]]


def _runtime() -> Engine:
    try:
        import onnxruntime  # late: on demand
    except ImportError:
        raise HloError(
            "there is no package onnxruntime", code="run.backend", help="pip install 'hlorepl[onnxruntime]'"
        ) from None
    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 4

    def call(proto: Any, inputs: Mapping[str, Any]) -> list[Any]:
        try:
            session = onnxruntime.InferenceSession(proto.SerializeToString(), settings, ["CPUExecutionProvider"])
            wanted = {each.name for each in session.get_inputs()}
            return [*session.run(None, {name: value for name, value in inputs.items() if name in wanted})]
        except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
            raise HloError(f"onnxruntime: {_first_line(error)}", code="onnx.run") from None

    return call


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]


def _backend(name: str) -> Engine:
    def call(proto: Any, inputs: Mapping[str, Any]) -> list[Any]:
        return [*OnnxModel(proto, None, name).run(dict(inputs)).values()]

    return call


class _Comparing:
    """A comparison of a model with an engine."""

    def __init__(self, model: OnnxModel, engine: Engine, name: str, options: Options):
        self.model = model
        self.engine = engine
        self.options = options
        self.found = Comparison(name)
        self.passed_over: dict[str, str] = {}

    def compare(self, ran: Ran, lefts: Mapping[str, Any], inputs: Mapping[str, Any]) -> Comparison:
        """Whole, then node by node."""
        try:
            rights = dict(zip(self.model.outputs, self.engine(self.model.proto, inputs), strict=True))
            self.found.results = [
                _difference(name, left, rights[name], False)
                for name, left in lefts.items()
                if _are_arrays([left, rights[name]])
            ]
        except HloError as error:
            self.found.notes.append(f"the model was not compared as a whole: {error.message}")
        partings: list[Parting] = []
        for run in ran.runs:
            parting = self._alone(run)
            if parting is not None:
                partings.append(parting)
                if not self.options.wants_all:
                    break
        self.found.first = partings[0] if partings else None
        self.found.all = partings if self.options.wants_all else []
        self.found.notes += [f"{name} was not compared: {why}" for name, why in self.passed_over.items()]
        return self.found

    def _alone(self, run: NodeRun) -> Parting | None:
        """What there is to say of a node that the engine runs on the values that it had."""
        proto = single_node(self.model.proto, run)
        if proto is None:
            return None
        try:
            rights = self.engine(proto, run.inputs)
        except HloError as error:
            self.passed_over.setdefault(run.place.op or "", error.message)
            return None
        lefts = [*run.outputs.values()]
        if allows(proto, run.inputs, lefts, rights, self.options.tolerance):
            return None
        return parting_of(run, rights)


def single_node(model: Any, run: NodeRun) -> Any:
    """A model of one node with what came in as its inputs; None where that is no plain arrays, or it runs graphs or draws."""
    onnx = import_onnx()
    if any(attribute.HasField("g") or attribute.graphs for attribute in run.node.attribute):
        return None
    if (
        not run.outputs
        or not _are_arrays([*run.inputs.values(), *run.outputs.values()])
        or "Random" in run.node.op_type
    ):
        return None
    infos = [_info(onnx, name, value) for name, value in run.inputs.items()]
    outputs = [_info(onnx, name, value) for name, value in run.outputs.items()]
    graph = onnx.helper.make_graph([run.node], "node", infos, outputs)
    return onnx.helper.make_model(
        graph, opset_imports=model.opset_import, ir_version=model.ir_version, functions=model.functions
    )


def _info(onnx: Any, name: str, value: Any) -> Any:
    return onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)


def _are_arrays(values: Sequence[Any]) -> bool:
    return all(isinstance(value, np.ndarray) and value.dtype.kind in "biufcV" for value in values)


def allows(
    proto: Any, inputs: Mapping[str, Any], lefts: Sequence[Any], rights: Sequence[Any], tolerance: Tolerance
) -> bool:
    """Whether a node's outputs may be so: equal where whole, else as far apart as comes of operands that are off a little."""
    if len(lefts) != len(rights) or any(
        left.shape != np.shape(right) or left.dtype != np.asarray(right).dtype
        for left, right in zip(lefts, rights, strict=True)
    ):
        return False
    rights = [np.asarray(right) for right in rights]
    if tolerance.is_given:
        return all(map(tolerance.allows, lefts, rights))
    if all(is_within(left, right, None) for left, right in zip(lefts, rights, strict=True)):
        return True
    with np.errstate(all="ignore"):
        return all(map(is_within, lefts, rights, _bounds(proto, inputs, lefts)))


def _bounds(proto: Any, inputs: Mapping[str, Any], lefts: Sequence[Any]) -> list[Any]:
    model, spread = OnnxModel(proto), [0.0] * len(lefts)
    for seed in (1, 2):
        rng = np.random.Generator(np.random.PCG64(seed))
        others = model.run({name: jittered(value, rng, 4.0) for name, value in inputs.items()}).values()
        for number, (other, left) in enumerate(zip(others, lefts, strict=True)):
            if is_float(left.dtype) and other.shape == left.shape and left.size:
                apart = np.nan_to_num(np.abs(wide(other) - wide(left)), nan=0.0, posinf=0.0)
                spread[number] = max(spread[number], float(apart.max()))
    return [
        _FACTOR * far + _of_size(left) if is_float(left.dtype) else None
        for far, left in zip(spread, lefts, strict=True)
    ]


def _of_size(left: Any) -> float:
    size = np.abs(wide(left))
    most = float(np.max(size, initial=0.0, where=np.isfinite(size)))
    info = ml_dtypes.finfo(part_dtype(left.dtype))
    return _EPS * float(info.eps) * most + float(info.smallest_normal)


def _difference(name: str, left: Any, right: Any, is_wrong: bool) -> ValueDifference:
    return ValueDifference.of(name, kind_text(left), Difference(left, np.asarray(right)), is_wrong)


def parting_of(run: NodeRun, rights: Sequence[Any]) -> Parting:
    """A node that differs, as the report has it."""
    place = run.place
    differences = [
        _difference(name, left, right, True) for (name, left), right in zip(run.outputs.items(), rights, strict=True)
    ]
    difference = next((each for each in differences if each.differing), differences[0])
    operands = [operand_at(name, None, value) for name, value in run.inputs.items()]
    names = [place.name, *run.outputs]
    turn = place.turn[-1] if place.turn else None
    return Parting(
        "op", [place.op or ""], names, "", place.span, place.location, [At("", None, turn)], operands, difference
    )


class _TwoModels:
    """A model and another that is to compute the same: tensors of one name are one value."""

    def __init__(self, left: OnnxModel, right: OnnxModel, options: Options):
        self.left = left
        self.right = right
        self.options = options
        self.found = Comparison("numpy")
        self.partings: list[Parting] = []

    def compare(self, ran: Ran, lefts: Mapping[str, Any], inputs: Mapping[str, Any]) -> Comparison:
        """Run the other one; then each node of the left on what the right had there."""
        other = Ran()
        context = self.options.context()
        context.observers = (*context.observers, other)
        known = {name: value for name, value in inputs.items() if name in self.right.inputs}
        rights = self.right.run(known, context=context)
        pairs = zip(lefts.items(), rights.values(), strict=False)
        self.found.results = [
            _difference(name, left, right, False) for (name, left), right in pairs if _are_arrays([left, right])
        ]
        there = {name: value for run in other.runs for name, value in run.outputs.items()}
        there |= dict(zip(lefts, rights.values(), strict=False))
        names = {name for run in ran.runs for name in run.outputs}
        self._walk(ran, there)
        self.found.first = self.partings[0] if self.partings else None
        self.found.all = self.partings if self.options.wants_all else []
        self.found.paired = {"name": len(names & there.keys()), "loc": 0, "structure": 0, "value": 0}
        self.found.unpaired = [
            *({"side": "left", "name": name} for name in sorted(names - there.keys())),
            *({"side": "right", "name": name} for name in sorted(there.keys() - names)),
        ]
        return self.found

    def _walk(self, ran: Ran, there: Mapping[str, Any]) -> None:
        """Each node on what the right side had for its inputs, or on what the left one makes of that."""
        values: dict[str, Any] = {}
        for run in ran.runs:
            given = {name: values.get(name, value) for name, value in run.inputs.items()}
            proto = single_node(self.left.proto, run)
            if proto is None or run.place.turn:
                values |= {name: there.get(name, value) for name, value in run.outputs.items()}
                continue
            changed = any(given[name] is not run.inputs[name] for name in given)
            try:
                expected = OnnxModel(proto).run(given) if changed else run.outputs
            except HloError:
                expected = run.outputs
            values |= expected
            found = {name: there[name] for name in expected if name in there and _are_arrays([there[name]])}
            values |= found
            if found and not self._allows(proto, given, expected, found):
                self.partings.append(parting_of(run, [found.get(name, value) for name, value in expected.items()]))
                if not self.options.wants_all:
                    return

    def _allows(
        self, proto: Any, given: Mapping[str, Any], expected: Mapping[str, Any], found: Mapping[str, Any]
    ) -> bool:
        rights = [found.get(name, value) for name, value in expected.items()]
        return allows(proto, given, [*expected.values()], rights, self.options.tolerance)
