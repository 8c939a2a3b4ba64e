"""Quantizing and dequantizing against the formula, per tensor, per axis and per block."""

from __future__ import annotations

import numpy as np
from kernels.arrays import f32, i8, u8

from hlorepl.ir.types import QuantizedType, element
from hlorepl.kernels import quantization

I8, F32 = element("i8"), element("f32")


def quantized(scales, zero_points, **options) -> QuantizedType:
    return QuantizedType(options.pop("storage", I8), options.pop("expressed", F32), scales, zero_points, **options)


def test_specification_examples() -> None:
    first = quantized((0.1, 0.5), (-30, -20), axis=0)
    second = quantized((0.1, 0.2), (-20, -30), axis=0)
    stored = i8([10, 10])
    floats = quantization.dequantize(np, stored, first)
    assert floats.dtype == np.float32
    np.testing.assert_array_equal(floats, f32([4, 15]))
    np.testing.assert_array_equal(quantization.quantize(np, floats, first), stored)
    np.testing.assert_array_equal(quantization.requantize(np, stored, first, second), i8([20, 45]))


def test_order_of_steps_on_ties() -> None:
    # 0.5 + 1 = 1.5 rounds to 2; rounding before the addition would give 0 + 1.
    got = quantization.quantize(np, f32([0.5, 1.5, -0.5]), quantized((1.0,), (1,)))
    assert got.tolist() == [2, 2, 0]


def test_clamps_to_the_storage_range() -> None:
    narrow = quantized((0.5,), (0,), minimum=-100, maximum=100)
    floats = f32([1e9, -1e9, np.inf, -np.inf, 3, np.nan])
    assert quantization.quantize(np, floats, narrow).tolist() == [100, -100, 100, -100, 6, 0]


def test_unsigned_storage_and_wide_differences() -> None:
    kind = quantized((2.0,), (255,), storage=element("ui8"))
    assert quantization.dequantize(np, u8([0, 255]), kind).tolist() == [-510, 0]
    kind = quantized((2.0,), (-128,))
    assert quantization.dequantize(np, i8([127]), kind).tolist() == [510]


def test_narrow_storage_and_expressed_types() -> None:
    kind = quantized((0.5,), (1,), storage=element("i4"), expressed=element("bf16"))
    stored = quantization.quantize(np, np.array([1.0, -9.0, 2.25], element("bf16").dtype), kind)
    assert stored.dtype == element("i4").dtype
    assert stored.astype(np.int8).tolist() == [3, -8, 6]
    assert quantization.dequantize(np, stored, kind).dtype == element("bf16").dtype


def test_axis_in_the_middle() -> None:
    kind = quantized((1.0, 2.0, 4.0), (0, 1, 2), axis=1)
    stored = np.full((2, 3, 2), 3, np.int8)
    got = quantization.dequantize(np, stored, kind)
    np.testing.assert_array_equal(got, np.broadcast_to(f32([3, 4, 4])[:, None], (2, 3, 2)))
    np.testing.assert_array_equal(quantization.quantize(np, got, kind), stored)


def test_blocks() -> None:
    kind = quantized((1.0, 2.0, 3.0, 4.0), (0, 0, 1, 1), blocks=((0, 1), (1, 2)), scale_shape=(2, 2))
    got = quantization.dequantize(np, np.full((2, 4), 5, np.int8), kind)
    np.testing.assert_array_equal(got, [[5, 5, 10, 10], [12, 12, 16, 16]])
    np.testing.assert_array_equal(quantization.quantize(np, got, kind), np.full((2, 4), 5))
