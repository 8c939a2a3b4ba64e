"""The fast executor: a loop over steps on slots; from a plan's second run on, generated straight-line Python."""

from __future__ import annotations

import sys
from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import LIBRARY_FAILURES, HloError, Note
from ..wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..backends.base import Backend
    from .context import RunContext
    from .plan import Plan, Step

getrefcount = sys.getrefcount
#: Where the sizes begin at which joining steps can pay (see ``engine/fusion.py``).
_FUSED = 65_536


def _probe(box: list[Any]) -> int:
    value = box.pop()
    return getrefcount(value)


#: What ``getrefcount`` says of an array that one local variable alone holds.
MINE = _probe([object()])


def is_mine(count: int, array: Any) -> bool:
    """Whether an array, whose reference count was taken while one variable held it, may be overwritten."""
    return count <= MINE and array.base is None and array.flags.writeable


class Runner:
    """Runs one plan."""

    __slots__ = ("compiled", "is_proven", "plan", "steps")

    def __init__(self, plan: Plan):
        self.plan = plan
        #: One run came to its end: every result was as declared, and how ops hand them over is known.
        self.is_proven = False
        self.compiled: Callable[[list[Any], RunContext], tuple[Any, ...]] | None = None
        self.steps = plan.steps
        if plan.backend.is_host:
            self._fuse()

    def _fuse(self) -> None:
        """Join chains over large arrays; small programs never load what that needs."""
        if any(shape and prod(shape) >= _FUSED for step in self.steps for shape in step.shapes):
            from .fusion import fuse

            self.steps = fuse(self.steps)

    def run(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Run on arrays; empties the list."""
        if context.is_counted:
            return self._run_counted(arguments, context)
        if self.compiled is not None:
            return self.compiled(arguments, context)
        if self.is_proven and self.plan.backend.is_host:
            from .codegen import compile_plan

            self.compiled = compile_plan(self.plan, self.steps)
            return self.compiled(arguments, context)
        results = self._interpret(self.steps, self._slots(arguments), context)
        self.is_proven = True
        return results

    def _slots(self, arguments: list[Any]) -> list[Any]:
        values = self.plan.template.copy()
        values[: len(arguments)] = arguments
        arguments.clear()
        return values

    def _run_counted(self, arguments: list[Any], context: RunContext) -> tuple[Any, ...]:
        """Fast where all that it may come to hold fits; else op by op, each of which asks first."""
        peak = self.plan.peak
        if peak is not None and context.has_room(arguments, peak):
            with context.uncounted():
                return self.run(arguments, context)
        values = self._slots(arguments)
        with context.holding(values):
            return self._interpret(self.plan.steps, values, context)

    def _interpret(self, steps: list[Step], values: list[Any], context: RunContext) -> tuple[Any, ...]:
        plan, backend = self.plan, self.plan.backend
        for step in steps:
            try:
                if context.is_counted:
                    context.check(step)
                out = _call(step, values, context)
            except HloError as error:
                raise located(error, step) from None
            except RecursionError:
                raise HloError("calls are nested too deep", step.op.span, "limit.depth") from None
            except LIBRARY_FAILURES as error:
                raise failed(error, step) from error
            for slot in step.frees:
                values[slot] = None
            _store(step, out, values, backend)
            out = None  # what the next step is handed nobody else holds
            for slot in step.unused:
                values[slot] = None
        return tuple([values[slot] for slot in plan.outputs])


def _store(step: Step, out: Any, values: list[Any], backend: Backend) -> None:
    """Put what a step gave into its slots, compared with what was declared."""
    if step.has_several:
        if len(out) != len(step.outs):
            raise HloError(f"{step.op.name} gave {counted(len(out), 'result')}", step.op.span, "run.result")
        for slot, value, shape, dtype in zip(step.outs, out, step.shapes, step.dtypes, strict=True):
            values[slot] = conforming(value, shape, dtype, step, backend)
        return
    if out.__class__ is tuple:
        step.gives_tuple = True
        (out,) = out
    values[step.outs[0]] = conforming(out, step.shapes[0], step.dtypes[0], step, backend)


def _call(step: Step, values: list[Any], context: RunContext) -> Any:
    if step.hands_over:
        arguments = [values[k] for k in step.ins]
        for slot in step.frees:
            values[slot] = None
        return step.function(arguments, context)
    if step.owning is not None:
        slot = step.owned_slot
        array, values[slot] = values[slot], None
        count = getrefcount(array)
        rest = [array if k == slot else values[k] for k in step.ins]
        return step.owning(*rest) if is_mine(count, array) else step.function(*rest)
    if step.wants_context:
        return step.function(context, *[values[k] for k in step.ins])
    return step.function(*[values[k] for k in step.ins])


def conforming(value: Any, shape: Any, dtype: Any, step: Any, backend: Backend) -> Any:
    """A result as it was declared: an array of that shape and dtype. Never promoted, never reshaped."""
    if dtype is None:
        return value
    if not isinstance(value, backend.array_type):
        value = backend.as_array(value)
    if value.dtype != dtype or (shape is not None and value.shape != shape):
        raise _mismatch(value, shape, dtype, step)
    if shape is None:
        _check_dynamic(value, step)
    return value


def _mismatch(value: Any, shape: Any, dtype: Any, step: Any) -> HloError:
    declared = ", ".join(str(result.type) for result in step.op.results)
    message = f"{step.op.name} made an array of shape {value.shape} and dtype {value.dtype}; declared is {declared}"
    return HloError(message, step.op.span, "run.result")


def _check_dynamic(value: Any, step: Any) -> None:
    """A result of dynamic shape against what is known of it: rank, static sizes, bounds."""
    for result in step.op.results:
        of = result.type
        if getattr(of, "shape", None) is not None and len(step.op.results) == 1:
            fits = len(of.shape) == value.ndim and all(
                a is None or a == b for a, b in zip(of.shape, value.shape, strict=True)
            )
            if not fits:
                raise _mismatch(value, of.shape, of.dtype, step)
            for axis, bound in enumerate(of.bounds or ()):
                if bound is not None and value.shape[axis] > bound:
                    message = f"dimension {axis} of {step.op.name} is {value.shape[axis]}, its bound is {bound}"
                    raise HloError(message, step.op.span, "run.bounds")


def located(error: HloError, step: Any) -> HloError:
    """The error with a place: the op that raised it, or a note of the op that was running on the way."""
    if error.span is None:
        error.span = step.op.span
    elif step.op.span is not None and step.op.regions and len(error.notes) < 8:
        error.notes.append(Note(f"while {step.op.name} ran", step.op.span_of("name")))
    elif step.op.span is not None and step.bound.spec.steps_rule is not None and len(error.notes) < 8:
        error.notes.append(Note("called from here", step.op.span))
    return error


def failed(error: Exception, step: Any) -> HloError:
    """What the array library could not do, as an error of the program."""
    if isinstance(error, MemoryError):
        wanted = ", ".join(str(value.type) for value in step.op.results)
        return HloError(f"there is not enough memory for {step.op.name} to make {wanted}", step.op.span, "limit.memory")
    kinds = ", ".join(str(value.type) for value in step.op.operands)
    return HloError(f"{step.op.name} failed on ({kinds}): {error}", step.op.span, "run.failed")
