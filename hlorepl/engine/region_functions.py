"""Regions and functions as callables: run once as they are, or on whole arrays at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ops import registry

if TYPE_CHECKING:
    from ..ir.core import Block, Op, Region, Value
    from .planner import Plan, Planner
    from .process import Process

#: Ops of rank-0 bodies that a whole array goes through unchanged.
_IDENTITIES = frozenset({"stablehlo.reshape", "stablehlo.optimization_barrier", "stablehlo.broadcast_in_dim"})
_BRANCHES = frozenset({"stablehlo.if", "stablehlo.case", "stablehlo.while"})


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

    __slots__ = ("_over", "_plan", "_single", "block", "captured", "captures", "planner")

    def __init__(self, planner: Planner, block: Block, captures: list[Value], captured: tuple[Any, ...] = ()):
        self.planner = planner
        self.block = block
        self.captures = captures
        self.captured = captured
        self._plan: Plan | None = None
        self._over: Any = None
        self._single: str | bool | None = False

    def holding(self, captured: tuple[Any, ...]) -> RegionFunction:
        """The same region with the arrays that it captures."""
        found = RegionFunction(self.planner, self.block, self.captures, captured)
        found._plan, found._over, found._single = self.plan, self._over, self._single
        return found

    def in_process(self, process: Process) -> RegionFunction:
        """The same function, run in another process."""
        return RegionFunction(self.planner.in_process(process), self.block, [])

    def part(self, block: Block) -> RegionFunction:
        """A region of some of this one's ops, in a block that was put together of them."""
        return RegionFunction(self.planner, block, self.captures, self.captured)

    @property
    def plan(self) -> Plan:
        if self._plan is None:
            self._plan = self.planner.plan_block(self.block, self.captures)
        return self._plan

    @property
    def argument_types(self) -> list[Any]:
        return [value.type for value in self.block.arguments]

    @property
    def result_types(self) -> list[Any]:
        last = self.block.terminator
        return [value.type for value in last.operands] if last is not None else []

    @property
    def single_op(self) -> str | None:
        """The only op's name, when the body is one op of its arguments in order."""
        if self._single is False:
            self._single = _single_op(self.block)
        return self._single  # type: ignore[return-value]

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        return self.plan.run([*arrays, *self.captured])

    def over(self, *arrays: Any) -> tuple[Any, ...]:
        """Run a body of rank-0 values on whole arrays."""
        if self._over is None:
            self._over = Vectorised(self)
        return self._over(arrays, self.captured)


def _single_op(block: Block) -> str | None:
    if len(block.ops) != 2:
        return None
    op, last = block.ops
    if op.operands != block.arguments or last.operands != op.results or op.regions:
        return None
    return op.name if not any("." not in name for name in op.attributes) else None


def can_vectorise(block: Block, planner: Planner) -> bool:
    """Whether every op of a rank-0 body works element by element on whole arrays."""
    return all(_op_vectorises(op, planner) for op in block.ops)


def _op_vectorises(op: Op, planner: Planner) -> bool:
    spec = registry.lookup(op.name)
    if spec is None or any(getattr(value.type, "shape", None) != () for value in (*op.operands, *op.results)):
        return False
    if op.name in _BRANCHES:
        return all(can_vectorise(region.block, planner) for region in op.regions)
    if op.name == "func.call":
        return all(not callee.is_declaration and can_vectorise(callee.body, planner) for callee in op.callees)
    plain = spec.elementwise or spec.terminator or op.name in _IDENTITIES or op.name == "stablehlo.constant"
    return plain and not op.regions


class Vectorised:
    """A body of rank-0 values on whole arrays, the results in the arrays' common shape."""

    def __init__(self, region: RegionFunction):
        self.region = region
        self.quick = can_vectorise(region.block, region.planner)

    def __call__(self, arrays: tuple[Any, ...], captured: tuple[Any, ...]) -> tuple[Any, ...]:
        xp = self.region.planner.xp
        shape = (
            arrays[0].shape if len(arrays) == 1 else xp.broadcast_shapes(*(a.shape for a in arrays)) if arrays else ()
        )
        if self.quick:
            env = dict(zip(map(id, self.region.captures), captured, strict=True))
            found = self._run(self.region.block, arrays, env)
            return tuple(value if value.shape == shape else xp.broadcast_to(value, shape) for value in found)
        return self._one_by_one(arrays, captured, shape)

    def _run(self, block: Block, arrays: tuple[Any, ...], env: dict[int, Any]) -> tuple[Any, ...]:
        env.update(zip(map(id, block.arguments), arrays, strict=True))
        for op in block.ops:
            operands = [env[id(value)] for value in op.operands]
            spec = registry.lookup(op.name)
            assert spec is not None
            if spec.terminator:
                return tuple(operands)
            env.update(zip(map(id, op.results), self._op(op, operands, env), strict=True))
        return ()

    def _op(self, op: Op, operands: list[Any], env: dict[int, Any]) -> tuple[Any, ...]:
        planner = self.region.planner
        xp = planner.xp
        if op.name in _IDENTITIES:
            return tuple(operands)
        if op.name == "stablehlo.constant":
            return (planner.constant(op),)
        if op.name == "func.call":
            (callee,) = op.callees
            return self._run(callee.body, tuple(operands), {})
        if op.name in _BRANCHES:
            return self._branch(op, operands, env)
        out = planner.bound(op).function(*operands)
        out = out if isinstance(out, tuple) else (out,)
        return tuple(value if isinstance(value, xp.ndarray) else xp.asarray(value) for value in out)

    def _branch(self, op: Op, operands: list[Any], env: dict[int, Any]) -> tuple[Any, ...]:
        xp = self.region.planner.xp
        if op.name == "stablehlo.while":
            return self._loop(op, operands, env)
        outs = [self._run(region.block, (), dict(env)) for region in op.regions]
        if op.name == "stablehlo.if":
            return tuple(xp.where(operands[0], a, b) for a, b in zip(*outs, strict=True))
        index = operands[0]
        index = xp.where((index < 0) | (index >= len(outs)), len(outs) - 1, index)
        results = list(outs[-1])
        for number, branch in enumerate(outs[:-1]):
            results = [xp.where(index == number, mine, other) for mine, other in zip(branch, results, strict=True)]
        return tuple(results)

    def _loop(self, op: Op, operands: list[Any], env: dict[int, Any]) -> tuple[Any, ...]:
        """Go on until no element's condition holds; those that are done keep their values."""
        xp = self.region.planner.xp
        condition, body = (region.block for region in op.regions)
        state = tuple(operands)
        active: Any = True
        while True:
            active = xp.logical_and(self._run(condition, state, dict(env))[0], active)
            if not active.any():
                return state
            after = self._run(body, state, dict(env))
            state = tuple(xp.where(active, new, old) for new, old in zip(after, state, strict=True))

    def _one_by_one(
        self, arrays: tuple[Any, ...], captured: tuple[Any, ...], shape: tuple[int, ...]
    ) -> tuple[Any, ...]:
        """The way for bodies that only run on one element: slow, and right."""
        xp = self.region.planner.xp
        flat = [xp.broadcast_to(array, shape).reshape(-1) for array in arrays]
        types = self.region.result_types
        outs = [xp.empty(shape, of.dtype).reshape(-1) for of in types]
        plan = self.region.plan
        for place in range(outs[0].size if outs else 0):
            found = plan.run([*(column[place : place + 1].reshape(()) for column in flat), *captured])
            for out, value in zip(outs, found, strict=True):
                out[place] = value
        return tuple(out.reshape(shape) for out in outs)
