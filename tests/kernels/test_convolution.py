"""Convolution against the definition, element by element, in Python's own numbers."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hlorepl.kernels.convolution import convolution, convolve, output_size


def slow_convolve(lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, groups):
    """``(N, C, *spatial)`` by ``(O, C/groups, *kernel)``: one sum for each element of the result."""
    batch, channels, *sizes = lhs.shape
    features, _, *kernel = rhs.shape
    out = [
        output_size(*numbers)
        for numbers in zip(
            sizes,
            kernel,
            strides,
            [p[0] for p in padding],
            [p[1] for p in padding],
            lhs_dilation,
            rhs_dilation,
            strict=True,
        )
    ]
    result = np.zeros((batch, features, *out), object)
    for n, o, *place in itertools.product(range(batch), range(features), *map(range, out)):
        group = o // (features // groups)
        for c, *taps in itertools.product(range(channels // groups), *map(range, kernel)):
            source = []
            for size, position, tap, stride, (low, _), left, right in zip(
                sizes, place, taps, strides, padding, lhs_dilation, rhs_dilation, strict=True
            ):
                index, rest = divmod(position * stride + tap * right - low, left)
                if rest or not 0 <= index < size:
                    break
                source.append(index)
            else:
                value = lhs[(n, group * (channels // groups) + c, *source)].item() * rhs[(o, c, *taps)].item()
                result[(n, o, *place)] += value
    return result


@st.composite
def cases(draw: st.DrawFn):
    rank = draw(st.integers(0, 3))
    groups, per_group, multiple = draw(st.tuples(st.integers(1, 3), st.integers(1, 2), st.integers(1, 2)))

    def each(low: int, high: int) -> list[int]:
        return draw(st.lists(st.integers(low, high), min_size=rank, max_size=rank))

    sizes, kernel = each(0, 5 if rank < 3 else 3), each(1, 3)
    lows, highs = each(-2, 3), each(-2, 3)
    lhs_shape = (draw(st.integers(0, 2)), groups * per_group, *sizes)
    rhs_shape = (groups * multiple, per_group, *kernel)
    return lhs_shape, rhs_shape, each(1, 3), list(zip(lows, highs, strict=True)), each(1, 3), each(1, 2), groups


@given(cases(), st.sampled_from([np.float32, np.int64]), st.booleans())
def test_any_window(case, dtype, channels_last):
    lhs_shape, rhs_shape, strides, padding, lhs_dilation, rhs_dilation, groups = case
    rng = np.random.default_rng(8)
    lhs = rng.integers(-9, 9, lhs_shape).astype(dtype)
    rhs = rng.integers(-9, 9, rhs_shape).astype(dtype)
    expected = slow_convolve(lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, groups)
    if channels_last:
        rhs = np.moveaxis(np.ascontiguousarray(np.moveaxis(rhs, 1, -1)), -1, 1)
    result = convolve(
        np,
        lhs,
        rhs,
        strides=strides,
        padding=padding,
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        groups=groups,
    )
    assert result.dtype == dtype
    assert result.shape == expected.shape
    assert result.tolist() == expected.tolist()


@pytest.mark.parametrize("size", [9, 40])
@pytest.mark.parametrize("groups", [1, 2, 8])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("batch", [1, 3])
def test_larger_images_with_bias(size: int, groups: int, stride: int, batch: int):
    rng = np.random.default_rng(9)
    lhs = rng.normal(size=(batch, 8, size, size + 1)).astype(np.float32)
    rhs = rng.normal(size=(16, 8 // groups, 3, 3)).astype(np.float32)
    bias = rng.normal(size=16).astype(np.float32)
    padded = np.pad(lhs, [(0, 0), (0, 0), (1, 1), (1, 1)]).astype(np.float64)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))[:, :, ::stride, ::stride]
    windows = windows.reshape(batch, groups, 8 // groups, *windows.shape[2:])
    kernel = rhs.reshape(groups, 16 // groups, 8 // groups, 3, 3)
    expected = np.einsum("ngchwij,gocij->ngohw", windows, kernel).reshape(batch, 16, *windows.shape[3:5])
    result = convolve(np, lhs, rhs, strides=(stride,) * 2, padding=((1, 1),) * 2, groups=groups, bias=bias)
    np.testing.assert_allclose(result, expected + bias[:, None, None], rtol=1e-4, atol=1e-4)


def test_blocks_of_rows_join_seamlessly():
    rng = np.random.default_rng(10)
    lhs = rng.integers(-4, 4, (2, 16, 90, 91)).astype(np.float32)
    rhs = rng.integers(-4, 4, (3, 16, 5, 5)).astype(np.float32)
    whole = convolve(np, lhs, rhs, padding=((2, 2), (2, 2)))
    for rows in range(0, 90, 30):
        low, high = max(0, rows - 2), min(90, rows + 32)
        edges = (max(0, 2 - rows), max(0, rows + 32 - 90))
        part = convolve(np, lhs[:, :, low:high], rhs, padding=(edges, (2, 2)))
        np.testing.assert_array_equal(part, whole[:, :, rows : rows + 30])


def test_layouts_are_views():
    rng = np.random.default_rng(11)
    lhs = rng.integers(-4, 4, (2, 6, 7, 3)).astype(np.float64)
    rhs = rng.integers(-4, 4, (3, 2, 3, 5)).astype(np.float64)
    expected = convolve(np, lhs.transpose(0, 3, 1, 2), rhs.transpose(3, 2, 0, 1))
    result = convolution(np, lhs, rhs, lhs_axes=(0, 3, 1, 2), rhs_axes=(3, 2, 0, 1), out_axes=(0, 3, 1, 2))
    np.testing.assert_array_equal(result, expected.transpose(0, 2, 3, 1))
    turned = convolution(np, lhs, rhs, lhs_axes=(0, 3, 1, 2), rhs_axes=(3, 2, 0, 1), out_axes=(3, 0, 2, 1))
    np.testing.assert_array_equal(turned.transpose(3, 0, 2, 1), expected)


def test_reversal_turns_the_kernel():
    lhs, rhs = np.arange(6.0).reshape(1, 1, 6), np.array([[[1.0, 10.0, 100.0]]])
    axes = (0, 1, 2)
    result = convolution(np, lhs, rhs, lhs_axes=axes, rhs_axes=axes, out_axes=axes, reversal=[True])
    assert result.tolist() == [[[12.0, 123.0, 234.0, 345.0]]]


def test_batch_groups_pair_batches_with_features():
    rng = np.random.default_rng(12)
    lhs, rhs = rng.integers(-4, 4, (4, 3, 5)), rng.integers(-4, 4, (6, 3, 2))
    axes = (0, 1, 2)
    result = convolution(np, lhs, rhs, lhs_axes=axes, rhs_axes=axes, out_axes=axes, batch_groups=2)
    parts = [convolve(np, lhs[i * 2 : i * 2 + 2], rhs[i * 3 : i * 3 + 3]) for i in range(2)]
    np.testing.assert_array_equal(result, np.concatenate(parts, axis=1))


def test_integers_keep_every_bit():
    rng = np.random.default_rng(13)
    lhs = rng.integers(-(2**31), 2**31, (1, 40, 9)).astype(np.int32)
    rhs = rng.integers(-(2**31), 2**31, (20, 40, 3)).astype(np.int32)
    exact = slow_convolve(lhs, rhs, [1], [(1, 1)], [1], [1], 1)
    wrapped = [[[(value + 2**31) % 2**32 - 2**31 for value in row] for row in plane] for plane in exact.tolist()]
    assert convolve(np, lhs, rhs, padding=[(1, 1)]).tolist() == wrapped


def test_bytes_accumulate_in_32_bits():
    lhs, rhs = np.full((1, 300, 4), 255, np.uint8), np.full((2, 300, 3), -128, np.int8)
    result = convolve(np, lhs, rhs, dtype=np.int32)
    assert result.dtype == np.int32
    assert result.tolist() == [[[255 * -128 * 900] * 2] * 2]


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_small_floats_accumulate_in_32_bits(dtype):
    lhs = np.ones((1, 1, 4096), dtype)
    result = convolve(np, lhs, np.ones((1, 1, 4096), dtype))
    assert result.dtype == dtype
    assert result.astype(np.float32).tolist() == [[[4096.0]]]


def test_complex():
    lhs, rhs = np.array([[[1j, 2, 3]]]), np.array([[[1, 1j]]])
    assert convolve(np, lhs, rhs).tolist() == [[[3j, 2 + 3j]]]


def test_infinity_stays_where_it_belongs():
    lhs = np.zeros((1, 2, 40, 40), np.float32)
    lhs[0, 0, 20, 39] = np.inf
    result = convolve(np, lhs, np.ones((2, 2, 3, 3), np.float32), padding=((1, 1), (1, 1)))
    assert np.argwhere(~np.isfinite(result[0, 0])).tolist() == [[y, x] for y in (19, 20, 21) for x in (38, 39)]
