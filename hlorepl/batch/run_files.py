"""``--output FILE`` of an MDF run: what output ports held, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..mdf.plotting import plot
from ..mdf.recording import Run, stacked
from .outputs import Named
from .result_files import cells, save, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def save_steps(path: Path, steps: Sequence[dict[str, Any]], dt: float | None) -> list[str]:
    """Write the values of all output ports, each along its steps; a line about those that no file can hold."""
    run = Run(_columns(steps), len(steps), [])
    arrays = {f"{node}.{port}": values for node, ports in run.items() for port, values in ports.items()}
    kept = {name: values for name, values in arrays.items() if _is_array(values)}
    suffix = path.suffix.lower()
    if suffix in (".npz", ".npy", ".mlir"):
        save(path, [Named(name, None, array) for name, array in kept.items()])
    elif suffix == ".csv":
        _save_table(path, kept, len(steps))
    else:
        plot(run, path, dt=1.0 if dt is None else dt)
    left = [name for name in arrays if name not in kept]
    return [f"{path} does not have {', '.join(left)}: no arrays of numbers"] if left else []


def _is_array(values: Any) -> bool:
    return not isinstance(values, list) and values.dtype.kind in "biufc"


def _columns(steps: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    first: dict[str, dict[str, Any]] = steps[0]["nodes"] if steps else {}
    return {
        node: {port: stacked([step["nodes"][node][port] for step in steps]) for port in ports}
        for node, ports in first.items()
    }


def _save_table(path: Path, arrays: dict[str, Any], steps: int) -> None:
    """A row for each step, a column for each number, under their names."""
    head, columns = ["step"], [cells(np.arange(1, steps + 1))]
    for name, array in arrays.items():
        table = array.reshape(steps, -1)
        places = np.ndindex(array.shape[1:])
        head += [name] if array.ndim == 1 else [f"{name}[{','.join(map(str, place))}]" for place in places]
        columns.append(cells(table))
    write_table(path, head, np.concatenate(columns, axis=1))
