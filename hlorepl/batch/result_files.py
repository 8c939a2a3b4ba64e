"""``--output FILE``: results in a file of the kind that its extension says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..array_files import write_array, write_arrays
from ..errors import HloError
from ..ir.types import TensorType, TupleType
from ..value_text import tensor_type
from ..whole_files import write_whole
from ..wording import file_error
from .options import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ..ir.types import Type
    from .outputs import Named


def require_fit(path: Path, types: Sequence[Type | None]) -> None:
    """Raise before anything runs where such a file cannot hold results of these types (None: not known yet)."""
    leaves = [leaf for of in types for leaf in _leaves(of)]
    suffix = path.suffix.lower()
    if suffix in (".npy", ".csv") and len(leaves) != 1:
        message = f"{path}: a {suffix} file holds one result, there are {len(leaves)}; use .npz"
        raise UsageError(message, code="command.output")
    (of,) = leaves if suffix == ".csv" else (None,)
    if isinstance(of, TensorType) and of.rank > 2:
        message = f"{path}: a .csv file holds a table, and the result is of rank {of.rank}; use .npy"
        raise UsageError(message, code="command.output")


def _leaves(of: Type | None) -> Iterator[Type | None]:
    if isinstance(of, TupleType):
        for part in of.types:
            yield from _leaves(part)
    else:
        yield of


def save(path: Path, results: Sequence[Named]) -> None:
    """Write results; raises ``run.output``."""
    found = dict(_unique([leaf for result in results for leaf in _flat(result.name, result.type, result.value)]))
    require_fit(path, [of or tensor_type(array) for of, array in found.values()])
    arrays = {name: array for name, (_, array) in found.items()}
    suffix = path.suffix.lower()
    if suffix == ".npy":
        write_array(path, *arrays.values())
    elif suffix == ".npz":
        write_arrays(path, arrays)
    elif suffix == ".csv":
        write_table(path, [], *map(cells, arrays.values()))
    else:
        _write_text(path, "".join(_constant(path, name, of, array) for name, (of, array) in found.items()))


def _flat(name: str, of: Type | None, value: Any) -> Iterator[tuple[str, tuple[Type | None, Any]]]:
    """The arrays of a result, with the types that tensors have; those of a tuple or a sequence by their numbers."""
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        types = of.types if isinstance(of, TupleType) else [None] * len(parts)
        for number, (kind, part) in enumerate(zip(types, parts, strict=True)):
            yield from _flat(f"{name}.{number}", kind, part)
    elif value is not None:
        yield name.removeprefix("%"), (of, value)


def _unique(found: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """No result is lost because another has its name."""
    taken: set[str] = set()
    for name, value in found:
        key, number = name, 0
        while key in taken:
            number += 1
            key = f"{name}_{number}"
        taken.add(key)
        yield key, value


def _constant(path: Path, name: str, of: Type | None, array: Any) -> str:
    """``%name = stablehlo.constant …``: what a session loads under the same name."""
    from ..session.loading import identifier  # late: on demand
    from .outputs import dense_line  # late: on demand

    of = of or tensor_type(array)
    if of is None:
        raise HloError(f"{path}: {name} is no tensor of numbers, which a constant is; use .npz", code="run.output")
    return f"%{identifier(name)} = stablehlo.constant {dense_line(of, array)}\n"


def write_table(path: Path, head: Sequence[str], table: Any) -> None:
    """Rows of cells as ``.csv``, below a head where there is one."""
    lines = [",".join(map(_quoted, row)) for row in [head, *table.tolist()] if row]
    _write_text(path, "\n".join([*lines, ""]))


def cells(array: Any) -> Any:
    """An array of rank 2 or less as a table of texts, each of which reads back as the same number."""
    import numpy as np  # late: NumPy

    array = array.reshape(-1, 1) if array.ndim < 2 else array
    if array.dtype.kind in "OSTU":
        return array.astype("U")
    if array.dtype.kind == "b":
        return np.where(array, "true", "false")
    if array.dtype.kind == "c":
        return np.char.strip(array.astype("U"), "()")
    if array.dtype.isbuiltin != 1:  # of ml_dtypes
        array = array.astype(np.int64 if "int" in array.dtype.name else np.float32)
    return array.astype("U")


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in ',"\n') else cell


def _write_text(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise file_error(path, error, "run.output") from None
