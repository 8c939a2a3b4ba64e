"""Integer arithmetic with every case defined: it wraps, and division by zero and long shifts have answers.

Arrays are of 8 to 64 bits, signed or not; where the answer depends on the width (shifts, counts of bits), ``bits`` says
how many of them the element type has when that is less than the dtype's.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def _unsigned(x: Any) -> Any:
    return x.view(f"u{x.dtype.itemsize}")


def divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The quotient without its fraction; by zero: all ones; the least number by -1: itself."""
    quotient = xp.floor_divide(lhs, rhs)
    one = lhs.dtype.type(1)
    if lhs.dtype.kind == "i":
        inexact = (quotient * rhs != lhs) & ((lhs ^ rhs) < 0)
        quotient = quotient + inexact
    return xp.where(rhs == 0, ~(one - one), quotient)


def remainder(xp: Any, lhs: Any, rhs: Any) -> Any:
    """What ``divide`` leaves, with the sign of the dividend; by zero: the dividend."""
    return xp.where(rhs == 0, lhs, xp.fmod(lhs, rhs))


def power(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Wraps; a negative exponent gives the integer part of the exact answer, and 0 for base 0."""
    if lhs.dtype.kind == "u":
        return xp.power(lhs, rhs)
    zero, one = lhs.dtype.type(0), lhs.dtype.type(1)
    negative = rhs < 0
    whole = xp.power(lhs, xp.where(negative, zero, rhs))
    sign = xp.where((rhs & one) != 0, lhs, one)
    return xp.where(negative, xp.where((lhs == 1) | (lhs == -1), sign, zero), whole)


def shift_left(xp: Any, lhs: Any, rhs: Any) -> Any:
    """0 when shifted by the width or more; the amount counts as unsigned."""
    return xp.left_shift(lhs, rhs)


def shift_right_arithmetic(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Filled with copies of the top bit, also for unsigned types; the amount counts as unsigned."""
    if lhs.dtype.kind == "i":
        return xp.right_shift(lhs, rhs)
    signed = f"i{lhs.dtype.itemsize}"
    return xp.right_shift(lhs.view(signed), rhs.view(signed)).view(lhs.dtype)


def shift_right_logical(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Filled with zeros; the amount counts as unsigned."""
    return xp.asarray(xp.right_shift(_unsigned(lhs), _unsigned(rhs))).view(lhs.dtype)


def population_count(xp: Any, x: Any) -> Any:
    """How many bits are set."""
    return xp.bitwise_count(_unsigned(x)).astype(x.dtype)


def count_leading_zeros(xp: Any, x: Any, bits: int | None = None) -> Any:
    """How many bits above the highest one that is set are zero."""
    smeared = _unsigned(x)
    word = smeared.dtype.type
    width = 8 * x.dtype.itemsize
    shift = 1
    while shift < width:
        smeared = smeared | (smeared >> word(shift))
        shift *= 2
    return (word(bits or width) - xp.bitwise_count(smeared)).astype(x.dtype)


def multiply_high(xp: Any, lhs: Any, rhs: Any, bits: int | None = None) -> Any:
    """The upper half of the product in twice the width."""
    size = lhs.dtype.itemsize
    if size < 8:
        wide = np.dtype(f"{lhs.dtype.kind}{2 * size}")
        return ((lhs.astype(wide) * rhs.astype(wide)) >> wide.type(bits or 8 * size)).astype(lhs.dtype)
    a, b = _unsigned(lhs), _unsigned(rhs)
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    a0, a1, b0, b1 = a & mask, a >> half, b & mask, b >> half
    middle = a1 * b0 + ((a0 * b0) >> half)
    cross = a0 * b1 + (middle & mask)
    high = xp.asarray(a1 * b1 + (middle >> half) + (cross >> half)).view(lhs.dtype)
    if lhs.dtype.kind == "u":
        return high
    return high - xp.where(lhs < 0, rhs, 0) - xp.where(rhs < 0, lhs, 0)
