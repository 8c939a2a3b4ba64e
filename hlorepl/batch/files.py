"""Files as programs: what kind each is, and the pieces that it is cut into."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import HloError
from ..source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = ("mlir", "script", "mdf", "onnx")
_BY_SUFFIX = {
    ".mlir": "mlir",
    ".hlo": "script",
    ".json": "mdf",
    ".yaml": "mdf",
    ".yml": "mdf",
    ".bson": "mdf",
    ".onnx": "onnx",
}
_SEPARATOR = re.compile(r"^[ \t]*// -----[^\n]*\n?", re.MULTILINE)
_BLANK = re.compile(r"(?:\s++|//[^\n]*+)*+")
_MODULE_START = re.compile(
    r'(?:module\b|builtin\.module\b|func\.func\b|"builtin\.module"|"func\.func"|[#!][\w$.]+\s*=|\{-#|sdy\.mesh\b|func\s+@)'
)


class Piece:
    """One program of a file. ``chunk`` counts from 0; ``line`` is where it begins in the file."""

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
    """A file that could not be read; the text says why."""


def pieces(name: str, split: bool, kind: str | None = None) -> Iterator[Piece]:
    """The programs of a file (``-`` is standard input); raises ``Unreadable`` or, for what is in it, ``HloError``."""
    path = None if name == "-" else Path(name)
    try:
        data = sys.stdin.buffer.read() if path is None else path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or error}") from None
    shown = "<stdin>" if path is None else name
    kind = kind or kind_of(path, data)
    if kind in ("mdf", "onnx"):
        yield Piece(shown, path, kind, "", data)
        return
    text = decode(data, shown)
    if not split:
        yield Piece(shown, path, _text_kind(kind, text), text, data)
        return
    start, chunk, line = 0, 0, 1
    for found in [*_SEPARATOR.finditer(text), None]:
        end = found.start() if found is not None else len(text)
        part = text[start:end]
        yield Piece(shown, path, _text_kind(kind, part), part, b"", chunk, line)
        if found is not None:
            line += text.count("\n", start, found.end())
            start = found.end()
            chunk += 1


def kind_of(path: Path | None, data: bytes) -> str:
    """By the extension, else by what is in it."""
    suffix = path.suffix.lower() if path is not None else ""
    if suffix in _BY_SUFFIX and not data.startswith(b"ML\xefR"):
        return _BY_SUFFIX[suffix]
    if data.startswith(b"ML\xefR"):
        return "bytecode"
    head = data[:4096].lstrip()
    if head.startswith(b"HloModule"):
        return "hlo"
    if head.startswith(b"{-#"):
        return "mlir"
    if head.startswith(b"{") or re.match(rb"(?s)[\w-]+:\s*\n(?:\s.*\n)*?\s*graphs:", head):
        return "mdf"
    if data[:1] == b"\x08" and b"\x00" in data[:4096]:
        return "onnx"
    return "mlir"


def decode(data: bytes, name: str) -> str:
    """The text of a file; raises ``syntax.encoding`` at the first byte that cannot be one."""
    if data.startswith(b"ML\xefR"):
        source = Source("ML\N{REPLACEMENT CHARACTER}R", name)
        help_text = "print it as text first: stablehlo-opt or jax.export's mlir_module() does"
        raise HloError(
            "this is MLIR bytecode, which is not read yet", source.span(0, 4), "syntax.bytecode", help=help_text
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        source = Source(before + "\N{REPLACEMENT CHARACTER}", name)
        message = f"the byte 0x{data[error.start]:02X} is not UTF-8: this is not a text file"
        raise HloError(message, source.span(len(before), len(before) + 1), "syntax.encoding") from None
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if text.lstrip().startswith("HloModule"):
        source = Source(text, name)
        at = text.index("HloModule")
        help_text = "export StableHLO instead: jax.jit(f).lower(…).as_text(), or xla-translate --hlo-text-to-stablehlo"
        raise HloError(
            "this is XLA's HLO text, not StableHLO", source.span(at, at + 9), "syntax.hlo_text", help=help_text
        )
    return text


def _text_kind(kind: str, text: str) -> str:
    """``script`` when the top level holds ops, short forms or commands."""
    return "script" if is_script(text) else "mlir" if kind != "script" or text.strip() else "script"


def is_script(text: str) -> bool:
    """Whether anything but functions and modules stands at the top level."""
    from ..syntax.recovery import statement_end

    at = _skip(text, 0)
    while at < len(text):
        found = _MODULE_START.match(text, at)
        if found is None:
            return _looks_like_statement(text, at)
        if found.group().startswith(("module", "builtin.module", '"builtin.module"')):
            return False
        at = _skip(text, statement_end(text, at))
    return False


def _looks_like_statement(text: str, at: int) -> bool:
    return bool(re.match(r'[%:?"(\[\-.\d]|[A-Za-z_][\w$.]*\s*[%@("\[<\w]', text[at : at + 200]))


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()
