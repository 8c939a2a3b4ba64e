"""Division of integers towards minus infinity, and what it leaves: exporters write both with StableHLO's division towards zero.

Recognised by what comes out, for a divisor that is known and greater than 0: the dividend is below, at or above zero, and either
something is left or nothing. What the steps make is followed through each of these cases, whatever they ask and in which order.
"""

from __future__ import annotations

from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...ops.meanings import Cast, Choice, Comparison, Difference, Leaves, Logic, Quotient, Regroup, Sign, Spread, Sum
from .draft import Draft, meaning
from .rowwise import attribute, is_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..step import Step

    #: A number, or one of the division's (see ``Case``) and what is added to it.
    Found = int | tuple[str, int]

#: What leads from the division to its result is no longer than this.
_MOST = 40
_COMPARE = {"EQ": "__eq__", "NE": "__ne__", "GE": "__ge__", "GT": "__gt__", "LE": "__le__", "LT": "__lt__"}


class Case(NamedTuple):
    """The signs of the dividend (``a``) and of what is left (``r``); ``q`` is the quotient, of which nothing else is known."""

    a: int
    r: int


_CASES = (Case(1, 1), Case(1, 0), Case(0, 0), Case(-1, 0), Case(-1, -1))


class _Unknown(Exception):
    """A step asks for more than is known of a case."""


class Division(NamedTuple):
    """What a step comes to: the division that is made of it, of which the quotient is rounded down, or what that leaves."""

    made_from: Step
    is_quotient: bool


class Divisions:
    """Looks for them in a plan."""

    def __init__(self, draft: Draft):
        self.draft = draft
        self.makers = draft.makers()

    def found(self, step: Step) -> Division | None:
        """The division that a step is the last one of."""
        if step.dtypes[0].kind not in "iu" or step.dtypes[0].itemsize > 8:
            return None
        first = self._division(step)
        if first is None:
            return None
        dividend, divisor = first.ins
        number = self.number(divisor)
        if number is None or number <= 0 or step.shapes[0] != first.shapes[0] or step.dtypes[0] != first.dtypes[0]:
            return None
        cases = [case for case in _CASES if case.a >= 0 or step.dtypes[0].kind == "i"]
        try:
            results = [_Following(self, case, dividend, number).value(step.outs[0]) for case in cases]
        except _Unknown:
            return None
        if results == [("q", -1 if case.r < 0 else 0) for case in cases]:
            return Division(first, True)
        if results == [("r", number if case.r < 0 else 0) for case in cases]:
            return Division(first, False)
        return None

    def _division(self, step: Step) -> Step | None:
        """A division, or what one leaves, that a step has to do with."""
        waiting, seen = list(step.ins), set[int]()
        while waiting and len(seen) < _MOST:
            slot = waiting.pop(0)
            maker = self.makers.get(slot)
            if maker is None or slot in seen or not is_plain(maker):
                continue
            seen.add(slot)
            if isinstance(meaning(maker), Quotient | Leaves):
                return maker
            waiting += maker.ins
        return None

    def number(self, slot: int) -> int | None:
        """The only number in an array that is known."""
        while (maker := self.makers.get(slot)) is not None and isinstance(meaning(maker), Spread | Regroup):
            (slot,) = maker.ins
        value = self.draft.template[slot] if slot in self.draft.constants else None
        if value is None or isinstance(value, tuple) or not value.size or value.dtype.kind not in "biu":
            return None
        return int(value.flat[0]) if value.size == 1 or (value == value.flat[0]).all() else None


class _Following:
    """What slots hold in one case."""

    def __init__(self, divisions: Divisions, case: Case, dividend: int, number: int):
        self.divisions = divisions
        self.case = case
        self.divisor = number
        self.known: dict[int, Found] = {dividend: ("a", 0)}
        self.left = 4 * _MOST

    def value(self, slot: int) -> Found:
        found = self.known.get(slot)
        if found is None:
            self.left -= 1
            number = self.divisions.number(slot)
            found = number if number is not None else self._made(slot)
            self.known[slot] = found
        return found

    def _made(self, slot: int) -> Found:
        step = self.divisions.makers.get(slot)
        if step is None or self.left < 0 or not is_plain(step):
            raise _Unknown
        means = meaning(step)
        rule = _RULES.get(type(means))
        if rule is None:
            raise _Unknown
        return rule(self, step, means)

    def sign(self, found: Found) -> int:
        if isinstance(found, int):
            return (found > 0) - (found < 0)
        name, more = found
        if more or name == "q":
            raise _Unknown
        return getattr(self.case, name)


def _whole(self: _Following, step: Step, means: Any) -> Found:
    (dividend, divisor), made = map(self.value, step.ins), "q" if isinstance(means, Quotient) else "r"
    if dividend != ("a", 0) or divisor != self.divisor:
        raise _Unknown
    return made, 0


def _sign(self: _Following, step: Step, means: Any) -> Found:
    return self.sign(self.value(step.ins[0]))


def _sum(self: _Following, step: Step, means: Any) -> Found:
    a, b = map(self.value, step.ins)
    if step.dtypes[0].kind not in "iu":
        raise _Unknown
    way = -1 if isinstance(means, Difference) else 1
    if isinstance(a, int) and isinstance(b, int):
        return _fitting(a + way * b, step)
    if isinstance(b, int) and not isinstance(a, int):
        return a[0], a[1] + way * b
    if isinstance(a, int) and not isinstance(b, int) and way == 1:
        return b[0], b[1] + a
    raise _Unknown


def _fitting(number: int, step: Step) -> int:
    info = np.iinfo(step.dtypes[0])
    if not info.min <= number <= info.max:
        raise _Unknown
    return number


def _compared(self: _Following, step: Step, means: Comparison) -> Found:
    a, b = map(self.value, step.ins)
    if not (isinstance(a, int) and isinstance(b, int)):
        if a != 0 and b != 0:
            raise _Unknown
        a, b = self.sign(a), self.sign(b)  # one is 0, so that the signs decide
    return int(getattr(a, _COMPARE[attribute(step, means.direction)])(b))


def _chosen(self: _Following, step: Step, means: Any) -> Found:
    test = self.value(step.ins[0])
    if not isinstance(test, int):
        raise _Unknown
    return self.value(step.ins[1 if test else 2])


def _passed(self: _Following, step: Step, means: Any) -> Found:
    before = step.origin.operand_types[0]
    found = self.value(step.ins[0])
    if isinstance(means, Cast) and not isinstance(found, int) and before.dtype != step.dtypes[0]:  # type: ignore[attr-defined]
        raise _Unknown
    return _fitting(found, step) if isinstance(found, int) and step.dtypes[0].kind in "iu" else found


def _logic(self: _Following, step: Step, means: Logic) -> Found:
    values = [self.value(slot) for slot in step.ins]
    if step.dtypes[0].kind != "b" or not all(isinstance(each, int) for each in values):
        raise _Unknown
    return int(_TRUTH[means.name](*values))


def _not(value: int) -> int:
    return 1 - value


_TRUTH: dict[str, Callable[..., int]] = {"and": min, "or": max, "xor": ne, "not": _not}
_RULES: dict[type[Any], Any] = {
    Quotient: _whole,
    Leaves: _whole,
    Sign: _sign,
    Sum: _sum,
    Difference: _sum,
    Comparison: _compared,
    Choice: _chosen,
    Logic: _logic,
    Cast: _passed,
    Spread: _passed,
    Regroup: _passed,
}
