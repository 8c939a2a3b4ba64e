"""What conditions ask for: the time scales of a schedule, and what is counted on each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

STEP, PASS, TRIAL, SEQUENCE, LIFE = range(5)
"""The time scales, from the smallest on: a set of nodes, a walk over all sets, a trial, the runner's whole life."""

_SCALES = {
    "CONSIDERATION_SET_EXECUTION": STEP,
    "TIME_STEP": STEP,
    "PASS": PASS,
    "ENVIRONMENT_STATE_UPDATE": TRIAL,
    "TRIAL": TRIAL,
    "ENVIRONMENT_SEQUENCE": SEQUENCE,
    "RUN": SEQUENCE,
    "LIFE": LIFE,
}


def scale_named(text: Any) -> int | None:
    """The scale that ``TimeScale.PASS``, ``.PASS``, ``PASS`` or ``pass`` names."""
    return _SCALES.get(str(text).rpartition(".")[2].upper())


class Counters:
    """What conditions ask for: how often nodes ran, how many passes, steps and trials are done, and what time it is.

    ``totals[scale][node]`` counts runs in the present unit of a scale, ``uses[pair]`` runs of a dependency since its
    owner last ran; ``passes[scale]`` and ``steps[scale]`` count those in the present unit of ``scale`` (for LIFE as for
    SEQUENCE: a runner's sequence never ends).
    """

    def __init__(self, nodes: int):
        self.nodes = nodes
        self.totals: dict[int, list[int]] = {TRIAL: [0] * nodes}
        self.short_totals: list[list[int]] = []
        self.passes = [0] * 5
        self.steps = [0] * 5
        self.trials = 0
        self.uses: list[int] = []
        self.pairs: dict[tuple[int, int], int] = {}
        self.counted: list[list[int]] = [[] for _ in range(nodes)]
        self.owned: list[list[int]] = [[] for _ in range(nodes)]
        #: How often conditions may hold yet that hold a number of times, ever.
        self.left: list[Any] = []
        self.last: list[int] | None = None
        self.time = Fraction(0)
        #: The scales that conditions name.
        self.asked: set[int] = set()

    def total(self, scale: int) -> list[int]:
        if scale not in self.totals:
            self.totals[scale] = [0] * self.nodes
            if scale <= PASS:
                self.short_totals.append(self.totals[scale])
        return self.totals[scale]

    def pair(self, dependency: int, owner: int) -> int:
        """The number of the counter of ``dependency``'s runs since ``owner`` last ran."""
        key = (dependency, owner)
        if key not in self.pairs:
            self.pairs[key] = len(self.uses)
            self.counted[dependency].append(len(self.uses))
            self.owned[owner].append(len(self.uses))
            self.uses.append(0)
        return self.pairs[key]

    def choose(self, node: int) -> None:
        """A node is about to run."""
        for totals in self.totals.values():
            totals[node] += 1
        uses = self.uses
        for pair in self.owned[node]:
            uses[pair] = 0
        for pair in self.counted[node]:
            uses[pair] += 1

    def kept(self) -> tuple[Any, ...]:
        """All that is counted, to go back to."""
        totals = {scale: tuple(row) for scale, row in self.totals.items()}
        rows = tuple(map(tuple, (self.passes, self.steps, self.uses, self.left)))
        return totals, rows, self.trials, self.last, self.time

    def beyond(self) -> tuple[Any, ...]:
        """What of all that is counted matters to trials to come."""
        totals = {scale: tuple(row) for scale, row in self.totals.items() if scale > TRIAL}
        long = (*self.passes[SEQUENCE:], *self.steps[SEQUENCE:]) if self.asked and max(self.asked) > TRIAL else ()
        last = None if self.last is None else tuple(self.last)
        return tuple(totals.items()), long, tuple(self.left), self.trials, last, self.time

    def back(self, kept: tuple[Any, ...]) -> None:
        """Count on from there."""
        totals, rows, self.trials, self.last, self.time = kept
        for scale, row in totals.items():
            self.totals[scale][:] = row
        for counts, row in zip((self.passes, self.steps, self.uses, self.left), rows, strict=True):
            counts[:] = row

    def count_step(self) -> None:
        steps = self.steps
        steps[PASS] += 1
        steps[TRIAL] += 1
        steps[SEQUENCE] += 1

    def count_pass(self) -> None:
        passes = self.passes
        passes[TRIAL] += 1
        passes[SEQUENCE] += 1

    def begin_pass(self) -> None:
        self.passes[PASS] = self.steps[PASS] = 0
        for totals in self.short_totals:
            totals[:] = [0] * self.nodes

    def begin_trial(self) -> None:
        self.begin_pass()
        self.passes[TRIAL] = self.steps[TRIAL] = 0
        self.totals[TRIAL][:] = [0] * self.nodes
        self.uses[:] = [0] * len(self.uses)
