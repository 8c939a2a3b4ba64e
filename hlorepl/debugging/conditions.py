"""Conditions of breakpoints: ``nan``, ``inf``, or ``min|max|absmax|turn CMP NUMBER``, joined by ``and`` and ``or``."""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Any

from ..engine.finite import arrays_in, not_finite
from ..errors import HloError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}
#: The measures of a value that can be compared.
_MEASURES = ("min", "max", "absmax")
_TOKEN = re.compile(
    r"\s*(<=|>=|==|!=|<|>|[A-Za-z]+|[-+]?(?:[0-9][\w.]*(?:[eE][-+]?\d+)?|\.[0-9]\w*(?:[eE][-+]?\d+)?|inf|nan)|\S+)"
)
_HELP = "a condition is nan, inf, or min, max, absmax or turn compared with a number, as in max > 1e3 and turn >= 5"


class Test:
    """One comparison."""

    __slots__ = ("compare", "number", "what")

    def __init__(self, what: str, compare: Callable[[Any, Any], bool] | None = None, number: float = 0):
        self.what = what
        self.compare = compare
        self.number = number

    def holds(self, value: Any, turn: int | None) -> bool:
        """Whether it holds for a value, and in that turn of the innermost loop (None outside of loops)."""
        if self.compare is None:
            return not_finite(value)[self.what == "inf"] > 0
        found = turn if self.what == "turn" else measure(self.what, value)
        return found is not None and bool(self.compare(found, self.number))


class Condition:
    """A condition as it was written; ``any_of`` has what is joined by ``or``, each a list of what is joined by ``and``."""

    __slots__ = ("any_of", "text")

    def __init__(self, text: str, any_of: Sequence[Sequence[Test]]):
        self.text = text
        self.any_of = any_of

    @property
    def is_of_values(self) -> bool:
        """Whether it asks for more than the turn."""
        return any(test.what != "turn" for tests in self.any_of for test in tests)

    def holds(self, values: Sequence[Any], turn: int | None) -> bool:
        """Whether it holds for one of the values; one that asks for no value needs none."""
        given = values if self.is_of_values else (None,)
        return any(all(test.holds(value, turn) for test in tests) for value in given for tests in self.any_of)


def measure(what: str, value: Any) -> Any:
    """The least, the greatest or the greatest absolute number of a value, of complex ones the magnitude; NaN is passed over."""
    import numpy as np  # late: NumPy

    found: list[Any] = []
    for array in arrays_in(value):
        if not array.size or array.dtype.kind not in "biufcV":
            continue
        numbers = np.abs(array) if array.dtype.kind == "c" else array
        low, high = np.fmin.reduce(numbers, axis=None), np.fmax.reduce(numbers, axis=None)
        found += [_number(each) for each in ([low] if what == "min" else [high] if what == "max" else [low, high])]
    known = [abs(number) if what == "absmax" else number for number in found if number == number]
    return None if not known else min(known) if what == "min" else max(known)


def _number(value: Any) -> int | float:
    return int(value) if value.dtype.kind in "biu" or "int" in value.dtype.name else float(value)


def condition(text: str) -> Condition:
    """Read a condition; raises ``command.usage``."""
    words = _TOKEN.findall(text)
    any_of: list[list[Test]] = [[]]
    at = 0
    while True:
        test, at = _test(words, at)
        any_of[-1].append(test)
        if at == len(words):
            return Condition(" ".join(words), any_of)
        joined = words[at].lower()
        if joined not in ("and", "or"):
            raise _refused(f"{words[at]} joins nothing: conditions are joined by 'and' and 'or'")
        at += 1
        if joined == "or":
            any_of.append([])


def _test(words: list[str], at: int) -> tuple[Test, int]:
    if at >= len(words):
        raise _refused("a condition ends here where more must follow" if words else "a condition must follow 'if'")
    what = words[at].lower()
    if what in ("nan", "inf"):
        return Test(what), at + 1
    if what not in (*_MEASURES, "turn"):
        raise _refused(f"{words[at]} is nothing that a condition can ask for")
    if at + 2 >= len(words) or words[at + 1] not in _COMPARISONS:
        raise _refused(f"{what} is compared with a number by one of {' '.join(_COMPARISONS)}")
    return Test(what, _COMPARISONS[words[at + 1]], _literal(words[at + 2])), at + 3


def _literal(word: str) -> int | float:
    for kind in (int, float):
        try:
            return kind(word)
        except (ValueError, OverflowError):
            continue
    raise _refused(f"{word} is not a number")


def _refused(message: str) -> HloError:
    return HloError(message, code="command.usage", help=_HELP)
