"""An ONNX node as the origin of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.observing import Origin
from ..errors import HloError, Note
from .tensors import describe, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    import onnx


class NodeOrigin(Origin):
    """A node. What it reads may be more than its inputs: what the graphs inside it read from outside comes after them."""

    __slots__ = ("_operands", "_results", "node")

    def __init__(self, node: onnx.NodeProto, operands: Sequence[str], results: Sequence[str]):
        self.node = node
        self._operands = operands
        self._results = results

    @property
    def name(self) -> str:
        domain = self.node.domain
        return f"{'onnx' if domain in ('', 'ai.onnx') else domain}.{self.node.op_type}"

    @property
    def label(self) -> str:
        return self.node.name or next((name for name in self._results if name), "")

    @property
    def model_node(self) -> str | None:
        return self.label

    @property
    def is_constant(self) -> bool:
        return self.name == "onnx.Constant"

    @property
    def operands(self) -> Sequence[str]:
        return self._operands

    @property
    def results(self) -> Sequence[str]:
        return self._results

    def located(self, error: HloError, inputs: Sequence[Any]) -> HloError:
        return HloError(error.message, error.span, error.code, [*error.notes, self._note(inputs)], error.help)

    def failed(self, error: Exception, inputs: Sequence[Any]) -> Exception:
        message = f"{self.node.op_type} failed: {one_line(error)}"
        return HloError(message, code="onnx.run", notes=[self._note(inputs)])

    def _note(self, inputs: Sequence[Any]) -> Note:
        """Which node it was, with the types of its inputs."""
        given = inputs[: len(self.node.input)]
        types = ", ".join(
            f"{name or '-'}: {describe(value)}" for name, value in zip(self.operands, given, strict=False)
        )
        name = f"node '{self.node.name}'," if self.node.name else "node"
        return Note(f"in {name} {self.node.op_type}({types})")


class StoredOrigin(Origin):
    """An array that is stored in the model."""

    __slots__ = ("_label",)

    def __init__(self, label: str):
        self._label = label

    @property
    def name(self) -> str:
        return ""

    @property
    def label(self) -> str:
        return self._label
