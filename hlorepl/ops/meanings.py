"""What some ops mean to those who rewrite plans: said on an op's declaration (``means=``), so that no pass names an op.

A pass asks ``meaning`` of a step and looks at its class. Where a meaning rests on attributes, it has their names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an op does to its operands."""


@dataclass(frozen=True, slots=True)
class Sum(Meaning):
    """Two operands, added place by place."""


@dataclass(frozen=True, slots=True)
class Difference(Meaning):
    """The second operand taken from the first, place by place."""


@dataclass(frozen=True, slots=True)
class Quotient(Meaning):
    """The first operand over the second one, place by place; of integers without the fraction."""


@dataclass(frozen=True, slots=True)
class Leaves(Meaning):
    """What is left of the first operand when it is divided by the second one, place by place, with the sign of the first."""


@dataclass(frozen=True, slots=True)
class Sign(Meaning):
    """Of numbers -1, 0 or 1, place by place."""


@dataclass(frozen=True, slots=True)
class Logic(Meaning):
    """Of truth values, and of bits: ``and``, ``or``, ``xor`` or ``not``."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation(Meaning):
    """The operand with the other sign, place by place."""


@dataclass(frozen=True, slots=True)
class Extreme(Meaning):
    """Of two operands the greater, or the lesser, place by place; of floats NaN wins, and +0 is above -0."""

    largest: bool


@dataclass(frozen=True, slots=True)
class Comparison(Meaning):
    """How two operands stand to each other, place by place: the attributes with the direction, and with the kind of order."""

    direction: str
    order: str


@dataclass(frozen=True, slots=True)
class Choice(Meaning):
    """Where the first operand holds, the second one; elsewhere the third. The first may have rank 0."""


@dataclass(frozen=True, slots=True)
class Cast(Meaning):
    """The same numbers in another type of elements."""


@dataclass(frozen=True, slots=True)
class Spread(Meaning):
    """The operand repeated: the attribute with the axis of the result for each of its own."""

    axes: str


@dataclass(frozen=True, slots=True)
class Count(Meaning):
    """The index along one axis: the attribute with that axis."""

    axis: str


@dataclass(frozen=True, slots=True)
class Regroup(Meaning):
    """The same elements in the same order, in another shape."""


@dataclass(frozen=True, slots=True)
class Fold(Meaning):
    """Arrays reduced along some axes by the only region; as many initial values stand behind them. The attribute with the axes."""

    axes: str


@dataclass(frozen=True, slots=True)
class Order(Meaning):
    """All operands put into one order along an axis, by the only region on pairs of elements: the attribute with the axis."""

    axis: str


class Neutral(NamedTuple):
    """An operand that, where it is one number everywhere, leaves the other one as it is.

    ``which`` operand, which ``number`` (of a zero the positive one), and for which kinds of NumPy's dtypes.
    """

    which: int
    number: float
    kinds: str
