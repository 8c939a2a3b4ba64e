"""The drift diffusion model of decisions between two alternatives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ..drawing import NotTogether
from .table import drawing_function

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

    Noise = Callable[[int, np.ndarray], np.ndarray]

MAX_STEPS = 10_000_000
"""A trial that has not reached a bound by then never will: it drifts nowhere."""

_BLOCK = 256
_AT_ONCE = 4_000_000
"""Numbers that are drawn at once, at most."""


def _together(generators: Sequence[Generator], rank: int) -> Callable[..., np.ndarray]:
    """The same for the members of a sweep, each with its own noise."""

    def call(*args: Any) -> np.ndarray:
        arrays = [np.asarray(a, np.float64) for a in args]
        shape = np.broadcast_shapes((len(generators), *[1] * rank), *(array.shape for array in arrays))
        rows = [np.broadcast_to(array, shape).reshape(len(generators), -1) for array in arrays]
        each = rows[0].shape[1]
        if each * _BLOCK > _AT_ONCE:
            raise NotTogether
        found = np.empty((len(generators), each))
        size = _AT_ONCE // (_BLOCK * max(each, 1))
        for start in range(0, len(generators), size):
            part = slice(start, start + size)
            noise = partial(_noise_of_members, generators[part], each)
            found[part] = _times(noise, [row[part] for row in rows])
        return found.reshape(shape)

    return call


def _noise_of_members(generators: Sequence[Generator], each: int, count: int, going: np.ndarray) -> np.ndarray:
    """What each member draws for those of its elements that still go on."""
    bounds = np.searchsorted(going, np.arange(len(generators) + 1) * each)
    sizes = np.diff(bounds).tolist()
    return np.concatenate(
        [generator.standard_normal((count, size)) for generator, size in zip(generators, sizes, strict=True) if size],
        axis=1,
    )


@drawing_function(_together)
def drift_diffusion_integrator(
    starting_point: Any,
    non_decision_time: Any,
    drift_rate: Any,
    threshold: Any,
    noise: Any = 1.0,
    dt: Any = 0.01,
    *,
    generator: Generator | None = None,
) -> Any:
    """The time at which a noisy walk from ``starting_point`` reaches ``threshold``, or minus that for the lower bound.

    Euler-Maruyama steps of ``dt`` seconds, ``drift_rate`` a second and a standard deviation of ``noise`` for each root
    of a second; ``non_decision_time`` is added. Arguments broadcast: each element is a trial of its own. The noise
    comes from ``generator``: a stream of the run, or a new one that starts at 0.
    """
    draw = (generator or np.random.default_rng(0)).standard_normal
    arguments = np.broadcast_arrays(
        *(np.asarray(a, np.float64) for a in (starting_point, non_decision_time, drift_rate, threshold, noise, dt))
    )
    result = _times(lambda count, going: draw((count, going.size)), arguments)
    return result if result.ndim else result.item()


def _times(noise: Noise, arguments: Sequence[np.ndarray]) -> np.ndarray:
    start, lost, drift, bound, sigma, step = arguments
    if not (step > 0).all() or not np.isfinite(step).all():
        raise HloError("drift_diffusion_integrator needs a dt above zero", code="run.value")
    mean, deviation = (drift * step).ravel(), (sigma * np.sqrt(step)).ravel()
    steps, upper = _walk(noise, start.ravel(), mean, deviation, bound.ravel())
    time = lost + steps.reshape(start.shape) * step
    return np.where(upper.reshape(start.shape), time, -time)


def _walk(
    noise: Noise, x: np.ndarray, mean: np.ndarray, deviation: np.ndarray, bound: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The number of steps until each walk reaches a bound, and whether it was the upper one.

    ``noise`` gives so many standard normal numbers for each of the walks that go on.
    """
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
        block = max(1, min(_BLOCK, _AT_ONCE // going.size))
        path = x[going] + np.cumsum(mean[going] + deviation[going] * noise(block, going), axis=0)
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
