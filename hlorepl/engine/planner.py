"""From IR to plans: attributes decoded, kernels chosen, values in slots, dropped at their last use. Once for all runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import memory
from ..ir.attributes import DenseAttr
from ..ir.core import Block
from ..ir.types import TensorType
from .binding import Bound, bind
from .process import Process
from .region_functions import RegionFunction

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..backends.base import Backend
    from ..ir.core import Function, Op, Region, Value


class Step:
    """One op of a plan. ``outs`` are the slots of its results, ``frees`` those that nobody reads after it."""

    __slots__ = ("bound", "dtypes", "frees", "function", "ins", "op", "outs", "owning", "shapes")

    def __init__(self, op: Op, bound: Bound, ins: tuple[int, ...], outs: tuple[int, ...]):
        self.op = op
        self.bound = bound
        self.function = bound.function
        self.ins = ins
        self.outs = outs
        self.frees: tuple[int, ...] = ()
        self.owning: Callable[..., Any] | None = None
        #: Per result what it must be: a shape (None where a size is dynamic or the value no tensor) and a dtype.
        self.shapes = [_static_shape(value.type) for value in op.results]
        self.dtypes = [value.type.dtype if isinstance(value.type, TensorType) else None for value in op.results]


def _static_shape(of: Any) -> tuple[int, ...] | None:
    return of.sizes if isinstance(of, TensorType) and of.is_static else None


class Plan:
    """Flat steps over slots. Arguments come first, then captured values, then what steps make."""

    __slots__ = (
        "argument_types",
        "backend",
        "block",
        "inputs",
        "outputs",
        "runner",
        "size",
        "slots",
        "steps",
        "template",
    )

    def __init__(self, backend: Backend):
        self.backend = backend
        self.inputs = 0
        self.size = 0
        self.steps: list[Step] = []
        self.outputs: list[int] = []
        #: The slots at the start: constants in their places, None elsewhere.
        self.template: list[Any] = []
        self.slots: dict[int, int] = {}
        self.runner: Any = None
        self.block: Block | None = None

    def run(self, arguments: list[Any]) -> tuple[Any, ...]:
        """Run on arrays; the list is emptied, so that what only it holds may be overwritten."""
        if self.runner is None:
            from .executor import Runner  # late: on demand

            self.runner = Runner(self)
        return self.runner.run(arguments)


class Planner:
    """Makes plans for one module (or session), one backend and one process. Ops must be linked: verified."""

    def __init__(self, backend: Backend, process: Process | None = None):
        self.backend = backend
        self.xp = backend.xp
        self.process = process or Process()
        self._functions: dict[int, RegionFunction] = {}
        self._bound: dict[int, tuple[Op, Bound]] = {}
        self._constants: dict[int, tuple[Op, Any]] = {}
        self._host: Planner | None = None

    @property
    def host(self) -> Planner:
        """The planner for what a device leaves to the host."""
        if self._host is None:
            from .. import backends  # late: on demand

            self._host = Planner(backends.get("numpy"), self.process)
        return self._host

    def in_process(self, process: Process) -> Planner:
        """A planner for the same backend and another process."""
        return Planner(self.backend, process)

    def function(self, function: Function) -> RegionFunction:
        """A function of the module as a callable; one for all calls."""
        found = self._functions.get(id(function))
        if found is None:
            found = self._functions[id(function)] = RegionFunction(self, function.body, [])
        return found

    def region(self, region: Region, captures: list[Value]) -> RegionFunction:
        """A region as a callable."""
        block = region.blocks[0] if region.blocks else Block()
        return RegionFunction(self, block, captures)

    def bound(self, op: Op) -> Bound:
        """The op as a function of arrays, made once."""
        found = self._bound.get(id(op))
        if found is None:
            found = self._bound[id(op)] = (op, bind(self, op))
        return found[1]

    def constant(self, op: Op) -> Any:
        """The array of a ``stablehlo.constant``, on the device, made once; nobody may write into it."""
        found = self._constants.get(id(op))
        if found is None:
            value = op.attributes["value"]
            assert isinstance(value, DenseAttr)
            array, dtype = value.array, op.results[0].type.dtype  # type: ignore[attr-defined]
            # Storage integers of a quantized constant may be written signless and mean unsigned ones.
            array = array if array.dtype == dtype else array.view(dtype)
            found = self._constants[id(op)] = (op, self.backend.to_device(array))
        return found[1]

    def plan_block(self, block: Block, captures: list[Value]) -> Plan:
        """The plan of a block: arguments, then captures, are its inputs; the terminator's operands its outputs."""
        last = block.terminator
        ops = block.ops[:-1] if last is not None else []
        outputs = last.operands if last is not None else []
        plan = self.plan_ops(ops, [*block.arguments, *captures], outputs)
        plan.block = block
        return plan

    def plan_ops(self, ops: list[Op], inputs: list[Value], outputs: list[Value]) -> Plan:
        """The plan of ops in order; raises ``limit.memory`` when one of them makes more than may be held."""
        memory.require_possible(ops)
        plan = Plan(self.backend)
        plan.inputs = len(inputs)
        plan.template = [None] * len(inputs)
        plan.slots = {id(value): slot for slot, value in enumerate(inputs)}
        for op in ops:
            self._add(plan, op)
        plan.outputs = [plan.slots[id(value)] for value in outputs]
        plan.size = len(plan.template)
        _mark_last_uses(plan)
        return plan

    def _add(self, plan: Plan, op: Op) -> None:
        if op.name == "stablehlo.constant" and isinstance(op.attributes.get("value"), DenseAttr):
            plan.slots[id(op.results[0])] = len(plan.template)
            plan.template.append(self.constant(op))
            return
        bound = self.bound(op)
        sources = [*op.operands, *bound.captures]
        ins = tuple(plan.slots[id(value)] for value in sources)
        outs = []
        for value in op.results:
            plan.slots[id(value)] = len(plan.template)
            outs.append(len(plan.template))
            plan.template.append(None)
        plan.steps.append(Step(op, bound, ins, tuple(outs)))


def _mark_last_uses(plan: Plan) -> None:
    """Say of each step what may be dropped after it, and whether it may overwrite an operand."""
    constants = {slot for slot, value in enumerate(plan.template) if value is not None}
    kept = set(plan.outputs) | constants
    seen = set(kept)
    for step in reversed(plan.steps):
        dying = [slot for slot in dict.fromkeys((*step.ins, *step.outs)) if slot not in seen]
        seen.update(dying)
        step.frees = tuple(dying)
        updated = step.bound.spec.updates
        if step.bound.owning is not None and updated is not None:
            slot = step.ins[updated]
            if slot in dying and step.ins.count(slot) == 1:
                step.owning = step.bound.owning
