"""Why a node runs, or does not: its condition, and what that reads, as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .counters import TRIAL
from .model import Condition
from .values import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .graph_plan import GraphPlan
    from .schedule import Schedule

#: Characters of a value that a condition reads.
_WIDTH = 60


def reason(plan: GraphPlan, schedule: Schedule | None, values: Mapping[str, Any], index: int, runs: bool) -> str:
    """``A runs: …`` or ``A does not run: …``."""
    node = plan.nodes[index]
    if not runs:
        return f"{node.id} does not run: {why_not(plan, schedule, values, index)}"
    condition = _condition(plan, node.id)
    if condition is not None:
        return f"{node.id} runs: {condition_text(condition)} holds"
    waits = plan.parents[index]
    return f"{node.id} runs: {'what it waits for has run' if waits else 'it has no condition'}"


def why_not(plan: GraphPlan, schedule: Schedule | None, values: Mapping[str, Any], index: int) -> str:
    """What does not hold, with how often the nodes that it asks for have run, and the values that it reads."""
    node = plan.nodes[index]
    condition = _condition(plan, node.id)
    if condition is None:
        senders = [plan.nodes[parent].id for parent in plan.parents[index]]
        return f"it waits for {', '.join(senders)} to run once more ({_counts(schedule, senders, node.id)})"
    asked = _nodes_in(condition, {each.id for each in plan.nodes})
    told = [*_values(plan, condition, values), _counts(schedule, asked or [node.id], node.id)]
    if schedule is not None:
        told.append(f"pass {schedule.counters.passes[TRIAL]}")
    return f"{condition_text(condition)} does not hold ({', '.join(filter(None, told))})"


def last_runs(plan: GraphPlan, schedule: Schedule | None, values: Mapping[str, Any], index: int) -> str:
    """How often a node has run in the last trial; where it has not, why."""
    if schedule is None:
        return ""
    count = schedule.counters.totals[TRIAL][index]
    if count:
        return f"has run {times(count)} in the last trial"
    return (
        f"has not run in the last trial: {why_not(plan, schedule, values, index)}; :debug mdf stops where it is asked"
    )


def _condition(plan: GraphPlan, node: str) -> Condition | None:
    conditions = plan.conditions
    return conditions.node_specific.get(node) if conditions else None


def _counts(schedule: Schedule | None, ids: Sequence[str], owner: str) -> str:
    """How often nodes have run."""
    if schedule is None:
        return ""
    totals, counters = schedule.counters.totals[TRIAL], schedule.counters
    parts: list[str] = []
    for node in ids:
        index = schedule.nodes[node]
        pair = counters.pairs.get((index, schedule.nodes[owner]))
        since = "" if pair is None else f", {counters.uses[pair]} of them since {owner} last did"
        parts.append(f"{node} has run {times(totals[index])} in this trial{since}")
    return "; ".join(parts)


def _parts(condition: Any) -> Iterator[Any]:
    """A condition with all that is written in it, in order."""
    left: list[Any] = [condition]
    while left:
        each = left.pop(0)
        yield each
        if isinstance(each, Condition):
            left = [*each.kwargs.values(), *left]
        elif isinstance(each, list):
            left = [*each, *left]


def _nodes_in(condition: Condition, known: set[str]) -> list[str]:
    """The nodes that a condition names, in order."""
    return [*dict.fromkeys(each for each in _parts(condition) if isinstance(each, str) and each in known)]


def _values(plan: GraphPlan, condition: Condition, values: Mapping[str, Any]) -> Iterator[str]:
    """The values of nodes that a condition compares: ``A.x is 0.5``."""
    for each in _parts(condition):
        wanted = each.kwargs.get("parameter") if isinstance(each, Condition) else None
        for node_id in () if wanted is None else _nodes_in(each, {node.id for node in plan.nodes}):
            node = plan.node(node_id)
            parts = () if node is None else (*node.outputs, *node.functions, *node.parameters, *node.ports)
            slot = next((part.slot for part in parts if part.id == wanted), None)
            value = None if slot is None else values.get(slot)
            yield f"{node_id}.{wanted} is {'not computed yet' if value is None else show(value, _WIDTH)}"


def times(number: int) -> str:
    """``once``, ``3 times``."""
    return "once" if number == 1 else f"{number:,} times"


def condition_text(condition: Condition) -> str:
    """A condition on one line: ``EveryNCalls(dependency=A, n=2)``."""
    return f"{condition.type}({', '.join(f'{key}={_argument_text(value)}' for key, value in condition.kwargs.items())})"


def _argument_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_argument_text, value))}]"
    return condition_text(value) if isinstance(value, Condition) else str(value)
