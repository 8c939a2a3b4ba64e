"""The session's language: MLIR's ops, and short forms that stand for them.

``%y = tanh(%x * 2 + %b)``, ``%c = [[1, 2], [3, 4]] : i32``, ``add %x, 1.0``: each becomes the ops that it stands for, with
constants and ``broadcast_in_dim`` written out. Nothing else of the language is changed.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import HloError
from ..ir.core import Function, Module, Op, Value
from ..ir.text import identifier
from ..ir.types import ELEMENTS
from ..ops import registry
from ..wording import are, counted
from .forms.lookup import form_of
from .lexer import closing
from .literal_operands import Literal, LiteralParser
from .ops import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.symbols import Symbols
    from ..source import Source, Span
    from .aliases import Definitions

#: operator: (binding strength, op, comparison direction)
_BINARY: dict[str, tuple[int, str, str]] = {
    "==": (1, "compare", "EQ"),
    "!=": (1, "compare", "NE"),
    "<": (1, "compare", "LT"),
    "<=": (1, "compare", "LE"),
    ">": (1, "compare", "GT"),
    ">=": (1, "compare", "GE"),
    "|": (2, "or", ""),
    "&": (3, "and", ""),
    "<<": (4, "shift_left", ""),
    ">>": (4, "shift_right_arithmetic", ""),
    "+": (5, "add", ""),
    "-": (5, "subtract", ""),
    "*": (6, "multiply", ""),
    "/": (6, "divide", ""),
    "@": (6, "matmul", ""),
    "**": (8, "power", ""),
}
#: What operators begin with.
_OPERATORS = frozenset(name[0] for name in _BINARY)
_UNARY_STRENGTH = 7
_DOUBLE = frozenset(("==", "!=", "<=", ">=", "<<", ">>", "**"))
_I64 = ELEMENTS["i64"]
#: What an operand of a short form begins with, behind a comma.
_OPERAND = re.compile(r"[%\-\[(.~0-9]|(?:true|false|nan|inf)\b")


#: The name of a value of a model, which may hold anything.
_QUOTED = re.compile(r'%"([^"\r\n]+)"')
_QUOTED_LEFT = re.compile(rf"{_QUOTED.pattern}[ \t]*=(?!=)")
#: Names that begin no call of another library's.
_OTHERS = frozenset({"func", "module", "builtin.module", "return", "true", "false", "nan", "inf"})
#: Without one of these words a text defines nothing.
_DEFINITION = re.compile(r"func|module|sdy\.mesh")


class SessionParser(LiteralParser):
    """Reads one statement at a time of the session's language. Ops that it makes are in ``emitted``, in order."""

    allows_calls = True

    def __init__(
        self,
        source: Source,
        start: int = 0,
        definitions: Definitions | None = None,
        spelled: Callable[[str], str] = identifier,
    ):
        #: The session's name of what a model calls by any text: ``%"any text"``.
        self._spelled = spelled
        self.inside = 0
        #: Whether a bracket behind a value holds indices, and is not the own one of an op's form.
        self.indexes = True
        self._defines = False
        self._around: Symbols | None = None
        super().__init__(source, start, definitions)
        self.begin = self.start

    # Names

    def _no_token(self) -> None:
        found = _QUOTED.match(self.input, self.next_offset())
        if found is None:
            super()._no_token()
            return
        self.kind, self.text, (self.start, self.end) = "value", f"%{self._spelled(found[1])}", found.span()

    def assigns(self) -> bool:
        return super().assigns() or _QUOTED_LEFT.match(self.input, self.start) is not None

    def function(self) -> Function:
        self._defines = True
        return super().function()

    def nested_module(self) -> Module:
        self._defines = True
        return super().nested_module()

    def symbols(self) -> Symbols:
        """What runs sees what the session knows; what is being defined sees the rest of the text before that."""
        if not self._defines:
            return self.known
        table = super().symbols()
        if table is not self.headers().top:
            return table  # a module inside of a module: nothing from outside is seen there
        if self._around is None:
            self._around = self.known.with_(self.later(self.begin))
        return self._around

    def later(self, start: int, end: int = sys.maxsize) -> list[Op]:
        """What the text defines between two offsets, as far as that is known before it is read."""
        found = self.headers().after(start) if _DEFINITION.search(self.input, start, end) else []
        return [op for op in found if op.span is not None and op.span.start < end]

    # Statements

    def statement(self) -> tuple[list[tuple[str, int, Span]], list[Value]]:
        """An op or short form at the top level: the names on the left and the results; its ops are in ``emitted``."""
        start = self.start
        names = self._result_names() if self.assigns() else []
        results = self._right_side(start)
        self._check_names(names, results)
        return names, results

    def _right_side(self, start: int) -> list[Value]:
        if self.kind == "string" or self.kind == "id" and not self.is_word_of_value():
            found = self._op(start)
            if isinstance(found, list):
                return found if len(found) != 1 else self._go_on(found[0], start)
            op = found
            self.maybe_location(op)
            if op.span is None:
                op.span = self.span_from(start)
            self.emitted.append(op)
            return op.results if len(op.results) != 1 else self._go_on(op.results[0], start)
        found = self.expression(0)
        if isinstance(found, Literal) and found.of is None and self.at_signature():
            self.advance()
            found.of = self.type()
        return [self.as_value(found)]

    def _go_on(self, found: Value, start: int) -> list[Value]:
        """What a statement gives whose first value has been read."""
        return [self.as_value(self._continue(self._indexed(found, start), 0))]

    def _op(self, start: int) -> Op | list[Value]:
        """An op of a statement, or what a call by another library's name gives."""
        if self.kind == "string":
            return self._generic(start)
        return self._or_familiar(lambda: self._pretty(start))

    def _or_familiar(self, read: Callable[[], Op]) -> Op | list[Value]:
        """What is read as an op; where no op has the name, or it cannot be read so, as a call by another library's name."""
        name, place = self.text, self.start
        if self.peek() != "(" or name in _OTHERS:
            return read()
        from .familiar_calls import called  # late: on demand

        if registry.lookup(name) is None:
            return called(self, name, place) or read()
        depth, inside, made = self.depth, self.inside, len(self.emitted)
        try:
            return read()
        except HloError as error:
            self.goto(place)
            self.depth, self.inside = depth, inside
            del self.emitted[made:]
            found = None
            with suppress(HloError):
                found = called(self, name, place)
            if found is None:
                raise error from None
            return found

    def finds(self, name: str) -> bool:
        """Whether a value has a name."""
        return self.scope.find(self._spelled(name)) is not None

    def unknown_op(self, name: str, span: Span) -> NoReturn:
        from .familiar_calls import unknown  # late: on demand

        unknown(self, name, span)
        super().unknown_op(name, span)

    def _check_names(self, names: list[tuple[str, int, Span]], results: list[Value]) -> None:
        wanted = sum(count for _, count, _ in names)
        if names and wanted != len(results):
            span = names[0][2].to(names[-1][2])
            message = f"there {are(len(results))} {counted(len(results), 'result')}"
            raise HloError(f"{message}, and {wanted} named", span, "name.results")

    def _op_ends(self) -> bool:
        return not self.blocks or super()._op_ends()  # an operator may go on with what the op gives

    def at_signature(self) -> bool:
        if not self.at(":"):
            return False
        is_statement = not (self.blocks or self.depth or self.inside)
        return not (is_statement and self.newline_before() and self.input[self.end : self.end + 1].isalpha())

    # Expressions

    def _operator(self) -> str:
        """The binary operator at the current place, or nothing."""
        if self.text[:1] not in _OPERATORS or self.kind not in ("punct", "bad"):
            return ""
        if self.depth == 0 and self.inside == 0 and self.newline_before():
            return ""
        if self.text == "<" and (self.peek() == "@" or self.follows("mesh")):
            return ""  # a sharding, in Shardy's own forms
        if self.text == "@" and (self.start == self.last_end or self.start + 1 == self.next_offset()):
            return ""  # a symbol or an address
        double = self.input[self.start : self.start + 2]
        if double in _DOUBLE:
            return double
        return self.text if self.text in _BINARY else ""

    def expression(self, strength: int) -> Value | Literal:
        """An expression of operators that bind at least as strongly."""
        return self._continue(self._unary(), strength)

    def _continue(self, left: Value | Literal, strength: int) -> Value | Literal:
        while True:
            operator = self._operator()
            if not operator or _BINARY[operator][0] < strength:
                return left
            power, name, direction = _BINARY[operator]
            start = self.start
            self.goto(start + len(operator))
            self.deeper()
            right = self.expression(power if operator == "**" else power + 1)
            self.depth -= 1
            left = self._apply(name, [left, right], self.source.span(_start(left, start), self.last_end), direction)

    def _unary(self) -> Value | Literal:
        start = self.start
        if self.at("-"):
            self.advance()
            if self.kind == "number" or self.kind == "id" and self.text in ("inf", "nan"):
                self.advance()
                return self._typed(Literal(self.span_from(start)))
            self.deeper()
            inner = self.expression(_UNARY_STRENGTH)
            self.depth -= 1
            return self._apply("negate", [inner], self.span_from(start))
        if self.at("~"):
            self.advance()
            self.deeper()
            inner = self.expression(_UNARY_STRENGTH)
            self.depth -= 1
            return self._apply("not", [inner], self.span_from(start))
        return self._primary()

    def _primary(self) -> Value | Literal:
        """A value, a number, a call, an expression in parentheses, each with the indices behind it."""
        start = self.start
        return self._indexed(self._without_index(), start)

    def _indexed(self, found: Any, start: int) -> Any:
        """The part of a value that the brackets behind it say, where there are any."""
        while self.indexes and self.start == self.last_end and self.at("["):
            from .indices import index  # late: on demand

            found = index(self, self.as_value(found), start)
        return found

    def _without_index(self) -> Value | Literal:
        start = self.start
        if self.kind == "value":
            return self.value()
        if self.kind == "number" or self.kind == "id" and self.is_word_of_value():
            self.advance()
            return self._typed(Literal(self.span_from(start)))
        if self.at("["):
            self._skip_list()
            return self._typed(Literal(self.span_from(start)))
        if self.at("("):
            return self._parenthesis()
        if self.kind == "id":
            return self._call_expression(start)
        wanted = "a value, a number, a call or an op"
        if self.kind == "symbol":
            end = closing(self.input, self.end) if self.peek() == "(" else None
            help_text = f"call {self.text}{self.input[self.end : end] if end else '(…)'}"
            self.fail(f"expected {wanted}, found '{self.text}'", help=help_text)
        self.expected(wanted)

    def _parenthesis(self) -> Value | Literal:
        start = self.start
        self.deeper()
        self.take("(")
        found = self.expression(0)
        if self.at(",") and isinstance(found, Literal):
            self.advance()
            self.expression(0)
            self.take(")")
            self.depth -= 1
            literal = Literal(self.span_from(start), ELEMENTS["complex<f32>"])
            return self._typed(literal)
        self.take(")")
        self.depth -= 1
        return found

    def _call_expression(self, start: int) -> Value:
        name = self.text
        found = self._or_familiar(lambda: self._called_op(start))
        if not isinstance(found, Op):
            return self._only(found, name, start)
        self.emitted.append(found)
        return self._only(found.results, name, start)

    def _called_op(self, start: int) -> Op:
        name = self.text
        spec = registry.lookup(name)
        if spec is None:
            self.unknown_op(name, self.span())
        if self.peek() != "(":
            self.advance()
            self.expected(f"'(' after {name}")
        op = Op(spec.name)
        op.spec = spec
        op.spans["name"] = self.span()
        self.advance()
        with reading(spec.name):
            self.call(spec, op, start)
        op.span = self.span_from(start)
        return op

    def _only(self, results: list[Value], name: str, start: int) -> Value:
        if len(results) != 1:
            message = f"{name} gives {counted(len(results), 'result')}; one is needed here"
            raise HloError(message, self.span_from(start), "syntax.form")
        return results[0]

    def _skip_list(self) -> None:
        """Go behind a list of numbers; what is in it is read when its type is known."""
        start, depth = self.start, 0
        while True:
            if self.at("["):
                depth += 1
            elif self.at("]"):
                depth -= 1
            elif self.kind not in ("number", "punct", "id") or self.kind == "id" and not self.is_word_of_value():
                self.expected("a number or a list")
            if depth > 64:
                self.fail("the lists of the constant are nested too deep", "syntax.literal", self.source.span(start))
            self.advance()
            if depth == 0:
                return

    def _typed(self, literal: Literal) -> Literal:
        """Read the type behind a literal inside an expression's parentheses: ``(1 : i32)``."""
        if self.at(":") and self.depth and not self.newline_before():
            self.advance()
            literal.of = self.type()
        return literal

    # Operands

    def operand(self, op: Op) -> None:
        if self.blocks:  # what is inside a region stays there: no ops are written out around it
            super().operand(op)
            return
        start = self.start
        spec = registry.of(op)
        before = self.inside, self.indexes
        self.inside += 1 if self.depth else 0
        self.indexes = self.depth > 0 or spec is None or not form_of(spec).indexes
        found = self.expression(0)
        self.inside, self.indexes = before
        op.spans["operand", len(op.operands)] = self.span_from(start)
        op.operands.append(found)  # type: ignore[arg-type] - a Literal until the other operands' types are known

    def operand_follows(self) -> bool:
        at = self.next_offset()  # at the end of the text one is missing
        return at == len(self.input) or _OPERAND.match(self.input, at) is not None

    def begins_operand(self) -> bool:
        if self.blocks:
            return super().begins_operand()
        return not self.newline_before() and _OPERAND.match(self.input, self.start) is not None


def _start(found: Value | Literal, default: int) -> int:
    return found.start if isinstance(found, Literal) else default
