"""The fast executor: a loop over steps on slots; from a plan's second run on, generated straight-line Python."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from .. import memory
from ..errors import HloError
from .loops import counted_loop
from .prepared import Prepared, conforming, failed, getrefcount, is_mine, located

if TYPE_CHECKING:
    from ..backends.base import Backend
    from .planner import Plan, Step

#: Where the sizes begin at which joining steps can pay (see ``engine/fusion.py``).
_FUSED = 65_536


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
        if any(shape and prod(shape) >= _FUSED for step in self.steps for shape in step.shapes):
            from .fusion import fuse  # late: on demand

            self.steps = fuse(self.steps, self.plan)

    def run(self, arguments: list[Any]) -> tuple[Any, ...]:
        """Run on arrays; empties the list."""
        if self.compiled is not None:
            return self.compiled(arguments)
        if self.proven and memory.limit is None and self.plan.backend.name == "numpy":
            from .codegen import compile_plan  # late: on demand

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
            except (MemoryError, ValueError, TypeError, IndexError, OverflowError, ArithmeticError, KeyError) as error:
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
            raise HloError(f"{step.op.name} gave {len(out)} results", step.op.span, "run.result")
        for slot, value, shape, dtype in zip(step.outs, out, step.shapes, step.dtypes, strict=True):
            values[slot] = conforming(value, shape, dtype, step, backend)
        return
    if type(out) is tuple:
        step.gives_tuple = True
        (out,) = out
    values[step.outs[0]] = conforming(out, step.shapes[0], step.dtypes[0], step, backend)


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
        count = getrefcount(array)
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
