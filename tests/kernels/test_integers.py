"""Integer kernels against Python's own integers."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from kernels.arrays import i32, u8

from hlorepl.kernels import integers

DTYPES = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)]


def pairs(dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Edges against edges, then random numbers."""
    info = np.iinfo(dtype)
    edges = [info.min, info.min + 1, 0, 1, 2, info.max - 1, info.max] + ([-1, -2] if dtype.kind == "i" else [])
    a, b = np.meshgrid(np.array(edges, dtype), np.array(edges, dtype))
    rng = np.random.default_rng(0)
    more = rng.integers(info.min, info.max, (2, 200), dtype=dtype, endpoint=True)
    return np.concatenate([a.ravel(), more[0]]), np.concatenate([b.ravel(), more[1]])


def wrap(value: int, dtype: np.dtype) -> int:
    bits = 8 * dtype.itemsize
    value &= (1 << bits) - 1
    return value - (1 << bits) if dtype.kind == "i" and value >> (bits - 1) else value


def quotient(a: int, b: int) -> int:
    if b == 0:
        return -1
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_divide_and_remainder(dtype) -> None:
    a, b = pairs(dtype)
    expected = [wrap(quotient(int(x), int(y)), dtype) for x, y in zip(a, b, strict=True)]
    assert integers.divide(np, a, b).tolist() == expected
    rest = [wrap(int(x) - quotient(int(x), int(y)) * int(y), dtype) for x, y in zip(a, b, strict=True)]
    assert integers.remainder(np, a, b).tolist() == rest
    assert integers.divide(np, a, b).dtype == integers.remainder(np, a, b).dtype == dtype


def test_division_by_zero() -> None:
    seven, zero = np.array([7], np.uint8), np.array([0], np.uint8)
    assert integers.divide(np, seven, zero).tolist() == [255]
    assert integers.remainder(np, seven, zero).tolist() == [7]


def test_power() -> None:
    base, exponent = i32([2, -2, 3, 0, 1, -1, 3, -1]), i32([10, 3, -1, -1, -5, -3, 40, -4])
    expected = [1024, -8, 0, 0, 1, -1, wrap(3**40, np.dtype("i4")), 1]
    assert integers.power(np, base, exponent).tolist() == expected
    assert integers.power(np, u8([3, 2]), u8([200, 8])).tolist() == [pow(3, 200, 256), 0]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_shifts(dtype) -> None:
    bits = 8 * dtype.itemsize
    amounts = [0, 1, bits - 1, bits, bits + 1, np.iinfo(dtype).max] + ([-1] if dtype.kind == "i" else [])
    a, _ = pairs(dtype)
    for amount in amounts:
        by = np.full(a.shape, amount, dtype)
        long = not 0 <= amount < bits
        left = [0 if long else wrap(int(x) << amount, dtype) for x in a]
        logical = [0 if long else wrap((int(x) & ((1 << bits) - 1)) >> amount, dtype) for x in a]
        signed = [wrap(int(x), np.dtype(f"i{dtype.itemsize}")) for x in a]
        arithmetic = [wrap(x >> (bits - 1 if long else amount), dtype) for x in signed]
        assert integers.shift_left(np, a, by).tolist() == left
        assert integers.shift_right_logical(np, a, by).tolist() == logical
        assert integers.shift_right_arithmetic(np, a, by).tolist() == arithmetic


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_counts_of_bits(dtype) -> None:
    a, _ = pairs(dtype)
    bits = 8 * dtype.itemsize
    raw = [int(x) & ((1 << bits) - 1) for x in a]
    assert integers.population_count(np, a).tolist() == [x.bit_count() for x in raw]
    assert integers.count_leading_zeros(np, a).tolist() == [bits - x.bit_length() for x in raw]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_multiply_high(dtype) -> None:
    a, b = pairs(dtype)
    expected = [(int(x) * int(y)) >> (8 * dtype.itemsize) for x, y in zip(a, b, strict=True)]
    assert integers.multiply_high(np, a, b).tolist() == expected


@pytest.mark.parametrize("dtype", [ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2], ids=str)
def test_mulhi_of_narrow_integers(dtype) -> None:
    info = ml_dtypes.iinfo(dtype)
    values = np.arange(info.min, info.max + 1)
    a, b = (grid.ravel() for grid in np.meshgrid(values, values))
    got = integers.multiply_high(np, a.astype(dtype), b.astype(dtype))
    assert got.dtype == dtype
    assert got.astype(np.int8).tolist() == [(int(x) * int(y)) >> info.bits for x, y in zip(a, b, strict=True)]


@pytest.mark.parametrize("dtype", [ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2], ids=str)
def test_bits_of_narrow_integers(dtype) -> None:
    info = ml_dtypes.iinfo(dtype)
    mask = (1 << info.bits) - 1
    values = np.arange(info.min, info.max + 1)
    a, b = (grid.ravel() for grid in np.meshgrid(values, values))

    def wrapped(numbers: list[int]) -> list[int]:
        return [(n - info.min) % (mask + 1) + info.min for n in numbers]

    x, y = a.astype(dtype), b.astype(dtype)
    pairs = [(int(p) & mask, int(q) & mask) for p, q in zip(a, b, strict=True)]
    signed = [p - ((p << 1) & (mask + 1)) for p, _ in pairs]
    got = integers.shift_left(np, x, y)
    assert got.dtype == dtype
    assert got.astype(int).tolist() == wrapped([p << q for p, q in pairs])
    assert integers.shift_right_logical(np, x, y).astype(int).tolist() == wrapped([p >> q for p, q in pairs])
    arithmetic = [s >> q for s, (_, q) in zip(signed, pairs, strict=True)]
    assert integers.shift_right_arithmetic(np, x, y).astype(int).tolist() == wrapped(arithmetic)
    raw = [int(v) & mask for v in values]
    few = values.astype(dtype)
    assert integers.population_count(np, few).astype(int).tolist() == wrapped([n.bit_count() for n in raw])
    leading = wrapped([info.bits - n.bit_length() for n in raw])
    assert integers.count_leading_zeros(np, few).astype(int).tolist() == leading
