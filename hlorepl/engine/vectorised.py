"""Bodies of rank-0 values on whole arrays: every op once for all places, or the body for one place after the other."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, cast

from ..ir.types import is_scalar
from ..ops import registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.core import Block, Op
    from .context import RunContext
    from .region_functions import Facts, RegionFunction


def _is_scalar(block: Block) -> bool:
    """Whether a body, and what it runs, works on rank-0 values alone, and says how it does so on whole arrays."""
    return all(map(_op_is_scalar, block.ops))


def _op_is_scalar(op: Op) -> bool:
    if not all(is_scalar(value.type) for value in (*op.operands, *op.results)):
        return False
    inner = [region.block for region in op.regions]
    inner += [function.body for function in op.callees]
    if not inner:
        return True
    spec = registry.of(op)
    return spec is not None and spec.vectorise_rule is not None and all(map(_is_scalar, inner))


class Lanes:
    """What a ``vectorise`` rule may do: run regions on whole arrays.

    ``active`` says for which places results count: loops need not end for others.
    """

    __slots__ = ("_env", "_whole", "active", "xp")

    def __init__(self, whole: Vectorised, env: dict[int, Any], active: Any):
        self._whole = whole
        self._env = env
        self.active = active
        self.xp = whole.xp

    def run(self, region: RegionFunction, arrays: tuple[Any, ...], active: Any = None) -> tuple[Any, ...]:
        """Run a region or a function for all places, or for the ``active`` ones only."""
        env = {id(value): self._env[id(value)] for value in region.captures}
        return self._whole.run(region.block, arrays, env, self.active if active is None else active)


class Vectorised:
    """A body of rank-0 values on whole arrays, the results in the arrays' common shape."""

    def __init__(self, facts: Facts):
        self.facts = facts
        self.xp = facts.planner.xp

    @cached_property
    def quick(self) -> bool:
        """Whether every op is run on whole arrays; else the body is run for one place after the other."""
        block = self.facts.pure_block
        return block is not None and _is_scalar(block)

    @cached_property
    def only(self) -> Callable[..., Any] | None:
        """What the only op of a body does, of its arguments in order; None where the body is more than that."""
        if self.facts.single_op is None or not self.quick:
            return None
        op = self.facts.block.ops[0]
        spec = registry.of(op)
        return self.facts.planner.bound(op).function if spec is not None and spec.elementwise else None

    def __call__(self, arrays: tuple[Any, ...], captured: tuple[Any, ...], context: RunContext) -> tuple[Any, ...]:
        xp = self.xp
        if self.only is not None and len({array.shape for array in arrays}) == 1 and arrays[0].ndim:
            return (self.only(*arrays),)
        shape = (
            arrays[0].shape if len(arrays) == 1 else xp.broadcast_shapes(*(a.shape for a in arrays)) if arrays else ()
        )
        if self.quick:
            env = dict(zip(map(id, self.facts.captures), captured, strict=True))
            found = self.run(self.facts.block, arrays, env, True)
            return tuple(value if value.shape == shape else xp.broadcast_to(value, shape) for value in found)
        return self._one_by_one(arrays, captured, shape, context)

    def run(self, block: Block, arrays: tuple[Any, ...], env: dict[int, Any], active: Any) -> tuple[Any, ...]:
        """Run a block on arrays; ``env`` has those of the values from outside, and gets those of all others."""
        env.update(zip(map(id, block.arguments), arrays, strict=True))
        for op in block.ops:
            operands = [env[id(value)] for value in op.operands]
            spec = registry.of(op)
            assert spec is not None
            if spec.terminator:
                return tuple(operands)
            env.update(zip(map(id, op.results), self._op(op, spec, operands, env, active), strict=True))
        return ()

    def _op(
        self, op: Op, spec: registry.OpSpec, operands: list[Any], env: dict[int, Any], active: Any
    ) -> tuple[Any, ...]:
        planner, xp = self.facts.planner, self.xp
        if spec.identity:
            return tuple(operands)
        if planner.is_constant(op, spec):
            return (planner.constant(op, spec),)
        bound = planner.bound(op)
        if spec.vectorise_rule is not None:
            keywords = {name: bound.keywords[name] for name in spec.vectorise_wants}
            return spec.vectorise_rule(Lanes(self, env, active), *operands, **keywords)
        out = bound.function(*operands)
        values = cast("tuple[Any, ...]", out) if isinstance(out, tuple) else (out,)
        return tuple(value if isinstance(value, xp.ndarray) else xp.asarray(value) for value in values)

    def _one_by_one(
        self, arrays: tuple[Any, ...], captured: tuple[Any, ...], shape: tuple[int, ...], context: RunContext
    ) -> tuple[Any, ...]:
        """The way for bodies that only run on one element: slow, and right."""
        xp = self.xp
        flat = [xp.broadcast_to(array, shape).reshape(-1) for array in arrays]
        outs = [xp.empty(prod(shape), of.dtype) for of in self.facts.result_types]
        plan = self.facts.plan
        for place in range(prod(shape)):
            found = plan.run([*(column[place : place + 1].reshape(()) for column in flat), *captured], context)
            for out, value in zip(outs, found, strict=True):
                out[place] = value
        return tuple(out.reshape(shape) for out in outs)
