"""A plan: steps over slots, made once, run in any number of contexts at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..ir.types import TensorType

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..backends.base import Backend
    from ..ir.core import Block, Op
    from .binding import Bound
    from .context import RunContext
    from .executor import Runner


@dataclass(slots=True, eq=False)
class Step:
    """One op of a plan, or several that were joined (``bound`` and ``op`` are then those of the last one).

    ``outs`` are the slots of its results; ``frees`` of the slots that it reads, and ``unused`` of those that it fills, are
    read by nobody afterwards. How ``function`` is called: with the arrays of ``ins``; with the context first
    (``wants_context``); or with a list of the arrays, which it empties, and the context (``hands_over``), so that it may let
    go of them one by one. ``owning`` may overwrite the array in ``owned_slot``.
    """

    op: Op
    bound: Bound
    function: Callable[..., Any]
    ins: tuple[int, ...]
    outs: tuple[int, ...]
    #: Per result what it must be: a shape (None where a size is dynamic or the value no tensor) and a dtype.
    shapes: list[tuple[int, ...] | None]
    dtypes: list[Any]
    frees: tuple[int, ...] = ()
    unused: tuple[int, ...] = ()
    owning: Callable[..., Any] | None = None
    owned_slot: int = -1
    hands_over: bool = False
    #: Whether its results are, or may be, views of what it reads: "always", "maybe", "never".
    view: str = "never"
    wants_context: bool = False
    #: Seen on the first run: the op wraps its only result in a tuple.
    gives_tuple: bool = False

    @property
    def has_several(self) -> bool:
        """Whether there is another number of results than one."""
        return len(self.outs) != 1

    @property
    def is_checked_again(self) -> bool:
        """Whether its only result may differ from run to run in more than its values: in its shape, or by what it runs."""
        if self.shapes[0] is None or self.dtypes[0] is None:
            return True
        return not self.hands_over and bool(self.bound.spec.regions or self.bound.spec.callees)


def step_of(op: Op, bound: Bound, ins: tuple[int, ...], outs: tuple[int, ...]) -> Step:
    """The step of one op."""
    function = bound.function if bound.fast is None else bound.fast
    shapes = [_static_shape(value.type) for value in op.results]
    dtypes = [value.type.dtype if isinstance(value.type, TensorType) else None for value in op.results]
    step = Step(op, bound, function, ins, outs, shapes, dtypes)
    step.hands_over, step.wants_context = bound.fast is not None, bound.wants_context
    spec = bound.spec
    step.view = "always" if spec.passes else spec.view or ("never" if spec.elementwise else "maybe")
    return step


def _static_shape(of: Any) -> tuple[int, ...] | None:
    return of.sizes if isinstance(of, TensorType) and of.is_static else None


@dataclass(slots=True, eq=False)
class Plan:
    """Flat steps over slots. Arguments come first, then captured values, then what steps make."""

    backend: Backend
    #: How many slots arguments and captured values take.
    inputs: int
    #: The slots at the start: constants in their places, None elsewhere.
    template: list[Any]
    steps: list[Step] = field(default_factory=list[Step])
    outputs: list[int] = field(default_factory=list[int])
    block: Block | None = None
    _runner: Runner | None = None
    _peak: tuple[int | None] | None = None

    @property
    def runner(self) -> Runner:
        """What runs it fast; made on the first run."""
        if self._runner is None:
            from .executor import Runner

            self._runner = Runner(self)
        return self._runner

    @property
    def peak(self) -> int | None:
        """The bytes that it may come to hold beside its inputs; None where sizes show when it runs."""
        if self._peak is None:
            from .peak import peak_of

            self._peak = (peak_of(self),)
        return self._peak[0]

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on arrays; the list is emptied, so that what only it holds may be overwritten."""
        return (self._runner or self.runner).run(arguments, context)

    def quickest(self, context: RunContext) -> Callable[[list[Any], RunContext], tuple[Any, ...]]:
        """What is to be called again and again in this run in place of ``run``."""
        compiled = self.runner.compiled
        return self.run if compiled is None or context.is_counted else compiled


def mark_last_uses(plan: Plan) -> None:
    """Say of each step what may be dropped after it, and whether it may overwrite an operand."""
    constants = {slot for slot, value in enumerate(plan.template) if value is not None}
    seen = {*plan.outputs, *constants}
    for step in reversed(plan.steps):
        dying = [slot for slot in dict.fromkeys((*step.ins, *step.outs)) if slot not in seen]
        seen.update(dying)
        step.frees = tuple(slot for slot in dying if slot not in step.outs)
        step.unused = tuple(slot for slot in dying if slot in step.outs)
        updated = step.bound.spec.updates
        if step.bound.owning is not None and updated is not None:
            slot = step.ins[updated]
            if slot in step.frees and step.ins.count(slot) == 1:
                step.owning, step.owned_slot = step.bound.owning, slot
