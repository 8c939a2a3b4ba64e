"""When nodes run: the sets of a graph walked over and over, each node as its condition says, until the trial ends."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import gcd
from typing import TYPE_CHECKING, Any

from ..errors import HloError, Note, SeveralErrors
from ..wording import offer
from .conditions import Maker, is_absolute, unknown_scale
from .counters import SEQUENCE, TRIAL, Counters, scale_named
from .graph_plan import model_error
from .model import Condition, ConditionSet
from .ordering import layers_of
from .reasons import why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .conditions import Test
    from .model import Path
    from .node_run import GraphState

MAX_PASSES = 1_000_000
MAX_CHECKS = 1_000_000
"""How often nodes may be asked in one trial before it counts as endless."""


class Schedule:
    """The conditions of a graph, ready to be asked. ``sets`` are the sets that ran in the last trial, in order."""

    def __init__(self, state: GraphState, conditions: ConditionSet):
        plan = state.plan
        self.state = state
        self.path: Path = ("graphs", plan.id, "conditions")
        self.conditions = conditions
        self.nodes = {node.id: node.index for node in plan.nodes}
        self.problems: list[HloError] = []
        parents = self._parents(plan.parents)
        self.layers = plan.layers if parents is plan.parents else layers_of(parents)[0]
        if sum(map(len, self.layers)) != len(plan.nodes):
            raise model_error(plan.model, self.path, "the conditions WithNode make a cycle", "module.cycle")
        self.counters = Counters(len(plan.nodes))
        layer_of = {node: index for index, layer in enumerate(self.layers) for node in layer}
        maker = Maker(state, self.counters, self.nodes, layer_of, len(self.layers))
        self.tests = [self._test(maker, node.id, plan.parents[node.index]) for node in plan.nodes]
        self.ends, absolute = self._terminations(maker)
        if self.problems:
            raise SeveralErrors(self.problems)
        absolute |= any(is_absolute(condition) for condition in conditions.node_specific.values())
        self.absolute = absolute
        if absolute:
            maker.interval = _greatest_common(maker.repeats) / len(self.layers) if maker.repeats else Fraction(1)
        self.interval = maker.interval
        self.start = min(maker.starts, default=Fraction(0))
        self.sets: list[list[int]] = []

    def _parents(self, parents: list[list[int]]) -> list[list[int]]:
        """The parents of each node, where ``WithNode`` gives a node those of another."""
        changed = parents
        for node_id, condition in self.conditions.node_specific.items():
            if node_id not in self.nodes:
                path = (*self.path, "node_specific", node_id)
                error = HloError(f"there is no node '{node_id}'", code="name.unknown", help=offer(node_id, self.nodes))
                self.problems.append(model_error(self.state.plan.model, path, error))
                continue
            other = condition.kwargs.get("node", condition.kwargs.get("dependency"))
            if condition.type == "WithNode" and other in self.nodes:
                changed = list(parents) if changed is parents else changed
                changed[self.nodes[node_id]] = [p for p in parents[self.nodes[other]] if p != self.nodes[node_id]]
        return changed

    def _test(self, maker: Maker, node_id: str, parents: list[int]) -> Test:
        condition = self.conditions.node_specific.get(node_id)
        owner = self.nodes[node_id]
        if condition is not None:
            return self._made(maker, condition, owner, (*self.path, "node_specific", node_id))
        uses, pairs = self.counters.uses, [self.counters.pair(parent, owner) for parent in parents]
        if not pairs:
            return lambda: True
        if len(pairs) == 1:
            (pair,) = pairs
            return lambda: uses[pair] >= 1
        return lambda: all(uses[pair] >= 1 for pair in pairs)

    def _made(self, maker: Maker, condition: Condition, owner: int | None, path: Path) -> Test:
        """The test of a condition; a mistake in it is kept, to be reported with the others."""
        try:
            return maker.make(condition, owner, path)
        except HloError as error:
            self.problems.append(error)
            return lambda: False

    def _terminations(self, maker: Maker) -> tuple[list[Test], bool]:
        """The tests that end a trial, and whether one of them asks for the time."""
        found: dict[int, Condition] = {TRIAL: Condition("AllHaveRun")}
        paths: dict[int, Path] = {TRIAL: self.path}
        for text, condition in self.conditions.termination.items():
            path = (*self.path, "termination", text)
            scale = scale_named(text)
            if scale is None:
                self.problems.append(unknown_scale(self.state, path, text))
                continue
            found[scale], paths[scale] = condition, path
        tests = [
            self._made(maker, condition, None, paths[scale])
            for scale, condition in found.items()
            if scale in {TRIAL, SEQUENCE}
        ]
        return tests, any(is_absolute(condition) for condition in found.values())

    def ended(self) -> bool:
        return any(end() for end in self.ends)

    def run_trial(self, run: Callable[[int], Any]) -> None:
        """One trial; ``run`` is called with the number of each node that runs."""
        for _, chosen in self.trial():
            for node in chosen:
                run(node)

    def trial(self) -> Iterator[tuple[list[int], list[int]]]:
        """One trial: each set as it is asked, and those of its nodes that are to run, which have run when the next set is asked for."""
        counters = self.counters
        counters.begin_trial()
        self.sets = []
        if self.absolute:
            counters.time = max(counters.time, self.start)
        limit = max(10_000, min(MAX_PASSES, MAX_CHECKS // max(len(self.tests), 1)))
        passes = 0
        ended = self.ends[0] if len(self.ends) == 1 else self.ended
        while not ended():
            counters.begin_pass()
            is_idle = not self.absolute
            for number, layer in enumerate(self.layers):
                if number and ended():
                    is_idle = False
                    break
                chosen = self._choose(layer)
                yield layer, chosen
                if chosen or self.absolute:
                    is_idle = False
                    self._finish_set(chosen)
            if is_idle:
                self._finish_set([])
            counters.count_pass()
            passes += 1
            if passes >= limit:
                raise self._endless(passes)
        counters.trials += 1

    def _choose(self, layer: list[int]) -> list[int]:
        """The nodes of a set whose conditions hold, asked again until no more are added."""
        counters, tests = self.counters, self.tests
        if len(layer) == 1:
            if not tests[layer[0]]():
                return []
            counters.choose(layer[0])
            return layer
        chosen: list[int] = []
        left = layer
        while left:
            rest = []
            for node in left:
                if tests[node]():
                    chosen.append(node)
                    counters.choose(node)
                else:
                    rest.append(node)
            if len(rest) == len(left):
                break
            left = rest
        return sorted(chosen) if len(chosen) > 1 else chosen

    def _finish_set(self, chosen: list[int]) -> None:
        self.sets.append(chosen)
        self.counters.last = chosen
        self.counters.count_step()
        if self.absolute:
            self.counters.time += self.interval

    def _endless(self, passes: int) -> HloError:
        total = self.counters.totals[TRIAL]
        idle = [node for node, index in self.nodes.items() if not total[index]]
        shown = ", ".join(idle[:8]) or "none"
        message = f"the trial has not ended after {passes:,} passes; nodes that have not run: {shown}"
        plan, values = self.state.plan, self.state.values
        error = model_error(plan.model, self.path, message, "limit.passes")
        for node in idle[:3]:
            path = (*self.path, "node_specific", node)
            place = plan.model.document.span(path) if plan.model.document else None
            error.notes.append(Note(f"{node}: {why_not(plan, self, values, self.nodes[node])}", place))
        return error


def _greatest_common(times: list[Fraction]) -> Fraction:
    def common(a: Fraction, b: Fraction) -> Fraction:
        return Fraction(gcd(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator)

    return reduce(common, times)
