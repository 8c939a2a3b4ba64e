"""Files that are written as a whole: whatever happens, there is the old one or the new one."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


def write_whole(path: Path, data: str | bytes) -> None:
    """Write text or bytes; raises ``OSError``."""
    with _taking_the_place_of(path) as file:
        file.write_bytes(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)


@contextmanager
def _taking_the_place_of(path: Path) -> Generator[Path]:
    """A new file that becomes this one in the end. A link stays a link, and a device or a pipe is written into."""
    import tempfile  # late: on demand

    if path.exists() and not path.is_file():
        yield path
        return
    path = path.resolve()
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    written = Path(name)
    try:
        yield written
        written.chmod(mode)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
