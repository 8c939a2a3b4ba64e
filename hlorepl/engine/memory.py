"""How many bytes a run may hold in values: counted before each op makes its results."""

from __future__ import annotations

from typing import Any

from ..errors import HloError
from ..ir.types import TensorType

#: Bytes, or None for as many as there are.
limit: int | None = None


def check(step: Any, values: list[Any]) -> None:
    """Raise ``limit.memory`` when the results of a step do not fit beside what is held already."""
    if limit is None:
        return
    held = sum(
        value.nbytes for value in {id(v): v for v in values if hasattr(v, "nbytes")}.values() if value.base is None
    )
    wanted = sum(_bytes(result.type) for result in step.op.results)
    if held + wanted > limit:
        message = f"{step.op.name} needs {wanted} bytes beside the {held} held; --max-memory allows {limit}"
        raise HloError(message, step.op.span, "limit.memory")


def _bytes(of: Any) -> int:
    return of.size * of.dtype.itemsize if isinstance(of, TensorType) and of.is_static else 0
