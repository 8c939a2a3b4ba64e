"""The fast executor: a loop over steps on slots; from a plan's second run on, generated straight-line Python."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .. import memory
from ..errors import LIBRARY_FAILURES, HloError, Note
from ..wording import counted
from .loops import counted_loop

if TYPE_CHECKING:
    from ..backends.base import Backend
    from .planner import Plan, Step

_getrefcount = sys.getrefcount
#: Where the sizes begin at which joining steps can pay (see ``engine/fusion.py``).
_FUSED = 65_536


def _probe(box: list[Any]) -> int:
    value = box.pop()
    return _getrefcount(value)


#: What ``getrefcount`` says of an array that one local variable alone holds.
MINE = _probe([object()])


def is_mine(count: int, array: Any) -> bool:
    """Whether an array, whose reference count was taken while one variable held it, may be overwritten."""
    return count <= MINE and array.base is None and array.flags.writeable


class Runner:
    """Runs one plan."""

    __slots__ = ("compiled", "plan", "proven", "steps")

    def __init__(self, plan: Plan):
        self.plan = plan
        #: One run came to its end: every result was as declared, and how ops hand them over is known.
        self.proven = False
        self.compiled: Any = None
        self.steps = [_prepared(step, plan) for step in plan.steps]
        if plan.backend.name == "numpy" and memory.limit is None:
            self._fuse()

    def _fuse(self) -> None:
        """Join chains over large arrays; small programs never load what that needs."""
        from math import prod

        if any(shape and prod(shape) >= _FUSED for step in self.steps for shape in step.shapes):
            from .fusion import fuse

            self.steps = fuse(self.steps, self.plan)

    def run(self, arguments: list[Any]) -> tuple[Any, ...]:
        """Run on arrays; empties the list."""
        if self.compiled is not None:
            return self.compiled(arguments)
        if self.proven and memory.limit is None and self.plan.backend.name == "numpy":
            from .codegen import compile_plan

            self.compiled = compile_plan(self.plan, self.steps)
            return self.compiled(arguments)
        results = self._interpret(arguments)
        self.proven = True
        return results

    def _interpret(self, arguments: list[Any]) -> tuple[Any, ...]:
        plan = self.plan
        values = plan.template.copy()
        values[: len(arguments)] = arguments
        arguments.clear()
        if memory.limit is None:
            return self._interpret_on(values)
        with memory.frame(values):
            return self._interpret_on(values)

    def _interpret_on(self, values: list[Any]) -> tuple[Any, ...]:
        plan, backend = self.plan, self.plan.backend
        for step in self.steps:
            try:
                memory.check(step)
                out = _call(step, values)
            except HloError as error:
                raise located(error, step) from None
            except RecursionError:
                raise HloError("calls are nested too deep", step.op.span, "limit.depth") from None
            except LIBRARY_FAILURES as error:
                raise failed(error, step) from error
            for slot in step.frees:
                values[slot] = None
            _store(step, out, values, backend)
            for slot in step.unused:
                values[slot] = None
        return tuple([values[slot] for slot in plan.outputs])


def _store(step: Prepared, out: Any, values: list[Any], backend: Backend) -> None:
    """Put what a step gave into its slots, compared with what was declared."""
    if step.several:
        if len(out) != len(step.outs):
            raise HloError(f"{step.op.name} gave {counted(len(out), 'result')}", step.op.span, "run.result")
        for slot, value, shape, dtype in zip(step.outs, out, step.shapes, step.dtypes, strict=True):
            values[slot] = conforming(value, shape, dtype, step, backend)
        return
    if type(out) is tuple:
        step.gives_tuple = True
        (out,) = out
    values[step.outs[0]] = conforming(out, step.shapes[0], step.dtypes[0], step, backend)


class Prepared:
    """A step as the executor wants it."""

    __slots__ = (
        *("bound", "dtypes", "frees", "function", "gives_tuple", "ins", "listed", "op", "outs", "owned_slot", "owning"),
        *("several", "shapes", "unused"),
    )

    def __init__(self, step: Step):
        self.op, self.bound, self.function = step.op, step.bound, step.function
        self.ins, self.outs, self.shapes, self.dtypes = step.ins, step.outs, step.shapes, step.dtypes
        self.frees = tuple(slot for slot in step.frees if slot not in step.outs)
        self.unused = tuple(slot for slot in step.frees if slot in step.outs)
        self.several = len(step.outs) != 1
        #: Seen on the first run: the op wraps its only result in a tuple.
        self.gives_tuple = False
        self.owning = step.owning
        updates = step.bound.spec.updates
        self.owned_slot = step.ins[updates] if step.owning is not None and updates is not None else -1
        #: Takes its arguments as a list that it empties, so that it may let go of them one by one (loops, calls).
        self.listed = False


def _prepared(step: Step, plan: Plan) -> Prepared:
    found = Prepared(step)
    loop = counted_loop(step)
    if loop is not None:
        found.function, found.listed = loop, True
    elif step.op.name in ("func.call", "stablehlo.composite"):
        name = "callee" if step.op.name == "func.call" else "decomposition"
        callee = step.bound.keywords[name]
        found.function, found.listed = _Call(callee), True
    return found


class _Call:
    """A call that hands its arguments over."""

    __slots__ = ("callee",)

    def __init__(self, callee: Any):
        self.callee = callee

    def __call__(self, arguments: list[Any]) -> tuple[Any, ...]:
        return self.callee.plan.run(arguments)


def _call(step: Prepared, values: list[Any]) -> Any:
    if step.owning is not None:
        slot = step.owned_slot
        array, values[slot] = values[slot], None
        count = _getrefcount(array)
        rest = [array if k == slot else values[k] for k in step.ins]
        if is_mine(count, array):
            return step.owning(*rest)
        return step.function(*rest)
    if step.listed:
        arguments = [values[k] for k in step.ins]
        for slot in step.frees:
            values[slot] = None
        return step.function(arguments)
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
    elif step.op.span is not None and step.op.name in ("func.call", "stablehlo.composite") and len(error.notes) < 8:
        error.notes.append(Note("called from here", step.op.span))
    return error


def failed(error: Exception, step: Any) -> HloError:
    """What the array library could not do, as an error of the program."""
    if isinstance(error, MemoryError):
        wanted = ", ".join(str(value.type) for value in step.op.results)
        return HloError(f"there is not enough memory for {step.op.name} to make {wanted}", step.op.span, "limit.memory")
    kinds = ", ".join(str(value.type) for value in step.op.operands)
    return HloError(f"{step.op.name} failed on ({kinds}): {error}", step.op.span, "run.failed")
