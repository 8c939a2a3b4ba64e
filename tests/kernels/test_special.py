"""CHLO's functions at their edges, and complex functions near zeros and poles."""

from __future__ import annotations

import cmath

import ml_dtypes
import numpy as np
import pytest
from kernels.arrays import f32

from hlorepl.ir.types import ELEMENTS
from hlorepl.kernels import complexmath, special

NAN, INF = np.nan, np.inf


def test_poles_of_the_gamma_family() -> None:
    for dtype in (np.float32, np.float64):
        x = np.array([0, -1, -2, INF, -INF, 1, 2], dtype)
        np.testing.assert_array_equal(special.lgamma(np, x), np.array([INF, INF, INF, INF, INF, 0, 0], dtype))
        np.testing.assert_array_equal(special.digamma(np, np.array([0, -3], dtype)), np.array([NAN, NAN], dtype))
        assert special.lgamma(np, x).dtype == dtype


def test_lgamma_beside_its_zeros() -> None:
    euler = 0.57721566490153286
    x = np.array([1 + 2.0**-30, 1 - 2.0**-30, 2 + 2.0**-30])
    # The first two terms of the series around 1 and around 2.
    expected = [-euler * 2.0**-30 + 0.822467033424113 * 2.0**-60, euler * 2.0**-30 + 0.822467033424113 * 2.0**-60]
    expected += [(1 - euler) * 2.0**-30 + 0.322467033424113 * 2.0**-60]
    np.testing.assert_allclose(special.lgamma(np, x), expected, rtol=1e-15)


def test_zeta_and_polygamma() -> None:
    assert special.zeta(np, np.array(2.0), np.array(1.0)) == pytest.approx(np.pi**2 / 6, rel=1e-15)
    x, q = np.array([1.0, 2, 3, 0.5, NAN]), np.array([1.0, 0, -1, 2, 1])
    np.testing.assert_array_equal(special.zeta(np, x, q), [INF, INF, NAN, NAN, NAN])
    n = np.array([0.0, 1, 2, -1, 0.5])
    expected = [-0.57721566490153286, np.pi**2 / 6, -2.4041138063191886, NAN, NAN]
    np.testing.assert_allclose(special.polygamma(np, n, np.ones(5)), expected, rtol=1e-15)


def test_erf_inv_ends() -> None:
    np.testing.assert_array_equal(special.erf_inv(np, f32([-1, 1, 0, 2])), f32([-INF, INF, 0, NAN]))


@pytest.mark.parametrize("low", [e for e in ELEMENTS.values() if e.is_float and e.bits < 16], ids=str)
def test_next_after_climbs_through_every_number(low) -> None:
    every = np.arange(1 << low.bits, dtype=np.uint8).view(low.dtype)
    values = np.unique(every.astype(np.float32)[~np.isnan(every.astype(np.float32))])
    x, top = values[:-1].astype(low.dtype), np.broadcast_to(values[-1].astype(low.dtype), len(values) - 1)
    up = special.next_after(np, x, top)
    assert up.dtype == low.dtype
    np.testing.assert_array_equal(up.astype(np.float32), values[1:])
    bottom = np.broadcast_to(values[0].astype(low.dtype), len(values) - 1)
    np.testing.assert_array_equal(special.next_after(np, up, bottom).astype(np.float32), values[:-1])


def test_next_after_edges() -> None:
    x, y = np.array([0, -0.0, 1, INF, NAN], ml_dtypes.bfloat16), np.array([1, -1, 1, 0, 0], ml_dtypes.bfloat16)
    got = special.next_after(np, x, y).view(np.uint16)
    assert got[:4].tolist() == [0x0001, 0x8001, 0x3F80, 0x7F7F]
    assert special.next_after(np, f32([0]), f32([-1]))[0] == -np.float32(1e-45)


def test_classes_of_numbers() -> None:
    x = f32([INF, -INF, NAN, 1])
    assert special.is_pos_inf(np, x).tolist() == [True, False, False, False]
    assert special.is_neg_inf(np, x).tolist() == [False, True, False, False]


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_division(dtype) -> None:
    a = np.array([1 + 1j, 1, 1e30, 1, complex(INF, 1)], dtype)
    b = np.array([0, 1e30 + 1e30j, 1e30 + 1e30j, complex(INF, INF), 1 + 1j], dtype)
    got = complexmath.divide(np, a, b)
    assert got.dtype == dtype
    assert got[0] == complex(INF, INF)
    np.testing.assert_allclose(got[1:3], [5e-31 - 5e-31j, 0.5 - 0.5j], rtol=1e-6)
    assert got[3] == 0
    assert np.isinf(got[4].real)


def test_complex_sign() -> None:
    got = complexmath.sign(np, np.array([3 + 4j, 0, complex(NAN, 1), 1.7e308 + 1.7e308j]))
    np.testing.assert_allclose(got[[0, 1, 3]], [0.6 + 0.8j, 0, (1 + 1j) / np.sqrt(2)], rtol=1e-15)
    assert np.isnan(got[2].real)
    assert np.isnan(got[2].imag)


def test_complex_functions_without_cancellation() -> None:
    tiny = np.array([1e-20 + 1e-20j])
    np.testing.assert_allclose(complexmath.expm1(np, tiny), tiny, rtol=1e-15)
    np.testing.assert_allclose(complexmath.log1p(np, tiny), tiny, rtol=1e-15)
    pole = np.array([1e-10 + 1j * np.pi])
    # 1 + exp(-z) near the pole, with the part of pi that a double leaves out.
    distance = 1e-10 - 1.2246467991473532e-16j
    np.testing.assert_allclose(complexmath.logistic(np, pole), [1 / distance + 0.5], rtol=1e-12)
    np.testing.assert_allclose(complexmath.logistic(np, np.array([800 + 1j, -800 + 1j])), [1, 0], atol=1e-300)


def test_complex_roots() -> None:
    z = np.array([-4, 1 + 2j, -3 - 1j])
    np.testing.assert_allclose(complexmath.rsqrt(np, z), [1 / cmath.sqrt(v) for v in z], rtol=1e-15)
    np.testing.assert_allclose(complexmath.cbrt(np, z) ** 3, z, rtol=1e-14)


def test_complex_atan2_continues_the_real_one() -> None:
    y, x = np.array([1.0, -2.0, 3e200, 1e-250]), np.array([2.0, -1.0, 1e200, -2e-250])
    got = complexmath.atan2(np, y + 0j, x + 0j)
    np.testing.assert_allclose(got.real, np.arctan2(y, x), rtol=1e-15)
    np.testing.assert_allclose(got.imag, 0, atol=1e-15)
