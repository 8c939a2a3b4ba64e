"""Conversions against exact rounding by search, the clamping of integers, bitcasts and reduce_precision."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.arrays import f32

from hlorepl.ir.types import ELEMENTS, element
from hlorepl.kernels import casts

REAL = [e for e in ELEMENTS.values() if not e.is_complex and e.name not in ("index", "tf32")]
ALL = [e for e in ELEMENTS.values() if e.name not in ("index", "tf32")]
LOW_FLOATS = [e for e in REAL if e.is_float and e.bits <= 16]
EDGES = np.array([1e10, -1e10, np.nan, np.inf, -np.inf, 3.99, -3.99, 255.5], np.float32)


def numbers(name: str) -> np.ndarray:
    """Every finite number of a float type of 16 bits or less, in order, as f64."""
    dtype = element(name).dtype
    every = np.arange(1 << (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}").view(dtype).astype(np.float64)
    return np.unique(every[np.isfinite(every)])


@pytest.mark.parametrize(("source", "target"), list(itertools.product(ALL, ALL)), ids=str)
def test_every_pair_converts_small_numbers(source, target) -> None:
    ones = casts.convert(np, np.array([[1, 1, 1]], np.int32), source.dtype)
    out = casts.convert(np, ones, target.dtype)
    assert out.dtype == target.dtype
    assert out.shape == (1, 3)
    assert casts.convert(np, out, np.int32).tolist() == [[1, 1, 1]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("i8", [127, -128, 0, 127, -128, 3, -3, 127]),
        ("ui8", [255, 0, 0, 255, 0, 3, 0, 255]),
        ("i32", [2147483647, -2147483648, 0, 2147483647, -2147483648, 3, -3, 255]),
        ("ui32", [4294967295, 0, 0, 4294967295, 0, 3, 0, 255]),
        ("i64", [10**10, -(10**10), 0, 2**63 - 1, -(2**63), 3, -3, 255]),
        ("ui64", [10**10, 0, 0, 2**64 - 1, 0, 3, 0, 255]),
        ("i4", [7, -8, 0, 7, -8, 3, -3, 7]),
        ("ui2", [3, 0, 0, 3, 0, 3, 0, 3]),
        ("i1", [True] * 8),
    ],
)
def test_floats_to_integers_clamp(name: str, expected: list[int]) -> None:
    assert casts.convert(np, EDGES, element(name).dtype).tolist() == expected


def test_integers_wrap() -> None:
    values = np.array([200, -200, 127, 256, 9], np.int32)
    assert casts.convert(np, values, np.int8).tolist() == [-56, 56, 127, 0, 9]
    assert casts.convert(np, values, ml_dtypes.int4).astype(np.int8).tolist() == [-8, -8, -1, 0, -7]
    assert casts.convert(np, values, ml_dtypes.uint2).astype(np.int8).tolist() == [0, 0, 3, 0, 1]


def test_nonzero_is_true() -> None:
    assert casts.convert(np, np.array([0.0, -0.0, 1e-45, np.nan]), np.bool_).tolist() == [False, False, True, True]
    assert casts.convert(np, np.array([0, 2, -1]).astype(ml_dtypes.int4), np.bool_).tolist() == [False, True, True]


def test_complex_loses_its_imaginary_part() -> None:
    values = np.array([3.7 - 2j, -1e10 + 5j])
    assert casts.convert(np, values, np.int8).tolist() == [3, -128]
    assert casts.convert(np, np.array([1, 2]), np.complex64).tolist() == [1 + 0j, 2 + 0j]


@pytest.mark.parametrize("low", [e for e in LOW_FLOATS if e.name != "f8E8M0FNU"], ids=str)
def test_f64_rounds_once(low) -> None:
    values = numbers(low.name)
    below, above = values[:-1], values[1:]
    middle = (below + above) / 2
    even_below = casts.raw_bits(np, below.astype(np.float32).astype(low.dtype)) % 2 == 0
    for shift in (-1e-16, 1e-16, -(2.0**-30), 2.0**-30):
        moved = middle * (1 + shift)
        nearer_above = (shift > 0) == (middle > 0)
        moved = np.where(moved == middle, np.nextafter(middle, np.where(nearer_above, np.inf, -np.inf)), moved)
        got = casts.convert(np, moved, low.dtype).astype(np.float64)
        np.testing.assert_array_equal(got, np.where(nearer_above, above, below))
    got = casts.convert(np, middle, low.dtype).astype(np.float64)
    np.testing.assert_array_equal(got, np.where(even_below, below, above))


@given(st.integers(-(2**63), 2**63 - 1))
def test_long_integers_round_once(value: int) -> None:
    got = int(casts.convert(np, np.array(value, np.int64), ml_dtypes.bfloat16).astype(np.float64))
    size = max(abs(value).bit_length() - 8, 0)
    low = (abs(value) >> size) << size
    rest, half = abs(value) - low, (1 << size) // 2
    up = rest > half or (rest == half and size > 0 and (low >> size) % 2 == 1)
    assert abs(got) == low + ((1 << size) if up else 0)


def test_overflow_of_small_floats() -> None:
    given = np.array([448.0, 464.0, 465.0, 480.0, np.nan], np.float32)
    as_f32 = casts.convert(np, given, ml_dtypes.float8_e4m3fn).astype(np.float32)
    np.testing.assert_array_equal(as_f32, f32([448, 448, np.nan, np.nan, np.nan]))
    given = np.array([240.0, 250.0, 100000.0, -0.0], np.float32)
    as_f32 = casts.convert(np, given, ml_dtypes.float8_e4m3fnuz).astype(np.float32)
    np.testing.assert_array_equal(as_f32, f32([240, np.nan, np.nan, 0]))
    assert not np.signbit(as_f32[3])
    assert casts.convert(np, np.array([65519.0, 65520.0]), np.float16).tolist() == [65504.0, np.inf]


def test_bitcast_splits_and_joins() -> None:
    word = np.array(0x0123456789ABCDEF, np.uint64)
    halves = casts.bitcast(np, word, np.float16)
    assert halves.view(np.uint16).tolist() == [0xCDEF, 0x89AB, 0x4567, 0x0123]
    assert casts.bitcast(np, halves, np.uint64) == word
    nibbles = casts.bitcast(np, np.array([0x1234, 0x0F78], np.int16), ml_dtypes.uint4)
    assert nibbles.astype(np.int8).tolist() == [[4, 3, 2, 1], [8, 7, 15, 0]]
    assert casts.bitcast(np, nibbles, np.int16).tolist() == [0x1234, 0x0F78]
    bits = casts.bitcast(np, np.array([5], np.uint8), np.bool_)
    assert bits.tolist() == [[True, False, True, False, False, False, False, False]]


@pytest.mark.parametrize(
    ("source", "target"), [("i8", "i32"), ("i4", "i8"), ("i2", "i4"), ("i1", "i8"), ("f16", "f64")]
)
def test_bitcast_there_and_back(source: str, target: str) -> None:
    narrow, wide = element(source), element(target)
    ratio = wide.bits // narrow.bits
    size = narrow.dtype.itemsize
    raw = np.random.default_rng(0).integers(0, 1 << narrow.bits, (3, 2, ratio)).astype(f"u{size}")
    words = casts.bitcast(np, raw.view(narrow.dtype), wide.dtype)
    assert words.shape == (3, 2)
    assert words.dtype == wide.dtype
    whole = sum(raw[..., k].astype(object) << (k * narrow.bits) for k in range(ratio))
    np.testing.assert_array_equal(casts.raw_bits(np, words).astype(object), whole)
    np.testing.assert_array_equal(casts.raw_bits(np, casts.bitcast(np, words, narrow.dtype)), raw)
    empty = casts.bitcast(np, np.zeros((0, 2), wide.dtype), narrow.dtype)
    assert empty.shape == (0, 2, ratio)
    assert casts.bitcast(np, empty, wide.dtype).shape == (0, 2)


def test_bitcast_takes_any_strides() -> None:
    values = np.arange(12, dtype=np.int32).reshape(3, 4).T
    np.testing.assert_array_equal(casts.bitcast(np, values, np.uint32), values)
    np.testing.assert_array_equal(casts.bitcast(np, values, np.int16)[..., 0], values)


@pytest.mark.parametrize(("name", "exponent", "mantissa"), [("f16", 5, 10), ("bf16", 8, 7), ("f8E5M2", 5, 2)])
@pytest.mark.parametrize("wide", [np.float32, np.float64])
def test_reduce_precision_is_a_conversion_without_subnormals(name, exponent, mantissa, wide) -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2**32, 4000, dtype=np.uint32).view(np.float32).astype(wide)
    values = np.concatenate([values, rng.normal(size=4000).astype(wide) * 1e3])
    expected = casts.convert(np, values, element(name).dtype).astype(wide)
    tiny = 0.0 if wide == np.float32 and exponent == 8 else 2.0 ** (2 - 2 ** (exponent - 1))
    # What rounds up to the least normal number counts as subnormal: the exponent is looked at before.
    keep = (np.abs(values) >= tiny) | (np.abs(values) < tiny / 2)
    expected = np.where(np.abs(values) < tiny, np.copysign(0, values), expected)
    got = casts.reduce_precision(np, values, exponent, mantissa)
    assert got.dtype == wide
    np.testing.assert_array_equal(got[keep], expected[keep])


def test_reduce_precision_edges() -> None:
    values = np.array([np.inf, np.nan, 5e-324, 0.0, 65519.0, 65520.0, -65520.0])
    expected = np.array([np.inf, np.nan, 0.0, 0.0, 65504.0, np.inf, -np.inf])
    np.testing.assert_array_equal(casts.reduce_precision(np, values, 5, 10), expected)
    np.testing.assert_array_equal(casts.reduce_precision(np, values, 11, 52), values)
    halves = np.array([1e-7, 1.5], np.float16)
    np.testing.assert_array_equal(casts.reduce_precision(np, halves, 5, 10), halves)
