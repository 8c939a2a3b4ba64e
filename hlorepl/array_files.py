"""Arrays in NumPy's files. Types that NumPy lacks are unsigned integers there, beside ``__types__``; nothing is pickled."""

from __future__ import annotations

from math import prod
from typing import IO, TYPE_CHECKING, Any

from .errors import HloError
from .foreign_arrays import read_image, read_safetensors
from .ir.types import element, element_of
from .memory import machine
from .whole_files import whole_file
from .wording import file_error, size_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

_TYPES = "__types__"
#: What NumPy calls a dtype that somebody else registered: ``dtype.isbuiltin``.
_FOREIGN = 2


def read_arrays(
    path: Path, limit: int | None = None, is_wanted: Callable[[tuple[int, ...]], bool] = lambda _: True
) -> dict[str, Any]:
    """The arrays of a file by name: ``.npy``, ``.npz``, ``.safetensors``, ``.png``.

    Raises ``run.input``, ``OSError`` where it cannot be read.

    Their headers are read first: arrays of more bytes than ``limit`` (or than the machine has) raise ``limit.memory``. Of an array
    whose shape nobody wants there is a stand-in of that shape, which takes no memory: what is wrong with it is its shape.
    """
    if path.suffix.lower() == ".safetensors":
        return read_safetensors(path, limit)
    if path.suffix.lower() == ".png":
        return read_image(path, limit)
    import zipfile  # late: on demand
    import zlib  # late: on demand
    from tokenize import TokenError  # late: on demand

    import numpy as np  # late: NumPy

    broken = (ValueError, EOFError, TypeError, LookupError, ArithmeticError, SyntaxError, RuntimeError, TokenError)
    try:
        headers = _headers(path)
        if headers.keys() == {path.stem} and not _is_archive(path):
            ((shape, dtype),) = headers.values()
            if not is_wanted(shape):
                return {path.stem: np.broadcast_to(np.zeros((), dtype), shape)}
        unwanted = {key for key, (shape, _) in headers.items() if key != _TYPES and not is_wanted(shape)}
        _require_room(path, {key: header for key, header in headers.items() if key not in unwanted}, limit)
        found = np.load(path, allow_pickle=False)
        if isinstance(found, np.ndarray):
            return {path.stem: found}
        with found:
            arrays = {
                key: np.broadcast_to(np.zeros((), headers[key][1]), headers[key][0]) if key in unwanted else found[key]
                for key in found.files
            }
        return restored(arrays)
    except (*broken, zipfile.BadZipFile, zlib.error) as error:
        raise HloError(f"{path} does not hold arrays: {error}", code="run.input") from None


def _is_archive(path: Path) -> bool:
    import zipfile  # late: on demand

    return zipfile.is_zipfile(path)


def _headers(path: Path) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and dtype of each array in a file, without its numbers."""
    import zipfile  # late: on demand

    with path.open("rb") as file:
        if not zipfile.is_zipfile(file):
            file.seek(0)
            return {path.stem: _header(file, path.stat().st_size)}
        found: dict[str, tuple[tuple[int, ...], Any]] = {}
        with zipfile.ZipFile(file) as archive:
            for name in archive.namelist():
                key = name.removesuffix(".npy")
                if key in found:
                    raise ValueError(f"there are two arrays called {key}")
                with archive.open(name) as member:
                    found[key] = _header(member, archive.getinfo(name).file_size)
        return found


def _header(file: IO[bytes], size: int) -> tuple[tuple[int, ...], Any]:
    from numpy.lib import format as npy  # late: NumPy

    read = npy.read_array_header_1_0 if npy.read_magic(file) == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(file)
    if any(length < 0 for length in shape) or prod(shape) * dtype.itemsize > size - file.tell():
        raise ValueError(f"an array of shape {shape} is not in {size} bytes")
    return shape, dtype


def _require_room(path: Path, headers: Mapping[str, tuple[tuple[int, ...], Any]], limit: int | None) -> None:
    wanted = sum(prod(shape) * dtype.itemsize for shape, dtype in headers.values())
    if limit is not None and wanted > limit:
        raise HloError(
            f"{path} holds arrays of {size_text(wanted)}; --max-memory allows {size_text(limit)}", code="limit.memory"
        )
    if wanted > machine():
        raise HloError(
            f"{path} holds arrays of {size_text(wanted)}; this machine has {size_text(machine())}", code="limit.memory"
        )


def restored(arrays: dict[str, Any]) -> dict[str, Any]:
    """Arrays that were stored as unsigned integers beside ``__types__``, in their own types again."""
    types = arrays.pop(_TYPES, None)
    if types is None:
        return arrays
    for entry in types.tolist():
        key, _, name = str(entry).partition("=")
        if key in arrays:
            arrays[key] = arrays[key].view(element(name).dtype)
    return arrays


def storable(array: Any) -> tuple[Any, str]:
    """An array as NumPy's files hold it, and the name of its type where that is another; text as NumPy's fixed width."""
    if array.dtype.kind in "biufcSU" and array.dtype.isbuiltin != _FOREIGN:
        return array, ""
    if array.dtype.kind in "OT":
        return array.astype("U"), ""
    return array.view(f"u{array.dtype.itemsize}"), element_of(array.dtype).name


class _Writing:
    """What NumPy takes for a stream: to what it takes for a file it writes past Python, and a full disk has no name then."""

    def __init__(self, file: IO[bytes]):
        self.write = file.write


def write_array(path: Path, array: Any, settled: bool = True) -> None:
    """One array as ``.npy``; raises ``run.output``. For ``settled`` see ``whole_file``."""
    import numpy as np  # late: NumPy

    try:
        with whole_file(path, settled) as file:
            np.lib.format.write_array(_Writing(file), np.asanyarray(storable(array)[0]), allow_pickle=False)
    except OSError as error:
        raise file_error(path, error, "run.output") from None


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Arrays by name as ``.npz``; raises ``run.output``."""
    import zipfile  # late: on demand

    import numpy as np  # late: NumPy

    plain: dict[str, Any] = {}
    types: list[str] = []
    for name, array in arrays.items():
        plain[name], of = storable(array)
        if of:
            types.append(f"{name}={of}")
    if types:
        plain[_TYPES] = np.array(types)
    try:
        # Not by ``numpy.savez``, to which no array can be given that is called ``file``.
        with whole_file(path) as file, zipfile.ZipFile(file, "w") as archive:
            for name, array in plain.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.asanyarray(array), allow_pickle=False)
    except OSError as error:
        raise file_error(path, error, "run.output") from None
