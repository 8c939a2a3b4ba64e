"""A saved module and its arrays, which are in a file beside it that bears a hash of them: ``NAME.HASH.npz``.

The arrays are written first and the module, which names the file, last: when it takes the place of the old one, all of the new is there.
The file that the old one named goes then, unless another module in the folder names it too.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..array_files import read_arrays, write_arrays
from ..errors import HloError
from ..ir.attributes import StringAttr
from ..whole_files import write_whole
from ..wording import file_error

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from pathlib import Path

    from ..ir.core import Module

#: The module's attribute with the name of the file.
ATTRIBUTE = "hlorepl.arrays"
_FILE = re.compile(r"[^/\\\0]+\.[0-9a-f]{16}\.npz")
_NAMED = re.compile(rf'\b{re.escape(ATTRIBUTE)} = "([^"\\]*)"'.encode())
#: Kinds of files that may name arrays, and the bytes of a line that are looked at.
_MODULES, _LOOKED_AT = (".mlir", ".hlo", ""), 1 << 16
#: Seconds to wait for somebody else who cleans up.
_PATIENCE = 2.0


def write_beside(target: Path, module: Module, arrays: Mapping[str, Any], text: Callable[[], str]) -> Path | None:
    """Write the arrays, if there are any, then the module's text, which names them; where they are.

    Raises ``OSError``, or ``run.output`` of the arrays; the old files are as they were then.
    """
    beside = target.with_name(f"{target.stem}.{_hash(arrays)}.npz") if arrays else None
    module.attributes.pop(ATTRIBUTE, None)
    if beside is not None:
        module.attributes[ATTRIBUTE] = StringAttr(beside.name)
    with _saving_in(target.parent) as alone:
        old, was_there = _named_by(target), beside is not None and beside.exists()
        try:
            if beside is not None:
                write_arrays(beside, arrays)
            write_whole(target, text())
        except BaseException:
            if beside is not None and not was_there and _named_by(target) != beside.name:
                beside.unlink(missing_ok=True)
            raise
        if old is not None and alone():
            _forget(target, old)
    return beside


def arrays_of(path: Path, module: Module, limit: int | None) -> dict[str, Any]:
    """The arrays beside a saved module, by the names of @main's arguments; none where it names no file.

    Only a plain file in the module's own folder is read. Raises ``run.input`` where it holds others than were saved.
    """
    named = module.attributes.get(ATTRIBUTE)
    if not isinstance(named, StringAttr):
        return {}
    beside = path.resolve().with_name(named.value) if _FILE.fullmatch(named.value) else None
    if beside is None or beside.is_symlink() or beside.exists() and not beside.is_file():
        message = f"{path} names {named.value!r}, and arrays are in a plain file beside it, NAME.HASH.npz"
        raise HloError(message, module.span, "run.input")
    try:
        arrays = read_arrays(beside, limit)
    except OSError as error:
        raise file_error(beside, error, "run.input") from None
    if beside.name.split(".")[-2] != _hash(arrays):
        raise HloError(f"{beside} does not hold the arrays that {path} was saved with", module.span, "run.input")
    return arrays


def _hash(arrays: Mapping[str, Any]) -> str:
    """Sixteen digits that no other arrays have, nor the same ones by other names."""
    from numpy import ascontiguousarray  # late: NumPy

    found = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        found.update(f"{len(name)} {name} {array.dtype} {array.shape} ".encode())
        found.update(ascontiguousarray(array).reshape(-1).view("u1").data)
    return found.hexdigest()[:16]


def _named_by(module: os.PathLike[str]) -> str | None:
    """The file that a module's text names, by its first line that is no comment; None also where there is no such text."""
    with suppress(OSError), open(module, "rb") as file:  # noqa: PTH123 - any path
        while line := file.readline(_LOOKED_AT):
            if line.startswith(b"module"):
                found = _NAMED.search(line)
                return found[1].decode("utf-8", "replace") if found else None
    return None


def _forget(target: Path, old: str) -> None:
    """Remove the arrays of the module that was there, unless they are meant still."""
    if not re.fullmatch(rf"{re.escape(target.stem)}\.[0-9a-f]{{16}}\.npz", old):
        return
    modules = (each for each in target.parent.iterdir() if each.suffix in _MODULES and each.is_file())
    if old not in map(_named_by, modules):
        with suppress(OSError):
            target.with_name(old).unlink()


@contextmanager
def _saving_in(folder: Path) -> Generator[Callable[[], bool]]:
    """While a module and its arrays are written: nobody cleans up. What it gives says whether nobody else writes there."""
    try:
        import fcntl  # late: on demand
    except ImportError:  # not every system has it
        yield lambda: False
        return
    handle = os.open(folder, os.O_RDONLY)

    def locked(how: int) -> bool:
        with suppress(OSError):
            fcntl.flock(handle, how | fcntl.LOCK_NB)
            return True
        return False

    try:
        end = time.monotonic() + _PATIENCE
        while not (is_ours := locked(fcntl.LOCK_SH)) and time.monotonic() < end:
            time.sleep(0.01)
        yield lambda: is_ours and locked(fcntl.LOCK_EX)
    finally:
        os.close(handle)
