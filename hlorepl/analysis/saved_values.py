"""Every value that a run makes, each in a file of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..array_files import write_array
from ..engine.finite import arrays_in
from ..engine.observing import Observer
from ..wording import counted, file_error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..engine.observing import Event


class SavedValues(Observer):
    """Writes ``NUMBER_OP_NAME.npy`` for each array, in the order in which steps ended; what failed later has it all on disk."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.count = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error(folder, error, "run.output") from None

    @property
    def text(self) -> str:
        """For a person."""
        return f"saved {counted(self.count, 'value')} in {self.folder}"

    def after(self, event: Event) -> None:
        for name, array in files_of(event, self.count):
            write_array(self.folder / name, array, settled=False)
            self.count += 1


def files_of(event: Event, count: int) -> Iterator[tuple[str, Any]]:
    """The arrays that a step made, each with the name of its file; ``count`` is how many there were before."""
    mnemonic = _in_a_name(event.origin.name.rpartition(".")[2])
    for name, value in zip(event.origin.results, event.results, strict=False):
        for array in arrays_in(value):
            stem = f"{mnemonic}_{_in_a_name(name.removeprefix('%')) or 'value'}"
            yield f"{count:06d}_{stem[:_LONGEST]}.npy", array
            count += 1


#: A name in a file's name is cut here: systems allow 255 bytes.
_LONGEST = 60


def _in_a_name(text: str) -> str:
    return re.sub(r"[^\w.-]", "_", text)
