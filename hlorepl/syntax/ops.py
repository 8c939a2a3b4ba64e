"""Ops from text: names, operands, attributes, types. How a pretty form reads is asked of ``forms/``.

Blanks, line ends and comments mean nothing to an op as MLIR writes it: it ends with its types. An op that leaves them out,
which MLIR has not, ends with its line; and where names with an equals sign follow an op, they are no operands of it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from ..errors import HloError, Note
from ..ir.core import Op, Value, piece
from ..ir.locations import with_origin
from ..ir.types import UNKNOWN, Type
from ..ops import registry
from ..wording import are, counted, offer, offer_nearest
from .blocks import Consequence, RegionParser
from .forms import lookup
from .forms.table import read_attribute, read_word
from .recovery import left_side, op_end

if TYPE_CHECKING:
    from ..ir.attributes import Attribute
    from ..ops.registry import OpSpec
    from ..source import Span
    from .forms.table import Form


#: Dialects whose ops have the attributes that are declared here, and no others.
_EXACT = frozenset({"stablehlo", "chlo"})
#: Behind one of these without operands stands a bracket; anything else is a mistake, and none of its operands.
_RETURNS = frozenset({"func.return", "stablehlo.return", "sdy.return"})


class OpParser(RegionParser):
    """Reads ops.

    With ``errors`` (a list) it goes on after an error at the next op or function, and collects them there.
    """

    #: The error of which it has been said where its op comes from.
    told: HloError | None = None

    def operation(self) -> Op:
        """One op, with its results bound."""
        start = self.start
        try:
            return self._operation(start)
        except HloError as error:
            self._say_origin(error, start)
            raise

    def _operation(self, start: int) -> Op:
        names = self._result_names()
        if self.kind == "string":
            op = self._generic(start)
        elif self.kind == "id":
            op = self._pretty(start)
        else:
            self.expected("an operation")
        self.maybe_location(op)
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
            message = f"{op.name} has {counted(len(op.results), 'result')}, and {wanted} {are(wanted)} named"
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
        with reading(name):
            self.generic_body(op, start)
        return op

    def generic_body(self, op: Op, start: int) -> None:
        """What stands behind the name of an op in generic form."""
        self.take("(")
        self.operands(op, ")")
        self.take(")")
        if self.at("["):
            self.fail("StableHLO has no jumps to other blocks", "module.blocks")
        if self.at("<"):
            self.advance()
            self.add_attributes(op, self.dictionary())
            self.take(">")
            self._require_properties(op)
        if self.at("("):
            self._regions(op)
        if self.at("{"):
            self.add_attributes(op, self.dictionary())
        self.finish(op, start)

    def _regions(self, op: Op) -> None:
        """``({…}, {…})``."""
        self.deeper()
        self.take("(")
        while not self.at(")"):
            op.regions.append(self.region())
            if not self.more(")"):
                break
        self.take(")")
        self.depth -= 1

    def _require_properties(self, op: Op) -> None:
        """Between ``<{`` and ``}>`` stand an op's own attributes, and only those."""
        spec = registry.of(op)
        if spec is not None and spec.dialect in _EXACT and not spec.attributes and op.attributes:
            name = next(iter(op.attributes))
            message = f"{op.name} has no attributes of its own, and so none between <{{ and }}>"
            raise HloError(message, op.span_of(("attribute", name)), spec.code("attribute_unknown"))

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
        """Whether an op has no operands: what follows is the next one, or cannot be an operand of this one, which needs none."""
        if self.kind == "value":
            return (self.newline_before() or op.name in _RETURNS) and self.assigns()
        if any(map(self.at, (end, "{", "}"))):
            return True
        spec = registry.of(op)
        return end != ")" and spec is not None and spec.min_operands == 0 and not self.begins_operand()

    def begins_operand(self) -> bool:
        """Whether an operand may begin here, and not what follows an op without any."""
        return self.kind == "value"

    def assigns(self) -> bool:
        """Whether the left side of an assignment stands here, which no operands are: ``%a, %b:2 =``."""
        return bool(left_side(self.input, self.start))

    def operand(self, op: Op) -> None:
        """One operand, added to the op."""
        start, value = self.start, self.value()
        op.spans[piece("operand", len(op.operands))] = self.span_from(start)
        op.operands.append(value)

    def settle(self, op: Op) -> None:
        """Make values of operands that are none yet: what the operands' types are is asked next."""

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
                op.spans[piece("attribute", name)] = value.span

    def _pretty(self, start: int) -> Op:
        name = self.text
        spec = registry.lookup(self.return_name if name == "return" else name)
        if spec is None:
            self.unknown_op(name, self.span())
        op = Op(spec.name)
        op.spec = spec
        op.spans["name"] = self.span()
        self.advance()
        with reading(spec.name):
            lookup.parse(self, spec, op, start)
        return op

    def unknown_op(self, name: str, span: Span) -> NoReturn:
        """There is no op of that name."""
        help_ = offer_nearest(name, *op_names(name))
        raise HloError(f"there is no op {name}", span, "name.op", help=help_)

    def finish(self, op: Op, start: int) -> None:
        """The signature of the op, or, where none is written, the types that the op infers."""
        if not self.at_signature():
            self.infer(op, start)
            return
        self.advance()
        self.signature(op)

    def at_signature(self) -> bool:
        """Whether the current token is the colon in front of the types."""
        return self.at(":")

    def signature(self, op: Op) -> None:
        """``(T, …) -> T`` or one ``T`` for all, behind the colon."""
        known = self.known_signature()
        if known is not None:
            operand_types, operand_spans, results, spans = known
        elif self.at("("):
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
            if not self.more(")"):
                break
        self.take(")")
        self.depth -= 1
        return types, spans

    def set_results(self, op: Op, types: list[Type], spans: list[Span] | None = None) -> None:
        """The declared types of the results."""
        op.add_results(types)
        for index, span in enumerate(spans or ()):
            op.spans[piece("result", index)] = span

    def check_operand_types(self, op: Op, types: list[Type], spans: list[Span]) -> None:
        """What the signature says of the operands against what they are."""
        if len(types) != len(op.operands):
            message = (
                f"{op.name} has {counted(len(op.operands), 'operand')}, and the signature {counted(len(types), 'type')}"
            )
            span = spans[0].to(spans[-1]) if spans else self.span()
            raise HloError(message, span, "type.count")
        for index, (operand, declared, span) in enumerate(zip(op.operands, types, spans, strict=True)):
            op.spans[piece("type", index)] = span
            if operand.type is not declared and operand.type != declared and operand.type is not UNKNOWN:
                op.operands[index] = self.as_written(op, index, declared, span)

    def as_written(self, op: Op, index: int, declared: Type, span: Span) -> Value:
        """An operand whose type is written otherwise than it is: nothing can be made of that in a module."""
        from ..verifier.advice import conversion  # late: on demand

        operand = op.operands[index]
        notes = [Note(f"%{operand.name} is defined here", operand.span)] if operand.span else []
        message = f"%{operand.name} is of type {operand.type}, and {declared} is written here"
        raise HloError(message, span, "type.operand", notes, conversion(operand, declared))

    def infer(self, op: Op, start: int) -> None:
        """Give the op the result types that its rule works out."""
        from ..verifier.rules import infer_types  # late: on demand

        if not self._op_ends():
            self.expected("':' and the types of the op")
        op.span = self.span_from(start)
        require_known(op)
        spec = registry.of(op)
        self.set_results(op, infer_types(op, self.symbols() if spec is not None and spec.callees else None))

    def _op_ends(self) -> bool:
        """Whether an op may end in front of the current token without its types: they are only left out at line ends."""
        return self.newline_before() or self.kind == "eof" or self.text in ("}", "loc")

    #: Whether ``op(…)`` may be a call where the op's own form begins with a parenthesis, too.
    allows_calls = False

    def call(self, spec: OpSpec, op: Op, start: int) -> None:
        """``op(%a, name = value) ({…}) {…} : T``: a call; regions, attributes and the type of the result may stand behind it."""
        form = lookup.form_of(spec)
        self.deeper()
        self.take("(")
        while not self.at(")"):
            self._call_item(spec, op, form)
            if not self.more(")"):
                break
        self.take(")")
        self.depth -= 1
        if self.at("(") and self.peek() == "{":
            self._regions(op)
        if self.at("{"):
            self.add_attributes(op, self.dictionary())
        if not self.at_signature():
            self.infer(op, start)
            return
        self.advance()
        if self.at("("):
            self.signature(op)
            return
        place = self.start
        of, count = self.type(), len(op.operands)
        if form.results == 0:
            self.check_operand_types(op, [of] * count, [self.span_from(place)] * count)
        else:
            self.called(op, of, self.span_from(place))

    def _call_item(self, spec: OpSpec, op: Op, form: Form) -> None:
        """An operand, ``name = value``, or a word that is the value of an enum."""
        if self.kind != "id":
            self.operand(op)
        elif self.peek() == "=" and not self.follows("=="):
            read_word(self, spec, op, form)
        elif (name := self._enum_of(spec, op)) is not None:
            read_attribute(self, spec, op, name)
        else:
            self.operand(op)

    def _enum_of(self, spec: OpSpec, op: Op) -> str | None:
        """The attribute that the current word is a value of; raises for a word that can only be meant as one."""
        enums = {n: a.kind.choices for n, a in spec.attributes.items() if a.kind.enum and n not in op.attributes}
        found = next((name for name, choices in enums.items() if self.text in choices), None)
        if found is None and enums and self.peek() in (",", ")") and not self.is_word_of_value():
            name, choices = next(iter(enums.items()))
            message = f"{self.text} is no {name}"
            raise HloError(message, self.span(), spec.code("attribute_kind"), help=offer(self.text, choices))
        return found

    def is_word_of_value(self) -> bool:
        """Whether the current word stands for a number."""
        return self.text in ("true", "false", "nan", "inf")

    def called(self, op: Op, of: Type, span: Span) -> None:
        """The type behind a call is that of its result: operands have theirs."""
        self.set_results(op, [of], [span])

    # Locations

    def maybe_location(self, op: Op) -> None:
        """The location behind an op, if there is one."""
        if self.at("loc") and self.follows("("):
            op.location = self.location()

    def _say_origin(self, error: HloError, start: int) -> None:
        """Note where an op that could not be read comes from, by the location at its end; of nested ops, the innermost."""
        if error is self.told:
            return
        self.told = error
        place = self.input.rfind("loc(", start, op_end(self.input, start))
        if place < 0 or error.span is not None and place < error.span.end:
            return
        reader = OpParser(self.source, place, definitions=self.definitions)
        with suppress(HloError):
            location = reader.location()
            reader.read_all_locations()
            with_origin(error, location)


class reading:  # noqa: N801 - reads as a phrase
    """While an op is read: an error says which it was, the innermost one."""

    __slots__ = ("_name",)

    def __init__(self, name: str):
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, HloError):
            error.about = error.about or self._name


def op_names(word: str) -> list[list[str]]:
    """The names by which ops are found, those that are likelier to be meant first; full ones for a word with a point."""
    full = list(registry.names())
    if "." in word:
        return [full]
    bare = [[n.partition(".")[2] for n in full if n.startswith(f"{d}.")] for d in registry.LOOKUP_ORDER]
    return [*bare, [each for each in full if each.partition(".")[0] not in registry.LOOKUP_ORDER]]


def require_known(op: Op) -> None:
    """Raise a ``Consequence`` where the type of an operand is not known: what the op gives follows from that."""
    if any(operand.type is UNKNOWN for operand in op.operands):
        raise Consequence("an operand could not be read", op.span, "name.undefined")
