"""Chains of element-wise steps in blocks that stay in cache, in threads for large arrays.

The ops are called unchanged on slices, so the numbers are those of running them one by one. Only NumPy profits: it
releases the interpreter's lock while it computes.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import LIBRARY_FAILURES, HloError
from ..ir.types import TensorType
from .results import refused
from .source import Writer
from .step import Step

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from .context import RunContext

#: Elements in a block: a few operands of it fit into the second-level cache.
BLOCK = 16_384
#: Chains over fewer elements run op by op.
LEAST = 65_536
#: From here on blocks are shared out among threads.
THREADED = 262_144


def fuse(steps: list[Step]) -> list[Step]:
    """The same steps with chains of element-wise ones joined."""
    found: list[Step] = []
    chain: list[Step] = []
    for step in steps:
        shape = _chain_shape(step)
        if chain and (shape is None or shape != chain[0].shapes[0]):
            found += _joined(chain)
            chain = []
        if shape is None:
            found.append(step)
        else:
            chain.append(step)
    return found + _joined(chain)


def _chain_shape(step: Step) -> tuple[int, ...] | None:
    """The shape that a step could join a chain with; None when it cannot."""
    if step.has_several or step.owning is not None or step.hands_over:
        return None
    shape = step.shapes[0]
    if not shape or step.dtypes[0] is None or prod(shape) < LEAST:
        return None
    if step.spreads:  # inside a chain the value itself will do
        return shape
    if not step.elementwise:
        return None
    operands = step.origin.operand_types
    return shape if all(isinstance(of, TensorType) and of.shape in ((), shape) for of in operands) else None


def _joined(chain: list[Step]) -> list[Step]:
    """One step for a chain, or the chain itself when nothing is gained."""
    if sum(not step.spreads for step in chain) < 2:
        return chain
    made = {step.outs[0] for step in chain}
    freed = {slot for step in chain for slot in (*step.frees, *step.unused)}
    kept = [step for step in chain if step.outs[0] not in freed]
    if not kept:
        return chain
    last, outs = chain[-1], tuple(step.outs[0] for step in kept)
    ins = tuple(dict.fromkeys(slot for step in chain for slot in step.ins if slot not in made))
    shapes, dtypes = [step.shapes[0] for step in kept], [step.dtypes[0] for step in kept]
    function = Chain(chain, ins, outs, dtypes)
    frees = tuple(slot for slot in freed if slot not in made)
    return [Step(last.origin, function, ins, outs, shapes, dtypes, frees, wants_context=True)]


class Chain:
    """A chain as a function of the arrays that come in from outside."""

    def __init__(self, steps: list[Step], ins: tuple[int, ...], outs: tuple[int, ...], dtypes: list[Any]):
        self.steps = steps
        self.shape: Any = steps[0].shapes[0]
        self.dtypes = dtypes
        self.source = _written(steps, ins, outs)
        self.block = self.source.function("block")

    def __call__(self, context: RunContext, *arrays: Any) -> Any:
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
        self._run(given, targets, length, rows, context)
        return tuple(outs) if len(outs) > 1 else outs[0]

    def _run(self, given: list[Any], targets: list[Any], length: int, rows: int, context: RunContext) -> None:
        workers = context.workers
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
                        last = self.steps[-1].origin
                        message = f"{last.name} made an array of dtype {value.dtype}, declared is {dtype}"
                        raise HloError(message, last.span, "run.result")
                    target[low:high] = value

    def _guarded(self, arrays: list[Any]) -> tuple[Any, ...]:
        try:
            return self.block(*arrays)
        except LIBRARY_FAILURES as error:
            number, values = self.source.place_of(error)
            step = self.steps[number]
            raise refused(error, step, [values.get(f"v{slot}") for slot in step.ins]) from error


def _written(steps: list[Step], ins: tuple[int, ...], outs: tuple[int, ...]) -> Writer:
    """The chain as straight-line Python over slices."""
    writer = Writer(f"def block({', '.join(f'v{slot}' for slot in ins)}):", "<chain>")
    for number, step in enumerate(steps):
        writer.names[f"f{number}"] = step.function
        given = ", ".join(f"v{slot}" for slot in step.ins)
        made = given if step.spreads else f"f{number}({given})"
        writer.add(f"    v{step.outs[0]} = {made}", step=number)
    writer.add(f"    return ({''.join(f'v{slot}, ' for slot in outs)})")
    return writer


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # late: on demand

    return ThreadPoolExecutor(workers, thread_name_prefix="hlorepl")
