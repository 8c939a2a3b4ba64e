"""A chain of steps that work row by row, run on blocks of rows that stay in cache, in threads for large arrays.

The ops are called unchanged on blocks, so the numbers are those of running them one by one. Only NumPy profits: it
releases the interpreter's lock while it computes.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from ..errors import LIBRARY_FAILURES, HloError
from .results import refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import ThreadPoolExecutor

    from .context import RunContext
    from .passes.block_code import BlockCode

#: Elements of four bytes in a block: a few operands of it fit into the second-level cache.
BLOCK = 65_536
#: From so many elements times steps on, some milliseconds, blocks are shared out among threads: what is less ends before they wake.
THREADED = 32_000_000


class Chain:
    """A chain as a function of the arrays that come in from outside.

    ``lead`` are the sizes of the dimensions that are run over, together, in blocks; ``largest`` is how many elements the largest
    value has, ``work`` how many are made in all; ``shapes`` and ``dtypes`` those of the results. ``quiet`` is the backend's: each thread
    asks for it.
    """

    def __init__(
        self,
        code: BlockCode,
        lead: Sequence[int],
        ins: Sequence[int],
        outs: Sequence[tuple[Any, Any]],
        largest: int,
        work: int,
        quiet: Callable[[], Any],
    ):
        self.quiet = quiet
        self.steps = code.steps
        self.rows = prod(lead)
        self.count = len(lead)
        self.shapes = [shape for shape, _ in outs]
        self.dtypes = [dtype for _, dtype in outs]
        places = {slot: place for place, slot in enumerate(ins)}
        self.whole = [(places[slot], shape) for slot, shape in code.whole]
        self.in_rows = [(places[slot], (self.rows, *rest)) for slot, rest in code.rows.items()]
        self.source, self.block = code.function(self._wrong)
        self.work = work
        widest = max([of.itemsize for step in self.steps for of in step.dtypes if of is not None], default=4)
        self.row = max(1, largest // self.rows) * max(1, widest // 4)

    def __call__(self, context: RunContext, *arrays: Any) -> Any:
        import numpy as np  # late: NumPy

        whole = [
            _number(arrays[place]) if shape is None else arrays[place].reshape(shape) for place, shape in self.whole
        ]
        given = [arrays[place].reshape(shape) for place, shape in self.in_rows]
        outs: list[Any] = [np.empty(shape, dtype) for shape, dtype in zip(self.shapes, self.dtypes, strict=True)]
        targets = [out.reshape((self.rows, *out.shape[self.count :])) for out in outs]
        self._run(whole, [*given, *targets], context)
        return tuple(outs) if len(outs) > 1 else outs[0]

    def _run(self, whole: list[Any], cut: list[Any], context: RunContext) -> None:
        length = self.rows
        rows = max(1, min(length, BLOCK // self.row))
        workers = context.workers if self.work >= THREADED and length >= 2 * rows else 1
        if workers == 1:
            self._blocks(whole, cut, 0, length, rows)
            return
        share = -(-length // workers)
        share += -share % rows
        starts = range(0, length, share)
        waiting = [
            _pool(workers).submit(self._blocks, whole, cut, start, min(start + share, length), rows) for start in starts
        ]
        for future in waiting:
            future.result()

    def _blocks(self, whole: list[Any], cut: list[Any], start: int, stop: int, rows: int) -> None:
        block = self.block
        with self.quiet():
            try:
                for low in range(start, stop, rows):
                    high = min(low + rows, stop)
                    block(high - low, low, *whole, *[each[low:high] for each in cut])
            except LIBRARY_FAILURES as error:
                raise self._refused(error) from error

    def _refused(self, error: Exception) -> Exception:
        number, _ = self.source.place_of(error)
        step = self.steps[number]
        return refused(error, step, [None] * len(step.ins))

    def _wrong(self, dtype: Any) -> Exception:
        origin = self.steps[-1].origin
        return HloError(f"{origin.name} made an array of dtype {dtype}, another is declared", origin.span, "run.result")


def _number(array: Any) -> Any:
    """An array of one element as one of rank 0; what is known of the rounds of a loop as it is."""
    import numpy as np  # late: NumPy

    return array.reshape(()) if array.__class__ is np.ndarray else array


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # late: on demand

    return ThreadPoolExecutor(workers, thread_name_prefix="hlorepl")
