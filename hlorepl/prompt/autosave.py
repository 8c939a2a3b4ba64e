"""The session in a file of its user's, entry by entry: ``--resume`` takes it up, also after a crash."""

from __future__ import annotations

import datetime as dt
import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from ..source import visible
from ..wording import reason
from .history import data_directory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..config import Settings
    from ..session import Session
    from ..session.journal import Journal
    from ..session.resuming import Resumed

#: So many sessions are kept beside the one that runs.
_KEPT = 5


class Autosave:
    """Writes down what each entry has come to. ``tell`` hears, once, that it cannot be."""

    def __init__(self, settings: Settings, tell: Callable[[str], None]):
        self.settings = settings
        self.tell = tell
        self._journal: Journal | None = None
        self._path: Path | None = None
        self._file: IO[bytes] | None = None
        self._is_worth_it = False

    @property
    def is_on(self) -> bool:
        """Whether the session can be taken up."""
        return self._file is not None

    def begin(self, session: Session) -> None:
        """An empty session begins."""
        if not (self.settings["prompt.autosave"] and self.settings["prompt.history"]):
            return
        from ..session.journal import HEADER  # late: start-up

        try:
            folder = _folder()
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            name = f"{dt.datetime.now(dt.UTC):%Y%m%d-%H%M%S}-{os.getpid()}.session"
            handle = os.open(folder / name, os.O_CREAT | os.O_RDWR | os.O_TRUNC, 0o600)
            file = os.fdopen(handle, "r+b")
            _lock(file)
            file.write(HEADER)
            self._take(folder / name, file, session)
            _prune(folder)
        except (OSError, RuntimeError) as error:
            self._give_up(error)

    def resume(self, session: Session) -> Resumed | None:
        """Bring an empty session to where the last one stood, and go on keeping it there; None where there is none."""
        from ..session.resuming import resume  # late: start-up

        for path in _newest_first():
            try:
                file = path.open("r+b")
            except OSError:
                continue
            if not _lock(file):
                file.close()
                continue
            try:
                found = resume(session, file)
                file.seek(found.end)
                file.truncate()
            except BaseException:
                file.close()
                raise
            self._is_worth_it = True
            self._take(path, file, session)
            return found
        return None

    def _take(self, path: Path, file: IO[bytes], session: Session) -> None:
        from ..session.journal import Journal  # late: start-up

        self._path, self._file = path, file
        self._journal = Journal(file, self.settings["prompt.autosave_megabytes"] << 20)
        self._journal.begin(session)

    def record(self, session: Session, name: str, text: str) -> None:
        """An entry has come to an end."""
        if self._journal is None:
            return
        before = self._journal.before
        try:
            self._journal.record(session, name, text)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cost the user the session that it was to keep
            self._give_up(error)
        self._is_worth_it |= session.moments.now is not before and session.state is not (before and before.state)

    def end(self) -> None:
        """The session has ended; one in which nothing was made leaves nothing."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            if not self._is_worth_it and self._path is not None:
                with suppress(OSError):
                    self._path.unlink()
        self._journal = self._file = None

    def _give_up(self, error: Exception) -> None:
        self._journal = None
        self.tell(f"the session is not kept for --resume: {visible(reason(error), one_line=True)}")


def _folder() -> Path:
    return data_directory() / "sessions"


def _newest_first() -> list[Path]:
    with suppress(OSError, RuntimeError):
        return sorted(_folder().glob("*.session"), key=lambda path: path.stat().st_mtime, reverse=True)
    return []


def _lock(file: IO[bytes]) -> bool:
    """Keep other prompts from a file; whether none has it."""
    try:
        import fcntl  # late: start-up
    except ImportError:  # not every system has it
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _prune(folder: Path) -> None:
    """Remove the oldest sessions, of those that no prompt has."""
    free: list[Path] = []
    for path in _newest_first():
        with suppress(OSError), path.open("rb") as file:
            if _lock(file):
                free.append(path)
    for path in free[_KEPT:]:
        with suppress(OSError):
            path.unlink()
