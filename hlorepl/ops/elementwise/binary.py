"""Element-wise functions of two operands of one type."""

from __future__ import annotations

from ...kernels import elementary, integers
from .rules import ANY, CONTINUOUS, FLOATS, INTEGERS, LOGIC, NUMBERS
from .table import binary

# --- arithmetic --------------------------------------------------------------------------------------------------

add = binary("stablehlo.add", "add", ANY, doc="The sum; integers wrap, booleans: or.")
subtract = binary("stablehlo.subtract", "subtract", NUMBERS, doc="The difference; integers wrap.")
multiply = binary("stablehlo.multiply", "multiply", ANY, doc="The product; integers wrap, booleans: and.")
divide = binary(
    "stablehlo.divide",
    elementary.divide,
    NUMBERS,
    library=("divide", FLOATS),
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
    low="f64",
    doc="""What division leaves, with the sign of the dividend.

    An integer modulo zero is the integer itself. Complex numbers have no remainder.
    """,
)
power = binary(
    "stablehlo.power",
    elementary.power,
    NUMBERS,
    library=("power", FLOATS),
    low="f64",
    doc="""The left side to the power of the right one.

    Integers wrap; a negative exponent gives the integer part of the exact answer, and 0 for base 0.
    """,
)
atan2 = binary(
    "stablehlo.atan2",
    elementary.atan2,
    CONTINUOUS,
    library=("arctan2", FLOATS),
    low="f64",
    doc="The angle of the point (rhs, lhs), between -pi and pi.",
)

# --- order -------------------------------------------------------------------------------------------------------

maximum = binary(
    "stablehlo.maximum",
    elementary.maximum,
    ANY,
    library=("maximum", LOGIC),
    doc="""The greater; NaN wins, 0 is above -0.

    Complex numbers stand in the order of (real, imaginary); booleans: or.
    """,
)
minimum = binary(
    "stablehlo.minimum",
    elementary.minimum,
    ANY,
    library=("minimum", LOGIC),
    doc="""The lesser; NaN wins, -0 is below 0.

    Complex numbers stand in the order of (real, imaginary); booleans: and.
    """,
)


# --- bits and logic ----------------------------------------------------------------------------------------------

and_ = binary("stablehlo.and", "bitwise_and", LOGIC, doc="The bits, or truth values, that are set on both sides.")
or_ = binary("stablehlo.or", "bitwise_or", LOGIC, doc="The bits, or truth values, that are set on either side.")
xor = binary("stablehlo.xor", "bitwise_xor", LOGIC, doc="The bits, or truth values, that differ.")
shift_left = binary(
    "stablehlo.shift_left",
    integers.shift_left,
    INTEGERS,
    low="as is",
    doc="""Bits moved up by that many places.

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """,
)
shift_right_arithmetic = binary(
    "stablehlo.shift_right_arithmetic",
    integers.shift_right_arithmetic,
    INTEGERS,
    low="as is",
    doc="""Bits moved down, the top one copied into the gap.

    The amount counts as unsigned; by the width of the type or more, copies of the top bit are left.
    """,
)
shift_right_logical = binary(
    "stablehlo.shift_right_logical",
    integers.shift_right_logical,
    INTEGERS,
    low="as is",
    doc="""Bits moved down, zeros into the gap.

    The amount counts as unsigned; by the width of the type or more, nothing is left.
    """,
)
