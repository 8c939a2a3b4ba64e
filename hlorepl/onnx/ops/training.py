"""Steps of optimizers (ONNX: ai.onnx.preview.training)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ...wording import counted
from ..registry import op
from ..tensors import one_of, scalar

if TYPE_CHECKING:
    from collections.abc import Callable

DOMAIN = "ai.onnx.preview.training"


def _each(inputs: tuple[Any, ...], parts: int, step: Callable[..., tuple[Any, ...]]) -> tuple[Any, ...]:
    """One step for each optimized tensor; inputs and outputs come part by part, all tensors of a part together."""
    count, rest = divmod(len(inputs), parts)
    if rest or not count:
        raise HloError(
            f"an optimizer of {counted(parts, 'value')} a tensor was given {len(inputs)}", code="onnx.inputs"
        )
    rows = [step(*inputs[index::count]) for index in range(count)]
    return tuple(value for part in zip(*rows, strict=True) for value in part)


@op("Adagrad", domain=DOMAIN)
def adagrad(xp, R, T, *inputs, decay_factor=0.0, epsilon=1e-6, norm_coefficient=0.0):
    """Values and sums of squared gradients after one step of Adagrad."""
    rate = R / (1 + scalar(T, "T") * decay_factor)

    def step(x: Any, gradient: Any, squares: Any) -> tuple[Any, ...]:
        direction = norm_coefficient * x + gradient
        squares = squares + direction * direction
        return (x - rate * direction / (xp.sqrt(squares) + epsilon)).astype(x.dtype, copy=False), squares

    return _each(inputs, 3, step)


@op("Adam", domain=DOMAIN)
def adam(xp, R, T, *inputs, alpha=0.9, beta=0.999, epsilon=1e-6, norm_coefficient=0.0, norm_coefficient_post=0.0):
    """Values and running means of gradients and of their squares after one step of Adam."""
    count = scalar(T, "T")
    rate = R * ((1 - beta**count) ** 0.5 / (1 - alpha**count)) if count > 0 else R

    def step(x: Any, gradient: Any, mean: Any, squares: Any) -> tuple[Any, ...]:
        direction = norm_coefficient * x + gradient
        mean = alpha * mean + (1 - alpha) * direction
        squares = beta * squares + (1 - beta) * direction * direction
        moved = x - rate * mean / (xp.sqrt(squares) + epsilon)
        return ((1 - norm_coefficient_post) * moved).astype(x.dtype, copy=False), mean, squares

    return _each(inputs, 4, step)


@op("Momentum", domain=DOMAIN)
def momentum(xp, R, T, *inputs, alpha, beta, mode, norm_coefficient):
    """Values and momenta after one step of gradient descent with momentum, standard or Nesterov's."""
    one_of(mode, ("standard", "nesterov"), "mode")
    scale = beta if scalar(T, "T") > 0 else 1

    def step(x: Any, gradient: Any, speed: Any) -> tuple[Any, ...]:
        direction = norm_coefficient * x + gradient
        speed = alpha * speed + scale * direction
        change = direction + alpha * speed if mode == "nesterov" else speed
        return (x - R * change).astype(x.dtype, copy=False), speed

    return _each(inputs, 3, step)
