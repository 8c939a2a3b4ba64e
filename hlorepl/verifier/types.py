"""The constraints of types by themselves: what may stand inside of what, quantized parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloError
from ..ir.types import FunctionType, FutureType, TensorType, TupleType

if TYPE_CHECKING:
    from ..ir.types import Type
    from ..source import Span


def check_type(of: Type, span: Span | None) -> None:
    """Raise the first constraint that a type, or one inside of it, breaks."""
    if isinstance(of, TensorType):
        if of.element.is_quantized:
            from .quantized import check_quantized  # late: on demand

            check_quantized(of, span)
    elif isinstance(of, FutureType):
        _check_future(of, span)
    elif isinstance(of, TupleType):
        for each in of.types:
            check_type(each, span)
    elif isinstance(of, FunctionType):
        for each in (*of.inputs, *of.results):
            check_type(each, span)


def _check_future(of: FutureType, span: Span | None) -> None:
    if not of.types:
        raise HloError("a future holds a tensor, and this one holds none", span, "type.future")
    for each in of.types:
        if not isinstance(each, TensorType):
            raise HloError(f"a future holds tensors, not {each}", span, "type.future")
        check_type(each, span)
