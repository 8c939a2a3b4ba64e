"""Many trials in one piece of generated Python: the slots are its local variables, and what is recorded goes to a list each.

Where every value is a float, or an array of one, its code is that of :mod:`.number_source`; else that of :mod:`.node_source`.
Nodes write their slots when all their values are known. Where one fails, the loop ends with the values as they were before
that node, and says how far it came: the reference evaluator goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.source import execute
from .expression_source import Emitter
from .node_run import UNSET
from .node_source import Generator, NotEmittable
from .number_source import FLOAT, SCALAR, Kind, NumberSource, Text, Unknown, joined, kind_of
from .values import settle_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .graph_plan import CallPlan, NodePlan, ParameterPlan, PortPlan, Slot
    from .node_run import GraphState


class Column(NamedTuple):
    """What was recorded of one slot, and its kind where that is known."""

    values: list[Any]
    kind: Kind | None

    @property
    def is_array(self) -> bool:
        """Whether all values are known to make one array."""
        return self.kind is not None and self.kind != SCALAR

    def array(self) -> np.ndarray:
        """All values as one array."""
        return self.array_of(self.values)

    def array_of(self, values: list[Any]) -> np.ndarray:
        """Such values as an array."""
        assert self.kind is not None
        return np.array(values, self.kind.dtype).reshape(-1, *self.kind.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of each value, where the values make an array."""
        assert self.kind is not None
        return self.kind.shape

    def holds(self, value: Any) -> bool:
        """Whether a value recorded elsewhere may stand in that array."""
        if self.kind == FLOAT:
            return value.__class__ in (float, int, bool)
        assert self.kind is not None
        return value.__class__ is np.ndarray and value.shape == self.kind.shape and kind_of(value) == self.kind

    def items(self) -> list[Any]:
        """Each value as the graph has it."""
        if self.kind is None or not self.kind.is_array:
            return self.values
        array = self.array()
        array.setflags(write=False)
        return list(array)


class Trials(NamedTuple):
    """What came of a loop: how many trials are whole, how many nodes of the next one have run, and what was recorded."""

    whole: int
    nodes: int
    columns: list[Column]


class TrialLoop:
    """Trials of a graph, one after the other; all nodes have run before.

    :param slots: what is recorded after each trial
    :raises NotEmittable: a node can only be run by the reference evaluator.
    """

    def __init__(self, state: GraphState, with_dt: bool, dt: float | None, slots: Sequence[Slot]):
        self.state = state
        self.dt = dt
        self.slots = slots
        self.order = state.plan.order()
        emitter = Emitter(state.meaning, "l")
        #: Of each slot what it holds, where that is known.
        self.kinds: dict[Slot, Kind] = {}
        try:
            self.nodes, self.kinds = _typed(state, with_dt, dt, emitter)
        except (Unknown, RecursionError):
            self.nodes = _plain(state, with_dt, emitter)
        self.written = list(dict.fromkeys(slot for _, written in self.nodes for slot in written))
        self.run_loop, self.starts = self._compiled(emitter)

    def _compiled(self, emitter: Emitter) -> tuple[Callable[..., Any], list[int]]:
        """The function, and the line at which each node begins."""
        lines, starts = [], list[int]()
        read = self.state.values.keys() & {word for body, _ in self.nodes for line in body for word in _words(line)}
        local = sorted({*read, *self.written, *self.slots}, key=lambda slot: int(slot.lstrip("v") or 0))
        lines += ["def run_loop(steps, dt, given, keep):", "    step = 0"]
        lines += [f"    {slot} = given[{slot!r}]" for slot in local]
        lines += [f"    keep{place} = keep[{place}]" for place in range(len(self.slots))]
        lines += ["    failure = None", "    try:", "        for step in range(steps):"]
        for body, _ in self.nodes:
            starts.append(len(lines) + 1)
            lines += [f"            {line}" for line in body]
        starts.append(len(lines) + 1)
        lines += [f"            keep{place}({slot})" for place, slot in enumerate(self.slots)]
        lines += [
            "            pass",
            "        step = steps",
            "    except Exception as error:",
            "        failure = error",
        ]
        lines += [f"    return step, failure, ({''.join(f'{slot}, ' for slot in self.written)})"]
        names: dict[str, Any] = dict(emitter.constants)
        names["__builtins__"] = {"Exception": Exception, "float": float, "bool": bool, "tuple": tuple, "range": range}
        execute("\n".join(lines), "<mdf loop>", names)
        return names["run_loop"], starts

    def run(self, steps: int) -> Trials:
        """Run so many trials, or as many as go well. The slots have the values of where it stopped."""
        values, kept = self.state.values, [list[Any]() for _ in self.slots]
        given = {slot: _held(value, self.kinds.get(slot)) for slot, value in values.items() if slot[:1] == "v"}
        step, failure, written = self.run_loop(steps, self.dt, given, [each.append for each in kept])
        for slot, value in zip(self.written, written, strict=True):
            values[slot] = _given_back(value, self.kinds.get(slot))
        nodes = 0 if failure is None else self._node_of(failure)
        return Trials(
            step, nodes, [Column(each, self.kinds.get(slot)) for slot, each in zip(self.slots, kept, strict=True)]
        )

    def _node_of(self, failure: Exception) -> int:
        """The number of nodes that had run when one failed."""
        trace = failure.__traceback__
        assert trace is not None
        line = trace.tb_lineno
        return sum(start <= line for start in self.starts[1:])


def _held(value: Any, kind: Kind | None) -> Any:
    """A value as the code has it."""
    return value.item() if kind is not None and kind.is_array else value


def _given_back(value: Any, kind: Kind | None) -> Any:
    """A value of the code as the graph has it."""
    if kind is None or not kind.is_array:
        return value
    made = np.full(kind.shape, value, kind.dtype)
    made.setflags(write=False)
    return made


def _words(line: str) -> set[str]:
    """The names of slots in a line of source."""
    found, word = set[str](), ""
    for letter in f"{line} ":
        if letter.isalnum() or letter == "_":
            word += letter
            continue
        if word[:1] == "v" and word[1:].isdigit():
            found.add(word)
        word = ""
    return found


_Body = list[tuple[list[str], "list[Slot]"]]


def _plain(state: GraphState, with_dt: bool, emitter: Emitter) -> _Body:
    """The lines of each node in order, and what it writes, for values of any kind."""
    generator = Generator(state, with_dt, emitter)
    try:
        return [generator.node(state.plan.nodes[index]) for index in state.plan.order()]
    except RecursionError:
        raise NotEmittable from None


def _typed(state: GraphState, with_dt: bool, dt: float | None, emitter: Emitter) -> tuple[_Body, dict[Slot, Kind]]:
    """The same for values of known kinds: those that slots have now, as long as that stays so."""
    if state.words or any(node.draws for node in state.plan.nodes):
        raise Unknown
    kinds = {
        slot: kind_of(value)
        for slot, value in state.values.items()
        if slot[:1] == "v" and slot[1:].isdigit() and value is not None and value is not UNSET
    }
    for _ in range(len(kinds) + 1):
        generator = _Typed(state, with_dt, dt, emitter, kinds)
        nodes = [generator.node(state.plan.nodes[index]) for index in state.plan.order()]
        after = kinds | {slot: joined(kinds[slot], kind) for slot, kind in generator.made.items()}
        if after == kinds:
            return nodes, kinds
        kinds = after
    raise Unknown


class _Typed:
    """Writes node runs of values of known kinds."""

    def __init__(
        self, state: GraphState, with_dt: bool, dt: float | None, emitter: Emitter, kinds: Mapping[Slot, Kind]
    ):
        self.state = state
        self.with_dt = with_dt
        self.dt = FLOAT if dt.__class__ is float else SCALAR
        self.emitter = emitter
        self.emitter.constants |= {"NUMBER": settle_number}
        self.numbers = NumberSource(emitter)
        self.kinds = kinds
        #: The kinds of what is written.
        self.made: dict[Slot, Kind] = {}
        self.lines: list[str] = []
        self.locals = 0
        self.names: dict[str, Text] = {}
        self.writes: list[tuple[Slot, str]] = []

    def node(self, node: NodePlan) -> tuple[list[str], list[Slot]]:
        """The lines of one run of a node, and the slots that they write."""
        self.lines, self.writes, self.names = [], [], {}
        for port in node.ports:
            self._keep(port.id, port.slot, self._received(port))
        for parameter in node.parameters:
            fixed = parameter.value if parameter.is_fixed else None
            self.names[parameter.id] = (
                self._slot(parameter.slot) if fixed is None else self.numbers.constant(fixed.value)
            )
        for function in node.functions:
            self._keep(function.id, function.slot, self._called(function.call))
        for parameter in node.parameters:
            if not parameter.is_fixed:
                self._keep(parameter.id, parameter.slot, self._new_value(parameter))
        for port in node.outputs:
            if port.value is None:
                raise Unknown
            self._write(port.slot, self._settled(self.numbers.text(port.value, self.names)))
        lines = [*self.lines, *(f"{slot} = {text}" for slot, text in self.writes if slot != text)]
        return lines, [slot for slot, _ in self.writes]

    def _slot(self, slot: Slot) -> Text:
        if slot not in self.kinds:
            raise Unknown
        return Text(slot, self.kinds[slot])

    def _local(self, source: str) -> str:
        self.locals += 1
        self.lines.append(f"x{self.locals} = {source}")
        return f"x{self.locals}"

    def _settled(self, text: Text) -> Text:
        """A value that is to be kept, under a name."""
        if text.source.isidentifier() and text.source[0] == "x":
            return text
        name = self._local(text.source)
        if text.kind == SCALAR and text.known is None:
            self.lines.append(f"if {name}.__class__ is not float: {name} = NUMBER({name})")
        return Text(name, text.kind, text.known)

    def _write(self, slot: Slot, text: Text) -> None:
        self.made[slot] = text.kind
        self.writes.append((slot, text.source))

    def _keep(self, name: str, slot: Slot, text: Text) -> None:
        settled = self._settled(text)
        self.names[name] = settled
        self._write(slot, settled)

    def _received(self, port: PortPlan) -> Text:
        given = self.state.values[port.given]
        if not port.edges:
            return self._slot(port.given)._replace(known=given)
        arrived = []
        for edge in port.edges:
            text = self._slot(edge.slot)
            arrived.append(
                text if edge.weight is None else self.numbers.product(self.numbers.constant(edge.weight), text)
            )
        if port.reduce == "overwrite":
            return arrived[-1]
        parts = arrived if given is UNSET else [self._slot(port.given), *arrived]
        total = parts[0]
        for part in parts[1:]:
            total = self.numbers.total(total, part) if port.reduce == "add" else self.numbers.product(total, part)
        return total

    def _called(self, call: CallPlan) -> Text:
        outer = dict(self.names)
        try:
            for arg, expression in call.args:
                self.names[arg] = self._settled(self.numbers.text(expression, self.names))
            if call.function is None:
                assert call.value is not None
                return self.numbers.text(call.value, self.names)
            if call.function.expression is None or call.stream is not None:
                raise Unknown
            passed = {arg: self._settled(self.numbers.text(expression, self.names)) for arg, expression in call.passed}
            return self.numbers.text(call.function.expression, passed)
        finally:
            self.names = outer

    def _new_value(self, parameter: ParameterPlan) -> Text:
        text = self._unconditional(parameter)
        for test, value, _ in parameter.conditions:
            holds = self.numbers.text(test, self.names)
            text = self._chosen(holds, self.numbers.text(value, self.names), text)
        return text

    def _chosen(self, test: Text, then: Text, other: Text) -> Text:
        """``then`` where the test holds, as ``arithmetic.choose`` has it."""
        test, then, other = self._settled(test), self._settled(then), self._settled(other)
        shapes = [each.kind.shape for each in (test, then, other) if each.kind.is_array]
        sides = [then.kind, other.kind]
        if any(kind.name in ("truths", "integers") for kind in sides) or (sides == [SCALAR, SCALAR] and shapes):
            raise Unknown
        if sides == [SCALAR, SCALAR]:
            return Text(f"CHOOSE({test.source}, {then.source}, {other.source})", SCALAR)
        source = f"({then.source} if {test.source} else {other.source})"
        kind = Kind("array", max(shapes, key=len)) if shapes else FLOAT
        return Text(f"float{source}" if SCALAR in sides else source, kind)

    def _unconditional(self, parameter: ParameterPlan) -> Text:
        if parameter.value is not None:
            return self.numbers.text(parameter.value, self.names)
        if parameter.call is not None:
            return self._called(parameter.call)
        if parameter.derivative is None:
            return self.names[parameter.id]
        if self.with_dt:
            change = self.numbers.product(Text("dt", self.dt), self.numbers.text(parameter.derivative, self.names))
            return self.numbers.total(self.names[parameter.id], change)
        return Text("0.0", FLOAT) if parameter.initial is None else self.numbers.text(parameter.initial, self.names)
