"""The arguments of a run: ``--args``, ``--input``, ``--random``."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.arguments import argument_names, given
from ..errors import HloError
from ..ir.text import symbol_text
from ..ir.types import QuantizedType, TensorType
from ..memory import require_room
from ..recursion import room
from ..source import Source
from ..wording import counted, reason

if TYPE_CHECKING:
    from argparse import Namespace

    from ..ir.core import Function


class WrongCount(HloError):
    """The command line gives another number of arguments than the function takes (exit status 2)."""


def arguments_of(function: Function, options: Namespace) -> list[Any]:
    """Host arrays of the declared types; raises ``HloError``, ``WrongCount`` when the number is wrong."""
    wanted = len(function.arguments)
    if options.args is not None:
        arrays = parse_args(options.args)
    elif options.input is not None and wanted:
        arrays = _from_file(function, Path(options.input))
    elif options.random is not None:
        shapes = _shapes(options.shape)
        most = options.max_memory
        arrays = [
            random_value(v.type, options.random, k, shapes.get(k), v, most) for k, v in enumerate(function.arguments)
        ]
    else:
        arrays = []
    if len(arrays) != wanted:
        message = f"{symbol_text(function.symbol)} takes {counted(wanted, 'argument')}, and {len(arrays)} given"
        help_text = ["give them with --args '[dense<…> : tensor<…>, …]', --input FILE or --random SEED"]
        if wanted:
            help_text.insert(0, "its arguments are " + ", ".join(f"%{v.name}: {v.type}" for v in function.arguments))
        raise WrongCount(message, function.span_of("name"), "run.arguments", help=help_text)
    return given(function, arrays)


def parse_args(text: str) -> list[Any]:
    """MLIR constants in a list: ``[dense<1> : tensor<2xi32>, …]``."""
    from ..ir.attributes import ArrayAttr, DenseAttr  # late: on demand
    from ..syntax.parser import Parser  # late: on demand

    with room():
        parser = Parser(Source(text, "--args"))
        found = parser.attribute()
        if parser.kind != "eof":
            parser.expected("the end of the list")
    items = found.items if isinstance(found, ArrayAttr) else [found]
    for item in items:
        if not isinstance(item, DenseAttr):
            raise HloError("an argument is a constant, dense<…> : tensor<…>", item.span, "run.args")
    return [item.array for item in items if isinstance(item, DenseAttr)]


def _from_file(function: Function, path: Path) -> list[Any]:
    """By name where every key is the name of an argument, else by position."""
    from ..session.loading import arrays_of  # late: on demand

    try:
        arrays = arrays_of(path)
    except OSError as error:
        raise WrongCount(f"{path}: {reason(error)}", code="run.input") from None
    places: dict[str, int] = {}
    for number, value in enumerate(function.arguments):
        for name in argument_names(value):
            places.setdefault(name, number)
    if len(arrays) == len(function.arguments) and all(key.removeprefix("%") in places for key in arrays):
        found = {places[key.removeprefix("%")]: array for key, array in arrays.items()}
        if len(found) == len(arrays):
            return [found[number] for number in range(len(found))]
    return list(arrays.values())


def _shapes(texts: list[str] | None) -> dict[int, tuple[int, ...]]:
    """``--shape 0=2x3``: the sizes of an argument with dynamic dimensions."""
    found: dict[int, tuple[int, ...]] = {}
    for text in texts or ():
        number, mark, sizes = text.rpartition("=")
        try:
            found[int(number) if mark else len(found)] = tuple(_size(size) for size in sizes.split("x") if size)
        except ValueError:
            raise WrongCount(f"--shape {text}: write NUMBER=2x3", code="run.shape") from None
    return found


def _size(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError(text)
    return int(text)


def random_value(
    of: Any, seed: int, number: int, shape: tuple[int, ...] | None, value: Any, limit: int | None = None
) -> Any:
    """Floats standard normal, integers in [-8, 8) or [0, 16), i1 even odds; PCG64 by seed and the argument's number."""
    if not isinstance(of, TensorType):
        return None
    rng = np.random.Generator(np.random.PCG64([seed, number]))
    sizes = tuple(2 if size is None else size for size in of.shape)
    if shape is not None:
        sizes = shape
    require_room(of, prod(sizes), limit, f"%{value.name}")
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
