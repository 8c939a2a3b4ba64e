"""What many ``infer`` rules ask of types: agreement of sizes where some are dynamic, kinds of operands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import require
from ..ir.types import TensorType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..ir.types import Type

Shape = tuple[int | None, ...]


def sizes_agree(a: int | None, b: int | None) -> bool:
    """Whether two sizes are equal or one of them is dynamic."""
    return a is None or b is None or a == b


def shapes_agree(a: Shape, b: Shape) -> bool:
    """Whether two shapes have one rank, and sizes that agree."""
    return len(a) == len(b) and all(map(sizes_agree, a, b))


def types_agree(a: Type, b: Type) -> bool:
    """Whether a value of one type may stand where the other is declared: sizes may be dynamic on either side."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return a.element == b.element and shapes_agree(a.shape, b.shape)
    return a == b


def all_agree(a: Sequence[Type], b: Sequence[Type]) -> bool:
    """``types_agree`` of two lists, place by place."""
    return len(a) == len(b) and all(map(types_agree, a, b))


def is_per_axis(type_: TensorType) -> bool:
    """Whether the elements are quantized with one scale for each slice of an axis."""
    return type_.element.is_quantized and type_.element.is_per_axis  # type: ignore[union-attr]


def are_unique(values: Iterable[Any]) -> bool:
    listed = list(values)
    return len(set(listed)) == len(listed)


def require_tensors(**operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is a tensor: neither token nor tuple."""
    for name, operand in operands.items():
        for index, one in enumerate(operand) if isinstance(operand, tuple) else ((None, operand),):
            at = name if index is None else (name, index)
            require(isinstance(one, TensorType), "operand_type", "{at} must be a tensor", at=at)


def require_per_tensor(**operands: Any) -> None:
    """Each operand is a tensor that is not quantized along an axis."""
    require_tensors(**operands)
    for name, operand in operands.items():
        for index, one in enumerate(operand) if isinstance(operand, tuple) else ((None, operand),):
            at = name if index is None else (name, index)
            require(not is_per_axis(one), "operand_type", "{at} must not be quantized along an axis", at=at)


def require_indices(rank: int | None, **operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is an integer tensor of that rank (None: of any)."""
    require_tensors(**operands)
    for name, operand in operands.items():
        for index, one in enumerate(operand) if isinstance(operand, tuple) else ((None, operand),):
            at = name if index is None else (name, index)
            fits = one.element.is_integer and rank in (None, one.rank)
            require(fits, "operand_type", "{at} must be a tensor of integers of rank {rank}", at=at, rank=rank)


def require_tokens(**operands: Any) -> None:
    """Each operand (or each of a tuple of operands) is a token."""
    from ..ir.types import TokenType

    for name, operand in operands.items():
        for index, one in enumerate(operand) if isinstance(operand, tuple) else ((None, operand),):
            at = name if index is None else (name, index)
            require(isinstance(one, TokenType), "operand_type", "{at} must be a token", at=at)
