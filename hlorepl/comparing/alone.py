"""Every op alone: the right side runs it on the values that the left side had, so that what came before makes no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..analysis.difference import Difference
from ..analysis.summary import Summary
from ..ir.types import TensorType
from ..ops.registry import of
from .pieces import inputs_of, single
from .report import OperandAt, Parting, ValueDifference
from .sides import Failure
from .tolerance import Bounded, flushed, is_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op
    from .pieces import Piece
    from .recorder import Moment
    from .running import Runs
    from .sides import Side
    from .tolerance import Tolerance

#: So many ops are compiled as one function.
BATCH = 400


class Enough(BaseException):
    """The first op that differs is found, and nobody asks for more: the run need not go on."""


class Batch(NamedTuple):
    """Ops of one region that the right side runs at once."""

    pieces: list[Piece]


class Alone:
    """Takes moments in portions; ``partings`` are the ops that differ, in the order in which they ran."""

    def __init__(self, side: Side, runs: Runs, tolerance: Tolerance, wants_all: bool = False):
        self.side = side
        self.tolerance = tolerance
        self.bounded = Bounded(runs, side.platform)
        self.runs = runs
        self.wants_all = wants_all
        self.partings: list[Parting] = []
        #: The moment and the piece of the first one, what came in, and what the right side made of it.
        self.first: tuple[Moment, Piece, list[Any], list[Any] | Failure] | None = None
        #: Ops that could not be compared, and why; each once.
        self.passed_over: dict[str, str] = {}
        self.count = 0
        #: By op and the shapes of what it reads: its piece, its batch, and which one of that it is.
        self._known: dict[Any, tuple[Piece, Batch | None, int]] = {}
        self._said: set[int] = set()

    def take(self, moments: Sequence[Moment]) -> None:
        """Have them run by the right side; raises ``Enough``."""
        pending = [(moment, key) for moment in moments if (key := self._key(moment)) is not None]
        self._prepare(pending)
        found = self._answers(pending)
        for number, (moment, key) in enumerate(pending):
            answer = found.get(number)
            if answer is not None:
                self._judge(moment, self._known[key][0], answer)

    # What is to be compared

    def _key(self, moment: Moment) -> Any:
        """What moments of one op at the same shapes share; None for one that is not run alone."""
        op = moment.op
        if op is None or not self._is_comparable(op, moment):
            return None
        return id(op), tuple(array.shape for array in moment.inputs)

    def _is_comparable(self, op: Op, moment: Moment) -> bool:
        spec = of(op)
        if spec is None or spec.steps_rule is not None or spec.passes or not moment.results or spec.constant:
            return False
        arrays = (*moment.inputs, *moment.results)
        if "generator" in spec.of_the_run or not all(isinstance(array, np.ndarray) for array in arrays):
            return False
        return all(_is_plain(value.type) for value in (*op.operands, *op.results))

    def _prepare(self, pending: Sequence[tuple[Moment, Any]]) -> None:
        """Put what is new into batches, by the regions in which it stands."""
        new: dict[int, dict[Any, Moment]] = {}
        for moment, key in pending:
            if key not in self._known:
                new.setdefault(moment.place.block, {}).setdefault(key, moment)
        for moments in new.values():
            keys = [*moments]
            for begin in range(0, len(keys), BATCH):
                self._make_batch({key: moments[key] for key in keys[begin : begin + BATCH]})

    def _make_batch(self, moments: dict[Any, Moment]) -> None:
        pieces = {key: single(moment.op, moment.inputs, moment.results) for key, moment in moments.items()}
        batches = self._accepted([*pieces.values()], moments, pieces)
        where = {id(piece): (batch, number) for batch in batches for number, piece in enumerate(batch.pieces)}
        for key, piece in pieces.items():
            batch, number = where.get(id(piece), (None, 0))
            self._known[key] = piece, batch, number

    def _accepted(self, pieces: list[Piece], moments: dict[Any, Moment], keys: dict[Any, Piece]) -> list[Batch]:
        """Batches that the right side compiles: what it refuses is halved, until single ops are left."""
        try:
            self.side.pieces(pieces, [])
        except Failure as failure:
            if len(pieces) > 1:
                half = len(pieces) // 2
                return [
                    *self._accepted(pieces[:half], moments, keys),
                    *self._accepted(pieces[half:], moments, keys),
                ]
            self._refused(pieces[0], failure, moments, keys)
            return []
        return [Batch(pieces)]

    def _refused(self, piece: Piece, failure: Failure, moments: dict[Any, Moment], keys: dict[Any, Piece]) -> None:
        """An op that the right side does not take is passed over; one at which it dies is where they part."""
        op = piece.ops[0]
        if not failure.died:
            self.passed_over.setdefault(op.name, failure.message)
            return
        moment = next(moments[key] for key, each in keys.items() if each is piece)
        self._part(moment, piece, failure)

    # What comes of it

    def _answers(self, pending: Sequence[tuple[Moment, Any]]) -> dict[int, list[Any] | Failure]:
        """What the right side makes of each moment, by its number: all turns of a region's batch in one go."""
        calls: dict[tuple[int, int], list[tuple[int, int, Moment]]] = {}
        batches: dict[int, Batch] = {}
        for number, (moment, key) in enumerate(pending):
            _, batch, which = self._known[key]
            if batch is not None:
                batches[id(batch)] = batch
                calls.setdefault((id(batch), moment.place.number), []).append((number, which, moment))
        found: dict[int, list[Any] | Failure] = {}
        by_batch: dict[int, list[list[tuple[int, int, Moment]]]] = {}
        for (batch_id, _), entries in calls.items():
            by_batch.setdefault(batch_id, []).append(entries)
        for batch_id, turns in by_batch.items():
            self._call(batches[batch_id], turns, found)
        return found

    def _call(
        self, batch: Batch, turns: list[list[tuple[int, int, Moment]]], found: dict[int, list[Any] | Failure]
    ) -> None:
        """Run a batch once for each turn; an op that did not run in one is given what it had in another."""
        fill = {which: moment for turn in reversed(turns) for _, which, moment in turn}
        if len(fill) < len(batch.pieces):  # some of its ops do not run any more
            self._call(*_part_of(batch, turns, sorted(fill)), found)
            return
        arguments: list[list[Any]] = []
        for turn in turns:
            mine = fill | {which: moment for _, which, moment in turn}
            arguments.append(
                [array for which in range(len(batch.pieces)) for array in inputs_of(mine[which].op, mine[which].inputs)]
            )
        try:
            answers: Any = self.side.pieces(batch.pieces, arguments)
        except Failure as failure:
            count = len(batch.pieces)
            if count > 1:  # which of them is it?
                self._call(*_part_of(batch, turns, range(count // 2)), found)
                self._call(*_part_of(batch, turns, range(count // 2, count)), found)
                return
            answers = [failure] * len(turns)
        for turn, answer in zip(turns, answers, strict=True):
            parts = [answer] if isinstance(answer, Failure) else _cut(answer, batch.pieces)
            for number, which, _ in turn:
                found[number] = parts[which]

    def _judge(self, moment: Moment, piece: Piece, answer: list[Any] | Failure) -> None:
        self.count += 1
        if isinstance(answer, Failure):
            if answer.died:
                self._part(moment, piece, answer)
            else:
                self.passed_over.setdefault(moment.op.name, answer.message)
            return
        lefts = [np.asarray(array) for array in moment.results]
        if all(is_within(left, right, None) for left, right in zip(lefts, answer, strict=True)):
            return
        if not self.allows(piece, inputs_of(moment.op, moment.inputs), lefts, answer):
            self._part(moment, piece, answer)

    def allows(self, piece: Piece, inputs: list[Any], lefts: list[Any], rights: list[Any]) -> bool:
        """Whether what the right side made may be so."""
        if self.tolerance.is_given:
            return all(self.tolerance.allows(left, right) for left, right in zip(lefts, rights, strict=True))
        bounds = self.bounded.bounds(piece, inputs, lefts)
        if all(map(is_within, lefts, rights, bounds)):
            return True
        zeros = [flushed(array) for array in inputs]
        if all(map(_is, zeros, inputs)):
            return False
        return all(map(is_within, self.runs(piece, zeros), rights, bounds))

    def _part(self, moment: Moment, piece: Piece, answer: list[Any] | Failure) -> None:
        if id(moment.op) in self._said:  # of the turns of a loop the first one tells
            return
        self._said.add(id(moment.op))
        self.partings.append(parting_of("op", moment, [moment.op], answer))
        if self.first is None:
            self.first = moment, piece, inputs_of(moment.op, moment.inputs), answer
        if not self.wants_all:
            raise Enough


def _is(a: Any, b: Any) -> bool:
    return a is b


def _is_plain(type_: Any) -> bool:
    return isinstance(type_, TensorType) and not type_.element.is_quantized and type_.bounds is None


def _part_of(
    batch: Batch, turns: list[list[tuple[int, int, Moment]]], chosen: Sequence[int]
) -> tuple[Batch, list[list[tuple[int, int, Moment]]]]:
    """Some pieces of a batch, and the turns in which these ran."""
    position = {which: number for number, which in enumerate(chosen)}
    kept = [[(n, position[which], moment) for n, which, moment in turn if which in position] for turn in turns]
    return Batch([batch.pieces[which] for which in chosen]), [turn for turn in kept if turn]


def _cut(arrays: list[Any], pieces: Sequence[Piece]) -> list[list[Any]]:
    found: list[list[Any]] = []
    begin = 0
    for piece in pieces:
        found.append(arrays[begin : begin + len(piece.outputs)])
        begin += len(piece.outputs)
    return found


def parting_of(kind: str, moment: Moment, ops: Sequence[Op], answer: list[Any] | Failure) -> Parting:
    """What there is to say of an op (the first one of several), and of what the right side made of it."""
    origin = moment.origin
    if isinstance(answer, Failure):
        names, types = ", ".join(origin.results), ", ".join(map(str, origin.result_types))
        difference = ValueDifference(names, types, note=answer.message, is_wrong=True)
    else:
        difference = worst(origin.results, origin.result_types, moment.results, answer)
    operands = [
        operand_at(name, of_, array)
        for name, of_, array in zip(origin.operands, origin.operand_types, moment.inputs, strict=False)
    ]
    return Parting(
        kind,
        [op.name for op in ops],
        [f"%{value.name}" for op in ops for value in op.results[:1]],
        moment.place.at.function,
        origin.span,
        origin.location,
        moment.place.frames,
        operands,
        difference,
    )


def operand_at(name: str, type_: Any, array: Any) -> OperandAt:
    """An operand with its range."""
    summary = Summary(array, type_)
    return OperandAt(name, summary.type, summary.low, summary.high)


def worst(names: Sequence[str], types: Sequence[Any], lefts: Sequence[Any], rights: Sequence[Any]) -> ValueDifference:
    """Of several values the one that differs, the first where several do."""
    found: list[ValueDifference] = []
    for name, type_, left, right in zip(names, types, lefts, rights, strict=True):
        difference = Difference(left, right, type_, type_)
        found.append(ValueDifference.of(name, str(type_), difference, not difference.are_equal))
    return next((each for each in found if each.differing), found[0])
