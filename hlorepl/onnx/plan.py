"""How a compiled ONNX graph runs: flat steps on slots, each value dropped at its last use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError, Note
from ..wording import counted
from .tensors import describe, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .checks import Check
    from .protos import ValueType

    Observer = Callable[["OnnxStep", Sequence[Any]], None]

ABSENT, DISCARD = 0, 1
"""The slots of an input that is left out and of an output that nobody names."""


@dataclass(slots=True)
class OnnxStep:
    """One node: ``run(xp, *inputs)`` gives the tuple of its outputs.

    A node with graphs inside has ``bodies``: each attribute's plan with the slots of what it reads from outside; then
    ``run`` makes that function from the bodies.
    """

    op: str
    name: str
    run: Callable[..., Any]
    input_names: tuple[str, ...]
    output_names: tuple[str, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    bodies: tuple[tuple[str, OnnxPlan, tuple[int, ...]], ...] = ()
    drops: tuple[int, ...] = ()
    check: Check | None = None

    def function(self, frame: Sequence[Any], xp: Any) -> Callable[..., tuple]:
        """The function of this node with its graphs tied to the values of a frame."""
        bodies = {name: Body(plan, [frame[slot] for slot in slots], xp) for name, plan, slots in self.bodies}
        return self.run(bodies)

    def explain(self, error: Exception, inputs: Sequence[Any]) -> HloError:
        """The error with the node it happened in and the types of its inputs."""
        named = zip(self.input_names, inputs, strict=True)
        types = ", ".join(f"{name or '-'}: {describe(value)}" for name, value in named)
        place = f"node '{self.name}', {self.op}({types})" if self.name else f"node {self.op}({types})"
        if isinstance(error, HloError):
            return HloError(error.message, error.span, error.code, [*error.notes, Note(f"in {place}")], error.help)
        return HloError(f"{self.op} failed: {one_line(error)}", code="onnx.run", notes=[Note(f"in {place}")])


@dataclass(slots=True)
class OnnxPlan:
    """A compiled graph. ``template`` holds its constants, each in its slot; ``captures`` what it reads from outside."""

    name: str
    input_names: tuple[str, ...]
    output_names: tuple[str, ...]
    input_types: tuple[ValueType, ...]
    output_types: tuple[ValueType, ...]
    input_slots: tuple[int, ...]
    output_slots: tuple[int, ...]
    captures: tuple[tuple[str, int], ...]
    template: list[Any]
    constants: dict[str, int]
    steps: list[OnnxStep]
    checked: bool = False
    program: tuple[tuple[OnnxStep, Callable[..., Any] | None, Any, Any, Any], ...] = field(init=False)

    def __post_init__(self) -> None:
        """What the loop over the steps looks up at each of them, looked up once."""
        self.program = tuple(
            (step, None if step.bodies else step.run, step.inputs, step.outputs, step.drops) for step in self.steps
        )

    def __call__(
        self, xp: Any, given: Sequence[Any], captured: Sequence[Any] = (), observe: Observer | None = None
    ) -> list[Any]:
        """The outputs for these inputs; ``observe`` sees each step with its results as it happens."""
        frame = self.template.copy()
        for slot, value in zip(self.input_slots, given, strict=True):
            frame[slot] = value
        for (_, slot), value in zip(self.captures, captured, strict=True):
            frame[slot] = value
        watched = observe is not None or not self.checked
        step, values = None, ()
        try:
            for step, run, inputs, outputs, drops in self.program:
                values = [frame[slot] for slot in inputs]
                if watched and step.check and not self.checked:
                    step.check(values)
                results = run(xp, *values) if run else step.function(frame, xp)(xp, *values)
                for slot, value in zip(outputs, results, strict=False):
                    frame[slot] = value
                if watched and observe:
                    observe(step, results)
                for slot in drops:
                    frame[slot] = None
        except Exception as error:
            assert step is not None
            raise step.explain(error, values) from error
        self.checked = True
        return [frame[slot] for slot in self.output_slots]


class Body:
    """A graph inside a node as a callable of its inputs; it gives the list of its outputs."""

    __slots__ = ("captured", "plan", "xp")

    def __init__(self, plan: OnnxPlan, captured: Sequence[Any], xp: Any = np):
        self.plan = plan
        self.captured = captured
        self.xp = xp

    @property
    def inputs(self) -> tuple[ValueType, ...]:
        """The declared types of its inputs."""
        return self.plan.input_types

    @property
    def outputs(self) -> tuple[ValueType, ...]:
        """The declared types of its outputs."""
        return self.plan.output_types

    def __call__(self, *inputs: Any) -> list[Any]:
        if len(inputs) != len(self.plan.input_slots):
            raise HloError(
                f"the graph '{self.plan.name}' takes {counted(len(self.plan.input_slots), 'input')}, not {len(inputs)}",
                code="onnx.graph",
            )
        return self.plan(self.xp, inputs, self.captured)
