"""Quantized tensors (ONNX: QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, MatMulInteger, QLinearMatMul)."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ...backends.abilities import able
from ...errors import HloError
from ...kernels.bytes import is_rounded, rounded, scaled
from ...kernels.matmul import matmul
from ..precision import widened
from ..registry import op
from ..tensors import describe, dtype_of, is_float, is_integer, normal_axis
from .cast import convert

_UINT8 = np.dtype(np.uint8)


@op("QuantizeLinear", since=10)
def quantize_linear(
    xp, x, y_scale, y_zero_point=None, *, axis=1, block_size=0, output_dtype=0, precision=0, saturate=1
):
    """Divide by the scale, round half to even, add the zero point, and clamp to the range of the type.

    The scale is one number, one for each place of ``axis``, or one for each ``block_size`` places of it.
    """
    target = _quantized_type(y_zero_point, output_dtype)
    work = dtype_of(precision) if precision else y_scale.dtype
    scale = _spread(xp, y_scale, x, axis, block_size).astype(work, copy=False)
    ratio = xp.divide(x.astype(work, copy=False), scale)
    if is_float(target):
        return convert(xp, widened(ratio), target, saturate=bool(saturate))
    zero_point = None if y_zero_point is None else _spread(xp, y_zero_point, x, axis, block_size)
    return _rounded(xp, ratio, zero_point, target)


def _quantized_type(zero_point: Any, output_dtype: int) -> np.dtype:
    if zero_point is None:
        return dtype_of(output_dtype) if output_dtype else _UINT8
    if output_dtype and dtype_of(output_dtype) != zero_point.dtype:
        raise HloError(
            f"QuantizeLinear: output_dtype is {output_dtype}, the zero point {describe(zero_point)}",
            code="onnx.QuantizeLinear.output_dtype",
        )
    return zero_point.dtype


def _rounded(xp: Any, value: Any, zero_point: Any, target: np.dtype) -> Any:
    """A float, made for this alone, rounded half to even, moved by the zero point and clamped to an integer type."""
    if is_rounded(value, zero_point, target):
        return rounded(value, zero_point, target)
    value = xp.rint(widened(value))
    if zero_point is not None:
        value = value + zero_point.astype(value.dtype)
    info = ml_dtypes.iinfo(target)
    return convert(xp, xp.clip(value, float(info.min), float(info.max)).astype(np.int32), target)


def _spread(xp: Any, parameter: Any, x: Any, axis: int, block_size: int) -> Any:
    """A scale or zero point in a shape that broadcasts with ``x``."""
    if parameter.size == 1 and parameter.ndim <= 1:
        return parameter.reshape(())
    axis = normal_axis(axis, x.ndim)
    if block_size:
        return _blocks(xp, parameter, x, axis, block_size)
    if parameter.ndim != 1 or parameter.shape[0] != x.shape[axis]:
        raise HloError(
            f"a scale of {describe(parameter)} does not fit axis {axis} of {describe(x)}",
            code="onnx.quantization.scale",
        )
    return parameter.reshape([-1 if i == axis else 1 for i in range(x.ndim)])


def _blocks(xp: Any, parameter: Any, x: Any, axis: int, block_size: int) -> Any:
    wanted = list(x.shape)
    wanted[axis] = -(-x.shape[axis] // block_size)
    if list(parameter.shape) != wanted:
        raise HloError(
            f"blocks of {block_size} along axis {axis} of {describe(x)} need scales of the shape {wanted}, "
            f"not {describe(parameter)}",
            code="onnx.quantization.block_size",
        )
    whole = (slice(None),) * axis
    return xp.repeat(parameter, block_size, axis=axis)[(*whole, slice(x.shape[axis]))]


@op("DequantizeLinear", since=10)
def dequantize_linear(xp, x, x_scale, x_zero_point=None, *, axis=1, block_size=0, output_dtype=0):
    """Subtract the zero point and multiply by the scale, whose type the result has unless ``output_dtype`` is given."""
    target = dtype_of(output_dtype) if output_dtype else x_scale.dtype
    work = np.promote_types(np.float32, target) if target.kind == "f" else np.dtype(np.float32)
    if able(xp).is_host and work == target == x_scale.dtype and x.dtype in (np.uint8, np.int8):
        zero_point = None if x_zero_point is None else _spread(xp, x_zero_point, x, axis, block_size)
        return scaled(x, zero_point, _spread(xp, x_scale, x, axis, block_size), work)
    if is_integer(x.dtype):
        value = x.astype(np.int32 if x.dtype.itemsize < 4 else np.int64)
        if x_zero_point is not None:
            value = value - _spread(xp, x_zero_point, x, axis, block_size).astype(value.dtype)
        value = value.astype(work)
    else:
        value = x.astype(work)
    return convert(xp, value * _spread(xp, x_scale, x, axis, block_size).astype(work), target)


@op("DynamicQuantizeLinear", since=11)
def dynamic_quantize_linear(xp, x):
    """Quantize to uint8 over the range of the data and zero; gives the scale and the zero point too."""
    low = xp.minimum(x.min() if x.size else 0, np.float32(0))
    high = xp.maximum(x.max() if x.size else 0, np.float32(0))
    scale = xp.where(high == low, np.float32(1), (high - low) / np.float32(255)).astype(np.float32)
    zero_point = xp.clip(xp.rint(-low / scale), 0, 255).astype(np.uint8)
    return _rounded(xp, x / scale, zero_point, _UINT8), xp.asarray(scale), xp.asarray(zero_point)


@op("MatMulInteger", since=10)
def matmul_integer(xp, A, B, a_zero_point=None, b_zero_point=None):
    """The matrix product of 8-bit integers, less their zero points, in 32-bit integers."""
    return matmul(xp, _rows_less(A, a_zero_point), less(B, b_zero_point), np.int32)


def _rows_less(array: Any, zero_point: Any) -> Any:
    """The left operand less a zero point, or one for each row."""
    if zero_point is not None and zero_point.ndim == 1 and zero_point.size > 1:
        zero_point = zero_point[:, None]
    return less(array, zero_point)


def less(array: Any, zero_point: Any) -> Any:
    """8-bit numbers less their zero point, which broadcasts with them, in a wider type."""
    if zero_point is None:
        return array
    work = np.int16 if is_integer(array.dtype) else np.float32
    zero_point = zero_point.reshape(()) if zero_point.size == 1 else zero_point
    return array.astype(work) - zero_point.astype(work)


@op("QLinearMatMul", since=10)
def qlinear_matmul(xp, a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point):
    """The matrix product of quantized tensors to a quantized one."""
    integers = is_integer(a.dtype)
    left, right = _rows_less(a, a_zero_point), less(b, b_zero_point)
    total = matmul(xp, left, right, np.int32 if integers else np.float32)
    if a_scale.ndim == 1 and a_scale.size > 1:
        a_scale = a_scale[:, None]
    return requantize(xp, total, a_scale, b_scale, y_scale, y_zero_point)


def requantize(xp: Any, total: Any, a_scale: Any, b_scale: Any, y_scale: Any, y_zero_point: Any) -> Any:
    """A sum of products of quantized numbers in the scale and type of the result."""
    factors = [value.reshape(()) if value.size == 1 else value for value in map(widened, (a_scale, b_scale, y_scale))]
    ratio = factors[0].astype(np.float64) * factors[1] / factors[2]
    value = total * ratio
    if is_float(y_zero_point.dtype):
        return convert(xp, value + widened(y_zero_point), y_zero_point.dtype)
    zero_point = y_zero_point.reshape(()) if y_zero_point.size == 1 else y_zero_point
    return _rounded(xp, value, zero_point, y_zero_point.dtype)
