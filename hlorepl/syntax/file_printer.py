"""A module as a file: with its aliases, comments, locations and resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.contents import Location
from ..ir.numerals import array_text
from ..ir.text import key_text, quoted
from ..ir.types import Type
from ..recursion import room
from .printer import Printer

if TYPE_CHECKING:
    from ..ir.attributes import DenseAttr
    from ..ir.contents import Alias, FileContents, ResourceTable, ResourceValue
    from ..ir.core import Module, Op
    from ..source import Span


class FilePrinter(Printer):
    """Prints a module and all that its file holds beside it, in this order: aliases, ops, locations, resources.

    Aliases of attributes and types come first, as MLIR wants them; those of locations stay above or below the ops.
    """

    def __init__(self, contents: FileContents, generic: bool = False, rename: bool = False):
        super().__init__(generic, rename, contents=contents)
        self.contents = contents
        self.dialect: ResourceTable = {}
        self.external: ResourceTable = {}
        #: Keys that stand for different blobs in different entries of a session.
        self.unclear: set[str] = set()
        for layer in reversed(list(contents.layers())):
            self._merge(layer)

    def _merge(self, layer: FileContents) -> None:
        for into, more in ((self.dialect, layer.resources.dialect), (self.external, layer.resources.external)):
            for name, group in more.items():
                known = into.setdefault(name, {})
                self.unclear.update(key for key in group if key in known and known[key] != group[key])
                known.update(group)

    def file(self, module: Module, is_bare: bool = False) -> str:
        """The whole text, with a newline at the end. ``is_bare``: what is in the module, without the module around it."""
        ops: list[Op] = module.body.ops if is_bare else [module]
        body = self.ops(ops)
        leading, trailing = self._definitions(_starts([*ops, *module.body.ops]))
        lines = [*leading, *([body] if body else []), *trailing, *self._sections()]
        if self.comments is not None:
            lines = [*self.comments.top(), *lines, *self.comments.bottom()]
        return "\n".join(lines) + "\n" if lines else ""

    def _definitions(self, starts: dict[int, int]) -> tuple[list[str], list[str]]:
        """The lines of aliases above and below the ops."""
        names = self.aliases
        if names is None:
            return [], []
        groups: dict[bool, list[Alias]] = {False: [], True: []}
        for alias in names.wanted():
            groups[_stands_below(alias, starts) and not names.is_early(alias)].append(alias)
        both = (names.definitions(groups[is_below], self._definition) for is_below in (False, True))
        leading, trailing = ([self._line(text, alias.span) for alias, text in group] for group in both)
        return leading, trailing

    def _definition(self, alias: Alias) -> str:
        """What stands behind the sign: the thing itself, not its name."""
        assert self.aliases is not None
        value = alias.value
        if isinstance(value, Location):
            return f"loc({self.aliases.location(value)})"
        return self.aliases.written_out(value) if isinstance(value, Type) else self.written_out(value)

    def _line(self, text: str, span: Span) -> str:
        if self.comments is None:
            return text
        return "\n".join([*self.comments.above(span), f"{text}{self.comments.beside(span)}"])

    def _dense(self, value: DenseAttr) -> str:
        """By the key of its resource, where the section below gives the right blob."""
        key = value.resource
        if key is None:
            return super()._dense(value)
        if key in self.dialect.get("builtin", {}) and key not in self.unclear:
            return f"dense_resource<{key_text(key)}>"
        try:
            return f"dense<{array_text(value.array, value.type)}>"
        except HloError:  # there is no such resource, and the text says so as before
            return f"dense_resource<{key_text(key)}>"

    def _sections(self) -> list[str]:
        """All resources in one section, behind a blank line."""
        halves = [("dialect_resources", self.dialect), ("external_resources", self.external)]
        shown = [f"  {name}: {_nested(table)}" for name, table in halves if table]
        lines: list[str] = []
        beside = ""
        for section in (section for layer in self.contents.layers() for section in layer.resources.sections):
            if self.comments is not None:
                lines += self.comments.above(section.span)
                beside += self.comments.beside(section.span)
        if shown:
            lines.append("{-#\n" + ",\n".join(shown) + f"\n#-}}{beside}")
        return ["", *lines] if lines else []


def _starts(ops: list[Op]) -> dict[int, int]:
    """Where the first op of each text stands, by the ids of the texts."""
    found: dict[int, int] = {}
    for span in (op.span for op in ops if op.span is not None):
        found[id(span.source)] = min(span.start, found.get(id(span.source), span.start))
    return found


def _stands_below(alias: Alias, starts: dict[int, int]) -> bool:
    start = starts.get(id(alias.span.source))
    return alias.is_location and start is not None and alias.span.start > start


def _nested(table: ResourceTable) -> str:
    groups = [f"    {key_text(name)}: {{\n{_entries(group)}\n    }}" for name, group in table.items()]
    return "{\n" + ",\n".join(groups) + "\n  }"


def _entries(group: dict[str, ResourceValue]) -> str:
    return ",\n".join(f"      {key_text(key)}: {_resource(value)}" for key, value in group.items())


def _resource(value: ResourceValue) -> str:
    if isinstance(value, bytes):
        return f'"0x{value.hex().upper()}"'
    return ("true" if value else "false") if isinstance(value, bool) else quoted(value)


def print_module(module: Module, generic: bool = False, rename: bool = False) -> str:
    """The text of a module and of what its file holds beside it; parses back to an equal one."""
    with room():
        return FilePrinter(module.contents, generic, rename).file(module)
