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
from ..ir.attributes import EnumAttr
from ..ir.core import Function, Module, Op, Value
from ..ir.text import identifier
from ..ir.types import ELEMENTS, ElementType, TensorType, Type
from ..ops import registry
from ..ops.builder import Builder
from ..verifier.advice import conversion
from ..verifier.rules import compatible, infer_types
from ..wording import are, counted
from .forms.lookup import form_of
from .lexer import closing
from .literals import literal_shape
from .ops import reading, require_known
from .parser import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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


class Literal:
    """Numbers whose element type is not known yet: ``text`` is what would stand inside ``dense<…>``."""

    __slots__ = ("end", "of", "span", "start")

    def __init__(self, span: Span, of: Type | None = None):
        self.span = span
        self.start, self.end = span.start, span.end
        self.of = of

    @property
    def text(self) -> str:
        return self.span.text

    def default(self) -> ElementType:
        """i1 for true and false, f32 when there is a point, an exponent, nan or inf, else i32."""
        text = self.text
        if "true" in text or "false" in text:
            return ELEMENTS["i1"]
        if "(" in text:
            return ELEMENTS["complex<f32>"]
        if "0x" not in text and any(mark in text for mark in (".", "e", "E", "nan", "inf")):
            return ELEMENTS["f32"]
        return ELEMENTS["i32"]


class SessionParser(Parser):
    """Reads one statement at a time of the session's language. Ops that it makes are in ``emitted``, in order."""

    allows_calls = True

    def __init__(
        self,
        source: Source,
        start: int = 0,
        definitions: Definitions | None = None,
        spelled: Callable[[str], str] = identifier,
    ):
        self.builder = Builder(infer_types)
        #: The session's name of what a model calls by any text: ``%"any text"``.
        self._spelled = spelled
        self.inside = 0
        #: Whether a bracket behind a value holds indices, and is not the own one of an op's form.
        self.indexes = True
        self._defines = False
        self._around: Symbols | None = None
        super().__init__(source, start, definitions=definitions)
        self.begin = self.start

    @property
    def emitted(self) -> list[Op]:
        """The ops that the statement stands for."""
        return self.builder.ops

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

    def settled(self, operands: Iterable[Any]) -> Callable[[Any], Any]:
        """What makes values of operands that may be numbers: of the element type of the tensors beside them."""
        types = (each.type for each in operands if isinstance(each, Value))
        beside = next((of.element for of in types if isinstance(of, TensorType)), None)
        of = beside if isinstance(beside, ElementType) and not beside.is_bool else None
        return lambda each: self._constant(each, each.of or of) if isinstance(each, Literal) else each

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

    # Making ops

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

    def infer(self, op: Op, start: int) -> None:
        op.span = self.span_from(start)
        if not self.blocks:
            self.settle(op)
            self.builder.spread(op)
        super().infer(op, start)

    def called(self, op: Op, of: Type, span: Span) -> None:
        op.span = op.span or op.spans["name"].to(span)
        if not self.blocks:
            self._settle_by_result(op, of)
        super().called(op, of, span)

    def _settle_by_result(self, op: Op, of: Type) -> None:
        """Literals take the type of the operand beside them, else of the result, where that is what the op makes of them."""
        before, made = [*op.operands], len(self.emitted)
        open_ = [each for each in before if isinstance(each, Literal) and each.of is None]
        if open_ and len(open_) == len(before) and isinstance(of, TensorType) and isinstance(of.element, ElementType):
            with suppress(HloError):
                op.operands = [self._constant(each, each.of or of.element) for each in open_]
                self.builder.spread(op)
                if self._may_give(op, of):
                    return
            op.operands = before
            del self.emitted[made:]
        self.settle(op)
        self.builder.spread(op)

    def _may_give(self, op: Op, of: Type) -> bool:
        """Whether the result of an op may be of a type."""
        try:
            (found,) = infer_types(op)
        except HloError as error:
            return error.code == "type.infer"
        except ValueError:
            return False
        return all(compatible(of, found))

    def check_operand_types(self, op: Op, types: list[Type], spans: list[Span]) -> None:
        for index, operand in enumerate(op.operands):
            if isinstance(operand, Literal):
                of = types[index] if index < len(types) else None
                op.operands[index] = self._constant(operand, of)
        super().check_operand_types(op, types, spans)

    def as_written(self, op: Op, index: int, declared: Type, span: Span) -> Value:
        """A value of the session has its actual shape; where its type is written as it was declared, with ``?``, it is cast."""
        value = op.operands[index]
        if self.scope.declared(value) != declared:
            return super().as_written(op, index, declared, span)
        cast = Op("tensor.cast", [value], span=op.spans.get(("operand", index)))
        return self.builder.add(cast, [declared]).results[0]

    def set_results(self, op: Op, types: list[Type], spans: list[Span] | None = None) -> None:
        self.settle(op)
        super().set_results(op, types, spans)

    def settle(self, op: Op) -> None:
        """Literals take the type of the operand beside them."""
        operands: list[Value | Literal] = [*op.operands]
        if any(isinstance(operand, Literal) for operand in operands):
            beside = next(
                (o.type.element for o in operands if isinstance(o, Value) and isinstance(o.type, TensorType)), None
            )
            spec = registry.of(op)
            if spec is not None and spec.mnemonic == "select" and isinstance(operands[0], Value):
                beside = next(
                    (o.type.element for o in operands[1:] if isinstance(o, Value) and isinstance(o.type, TensorType)),
                    None,
                )
            if spec is not None and spec.mnemonic.startswith("dynamic_"):
                beside = None
            for index, operand in enumerate(operands):
                if isinstance(operand, Literal):
                    of = operand.of or (beside if isinstance(beside, ElementType) else None)
                    op.operands[index] = self._beside(operand, of, operands)

    def _beside(self, literal: Literal, of: Type | None, operands: list[Any]) -> Value:
        """A literal as a constant; where its numbers are not of the type of what stands beside it, how that would become theirs."""
        try:
            return self._constant(literal, of)
        except HloError as error:
            named = next((each for each in operands if isinstance(each, Value) and each.name), None)
            if literal.of is None and named is not None and isinstance(named.type, TensorType):
                error.help += conversion(named, named.type.with_element(literal.default()))
            raise

    def _apply(self, name: str, operands: list[Any], span: Span, direction: str = "") -> Value:
        if name == "matmul":
            return self._product(operands, span)
        spec = registry.lookup(name)
        assert spec is not None
        op = Op(spec.name, operands, span=span)
        for index, operand in enumerate(operands):
            op.spans["operand", index] = operand.span if isinstance(operand, Literal) else span
        self.settle(op)
        first = op.operands[0].type
        if name == "shift_right_arithmetic" and isinstance(first, TensorType) and first.element.kind == "uint":
            op.name = "stablehlo.shift_right_logical"
        if direction:
            op.attributes["comparison_direction"] = EnumAttr("stablehlo", "comparison_direction", direction)
        require_known(op)
        return self.builder.add(op).results[0]

    def _product(self, operands: list[Any], span: Span) -> Value:
        """The matrix product of two values."""
        from .familiar_calls import written_out  # late: on demand

        make = self.settled(operands)
        (found,) = written_out(self.builder, "matmul", [make(each) for each in operands], span)
        return found

    def as_value(self, found: Value | Literal) -> Value:
        """A value; a literal becomes a constant of its own type."""
        return self._constant(found, found.of) if isinstance(found, Literal) else found

    def _constant(self, literal: Literal, of: Type | None) -> Value:
        if isinstance(of, TensorType) and of.is_static:
            tensor = of
        else:
            element_type = of.element if isinstance(of, TensorType) else of or literal.default()
            if not isinstance(element_type, ElementType):
                raise HloError(f"a literal cannot be of type {element_type}", literal.span, "syntax.literal")
            tensor = TensorType(self._literal_shape(literal), element_type)
        attribute = self.dense_of((literal.start, literal.end), tensor, literal.start, is_short=True)
        attribute.span = literal.span
        assert attribute.array is not None
        op = Op("stablehlo.constant", [], {"value": attribute}, span=literal.span)
        return self.builder.add(op, [tensor]).results[0]

    def _literal_shape(self, literal: Literal) -> tuple[int, ...]:
        return literal_shape(literal.text, literal.span)


def _start(found: Value | Literal, default: int) -> int:
    return found.start if isinstance(found, Literal) else default
