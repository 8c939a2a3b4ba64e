"""Integrals by an adaptive method of :func:`scipy.integrate.solve_ivp`, instead of Euler steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .evaluation import Runner
from .node_run import run_node
from .recording import Run, counted_rows, gather, recorded_slots
from .values import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..engine.context import RunContext
    from .graph_plan import GraphPlan, ParameterPlan
    from .model import Model


def integrate(
    model: Model,
    duration: float,
    points: int = 101,
    inputs: Mapping[str, Any] | None = None,
    *,
    method: str = "RK45",
    rtol: float = 1e-6,
    atol: float = 1e-9,
    graph: str | None = None,
    record: Sequence[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int = 0,
    context: RunContext | None = None,
) -> Run:
    """Integrate every parameter with a ``time_derivative`` from 0 to ``duration``, recorded at ``points`` equal times.

    Everything else of the model must be a function of these and of the inputs.

    :param method: RK45, RK23, DOP853, Radau, BDF or LSODA.
    :param seed: where the numbers of functions that draw random ones start.
    :param context: how the run is to go; in place of ``seed``.
    :raises HloError: the model has conditions, or keeps state in another way; or the method gives up.
    """
    runner = Runner(model, graph, settings, seed, context)
    columns = recorded_slots(runner, record)
    options = {"method": method, "rtol": rtol, "atol": atol}
    with runner.watched():
        rows = list(counted_rows(runner, _states(_Motion(runner, inputs), columns, duration, points, options), points))
    return Run(gather(columns, rows), points, runner.schedule)


def _states(
    motion: _Motion, columns: list[tuple[str, str, str]], duration: float, points: int, options: Any
) -> Iterator[tuple[Any, ...]]:
    """The values at equal times."""
    for y in _solve(motion.derivative, motion.start, duration, points, options):
        motion.put(y)
        yield tuple(motion.state.values[slot] for _, _, slot in columns)


class _Motion:
    """The integrals of a model as one vector ``y``, and its derivative."""

    def __init__(self, runner: Runner, inputs: Mapping[str, Any] | None):
        self.plan, self.state = runner.plan, runner._state
        self.integrals = _integrals(self.plan)
        runner.trial(None, inputs)
        for name, value in (inputs or {}).items():
            for port in runner.ports(name):
                self.state.give(port, settle(value))
        self.start, self.shapes = _pack([self.state.values[parameter.slot] for parameter in self.integrals])
        self.slopes: dict[str, Any] = {}
        self.state.slopes = self.slopes
        nodes = self.plan.nodes
        self.walks = 2 if any(node.functions or any(port.cut for port in node.ports) for node in nodes) else 1

    def put(self, y: np.ndarray) -> None:
        """Let the integrals be ``y`` and everything else follow; functions see parameters one walk later."""
        for parameter, value in zip(self.integrals, _unpack(y, self.shapes), strict=True):
            self.state.values[parameter.slot] = value
        for index in self.plan.order() * self.walks:
            run_node(self.state, self.plan.nodes[index], 1.0)

    def derivative(self, _time: float, y: np.ndarray) -> np.ndarray:
        self.put(y)
        slopes = zip(self.integrals, self.shapes, strict=True)
        return _pack([np.broadcast_to(self.slopes[parameter.slot], shape) for parameter, shape in slopes])[0]


def _solve(
    derivative: Callable[[float, np.ndarray], np.ndarray], start: np.ndarray, duration: float, points: int, options: Any
) -> np.ndarray:
    """The state at each of ``points`` equal times, one a row."""
    from scipy.integrate import solve_ivp  # late: SciPy

    if points < 2 or not duration > 0 or not np.isfinite(duration):
        raise HloError("integrating needs a duration above zero and at least two points", code="type.argument")
    times = np.linspace(0.0, float(duration), points)
    try:
        with np.errstate(all="ignore"):
            solution = solve_ivp(derivative, (0.0, float(duration)), start, t_eval=times, **options)
    except ValueError as error:
        raise HloError(f"solve_ivp: {error}", code="run.integrate") from None
    if not solution.success:
        raise HloError(f"solve_ivp: {solution.message}", code="run.integrate")
    return solution.y.T


def _integrals(plan: GraphPlan) -> list[ParameterPlan]:
    """The parameters to integrate.

    :raises HloError: something else keeps state, so it has no value at a time between steps.
    """
    if plan.conditions is not None:
        raise plan.error(
            ("graphs", plan.id, "conditions"), "a schedule has steps, so it cannot be integrated", "module.unsupported"
        )
    found = []
    for node in plan.nodes:
        for parameter in node.parameters:
            if parameter.conditions:
                raise plan.error(parameter.path, "its conditions act from step to step", "module.unsupported")
            if parameter.is_integral:
                found.append(parameter)
            elif parameter.stateful and parameter.value is not None and parameter.id in parameter.value.names:
                raise plan.error(parameter.path, "it goes on from its own last value", "module.unsupported")
    if not found:
        raise HloError("the model has no parameter with a time_derivative", code="module.missing")
    return found


def _pack(values: list[Any]) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Values one after the other in a vector, and their shapes."""
    arrays = [np.asarray(value, np.float64) for value in values]
    return np.concatenate([array.ravel() for array in arrays]), [array.shape for array in arrays]


def _unpack(vector: np.ndarray, shapes: list[tuple[int, ...]]) -> list[Any]:
    found, at = [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        part = vector[at : at + size].reshape(shape).copy()
        found.append(settle(part) if shape else part.item())
        at += size
    return found
