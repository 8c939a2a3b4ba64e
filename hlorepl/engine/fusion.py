"""Chains of element-wise steps in blocks that stay in cache, in threads for large arrays.

The ops are called unchanged on slices, so the numbers are those of running them one by one. Only NumPy profits: it
releases the interpreter's lock while it computes.
"""

from __future__ import annotations

import os
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import HloError
from ..ops.purity import has_effect
from .prepared import Prepared, failed

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import ThreadPoolExecutor

    from .planner import Plan

#: Elements in a block: a few operands of it fit into the second-level cache.
BLOCK = 16_384
#: Chains over fewer elements run op by op.
LEAST = 65_536
#: From here on blocks are shared out among threads.
THREADED = 262_144


def fuse(steps: list[Prepared], plan: Plan) -> list[Prepared]:
    """The same steps with chains of element-wise ones joined."""
    found: list[Prepared] = []
    chain: list[Prepared] = []
    for step in steps:
        shape = _chain_shape(step, plan)
        if chain and (shape is None or shape != chain[0].shapes[0]):
            found += _joined(chain, plan)
            chain = []
        if shape is None:
            found.append(step)
        else:
            chain.append(step)
    return found + _joined(chain, plan)


def _chain_shape(step: Prepared, plan: Plan) -> tuple[int, ...] | None:
    """The shape that a step could join a chain with; None when it cannot."""
    if len(step.outs) != 1 or step.owning is not None or step.listed or step.bound.captures:
        return None
    shape = step.shapes[0]
    if not shape or step.dtypes[0] is None or prod(shape) < LEAST:
        return None
    if _is_spread(step):
        return shape
    if not step.bound.spec.elementwise or has_effect(step.op):
        return None
    shapes = [getattr(value.type, "shape", None) for value in step.op.operands]
    return shape if all(each in ((), shape) for each in shapes) else None


def _is_spread(step: Prepared) -> bool:
    """``broadcast_in_dim`` of a rank-0 value: inside a chain the value itself will do."""
    return step.op.name == "stablehlo.broadcast_in_dim" and getattr(step.op.operands[0].type, "shape", None) == ()


def _joined(chain: list[Prepared], plan: Plan) -> list[Prepared]:
    """One step for a chain, or the chain itself when nothing is gained."""
    if sum(not _is_spread(step) for step in chain) < 2:
        return chain
    made = {step.outs[0] for step in chain}
    freed = {slot for step in chain for slot in (*step.frees, *step.unused)}
    outs = [slot for step in chain for slot in step.outs if slot not in freed]
    kept = [step for step in chain if step.outs[0] in outs]
    if not kept:
        return chain
    ins = list(dict.fromkeys(slot for step in chain for slot in step.ins if slot not in made))
    fused = Prepared.__new__(Prepared)
    last = chain[-1]
    fused.op, fused.bound = last.op, last.bound
    fused.ins, fused.outs = tuple(ins), tuple(outs)
    fused.shapes, fused.dtypes = [s.shapes[0] for s in kept], [s.dtypes[0] for s in kept]
    fused.frees = tuple(slot for slot in freed if slot not in made)
    fused.unused = ()
    fused.several, fused.gives_tuple = len(outs) != 1, False
    fused.owning, fused.owned_slot, fused.listed = None, -1, False
    fused.function = Chain(chain, ins, outs, fused.dtypes)
    return [fused]


class Chain:
    """A chain as a function of the arrays that come in from outside."""

    def __init__(self, steps: list[Prepared], ins: list[int], outs: list[int], dtypes: list[Any]):
        self.steps = steps
        self.shape: Any = steps[0].shapes[0]
        self.dtypes = dtypes
        self.block = _compiled(steps, ins, outs)

    def __call__(self, *arrays: Any) -> Any:
        import numpy as np  # late: NumPy

        shape = self.shape
        flat = all(array.ndim == 0 or array.flags.c_contiguous for array in arrays)
        if not flat and shape[0] < 8:
            found = [np.ascontiguousarray(np.broadcast_to(made, shape)) for made in self._guarded(list(arrays))]
            return tuple(found) if len(found) > 1 else found[0]
        outs: list[Any] = [np.empty(shape, dtype) for dtype in self.dtypes]
        if flat:
            given = [array if array.ndim == 0 else array.reshape(-1) for array in arrays]
            targets, length, rows = [out.reshape(-1) for out in outs], prod(shape), BLOCK
        else:
            given, targets, length = list(arrays), outs, shape[0]
            rows = max(1, BLOCK * length // prod(shape))
        self._run(given, targets, length, rows)
        return tuple(outs) if len(outs) > 1 else outs[0]

    def _run(self, given: list[Any], targets: list[Any], length: int, rows: int) -> None:
        workers = threads()
        if workers == 1 or prod(self.shape) < THREADED or length < 2 * rows:
            self._blocks(given, targets, 0, length, rows)
            return
        share = -(-length // workers)
        share += -share % rows
        waiting = [
            _pool(workers).submit(self._blocks, given, targets, start, min(start + share, length), rows)
            for start in range(0, length, share)
        ]
        for future in waiting:
            future.result()

    def _blocks(self, given: list[Any], targets: list[Any], start: int, stop: int, rows: int) -> None:
        import numpy as np  # late: NumPy

        with np.errstate(all="ignore"):
            for low in range(start, stop, rows):
                high = min(low + rows, stop)
                made = self._guarded([array if array.ndim == 0 else array[low:high] for array in given])
                for target, value, dtype in zip(targets, made, self.dtypes, strict=True):
                    if value.dtype != dtype:
                        message = f"{self.steps[-1].op.name} made an array of dtype {value.dtype}, declared is {dtype}"
                        raise HloError(message, self.steps[-1].op.span, "run.result")
                    target[low:high] = value

    def _guarded(self, arrays: list[Any]) -> tuple[Any, ...]:
        try:
            return self.block(*arrays)
        except (MemoryError, ValueError, TypeError, IndexError, OverflowError, ArithmeticError) as error:
            line = error.__traceback__.tb_next.tb_lineno if error.__traceback__ and error.__traceback__.tb_next else 2
            raise failed(error, self.steps[min(max(line - 2, 0), len(self.steps) - 1)]) from error


def _compiled(steps: list[Prepared], ins: list[int], outs: list[int]) -> Callable[..., tuple[Any, ...]]:
    """The chain as straight-line Python over slices: line 2 is the first step's."""
    names: dict[str, Any] = {}
    lines = [f"def block({', '.join(f'v{slot}' for slot in ins)}):"]
    for number, step in enumerate(steps):
        names[f"f{number}"] = step.function
        given = ", ".join(f"v{slot}" for slot in step.ins)
        lines.append(f"    v{step.outs[0]} = " + (given if _is_spread(step) else f"f{number}({given})"))
    lines.append(f"    return ({''.join(f'v{slot}, ' for slot in outs)})")
    exec(compile("\n".join(lines), "<chain>", "exec"), names)  # noqa: S102 - our own text, names only
    return names["block"]


@cache
def threads() -> int:
    """How many threads a chain may use."""
    wanted = os.environ.get("HLOREPL_THREADS", "")
    return max(1, int(wanted)) if wanted.isdigit() else min(os.cpu_count() or 1, 8)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # late: on demand

    return ThreadPoolExecutor(workers, thread_name_prefix="hlorepl")
