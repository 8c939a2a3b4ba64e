"""CHLO's ops on whole arrays that StableHLO lacks: ``chlo.top_k`` and ``chlo.scan``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import require
from ...ir.types import ELEMENTS, TensorType
from ...kernels import sorting as kernel
from ...kernels.reduction import scan as scan_arrays
from ..error_bounds import Unstable
from ..registry import op
from ..rules import all_agree, merged_size, merged_type, require_tensors, sizes_agree, types_agree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Extent
    from ..annotations import Region, RegionType, Segments
    from ..rules import Shape


@op("chlo.top_k", sure=True, form="top_k")
def top_k(xp, operand, *, k: int):
    """The ``k`` largest elements along the last dimension, largest first, and their indices.

    In IEEE's total order: NaN is above all numbers (-NaN below), +0 above -0. Of equal elements, the first comes first.
    """
    bits = ~kernel.order_bits(xp, operand, total=True)
    few = 0 < 4 * k < operand.shape[-1] and operand.size
    order = kernel.smallest(xp, bits, k) if few else kernel.stable_order(xp, [bits])[..., :k]
    return xp.take_along_axis(operand, order, axis=-1), order.astype(np.int32)


@top_k.infer
def _(operand, *, k):
    require_tensors(operand=operand)
    fits = operand.element.is_integer or operand.element.is_float or operand.element.is_bool
    require(fits, "operand_type", "{operand} must be a tensor of integers or floats", "operand")
    require(operand.rank > 0, "rank", "{operand} must have at least one dimension", "operand")
    last = operand.limits[-1]
    require(k >= 0, "k_range", "k must not be negative: {k}", "k")
    enough = last is None or k <= last
    require(enough, "k_range", "there are only {last} elements along the last dimension of {operand}", "k", last=last)
    top = operand.resized(operand.rank - 1, k)
    return [top, top.with_element(ELEMENTS["i32"])]


@op("chlo.scan", sure=True, form="scan", unranked="", error=Unstable())
def scan(
    xp,
    *operands,
    dimension: int,
    scan_dim_size: int | None = None,
    is_reverse: bool = False,
    is_associative: bool = False,
    operandSegmentSizes: Segments,
    resultSegmentSizes: Segments | None = None,
    body: Region,
    results,
):
    """Carry values along a dimension: ``body(slices…, carries…)`` gives ``(outputs…, carries…)`` at each place.

    The operands are the inputs, which are sliced, and the first carries; the results are the outputs, joined, and the
    last carries. The body runs once for each place, unless it is associative, pure and one of numbers.
    """
    inputs = operandSegmentSizes[0]
    carries = operands[inputs:]
    size = operands[0].shape[dimension] if inputs else scan_dim_size or 0
    prefixes = _prefixes(xp, operands, inputs, body, is_reverse) if is_associative and size else None
    if prefixes is not None:
        return prefixes
    outputs: list[Any] = [None] * (len(body.result_types) - len(carries))
    index: list[Any] = [slice(None)] * (dimension + 1)
    for place in reversed(range(size)) if is_reverse else range(size):
        index[dimension] = place
        slices = (xp.asarray(x[tuple(index)]) for x in operands[:inputs])
        made = body(*slices, *carries)
        carries = made[len(outputs) :]
        for number, output in enumerate(made[: len(outputs)]):
            if outputs[number] is None:
                shape = (*output.shape[:dimension], size, *output.shape[dimension:])
                outputs[number] = xp.empty(shape, output.dtype)
            outputs[number][tuple(index)] = output
    for number, output in enumerate(outputs):
        if output is None:
            outputs[number] = xp.empty([0 if s is None else s for s in results[number].shape], results[number].dtype)
    return (*outputs, *carries)


def _prefixes(xp: Any, operands: Any, inputs: int, body: Region, is_reverse: bool) -> Any:
    """The scan of a pure associative body of rank-0 values, in parallel; None of any other."""
    if body.pure_block is None:
        return None
    carries = operands[inputs:]
    values = body.pure_block.returned
    scalar = all(type_.rank == 0 for type_ in body.argument_types)
    if not scalar or len(carries) != inputs or values[:inputs] != values[inputs:]:
        return None
    step = -1 if is_reverse else 1
    pairs = zip(operands, carries, strict=False)
    rows = tuple(xp.concatenate([carry.reshape(1), x[::step]])[None, :, None] for x, carry in pairs)
    joined = scan_arrays(xp, lambda before, after: body.over(*after, *before)[:inputs], rows)
    outputs = tuple(xp.ascontiguousarray(row[0, 1:, 0][::step]) for row in joined)
    return (*outputs, *(row[0, -1, 0].reshape(()) for row in joined))


@scan.infer
def _(*operands, dimension, scan_dim_size, operandSegmentSizes, resultSegmentSizes, body: RegionType, results):
    require_tensors(operands=operands)
    _require_segments("operandSegmentSizes", operandSegmentSizes, len(operands))
    if results is not None:
        _require_segments("resultSegmentSizes", resultSegmentSizes, len(results))
    arguments = list(body.arguments)
    require(
        len(arguments) == len(operands) > 0,
        "body",
        "the body must take {count} arguments, one for each operand",
        "body",
        count=len(operands),
    )
    inputs = operandSegmentSizes[0]
    size = _scan_size(operands[:inputs], dimension, scan_dim_size)
    carries: list[Any] = []
    for index, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
        wanted = operand.with_shape(_without(operand.extents, dimension)) if index < inputs else operand
        require(
            types_agree(argument, wanted),
            "body",
            "argument {index} of the body is {argument}; {wanted} comes to it",
            "body",
            index=index,
            argument=argument,
            wanted=wanted,
        )
        carries += [merged_type(operand, argument)] if index >= inputs else []
    something = inputs > 0 or len(body.returns) > len(carries)
    require(something, "body", "there must be an input or an output beside the carries", "body")
    made = list(body.returns[: len(body.returns) - len(carries)])
    require(
        all_agree(body.returns[len(made) :], carries),
        "body",
        "the body must return the carries last: {wanted}",
        "body",
        wanted=", ".join(map(str, carries)),
    )
    carries = list(map(merged_type, carries, body.returns[len(made) :]))
    grouped = results is None or tuple(resultSegmentSizes) == (len(made), len(carries))
    message = "the body makes {outputs} outputs and {carries} carries; resultSegmentSizes says {found}"
    where = {"outputs": len(made), "carries": len(carries), "found": list(resultSegmentSizes or ())}
    require(grouped, "segments", message, "resultSegmentSizes", **where)
    return [*(t.with_shape((*t.extents[:dimension], size, *t.extents[dimension:])) for t in made), *carries]


def _require_segments(name: str, sizes: Segments | None, count: int) -> None:
    """The numbers of inputs and carries are the operands' (or the results')."""
    fits = sizes is not None and len(sizes) == 2 and min(sizes) >= 0 and sum(sizes) == count
    require(
        fits,
        "segments",
        "{name} must be two numbers that add up to {count}, not {found}",
        name,
        name=name,
        count=count,
        found=list(sizes or ()),
    )


def _without(shape: Shape, dimension: int) -> Shape:
    return (*shape[:dimension], *shape[dimension + 1 :])


def _scan_size(inputs: Sequence[TensorType], dimension: int, size: Extent) -> Extent:
    """What is known of how many places there are along the dimension."""
    for index, operand in enumerate(inputs):
        exists = 0 <= dimension < operand.rank
        require(exists, "dimension_range", "there is no dimension {dimension} in {at}", ("operands", index))
        mine = operand.extents[dimension]
        require(
            sizes_agree(size, mine),
            "sizes",
            "{at} must have size {size} along dimension {dimension}",
            ("operands", index),
            size=size,
        )
        size = merged_size(size, mine)
    return size
