"""Arrays in files of other programs: ``.safetensors``, read here, and images as ``.png``, read by Pillow. Nothing in them is run."""

from __future__ import annotations

import json
from math import prod
from typing import TYPE_CHECKING, Any, cast

from .errors import HloError
from .ir.types import element
from .memory import machine
from .wording import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

#: What safetensors calls the element types.
_TYPES = {
    "BOOL": "i1", "U8": "ui8", "U16": "ui16", "U32": "ui32", "U64": "ui64", "I8": "i8", "I16": "i16", "I32": "i32",
    "I64": "i64", "F16": "f16", "BF16": "bf16", "F32": "f32", "F64": "f64", "C64": "complex<f32>",
    "F8_E4M3": "f8E4M3FN", "F8_E5M2": "f8E5M2", "F8_E8M0": "f8E8M0FNU",
}  # fmt: skip
_HEADER = 100_000_000


def read_safetensors(path: Path, limit: float | None) -> dict[str, Any]:
    """The arrays of a file by name; raises ``run.input``, ``limit.memory``."""
    import numpy as np  # late: NumPy

    data = path.read_bytes() if _has_room(path, path.stat().st_size, limit) else b""
    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or not 2 <= size <= min(_HEADER, len(data) - 8):
        raise _broken(path, "its header is not there")
    try:
        header = json.loads(data[8 : 8 + size])
    except (ValueError, RecursionError):
        raise _broken(path, "its header is no JSON") from None
    if not isinstance(header, dict):
        raise _broken(path, "its header names no arrays")
    body = memoryview(data)[8 + size :]
    found: dict[str, Any] = {}
    for name, entry in cast("dict[str, Any]", header).items():
        if name == "__metadata__":
            continue
        of, shape, begin, end = _entry(path, name, entry, len(body))
        dtype = element(of).dtype
        if prod(shape) * dtype.itemsize != end - begin:
            raise _broken(path, f"{name} has other bytes than its shape takes")
        found[name] = np.frombuffer(body[begin:end], dtype).reshape(shape)
    return found


def _entry(path: Path, name: str, entry: Any, size: int) -> tuple[str, tuple[int, ...], int, int]:
    """Element type, shape and place of an array."""
    try:
        kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        numbers = [*shape, begin, end]
    except (TypeError, KeyError, ValueError):
        raise _broken(path, f"the header does not say where {name} is") from None
    if any(type(number) is not int or number < 0 for number in numbers) or not begin <= end <= size:
        raise _broken(path, f"{name} is not in the file")
    if kind not in _TYPES:
        message = f"{path}: {name} is of the type {kind}, which no tensor has here"
        raise HloError(message, code="run.input", help=did_you_mean(str(kind), _TYPES))
    return _TYPES[kind], tuple(shape), begin, end


def read_image(path: Path, limit: float | None) -> dict[str, Any]:
    """The pixels of an image, of rows, columns and perhaps 3 or 4 colours, as unsigned integers; its name is the file's.

    Raises ``run.input`` for what is no image, and where Pillow is not installed; ``limit.memory``.
    """
    import numpy as np  # late: NumPy

    try:
        from PIL import Image, UnidentifiedImageError  # late: Pillow
    except ImportError:
        message = f"{path}: Pillow reads images: pip install 'hlorepl[images]'"
        raise HloError(message, code="run.input") from None
    import warnings  # late: on demand

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # how large it may be is asked below
            with Image.open(path) as image:
                _has_room(path, 4 * image.width * image.height, limit)
                if image.mode in ("P", "PA", "CMYK", "YCbCr", "LAB", "HSV", "1"):
                    image = image.convert(
                        "L" if image.mode == "1" else "RGBA" if "transparency" in image.info else "RGB"
                    )
                pixels = np.asarray(image)
    except (UnidentifiedImageError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise _broken(path, f"{error}".removesuffix(f" {str(path)!r}")) from None
    if pixels.dtype.kind != "u":
        pixels = pixels.astype(np.uint16 if pixels.max(initial=0) < 1 << 16 else np.uint32)
    return {path.stem: pixels}


def _has_room(path: Path, wanted: int, limit: float | None) -> bool:
    if limit is not None and wanted > limit:
        raise HloError(f"{path} holds {wanted:,} bytes; --max-memory allows {limit:,}", code="limit.memory")
    if wanted > machine():
        raise HloError(f"{path} holds {wanted:,} bytes; this machine has {machine():,}", code="limit.memory")
    return True


def _broken(path: Path, why: str) -> HloError:
    return HloError(f"{path} does not hold arrays: {why}", code="run.input")
