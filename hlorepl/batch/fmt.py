"""``hlorepl fmt``: one layout for all, with names, comments, separators and ``// RUN:`` lines kept."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..errors import HloError
from ..kinds import TEXT, decode, kind_of, module_in
from ..wording import reason
from .files import Unreadable

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

_SEPARATOR = re.compile(r"^[ \t]*// -----[^\n]*$", re.MULTILINE)


def format_files(options: Namespace) -> int:
    """Lay out all files; the worst exit status."""
    worst = 0
    for name in options.files:
        worst = max(worst, _format_file(name, options))
    return worst


def _format_file(name: str, options: Namespace) -> int:
    try:
        text = _read(name, options.kind)
        laid = _laid_out(text, "<stdin>" if name == "-" else name, options)
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except HloError as error:
        sys.stderr.write(error_text(error, use_colour(sys.stderr)) + "\n")
        return 1
    if options.check:
        if laid != text:
            sys.stderr.write(f"{name}: is not laid out as hlorepl fmt does\n")
            return 1
        return 0
    if options.in_place and name != "-":
        if laid != text:
            from ..session.saving import write_whole

            try:
                write_whole(Path(name), laid)
            except OSError as error:
                sys.stderr.write(f"{name}: {reason(error)}\n")
                return 2
        return 0
    sys.stdout.write(laid)
    return 0


def _laid_out(text: str, name: str, options: Namespace) -> str:
    from ..recursion import room
    from ..source import Source

    try:
        with room():
            return format_text(text, name, options)
    except (RecursionError, MemoryError):
        message = "the program is too large or nested too deep"
        raise HloError(message, Source(text, name).span(0), "limit.depth") from None


def _read(name: str, kind: str | None) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Unreadable(f"{name}: {reason(error)}") from None
    kind = kind or kind_of("" if name == "-" else Path(name).suffix, lambda: data)
    if kind in ("mdf", "onnx", "arrays"):
        what = "holds arrays" if kind == "arrays" else "is a model"
        raise HloError(f"{name} {what}; fmt lays out StableHLO", code="run.kind")
    return decode(data, "<stdin>" if name == "-" else name)


def format_text(text: str, name: str, options: Any) -> str:
    """The text laid out, each piece between separators by itself.

    Where the pieces are no programs but the whole is one, a separator in it is a comment, as it is for ``run``.
    """
    try:
        return _joined(_parts(text, name, options))
    except HloError:
        if _SEPARATOR.search(text) is None:
            raise
        try:
            return _format_piece(text, name, 1, options)
        except HloError:
            pass
        raise


def _parts(text: str, name: str, options: Any) -> Iterator[str]:
    start, line = 0, 1
    for found in _SEPARATOR.finditer(text):
        yield _format_piece(text[start : found.start()], name, line, options)
        yield f"{found.group().strip()}\n" + ("" if found.end() == len(text) else "\n")
        line += text.count("\n", start, found.end())
        start = found.end()
    yield _format_piece(text[start:], name, line, options)


def _joined(parts: Iterable[str]) -> str:
    text = ""
    for part in parts:
        if part.startswith("// -----") and text and not text.endswith("\n\n"):
            text += "\n"
        text += part
    return text.rstrip("\n") + "\n" if text.strip() else text


def _format_piece(text: str, name: str, line: int, options: Any) -> str:
    from ..source import Source
    from ..syntax.file_printer import FilePrinter

    if not text.strip():
        return ""
    errors: list[HloError] = []
    module = module_in(Source(text, name, line), errors, options.kind or TEXT)
    if module is None:
        return "\n".join(row.rstrip() for row in text.strip("\n").split("\n")) + "\n"
    if errors:
        raise errors[0]
    return FilePrinter(module.contents, options.generic, options.canonical_names).file(module, module.contents.is_bare)
