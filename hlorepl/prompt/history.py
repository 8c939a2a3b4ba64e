"""Entries of earlier runs: a file that only its user can read. An entry is there whole or not at all."""

from __future__ import annotations

import datetime as dt
import errno
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.history import History, InMemoryHistory

from ..digits import natural
from ..source import visible
from ..wording import counted, reason, system_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Bytes of the file that are read, its last ones; and those that one entry may have there.
_MOST_READ, _LONGEST = 8 << 20, 1 << 20
#: What stands above an entry; the number of its bytes shows whether they are all there.
_HEAD = re.compile(r"# .*?(?: \((\d+) bytes?\))?")


def data_directory() -> Path:
    """Where this user's data lies: ``$XDG_DATA_HOME/hlorepl``."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hlorepl"


def open_history(keep: bool = True, tell: Callable[[str], None] = lambda _: None) -> tuple[History, str]:
    """The history, and why it is not kept when it cannot be; ``tell`` hears when that shows later."""
    if not keep:
        return InMemoryHistory(), ""
    path = data_directory() / "history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists() and not path.is_file():
            return InMemoryHistory(), _not_kept(path, "it is no file")
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.close(handle)
        path.chmod(0o600)
    except (OSError, RuntimeError) as error:  # a home folder that nobody knows
        return InMemoryHistory(), _not_kept(path, reason(error))
    return KeptHistory(path, tell), ""


def _not_kept(path: Path, why: str) -> str:
    return f"history is not kept: {visible(str(path), one_line=True)}: {why}"


class KeptHistory(History):
    """Entries at the end of a file to which several prompts may write: each in one write, taken back where the disk is full."""

    def __init__(self, path: Path, tell: Callable[[str], None]):
        super().__init__()
        self.path = path
        self.tell = tell

    def load_history_strings(self) -> Iterator[str]:
        """The entries that are there whole, the newest first."""
        try:
            with self.path.open("rb") as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - _MOST_READ))
                text = file.read().decode("utf-8", "replace")
        except OSError as error:
            self.tell(_not_kept(self.path, reason(error)))
            return
        entries = re.split(r"^(?=# )", text, flags=re.MULTILINE)
        yield from filter(None, map(_entry, reversed(entries)))

    def store_string(self, string: str) -> None:
        """Keep an entry; one too long to be worth it is not."""
        entry = string.encode("utf-8", "replace")
        head = f"\n# {dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M:%S} ({counted(len(entry), 'byte')})\n"
        data = head.encode() + b"".join(b"+%b\n" % line for line in entry.split(b"\n"))
        if len(data) > _LONGEST:
            return
        try:
            self._append(data)
        except OSError as error:
            self.tell(_not_kept(self.path, reason(error)))

    def _append(self, data: bytes) -> None:
        handle = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            written = os.write(handle, data)
            if written < len(data):
                size = os.lseek(handle, 0, os.SEEK_CUR)
                if os.fstat(handle).st_size == size:  # nobody has written since
                    os.ftruncate(handle, size - written)
                raise system_error(errno.ENOSPC)
        finally:
            os.close(handle)


def _entry(text: str) -> str:
    """An entry without what marks it; empty where some of its lines are missing."""
    head, *rest = text.split("\n")
    entry = "\n".join(line[1:] for line in rest if line.startswith("+"))
    found = _HEAD.fullmatch(head)
    is_whole = found is None or found[1] is None or natural(found[1]) == len(entry.encode())
    return entry if is_whole else ""
