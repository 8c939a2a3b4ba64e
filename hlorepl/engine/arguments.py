"""What a caller gives against what a function declares: shapes fit, types convert only where no value changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..errors import HloError, Note
from ..ir.text import symbol_text
from ..ir.types import TensorType, TokenType, TupleType, Type, element_of
from ..wording import counted
from .source import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..ir.core import Function, Value
    from ..source import Span


def given(function: Function, arrays: Sequence[Any]) -> list[Any]:
    """Host arrays of the declared types; raises ``run.arguments`` or ``run.argument_type``."""
    require_count(function, len(arrays))
    return [
        argument(array, value.type, f"%{value.name}", value.span)
        for array, value in zip(arrays, function.arguments, strict=True)
    ]


def placed(function: Function, arrays: Mapping[str, Any]) -> list[Any]:
    """The arrays of a file in the order of the arguments: by name where every key is the name of one, else as they come."""
    places = places_of(function)
    if len(arrays) == len(function.arguments) and all(key.removeprefix("%") in places for key in arrays):
        found = {places[key.removeprefix("%")]: array for key, array in arrays.items()}
        if len(found) == len(arrays):
            return [found[number] for number in range(len(found))]
    return list(arrays.values())


def places_of(function: Function) -> dict[str, int]:
    """The arguments' names with their numbers."""
    places: dict[str, int] = {}
    for number, value in enumerate(function.arguments):
        for name in argument_names(value):
            places.setdefault(name, number)
    return places


def given_to_each(function: Function, rows: Sequence[Any], grid: tuple[int, int]) -> list[list[Any]]:
    """The same for each process of a grid, row by row: a tuple of arrays for each, or nothing for a function of none.

    What comes twice is converted once.
    """
    replicas, partitions = grid
    if not rows and not function.arguments:
        return [[] for _ in range(replicas * partitions)]
    if len(rows) != replicas * partitions:
        message = (
            f"a grid of {replicas} x {partitions} takes {counted(replicas * partitions, 'tuple')} of arguments, one for"
        )
        help_text = "call it as main((a, b), (a, c)): the arguments of process (0, 0), then those of (0, 1), row by row"
        raise HloError(f"{message} each process, and {len(rows)} given", code="run.arguments", help=help_text)
    kept: dict[tuple[int, int], Any] = {}
    found: list[list[Any]] = []
    for row in rows:
        if not isinstance(row, tuple | list):
            raise HloError("the arguments of each process are a tuple", code="run.arguments")
        listed = cast("list[Any]", [*row])
        require_count(function, len(listed))
        for number, (array, value) in enumerate(zip(listed, function.arguments, strict=True)):
            if (id(array), number) not in kept:
                kept[id(array), number] = argument(array, value.type, f"%{value.name}", value.span)
        found.append([kept[id(array), number] for number, array in enumerate(listed)])
    return found


def require_body(function: Function, span: Span | None) -> None:
    """Raise ``run.declaration`` where a function cannot be run."""
    if function.is_declaration:
        message = f"{symbol_text(function.symbol)} is only declared: there is no body to run"
        notes = [Note("it is declared here", function.span_of("name"))]
        raise HloError(message, span, "run.declaration", notes)


def require_count(function: Function, count: int) -> None:
    """Raise ``run.arguments`` where the function takes another number of arguments."""
    wanted = len(function.arguments)
    if count != wanted:
        message = f"{symbol_text(function.symbol)} takes {counted(wanted, 'argument')}, and {count} given"
        raise HloError(message, function.span_of("name"), "run.arguments", help=_signature(function))


def _signature(function: Function) -> list[str]:
    if not function.arguments:
        return []
    return ["its arguments are " + ", ".join(f"%{value.name}: {value.type}" for value in function.arguments)]


def argument_names(value: Value) -> list[str]:
    """What an argument is called: ``%x``, and by its location ``loc("x")``, which an alias may stand for."""
    found = re.match(r'"([^"]+)"', value.location.resolved.text) if value.location is not None else None
    return [value.name, found.group(1)] if found else [value.name]


def argument(array: Any, of: Type, name: str, span: Any = None) -> Any:
    """One value as its declared type; ``name`` is for the message."""
    if isinstance(of, TupleType):
        parts: list[Any] = [*array] if isinstance(array, tuple | list) else []
        if not isinstance(array, tuple | list) or len(parts) != len(of.types):
            raise HloError(f"{name} is a tuple of {counted(len(of.types), 'value')}", span, "run.argument_type")
        typed = enumerate(zip(parts, of.types, strict=True))
        return tuple(argument(part, inner, f"{name}[{k}]") for k, (part, inner) in typed)
    if isinstance(of, TokenType):
        return None
    if not isinstance(of, TensorType):
        raise HloError(f"{name} is of type {of}, which cannot be given from outside", span, "run.argument_type")
    found = as_numpy(array, name, span)
    found = _reinterpreted(found, of, name, span)
    require_shape(of, found.shape, name, span)
    return _converted(found, of, name, span)


def require_shape(of: TensorType, shape: tuple[int | None, ...], name: str, span: Any = None) -> None:
    """Raise ``run.argument_type`` where a shape, of which not all sizes need be known, is not as declared."""
    known = zip(of.shape, shape, strict=False)
    if len(of.shape) != len(shape) or any(None not in (a, b) and a != b for a, b in known):
        written = "x".join("?" if size is None else str(size) for size in shape) or "rank 0"
        raise HloError(f"{name} is declared {of}; what is given has shape {written}", span, "run.argument_type")


def as_numpy(array: Any, name: str, span: Any = None, code: str = "run.argument_type") -> np.ndarray:
    """A plain NumPy array of anything array-like; refuses what is not numbers, and what a mask hides."""
    try:
        found = _asked(array)
    except Exception as error:  # noqa: BLE001 - the array's own code answers, and may raise anything
        raise HloError(f"{name} is not an array: {error}", span, code) from None
    if found.dtype.kind in "OSUTMm" or found.dtype.names is not None:
        raise HloError(f"{name} is not an array of numbers", span, code)
    masked: Any = np.ma  # without types of its own
    if isinstance(array, masked.MaskedArray) and masked.is_masked(array):
        raise HloError(f"{name} has masked elements", span, code, help="fill them: array.filled(0)")
    return found.copy() if found.ndim and min(found.strides) < 0 else found  # as ``kernels.indexing.forwards``


def _asked(array: Any) -> np.ndarray[Any, Any]:
    if isinstance(array, np.ndarray):
        return np.asarray(cast("np.ndarray[Any, Any]", array))
    if hasattr(array, "__dlpack__") and not hasattr(array, "__array__"):
        return np.from_dlpack(array)
    if hasattr(array, "get") and hasattr(array, "__cuda_array_interface__"):
        return array.get()
    return np.asarray(array)


def _reinterpreted(found: np.ndarray, of: TensorType, name: str, span: Any) -> np.ndarray:
    """Raw bytes of the right size as the declared type."""
    if found.dtype.kind != "V" or found.dtype.names is not None or found.dtype == of.dtype or _is_ml(found.dtype):
        return found
    if found.dtype.itemsize != of.dtype.itemsize:
        message = f"{name} is declared {of}; what is given are raw items of {counted(found.dtype.itemsize, 'byte')}"
        raise HloError(message, span, "run.argument_type")
    return found.view(of.dtype)


def _is_ml(dtype: Any) -> bool:
    try:
        element_of(dtype)
    except KeyError:
        return False
    return True


def _converted(found: np.ndarray, of: TensorType, name: str, span: Any) -> np.ndarray:
    wanted = of.dtype
    if found.dtype == wanted:
        return found if found.dtype.isnative else found.astype(wanted)
    with np.errstate(all="ignore"):
        try:
            parts = np.real(found) if found.dtype.kind == "c" and wanted.kind != "c" else found
            made = parts.astype(wanted)
            back = np.real(made) if made.dtype.kind == "c" and found.dtype.kind != "c" else made
            same = _equal(found, back.astype(found.dtype)) and (
                made.dtype.kind != "c" or found.dtype.kind == "c" or not np.imag(made).any()
            )
        except (TypeError, ValueError):
            same, made = False, found
    if not same:
        message = f"{name} is declared {of}; the values given, of type {found.dtype}, would change"
        raise HloError(message, span, "run.argument_type")
    return made


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    same = np.asarray(a == b)
    if a.dtype.kind in "fcV" or a.dtype.kind not in "biu":
        same = same | ((a != a) & (b != b))
    return bool(same.all())


def check_of(declared: Sequence[tuple[tuple[int, ...], Any]]) -> Callable[[tuple[Any, ...]], bool]:
    """What tells whether values are plain arrays of just these shapes and dtypes: written for them, for it is asked at every call."""
    names: dict[str, Any] = {"ndarray": np.ndarray}
    tests = [f"len(given) == {len(declared)}"]
    for number, (shape, dtype) in enumerate(declared):
        names |= {f"s{number}": shape, f"d{number}": dtype}
        tests.append(f"(x := given[{number}]).__class__ is ndarray and x.dtype is d{number} and x.shape == s{number}")
        tests.append("x.flags.c_contiguous")
    writer = Writer("def check(given):", "<arguments>")
    writer.names = names
    writer.add(f" return {' and '.join(tests)}")
    return writer.function("check")
