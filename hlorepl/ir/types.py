"""Types: what a value is, before any value exists. Nothing here loads NumPy until somebody asks for a dtype."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, cast

from .equality import ByContents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np


class Type(ByContents):
    """Anything that can stand where MLIR wants a type."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class ElementType(Type):
    """The type of one element: ``i32``, ``ui8``, ``bf16``, ``complex<f32>``. One object for each name, equal to itself."""

    __slots__ = ("_dtype", "bits", "dtype_name", "kind", "name")

    def __init__(self, name: str, bits: int, kind: str, dtype_name: str):
        self.name = name
        self.bits = bits
        self.kind = kind
        self.dtype_name = dtype_name
        self._dtype: np.dtype[Any] | None = None

    def __str__(self) -> str:
        return self.name

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return element, (self.name,)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy (or ml_dtypes) dtype that holds it."""
        if self._dtype is None:
            import numpy as np  # late: NumPy

            if not hasattr(np, self.dtype_name):
                import ml_dtypes  # late: ml_dtypes

                self._dtype = np.dtype(getattr(ml_dtypes, self.dtype_name))
            else:
                self._dtype = np.dtype(getattr(np, self.dtype_name))
        return self._dtype

    @property
    def is_bool(self) -> bool:
        return self.kind == "bool"

    @property
    def is_integer(self) -> bool:
        """Signed or unsigned, i1 apart."""
        return self.kind in ("int", "uint")

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def is_complex(self) -> bool:
        return self.kind == "complex"

    @property
    def is_quantized(self) -> bool:
        return False

    @property
    def part(self) -> ElementType:
        """The type of the real part: itself unless complex."""
        return ELEMENTS["f32" if self.bits == 64 else "f64"] if self.kind == "complex" else self


ELEMENTS: dict[str, ElementType] = {}


def _declare(name: str, bits: int, kind: str, dtype_name: str) -> None:
    ELEMENTS[name] = ElementType(name, bits, kind, dtype_name)


_declare("i1", 1, "bool", "bool_")
for _bits in (2, 4, 8, 16, 32, 64):
    _declare(f"i{_bits}", _bits, "int", f"int{_bits}")
    _declare(f"ui{_bits}", _bits, "uint", f"uint{_bits}")
for _name, _bits, _dtype_name in (
    ("f4E2M1FN", 4, "float4_e2m1fn"),
    ("f6E2M3FN", 6, "float6_e2m3fn"),
    ("f6E3M2FN", 6, "float6_e3m2fn"),
    ("f8E3M4", 8, "float8_e3m4"),
    ("f8E4M3", 8, "float8_e4m3"),
    ("f8E4M3FN", 8, "float8_e4m3fn"),
    ("f8E4M3FNUZ", 8, "float8_e4m3fnuz"),
    ("f8E4M3B11FNUZ", 8, "float8_e4m3b11fnuz"),
    ("f8E5M2", 8, "float8_e5m2"),
    ("f8E5M2FNUZ", 8, "float8_e5m2fnuz"),
    ("f8E8M0FNU", 8, "float8_e8m0fnu"),
    ("bf16", 16, "bfloat16"),
    ("f16", 16, "float16"),
    ("f32", 32, "float32"),
    ("f64", 64, "float64"),
):
    _declare(_name, _bits, "float", _dtype_name)
_declare("complex<f32>", 64, "complex", "complex64")
_declare("complex<f64>", 128, "complex", "complex128")
#: MLIR's ``index``: the type of sizes in shape computations.
_declare("index", 64, "int", "int64")
#: Named by dot algorithms only; no tensor has it.
_TF32 = ElementType("tf32", 19, "float", "float32")
ELEMENTS["tf32"] = _TF32


def element(name: str) -> ElementType:
    """The element type of that MLIR name (``si8`` is ``i8``); KeyError if there is none."""
    found = ELEMENTS.get(name)
    if found is None and name.startswith("si"):
        found = ELEMENTS.get(name[1:])
    if found is None:
        raise KeyError(name)
    return found


def element_of(dtype: Any) -> ElementType:
    """The element type that a NumPy dtype holds; KeyError if none does."""
    return _by_dtype()[dtype]


@cache
def _by_dtype() -> dict[Any, ElementType]:
    return {each.dtype: each for each in ELEMENTS.values() if each.name not in ("index", "tf32")}


class QuantizedType(Type):
    """``!quant.uniform<…>``: storage integers that stand for ``(i - zero_point) * scale``.

    ``axis`` is the quantization dimension when there is one scale for each slice; ``blocks`` maps axis to block size
    when there is one for each block (then ``scales`` and ``zero_points`` are flat, in ``scale_shape``).
    """

    __slots__ = ("axis", "blocks", "expressed", "maximum", "minimum", "scale_shape", "scales", "storage", "zero_points")

    def __init__(
        self,
        storage: ElementType,
        expressed: ElementType,
        scales: tuple[float, ...],
        zero_points: tuple[int, ...],
        axis: int | None = None,
        minimum: int | None = None,
        maximum: int | None = None,
        blocks: tuple[tuple[int, int], ...] | None = None,
        scale_shape: tuple[int, ...] = (),
    ):
        low, high = integer_range(storage)
        self.storage = storage
        self.expressed = expressed
        self.scales = scales
        self.zero_points = zero_points
        self.axis = axis
        self.minimum = low if minimum is None else minimum
        self.maximum = high if maximum is None else maximum
        self.blocks = blocks
        self.scale_shape = scale_shape

    def __str__(self) -> str:
        sign = "u" if self.storage.kind == "uint" else "i"
        limits = ""
        if (self.minimum, self.maximum) != integer_range(self.storage):
            limits = f"<{self.minimum}:{self.maximum}>"
        text = f"!quant.uniform<{sign}{self.storage.bits}{limits}:{self.expressed}"
        if self.blocks is not None:
            sizes = ", ".join(f"{axis}:{size}" for axis, size in self.blocks)
            return f"{text}:{{{sizes}}}, {self._nested(self.scale_shape, list(self._pairs()))}>"
        if self.axis is None:
            return f"{text}, {next(iter(self._pairs()))}>"
        return f"{text}:{self.axis}, {{{','.join(self._pairs())}}}>"

    def _pairs(self) -> list[str]:
        return [format_scale(s) + (f":{z}" if z else "") for s, z in zip(self.scales, self.zero_points, strict=True)]

    def _nested(self, shape: tuple[int, ...], pairs: list[str]) -> str:
        if not shape:
            return pairs[0]
        step = len(pairs) // shape[0] if shape[0] else 0
        parts = (self._nested(shape[1:], pairs[k * step : (k + 1) * step]) for k in range(shape[0]))
        return "{" + ", ".join(parts) + "}"

    @property
    def name(self) -> str:
        return str(self)

    @property
    def kind(self) -> str:
        return "quantized"

    @property
    def bits(self) -> int:
        return self.storage.bits

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the storage integers."""
        return self.storage.dtype

    @property
    def is_per_axis(self) -> bool:
        return self.axis is not None

    is_bool = is_integer = is_float = is_complex = False
    is_quantized = True

    @property
    def part(self) -> QuantizedType:
        return self


def integer_range(element_type: ElementType) -> tuple[int, int]:
    """The smallest and the largest value of an integer type."""
    if element_type.kind == "uint":
        return 0, 2**element_type.bits - 1
    return -(2 ** (element_type.bits - 1)), 2 ** (element_type.bits - 1) - 1


def format_scale(scale: float) -> str:
    """A scale as MLIR prints it: with a point or an exponent."""
    text = repr(float(scale))
    return text if any(c in text for c in ".en") else text + ".0"


class AtMost(ByContents):
    """The size of a dynamic dimension with a bound: any from 0 to ``bound``."""

    __slots__ = ("bound",)

    def __init__(self, bound: int):
        self.bound = bound

    def __repr__(self) -> str:
        return f"at most {self.bound}"


#: What is known of the size of a dimension: it, the most that it may be, or nothing.
Extent = int | AtMost | None


class TensorType(Type):
    """``tensor<2x?xf32>``. ``shape`` has None for each dynamic dimension; ``bounds`` the most that each may be.

    ``encoding`` is the text of what else stands behind the element type.
    """

    __slots__ = ("_hash", "_text", "bounds", "element", "encoding", "shape")

    def __init__(
        self,
        shape: tuple[int | None, ...],
        element: ElementType | QuantizedType,
        bounds: tuple[int | None, ...] | None = None,
        encoding: str | None = None,
    ):
        self.shape = shape
        self.element = element
        self.bounds = bounds
        self.encoding = encoding
        self._text: str | None = None
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        """Written out, as is the hash: types of tensors are compared all the time."""
        if self is other:
            return True
        return (
            type(other) is TensorType
            and self.shape == other.shape
            and self.element == other.element
            and self.bounds == other.bounds
            and self.encoding == other.encoding
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.shape, self.element, self.bounds, self.encoding))
        return self._hash

    def __str__(self) -> str:
        if self._text is None:
            sizes = "".join("?x" if size is None else f"{size}x" for size in self.shape)
            extra = ""
            if self.bounds is not None:
                bounds = ", ".join("?" if bound is None else str(bound) for bound in self.bounds)
                extra = f", #stablehlo.bounds<{bounds}>"
            elif self.encoding is not None:
                extra = f", {self.encoding}"
            self._text = f"tensor<{sizes}{self.element}{extra}>"
        return self._text

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def is_static(self) -> bool:
        return None not in self.shape

    @property
    def sizes(self) -> tuple[int, ...]:
        """The shape of a tensor whose dimensions are all known."""
        assert self.is_static
        return self.shape  # type: ignore[return-value]

    @property
    def size(self) -> int:
        """How many elements; the dynamic dimensions must be known."""
        return prod(self.sizes)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.element.dtype

    @property
    def extents(self) -> tuple[Extent, ...]:
        """What is known of each size: it, or its bound, or nothing."""
        if self.bounds is None:
            return self.shape
        pairs = zip(self.shape, self.bounds, strict=True)
        return tuple(AtMost(bound) if size is None and bound is not None else size for size, bound in pairs)

    @property
    def limits(self) -> tuple[int | None, ...]:
        """The most that each size may be: itself, or its bound; None where there is no limit."""
        if self.bounds is None:
            return self.shape
        return tuple(bound if size is None else size for size, bound in zip(self.shape, self.bounds, strict=True))

    def with_shape(self, shape: Iterable[Extent]) -> TensorType:
        """The same elements in another shape; its bounds stand in it (those of this type do not carry over)."""
        return tensor_of(tuple(shape), self.element)

    def with_element(self, element_type: ElementType | QuantizedType) -> TensorType:
        """The same shape with other elements."""
        return TensorType(self.shape, element_type, self.bounds, self.encoding)

    def resized(self, axis: int, size: Extent) -> TensorType:
        """The same type with another size along one axis."""
        extents = self.extents
        return self.with_shape((*extents[:axis], size, *extents[axis + 1 :]))


class UnrankedType(Type):
    """``tensor<*xf32>``: a tensor of which only the elements are known. Few ops take one."""

    __slots__ = ("element",)

    def __init__(self, element: ElementType | QuantizedType):
        self.element = element

    def __str__(self) -> str:
        return f"tensor<*x{self.element}>"


def tensor_of(extents: tuple[Extent, ...], element: ElementType | QuantizedType) -> TensorType:
    """The type of tensors of which so much is known."""
    if not any(isinstance(size, AtMost) for size in extents):
        return TensorType(cast("tuple[int | None, ...]", extents), element)
    sizes = tuple(None if isinstance(size, AtMost) else size for size in extents)
    return TensorType(sizes, element, tuple(size.bound if isinstance(size, AtMost) else None for size in extents))


def is_scalar(of: Type) -> bool:
    """Whether values of a type are tensors of rank 0."""
    return isinstance(of, TensorType) and of.shape == ()


class TupleType(Type):
    """``tuple<T, …>``."""

    __slots__ = ("types",)

    def __init__(self, types: tuple[Type, ...]):
        self.types = types

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.types))}>"


class TokenType(Type):
    """``!stablehlo.token``: orders side effects; carries no data."""

    __slots__ = ()

    def __str__(self) -> str:
        return "!stablehlo.token"


class FutureType(Type):
    """``!stablehlo.future<T, …>``: what ``async_start`` gives and ``async_done`` takes."""

    __slots__ = ("types",)

    def __init__(self, types: tuple[Type, ...]):
        self.types = types

    def __str__(self) -> str:
        return f"!stablehlo.future<{', '.join(map(str, self.types))}>"


class BufferType(Type):
    """``memref<…>``: a buffer that a ``custom_call`` updates."""

    __slots__ = ("element", "shape")

    def __init__(self, shape: tuple[int | None, ...], element: ElementType | QuantizedType):
        self.shape = shape
        self.element = element

    def __str__(self) -> str:
        sizes = "".join("?x" if size is None else f"{size}x" for size in self.shape)
        return f"memref<{sizes}{self.element}>"


class FunctionType(Type):
    """``(T, …) -> (T, …)``."""

    __slots__ = ("inputs", "results")

    def __init__(self, inputs: tuple[Type, ...], results: tuple[Type, ...]):
        self.inputs = inputs
        self.results = results

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.inputs))}) -> {results_text(self.results)}"


class OpaqueType(Type):
    """A type of a dialect that the engine has no use for, kept as it is written."""

    __slots__ = ("text",)

    def __init__(self, text: str):
        self.text = text

    def __str__(self) -> str:
        return self.text


TOKEN = TokenType()
#: Stands for the type of a value whose op could not be read, so that its uses are not reported as well.
UNKNOWN = OpaqueType("!unknown")


def results_text(types: tuple[Type, ...] | list[Type], show: Callable[[Type], str] = str) -> str:
    """Result types as they follow an arrow: one alone stands bare, unless it is a function type."""
    if len(types) == 1 and not isinstance(types[0], FunctionType):
        return show(types[0])
    return f"({', '.join(map(show, types))})"
