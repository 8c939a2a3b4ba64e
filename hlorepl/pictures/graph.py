"""A program as a graph: ops, what flows between them, and what runs inside of them; as plain data for a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.summary import extreme
from ..value_text import scalar_text

if TYPE_CHECKING:
    from ..analysis.summary import Summary


class Node:
    """A box. ``name`` is what it makes, ``op`` what it does; ``details`` are lines for whoever asks for more.

    ``kind`` is ``op``, ``constant``, ``input`` or ``output``; ``values`` are summaries of what it made; ``bad`` is ``nan`` or ``inf`` where
    some of that is not finite, and it is the ``maker`` where nothing that it read was so. ``inside`` are groups, with their titles.
    """

    __slots__ = ("bad", "details", "inside", "kind", "line", "maker", "name", "op", "values")

    def __init__(self, kind: str, name: str, op: str):
        self.kind = kind
        self.name = name
        self.op = op
        self.line: int | None = None
        self.details: list[str] = []
        self.values: list[str] = []
        self.bad = ""
        self.maker = False
        self.inside: list[tuple[str, str]] = []

    @property
    def data(self) -> dict[str, Any]:
        """For JSON; what there is not is left out."""
        found = {
            "kind": self.kind,
            "name": self.name,
            "op": self.op,
            "line": self.line,
            "details": self.details,
            "values": self.values,
            "bad": self.bad,
            "maker": self.maker,
            "inside": self.inside,
        }
        return {key: value for key, value in found.items() if value}


class Group:
    """A function, a region or a graph of nodes: its nodes in an order in which they can run, and edges by their numbers."""

    __slots__ = ("edges", "nodes", "title")

    def __init__(self, title: str):
        self.title = title
        self.nodes: list[Node] = []
        #: From which node to which, and the type of what flows.
        self.edges: list[tuple[int, int, str]] = []

    def add(self, node: Node) -> int:
        """Add a node; its number."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {"title": self.title, "nodes": [node.data for node in self.nodes], "edges": self.edges}


class Graph:
    """All groups by their keys; ``root`` is the key of the outermost one. A function that is called often is there once."""

    def __init__(self, title: str, root: str):
        self.title = title
        self.root = root
        self.groups: dict[str, Group] = {}
        #: Whether it was run, so that values are told.
        self.has_run = False

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        groups = {key: group.data for key, group in self.groups.items()}
        return {"title": self.title, "root": self.root, "hasRun": self.has_run, "groups": groups}


class Tally:
    """What a value was like in all runs of the step that makes it."""

    __slots__ = ("high", "infinities", "low", "nans", "runs", "type")

    def __init__(self) -> None:
        self.runs = 0
        self.nans = self.infinities = 0
        self.low: Any = None
        self.high: Any = None
        self.type = ""

    def add(self, summary: Summary) -> None:
        """Count one more."""
        self.runs += 1
        self.type = summary.type
        self.nans += summary.nans
        self.infinities += summary.infinities
        self.low = extreme([self.low, summary.low], min)
        self.high = extreme([self.high, summary.high], max)

    @property
    def bad(self) -> str:
        """``nan``, ``inf`` or nothing."""
        return "nan" if self.nans else "inf" if self.infinities else ""

    @property
    def text(self) -> str:
        """On a line."""
        low, high = (None if each is None else scalar_text(each) for each in (self.low, self.high))
        parts = [] if low is None else [low if low == high else f"{low} to {high}"]
        parts += [f"{count} {word}" for count, word in ((self.nans, "NaN"), (self.infinities, "infinite")) if count]
        runs = f" in {self.runs} runs" if self.runs > 1 else ""
        return f"{', '.join(parts)}{runs}" if parts else ""
