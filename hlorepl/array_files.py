"""Arrays in NumPy's files. Types that NumPy lacks are unsigned integers there, beside ``__types__``; nothing is pickled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import HloError
from .ir.types import element, element_of
from .wording import file_error

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_TYPES = "__types__"
#: What NumPy calls a dtype that somebody else registered: ``dtype.isbuiltin``.
_FOREIGN = 2


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays of an ``.npy`` or ``.npz`` file by name; raises ``run.input``, ``OSError`` where it cannot be read."""
    import zipfile  # late: on demand

    import numpy as np  # late: NumPy

    try:
        found = np.load(path, allow_pickle=False)
        if isinstance(found, np.ndarray):
            return {path.stem: found}
        with found:
            arrays = {key: found[key] for key in found.files}
    except (ValueError, EOFError, zipfile.BadZipFile, KeyError) as error:
        raise HloError(f"{path} does not hold arrays: {error}", code="run.input") from None
    return restored(arrays)


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


def write_array(path: Path, array: Any) -> None:
    """One array as ``.npy``; raises ``run.output``."""
    import numpy as np  # late: NumPy

    try:
        with path.open("wb") as file:
            np.save(file, storable(array)[0], allow_pickle=False)
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
        with zipfile.ZipFile(path, "w") as archive:
            for name, array in plain.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.asanyarray(array), allow_pickle=False)
    except OSError as error:
        raise file_error(path, error, "run.output") from None
