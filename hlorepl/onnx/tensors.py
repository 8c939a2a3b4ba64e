"""The types of ONNX values: numbers, names and dtypes of elements, and the checks that operators share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ..errors import HloError
from ..wording import offer

if TYPE_CHECKING:
    from collections.abc import Sequence

ELEMENT_TYPES: dict[int, tuple[str, np.dtype]] = {
    1: ("float", np.dtype(np.float32)),
    2: ("uint8", np.dtype(np.uint8)),
    3: ("int8", np.dtype(np.int8)),
    4: ("uint16", np.dtype(np.uint16)),
    5: ("int16", np.dtype(np.int16)),
    6: ("int32", np.dtype(np.int32)),
    7: ("int64", np.dtype(np.int64)),
    8: ("string", np.dtype(object)),
    9: ("bool", np.dtype(np.bool_)),
    10: ("float16", np.dtype(np.float16)),
    11: ("double", np.dtype(np.float64)),
    12: ("uint32", np.dtype(np.uint32)),
    13: ("uint64", np.dtype(np.uint64)),
    14: ("complex64", np.dtype(np.complex64)),
    15: ("complex128", np.dtype(np.complex128)),
    16: ("bfloat16", np.dtype(ml_dtypes.bfloat16)),
    17: ("float8e4m3fn", np.dtype(ml_dtypes.float8_e4m3fn)),
    18: ("float8e4m3fnuz", np.dtype(ml_dtypes.float8_e4m3fnuz)),
    19: ("float8e5m2", np.dtype(ml_dtypes.float8_e5m2)),
    20: ("float8e5m2fnuz", np.dtype(ml_dtypes.float8_e5m2fnuz)),
    21: ("uint4", np.dtype(ml_dtypes.uint4)),
    22: ("int4", np.dtype(ml_dtypes.int4)),
    23: ("float4e2m1", np.dtype(ml_dtypes.float4_e2m1fn)),
    24: ("float8e8m0", np.dtype(ml_dtypes.float8_e8m0fnu)),
    25: ("uint2", np.dtype(ml_dtypes.uint2)),
    26: ("int2", np.dtype(ml_dtypes.int2)),
    27: ("float6e2m3", np.dtype(ml_dtypes.float6_e2m3fn)),
    28: ("float6e3m2", np.dtype(ml_dtypes.float6_e3m2fn)),
}
"""``TensorProto.DataType`` to its name and dtype; strings are object arrays of ``str``."""

STRING = ELEMENT_TYPES[8][1]
BOOL = ELEMENT_TYPES[9][1]

_NAMES = {dtype: name for name, dtype in ELEMENT_TYPES.values()}
_SMALL_FLOATS = frozenset(
    dtype
    for name, dtype in ELEMENT_TYPES.values()
    if name.startswith(("bfloat", "float16", "float8", "float6", "float4"))
)
_INTEGERS = frozenset(dtype for name, dtype in ELEMENT_TYPES.values() if name.startswith(("int", "uint")))


def dtype_of(number: int) -> np.dtype:
    """The dtype of an ONNX element type given by its number.

    :raises HloError: there is no such type.
    """
    if number not in ELEMENT_TYPES:
        raise HloError(
            f"{number} is not an ONNX element type", code="onnx.type", help="numbers are TensorProto.DataType's"
        )
    return ELEMENT_TYPES[number][1]


def is_float(dtype: np.dtype) -> bool:
    """Whether a dtype is one of real floating-point numbers, of any size."""
    return dtype.kind == "f" or dtype in _SMALL_FLOATS


def is_integer(dtype: np.dtype) -> bool:
    """Whether a dtype is one of integers, of any size; ``bool`` is none."""
    return dtype in _INTEGERS


def is_small_float(dtype: np.dtype) -> bool:
    """Whether a dtype has floating-point numbers of 16 bits or fewer."""
    return dtype in _SMALL_FLOATS


def is_string(value: Any) -> bool:
    """Whether an array holds texts."""
    return value.dtype.kind in "OUST"


def describe(value: Any) -> str:
    """A value's type as errors show it: ``float[2, 3]``, ``sequence of 2``, ``none``."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return f"sequence of {len(value)}"
    if not hasattr(value, "dtype"):
        return type(value).__name__
    return f"{type_name(value.dtype)}[{', '.join(map(str, value.shape))}]"


def one_line(error: Exception) -> str:
    """What an exception of the array library says, on one line."""
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return " ".join(str(error).split()) or type(error).__name__


def type_name(dtype: np.dtype) -> str:
    """ONNX's name of a dtype."""
    return "string" if dtype.kind in "OUST" else _NAMES.get(dtype, str(dtype))


def normal_axis(axis: int, rank: int, what: str = "axis") -> int:
    """An axis counted from the front.

    :raises HloError: it is not in ``[-rank, rank)``.
    """
    axis = int(axis)
    if not -rank <= axis < rank:
        raise HloError(
            f"{what} {axis} is out of range for rank {rank}", code="onnx.axis", help=f"allowed: {-rank} to {rank - 1}"
        )
    return axis % rank


def normal_axes(axes: Any, rank: int, what: str = "axes") -> tuple[int, ...]:
    """Axes counted from the front, each at most once."""
    result = tuple(normal_axis(axis, rank, what) for axis in ints(axes))
    if len(set(result)) != len(result):
        raise HloError(f"{what} {list(result)} name an axis twice", code="onnx.axis")
    return result


def ints(values: Any) -> list[int]:
    """A list of Python integers from an attribute's list, an array of rank 0 or 1, or one number."""
    listed = values.tolist() if hasattr(values, "tolist") else values
    return [int(value) for value in listed] if isinstance(listed, (list, tuple)) else [int(listed)]


def scalar(value: Any, what: str) -> Any:
    """The one element of an array of size 1, as a Python number.

    :raises HloError: the array has another size.
    """
    if getattr(value, "size", 1) != 1:
        raise HloError(f"{what} must hold one element, not {describe(value)}", code="onnx.inputs")
    return value.reshape(()).item() if hasattr(value, "reshape") else value


def one_of(value: str, allowed: Sequence[str], what: str) -> str:
    """A text attribute, checked.

    :raises HloError: it is not one of ``allowed``.
    """
    if value not in allowed:
        raise HloError(f"{what} is '{value}'", code="onnx.attribute", help=offer(value, allowed))
    return value
