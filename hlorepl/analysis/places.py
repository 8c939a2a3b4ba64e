"""Where a step stands, as reports of watchers name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine.observing import Frame, Origin
    from ..source import Span


class Place:
    """A step in its run: ``op`` and ``name`` (see ``Origin``), ``span``, ``location``, the ``turn`` of each loop around it, its ``node``.

    What comes in from outside has no ``op``.
    """

    __slots__ = ("location", "name", "node", "op", "span", "turn")

    def __init__(
        self,
        op: str | None,
        name: str,
        span: Span | None = None,
        location: str | None = None,
        turn: tuple[int, ...] = (),
        node: str | None = None,
    ):
        self.op = op
        self.name = name
        self.span = span
        self.location = location
        self.turn = turn
        self.node = node

    @property
    def line(self) -> int | None:
        """The line in the user's text, where it has one."""
        return None if self.span is None else self.span.line

    @property
    def column(self) -> int | None:
        """The column of that line."""
        return None if self.span is None else self.span.column

    @property
    def where(self) -> str:
        """``FILE:LINE:COL: ``, or nothing."""
        return f"{self.span.source.name}:{self.span.line}:{self.span.column}: " if self.span else ""

    @property
    def when(self) -> str:
        """`` in turn 2.0``, or nothing."""
        return f" in turn {'.'.join(map(str, self.turn))}" if self.turn else ""


def place_of(frame: Frame, origin: Origin) -> Place:
    """The place of a step that runs in a frame."""
    return Place(origin.name or None, origin.label, origin.span, origin.location, frame.turns, origin.model_node)
