"""Comparisons, logic and bits."""

from __future__ import annotations

import numpy as np

from ...kernels.integers import shift_left, shift_right_arithmetic, shift_right_logical
from ..registry import op
from ..tensors import BOOL, is_string, one_of
from .math import legacy


@op("Equal", since=7)
def equal(xp, A, B):
    """Whether two values are equal; texts too."""
    if is_string(A):
        return np.asarray(A == B, BOOL)
    return xp.equal(A, B)


@op("Greater", since=7)
def greater(xp, A, B):
    """Whether the first value is greater."""
    return xp.greater(A, B)


@op("GreaterOrEqual", since=12)
def greater_or_equal(xp, A, B):
    """Whether the first value is greater than the second, or equal."""
    return xp.greater_equal(A, B)


@op("Less", since=7)
def less(xp, A, B):
    """Whether the first value is less."""
    return xp.less(A, B)


@op("LessOrEqual", since=12)
def less_or_equal(xp, A, B):
    """Whether the first value is less than the second, or equal."""
    return xp.less_equal(A, B)


@op("And", since=7)
def logical_and(xp, A, B):
    """Whether both hold."""
    return xp.logical_and(A, B)


@op("Or", since=7)
def logical_or(xp, A, B):
    """Whether one of the two holds, or both."""
    return xp.logical_or(A, B)


@op("Xor", since=7)
def logical_xor(xp, A, B):
    """Whether exactly one holds."""
    return xp.logical_xor(A, B)


@op("Not")
def logical_not(xp, X):
    """Whether it does not hold."""
    return xp.logical_not(X)


for _name, _function in {
    "Equal": equal,
    "Greater": greater,
    "Less": less,
    "And": logical_and,
    "Or": logical_or,
    "Xor": logical_xor,
}.items():
    legacy(_name, _function)


@op("BitwiseAnd", since=18)
def bitwise_and(xp, A, B):
    """The bits that both have."""
    return xp.bitwise_and(A, B)


@op("BitwiseOr", since=18)
def bitwise_or(xp, A, B):
    """The bits that one of the two has."""
    return xp.bitwise_or(A, B)


@op("BitwiseXor", since=18)
def bitwise_xor(xp, A, B):
    """The bits that exactly one has."""
    return xp.bitwise_xor(A, B)


@op("BitwiseNot", since=18)
def bitwise_not(xp, X):
    """All bits turned."""
    return xp.invert(X)


@op("BitShift", since=11)
def bit_shift(xp, X, Y, *, direction):
    """The bits moved left or right by ``Y`` places; 0 where that is the width or more."""
    one_of(direction, ("LEFT", "RIGHT"), "direction")
    if direction == "LEFT":
        return shift_left(xp, X, Y)
    return (shift_right_arithmetic if X.dtype.kind == "i" else shift_right_logical)(xp, X, Y)
