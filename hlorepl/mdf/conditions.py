"""The conditions of MDF: each kind is one function that makes a test of the counters, entered under its name."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..errors import HloError
from ..wording import did_you_mean, offer
from .counters import SEQUENCE, TRIAL, Counters, scale_named
from .graph_plan import model_error
from .model import Condition
from .values import show, sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .graph_plan import NodePlan
    from .model import Path
    from .node_run import GraphState

    Test = Callable[[], bool]

_UNITS = {"s": 1000, "ms": 1, "us": Fraction(1, 1000), "ns": Fraction(1, 1000000)}
_UNIT_NAMES = {"second": "s", "millisecond": "ms", "microsecond": "us", "µs": "us", "nanosecond": "ns"}


@dataclass(slots=True)
class Maker:
    """Makes the tests of a graph. ``starts`` and ``repeats`` collect what absolute times need."""

    state: GraphState
    counters: Counters
    nodes: dict[str, int]
    layer_of: dict[int, int]
    layers: int
    repeats: list[Fraction] = field(default_factory=list)
    starts: list[Fraction] = field(default_factory=list)
    interval: Fraction = Fraction(1)

    def make(self, condition: Condition, owner: int | None, path: Path) -> Test:
        """The test that a condition stands for; ``owner`` is its node, None for a termination."""
        maker = _KINDS.get(condition.type)
        arguments = Arguments(self, condition, owner, path)
        if maker is None:
            reason = _NOT_IN_FILES.get(condition.type)
            tip = [] if reason else did_you_mean(condition.type, _KINDS)
            arguments.fail(reason or f"there is no condition '{condition.type}'", "name.unknown", tip)
        return maker(arguments)


@dataclass(slots=True)
class Arguments:
    """The arguments of one condition, read with checks."""

    maker: Maker
    condition: Condition
    owner: int | None
    path: Path

    @property
    def counters(self) -> Counters:
        return self.maker.counters

    def fail(self, message: str, code: str = "type.condition", tip: Sequence[str] = ()) -> NoReturn:
        error = HloError(f"{self.condition.type}: {message}", code=code, help=tip)
        raise model_error(self.maker.state.plan.model, self.path, error)

    def number(self, key: str, default: float | None = None, least: float = 0) -> Any:
        value = self.condition.kwargs.get(key, default)
        if isinstance(value, str):
            from .expressions import number_in  # late: on demand

            value = number_in(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(f"'{key}' must be a number")
        if not value >= least:
            self.fail(f"'{key}' must be at least {least}, not {value}")
        return value

    def scale(self, default: int) -> int:
        """A time scale; the life of a runner is one sequence."""
        text = self.condition.kwargs.get("time_scale")
        scale = default if text is None else scale_named(text)
        if scale is None:
            raise unknown_scale(self.maker.state, self.path, str(text))
        self.counters.asked.add(min(scale, SEQUENCE))
        return min(scale, SEQUENCE)

    def node(self, *keys: str) -> int:
        ids = self.node_ids(keys or ("dependency", "dependencies", "node"))
        if len(ids) != 1:
            self.fail("it needs one node as 'dependency'")
        return ids[0]

    def node_ids(self, keys: tuple[str, ...] = ("dependencies", "dependency", "nodes", "args")) -> list[int]:
        """Nodes named under one of the keys: one id, a list of ids, or nothing."""
        found = next((self.condition.kwargs[key] for key in keys if key in self.condition.kwargs), [])
        ids = found if isinstance(found, list) else [found]
        for node_id in ids:
            if not isinstance(node_id, str) or node_id not in self.maker.nodes:
                self.fail(f"there is no node '{node_id}'", "name.unknown", offer(str(node_id), self.maker.nodes))
        return [self.maker.nodes[node_id] for node_id in ids]

    def inner(self) -> list[Test]:
        """The tests of the conditions under any key."""
        tests: list[Test] = []
        left: list[tuple[Any, Path]] = [
            (value, (*self.path, "kwargs", key)) for key, value in self.condition.kwargs.items()
        ]
        while left:
            value, path = left.pop(0)
            if isinstance(value, Condition):
                tests.append(self.maker.make(value, self.owner, path))
            elif isinstance(value, list):
                left = [(item, (*path, index)) for index, item in enumerate(value)] + left
            elif isinstance(value, dict):
                left = [(item, (*path, key)) for key, item in value.items()] + left
        if not tests:
            self.fail("it needs conditions to combine")
        return tests

    def duration(self, key: str) -> Fraction | None:
        """A time in milliseconds: a number in ``unit``, or text such as ``7 millisecond``."""
        value = self.condition.kwargs.get(key)
        if value is None:
            return None
        unit = str(self.condition.kwargs.get("unit", "ms"))
        if isinstance(value, str):
            value, _, own_unit = value.strip().partition(" ")
            unit = own_unit.strip() or unit
        unit = unit if unit in _UNITS else unit.rstrip("s")
        unit = _UNIT_NAMES.get(unit, unit)
        try:
            if len(str(value)) > 50 or unit not in _UNITS or abs(float(value)) > 1e15:
                raise ValueError
            return Fraction(str(value)) * _UNITS[unit]
        except (ValueError, ZeroDivisionError):
            self.fail(f"'{key}' must be a time, such as 5 or '5 ms'")


_KINDS: dict[str, Callable[[Arguments], Test]] = {}

_NOT_IN_FILES = {
    **dict.fromkeys(
        ("WhenFinished", "WhenFinishedAny", "WhenFinishedAll"),
        "nodes of MDF do not say that they are finished",
    ),
    **dict.fromkeys(
        ("While", "WhileNot", "Condition", "CustomGraphStructureCondition"),
        "it needs a function, which a file cannot hold",
    ),
    **dict.fromkeys(
        ("BeforeNode", "BeforeNodes", "AfterNode", "AfterNodes", "AddEdgeTo", "RemoveEdgeFrom"),
        "it edits the graph, which a file cannot say",
    ),
}


def kind(*names: str) -> Callable[[Callable[[Arguments], Test]], Callable[[Arguments], Test]]:
    """Enter a kind of condition under its names."""

    def enter(make: Callable[[Arguments], Test]) -> Callable[[Arguments], Test]:
        _KINDS.update(dict.fromkeys(names, make))
        return make

    return enter


def kinds() -> list[str]:
    """The names of all conditions that a model may use."""
    return sorted(_KINDS)


@kind("Always")
def _always(_: Arguments) -> Test:
    return lambda: True


@kind("Never")
def _never(_: Arguments) -> Test:
    return lambda: False


@kind("All", "And")
def _all(args: Arguments) -> Test:
    tests = args.inner()
    return lambda: all(test() for test in tests)


@kind("Any", "Or")
def _any(args: Arguments) -> Test:
    tests = args.inner()
    return lambda: any(test() for test in tests)


@kind("Not")
def _not(args: Arguments) -> Test:
    (test, *_) = args.inner()
    return lambda: not test()


@kind("NWhen")
def _n_when(args: Arguments) -> Test:
    """Holds the first n times, ever, that the inner condition is asked and holds."""
    left = args.counters.left
    place = len(left)
    left.append(args.number("n", 1))
    (test, *_) = args.inner()

    def holds() -> bool:
        if left[place] <= 0 or not test():
            return False
        left[place] -= 1
        return True

    return holds


def _counted(prefix: str, suffixes: str, default: int, counts: Callable[[Counters, int], Callable[[], int]]) -> None:
    """The four ways to compare a count of ``suffixes`` (passes, sets, trials) with n."""

    def enter(names: list[str], compare: Callable[[int, Any], bool]) -> None:
        @kind(*names)
        def _(args: Arguments) -> Test:
            n, count = args.number("n"), counts(args.counters, args.scale(default))
            return lambda: compare(count(), n)

    enter([f"Before{prefix}"], lambda count, n: count < n)
    enter([f"At{prefix}"], lambda count, n: count == n)
    enter([f"After{prefix}"], lambda count, n: count > n)
    enter([f"AfterN{suffixes}"], lambda count, n: count >= n)


_counted("Pass", "Passes", TRIAL, lambda counters, scale: lambda: counters.passes[scale])
_counted(
    "ConsiderationSetExecution",
    "ConsiderationSetExecutions",
    TRIAL,
    lambda counters, scale: lambda: counters.steps[scale],
)
_counted(
    "EnvironmentStateUpdate", "EnvironmentStateUpdates", SEQUENCE, lambda counters, _scale: lambda: counters.trials
)
_counted("EnvironmentSequence", "EnvironmentSequences", SEQUENCE, lambda _counters, _scale: lambda: 0)


@kind("EveryNPasses")
def _every_n_passes(args: Arguments) -> Test:
    n, scale, counters = args.number("n", least=1), args.scale(TRIAL), args.counters
    return lambda: counters.passes[scale] % n == 0


@kind("AtEnvironmentStateUpdateStart")
def _trial_start(args: Arguments) -> Test:
    counters = args.counters
    return lambda: counters.passes[TRIAL] == 0


@kind("AtEnvironmentStateUpdateNStart")
def _trial_n_start(args: Arguments) -> Test:
    n, counters = args.number("n"), args.counters
    return lambda: counters.passes[TRIAL] == 0 and counters.trials == n


@kind("AtEnvironmentSequenceStart")
def _sequence_start(args: Arguments) -> Test:
    counters = args.counters
    return lambda: counters.trials == 0


@kind("AtEnvironmentSequenceNStart")
def _sequence_n_start(args: Arguments) -> Test:
    n, counters = args.number("n"), args.counters
    return lambda: counters.trials == 0 and n == 0


@kind("EveryNCalls")
def _every_n_calls(args: Arguments) -> Test:
    if args.owner is None:
        args.fail("it counts since its own node last ran, so it cannot end a time scale")
    n, uses = args.number("n", 1), args.counters.uses
    pair = args.counters.pair(args.node(), args.owner)
    return lambda: uses[pair] >= n


def _calls(names: list[str], compare: Callable[[int, Any], bool]) -> None:
    @kind(*names)
    def _(args: Arguments) -> Test:
        n, node, total = args.number("n", 1), args.node(), args.counters.total(args.scale(TRIAL))
        return lambda: compare(total[node], n)


_calls(["BeforeNCalls"], lambda count, n: count < n)
_calls(["AtNCalls"], lambda count, n: count == n)
_calls(["AfterCall"], lambda count, n: count > n)
_calls(["AfterNCalls"], lambda count, n: count >= n)


@kind("AfterNCallsCombined")
def _calls_combined(args: Arguments) -> Test:
    n, nodes, total = args.number("n", 1), args.node_ids(), args.counters.total(args.scale(TRIAL))
    return lambda: sum(total[node] for node in nodes) >= n


@kind("JustRan")
def _just_ran(args: Arguments) -> Test:
    node, counters = args.node(), args.counters
    return lambda: counters.last is not None and node in counters.last


@kind("AllHaveRun")
def _all_have_run(args: Arguments) -> Test:
    nodes, total = args.node_ids(), args.counters.total(args.scale(TRIAL))
    return lambda: all(total[node] for node in nodes) if nodes else 0 not in total


@kind("WithNode")
def _with_node(args: Arguments) -> Test:
    """The schedule has put both nodes into one set; the owner runs whenever the other has."""
    if args.owner is None:
        args.fail("it belongs to a node")
    uses, pair = args.counters.uses, args.counters.pair(args.node("node", "dependency"), args.owner)
    return lambda: uses[pair] >= 1


@kind("Threshold")
def _threshold(args: Arguments) -> Test:
    """Compares a value of a node; ``==`` and ``!=`` within ``atol + rtol * |threshold|``."""
    state, index = args.maker.state, args.node()
    node, wanted = state.plan.nodes[index], str(args.condition.kwargs.get("parameter"))
    slots = {part.id: part.slot for part in (*node.outputs, *node.functions, *node.parameters, *node.ports)}
    if wanted not in slots:
        args.fail(f"the node '{node.id}' has no value '{wanted}'", "name.unknown", offer(wanted, slots))
    threshold, comparator = args.number("threshold", least=-np.inf), str(args.condition.kwargs.get("comparator"))
    slack = args.number("atol", 0) + args.number("rtol", 0) * abs(threshold)
    compare = _COMPARATORS.get(comparator)
    if compare is None:
        args.fail(f"'{comparator}' compares nothing; the comparators are {', '.join(_COMPARATORS)}")
    indices = _indices(args)
    slot, start = slots[wanted], _before_first_run(args, node, wanted)

    def asked() -> Any:
        """Whether it holds now; of several members of a sweep that differ, for each."""
        value: Any = state.values.get(slot)
        if value is None:
            value = start if np.ndim(start) else np.full([max(index + 1, -index) for index in indices], start)
        numbers = None if state.members is None else state.members.numbers(value, indices)
        return compare(_number_at(args, value, indices) if numbers is None else numbers, threshold, slack)

    return lambda: asked() if state.members is None else state.members.answer(asked)


def _before_first_run(args: Arguments, node: NodePlan, wanted: str) -> Any:
    """What a value counts as before it has been computed: an initial value, or zeros of the port's shape."""
    for port in node.ports:
        if port.id == wanted:
            return port.default
    for parameter in node.parameters:
        if parameter.id == wanted:
            return parameter.initial.value if parameter.initial and parameter.initial.is_constant else 0.0
    stated = args.maker.state.plan.graph.nodes[node.id].output_ports.get(wanted)
    return np.zeros(sizes_of(stated.shape)) if stated and stated.shape else 0.0


def _number_at(args: Arguments, value: Any, indices: list[int]) -> float:
    """The element that a threshold is compared with."""
    if value.__class__ is float and not indices:
        return value
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        args.fail(f"it compares a number, not {show(value)}")
    if len(indices) > array.ndim or not all(-n <= at < n for at, n in zip(indices, array.shape, strict=False)):
        args.fail(f"there is no element {indices} in a value of shape {list(array.shape)}")
    found = array[tuple(indices)]
    if found.size != 1:
        args.fail(f"it compares one number, not an array of shape {list(found.shape)}; 'indices' says which")
    return float(found.item())


#: Of one number, or of the numbers of the members of a sweep.
_COMPARATORS: dict[str, Callable[[Any, float, float], Any]] = {
    "<": lambda value, threshold, _: value < threshold,
    "<=": lambda value, threshold, _: value <= threshold,
    ">": lambda value, threshold, _: value > threshold,
    ">=": lambda value, threshold, _: value >= threshold,
    "==": lambda value, threshold, slack: (abs(value - threshold) <= slack) | (value == threshold),
    "!=": lambda value, threshold, slack: ((abs(value - threshold) <= slack) | (value == threshold)) ^ True,
}


def _indices(args: Arguments) -> list[int]:
    indices = args.condition.kwargs.get("indices")
    listed = [] if indices is None else indices if isinstance(indices, list) else [indices]
    if not all(isinstance(index, int) for index in listed):
        args.fail("'indices' must be whole numbers")
    return listed


@kind("TimeInterval")
def _time_interval(args: Arguments) -> Test:
    """Holds every ``repeat`` from ``start`` to ``end``."""
    maker, counters = args.maker, args.counters
    repeat, start, end = args.duration("repeat"), args.duration("start"), args.duration("end")
    inclusive_start = args.condition.kwargs.get("start_inclusive", True)
    inclusive_end = args.condition.kwargs.get("end_inclusive", True)
    if repeat is not None:
        if repeat <= 0:
            args.fail("'repeat' must be above zero")
        maker.repeats.append(repeat)
    maker.starts.append(start if start is not None and inclusive_start else Fraction(0))
    layer = maker.layer_of[args.owner] if args.owner is not None else 0

    def holds() -> bool:
        time = counters.time
        if start is not None and (time < start or (time == start and not inclusive_start)):
            return False
        if end is not None and (time > end or (time == end and not inclusive_end)):
            return False
        if repeat is None:
            return True
        offset = layer * maker.interval if maker.layers > 1 else start or Fraction(0)
        return (time - offset) % repeat == 0

    return holds


@kind("TimeTermination")
def _time_termination(args: Arguments) -> Test:
    counters, end = args.counters, args.duration("t")
    if end is None:
        args.fail("it needs a time 't'")
    inclusive = args.condition.kwargs.get("inclusive", True)
    args.maker.starts.append(end if inclusive else Fraction(0))
    return lambda: counters.time >= end if inclusive else counters.time > end


def is_absolute(condition: Condition) -> bool:
    """Whether a condition asks for the time; those inside ``Not`` do not count."""
    if condition.type in {"TimeInterval", "TimeTermination"}:
        return True
    if condition.type == "Not":
        return False
    left: list[Any] = list(condition.kwargs.values())
    while left:
        value = left.pop()
        if isinstance(value, Condition):
            if is_absolute(value):
                return True
        elif isinstance(value, list | dict):
            left.extend(value.values() if isinstance(value, dict) else value)
    return False


def unknown_scale(state: GraphState, path: Path, text: str) -> HloError:
    known = [scale.lower() for scale in ("ENVIRONMENT_STATE_UPDATE", "ENVIRONMENT_SEQUENCE", "PASS")]
    error = HloError(f"there is no time scale '{text}'", code="name.unknown", help=offer(text, known))
    return model_error(state.plan.model, path, error)
