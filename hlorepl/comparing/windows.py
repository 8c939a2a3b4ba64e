"""The smallest window of consecutive ops that parts where no op alone does: compiled with only its live-outs, found by bisection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.context import RunContext
from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..ops.registry import of
from .pieces import Piece, concrete, inputs_of, single, values_of
from .recorder import Recorder
from .sides import Failure
from .spreading import are_within_spread
from .tolerance import is_within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine.observing import Event, Frame
    from ..ir.core import Op, Value
    from .recorder import Moment, Place
    from .running import Runs
    from .sides import Side
    from .tolerance import Bounded, Tolerance


class Window(NamedTuple):
    """Ops that part together: their moments, the piece with what came in, what came out, and what the right side made of it.

    ``kind`` is ``window``, or ``growth`` for an op behind which differences of those before it have grown too large.
    """

    kind: str
    moments: list[Moment]
    piece: Piece
    inputs: list[Any]
    lefts: list[Any]
    answer: list[Any] | Failure


class FrameRecorder(Recorder):
    """Keeps the moments of some regions alone, and where all frames stood."""

    def __init__(self, is_wanted: Callable[[Place], bool]):
        self.moments: list[Moment] = []
        self.places: list[Place] = []
        #: The op that runs each frame, by the frame's number.
        self.callers: dict[int, Op | None] = {}
        super().__init__(self.moments.extend)
        self._is_wanted = is_wanted

    def enter(self, frame: Frame) -> None:
        super().enter(frame)
        place = self.place_of(frame)
        self.places.append(place)
        self.callers[place.number] = frame.caller.op if isinstance(frame.caller, OpOrigin) else None

    def after(self, event: Any) -> None:
        if self._is_wanted(self.place_of(event.frame)):
            super().after(event)


class Windows:
    """Looks for the window. ``run`` runs the left side once more, watched.

    Where it ``is_strict``, what goes out of a window is held to what its op may be off by alone.
    """

    def __init__(
        self,
        side: Side,
        runs: Runs,
        tolerance: Tolerance,
        bounded: Bounded,
        run: Callable[[Observer], Any],
        is_strict: bool = False,
    ):
        self.side = side
        self.runs = runs
        self.tolerance = tolerance
        self.bounded = bounded
        self.run = run
        self.is_strict = is_strict

    def find(self) -> Window | None:
        """The first smallest window of the function; None where none differs by more than it may."""
        recorder = self._recorded(lambda place: place.up is None)
        return self._in_frame(recorder.moments, recorder) if recorder.moments else None

    def _recorded(self, is_wanted: Callable[[Place], bool]) -> FrameRecorder:
        recorder = FrameRecorder(is_wanted)
        self.run(recorder)
        recorder.finish()
        return recorder

    def _in_frame(self, moments: list[Moment], recorder: FrameRecorder) -> Window | None:
        frame = _Ran(moments)
        found = self._smallest(frame)
        if found is None:
            return None
        if len(found.moments) == 1 and _runs_regions(found.moments[0].op):
            return self._inside(found.moments[0], recorder) or found
        return found

    def _smallest(self, frame: _Ran) -> Window | None:
        """The shortest part from the beginning that differs, and of that the shortest end."""
        last = len(frame.moments)
        best = self._differing(frame, 0, last)
        if best is None:
            return None
        low, high = 1, last
        while low < high:
            middle = (low + high) // 2
            found = self._differing(frame, 0, middle)
            low, high = (low, middle) if found is not None else (middle + 1, high)
            best = found or best
        last, begin, end = high, 0, high - 1
        while begin < end:
            middle = (begin + end + 1) // 2
            found = self._differing(frame, middle, last)
            begin, end = (middle, end) if found is not None else (begin, middle - 1)
            best = found or best
        return best if best.moments == frame.moments[begin:last] else self._differing(frame, begin, last) or best

    def growth(self) -> Window | None:
        """The first op of the function behind which all before it together differ by more than they may, with all values going out."""
        recorder = self._recorded(lambda place: place.up is None)
        frame = _Ran(recorder.moments) if recorder.moments else None
        window = None if frame is None else frame.window(0, len(frame.moments), all_values=True)
        if frame is None or window is None:
            return None
        piece, inputs, lefts = window
        try:
            (answer,) = self.side.pieces([piece], [inputs])
        except Failure:
            return None
        bad = self._first_bad(piece, inputs, lefts, answer)
        if bad is None:
            return None
        at = next(moment for moment in frame.moments if piece.outputs[bad] in moment.op.results)
        outputs = [value for value in piece.outputs if value in at.op.results]
        numbers = [piece.outputs.index(value) for value in outputs]
        piece.outputs[:] = outputs
        return Window("growth", [at], piece, inputs, [lefts[n] for n in numbers], [answer[n] for n in numbers])

    def _first_bad(self, piece: Piece, inputs: list[Any], lefts: list[Any], rights: list[Any]) -> int | None:
        if self.tolerance.is_given:
            allowed = [*map(self.tolerance.allows, lefts, rights)]
        else:
            allowed = self._each_allowed(piece, inputs, lefts, rights)
        return next((number for number, each in enumerate(allowed) if not each), None)

    def _inside(self, moment: Moment, recorder: FrameRecorder) -> Window | None:
        """Of an op with regions the first of their turns that differs by itself, and the window in that."""
        numbers = {place.number for place in recorder.places if _is_run_by(place, moment, recorder)}
        blocks = {place.block for place in recorder.places if place.number in numbers}
        inner = self._recorded(lambda place: place.block in blocks)
        # The places of both runs are the same, for they are of the same run.
        turns: dict[int, list[Moment]] = {}
        for each in inner.moments:
            if each.place.number in numbers:
                turns.setdefault(each.place.number, []).append(each)
        for moments in turns.values():
            found = self._in_frame(moments, inner)
            if found is not None:
                return found
        return None

    def _differing(self, frame: _Ran, begin: int, end: int) -> Window | None:
        """The window of these steps, where what the right side makes of it differs by more than it may."""
        window = frame.window(begin, end)
        if window is None:
            return None
        piece, inputs, lefts = window
        try:
            (answer,) = self.side.pieces([piece], [inputs])
        except Failure as failure:
            return Window("window", frame.moments[begin:end], piece, inputs, lefts, failure) if failure.died else None
        if all(is_within(left, right, None) for left, right in zip(lefts, answer, strict=True)):
            return None
        if self.allows(piece, inputs, lefts, answer):
            return None
        return Window("window", frame.moments[begin:end], piece, inputs, lefts, answer)

    def allows(self, piece: Piece, inputs: list[Any], lefts: list[Any], rights: list[Any]) -> bool:
        """Whether what the right side made of a window may be so."""
        if self.tolerance.is_given:
            return all(map(self.tolerance.allows, lefts, rights))

        return all(self._each_allowed(piece, inputs, lefts, rights))

    def _each_allowed(self, piece: Piece, inputs: list[Any], lefts: list[Any], rights: list[Any]) -> list[bool]:
        """Of each value that goes out whether it may be so."""
        if self.is_strict:
            return [*map(is_within, lefts, rights, Alike(self.bounded, self.runs).bounds(piece, inputs, lefts))]

        def run(observer: Observer) -> Sequence[Any]:
            return self.runs(piece, inputs, RunContext(observers=(observer,)))

        return are_within_spread(run, lefts, rights, self.bounded)


class Alike(Observer):
    """What the op that makes each value of a piece may be off by alone, at the values that it has there."""

    def __init__(self, bounded: Bounded, runs: Runs):
        self.bounded = bounded
        self.runs = runs
        self._found: dict[str, Any] = {}

    def bounds(self, piece: Piece, inputs: list[Any], lefts: list[Any]) -> list[Any]:
        """For each of its outputs."""
        self._found = {}
        self.runs(piece, inputs, RunContext(observers=(self,)))
        names = [f"%{value.name}" for value in piece.outputs]
        return [self._found.get(name) for name, _ in zip(names, lefts, strict=True)]

    def after(self, event: Event) -> None:
        origin = event.origin
        if event.frame.up is None and isinstance(origin, OpOrigin) and all(map(_is_array, event.results)):
            one = single(origin.op, event.inputs, event.results)
            found = self.bounded.bounds(one, inputs_of(origin.op, event.inputs), event.results)
            self._found |= zip(origin.results, found, strict=True)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


class _Ran:
    """A frame that has run: its steps with all values."""

    def __init__(self, moments: list[Moment]):
        self.moments = [moment for moment in moments if moment.op is not None]
        self.returned = moments[-1].place.returns
        self.values: dict[Value, Any] = {}
        for moment in self.moments:
            self.values |= zip(values_of(moment.op), moment.inputs, strict=True)
            self.values |= zip(moment.op.results, moment.results, strict=True)

    def window(self, begin: int, end: int, all_values: bool = False) -> tuple[Piece, list[Any], list[Any]] | None:
        """A window with what comes in and what goes out (or all that it makes); None where that is no plain arrays."""
        ops = [moment.op for moment in self.moments[begin:end]]
        made = {value for op in ops for value in op.results}
        read_later = {value for moment in self.moments[end:] for value in values_of(moment.op)} | {*self.returned}
        outputs = [value for op in ops for value in op.results if all_values or value in read_later]
        if not outputs:
            return None
        types = {value: concrete(value.type, self.values[value]) for value in made | self.values.keys()}
        piece = Piece(ops, outputs, types, with_constants=True)
        if not piece.is_of_arrays or not all(value in self.values for value in piece.inputs):
            return None
        inputs, lefts = ([np.asarray(self.values[v]) for v in values] for values in (piece.inputs, outputs))
        return piece, inputs, lefts


def _runs_regions(op: Op) -> bool:
    spec = of(op)
    return spec is not None and spec.steps_rule is not None


def _is_run_by(place: Place, moment: Moment, recorder: FrameRecorder) -> bool:
    """Whether a frame was run by the op of a moment, in that moment."""
    up = place.up
    return up is not None and up.number == moment.place.number and recorder.callers[place.number] is moment.op
