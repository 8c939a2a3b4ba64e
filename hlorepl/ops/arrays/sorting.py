"""``sort`` (section of this name in the specification)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...backends.abilities import able
from ...errors import require
from ...ir.types import TensorType, element_of
from ...kernels import sorting as kernel
from ...kernels.index_plan import INDICES
from ..meanings import Order
from ..registry import op
from ..rules import require_per_tensor, require_same_shapes
from .comparators import keys_block, keys_of

if TYPE_CHECKING:
    from ...ir.core import Block
    from ..annotations import Region, RegionType
    from .comparators import Key


@op("stablehlo.sort", sure=True, quantized="storage", view="never", means=Order("dimension"))
def sort(xp, *inputs, dimension: int = -1, is_stable: bool = False, comparator: Region):
    """Sort tensors together along a dimension by any comparator (section "sort").

    Always stable. A comparator that compares keys, made alike of both sides, is read and sorts by the keys; any other
    one is called on whole arrays to merge runs; one that is not pure is called once for each pair that a merge has to
    compare. Where a comparator finds NaN neither less nor greater than numbers (``FLOAT``), NaN counts as greater than all.
    """
    return _sort(xp, inputs, dimension, _Order(xp, comparator))


@sort.plan
def _(xp, *inputs, dimension, comparator):
    order, shape = _Order(xp, comparator), inputs[0].shape
    if None in shape:
        return lambda *arrays: _sort(xp, arrays, dimension, order)
    if shape[dimension] < 2 or 0 in shape:
        return lambda *arrays: arrays
    if order.is_of_integers and able(xp).is_host:
        return partial(_sorted_integers, dimension, order.keys[0].ascending)
    rank = len(shape)
    axes = (*(axis for axis in range(rank) if axis != dimension % rank), dimension % rank)
    back = tuple(axes.index(axis) for axis in range(rank))
    contiguous = xp.ascontiguousarray

    def run(*arrays: Any) -> tuple[Any, ...]:
        rows = tuple([contiguous(array.transpose(axes)) for array in arrays])
        return tuple([contiguous(array.transpose(back)) for array in order.sorted(rows)])

    return run


def _sorted_integers(dimension: int, ascending: bool, array: Any) -> tuple[Any]:
    """Equal ones are alike, so that the order among them does not show."""
    found = array.copy()
    found.sort(dimension)
    return (found,) if ascending else (np.flip(found, dimension).copy(),)


def _sort(xp: Any, inputs: tuple[Any, ...], dimension: int, order: _Order) -> tuple[Any, ...]:
    if inputs[0].shape[dimension] < 2 or inputs[0].size == 0:
        return inputs
    rows = tuple(xp.ascontiguousarray(xp.moveaxis(x, dimension, -1)) for x in inputs)
    return tuple(xp.ascontiguousarray(xp.moveaxis(x, -1, dimension)) for x in order.sorted(rows))


@sort.infer(element="C2", shape="C3")
def _(*inputs, dimension, comparator: RegionType):
    require(len(inputs) > 0, "C1", "sort needs at least one operand")
    require_per_tensor(inputs=inputs)
    shape = require_same_shapes(inputs, "C3", "inputs")
    require(
        -len(shape) <= dimension < len(shape), "C4", "there is no dimension {dimension} in {inputs[0]}", "dimension"
    )
    wanted = [TensorType((), x.element) for x in inputs for _ in range(2)]
    require(
        list(comparator.arguments) == wanted,
        "C5",
        "the comparator must take two arguments of the element type of each operand in turn: {wanted}",
        "comparator",
        wanted=", ".join(map(str, wanted)),
    )
    returned = comparator.returns[0] if len(comparator.returns) == 1 else None
    fits = isinstance(returned, TensorType) and returned.rank == 0 and returned.element.is_bool
    require(fits, "C5", "the comparator must return one value of type tensor<i1>", "comparator")
    return [x.with_shape(shape) for x in inputs]


class _Order:
    """A comparator made ready: the keys that it compares, when it does, and the region that makes them."""

    def __init__(self, xp: Any, comparator: Region):
        self.xp = xp
        self.comparator = comparator
        self.maker: Region | None = None
        self.keys: list[Key] = []
        self.direct: list[int] = []
        if comparator.pure_block is not None:
            self._read(comparator.pure_block)

    def _read(self, block: Block) -> None:
        self.keys = keys_of(block) or []
        arguments = block.arguments
        self.direct = [arguments.index(key.value) // 2 for key in self.keys if key.value in arguments]
        if len(self.direct) < len(self.keys):
            self.maker = self.comparator.part(keys_block(block, self.keys))

    @property
    def is_of_integers(self) -> bool:
        """Whether all that there is are integers, compared as they are."""
        types = self.comparator.argument_types
        if len(types) != 2 or len(self.keys) != 1 or self.maker is not None or types[0].element.is_quantized:
            return False
        return types[0].dtype in INDICES or types[0].dtype == np.uint64

    def sorted(self, rows: tuple[Any, ...]) -> tuple[Any, ...]:
        """The rows, sorted together along their last axis."""
        xp = self.xp
        if not self.keys:
            columns = [x.reshape(-1, x.shape[-1]) for x in rows]
            everywhere = self.comparator.pure_block is not None
            order = kernel.order_by(xp, columns, lambda *pairs: self.comparator.over(*pairs)[0], everywhere)
            return tuple(xp.take_along_axis(x, order.reshape(x.shape), axis=-1) for x in rows)
        bits = self._bits(rows)
        if len(rows) == len(self.keys) == 1:
            alone = _sorted_alone(xp, rows[0], bits[0], self.keys[0].ascending)
            if alone is not None:
                return (alone,)
        order = kernel.stable_order(xp, bits)
        if order.ndim == 1:
            return tuple([x[order] for x in rows])
        return tuple(xp.take_along_axis(x, order, axis=-1) for x in rows)

    def _bits(self, rows: tuple[Any, ...]) -> list[Any]:
        """The keys of all elements as unsigned integers that ascend."""
        values = [rows[index] for index in self.direct] if self.maker is None else self.maker.over(*rows)
        made = []
        for key, value in zip(self.keys, values, strict=True):
            bits = kernel.order_bits(self.xp, value, key.total)
            made.append(bits if key.ascending else ~bits)
        return made


def _sorted_alone(xp: Any, row: Any, bits: Any, ascending: bool) -> Any:
    """A single operand whose key tells apart all its values is sorted without an order; None where it does not."""
    if element_of(row.dtype).bits % 8 or bits.dtype.itemsize != row.dtype.itemsize:
        return None
    own = kernel.order_bits(xp, row, total=True)
    if not bool((bits == (own if ascending else ~own)).all()):
        return None
    found = xp.sort(bits, axis=-1)
    return kernel.from_order_bits(xp, found if ascending else ~found, row.dtype)
