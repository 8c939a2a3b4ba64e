"""In which order the ranks of a group meet, where several strands of one process may come to it.

Strands take turns by what each rank happens to hear first, so they may come to the collective ops of one group, told apart by
channels, in another order on each rank. MPI wants one order: the first rank of each group hears who has come to which
channel, and says which is next once all have come to it: two short messages more for each member and op, in programs that start
something beside.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING, Any

from ...ops.purity import reached
from ...ops.registry import of
from ..op_origin import OpOrigin

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from ..plan import Plan

    Pending = Generator[None, None, Any]
    Ranks = tuple[int, ...]


class Orders:
    """The orders of one run; ``tell(rank, kind, *what)`` brings something to a rank, which may be this one, and there to ``hear``."""

    KINDS = ("comes", "goes")

    def __init__(self, tell: Callable[..., None]):
        self._tell = tell
        #: As the first rank of a group: how many have come to a channel and not met there.
        self._come: Counter[tuple[Ranks, int, int]] = Counter()
        #: The channels that are next in a group; who of this rank has come to each.
        self._next: dict[Ranks, deque[int]] = defaultdict(deque)
        self._here: dict[tuple[Ranks, int], deque[object]] = defaultdict(deque)

    def meet(self, ranks: Ranks, channel: int, rank: int, begin: Callable[[], Pending]) -> Pending:
        """This rank has come to a channel of a group; what is to begin once that is next, and is over before another is."""
        ticket, order, here = object(), self._next[ranks], self._here[ranks, channel]
        here.append(ticket)
        self._tell(ranks[0], "comes", ranks, channel, rank)

        def run() -> Pending:
            while not order or order[0] != channel or here[0] is not ticket:
                yield
            found = yield from begin()
            here.popleft()
            order.popleft()
            return found

        return run()

    def hear(self, kind: str, ranks: Ranks, channel: int, *who: int) -> None:
        """What a rank has told."""
        if kind == "goes":
            self._next[ranks].append(channel)
            return
        self._come[ranks, channel, who[0]] += 1
        if all(self._come[ranks, channel, rank] for rank in ranks):
            for rank in ranks:
                self._come[ranks, channel, rank] -= 1
                self._tell(rank, "goes", ranks, channel)


def starts_beside(plan: Plan) -> bool:
    """Whether what a plan runs may start something beside: the same on all ranks, which run the same plan."""
    ops = [step.origin.op for step in plan.steps if isinstance(step.origin, OpOrigin)]
    specs = (of(op) for op in reached(ops) if op is not None)
    return any(spec is not None and spec.starts for spec in specs)
