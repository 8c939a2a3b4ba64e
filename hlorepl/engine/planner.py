"""From IR to plans: attributes decoded, kernels chosen, values in slots, dropped at their last use. Once for all runs."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import backends, memory
from ..errors import HloError
from ..ir.attributes import DenseAttr
from ..ir.core import Block, Op
from ..ir.types import TensorType, UnrankedType
from ..ops.registry import of
from .binding import Bound, bind
from .guards import guard_of
from .last_uses import mark_last_uses
from .op_origin import OpOrigin
from .plan import Plan
from .region_functions import RegionFunction
from .step import Step, step_of

if TYPE_CHECKING:
    from ..backends.base import Backend
    from ..ir.core import Function, Region, Value
    from ..ops.registry import OpSpec


class Planner:
    """Makes plans for one module (or session) and one backend. Ops must be linked: verified.

    With ``in_steps`` constants are steps like all other ops, for whoever wants to stop at each; regions that nobody wants to
    stop in run by ordinary plans.
    """

    def __init__(self, backend: Backend, in_steps: bool = False):
        self.backend = backend
        self.ordinary = Planner(backend) if in_steps else None
        #: Whether loops that stand by themselves are compiled whole.
        self.compiles_loops = backend.compiles_loops and not in_steps
        if self.ordinary is not None:
            self.ordinary.compiles_loops = False
        self.xp = backend.xp
        self._functions: dict[int, RegionFunction] = {}
        self._bound: dict[int, tuple[Op, Bound]] = {}
        #: What was bound by types and attributes alone (``bind``).
        self.by_types: dict[Any, Bound] = {}
        self._constants: dict[int, tuple[Op, Any]] = {}
        self._host: Planner | None = None

    @property
    def host(self) -> Planner:
        """The planner for what a device leaves to the host."""
        if self._host is None:
            self._host = Planner(backends.get(backends.DEFAULT))
        return self._host

    def function(self, function: Function) -> RegionFunction:
        """A function of the module as a callable; one for all calls."""
        found = self._functions.get(id(function))
        if found is None:
            found = self._functions[id(function)] = self._function(function)
        return found

    def _function(self, function: Function) -> RegionFunction:
        if self.backend.compiles and self.ordinary is None:
            from .whole_functions import WholeFunction  # late: on demand

            return WholeFunction(self, function)
        return RegionFunction(self, function.body, [], name=function.symbol)

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

    @staticmethod
    def is_constant(op: Op, spec: OpSpec | None) -> bool:
        """Whether the result is written in the program."""
        return (
            spec is not None and spec.constant is not None and isinstance(op.attributes.get(spec.constant), DenseAttr)
        )

    def constant(self, op: Op, spec: OpSpec) -> Any:
        """The array of a constant, on the device, made once; nobody may write into it."""
        found = self._constants.get(id(op))
        if found is None:
            value = op.attributes[spec.constant or ""]
            assert isinstance(value, DenseAttr)
            array: Any = value.array
            dtype: Any = op.results[0].type.dtype  # type: ignore[attr-defined]
            # Storage integers of a quantized constant may be written signless and mean unsigned ones.
            array = array if array.dtype == dtype else array.view(dtype)
            found = self._constants[id(op)] = (op, self.backend.to_device(array))
        return found[1]

    def plan_block(self, block: Block, captures: list[Value], name: str = "") -> Plan:
        """The plan of a block: arguments, then captures, are its inputs; the terminator's operands its outputs."""
        last = block.terminator
        ops = block.ops[:-1] if last is not None else []
        outputs = last.operands if last is not None else []
        plan = self.plan_ops(ops, [*block.arguments, *captures], outputs)
        plan.name = name
        plan.input_names = [f"%{value.name}" for value in (*block.arguments, *captures)]
        plan.input_types = [value.type for value in (*block.arguments, *captures)]
        plan.captures = len(captures)
        types = [of for of in plan.input_types if isinstance(of, TensorType)]
        if len(types) == plan.inputs and not all(of.is_static for of in types):
            from .foresight import Foresight  # late: on demand

            plan.foresee = Foresight(plan, types)
        plan.end = None if last is None else OpOrigin(last)
        return plan

    def plan_ops(self, ops: list[Op], inputs: list[Value], outputs: list[Value]) -> Plan:
        """The plan of ops in order; raises ``limit.memory`` when one of them makes more than the machine has."""
        _require_ranks([*inputs, *(result for op in ops for result in op.results)])
        memory.require_possible(ops)
        plan = Plan(self.backend, len(inputs), [None] * len(inputs))
        slots = {id(value): slot for slot, value in enumerate(inputs)}
        for op in ops:
            self._add(plan, slots, op)
        plan.outputs = [slots[id(value)] for value in outputs]
        mark_last_uses(plan)
        return plan

    def _add(self, plan: Plan, slots: dict[int, int], op: Op) -> None:
        spec = of(op)
        is_constant = self.is_constant(op, spec)
        if is_constant and self.ordinary is None:
            assert spec is not None
            slots[id(op.results[0])] = plan.constant(self.constant(op, spec), OpOrigin(op))
            return
        first = len(plan.template)
        outs = tuple(range(first, first + len(op.results)))
        plan.template += [None] * len(outs)
        if is_constant:
            assert spec is not None
            plan.steps.append(Step(OpOrigin(op), partial(_given, self.constant(op, spec)), (), outs, [None], [None]))
        else:
            bound = self._stopping(op)
            ins = tuple(slots[id(value)] for value in (*op.operands, *bound.captures))
            step = step_of(op, bound, ins, outs)
            if self.backend.guards:
                step.guard = guard_of(step, spec)
            plan.steps.append(step)
        slots.update(zip(map(id, op.results), outs, strict=True))

    def _stopping(self, op: Op) -> Bound:
        """The op as it is bound; where one can stop in its regions, only its rule has plans in which one can."""
        if self.ordinary is None:
            # What runs regions is asked for again by those who run it on whole arrays; the rest would only take room.
            return self.bound(op) if op.regions or op.callees or id(op) in self._bound else bind(self, op)
        ordinary = self.ordinary.bound(op)
        if ordinary.rule is None:
            return ordinary
        found = copy(ordinary)
        found.rule, found.regions = (mine := self.bound(op)).rule, mine.regions
        return found


def _require_ranks(values: list[Value]) -> None:
    for value in values:
        if isinstance(value.type, UnrankedType):
            message = f"a program runs with tensors of known ranks only, and %{value.name} is {value.type}"
            made_by = value.owner.span if isinstance(value.owner, Op) else None
            raise HloError(message, value.span or made_by, "type.unranked")


def _given(value: Any) -> Any:
    """What is written in the program."""
    return value
