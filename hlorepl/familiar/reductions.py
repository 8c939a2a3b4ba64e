"""Sums, products, extremes and what is made of them, along axes."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ..ir.types import ELEMENTS, ElementType, TensorType
from .elementwise import isnan
from .table import axes_of, axis_of, converted, element_of, familiar, filled, floating, refuse, reshaped, tensor

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder
    from .table import Axes, Axis


def reduced(b: Builder, op: str, begin: complex, x: Value, axes: Axes, keepdims: bool = False) -> Value:
    """A reduction by one op, which begins with a number that changes nothing."""
    of = tensor(x)
    along = axes_of(axes, of.rank)
    if not along:
        return x
    element = element_of(x)
    scalar = TensorType((), element)
    start = b.constant(begin, element)
    with b.region(scalar, scalar) as body:
        b.give(b.value(op, *body.block.arguments))
    found = b.value("reduce", x, start, regions=[body], dimensions=along)
    return _kept(b, found, of, along) if keepdims else found


def _kept(b: Builder, found: Value, of: TensorType, along: list[int]) -> Value:
    """The result with the axes that are gone, each of size 1."""
    return reshaped(b, found, (1 if axis in along else size for axis, size in enumerate(of.sizes)))


def count_of(of: TensorType, axes: Axes) -> int:
    """How many elements come together in one."""
    return int(np.prod([of.sizes[axis] for axis in axes_of(axes, of.rank)], dtype=np.int64))


def _numbers(b: Builder, x: Value) -> Value:
    """What is summed: i1 counts as i32."""
    return converted(b, x, ELEMENTS["i32"]) if element_of(x).is_bool else x


def _least(element: ElementType) -> complex:
    return -inf if element.is_float else 0 if element.is_bool else int(np.iinfo(element.dtype).min)


def _most(element: ElementType) -> complex:
    return inf if element.is_float else 1 if element.is_bool else int(np.iinfo(element.dtype).max)


@familiar("sum", "reduce_sum")
def sum_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The sum of the elements along axes, of all where none is given. Elements keep their type; i1 is counted in i32."""
    return reduced(b, "add", 0, _numbers(b, x), axis, keepdims)


@familiar("prod", "product", "reduce_prod")
def prod(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The product of the elements along axes."""
    return reduced(b, "multiply", 1, _numbers(b, x), axis, keepdims)


@familiar("max", "amax", "reduce_max")
def max_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The greatest element along axes; NaN where there is one."""
    return reduced(b, "maximum", _least(element_of(x)), x, axis, keepdims)


@familiar("min", "amin", "reduce_min")
def min_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The least element along axes; NaN where there is one."""
    return reduced(b, "minimum", _most(element_of(x)), x, axis, keepdims)


@familiar("any", "reduce_any")
def any_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """Whether an element along axes is true, or not zero."""
    return reduced(b, "or", 0, _truth(b, x), axis, keepdims)


@familiar("all", "reduce_all")
def all_(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """Whether all elements along axes are true, or not zero."""
    return reduced(b, "and", 1, _truth(b, x), axis, keepdims)


def _truth(b: Builder, x: Value) -> Value:
    return x if element_of(x).is_bool else b.value("compare", x, 0, comparison_direction="NE")


@familiar("count_nonzero")
def count_nonzero(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """How many elements along axes are not zero, in i32."""
    return sum_(b, _truth(b, x), axis, keepdims)


@familiar("mean", "average", "reduce_mean")
def mean(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The mean of the elements along axes; whole numbers become f32 first."""
    x = floating(b, x)
    return b.value("divide", reduced(b, "add", 0, x, axis, keepdims), count_of(tensor(x), axis))


@familiar("var", "variance")
def var(b: Builder, x: Value, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Value:
    """The mean square of the distances from the mean (NumPy's, with ddof = 0; PyTorch divides by one less: ddof = 1)."""
    x = floating(b, x)
    distance = b.value("subtract", x, mean(b, x, axis, keepdims=True))
    total = reduced(b, "add", 0, b.value("multiply", distance, distance), axis, keepdims)
    return b.value("divide", total, count_of(tensor(x), axis) - ddof)


@familiar("std")
def std(b: Builder, x: Value, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Value:
    """The square root of the variance (NumPy's, with ddof = 0)."""
    return b.value("sqrt", var(b, x, axis, ddof, keepdims))


@familiar("ptp")
def ptp(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The greatest element less the least one."""
    return b.value("subtract", max_(b, x, axis, keepdims), min_(b, x, axis, keepdims))


@familiar("logsumexp")
def logsumexp(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The logarithm of the sum of exp, which may itself be too large."""
    most = max_(b, x, axis, keepdims=True)
    total = reduced(b, "add", 0, b.value("exponential", b.value("subtract", x, most)), axis, keepdims)
    return b.value("add", b.value("log", total), reshaped(b, most, tensor(total).sizes))


@familiar("softmax")
def softmax(b: Builder, x: Value, axis: int = -1) -> Value:
    """exp(x) divided by its sum along an axis, the last one where none is given."""
    shifted = b.value("exponential", b.value("subtract", x, max_(b, x, axis, keepdims=True)))
    return b.value("divide", shifted, reduced(b, "add", 0, shifted, axis, keepdims=True))


@familiar("log_softmax")
def log_softmax(b: Builder, x: Value, axis: int = -1) -> Value:
    """The logarithm of the softmax along an axis, the last one where none is given."""
    return b.value("subtract", x, logsumexp(b, x, axis, keepdims=True))


@familiar("standardize")
def standardize(b: Builder, x: Value, axis: Axes = -1, epsilon: float = 1e-5) -> Value:
    """(x - mean) / sqrt(variance + epsilon) along axes, the last one where none is given."""
    distance = b.value("subtract", x, mean(b, x, axis, keepdims=True))
    spread = b.value("add", var(b, x, axis, 0, keepdims=True), epsilon)
    return b.value("multiply", distance, b.value("rsqrt", spread))


@familiar("norm", "linalg_norm")
def norm(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The square root of the sum of the squares along axes."""
    x = floating(b, x)
    return b.value("sqrt", reduced(b, "add", 0, b.value("multiply", x, x), axis, keepdims))


# Where NaN is left out


def _without(b: Builder, x: Value, instead: complex) -> Value:
    return b.value("select", isnan(b, x), filled(b, instead, tensor(x).sizes, element_of(x)), x)


@familiar("nansum")
def nansum(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The sum of the elements along axes that are not NaN."""
    return reduced(b, "add", 0, _without(b, x, 0), axis, keepdims)


@familiar("nanprod")
def nanprod(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The product of the elements along axes that are not NaN."""
    return reduced(b, "multiply", 1, _without(b, x, 1), axis, keepdims)


@familiar("nanmax")
def nanmax(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The greatest element along axes that is not NaN."""
    return reduced(b, "maximum", -inf, _without(b, x, -inf), axis, keepdims)


@familiar("nanmin")
def nanmin(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The least element along axes that is not NaN."""
    return reduced(b, "minimum", inf, _without(b, x, inf), axis, keepdims)


@familiar("nanmean")
def nanmean(b: Builder, x: Value, axis: Axes = None, keepdims: bool = False) -> Value:
    """The mean of the elements along axes that are not NaN."""
    good = converted(b, b.value("not", isnan(b, x)), element_of(x))
    return b.value("divide", nansum(b, x, axis, keepdims), reduced(b, "add", 0, good, axis, keepdims))


# Places


def _extreme(b: Builder, x: Value, axis: Axis, keepdims: bool, direction: str) -> Value:
    """The first place of the greatest or least element, in i32; NaN counts as the extreme."""
    if axis is None:
        x, axis = reshaped(b, x, [tensor(x).size]), 0
    of = tensor(x)
    along = axis_of(axis, of.rank)
    element, place = TensorType((), element_of(x)), TensorType((), ELEMENTS["i32"])
    numbers = b.value("iota", iota_dimension=along, types=[of.with_element(ELEMENTS["i32"])])
    begin = _least(element_of(x)) if direction == "GT" else _most(element_of(x))
    starts = [b.constant(begin, element_of(x)), b.constant(0, ELEMENTS["i32"])]
    with b.region(element, place, element, place) as body:
        left, i, right, k = body.block.arguments
        better = b.value("compare", left, right, comparison_direction=direction)
        if element_of(x).is_float:
            better = b.value("or", better, b.value("compare", left, left, comparison_direction="NE"))
        alike = b.value("compare", left, right, comparison_direction="EQ")
        earlier = b.value("and", alike, b.value("compare", i, k, comparison_direction="LT"))
        takes = b.value("or", better, earlier)
        b.give(b.value("select", better, left, right), b.value("select", takes, i, k))
    _, found = b.op("reduce", x, numbers, *starts, regions=[body], dimensions=[along]).results
    return _kept(b, found, of, [along]) if keepdims else found


@familiar("argmax")
def argmax(b: Builder, x: Value, axis: Axis = None, keepdims: bool = False) -> Value:
    """The first place of the greatest element along an axis, in i32; of all elements in a row where none is given."""
    return _extreme(b, x, axis, keepdims, "GT")


@familiar("argmin")
def argmin(b: Builder, x: Value, axis: Axis = None, keepdims: bool = False) -> Value:
    """The first place of the least element along an axis, in i32; of all elements in a row where none is given."""
    return _extreme(b, x, axis, keepdims, "LT")


# Running reductions


def _running(b: Builder, op: str, begin: complex, x: Value, axis: Axis) -> Value:
    """A window that reaches back to the beginning: what a cumulative reduction is in StableHLO."""
    if axis is None:
        x, axis = reshaped(b, x, [tensor(x).size]), 0
    of = tensor(x)
    along = axis_of(axis, of.rank)
    scalar = TensorType((), element_of(x))
    start = b.constant(begin, element_of(x))
    with b.region(scalar, scalar) as body:
        b.give(b.value(op, *body.block.arguments))
    sizes = [of.sizes[along] if k == along else 1 for k in range(of.rank)]
    padding = [[of.sizes[along] - 1 if k == along else 0, 0] for k in range(of.rank)]
    return b.value("reduce_window", x, start, regions=[body], window_dimensions=sizes, padding=padding)


@familiar("cumsum", op="reduce_window")
def cumsum(b: Builder, x: Value, axis: Axis = None) -> Value:
    """The sums of the elements up to each, along an axis; of all elements in a row where none is given."""
    return _running(b, "add", 0, _numbers(b, x), axis)


@familiar("cumprod", op="reduce_window")
def cumprod(b: Builder, x: Value, axis: Axis = None) -> Value:
    """The products of the elements up to each, along an axis."""
    return _running(b, "multiply", 1, _numbers(b, x), axis)


@familiar("cummax", op="reduce_window")
def cummax(b: Builder, x: Value, axis: Axis = None) -> Value:
    """The greatest of the elements up to each, along an axis."""
    return _running(b, "maximum", _least(element_of(x)), x, axis)


@familiar("cummin", op="reduce_window")
def cummin(b: Builder, x: Value, axis: Axis = None) -> Value:
    """The least of the elements up to each, along an axis."""
    return _running(b, "minimum", _most(element_of(x)), x, axis)


# Order


def _sorted(b: Builder, x: Value, axis: Axis, with_places: bool) -> Value:
    if axis is None:
        x, axis = reshaped(b, x, [tensor(x).size]), 0
    of = tensor(x)
    along = axis_of(axis, of.rank)
    scalar, place = TensorType((), element_of(x)), TensorType((), ELEMENTS["i32"])
    inputs, types = [x], [scalar, scalar]
    if with_places:
        inputs.append(b.value("iota", iota_dimension=along, types=[of.with_element(ELEMENTS["i32"])]))
        types += [place, place]
    order = "TOTALORDER" if element_of(x).is_float else None
    with b.region(*types) as body:
        left, right = body.block.arguments[:2]
        b.give(b.value("compare", left, right, comparison_direction="LT", compare_type=order))
    return b.op("sort", *inputs, regions=[body], dimension=along, is_stable=True).results[-1]


@familiar("sort", "msort", op="sort")
def sort(b: Builder, x: Value, axis: Axis = -1) -> Value:
    """The elements in order along an axis, the last one where none is given; NaN comes last."""
    return _sorted(b, x, axis, with_places=False)


@familiar("argsort", op="sort")
def argsort(b: Builder, x: Value, axis: Axis = -1) -> Value:
    """The places of the elements in order along an axis, in i32; equal elements stay as they were."""
    return _sorted(b, x, axis, with_places=True)


@familiar("median")
def median(b: Builder, x: Value, axis: Axis = None) -> Value:
    """The element in the middle of the order along an axis, or the mean of the two."""
    x = floating(b, x)
    if axis is None:
        x, axis = reshaped(b, x, [tensor(x).size]), 0
    of, along = tensor(x), axis_of(axis, tensor(x).rank)
    size = of.sizes[along]
    if not size:
        refuse("there is no median of nothing")
    ordered = sort(b, x, along)
    first, last = (size - 1) // 2, size // 2 + 1
    starts, limits = (
        [begin if k == along else whole for k, whole in enumerate(rest)]
        for begin, rest in ((first, [0] * of.rank), (last, of.sizes))
    )
    middle = b.value("slice", ordered, start_indices=starts, limit_indices=limits, strides=[1] * of.rank)
    return mean(b, middle, along)
