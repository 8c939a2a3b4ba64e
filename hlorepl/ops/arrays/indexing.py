"""``gather``, ``dynamic_gather`` and ``torch_index_select``."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...backends.abilities import able
from ...errors import HloError, require
from ...kernels import indexing as kernel
from ...kernels.index_plan import INDICES, gathered_at
from ..expressions import Expression
from ..registry import op
from ..rules import (
    are_unique,
    merged_shape,
    require_indices,
    require_per_tensor,
    require_static,
    sizes_agree,
)
from ..written import written_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ...ir.types import TensorType
    from ..annotations import GatherDimensionNumbers, Ints


@op("stablehlo.gather", sure=True, quantized="storage", view="never")
def gather(
    xp,
    operand,
    start_indices,
    *,
    dimension_numbers: GatherDimensionNumbers,
    slice_sizes: Ints,
    indices_are_sorted: bool = False,
):
    """Take slices of a tensor at many places (section "gather"). Starts are clamped, so that each slice is inside."""
    return kernel.gather(xp, operand, start_indices, _dimensions(dimension_numbers), tuple(slice_sizes))


def _dimensions(numbers: GatherDimensionNumbers) -> kernel.Dimensions:
    return kernel.Dimensions(
        numbers.offset_dims,
        numbers.collapsed_slice_dims,
        numbers.operand_batching_dims,
        numbers.start_indices_batching_dims,
        numbers.start_index_map,
        numbers.index_vector_dim,
    )


@gather.plan
def _(xp, operand, start_indices, *, dimension_numbers, slice_sizes):
    numbers, sizes = _dimensions(dimension_numbers), tuple(slice_sizes)
    found = _by_shapes(operand, start_indices, numbers, sizes) if able(xp).is_host else None
    return found or (lambda operand, indices: kernel.gather(xp, operand, indices, numbers, sizes))


def _by_shapes(operand, indices, numbers, sizes):
    """How it is done where all shapes are known; None where there is nothing to say ahead."""
    if not (operand.is_static and indices.is_static and operand.size and indices.dtype in INDICES):
        return None
    along = _taken(operand, indices, numbers, sizes)
    if along is not None:
        return along
    shape = _gathered_shape(indices.extents, numbers, sizes)
    return gathered_at(operand.sizes, indices.sizes, numbers, sizes, shape)


def _gathered_shape(indices, numbers, sizes):
    dropped = {*numbers.dropped_dims, *numbers.operand_batching_dims}
    window = dict(zip(numbers.window_dims, (n for d, n in enumerate(sizes) if d not in dropped), strict=True))
    places = iter([size for axis, size in enumerate(indices) if axis != numbers.index_vector_dim])
    rank = len(window) + len(indices) - (numbers.index_vector_dim < len(indices))
    return tuple(window[d] if d in window else next(places) for d in range(rank))


def _taken(operand, indices, numbers, sizes):
    """Whole slices along one dimension, each at an index of its own: NumPy's ``take``, which clamps; None for other gathers."""
    if len(numbers.start_map) != 1 or numbers.operand_batching_dims:
        return None
    axis = numbers.start_map[0]
    others = tuple(d for d in range(operand.rank) if d != axis)
    if not {*numbers.dropped_dims} <= {axis}:
        return None
    if sizes[axis] != 1 or any(sizes[d] != operand.sizes[d] for d in others):
        return None
    places = tuple(size for d, size in enumerate(indices.sizes) if d != numbers.index_vector_dim)
    if axis not in numbers.dropped_dims:
        places, count = (*places, 1), len(places)
    else:
        count = len(places)
    # What is taken has the dimensions before the axis, the places, and the dimensions after it.
    rank = len(places) + len(others)
    window = [d for d in range(operand.rank) if d not in numbers.dropped_dims]
    lies = dict(zip(window, numbers.window_dims, strict=True))
    free = [d for d in range(rank) if d not in numbers.window_dims]
    before, after = (d for d in others if d < axis), (d for d in others if d > axis)
    along = [*free[:count], *([lies[axis]] if axis in lies else [])]
    source = [*(lies[d] for d in before), *along, *(lies[d] for d in after)]
    order = tuple(source.index(d) for d in range(rank))
    text = "{a1}" if places == indices.sizes else "{a1}.reshape({places})"
    turned = "" if order == tuple(range(rank)) else ".transpose({order})"
    return Expression(f"{{a0}}.take({text}, {{axis}}, None, 'clip'){turned}", places=places, axis=axis, order=order)


@gather.infer(element="C14", shape="C13")
def _(operand, start_indices, *, dimension_numbers, slice_sizes):
    return _gathered(operand, start_indices, dimension_numbers, slice_sizes)


@op("stablehlo.dynamic_gather", quantized="storage", view="never")
def dynamic_gather(
    xp,
    operand,
    start_indices,
    slice_sizes,
    *,
    dimension_numbers: GatherDimensionNumbers,
    indices_are_sorted: bool = False,
):
    """Take slices, whose sizes are worked out at run time, at many places; else as ``gather``."""
    sizes = tuple(int(size) for size in slice_sizes.tolist())
    for size, extent in zip(sizes, operand.shape, strict=True):
        if not 0 <= size <= extent:
            raise HloError(
                f"slice sizes {list(sizes)} do not fit into an operand of shape {list(operand.shape)}",
                code="run.dynamic_gather",
            )
    return kernel.gather(xp, operand, start_indices, _dimensions(dimension_numbers), sizes)


@dynamic_gather.infer(element="C14", shape="C13")
def _(operand, start_indices, slice_sizes, *, dimension_numbers, op: Op):
    require_indices(1, slice_sizes=slice_sizes)
    require_static(slice_sizes=slice_sizes)
    count = slice_sizes.shape[0]
    require(
        sizes_agree(count, operand.rank),
        "C11",
        "{slice_sizes} must have {rank} values, one for each dimension of {operand}",
        "slice_sizes",
        rank=operand.rank,
    )
    return _gathered(operand, start_indices, dimension_numbers, written_each(op, 2, operand.rank))


def _gathered(
    operand: TensorType, indices: TensorType, numbers: GatherDimensionNumbers, sizes: Sequence[int | None]
) -> TensorType:
    """The type of what is gathered, by the constraints of ``gather``."""
    require_per_tensor(operand=operand)
    require_indices(None, start_indices=indices)
    offset, collapsed, batching = numbers.offset_dims, numbers.collapsed_slice_dims, numbers.operand_batching_dims
    batch = [size for axis, size in enumerate(indices.extents) if axis != numbers.index_vector_dim]
    result_rank = len(batch) + len(offset)
    _require_numbers(operand, indices, numbers, result_rank)
    _require_slice_sizes(operand, sizes)
    _require_single(sizes, collapsed, "C8", "collapsed_slice_dims")
    indexed = (*collapsed, *numbers.start_index_map)
    pairs = batching, numbers.start_indices_batching_dims
    require_batching(operand, indices, *pairs, indexed, numbers.index_vector_dim, "dimension_numbers")
    _require_single(sizes, batching, "batching_dims_slice_sizes", "operand_batching_dims")
    kept = [size for axis, size in enumerate(sizes) if axis not in collapsed and axis not in batching]
    windows = dict(zip(offset, kept, strict=True))
    places = iter(batch)
    shape = tuple(windows[axis] if axis in windows else next(places) for axis in range(result_rank))
    return operand.with_shape(shape)


def _require_numbers(
    operand: TensorType, indices: TensorType, numbers: GatherDimensionNumbers, result_rank: int
) -> None:
    """C1 to C7, C9 and C10: what the dimension numbers name is there, once and in order."""
    rank, at = operand.rank, "dimension_numbers"
    offset, collapsed, batching = numbers.offset_dims, numbers.collapsed_slice_dims, numbers.operand_batching_dims
    message = (
        "{operand} has rank {rank}, which offset_dims {offset}, collapsed_slice_dims {collapsed} and "
        "operand_batching_dims {batching} together must have as their number"
    )
    given: dict[str, Any] = {"offset": list(offset), "collapsed": list(collapsed), "batching": list(batching)}
    require(rank == len(offset) + len(collapsed) + len(batching), "C1", message, at, rank=rank, **given)
    require_index_vectors(indices, numbers.index_vector_dim, numbers.start_index_map, ("C2", "C3"), at)
    require_increasing("offset_dims", offset, "C4", at)
    require_numbers("offset_dims", offset, result_rank, "C5", at)
    require_increasing("collapsed_slice_dims", collapsed, "C6", at)
    require_numbers("collapsed_slice_dims", collapsed, rank, "C7", at)
    require(are_unique(numbers.start_index_map), "C9", "start_index_map has a dimension twice", at)
    require_numbers("start_index_map", numbers.start_index_map, rank, "C10", at)


def _require_slice_sizes(operand: TensorType, sizes: Sequence[int | None]) -> None:
    """C11 and C12: a size for each dimension, which fits into it."""
    at, rank = "slice_sizes", operand.rank
    message = "slice_sizes has {found} values; {operand} has rank {rank}"
    require(len(sizes) == rank, "C11", message, at, found=len(sizes), rank=rank)
    for axis, (size, extent) in enumerate(zip(sizes, operand.limits, strict=True)):
        fits = size is None or (size >= 0 and (extent is None or size <= extent))
        message = "slice size {size} does not fit into dimension {axis} of {operand}"
        require(fits, "C12", message, at, size=size, axis=axis)


def _require_single(sizes: Sequence[int | None], dims: Sequence[int], code: str, name: str) -> None:
    for dim in dims:
        size = sizes[dim]
        require(
            size is None or size <= 1,
            code,
            "the slice size along dimension {dim}, which is in {name}, must be at most 1, not {size}",
            "slice_sizes",
            dim=dim,
            name=name,
            size=size,
        )


def require_increasing(name: str, dims: Sequence[int], code: str, at: str) -> None:
    """``is_unique(dims) and is_sorted(dims)``."""
    rising = all(a < b for a, b in pairwise(dims))
    require(rising, code, "{name} must increase: {dims}", at, name=name, dims=list(dims))


def require_numbers(name: str, dims: Sequence[int], rank: int, code: str, at: str) -> None:
    """``0 <= dims < rank``."""
    for dim in dims:
        require(
            0 <= dim < rank,
            code,
            "{name} has {dim}, but there are dimensions 0 to {last} only",
            at,
            name=name,
            dim=dim,
            last=rank - 1,
        )


def require_index_vectors(
    indices: TensorType, index_vector_dim: int, start_map: Sequence[int], codes: tuple[str, str], at: str
) -> None:
    """Index vectors lie along a dimension of the indices, or stand for themselves; each component is mapped.

    ``codes`` names the constraint on ``index_vector_dim`` and that on the number of components.
    """
    require(
        0 <= index_vector_dim <= indices.rank,
        codes[0],
        "index_vector_dim is {found}; it must be a dimension of {indices}, or {rank} where each index stands alone",
        at,
        found=index_vector_dim,
        indices=indices,
        rank=indices.rank,
    )
    components = indices.extents[index_vector_dim] if index_vector_dim < indices.rank else 1
    require(
        sizes_agree(components, len(start_map)),
        codes[1],
        "index vectors of {indices} have {components} components, but {count} dimensions are mapped to: {dims}",
        at,
        indices=indices,
        components=components,
        count=len(start_map),
        dims=list(start_map),
    )


def require_batching(
    operand: TensorType,
    indices: TensorType,
    operand_dims: Sequence[int],
    indices_dims: Sequence[int],
    others: Sequence[int],
    index_vector_dim: int,
    at: str,
) -> None:
    """The constraints of batching dimensions, which gather and scatter got after the specification was frozen.

    ``others`` are the operand's dimensions that may not be batching ones as well.
    """
    require_increasing("the operand's batching dimensions", operand_dims, "batching_dims_sorted", at)
    require_numbers("the operand's batching dimensions", operand_dims, operand.rank, "batching_dims_range", at)
    require_numbers("the indices' batching dimensions", indices_dims, indices.rank, "batching_dims_range", at)
    unique = are_unique(indices_dims) and not set(operand_dims) & set(others)
    require(
        unique,
        "batching_dims_unique",
        "a batching dimension is named twice: {dims} of the operand, {more} of the indices",
        at,
        dims=list(operand_dims),
        more=list(indices_dims),
        help="a dimension is batching, collapsed (inserted), or one that index vectors move along",
    )
    require(
        index_vector_dim not in indices_dims,
        "batching_dims_index_vector",
        "dimension {dim} of the indices holds the index vectors and cannot be a batching one",
        at,
        dim=index_vector_dim,
    )
    require(
        len(operand_dims) == len(indices_dims),
        "batching_dims_count",
        "there must be as many batching dimensions of the operand as of the indices: {dims}, {more}",
        at,
        dims=list(operand_dims),
        more=list(indices_dims),
    )
    for one, other in zip(operand_dims, indices_dims, strict=True):
        require(
            sizes_agree(operand.extents[one], indices.extents[other]),
            "batching_dims_sizes",
            "batching dimension {one} of {operand} and {other} of {indices} differ in size",
            at,
            one=one,
            operand=operand,
            other=other,
            indices=indices,
        )


@op("stablehlo.torch_index_select", sure=True, quantized="storage")
def torch_index_select(xp, operand, index, *, dim: int, batch_dims: int = 0):
    """Take elements at the indices along one dimension; indices outside are clamped.

    The first ``batch_dims`` dimensions of operand and index go together.
    """
    rank = operand.ndim
    batch = tuple(range(batch_dims))
    places = index.ndim - batch_dims
    numbers = kernel.Dimensions(
        window_dims=(*range(batch_dims, dim), *range(dim + places, rank + places - 1)),
        dropped_dims=(dim,),
        operand_batching_dims=batch,
        indices_batching_dims=batch,
        start_map=(dim,),
        index_vector_dim=index.ndim,
    )
    sizes = tuple(1 if axis == dim or axis in batch else size for axis, size in enumerate(operand.shape))
    return kernel.gather(xp, operand, index, numbers, sizes)


@torch_index_select.infer
def _(operand, index, *, dim, batch_dims):
    require_per_tensor(operand=operand)
    require_indices(None, index=index)
    require(0 <= dim < operand.rank, "dim_range", "there is no dimension {dim} in {operand}", "dim")
    fits = 0 <= batch_dims <= min(dim, index.rank)
    require(fits, "batch_dims_range", "batch_dims must be at most dim, {dim}, and the rank of {index}", "batch_dims")
    for axis in range(batch_dims):
        require(
            sizes_agree(operand.extents[axis], index.extents[axis]),
            "batch_dims_sizes",
            "dimension {axis} of {operand} and {index} is a batch dimension and must have one size",
            "index",
            axis=axis,
        )
    batch = merged_shape([type_.with_shape(type_.extents[:batch_dims]) for type_ in (operand, index)])
    outer = operand.extents[batch_dims:dim]
    return operand.with_shape((*batch, *outer, *index.extents[batch_dims:], *operand.extents[dim + 1 :]))
