"""``hlorepl fmt``: one layout for all, with names, comments, separators and ``// RUN:`` lines kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..errors import HloError
from ..kinds import TEXT, decode, is_bytecode, kind_of, module_in
from ..source import Source, visible
from ..wording import reason
from .files import Unreadable, parts

if TYPE_CHECKING:
    from argparse import Namespace

    from ..ir.core import Module


def format_files(options: Namespace) -> int:
    """Lay out all files; the worst exit status."""
    worst = 0
    for name in options.files:
        worst = max(worst, _format_file(name, options))
    return worst


def _format_file(name: str, options: Namespace) -> int:
    try:
        text = _read(name, options)
        laid = _laid_out(text, "<stdin>" if name == "-" else name, options)
    except Unreadable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except HloError as error:
        sys.stderr.write(error_text(error, use_colour(sys.stderr)) + "\n")
        return 1
    if options.check:
        if laid != text:
            sys.stderr.write(f"{visible(name, one_line=True)}: is not laid out as hlorepl fmt does\n")
            return 1
        return 0
    if options.in_place and name != "-":
        if laid != text:
            from ..whole_files import write_whole  # late: on demand

            try:
                write_whole(Path(name), laid)
            except OSError as error:
                sys.stderr.write(f"{visible(name, one_line=True)}: {reason(error)}\n")
                return 2
        return 0
    sys.stdout.write(visible(laid) if sys.stdout.isatty() else laid)
    return 0


def _laid_out(text: str, name: str, options: Namespace) -> str:
    from ..recursion import room  # late: on demand

    try:
        with room():
            return format_text(text, name, options)
    except (RecursionError, MemoryError):
        message = "the program is too large or nested too deep"
        raise HloError(message, Source(text, name).span(0), "limit.depth") from None


def _read(name: str, options: Namespace) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Unreadable(f"{name}: {reason(error)}") from None
    kind = options.kind or kind_of("" if name == "-" else Path(name).suffix, lambda: data)
    if kind in ("mdf", "onnx", "arrays"):
        what = "holds arrays" if kind == "arrays" else "is a model"
        raise HloError(f"{name} {what}; fmt lays out StableHLO", code="run.kind")
    if is_bytecode(data) and (options.check or options.in_place):
        raise HloError(f"{name} is MLIR bytecode, and has no layout; fmt prints it as text", code="run.kind")
    return decode(data, "<stdin>" if name == "-" else name)


def format_text(text: str, name: str, options: Any) -> str:
    """The text laid out, each piece between separators by itself.

    Where the pieces are no programs but the whole is one, a separator in it is a comment, as it is for ``run``.
    """
    try:
        return _joined(text, name, options)
    except HloError:
        errors: list[HloError] = []
        module = module_in(Source(text, name), errors, options.kind or TEXT)
        if module is None or errors:
            raise
        return _module_text(module, options)


def _joined(text: str, name: str, options: Any) -> str:
    """The pieces laid out, with the separators between them and a blank line on either side of each."""
    found = ""
    for part, line, separator in parts(text):
        found += _format_piece(part, name, line, options)
        if separator:
            found += "\n" * (bool(found) and not found.endswith("\n\n")) + separator + "\n\n"
    return found.rstrip("\n") + "\n" if found.strip() else found


def _format_piece(text: str, name: str, line: int, options: Any) -> str:
    if not text.strip():
        return ""
    errors: list[HloError] = []
    module = module_in(Source(text, name, line), errors, options.kind or TEXT)
    if module is None:
        return "\n".join(row.rstrip() for row in text.strip("\n").split("\n")) + "\n"
    if errors:
        raise errors[0]
    return _module_text(module, options)


def _module_text(module: Module, options: Any) -> str:
    from ..syntax.file_printer import FilePrinter  # late: NumPy

    return FilePrinter(module.contents, options.generic, options.canonical_names).file(module, module.contents.is_bare)
