"""A run against the values that ``--save-values`` wrote of another one, perhaps on another machine, in another version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis.difference import Difference
from ..analysis.saved_values import files_of
from ..array_files import read_arrays
from ..engine.observing import Observer
from ..engine.op_origin import OpOrigin
from ..engine.program import Program
from ..engine.run import run
from ..errors import HloError
from ..ops.registry import of
from ..wording import are, counted, file_error
from .alone import Alone, parting_of
from .pieces import inputs_of, single
from .recorder import Moment, Recorder
from .report import Comparison, ValueDifference
from .running import Runs
from .sides import Side
from .tolerance import is_within

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ..engine.observing import Event, Frame
    from ..ir.core import Function, Module
    from .compare import Options
    from .report import Parting


class SavedSide(Observer):
    """Reads, step by step, what the other run made, and looks whether each op made it of what it read there.

    So the first op that differs is told by itself, and not by what those before it made of its operands.
    """

    def __init__(self, folder: Path, options: Options):
        self.folder = folder
        self.options = options
        self.runs = Runs()
        self.alone = Alone(Side(), self.runs, options.tolerance, wants_all=True)
        self.partings: list[Parting] = []
        self.missing: list[str] = []
        self.paired = 0
        self._count = 0
        self._recorder = Recorder(lambda _: None)
        #: What the other run had in the place of an array: by the ids of those that are there still.
        self._rights: dict[int, tuple[Any, Any]] = {}
        self._said: set[int] = set()

    def right_of(self, array: Any) -> Any:
        """What stands there in the place of an array; itself where nothing does."""
        known = self._rights.get(id(array))
        return known[1] if known is not None else array

    def enter(self, frame: Frame) -> None:
        self._recorder.enter(frame)

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        self._recorder.leave(frame, results)

    def after(self, event: Event) -> None:
        rights = [self._read(name, array) for name, array in files_of(event, self._count)]
        self._count += len(rights)
        found = [right for right in rights if right is not None]
        if len(found) != len(event.results) or not all(isinstance(each, np.ndarray) for each in event.results):
            return
        for left, right in zip(event.results, found, strict=True):
            self._rights[id(left)] = left, right
        self.paired += len(found)
        origin = event.origin
        if isinstance(origin, OpOrigin) and id(origin.op) not in self._said and self._differs(event, origin, found):
            self._said.add(id(origin.op))
            moment = Moment(self._recorder.place_of(event.frame), origin, event.inputs, event.results)
            self.partings.append(parting_of("op", moment, [origin.op], found))

    def _differs(self, event: Event, origin: OpOrigin, rights: list[Any]) -> bool:
        """Whether the op, on what it read there, would not have made what was saved."""
        lefts = event.results
        if all(map(_same, lefts, rights)):
            return False
        spec = of(origin.op)
        if spec is None or spec.steps_rule is not None:  # what it runs is told by itself
            return False
        if any(
            left.shape != right.shape or left.dtype != right.dtype for left, right in zip(lefts, rights, strict=True)
        ):
            return True
        if not all(isinstance(array, np.ndarray) for array in event.inputs) or not origin.op.operands:
            return not all(map(self.options.tolerance.allows, lefts, rights))
        given = [self.right_of(array) for array in inputs_of(origin.op, event.inputs)]
        piece = single(origin.op, event.inputs, lefts)
        try:
            expected = self.runs(piece, given)
        except HloError:
            return True
        return not self.alone.allows(piece, given, expected, rights)

    def _read(self, name: str, left: Any) -> Any:
        path = self.folder / name
        try:
            (array,) = read_arrays(path).values()
        except OSError:
            self.missing.append(name)
            return None
        return (
            array
            if array.dtype == left.dtype or array.dtype.itemsize != left.dtype.itemsize
            else array.view(left.dtype)
        )


def _same(left: Any, right: Any) -> bool:
    return is_within(left, right, None)


def compare_saved(
    module: Module, function: Function, arguments: Sequence[Any], folder: Path, options: Options
) -> Comparison:
    """Run the program and compare each value with the saved one; raises ``HloError``."""
    if not any(folder.glob("*.npy")):
        raise file_error(folder, FileNotFoundError(2, "it holds no saved values"), "run.input")
    side = SavedSide(folder, options)
    context = options.context()
    context.observers = (*context.observers, side)
    lefts = run(Program(module, function, grid=(1, 1), checked=True).plan, [*arguments], context)
    found = Comparison(str(folder))
    names = options.names or [f"%{value.name}" for value in function.body.returned]
    for name, of_, left in zip(names, function.type.results, lefts, strict=True):
        if isinstance(left, np.ndarray):
            found.results.append(ValueDifference.of(name, str(of_), Difference(left, side.right_of(left)), False))
    found.first = next(iter(side.partings), None)
    found.all = side.partings if options.wants_all else []
    found.paired = {"name": side.paired, "loc": 0, "structure": 0, "value": 0}
    found.unpaired = [{"side": "left", "name": name} for name in side.missing]
    if side.missing:
        found.notes.append(
            f"{counted(len(side.missing), 'value')} of this run {are(len(side.missing))} not in {folder}"
        )
    return found
