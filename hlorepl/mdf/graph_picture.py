"""A graph as a picture: its sets of nodes from left to right, with ports, rules, edges, conditions and values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .graph_planner import plan_graph
from .graph_view import call_text, rule_text
from .plotting import new_figure, saved
from .reasons import condition_text
from .values import show

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from .graph_plan import GraphPlan, NodePlan
    from .model import Model

MAX_NODES = 300
"""Larger graphs make pictures that nobody can read."""

FONT = 7
CHARACTER, LINE = 0.059, 0.15
"""The width of a character and the height of a line, in inches."""

GAP = (1.3, 0.35)
"""What is left free between sets, and between the nodes of one set."""

MARGIN = 0.35
"""What is left free around the picture."""

_MOST_PARAMETERS, _LONGEST = 8, 44
_FILL, _EDGE, _BACK = "#eef3fb", "#4a6fa5", "#b5542c"


@dataclass(slots=True)
class _Box:
    """A node as it is drawn: lines of text with a style, and for each port the line that it stands on."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    inputs: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, int] = field(default_factory=dict)
    layer: int = 0
    left: float = 0.0
    top: float = 0.0

    @property
    def width(self) -> float:
        return max(len(text) for text, _ in self.lines) * CHARACTER + 0.24

    @property
    def height(self) -> float:
        return len(self.lines) * LINE + 0.12

    def line(self, number: int) -> float:
        """The height of the middle of a line."""
        return self.top - 0.06 - (number + 0.5) * LINE


def draw_graph(
    model: Model,
    file: str | os.PathLike[str] | None = None,
    graph: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> Any:
    """Draw a graph of at most 300 nodes; with ``file``, save the picture there.

    :param values: a runner's ``values``, to be shown at ports and parameters.
    :returns: the matplotlib figure.
    """
    plan = plan_graph(model, graph)
    if len(plan.nodes) > MAX_NODES:
        message = f"a picture of {len(plan.nodes):,} nodes cannot be read; at most {MAX_NODES} are drawn"
        raise HloError(message, code="limit.size", help="graph_text gives the graph as text")
    boxes = [_box(plan, node, values) for node in plan.nodes]
    width, height = _place(plan, boxes)
    ends = _ending_texts(plan)
    width = max([width, *(len(text) * CHARACTER for text in (*ends, model.id + plan.id))])
    height += (LINE + 0.05) * len(ends)
    figure = new_figure((width + 2 * MARGIN, height + 2 * MARGIN + 0.2), None)
    axis = figure.add_axes((0, 0, 1, 1))
    axis.set(xlim=(-MARGIN, width + MARGIN), ylim=(-height - MARGIN, MARGIN + 0.2))
    axis.axis("off")
    for box in boxes:
        _draw_box(axis, box)
    _draw_edges(axis, plan, boxes)
    for number, text in enumerate(reversed(ends)):
        axis.text(0, -height + (LINE + 0.05) * number, text, fontsize=FONT, family="monospace", color="0.3")
    axis.text(0, MARGIN, f"{model.id}: {plan.id}", fontsize=10, va="center")
    return saved(figure, file)


def _ending_texts(plan: GraphPlan) -> list[str]:
    conditions = plan.conditions
    ends = conditions.termination.items() if conditions else ()
    return [_clipped(f"{scale} ends when {condition_text(condition)}", 100) for scale, condition in ends]


def _clipped(text: str, longest: int = _LONGEST) -> str:
    return (text if len(text) <= longest else text[: longest - 1] + "…").replace("\n", " ")


def _box(plan: GraphPlan, node: NodePlan, values: Mapping[str, Any] | None) -> _Box:
    box = _Box()
    conditions = plan.conditions
    condition = conditions.node_specific.get(node.id) if conditions else None

    def held(name: str) -> str:
        key = f"{node.id}.{name}"
        return f"  {show(values[key], 24)}" if values is not None and key in values else ""

    box.lines.append((_clipped(node.id), "bold"))
    if condition:
        box.lines.append((_clipped(condition_text(condition)), "condition"))
    for port in node.ports:
        box.inputs[port.slot] = len(box.lines)
        box.lines.append((_clipped(f"{port.id}{held(port.id)}"), "input"))
    for parameter in node.parameters[:_MOST_PARAMETERS]:
        known = parameter.value is not None and parameter.value.is_constant
        text = _clipped(f"{parameter.id}{rule_text(parameter)}", 34)
        box.lines.append((text if known else text + held(parameter.id), "rule"))
    if len(node.parameters) > _MOST_PARAMETERS:
        box.lines.append((f"… {len(node.parameters) - _MOST_PARAMETERS} more", "rule"))
    for function in node.functions:
        text = _clipped(f"{function.id} = {call_text(function.call)}", 34)
        box.lines.append((text + held(function.id), "rule"))
    for port in node.outputs:
        box.outputs[port.slot] = len(box.lines)
        box.lines.append((_clipped(f"{port.id}{held(port.id)}"), "output"))
    return box


def _place(plan: GraphPlan, boxes: list[_Box]) -> tuple[float, float]:
    """Put each set into a column, in an order that crosses few edges; the size of all."""
    columns = [list(layer) for layer in plan.layers]
    for number, column in enumerate(columns):
        for index in column:
            boxes[index].layer = number
    rank = {index: place for column in columns for place, index in enumerate(column)}
    for column in columns[1:]:
        wanted = {
            index: sum(rank[parent] for parent in plan.parents[index]) / max(len(plan.parents[index]), 1)
            for index in column
        }
        column.sort(key=wanted.__getitem__)
        rank.update((index, place) for place, index in enumerate(column))
    heights = [sum(boxes[index].height + GAP[1] for index in column) - GAP[1] for column in columns]
    tallest, left = max(heights, default=0.0), 0.0
    for column, height in zip(columns, heights, strict=True):
        top = -(tallest - height) / 2
        for index in column:
            boxes[index].left, boxes[index].top = left, top
            top -= boxes[index].height + GAP[1]
        left += max(boxes[index].width for index in column) + GAP[0]
    return max(left - GAP[0], 0.0), tallest + (0.5 if any(port.cut for n in plan.nodes for port in n.ports) else 0.0)


_STYLES: dict[str, dict[str, Any]] = {
    "bold": {"weight": "bold", "ha": "center"},
    "condition": {"style": "italic", "ha": "center", "color": _BACK},
    "input": {"ha": "left"},
    "rule": {"ha": "left", "color": "0.35"},
    "output": {"ha": "right"},
}


def _draw_box(axis: Any, box: _Box) -> None:
    from matplotlib.patches import FancyBboxPatch  # late: Matplotlib

    corner = (box.left, box.top - box.height)
    axis.add_patch(
        FancyBboxPatch(
            corner, box.width, box.height, "round,pad=0,rounding_size=0.08", facecolor=_FILL, edgecolor=_EDGE, zorder=2
        )
    )
    places = {"left": box.left + 0.1, "center": box.left + box.width / 2, "right": box.left + box.width - 0.1}
    for number, (text, style) in enumerate(box.lines):
        look = _STYLES[style]
        where = (places[look["ha"]], box.line(number))
        axis.text(*where, text, fontsize=FONT, family="monospace", va="center_baseline", zorder=3, **look)
    for number in box.inputs.values():
        axis.plot(box.left, box.line(number), "o", markersize=3, color=_EDGE, zorder=4)
    for number in box.outputs.values():
        axis.plot(box.left + box.width, box.line(number), "o", markersize=3, color=_EDGE, zorder=4)


def _draw_edges(axis: Any, plan: GraphPlan, boxes: list[_Box]) -> None:
    below = min((box.top - box.height for box in boxes), default=0.0) - 0.3
    for node in plan.nodes:
        receiver = boxes[node.index]
        for port in node.ports:
            end = (receiver.left, receiver.line(receiver.inputs[port.slot]))
            for edge in port.edges:
                sender = boxes[edge.sender]
                start = (sender.left + sender.width, sender.line(sender.outputs[edge.slot]))
                weight = "" if edge.weight is None else f"×{show(edge.weight, 18)}"
                _draw_edge(axis, start, end, weight, below if sender.layer >= receiver.layer else None)


def _draw_edge(
    axis: Any, start: tuple[float, float], end: tuple[float, float], label: str, below: float | None
) -> None:
    """A curve from port to port; one that runs back goes below the boxes."""
    from matplotlib.patches import FancyArrowPatch  # late: Matplotlib
    from matplotlib.path import Path  # late: Matplotlib

    (x0, y0), (x1, y1) = start, end
    if below is None:
        bend = max((x1 - x0) / 2, 0.4)
        points = [start, (x0 + bend, y0), (x1 - bend, y1), end]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    else:
        right, left = (x0, below), (x1, below)
        points = [start, (x0 + 0.4, y0), (x0 + 0.4, below), right, left, (x1 - 0.4, below), (x1 - 0.4, y1), end]
        middle = ((x0 + x1) / 2, below)
        codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    colour = "0.35" if below is None else _BACK
    arrow = FancyArrowPatch(
        path=Path(points, codes), arrowstyle="-|>", mutation_scale=8, color=colour, linewidth=0.9,
        linestyle="-" if below is None else "--", zorder=1,
    )  # fmt: skip
    axis.add_patch(arrow)
    if label:
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        axis.text(*middle, label, fontsize=FONT - 1, ha="center", va="center", color=colour, bbox=box, zorder=5)
