"""Attributes from text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ir.attributes import (
    DOTTED,
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseAttr,
    DictAttr,
    EnumAttr,
    FloatAttr,
    FunctionTypeAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
    StructAttr,
    SymbolAttr,
    TypeAttr,
    UnitAttr,
)
from ..ir.contents import Location
from ..ir.text import unquoted
from ..ir.types import ELEMENTS, ElementType, FunctionType, OpaqueType, QuantizedType, TensorType
from ..source import Source
from .forms.structs import parse_struct
from .lexer import COMMENT, SKIP, STRING, one_line, skipped
from .literals import bits_to_float, dense_array, is_pattern, resource_array
from .resources import blob_of
from .sparse import sparse_attribute
from .types import TypeLexer, is_foreign

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from ..source import Span

_TYPE_WORDS = re.compile(r"(?:i|si|ui|f|bf|tf)[0-9][A-Za-z0-9]*|index|tensor|tuple|complex|memref|none|vector")
_WORD = re.compile(rf"{SKIP}(\w++)")
_ENUM = re.compile(rf"{SKIP}(\w++)(?=[\s/]){SKIP}([\w.]++){SKIP}>")
_STRUCT = re.compile(rf"{SKIP}\w++{SKIP}<")
_SPLAT_FREE = re.compile(r'[^<>"/]*+>')
_LITERAL_END = re.compile(rf"{STRING}|{COMMENT}|>")


class AttributeLexer(TypeLexer):
    """Reads attributes."""

    def attribute(self) -> Attribute:
        """Any attribute, with its span."""
        start, before = self.start, self.keeps_foreign
        self.keeps_foreign = True
        try:
            found = self._attribute()
        finally:
            self.keeps_foreign = before
        found.span = self.span_from(start)
        return found

    def _attribute(self) -> Attribute:
        kind, text = self.kind, self.text
        if kind == "number" or text == "-":
            return self._number()
        if kind == "string":
            start = self.start
            self.advance()
            if not self.maybe(":"):
                return StringAttr(unquoted(text))
            self.type()
            return self.opaque(start, one_line(self.input[start : self.last_end]))
        if kind == "id":
            return self._word()
        if kind == "symbol":
            return self.symbol()
        if kind == "hash":
            return self._hash()
        if text == "[" and kind == "punct":
            return self._array()
        if text == "{" and kind == "punct":
            return DictAttr(self.dictionary())
        if text == "(" and kind == "punct" or kind == "bang":
            return self._type_attribute()
        self.expected("an attribute")

    def _type_attribute(self) -> Attribute:
        found = self.type()
        return FunctionTypeAttr(found) if isinstance(found, FunctionType) else TypeAttr(found)

    def _word(self) -> Attribute:
        text, start = self.text, self.start
        if text in ("true", "false"):
            self.advance()
            return BoolAttr(text == "true")
        if text == "unit":
            self.advance()
            return UnitAttr()
        if text in ("dense", "sparse"):
            return self.dense()
        if text == "dense_resource":
            return self._dense_resource()
        if text == "array":
            return self._dense_array()
        if text in ("affine_map", "affine_set", "strided", "distinct", "loc", "opaque"):
            return self.opaque(start, self._construct_text())
        if is_foreign(text):
            return self.opaque(start, self.advance())
        if _TYPE_WORDS.fullmatch(text):
            return self._type_attribute()
        self.expected("an attribute")

    def _construct_text(self) -> str:
        """A word and its bracketed body, as written, with a type behind a colon."""
        start = self.start
        self.advance()
        if self.at("["):
            self.goto(self._balanced_end(self.start))
        if self.at("<") or self.at("("):
            self.goto(self._balanced_end(self.start))
        if self.at(":"):
            self.advance()
            self.type()
        return one_line(self.input[start : self.last_end])

    def _balanced_end(self, start: int) -> int:
        return self.matching(start)

    def _number(self) -> Attribute:
        start = self.start
        negative = self.maybe("-")
        word = self.take_kind("number", "a number")
        span = self.span_from(start)
        of_word = _WORD.match(self.input, self.end) if self.at(":") else None
        if of_word is not None and is_foreign(of_word[1]):
            self._check_foreign(negative, word, of_word[1], span)
            self.goto(of_word.end())
            return self.opaque(start, one_line(self.input[start : self.last_end]))
        of = self._number_type()
        is_integer = word.isdigit() or word.startswith("0x")
        if of is None:
            of = ELEMENTS["i64" if is_integer else "f64"]
        if of.is_float:
            return FloatAttr(self._float(negative, word, of, span), of)
        if not is_integer:
            self.fail(f"{word} is not of type {of}", "syntax.literal", span)
        if len(word) > 40:
            self.fail(f"{word[:20]}… does not fit {of}", "syntax.literal", span)
        value = int(word, 0) if word.startswith("0x") else int(word)
        return self.integer_of(-value if negative else value, of, span)

    def _check_foreign(self, negative: bool, word: str, of: str, span: Span) -> None:
        """Fail for a number that does not fit a type that is kept as text."""
        letters, bits = of.rstrip("0123456789"), int(of.lstrip("suif"))
        is_integer = word.isdigit() or word.startswith("0x")
        if letters == "f":
            fits = not is_integer
        else:
            value = (
                (int(word, 0) if word.startswith("0x") else int(word)) if is_integer and len(word) < 5000 else 1 << bits
            )
            low, high = 0 if letters == "ui" else -(1 << bits >> 1), (1 << bits >> (letters == "si")) - 1
            fits = low <= (-value if negative else value) <= high
        if not fits:
            self.fail(f"{'-' * negative}{word[:40]} does not fit {of}", "syntax.literal", span)

    def _float(self, negative: bool, word: str, of: ElementType, span: Span) -> float:
        """The value of a number of a float type: with a point in it, or its bits."""
        if word.startswith("0x"):
            if negative or not is_pattern(word, of):
                self.fail(f"{word} is not a pattern of {of.bits} bits", "syntax.literal", span)
            return bits_to_float(int(word, 16), of)
        if "." not in word[1:]:
            self.fail(f"{word} is not of type {of}; a float has a point, as 1.0", "syntax.literal", span)
        return -float(word) if negative else float(word)

    def integer_of(self, value: int, of: ElementType, span: Span) -> IntegerAttr | BoolAttr:
        """The attribute of a number; fails where it does not fit the type."""
        if of.is_bool:
            if value not in (0, 1, -1):
                self.fail(f"{value} does not fit {of}", "syntax.literal", span)
            return BoolAttr(bool(value))
        low = 0 if of.kind == "uint" else -(2 ** (of.bits - 1))
        if not low <= value < 2**of.bits:
            self.fail(f"{value} does not fit {of}", "syntax.literal", span)
        if of.kind == "int" and value >= 2 ** (of.bits - 1):
            value -= 2**of.bits
        return IntegerAttr(value, of)

    def _number_type(self) -> ElementType | None:
        if not self.maybe(":"):
            return None
        start = self.start
        of = self.type()
        if not isinstance(of, ElementType) or of.is_complex:
            self.fail(f"{of} cannot be the type of a number", "syntax.literal", self.span_from(start))
        return of

    def symbol(self) -> SymbolAttr:
        """``@name`` or ``@outer::@inner``."""
        start = self.start
        path = [self.symbol_name()]
        while self.at("::"):
            self.advance()
            path.append(self.symbol_name())
        found = SymbolAttr(*path)
        found.span = self.span_from(start)
        return found

    def symbol_name(self) -> str:
        """The name after one ``@``."""
        text = self.take_kind("symbol", "a symbol, @name")[1:]
        return unquoted(text) if text.startswith('"') else text

    def _array(self) -> Attribute:
        self.deeper()
        self.take("[")
        items: list[Attribute] = []
        while not self.at("]"):
            items.append(self.attribute())
            if not self.more("]"):
                break
        self.take("]")
        self.depth -= 1
        return ArrayAttr(items)

    def dictionary(self) -> dict[str, Attribute]:
        """``{name = value, flag}``."""
        self.deeper()
        self.take("{")
        items: dict[str, Attribute] = {}
        while not self.at("}"):
            start = self.start
            name = self._key()
            value: Attribute = self.attribute() if self.maybe("=") else UnitAttr()
            value.span = self.span_from(start)
            if name in items:
                self.fail(f"the attribute {name} is given twice", "attribute.duplicate", value.span)
            items[name] = value
            if not self.more("}"):
                break
        self.take("}")
        self.depth -= 1
        return items

    def _key(self) -> str:
        if self.kind == "string":
            return unquoted(self.advance())
        return self.take_kind("id", "the name of an attribute")

    def _dense_array(self) -> Attribute:
        self.advance()
        self.take("<")
        of = self.element_type()
        assert isinstance(of, ElementType | QuantizedType)
        if isinstance(of, QuantizedType):
            self.expected("a plain element type")
        values: list[Any] = []
        if self.maybe(":"):
            values.append(self._array_item(of))
            while self.maybe(","):
                values.append(self._array_item(of))
        self.take(">")
        return DenseArrayAttr(of, tuple(values))

    def _array_item(self, of: ElementType) -> Any:
        if of.is_bool:
            word = self.take_kind("id", "true or false")
            if word not in ("true", "false"):
                self.expected("true or false")
            return word == "true"
        start = self.start
        if of.is_float:
            return self._float(self.maybe("-"), self.take_kind("number", "a number"), of, self.span_from(start))
        value = self.signed_integer(bits=65)
        checked = self.integer_of(value, of, self.span_from(start))
        assert isinstance(checked, IntegerAttr)
        return checked.value

    def dense(self) -> DenseAttr | OpaqueAttr:
        """``dense<…> : tensor<…>``: the literal is cut out whole, and converted when somebody asks for it. Or ``sparse<…>``."""
        start, word, literal = self.start, self.text, self.dense_literal()
        self.take(":", " and the type of the constant")
        type_start = self.start
        of = self.type()
        if isinstance(of, OpaqueType):
            return self.opaque(start, one_line(self.input[start : self.last_end]))
        if not isinstance(of, TensorType) or not of.is_static:
            self.fail(
                f"a constant needs a tensor type of known shape, not {of}", "syntax.literal", self.span_from(type_start)
            )
        if word == "sparse":
            return self._sparse(literal, of, start)
        return self.dense_of(literal, of, start)

    def _sparse(self, literal: tuple[int, int], of: TensorType, start: int) -> DenseAttr | OpaqueAttr:
        if of.element.is_quantized:
            return self.opaque(start, one_line(self.input[start : self.last_end]))
        found = sparse_attribute(self.source, *literal, of, self.source.span(*literal))
        found.span = self.span_from(start)
        return found

    def dense_literal(self) -> tuple[int, int]:
        """The current token is ``dense`` or ``sparse``: the offsets of what stands between ``<`` and ``>``."""
        word = self.advance()
        if not self.at("<"):
            self.expected(f"'<' after {word}")
        begin = self.end
        # The digits of a large constant are passed over in one search; they are read when the array is asked for.
        quote = self.input.find('"', begin + 1) if self.input.startswith('"0x', begin) else -1
        if quote > 0 and self.input.startswith(">", quote + 1):
            end = quote + 1
        elif (quick := _SPLAT_FREE.match(self.input, begin)) is not None:
            end = quick.end() - 1
        else:
            end = -1
            for found in _LITERAL_END.finditer(self.input, begin):
                if found.group() == ">":
                    end = found.start()
                    break
        if end < 0:
            self.goto(len(self.input))
            self.expected("'>' at the end of the constant")
        self.goto(end + 1)
        return begin, end

    def dense_of(self, literal: tuple[int, int], of: TensorType, start: int, is_short: bool = False) -> DenseAttr:
        """The attribute of a literal that was cut out. Small ones are converted at once, so that errors come early."""
        begin, end = literal
        source = self.source
        first = skipped(self.input, begin, end)
        splat = first < end and self.input[first] not in '["'
        found = DenseAttr(of, make=_maker(source, begin, end, of, is_short), is_splat=splat)
        found.span = source.span(start, self.last_end)
        return found

    def _dense_resource(self) -> Attribute:
        start = self.start
        self.advance()
        self.take("<")
        key = unquoted(self.advance()) if self.kind == "string" else self.take_kind("id", "the name of a resource")
        self.take(">")
        self.take(":")
        of = self.type()
        span = self.span_from(start)
        if not isinstance(of, TensorType) or not of.is_static:
            self.fail(f"a constant needs a tensor type of known shape, not {of}", "syntax.literal", span)
        definitions = self.definitions

        def make() -> np.ndarray:

            return resource_array(blob_of(definitions, key), key, of, span)

        return DenseAttr(of, make=make, resource=key)

    def _hash(self) -> Attribute:
        name, start = self.text[1:], self.start
        if self.input[self.end : self.end + 1] != "<":
            return self._aliased()
        if "." in name:
            dialect, _, kind = name.partition(".")
            return self._struct(dialect, kind)
        found = _ENUM.match(self.input, self.end + 1)
        if found is not None and found.group(1) not in DOTTED:
            self.goto(found.end())
            return EnumAttr(name, found.group(1), found.group(2))
        inner = _STRUCT.match(self.input, self.end + 1)
        if inner is not None and name in ("stablehlo", "mhlo", "chlo"):
            self.advance()
            self.take("<")
            kind = self.take_kind("id", "the kind of the attribute")
            struct = self._fields(name, kind)
            self.take(">")
            return struct
        return self.opaque(start, self._balanced_text())

    def encoding_text(self) -> str:
        start = self.start
        self.attribute()
        return one_line(self.input[start : self.last_end])

    def opaque(self, start: int, text: str) -> OpaqueAttr:
        """An attribute that is kept as text. It stands in the source from ``start`` to the current token."""
        if "@" not in text:
            return OpaqueAttr(text)
        symbols: list[SymbolAttr] = []
        reader, end = AttributeLexer(self.source, start), self.last_end
        while reader.start < end and reader.kind not in ("eof", "bad"):
            if reader.kind == "symbol":
                symbols.append(reader.symbol())
            else:
                reader.advance()
        return OpaqueAttr(text, tuple(symbols))

    def _aliased(self) -> Attribute:
        found = self.alias()
        if found is None and "." not in self.text:
            self.no_alias("attribute")
        name = self.advance()
        if found is None or isinstance(found.value, Location):
            return OpaqueAttr(name)
        assert isinstance(found.value, Attribute)
        return found.value

    def _struct(self, dialect: str, kind: str) -> Attribute:
        start = self.start
        if dialect not in ("stablehlo", "mhlo", "chlo") or kind in ("bounds", "type_extensions"):
            return self.opaque(start, self._balanced_text())
        self.advance()
        return self._fields(dialect, kind)

    def _fields(self, dialect: str, kind: str) -> StructAttr | EnumAttr:
        return parse_struct(self, dialect, kind)


def _maker(source: Source, begin: int, end: int, of: TensorType, is_short: bool) -> Callable[[], np.ndarray]:
    return lambda: dense_array(source, begin, end, of, is_short)


def with_symbols(attribute: OpaqueAttr, symbols: tuple[SymbolAttr, ...]) -> OpaqueAttr:
    """An attribute kept as text with other symbols in place of its own."""
    lexer, text, at = AttributeLexer(Source(attribute.text)), "", 0
    for symbol in symbols:
        while lexer.kind != "symbol":
            lexer.advance()
        text += attribute.text[at : lexer.start] + str(symbol)
        lexer.symbol()
        at = lexer.last_end
    return OpaqueAttr(text + attribute.text[at:], symbols)


def read_symbol(text: str, span: Span | None = None) -> tuple[SymbolAttr, str]:
    """The symbol with which a text begins, ``@a::@b``, and what follows it; raises ``syntax.form`` where there is none.

    ``span`` is where the text stands, if it is a piece of one that somebody sees.
    """
    lexer = AttributeLexer(Source(text))
    try:
        found = lexer.symbol()
    except HloError as error:
        raise HloError(error.message, span or error.span, error.code) from None
    rest = text[lexer.last_end :]
    found.span = None
    return found, rest
