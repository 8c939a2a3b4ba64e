"""Programs exported by JAX: ours, NumPy by hand, and XLA on one thread; some of them in many sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

import hlorepl

from . import jax_learning, jax_sciences
from .bench_programs import require_agreement
from .jax_programs import PROGRAMS, Program, normal
from .rows import Cost, Row, in_turn, peak_of, timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

assert jax_learning
assert jax_sciences


def chain(size: int) -> Program:
    """An element-wise chain."""
    return Program(
        lambda x, y: jnp.tanh(x * y + 1) * jnp.exp(-x * x),
        lambda x, y: np.tanh(x * y + np.float32(1)) * np.exp(-x * x),
        (normal(size), normal(size, seed=1)),
    )


def softmax(size: int) -> Program:
    """A softmax of rows of 100."""

    def by_hand(x: Any) -> Any:
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    return Program(nn.softmax, by_hand, (normal(size // 100, 100),))


def recurrence(size: int) -> Program:
    """A loop over one number, of so many rounds."""

    def by_hand(a: Any) -> Any:
        x, half = np.float32(1), np.float32(0.5)
        for _ in range(size):
            x = half * (x + a / x)
        return x

    return Program(
        lambda a: lax.fori_loop(0, size, lambda _, x: 0.5 * (x + a / x), jnp.float32(1)), by_hand, (np.float32(7),)
    )


def scan(size: int) -> Program:
    """A scan of so many steps of a small layer."""

    def ours(x: Any, w: Any) -> Any:
        def step(h: Any, row: Any) -> Any:
            h = jnp.tanh(h @ w + row)
            return h, h

        return lax.scan(step, jnp.zeros((4, 32)), x)[1]

    def by_hand(x: Any, w: Any) -> Any:
        h, out = np.zeros((4, 32), np.float32), np.empty((size, 4, 32), np.float32)
        for t in range(size):
            out[t] = h = np.tanh(h @ w + x[t])
        return out

    return Program(ours, by_hand, (normal(size, 4, 32), normal(32, 32) / 8))


SWEPT: dict[str, tuple[Callable[[int], Program], tuple[int, ...]]] = {
    "chain": (chain, (100, 1_000, 10_000, 100_000, 1_000_000, 4_000_000)),
    "softmax": (softmax, (1_000, 10_000, 100_000, 1_000_000, 4_000_000)),
    "rounds on one number": (recurrence, (10, 100, 1_000, 10_000)),
    "steps of a scan": (scan, (10, 100, 1_000)),
}


def costs(program: Program) -> dict[str, Cost]:
    """What a program costs each of the three."""
    lowered = jax.jit(program.in_jax, keep_unused=True).lower(*program.arguments)
    text, given = lowered.as_text(), [jnp.asarray(each) for each in program.arguments]
    cold_xla, theirs = timed(lowered.compile)
    cold_xla += timed(lambda: jax.block_until_ready(theirs(*given)))[0]
    cold, ours = timed(lambda: hlorepl.compile(hlorepl.parse(text)))
    more, found = timed(lambda: ours(*program.arguments))
    require_agreement(found, program.in_numpy(*program.arguments), program.tolerance)
    runs = [
        lambda: ours(*program.arguments),
        lambda: program.in_numpy(*program.arguments),
        lambda: jax.block_until_ready(theirs(*given)),
    ]
    steady = in_turn(runs)
    analysis: Any = theirs.memory_analysis()
    held = (analysis.temp_size_in_bytes + analysis.output_size_in_bytes) / 1e6
    return {
        "hlorepl": Cost(cold + more, steady[0], peak_of(runs[0])),
        "NumPy": Cost(None, steady[1], peak_of(runs[1])),
        "XLA": Cost(cold_xla, steady[2], held),
    }


def rows() -> Iterator[Row]:
    """One for each program, and for each size of those that are swept."""
    for name, make in PROGRAMS.items():
        yield Row("StableHLO", name.replace("_", " "), costs(make()))
    for name, (make_sized, sizes) in SWEPT.items():
        for size in sizes:
            yield Row("StableHLO, swept", f"{name}, {size:,}", costs(make_sized(size)), name, size)
