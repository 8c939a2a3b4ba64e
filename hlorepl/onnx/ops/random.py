"""Random numbers, drawn on the host from the generator of the node: the same ones on every backend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ..registry import op
from ..sizes import as_first
from ..tensors import describe, dtype_of, is_small_float, scalar
from .cast import convert

if TYPE_CHECKING:
    from numpy.random import Generator


def _normal(xp: Any, generator: Generator, shape: Any, dtype: np.dtype, mean: float, scale: float) -> Any:
    return convert(xp, xp.asarray(generator.standard_normal(tuple(shape)) * scale + mean), dtype)


def _uniform(xp: Any, generator: Generator, shape: Any, dtype: np.dtype, low: float, high: float) -> Any:
    return convert(xp, xp.asarray(generator.random(tuple(shape)) * (high - low) + low), dtype)


@op("RandomNormal")
def random_normal(xp, *, shape, dtype=1, mean=0.0, scale=1.0, seed=None, generator):
    """Numbers of a normal distribution."""
    return _normal(xp, generator, shape, dtype_of(dtype), mean, scale)


@op("RandomNormalLike")
def random_normal_like(xp, input, *, dtype=None, mean=0.0, scale=1.0, seed=None, generator):
    """Numbers of a normal distribution in the input's shape."""
    wanted = input.dtype if dtype is None else dtype_of(dtype)
    return _normal(xp, generator, input.shape, wanted, mean, scale)


@op("RandomUniform")
def random_uniform(xp, *, shape, dtype=1, high=1.0, low=0.0, seed=None, generator):
    """Numbers evenly spread from ``low`` to ``high``."""
    return _uniform(xp, generator, shape, dtype_of(dtype), low, high)


@op("RandomUniformLike")
def random_uniform_like(xp, input, *, dtype=None, high=1.0, low=0.0, seed=None, generator):
    """Numbers evenly spread from ``low`` to ``high`` in the input's shape."""
    wanted = input.dtype if dtype is None else dtype_of(dtype)
    return _uniform(xp, generator, input.shape, wanted, low, high)


@op("Bernoulli", since=15)
def bernoulli(xp, input, *, dtype=None, seed=None, generator):
    """1 with the probability that the input gives, else 0."""
    drawn = xp.asarray(generator.random(input.shape)) < input.astype(np.float64)
    return convert(xp, drawn, input.dtype if dtype is None else dtype_of(dtype))


@op("Multinomial", since=7)
def multinomial(xp, input, *, dtype=6, sample_size=1, seed=None, generator):
    """Classes drawn for each row of unnormalized log-probabilities."""
    if input.ndim != 2 or input.shape[1] == 0:
        raise HloError(f"Multinomial needs [batch, classes], not {describe(input)}", code="onnx.shape")
    logits = input.astype(np.float64)
    weights = xp.exp(logits - logits.max(axis=1, keepdims=True))
    bounds = xp.cumsum(weights, axis=1)
    bounds /= bounds[:, -1:]
    rows = xp.arange(input.shape[0])[:, None]
    drawn = xp.asarray(generator.random((input.shape[0], sample_size)))
    # Bounds of row r lie in (r, r + 1], so one search over all rows finds each draw's class.
    found = xp.searchsorted((bounds + rows).ravel(), (drawn + rows).ravel(), side="right").reshape(drawn.shape)
    return xp.minimum(found - rows * input.shape[1], input.shape[1] - 1).astype(dtype_of(dtype))


@op("Dropout", since=12, view="maybe")
def dropout(xp, data, ratio=None, training_mode=None, *, seed=None, outputs=1, generator):
    """In training a share of the elements set to 0 and the others scaled up; otherwise the data as they are."""
    share = 0.5 if ratio is None else float(scalar(ratio, "ratio"))
    if training_mode is None or not bool(scalar(training_mode, "training_mode")) or share == 0:
        return (data, xp.ones(data.shape, bool))[:outputs]
    if not 0 <= share < 1:
        raise HloError(f"ratio is {share}", code="onnx.inputs", help="it must be in [0, 1)")
    kept = xp.asarray(generator.random(data.shape) >= share)
    wide = data.astype(np.float32) if is_small_float(data.dtype) else data
    scaled = wide * xp.asarray(1 / (1 - share), wide.dtype)
    return (xp.where(kept, scaled, xp.zeros((), wide.dtype)).astype(data.dtype, copy=False), kept)[:outputs]


@op("Dropout", since=10, view="maybe")
def dropout_10(xp, data, *, ratio=0.5, outputs=1):
    """The data as they are: before opset 12 nothing is dropped outside training."""
    return (data, xp.ones(data.shape, bool))[:outputs]


@op("Dropout", since=1, view="maybe", measure=as_first)
def dropout_1(xp, data, *, ratio=0.5, is_test=0, consumed_inputs=None, outputs=1):
    """The data as they are, and a mask of their own type."""
    return (data, xp.ones(data.shape, data.dtype))[:outputs]
