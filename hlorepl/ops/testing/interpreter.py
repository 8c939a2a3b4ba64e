"""The dialect by which StableHLO's own tests drive an interpreter: print, probe, run_parallel.

A probe folder holds one ``.npy`` file for each value saved and ``index.csv``, one line for each: the name under which
it was saved with the number of the time (from 1), its element type, and its file.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...array_files import write_array
from ...backends import host
from ...errors import HloError, require
from ...ir.attributes import DenseAttr
from ...ir.types import TensorType, element, element_of
from ...whole_files import whole_file
from ..registry import op
from ..rules import require_tensors

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ...ir.core import Op
    from ...ir.types import Type
    from ..annotations import CalleeGrid, Callees, RegionType

_INDEX = "index.csv"


@op("interpreter.print", form="print", pure=False, quantized="storage")
def print_(xp: Any, operand: Any, *, process: Any) -> Any:
    """Show a value, as a constant, when the program gets there.

    In a region that is run on elements (of ``reduce``, ``map``, ``sort``, …) it does so for each of them.
    """
    array = host(operand)
    process.emit(f"{DenseAttr(TensorType(array.shape, element_of(array.dtype)), array)}")
    return ()


@print_.infer
def _(operand: TensorType) -> list[Type]:
    require_tensors(operand=operand)
    return []


@op("interpreter.probe", form="probe", pure=False, quantized="storage")
def probe(xp: Any, operand: Any, *, probe_id: str, process: Any) -> Any:
    """Save a value in the probe folder, and pass it on; in a region that is run on elements, each of them."""
    if process.is_new():
        save_probe(process.probe_folder, probe_id, host(operand))
    return operand


@probe.infer(result="result_type")
def _(operand: TensorType, *, probe_id: str) -> TensorType:
    require_tensors(operand=operand)
    require(probe_id, "probe_id", "a probe needs a name", at="probe_id")
    return operand


@op("interpreter.run_parallel", form=None, pure=False, collective=True, passes=True)
def run_parallel(xp: Any, *inputs: Any, programs: CalleeGrid, infeed: Callees = (), run_grid: Any) -> Any:
    """Run a grid of functions, one for each process, each with its share of the inputs; results come in that order.

    ``infeed`` names functions whose results the infeed of the processes gives, one after the other.
    """
    return run_grid(programs, inputs, infeed)


@run_parallel.infer(result="result_types")
def _(*inputs: Type, programs: Sequence[Sequence[RegionType]], infeed: Sequence[RegionType], op: Op) -> list[Type]:
    require(programs and all(programs), "programs", "programs must name a function for each process", at="programs")
    square = len({len(row) for row in programs}) == 1
    message = "programs must be a grid: each replica has the same number of partitions"
    require(square, "programs", message, at="programs")
    cells = [cell for row in programs for cell in row]
    wanted = [argument for cell in cells for argument in cell.arguments]
    counts: dict[str, Any] = {"wanted": len(wanted), "found": len(inputs)}
    message = "the functions take {wanted} arguments in all, here are {found}"
    require(len(wanted) == len(inputs), "operand_types", message, **counts)
    for number, (argument, given) in enumerate(zip(wanted, inputs, strict=True)):
        at = ("inputs", number)
        require(argument == given, "operand_types", "{at} must be {wanted}", at=at, wanted=argument)
    require(infeed or "infeed" not in op.attributes, "infeed", "infeed names no function; leave it out", at="infeed")
    for function in infeed:
        gives = not function.arguments and len(function.returns) == 1 and isinstance(function.returns[0], TensorType)
        message = "a function of the infeed takes nothing and returns one tensor, not {found}"
        require(gives, "infeed", message, at="infeed", found=str(function))
    return [result for cell in cells for result in cell.returns]


def save_probe(folder: str | Path | None, probe_id: str, array: np.ndarray) -> None:
    """Save an array as the next one of that name."""
    import numpy as np  # late: NumPy

    place = _probe_folder(folder)
    rows = _index(place)
    count = sum(name.rpartition("_")[0] == probe_id for name, _, _ in rows)
    file = f"{_file_name(probe_id)}_{count + 1}.npy"
    bits = array if array.dtype.isbuiltin == 1 else np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")
    try:
        place.mkdir(parents=True, exist_ok=True)
        write_array(place / file, bits, settled=False)
        _write_index(place, [*rows, [f"{probe_id}_{count + 1}", str(element_of(array.dtype)), file]])
    except OSError as error:
        raise HloError(f"the probe {probe_id} cannot be saved: {error}", code="run.probe") from None


def load_probe(folder: str | Path | None, probe_id: str, iteration: int) -> np.ndarray:
    """The array that was saved under that name the so-many-th time, from 1."""
    import numpy as np  # late: NumPy

    place = _probe_folder(folder)
    for name, element_name, file in _index(place):
        if name == f"{probe_id}_{iteration}":
            try:
                return np.load(place / file, allow_pickle=False).view(element(element_name).dtype)
            except (OSError, ValueError, KeyError) as error:
                raise HloError(f"the probe {name} cannot be read: {error}", code="run.probe") from None
    raise HloError(f"nothing was saved by the probe {probe_id} for the time number {iteration}", code="run.probe")


def _probe_folder(folder: str | Path | None) -> Path:
    if folder is None:
        help_text = "say where with --probe-output-dir DIR"
        raise HloError("there is no folder for what probes save", code="run.probe", help=help_text)
    return Path(folder)


def _index(folder: Path) -> list[list[str]]:
    try:
        with (folder / _INDEX).open(encoding="utf-8", newline="") as rows:
            return [row for row in csv.reader(rows) if len(row) == 3]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise HloError(f"{folder / _INDEX} cannot be read: {error}", code="run.probe") from None


def _write_index(folder: Path, rows: list[list[str]]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    with whole_file(folder / _INDEX, settled=False) as file:
        file.write(text.getvalue().encode())


def _file_name(probe_id: str) -> str:
    """A name that is safe as a file's: whatever else it holds is written as hexadecimal."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else f"%{ord(c):x}" for c in probe_id)
