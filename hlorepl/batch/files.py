"""Files as programs: what kind each is, and the pieces that it is cut into."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..kinds import decode, kind_of
from ..source import Source, visible
from ..wording import reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: What stands between the programs of one file: a line that begins so.
_SEPARATOR = re.compile(r"(?:^|(?<=\r))[ \t]*// -----[^\r\n]*+", re.MULTILINE)


class Piece:
    """One program of a file. ``kind``: see ``kinds``; ``chunk`` counts from 0; ``line`` is where it begins in the file."""

    __slots__ = ("chunk", "data", "kind", "line", "name", "path", "text")

    def __init__(self, name: str, path: Path | None, kind: str, text: str, data: bytes, chunk: int = 0, line: int = 1):
        self.name = name
        self.path = path
        self.kind = kind
        self.text = text
        self.data = data
        self.chunk = chunk
        self.line = line

    @property
    def source(self) -> Source:
        return Source(self.text, self.name, self.line)


class Unreadable(Exception):
    """A file that could not be read; the text says why, as a terminal may show it."""

    def __str__(self) -> str:
        return visible(super().__str__(), one_line=True)


def pieces(name: str, split: bool, kind: str | None = None) -> Iterator[Piece]:
    """The programs of a file (``-`` is standard input); raises ``Unreadable`` or, for what is in it, ``HloError``."""
    path = None if name == "-" else Path(name)
    try:
        data = sys.stdin.buffer.read() if path is None else path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{name}: {reason(error)}") from None
    shown = "<stdin>" if path is None else name
    kind = kind or kind_of(path.suffix if path is not None else "", lambda: data)
    if kind in ("mdf", "onnx", "arrays"):
        yield Piece(shown, path, kind, "", data)
        return
    text = decode(data, shown)
    if not split:
        yield Piece(shown, path, kind, text, data)
        return
    for chunk, (part, line, _) in enumerate(parts(text)):
        yield Piece(shown, path, kind, part, b"", chunk, line)


def parts(text: str) -> Iterator[tuple[str, int, str]]:
    """The pieces of a text between separators: each with the number of its first line, and the separator behind it."""
    start, line = 0, 1
    for found in _SEPARATOR.finditer(text):
        yield text[start : found.start()], line, found.group().strip()
        line += text.count("\n", start, found.end())
        start = found.end()
    yield text[start:], line, ""


def folders(names: Sequence[str]) -> dict[str, str]:
    """For each of several files a folder of its own: named as the file without its extension, where no two are then alike."""
    paths = [Path("stdin") if name == "-" else Path(name) for name in dict.fromkeys(names)]
    found = [path.stem for path in paths]
    if not _are_different(found):
        found = [path.name for path in paths]
    if not _are_different(found):
        found = [f"{number}-{path.name}" for number, path in enumerate(paths)]
    return dict(zip(dict.fromkeys(names), found, strict=True))


def _are_different(names: Sequence[str]) -> bool:
    """Also where a system takes capitals and small letters for the same."""
    return len({name.casefold() for name in names}) == len(names)
