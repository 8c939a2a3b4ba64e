"""The table of names: a function that writes what a name stands for out as ops, or a sentence with lines that can be entered.

    @familiar("sum", "reduce_sum")
    def sum_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
        '''The sum of the elements along axes, of all of them where none is given.'''

The parameters behind the builder are the call's, in NumPy's order, each by place or by name; the annotation says what stands there:
``Value`` an operand, ``Places`` one of whole numbers, ``Values`` any number of them (between commas, or in one pair of brackets),
``Axis`` a number or None, ``Axes`` a number, a list of them or None, ``Shape`` a number or a list of them, ``Dtype`` an element
type by the name that StableHLO, NumPy or PyTorch has for it, ``int float bool str`` themselves. What the function gives is what
the call gives.

Names that have no one meaning, or stand for what is no op, are ``told``: a sentence, and lines that run.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ..errors import HloError
from ..ir.types import ELEMENTS, ElementType, TensorType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..ir.core import Value
    from ..ops.builder import Builder

    #: A dimension, counted from behind where it is below zero.
    Axis = int | None
    Axes = int | list[int] | None
    Shape = int | list[int]
    Values = list[Value]
    Places = Value
    Dtype = ElementType

#: Every name that stands for ops, and every name that is told.
FAMILIAR: dict[str, Familiar] = {}
TOLD: dict[str, Told] = {}

_Function = TypeVar("_Function", bound="Callable[..., Any]")
_PACKAGE = __name__.rpartition(".")[0]
_loaded = False
#: Element types by the names of other libraries.
_TYPES = {
    "bool": "i1", "bool_": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "int": "i32", "long": "i64",
    "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64", "float16": "f16", "half": "f16", "bfloat16": "bf16",
    "float32": "f32", "float": "f32", "float64": "f64", "double": "f64", "complex64": "complex<f32>", "complex128": "complex<f64>",
}  # fmt: skip


#: The op that does most of what a family of names means.
_MAIN_OPS = {"reductions": "reduce", "products": "dot_general"}


#: What may stand in front of a name, as in ``np.sum``.
LIBRARIES = ("np", "numpy", "jnp", "jax", "torch", "F", "lax", "nn")


class Parameter:
    """A parameter of a call: its name, the ``kind`` of what stands there, its default."""

    __slots__ = ("default", "keyword", "kind", "name", "required")

    def __init__(self, declared: inspect.Parameter):
        self.keyword = declared.name
        self.name = declared.name.rstrip("_")
        self.kind: str = str(declared.annotation).removesuffix(" | None")
        self.required = declared.default is declared.empty
        self.default = None if self.required else declared.default


class Familiar:
    """A name (and others for the same) that stands for ops, for ``op`` above all."""

    __slots__ = ("doc", "function", "name", "names", "op", "parameters")

    def __init__(self, names: tuple[str, ...], function: Callable[..., Any], op: str = ""):
        self.op = op or _MAIN_OPS.get(function.__module__.rpartition(".")[2], "")
        self.name = names[0]
        self.names = names
        self.function = function
        self.doc = inspect.cleandoc(function.__doc__ or "")
        self.parameters = [Parameter(each) for each in list(inspect.signature(function).parameters.values())[1:]]

    @property
    def summary(self) -> str:
        return self.doc.partition("\n")[0]

    @property
    def usage(self) -> list[tuple[str, str]]:
        """The call in pieces: each text with the parameter that it stands for, or nothing."""
        pieces = [(f"{self.name}(", "")]
        for parameter in self.parameters:
            comma = ", " if len(pieces) > 1 else ""
            shown = f"{parameter.name}{'…' if parameter.kind == 'Values' else ''}"
            pieces += (
                [(comma, ""), (shown, parameter.name)]
                if parameter.required
                else [(f"[{comma}", ""), (shown, parameter.name), ("]", "")]
            )
        return [piece for piece in [*pieces, (")", "")] if piece[0]]

    def __call__(self, builder: Builder, *arguments: Any, **named: Any) -> Value | tuple[Value, ...]:
        """Write it out; the values that it gives."""
        return self.function(builder, *arguments, **named)


#: What the lines about names speak of.
SPOKEN_OF = {
    "%x": "%x = [[1.0, 2.0], [3.0, 4.0]]",
    "%y": "%y = [[5.0, 6.0], [7.0, 8.0]]",
    "%v": "%v = [3.0, 9.0, 1.0, 7.0]",
    "%i": "%i = 1",
}


class Told:
    """A name of which there is something to say, and the lines that do what it is meant for."""

    __slots__ = ("lines", "names", "sentence")

    def statements(self, known: Callable[[str], bool] = lambda name: False) -> list[str]:
        """The lines, behind those that make the values that they speak of and nobody has."""
        text = "\n".join(self.lines)
        used = [name for name in SPOKEN_OF if re.search(rf"{name}\b", text) and not known(name[1:])]
        return [*(SPOKEN_OF[name] for name in used), *self.lines]

    def __init__(self, names: tuple[str, ...], sentence: str, lines: tuple[str, ...] = ()):
        self.names = names
        self.sentence = sentence
        self.lines = lines


def familiar(*names: str, op: str = "") -> Callable[[_Function], _Function]:
    """Declare what some names stand for; see the module's docstring. ``op`` is the op that does most of it, if one does."""

    def declare(function: _Function) -> _Function:
        FAMILIAR.update(dict.fromkeys(names, Familiar(names, function, op)))
        return function

    return declare


def told(names: str, sentence: str, *lines: str) -> None:
    """Declare what is said of some names."""
    found = Told(tuple(names.split()), sentence, lines)
    TOLD.update(dict.fromkeys(found.names, found))


def load() -> None:
    """Import every family of names: each module of this package."""
    global _loaded
    if not _loaded:
        for module in iter_modules(import_module(_PACKAGE).__path__):
            import_module(f"{_PACKAGE}.{module.name}")
        _loaded = True


def lookup(name: str) -> Familiar | None:
    """What a name stands for, with or without the name of a library in front: ``np.sum``."""
    load()
    return FAMILIAR.get(_bare(name))


def lookup_told(name: str) -> Told | None:
    """What is said of a name."""
    load()
    return TOLD.get(_bare(name))


def _bare(name: str) -> str:
    library, _, rest = name.partition(".")
    if not rest or library not in LIBRARIES:
        return name
    return rest.rpartition(".")[2]


def element_named(name: str) -> ElementType | None:
    """An element type by StableHLO's, NumPy's or PyTorch's name for it."""
    return ELEMENTS.get(_TYPES.get(_bare(name), name)) or ELEMENTS.get(name)


# What functions ask of their arguments


def refuse(message: str, *help_: str) -> NoReturn:
    """The call cannot be written out; whoever reads it says where."""
    raise HloError(message, None, "syntax.familiar", help=help_)


def tensor(value: Value) -> TensorType:
    """The type of an operand, all of whose sizes must be known."""
    of = value.type
    if not isinstance(of, TensorType):
        refuse(f"%{value.name} is {of}, and no tensor")
    if not of.is_static:
        refuse(f"%{value.name} : {of} has sizes that are not known here; what is written out depends on them")
    return of


def axis_of(axis: int, rank: int, extra: int = 0) -> int:
    """A dimension as it is counted from the front."""
    if not -rank - extra <= axis < rank + extra:
        refuse(f"there is no axis {axis} in a tensor of rank {rank}")
    return axis % (rank + extra) if rank + extra else 0


def axes_of(axes: Axes, rank: int) -> list[int]:
    """Dimensions as they are counted from the front, in order; all of them for None."""
    if axes is None:
        return list(range(rank))
    found = [axis_of(axis, rank) for axis in ([axes] if isinstance(axes, int) else axes)]
    if len(set(found)) < len(found):
        refuse("an axis is named twice")
    return sorted(found)


def sizes_of(shape: Shape) -> list[int]:
    """The sizes of a shape."""
    sizes = [shape] if isinstance(shape, int) else list(shape)
    if any(size < -1 for size in sizes):
        refuse("a size is below zero")
    return sizes


def element_of(value: Value) -> ElementType:
    """The type of the elements; quantized ones are refused."""
    element = tensor(value).element
    if not isinstance(element, ElementType):
        refuse(f"%{value.name} is quantized; uniform_dequantize gives its numbers")
    return element


def reshaped(b: Builder, x: Value, sizes: Iterable[int]) -> Value:
    """A tensor in another shape; itself where it has that shape."""
    of, sizes = tensor(x), tuple(sizes)
    return x if of.shape == sizes else b.value("reshape", x, types=[of.with_shape(sizes)])


def converted(b: Builder, x: Value, element: ElementType) -> Value:
    """A tensor of another element type; itself where it has that type."""
    of = tensor(x)
    return x if of.element is element else b.value("convert", x, types=[of.with_element(element)])


def floating(b: Builder, x: Value) -> Value:
    """A tensor of floats: whole numbers and i1 become f32."""
    element = element_of(x)
    return x if element.is_float or element.is_complex else converted(b, x, ELEMENTS["f32"])


def filled(b: Builder, number: complex, shape: Iterable[int], element: ElementType) -> Value:
    """One number at every place of a shape."""
    return b.constant(number, TensorType(tuple(shape), element))
