"""``sort`` (section of this name in the specification)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import require
from ..ir.types import TensorType, element_of
from ..kernels import sorting as kernel
from .comparators import Key, keys_block, keys_of
from .reduction import require_same_shapes
from .registry import op
from .rules import require_per_tensor

if TYPE_CHECKING:
    from .annotations import Region, RegionType


@op("stablehlo.sort", quantized="storage")
def sort(xp, *inputs, dimension: int = -1, is_stable: bool = False, comparator: Region):
    """Sort tensors together along a dimension by any comparator (section "sort").

    Always stable. A comparator that compares keys, made alike of both sides, is read and sorts by the keys; any other
    one is called on whole arrays to merge runs. Where a comparator finds NaN neither less nor greater than numbers
    (``FLOAT``), NaN counts as greater than all.
    """
    del is_stable
    if inputs[0].shape[dimension] < 2 or inputs[0].size == 0:
        return inputs
    rows = tuple(xp.ascontiguousarray(xp.moveaxis(x, dimension, -1)) for x in inputs)
    keys = keys_of(comparator)
    results = _by_comparison(xp, rows, comparator) if keys is None else _by_keys(xp, rows, comparator, keys)
    return tuple(xp.ascontiguousarray(xp.moveaxis(x, -1, dimension)) for x in results)


@sort.infer(element="C2", shape="C3")
def _(*inputs, dimension, is_stable, comparator: RegionType):
    del is_stable
    require(len(inputs) > 0, "C1", "sort needs at least one operand")
    require_per_tensor(inputs=inputs)
    shape = require_same_shapes(inputs, "C3", "inputs")
    require(
        -len(shape) <= dimension < len(shape), "C4", "there is no dimension {dimension} in {inputs[0]}", "dimension"
    )
    wanted = [TensorType((), x.element) for x in inputs for _ in range(2)]
    require(
        list(comparator.arguments) == wanted, "C5",
        "the comparator must take two arguments of the element type of each operand in turn: {wanted}", "comparator",
        wanted=", ".join(map(str, wanted)),
    )
    returned = comparator.returns[0] if len(comparator.returns) == 1 else None
    fits = isinstance(returned, TensorType) and returned.rank == 0 and returned.element.is_bool
    require(fits, "C5", "the comparator must return one value of type tensor<i1>", "comparator")
    return [TensorType(shape, x.element) for x in inputs]


def _by_keys(xp: Any, rows: tuple[Any, ...], comparator: Region, keys: list[Key]) -> tuple[Any, ...]:
    values = _key_values(comparator, rows, keys)
    bits = []
    for key, value in zip(keys, values, strict=True):
        ordered = kernel.order_bits(xp, value, key.total)
        bits.append(ordered if key.ascending else ~ordered)
    if len(rows) == len(keys) == 1:
        alone = _sorted_alone(xp, rows[0], bits[0], keys[0].ascending)
        if alone is not None:
            return (alone,)
    order = kernel.stable_order(xp, bits)
    return tuple(xp.take_along_axis(x, order, axis=-1) for x in rows)


def _sorted_alone(xp: Any, row: Any, bits: Any, ascending: bool) -> Any:
    """A single operand whose key tells apart all its values is sorted without an order; None where it does not."""
    if element_of(row.dtype).bits % 8 or bits.dtype.itemsize != row.dtype.itemsize:
        return None
    own = kernel.order_bits(xp, row, total=True)
    if not bool((bits == (own if ascending else ~own)).all()):
        return None
    found = xp.sort(bits, axis=-1)
    return kernel.from_order_bits(xp, found if ascending else ~found, row.dtype)


def _key_values(comparator: Region, rows: tuple[Any, ...], keys: list[Key]) -> list[Any]:
    """The keys of all elements, which have the shape of the operands."""
    arguments = comparator.block.arguments
    if all(key.value in arguments for key in keys):
        return [rows[arguments.index(key.value) // 2] for key in keys]
    return list(comparator.part(keys_block(comparator, keys)).over(*rows))


def _by_comparison(xp: Any, rows: tuple[Any, ...], comparator: Region) -> tuple[Any, ...]:
    n = rows[0].shape[-1]
    order = kernel.order_by(xp, [x.reshape(-1, n) for x in rows], lambda *pairs: comparator.over(*pairs)[0])
    return tuple(xp.take_along_axis(x, order.reshape(x.shape), axis=-1) for x in rows)
