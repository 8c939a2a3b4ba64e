"""The same model many times with other parameters, as one batch: each value is an array with a place for each member.

Where a model treats each element alone, one run over arrays stands for all members; else they run one after the other. Each member
has random numbers of its own, whichever way it runs.
"""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.context import Draws, RunContext
from ..errors import HloError
from ..wording import counted, offer
from .arithmetic import LiftedArithmetic
from .drawing import NotTogether, Source
from .evaluation import Runner, apply_setting, parameter_named
from .expression_source import NotLiftable
from .graph_planner import plan_graph
from .loading import as_model
from .node_run import FAILURES, GraphState, run_node
from .node_source import generate_lifted, generate_snapshot
from .recording import Run, counted_rows, gather, iterate, preformatted, recorded_slots, require_steps, stacked, summary
from .scheduled_sweep import ScheduledBatch
from .values import MAX_ELEMENTS, constant, is_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor

    from .graph_plan import GraphPlan
    from .model import Model

NOISES = ("independent", "common")
"""Whether each member draws numbers of its own, or all draw the same."""


class Sweep:
    """The values of a sweep: ``sweep["node"]["port"]`` has members along its first axis and steps along its second.

    ``members`` gives the settings of each member; ``batched`` tells whether they ran as one batch.
    """

    def __init__(
        self, columns: dict[str, dict[str, Any]], members: dict[str, np.ndarray], batched: bool, size: int | None = None
    ):
        self._columns = columns
        self.members = members
        self.batched = batched
        self._size = len(next(iter(members.values()))) if size is None else size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, node: str) -> dict[str, Any]:
        return self._columns[node]

    def __repr__(self) -> str:
        how = "as one batch" if self.batched else "one by one"
        return f"<sweep of {counted(len(self), 'run', show='{:,}')}, {how}: {summary(self._columns)}>"

    def _repr_html_(self) -> str:
        return preformatted(repr(self))

    def keys(self) -> Any:
        """The nodes."""
        return self._columns.keys()

    def last(self) -> Run:
        """The last step alone, with the members where a run has its steps."""
        columns = {
            node: {port: np.array([member[-1] for member in values]) for port, values in ports.items()}
            for node, ports in self._columns.items()
        }
        return Run(columns, len(self), [])


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
    seed: int = 0,
    noise: str = "independent",
    executor: Executor | None = None,
    chunk: int | None = None,
    fixed: Mapping[str, Any] | None = None,
    context: RunContext | None = None,
) -> Sweep:
    """Run a model once for each value (a number) of some parameters.

    :param settings: ``{"node.parameter": values}``. The lists run side by side and have one length, or,
        with ``grid``, every value of one is combined with every value of the others.
    :param seed: where random numbers start; member m gets those of ``Draws(seed, m)``.
    :param noise: ``"independent"``, or ``"common"``: every member gets the same random numbers.
    :param executor: runs parts of the sweep, one of :mod:`concurrent.futures` or one that is used like these.
    :param chunk: how many members a part has; whatever it is, the results are the same.
    :param fixed: ``{"node.parameter": value}`` in place of what the model says, for every member.
    :param context: how the runs are to go; in place of ``seed``.
    """
    members = _members(settings, grid)
    work = _Work(as_model(model), context or RunContext(seed=seed), steps, dt, inputs, graph, record, noise, fixed)
    return _sweep(work, members, next(iter(members.values())).size, executor, chunk)


def ensemble(
    model: Model, size: int, spread: Mapping[str, tuple[float, float]], seed: int = 0, **options: Any
) -> Sweep:
    """A sweep over ``size`` members; parameters are drawn from normal distributions ``{name: (mean, deviation)}``.

    Without parameters the members differ in their random numbers alone. ``options`` are those of :func:`sweep`.
    """
    _require_count(size, "the number of members")
    context = options.pop("context", None) or RunContext(seed=seed)
    generator = np.random.Generator(np.random.PCG64(context.draws.seed))
    drawn = {name: generator.normal(mean, deviation, size) for name, (mean, deviation) in spread.items()}
    if drawn:
        return sweep(model, drawn, context=context, **options)
    executor, chunk = options.pop("executor", None), options.pop("chunk", None)
    return _sweep(_Work(as_model(model), context, **options), {}, size, executor, chunk)


def _require_count(value: Any, what: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise HloError(f"{what} is a whole number above zero, not {value!r}", code="type.argument")


@dataclass(frozen=True, slots=True)
class _Work:
    """What all members of a sweep have in common."""

    model: Model
    context: RunContext
    steps: int = 1
    dt: float | None = None
    inputs: Any = None
    graph: str | None = None
    record: Sequence[str] | None = None
    noise: str = "independent"
    fixed: Mapping[str, Any] | None = None

    def draws(self, member: int) -> Draws:
        """Where the random numbers of a member come from."""
        own = self.context.draws
        return Draws(own.seed, own.member + (0 if self.noise == "common" else member))

    def elsewhere(self) -> _Work:
        """The same for another process."""
        own = self.context
        context = RunContext(threads=own.threads, limit=own.limit, draws=Draws(own.draws.seed, own.draws.member))
        return replace(self, context=context)

    def alone(self, members: Mapping[str, np.ndarray], at: int, number: int) -> Runner:
        """The runner of one member: its place among the settings, and its number in the sweep."""
        own = {name: float(values[at]) for name, values in members.items()}
        return Runner(
            self.model, self.graph, {**(self.fixed or {}), **own}, context=self.context.beside(self.draws(number))
        )


def _sweep(
    work: _Work, members: dict[str, np.ndarray], size: int, executor: Executor | None, chunk: int | None
) -> Sweep:
    if work.noise not in NOISES:
        raise HloError(
            f"noise is {' or '.join(NOISES)}, not {work.noise!r}",
            code="type.argument",
            help=offer(str(work.noise), NOISES),
        )
    require_steps(work.steps, work.dt)
    for name in members:
        parameter_named(plan_graph(work.model, work.graph), name)
    if chunk is None:
        chunk = max(1, size if executor is None else -(-size // (4 * (os.cpu_count() or 1))))
    _require_count(chunk, "the size of a chunk")
    starts = range(0, size, chunk)
    parts = [({name: values[at : at + chunk] for name, values in members.items()}, at) for at in starts]
    sizes = [min(chunk, size - at) for at in starts]
    if executor is None or work.context.observers:
        made = [_run_part(work, *part, count) for part, count in zip(parts, sizes, strict=True)]
    else:
        made = _run_elsewhere(executor, work, parts, sizes)
    return Sweep(_joined([columns for columns, _ in made]), members, all(batched for _, batched in made), size)


def _run_elsewhere(executor: Executor, work: _Work, parts: list[Any], sizes: list[int]) -> list[Any]:
    """What the parts give where an executor runs them."""
    try:
        return list(executor.map(_run_part, [work.elsewhere()] * len(parts), *zip(*parts, strict=True), sizes))
    except HloError:
        raise
    except Exception as error:
        message = f"the executor could not run a part of the sweep: {error}"
        raise HloError(message, code="run.failed", help="what goes to other processes must be picklable") from error


def _joined(parts: list[dict[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """The values of all parts, one after the other."""
    if len(parts) == 1:
        return parts[0]
    return {
        node: {port: stacked([value for part in parts for value in part[node][port]]) for port in ports}
        for node, ports in (parts[0] if parts else {}).items()
    }


def _run_part(
    work: _Work, members: dict[str, np.ndarray], first: int, size: int
) -> tuple[dict[str, dict[str, Any]], bool]:
    """The values of some members, of which the first has that number, and whether they ran as one batch."""
    if not work.context.observers:
        try:
            with np.errstate(all="ignore"):
                return _run_batch(work, members, first, size), True
        except (NotLiftable, NotTogether, *FAILURES):
            pass
    return _run_each(work, members, first, size), False


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
        raise HloError(
            "the lists of a sweep must have one length", code="type.argument", help="grid=True combines all of them"
        )
    return values


def _run_each(work: _Work, members: dict[str, np.ndarray], first: int, size: int) -> dict[str, dict[str, Any]]:
    """One run for each member."""
    made: dict[str, dict[str, list[Any]]] = {}
    recorded = 0
    for at in range(size):
        runner = work.alone(members, at, first + at)
        columns = recorded_slots(runner, work.record)
        if runner.room:
            runner.room.recorded = recorded
        steps = iterate(runner, work.steps, work.dt, work.inputs, _slots(columns))
        rows = list(counted_rows(runner, steps, work.steps))
        if runner.room:
            recorded = runner.room.recorded
        for node, ports in Run(gather(columns, rows), work.steps, []).items():
            for port, column in ports.items():
                made.setdefault(node, {}).setdefault(port, []).append(column)
    return {node: {port: stacked(columns) for port, columns in ports.items()} for node, ports in made.items()}


def _run_batch(work: _Work, members: dict[str, np.ndarray], first: int, size: int) -> dict[str, dict[str, Any]]:
    """All members at once.

    :raises NotLiftable: the model mixes elements, so members would be mixed too.
    """
    if work.inputs is not None and not isinstance(work.inputs, dict):
        raise NotLiftable
    fixed = {name: value for name, value in (work.fixed or {}).items() if name not in members}
    runner = Runner(work.model, work.graph, fixed)
    plan = runner.plan
    rank = _largest_rank(plan)
    for name, values in members.items():
        apply_setting(plan, name, values.reshape(-1, *[1] * rank))
    for port, value in _given(runner, work.inputs):
        port.default = value
    alone = work.alone(members, 0, first)
    one_row = next(iterate(alone, 1, None, work.inputs, _slots(recorded_slots(alone, work.record))), ())
    if alone.room and not alone.room.has_space(alone._state, size, work.steps, one_row):
        raise NotLiftable
    state = GraphState(plan, LiftedArithmetic(_sources(work, plan, first, size, rank)))
    columns = recorded_slots(runner, work.record)
    if plan.conditions is not None:
        return _scheduled(work, state, members, columns, one_row, size, rank)
    rows = _batch_rows(work, state, _slots(columns))
    return _by_member(columns, rows, one_row, size, rank)


def _scheduled(
    work: _Work,
    state: GraphState,
    members: dict[str, np.ndarray],
    columns: list[tuple[str, str, str]],
    alone: tuple[Any, ...],
    size: int,
    rank: int,
) -> dict[str, dict[str, Any]]:
    """The values of all members of a graph with conditions: arrays (member, step, …)."""
    if not members:
        raise NotLiftable
    batch = ScheduledBatch(state, members, rank, partial(apply_setting, state.plan))
    has_integrals = any(p.is_integral for node in state.plan.nodes for p in node.parameters)
    shapes = [np.shape(value) for value in alone]
    made = [np.empty((size, work.steps, *shape)) for shape in shapes]
    for step in range(work.steps):
        dt = work.dt if step else None
        for group in batch.trial(dt, dt is not None and has_integrals):
            for (_, _, slot), shape, target in zip(columns, shapes, made, strict=True):
                target[group.members, step] = _of_each(state.values[slot], shape, len(group.members), rank)
    found: dict[str, dict[str, Any]] = {}
    for (node, name, _), column in zip(columns, made, strict=True):
        found.setdefault(node, {})[name] = column
    return found


def _of_each(value: Any, shape: tuple[int, ...], count: int, rank: int) -> np.ndarray:
    """A value of a batch for each member, ``(members, *shape)``."""
    if not is_number(value) or value is None:
        raise NotLiftable
    array = np.asarray(value)
    if array.ndim == rank + 1 and array.shape[1:] == (*[1] * (rank - len(shape)), *shape):
        return array.reshape(count, *shape)
    if array.ndim <= rank and array.shape == shape:
        return np.broadcast_to(array, (count, *shape))
    raise NotLiftable


def _slots(columns: list[tuple[str, str, str]]) -> list[str]:
    return [slot for _, _, slot in columns]


def _sources(work: _Work, plan: GraphPlan, first: int, size: int, rank: int) -> list[Source]:
    """What draws for all members."""
    members = [work.draws(first + at) for at in range(size)] if plan.draws else []
    found = []
    for number, drawing in enumerate(plan.draws):
        if drawing.begin_together is None:
            raise NotLiftable
        found.append(Source(drawing.begin_together([draws.stream(number) for draws in members], rank)))
    return found


def _batch_rows(work: _Work, state: GraphState, slots: list[str]) -> list[tuple[Any, ...]]:
    """The values of some slots after each step."""
    first, later = generate_lifted(state, False), generate_lifted(state, work.dt is not None)
    snapshot = generate_snapshot(state.values, slots)
    rows: list[tuple[Any, ...]] = []
    for step in range(work.steps):
        if step == 0:
            for index in state.plan.order():
                run_node(state, state.plan.nodes[index], None)
        else:
            (later if work.dt is not None else first)(work.dt)
        rows.append(snapshot())
    return rows


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
