"""``scatter`` (section of this name in the specification)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...errors import require
from ...ir.types import TensorType, tensor_of
from ...kernels.casts import convert
from ...kernels.index_plan import INDICES, only_window, rows_at
from ...kernels.indexing import Dimensions, single_window, spread
from ...kernels.reduction import Known, identity
from ...kernels.scatter import assign_at, scatter_at
from ..arrays.indexing import require_batching, require_increasing, require_index_vectors, require_numbers
from ..error_bounds import Sums
from ..registry import op
from ..rules import are_unique, require_body, require_per_tensor, require_same_element, require_same_shapes, sizes_agree
from .reducers import accumulations, is_assignment, reducer_of, requantized

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...kernels.reduction import Reducer
    from ..annotations import Region, RegionType, ScatterDimensionNumbers

    Run = Callable[..., Any]


@op("stablehlo.scatter", sure=True, quantized="storage", updates=0, view="never", error=Sums())
def scatter(
    xp,
    *operands,
    scatter_dimension_numbers: ScatterDimensionNumbers,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    update_computation: Region,
    own: bool = False,
):
    """Update slices of tensors at given places with any body (section "scatter").

    The operands are the inputs, the indices, then as many updates as inputs. Single elements that lie outside are
    dropped. The order is implementation-defined: here updates come in index order, so that the last assignment wins;
    sums and other monoids may be grouped, and those of floats of 16 bits and less accumulate in f32. Sorted indices
    bring nothing; unique ones spare looking for updates that meet.
    """
    update = _Update(xp, update_computation, unique_indices)
    return _scatter(xp, operands, _dimensions(scatter_dimension_numbers), update, own)


def _scatter(
    xp: Any, operands: tuple[Any, ...], numbers: Dimensions, update: _Update, own: bool = False
) -> tuple[Any, ...]:
    count = len(operands) // 2
    inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    dtypes = update.dtypes
    targets = tuple(
        _target(x, convert(xp, x, dtype), own and index == 0)
        for index, (x, dtype) in enumerate(zip(inputs, dtypes, strict=True))
    )
    if not targets[0].size or not updates[0].size:
        return targets
    updates = tuple(convert(xp, each, dtype) for each, dtype in zip(updates, dtypes, strict=True))
    shape = inputs[0].shape
    only = single_window(shape, indices, updates, numbers)
    if only is not None:
        update.window(targets, *only)
        return targets
    rows = spread(xp, shape, indices, updates, numbers)
    views = tuple(target.reshape(-1, rows.row) for target in targets)
    results = update.rows(views, rows.positions, rows.updates)
    # A target that was updated in place is returned itself: a view of it would hide that nobody else holds it.
    return tuple(
        target if result is view or result.base is target else result.reshape(shape)
        for target, view, result in zip(targets, views, results, strict=True)
    )


def _target(original: Any, converted: Any, own: bool) -> Any:
    """An array in rows that nobody else holds."""
    is_new = own or converted is not original
    return converted if is_new and converted.flags.c_contiguous else converted.copy()


class _Update:
    """How a body updates targets, which are overwritten."""

    def __init__(self, xp: Any, body: Region, unique: bool):
        self.xp = xp
        self.body = body
        types = body.argument_types[: len(body.argument_types) // 2]
        self.dtypes = [type_.dtype for type_ in types]
        self.assigns = is_assignment(body)
        self.unique = unique

    def window(self, targets: tuple[Any, ...], index: tuple[slice, ...], updates: tuple[Any, ...]) -> None:
        """The updates of one window of the targets."""
        if not self.assigns:
            updates = self.body.over(*(target[index] for target in targets), *updates)
        for target, update in zip(targets, updates, strict=True):
            target[index] = update

    def rows(
        self, targets: tuple[Any, ...], positions: Any, updates: tuple[Any, ...], inside: bool = False
    ) -> tuple[Any, ...]:
        """The updates of rows of the targets, several of one row perhaps; gives the targets or new ones."""
        if self.assigns:
            return assign_at(self.xp, targets, positions, updates)
        known = [] if self.unique else self.known
        if not known:
            return scatter_at(self.xp, self.how, targets, positions, updates, self.unique, inside)
        neutral = [self.xp.asarray(identity(k.name, t)) for k, t in zip(known, self.dtypes, strict=True)]
        addends = self.body.over(*neutral, *updates)
        return tuple(
            scatter_at(self.xp, each, (target,), positions, (addend,), inside=inside)[0]
            for each, target, addend in zip(known, targets, addends, strict=True)
        )

    @cached_property
    def how(self) -> Reducer:
        return reducer_of(self.xp, self.body)

    @cached_property
    def known(self) -> list[Known]:
        """The monoids that the results are updated by, when they are, and the body is more than one op."""
        names = None if isinstance(self.how, Known) else accumulations(self.body)
        return [Known(self.xp, name, dtype) for name, dtype in zip(names or (), self.dtypes, strict=False)]


def _dimensions(numbers: ScatterDimensionNumbers) -> Dimensions:
    return Dimensions(
        numbers.update_window_dims,
        numbers.inserted_window_dims,
        numbers.input_batching_dims,
        numbers.scatter_indices_batching_dims,
        numbers.scatter_dims_to_operand_dims,
        numbers.index_vector_dim,
    )


@scatter.plan
def _(xp, *operands, scatter_dimension_numbers, unique_indices, update_computation, own):
    numbers, body = _dimensions(scatter_dimension_numbers), update_computation
    update = _Update(xp, body, unique_indices)

    def usual(*arrays: Any) -> tuple[Any, ...]:
        return _scatter(xp, arrays, numbers, update, own)

    run = _by_shapes(xp, operands, numbers, update, own, usual) or usual
    count = len(operands) // 2
    wide = body.argument_types[:count]
    return requantized(xp, run, operands, [*wide, operands[count], *wide]) or run


def _by_shapes(
    xp: Any, operands: tuple[TensorType, ...], numbers: Dimensions, update: _Update, own: bool, usual: Run
) -> Run | None:
    """How it is done where all shapes are known and nothing is to be converted; ``usual`` is for updates outside."""
    count = len(operands) // 2
    inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    fits = all(of.is_static and of.size for of in operands) and indices.dtype in INDICES
    if not (fits and able(xp).is_host) or [of.dtype for of in (*inputs, *updates)] != [*update.dtypes, *update.dtypes]:
        return None
    shape, update_shape = inputs[0].sizes, updates[0].sizes
    window = only_window(shape, update_shape, numbers)
    if window is not None:
        return _in_window(count, *window, update, own, usual)
    rows = rows_at(shape, update_shape, numbers)
    return None if rows is None else _in_rows(count, *rows, update, own, usual)


def _in_window(count: int, at: Run, laid: Run, update: _Update, own: bool, usual: Run) -> Run:
    """One window."""
    if count == 1 and update.assigns:

        def put(target: Any, indices: Any, values: Any) -> tuple[Any, ...]:
            index = at(indices)
            if index is None:
                return usual(target, indices, values)
            found = target if own and target.flags.c_contiguous else target.copy()
            found[index] = laid(values)
            return (found,)

        return put

    def run(*arrays: Any) -> tuple[Any, ...]:
        index = at(arrays[count])
        if index is None:
            return usual(*arrays)
        targets = _targets(arrays[:count], own)
        update.window(targets, index, tuple([laid(each) for each in arrays[count + 1 :]]))
        return targets

    return run


def _in_rows(count: int, at: Run, laid: Run, row: int, update: _Update, own: bool, usual: Run) -> Run:
    """Many rows."""
    flat = (-1,) if row == 1 else (-1, row)

    def run(*arrays: Any) -> tuple[Any, ...]:
        positions = at(arrays[count])
        if positions is None:
            return usual(*arrays)
        targets = _targets(arrays[:count], own)
        views = tuple([target.reshape(flat) for target in targets])
        updates = tuple([laid(each) for each in arrays[count + 1 :]])
        if update.assigns:
            for view, each in zip(views, updates, strict=True):
                view[positions] = each
            return targets
        if row == 1:
            views = tuple([view[:, None] for view in views])
            updates = tuple([each[:, None] for each in updates])
        results = update.rows(views, positions, updates, inside=True)
        return tuple(
            target if result is view or np.may_share_memory(result, target) else result.reshape(target.shape)
            for target, view, result in zip(targets, views, results, strict=True)
        )

    return run


def _targets(inputs: tuple[Any, ...], own: bool) -> tuple[Any, ...]:
    return tuple([_target(x, x, own and number == 0) for number, x in enumerate(inputs)])


@scatter.infer(element="C17", shape="C16")
def _(*operands, scatter_dimension_numbers, update_computation: RegionType, results):
    count = len(operands) // 2
    require(
        count > 0 and len(operands) == 2 * count + 1 and (results is None or len(results) == count),
        "C5",
        "there must be as many inputs as updates and results, and the indices between them; there are {found} operands",
        found=len(operands),
    )
    inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    _require_operands(operands, count)
    shape = require_same_shapes(inputs, "C1", "operands")
    update_shape = require_same_shapes(updates, "C3", "operands", count + 1, "the update ")
    for index, (one, update) in enumerate(zip(inputs, updates, strict=True)):
        at = ("operands", count + 1 + index)
        require_same_element("C6", at, update, one, f"operands[{index}]", "the update ")
    whole, update = inputs[0].with_shape(shape), updates[0].with_shape(update_shape)
    _require_dimensions(whole, indices, update, scatter_dimension_numbers)
    _require_update_shape(whole, indices, update, scatter_dimension_numbers, count + 1)
    elements = require_body(update_computation, inputs, "C15", "update_computation")
    return [tensor_of(shape, element) for element in elements]


def _require_operands(operands: tuple[TensorType, ...], count: int) -> None:
    require_per_tensor(operands=operands)
    integers = operands[count].element.is_integer
    require(integers, "operand_type", "the indices {at} must be a tensor of integers", ("operands", count))


def _require_dimensions(
    operand: TensorType, indices: TensorType, update: TensorType, numbers: ScatterDimensionNumbers
) -> None:
    at = "scatter_dimension_numbers"
    window, inserted, batching = numbers.update_window_dims, numbers.inserted_window_dims, numbers.input_batching_dims
    require(
        operand.rank == len(window) + len(inserted) + len(batching),
        "C2",
        "{operand} has rank {rank}, which update_window_dims {window}, inserted_window_dims {inserted} and "
        "input_batching_dims {batching} together must have as their number",
        at,
        operand=operand,
        rank=operand.rank,
        window=list(window),
        inserted=list(inserted),
        batching=list(batching),
    )
    require_increasing("update_window_dims", window, "C7", at)
    require_numbers("update_window_dims", window, update.rank, "C8", at)
    require_increasing("inserted_window_dims", inserted, "C9", at)
    require_numbers("inserted_window_dims", inserted, operand.rank, "C10", at)
    mapped = numbers.scatter_dims_to_operand_dims
    require_index_vectors(indices, numbers.index_vector_dim, mapped, ("C14", "C11"), at)
    unique = are_unique(mapped)
    require(unique, "C12", "scatter_dims_to_operand_dims has a dimension twice: {dims}", at, dims=list(mapped))
    require_numbers("scatter_dims_to_operand_dims", mapped, operand.rank, "C13", at)
    require_batching(
        operand,
        indices,
        batching,
        numbers.scatter_indices_batching_dims,
        (*inserted, *mapped),
        numbers.index_vector_dim,
        at,
    )


def _require_update_shape(
    operand: TensorType, indices: TensorType, update: TensorType, numbers: ScatterDimensionNumbers, position: int
) -> None:
    """C4: the indices' sizes along the scatter dimensions of the update, windows no larger than the operand."""
    at = ("operands", position)
    places = [size for axis, size in enumerate(indices.extents) if axis != numbers.index_vector_dim]
    window = numbers.update_window_dims
    require(
        update.rank == len(places) + len(window),
        "C4",
        "the update {at} has rank {found}; the indices {indices} and the windows need rank {wanted}",
        at,
        found=update.rank,
        indices=indices,
        wanted=len(places) + len(window),
    )
    scattered = [axis for axis in range(update.rank) if axis not in window]
    for axis, size in zip(scattered, places, strict=True):
        require(
            sizes_agree(update.extents[axis], size),
            "C4",
            "dimension {axis} of the update {at} must have size {size}, as in the indices {indices}",
            at,
            axis=axis,
            size=size,
            indices=indices,
        )
    dropped = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
    kept = [axis for axis in range(operand.rank) if axis not in dropped]
    for axis, operand_axis in zip(window, kept, strict=False):
        size, extent = update.shape[axis], operand.limits[operand_axis]
        require(
            size is None or extent is None or size <= extent,
            "C4",
            "dimension {axis} of the update {at} is larger than dimension {operand_axis} of {operand}",
            at,
            axis=axis,
            operand_axis=operand_axis,
            operand=operand,
        )
