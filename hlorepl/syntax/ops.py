"""Ops, blocks and regions from text: names and places. How a pretty form reads is asked of ``forms.py``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import HloError, Incomplete, Note
from ..ir.core import Block, Op, Region, Value
from ..ir.types import UNKNOWN, Type
from ..ops import registry
from . import forms
from .attributes import AttributeLexer
from .lexer import MAX_BLOCKS
from .recovery import function_end, statement_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.attributes import Attribute
    from ..ops.registry import OpSpec
    from ..source import Source, Span

#: The left side of an assignment.
_ASSIGNS = re.compile(r"%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=(?!=)")


class Scope:
    """The values that are visible in a region: its own, then those of the regions around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None = None):
        self.names: dict[str, Value] = {}
        self.outer = outer

    def find(self, name: str) -> Value | None:
        found = self.names.get(name)
        return self.outer.find(name) if found is None and self.outer is not None else found

    def all_names(self) -> list[str]:
        return [*self.names, *(self.outer.all_names() if self.outer else [])]


class OpParser(AttributeLexer):
    """Reads ops and regions.

    With ``errors`` (a list) it goes on after an error at the next op or function, and collects them there.
    """

    def __init__(self, source: Source, start: int = 0, errors: list[HloError] | None = None):
        self.type_aliases: dict[str, Type] = {}
        self.attribute_aliases: dict[str, Attribute] = {}
        self.locations: dict[str, str] = {}
        self.resources: dict[str, bytes] = {}
        self.errors = errors
        self.scope = Scope()
        #: What a bare ``return`` means where the parser is.
        self.return_name = "func.return"
        self.blocks = 0
        #: How far in the function is that is being read, and before which function something is missing.
        self.function_column, self.unclosed = -1, -1
        self.symbols: Callable[[str], Any] = lambda name: None
        super().__init__(source, start)

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
            if self.errors is None:
                raise
            if not self._follows(error, self.errors[before:]):
                self.errors.append(error)
            self.depth, self.blocks, self.scope = depth, blocks, scope
            self._define_unknown(start)
            is_function = self.input.startswith("func.func", start)
            self.goto((function_end if is_function else statement_end)(self.input, start))
            self.unclosed = self.start
            return False

    def _follows(self, error: HloError, inside: list[HloError]) -> bool:
        """Whether an error only follows from others, such as those ``inside`` of the same op."""
        if isinstance(error, Consequence):
            return True
        return error.code.startswith("syntax.") and any(each.code.startswith("syntax.") for each in inside)

    def _define_unknown(self, start: int) -> None:
        found = re.compile(r"\s*(%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*)\s*=").match(self.input, start)
        for item in found.group(1).split(",") if found else ():
            name, _, count = item.strip()[1:].partition(":")
            for key in (name, *(f"{name}#{k}" for k in range(min(int(count or 1), 1000)))):
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
        """Whether a function begins here that is not further in than the one around: a brace is missing before it."""
        if self.text != "func.func":
            return False
        column = self._column(self.start)
        return column <= self.function_column and not self.input[self.start - column : self.start].strip()

    def _column(self, at: int) -> int:
        return at - self.input.rfind("\n", 0, at) - 1

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
                if not self.maybe(","):
                    break
            self.take(")")
            self.depth -= 1
        self.take(":")
        if block.arguments and not arguments:
            self.fail("the arguments of this block are those of its op; it has no label", "syntax.form", self.span_from(start))
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
        before = self.scope.find(value.name)
        if before is not None and before.type is not UNKNOWN:
            notes = [Note("the first definition is here", before.span)] if before.span else []
            raise HloError(f"%{value.name} is defined twice", value.span, "name.redefined", notes)
        self.scope.names[value.name] = value

    def value(self) -> Value:
        """The use of a value."""
        if self.kind != "value":
            self.expected("a value, %name")
        name = self.text[1:]
        found = self.scope.find(name)
        if found is None and name.endswith("#0"):
            found = self.scope.find(name[:-2])
        if found is None:
            self._undefined(name)
        self.advance()
        return found

    def _undefined(self, name: str) -> NoReturn:
        span = self.span()
        notes = []
        later = re.compile(rf"%{re.escape(name.partition('#')[0])}(?:\s*:\s*\d+)?\s*=[^=]").search(self.input, self.end)
        if later is not None:
            notes.append(
                Note(
                    "a value of this name is defined further down",
                    self.source.span(later.start(), later.start() + 1 + len(name)),
                )
            )
        help_text = self._undefined_help(name)
        raise HloError(f"there is no value %{name} here", span, "name.undefined", notes, help_text)

    def _undefined_help(self, name: str) -> list[str]:
        from difflib import get_close_matches

        left, dash, right = name.partition("-")
        if dash and self.scope.find(left) is not None:
            return [f"%{name} is one name; to subtract write %{left} - {right}"]
        near = get_close_matches(name, self.scope.all_names(), 1, 0.6)
        return [f"did you mean %{near[0]}?"] if near else []

    # Ops

    def operation(self) -> Op:
        """One op, with its results bound."""
        start = self.start
        names = self._result_names()
        if self.kind == "string":
            op = self._generic(start)
        elif self.kind == "id":
            op = self._pretty(start)
        else:
            self.expected("an operation")
        self._maybe_location(op)
        op.span = self.span_from(start)
        self._bind(op, names)
        return op

    def _result_names(self) -> list[tuple[str, int, Span]]:
        """``%a, %b:2 =``: names, counts and places."""
        names: list[tuple[str, int, Span]] = []
        if self.kind != "value":
            return names
        while True:
            span = self.span()
            name = self.take_kind("value", "the name of a result")[1:]
            count = 1
            if self.at(":"):
                self.advance()
                count = self.natural("how many results")
            names.append((name, count, span))
            if not self.maybe(","):
                break
        self.take("=")
        return names

    def _bind(self, op: Op, names: list[tuple[str, int, Span]]) -> None:
        wanted = sum(count for _, count, _ in names)
        if names and wanted != len(op.results):
            message = f"{op.name} has {_count(len(op.results), 'result')}, and {wanted} {'is' if wanted == 1 else 'are'} named"
            raise HloError(message, names[0][2].to(names[-1][2]), "name.results")
        at = 0
        for name, count, span in names:
            for k in range(count):
                result = op.results[at]
                result.name, result.span = (name if count == 1 else f"{name}#{k}"), span
                self.define(result)
                if count > 1 and k == 0:
                    self.scope.names.setdefault(name, result)
                at += 1

    def _generic(self, start: int) -> Op:
        """``"dialect.op"(%a) <{…}> ({…}) {…} : (T) -> T``."""
        name_span = self.span()
        name = self.advance()[1:-1]
        op = Op(name)
        op.spans["name"] = name_span
        self.take("(")
        self.operands(op, ")")
        self.take(")")
        if self.at("["):
            self.fail("StableHLO has no jumps to other blocks", "module.blocks")
        if self.at("<"):
            self.advance()
            self.add_attributes(op, self.dictionary())
            self.take(">")
        if self.at("("):
            self.deeper()
            self.take("(")
            while not self.at(")"):
                op.regions.append(self.region())
                if not self.maybe(","):
                    break
            self.take(")")
            self.depth -= 1
        if self.at("{"):
            self.add_attributes(op, self.dictionary())
        self.finish(op, start)
        return op

    def operands(self, op: Op, end: str) -> None:
        """Values between commas, up to (not with) a closing token; none at all is fine."""
        if self._no_operands(op, end):
            return
        while True:
            self.operand(op)
            if not self.at(",") or not self.operand_follows():
                break
            self.advance()

    def _no_operands(self, op: Op, end: str) -> bool:
        """Whether an op has no operands: others follow, or its line ends, or the text, where it needs none."""
        if self.kind == "value":
            return self.newline_before() and _ASSIGNS.match(self.input, self.start) is not None
        if self.kind == "eof":
            spec = registry.lookup(op.name)
            return spec is not None and spec.min_operands == 0
        return self.newline_before() or any(map(self.at, (end, "{", "}")))

    def operand(self, op: Op) -> None:
        """One operand, added to the op."""
        op.spans["operand", len(op.operands)] = self.span()
        op.operands.append(self.value())

    def operand_follows(self) -> bool:
        """Whether behind the current comma another operand comes."""
        return self.peek() in ("%", "")  # at the end of the text one is missing

    def add_attributes(self, op: Op, attributes: dict[str, Attribute]) -> None:
        """Merge a dictionary into the op's attributes."""
        for name, value in attributes.items():
            if name in op.attributes:
                raise HloError(f"the attribute {name} is given twice", value.span, "attribute.duplicate")
            op.attributes[name] = value
            if value.span is not None:
                op.spans["attribute", name] = value.span

    def _pretty(self, start: int) -> Op:
        name = self.text
        spec = registry.lookup(self.return_name if name == "return" else name)
        if spec is None:
            self.unknown_op(name, self.span())
        op = Op(spec.name)
        op.spans["name"] = self.span()
        self.advance()
        forms.parse(self, spec, op, start)
        return op

    def unknown_op(self, name: str, span: Span) -> NoReturn:
        """There is no op of that name."""
        from difflib import get_close_matches

        known = list(registry.names())
        pool = known if "." in name else [each.partition(".")[2] for each in known]
        near = get_close_matches(name, pool, 1, 0.6)
        help_text = [f"did you mean {near[0]}?"] if near else []
        raise HloError(f"there is no op {name}", span, "name.op", help=help_text)

    def finish(self, op: Op, start: int) -> None:
        """The signature of the op, or, where none is written, the types that the op infers."""
        if not self.at_signature():
            self.infer(op, start)
            return
        self.advance()
        self.signature(op)

    def at_signature(self) -> bool:
        """Whether the current token is the colon in front of the types."""
        if not self.at(":"):
            return False
        after = self.input[self.end : self.end + 1]
        return not (self.newline_before() and after.isalpha())

    def signature(self, op: Op) -> None:
        """``(T, …) -> T`` or one ``T`` for all, behind the colon."""
        if self.at("("):
            operand_types, operand_spans = self._operand_types()
            self.take("->")
            spans: list[Span] = []
            results = self.result_types(spans)
        else:
            type_start = self.start
            first = self.type()
            span = self.span_from(type_start)
            operand_types, operand_spans = [first] * len(op.operands), [span] * len(op.operands)
            results, spans = [first], [span]
        self.check_operand_types(op, operand_types, operand_spans)
        self.set_results(op, results, spans)

    def _operand_types(self) -> tuple[list[Type], list[Span]]:
        self.deeper()
        self.take("(")
        types: list[Type] = []
        spans: list[Span] = []
        while not self.at(")"):
            start = self.start
            types.append(self.type())
            spans.append(self.span_from(start))
            if not self.maybe(","):
                break
        self.take(")")
        self.depth -= 1
        return types, spans

    def set_results(self, op: Op, types: list[Type], spans: list[Span] | None = None) -> None:
        """The declared types of the results."""
        op.add_results(types)
        for index, span in enumerate(spans or ()):
            op.spans["result", index] = span

    def check_operand_types(self, op: Op, types: list[Type], spans: list[Span]) -> None:
        """What the signature says of the operands against what they are."""
        if len(types) != len(op.operands):
            message = (
                f"{op.name} has {_count(len(op.operands), 'operand')}, and the signature {_count(len(types), 'type')}"
            )
            span = spans[0].to(spans[-1]) if spans else self.span()
            raise HloError(message, span, "type.count")
        for index, (operand, declared, span) in enumerate(zip(op.operands, types, spans, strict=True)):
            op.spans["type", index] = span
            if operand.type is not declared and operand.type != declared and operand.type is not UNKNOWN:
                from ..verifier.advice import conversion

                notes = [Note(f"%{operand.name} is defined here", operand.span)] if operand.span else []
                message = f"%{operand.name} is of type {operand.type}, and {declared} is written here"
                raise HloError(message, span, "type.operand", notes, conversion(operand, declared))

    def infer(self, op: Op, start: int) -> None:
        """Give the op the result types that its rule works out."""
        from ..verifier.rules import infer_types

        if not self._op_ends():
            self.expected("':' and the types of the op")
        op.span = self.span_from(start)
        if any(operand.type is UNKNOWN for operand in op.operands):
            raise Consequence("an operand could not be read", op.span, "name.undefined")
        self.set_results(op, infer_types(op, self.symbols))

    def _op_ends(self) -> bool:
        """Whether an op may end in front of the current token without its types: they are only left out at line ends."""
        return self.newline_before() or self.kind == "eof" or self.text in ("}", "loc")

    #: Whether ``op(…)`` may be a call where the op's own form begins with a parenthesis, too.
    allows_calls = False

    def call(self, spec: OpSpec, op: Op, start: int) -> None:
        """``op(%a, name = value)``: a call with operands and attributes, its types inferred unless they are written."""
        self.deeper()
        self.take("(")
        while not self.at(")"):
            if self.kind == "id" and self.peek() == "=":
                name = self.text
                self.advance()
                self.take("=")
                forms.read_attribute(self, spec, op, name)
            else:
                self.operand(op)
            if not self.maybe(","):
                break
        self.take(")")
        self.depth -= 1
        self.finish(op, start)

    def ends_statement(self) -> bool:
        """Whether the current token begins another statement, not a further part of this one."""
        return False

    # Locations

    def _maybe_location(self, op: Op) -> None:
        if self.at("loc") and self.input[self.end : self.end + 1] == "(":
            op.location = self.location()

    def location(self) -> str:
        """What stands between the parentheses of ``loc(…)``."""
        self.advance()
        if not self.at("("):
            self.expected("'(' after loc")
        begin = self.start
        self.goto(self.matching(begin))
        return self.input[begin + 1 : self.last_end - 1]


class Consequence(HloError):
    """An error that follows from one already reported."""


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
