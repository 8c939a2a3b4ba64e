"""Comparisons, logic and bits."""

from __future__ import annotations

import numpy as np

from ...kernels.integers import shift_left, shift_right_arithmetic, shift_right_logical
from ..registry import op
from ..tensors import BOOL, is_string, one_of
from .math import binary, legacy, unary


@op("Equal", since=7)
def equal(xp, A, B):
    """Whether two values are equal; texts too."""
    if is_string(A):
        return np.asarray(A == B, BOOL)
    return xp.equal(A, B)


legacy("Equal", equal)
binary("Greater", "greater", "Whether the first value is greater.")
binary("GreaterOrEqual", "greater_equal", "Whether the first value is greater than the second, or equal.", since=12)
binary("Less", "less", "Whether the first value is less.")
binary("LessOrEqual", "less_equal", "Whether the first value is less than the second, or equal.", since=12)
binary("And", "logical_and", "Whether both hold.")
binary("Or", "logical_or", "Whether one of the two holds, or both.")
binary("Xor", "logical_xor", "Whether exactly one holds.")
unary("Not", "logical_not", "Whether it does not hold.")
binary("BitwiseAnd", "bitwise_and", "The bits that both have.", since=18)
binary("BitwiseOr", "bitwise_or", "The bits that one of the two has.", since=18)
binary("BitwiseXor", "bitwise_xor", "The bits that exactly one has.", since=18)
unary("BitwiseNot", "invert", "All bits turned.", since=18)


@op("BitShift", since=11)
def bit_shift(xp, X, Y, *, direction):
    """The bits moved left or right by ``Y`` places; 0 where that is the width or more."""
    one_of(direction, ("LEFT", "RIGHT"), "direction")
    if direction == "LEFT":
        return shift_left(xp, X, Y)
    return (shift_right_arithmetic if X.dtype.kind == "i" else shift_right_logical)(xp, X, Y)
