"""Every value that a run makes, each in a file of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..array_files import write_array
from ..engine.finite import arrays_in
from ..engine.observing import Observer
from ..wording import counted, file_error

if TYPE_CHECKING:
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
        mnemonic = _in_a_name(event.origin.name.rpartition(".")[2])
        for name, value in zip(event.origin.results, event.results, strict=False):
            for array in arrays_in(value):
                self._save(f"{mnemonic}_{_in_a_name(name.removeprefix('%')) or 'value'}", array)

    def _save(self, name: str, array: Any) -> None:
        write_array(self.folder / f"{self.count:06d}_{name[:_LONGEST]}.npy", array, settled=False)
        self.count += 1


#: A name in a file's name is cut here: systems allow 255 bytes.
_LONGEST = 60


def _in_a_name(text: str) -> str:
    return re.sub(r"[^\w.-]", "_", text)
