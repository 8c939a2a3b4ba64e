"""Floats rounded to bytes and bytes made floats, as quantized tensors of 8 bits ask for it, in few passes."""

from __future__ import annotations

from typing import Any

import numpy as np

#: For each float type a number so great that its neighbours are whole numbers apart, and the words of its bits: added to a
#: smaller number it rounds that, half to even, to a whole one, whose last byte is then that of the sum.
_ROUNDERS = {
    np.dtype(np.float32): (np.float32(1.5 * 2**23), np.int32),
    np.dtype(np.float64): (np.float64(1.5 * 2**52), np.int64),
}


def is_rounded(value: Any, zero_point: Any, target: Any) -> bool:
    """Whether ``rounded`` is for such an array, zero point and type."""
    is_one = zero_point is None or zero_point.ndim == 0
    return is_one and type(value) is np.ndarray and value.dtype in _ROUNDERS and target in (np.uint8, np.int8)


def rounded(value: Any, zero_point: Any, target: Any) -> Any:
    """Floats, which are overwritten, rounded half to even, moved by the zero point and clamped to a type of 8 bits; NaN gives 0.

    :param zero_point: an array of the type, of rank 0; None for 0
    """
    magic, word = _ROUNDERS[value.dtype]
    info = np.iinfo(target)
    low, high = float(info.min), float(info.max)
    if zero_point is not None:
        shift = zero_point.astype(value.dtype)
        low, high = low - shift, high - shift
    np.clip(value, low, high, out=value)
    flat = value.reshape(-1)
    wrong = np.isnan(value) if np.isnan(np.dot(flat, flat)) else None
    value += magic
    result = value.view(word).astype(target)
    if zero_point is not None:
        result += zero_point
    if wrong is not None:
        result[wrong] = 0
    return result


def scaled(stored: Any, zero_point: Any, scale: Any, dtype: Any) -> Any:
    """Bytes less their zero point, times the scale, in a float type that holds the differences."""
    result = stored.astype(dtype)
    if zero_point is not None:
        result -= zero_point.astype(dtype)
    result *= scale
    return result
