"""Regions and functions as callables: run once as they are, or on whole arrays at a time."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from ..ops import registry
from ..ops.purity import is_pure

if TYPE_CHECKING:
    from ..ir.core import Block, Op, Region, Value
    from ..ops.registry import OpSpec
    from .planner import Plan, Planner
    from .process import Process

#: Ops of rank-0 bodies that a whole array goes through unchanged.
_IDENTITIES = frozenset({"stablehlo.reshape", "stablehlo.optimization_barrier", "stablehlo.broadcast_in_dim"})


def free_values(regions: list[Region]) -> list[Value]:
    """The values that regions use and do not define, in order of their first use."""
    defined: set[int] = set()
    found: dict[int, Value] = {}
    for region in regions:
        for block in region.blocks:
            _free_in_block(block, defined, found)
    return list(found.values())


def _free_in_block(block: Block, defined: set[int], found: dict[int, Value]) -> None:
    defined.update(map(id, block.arguments))
    for op in block.ops:
        for value in op.operands:
            if id(value) not in defined:
                found.setdefault(id(value), value)
        for region in op.regions:
            for inner in region.blocks:
                _free_in_block(inner, defined, found)
        defined.update(map(id, op.results))


class RegionFunction:
    """A region (or a function's body) that can be called. ``captured`` are the arrays of the values it uses from outside."""

    __slots__ = ("_facts", "block", "captured", "captures", "planner")

    def __init__(
        self,
        planner: Planner,
        block: Block,
        captures: list[Value],
        captured: tuple[Any, ...] = (),
        facts: _Facts | None = None,
    ):
        self.planner = planner
        self.block = block
        self.captures = captures
        self.captured = captured
        self._facts = facts or _Facts(self)

    def holding(self, captured: tuple[Any, ...]) -> RegionFunction:
        """The same region with the arrays that it captures."""
        return RegionFunction(self.planner, self.block, self.captures, captured, self._facts)

    def in_process(self, process: Process) -> RegionFunction:
        """The same function, run in another process."""
        return RegionFunction(self.planner.in_process(process), self.block, [])

    def part(self, block: Block) -> RegionFunction:
        """A region of some of this one's ops, in a block that was put together of them."""
        return RegionFunction(self.planner, block, self.captures, self.captured)

    @property
    def plan(self) -> Plan:
        return self._facts.plan

    @property
    def argument_types(self) -> list[Any]:
        return [value.type for value in self.block.arguments]

    @property
    def result_types(self) -> list[Any]:
        return self._facts.result_types

    @property
    def pure_block(self) -> Block | None:
        """The body as it is written, for whoever runs something else in its place; None where that could be noticed."""
        return self._facts.pure_block

    @property
    def single_op(self) -> str | None:
        """The only op's name, when the body is one op of its arguments in order."""
        return self._facts.single_op

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.plan.run([*arrays, *self.captured])

    def over(self, *arrays: Any) -> tuple[Any, ...]:
        """Run a body of rank-0 values at each place of whole arrays; one that is not pure, once for each, in order."""
        return self._facts.over(arrays, self.captured)


class _Facts:
    """What follows from a region alone, whatever arrays it captures: worked out when it is asked for, once."""

    def __init__(self, region: RegionFunction):
        self.planner = region.planner
        self.block = region.block
        self.captures = region.captures
        self.over = Vectorised(self)

    @cached_property
    def plan(self) -> Plan:
        return self.planner.plan_block(self.block, self.captures)

    @cached_property
    def result_types(self) -> list[Any]:
        last = self.block.terminator
        return [value.type for value in last.operands] if last is not None else []

    @cached_property
    def pure_block(self) -> Block | None:
        return self.block if is_pure(self.block) else None

    @cached_property
    def single_op(self) -> str | None:
        return None if self.pure_block is None else _single_op(self.pure_block)


def _single_op(block: Block) -> str | None:
    if len(block.ops) != 2:
        return None
    op, last = block.ops
    if op.operands != block.arguments or last.operands != op.results or op.regions:
        return None
    return op.name if not any("." not in name for name in op.attributes) else None


def _is_scalar(block: Block) -> bool:
    """Whether a body, and what it calls, works on rank-0 values alone."""
    return all(map(_op_is_scalar, block.ops))


def _op_is_scalar(op: Op) -> bool:
    if any(getattr(value.type, "shape", None) != () for value in (*op.operands, *op.results)):
        return False
    inner = [region.block for region in op.regions]
    inner += [function.body for function in op.callees]
    return all(map(_is_scalar, inner))


class Vectorised:
    """A body of rank-0 values on whole arrays, the results in the arrays' common shape."""

    def __init__(self, facts: _Facts):
        self.facts = facts

    @cached_property
    def quick(self) -> bool:
        """Whether every op is run on whole arrays; else the body is run for one place after the other."""
        block = self.facts.pure_block
        return block is not None and _is_scalar(block)

    def __call__(self, arrays: tuple[Any, ...], captured: tuple[Any, ...]) -> tuple[Any, ...]:
        xp = self.facts.planner.xp
        shape = (
            arrays[0].shape if len(arrays) == 1 else xp.broadcast_shapes(*(a.shape for a in arrays)) if arrays else ()
        )
        if self.quick:
            env = dict(zip(map(id, self.facts.captures), captured, strict=True))
            found = self._run(self.facts.block, arrays, env, True)
            return tuple(value if value.shape == shape else xp.broadcast_to(value, shape) for value in found)
        return self._one_by_one(arrays, captured, shape)

    def _run(self, block: Block, arrays: tuple[Any, ...], env: dict[int, Any], active: Any) -> tuple[Any, ...]:
        """Run a block. ``active`` says for which places its results count: loops need not end for others."""
        env.update(zip(map(id, block.arguments), arrays, strict=True))
        for op in block.ops:
            operands = [env[id(value)] for value in op.operands]
            spec = registry.of(op)
            assert spec is not None
            if spec.terminator:
                return tuple(operands)
            env.update(zip(map(id, op.results), self._op(op, spec, operands, env, active), strict=True))
        return ()

    def _op(self, op: Op, spec: OpSpec, operands: list[Any], env: dict[int, Any], active: Any) -> tuple[Any, ...]:
        planner = self.facts.planner
        xp = planner.xp
        if op.name in _IDENTITIES:
            return tuple(operands)
        if op.name == "stablehlo.constant":
            return (planner.constant(op),)
        if op.name == "stablehlo.while":
            return self._loop(op, operands, env, active)
        if op.regions:
            return self._branch(op, operands, env, active)
        if spec.callees:
            (function,) = op.callees
            return self._run(function.body, tuple(operands), {}, active)
        out = planner.bound(op).function(*operands)
        out = out if isinstance(out, tuple) else (out,)
        return tuple(value if isinstance(value, xp.ndarray) else xp.asarray(value) for value in out)

    def _branch(self, op: Op, operands: list[Any], env: dict[int, Any], active: Any) -> tuple[Any, ...]:
        """All branches of an ``if`` or a ``case``; each place takes the results of its own."""
        xp = self.facts.planner.xp
        last = len(op.regions) - 1
        (index,) = operands
        index = ~index if op.name == "stablehlo.if" else xp.where((index < 0) | (index > last), last, index)
        results: tuple[Any, ...] = ()
        for number in range(last, -1, -1):
            chosen = index == number
            mine = self._run(op.regions[number].block, (), dict(env), active & chosen)
            results = tuple(xp.where(chosen, a, b) for a, b in zip(mine, results, strict=True)) if results else mine
        return results

    def _loop(self, op: Op, operands: list[Any], env: dict[int, Any], active: Any) -> tuple[Any, ...]:
        """Go on until no element's condition holds; those that are done keep their values."""
        xp = self.facts.planner.xp
        condition, body = (region.block for region in op.regions)
        state = tuple(operands)
        while True:
            active = xp.logical_and(self._run(condition, state, dict(env), active)[0], active)
            if not active.any():
                return state
            after = self._run(body, state, dict(env), active)
            state = tuple(xp.where(active, new, old) for new, old in zip(after, state, strict=True))

    def _one_by_one(
        self, arrays: tuple[Any, ...], captured: tuple[Any, ...], shape: tuple[int, ...]
    ) -> tuple[Any, ...]:
        """The way for bodies that only run on one element: slow, and right."""
        xp = self.facts.planner.xp
        flat = [xp.broadcast_to(array, shape).reshape(-1) for array in arrays]
        outs = [xp.empty(prod(shape), of.dtype) for of in self.facts.result_types]
        plan = self.facts.plan
        for place in range(prod(shape)):
            found = plan.run([*(column[place : place + 1].reshape(()) for column in flat), *captured])
            for out, value in zip(outs, found, strict=True):
                out[place] = value
        return tuple(out.reshape(shape) for out in outs)
