"""A graph as a StableHLO module: ``@init``, ``@step`` and ``@run`` compute what the evaluator does.

``@init(inputs…)`` is the first trial and gives the state and the outputs; ``@step(state…, inputs…, dt)`` one more;
``@run(steps, inputs…, dt)`` all of ``steps`` trials (at least one) and the last outputs, and so is ``@main``. The
state is every value that one trial leaves to the next.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..ir.attributes import StringAttr, SymbolAttr
from ..ir.core import Module, Value
from ..ops.builder import Builder
from ..syntax.file_printer import print_module
from ..verifier.rules import infer_types
from .graph_planner import plan_graph
from .node_run import GraphState, run_node
from .tensors import KINDS, Tensor, Writer, as_kind, tensor_type, wider
from .traced_functions import RULES
from .tracing import Tracing

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from ..ir.core import Function
    from ..ir.types import TensorType
    from .graph_plan import GraphPlan, PortPlan, Slot
    from .model import Model, Path

Type = tuple[tuple[int, ...], str]

DT, COUNT = tensor_type((), "f"), tensor_type((), "i")

ROUNDS = 8
"""How often types may widen before they count as growing without end."""


def to_stablehlo(model: Model, graph: str | None = None) -> str:
    """The text of a module for a graph of ``model`` (the first one, or that with the id ``graph``).

    :raises HloError: something has no counterpart in StableHLO; it is named with its path.
    """
    plan = plan_graph(model, graph)
    if plan.conditions is not None:
        path = ("graphs", plan.id, "conditions")
        raise plan.error(path, "a schedule of conditions has no counterpart in StableHLO", "module.unsupported")
    return _Exporter(plan).module()


@dataclass(slots=True)
class _Value:
    """Something that goes in or out of a function: what it is called, and its type."""

    label: str
    name: str
    type: Type

    @property
    def tensor(self) -> TensorType:
        return tensor_type(*self.type)


class _Exporter:
    """Traces the first run and a later one, until the types of the state agree."""

    def __init__(self, plan: GraphPlan):
        self.plan = plan
        self.builder = Builder(infer_types)
        self.taken: set[str] = {"dt", "steps"}
        self.inputs: dict[Slot, _Value] = {}
        self.state: dict[Slot, _Value] = {}
        self.kept: list[_Value] = []
        self.slots: list[Slot] = []
        self.fixed: dict[Slot, Any] = {}
        self.outputs: dict[Slot, _Value] = {}
        self.ports: list[PortPlan] = []
        for node in plan.nodes:
            for port in node.ports:
                if not port.edges:
                    self.inputs[port.given] = self.value(f"{node.id}.{port.id}", type_of(port.default))
                    self.ports.append(port)
            for parameter in node.parameters:
                if parameter.value is not None and parameter.is_fixed:
                    self.fixed[parameter.slot] = parameter.value.value
                    continue
                label = f"{node.id}.{parameter.id}"
                self.state[parameter.slot] = self.value(label, ((), "b"))
            for port in node.outputs:
                label = f"{node.id}.{port.id}"
                self.outputs[port.slot] = self.value(label, ((), "b"))

    def value(self, label: str, of: Type) -> _Value:
        """A value with a name of its own that MLIR accepts."""
        name = re.sub(r"[^A-Za-z0-9_]", "_", label)
        name = name if name[:1].isalpha() else f"v{name}"
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return _Value(label, name, of)

    def module(self) -> str:
        self.widen(self.trace(later=False)[1])
        for _ in range(ROUNDS):
            _, values = self.trace(later=True)
            if not self.widen(values):
                break
        else:
            raise self.plan.error(
                ("graphs", self.plan.id), "the shape of a value grows from trial to trial", "module.unsupported"
            )
        self.find_kept()
        name = re.sub(r"\W", "_", self.plan.model.id) or "model"
        module = Module({"sym_name": StringAttr(name if not name[0].isdigit() else f"m{name}")})
        self.function("init", later=False)
        self.function("step", later=True)
        self.run()
        self.main()
        module.body.ops += self.builder.ops
        return print_module(module)

    def trace(
        self, later: bool, writer: Writer | None = None, arguments: Iterable[Value] = ()
    ) -> tuple[Writer, dict[Slot, Any]]:
        """Run every node once on tensors; the writer has the ops, the state's values what they give.

        The tensors that come in are ``arguments`` by their names, and values of nothing where there is none of a name.
        """
        writer = writer or Writer()
        known = {argument.name: argument for argument in arguments}

        def given(name: str, of: TensorType) -> Tensor:
            return Tensor(writer, known.get(name) or Value(name, of))

        state = GraphState(self.plan, Tracing(writer, RULES, self.plan.draws))
        for port in self.ports:
            value = self.inputs[port.given]
            state.values[port.given] = given(value.name, value.tensor)
        dt: Any = None
        if later:
            state.ran = [True] * len(self.plan.nodes)
            dt = given("dt", DT)
            state.values.update(self.fixed)
            for slot, value in self.carried().items():
                state.values[slot] = given(value.name, value.tensor)
        for index in self.plan.order():
            run_node(state, self.plan.nodes[index], dt)
        return writer, state.values

    def carried(self) -> dict[Slot, _Value]:
        """All that one trial may leave to the next."""
        return {**self.state, **self.outputs}

    def widen(self, values: dict[Slot, Any]) -> bool:
        """Let the types of state and outputs hold these values too; whether anything changed."""
        changed = False
        for slot, value in self.carried().items():
            try:
                joined = _join(value.type, type_of(values.get(slot)))
            except HloError as error:
                raise self.plan.error(self.path(slot), error) from None
            except ValueError:
                shapes = f"{list(value.type[0])} and {list(type_of(values.get(slot))[0])}"
                message = f"its shape changes from trial to trial ({shapes}), which has no counterpart in StableHLO"
                raise self.plan.error(self.path(slot), message, "module.unsupported") from None
            changed = changed or joined != value.type
            value.type = joined
        return changed

    def path(self, slot: Slot) -> Path:
        """The path of the part that a slot belongs to."""
        parts = [part for node in self.plan.nodes for part in (*node.parameters, *node.outputs) if part.slot == slot]
        return parts[0].path if parts else ("graphs", self.plan.id)

    def find_kept(self) -> None:
        """Keep as state what a later trial reads; among it outputs, where an edge brings what was sent last."""
        writer, values = self.trace(later=True)
        everything, kept = self.carried(), {}
        wanted = [values[slot] for slot in self.outputs]
        while True:
            read = {value.name for value in writer.needed(wanted)[1]}
            more = {slot: value for slot, value in everything.items() if value.name in read and slot not in kept}
            if not more:
                break
            kept.update(more)
            wanted += [values[slot] for slot in more]
        self.kept = list(kept.values())
        self.slots = [*kept, *self.outputs]

    def function(self, name: str, later: bool) -> None:
        kinds = [*self.kept, *self.outputs.values()]
        arguments = _named([*(self.kept if later else ()), *self.inputs.values()])
        with self.defined(name, {**arguments, "dt": DT} if later else arguments, kinds) as function:
            writer, values = self.trace(later, Writer(self.builder), function.arguments)
            results = [self.fit(writer, values[slot], kind.type) for slot, kind in zip(self.slots, kinds, strict=True)]
            function.body.ops[:] = writer.needed(results)[0]
            self.builder.give(*(result.value for result in results))

    def fit(self, writer: Writer, value: Any, kind: Type) -> Tensor:
        shape, element = kind
        return writer.broadcast(writer.convert(writer.tensor(as_kind(value, element)), element), shape)

    def run(self) -> None:
        """All trials: the first, and a loop over the others."""
        build, carried = self.builder, [*self.kept, *self.outputs.values()]
        types = [value.tensor for value in carried]
        with self.defined("run", self.run_arguments(), self.outputs.values()) as function:
            steps, *given, dt = function.arguments
            one = build.constant(1, KINDS["i"])
            first = self.call("init", given, types)
            with build.region(COUNT, *types) as more:
                done = more.block.arguments[0]
                build.give(build.value("compare", done, steps, comparison_direction="LT", compare_type="SIGNED"))
            with build.region(COUNT, *types) as turn:
                done, *values = turn.block.arguments
                following = self.call("step", [*values[: len(self.kept)], *given, dt], types)
                build.give(build.value("add", done, one), *following)
            last = build.op("while", one, *first, regions=[more, turn]).results
            build.give(*last[1 + len(self.kept) :])

    def run_arguments(self) -> dict[str, TensorType]:
        return {"steps": COUNT, **_named(self.inputs.values()), "dt": DT}

    def main(self) -> None:
        outputs = list(self.outputs.values())
        with self.defined("main", self.run_arguments(), outputs) as function:
            self.builder.give(*self.call("run", function.arguments, [value.tensor for value in outputs]))

    def call(self, name: str, arguments: list[Value], types: list[TensorType]) -> list[Value]:
        return self.builder.op("func.call", *arguments, callee=SymbolAttr(name), types=[*types]).results

    @contextmanager
    def defined(self, name: str, arguments: dict[str, TensorType], results: Iterable[_Value]) -> Generator[Function]:
        """A public function, made when it ends: its arguments have these names, its results those of values."""
        with self.builder.function(name, arguments.values(), "public") as function:
            for argument, each in zip(function.arguments, arguments, strict=True):
                argument.name = each
            yield function
        function.result_attributes = [{"jax.result_info": StringAttr(_escaped(value.label))} for value in results]


def type_of(value: Any) -> Type:
    """The type of a tensor that holds ``value``.

    :raises HloError: it is no number.
    """
    if isinstance(value, Tensor):
        return value.shape, value.kind
    array = np.asarray(0.0 if value is None else value)
    if array.dtype.kind not in "fiub":
        raise HloError(f"{str(value)[:60]} has no counterpart in StableHLO", code="module.unsupported")
    return array.shape, array.dtype.kind.replace("u", "i")


def _join(a: Type, b: Type) -> Type:
    return np.broadcast_shapes(a[0], b[0]), wider(a[1], b[1])


def _named(values: Iterable[_Value]) -> dict[str, TensorType]:
    return {value.name: value.tensor for value in values}


def _escaped(text: str) -> str:
    return "".join(c if c.isprintable() and c not in '"\\' and c.isascii() else "_" for c in text)
