"""Pictures of models and of their runs: to a file with matplotlib, or as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .planning import plan_graph
from .values import show

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from .model import Condition, Model
    from .plan import GraphPlan, NodePlan
    from .recording import Run

BARS = " ▁▂▃▄▅▆▇█"


def plot(
    run: Run, file: str | os.PathLike[str] | None = None, names: Sequence[str] | None = None, dt: float = 1.0
) -> Any:
    """Draw recorded values over time, one panel for each node; with ``file``, save it there.

    :param names: ``node.port`` of what to draw; everything that holds numbers if not given.
    :param dt: the time that a step takes, for the axis.
    :returns: the matplotlib figure.
    """
    figure_class = _figure_class()
    columns = _columns(run, names)
    nodes = list(dict.fromkeys(node for node, _, _ in columns))
    figure = figure_class(figsize=(8, 1 + 2 * max(len(nodes), 1)), layout="constrained")
    axes = figure.subplots(max(len(nodes), 1), 1, sharex=True, squeeze=False)[:, 0]
    for axis, node in zip(axes, nodes, strict=False):
        for owner, port, values in columns:
            if owner != node:
                continue
            flat = values.reshape(len(values), -1)
            for index in range(min(flat.shape[1], 10)):
                label = port if flat.shape[1] == 1 else f"{port}[{index}]"
                axis.plot(np.arange(len(flat)) * dt, flat[:, index], label=label, linewidth=1)
        axis.set_title(node, fontsize=9, loc="left")
        axis.legend(fontsize=7, loc="upper right")
    axes[-1].set_xlabel("time" if dt != 1.0 else "step")
    return _saved(figure, file)


def plot_text(run: Run, width: int = 64, names: Sequence[str] | None = None) -> str:
    """Recorded values as lines of bars, each with its smallest and largest value."""
    columns = _columns(run, names)
    labels = [f"{node}.{port}" for node, port, _ in columns]
    longest = max(map(len, labels), default=0)
    lines = []
    for label, (_, _, values) in zip(labels, columns, strict=True):
        flat = values.reshape(len(values), -1)
        for index in range(min(flat.shape[1], 4)):
            text = label if flat.shape[1] == 1 else f"{label}[{index}]"
            lines.append(f"{text:<{longest + 3}} {_bars(flat[:, index].astype(float), width)}")
    return "\n".join(lines)


def _bars(values: np.ndarray, width: int) -> str:
    finite = values[np.isfinite(values)]
    if not finite.size:
        return "no finite values"
    low, high = float(finite.min()), float(finite.max())
    parts = np.array_split(values, min(width, len(values)))
    means = np.array([part[np.isfinite(part)].mean() if np.isfinite(part).any() else np.nan for part in parts])
    scaled = (means - low) / (high - low) * (len(BARS) - 2) if high > low else np.zeros(len(means))
    bars = "".join("?" if np.isnan(value) else BARS[1 + round(float(value))] for value in scaled)
    return f"{bars} {low:.4g} … {high:.4g}"


def _columns(run: Run, names: Sequence[str] | None) -> list[tuple[str, str, np.ndarray]]:
    found = []
    for node, ports in run.items():
        for port, values in ports.items():
            wanted = names is None or f"{node}.{port}" in names or node in names
            array = np.asarray(values) if wanted and not isinstance(values, list) else np.empty(0, object)
            if array.dtype.kind in "fiub" and array.size:
                found.append((node, port, array))
    if not found:
        raise HloError("there are no recorded numbers to draw", code="run.plot")
    return found


def graph_text(model: Model, graph: str | None = None, values: Mapping[str, Any] | None = None) -> str:
    """A graph as text: its sets of nodes in order, each node with its parts and, from ``values``, what they hold."""
    plan = plan_graph(model, graph)
    lines = [f"graph {plan.id}"]
    senders = {port.slot: f"{node.id}.{port.id}" for node in plan.nodes for port in node.outputs}
    for number, layer in enumerate(plan.layers):
        lines.append(f"set {number}")
        for index in layer:
            lines += [f"  {line}" for line in _node_lines(plan, plan.nodes[index], senders, values)]
    conditions = plan.conditions
    for scale, condition in (conditions.termination if conditions else {}).items():
        lines.append(f"{scale} ends when {condition_text(condition)}")
    return "\n".join(lines)


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
    lines += [f"  · {p.id}{_rule_text(p)}{_held(values, node, p.id)}" for p in node.parameters]
    for function in node.functions:
        name = function.call.function.name if function.call.function else (function.call.value or "")
        lines.append(f"  ƒ {function.id} = {getattr(name, 'text', name)}{_held(values, node, function.id)}")
    for port in node.outputs:
        text = f" = {port.value.text}" if port.value and port.value.text != port.id else ""
        lines.append(f"  ← {port.id}{text}{_held(values, node, port.id)}")
    return lines


def _rule_text(parameter: Any) -> str:
    if parameter.value is not None:
        return f" = {parameter.value.text[:60]}"
    if parameter.derivative is not None:
        return f"' = {parameter.derivative.text[:60]}"
    return f" = {parameter.call.function.name}(…)" if parameter.call and parameter.call.function else ""


def _held(values: Mapping[str, Any] | None, node: NodePlan, name: str) -> str:
    key = f"{node.id}.{name}"
    return f"    ({show(values[key], 30)})" if values is not None and key in values else ""


def condition_text(condition: Condition) -> str:
    """A condition on one line: ``EveryNCalls(dependency=A, n=2)``."""
    return f"{condition.type}({', '.join(f'{key}={_argument_text(value)}' for key, value in condition.kwargs.items())})"


def _argument_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_argument_text, value))}]"
    return condition_text(value) if hasattr(value, "kwargs") else str(value)


def draw_graph(
    model: Model,
    file: str | os.PathLike[str] | None = None,
    graph: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> Any:
    """Draw a graph, its sets of nodes from left to right, with ports, edges, weights, conditions and values.

    :param values: a runner's ``values``, to be shown at the output ports.
    :returns: the matplotlib figure.
    """
    figure_class = _figure_class()
    try:
        import networkx as nx
    except ImportError:
        raise HloError("drawing graphs needs networkx", code="run.extra", help="pip install 'hlorepl[plot]'") from None
    plan = plan_graph(model, graph)
    network: Any = nx.MultiDiGraph()
    for number, layer in enumerate(plan.layers):
        network.add_nodes_from((index, {"subset": number}) for index in layer)
    labels = {}
    for node in plan.nodes:
        for port in node.ports:
            for edge in port.edges:
                network.add_edge(edge.sender, node.index)
                weight = f" ×{show(edge.weight, 12)}" if edge.weight is not None else ""
                text = labels.get((edge.sender, node.index))
                labels[edge.sender, node.index] = (f"{text}\n" if text else "") + f"{edge.id} → {port.id}{weight}"
    places = nx.multipartite_layout(network)
    tallest = max(map(len, plan.layers), default=1)
    figure = figure_class(figsize=(2 + 3 * max(len(plan.layers), 1), 1.5 + 1.6 * tallest), layout="constrained")
    axis = figure.subplots()
    axis.axis("off")
    axis.margins(0.25)
    axis.set_ylim(*_span([y for _, y in places.values()]))
    nx.draw_networkx_edges(network, places, ax=axis, node_size=4000, edge_color="0.4", connectionstyle="arc3,rad=0.06")
    for (sender, receiver), text in labels.items():
        (x0, y0), (x1, y1) = places[sender], places[receiver]
        axis.text((x0 + x1) / 2, (y0 + y1) / 2, text, fontsize=6, ha="center", va="center", color="0.3")
    for node in plan.nodes:
        box = {"boxstyle": "round,pad=0.5", "facecolor": "#eef3fb", "edgecolor": "#4a6fa5"}
        axis.text(*places[node.index], _box_text(plan, node, values), fontsize=7, ha="center", va="center", bbox=box)
    axis.set_title(f"{model.id}: {plan.id}", fontsize=10)
    return _saved(figure, file)


def _span(heights: list[float]) -> tuple[float, float]:
    """Limits that leave room for the boxes, also where all stand at one height."""
    low, high = (min(heights, default=0.0), max(heights, default=0.0))
    room = 0.3 * (high - low) or 1.0
    return low - room, high + room


def _box_text(plan: GraphPlan, node: NodePlan, values: Mapping[str, Any] | None) -> str:
    conditions = plan.conditions
    condition = conditions.node_specific.get(node.id) if conditions else None
    lines = [node.id, *([condition_text(condition)] if condition else [])]
    lines += [f"→ {port.id}" for port in node.ports]
    lines += [f"· {p.id}{_rule_text(p)}"[:40] for p in node.parameters[:6]]
    lines += [f"{port.id} →{_held(values, node, port.id)}" for port in node.outputs]
    return "\n".join(lines).replace("$", r"\$")


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise HloError("drawing needs matplotlib", code="run.extra", help="pip install 'hlorepl[plot]'") from None
    return Figure


def _saved(figure: Any, file: str | os.PathLike[str] | None) -> Any:
    if file is not None:
        try:
            figure.savefig(file, dpi=150)
        except (OSError, ValueError) as error:
            raise HloError(f"cannot save the picture: {error}", code="run.file") from None
    return figure
