"""The frames of trials that are stopped: all trials, one of them, a node that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.observing import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..engine.observing import Origin
    from .node_run import NodeRun
    from .watching import PartOrigin


class Spot(NamedTuple):
    """Where a value stands in a frame; values of a model have no declared type."""

    slot: str
    step: int = -1
    type: None = None


class Stopped(NamedTuple):
    """A step: a node, or a part of one. ``rule`` says that one can go into it."""

    origin: PartOrigin
    rule: Any = None
    regions: tuple[Any, ...] = ()


class TrialsFrame(Frame):
    """All trials (``function``), or one of them (``turn``): the values of the whole graph, as ``node.name``."""

    __slots__ = ("_known", "at", "note", "ops", "values")

    counts = "trial"

    def __init__(
        self,
        kind: str,
        name: str,
        values: dict[str, Any],
        spots: Mapping[str, Spot],
        number: int | None = None,
        up: Frame | None = None,
    ):
        super().__init__(kind, name, number, up)
        self.values = values
        self._known = spots
        #: The nodes of the set that is being asked, and which of them is the next.
        self.ops: Sequence[Origin | None] = ()
        self.at = 0
        #: Says why the node that is next runs, or does not.
        self.note: Callable[[], str] | None = None

    @property
    def notes(self) -> Sequence[str]:
        return [] if self.note is None else [self.note()]

    @property
    def here(self) -> Origin | None:
        return self.ops[self.at] if self.at < len(self.ops) else None

    @property
    def places(self) -> Mapping[str, Spot]:
        return self._known

    def has(self, place: Spot) -> bool:
        """Whether there is a value by now."""
        return self.values.get(place.slot) is not None

    def is_captured(self, place: Spot) -> bool:
        """Nothing is."""
        return False


class NodeFrame(Frame):
    """A node that runs: its own names."""

    __slots__ = ("_known", "at", "notes", "ops", "run", "values")

    def __init__(self, run: NodeRun, ops: Sequence[Origin], up: Frame):
        super().__init__("node", run.node.id, None, up)
        self.run = run
        self.values = NodeValues(run)
        node = run.node
        parts = [*node.outputs, *node.functions, *node.parameters, *node.ports]
        self._known = {part.id: Spot(part.id) for part in parts}
        self.ops: Sequence[Origin | None] = ops
        self.at = 0
        self.notes = []

    @property
    def here(self) -> Origin | None:
        return self.ops[self.at] if self.at < len(self.ops) else None

    @property
    def places(self) -> Mapping[str, Spot]:
        return self._known

    def has(self, place: Spot) -> bool:
        """Whether the part has been computed, or brought from the last run."""
        return self.values.get(place.slot) is not None

    def is_captured(self, place: Spot) -> bool:
        """Nothing is."""
        return False


class NodeValues:
    """The values of a node's names while it runs, and what its output ports will hold."""

    __slots__ = ("_outputs", "run")

    def __init__(self, run: NodeRun):
        self.run = run
        self._outputs = {port.id: port.slot for port in run.node.outputs}

    def get(self, name: str) -> Any:
        """The value, or None. A port goes before what it sends, as at every door."""
        found = self.run.written.get(self._outputs[name]) if name in self._outputs else None
        return self.run.scope.get(name) if found is None else found

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def put(self, name: str, value: Any) -> None:
        """Let it be another from here on."""
        run, node = self.run, self.run.node
        for part in (*node.ports, *node.functions, *node.parameters):
            if part.id == name:
                run.scope[name] = value
                if part.slot in run.written:
                    run.written[part.slot] = value
        if name in self._outputs and self._outputs[name] in run.written:
            run.written[self._outputs[name]] = value
