"""A step of a plan: a bound function, the slots that it reads and fills, and how it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..ir.types import ElementType, TensorType

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.core import Op
    from .binding import Bound


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
    dtypes = [value.type.dtype if isinstance(value.type, TensorType | ElementType) else None for value in op.results]
    step = Step(op, bound, function, ins, outs, shapes, dtypes)
    step.hands_over, step.wants_context = bound.fast is not None, bound.wants_context
    spec = bound.spec
    step.view = "always" if spec.passes else spec.view or ("never" if spec.elementwise else "maybe")
    return step


def _static_shape(of: Any) -> tuple[int, ...] | None:
    if isinstance(of, ElementType):
        return ()  # a number by itself, as ``index``, is an array of rank 0
    return of.sizes if isinstance(of, TensorType) and of.is_static else None
