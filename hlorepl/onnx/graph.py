"""A compiled graph: of a model, inside a node, or of a function's body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ops.flow import Enter
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import onnx

    from ..engine.plan import Plan
    from ..ops.flow import Step
    from .protos import ValueType


class Graph:
    """A graph with its plan, and the types of its inputs and outputs by name.

    ``captures`` are the names that it reads from outside, which come after its inputs; ``captured`` are their values in a run.
    ``constants`` has the slots of what is stored in it.
    """

    __slots__ = ("captured", "captures", "constants", "defaults", "inputs", "outputs", "plan", "run")

    def __init__(
        self,
        plan: Plan,
        inputs: Mapping[str, ValueType],
        outputs: Mapping[str, ValueType],
        captures: tuple[str, ...] = (),
        constants: Mapping[str, int] | None = None,
        captured: tuple[Any, ...] = (),
    ):
        self.plan = plan
        #: Runs it on a list, which is emptied, of inputs and then of what it reads from outside.
        self.run = plan.run
        self.inputs = inputs
        self.outputs = outputs
        self.captures = captures
        self.constants = constants or {}
        self.captured = captured
        #: The values of inputs that need not be given.
        self.defaults: Mapping[str, Any] = {}

    def within(self, captured: tuple[Any, ...]) -> Graph:
        """The same graph in a run, with the values of what it reads from outside."""
        return Graph(self.plan, self.inputs, self.outputs, self.captures, self.constants, captured)

    def enter(
        self,
        inputs: tuple[Any, ...],
        then: Callable[[tuple[Any, ...]], Step],
        kind: str,
        number: int | None = None,
        aside: int = 0,
        of: int | None = None,
    ) -> Enter:
        """Run it on these inputs, then go on (see ``ops/flow.py``)."""
        if len(inputs) != len(self.inputs):
            wanted = counted(len(self.inputs), "input")
            raise HloError(f"the graph '{self.plan.name}' takes {wanted}, not {len(inputs)}", code="onnx.graph")
        return Enter(self, inputs, then, kind, number, aside, of=of)


def free_names(proto: onnx.GraphProto) -> list[str]:
    """The names that a graph reads from outside, in the order of their first use."""
    defined = {value.name for value in proto.input}
    defined |= {tensor.name for tensor in proto.initializer}
    defined |= {sparse.values.name for sparse in proto.sparse_initializer}
    found: dict[str, None] = {}
    for node in proto.node:
        inner = (each for attribute in node.attribute if attribute.HasField("g") for each in free_names(attribute.g))
        found |= dict.fromkeys(name for name in (*node.input, *inner) if name and name not in defined)
        defined.update(node.output)
    found |= dict.fromkeys(value.name for value in proto.output if value.name not in defined)
    return list(found)
