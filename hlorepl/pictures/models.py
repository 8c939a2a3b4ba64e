"""MDF graphs as pictures: nodes with their ports and rules inside, and what edges send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.summary import Summary
from ..mdf.graph_view import call_text, rule_text
from ..mdf.reasons import condition_text
from ..mdf.watching import Watch
from .graph import Graph, Group, Node, Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..mdf.graph_plan import GraphPlan, NodePlan
    from .seen import Seen


def graph_of_model(
    plan: GraphPlan, title: str, values: Mapping[str, Any] | None = None, seen: Seen | None = None
) -> Graph:
    """The picture of a graph; with the ``values`` that its names have after a run, and what was ``seen`` in it."""
    graph = Graph(title, "graph")
    graph.has_run = values is not None
    group = graph.groups["graph"] = Group(plan.id)
    order = list(plan.order())
    numbers = {index: place for place, index in enumerate(order)}
    for index in order:
        group.add(_node(graph, plan, plan.nodes[index], values, seen))
    for index in order:
        for port in plan.nodes[index].ports:
            for edge in port.edges:
                sender = plan.nodes[edge.sender]
                kind = _type(values, f"{sender.id}.{edge.port}")
                text = f"{edge.port} → {port.id}{f' : {kind}' if kind else ''}"
                group.edges.append((numbers[edge.sender], numbers[index], text))
    return graph


def _type(values: Mapping[str, Any] | None, name: str) -> str:
    return Summary(values[name]).type if values is not None and name in values else ""


def _node(graph: Graph, plan: GraphPlan, node: NodePlan, values: Mapping[str, Any] | None, seen: Seen | None) -> Node:
    """A node, with a group of its parts."""
    found = Node("op", node.id, "node")
    conditions = plan.conditions
    condition = conditions.node_specific.get(node.id) if conditions else None
    found.details = [] if condition is None else [f"runs when {condition_text(condition)}"]
    group = graph.groups[f"node {node.id}"] = Group(node.id)
    watch, by_name = Watch(plan, ()), dict[str, int]()
    for part in (*node.ports, *node.functions, *node.parameters, *node.outputs):
        inner = Node("op", part.id, _what(node, part))
        if part in node.ports:
            inner.kind = "input"
        elif part in node.outputs:
            inner.kind = "output"
        origin = watch.origin(node, part)
        inner.line = None if origin.span is None else origin.span.line
        _tell(inner, f"{node.id}.{part.id}", values, seen)
        number = group.add(inner)
        for label in origin.operands if part not in node.ports else ():
            source = by_name.get(label)
            if source is not None and source != number:
                group.edges.append((source, number, _type(values, label)))
        if part in node.outputs:
            found.values += [f"{part.id}: {text}" for text in inner.values]
        by_name.setdefault(f"{node.id}.{part.id}", number)
        found.bad, found.maker = found.bad or inner.bad, found.maker or inner.maker
    found.inside = [("", f"node {node.id}")]
    return found


def _what(node: NodePlan, part: Any) -> str:
    """What a part computes."""
    if part in node.functions:
        return call_text(part.call) or "function"
    if part in node.parameters:
        return f"parameter{rule_text(part)}"
    return "input port" if part in node.ports else "output port"


def _tell(node: Node, name: str, values: Mapping[str, Any] | None, seen: Seen | None) -> None:
    tallies = [] if seen is None else seen.by_label.get(name, [])
    if not tallies and values is not None and name in values:
        tally = Tally()
        tally.add(Summary(values[name]))
        tallies = [tally]
    node.values = [tally.text for tally in tallies if tally.text]
    node.details = [tally.type for tally in tallies if tally.type]
    node.bad = next((bad for bad in ("nan", "inf") if any(tally.bad == bad for tally in tallies)), "")
    node.maker = seen is not None and name in seen.making_labels
