"""What a program would compute in f64, beside a run of it as it is.

Each op is run three ways: as it is, in f64 on the values as they are (what differs, the op has added), and in f64 on the values
of the shadow (what differs from the second, it has passed on). Control goes where the plain run goes, and so do truth values, whole
numbers, casts of bits, random numbers and the orders of sorts; where the shadow would have chosen otherwise is listed as a flip.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.places import place_of
from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..errors import HloError
from ..ops.meanings import Cast, Order
from ..ops.registry import of
from ..verifier import verify
from .ordering import ordered_alike
from .pieces import inputs_of, module_of, single
from .retyped import wide_array, widen
from .running import Runs
from .tolerance import is_float

if TYPE_CHECKING:
    from ..analysis.places import Place
    from ..engine.observing import Event
    from ..ir.core import Op
    from .pieces import Piece


@dataclass(slots=True)
class Line:
    """The errors of an op, relative to the greatest number of what it makes, the worst of all times that it ran.

    ``added`` is its own, ``passed`` what comes of those of its operands, ``total`` both; ``came`` is the greatest total of an operand.
    """

    place: Place
    type: str
    added: float = 0.0
    passed: float = 0.0
    total: float = 0.0
    came: float = 0.0
    calls: int = 0

    @property
    def damage(self) -> float:
        """By how much what comes out is worse than what went in."""
        return max(self.added, self.total - self.came)

    @property
    def json(self) -> dict[str, Any]:
        place = self.place
        return {
            "op": place.op,
            "name": place.name,
            "line": place.line,
            "loc": place.location,
            "turn": [*place.turn],
            "type": self.type,
            "added": _finite(self.added),
            "passed": _finite(self.passed),
            "total": _finite(self.total),
            "digits": digits(self.total),
            "calls": self.calls,
        }

    @property
    def text(self) -> str:
        """For a person, on a line."""
        place = self.place
        what = f"{place.name} = {place.op}" if place.name else f"{place.op}"
        numbers = f"adds {self.added:.2g}, passes on {self.passed:.2g}, in all {self.total:.2g}"
        return f"{place.where}{what} : {self.type}{place.when}: {numbers} ({digits(self.total):.1f} digits are right)"


@dataclass(slots=True)
class Flip:
    """Where the shadow would have chosen otherwise: so many elements of a truth value, a whole number or an order."""

    place: Place
    count: int = 0
    calls: int = 0

    @property
    def json(self) -> dict[str, Any]:
        place = self.place
        return {"op": place.op, "name": place.name, "line": place.line, "turn": [*place.turn], "elements": self.count}

    @property
    def text(self) -> str:
        place = self.place
        return f"{place.where}{place.name} = {place.op}{place.when}: {self.count} would be otherwise in f64, and the run goes on as it is"


def digits(error: float) -> float:
    """How many decimal digits are right where this is the relative error; 16 where there is none."""
    if error != error or error == np.inf:
        return 0.0
    return float(min(16.0, max(0.0, -np.log10(error)))) if error > 0 else 16.0


def _finite(number: float) -> Any:
    return number if np.isfinite(number) else str(number)


@dataclass(slots=True)
class _Known:
    """The shadow of an array, as long as that is there."""

    array: weakref.ref[Any]
    shadow: Any
    total: float = 0.0


@dataclass
class Shadow(Observer):
    """Watches a plain run; ``lines`` and ``flips`` are by op."""

    runs: Runs = field(default_factory=Runs)
    lines: dict[int, Line] = field(default_factory=dict[int, Line])
    flips: dict[int, Flip] = field(default_factory=dict[int, Flip])
    #: Ops that have no shadow: what they make is taken as it is.
    not_followed: dict[str, str] = field(default_factory=dict[str, str])
    #: How many ops were in f64 as they are.
    wide_already: int = 0
    _shadows: dict[int, _Known] = field(default_factory=dict[int, _Known])
    _pieces: dict[Any, tuple[Op, Piece, bool]] = field(default_factory=dict[Any, "tuple[Op, Piece, bool]"])

    def of(self, array: Any) -> Any:
        """What an array would be in f64."""
        known = self._known(array)
        return wide_array(array) if known is None else known.shadow

    def error_of(self, array: Any) -> float:
        """How far an array is from its shadow, relative to the greatest number of that."""
        known = self._known(array)
        return 0.0 if known is None else known.total

    def _known(self, array: Any) -> _Known | None:
        known = self._shadows.get(id(array))
        return known if known is not None and known.array() is array else None

    def _keep(self, array: Any, shadow: Any, total: float) -> None:
        key = id(array)
        self._shadows[key] = _Known(weakref.ref(array, lambda _: self._shadows.pop(key, None)), shadow, total)

    def after(self, event: Event) -> None:
        op = event.origin.op if isinstance(event.origin, OpOrigin) else None
        spec = None if op is None else of(op)
        arrays = (*event.inputs, *event.results)
        if op is None or spec is None or spec.steps_rule is not None or not event.results:
            return  # what it hands on has a shadow already
        if not all(isinstance(array, np.ndarray) for array in arrays) or not any(is_float(a.dtype) for a in arrays):
            return
        if all(not is_float(array.dtype) or array.dtype.itemsize >= 8 and array.dtype.kind == "f" for array in arrays):
            self.wide_already += 1
        with np.errstate(all="ignore"):
            self._follow(event, op)

    def _follow(self, event: Event, op: Op) -> None:
        inputs = inputs_of(op, event.inputs)
        shadows = [self.of(array) for array in inputs]
        local, found = self._three_ways(event, op, inputs, shadows)
        for number, plain in enumerate(event.results):
            if not is_float(plain.dtype):
                self._note_flip(event, op, plain, found[number])
            elif any(plain is each for each in event.inputs):
                continue  # it is handed on
            else:
                self._note_error(event, op, number, local[number], found[number])

    def _three_ways(self, event: Event, op: Op, inputs: list[Any], shadows: list[Any]) -> tuple[list[Any], list[Any]]:
        """The results in f64, on the plain values and on the shadows."""
        spec, plains = of(op), [wide_array(array) for array in event.results]
        assert spec is not None
        if not any(is_float(array.dtype) for array in inputs) and not isinstance(spec.means, Cast):
            return plains, plains  # drawn, or cast from bits
        if isinstance(spec.means, Order):
            return plains, ordered_alike(self.runs, op, spec.means, inputs, shadows)
        piece, is_sound = self._piece(event, op)
        if not is_sound:
            self.not_followed.setdefault(op.name, "it is not one of f64")
            return plains, plains
        try:
            local = self.runs.wide(piece, inputs)
            same = all(
                wide_array(a) is s or np.array_equal(wide_array(a), s) for a, s in zip(inputs, shadows, strict=True)
            )
            found = local if same else self.runs.wide(piece, shadows)
        except HloError as error:
            self.not_followed.setdefault(op.name, error.message)
            return plains, plains
        fits = all(a.shape == b.shape for a, b in zip(found, event.results, strict=True))
        return (local, found) if fits else (plains, plains)

    def _piece(self, event: Event, op: Op) -> tuple[Piece, bool]:
        """The op alone, and whether it keeps its rules in f64."""
        key = id(op), tuple(array.shape for array in event.inputs)
        known = self._pieces.get(key)
        if known is None:
            piece = single(op, event.inputs, event.results)
            known = self._pieces[key] = op, piece, not verify(module_of(widen(piece.function())))
        return known[1], known[2]

    def _note_flip(self, event: Event, op: Op, plain: Any, shadow: Any) -> None:
        count = int(np.count_nonzero(plain != shadow)) if plain.shape == shadow.shape else plain.size
        if count:
            flip = self.flips.setdefault(id(op), Flip(place_of(event.frame, event.origin)))
            flip.count += count
            flip.calls += 1

    def _note_error(self, event: Event, op: Op, number: int, local: Any, shadow: Any) -> None:
        plain = wide_array(event.results[number])
        total = relative(plain, shadow)
        self._keep(event.results[number], shadow, total)
        line = self.lines.get(id(op))
        if line is None:
            of_ = event.origin.result_types[number]
            line = self.lines[id(op)] = Line(place_of(event.frame, event.origin), str(of_))
        line.calls += 1
        if total > line.total or line.calls == 1:
            line.place = place_of(event.frame, event.origin)
            line.added, line.passed, line.total = relative(plain, local), relative(local, shadow), total
            line.came = max(
                (self.error_of(array) for array in event.inputs if isinstance(array, np.ndarray)), default=0.0
            )


def relative(plain: Any, shadow: Any) -> float:
    """How far two arrays are apart, relative to the greatest finite number of the second; infinite where NaN or infinities differ."""
    if not plain.size:
        return 0.0
    same = (plain == shadow) | (np.isnan(plain) & np.isnan(shadow))
    if same.all():
        return 0.0
    apart = np.abs(plain - shadow)[~same]
    if not np.isfinite(apart).all():
        return float("inf")
    size = np.abs(shadow)
    most = float(np.max(size, initial=0.0, where=np.isfinite(size)))
    return float(apart.max()) / most if most else float("inf")
