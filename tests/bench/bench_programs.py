"""Programs exported by JAX: ours, NumPy by hand and XLA, in turn in one run. Prints times and ratios; asserts no time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
import pytest
from bench.jax_programs import PROGRAMS, Program

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]


def times_of(functions: list[Callable[[], Any]], seconds: float = 0.6) -> list[float]:
    """The shortest run of each, in milliseconds; they take turns, so that all of them meet the same machine."""
    best = [np.inf] * len(functions)
    end = time.perf_counter() + seconds * len(functions)
    rounds = 0
    while rounds < 5 or time.perf_counter() < end and rounds < 300:
        rounds += 1
        for number, function in enumerate(functions):
            start = time.perf_counter()
            function()
            best[number] = min(best[number], time.perf_counter() - start)
    return [1000 * each for each in best]


def require_agreement(found: Any, expected: Any, tolerance: float) -> None:
    """The same answers, for otherwise the times would mean nothing."""
    expected = expected if isinstance(expected, tuple) else (expected,)
    assert len(found) == len(expected)
    for mine, other in zip(found, expected, strict=True):
        a, b = np.asarray(mine, np.float64), np.asarray(other, np.float64)
        scale = max(1.0, float(np.abs(b).max(initial=0)))
        assert a.shape == b.shape
        assert np.abs(a - b).max(initial=0) <= tolerance * scale


def measured(program: Program) -> tuple[float, float, float]:
    """Milliseconds of ours, of NumPy by hand and of XLA."""
    lowered = jax.jit(program.in_jax, keep_unused=True).lower(*program.arguments)
    ours, theirs = hlorepl.compile(hlorepl.parse(lowered.as_text())), lowered.compile()
    given = [jax.numpy.asarray(each) for each in program.arguments]
    require_agreement(ours(*program.arguments), program.in_numpy(*program.arguments), program.tolerance)
    found = times_of(
        [
            lambda: ours(*program.arguments),
            lambda: program.in_numpy(*program.arguments),
            lambda: jax.block_until_ready(theirs(*given)),
        ]
    )
    return found[0], found[1], found[2]


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str):
    ours, by_hand, xla = measured(PROGRAMS[name]())
    print(
        f"{name:26} ours {ours:8.2f} ms   NumPy {by_hand:8.2f} ({ours / by_hand:5.2f})   XLA {xla:8.2f} ({ours / xla:5.2f})"
    )
