"""``numpy.random.*`` for expressions, each drawing from its own stream of the run and never from NumPy's global generator.

Those under :func:`_of` are made of standard numbers, so that the members of a sweep draw them together; where NumPy makes its
own in another way (``randint``, ``choice``), the distribution is the same and the numbers are not.
"""

from __future__ import annotations

import inspect
import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .drawing import SINGLE, Drawing, Numbers, NumbersTogether
from .values import sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

DRAWINGS: dict[str, Drawing] = {}
"""The functions of expressions that draw, by the names that expressions call them by."""


def _size(at: int, *args: Any, **keywords: Any) -> int | None:
    """How many numbers a call makes that may have a ``size`` as its argument number ``at``."""
    size = keywords.get("size", args[at] if at < len(args) else None)
    return None if size is None else math.prod(sizes_of(size))


def _size_of_all(*args: Any) -> int | None:
    return math.prod(sizes_of(args)) if args else None


def _of(numbers: str, together: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enter a function of standard numbers; ``numbers`` is the generator's method that gives these."""

    def enter(make: Callable[..., Any]) -> Callable[..., Any]:
        def begin(generator: Generator) -> Callable[..., Any]:
            return partial(make, Numbers(getattr(generator, numbers)))

        def begin_together(generators: Sequence[Generator], rank: int) -> Callable[..., Any]:
            return partial(make, NumbersTogether([getattr(each, numbers) for each in generators], rank))

        name = f"numpy.random.{make.__name__}"
        _, *rest = inspect.signature(make).parameters.values()
        names = [p.name for p in rest if p.kind is p.POSITIONAL_OR_KEYWORD]
        size = partial(_size, names.index("size")) if names else _size_of_all
        DRAWINGS[name] = Drawing(name, begin, begin_together if together else None, frozenset(names), size)
        return make

    return enter


def _array(value: Any) -> Any:
    return np.asarray(value) if value.__class__ is list or value.__class__ is tuple else value


def _not_negative(name: str, value: Any) -> Any:
    value = _array(value)
    if value < 0 if value.__class__ in SINGLE else np.any(value < 0):
        raise HloError(f"{name} is below zero", code="run.value")
    return value


@_of("standard_normal")
def normal(numbers: Numbers, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """Numbers around ``loc`` with the standard deviation ``scale``."""
    loc, scale = _array(loc), _not_negative("scale", scale)
    return loc + scale * numbers.like(size, loc, scale)


@_of("standard_normal")
def standard_normal(numbers: Numbers, size: Any = None) -> Any:
    """Numbers around 0 with the standard deviation 1."""
    return numbers.like(size)


@_of("standard_normal")
def randn(numbers: Numbers, *sizes: Any) -> Any:
    """The same, in the shape that its arguments give."""
    return numbers.like(sizes or None)


@_of("standard_normal")
def lognormal(numbers: Numbers, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Any:
    """The exponentials of normal numbers."""
    return np.exp(normal(numbers, mean, sigma, size))


@_of("random")
def random(numbers: Numbers, size: Any = None) -> Any:
    """Numbers from 0 up to 1."""
    return numbers.like(size)


@_of("random")
def random_sample(numbers: Numbers, size: Any = None) -> Any:
    """The same, by its older name."""
    return numbers.like(size)


@_of("random")
def rand(numbers: Numbers, *sizes: Any) -> Any:
    """The same, in the shape that its arguments give."""
    return numbers.like(sizes or None)


@_of("random")
def uniform(numbers: Numbers, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    """Numbers from ``low`` up to ``high``."""
    low, high = _array(low), _array(high)
    return low + (high - low) * numbers.like(size, low, high)


@_of("standard_exponential")
def exponential(numbers: Numbers, scale: Any = 1.0, size: Any = None) -> Any:
    """Waiting times of the mean ``scale``."""
    scale = _not_negative("scale", scale)
    return scale * numbers.like(size, scale)


@_of("standard_exponential")
def standard_exponential(numbers: Numbers, size: Any = None) -> Any:
    """Waiting times of the mean 1."""
    return numbers.like(size)


@_of("random")
def randint(numbers: Numbers, low: Any, high: Any = None, size: Any = None) -> Any:
    """Whole numbers from ``low`` up to ``high`` without it; below ``low`` where that is alone."""
    low, high = (0, low) if high is None else (low, high)
    if size is None and low.__class__ is int and high.__class__ is int and low < high and isinstance(numbers, Numbers):
        return min(low + int((high - low) * numbers.one()), high - 1)
    low, high = np.ceil(_array(low)), np.ceil(_array(high))
    if not np.all(low < high):
        raise HloError("there is no whole number from low up to high", code="run.value")
    found = low + np.floor((high - low) * numbers.like(size, low, high))
    return np.minimum(found, high - 1).astype(np.int64)[()]


@_of("random", together=False)
def choice(numbers: Numbers, a: Any, size: Any = None, replace: Any = True, p: Any = None) -> Any:
    """Elements of ``a``, or whole numbers below it, each with its probability in ``p``."""
    items = np.arange(int(a)) if isinstance(a, int | float) else np.asarray(a)
    weights = np.full(items.shape, 1.0) if p is None else np.asarray(p, np.float64)
    if (
        items.ndim != 1
        or not items.size
        or weights.shape != items.shape
        or np.any(weights < 0)
        or not weights.sum() > 0
    ):
        raise HloError("choice needs a row of values, and as many probabilities", code="run.value")
    if replace:
        bounds = np.cumsum(weights)
        found = np.searchsorted(bounds, numbers.like(size) * bounds[-1], side="right")
        return items[np.minimum(found, items.size - 1)][()]
    shape = () if size is None else sizes_of(size)
    if math.prod(shape) > np.count_nonzero(weights):
        raise HloError("there are not as many values to choose from", code="run.value")
    # The smallest of waiting times at these rates are a draw without putting back.
    waits = -np.log1p(-numbers.like(items.size)) / np.where(weights > 0, weights, 1e-300)
    return items[np.argsort(waits)[: math.prod(shape)]].reshape(shape)[()]


def _direct(name: str, *arguments: str) -> None:
    """Enter a method of NumPy's generator that uses a varying number of draws."""

    def begin(generator: Generator) -> Callable[..., Any]:
        method = getattr(generator, name)

        def draw(*args: Any, **keywords: Any) -> Any:
            given = dict(zip((*arguments, "size"), args, strict=False)) | keywords
            size = given.get("size")
            given["size"] = None if size is None else sizes_of(size)
            return method(**given)

        return draw

    full = f"numpy.random.{name}"
    size = partial(_size, len(arguments))
    DRAWINGS[full] = Drawing(full, begin, keywords=frozenset({*arguments, "size"}), size=size)


for _name, _arguments in {
    "poisson": "lam",
    "binomial": "n p",
    "geometric": "p",
    "gamma": "shape scale",
    "beta": "a b",
    "chisquare": "df",
    "standard_t": "df",
    "laplace": "loc scale",
    "logistic": "loc scale",
    "gumbel": "loc scale",
    "rayleigh": "scale",
    "weibull": "a",
    "pareto": "a",
    "vonmises": "mu kappa",
    "triangular": "left mode right",
}.items():
    _direct(_name, *_arguments.split())
