"""Members of a sweep whose schedules ask for values, run together as far as the answers agree.

Members for which all has been decided alike so far are a group: one batch with one schedule. Where a threshold holds for some
of a group only, it falls into two: each counts the trial up to there once more, which runs no node, and goes on from there.
After a trial groups are put together again whose counts no longer differ in anything that later trials could ask for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from .expression_source import NotLiftable
from .node_run import run_node
from .node_source import generate_lifted_nodes
from .schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .node_run import GraphState


class Group:
    """Members that have gone the same way. ``values`` are those of the slots, ``log`` what was decided in this trial."""

    def __init__(self, members: np.ndarray, values: dict[str, Any], ran: list[bool], counted: tuple[Any, ...]):
        self.members = members
        self.values = values
        self.ran = ran
        self.counted = counted
        self.log: list[bool] = []
        self.done = 0


class Apart(Exception):
    """What is asked holds for some members of a group only: ``holds`` has the answer for each."""

    def __init__(self, holds: np.ndarray):
        super().__init__()
        self.holds = holds


class Members:
    """What decides for the members of the present group (``GraphState.members``)."""

    def __init__(self, rank: int):
        self.rank = rank
        self.count = 0
        self.log: list[bool] = []
        self._asked = 0

    def begin(self, group: Group) -> None:
        """A group's trial begins, or begins again."""
        self.count, self.log, self._asked = len(group.members), group.log, 0

    def numbers(self, value: Any, indices: list[int]) -> np.ndarray | None:
        """The number of each member in a value; None where it is the same for all."""
        if not (isinstance(value, np.ndarray) and value.ndim == self.rank + 1):
            return None
        if len(value) != self.count or value.dtype.kind not in "fiub":
            raise NotLiftable
        if not indices:
            if value.size != self.count:
                raise NotLiftable
            return value.reshape(-1).astype(np.float64)
        if (
            self.rank != 1 or len(indices) != 1 or value.shape[1] < 2
        ):  # a batch does not tell a number from a row of one
            raise NotLiftable
        return value[:, indices[0]].astype(np.float64)

    def answer(self, ask: Callable[[], Any]) -> bool:
        """The answer for all; what was answered before the trial began again is answered alike."""
        self._asked += 1
        if self._asked <= len(self.log):
            return self.log[self._asked - 1]
        holds = ask()
        first = bool(holds[0] if isinstance(holds, np.ndarray) else holds)
        if isinstance(holds, np.ndarray) and not (holds == first).all():
            raise Apart(holds)
        self.log.append(first)
        return first


class ScheduledBatch:
    """All members of a sweep over a graph with conditions.

    :param settings: the values of swept parameters, one for each member
    :param apply: puts such values, as batches, into the plan
    """

    def __init__(
        self, state: GraphState, settings: Mapping[str, np.ndarray], rank: int, apply: Callable[[str, Any], Any]
    ):
        conditions = state.plan.conditions
        if conditions is None or state.plan.draws:
            raise NotLiftable
        self.state = state
        self.settings = settings
        self.rank = rank
        self.apply = apply
        self.senders = [[edge.sender for port in node.ports for edge in port.edges] for node in state.plan.nodes]
        self.schedule = Schedule(state, conditions)
        state.members = self.members = Members(rank)
        size = len(next(iter(settings.values())))
        before = set(state.values)
        self.codes = {with_dt: generate_lifted_nodes(state, with_dt) for with_dt in (False, True)}
        #: Constants in the code that differ from member to member.
        self.constants = {
            key: state.values[key] for key in state.values.keys() - before if self._is_batch(state.values[key])
        }
        kinds = ("input_ports", "parameters", "functions", "output_ports")
        self.slots = [part.slot for node in state.plan.nodes for kind in kinds for part in node.parts(kind)]
        self.slots += [port.given for node in state.plan.nodes for port in node.ports]
        counted = self.schedule.counters.kept()
        self.groups = [Group(np.arange(size), self._held(), list(state.ran), counted)]

    def _is_batch(self, value: Any) -> bool:
        return isinstance(value, np.ndarray) and value.ndim == self.rank + 1

    def _held(self) -> dict[str, Any]:
        values = self.state.values
        return {slot: values[slot] for slot in self.slots if slot in values}

    def trial(self, dt: float | None, with_dt: bool) -> Iterator[Group]:
        """One trial of all members; gives each group as it ends, with its values in the state."""
        waiting, ended = self.groups, list[Group]()
        while waiting:
            group = waiting.pop()
            try:
                self._run(group, dt, self.codes[with_dt])
            except Apart as apart:
                group.values, group.ran = self._held(), list(self.state.ran)
                waiting += [self._part(group, places) for places in (apart.holds, ~apart.holds)]
                for part, holds in zip(waiting[-2:], (True, False), strict=True):
                    part.log.append(holds)
                continue
            group.values, group.ran = self._held(), list(self.state.ran)
            group.counted, group.log, group.done = self.schedule.counters.kept(), [], 0
            ended.append(group)
            yield group
        self.groups = self._together(ended)

    def _run(self, group: Group, dt: float | None, code: list[Callable[[Any], None]]) -> None:
        state = self.state
        self._enter(group)
        at = 0
        for _, chosen in self.schedule.trial():
            for node in chosen:
                at += 1
                if at <= group.done:
                    continue
                ran = state.ran
                if ran[node] and all(ran[sender] for sender in self.senders[node]):
                    code[node](dt)
                else:
                    run_node(state, state.plan.nodes[node], dt)
                group.done = at

    def _enter(self, group: Group) -> None:
        values = self.state.values
        for slot in self.slots:
            values.pop(slot, None)
        values.update(group.values)
        values.update({key: constant[group.members] for key, constant in self.constants.items()})
        if not all(group.ran):  # the reference evaluator reads the plan
            for name, setting in self.settings.items():
                self.apply(name, setting[group.members].reshape(-1, *[1] * self.rank))
        self.state.ran[:] = group.ran
        self.schedule.counters.back(group.counted)
        self.members.begin(group)

    def _part(self, group: Group, places: np.ndarray) -> Group:
        values = {slot: value[places] if self._is_batch(value) else value for slot, value in group.values.items()}
        part = Group(group.members[places], values, list(group.ran), group.counted)
        part.log, part.done = list(group.log), group.done
        return part

    def _together(self, groups: list[Group]) -> list[Group]:
        """Groups as few as differ in what is to come."""
        if len(groups) == 1:
            return groups
        alike: defaultdict[Any, list[Group]] = defaultdict(list)
        for group in groups:
            self.schedule.counters.back(group.counted)
            kinds = tuple([(slot, self._kind(value)) for slot, value in group.values.items()])
            alike[self.schedule.counters.beyond(), tuple(group.ran), kinds].append(group)
        return [self._joined(each) if len(each) > 1 else each[0] for each in alike.values()]

    def _kind(self, value: Any) -> Any:
        """What two values must have in common to stand in one batch."""
        if isinstance(value, np.ndarray):
            return value.dtype, value.shape[1:] if self._is_batch(value) else (
                *[1] * (self.rank - value.ndim),
                *value.shape,
            )
        if value.__class__ in (float, int, bool):
            return np.dtype(value.__class__), (1,) * self.rank
        return value.__class__

    def _joined(self, groups: list[Group]) -> Group:
        values: dict[str, Any] = {}
        for slot, first in groups[0].values.items():
            each = [group.values[slot] for group in groups]
            if all(value is first for value in each) or self._kind(first) is first.__class__:
                values[slot] = first
                continue
            dtype, shape = self._kind(first)
            parts = [
                np.broadcast_to(np.asarray(value, dtype).reshape(-1, *shape), (len(group.members), *shape))
                for group, value in zip(groups, each, strict=True)
            ]
            values[slot] = np.concatenate(parts)
        members = np.concatenate([group.members for group in groups])
        return Group(members, values, groups[0].ran, groups[0].counted)
