"""Conversions between element types (ONNX: Cast, CastLike, BitCast)."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from ...errors import HloError
from ..registry import op
from ..sizes import as_first
from ..tensors import BOOL, STRING, describe, dtype_of, is_float, is_integer, is_string, one_of, type_name

_E8M0 = np.dtype(ml_dtypes.float8_e8m0fnu)
_SATURATING = frozenset(
    np.dtype(kind)
    for kind in (
        ml_dtypes.float8_e4m3fn,
        ml_dtypes.float8_e4m3fnuz,
        ml_dtypes.float8_e5m2,
        ml_dtypes.float8_e5m2fnuz,
    )
)
_WORDS = {"true": 1.0, "false": 0.0}


@op("Cast", since=1, view="maybe", measure=as_first)
def cast(xp, input, *, to, saturate=1, round_mode="up"):
    """The values in the element type ``to``; ``saturate`` and ``round_mode`` are for the 8-bit floats."""
    return convert(xp, input, _target(to), saturate=bool(saturate), round_mode=round_mode)


@op("CastLike", since=15, view="maybe")
def cast_like(xp, input, target_type, *, saturate=1, round_mode="up"):
    """The values in the element type of the second input."""
    return convert(xp, input, target_type.dtype, saturate=bool(saturate), round_mode=round_mode)


@op("BitCast", since=26, view="always")
def bit_cast(xp, input, *, to):
    """The same bits read as another element type of the same width."""
    target = dtype_of(to)
    if is_string(input) or target == STRING or bits(target) != bits(input.dtype):
        raise HloError(f"{describe(input)} has not the width of {type_name(target)}", code="onnx.type")
    return xp.ascontiguousarray(input).view(target).reshape(input.shape)


def _target(to: int | str) -> np.dtype:
    """An element type by number, or by name as opset 1 to 5 have it."""
    if not isinstance(to, str):
        return dtype_of(to)
    names = {"FLOAT": np.float32, "DOUBLE": np.float64, "STRING": object}
    return np.dtype(names.get(to.upper(), to.lower()))


def bits(dtype: np.dtype) -> int:
    """The width of an element in bits."""
    if is_integer(dtype):
        return ml_dtypes.iinfo(dtype).bits
    if is_float(dtype):
        return ml_dtypes.finfo(dtype).bits
    return dtype.itemsize * 8


def convert(xp: Any, value: Any, target: np.dtype, *, saturate: bool = True, round_mode: str = "up") -> Any:
    """An array in another element type, by the rules of ONNX's Cast.

    What ONNX leaves open: a float beyond an integer type gives what the array library gives; floats as texts are
    the shortest that read back.
    """
    if value.dtype == target:
        return value
    if is_string(value):
        value = _from_text(value, target)
    if target == STRING:
        return _to_text(value)
    if target == BOOL:
        return value.astype(np.float32) != 0 if value.dtype.kind == "V" else value != 0
    if is_float(target):
        return _to_float(xp, value, target, saturate, round_mode)
    if is_integer(target) and target.itemsize == 1 and bits(target) < 8:
        return _to_small_integer(value, target)
    return value.astype(target)


def _to_float(xp: Any, value: Any, target: np.dtype, saturate: bool, round_mode: str) -> Any:
    if target == _E8M0:
        return _to_e8m0(xp, value, saturate, round_mode)
    if saturate and target in _SATURATING:
        value = _limited(xp, value, target)
    if target.kind == "f":
        return value.astype(target)
    if value.dtype == np.float64 or (value.dtype.kind in "iu" and value.dtype.itemsize >= 4):
        value = round_to_odd(xp, value.astype(np.float64))
    elif value.dtype.kind in "iub" or is_integer(value.dtype):
        value = value.astype(np.float32)
    return value.astype(target)


def _limited(xp: Any, value: Any, target: np.dtype) -> Any:
    limit = float(ml_dtypes.finfo(target).max)
    wide = value if value.dtype.kind == "f" and value.dtype.itemsize > 2 else value.astype(np.float32)
    return xp.clip(wide, xp.asarray(-limit, wide.dtype), xp.asarray(limit, wide.dtype))


def round_to_odd(xp: Any, value: Any) -> Any:
    """f64 as f32 such that rounding it once more gives what rounding the f64 at once would give."""
    near = value.astype(np.float32)
    exact = near.astype(np.float64)
    pattern = near.view(np.uint32)
    beyond = xp.abs(exact) > xp.abs(value)
    inexact = (exact != value) & (value == value)
    return ((pattern - beyond) | inexact).astype(np.uint32).view(np.float32)


def _to_e8m0(xp: Any, value: Any, saturate: bool, round_mode: str) -> Any:
    """Powers of two from 2**-127 to 2**127; the sign is dropped, as ONNX leaves it open."""
    one_of(round_mode, ("up", "down", "nearest"), "round_mode")
    wide = xp.abs(value.astype(np.float64))
    mantissa, exponent = xp.frexp(wide)
    step_up = {"up": mantissa > 0.5, "nearest": mantissa >= 0.75, "down": mantissa < 0}[round_mode]
    exponent = xp.where(wide == 0, -10_000, exponent - 1 + step_up)
    exponent = xp.where(xp.isinf(wide), 10_000, exponent)
    outside = (exponent < -127) | (exponent > 127)
    invalid = xp.isnan(wide) if saturate else xp.isnan(wide) | outside
    codes = xp.where(invalid, 255, xp.clip(exponent + 127, 0, 254))
    return codes.astype(np.uint8).view(_E8M0)


def _to_small_integer(value: Any, target: np.dtype) -> Any:
    """4 and 2 bits: of whole numbers the lowest bits, of others what lies before the point."""
    if is_float(value.dtype):
        return (value.astype(np.float32) if value.dtype.kind == "V" else value).astype(target)
    width, signed = bits(target), type_name(target).startswith("int")
    low = value.astype(np.int64) & ((1 << width) - 1)
    if signed:
        low = low - ((low >> (width - 1)) << width)
    return low.astype(np.int8 if signed else np.uint8).astype(target)


def _from_text(value: Any, target: np.dtype) -> Any:
    """Numbers from texts, as f64 or, for integers, as they are."""
    if target == STRING:
        return value
    texts = [str(text).strip() for text in value.ravel().tolist()]
    try:
        numbers = [_number(text, whole=is_integer(target)) for text in texts]
        return np.array(numbers, target if target.kind in "iu" else np.float64).reshape(value.shape)
    except (ValueError, OverflowError) as error:
        raise HloError(f"a text is no number of type {type_name(target)}: {error}", code="onnx.type") from error


def _number(text: str, *, whole: bool) -> float | int:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if whole:
        try:
            return int(text)
        except ValueError:
            return int(float(text))
    return float(text)


def _to_text(value: Any) -> np.ndarray:
    wide = value.astype(np.float32) if value.dtype.kind == "V" and is_float(value.dtype) else value
    texts = [str(number) for number in wide.ravel().astype(np.str_).tolist()]
    result = np.empty(len(texts), STRING)
    result[:] = texts
    return result.reshape(value.shape)
