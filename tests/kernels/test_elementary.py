"""Edges of the element-wise functions: signs of zero, NaN, infinities, order, rounding. Errors: tests/accuracy."""

from __future__ import annotations

import numpy as np
import pytest
from kernels.arrays import c64, f32, i8, u8

from hlorepl.kernels import elementary, lowprecision
from hlorepl.kernels.elementary import library

F32 = np.float32
NAN, INF = np.nan, np.inf


def same(got: np.ndarray, expected: list[float]) -> None:
    """Equal, signs of zero and NaN included."""
    wanted = np.array(expected, got.dtype)
    np.testing.assert_array_equal(got, wanted)
    if got.dtype.kind == "f":
        known = ~np.isnan(wanted)
        np.testing.assert_array_equal(np.signbit(got[known]), np.signbit(wanted[known]))


def test_extremes_propagate_nan_and_order_zeros() -> None:
    a, b = f32([NAN, 1, 0, -0.0, 5, -0.0]), f32([1, NAN, -0.0, 0, 3, -7])
    same(elementary.maximum(np, a, b), [NAN, NAN, 0.0, 0.0, 5, -0.0])
    same(elementary.minimum(np, a, b), [NAN, NAN, -0.0, -0.0, 3, -7])
    swapped = elementary.maximum(np, b, a)
    same(swapped, [NAN, NAN, 0.0, 0.0, 5, -0.0])


def test_extremes_of_booleans_and_integers() -> None:
    a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
    assert elementary.maximum(np, a, b).tolist() == [False, True, True, True]
    assert elementary.minimum(np, a, b).tolist() == [False, False, False, True]
    assert library("add")(np, a, b).tolist() == [False, True, True, True]
    assert library("multiply")(np, a, b).tolist() == [False, False, False, True]


def test_clamp_with_crossed_limits() -> None:
    same(elementary.clamp(np, np.array(5, F32), f32([1, NAN, 9]), np.array(2, F32)), [2, NAN, 2])


TOTAL = {
    "EQ": [False, True, False, False, False],
    "NE": [True, False, True, True, True],
    "LT": [True, False, False, True, True],
    "LE": [True, True, False, True, True],
    "GT": [False, False, True, False, False],
    "GE": [False, True, True, False, False],
}


@pytest.mark.parametrize("direction", TOTAL)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_total_order(direction: str, dtype) -> None:
    a, b = np.array([-0.0, NAN, NAN, 1, INF], dtype), np.array([0, NAN, 1, NAN, NAN], dtype)
    assert elementary.compare(np, a, b, direction, total_order=True).tolist() == TOTAL[direction]


def test_negative_nan_comes_first_in_total_order() -> None:
    nan, low = np.array([-NAN], F32), np.array([-INF], F32)
    nan = np.copysign(nan, F32(-1))
    assert elementary.compare(np, nan, low, "LT", total_order=True).all()


def test_quiet_comparisons() -> None:
    a, b = f32([NAN, 0, 1]), f32([NAN, -0.0, 2])
    got = {name: elementary.compare(np, a, b, name).tolist() for name in TOTAL}
    assert got["EQ"] == [False, True, False]
    assert got["NE"] == [True, False, True]
    assert got["LE"] == [False, True, True]


def test_complex_numbers_compare_by_their_parts() -> None:
    a, b = c64([1 + 2j, 1 + 5j, 2, 3j]), c64([1 + 3j, 9j, 2, 3j])
    assert elementary.compare(np, a, b, "LT").tolist() == [True, False, False, False]
    assert elementary.compare(np, a, b, "GE").tolist() == [False, True, True, True]
    assert elementary.maximum(np, a, b).tolist() == [1 + 3j, 1 + 5j, 2, 3j]
    assert elementary.minimum(np, a, b).tolist() == [1 + 2j, 9j, 2, 3j]


def test_signs() -> None:
    same(elementary.sign(np, f32([NAN, -0.0, 0, -3, INF])), [NAN, -0.0, 0, -1, 1])
    assert elementary.sign(np, i8([-128, 0, 5])).tolist() == [-1, 0, 1]
    assert library("abs")(np, i8([-128, -1])).tolist() == [-128, 1]
    assert library("negative")(np, u8([1, 0])).tolist() == [255, 0]
    same(library("negative")(np, f32([0, -0.0])), [-0.0, 0])


def test_rounding() -> None:
    same(elementary.round_nearest_afz(np, f32([-2.5, 0.5, -0.4, 2.5, 0.49999997, INF])), [-3, 1, -0.0, 3, 0, INF])
    same(library("rint")(np, f32([-2.5, 0.5, 1.5, 2.5, -0.5])), [-2, 0, 2, 2, -0.0])
    same(library("ceil")(np, f32([-0.8, 0.2])), [-0.0, 1])
    same(library("floor")(np, f32([-0.8, 0.2])), [-1, 0])


def test_remainder_has_the_sign_of_the_dividend() -> None:
    a, b = f32([5.5, -5.5, 5.5, 1, INF, -0.0]), f32([2, 2, -2, 0, 2, 3])
    same(elementary.remainder(np, a, b), [1.5, -1.5, 1.5, NAN, NAN, -0.0])


def test_power_edges() -> None:
    a, b = f32([-2, 0, -0.0, NAN, 1, -8, 0]), f32([2, 0, -3, 0, NAN, 1 / 3, -1])
    same(elementary.power(np, a, b), [4, 1, -INF, 1, 1, NAN, INF])


def test_logistic_reaches_the_subnormal_numbers() -> None:
    same(elementary.logistic(np, f32([-100, 100, NAN, -INF, INF])), [3.8e-44, 1, NAN, 0, 1])
    assert elementary.logistic(np, np.array([-744.0]))[0] == 1e-323


def test_cube_roots_of_cubes_are_exact() -> None:
    roots = np.arange(-50.0, 51.0)
    same(elementary.cbrt(np, roots**3), roots.tolist())
    same(elementary.cbrt(np, np.array([-0.0, INF, -INF, NAN])), [-0.0, INF, -INF, NAN])
    ends = np.array([2.0**-1074, 2.0**-1026, 2.0**1023])
    same(elementary.cbrt(np, ends), [2.0**-358, 2.0**-342, 2.0**341])


def test_atan2_edges() -> None:
    a, b = f32([0, -0.0, 1, INF, NAN]), f32([-1, -1, 0, INF, 1])
    same(elementary.atan2(np, a, b), [np.pi, -np.pi, np.pi / 2, np.pi / 4, NAN])


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3)])
def test_any_shape(shape: tuple[int, ...]) -> None:
    for dtype in (np.float32, np.float64, np.complex64, np.complex128):
        x = np.ones(shape, dtype)
        for function in (elementary.logistic, elementary.sign, elementary.cbrt, elementary.rsqrt, library("tanh")):
            out = function(np, x)
            assert out.shape == shape
            assert out.dtype == dtype
        for function in (elementary.maximum, elementary.divide, elementary.power, elementary.atan2):
            assert function(np, x, x).dtype == dtype


def test_highest_accuracy_goes_through_f64() -> None:
    x = np.linspace(-80, 80, 10001, dtype=F32)
    precise = lowprecision.through(library("exp"), np.float64)(np, x)
    assert precise.dtype == F32
    np.testing.assert_array_equal(precise, np.exp(x.astype(np.float64)).astype(F32))
