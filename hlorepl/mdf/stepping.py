"""Trials of a model, step by step: the nodes in the order in which they are asked, with why one does not run; inside, their parts.

What runs is a generator. It cannot go back, so a step back is the trial from its beginning, up to there: nothing in it is long.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import HloError
from .graph_plan import FunctionPlan, ParameterPlan
from .marks import Mark, go_back, mark
from .node_run import FAILURES, NodeRun
from .reasons import reason
from .trial_frames import NodeFrame, Spot, Stopped, TrialsFrame
from .watching import PartOrigin, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..engine.observing import Origin
    from .evaluation import Runner
    from .graph_plan import NodePlan
    from .node_run import Part


class _Edit(NamedTuple):
    advances: int
    depth: int
    slot: str
    value: Any


class TrialMark(NamedTuple):
    """Where it stood: the beginning of the trial, how far from there, and what had been changed on the way."""

    begun: Mark
    advances: int
    edits: tuple[_Edit, ...]

    @property
    def frames(self) -> list[tuple[None, int, list[Any]]]:
        """What only the mark holds, as the history counts it."""
        return [(None, 0, [*self.begun.values.values()]), (None, 0, [])]


class Trials:
    """So many trials of a model, as the debugger drives them (``debugging/steppable.py``)."""

    def __init__(self, runner: Runner, trials: int, dt: float | None = None, inputs: Mapping[str, Any] | None = None):
        self.runner = runner
        self.trials = trials
        self.dt = dt
        self.inputs = inputs or {}
        self.watch = Watch(runner.plan, ())
        self.spots = {
            f"{node.id}.{name}": Spot(slot) for node in runner.plan.nodes for name, slot in node.slots().items()
        }
        self.whole = TrialsFrame("function", runner.plan.id, runner._state.values, self.spots)
        self.top: Any = self.whole
        self.current: Stopped | None = None
        self.results: tuple[Any, ...] | None = None
        self.finished: tuple[Any, Any, Sequence[Any]] | None = None
        self.left: tuple[Any, tuple[Any, ...]] | None = None
        self.entered: Any = None
        self.count = 0
        self.passed = 0
        self.steady = True
        self._last = runner.trials + trials
        #: How often the generator has gone on in this trial, after each step that can be taken back.
        self._trail: list[int] = []
        self._edits: list[_Edit] = []
        self._advances = 0
        self._into = True
        self._begin()

    # Steps

    def step(self) -> None:
        """A node, which is entered where it runs; or a part of one."""
        self._go(True)

    def over(self) -> None:
        """A node with all of its parts; or a part."""
        self._go(False)

    def enter(self, is_wanted: Callable[[Any], bool] | None, turns: int = 0) -> int:
        """Into the node that is next; 0, for nothing runs before it."""
        self._go(True)
        return 0

    def _go(self, into: bool) -> None:
        self.finished = self.left = self.entered = None
        before = self._trail[-1] if self._trail else 0
        trial = self._begun.trials
        self.steady = False
        try:
            self._advance(into)
        except HloError:
            self._return_to(before)
            self.steady = True
            raise
        if self._begun.trials != trial:
            self._trail = [0]  # what was before is the history's
        else:
            self._trail.append(self._advances)
        self.count += 1
        self.steady = True

    def _advance(self, into: bool) -> None:
        """To the next place; without ``into``, behind the node that is next."""
        self._next()
        frame = self.top
        if not into and frame.kind == "node" and self.entered is frame:
            while self.top is frame and self.results is None:
                self._next()
            self.entered = None if self.entered is frame else self.entered

    def _next(self) -> None:
        if self.results is not None:
            return
        try:
            next(self._running)
            self._advances += 1
            self._edit_again()
        except StopIteration:
            self.runner.trials += 1
            self.runner._ran = True
            self._end_trial()

    def _end_trial(self) -> None:
        if self.runner.trials >= self._last:
            self._advances += 1
            self.top = self.whole
            self.current = None
            outputs = self.runner._outputs()
            self.results = tuple(value for ports in outputs.values() for value in ports.values())
            return
        self._begin()

    def _begin(self) -> None:
        """A trial begins; it goes to the first node that is asked."""
        self._begun = mark(self.runner)
        self._edits = []
        self._start()

    def _start(self) -> None:
        self._running = self._trial(self._begun.trials)
        self._advances = 0
        if not self._trail:
            self._trail = [0]
        try:
            next(self._running)
        except StopIteration:
            self.runner.trials += 1
            self._end_trial()

    # Back

    def back(self) -> bool:
        """One step back in this trial; False at its beginning."""
        if len(self._trail) < 2:
            return False
        self._trail.pop()
        self._return_to(self._trail[-1])
        self.count -= 1
        return True

    def _return_to(self, advances: int) -> None:
        """To a place of this trial, from its beginning."""
        self._edits = [edit for edit in self._edits if edit.advances <= advances]
        trail = self._trail
        self._restore(self._begun)
        self._trail = trail
        while self._advances < advances:
            self._next()
        self.finished = self.left = self.entered = None

    def _restore(self, begun: Mark) -> None:
        go_back(self.runner, begun)
        self.results, self._begun = None, begun
        self._start()
        self._edit_again()

    def mark(self) -> TrialMark:
        """All that it takes to go on from here once more."""
        return TrialMark(self._begun, self._advances, tuple(self._edits))

    def go_back_to(self, mark: TrialMark) -> None:
        """Stand where a mark was made."""
        self._edits = [*mark.edits]
        self._trail = [0]
        self._restore(mark.begun)
        while self._advances < mark.advances:
            self._next()
        self._trail = [self._advances]
        self.steady = True
        self.finished = self.left = self.entered = None

    def change(self, frame: Any, slot: str, value: Any) -> None:
        """Put another value into a frame."""
        depth = list(self.top.around).index(frame)
        self._edits.append(_Edit(self._advances, depth, slot, value))
        self._put(depth, slot, value)

    def _edit_again(self) -> None:
        for edit in self._edits:
            if edit.advances == self._advances:
                self._put(edit.depth, edit.slot, edit.value)

    def _put(self, depth: int, slot: str, value: Any) -> None:
        frame = list(self.top.around)[depth]
        if frame.kind == "node":
            frame.values.put(slot, value)
        else:
            frame.values[slot] = value

    def outline(self) -> tuple[list[Origin], list[str], list[str]]:
        """All nodes and parts, the graph, and the names of values."""
        nodes = self.runner.plan.nodes
        parts = [
            self.watch.origin(node, part)
            for node in nodes
            for part in (*node.ports, *node.parameters, *node.functions, *node.outputs)
        ]
        own = [part.id for node in nodes for part in (*node.ports, *node.parameters, *node.functions, *node.outputs)]
        return (
            [*(self.watch.origin(node, None) for node in nodes), *parts],
            [node.id for node in nodes],
            [*self.spots, *own],
        )

    # What runs

    def _trial(self, number: int) -> Iterator[None]:
        """A trial, which stops before each node that is asked, and before each part of one that is entered."""
        runner = self.runner
        frame = self.top = self.entered = TrialsFrame(
            "turn", runner.plan.id, runner._state.values, self.spots, number, self.whole
        )
        given = runner._give(self.inputs) if self.inputs else ()
        try:
            for layer, chosen in self._sets():
                asked = sorted(layer)
                notes = self._notes(asked, chosen)
                ops = [self.watch.origin(runner.plan.nodes[index], None) for index in asked]
                for at, index in enumerate(asked):
                    node = runner.plan.nodes[index]
                    frame.ops, frame.at, frame.note = ops, at, notes[at]
                    runs = index in chosen
                    self.top, self.current = frame, Stopped(self.watch.origin(node, None), True if runs else None)
                    yield
                    if runs:
                        yield from self._node(node, frame)
                        self.top = frame
        finally:
            for port in given:
                runner._state.withdraw(port)

    def _sets(self) -> Iterator[tuple[list[int], list[int]]]:
        schedule = self.runner._schedule
        if schedule is not None:
            return schedule.trial()
        return ((layer, layer) for layer in self.runner.plan.layers)

    def _node(self, node: NodePlan, around: TrialsFrame) -> Iterator[None]:
        """A run of a node, which stops before each part that is more than a constant."""
        state = self.runner._state
        run = NodeRun(state, node, self.dt if self.runner.trials else None)
        if state.room:
            state.room.run(run)
        ops = [self.watch.origin(node, part) for part in _stops(run)]
        frame = self.top = self.entered = NodeFrame(run, ops, around)
        sources = [state.meaning.sources[number] for number in node.draws]
        for source in sources:
            source.begin()
        try:
            for part, compute in run.parts():
                if _is_stop(run, part, compute):
                    self.current = Stopped(ops[frame.at])
                    yield
                    self._compute(run, part, compute)
                    self.finished = (frame, self.current, [frame.values[part.id]])
                    frame.at += 1
                else:
                    self._compute(run, part, compute)
        finally:
            for source in sources:
                source.end()
        state.commit(run.written)
        state.ran[node.index] = True
        outputs = tuple(state.values[port.slot] for port in node.outputs)
        self.left = (frame, outputs)
        self.finished = (around, Stopped(NodeOrigin(self.runner.plan, node, None)), outputs)

    @staticmethod
    def _compute(run: NodeRun, part: Part, compute: Callable[[Any], None]) -> None:
        try:
            with np.errstate(all="ignore"):
                compute(part)
        except FAILURES as error:
            raise run.error(error) from None

    def _notes(self, asked: list[int], chosen: list[int]) -> list[Callable[[], str]]:
        """What says of each node of a set why it runs, or does not: before any of them runs, as they were all asked then."""
        runner = self.runner
        plan, schedule, values = runner.plan, runner._schedule, runner._state.values
        notes = [partial(reason, plan, schedule, values, index, index in chosen) for index in asked]
        if len(notes) == 1:  # worked out where somebody reads it
            return [*notes]
        told = [note() for note in notes]
        return [partial(str, text) for text in told]


class NodeOrigin(PartOrigin):
    """A node that has run: its output ports are what it made."""

    __slots__ = ()

    @property
    def results(self) -> Sequence[str]:
        return [f"{self.node.id}.{port.id}" for port in self.node.outputs]


def _is_stop(run: NodeRun, part: Part, compute: Callable[[Any], None]) -> bool:
    """Whether a part is worth a stop: more than a constant, and not what a parameter brings to its first run."""
    return compute != run.bring and not (isinstance(part, ParameterPlan) and part.is_fixed)


def _stops(run: NodeRun) -> list[Part]:
    """The parts that are worth a stop, in order."""
    node = run.node
    functions = [part for part in node.first if isinstance(part, FunctionPlan)] if run.first else node.functions
    parameters = [part for part in node.parameters if not part.is_fixed]
    return [*node.ports, *functions, *parameters, *node.outputs]
