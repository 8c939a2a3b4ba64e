"""StableHLO functions and ONNX graphs as pictures: by the plans that run them."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..analysis.summary import Summary
from ..value_text import tensor_type, value_text
from .graph import Graph, Group, Node, Tally

if TYPE_CHECKING:
    from ..engine.observing import Origin
    from ..engine.plan import Plan
    from ..engine.step import Step
    from .seen import Seen

#: Constants of so many elements show them.
_FEW = 4


def graph_of_plan(plan: Plan, title: str, seen: Seen | None = None) -> Graph:
    """The picture of a plan; with what was ``seen`` in a run of it."""
    graph = Graph(title, "0")
    graph.has_run = seen is not None
    _Builder(graph, seen).group(plan, title)
    return graph


class _Builder:
    """Makes groups, one for each plan."""

    def __init__(self, graph: Graph, seen: Seen | None):
        self.graph = graph
        self.seen = seen
        self.keys: dict[int, str] = {}

    def group(self, plan: Plan, title: str) -> str:
        """The key of a plan's group."""
        key = self.keys.get(id(plan))
        if key is not None:
            return key
        key = self.keys[id(plan)] = str(len(self.keys))
        group = self.graph.groups[key] = Group(title)
        _Steps(self, plan, group).add_all()
        return key


class _Steps:
    """The nodes of one plan: which slot is filled by which."""

    def __init__(self, builder: _Builder, plan: Plan, group: Group):
        self.builder = builder
        self.plan = plan
        self.group = group
        #: By slot the node that fills it, and the type of what it holds.
        self.filled: dict[int, tuple[int, str]] = {}

    def add_all(self) -> None:
        """Inputs, constants where they are read, steps, and what is handed out."""
        read = {slot for step in self.plan.steps for slot in step.ins}
        for slot, (name, of) in zip(
            range(self.plan.inputs), zip_longest(self.plan.input_names, self.plan.input_types), strict=False
        ):
            if slot in read or slot in self.plan.outputs or slot < self.plan.inputs - self.plan.captures:
                self.input(slot, name or "", of)
        for step in self.plan.steps:
            self.step(step)
        self.output()

    def input(self, slot: int, name: str, of: Any) -> None:
        """What comes in, from a caller or (captured) from around."""
        captured = slot >= self.plan.inputs - self.plan.captures
        node = Node("input", name, "from outside" if captured else "argument")
        seen = self.builder.seen
        tally = None if seen is None else seen.given.get((id(self.plan), slot))
        kind = str(of) if of is not None else "" if tally is None else tally.type
        node.details = [kind] if kind else []
        _tell(node, [] if tally is None else [tally])
        self.filled[slot] = self.group.add(node), kind

    def constant(self, slot: int, origin: Origin | None) -> None:
        """A constant or a stored array, in front of the first that reads it."""
        value = self.plan.template[slot]
        summary = Summary(value, next(iter(origin.result_types), None) if origin is not None else None)
        node = Node("constant", "" if origin is None else origin.label, "constant")
        node.line = _line(origin)
        node.details = [summary.type]
        tally = Tally()
        tally.add(summary)
        _tell(node, [tally])
        if summary.size and summary.size <= _FEW and tensor_type(value) is not None:
            node.values = [value_text("", None, value).partition("= ")[2]]
        self.filled[slot] = self.group.add(node), summary.type

    def step(self, step: Step) -> None:
        """A step with what runs inside of it."""
        origin = step.origin
        ends = [self.end_of(slot) for slot in step.ins]
        node = Node("constant" if origin.is_constant else "op", ", ".join(filter(None, origin.results)), origin.name)
        if origin.label not in (*origin.results, ""):
            node.details.append(f"node {origin.label}")
        node.line = _line(origin)
        node.details += [origin.span.text.split("\n", 1)[0].strip()[:200]] if origin.span is not None else []
        node.details += [origin.location] if origin.location is not None else []
        seen = self.builder.seen
        tallies = [] if seen is None else seen.results.get(id(origin), [])
        _tell(node, tallies)
        node.maker = seen is not None and id(origin) in seen.makers
        if seen is not None and not tallies:
            node.details.append("did not run")
        node.inside = [(title, self.builder.group(region.plan, title)) for title, region in _regions(step)]
        number = self.group.add(node)
        for end in dict.fromkeys(ends):
            if end is not None:
                self.group.edges.append((end[0], number, end[1]))
        types = zip_longest(step.outs, origin.result_types[: len(step.outs)], tallies[: len(step.outs)])
        for slot, of, tally in types:
            kind = str(of) if of is not None else "" if tally is None else tally.type
            self.filled[slot] = number, kind
            node.details += [kind] if kind else []

    def end_of(self, slot: int) -> tuple[int, str] | None:
        """The node that fills a slot."""
        if slot not in self.filled and slot in self.plan.constants:
            self.constant(slot, self.plan.constants[slot])
        return self.filled.get(slot)

    def output(self) -> None:
        """What is handed out."""
        ends = [self.end_of(slot) for slot in self.plan.outputs]
        end = self.plan.end
        node = Node("output", "", "results" if end is None else end.name)
        node.line = _line(end)
        number = self.group.add(node)
        for at in dict.fromkeys(ends):
            if at is not None:
                self.group.edges.append((at[0], number, at[1]))
                node.details.append(at[1])
                source = self.group.nodes[at[0]]
                node.bad = node.bad or source.bad
        node.details = [each for each in node.details if each]


def _line(origin: Origin | None) -> int | None:
    return None if origin is None or origin.span is None else origin.span.line


def _tell(node: Node, tallies: list[Tally]) -> None:
    node.values = [tally.text for tally in tallies if tally.text]
    node.bad = next((bad for bad in ("nan", "inf") if any(tally.bad == bad for tally in tallies)), "")


def _regions(step: Step) -> list[tuple[str, Any]]:
    """The regions and functions that a step runs, with their titles."""
    regions = [region for region in step.regions if step.rule is not None]
    mnemonic = step.origin.name.rpartition(".")[2]
    titles = {"while": ("condition", "body"), "if": ("true", "false")}.get(mnemonic, ())
    found: list[tuple[str, Any]] = []
    for number, region in enumerate(regions):
        name = region.plan.name
        default = f"@{name}" if name and not titles else f"region {number}" if len(regions) > 1 else "region"
        title = f"branch {number}" if mnemonic == "case" else titles[number] if number < len(titles) else default
        found.append((title, region))
    return found
