"""The same model many times with other parameters, as one batch: each value is an array with a place for each member.

Where a model treats each element alone, one run over arrays stands for all members; else they run one after the other.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .arithmetic import LiftedArithmetic
from .evaluation import Runner, apply_setting, parameter_named
from .expression_source import NotLiftable
from .graph_planner import plan_graph
from .node_run import FAILURES, GraphState, run_node
from .node_source import generate_lifted, generate_snapshot
from .recording import Run, gather, iterate, recorded_slots, stacked
from .values import MAX_ELEMENTS, constant, is_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .graph_plan import GraphPlan
    from .model import Model


class Sweep:
    """The values of a sweep: ``sweep["node"]["port"]`` has members along its first axis and steps along its second.

    ``members`` gives the settings of each member; ``batched`` tells whether they ran as one batch.
    """

    def __init__(self, columns: dict[str, dict[str, Any]], members: dict[str, np.ndarray], batched: bool):
        self._columns = columns
        self.members = members
        self.batched = batched

    def __getitem__(self, node: str) -> dict[str, Any]:
        return self._columns[node]

    def keys(self) -> Any:
        """The nodes."""
        return self._columns.keys()

    def last(self) -> Run:
        """The last step alone, with the members where a run has its steps."""
        columns = {
            node: {port: np.array([member[-1] for member in values]) for port, values in ports.items()}
            for node, ports in self._columns.items()
        }
        return Run(columns, len(next(iter(self.members.values()))), [])


def sweep(
    model: Model,
    settings: Mapping[str, Sequence[float] | np.ndarray],
    steps: int = 1,
    dt: float | None = None,
    inputs: Any = None,
    *,
    graph: str | None = None,
    record: Sequence[str] | None = None,
    grid: bool = False,
) -> Sweep:
    """Run a model once for each value (a number) of some parameters.

    :param settings: ``{"node.parameter": values}``. The lists run side by side and have one length, or,
        with ``grid``, every value of one is combined with every value of the others.
    """
    members = _members(settings, grid)
    for name in members:
        parameter_named(plan_graph(model, graph), name)
    try:
        with np.errstate(all="ignore"):
            columns = _run_batch(model, members, steps, dt, inputs, graph, record)
    except (NotLiftable, *FAILURES):
        return Sweep(_run_each(model, members, steps, dt, inputs, graph, record), members, batched=False)
    return Sweep(columns, members, batched=True)


def ensemble(
    model: Model, size: int, spread: Mapping[str, tuple[float, float]], seed: int = 0, **options: Any
) -> Sweep:
    """A sweep over ``size`` members; parameters are drawn from normal distributions ``{name: (mean, deviation)}``."""
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = {name: generator.normal(mean, deviation, size) for name, (mean, deviation) in spread.items()}
    return sweep(model, drawn, **options)


def _members(settings: Mapping[str, Any], grid: bool) -> dict[str, np.ndarray]:
    values = {name: np.atleast_1d(np.asarray(constant(list(items)), np.float64)) for name, items in settings.items()}
    if not values or any(array.ndim != 1 for array in values.values()):
        raise HloError("a sweep needs at least one parameter with a list of numbers", code="type.argument")
    if grid:
        if np.prod([array.size for array in values.values()], dtype=np.float64) > MAX_ELEMENTS:
            raise HloError("the grid has too many members", code="limit.size")
        combined = list(itertools.product(*values.values()))
        return dict(zip(values, np.array(combined).T, strict=True))
    if len({array.size for array in values.values()}) != 1:
        raise HloError("the lists of a sweep must have one length", code="type.argument", help="grid=True combines all")
    return values


def _run_each(
    model: Model, members: dict[str, np.ndarray], steps: int, dt: Any, inputs: Any, graph: Any, record: Any
) -> dict[str, dict[str, Any]]:
    """One run for each member."""
    made: dict[str, dict[str, list[Any]]] = {}
    for values in zip(*members.values(), strict=True):
        runner = Runner(model, graph, dict(zip(members, map(float, values), strict=True)))
        columns = recorded_slots(runner, record)
        rows = list(iterate(runner, steps, dt, inputs, [slot for _, _, slot in columns]))
        for node, ports in Run(gather(columns, rows), steps, []).items():
            for port, column in ports.items():
                made.setdefault(node, {}).setdefault(port, []).append(column)
    return {node: {port: stacked(columns) for port, columns in ports.items()} for node, ports in made.items()}


def _run_batch(
    model: Model, members: dict[str, np.ndarray], steps: int, dt: Any, inputs: Any, graph: Any, record: Any
) -> dict[str, dict[str, Any]]:
    """All members at once.

    :raises NotLiftable: the model mixes elements, so members would be mixed too.
    """
    if inputs is not None and not isinstance(inputs, dict):
        raise NotLiftable
    runner = Runner(model, graph)
    plan = runner.plan
    if plan.conditions is not None:
        raise NotLiftable
    rank = _largest_rank(plan)
    for name, values in members.items():
        apply_setting(plan, name, values.reshape(-1, *[1] * rank))
    for port, value in _given(runner, inputs):
        port.default = value
    state = GraphState(plan, LiftedArithmetic())
    first, later = generate_lifted(state, False), generate_lifted(state, dt is not None)
    columns = recorded_slots(runner, record)
    snapshot = generate_snapshot(state.values, [slot for _, _, slot in columns])
    rows: list[tuple] = []
    for step in range(steps):
        if step == 0:
            for index in plan.order():
                run_node(state, plan.nodes[index], None)
        else:
            (later if dt is not None else first)(dt)
        rows.append(snapshot())
    size = next(iter(members.values())).size
    alone = Runner(model, graph, {name: float(values[0]) for name, values in members.items()})
    one_row = next(iterate(alone, 1, None, inputs, [slot for _, _, slot in recorded_slots(alone, record)]), ())
    return _by_member(columns, rows, one_row, size, rank)


def _given(runner: Runner, inputs: Mapping[str, Any] | None) -> list[tuple[Any, Any]]:
    found = []
    for name, value in (inputs or {}).items():
        if not runner.has_input(name):
            raise NotLiftable
        found += [(port, constant(value)) for port in runner.ports(name)]
    return found


def _largest_rank(plan: GraphPlan) -> int:
    """The largest rank of any constant: the members of a batch go in front of that many axes."""
    rank = 0
    for node in plan.nodes:
        for port in node.ports:
            if not is_number(port.default):
                raise NotLiftable
            weights = [edge.weight for edge in port.edges if edge.weight is not None]
            rank = max(rank, *(np.ndim(value) for value in (port.default, *weights)))
        for expression in node.expressions():
            if expression.is_constant:
                if not is_number(expression.value):
                    raise NotLiftable
                rank = max(rank, np.ndim(expression.value))
    return rank


def _by_member(
    columns: list[tuple[str, str, str]], rows: list[tuple], alone: tuple, size: int, rank: int
) -> dict[str, dict[str, Any]]:
    """Recorded batches as arrays (member, step, …); ``alone`` are the values of one member, whose shapes they take."""
    made: dict[str, dict[str, Any]] = {}
    for index, (node, name, _) in enumerate(columns):
        shape = np.shape(alone[index] if alone[index] is not None else 0.0)
        wide = (size, *[1] * (rank - len(shape)), *shape)
        full = np.empty((len(rows), *wide))
        for step, row in enumerate(rows):
            full[step] = 0.0 if row[index] is None else row[index]
        made.setdefault(node, {})[name] = np.moveaxis(full.reshape(len(rows), size, *shape), 0, 1)
    return made
