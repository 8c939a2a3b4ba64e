"""Integer arithmetic with every case defined: it wraps, and division by zero and long shifts have answers.

Division and power take integers of 8 bits and more (``lowprecision`` wraps them for fewer); the functions of bits,
whose answer depends on the width, take every integer type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..backends.abilities import able
from ..ir.types import element, element_of
from .casts import convert, raw_bits


def divide(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The quotient without its fraction; by zero: all ones; the least number by -1: itself."""
    if lhs.dtype.kind == "i" and lhs.dtype.itemsize <= 4 and able(xp).is_host:
        return _divide_in_f64(lhs, rhs)
    quotient = xp.floor_divide(lhs, rhs)
    one = lhs.dtype.type(1)
    if lhs.dtype.kind == "i":
        inexact = (quotient * rhs != lhs) & ((lhs ^ rhs) < 0)
        quotient = quotient + inexact
    return xp.where(rhs == 0, ~(one - one), quotient)


def _divide_in_f64(lhs: Any, rhs: Any) -> Any:
    """The same of up to 32 bits: an f64 holds them, and no quotient is so near to a whole number that rounding would reach it.

    By way of 64 bits, which hold the least number by -1 until it wraps.
    """
    quotient = np.true_divide(lhs, rhs, dtype=np.float64).astype(np.int64).astype(lhs.dtype)
    if quotient.ndim and np.count_nonzero(rhs) == rhs.size:
        return quotient
    return np.where(rhs == 0, lhs.dtype.type(-1), quotient)


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


# --- bits: any integer type ----------------------------------------------------------------------------------------


def shift_left(xp: Any, lhs: Any, rhs: Any) -> Any:
    """0 when shifted by the width or more; the amount counts as unsigned."""
    return _from_bits(xp, _shifted(xp, xp.left_shift, raw_bits(xp, lhs), raw_bits(xp, rhs)), lhs.dtype)


def shift_right_arithmetic(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Filled with copies of the top bit, also for unsigned types; the amount counts as unsigned."""
    held = f"i{lhs.dtype.itemsize}"
    bits = element_of(lhs.dtype).bits
    signed = lhs.view(held) if bits >= 8 else lhs.view(element(f"i{bits}").dtype).astype(held)
    amount = raw_bits(xp, rhs)
    if not able(xp).shifts_by_any_amount:
        amount = xp.minimum(amount, amount.dtype.type(8 * amount.dtype.itemsize - 1))
    return _from_bits(xp, xp.right_shift(signed, amount.view(held)).astype(f"u{held[1:]}"), lhs.dtype)


def shift_right_logical(xp: Any, lhs: Any, rhs: Any) -> Any:
    """Filled with zeros; the amount counts as unsigned."""
    return _from_bits(xp, _shifted(xp, xp.right_shift, raw_bits(xp, lhs), raw_bits(xp, rhs)), lhs.dtype)


def _shifted(xp: Any, shift: Any, bits: Any, amount: Any) -> Any:
    """NumPy gives 0 for the width and more; elsewhere that is C's to decide, who does not."""
    if able(xp).shifts_by_any_amount:
        return shift(bits, amount)
    width = amount.dtype.type(8 * amount.dtype.itemsize)
    return xp.where(amount < width, shift(bits, xp.minimum(amount, width - width.dtype.type(1))), bits.dtype.type(0))


def population_count(xp: Any, x: Any) -> Any:
    """How many bits are set."""
    return _from_bits(xp, xp.bitwise_count(raw_bits(xp, x)).astype(f"u{x.dtype.itemsize}"), x.dtype)


def count_leading_zeros(xp: Any, x: Any) -> Any:
    """How many bits above the highest one that is set are zero."""
    smeared = raw_bits(xp, x)
    word, width = smeared.dtype.type, element_of(x.dtype).bits
    shift = 1
    while shift < width:
        smeared = smeared | (smeared >> word(shift))
        shift *= 2
    return _from_bits(xp, word(width) - xp.bitwise_count(smeared), x.dtype)


def _from_bits(xp: Any, bits: Any, dtype: np.dtype[Any]) -> Any:
    """The low bits of unsigned words as integers of a type."""
    width = element_of(dtype).bits
    return xp.asarray(bits if width >= 8 else bits & np.uint8((1 << width) - 1)).view(dtype)


def multiply_high(xp: Any, lhs: Any, rhs: Any) -> Any:
    """The upper half of the product in twice the width."""
    bits, dtype = element_of(lhs.dtype).bits, lhs.dtype
    if bits == 64:
        return _multiply_high64(xp, lhs, rhs)
    wide = np.dtype(f"{element_of(dtype).kind[0]}{2 * dtype.itemsize}")
    return convert(xp, xp.asarray((convert(xp, lhs, wide) * convert(xp, rhs, wide)) >> wide.type(bits)), dtype)


def _multiply_high64(xp: Any, lhs: Any, rhs: Any) -> Any:
    a, b = raw_bits(xp, lhs), raw_bits(xp, rhs)
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    a0, a1, b0, b1 = a & mask, a >> half, b & mask, b >> half
    middle = a1 * b0 + ((a0 * b0) >> half)
    cross = a0 * b1 + (middle & mask)
    high = xp.asarray(a1 * b1 + (middle >> half) + (cross >> half)).view(lhs.dtype)
    if lhs.dtype.kind == "u":
        return high
    return high - xp.where(lhs < 0, rhs, 0) - xp.where(rhs < 0, lhs, 0)
