"""Quicker ways over large arrays give what NumPy gives in one call."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from hlorepl.kernels import blocks
from hlorepl.kernels.blocks import in_blocks, with_number
from hlorepl.kernels.bytes import is_rounded, rounded, scaled
from hlorepl.kernels.choosing import chosen
from hlorepl.kernels.copies import copied, triangle
from hlorepl.kernels.error_function import erf32, gelu32
from hlorepl.kernels.running import running
from hlorepl.kernels.weighted_sums import weighted_sums

RANDOM = np.random.default_rng(0)
SPECIAL = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-40, -1e-40, 3e38], np.float32)


def noise(*shape: int) -> np.ndarray:
    values = RANDOM.standard_normal(shape).astype(np.float32)
    flat = values.reshape(-1)
    flat[: SPECIAL.size] = SPECIAL[: flat.size]
    return values


@pytest.mark.parametrize("size", [1, 7, 4095, 4096, 4097, 10_000, 100_001])
@pytest.mark.parametrize("number", [0.0, -0.0, 2.5, np.nan, np.inf])
def test_one_number_beside_an_array(size: int, number: float) -> None:
    x, other = noise(size), np.float32(number)
    for ufunc in (np.maximum, np.minimum, np.power, np.less, np.copysign):
        with np.errstate(all="ignore"):
            expected, found = ufunc(x, other), with_number(ufunc, x, other)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shape", [(300,), (20, 50), (3, 5, 70)])
def test_blocks_of_large_arrays(shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 64)
    monkeypatch.setattr(blocks, "LEAST", 100)
    x, y = noise(*shape), noise(*shape)
    sizes: list[int] = []

    def function(a: Any, b: Any, c: Any, d: Any = None) -> Any:
        sizes.append(a.size)
        return np.maximum(a, b) * c

    three = np.array([3], np.float32)
    found = in_blocks(function, x, y, three, None)
    np.testing.assert_array_equal(found, np.maximum(x, y) * 3)
    assert max(sizes) == 64
    row = noise(shape[-1])
    for others in ((row, three), (y, noise(*(1,) * 5))):  # what broadcasts is done at once
        sizes.clear()
        np.testing.assert_array_equal(in_blocks(function, x, *others), function(x, *others))
        assert x.size in sizes


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("target", [np.uint8, np.int8])
def test_floats_rounded_to_bytes(kind: Any, target: Any) -> None:
    halves = np.concatenate([np.arange(-300, 300, 0.5), SPECIAL, RANDOM.uniform(-300, 300, 1000)]).astype(kind)
    info = np.iinfo(target)
    for zero_point in (None, *(np.array(number, target) for number in (info.min, 0, 3, info.max))):
        assert is_rounded(halves, zero_point, target)
        found = rounded(halves.copy(), zero_point, target)
        whole = np.rint(np.where(np.isnan(halves), 0, halves)) + (0 if zero_point is None else int(zero_point))
        expected = np.where(np.isnan(halves), 0, np.clip(whole, info.min, info.max)).astype(target)
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == target


def test_bytes_made_floats() -> None:
    stored = np.arange(256).astype(np.uint8)
    zero_point, scale = np.array(7, np.uint8), np.array(0.1, np.float32)
    expected = (stored.astype(np.int32) - 7).astype(np.float32) * scale
    np.testing.assert_array_equal(scaled(stored, zero_point, scale, np.float32), expected)


@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((300, 400), (1, 0)),
        ((7, 200, 130), (0, 2, 1)),
        ((64, 65, 66), (2, 1, 0)),
        ((70, 70, 70), (1, 2, 0)),
        ((3, 2), (1, 0)),
    ],
)
def test_copies_of_transposed_arrays(shape: tuple[int, ...], axes: tuple[int, ...]) -> None:
    whole = RANDOM.integers(0, 1000, shape)
    for array in (
        whole.transpose(axes),
        whole[::-1].transpose(axes),
        whole.astype(np.float32).transpose(axes)[..., ::2],
    ):
        found = copied(array)
        assert found.flags.c_contiguous
        assert found.flags.owndata
        np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize("shape", [(5, 4), (4, 5), (2, 3, 3), (0, 3), (3, 0)])
@pytest.mark.parametrize("diagonal", [-6, -1, 0, 1, 6])
def test_triangles(shape: tuple[int, ...], diagonal: int) -> None:
    x = RANDOM.integers(1, 9, shape)
    np.testing.assert_array_equal(triangle(x, diagonal, True), np.triu(x, diagonal))
    np.testing.assert_array_equal(triangle(x, diagonal, False), np.tril(x, diagonal))


@pytest.mark.parametrize("shape", [(5, 100), (3, 7, 80), (100,), (1, 200), (4, 3)])
def test_running_sums(shape: tuple[int, ...]) -> None:
    x = noise(*shape)
    for axis in range(len(shape)):
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(running(np, "add", x, axis, x.dtype), np.cumsum(x, axis=axis))
            np.testing.assert_array_equal(running(np, "multiply", x, axis, x.dtype), np.cumprod(x, axis=axis))
    whole = RANDOM.integers(-100, 100, (3, 70)).astype(np.int8)
    np.testing.assert_array_equal(running(np, "add", whole, 0, np.int8), np.cumsum(whole, axis=0, dtype=np.int8))


def test_a_choice_between_arrays() -> None:
    x, y = noise(100), noise(100)
    np.testing.assert_array_equal(chosen(np, x > y, x, y), np.where(x > y, x, y))
    wide = x.astype(np.float64)
    np.testing.assert_array_equal(chosen(np, x > y, wide, -wide), np.where(x > y, wide, -wide))


def test_the_error_function_of_f32_and_gelu() -> None:
    x = np.concatenate([np.linspace(-6, 6, 100_001), 10.0 ** np.linspace(-40, 38, 1001), SPECIAL]).astype(np.float32)
    with np.errstate(all="ignore"):
        found, gelu = erf32(np, x), gelu32(np, x)
    expected = np.array([math.erf(each) for each in x.tolist()])
    usual = np.abs(x) > 1e-36  # smaller results are not as exact as the type is there
    np.testing.assert_allclose(found[usual], expected[usual], rtol=3e-7)
    np.testing.assert_allclose(found, expected, rtol=3e-7, atol=2e-45)
    half = 0.5 * (1 + np.array([math.erf(each / 2**0.5) for each in x.tolist()]))
    finite = np.isfinite(x)
    np.testing.assert_allclose(gelu[finite], (x * half)[finite], rtol=4e-7, atol=6e-7)  # 1 + erf cancels


def test_weighted_sums_read_nothing_outside() -> None:
    images = noise(2, 3, 11)
    places = RANDOM.integers(0, 11, (2, 50, 4))
    inside = RANDOM.random((2, 50, 4)) > 0.3
    weights = RANDOM.standard_normal((2, 50, 4)).astype(np.float32)
    found = weighted_sums(images, places, inside, weights)
    expected = np.zeros((2, 3, 50), np.float32)
    for tap in range(4):
        seen = np.take_along_axis(images, places[:, None, :, tap], axis=2)
        with np.errstate(all="ignore"):
            expected += np.where(inside[:, None, :, tap], seen * weights[:, None, :, tap], 0)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
