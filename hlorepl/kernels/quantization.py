"""Between storage integers and the floats that they stand for (sections "Types" and "uniform_quantize").

A value is ``(i - zero_point) * scale``. Quantizing is x / scale, + zero point, clamp to the storage range, round half
to even, each step in the expressed type. The parameters of a type belong to the whole tensor, to slices of one axis,
or to blocks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from . import elementary
from .casts import convert
from .lowprecision import adapted

if TYPE_CHECKING:
    from ..ir.types import QuantizedType


def dequantize(xp: Any, stored: Any, quantized: QuantizedType) -> Any:
    """The floats, of the expressed type, that storage integers stand for. Shapes are the same."""
    scales, zero_points = parameters(xp, quantized, stored.shape)
    difference = convert(xp, stored, np.int64) - zero_points
    floats = convert(xp, difference, quantized.expressed.dtype)
    return adapted(elementary.library("multiply"), floats.dtype, "f32")(xp, floats, scales)


def quantize(xp: Any, floats: Any, quantized: QuantizedType) -> Any:
    """The storage integers nearest to floats of the expressed type; NaN becomes the integer nearest to 0."""
    dtype = floats.dtype
    scales, zero_points = parameters(xp, quantized, floats.shape)
    scaled = adapted(elementary.divide, dtype, "f32")(xp, floats, scales)
    shifted = adapted(elementary.library("add"), dtype, "f32")(xp, scaled, convert(xp, zero_points, dtype))
    wide = convert(xp, shifted, np.float64)
    clamped = xp.minimum(xp.maximum(wide, float(quantized.minimum)), float(quantized.maximum))
    return convert(xp, xp.rint(clamped), quantized.storage.dtype)


def requantize(xp: Any, stored: Any, before: QuantizedType, after: QuantizedType) -> Any:
    """Storage integers of one quantized type as those of another."""
    return quantize(xp, dequantize(xp, stored, before), after)


def parameters(xp: Any, quantized: QuantizedType, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Scales (of the expressed type) and zero points (int64), in shapes that spread over a tensor's shape."""
    scales, zero_points = _tables(xp, quantized)
    if quantized.axis is not None:
        spread = [1] * len(shape)
        spread[quantized.axis] = len(quantized.scales)
        return scales.reshape(spread), zero_points.reshape(spread)
    if quantized.blocks is not None:
        return _repeat(xp, scales, quantized, shape), _repeat(xp, zero_points, quantized, shape)
    return scales.reshape(()), zero_points.reshape(())


@lru_cache(maxsize=256)
def _tables(xp: Any, quantized: QuantizedType) -> tuple[Any, Any]:
    scales = xp.asarray(quantized.scales, dtype=np.float64)
    zero_points = xp.asarray(quantized.zero_points, dtype=np.int64)
    return convert(xp, scales, quantized.expressed.dtype), zero_points


def _repeat(xp: Any, values: Any, quantized: QuantizedType, shape: tuple[int, ...]) -> Any:
    """One value a block, spread over the elements of the block."""
    out = values.reshape(quantized.scale_shape)
    for axis, size in enumerate(shape):
        blocks = quantized.scale_shape[axis]
        if blocks not in (1, size):
            out = xp.repeat(out, size // blocks, axis=axis)
    return out
