"""Results to files and to text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from ..errors import HloError
from ..ir.attributes import StringAttr
from ..ir.types import TensorType, element_of
from ..wording import file_error

if TYPE_CHECKING:
    from pathlib import Path

    from ..ir.core import Function


def result_names(function: Function) -> list[str]:
    """``jax.result_info`` where there is one (``result['x']`` is ``x``), else the name of what is returned."""
    returned = function.body.terminator
    names: list[str] = []
    for index in range(len(function.type.results)):
        extra = function.result_attributes[index] if index < len(function.result_attributes) else {}
        info = extra.get("jax.result_info")
        fallback = returned.operands[index].name if returned is not None else str(index)
        names.append(_readable(info.value) if isinstance(info, StringAttr) and info.value else f"%{fallback}")
    return names


def _readable(info: str) -> str:
    """``result['accuracy']`` as ``accuracy``; a longer path stays as it is."""
    found = re.fullmatch(r"(?:result)?\[?['\"]?([\w .-]+?)['\"]?\]?", info)
    return found.group(1) if found and not found.group(1).isdigit() else info


def result_lines(how: str, names: list[str], types: list[Any], arrays: tuple[Any, ...]) -> list[str]:
    """The lines of ``--print``."""
    from ..value_text import value_text  # late: on demand

    if how == "none":
        return []
    if how == "dense":
        return [dense_line(of, array) for of, array in zip(types, arrays, strict=True)]
    return [value_text(n, _actual(t, a), a, how == "full") for n, t, a in zip(names, types, arrays, strict=True)]


def _actual(of: Any, array: Any) -> Any:
    return of.with_shape(tuple(array.shape)) if isinstance(of, TensorType) and not of.is_static else of


def dense_line(of: Any, array: Any) -> str:
    """A value as an MLIR constant."""
    from ..ir.numerals import array_text  # late: NumPy

    if array is None:
        return "token"
    if isinstance(array, tuple):
        parts = cast("tuple[Any, ...]", array)
        return "(" + ", ".join(dense_line(t, a) for t, a in zip(of.types, parts, strict=True)) + ")"
    of = _actual(of, array)
    return f"dense<{array_text(array, of)}> : {of}"


def save_arrays(path: Path, names: list[str], arrays: tuple[Any, ...]) -> None:
    """``.npy`` for one array, ``.npz`` for any number; types that NumPy lacks as unsigned integers beside ``__types__``."""
    import numpy as np  # late: NumPy

    plain: dict[str, Any] = {}
    types: list[str] = []
    for name, array in _flat(names, arrays):
        key = name.removeprefix("%")
        stored, of = storable(array)
        if of:
            types.append(f"{key}={of}")
        plain[key] = stored
    try:
        if path.suffix.lower() == ".npy":
            if len(plain) != 1:
                raise HloError(
                    f"{path}: a .npy file holds one array, there are {len(plain)}; use .npz", code="run.output"
                )
            np.save(path, next(iter(plain.values())), allow_pickle=False)
            return
        if types:
            plain["__types__"] = np.array(types)
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **plain)
    except OSError as error:
        raise file_error(path, error, "run.output") from None


def _flat(names: list[str], arrays: tuple[Any, ...]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, array in zip(names, arrays, strict=True):
        if isinstance(array, tuple):
            parts = cast("tuple[Any, ...]", array)
            found += _flat([f"{name}.{k}" for k in range(len(parts))], parts)
        elif array is not None:
            found.append((name, array))
    return found


def storable(array: Any) -> tuple[Any, str]:
    if array.dtype.kind in "biufc":
        return array, ""
    return array.view(f"u{array.dtype.itemsize}"), element_of(array.dtype).name
