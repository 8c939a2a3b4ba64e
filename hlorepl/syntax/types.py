"""Types from text. A plain tensor type is one pattern and is made once for each spelling."""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..ir.types import (
    ELEMENTS,
    TOKEN,
    BufferType,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TupleType,
    Type,
    UnrankedType,
    element,
)
from ..source import Span
from ..wording import counted, did_you_mean
from .aliases import AliasLexer
from .lexer import SKIP, closing, one_line

if TYPE_CHECKING:
    #: The types of operands and of results, each with its places.
    Signature = tuple[list[Type], list[Span], list[Type], list[Span]]

_TENSOR = re.compile(r"tensor<((?:(?:[0-9]+|\?)x)*)([a-z]+[0-9][A-Za-z0-9]*|complex<f(?:32|64)>)>")
_SIZE = re.compile(rf"{SKIP}([0-9]++|\?){SKIP}x")
_UNRANKED = re.compile(rf"{SKIP}\*{SKIP}x")
_WORD = re.compile(r"[\w$.]+")
#: Types of numbers to MLIR; those that are no elements of StableHLO's tensors are kept as text where attributes hold them.
_NUMBERS = re.compile(r"(?:si|ui|i)[0-9]++|f80|f128")
_PLAIN: dict[str, TensorType] = {}
_PLAIN_LIMIT = 10_000
#: A signature of plain tensor types on one line, as tools print it.
_SIGNATURE = re.compile(r"\((tensor<[\w?]++>(?:, tensor<[\w?]++>)*+)\) -> (tensor<[\w?]++>)")
#: More elements than this no machine holds, whatever their type; an array with a size of 0 may not pass it either.
MAX_ELEMENTS = 2**59
#: NumPy's arrays have no more dimensions than this.
MAX_RANK = 64


class TypeLexer(AliasLexer):
    """Reads types."""

    def type(self) -> Type:
        """Any type."""
        if self.kind == "id":
            if self.text == "tensor":
                return self.tensor()
            return self._named()
        if self.kind == "bang":
            return self._dialect_type()
        if self.at("("):
            return self.function_type()
        self.expected("a type")

    def types(self) -> list[Type]:
        """One or more types between commas."""
        found = [self.type()]
        while self.maybe(","):
            found.append(self.type())
        return found

    #: Whether a type stands in an attribute, where it may be one that no value here has.
    keeps_foreign = False

    def tensor(self) -> TensorType | UnrankedType | OpaqueType:
        """The current token is ``tensor``."""
        found = _TENSOR.match(self.input, self.start)
        if found is None:
            return self._slow_tensor()
        text = found.group()
        known = _PLAIN.get(text)
        if known is None:
            sizes, name = found.groups()
            if self.keeps_foreign and is_foreign(name):
                return OpaqueType(self._balanced_text())
            shape = self._shape(sizes.split("x")[:-1], *found.span(1))
            known = TensorType(shape, self._element_named(name, found.start(2)))
            if len(_PLAIN) < _PLAIN_LIMIT:
                _PLAIN[text] = known
        self.end = found.end()
        self.advance()
        return known

    def known_signature(self) -> Signature | None:
        """A signature whose types have all been read before, as most have in a long text; None leaves it to be read."""
        found = _SIGNATURE.match(self.input, self.start)
        if found is None:
            return None
        at, texts = found.start(1), found[1].split(", ")
        types: list[Type] = []
        spans: list[Span] = []
        for text in texts:
            type_ = _PLAIN.get(text)
            if type_ is None:
                return None
            types.append(type_)
            spans.append(Span(self.source, at, at + len(text)))
            at += len(text) + 2
        result = _PLAIN.get(found[2])
        if result is None:
            return None
        self.end = found.end()
        self.advance()
        return types, spans, [result], [Span(self.source, *found.span(2))]

    def _spread_shape(self) -> tuple[int | None, ...]:
        """``2x?x`` with blanks and comments anywhere; the current token is the ``<`` in front of it."""
        parts: list[str] = []
        start = at = self.next_offset()
        while found := _SIZE.match(self.input, at):
            parts.append(found.group(1))
            at = found.end()
        shape = self._shape(parts, start, at)
        self.goto(at)
        return shape

    def _shape(self, parts: list[str], start: int, end: int) -> tuple[int | None, ...]:
        span = self.source.span(start, end)
        if len(parts) > MAX_RANK:
            self.fail(f"arrays have {MAX_RANK} dimensions at most, and this type has {len(parts)}", "limit.size", span)
        if any(len(part) > 20 for part in parts):
            self.fail("no machine holds a tensor of this size", "limit.size", span)
        sizes = tuple(None if part == "?" else int(part) for part in parts)
        total = 1
        for size in sizes:
            total *= size or 1
        if total > MAX_ELEMENTS or any(size is not None and size >= 2**63 for size in sizes):
            self.fail("no machine holds a tensor of this size", "limit.size", span)
        return sizes

    def _element_named(self, name: str, start: int) -> ElementType:
        try:
            found = element(name)
            if found.name != "tf32":
                return found
        except KeyError:
            pass
        self.fail(
            f"there is no element type {name}",
            "type.element",
            self.source.span(start, start + len(name)),
            _near_element(name),
        )

    def _slow_tensor(self) -> TensorType | UnrankedType | OpaqueType:
        start = self.start
        self.advance()
        if not self.at("<"):
            self.expected("'<' after tensor")
        unranked = _UNRANKED.match(self.input, self.end)
        if unranked is not None:
            self.goto(unranked.end())
            found = UnrankedType(self.element_type())
            self.take(">", " at the end of the tensor type")
            return found
        shape = self._spread_shape()
        if self.keeps_foreign and self._is_foreign():
            self.goto(start)
            return OpaqueType(self._balanced_text())
        of = self.element_type()
        bounds = encoding = None
        if self.maybe(","):
            bounds, encoding = self._encoding(shape)
        self.take(">", " at the end of the tensor type")
        return TensorType(shape, of, bounds, encoding)

    def _is_foreign(self) -> bool:
        """Whether the current token begins a type of numbers that no value here has: ``i3``, ``complex<i32>``."""
        if self.text == "complex" and (part := re.match(rf"{SKIP}<{SKIP}(\w++){SKIP}>", self.input[self.end :])):
            return part[1] not in ("f32", "f64") and (part[1] in ELEMENTS or is_foreign(part[1]))
        return self.kind == "id" and is_foreign(self.text)

    def _encoding(self, shape: tuple[int | None, ...]) -> tuple[tuple[int | None, ...] | None, Any]:
        if self.kind == "hash" and self.text in (
            "#stablehlo.bounds",
            "#mhlo.type_extensions",
            "#stablehlo.type_extensions",
        ):
            start, legacy = self.start, self.text != "#stablehlo.bounds"
            self.advance()
            self.take("<")
            if legacy:
                self.take("bounds")
                self.take("=")
                self.take("[")
            bounds = self._listed_bounds()
            if legacy:
                self.take("]")
            self.take(">")
            self._check_bounds(bounds, shape, self.span_from(start))
            return tuple(bounds), None
        return None, self.encoding_text()

    def encoding_text(self) -> str:
        """What stands behind the element type of a tensor: any attribute."""
        self.expected("the encoding of the tensor")

    def _listed_bounds(self) -> list[int | None]:
        bounds: list[int | None] = []
        while not self.at(">"):
            bounds.append(None if self.maybe("?") else self.natural("a bound or '?'"))
            if not self.more(">"):
                break
        return bounds

    def _check_bounds(self, bounds: list[int | None], shape: tuple[int | None, ...], span: Span) -> None:
        if len(bounds) != len(shape):
            self.fail(f"{counted(len(bounds), 'bound')} for a tensor of rank {len(shape)}", "type.bounds", span)
        for axis, (bound, size) in enumerate(zip(bounds, shape, strict=True)):
            if bound is not None and size is not None:
                message = f"dimension {axis} has the size {size}; only a dynamic one has a bound"
                self.fail(message, "type.bounds", span, "write ? instead of the bound")

    def element_type(self) -> ElementType | QuantizedType:
        """The type of an element, as it stands inside ``tensor<…>``."""
        start = self.start
        if self.kind == "bang":
            found = self._dialect_type()
            if isinstance(found, ElementType | QuantizedType):
                return found
            self.fail(f"{found} cannot be the type of an element", "type.element", self.span_from(start))
        if self.kind != "id":
            self.expected("an element type")
        if self.text == "complex":
            self.advance()
            self.take("<")
            part = self.take_kind("id", "f32 or f64")
            self.take(">")
            if part not in ("f32", "f64"):
                self.fail(f"there is no complex<{part}>", "type.element", self.span_from(start))
            return element(f"complex<{part}>")
        return self._element_named(self.advance(), start)

    def _named(self) -> Type:
        name, start = self.text, self.start
        if name == "tuple":
            return TupleType(tuple(self._types_in_angles()))
        if name == "memref":
            return self._buffer() if self._is_plain_buffer() else OpaqueType(self._balanced_text())
        if name in ("none", "vector") or self.keeps_foreign and self._is_foreign():
            return OpaqueType(self._balanced_text())
        if name == "token":
            self.advance()
            return TOKEN
        found = self.element_type() if name == "complex" else None
        if found is None:
            try:
                found = element(name)
            except KeyError:
                self.fail(
                    f"there is no type {name}", "type.unknown", self.source.span(start, self.end), _near_element(name)
                )
            self.advance()
        assert isinstance(found, ElementType)
        return found

    def _types_in_angles(self) -> list[Type]:
        self.advance()
        self.deeper()
        self.take("<")
        types = [] if self.at(">") else self.types()
        self.take(">")
        self.depth -= 1
        return types

    def _is_plain_buffer(self) -> bool:
        """Whether a buffer has neither a layout nor a memory space, which nothing here makes sense of."""
        return self.follows("<") is False or "," not in self.input[self.end : self.matching(self.next_offset())]

    def _buffer(self) -> BufferType:
        self.advance()
        if not self.at("<"):
            self.expected("'<' after memref")
        shape = self._spread_shape()
        of = self.element_type()
        self.take(">")
        return BufferType(shape, of)

    def function_type(self) -> FunctionType:
        """``(T, …) -> T`` or ``(T, …) -> (T, …)``."""
        self.deeper()
        self.take("(")
        inputs = [] if self.at(")") else self.types()
        self.take(")")
        self.depth -= 1
        self.take("->")
        return FunctionType(tuple(inputs), tuple(self.result_types()))

    def result_types(self, spans: list[Span] | None = None) -> list[Type]:
        """What follows an arrow: one bare type, or several in parentheses."""
        spans = [] if spans is None else spans
        if not self.at("("):
            return [self._type_with_span(spans)]
        start = self.start
        self.deeper()
        self.take("(")
        found: list[Type] = []
        if not self.at(")"):
            found.append(self._type_with_span(spans))
            while self.maybe(","):
                found.append(self._type_with_span(spans))
        self.take(")")
        self.depth -= 1
        if self.at("->"):
            self.advance()
            self.deeper()
            inner = FunctionType(tuple(found), tuple(self.result_types()))
            self.depth -= 1
            spans[:] = [self.span_from(start)]
            return [inner]
        return found

    def _type_with_span(self, spans: list[Span]) -> Type:
        start = self.start
        found = self.type()
        spans.append(self.span_from(start))
        return found

    def _dialect_type(self) -> Type:
        name, start = self.text, self.start
        if name in ("!stablehlo.token", "!mhlo.token"):
            self.advance()
            return TOKEN
        if name == "!stablehlo.future":
            return FutureType(tuple(self._types_in_angles()))
        if name == "!quant.uniform":
            return self._quantized()
        if "." not in name and self.input.startswith("<", self.end):  # !dialect<…>
            return OpaqueType(self._balanced_text())
        alias = self.alias()
        if alias is not None:
            assert isinstance(alias.value, Type)
            self.advance()
            return alias.value
        if "." not in name:
            self.no_alias("type")
        if name.startswith(("!stablehlo.", "!chlo.")):
            self.fail(f"there is no type {name}", "type.unknown", self.source.span(start, self.end))
        return OpaqueType(self._balanced_text())

    def _balanced_text(self) -> str:
        """The current token and, if ``<`` follows at once, all up to the matching ``>``."""
        start = self.start
        if self.input[self.end : self.end + 1] == "<":
            self.goto(self.matching(self.end))
        else:
            self.advance()
        return one_line(self.input[start : self.last_end])

    def matching(self, start: int) -> int:
        """The offset behind the ``>`` that closes the ``<`` at an offset; strings, comments and arrows do not count."""
        found = closing(self.input, start)
        if found is None:
            self.goto(len(self.input))
            self.expected("'>'")
        return found

    def _quantized(self) -> QuantizedType:
        start = self.start
        self.advance()
        self.take("<")
        storage = self._storage_type()
        minimum = maximum = None
        if self.maybe("<"):
            minimum = self.signed_integer()
            self.take(":")
            maximum = self.signed_integer()
            self.take(">")
        self.take(":")
        expressed = self.element_type()
        axis, blocks = self._quantized_axes()
        self.take(",")
        shape, scales, zeros = self._quantization_parameters()
        self.take(">")
        if not isinstance(expressed, ElementType):
            self.fail("a quantized type cannot express another one", "type.element", self.span_from(start))
        if axis is None and blocks is None and shape:
            self.fail("several scales need a quantization dimension", "quantized_type.C11", self.span_from(start))
        return QuantizedType(storage, expressed, tuple(scales), tuple(zeros), axis, minimum, maximum, blocks, shape)

    def _storage_type(self) -> ElementType:
        name = self.take_kind("id", "a storage type")
        span = self.source.span(self.last_end - len(name), self.last_end)
        if re.fullmatch(r"u[0-9]+", name):
            name = "ui" + name[1:]
        try:
            found = element(name)
        except KeyError:
            found = None
        if found is None or not found.is_integer:
            self.fail(f"{name} is not an integer type to store values in", "type.element", span)
        return found

    def _quantized_axes(self) -> tuple[int | None, tuple[tuple[int, int], ...] | None]:
        if not self.maybe(":"):
            return None, None
        if not self.at("{"):
            return self.natural("a dimension"), None
        self.take("{")
        blocks: list[tuple[int, int]] = []
        while not self.at("}"):
            axis = self.natural("a dimension")
            self.take(":")
            blocks.append((axis, self.natural("a block size")))
            if not self.more("}"):
                break
        self.take("}")
        return None, tuple(blocks)

    def _quantization_parameters(self) -> tuple[tuple[int, ...], list[float], list[int]]:
        """The shape of the nested braces, the scales and the zero points in order."""
        if not self.at("{"):
            begin = self.start
            scale = self.signed_float()
            if not isfinite(scale):
                self.fail("a scale is a finite number", "quantized_type.C7", self.span_from(begin))
            zero = self.signed_integer() if self.maybe(":") else 0
            return (), [scale], [zero]
        start = self.start
        self.deeper()
        self.take("{")
        shapes: set[tuple[int, ...]] = set()
        scales: list[float] = []
        zeros: list[int] = []
        count = 0
        while not self.at("}"):
            shape, some, more = self._quantization_parameters()
            shapes.add(shape)
            scales += some
            zeros += more
            count += 1
            if not self.more("}"):
                break
        self.take("}")
        self.depth -= 1
        if len(shapes) > 1:
            self.fail("the scales do not form a rectangle", "syntax.literal", self.span_from(start))
        inner = shapes.pop() if shapes else ()
        return (count, *inner), scales, zeros

    def natural(self, what: str) -> int:
        """A number without sign or point that fits 64 bits."""
        start = self.start
        text = self.take_kind("number", what)
        if not (text.isascii() and text.isdigit()) or len(text) > 19 or int(text) >= 2**63:
            self.fail(f"expected {what}, found {text[:40]}", "syntax.form", self.span_from(start))
        return int(text)

    def signed_integer(self, bits: int = 64) -> int:
        """An integer with an optional sign that fits so many bits, of which one is the sign."""
        start, negative = self.start, self.maybe("-")
        text = self.take_kind("number", "an integer")
        span = self.span_from(start)
        try:
            value = int(text, 0) if text.startswith("0x") else int(text)
        except ValueError:
            self.fail(f"{text[:40]} is not an integer", "syntax.literal", span)
        value = -value if negative else value
        if not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
            self.fail(f"{self.source.text[start : self.last_end][:40]} does not fit i{bits}", "syntax.literal", span)
        return value

    def signed_float(self) -> float:
        """A decimal number with an optional sign."""
        start, negative = self.start, self.maybe("-")
        text = self.take_kind("number", "a number")
        try:
            value = float(text)
        except ValueError:
            self.fail(f"{text[:40]} is not a decimal number", "syntax.literal", self.span_from(start))
        return -value if negative else value


def is_foreign(word: str) -> bool:
    """Whether a word is a type of numbers to MLIR, and none of StableHLO or another one: ``i128``, ``f80``, ``si8``."""
    return word not in ELEMENTS and _NUMBERS.fullmatch(word) is not None


def _near_element(name: str) -> str:

    known = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int32": "i32", "int64": "i64"}
    return "".join(did_you_mean(known.get(name, name), [*ELEMENTS, "tensor", "tuple"]))
