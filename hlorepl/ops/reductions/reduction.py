"""Reductions of whole tensors: ``reduce`` and ``map`` (sections of these names in the specification)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import require
from ...ir.types import TensorType, tensor_of
from ...kernels import reduction as kernel
from ..error_bounds import Sums
from ..expressions import Expression
from ..meanings import Fold
from ..registry import op
from ..rules import (
    are_unique,
    require_body,
    require_per_tensor,
    require_same_element,
    require_same_shapes,
)
from .reducers import reducer_of, requantized, widened

if TYPE_CHECKING:
    from ..annotations import Ints, Region, RegionType


def require_halves(operands: tuple[Any, ...], results: Any, code: str) -> int:
    """As many inputs as initial values and results, and at least one; gives how many."""
    count = len(operands) // 2
    require(
        count > 0 and len(operands) == 2 * count,
        code,
        "there must be as many inputs as initial values, at least one of each; there are {found} operands in all",
        found=len(operands),
    )
    require(
        results is None or len(results) == count,
        code,
        "there are {count} inputs but {found} results",
        count=count,
        found=len(results or ()),
    )
    return count


def require_initial_values(operands: tuple[TensorType, ...], count: int, code: str) -> None:
    """``element_type(inputs...) = element_type(init_values...)``, of rank 0."""
    for index in range(count):
        at, initial, what = ("operands", count + index), operands[count + index], "the initial value "
        require(initial.rank == 0, "operand_type", what + "{at} must have rank 0", at)
        require_same_element(code, at, initial, operands[index], f"operands[{index}]", what)


@op(
    "stablehlo.reduce",
    sure=True,
    form="reduce",
    quantized="storage",
    view="never",
    means=Fold("dimensions"),
    error=Sums(),
)
def reduce(xp, *operands, dimensions: Ints, body: Region):
    """Reduce tensors along dimensions with any body (section "reduce").

    The operands are the inputs, then as many initial values of rank 0. The order is implementation-defined: here
    the initial values come once, before the elements, which are joined in index order, neighbours first. A body
    that is one op is done by that op's own reduction: floats of 16 bits and less then accumulate in f32.
    """
    return _reduce(xp, *operands, dimensions=dimensions, body=body, how=reducer_of(xp, body))


def _reduce(xp: Any, *operands: Any, dimensions: Ints, body: Region, how: kernel.Reducer) -> tuple[Any, ...]:
    count = len(operands) // 2
    inputs, inits = widened(xp, body, operands[:count]), widened(xp, body, operands[count:])
    return kernel.reduce(xp, how, inputs, inits, dimensions)


@reduce.infer(element="C8", shape="C7")
def _(*operands, dimensions: Ints, body: RegionType, results):
    count = require_halves(operands, results, "C3")
    require_per_tensor(operands=operands)
    shape = require_same_shapes(operands[:count], "C1", "operands")
    require_initial_values(operands, count, "C2")
    for dimension in dimensions:
        require(
            0 <= dimension < len(shape),
            "C4",
            "there is no dimension {dimension} in {operands[0]}",
            "dimensions",
            dimension=dimension,
        )
    require(are_unique(dimensions), "C5", "dimensions has a dimension twice: {dimensions}", "dimensions")
    elements = require_body(body, operands[:count], "C6", "body")
    kept = tuple(size for axis, size in enumerate(shape) if axis not in dimensions)
    return [tensor_of(kept, element) for element in elements]


@reduce.plan
def _(xp, *operands, dimensions, body):
    how = reducer_of(xp, body)
    if len(operands) == 2 and isinstance(how, kernel.Known) and operands[0].is_static:
        same = operands[0].dtype == body.argument_types[0].dtype
        found = kernel.known_text(how, operands[0].sizes, operands[0].dtype, tuple(dimensions)) if same else None
        if found is not None:
            return Expression(found[0], **found[1])
    run = partial(_reduce, xp, dimensions=dimensions, body=body, how=reducer_of(xp, body))
    return requantized(xp, run, operands, body.argument_types) or run


@op("stablehlo.map", sure=True, quantized="storage", view="never", error=Sums())
def map_(xp, *inputs, dimensions: Ints, computation: Region):
    """Apply a function of rank-0 tensors at each place (section "map"). ``dimensions`` has no meaning."""
    (result,) = computation.over(*inputs)
    shape = inputs[0].shape
    return result if result.shape == shape else xp.broadcast_to(result, shape).copy()


@map_.infer(element="C4", shape="C1")
def _(*inputs, dimensions: Ints, computation: RegionType):
    require(len(inputs) > 0, "C2", "map needs at least one operand")
    require_per_tensor(inputs=inputs)
    shape = require_same_shapes(inputs, "C1", "inputs")
    require(
        tuple(dimensions) == tuple(range(len(shape))),
        "C3",
        "dimensions must be {wanted}, all of {inputs[0]} in order",
        "dimensions",
        wanted=list(range(len(shape))),
    )
    require(
        len(computation.arguments) == len(inputs) and len(computation.returns) == 1,
        "C4",
        "the computation must take {count} arguments, one for each operand, and return one value",
        "computation",
        count=len(inputs),
    )
    for index, (argument, type_) in enumerate(zip(computation.arguments, inputs, strict=True)):
        fits = isinstance(argument, TensorType) and argument.rank == 0 and argument.element == type_.element
        require(
            fits,
            "C4",
            "argument {index} of the computation is {argument}; it must be tensor<{element}>, as {operand}",
            "computation",
            index=index,
            argument=argument,
            element=type_.element,
            operand=type_,
        )
    returned = computation.returns[0]
    require(
        isinstance(returned, TensorType) and returned.rank == 0,
        "C4",
        "the computation must return a tensor of rank 0, not {returned}",
        "computation",
        returned=returned,
    )
    return tensor_of(shape, returned.element)
