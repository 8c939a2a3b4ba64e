"""What a session has come to, written down entry by entry: enough to go on from there without running anything again.

A record is a line of JSON and the bytes of the arrays that it names. It has what was entered, the statements of it that held, and
every value that got a name, by content; ``resuming.py`` reads it. What is torn at the end of a file, by a crash, is not there.
"""

from __future__ import annotations

import hashlib
import json
from os import SEEK_END
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from ..errors import HloError
from ..ir.types import element, element_of
from . import kept_draws
from .loaded_models import LoadedMdf, LoadedOnnx
from .per_process import PerProcess
from .result import on_host
from .state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..ir.kept import KeptList
    from .moments import Moment
    from .session import Session
    from .state import Logged, NamedValue

#: The first line of a file.
HEADER = b"hlorepl session 1\n"
#: One array may take this part of all that is kept.
_PART = 4
_PIECE = 1 << 20


class Record(NamedTuple):
    """One entry: what is said of it, and the arrays that are named there by their numbers."""

    about: dict[str, Any]
    arrays: list[Any]

    def write(self, file: IO[bytes]) -> None:
        """Append it."""
        sizes = [{"type": _type_name(each.dtype), "shape": each.shape, "size": each.nbytes} for each in self.arrays]
        file.write(json.dumps({**self.about, "arrays": sizes}).encode() + b"\n")
        for each in self.arrays:
            data = each.reshape(-1).view("u1").data if each.size else b""
            for at in range(0, len(data), _PIECE):
                file.write(data[at : at + _PIECE])
        file.write(b"\n")
        file.flush()


class Journal:
    """Writes the records of a session into a file that takes at most so many bytes.

    Where a file has grown too long, what it holds is written anew: the values that have names, and no way back from there.
    """

    def __init__(self, file: IO[bytes], limit: int):
        self.file = file
        self.limit = limit
        self.before: Moment | None = None

    def begin(self, session: Session) -> None:
        """A session begins, or goes on from what the file holds."""
        self.before = session.moments.now

    def record(self, session: Session, name: str, text: str) -> None:
        """Write down what an entry has come to; raises ``OSError``."""
        before, now = self.before, session.moments.now
        assert before is not None
        found = _Writer(self.limit // _PART).entry(session, name, text, before, now)
        if self.file.tell() + sum(each.nbytes for each in found.arrays) + len(text) > self.limit:
            found = _Writer(self.limit // _PART, self.limit // 2).snapshot(session, now)
            self.file.seek(0)
            self.file.truncate()
            self.file.write(HEADER)
        found.write(self.file)
        self.before = now


class _Writer:
    """Makes one record. ``most`` are the bytes that an array may have, ``room`` those of all arrays."""

    def __init__(self, most: int, room: int | None = None):
        self.most = most
        self.room = room
        self.arrays: list[Any] = []
        self.numbers: dict[int, int] = {}

    def entry(self, session: Session, name: str, text: str, before: Moment, now: Moment) -> Record:
        """What has become of the session between two moments: steps back or forth, then statements."""
        base, go = _base(before, now)
        about: dict[str, Any] = {"name": name, "text": text, "go": go}
        if now.state is not base:
            about |= self.changes(base, now.state)
        return Record(about, self.arrays)

    def snapshot(self, session: Session, now: Moment) -> Record:
        """All that is there, as if one entry had made it."""
        entries = [[each.name, each.text] for each in session.entries]
        about = {"name": "", "text": "", "go": 0, "entries": entries, **self.changes(State(), now.state, is_read=False)}
        about["steps"] = [{"kind": "told", "text": each.text, "names": []} for each in now.state.log]
        return Record(about, self.arrays)

    def changes(self, base: State, state: State, is_read: bool = True) -> dict[str, Any]:
        """What a state has that another had not; where its statements are not read again, also what they defined."""
        steps = _steps(base.log, state.log)
        found: dict[str, Any] = {
            "steps": [{"kind": each.kind, "text": each.text, "names": each.names} for each in steps]
        }
        found["values"] = [self.value(name, state.names[name]) for name in state.names.differing(base.names)]
        found["gone"] = [name for name in base.names.differing(state.names) if name not in state.names]
        found["last"], found["number"], found["grid"] = state.last, state.next_number, state.grid
        if state.symbols is not base.symbols:
            typed = {each.text for each in steps if is_read and each.kind == "define" and each.is_whole}
            found["sources"] = _sources(base, state, typed)
            found["undefined"] = [each for each in base.symbols.ops if each not in state.symbols.ops]
        if state.drawn is not base.drawn:
            found["draws"] = None if state.drawn is None else kept_draws.standing(state.drawn)
        if state.models != base.models:
            found["models"] = [each for each in map(self.model, state.models.items()) if each is not None]
        return found

    def value(self, name: str, bound: NamedValue) -> dict[str, Any]:
        return {"name": name, "type": str(bound.value.type), "array": self.array(bound.array)}

    def array(self, array: Any) -> Any:
        """A number, or a tree of them; ``"lost"`` for what is too large."""
        if array is None:
            return None
        if isinstance(array, PerProcess):
            return {"each": [self.array(each) for each in array.values]}
        if isinstance(array, tuple):
            return {"parts": [self.array(each) for each in cast("tuple[Any, ...]", array)]}
        size = array.nbytes
        if size > self.most or self.room is not None and size > self.room:
            return "lost"
        if id(array) not in self.numbers:
            self.room = None if self.room is None else self.room - size
            self.numbers[id(array)] = len(self.arrays)
            self.arrays.append(on_host(array))
        return self.numbers[id(array)]

    def model(self, item: tuple[str, tuple[Any, Any]]) -> dict[str, Any] | None:
        """A model by its file, and, of MDF, where it stands."""
        kind, (model, _) = item
        assert isinstance(model, (LoadedMdf, LoadedOnnx))
        if model.path is None:
            return None
        found: dict[str, Any] = {"kind": kind, "path": str(model.path.resolve()), "hash": hash_of(model.path)}
        if isinstance(model, LoadedMdf):
            from . import kept_models  # late: on demand

            found["graph"] = model.graph
            try:
                found["stands"] = kept_models.standing(model, self.number)
            except (KeyError, TypeError, ValueError):  # values that are no numbers
                found["stands"] = None
        return found

    def number(self, array: Any) -> int:
        """The number of a model's array in the record."""
        found = self.array(array)
        _type_name(array.dtype)  # raises for texts
        if not isinstance(found, int):
            raise TypeError("it is too large to be kept")
        return found


def hash_of(path: Path) -> str:
    """What no other file's bytes have; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _base(before: Moment, now: Moment) -> tuple[State, int]:
    """The state that an entry has begun with or gone back to, and how many steps away that was: below zero are undone."""
    if next(reversed(now.history), None) is before.state or now.state is before.state:
        return before.state, 0
    line = [*before.history, before.state, *reversed(before.undone)]
    place = {id(state): number for number, state in enumerate(line)}
    here = len(before.history)
    for candidate in (now.state, *reversed(now.history)):
        if id(candidate) in place:
            return candidate, place[id(candidate)] - here
    return before.state, 0


def _steps(base: KeptList[Logged], log: KeptList[Logged]) -> list[Logged]:
    """The statements that came; a log that has been cut begins elsewhere."""
    last = next(reversed(base), None)
    found: list[Logged] = []
    for each in reversed(log):
        if each is last:
            break
        found.append(each)
    return found[::-1]


def _sources(base: State, state: State, typed: set[str]) -> list[list[str]]:
    """The texts in which symbols were defined that no typed statement defines."""
    found: dict[str, list[str]] = {}
    for name, op in state.symbols.ops.items():
        if base.symbols.ops.get(name) is not op and op.span is not None and op.span.text not in typed:
            source = op.span.source
            found.setdefault(source.text, [source.name, source.text])
    return [*found.values()]


def _type_name(dtype: Any) -> str:
    """How a dtype is called: as NumPy does, where it is NumPy's, else as MLIR does; KeyError for those of texts and objects."""
    return dtype.name if dtype.kind in "biufc" and dtype.isbuiltin == 1 else str(element_of(dtype))


def read_records(file: IO[bytes]) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """The records of a file that are there whole; raises ``run.input`` where it is none of ours."""
    end = file.seek(0, SEEK_END)
    file.seek(0)
    if file.readline(len(HEADER)) != HEADER:
        raise HloError("this is no session that was kept", code="run.input")
    while (line := file.readline()).endswith(b"\n"):
        try:
            about = json.loads(line)
            arrays = [_read_array(file, each, end) for each in about["arrays"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if file.read(1) != b"\n":
            return
        yield about, arrays


def _read_array(file: IO[bytes], about: dict[str, Any], end: int) -> Any:
    size = about["size"]
    if not 0 <= size <= end - file.tell():
        raise ValueError("torn")
    data = file.read(size)
    name = about["type"]
    dtype = np.dtype(name) if name in _NUMPY else element(name).dtype
    return np.frombuffer(data, np.uint8).view(dtype).reshape(about["shape"])


_NUMPY = {
    "bool",
    "complex64",
    "complex128",
    *(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64)),
}
