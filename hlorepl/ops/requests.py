"""What a process of the grid may ask of the others (``flow.Wait``); whoever runs the grid has the answers.

A process is known by its place in the grid, (replica, partition).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Place = tuple[int, int]
    Group = tuple[Place, ...]
    Arrays = tuple[Any, ...]


class Meet:
    """A collective op: all processes of a group come to it with arrays, and each gets its share of what is made of them.

    ``join`` makes something of the arrays of all, in the group's order, once for the group; ``share`` gives of that what the
    process at a position of the group gets. All must bring the same ``op``, ``group``, ``channel`` and ``attributes``, and arrays of one
    type. ``reduces`` is the name of the op by which ``join`` joins, where it is a known one.
    """

    __slots__ = ("attributes", "brought", "channel", "group", "join", "op", "reduces", "share")

    def __init__(
        self,
        op: str,
        group: Group,
        channel: int,
        brought: Arrays,
        join: Callable[[Sequence[Arrays]], Any],
        share: Callable[[Any, int], Arrays] | None = None,
        attributes: tuple[Any, ...] = (),
        reduces: str | None = None,
    ):
        self.op = op
        self.group = group
        self.channel = channel
        self.brought = brought
        self.join = join
        self.share = share
        self.attributes = attributes
        self.reduces = reduces

    def alone(self, process: Any) -> Arrays:
        joined = self.join([self.brought])
        return joined if self.share is None else self.share(joined, 0)


class Send:
    """Put values into a channel, for ``target``: another process, the host, or (None) whoever takes them."""

    __slots__ = ("channel", "host", "target", "values")

    def __init__(self, channel: int, values: Arrays, host: bool = False, target: Place | None = None):
        self.channel = channel
        self.values = values
        self.host = host
        self.target = target

    def alone(self, process: Any) -> None:
        process.send(self)


class Receive:
    """Take values from a channel that ``source`` puts there: another process, the host, or (None) anybody."""

    __slots__ = ("channel", "host", "source")

    def __init__(self, channel: int, host: bool = False, source: Place | None = None):
        self.channel = channel
        self.host = host
        self.source = source

    def alone(self, process: Any) -> Arrays:
        return process.receive(self)


class Start:
    """Go on at once while a region runs beside; the answer is what ``Join`` waits for."""

    __slots__ = ("arguments", "region")

    def __init__(self, region: Any, arguments: Arrays):
        self.region = region
        self.arguments = arguments

    def alone(self, process: Any) -> Any:
        return self.region(*self.arguments)


class Join:
    """The results of what was started, once it has come to its end."""

    __slots__ = ("started",)

    def __init__(self, started: Any):
        self.started = started

    def alone(self, process: Any) -> Any:
        return self.started
