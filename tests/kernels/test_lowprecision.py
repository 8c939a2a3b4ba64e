"""The policy for small types: one rounding, tables, wrapping."""

from __future__ import annotations

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from hlorepl.ir.types import ELEMENTS, element_of
from hlorepl.kernels import casts, elementary, lowprecision
from hlorepl.kernels.elementary import library

LOW = [e for e in ELEMENTS.values() if e.is_float and e.bits <= 16 and e.name != "f8E8M0FNU"]


def random_numbers(dtype: np.dtype, count: int, seed: int) -> np.ndarray:
    bits = np.random.default_rng(seed).integers(0, 1 << element_of(dtype).bits, count)
    values = bits.astype(f"u{dtype.itemsize}").view(dtype)
    return values[np.isfinite(values.astype(np.float32))]


def nearest(value: Fraction, dtype: np.dtype) -> float:
    """The number of the type that an exact value rounds to; a quotient of doubles would round twice."""
    close = np.float64(value.numerator / value.denominator)
    if Fraction(close) != value:
        # A double that is off only needs its last bit to say on which side the exact value lies.
        odd = np.array(close).view(np.int64) | 1
        toward = close if Fraction(close) < value else np.nextafter(close, -np.inf)
        close = toward if np.array(toward).view(np.int64) & 1 else odd.view(np.float64)
    return float(casts.convert(np, np.array(close), dtype).astype(np.float64))


@pytest.mark.parametrize("low", LOW, ids=str)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide"])
def test_arithmetic_rounds_once(low, name: str) -> None:
    a, b = random_numbers(low.dtype, 300, 1), random_numbers(low.dtype, 300, 2)
    a, b = a[: min(len(a), len(b))], b[: min(len(a), len(b))]
    b = np.where(b.astype(np.float32) == 0, b.dtype.type(1), b)
    exact = {"add": Fraction.__add__, "subtract": Fraction.__sub__, "multiply": Fraction.__mul__}
    operation = exact.get(name, Fraction.__truediv__)
    kernel = elementary.divide if name == "divide" else library(name)
    got = lowprecision.adapted(kernel, low.dtype, "f32")(np, a, b)
    assert got.dtype == low.dtype
    x, y = a.astype(np.float64), b.astype(np.float64)
    expected = [nearest(operation(Fraction(p), Fraction(q)), low.dtype) for p, q in zip(x, y, strict=True)]
    np.testing.assert_array_equal(got.astype(np.float64), expected)


@pytest.mark.parametrize("low", LOW, ids=str)
def test_tables_hold_the_rounded_function(low) -> None:
    x = random_numbers(low.dtype, 200, 3)
    got = lowprecision.adapted(library("tanh"), low.dtype, "table")(np, x)
    assert got.dtype == low.dtype
    np.testing.assert_array_equal(
        got.astype(np.float64), casts.convert(np, np.tanh(x.astype(np.float64)), low.dtype).astype(np.float64)
    )


def test_known_values() -> None:
    exp = lowprecision.adapted(library("exp"), ml_dtypes.bfloat16, "table")
    assert exp(np, np.array([1, 0.5], ml_dtypes.bfloat16)).astype(float).tolist() == [2.71875, 1.6484375]
    assert exp(np, np.array(1, ml_dtypes.bfloat16)).shape == ()


def test_predicates_keep_their_type() -> None:
    finite = lowprecision.adapted(library("isfinite"), ml_dtypes.float8_e5m2, "table")
    got = finite(np, np.array([1, np.inf, np.nan], ml_dtypes.float8_e5m2))
    assert got.dtype == np.bool_
    assert got.tolist() == [True, False, False]


@pytest.mark.parametrize("dtype", [ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2], ids=str)
def test_narrow_integers_wrap(dtype) -> None:
    info = ml_dtypes.iinfo(dtype)
    values = np.arange(info.min, info.max + 1)
    a, b = (grid.ravel() for grid in np.meshgrid(values, values))
    for name, exact in (("add", np.add), ("multiply", np.multiply), ("subtract", np.subtract)):
        got = lowprecision.adapted(library(name), dtype, "f32")(np, a.astype(dtype), b.astype(dtype))
        assert got.dtype == dtype
        expected = (exact(a, b) - info.min) % (1 << info.bits) + info.min
        np.testing.assert_array_equal(got.astype(np.int64), expected)


def test_other_types_are_left_alone() -> None:
    assert lowprecision.adapted(library("tanh"), np.float32, "table") is library("tanh")
    assert lowprecision.adapted(library("tanh"), ml_dtypes.bfloat16, "as is") is library("tanh")
