"""The pretty forms of ops: each written once, as a pair of parse and print.

Most are a line in ``FORMATS``, in a small language: ``$name`` is an operand or attribute, ``$*`` all (further)
operands between commas, ``{}`` the attributes that have no place of their own, ``?( … ?)`` a part that may be missing,
and one of these the types:

- ``:sig``      ``(T, T) -> T``
- ``:same``     ``T`` when all types are alike, else as ``:sig``
- ``:result``   the types of the results
- ``:operands`` the types of the operands, nothing when there are none
- ``:first``    the type of the first operand, which all have
- ``:chlo``     ``T, T -> T``
- ``:select``   ``P, T`` where the branches and the result are alike
- ``:complex``  the complex type of the result or the operand

``$1`` is the first operand where the others stand apart. All else is text that stands there. An op that shares its form with
no other may have the line in its declaration. Forms that do not fit are in ``special.py``.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeGuard

from ...errors import HloError
from ...ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from ...ir.text import unquoted
from ...ir.types import ELEMENTS
from ...ops.annotations import Ints, Strings
from ...ops.decode import kind_of
from ...wording import offer
from .signatures import parse_types, types_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...ir.core import Op
    from ...ir.types import ElementType
    from ...ops.decode import Kind
    from ...ops.registry import OpSpec
    from ..ops import OpParser as Parser
    from ..printer import Printer

    #: A word of a format, or those of a part that may be missing.
    Element = str | list[str]
    #: Reads the value behind a word of a form and its equals sign.
    Reader = Callable[[Parser, OpSpec, Op], None]

#: A name with an equals sign behind it.
_NAMED = re.compile(r"[A-Za-z_][\w.]*[ \t]*=(?!=)")

FORMATS = {
    "same": "$* {} :same",
    "signature": "$* {} :sig",
    "iota": "dim = $iota_dimension {} :result",
    "concatenate": "$* , dim = $dimension {} :sig",
    "transpose": "$* , dims = $permutation {} :sig",
    "reverse": "$* , dims = $dimensions {} :same",
    "broadcast_in_dim": "$* , dims = $broadcast_dimensions {} :sig",
    "dynamic_broadcast_in_dim": "$* , dims = $broadcast_dimensions {} :sig",
    "broadcast": "$* , sizes = $broadcast_sizes {} :sig",
    "pad": "$* , low = $edge_padding_low , high = $edge_padding_high , interior = $interior_padding {} :sig",
    "dynamic_slice": "$1 , $* , sizes = $slice_sizes {} :sig",
    "get_dimension_size": "$* , dim = $dimension {} :sig",
    "set_dimension_size": "$* , dim = $dimension {} :sig",
    "dynamic_iota": "$* , dim = $iota_dimension {} :sig",
    "cholesky": "$* ?( , lower = $lower ?) {} :same",
    "fft": "$* , type = $fft_type , length = $fft_length {} :sig",
    "rng": "$* , distribution = $rng_distribution {} :sig",
    "rng_bit_generator": "$* , algorithm = $rng_algorithm {} :sig",
    "einsum": "$* , config = $einsum_config {} :sig",
    "unary_einsum": "$* , config = $einsum_config {} :sig",
    "dot": "$* ?( , precision = $precision_config ?) {} :sig",
    "optimization_barrier": "{} $* () :operands",
    "return": "$* {} :operands",
    "func_return": "{} $* :operands",
    "after_all": "$* {} :result",
    "create_token": "{} :result",
    "replica_id": "{} :result",
    "partition_id": "{} :result",
    "tuple": "$* {} :result",
    "get_tuple_element": "$* [ $index ] {} :sig",
    "select": "$* {} :select",
    "complex": "$* {} :complex",
    "compare": "$comparison_direction , $* ?( , $compare_type ?) {} :sig",
    "expect_eq": "$* {} :first",
    "expect_eq_const": "$* , $value {}",
    "expect_almost_eq": "$* ?( , tolerance = $tolerance ?) {} :first",
    "expect_almost_eq_const": "$* , $value ?( , tolerance = $tolerance ?) {}",
    "expect_serialized_eq": "$* , probe_id = $probe_id ?( , iteration = $iteration ?) {} :first",
    "expect_close": "$* ?( , max_ulp_difference = $max_ulp_difference ?) ?( , min_ulp_difference = $min_ulp_difference ?) {} :operands",
    "probe": "$* , probe_id = $probe_id {} :same",
    "print": "$* {} :operands",
    "chlo": "$* {} :chlo",
    "top_k": "( $* , k = $k ) {} :chlo",
}


class Form(Protocol):
    """A pretty form.

    ``opens`` says that it begins with a parenthesis, as a call does; ``results``, how many results the op has where the form
    does not write their types; ``indexes``, that a bracket behind an operand is the form's own. ``usage`` is the form as people
    are shown it: ``$name`` is an operand or attribute, a part in square brackets may be missing. ``words`` are the names that it
    has for attributes, as ``dims`` for ``permutation``, each with what reads the value behind the equals sign.
    """

    opens: bool
    results: int | None

    @property
    def indexes(self) -> bool: ...

    @property
    def usage(self) -> str: ...

    @property
    def words(self) -> Mapping[str, Reader]: ...

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None: ...

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        """The text behind the op's name, with its blank; None when the op does not fit the form."""
        ...


class Format:
    """A form made from a line of ``FORMATS``."""

    def __init__(self, text: str):
        self.elements, self.types = _compile(text)
        self.opens = self.elements[:1] == ["("]
        self.indexes = "[" in self.elements
        self.results: int | None = 0 if self.types in ("", "first") else None
        self.usage = _usage(self.elements)
        flat = _flat(self.elements)
        self.named = {e[1:] for e in flat if _is_attribute(e)}
        threes = zip(flat, flat[1:], flat[2:], strict=False)
        #: The attributes that have a word of the form's own, by that word.
        self.attribute_of = {word: name[1:] for word, equals, name in threes if equals == "=" and _is_attribute(name)}
        self.words: Mapping[str, Reader] = {
            word: partial(read_attribute, name=name) for word, name in self.attribute_of.items()
        }
        self._owners = [_owner(self.elements, index) for index in range(len(self.elements))]

    def parse(self, parser: Parser, spec: OpSpec, op: Op, start: int) -> None:
        self._parse(parser, spec, op, self.elements)
        if self.types:
            if parser.at_signature():
                parser.advance()
                parse_types(parser, op, self.types)
            elif self.types != "operands" or op.operands:
                parser.infer(op, start)

    def _parse(self, parser: Parser, spec: OpSpec, op: Op, elements: Sequence[Element]) -> None:
        for index, element in enumerate(elements):
            owner = self._owners[index] if elements is self.elements else ""
            if parser.allows_calls and (owner or element == "{}" or isinstance(element, list)):
                read_named(parser, spec, op, self)
            if owner and owner in op.attributes:
                continue
            if isinstance(element, list):
                if _begins(parser, element):
                    self._parse(parser, spec, op, element)
            elif element == "," and elements[index - 1] == "$*" and len(op.operands) <= spec.min_operands:
                parser.maybe(",")  # MLIR prints one even behind no operands, which it does not read itself
            else:
                self._parse_element(parser, spec, op, element)

    def _parse_element(self, parser: Parser, spec: OpSpec, op: Op, element: str) -> None:
        if element.startswith("$"):
            self._parse_named(parser, spec, op, element)
        elif element == "{}":
            if parser.at("{"):
                parser.add_attributes(op, parser.dictionary())
        elif element == "()":
            if not op.operands and parser.maybe("("):
                parser.take(")")
        else:
            parser.take(element)

    def _parse_named(self, parser: Parser, spec: OpSpec, op: Op, element: str) -> None:
        """Operands or an attribute."""
        if element == "$1":
            parser.operand(op)
        elif element != "$*":
            if parser.allows_calls and parser.at(element[1:]) and parser.peek() == "=":
                parser.goto(parser.next_offset() + 1)
            read_attribute(parser, spec, op, element[1:])
        elif not op.operands or parser.begins_operand():
            parser.operands(op, ":")

    def print(self, printer: Printer, spec: OpSpec, op: Op) -> str | None:
        if not self.named <= self._present(op):
            return None
        body = self._print(printer, spec, op, self.elements)
        types = types_text(printer, op, self.types) if self.types else ""
        if body is None or types is None:
            return None
        return body + (f" : {types}" if types else "")

    def _present(self, op: Op) -> set[str]:
        optional = {e[1:] for part in self.elements if isinstance(part, list) for e in part if _is_attribute(e)}
        return set(op.attributes) | optional

    def _print(self, printer: Printer, spec: OpSpec, op: Op, elements: Sequence[Element]) -> str | None:
        text = ""
        for element in elements:
            shown = self._shown(printer, spec, op, element)
            if shown is None:
                return None
            if element == "," and text.endswith(","):  # there were no operands between the two
                continue
            text += shown if isinstance(element, list) or element in _TIGHT else _glued(text, shown)
        return text

    def _shown(self, printer: Printer, spec: OpSpec, op: Op, element: Element) -> str | None:
        """One element; None where the op does not fit it."""
        if isinstance(element, list):
            is_there = all(e[1:] in op.attributes for e in element if _is_attribute(e))
            return self._print(printer, spec, op, element) if is_there else ""
        if element == "$1":
            return printer.value(op.operands[0]) if op.operands else None
        if element == "$*":
            return ", ".join(map(printer.value, op.operands["$1" in self.elements :]))
        if element == "()":
            return "" if op.operands else element
        if element == "{}":
            return printer.attribute_dictionary(op, self.named).lstrip()
        if element.startswith("$"):
            name = element[1:]
            return attribute_text(printer, spec, name, op.attributes[name])
        return element


#: What stands directly behind what comes before it.
_TIGHT = (",", "[", ")", "]", "()")


def _glued(text: str, more: str) -> str:
    return more if not more or text.endswith(("[", "(")) else (more if more == "(" else f" {more}")


def _is_attribute(element: str) -> bool:
    return element.startswith("$") and element not in ("$1", "$*")


def _compile(text: str) -> tuple[list[Element], str]:
    elements: list[Element] = []
    optional: list[str] | None = None
    types = ""
    for word in text.split():
        if word == "?(":
            optional = []
            elements.append(optional)
        elif word == "?)":
            optional = None
        elif word.startswith(":"):
            types = word[1:]
        elif optional is not None:
            optional.append(word)
        else:
            elements.append(word)
    return elements, types


def _flat(elements: list[Element]) -> list[str]:
    return [e for part in elements for e in (part if isinstance(part, list) else [part])]


def _begins(parser: Parser, element: list[str]) -> bool:
    """Whether the optional part comes next: its first two words decide."""
    first, second = element[:2]
    if not parser.at(first):
        return False
    if second.startswith("$"):
        return parser.peek() not in "%:{"
    return parser.follows(second)


def _owner(elements: list[Element], index: int) -> str:
    """The attribute that an element belongs to, in ``, word = $name`` or ``word = $name`` at the beginning."""
    for begin in range(index - 3, index + 1):
        part = elements[max(begin, 0) : begin + 4]
        is_named = len(part) > 2 and part[-2] == "=" and isinstance(part[-1], str) and _is_attribute(part[-1])
        if is_named and (part[0] == "," or begin < 0):
            return str(part[-1])[1:]
    return ""


def _usage(elements: list[Element]) -> str:
    """The form as people are shown it; ``$*`` stays for whoever knows the operands."""
    text = ""
    for element in elements:
        if isinstance(element, list):
            text += f"[{_usage([*element])}]"
        elif element not in ("{}", "()"):
            text += element if element in _TIGHT or not text or text.endswith(("[", "(")) else f" {element}"
    return text


# Attributes without the decoration that the form implies


def read_word(parser: Parser, spec: OpSpec, op: Op, form: Form) -> None:
    """``name = value``: an attribute by its own name, or by the word that the op's form has for it."""
    span, name = parser.span(), parser.advance()
    parser.take("=")
    reader = form.words.get(name)
    if reader is not None:
        reader(parser, spec, op)
        return
    if name not in spec.attributes and "." not in name and "discardable" not in spec.wants:
        known = {**spec.attributes, **form.words}
        message = f"{spec.name} has no attribute {name}"
        raise HloError(message, span, spec.code("attribute_unknown"), help=offer(name, known))
    read_attribute(parser, spec, op, name)


def read_named(parser: Parser, spec: OpSpec, op: Op, form: Form) -> None:
    """``, name = value`` behind the operands of a session's op, in any order; without the comma where nothing stands in front."""
    if not op.operands and not op.attributes and parser.kind == "id" and parser.peek() == "=":
        read_word(parser, spec, op, form)
    while parser.at(",") and _NAMED.match(parser.input, parser.next_offset()):
        parser.advance()
        read_word(parser, spec, op, form)


def read_attribute(parser: Parser, spec: OpSpec, op: Op, name: str) -> None:
    """The value of a named attribute, in the short spelling of its kind."""
    start = parser.start
    kind = spec.attributes[name].kind if name in spec.attributes else kind_of(Attribute)
    value = read_value(parser, kind, spec.dialect)
    value.span = parser.span_from(start)
    parser.add_attributes(op, {name: value})


def read_value(parser: Parser, kind: Kind, dialect: str) -> Attribute:
    """An attribute of a kind (see ``ops/decode.py``)."""
    if kind.enum and parser.kind == "id":
        return EnumAttr(dialect, kind.enum, parser.advance())
    if kind.enum and parser.kind == "string":
        return EnumAttr(dialect, kind.enum, unquoted(parser.advance()))
    if kind.hint is str and parser.kind == "string":
        return StringAttr(unquoted(parser.advance()))  # what follows a colon is the op's type, not the string's
    if kind.hint == Strings and parser.at("["):
        return _enum_list(parser, dialect)
    if kind.hint == Ints and parser.at("["):
        start = parser.start
        found = parser.attribute()
        items = found.items if isinstance(found, ArrayAttr) else []
        if not all(isinstance(item, IntegerAttr) for item in items):
            parser.fail("expected a list of integers", "syntax.form", parser.span_from(start))
        return DenseArrayAttr(ELEMENTS["i64"], tuple(item.value for item in items if isinstance(item, IntegerAttr)))
    if kind.number is not None and (parser.kind == "number" or parser.at("-")):
        return _number(parser, kind.number)
    return parser.attribute()


def _number(parser: Parser, of: ElementType) -> IntegerAttr | FloatAttr:
    """A number, never with a type: a colon behind it begins the types of the op."""
    if of.is_float:
        return FloatAttr(parser.signed_float(), of)
    start = parser.start
    number = parser.integer_of(parser.signed_integer(bits=65), of, parser.span_from(start))
    assert isinstance(number, IntegerAttr)
    return number


def _enum_list(parser: Parser, dialect: str) -> Attribute:
    parser.take("[")
    items: list[Attribute] = []
    while not parser.at("]"):
        if parser.kind == "id":
            items.append(EnumAttr("stablehlo" if dialect == "chlo" else dialect, "precision", parser.advance()))
        else:
            items.append(parser.attribute())
        if not parser.more("]"):
            break
    parser.take("]")
    return ArrayAttr(items)


def attribute_text(printer: Printer, spec: OpSpec, name: str, value: Attribute) -> str | None:
    """The short spelling; None when the attribute is not of the kind that the form can show."""
    kind = spec.attributes[name].kind if name in spec.attributes else kind_of(Attribute)
    if kind.enum:
        return value.value if is_enum(value, spec.dialect, kind.enum) else None
    if kind.hint == Ints:
        return integers_text(value)
    if kind.number is not None:
        is_number = isinstance(value, FloatAttr if kind.number.is_float else IntegerAttr) and value.type is kind.number
        return str(value).partition(" ")[0] if is_number else None
    if kind.hint == Strings:
        return enums_text(value, "precision")
    if kind.hint in (bool, str):
        return str(value) if isinstance(value, BoolAttr if kind.hint is bool else StringAttr) else None
    return printer.attribute(value)


def is_enum(value: Attribute, dialect: str, kind: str) -> TypeGuard[EnumAttr]:
    """Whether a word alone says an enum."""
    return isinstance(value, EnumAttr) and value.dialect == dialect and value.kind == kind


def enums_text(value: Attribute | None, kind: str) -> str | None:
    """``[HIGH, DEFAULT]``; None for anything but a list of enums of StableHLO of that kind."""
    words = (
        [item.value for item in value.items if is_enum(item, "stablehlo", kind)] if isinstance(value, ArrayAttr) else []
    )
    return f"[{', '.join(words)}]" if isinstance(value, ArrayAttr) and len(words) == len(value.items) else None


def integers_text(value: Attribute | None) -> str | None:
    """``[1, 2]``; None for anything but ``array<i64: 1, 2>``."""
    if not isinstance(value, DenseArrayAttr) or value.element is not ELEMENTS["i64"]:
        return None
    return f"[{', '.join(map(str, value.values))}]"
