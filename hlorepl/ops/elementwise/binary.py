"""Element-wise functions of two operands of one type."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...errors import require
from ...ir.types import QuantizedType
from ...kernels import elementary, integers
from ..error_bounds import Rounded, Ulps
from ..expressions import Expression
from ..meanings import Difference, Extreme, Leaves, Logic, Neutral, Quotient, Sum
from ..rules import is_per_axis, merged_shape, require_tensors, shapes_agree
from ..written import written_number
from . import numbers
from .rules import ANY, CONTINUOUS, FLOATS, INTEGERS, LOGIC, NUMBERS
from .table import binary

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.core import Op
    from ...ir.types import ElementType, TensorType

# --- arithmetic --------------------------------------------------------------------------------------------------

add = binary(
    "stablehlo.add",
    "add",
    ANY,
    number=numbers.arithmetic("{n0} + {n1}", "({n0} or {n1})"),
    means=Sum(),
    neutral=(Neutral(0, 0, "iub"), Neutral(1, 0, "iub")),
    error=Rounded(),
    doc="The sum; integers wrap, booleans: or.",
)
_add_types = add.infer_rule


@add.infer(result="C1")
def _(lhs: TensorType, rhs: TensorType, *, result: TensorType | None = None) -> TensorType:
    require_tensors(lhs=lhs, rhs=rhs)
    along = next((operand for operand in (lhs, rhs) if is_per_axis(operand)), None)
    if along is None:
        assert _add_types is not None
        return _add_types(lhs, rhs, result=result)
    alike = _stored(lhs) == _stored(rhs) and shapes_agree(lhs.extents, rhs.extents)
    require(alike, "C1", "{lhs} and {rhs} must have the same type", "rhs", like="lhs")
    like = along.with_shape(merged_shape((lhs, rhs)))
    for name, operand in (("lhs", lhs), ("rhs", rhs)):
        same = not is_per_axis(operand) or _axis(operand) == _axis(like if result is None else result)
        message = "{at} is quantized along dimension {axis}, and so must be the result"
        require(same, "quantization_axis", message, name, axis=_axis(operand))
    if result is None or _stored(result) != _stored(like):
        return like
    return like.with_element(result.element)


def _stored(type_: TensorType) -> tuple[ElementType, ...] | None:
    """What quantized operands of one sum share."""
    element = type_.element
    return (element.storage, element.expressed) if isinstance(element, QuantizedType) else None


def _axis(type_: TensorType) -> int | None:
    return type_.element.axis if isinstance(type_.element, QuantizedType) else None


subtract = binary(
    "stablehlo.subtract",
    "subtract",
    NUMBERS,
    number=numbers.arithmetic("{n0} - {n1}"),
    means=Difference(),
    neutral=(Neutral(1, 0, "iuf"),),
    error=Rounded(),
    doc="The difference; integers wrap.",
)
multiply = binary(
    "stablehlo.multiply",
    "multiply",
    ANY,
    number=numbers.arithmetic("{n0} * {n1}", "({n0} and {n1})"),
    neutral=(Neutral(0, 1, "iuf"), Neutral(1, 1, "iuf")),
    error=Rounded(),
    doc="The product; integers wrap, booleans: and.",
)
divide = binary(
    "stablehlo.divide",
    elementary.divide,
    NUMBERS,
    library=("divide", FLOATS),
    number=numbers.quotient,
    means=Quotient(),
    neutral=(Neutral(1, 1, "iuf"),),
    error=Rounded(),
    doc="""The quotient; of integers without its fraction.

    The specification leaves integer division by zero open: here it gives all ones, and the least number of a type
    divided by -1 gives itself.
    """,
)

remainder = binary(
    "stablehlo.remainder",
    elementary.remainder,
    (*INTEGERS, *FLOATS),
    library=("fmod", FLOATS),
    number=numbers.remainder,
    means=Leaves(),
    low="f64",
    error=Rounded(),
    doc="""What division leaves, with the sign of the dividend.

    An integer modulo zero is the integer itself. Complex numbers have no remainder.
    """,
)
power = binary(
    "stablehlo.power",
    elementary.power,
    NUMBERS,
    library=("power", FLOATS),
    number=numbers.by_library("power"),
    low="f64",
    error=Ulps(4, 3, 4, 4, conditioned=4),
    doc="""The left side to the power of the right one.

    Integers wrap; a negative exponent gives the integer part of the exact answer, and 0 for base 0.
    """,
)
atan2 = binary(
    "stablehlo.atan2",
    elementary.atan2,
    CONTINUOUS,
    library=("arctan2", FLOATS),
    number=numbers.by_library("arctan2"),
    low="f64",
    error=Ulps(4, 3, 4, 4),
    doc="The angle of the point (rhs, lhs), between -pi and pi.",
)

# --- order -------------------------------------------------------------------------------------------------------

maximum = binary(
    "stablehlo.maximum",
    elementary.maximum,
    ANY,
    library=("maximum", LOGIC),
    number=numbers.extremum("maximum"),
    means=Extreme(largest=True),
    exact=True,
    neutral=(Neutral(0, -math.inf, "f"), Neutral(1, -math.inf, "f")),
    doc="""The greater; NaN wins, 0 is above -0.

    Complex numbers stand in the order of (real, imaginary); booleans: or.
    """,
)
minimum = binary(
    "stablehlo.minimum",
    elementary.minimum,
    ANY,
    library=("minimum", LOGIC),
    number=numbers.extremum("minimum"),
    means=Extreme(largest=False),
    exact=True,
    neutral=(Neutral(0, math.inf, "f"), Neutral(1, math.inf, "f")),
    doc="""The lesser; NaN wins, -0 is below 0.

    Complex numbers stand in the order of (real, imaginary); booleans: and.
    """,
)


def limited(name: str, given: str, limit: str, dtype: Any, number: Any) -> str | None:
    """``maximum`` or ``minimum`` of an expression and a limit of this number; None where zeros need another look.

    The library may give either zero of two, so that a limit of +0 from below is made +0 by adding it where need be.
    """
    if dtype.kind in "iub":
        return f"{{{name}}}({given}, {limit})"
    if dtype.kind != "f" or number is None or number != number:
        return None
    if number != 0:
        return f"{{{name}}}({given}, {limit})"
    if name == "minimum" or math.copysign(1.0, number) < 0:
        return None
    return f"{{plus}}({given}, {limit})"


def plus(xp: Any, dtype: Any) -> Callable[[Any, Any], Any]:
    """The greater, in which every zero is +0 where one side is."""
    if isinstance(xp.maximum, np.ufunc) and elementary.takes_second_zero():
        return np.maximum
    maximum, add, zero = xp.maximum, xp.add, xp.zeros((), dtype)

    def run(given: Any, limit: Any) -> Any:
        found = maximum(given, limit)
        return add(found, zero, found) if found.__class__ is not dtype.type else found + 0

    return run


def _extremum_plan(name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
    def plan(xp: Any, lhs: TensorType, rhs: TensorType, *, op: Op | None) -> Any:
        for number, (given, limit) in ((1, ("{a0}", "{a1}")), (0, ("{a1}", "{a0}"))):
            text = limited(name, given, limit, lhs.dtype, written_number(op, number)) if able(xp).is_host else None
            if text == f"{{{name}}}({given}, {limit})":
                return getattr(xp, name)
            if text is not None:
                greater = plus(xp, lhs.dtype)
                if number == 1 and greater is xp.maximum:
                    return greater
                found = Expression(text, plus=greater)
                found.repeats = True
                return found
        return usual(xp, lhs, rhs)

    return plan


def _whole_plan(name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
    """Division of integers by a number that is known, and neither 0 nor -1, has no case to look at.

    An f64 holds both, and no quotient of 32 bits is so near to a whole number that rounding would reach it.
    """

    def plan(xp: Any, lhs: TensorType, rhs: TensorType, *, op: Op | None) -> Any:
        number = written_number(op, 1) if able(xp).is_host and lhs.dtype.kind in "iu" else None
        if number is None or number in (0, -1):
            return usual(xp, lhs, rhs)
        if name == "remainder":
            return xp.fmod
        if lhs.dtype.kind == "u":
            return xp.floor_divide
        if lhs.dtype.itemsize > 4:
            return usual(xp, lhs, rhs)
        found = Expression(
            "{f}({a0}, {a1}, None, dtype={wide}).astype({dtype})", f=xp.true_divide, wide=_F64, dtype=lhs.dtype
        )
        found.repeats = True
        return found

    return plan


_F64 = np.dtype(np.float64)
for _spec in (divide, remainder):
    assert _spec.plan_rule is not None
    _spec.plan(_whole_plan(_spec.mnemonic, _spec.plan_rule))

for _spec in (maximum, minimum):
    assert _spec.plan_rule is not None
    _spec.plan(_extremum_plan(_spec.mnemonic, _spec.plan_rule))

# --- bits and logic ----------------------------------------------------------------------------------------------

and_ = binary(
    "stablehlo.and",
    "bitwise_and",
    LOGIC,
    number=numbers.alike("({n0} & {n1})"),
    means=Logic("and"),
    neutral=(Neutral(0, 1, "b"), Neutral(1, 1, "b")),
    ends=(Neutral(0, 0, "iub"), Neutral(1, 0, "iub")),
    doc="The bits, or truth values, that are set on both sides.",
)
or_ = binary(
    "stablehlo.or",
    "bitwise_or",
    LOGIC,
    number=numbers.alike("({n0} | {n1})"),
    means=Logic("or"),
    ends=(Neutral(0, 1, "b"), Neutral(1, 1, "b")),
    neutral=(Neutral(0, 0, "iub"), Neutral(1, 0, "iub")),
    doc="The bits, or truth values, that are set on either side.",
)
xor = binary(
    "stablehlo.xor",
    "bitwise_xor",
    LOGIC,
    number=numbers.alike("({n0} ^ {n1})"),
    means=Logic("xor"),
    neutral=(Neutral(0, 0, "iub"), Neutral(1, 0, "iub")),
    doc="The bits, or truth values, that differ.",
)
shift_left = binary(
    "stablehlo.shift_left",
    integers.shift_left,
    INTEGERS,
    low="as is",
    number=numbers.shift("{n0} << {n1}", "0"),
    neutral=(Neutral(1, 0, "iu"),),
    doc="""Bits moved up by that many places.

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """,
)
shift_right_arithmetic = binary(
    "stablehlo.shift_right_arithmetic",
    integers.shift_right_arithmetic,
    INTEGERS,
    low="as is",
    number=numbers.shift("{n0} >> {n1}", "(-1 if {n0} < 0 else 0)", "i"),
    neutral=(Neutral(1, 0, "iu"),),
    doc="""Bits moved down, the top one copied into the gap.

    The amount counts as unsigned; by the width of the type or more, copies of the top bit are left.
    """,
)
shift_right_logical = binary(
    "stablehlo.shift_right_logical",
    integers.shift_right_logical,
    INTEGERS,
    low="as is",
    number=numbers.shift("{bits} >> {n1}", "0"),
    neutral=(Neutral(1, 0, "iu"),),
    doc="""Bits moved down, zeros into the gap.

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """,
)


def _shift_plan(ufunc: str, usual: Callable[..., Any]) -> Callable[..., Any]:
    """Of unsigned integers NumPy's own shift is all there is to it: it gives 0 for the width and more."""

    def plan(xp: Any, lhs: TensorType, rhs: TensorType) -> Any:
        alone = able(xp).shifts_by_any_amount and lhs.dtype.kind == "u" and lhs.element.bits >= 8
        return getattr(xp, ufunc) if alone else usual(xp, lhs, rhs)

    return plan


for _spec, _name in ((shift_left, "left_shift"), (shift_right_logical, "right_shift")):
    assert _spec.plan_rule is not None
    _spec.plan(_shift_plan(_name, _spec.plan_rule))
