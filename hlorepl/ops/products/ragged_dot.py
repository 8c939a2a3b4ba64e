"""chlo.ragged_dot: a product in which consecutive stretches of one dimension are groups of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...kernels import matmul
from ..error_bounds import Sums
from ..registry import op
from ..rules import require_tensors, shapes_agree, sizes_agree
from .contraction import dot_shape
from .rules import product_element, require_axes, require_element_types, require_precision

if TYPE_CHECKING:
    from ...ir.types import Extent, TensorType
    from ..annotations import RaggedDotDimensionNumbers, Strings
    from ..rules import Shape

_NUMBERS = "ragged_dot_dimension_numbers"


@op("chlo.ragged_dot", unranked="", error=Sums())
def ragged_dot(
    xp: Any,
    lhs: Any,
    rhs: Any,
    group_sizes: Any,
    *,
    ragged_dot_dimension_numbers: RaggedDotDimensionNumbers,
    precision_config: Strings | None = None,
    result: TensorType,
) -> Any:
    """Multiply consecutive groups of one dimension of lhs, whose sizes are data, each with its own part of rhs.

    If the ragged dimension is a free one, group ``g`` meets ``rhs`` at ``g`` of its group dimension, and what lies
    beyond the last group is 0; if it is contracted, the result has one product for each group; if it is a batching
    dimension, this is dot_general.
    """
    numbers, dtype = ragged_dot_dimension_numbers, result.dtype
    mode, _ = _mode(lhs.ndim, numbers)
    if mode == "batching":
        return _product(xp, lhs, rhs, numbers, dtype)
    if mode == "free":
        return _free(xp, lhs, rhs, group_sizes, numbers, dtype)
    return _contracted(xp, lhs, rhs, group_sizes, numbers, dtype)


@ragged_dot.infer(shape="result_shape")
def _(
    lhs: TensorType,
    rhs: TensorType,
    group_sizes: TensorType,
    *,
    ragged_dot_dimension_numbers: RaggedDotDimensionNumbers,
    precision_config: Strings | None = None,
    result: TensorType | None = None,
) -> TensorType | None:
    numbers = ragged_dot_dimension_numbers
    require_tensors(lhs=lhs, rhs=rhs, group_sizes=group_sizes)
    shape = dot_shape(lhs, rhs, numbers, _NUMBERS)
    ragged = numbers.lhs_ragged_dimensions
    require(
        len(ragged) == 1,
        "one_ragged_dimension",
        "{lhs} must have one ragged dimension, not {count}",
        _NUMBERS,
        count=len(ragged),
    )
    require_axes(ragged, lhs.rank, "ragged_dimension", "lhs", _NUMBERS)
    mode, prefix = _mode(lhs.rank, numbers)
    _require_groups(lhs, group_sizes, prefix)
    groups = group_sizes.extents[-1]
    _require_group_dimension(rhs, mode, groups, numbers)
    require_precision(precision_config, "precision_config")
    require_element_types(lhs, rhs, result, "element_types")
    if mode == "contracting":
        shape = (groups, *shape)
    elif mode == "free":
        shape = _without(rhs, shape, numbers)
    element = product_element(lhs, rhs, result)
    return None if element is None else lhs.with_shape(shape).with_element(element)


def _mode(rank: int, numbers: Any) -> tuple[str, list[int]]:
    """What the ragged dimension is, and the dimensions of lhs along which group_sizes may differ."""
    (ragged,) = numbers.lhs_ragged_dimensions
    batch, terms = list(numbers.lhs_batching_dimensions), list(numbers.lhs_contracting_dimensions)
    if ragged in batch:
        return "batching", batch[: batch.index(ragged)]
    if ragged in terms:
        return "contracting", batch + terms[: terms.index(ragged)]
    free = [axis for axis in range(rank) if axis not in batch and axis not in terms]
    return "free", batch + free[: free.index(ragged)]


def _require_groups(lhs: TensorType, group_sizes: TensorType, prefix: list[int]) -> None:
    at = "group_sizes"
    require(group_sizes.element.is_integer, "group_sizes_type", "{group_sizes} does not hold integers", at)
    require(group_sizes.rank > 0, "group_sizes_shape", "{group_sizes} has no dimension for the groups", at)
    outer = tuple(lhs.extents[axis] for axis in prefix)
    require(
        group_sizes.rank == 1 or shapes_agree(group_sizes.extents[:-1], outer),
        "group_sizes_shape",
        "before the groups, {group_sizes} must have the sizes {outer} of {lhs} outside its ragged dimension",
        at,
        outer=list(outer),
    )


def _require_group_dimension(rhs: TensorType, mode: str, groups: Extent, numbers: Any) -> None:
    axes = numbers.rhs_group_dimensions
    wanted = 1 if mode == "free" else 0
    require(
        len(axes) == wanted,
        "group_dimensions",
        "{rhs} has {count} group dimensions; with a {mode} ragged dimension it needs {wanted}",
        _NUMBERS,
        count=len(axes),
        mode=mode,
        wanted=wanted,
    )
    require_axes(axes, rhs.rank, "group_dimensions", "rhs", _NUMBERS)
    for axis in axes:
        require(
            axis not in numbers.rhs_batching_dimensions + numbers.rhs_contracting_dimensions,
            "group_dimensions",
            "the group dimension {axis} of {rhs} is a batching or contracting one too",
            _NUMBERS,
            axis=axis,
        )
        require(
            sizes_agree(rhs.extents[axis], groups),
            "group_count",
            "{rhs} has {size} groups, but {group_sizes} has sizes for {groups}",
            "group_sizes",
            size=rhs.extents[axis],
            groups=groups,
        )


def _without(rhs: TensorType, shape: Shape, numbers: Any) -> Shape:
    """The shape of the plain product but for the group dimension."""
    (group,) = numbers.rhs_group_dimensions
    bound = numbers.rhs_batching_dimensions + numbers.rhs_contracting_dimensions
    inner = sum(axis not in bound for axis in range(group, rhs.rank))
    place = len(shape) - inner
    return shape[:place] + shape[place + 1 :]


def _product(xp: Any, lhs: Any, rhs: Any, numbers: Any, dtype: Any, group: int | None = None) -> Any:
    """The product by dot_general's numbers; ``group`` is a dimension that ``rhs`` does not have any more."""

    def moved(axes: tuple[int, ...]) -> list[int]:
        return [axis - (group is not None and axis > group) for axis in axes]

    return matmul.dot_general(
        xp,
        lhs,
        rhs,
        lhs_batch=numbers.lhs_batching_dimensions,
        rhs_batch=moved(numbers.rhs_batching_dimensions),
        lhs_contracting=numbers.lhs_contracting_dimensions,
        rhs_contracting=moved(numbers.rhs_contracting_dimensions),
        dtype=dtype,
    )


def _bounds(xp: Any, group_sizes: Any) -> list[tuple[Any, Any]]:
    """Where each group starts and ends."""
    ends = xp.cumsum(group_sizes.astype(xp.int64), axis=-1)
    starts = ends - group_sizes.astype(xp.int64)
    return [(starts[..., group], ends[..., group]) for group in range(group_sizes.shape[-1])]


def _stretch(axis: int, bound: tuple[Any, Any]) -> tuple[slice, ...]:
    return (*(slice(None),) * axis, slice(max(0, int(bound[0])), max(0, int(bound[1]))))


def _inside(xp: Any, shape: tuple[int, ...], axis: int, bound: tuple[Any, Any], prefix: list[int]) -> Any:
    """Which elements of an array belong to a group; the bounds run along the dimensions ``prefix``."""
    order = sorted(range(len(prefix)), key=prefix.__getitem__)
    spread = [shape[i] if i in prefix else 1 for i in range(len(shape))]
    start, end = (limit.transpose(order).reshape(spread) for limit in bound)
    place = xp.arange(shape[axis]).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return (start <= place) & (place < end)


def _free(xp: Any, lhs: Any, rhs: Any, group_sizes: Any, numbers: Any, dtype: Any) -> Any:
    (ragged,) = numbers.lhs_ragged_dimensions
    (group,) = numbers.rhs_group_dimensions
    batch, terms = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    order = [*batch, *(axis for axis in range(lhs.ndim) if axis not in batch + terms)]
    prefix = [order.index(axis) for axis in _mode(lhs.ndim, numbers)[1]]
    outer = [
        size
        for axis, size in enumerate(rhs.shape)
        if axis not in (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions, group)
    ]
    result = xp.zeros((*(lhs.shape[axis] for axis in order), *outer), dtype)
    for index, bound in enumerate(_bounds(xp, group_sizes)):
        part = xp.take(rhs, index, axis=group)
        if group_sizes.ndim == 1:
            rows = lhs[_stretch(ragged, bound)]
            result[_stretch(order.index(ragged), bound)] = _product(xp, rows, part, numbers, dtype, group)
        else:
            mine = _inside(xp, result.shape, order.index(ragged), bound, prefix)
            result = xp.where(mine, _product(xp, lhs, part, numbers, dtype, group), result)
    return result


def _contracted(xp: Any, lhs: Any, rhs: Any, group_sizes: Any, numbers: Any, dtype: Any) -> Any:
    (ragged,) = numbers.lhs_ragged_dimensions
    other = numbers.rhs_contracting_dimensions[numbers.lhs_contracting_dimensions.index(ragged)]
    prefix = _mode(lhs.ndim, numbers)[1]
    bound_axes = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
    opposite = dict(
        zip(bound_axes, (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions), strict=True)
    )
    parts = []
    for bound in _bounds(xp, group_sizes):
        if group_sizes.ndim == 1:
            left, right = lhs[_stretch(ragged, bound)], rhs[_stretch(other, bound)]
        else:
            left = xp.where(_inside(xp, lhs.shape, ragged, bound, prefix), lhs, xp.zeros((), lhs.dtype))
            mine = _inside(xp, rhs.shape, other, bound, [opposite[axis] for axis in prefix])
            right = xp.where(mine, rhs, xp.zeros((), rhs.dtype))
        parts.append(_product(xp, left, right, numbers, dtype))
    if parts:
        return xp.stack(parts)
    return _product(xp, lhs, rhs, numbers, dtype)[None][:0]
