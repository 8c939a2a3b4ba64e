"""Numbers as MLIR writes them: a float alone, the elements of a constant."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from .rounding import narrowed
from .types import ElementType, QuantizedType

if TYPE_CHECKING:
    from .types import TensorType

#: A list of more elements is printed as a hexadecimal blob, as MLIR does.
HEX_LIMIT = 100


def float_text(value: Any, of: ElementType) -> str:
    """A float as MLIR prints it: six digits when they are enough, else all that are needed, else the bits."""
    number = float(narrowed(np.array(float(value)), of))
    if not isfinite(number):
        return _bits_text(value, of)
    sign = "-" if np.signbit(number) else ""
    digits, exponent = _decimal(abs(number), 6)
    short = f"{sign}{digits[0]}.{digits[1:].ljust(6, '0')}e{exponent + len(digits) - 1:+03d}"
    if _same(short, value, of):
        return short
    natural = sign + _natural(abs(number), 2 + _PRECISION.get(of.name, 4) * 59 // 196)
    return natural if "." in natural and _same(natural, value, of) else _bits_text(value, of)


_PRECISION = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}


def _same(text: str, value: Any, of: ElementType) -> bool:
    read = narrowed(np.array(float(text)), of)
    return bool(read == np.asarray(value, read.dtype)) and bool(
        np.signbit(read) == np.signbit(np.asarray(value, read.dtype))
    )


def _decimal(number: float, precision: int) -> tuple[str, int]:
    """Digits and power of ten of a number, as LLVM's APFloat works them out.

    It first cuts the exact value down to about the digits that are wanted, and rounds only what is left beyond them.
    """
    significand, divisor = number.as_integer_ratio()
    exponent = 1 - divisor.bit_length()
    significand *= 5**-exponent
    removable = (significand.bit_length() - (precision * 196 + 58) // 59) * 59 // 196
    if removable > 0:
        significand //= 10**removable
        exponent += removable
    digits = str(significand)
    if len(digits) > precision:
        exponent += len(digits) - precision
        digits = str(int(digits[:precision]) + (digits[precision] >= "5"))
    kept = digits.rstrip("0") or "0"
    return kept, exponent + len(digits) - len(kept) if kept != "0" else 0


def _natural(number: float, precision: int) -> str:
    """The spelling that APFloat prefers: no exponent unless more than three zeros would be needed."""
    digits, exponent = _decimal(number, precision)
    power = exponent + len(digits) - 1
    if exponent >= 0 and (exponent > 3 or len(digits) + exponent > precision) or exponent < 0 and power < -3:
        return f"{digits[0]}.{digits[1:] or '0'}E{power:+d}"
    if exponent >= 0:
        return digits + "0" * exponent
    if power >= 0:
        return f"{digits[: power + 1]}.{digits[power + 1 :]}"
    return f"0.{'0' * (-power - 1)}{digits}"


def _bits_text(value: Any, of: ElementType) -> str:
    given = np.asarray(value)
    bits = narrowed(given, of) if given.dtype == np.float64 else given.astype(of.dtype)
    raw = bits.tobytes()[::-1].hex().upper()
    return f"0x{raw[-max(1, -(-of.bits // 4)) :]}"


def item_text(value: Any, of: ElementType) -> str:
    """One element as it stands inside ``dense<…>``."""
    if of.is_bool:
        return "true" if value else "false"
    if of.is_complex:
        return f"({float_text(value.real, of.part)},{float_text(value.imag, of.part)})"
    if of.is_float:
        return float_text(value, of)
    return str(int(value))


def array_text(array: np.ndarray, of: TensorType) -> str:
    """What stands between ``dense<`` and ``>``."""
    storage = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    if array.size == 0:
        return ""
    first = array[(0,) * array.ndim]
    if array.ndim == 0 or (array.size > 1 and _is_one_value(array)) or array.size == 1:
        return item_text(first, storage)
    if array.size > HEX_LIMIT and not storage.is_bool:
        return f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'
    return _nested_text(array, storage)


def _is_one_value(array: np.ndarray) -> bool:
    if not any(stride for stride, size in zip(array.strides, array.shape, strict=True) if size > 1):
        return True
    raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, -1)
    return bool((raw == raw[0]).all())


def _nested_text(array: np.ndarray, of: ElementType) -> str:
    if array.ndim == 1:
        return "[" + ", ".join(item_text(item, of) for item in array) + "]"
    return "[" + ", ".join(_nested_text(part, of) for part in array) + "]"
