"""The arguments of a run: ``--args``, ``--input``, ``--random``."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..array_files import read_arrays
from ..engine.arguments import given, placed, places_of
from ..errors import HloError
from ..ir.text import symbol_text
from ..ir.types import QuantizedType, TensorType
from ..memory import require_room
from ..recursion import room
from ..source import Source
from ..wording import counted, did_you_mean, reason
from .options import UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence

    from ..ir.core import Function
    from ..ir.types import Type

    Beside = Callable[[], Mapping[str, Any]]


def arguments_of(function: Function, options: Namespace, beside: Beside = dict) -> list[Any]:
    """Host arrays of the declared types; raises ``HloError``, ``UsageError`` when the number is wrong."""
    return given(function, read_arguments(function, options, options.input, beside))


def read_arguments(function: Function, options: Namespace, file: str | None, beside: Beside = dict) -> list[Any]:
    """The arrays that the command line names, with ``file`` for ``--input``, as many as there are arguments.

    Where it names none, those that ``beside`` finds of the program's own.
    """
    wanted = len(function.arguments)
    if options.args is not None:
        arrays = parse_args(options.args)
    elif file is not None and wanted:
        arrays = _from_file(function, file, options.max_memory)
    elif options.random is not None:
        arrays = _random_arguments(function, options)
    else:
        arrays = placed(function, beside()) if wanted else []
    if len(arrays) != wanted:
        message = f"{symbol_text(function.symbol)} takes {counted(wanted, 'argument')}, and {len(arrays)} given"
        help_text = ["give them with --args '[dense<…> : tensor<…>, …]', --input FILE or --random SEED"]
        if wanted:
            help_text.insert(0, "its arguments are " + ", ".join(f"%{v.name}: {v.type}" for v in function.arguments))
        raise UsageError(message, function.span_of("name"), "run.arguments", help=help_text)
    return arrays


def parse_args(text: str) -> list[Any]:
    """MLIR constants in a list: ``[dense<1> : tensor<2xi32>, …]``."""
    from ..ir.attributes import ArrayAttr, DenseAttr  # late: on demand
    from ..syntax.lexer import require_characters  # late: on demand
    from ..syntax.parser import Parser  # late: on demand

    source = Source(text, "--args")
    require_characters(source)
    with room():
        parser = Parser(source)
        found = parser.attribute()
        if parser.kind != "eof":
            parser.expected("the end of the list")
    items = found.items if isinstance(found, ArrayAttr) else [found]
    for item in items:
        if not isinstance(item, DenseAttr):
            raise HloError("an argument is a constant, dense<…> : tensor<…>", item.span, "run.args")
    return [item.array for item in items if isinstance(item, DenseAttr)]


def arrays_in_file(
    text: str, limit: int | None, is_wanted: Callable[[tuple[int, ...]], bool] = lambda _: True
) -> dict[str, Any]:
    """The arrays of ``--input``, by name, within a limit of bytes (see ``read_arrays``)."""
    path = Path(text)
    try:
        return read_arrays(path, limit, is_wanted)
    except OSError as error:
        raise UsageError(f"{path}: {reason(error)}", code="run.input") from None


def _from_file(function: Function, file: str, limit: int | None) -> list[Any]:
    """By name where every key is the name of an argument, else by position."""

    def is_wanted(shape: tuple[int, ...]) -> bool:
        return any(_takes(value.type, shape) for value in function.arguments)

    return placed(function, arrays_in_file(file, limit, is_wanted))


def _takes(of: Type, shape: tuple[int, ...]) -> bool:
    """Whether an argument of a type may have a shape."""
    if not isinstance(of, TensorType):
        return True
    return len(of.shape) == len(shape) and all(a in (None, b) for a, b in zip(of.shape, shape, strict=True))


def _random_arguments(function: Function, options: Namespace) -> list[Any]:
    shapes = shapes_of(options.shape, places_of(function), len(function.arguments))
    return [
        random_value(value.type, options.random, number, shapes.get(number), f"%{value.name}", options.max_memory)
        for number, value in enumerate(function.arguments)
    ]


def shapes_of(texts: list[str] | None, places: Mapping[str, int], count: int) -> dict[int, tuple[int, ...]]:
    """``--shape 0=2x3``, ``--shape x=2x3``: the sizes of arguments with dynamic dimensions, by the arguments' numbers."""
    found: dict[int, tuple[int, ...]] = {}
    for text in texts or ():
        name, mark, sizes = text.rpartition("=")
        try:
            shape = tuple(_size(size) for size in sizes.split("x") if size)
        except ValueError:
            raise _no_shape(text, "write NAME=2x3 or NUMBER=2x3") from None
        found[_place(text, name, places, count) if mark else len(found)] = shape
    return found


def _place(text: str, name: str, places: Mapping[str, int], count: int) -> int:
    """Which argument a name or number means."""
    number = places.get(name.removeprefix("%"))
    try:
        number = _size(name) if number is None else number
    except ValueError:
        raise _no_shape(text, f"there is no argument {name}", did_you_mean(name, places)) from None
    if number >= count:
        raise _no_shape(text, f"there is no argument {number}, they are counted from 0")
    return number


def _no_shape(text: str, message: str, help_text: Sequence[str] = ()) -> UsageError:
    return UsageError(f"--shape {text}: {message}", code="run.shape", help=help_text)


def _size(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(text)
    return int(text)


def random_value(
    of: Any, seed: int, number: int, shape: tuple[int, ...] | None, what: str, limit: int | None = None
) -> Any:
    """A value for argument ``number``, whose name is ``what``; dynamic sizes are 2 unless ``shape`` has others.

    Floats are standard normal, integers in [-8, 8) or [0, 16), i1 even odds, by PCG64 from the seed and the number.
    """
    if not isinstance(of, TensorType):
        return None
    sizes = tuple(2 if size is None else size for size in of.shape) if shape is None else shape
    require_room(of, prod(sizes), limit, what)
    return drawn(generator(seed, number), of, sizes)


def generator(seed: int, number: int) -> np.random.Generator:
    """What draws an argument."""
    return np.random.Generator(np.random.PCG64([seed, number]))


def drawn(rng: np.random.Generator, of: TensorType, sizes: tuple[int, ...]) -> Any:
    """The next value of a type and these sizes."""
    element = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    if element.is_bool:
        return rng.integers(0, 2, sizes).astype(np.bool_)
    if element.is_integer:
        low, high = (0, 16) if element.kind == "uint" else (-8, 8)
        if element.bits < 8:
            low, high = (
                (0, 2**element.bits)
                if element.kind == "uint"
                else (-(2 ** (element.bits - 1)), 2 ** (element.bits - 1))
            )
            low, high = max(low, -8), min(high, 16)
        return rng.integers(low, high, sizes).astype(element.dtype)
    if element.is_complex:
        part = element.part.dtype
        return (rng.standard_normal(sizes).astype(part) + 1j * rng.standard_normal(sizes).astype(part)).astype(
            element.dtype
        )
    from ..kernels.casts import convert  # late: on demand

    return convert(np, rng.standard_normal(sizes), element.dtype)
