"""What ops that run a region on whole arrays need to know of it: which reducer it is, in which types it works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir.core import Op
from ...kernels import quantization
from ...kernels.casts import convert
from ...kernels.reduction import MONOIDS, Extreme, Reducer, reducer
from .extremes import picks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.core import Block, Value
    from ...ir.types import TensorType
    from ..annotations import Region


def reducer_of(xp: Any, body: Region) -> Reducer:
    """How a body of type (E0, …, E0, …) -> (E0, …) joins partial results."""
    types = body.argument_types[: len(body.argument_types) // 2]
    plain = not any(type_.element.is_quantized for type_ in types)
    extreme = picks(xp, body) if len(types) == 2 and plain else None
    if extreme:
        return Extreme(xp, body.over, extreme.largest, extreme.nan_first)
    return reducer(xp, body.single_op if plain else None, body.over, [type_.dtype for type_ in types])


def widened(xp: Any, body: Region, arrays: Sequence[Any]) -> tuple[Any, ...]:
    """The arrays converted to the types of the body's first arguments (``to_destination_type``)."""
    return tuple(convert(xp, x, type_.dtype) for x, type_ in zip(arrays, body.argument_types, strict=False))


def requantized(
    xp: Any, function: Callable[..., Any], types: Sequence[TensorType], wanted: Sequence[TensorType]
) -> Callable[..., Any] | None:
    """``function`` behind a step that gives quantized operands the scales of other types; None where it needs none."""
    changes = [
        (index, before.element, after.element)
        for index, (before, after) in enumerate(zip(types, wanted, strict=True))
        if before.element.is_quantized and before.element != after.element
    ]
    if not changes:
        return None

    def run(*arrays: Any) -> Any:
        listed = list(arrays)
        for index, before, after in changes:
            listed[index] = quantization.requantize(xp, listed[index], before, after)  # type: ignore[arg-type]
        return function(*listed)

    return run


def dependents(block: Block, sources: Sequence[Value]) -> set[Value]:
    """The values of a block that depend on any of the sources, themselves included."""
    found = set(sources)
    for op in block.ops:
        if any(value in found for value in read_by(op)):
            found.update(op.results)
    return found


def read_by(op: Op) -> list[Value]:
    """The operands of an op and of all ops inside it."""
    return [value for inner in op.walk() for value in inner.operands] if op.regions else op.operands


def is_assignment(body: Region) -> bool:
    """Whether a body of type (old…, new…) -> (…) returns what is new, and does nothing else."""
    block = body.pure_block
    return block is not None and block.returned == block.arguments[len(block.arguments) // 2 :]


def accumulations(body: Region) -> list[str] | None:
    """The monoids of a body whose results are each ``op(old, g(new…))``, by the op's bare name; else None.

    A difference counts as a sum, for ``old - g`` is ``old + (0 - g)``, to the bit.
    """
    block = body.pure_block
    if block is None:
        return None
    olds = block.arguments[: len(block.arguments) // 2]
    dependent = dependents(block, olds)
    names = []
    for old, value in zip(olds, block.returned, strict=True):
        op = value.owner
        if not isinstance(op, Op) or len(op.operands) != 2:
            return None
        name, operands = op.name.removeprefix("stablehlo."), op.operands
        if name not in (*MONOIDS, "subtract"):
            return None
        other = operands[1] if operands[0] is old else operands[0] if operands[1] is old else old
        if other in dependent or (name == "subtract" and operands[0] is not old):
            return None
        names.append("add" if name == "subtract" else name)
    return names
