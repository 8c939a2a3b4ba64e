"""A graph as a StableHLO module: ``@init``, ``@step`` and ``@run`` compute what the evaluator does.

``@init(inputs…)`` is the first trial and gives the state and the outputs; ``@step(state…, inputs…, dt)`` one more;
``@run(steps, inputs…, dt)`` all of ``steps`` trials (at least one) and the last outputs, and so is ``@main``. The
state is every value that one trial leaves to the next.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .graph_planner import plan_graph
from .node_run import GraphState, run_node
from .stablehlo_text import Tensor, Writer, as_kind, tensor_type, wider
from .traced_functions import RULES
from .tracing import Tracing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .graph_plan import GraphPlan, PortPlan, Slot
    from .model import Model, Path

Type = tuple[tuple[int, ...], str]

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
    def argument(self) -> str:
        return f"{self.name}: {tensor_type(*self.type)}"


class _Exporter:
    """Traces the first run and a later one, until the types of the state agree."""

    def __init__(self, plan: GraphPlan):
        self.plan = plan
        self.taken: set[str] = {"%dt", "%steps"}
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
        name = "%" + re.sub(r"[^A-Za-z0-9_]", "_", label)
        name = name if name[1].isalpha() else f"%v{name[1:]}"
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
        parts = [self.function("init", later=False), self.function("step", later=True), self.run(), self.main()]
        body = "\n".join(f"  {line}" if line else "" for part in parts for line in part)
        return f"module @{name if not name[0].isdigit() else f'm{name}'} {{\n{body}\n}}\n"

    def trace(self, later: bool) -> tuple[Writer, dict[Slot, Any]]:
        """Run every node once on tensors; the writer has the ops, the state's values what they give."""
        writer = Writer()
        state = GraphState(self.plan, Tracing(writer, RULES, self.plan.draws))
        for port in self.ports:
            given = self.inputs[port.given]
            state.values[port.given] = writer.argument(given.name, *given.type)
        dt: Any = None
        if later:
            state.ran = [True] * len(self.plan.nodes)
            dt = writer.argument("%dt", (), "f")
            state.values.update(self.fixed)
            for slot, value in self.carried().items():
                state.values[slot] = writer.argument(value.name, *value.type)
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
            read = writer.needed(wanted)[1]
            more = {slot: value for slot, value in everything.items() if value.name in read and slot not in kept}
            if not more:
                break
            kept.update(more)
            wanted += [values[slot] for slot in more]
        self.kept = list(kept.values())
        self.slots = [*kept, *self.outputs]

    def function(self, name: str, later: bool) -> list[str]:
        writer, values = self.trace(later)
        kinds = [*self.kept, *self.outputs.values()]
        results = [self.fit(writer, values[slot], kind.type) for slot, kind in zip(self.slots, kinds, strict=True)]
        arguments = [*(self.kept if later else ()), *self.inputs.values()]
        shown = [value.argument for value in arguments] + (["%dt: tensor<f64>"] if later else [])
        lines = [*writer.needed(results)[0], _return("return", [result.name for result in results], kinds)]
        return _define(name, shown, kinds, lines)

    def fit(self, writer: Writer, value: Any, kind: Type) -> Tensor:
        shape, element = kind
        return writer.broadcast(writer.convert(writer.tensor(as_kind(value, element)), element), shape)

    def run(self) -> list[str]:
        """All trials: the first, and a loop over the others."""
        carried = [*self.kept, *self.outputs.values()]
        types, count = _types(carried), len(carried)
        given, given_types = [value.name for value in self.inputs.values()], _types(self.inputs.values())
        names = [f"%c{number}" for number in range(count)]
        block = ", ".join(["%done: tensor<i64>", *(f"{a}: {b}" for a, b in zip(names, types, strict=True))])
        step_types = [*_types(self.kept), *given_types, "tensor<f64>"]
        init = _call("%first", "init", given, given_types, types)
        step = _call("%next", "step", [*names[: len(self.kept)], *given, "%dt"], step_types, types)
        start = ["%one", *(f"%first{_part(number, count)}" for number in range(count))]
        end = ["%count", *(f"%next{_part(number, count)}" for number in range(count))]
        loop_types = ", ".join(["tensor<i64>", *types])
        results = [f"%last#{1 + len(self.kept) + number}" for number in range(len(self.outputs))]
        lines = [
            "%one = stablehlo.constant dense<1> : tensor<i64>",
            init,
            f'%last:{count + 1} = "stablehlo.while"({", ".join(start)}) ({{',
            f"^bb0({block}):",
            "  %more = stablehlo.compare LT, %done, %steps, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>",
            "  stablehlo.return %more : tensor<i1>",
            "}, {",
            f"^bb0({block}):",
            f"  {step}",
            "  %count = stablehlo.add %done, %one : tensor<i64>",
            f"  stablehlo.return {', '.join(end)} : {loop_types}",
            f"}}) : ({loop_types}) -> ({loop_types})",
            _return("return", results, self.outputs.values()),
        ]
        return _define("run", self.run_arguments(), self.outputs.values(), lines)

    def run_arguments(self) -> list[str]:
        return ["%steps: tensor<i64>", *(value.argument for value in self.inputs.values()), "%dt: tensor<f64>"]

    def main(self) -> list[str]:
        values = list(self.outputs.values())
        names = ["%steps", *(value.name for value in self.inputs.values()), "%dt"]
        types = ["tensor<i64>", *_types(self.inputs.values()), "tensor<f64>"]
        results = [f"%all{_part(number, len(values))}" for number in range(len(values))]
        lines = [_call("%all", "run", names, types, _types(values)), _return("return", results, values)]
        return _define("main", self.run_arguments(), values, lines)


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


def _types(values: Iterable[_Value]) -> list[str]:
    return [tensor_type(*value.type) for value in values]


def _call(name: str, function: str, arguments: list[str], types: list[str], results: list[str]) -> str:
    head = f"{name}{f':{len(results)}' if len(results) > 1 else ''} = " if results else ""
    return f"{head}func.call @{function}({', '.join(arguments)}) : ({', '.join(types)}) -> ({', '.join(results)})"


def _part(number: int, count: int) -> str:
    return f"#{number}" if count > 1 else ""


def _return(word: str, names: list[str], values: Iterable[_Value]) -> str:
    types = ", ".join(tensor_type(*value.type) for value in values)
    return f"{word} {', '.join(names)} : {types}" if names else word


def _define(name: str, arguments: list[str], results: Iterable[_Value], lines: list[str]) -> list[str]:
    shown = ", ".join(
        f'{tensor_type(*value.type)} {{jax.result_info = "{_escaped(value.label)}"}}' for value in results
    )
    head = f"func.func public @{name}({', '.join(arguments)}) -> ({shown}) {{"
    return [head, *(f"  {line}" for line in lines), "}", ""]


def _escaped(text: str) -> str:
    return "".join(c if c.isprintable() and c not in '"\\' and c.isascii() else "_" for c in text)
