"""Entries of earlier runs: a file that only its user can read."""

from __future__ import annotations

import os
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from ..wording import reason


def data_directory() -> Path:
    """Where this user's data lies: ``$XDG_DATA_HOME/hlorepl``."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hlorepl"


def open_history(keep: bool = True) -> tuple[History, str]:
    """The history, and why it is not kept when it cannot be."""
    if not keep:
        return InMemoryHistory(), ""
    path = data_directory() / "history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists() and not path.is_file():
            return InMemoryHistory(), f"history is not kept: {path}: it is no file"
        handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        os.close(handle)
        path.chmod(0o600)
    except OSError as error:
        return InMemoryHistory(), f"history is not kept: {path}: {reason(error)}"
    return FileHistory(str(path)), ""
