"""Regions and blocks from text: names and where they are visible, and how to go on after an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ..errors import HloError, Incomplete, Note
from ..ir.core import Block, Op, Region, Value
from ..ir.symbols import Symbols
from ..ir.types import UNKNOWN, Type
from ..wording import undefined_value
from .lexer import MAX_BLOCKS
from .locations import LocationLexer
from .recovery import Consequence, assigned_later, braces_match, function_end, left_side, op_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..source import Source, Span
    from .aliases import Definitions


class Scope:
    """The values that are visible in a region: its own, then those of the regions around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None = None):
        self.names: dict[str, Value] = {}
        self.outer = outer

    def find(self, name: str) -> Value | None:
        found = self.names.get(name)
        return self.outer.find(name) if found is None and self.outer is not None else found

    def find_written(self, name: str) -> Value | None:
        """The value of a name that the text itself defines: what a session knows beside it may be named anew in a region."""
        found = self.names.get(name)
        return self.outer.find_written(name) if found is None and self.outer is not None else found

    def all_names(self) -> list[str]:
        return [*self.names, *(self.outer.all_names() if self.outer else [])]

    def declared(self, value: Value) -> Type:
        """The type that a value was written with. In a session its own may be narrower: there it has its actual shape."""
        return self.outer.declared(value) if self.outer is not None else value.type


class RegionParser(LocationLexer):
    """Reads regions, their blocks and the names of values; what is in them, ``OpParser`` reads.

    With ``errors`` (a list) it goes on after an error at the next op or function, and collects them there.
    """

    def __init__(
        self,
        source: Source,
        start: int = 0,
        errors: list[HloError] | None = None,
        definitions: Definitions | None = None,
    ):
        self.errors = errors
        self.scope = Scope()
        #: What a bare ``return`` means where the parser is.
        self.return_name = "func.return"
        self.blocks = 0
        #: Before which function a brace is known to be missing.
        self.unclosed = -1
        self._braces_match: bool | None = None
        super().__init__(source, start, definitions)

    def symbols(self) -> Symbols:
        """What names of functions mean where the parser is; asked for calls without types only."""
        return Symbols()

    # Going on after an error

    def _recovering(self, ops: list[Op], read: Callable[[], Op | None] | None = None) -> bool:
        """Read one op into a list; on an error, when they are collected, go on behind it. Whether there was none."""
        start, depth, blocks, scope = self.start, self.depth, self.blocks, self.scope
        before = len(self.errors or ())
        try:
            op = (read or self.operation)()
            if op is not None:
                ops.append(op)
            return True
        except HloError as error:
            if self.errors is None or blocks and error.code == "limit.depth":  # the outermost op goes on, once
                raise
            if not self._follows(error, self.errors[before:]):
                self.errors.append(error)
            self.depth, self.blocks, self.scope = depth, blocks, scope
            self._define_unknown(start)
            is_function = self.input.startswith("func.func", start)
            self.goto(
                function_end(self.input, start, self.braces_match()) if is_function else op_end(self.input, start)
            )
            self.unclosed = self.start
            return False

    def _follows(self, error: HloError, inside: list[HloError]) -> bool:
        """Whether an error only follows from others, such as those ``inside`` of the same op."""
        if isinstance(error, Consequence) or any(each is error for each in self.errors or ()):
            return True
        return error.code.startswith("syntax.") and any(each.code.startswith("syntax.") for each in inside)

    def _define_unknown(self, start: int) -> None:
        for name, count in left_side(self.input, start):
            for key in (name, *(f"{name}#{k}" for k in range(count))):
                self.scope.names.setdefault(key, Value(key, UNKNOWN))

    def _enter_block(self) -> None:
        self.blocks += 1
        if self.blocks > MAX_BLOCKS:
            self.fail(f"blocks are nested more than {MAX_BLOCKS} deep", "limit.depth")

    def _leave_block(self) -> None:
        self.blocks -= 1

    # Regions and blocks

    def region(self, arguments: list[Value] | None = None, return_name: str = "stablehlo.return") -> Region:
        """``{ ops }`` or ``{ ^bb0(%a: T): ops }``; ``arguments`` are those of the first block when its op declares them."""
        before, self.return_name = self.return_name, return_name
        try:
            return self._region(arguments)
        finally:
            self.return_name = before

    def _region(self, arguments: list[Value] | None) -> Region:
        start = self.start
        self._enter_block()
        self.take("{")
        self.scope = Scope(self.scope)
        found = Region()
        block = Block(arguments, span=self.span())
        for argument in block.arguments:
            self.define(argument)
        found.blocks.append(block)
        first = True
        while not self.at("}"):
            if self.kind == "eof":
                notes = [Note("the region begins here", self.source.span(start, start + 1))]
                message = "expected '}' at the end of the region, but the text ends here"
                raise Incomplete(message, self.span(), "syntax.end", notes)
            if self._function_begins():
                self._not_closed(start)
                break
            if self.kind == "caret":
                block = self._label(found, block, first)
            else:
                block.is_whole &= self._recovering(block.ops)
            first = False
        else:
            self.take("}")
        self._leave_block()
        assert self.scope.outer is not None
        self.scope = self.scope.outer
        found.span = self.span_from(start)
        for each in found.blocks:
            each.span = each.span or found.span
        return found

    def _function_begins(self) -> bool:
        """Whether a function begins here because a brace is missing before it; the verifier reports one that is meant."""
        return self.text == "func.func" and not self.braces_match()

    def braces_match(self) -> bool:
        """Whether every brace of the text is closed; worked out once."""
        if self._braces_match is None:
            self._braces_match = braces_match(self.input)
        return self._braces_match

    def _not_closed(self, start: int) -> None:
        """Report that the region from ``start`` on ends in front of a function, if that is not known already."""
        if self.unclosed == self.start:
            return
        self.unclosed = self.start
        notes = [Note("the region begins here", self.source.span(start, start + 1))]
        error = HloError("expected '}' before the next function", self.span(), "syntax.form", notes)
        if self.errors is None:
            raise error
        self.errors.append(error)

    def _label(self, region: Region, block: Block, first: bool) -> Block:
        start = self.start
        label = self.advance()
        if not first:
            message = "StableHLO has regions of one block; there are no jumps"
            raise HloError(message, self.span_from(start), "module.blocks")
        arguments: list[Value] = []
        if self.at("("):
            self.deeper()
            self.take("(")
            while not self.at(")"):
                arguments.append(self.argument())
                if not self.more(")"):
                    break
            self.take(")")
            self.depth -= 1
        self.take(":")
        if block.arguments and not arguments:
            self.fail(
                "the arguments of this block are those of its op; it has no label", "syntax.form", self.span_from(start)
            )
        if block.arguments and arguments:
            self.fail("the arguments of this block are declared twice", "syntax.form", self.span_from(start))
        if arguments:
            region.blocks[0] = block = Block(arguments, label, self.span_from(start))
            for argument in arguments:
                self.define(argument)
        block.label = label
        return block

    def argument(self) -> Value:
        """``%a: T``, perhaps with its location."""
        span = self.span()
        name = self.take_kind("value", "the name of an argument")[1:]
        self.take(":")
        value = Value(name, self.type(), span)
        if self.at("loc"):
            value.location = self.location()
        return value

    # Names

    def define(self, value: Value) -> None:
        """Make a value known in this region."""
        before = self.scope.find_written(value.name)
        if before is not None and before.type is not UNKNOWN:
            notes = [Note("the first definition is here", before.span)] if before.span else []
            raise HloError(f"%{value.name} is defined twice", value.span, "name.redefined", notes)
        self.scope.names[value.name] = value

    def value(self) -> Value:
        """The use of a value."""
        start, name = self.start, self.take_kind("value", "a value, %name")[1:]
        if self.kind == "hash" and self.text[1:].isdigit():  # %r #1 is %r#1
            name += self.advance()
        found = self.scope.find(name)
        if found is None and name.endswith("#0"):
            found = self.scope.find(name[:-2])
        if found is None:
            self._undefined(name, self.span_from(start))
        return found

    def _undefined(self, name: str, span: Span) -> NoReturn:
        notes: list[Note] = []
        later = assigned_later(self.input, span.end, name.partition("#")[0])
        if later is not None:
            notes.append(Note("a value of this name is defined further down", self.source.span(*later)))
        tip = undefined_value(name, self.scope.all_names())
        raise HloError(f"there is no value %{name} here", span, "name.undefined", notes, tip)

    def operation(self) -> Op:
        """One op, with its results bound."""
        raise NotImplementedError
