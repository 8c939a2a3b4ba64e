"""Trials one after the other, and the values that they leave."""

from __future__ import annotations

import contextlib
import html
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.guards import Noticed
from ..errors import HloError
from ..wording import counted
from .evaluation import Runner, no_value
from .guarding import Guard
from .node_source import generate_snapshot
from .values import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from ..engine.context import RunContext
    from .loop_source import Column
    from .model import Model
    from .room import Room
    from .watching import Watch


class Run:
    """What :func:`evaluate` recorded: ``run["node"]["port"]`` has a value for each step along its first axis."""

    def __init__(self, columns: dict[str, dict[str, Any]], steps: int, schedule: list[set[str]]):
        self._columns = columns
        self.steps = steps
        self.schedule = schedule

    def __getitem__(self, node: str) -> dict[str, Any]:
        if node not in self._columns:
            raise no_value(node, self._columns, "node with recorded values")
        return self._columns[node]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __contains__(self, node: object) -> bool:
        return node in self._columns

    def __repr__(self) -> str:
        return f"<run of {counted(self.steps, 'step', show='{:,}')}: {summary(self._columns)}>"

    def _repr_html_(self) -> str:
        return preformatted(f"{self!r}\n{_bars(self)}")

    def items(self) -> Any:
        """Pairs of a node and its recorded values by port."""
        return self._columns.items()

    def keys(self) -> Any:
        """The nodes."""
        return self._columns.keys()


def summary(columns: dict[str, dict[str, Any]]) -> str:
    """What is recorded: ``A.x (100,), A.y (100, 2)``."""
    named = [
        f"{node}.{name} {value.shape}" if isinstance(value, np.ndarray) else f"{node}.{name}"
        for node, ports in columns.items()
        for name, value in ports.items()
    ]
    return ", ".join([*named[:8], *(["…"] if len(named) > 8 else [])]) or "nothing"


def preformatted(text: str) -> str:
    """Text for a notebook, laid out as it is."""
    return f"<pre>{html.escape(text)}</pre>"


def _bars(run: Run) -> str:
    from .plotting import plot_text  # late: on demand

    try:
        return plot_text(run)
    except HloError:  # nothing that could be drawn
        return ""


class StepFailed(HloError):
    """A step could not be run, or its values not be kept; ``run`` is what was recorded before."""

    def __init__(self, error: HloError, run: Run):
        super().__init__(error.message, error.span, error.code, error.notes, error.help)
        self.run = run

    def __reduce__(self) -> tuple[type, tuple[HloError, Run]]:
        return StepFailed, (HloError(self.message, self.span, self.code, self.notes, self.help), self.run)


def evaluate(
    model: Model,
    steps: int = 1,
    dt: float | None = None,
    inputs: Any = None,
    graph: str | None = None,
    record: Sequence[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    finite: bool = False,
    seed: int = 0,
    *,
    context: RunContext | None = None,
) -> Run:
    """Run ``steps`` trials and record a value for each.

    The first trial sets the initial state; the others take integrals ``dt`` further.

    :param inputs: values of input ports for every step, or a sequence with one mapping for each step, or a function of
        the step's number (from 0).
    :param record: ``node`` or ``node.name`` of what to record; all output ports if not given.
    :param settings: ``{"node.parameter": value}`` in place of what the model says.
    :param finite: stop with an error at the first step that has a value that is not finite.
    :param seed: where the numbers of functions that draw random ones start.
    :param context: how the run is to go; in place of ``seed``.
    :raises StepFailed: a step failed; the error's ``run`` is what was recorded before it.
    """
    runner = Runner(model, graph, settings, seed, context)
    columns = recorded_slots(runner, record)
    recorded = Recorded()
    with kept_if_failed(runner, columns, recorded):
        if finite:
            for row in counted_rows(runner, iterate(runner, steps, dt, inputs, _slots(columns)), steps):
                recorded.append(row)
                runner.check_finite()
        else:
            record_trials(runner, recorded, columns, steps, dt, inputs)
    return Run(gather(columns, recorded), steps, runner.schedule)


#: For fewer trials a loop of its own would cost more than it spares.
_LOOPED = 24


def record_trials(
    runner: Runner, recorded: Recorded, columns: list[tuple[str, str, str]], steps: int, dt: float | None, inputs: Any
) -> None:
    """Run trials and record each: in one piece of code from the third on, where that can be."""
    slots = _slots(columns)

    def one_by_one(count: int) -> None:
        for row in counted_rows(runner, iterate(runner, count, dt, inputs, slots), count):
            recorded.append(row)

    require_steps(steps, dt)
    if not (inputs is None or isinstance(inputs, dict)) or steps < _LOOPED or not runner.is_loopable:
        one_by_one(steps)
        return
    one_by_one(1)
    snapshot = generate_snapshot(runner._state.values, slots)
    runner.interpret(dt, inputs)
    recorded.append(snapshot())
    trials = runner.run_many(steps - 2, dt, slots, inputs)
    done = 0
    if trials is not None:
        recorded.add(trials.whole, trials.columns)
        done = trials.whole
        if done < steps - 2:
            runner.interpret(dt, inputs, trials.nodes)
            recorded.append(snapshot())
            done += 1
    one_by_one(steps - 2 - done)


class Recorded:
    """What was recorded step by step: rows of a few steps, and columns of many."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[Any, ...]]] = [[]]
        #: What comes between those rows.
        self._columns: list[list[Column]] = []
        self._steps = 0

    def __len__(self) -> int:
        return self._steps

    def append(self, row: tuple[Any, ...]) -> None:
        """One more step."""
        self._rows[-1].append(row)
        self._steps += 1

    def add(self, steps: int, columns: list[Column]) -> None:
        """So many steps at once, by columns."""
        self._columns.append(columns)
        self._rows.append([])
        self._steps += steps

    def column(self, place: int) -> Any:
        """All values of a column, as ``stacked`` has them."""
        rows = [[row[place] for row in rows] for rows in self._rows]
        between = [columns[place] for columns in self._columns]
        loose = [value for each in rows for value in each]
        if between and all(column.is_array for column in between):
            kind = between[0].kind
            if all(column.kind == kind and all(map(column.holds, loose)) for column in between):
                return np.concatenate([*_alternating(between, rows)])
            shapes = {np.shape(value) for value in loose} | {column.shape for column in between}
            if all(is_number(value) and value is not None for value in loose) and len(shapes) > 1:
                return [value for part in _items(between, rows) for value in part]
        return stacked([value for part in _items(between, rows) for value in part])


def _alternating(between: list[Column], rows: list[list[Any]]) -> Iterator[np.ndarray]:
    """Rows, columns and rows again, as arrays of what the columns hold."""
    for column, before in zip([*between, None], rows, strict=True):
        of = column or between[-1]
        yield of.array_of(before)
        if column is not None:
            yield column.array()


def _items(between: list[Column], rows: list[list[Any]]) -> Iterator[list[Any]]:
    """The same, as the values themselves."""
    for column, before in zip([*between, None], rows, strict=True):
        yield before
        if column is not None:
            yield column.items()


@contextlib.contextmanager
def kept_if_failed(
    runner: Runner, columns: list[tuple[str, str, str]], rows: Sequence[tuple[Any, ...]] | Recorded
) -> Generator[None]:
    """While ``rows`` grow: an error takes with it what they have."""
    try:
        yield
    except HloError as error:
        raise StepFailed(error, Run(gather(columns, rows), len(rows), runner.schedule)) from None


def counted_rows(runner: Runner, rows: Iterator[tuple[Any, ...]], steps: int) -> Iterator[tuple[Any, ...]]:
    """Rows of which ``steps`` are kept, counted against the limit of the run."""
    room = runner.room
    if room is None:
        yield from rows
        return
    reserved: tuple[int, ...] | None = None  # the bound for which all rows to come are counted already
    for number, row in enumerate(rows):
        if reserved is None or room.bound is not reserved or not runner.is_proven:
            if reserved is not None:
                room.recorded -= room.row_bytes(reserved, len(row)) * (steps - number)
            _keep(runner, room, row, number, steps)
            left = steps - number - 1
            is_sure = runner.is_proven and room.reserve(room.row_bytes(room.bound, len(row)) * left)
            reserved = room.bound if is_sure else None
        yield row


def _keep(runner: Runner, room: Room, row: tuple[Any, ...], number: int, steps: int) -> None:
    """Count one row; the first stands for all."""
    wanted = sum(value.nbytes if isinstance(value, np.ndarray) else 8 for value in row)
    if number == 0:
        room.ensure(wanted * steps, f"recording {counted(steps, 'step')}")
    if not room.keep(wanted):
        runner.must_count()


def iterate(runner: Runner, steps: int, dt: float | None, inputs: Any, slots: list[str]) -> Iterator[tuple[Any, ...]]:
    """Run trials; after each, the values of ``slots``."""
    require_steps(steps, dt)
    give = _input_source(inputs, steps)
    snapshot = generate_snapshot(runner._state.values, slots)
    watch = runner.watch
    with np.errstate(all="ignore"):
        if watch is not None and all(observer.minds_infinite_alone for observer in watch.observers):
            yield from _guarded(runner, watch, steps, dt, give, snapshot)
            return
        with runner.watched():
            for step in range(steps):
                run = runner._run if give or runner._direct[dt is not None] is None else runner._step
                run(dt if step or runner.trials else None, give(step) if give else None)
                yield snapshot()


def _guarded(
    runner: Runner,
    watch: Watch,
    steps: int,
    dt: float | None,
    give: Callable[[int], Any] | None,
    snapshot: Callable[[], tuple[Any, ...]],
) -> Iterator[tuple[Any, ...]]:
    """The same at full speed until something is noticed."""
    guard = Guard(runner, watch)
    give = None if give is None else guard.keeping(give)
    with contextlib.ExitStack() as told:
        told.callback(guard.end)
        for step in range(steps):
            given = give(step) if give else None
            run = runner._run if give or runner._direct[dt is not None] is None else runner._step
            try:
                run(dt if step or runner.trials else None, given)
            except Noticed:
                told.enter_context(watch.run(runner._state))
                guard.tell(dt)
                runner._run(dt if step or runner.trials else None, given)
            yield snapshot()


def require_steps(steps: Any, dt: Any) -> None:
    """Refuse what is no number of steps, and no time."""
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 0:
        raise HloError(f"the number of steps must be a whole number, not {steps!r}", code="type.argument")
    if dt is not None and (isinstance(dt, bool) or not isinstance(dt, int | float)):
        raise HloError(f"dt must be a number, not {dt!r}", code="type.argument")


def _input_source(inputs: Any, steps: int) -> Callable[[int], Any] | None:
    if inputs is None:
        return None
    if callable(inputs):
        return inputs
    if isinstance(inputs, dict):
        return lambda _: inputs
    if len(inputs) < steps:
        raise HloError(f"inputs for {counted(len(inputs), 'step')}, but {steps} are to run", code="type.argument")
    return lambda step: inputs[step]


def with_fixed(inputs: Any, fixed: Mapping[str, Any]) -> Any:
    """Inputs of any form with some ports that get the same value in each step, whatever the inputs say of them."""
    if not fixed:
        return inputs
    if inputs is None:
        return dict(fixed)
    if isinstance(inputs, dict):
        return {**inputs, **fixed}
    if callable(inputs):
        of_step: Any = inputs
        return lambda step: {**(of_step(step) or {}), **fixed}
    return [{**each, **fixed} for each in inputs]


def recorded_slots(runner: Runner, record: Sequence[str] | None) -> list[tuple[str, str, str]]:
    """Node, name and slot of what is to be recorded."""
    plan = runner.plan
    if record is None:
        return [(node.id, port.id, port.slot) for node in plan.nodes for port in node.outputs]
    found: list[tuple[str, str, str]] = []
    for wanted in record:
        node = plan.node(wanted)
        if node:
            found += [(node.id, port.id, port.slot) for port in node.outputs]
            continue
        owner = next((node for node in plan.nodes for name in node.slots() if f"{node.id}.{name}" == wanted), None)
        if owner is None:
            raise no_value(wanted, dict.fromkeys(runner.values.keys()))
        name = wanted[len(owner.id) + 1 :]
        found.append((owner.id, name, owner.slots()[name]))
    return found


def gather(
    columns: list[tuple[str, str, str]], rows: Sequence[tuple[Any, ...]] | Recorded
) -> dict[str, dict[str, Any]]:
    """Rows of values as one array (or list, where values have no common shape) for each column."""
    made: dict[str, dict[str, Any]] = {}
    if isinstance(rows, Recorded):
        values: Any = map(rows.column, range(len(columns)))
    else:
        values = map(stacked, zip(*rows, strict=True) if rows else [()] * len(columns))
    for (node, name, _), column in zip(columns, values, strict=True):
        made.setdefault(node, {})[name] = column
    return made


def _slots(columns: list[tuple[str, str, str]]) -> list[str]:
    return [slot for _, _, slot in columns]


def stacked(column: Sequence[Any]) -> Any:
    """Values of one shape as an array with one more axis in front; others as a list."""
    if all(is_number(value) and value is not None for value in column):
        with contextlib.suppress(ValueError):
            return np.array(column)
    return list(column)
