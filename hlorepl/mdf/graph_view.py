"""A graph as text for a terminal: its sets of nodes in order, with ports, rules, conditions and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .graph_planner import plan_graph
from .reasons import condition_text
from .recording import preformatted
from .values import show

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .graph_plan import CallPlan, GraphPlan, NodePlan
    from .model import Model


def graph_text(model: Model, graph: str | None = None, values: Mapping[str, Any] | None = None) -> str:
    """A graph as text: its sets of nodes in order, each node with its parts and, from ``values``, what they hold."""
    plan = plan_graph(model, graph)
    lines = [f"graph {plan.id}"]
    senders = _senders(plan)
    for number, layer in enumerate(plan.layers):
        lines.append(f"set {number}")
        for index in layer:
            lines += [f"  {line}" for line in _node_lines(plan, plan.nodes[index], senders, values)]
    conditions = plan.conditions
    for scale, condition in (conditions.termination if conditions else {}).items():
        lines.append(f"{scale} ends when {condition_text(condition)}")
    return "\n".join(lines)


def model_html(model: Model) -> str:
    """A model in a notebook: its graphs, or what is wrong with one."""
    lines = [f"model {model.id}"]
    for graph in model.graphs:
        try:
            lines.append(graph_text(model, graph))
        except HloError as error:
            lines.append(f"graph {graph}: {error}")
    return preformatted("\n\n".join(lines))


def node_text(plan: GraphPlan, node_id: str, values: Mapping[str, Any] | None = None) -> str:
    """One node of a graph in the same way: its id with its condition on the first line, its parts on the others."""
    node = plan.node(node_id)
    return "\n".join(_node_lines(plan, node, _senders(plan), values)) if node else ""


def _senders(plan: GraphPlan) -> dict[str, str]:
    return {port.slot: f"{node.id}.{port.id}" for node in plan.nodes for port in node.outputs}


def _node_lines(
    plan: GraphPlan, node: NodePlan, senders: Mapping[str, str], values: Mapping[str, Any] | None
) -> list[str]:
    conditions = plan.conditions
    condition = conditions.node_specific.get(node.id) if conditions else None
    lines = [f"{node.id}  [{condition_text(condition)}]" if condition else node.id]
    for port in node.ports:
        sources = ", ".join(
            senders[edge.slot] + (f" × {show(edge.weight, 20)}" if edge.weight is not None else "")
            for edge in port.edges
        )
        lines.append(f"  → {port.id}{f' ← {sources}' if sources else ''}{_held(values, node, port.id)}")
    lines += [f"  · {p.id}{rule_text(p)}{_held(values, node, p.id)}" for p in node.parameters]
    for function in node.functions:
        lines.append(f"  ƒ {function.id} = {call_text(function.call)}{_held(values, node, function.id)}")
    for port in node.outputs:
        text = f" = {port.value.text}" if port.value and port.value.text != port.id else ""
        lines.append(f"  ← {port.id}{text}{_held(values, node, port.id)}")
    return lines


def call_text(call: CallPlan) -> str:
    """What a function computes: the name of a standard function, or its expression."""
    if call.function is not None:
        return call.function.name
    return call.value.text if call.value else ""


def rule_text(parameter: Any) -> str:
    """How a parameter gets its value: ``= a + 1``, ``' = -x / tau``."""
    if parameter.value is not None:
        return f" = {parameter.value.text[:60]}"
    if parameter.derivative is not None:
        return f"' = {parameter.derivative.text[:60]}"
    return f" = {parameter.call.function.name}(…)" if parameter.call and parameter.call.function else ""


def _held(values: Mapping[str, Any] | None, node: NodePlan, name: str) -> str:
    key = f"{node.id}.{name}"
    return f"    ({show(values[key], 30)})" if values is not None and key in values else ""
