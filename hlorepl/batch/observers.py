"""Watching a run op by op: ``--nan``, ``--save-values``, ``--profile``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.observing import Observer
from ..wording import counted, file_error

if TYPE_CHECKING:
    from argparse import Namespace

    from ..engine.context import RunContext
    from ..engine.observing import Event, Frame
    from ..engine.program import Program
    from .report import Outcome


def observers_of(options: Namespace, outcome: Outcome) -> list[Any]:
    """The watchers that the command line asks for."""
    found: list[Any] = []
    if options.nan:
        found.append(NotFinite(outcome))
    if options.save_values:
        found.append(Saver(Path(options.save_values), outcome))
    if options.profile:
        found.append(Profile(outcome))
    return found


def run_observed(program: Program, arguments: list[Any], context: RunContext, observers: list[Any]) -> tuple[Any, ...]:
    """Run with every op told to the observers."""
    context.observers = tuple(observers)
    for observer in observers:
        observer.begin(program, arguments)
    try:
        return program.run(arguments, context)
    finally:
        for observer in observers:
            observer.end()


def _not_finite(array: Any) -> tuple[int, int]:
    """How many NaNs and infinities an array has."""
    import numpy as np  # late: NumPy

    from ..backends import host  # late: on demand

    if array is None or isinstance(array, tuple):
        return 0, 0
    array = host(array)
    if array.dtype.kind in "biu" or "int" in array.dtype.name:
        return 0, 0
    try:
        return int(np.isnan(array).sum()), int(np.isinf(array).sum())
    except TypeError:
        numbers = array.astype(np.float32)
        return int(np.isnan(numbers).sum()), int(np.isinf(numbers).sum())


class NotFinite(Observer):
    """Names the first op that made a NaN, and the first that made an infinity, from finite operands."""

    def __init__(self, outcome: Outcome):
        self.outcome = outcome
        self.found: dict[str, str] = {}

    def begin(self, program: Program, arguments: list[Any]) -> None:
        for value, array in zip(program.function.arguments, arguments, strict=True):
            nans, infinities = _not_finite(array)
            if nans or infinities:
                self.outcome.output.append(f"not finite: %{value.name} came in with {_counted(nans, infinities)}")

    def after(self, event: Event) -> None:
        if len(self.found) == 2:
            return
        for result, array in zip(event.origin.results, event.results, strict=True):
            nans, infinities = _not_finite(array)
            for kind, count in (("NaN", nans), ("infinity", infinities)):
                if count and kind not in self.found and not any(_has(kind, array) for array in event.inputs):
                    self.found[kind] = self._describe(event, result, kind, nans, infinities)

    def _describe(self, event: Event, result: Any, kind: str, nans: int, infinities: int) -> str:
        from ..value_text import value_text  # late: on demand

        origin, place = event.origin, event.origin.span
        where = f"{place.source.name}:{place.line}:{place.column}: " if place is not None else ""
        lines = [f"{where}first {kind}: {origin.name} made {result} with {_counted(nans, infinities)}"]
        if place is not None:
            lines.append(place.excerpt())
        for name, of, array in zip(origin.operands, origin.operand_types, event.inputs, strict=False):
            lines.append("  " + value_text(name, of, array).replace("\n", "\n  "))
        return "\n".join(lines)

    def end(self) -> None:
        if self.found:
            self.outcome.output += self.found.values()
        else:
            self.outcome.output.append("every op made finite values of finite operands")


def _has(kind: str, array: Any) -> bool:
    nans, infinities = _not_finite(array)
    return bool(nans if kind == "NaN" else infinities)


def _counted(nans: int, infinities: int) -> str:
    words = [f"{nans} NaN" if nans else "", f"{infinities} infinite" if infinities else ""]
    return " and ".join(word for word in words if word)


class Saver(Observer):
    """Writes every value as ``.npy``, in the order in which ops ran."""

    def __init__(self, directory: Path, outcome: Outcome):
        self.directory = directory
        self.outcome = outcome
        self.count = 0

    def begin(self, program: Program, arguments: list[Any]) -> None:
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(self.directory, error, "run.output") from None

    def after(self, event: Event) -> None:
        import numpy as np  # late: NumPy

        from ..backends import host  # late: on demand
        from .outputs import storable  # late: on demand

        for result, array in zip(event.origin.results, event.results, strict=True):
            if array is None or isinstance(array, tuple):
                continue
            name = re.sub(r"[^\w.-]", "_", result.removeprefix("%") or "value")
            mnemonic = event.origin.name.rpartition(".")[2]
            stored, _ = storable(host(array))
            try:
                np.save(self.directory / f"{self.count:06d}_{mnemonic}_{name}.npy", stored, allow_pickle=False)
            except OSError as error:
                raise file_error(self.directory, error, "run.output") from None
            self.count += 1

    def end(self) -> None:
        self.outcome.output.append(f"saved {counted(self.count, 'value')} in {self.directory}")


class Profile(Observer):
    """How often each op ran and how long it took."""

    def __init__(self, outcome: Outcome):
        self.outcome = outcome
        self.seconds: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self.callers: set[str] = set()

    def enter(self, frame: Frame) -> None:
        if frame.caller is not None:
            self.callers.add(frame.caller.name)

    def begin(self, program: Program, arguments: list[Any]) -> None:
        """Nothing to do before the first op."""

    def after(self, event: Event) -> None:
        name = event.origin.name
        if name not in self.callers:
            self.seconds[name] = self.seconds.get(name, 0.0) + event.seconds
        self.counts[name] = self.counts.get(name, 0) + 1

    def end(self) -> None:
        total = sum(self.seconds.values()) or 1.0
        lines = [f"{'op':32} {'runs':>8} {'ms':>10} {'%':>6}"]
        for name, seconds in sorted(self.seconds.items(), key=lambda item: -item[1])[:20]:
            lines.append(f"{name:32} {self.counts[name]:8d} {seconds * 1e3:10.3f} {100 * seconds / total:6.1f}")
        self.outcome.output.append("\n".join(lines))
