"""Long runs: what to keep is chosen, written to a file as it comes, and progress is told."""

from __future__ import annotations

import zipfile
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..whole_files import whole_file
from ..wording import file_error
from .evaluation import Runner
from .recording import Run, counted_rows, gather, iterate, kept_if_failed, recorded_slots

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Self

    from ..engine.context import RunContext
    from .model import Model

BLOCK = 4096
"""Steps that are held in memory before they are written."""

MOST_WAITING = 8_000_000
"""Numbers that are held in memory before they are written."""


def simulate(
    model: Model,
    steps: int,
    dt: float | None = None,
    inputs: Any = None,
    *,
    graph: str | None = None,
    record: Sequence[str] | None = None,
    every: int = 1,
    settings: Mapping[str, Any] | None = None,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], Any] | None = None,
    seed: int = 0,
    context: RunContext | None = None,
) -> Run | FilePath:
    """Run ``steps`` trials, as :func:`evaluate` does, and keep every ``every``-th value of what ``record`` names.

    :param file: a ``.npz`` file to which values go as they come, one array for each ``node.name``; memory then holds a
        block of steps only, and the result is the file's path. Where a step fails, the file has those before it.
    :param progress: called with the steps that are done and all steps, after each block.
    :param seed: where the numbers of functions that draw random ones start.
    :param context: how the run is to go; in place of ``seed``.
    :raises StepFailed: a step failed; without a file, the error's ``run`` is what was recorded before it.
    """
    if not isinstance(every, int) or every < 1:
        raise HloError(f"'every' must be a whole number above zero, not {every!r}", code="type.argument")
    runner = Runner(model, graph, settings, seed, context)
    columns = recorded_slots(runner, record)
    rows = iterate(runner, steps, dt, inputs, [slot for _, _, slot in columns])
    if file is None:
        kept: list[tuple[Any, ...]] = []
        chosen = _every(rows, every, steps, progress)
        with kept_if_failed(runner, columns, kept):
            kept.extend(counted_rows(runner, chosen, -(-steps // every)))
        return Run(gather(columns, kept), len(kept), runner.schedule)
    writer = ColumnWriter(FilePath(file), [f"{node}.{name}" for node, name, _ in columns])
    with writer:
        for row in _every(rows, every, steps, progress):
            writer.add(row)
    return writer.file


def _every(
    rows: Iterator[tuple[Any, ...]], every: int, steps: int, progress: Callable[[int, int], Any] | None
) -> Iterator[tuple[Any, ...]]:
    """One row of so many, the first among them; progress is told of all."""
    for step, row in enumerate(rows):
        if step % every == 0:
            yield row
        _tell(progress, step + 1, steps)


def _tell(progress: Callable[[int, int], Any] | None, done: int, steps: int) -> None:
    if progress and (done % BLOCK == 0 or done == steps):
        progress(done, steps)


class ColumnWriter:
    """Columns of numbers that grow in files of their own, and become one ``.npz`` in the end."""

    def __init__(self, file: FilePath, names: list[str]):
        self.file = file if file.suffix == ".npz" else file.with_name(file.name + ".npz")
        self.names = names
        self.rows: list[tuple[Any, ...]] = []
        self.count = 0
        self.waiting = 0
        self.is_broken = False
        self.kinds: list[tuple[np.dtype, tuple[int, ...]]] = []

    def __enter__(self) -> Self:
        try:
            self.folder = TemporaryDirectory(dir=self.file.parent)
        except OSError as error:
            raise file_error(self.file.parent, error, "run.file") from None
        self.parts = [(FilePath(self.folder.name) / str(index)).open("wb") for index in range(len(self.names))]
        return self

    def add(self, row: tuple[Any, ...]) -> None:
        self.rows.append(row)
        self.waiting += sum(value.size if isinstance(value, np.ndarray) else 1 for value in row)
        if len(self.rows) >= BLOCK or self.waiting >= MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write the rows that wait. What does not fit into columns leaves no file."""
        if not self.rows:
            return
        self.is_broken = True
        arrays = [_column(name, values) for name, values in zip(self.names, zip(*self.rows, strict=True), strict=True)]
        if not self.kinds:
            self.kinds = [(_wide(array.dtype), array.shape[1:]) for array in arrays]
        for name, array, (dtype, shape), part in zip(self.names, arrays, self.kinds, self.parts, strict=True):
            if array.shape[1:] != shape:
                raise HloError(f"'{name}' changes its shape, so it does not fit into one array", code="run.record")
            part.write(np.ascontiguousarray(array, dtype).data)
        self.count += len(self.rows)
        self.rows, self.waiting, self.is_broken = [], 0, False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None or not self.is_broken and (self.count or self.rows):
                self.flush()
                self.finish()
        finally:
            for part in self.parts:
                part.close()
            self.folder.cleanup()

    def finish(self) -> None:
        """Put the columns into the archive, each copied in pieces."""
        with whole_file(self.file) as file, zipfile.ZipFile(file, "w", allowZip64=True) as archive:
            for name, (dtype, shape), part in zip(self.names, self.kinds, self.parts, strict=False):
                part.close()
                with (
                    archive.open(f"{name}.npy", "w", force_zip64=True) as target,
                    FilePath(part.name).open("rb") as data,
                ):
                    header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False}
                    np.lib.format.write_array_header_1_0(target, {**header, "shape": (self.count, *shape)})
                    while piece := data.read(1 << 20):
                        target.write(piece)


def _wide(dtype: np.dtype) -> np.dtype:
    """A type for a whole column: integers may turn into floats later."""
    return np.dtype(np.float64) if dtype.kind in "iu" else dtype


def _column(name: str, values: tuple) -> np.ndarray:
    try:
        array = np.array([0.0 if value is None else value for value in values])
    except ValueError:
        array = np.empty(0, object)
    if array.dtype.kind not in "fiub":
        raise HloError(f"'{name}' holds no numbers of one shape, so it cannot be written", code="run.record")
    return array
