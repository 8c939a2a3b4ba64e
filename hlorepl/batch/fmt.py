"""``hlorepl fmt``: one layout for all, with names, comments, separators and ``// RUN:`` lines kept."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..display.errors import error_text, use_colour
from ..errors import HloError
from ..kinds import TEXT, decode, kind_of, module_in
from ..source import Source
from .files import Unreadable

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from ..ir.core import Op

_SEPARATOR = re.compile(r"^[ \t]*// -----[^\n]*$", re.MULTILINE)
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*+"|(//[^\n]*)')


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
            from ..session.saving import write_whole  # late: on demand

            try:
                write_whole(Path(name), laid)
            except OSError as error:
                sys.stderr.write(f"{name}: {error.strerror or error}\n")
                return 2
        return 0
    sys.stdout.write(laid)
    return 0


def _laid_out(text: str, name: str, options: Namespace) -> str:
    from ..recursion import room  # late: on demand

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
        raise Unreadable(f"{name}: {error.strerror or error}") from None
    kind = kind or kind_of("" if name == "-" else Path(name).suffix, lambda: data)
    if kind in ("mdf", "onnx", "arrays"):
        what = "holds arrays" if kind == "arrays" else "is a model"
        raise HloError(f"{name} {what}; fmt lays out StableHLO", code="run.kind")
    return decode(data, "<stdin>" if name == "-" else name)


def format_text(text: str, name: str, options: Any) -> str:
    """The text laid out, each piece between separators by itself."""
    parts: list[str] = []
    start, line = 0, 1
    for found in [*_SEPARATOR.finditer(text), None]:
        end = found.start() if found is not None else len(text)
        piece = text[start:end]
        parts.append(_format_piece(piece, name, line, options))
        if found is not None:
            parts.append("// -----\n" if found.end() == len(text) else "// -----\n\n")
            line += text.count("\n", start, found.end())
            start = found.end()
    return _joined(parts)


def _joined(parts: list[str]) -> str:
    text = ""
    for part in parts:
        if part.startswith("// -----") and text and not text.endswith("\n\n"):
            text += "\n"
        text += part
    return text.rstrip("\n") + "\n" if text.strip() else text


def _format_piece(text: str, name: str, line: int, options: Any) -> str:
    from ..syntax.printer import Printer  # late: NumPy

    if not text.strip():
        return ""
    errors: list[HloError] = []
    module = module_in(Source(text, name, line), errors, options.kind or TEXT)
    if module is None:
        return "\n".join(row.rstrip() for row in text.strip("\n").split("\n")) + "\n"
    if errors:
        raise errors[0]
    comments = Comments(text, module)
    printer = Printer(
        generic=options.generic,
        rename=options.canonical_names,
        comments=comments.before,
        trailing=comments.beside,
        ending=comments.at_end,
        locations=True,
    )
    head = comments.at_top()
    body = printer.module(module) if comments.is_written(module) else printer.ops(module.body.ops) + "\n"
    tail = comments.left_over()
    return "\n".join([*head, body.rstrip("\n"), *tail]).strip("\n") + "\n"


class Comments:
    """Where the comments of a text stand: before an op, beside it, or at the end of a region."""

    def __init__(self, text: str, module: Any):
        self.text = text
        self.module = module
        self.ops = [op for op in module.walk() if op is not module and op.span is not None]
        if self.is_written(module):
            self.ops.insert(0, module)
        self.ops.sort(key=lambda op: op.span.start)
        self._before: dict[int, list[str]] = {}
        self._beside: dict[int, str] = {}
        self._ends: dict[int, list[str]] = {}
        self._top: list[str] = []
        self._rest: list[str] = []
        for start, comment in _comments(text):
            self._place(start, comment)

    def is_written(self, module: Any) -> bool:
        """Whether ``module`` stands in the text, or is only what holds its functions."""
        return bool(re.match(r'\s*(?:"?builtin\.)?module\b|"builtin', self.text[module.span.start : module.span.end]))

    def _place(self, start: int, comment: str) -> None:
        row_start = self.text.rfind("\n", 0, start) + 1
        alone = not self.text[row_start:start].strip()
        if not alone:
            ended = [op for op in self.ops if row_start < op.span.end <= start]
            begun = [op for op in self.ops if row_start <= op.span.start < start]
            if ended or begun:
                owner = max(ended, key=lambda op: op.span.end) if ended else begun[0]
                self._beside[id(owner)] = f"{self._beside.get(id(owner), '')} {comment}"
                return
        following = next((op for op in self.ops if op.span.start > start), None)
        inside = [op for op in self.ops if op.span.start < start < op.span.end]
        innermost = inside[-1] if inside else None
        if following is not None and (innermost is None or following.span.start < innermost.span.end):
            if innermost is None and following is self.ops[0]:
                self._top.append(comment)
            else:
                self._before.setdefault(id(following), []).append(comment)
        elif innermost is not None:
            self._ends.setdefault(id(innermost), []).append(comment)
        else:
            self._rest.append(comment)

    def before(self, op: Op) -> list[str]:
        return self._before.get(id(op), [])

    def beside(self, op: Op) -> str:
        return self._beside.get(id(op), "")

    def at_end(self, op: Op) -> list[str]:
        return self._ends.get(id(op), [])

    def at_top(self) -> list[str]:
        return self._top

    def left_over(self) -> list[str]:
        return self._rest


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for found in _COMMENT.finditer(text):
        if found.group(1):
            yield found.start(1), found.group(1).rstrip()
