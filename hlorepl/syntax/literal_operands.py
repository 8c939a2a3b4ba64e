"""Ops from operands that may be numbers: literals become constants of the type of what stands beside them, or of the result."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.attributes import EnumAttr
from ..ir.core import Op, Value
from ..ir.types import ELEMENTS, ElementType, TensorType, Type
from ..ops import registry
from ..ops.builder import Builder
from ..verifier.advice import conversion
from ..verifier.rules import compatible, infer_types
from .literals import literal_shape
from .ops import require_known
from .parser import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..source import Source, Span
    from .aliases import Definitions


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


class LiteralParser(Parser):
    """Reads ops whose operands may be literals. What it makes is in ``emitted``, in order; in regions nothing is made."""

    def __init__(self, source: Source, start: int = 0, definitions: Definitions | None = None):
        self.builder = Builder(infer_types)
        super().__init__(source, start, definitions=definitions)

    @property
    def emitted(self) -> list[Op]:
        """The ops that the statement stands for."""
        return self.builder.ops

    def settled(self, operands: Iterable[Any]) -> Callable[[Any], Any]:
        """What makes values of operands that may be numbers: of the element type of the tensors beside them."""
        types = (each.type for each in operands if isinstance(each, Value))
        beside = next((of.element for of in types if isinstance(of, TensorType)), None)
        of = beside if isinstance(beside, ElementType) and not beside.is_bool else None
        return lambda each: self._constant(each, each.of or of) if isinstance(each, Literal) else each

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
