"""Two programs, such as one before and after a pass: which op of the right one first makes another value than its partner on the left.

Both run on NumPy. The left one is written down; the right one runs along it, and where an op has a partner it goes on with what that one
made, so that what came before makes no difference. Loops go turn by turn.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.difference import Difference
from ..analysis.summary import bytes_of
from ..engine.arguments import given
from ..engine.op_origin import OpOrigin
from ..engine.plan_frame import PlanFrame
from ..engine.program import Program
from ..engine.run import run
from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ops.purity import has_effect
from ..ops.registry import of as spec_of
from ..wording import counted
from .alone import parting_of
from .pairing import Pairing
from .recorder import Moment, Recorder
from .report import Comparison, ValueDifference
from .tolerance import is_within
from .two_graphs import bytes_of as bytes_of_elements
from .two_graphs import graph_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..engine.observing import Event, Frame
    from ..ir.core import Function, Module, Op
    from .compare import Options
    from .report import Parting
    from .two_graphs import Graph, Node, Path

    #: An op where it ran: how its block was come to, the turns of the loops around it, and the op.
    Key = tuple[Path, tuple[int, ...], Op]

#: The frames that a path goes through; others are inside of one op.
_OPENED = ("function", "turn", "condition", "branch")
#: So many ops without a partner are named to a person.
_MOST_NAMED = 6


class _Walking(Recorder):
    """Knows of each frame how it was come to."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)
        self._ways: dict[int, tuple[Path, tuple[int, ...]]] = {}
        #: The function's own frame, where constants are.
        self._top: Any = None
        #: How many turns loops have run, in all, by their paths.
        self.turns: dict[tuple[Path, Op], int] = {}

    def enter(self, frame: Frame) -> None:
        super().enter(frame)
        self._top = self._top or self.place_of(frame)
        path, turns = self._ways[id(frame.up)] if frame.up is not None else ((), ())
        if frame.up is not None:
            op = frame.caller.op if isinstance(frame.caller, OpOrigin) else None
            kind = frame.kind if frame.kind in _OPENED and op is not None else ""
            number = frame.number if kind == "branch" else None
            path = (*path, (op, kind, number))  # type: ignore[assignment] - of what is not opened there is no node
            turns = (*turns, frame.number or 0) if kind in ("turn", "condition") else turns
            if kind == "turn" and op is not None:
                loop = self._ways[id(frame.up)][0], op
                self.turns[loop] = self.turns.get(loop, 0) + 1
        self._ways[id(frame)] = path, turns  # type: ignore[assignment]

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        super().leave(frame, results)
        self._ways.pop(id(frame), None)

    def key(self, frame: Frame, op: Op) -> Key:
        """Where an op of a frame runs."""
        return *self._ways[id(frame)], op

    def moment(self, event: Event) -> Moment:
        """What an event was."""
        return Moment(self.place_of(event.frame), event.origin, event.inputs, event.results)


class _Left(_Walking):
    """Writes down all that the left program does, in as many bytes as there may be."""

    def __init__(self, limit: int | None):
        super().__init__()
        self.moments: dict[Key, tuple[int, Moment]] = {}
        self._left = limit

    def after(self, event: Event) -> None:
        if not isinstance(event.origin, OpOrigin):
            return
        self.moments[self.key(event.frame, event.origin.op)] = len(self.moments), self.moment(event)
        if self._left is not None:
            self._left -= bytes_of(event.results)
            if self._left < 0:
                message = "the values of the left program take more memory than there may be"
                raise HloError(message, event.origin.span, "limit.memory", help="--max-memory sets the limit")


class _Right(_Walking):
    """Runs along the left program. ``partings`` are where they differ, by the order in which the left one came to it."""

    def __init__(self, pairing: Pairing, left: _Left, options: Options):
        super().__init__()
        self.pairing = pairing
        self.left = left
        self.options = options
        self.partings: dict[Node, tuple[int, Parting]] = {}
        self.alone: dict[Node, list[tuple[tuple[int, ...], list[Any]]]] = {}
        self._nodes = {(node.path, node.op): node for node in pairing.right.all_nodes}
        several: dict[Op, list[Node]] = {}
        for node in pairing.right.all_nodes:
            several.setdefault(node.op, []).append(node)
        self._by_op = {op: nodes[0] for op, nodes in several.items() if len(nodes) == 1}

    def enter(self, frame: Frame) -> None:
        """Constants are no steps: what the left side has takes their places before anything is read."""
        super().enter(frame)
        if not isinstance(frame, PlanFrame):
            return
        path, turns = self._ways[id(frame)]
        for slot, origin in frame.plan.constants.items():
            if not isinstance(origin, OpOrigin):
                continue
            node = self._nodes.get((path, origin.op)) or self._by_op.get(origin.op)
            if node is not None:
                (frame.values[slot],) = self._met(node, turns, [frame.values[slot]], ())

    def after(self, event: Event) -> Sequence[Any] | None:
        if not isinstance(event.origin, OpOrigin):
            return None
        path, turns, op = self.key(event.frame, event.origin.op)
        node = self._nodes.get((path, op))
        return None if node is None else self._met(node, turns, event.results, event.inputs)

    def _met(self, node: Node, turns: tuple[int, ...], mine: Sequence[Any], inputs: Sequence[Any]) -> Sequence[Any]:
        """What to go on with: what the partner made."""
        partner = self.pairing.partners.get(node)
        found = None if partner is None else self.of_left(partner, turns)
        if partner is None or found is None:
            self.alone.setdefault(node, []).append((turns, [*mine]))
            return mine
        number, moment = found
        if not all(map(self._agree, moment.results, mine)):
            self._part(node, number, moment, mine)
        return moment.results if all(map(_is_like, moment.results, mine)) else mine

    def of_left(self, node: Node, turns: tuple[int, ...]) -> tuple[int, Moment] | None:
        """What a node of the left made in these turns, and when; None where it did not run."""
        found = self.left.moments.get((node.path, turns, node.op))
        if found is not None:
            return found
        value = constant_of(node.op)
        return None if value is None else (-1, Moment(self._top, OpOrigin(node.op), (), (value,)))

    def _agree(self, left: Any, right: Any) -> bool:
        if not isinstance(left, np.ndarray) or not isinstance(right, np.ndarray):
            return True
        if is_within(left, right, None):
            return True
        tolerance = self.options.tolerance
        return tolerance.is_given and tolerance.allows(left, right)

    def _part(self, node: Node, number: int, moment: Moment, mine: Sequence[Any]) -> None:
        if node in self.partings:
            return
        partner = self.pairing.partners[node]
        before = self._without_partner(partner)
        ops = [*(each.op for each in before), partner.op]
        found = parting_of("window" if before else "op", moment, ops, [*mine])
        if before:
            first = OpOrigin(before[0].op)
            found.span, found.loc = first.span, first.location
        self.partings[node] = number, found

    def _without_partner(self, node: Node) -> list[Node]:
        """The ops of the left that a node reads, and those that only they read, of which the right program has none."""
        lefts = {*self.pairing.unpaired[0]}
        found: set[Node] = set()
        todo = [node]
        while todo:
            for where, _ in todo.pop().operands:
                if where in lefts and where not in found:
                    found.add(where)  # type: ignore[arg-type]
                    todo.append(where)  # type: ignore[arg-type]
        return sorted((each for each in found if constant_of(each.op) is None), key=lambda each: each.number)


def constant_of(op: Op) -> Any:
    """What an op only hands out; None for any other."""
    spec = spec_of(op)
    value = op.attributes.get(spec.constant) if spec is not None and spec.constant else None
    return value.array if isinstance(value, DenseAttr) else None


def _is_like(left: Any, right: Any) -> bool:
    """Whether one may stand for the other."""
    if not isinstance(left, np.ndarray) or not isinstance(right, np.ndarray):
        return left is None and right is None or isinstance(left, np.ndarray | np.generic)
    return left.shape == right.shape and left.dtype == right.dtype


def fixed_values(graph: Graph, run_: _Left) -> dict[Node, bytes]:
    """What stands for the values of the ops that read nothing but constants, by themselves or through others."""
    made: dict[tuple[Path, Op], Sequence[Any]] = {}
    for (path, _, op), (_, moment) in run_.moments.items():
        made.setdefault((path, op), moment.results)
    found: dict[Node, bytes] = {}
    for node in graph.all_nodes:
        if node.graphs or has_effect(node.op) or not all(where in found for where, _ in node.operands):
            continue
        value = constant_of(node.op)
        values = made.get((node.path, node.op), ()) if value is None else (value,)
        if len(values) == len(node.types) == 1 and isinstance(values[0], np.ndarray):
            digest = hashlib.blake2b(bytes_of_elements(values[0]), digest_size=16, key=str(node.types[0]).encode()[:64])
            found[node] = digest.digest()
    return found


class TwoPrograms:
    """A comparison of two functions on the same arguments. ``pairs`` are texts ``L=R`` that name values which are one,
    ``name`` is what a person calls the right one.
    """

    def __init__(
        self,
        left: tuple[Module, Function],
        right: tuple[Module, Function],
        arguments: Sequence[Any],
        options: Options,
        pairs: Sequence[str] = (),
        name: str = "the second program",
    ):
        self.name = name
        self.functions = left[1], right[1]
        self.programs = [Program(module, function, grid=(1, 1), checked=True) for module, function in (left, right)]
        self.arguments = [*arguments]
        self.options = options
        self.graphs = graph_of(left[1]), graph_of(right[1])
        self.named = named_pairs(self.graphs[0].all_nodes, self.graphs[1].all_nodes, pairs)

    def compare(self) -> Comparison:
        """Whole, then op by op; raises ``HloError`` where one of them fails."""
        found = Comparison(self.name)
        left, plain = _Left(self.options.context().limit), _Left(self.options.context().limit)
        found.results = self._results(self._run(0, left), self._run(1, plain))
        fixed = fixed_values(self.graphs[0], left) | fixed_values(self.graphs[1], plain)
        right = _Right(Pairing(*self.graphs, self.named, fixed), left, self.options)
        self._run(1, right)
        partings = [parting for _, parting in sorted(right.partings.values(), key=lambda each: each[0])]
        found.first = partings[0] if partings else None
        found.all = partings if self.options.wants_all else []
        self._tell_pairs(found, right)
        found.notes += _loops_apart(right.pairing, left, plain)
        return found

    def _run(self, side: int, observer: _Walking) -> tuple[Any, ...]:
        context = self.options.context()
        context.observers = (*(context.observers if side == 0 else ()), observer)
        arrays = given(self.functions[side], self.arguments)
        return run(self.programs[side].plan, arrays, context)

    def _results(self, lefts: Sequence[Any], rights: Sequence[Any]) -> list[ValueDifference]:
        """By their places; of more on one side than on the other that is said."""
        function, tolerance = self.functions[0], self.options.tolerance
        types = [str(of) for of in function.type.results]
        names = self.options.names or [f"%{value.name}" for value in function.body.returned]
        found: list[ValueDifference] = []
        for name, of, left, right in zip(names, types, lefts, rights, strict=False):
            if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
                is_same = is_within(left, right, None) or tolerance.is_given and tolerance.allows(left, right)
                found.append(ValueDifference.of(name, of, Difference(left, right), not is_same))
        if len(lefts) != len(rights):
            note = f"the left program gives {counted(len(lefts), 'result')}, the right one {len(rights)}"
            found.append(ValueDifference("", "", note=note, is_wrong=True))
        return found

    # What paired

    def _tell_pairs(self, found: Comparison, right: _Right) -> None:
        pairing = right.pairing
        by_value = _equal_by_value(pairing, right)
        counts: dict[str, int] = {"name": 0, "loc": 0, "structure": 0, "value": 0}
        for how in pairing.how.values():
            counts[how] += 1
        counts["value"] += len(by_value)
        found.paired = counts
        lefts, rights = pairing.unpaired
        rest = [("left", node) for node in lefts if node not in by_value.values()]
        rest += [("right", node) for node in rights if node not in by_value]
        found.unpaired = [_told(side, node) for side, node in rest]
        if rest:
            named = ", ".join(f"{_label(node)} of the {side} one" for side, node in rest[:_MOST_NAMED])
            more = f" and {len(rest) - _MOST_NAMED} more" if len(rest) > _MOST_NAMED else ""
            found.notes.append(
                f"{counted(len(rest), 'op')} did not pair: {named}{more}; --pair L=R pairs values by name"
            )


def _told(side: str, node: Node) -> dict[str, Any]:
    origin = OpOrigin(node.op)
    line = None if origin.span is None else origin.span.line
    return {"side": side, "op": node.op.name, "name": origin.label, "line": line, "loc": origin.location}


def _label(node: Node) -> str:
    origin = OpOrigin(node.op)
    return f"{origin.label} = {origin.name}" if origin.label else origin.name


def _equal_by_value(pairing: Pairing, right: _Right) -> dict[Node, Node]:
    """What was paired by nothing else and has the same values, whenever it ran."""
    lefts: dict[Any, list[Node]] = {}
    for node in pairing.unpaired[0]:
        lefts.setdefault(tuple(node.types), []).append(node)
    found: dict[Node, Node] = {}
    for node, made in right.alone.items():
        if node in pairing.partners:
            continue
        for other in lefts.get(tuple(node.types), ()):
            if other not in found.values() and _have_same(other, made, right):
                found[node] = other
                break
    return found


def _have_same(left: Node, made: list[tuple[tuple[int, ...], list[Any]]], right: _Right) -> bool:
    for turns, mine in made:
        moment = right.of_left(left, turns)
        if moment is None or not all(map(_are_bits_equal, moment[1].results, mine)):
            return False
    return bool(made)


def _are_bits_equal(left: Any, right: Any) -> bool:
    return isinstance(left, np.ndarray) and isinstance(right, np.ndarray) and is_within(left, right, None)


def _loops_apart(pairing: Pairing, *sides: _Walking) -> list[str]:
    """Loops that run another number of turns on the right, by itself: what they come to is compared when they are done."""
    turns = [side.turns for side in sides]
    found: list[str] = []
    for node, partner in pairing.partners.items():
        if node.op.name != "stablehlo.while":
            continue
        left, mine = (each.get((of.path, of.op), 0) for each, of in ((turns[0], partner), (turns[1], node)))
        if left != mine:
            found.append(
                f"the loop {_label(partner)} runs {counted(left, 'turn')} in the left program, {mine} in the right one"
            )
    return found


def named_pairs(lefts: Iterable[Node], rights: Iterable[Node], pairs: Sequence[str]) -> list[tuple[Node, Node]]:
    """The nodes that texts ``L=R`` mean; raises ``run.pair`` where there is no such value."""
    if not pairs:
        return []
    sides = [{result.name: node for node in nodes for result in node.op.results} for nodes in (lefts, rights)]
    found: list[tuple[Node, Node]] = []
    for text in pairs:
        matched = re.fullmatch(r"%?([^=]+)=%?([^=]+)", text)
        if matched is None:
            raise HloError(f"--pair {text}: write L=R, the names of a value in each program", code="run.pair")
        nodes = [side.get(name) for side, name in zip(sides, matched.groups(), strict=True)]
        for node, which, name in zip(nodes, ("left", "right"), matched.groups(), strict=True):
            if node is None:
                raise HloError(f"--pair {text}: the {which} program has no value %{name}", code="run.pair")
        left, right = nodes
        assert left is not None
        assert right is not None
        found.append((left, right))
    return found
