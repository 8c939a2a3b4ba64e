"""An op of the IR as the origin of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import LIBRARY_FAILURES, HloError, Note
from ..ir.locations import origin
from ..ops.registry import of
from .observing import Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Op, Value
    from ..ir.types import Type
    from ..source import Span


class OpOrigin(Origin):
    """An op."""

    __slots__ = ("op",)

    def __init__(self, op: Op):
        self.op = op

    @property
    def name(self) -> str:
        return self.op.name

    @property
    def label(self) -> str:
        return _shown(self.op.results[0]) if self.op.results else ""

    @property
    def span(self) -> Span | None:
        return self.op.span

    @property
    def location(self) -> str | None:
        return origin(self.op)

    @property
    def is_constant(self) -> bool:
        spec = of(self.op)
        return spec is not None and spec.constant is not None

    @property
    def operands(self) -> Sequence[str]:
        return [_shown(value) for value in self.op.operands]

    @property
    def results(self) -> Sequence[str]:
        return [_shown(value) for value in self.op.results]

    @property
    def operand_types(self) -> Sequence[Type]:
        return [value.type for value in self.op.operands]

    @property
    def result_types(self) -> Sequence[Type]:
        return [value.type for value in self.op.results]

    def is_same(self, other: Origin) -> bool:
        return isinstance(other, OpOrigin) and other.op is self.op

    def located(self, error: HloError, inputs: Sequence[Any]) -> HloError:
        op = self.op
        if error.span is None:
            error.span = op.span
        elif op.span is None or op.span is error.span or len(error.notes) >= 8:
            return error
        elif op.regions:
            error.notes.append(Note(f"while {op.name} ran", op.span_of("name")))
        elif _runs_functions(op):
            error.notes.append(Note("called from here", op.span))
        return error

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        op = self.op
        if not isinstance(error, LIBRARY_FAILURES):
            return error
        if isinstance(error, MemoryError):
            wanted = ", ".join(str(value.type) for value in op.results)
            return HloError(f"there is not enough memory for {op.name} to make {wanted}", op.span, "limit.memory")
        kinds = ", ".join(str(value.type) for value in op.operands)
        return HloError(f"{op.name} failed on ({kinds}): {error}", op.span, "run.failed")


def _shown(value: Value) -> str:
    """A value's name as it is written; nothing for what is made inside of a short form, which has none."""
    return f"%{value.name}" if value.name else ""


def _runs_functions(op: Op) -> bool:
    spec = of(op)
    return spec is not None and spec.steps_rule is not None
