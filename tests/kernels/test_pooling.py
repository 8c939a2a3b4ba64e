"""Pools of a few images at a time give what windows reduced over whole arrays give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hlorepl.kernels.pooling import pool
from hlorepl.kernels.windows import reduce_windows


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int8, np.uint8, np.int64])
@pytest.mark.parametrize("ufunc", [np.maximum, np.add])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_windows_of_every_kind(kind: Any, ufunc: np.ufunc, rank: int) -> None:
    random = np.random.default_rng(rank)
    is_float = np.dtype(kind).kind == "f"
    initial = 0 if ufunc is np.add else -np.inf if is_float else np.iinfo(kind).min
    done = 0
    while done < 40:
        spatial, window, strides = ([int(n) for n in random.integers(1, end, rank)] for end in (9, 7, 4))
        dilations = [int(n) for n in random.integers(1, 3, rank)]
        padding = [(int(low), int(high)) for low, high in random.integers(-1, 3, (rank, 2))]
        reach = [(size - 1) * step + 1 for size, step in zip(window, dilations, strict=True)]
        if any(size + low + high < most for size, (low, high), most in zip(spatial, padding, reach, strict=True)):
            continue
        images = (random.standard_normal((int(random.integers(0, 3)), 2, *spatial)) * 50).astype(kind)
        if is_float:
            images[random.random(images.shape) < 0.1] = np.nan if ufunc is np.maximum else -0.0
        found = pool(ufunc, images, initial, window, strides, dilations, padding)
        with np.errstate(all="ignore"):
            (expected,) = reduce_windows(
                np,
                (images,),
                ufunc,
                (initial,),
                window_dimensions=(1, 1, *window),
                window_strides=(1, 1, *strides),
                window_dilations=(1, 1, *dilations),
                padding=((0, 0), (0, 0), *padding),
            )
        if ufunc is np.add and is_float:
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-3)
        else:
            np.testing.assert_array_equal(found, expected)
        done += 1


def test_a_sum_of_negative_zeros_is_a_positive_one() -> None:
    found = pool(np.add, np.full((1, 1, 4), -0.0, np.float32), 0, [2], [1], [1], [(0, 0)])
    assert not np.signbit(found).any()


def test_more_images_than_fit_at_a_time() -> None:
    images = np.random.default_rng(0).standard_normal((3, 50, 40, 41)).astype(np.float32)
    found = pool(np.maximum, images, -np.inf, [3, 2], [2, 2], [1, 1], [(1, 1), (0, 1)])
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (0, 1)), constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 2), axis=(2, 3))[:, :, ::2, ::2]
    np.testing.assert_array_equal(found, windows.max(axis=(-2, -1)))
