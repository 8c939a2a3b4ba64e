"""Files that are written as a whole, by everyone who writes one: whatever happens, there is the old one or the new one.

A new file is made without a name where the system can do that, so that nothing is left of it when the process is killed, else
under a name of its own. It takes the other's place when all of it is written.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

from .wording import system_error

if TYPE_CHECKING:
    from collections.abc import Generator

#: A name in one of these is that of a device or of an open stream, also where a file on a disk is behind it.
_STREAMS = ("/dev", "/dev/fd")
#: The name of a new file, and for how many seconds nobody has written into one that was left.
_LEFT = re.compile(r"\.[0-9a-f]{16}\.hlorepl")
_UNTOUCHED = 60
_NO_CHARACTER = re.compile("[\ud800-\udfff]")
#: Systems follow no more links than this.
_MOST_LINKS = 40


def write_whole(path: Path, data: str | bytes) -> None:
    """Write text or bytes; raises ``OSError``. Text is UTF-8 whatever it holds: U+FFFD stands for what is no character."""
    with whole_file(path) as file:
        file.write(_encoded(data) if isinstance(data, str) else data)


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", text).encode()


@contextmanager
def whole_file(path: Path, settled: bool = True) -> Generator[IO[bytes]]:
    """A new file, open for bytes, that becomes this one in the end; raises ``OSError``, and then the old one is as it was.

    A link stays a link, what it leads to is replaced; mode and owner stay. A device or a pipe is written into, in the end and all at
    once. ``settled``: it is on the disk when that is done; without, a loss of power may take it, but no end of a process.
    """
    target = final(path)
    if target is None:
        gathered = BytesIO()
        yield gathered
        with open(_stream(path), "wb") as stream:
            stream.write(gathered.getbuffer())
        return
    old = _status(target)
    if old is not None and not os.access(target, os.W_OK):
        raise system_error(errno.EACCES, path)
    with _replacing(target, old, settled) as file:
        yield file


def final(path: Path) -> Path | None:
    """The file that a path means, there or not, by a name that is no link; None for a device, a pipe or an open stream."""
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder in _STREAMS or folder.startswith("/proc/"):
            return None
        if not path.is_symlink():
            break
        path = path.parent / path.readlink()
    status = _status(path)
    if status is not None and stat.S_ISDIR(status.st_mode):
        raise system_error(errno.EISDIR, path)
    return path if status is None or stat.S_ISREG(status.st_mode) else None


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _stream(path: Path) -> int:
    """A handle for a device or a pipe; an output of this process goes on where it stands."""
    there = path.stat()
    for number in (1, 2):
        with suppress(OSError):  # it may be closed
            if os.path.samestat(there, os.fstat(number)):
                return os.dup(number)
    return os.open(path, os.O_WRONLY | os.O_APPEND)


@contextmanager
def _replacing(target: Path, old: os.stat_result | None, settled: bool) -> Generator[IO[bytes]]:
    mode = 0o666 if old is None else stat.S_IMODE(old.st_mode) & 0o777
    _remove_left(target.parent)
    handle, name = _new(target.parent, mode)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123 - a handle
            _lock(handle)
            if old is not None:
                _own_as(handle, old, mode)
            yield file
            file.flush()
            if settled:
                _settle(handle)
            if name is None:
                name = _free_name(target.parent)
                # The folder is ignored beside a whole path; it is what makes Python follow the link.
                os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=handle, follow_symlinks=True)
        name.replace(target)
        name = None
    finally:
        if name is not None:
            name.unlink(missing_ok=True)


def _new(folder: Path, mode: int) -> tuple[int, Path | None]:
    """A handle for a new file, and its name where it had to have one."""
    if hasattr(os, "O_TMPFILE") and Path("/proc/self/fd").is_dir():
        with suppress(OSError):  # not every file system can do that; if it is something else, the other way says so
            return os.open(folder, os.O_WRONLY | os.O_TMPFILE, mode), None
    name = _free_name(folder)
    return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), name


def _free_name(folder: Path) -> Path:
    return folder / f".{os.urandom(8).hex()}.hlorepl"


@lru_cache(maxsize=64)
def _remove_left(folder: Path) -> None:
    """Remove new files of ours that a process left unfinished when it was killed; looked for once in each folder."""
    with suppress(OSError), os.scandir(folder) as entries:  # it is no fault of who writes now
        for entry in entries:
            if _LEFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                _remove_if_left(Path(entry.path))


def _remove_if_left(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            if status.st_uid == os.getuid() and time.time() - status.st_mtime > _UNTOUCHED and _lock(handle):
                path.unlink()
        finally:
            os.close(handle)


def _lock(handle: int) -> bool:
    """Mark a new file as being written, until it is closed; whether nobody else does that."""
    try:
        import fcntl  # late: on demand
    except ImportError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # somebody does, or the file system cannot tell
        return False
    return True


def _own_as(handle: int, old: os.stat_result, mode: int) -> None:
    new = os.fstat(handle)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):  # it is not ours to give away
            os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, mode)


def _settle(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # where there is no disk
            raise
