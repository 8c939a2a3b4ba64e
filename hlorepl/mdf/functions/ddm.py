"""The drift diffusion model of decisions between two alternatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import HloError
from .table import function

MAX_STEPS = 10_000_000
"""A trial that has not reached a bound by then never will: it drifts nowhere."""

_BLOCK = 256


@function
def drift_diffusion_integrator(
    starting_point: Any,
    non_decision_time: Any,
    drift_rate: Any,
    threshold: Any,
    noise: Any = 1.0,
    dt: Any = 0.01,
    *,
    generator: np.random.Generator | None = None,
) -> Any:
    """The time at which a noisy walk from ``starting_point`` reaches ``threshold``, or minus that for the lower bound.

    Euler-Maruyama steps of ``dt`` seconds, ``drift_rate`` a second and a standard deviation of ``noise`` for each root
    of a second; ``non_decision_time`` is added. Arguments broadcast: each element is a trial of its own. The noise
    comes from ``generator``: that of the runner (a PCG64 that starts at its seed), or a new one with seed 0.
    """
    generator = generator or np.random.Generator(np.random.PCG64(0))
    arguments = (starting_point, non_decision_time, drift_rate, threshold, noise, dt)
    start, lost, drift, bound, sigma, step = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in arguments))
    if not (step > 0).all() or not np.isfinite(step).all():
        raise HloError("drift_diffusion_integrator needs a dt above zero", code="run.value")
    mean, deviation = (drift * step).ravel(), (sigma * np.sqrt(step)).ravel()
    steps, upper = _walk(generator, start.ravel(), mean, deviation, bound.ravel())
    time = lost + steps.reshape(start.shape) * step
    result = np.where(upper.reshape(start.shape), time, -time)
    return result if result.ndim else result.item()


def _walk(
    generator: np.random.Generator, x: np.ndarray, mean: np.ndarray, deviation: np.ndarray, bound: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The number of steps until each walk reaches a bound, and whether it was the upper one."""
    steps, upper = np.zeros(x.size, np.int64), np.zeros(x.size, bool)
    going = np.flatnonzero(np.abs(x) < bound)
    upper[np.abs(x) >= bound] = x[np.abs(x) >= bound] >= bound[np.abs(x) >= bound]
    done = 0
    while going.size:
        if done >= MAX_STEPS:
            raise HloError(
                f"a walk reached no bound in {MAX_STEPS:,} steps",
                code="limit.steps",
                help="look at drift_rate and noise",
            )
        block = max(1, min(_BLOCK, 4_000_000 // going.size))
        noise = generator.standard_normal((block, going.size))
        path = x[going] + np.cumsum(mean[going] + deviation[going] * noise, axis=0)
        out = np.abs(path) >= bound[going]
        out |= np.isnan(path)
        ended = out.any(axis=0)
        first = out.argmax(axis=0)
        steps[going] = done + np.where(ended, first + 1, block)
        upper[going[ended]] = path[first[ended], np.flatnonzero(ended)] >= bound[going[ended]]
        x = x.copy()
        x[going] = path[-1]
        going = going[~ended]
        done += block
    return steps, upper
