"""Windows that slide over tensors: ``reduce_window`` and ``select_and_scatter`` (sections of these names)."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...ir.types import TensorType, tensor_of
from ...kernels import windows as kernel
from ...kernels.casts import convert
from ...kernels.numbers import is_plain
from ...kernels.reduction import Known, identity
from ...kernels.scatter import scatter_at
from ..error_bounds import Sums
from ..registry import op
from ..rules import (
    require_body,
    require_per_tensor,
    require_rank,
    require_same_element,
    require_same_shapes,
    require_tensors,
    shapes_agree,
    size_after,
)
from .reducers import reducer_of, requantized, widened
from .reduction import require_halves, require_initial_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...kernels.reduction import Reducer
    from ..annotations import Ints, Pairs, Region, RegionType
    from ..rules import Shape


@op("stablehlo.reduce_window", sure=True, quantized="storage", view="never", error=Sums())
def reduce_window(
    xp,
    *operands,
    window_dimensions: Ints,
    window_strides: Ints | None = None,
    base_dilations: Ints | None = None,
    window_dilations: Ints | None = None,
    padding: Pairs | None = None,
    body: Region,
):
    """Reduce each window of tensors with any body (section "reduce_window").

    The operands are the inputs, then as many initial values of rank 0, which also fill the padding and the gaps of
    a dilated input. The order is implementation-defined: here the initial values come once more, before the window,
    whose elements are joined in index order; f32 is summed in f64. Sums of running windows are linear in the size.
    Windows share what they have in common, unless the body is not pure: then each is reduced by itself.
    """
    windows = window_dimensions, window_strides, base_dilations, window_dilations, padding
    return _reduced(xp, body, reducer_of(xp, body).wider, windows, *operands)


def _reduced(xp: Any, body: Region, how: Reducer, numbers: Sequence[Any], *operands: Any) -> tuple[Any, ...]:
    """By a reducer that is known. ``numbers`` are the op's own: sizes, strides, dilations of base and window, padding."""
    window_dimensions, window_strides, base_dilations, window_dilations, padding = numbers
    count = len(operands) // 2
    arrays, inits = widened(xp, body, operands[:count]), widened(xp, body, operands[count:])
    arrays, inits = how.widened(arrays), how.widened(inits)
    ones = (1,) * arrays[0].ndim
    windows = (window_dimensions, window_strides or ones, base_dilations or ones, window_dilations or ones)
    amounts = padding or ((0, 0),) * arrays[0].ndim
    if body.pure_block is None:
        results = how.join(inits, kernel.reduce_each_window(xp, arrays, how.join, inits, windows, amounts))
    else:
        results = _running(xp, how, arrays, inits, windows, amounts)
    if results is None:
        how = how.knowing((*arrays, *inits))
        results = kernel.reduce_windows(
            xp,
            arrays,
            lambda *both: how.join(both[: len(both) // 2], both[len(both) // 2 :]),
            inits,
            window_dimensions=window_dimensions,
            window_strides=windows[1],
            base_dilations=windows[2],
            window_dilations=windows[3],
            padding=amounts,
        )
    return tuple(convert(xp, x, type_.dtype) for x, type_ in zip(results, body.result_types, strict=True))


def _running(
    xp: Any, how: Reducer, arrays: tuple[Any, ...], inits: tuple[Any, ...], windows: Sequence[Ints], padding: Pairs
) -> tuple[Any, ...] | None:
    """The prefixes or suffixes of one axis, when the windows are these, in linear time; None of any other windows."""
    shape = arrays[0].shape
    found = _running_axis(shape, windows, padding)
    if found is None:
        return None
    axis, is_prefix = found
    size, reach = shape[axis], windows[0][axis] - 1
    before = int(np.prod(shape[:axis], dtype=np.int64))
    rows = tuple(x.reshape(before, size, -1) for x in arrays)
    padded = _padding_of_running(xp, how, inits, size, reach)
    if is_prefix:
        made = how.join(tuple(x[:, ::-1] for x in padded), how.prefixes(rows))
    else:
        made = how.join(how.suffixes(rows), padded)
    return tuple(x.reshape(shape) for x in made)


def _padding_of_running(xp: Any, how: Reducer, inits: tuple[Any, ...], size: int, reach: int) -> tuple[Any, ...]:
    """The initial values that stand beside the suffix at each place of an axis: one, and the padding that is reached."""
    if how.is_identity(inits):
        return tuple(init.reshape(1, 1, 1) for init in inits)
    copies = how.prefixes(tuple(xp.broadcast_to(init, (1, reach + 1, 1)) for init in inits))
    return tuple(x[:, reach + 1 - size :] for x in copies)


def _require_numbers(
    operand: TensorType, name: str, values: Sequence[Any] | None, code: str, positive: str = ""
) -> None:
    """One number (or pair) for each dimension of the operand; all more than 0, where ``positive`` is a constraint."""
    if values is None:
        return
    require(
        len(values) == operand.rank,
        code,
        "{name} has {found} entries; there must be one for each dimension of {operand}",
        name,
        name=name,
        found=len(values),
        operand=operand,
    )
    if positive:
        fits = all(value > 0 for value in values)
        require(fits, positive, "{name} must be more than 0 everywhere: {found}", name, name=name, found=list(values))


def _window_counts(shape: Shape, numbers: Sequence[Sequence[Any]]) -> Shape:
    """What is known of how many windows fit along each dimension."""
    return tuple(size_after(partial(_window_count, *each), size) for size, *each in zip(shape, *numbers, strict=True))


def _window_count(window: int, stride: int, base: int, dilation: int, padding: tuple[int, int], size: int) -> int:
    dilated = (size - 1) * base + 1 if size else 0
    return kernel.window_count(max(0, sum(padding) + dilated), window, stride, dilation)


@reduce_window.infer(element="C16", shape="C15")
def _(
    *operands, window_dimensions, window_strides, base_dilations, window_dilations, padding, body: RegionType, results
):
    count = require_halves(operands, results, "C1")
    require_per_tensor(operands=operands)
    shape = require_same_shapes(operands[:count], "C2", "operands")
    require_initial_values(operands, count, "C3")
    first = operands[0]
    _require_numbers(first, "window_dimensions", window_dimensions, "C4", "C5")
    _require_numbers(first, "window_strides", window_strides, "C6", "C7")
    _require_numbers(first, "base_dilations", base_dilations, "C8", "C9")
    _require_numbers(first, "window_dilations", window_dilations, "C10", "C11")
    _require_numbers(first, "padding", padding, "C12")
    elements = require_body(body, operands[:count], "C13", "body")
    if results is not None:
        require_tensors(results=tuple(results))
        require_same_shapes(results, "C14", "result")
    ones = (1,) * len(shape)
    numbers = (window_dimensions, window_strides or ones, base_dilations or ones, window_dilations or ones)
    counts = _window_counts(shape, (*numbers, padding or ((0, 0),) * len(shape)))
    return [tensor_of(counts, element) for element in elements]


@reduce_window.plan
def _(xp, *operands, window_dimensions, window_strides, base_dilations, window_dilations, padding, body):
    numbers = window_dimensions, window_strides, base_dilations, window_dilations, padding
    run = partial(_reduced, xp, body, reducer_of(xp, body).wider, numbers)
    quick = _running_quickly(xp, operands, body, numbers, run) if len(operands) == 2 else None
    return quick or requantized(xp, run, operands, body.argument_types) or run


def _running_quickly(
    xp: Any, operands: Sequence[TensorType], body: Region, numbers: Sequence[Any], usual: Callable[..., Any]
) -> Callable[..., Any] | None:
    """Prefixes or suffixes of one axis of a static type, where the initial value changes nothing: nothing is left to be asked."""
    how, of = reducer_of(xp, body), operands[0]
    ones = (1,) * of.rank
    windows = [numbers[0], *(each or ones for each in numbers[1:4])]
    padding = numbers[4] or ((0, 0),) * of.rank
    if (
        not isinstance(how, Known)
        or not how.is_host
        or not of.is_static
        or not is_plain(of.dtype)
        or of.dtype.kind == "b"
    ):
        return None
    if (
        how.dtype != of.dtype
        or body.argument_types[0].dtype != of.dtype
        or of.dtype.itemsize == 8
        and of.dtype.kind == "f"
    ):
        return None
    found = _running_axis(of.sizes, windows, padding)
    if found is None:
        return None
    axis, is_prefix = found
    shape, nothing = of.sizes, identity(how.name, of.dtype).item()
    rows = (prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]))
    join, adds = how.prefixes if is_prefix else how.suffixes, how.name == "add" and of.dtype.kind == "f"

    def run(operand: Any, initial: Any) -> Any:
        if initial.item() != nothing:
            return usual(operand, initial)
        (made,) = join((operand.reshape(rows),))
        return (np.add(made, initial, out=made) if adds else made).reshape(shape)

    return run


def _running_axis(shape: tuple[int, ...], windows: Sequence[Ints], padding: Pairs) -> tuple[int, bool] | None:
    """The axis of which windows are all prefixes, or all suffixes, and whether they are prefixes; None of any other windows."""
    moving = [axis for axis, sizes in enumerate(zip(*windows, strict=True)) if sizes != (1, 1, 1, 1)]
    if len(moving) != 1 or 0 in shape:
        return None
    (axis,) = moving
    size, reach = shape[axis], windows[0][axis] - 1
    is_prefix = padding[axis] == (reach, 0)
    full = (is_prefix or padding[axis] == (0, reach)) and 0 < size - 1 <= reach
    still = all(numbers[axis] == 1 for numbers in windows[1:])
    others = any(pair != (0, 0) for at, pair in enumerate(padding) if at != axis)
    return (axis, is_prefix) if full and still and not others else None


@op("stablehlo.select_and_scatter", sure=True, quantized="storage", view="never", error=Sums())
def select_and_scatter(
    xp,
    operand,
    source,
    init_value,
    *,
    window_dimensions: Ints | None = None,
    window_strides: Ints | None = None,
    padding: Pairs | None = None,
    select: Region,
    scatter: Region,
):
    """Add each source value (or what ``scatter`` does) to the element that ``select`` picks in its window.

    Section "select_and_scatter". Padding is never picked; a window without elements, whose meaning is left open, drops
    its source value. Values that meet in one place are joined in index order, after the initial value.
    """
    ones = (1,) * operand.ndim
    windows = (window_dimensions or ones, window_strides or ones, ones, ones)
    picked = _picked(xp, operand, select, windows, padding or ((0, 0),) * operand.ndim)
    dtype = scatter.argument_types[0].dtype
    start = xp.empty((operand.size, 1), dtype)
    start[...] = convert(xp, init_value, dtype)
    values = convert(xp, source, dtype).reshape(-1, 1)
    (result,) = scatter_at(xp, reducer_of(xp, scatter), (start,), picked.reshape(-1), (values,))
    return result.reshape(operand.shape)


def _picked(xp: Any, operand: Any, select: Region, windows: Sequence[Ints], padding: Pairs) -> Any:
    """The place in the operand that ``select`` picks in each window; -1 where a window has nothing but padding."""
    arrays = (operand, xp.arange(operand.size, dtype=np.int64).reshape(operand.shape))
    nothing = (xp.zeros((), operand.dtype), xp.asarray(-1, dtype=np.int64))

    def pick(value: Any, place: Any, other: Any, other_place: Any) -> tuple[Any, Any]:
        first = (other_place < 0) | ((place >= 0) & select.over(value, other)[0])
        return xp.where(first, value, other), xp.where(first, place, other_place)

    def pick_of_elements(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, Any]:
        (value, place), (other, other_place) = left, right
        first, both = other_place < 0, (place >= 0) & (other_place >= 0)
        first[both] = select.over(value[both], other[both])[0]
        return xp.where(first, value, other), xp.where(first, place, other_place)

    if select.pure_block is None:  # it must not meet padding
        return kernel.reduce_each_window(xp, arrays, pick_of_elements, nothing, windows, padding)[1]
    sizes, strides, *_ = windows
    _, places = kernel.reduce_windows(
        xp, arrays, pick, nothing, window_dimensions=sizes, window_strides=strides, padding=padding
    )
    return places


@select_and_scatter.plan
def _(xp, operand, source, init_value, *, window_dimensions, window_strides, padding, select, scatter):
    run = partial(
        select_and_scatter.function,
        xp,
        window_dimensions=window_dimensions,
        window_strides=window_strides,
        padding=padding,
        select=select,
        scatter=scatter,
    )
    wide = scatter.argument_types[0]
    return requantized(xp, run, (operand, source, init_value), (operand, wide, wide))


@select_and_scatter.infer(element="C12", shape="C11")
def _(
    operand, source, init_value, *, window_dimensions, window_strides, padding, select: RegionType, scatter: RegionType
):
    require_per_tensor(operand=operand, source=source, init_value=init_value)
    require_same_element("C1", "source", source, operand, "operand")
    _require_numbers(operand, "window_dimensions", window_dimensions or (), "C4", "C5")
    _require_numbers(operand, "window_strides", window_strides, "C6", "C7")
    _require_numbers(operand, "padding", padding, "C8")
    ones = (1,) * operand.rank
    numbers = (window_dimensions or ones, window_strides or ones, ones, ones, padding or ((0, 0),) * operand.rank)
    wanted = _window_counts(operand.extents, numbers)
    require(
        shapes_agree(source.extents, wanted),
        "C2",
        "{source} must have one value for each window, as {wanted} does",
        "source",
        wanted=source.with_shape(wanted),
    )
    require_rank(0, init_value=init_value)
    require_same_element("C3", "init_value", init_value, operand, "operand")
    _require_select(select, operand)
    (element,) = require_body(scatter, (operand,), "C10", "scatter")
    return operand.with_element(element)


def _require_select(select: RegionType, operand: TensorType) -> None:
    scalar = TensorType((), operand.element)
    require(
        list(select.arguments) == [scalar, scalar],
        "C9",
        "select must take two arguments of type {scalar}",
        "select",
        scalar=scalar,
    )
    returned = select.returns[0] if len(select.returns) == 1 else None
    fits = isinstance(returned, TensorType) and returned.rank == 0 and returned.element.is_bool
    require(fits, "C9", "select must return one value of type tensor<i1>", "select")
