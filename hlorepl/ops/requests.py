"""What a process of the grid may ask of the others (``flow.Wait``); whoever runs the grid has the answers.

A process is known by its place in the grid, (replica, partition). ``sent`` says of each request how many messages the process at a place
sends to others for it, and how many bytes: as many as the op demands, whoever carries them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..ir.core import Block

    Place = tuple[int, int]
    Group = tuple[Place, ...]
    Arrays = tuple[Any, ...]
    #: Messages and bytes.
    Sent = tuple[int, int]


class Parts:
    """Each process gives a part of what it has to each: ``cut(brought, position)`` is that for one, ``join(parts)`` makes the result.

    ``exact`` is set where joining is a reduction of numbers that any order leaves the same to the bit: MPI's name of it (``SUM``).
    """

    __slots__ = ("cut", "exact", "join")

    def __init__(
        self,
        cut: Callable[[Arrays, int], Arrays],
        join: Callable[[Sequence[Arrays]], Arrays],
        exact: str | None = None,
    ):
        self.cut = cut
        self.join = join
        self.exact = exact

    def share(self, brought: Sequence[Arrays], position: int) -> Arrays:
        """What the process at a position gets of what all have brought."""
        return self.join([self.cut(arrays, position) for arrays in brought])

    def sent(self, sizes: Sequence[int], count: int, position: int) -> Sent:
        """To each other one its part; of operands of these sizes, in a group of so many."""
        return (count - 1) * len(sizes), sum(sizes) * (count - 1) // count


class Pairs:
    """Each process gets what one other brought: ``sources`` has the position of that one, or None, for each position."""

    __slots__ = ("sources",)

    def __init__(self, sources: Sequence[int | None]):
        self.sources = sources

    def sent(self, sizes: Sequence[int], count: int, position: int) -> Sent:
        """To each whose source it is, all."""
        targets = sum(1 for target, source in enumerate(self.sources) if source == position != target)
        return targets * len(sizes), targets * sum(sizes)


class FromRoots:
    """All get the first operand of the first root, the second of the second, and so on; roots are positions."""

    __slots__ = ("roots",)

    def __init__(self, roots: Sequence[int]):
        self.roots = roots

    def sent(self, sizes: Sequence[int], count: int, position: int) -> Sent:
        """Of operands whose root it is, to all others."""
        given = [size for size, root in zip(sizes, self.roots, strict=True) if root == position]
        return (count - 1) * len(given), (count - 1) * sum(given)


class Reduced:
    """What all bring is joined, element by element; with ``roots`` (a position for each operand) for them alone.

    ``is_known`` says that it may be joined part by part, here and there: by one op that nobody sees run. ``exact`` as in ``Parts``.
    """

    __slots__ = ("exact", "is_known", "roots")

    def __init__(self, is_known: bool, exact: str | None, roots: Sequence[int] | None = None):
        self.is_known = is_known
        self.exact = exact
        self.roots = roots

    def joins_parts(self, arrays: Arrays, count: int) -> bool:
        """Whether each of a group of so many joins a part for all; else each joins all."""
        return self.exact is not None or self.is_known and all(array.size >= count > 1 for array in arrays)

    def sent(self, sizes: Sequence[int], count: int, position: int) -> Sent:
        """To each other one a part to be joined; then the joined part, to each other one or to the root."""
        roots = [None] * len(sizes) if self.roots is None else self.roots
        later = [0 if root == position else 1 if root is not None else count - 1 for root in roots]
        parts = [size * (count - 1 + more) // count for size, more in zip(sizes, later, strict=True)]
        return (count - 1) * len(sizes) + sum(later), sum(parts)


Route = Parts | Pairs | FromRoots | Reduced


class Meet:
    """A collective op: all processes of a group come to it with arrays, and each gets its share of what is made of them.

    ``join`` makes something of the arrays of all, in the group's order, once for the group; ``share`` gives of that what the
    process at a position of the group gets. All must bring the same ``op``, ``group``, ``channel`` and ``attributes``, a ``body`` that
    does the same, and arrays of one type. ``route`` says who needs what of whom, for transports between machines; None where each needs
    all of all.
    """

    __slots__ = ("attributes", "body", "brought", "channel", "group", "join", "op", "route", "share")

    def __init__(
        self,
        op: str,
        group: Group,
        channel: int,
        brought: Arrays,
        join: Callable[[Sequence[Arrays]], Any],
        share: Callable[[Any, int], Arrays] | None = None,
        attributes: tuple[Any, ...] = (),
        route: Route | None = None,
        body: Block | None = None,
    ):
        self.op = op
        self.group = group
        self.channel = channel
        self.brought = brought
        self.join = join
        self.share = share
        self.attributes = attributes
        self.route = route
        self.body = body

    def sent(self, place: Place) -> Sent:
        sizes, count = [array.nbytes for array in self.brought], len(self.group)
        route = self.route
        if route is None or isinstance(route, Reduced) and not route.joins_parts(self.brought, count):
            return (count - 1) * len(sizes), (count - 1) * sum(sizes)
        return route.sent(sizes, count, self.group.index(place))

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

    def sent(self, place: Place) -> Sent:
        return (0, 0) if self.host else (1, sum(array.nbytes for array in self.values))

    def alone(self, process: Any) -> None:
        process.send(self)


class Receive:
    """Take values from a channel that ``source`` puts there: another process, the host, or (None) anybody."""

    __slots__ = ("channel", "host", "source")

    def __init__(self, channel: int, host: bool = False, source: Place | None = None):
        self.channel = channel
        self.host = host
        self.source = source

    def sent(self, place: Place) -> Sent:
        return 0, 0

    def alone(self, process: Any) -> Arrays:
        return process.receive(self)


class Start:
    """Go on at once while a region runs beside; the answer is what ``Join`` waits for."""

    __slots__ = ("arguments", "region")

    def __init__(self, region: Any, arguments: Arrays):
        self.region = region
        self.arguments = arguments

    def sent(self, place: Place) -> Sent:
        return 0, 0

    def alone(self, process: Any) -> Any:
        return self.region(*self.arguments)


class Join:
    """The results of what was started, once it has come to its end."""

    __slots__ = ("started",)

    def __init__(self, started: Any):
        self.started = started

    def sent(self, place: Place) -> Sent:
        return 0, 0

    def alone(self, process: Any) -> Any:
        return self.started
