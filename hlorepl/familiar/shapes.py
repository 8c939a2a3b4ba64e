"""Shapes: what is put elsewhere, repeated, joined, cut, and tensors that are made of nothing but a shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..ir.types import ELEMENTS
from .table import (
    axes_of,
    axis_of,
    converted,
    element_of,
    familiar,
    refuse,
    reshaped,
    sizes_of,
    tensor,
)

if TYPE_CHECKING:
    from ..ir.core import Value
    from ..ops.builder import Builder
    from .table import Axes, Axis, Dtype, Places, Shape, Values

_F32, _I32 = ELEMENTS["f32"], ELEMENTS["i32"]


@familiar("astype", "cast", "convert_element_type", "type_as", op="convert")
def astype(b: Builder, x: Value, dtype: Dtype) -> Value:
    """Elements of another type: the op convert."""
    return converted(b, x, dtype)


@familiar("view", "bitcast_convert_type", op="bitcast_convert")
def view(b: Builder, x: Value, dtype: Dtype) -> Value:
    """The same bits as elements of another type of the same size: the op bitcast_convert."""
    return b.value("bitcast_convert", x, types=[tensor(x).with_element(dtype)])


# Shapes


@familiar("reshape")
def reshape(b: Builder, x: Value, shape: Shape) -> Value:
    """The elements in another shape; of one size -1, what is left."""
    of, sizes = tensor(x), sizes_of(shape)
    if sizes.count(-1) > 1:
        refuse("one size may be -1, and no more")
    if -1 in sizes:
        rest = int(np.prod([size for size in sizes if size >= 0], dtype=np.int64))
        sizes[sizes.index(-1)] = of.size // rest if rest else 0
    if int(np.prod(sizes, dtype=np.int64)) != of.size:
        refuse(f"{of} has {of.size} elements, which do not make the shape {sizes}")
    return reshaped(b, x, sizes)


@familiar("ravel", "flatten", op="reshape")
def ravel(b: Builder, x: Value) -> Value:
    """All elements in a row."""
    return reshaped(b, x, [tensor(x).size])


@familiar("expand_dims", "unsqueeze", op="reshape")
def expand_dims(b: Builder, x: Value, axis: Axes) -> Value:
    """Dimensions of size 1 put in, so that they are those axes of the result."""
    of, wanted = tensor(x), [axis] if isinstance(axis, int) else list(axis or [])
    rank = of.rank + len(wanted)
    places = {axis_of(each, rank) for each in wanted}
    rest = iter(of.sizes)
    return reshaped(b, x, [1 if k in places else next(rest) for k in range(rank)])


@familiar("squeeze", op="reshape")
def squeeze(b: Builder, x: Value, axis: Axes = None) -> Value:
    """Dimensions of size 1 taken out: those axes, or all of them."""
    of = tensor(x)
    gone = [k for k, size in enumerate(of.sizes) if size == 1] if axis is None else axes_of(axis, of.rank)
    wrong = next((k for k in gone if of.sizes[k] != 1), None)
    if wrong is not None:
        refuse(f"axis {wrong} of {of} has size {of.sizes[wrong]}, not 1")
    return reshaped(b, x, [size for k, size in enumerate(of.sizes) if k not in gone])


@familiar("broadcast_to", "expand", op="broadcast_in_dim")
def broadcast_to(b: Builder, x: Value, shape: Shape) -> Value:
    """The tensor repeated so that it has a shape, by NumPy's rules: the op broadcast_in_dim."""
    of, sizes = tensor(x), tuple(sizes_of(shape))
    fits = len(sizes) >= of.rank and all(a in (1, w) for a, w in zip(of.sizes[::-1], sizes[::-1], strict=False))
    if not fits:
        refuse(f"{of} does not broadcast to {list(sizes)}")
    return b.broadcast(x, sizes)


@familiar("transpose", "permute", "permute_dims")
def transpose(b: Builder, x: Value, axes: Axes = None) -> Value:
    """The axes in another order, the other way round where none is given."""
    rank = tensor(x).rank
    order = (
        [*range(rank)][::-1]
        if axes is None
        else [axis_of(each, rank) for each in ([axes] if isinstance(axes, int) else axes)]
    )
    return b.value("transpose", x, permutation=order)


@familiar("matrix_transpose", "mT")
def matrix_transpose(b: Builder, x: Value) -> Value:
    """The last two axes exchanged."""
    return swapaxes(b, x, -1, -2)


@familiar("swapaxes", "swapdims", op="transpose")
def swapaxes(b: Builder, x: Value, axis1: int, axis2: int) -> Value:
    """Two axes exchanged."""
    rank = tensor(x).rank
    order, i, k = [*range(rank)], axis_of(axis1, rank), axis_of(axis2, rank)
    order[i], order[k] = k, i
    return b.value("transpose", x, permutation=order)


@familiar("moveaxis", "movedim", op="transpose")
def moveaxis(b: Builder, x: Value, source: int, destination: int) -> Value:
    """One axis put elsewhere among the others."""
    rank = tensor(x).rank
    begin = axis_of(source, rank)
    order = [k for k in range(rank) if k != begin]
    order.insert(axis_of(destination, rank), begin)
    return b.value("transpose", x, permutation=order)


@familiar("flip", op="reverse")
def flip(b: Builder, x: Value, axis: Axes = None) -> Value:
    """The order along axes turned, along all where none is given: the op reverse."""
    return b.value("reverse", x, dimensions=axes_of(axis, tensor(x).rank))


@familiar("fliplr")
def fliplr(b: Builder, x: Value) -> Value:
    """The order along axis 1 turned."""
    return flip(b, x, 1)


@familiar("flipud")
def flipud(b: Builder, x: Value) -> Value:
    """The order along axis 0 turned."""
    return flip(b, x, 0)


@familiar("rot90")
def rot90(b: Builder, x: Value, k: int = 1) -> Value:
    """The first two axes turned by quarters, against the clock."""
    if k % 4 == 2:
        return flip(b, x, [0, 1])
    if k % 4:
        return flip(b, swapaxes(b, x, 0, 1), 0) if k % 4 == 1 else swapaxes(b, flip(b, x, 0), 0, 1)
    return x


# Joining and cutting


@familiar("concat", "cat", "concatenate", op="concatenate")
def concat(b: Builder, arrays: Values, axis: int = 0) -> Value:
    """Tensors joined along an axis: the op concatenate."""
    return b.value("concatenate", *arrays, dimension=axis_of(axis, tensor(arrays[0]).rank))


@familiar("stack", op="concatenate")
def stack(b: Builder, arrays: Values, axis: int = 0) -> Value:
    """Tensors of one shape joined along a new axis."""
    return concat(b, [expand_dims(b, each, axis) for each in arrays], axis)


@familiar("vstack", "row_stack")
def vstack(b: Builder, arrays: Values) -> Value:
    """Tensors joined along axis 0; those of rank 1 are rows."""
    return concat(
        b, [reshaped(b, each, (1, *tensor(each).sizes)) if tensor(each).rank == 1 else each for each in arrays], 0
    )


@familiar("hstack")
def hstack(b: Builder, arrays: Values) -> Value:
    """Tensors joined along axis 1, those of rank 1 along axis 0."""
    return concat(b, arrays, min(1, tensor(arrays[0]).rank - 1))


@familiar("column_stack")
def column_stack(b: Builder, arrays: Values) -> Value:
    """Tensors joined along axis 1; those of rank 1 are columns."""
    return concat(b, [expand_dims(b, each, 1) if tensor(each).rank == 1 else each for each in arrays], 1)


@familiar("append")
def append(b: Builder, x: Value, values: Value, axis: Axis = None) -> Value:
    """The second tensor behind the first, along an axis; both in a row where none is given."""
    return concat(b, [ravel(b, x), ravel(b, values)], 0) if axis is None else concat(b, [x, values], axis)


@familiar("tile", op="broadcast_in_dim")
def tile(b: Builder, x: Value, reps: Shape) -> Value:
    """The tensor again and again along its axes."""
    times = sizes_of(reps)
    rank = max(len(times), tensor(x).rank)
    times = [1] * (rank - len(times)) + times
    sizes = (1,) * (rank - tensor(x).rank) + tuple(tensor(x).sizes)
    found = reshaped(b, x, [part for size in sizes for part in (1, size)])
    wide = b.broadcast(found, tuple(part for n, size in zip(times, sizes, strict=True) for part in (n, size)))
    return reshaped(b, wide, [n * size for n, size in zip(times, sizes, strict=True)])


@familiar("repeat", "repeat_interleave", op="broadcast_in_dim")
def repeat(b: Builder, x: Value, repeats: int, axis: Axis = None) -> Value:
    """Each element again and again along an axis; all in a row where none is given."""
    if axis is None:
        x, axis = ravel(b, x), 0
    sizes = list(tensor(x).sizes)
    along = axis_of(axis, len(sizes))
    wide = b.broadcast(
        reshaped(b, x, [*sizes[: along + 1], 1, *sizes[along + 1 :]]),
        (*sizes[: along + 1], repeats, *sizes[along + 1 :]),
    )
    sizes[along] *= repeats
    return reshaped(b, wide, sizes)


@familiar("roll")
def roll(b: Builder, x: Value, shift: int, axis: Axis = None) -> Value:
    """The elements moved along an axis; those that fall off come in at the other end."""
    of = tensor(x)
    if axis is None:
        return reshaped(b, roll(b, ravel(b, x), shift, 0), of.sizes)
    along = axis_of(axis, of.rank)
    size = of.sizes[along]
    cut = (size - shift) % size if size else 0
    return concat(b, [part(b, x, along, cut, size), part(b, x, along, 0, cut)], along)


def part(b: Builder, x: Value, axis: int, begin: int, end: int, step: int = 1) -> Value:
    """A slice along one axis."""
    sizes = tensor(x).sizes
    starts = [begin if k == axis else 0 for k in range(len(sizes))]
    limits = [end if k == axis else size for k, size in enumerate(sizes)]
    return b.value(
        "slice",
        x,
        start_indices=starts,
        limit_indices=limits,
        strides=[step if k == axis else 1 for k in range(len(sizes))],
    )


@familiar("split", op="slice")
def split(b: Builder, x: Value, sections: int, axis: int = 0) -> tuple[Value, ...]:
    """So many equal parts along an axis, each a result."""
    along = axis_of(axis, tensor(x).rank)
    size = tensor(x).sizes[along]
    if sections < 1 or size % sections:
        refuse(f"{size} elements do not make {sections} equal parts")
    step = size // sections
    return tuple(part(b, x, along, k * step, (k + 1) * step) for k in range(sections))


@familiar("diff")
def diff(b: Builder, x: Value, axis: int = -1) -> Value:
    """Each element less the one before it along an axis."""
    along = axis_of(axis, tensor(x).rank)
    size = tensor(x).sizes[along]
    return b.value("subtract", part(b, x, along, 1, size), part(b, x, along, 0, size - 1))


@familiar("take", "index_select", op="gather")
def take(b: Builder, x: Value, indices: Places, axis: Axis = None) -> Value:
    """The slices at some places along an axis (of all elements in a row where none is given); places outside are moved in."""
    if axis is None:
        x, axis = ravel(b, x), 0
    along = axis_of(axis, tensor(x).rank)
    size = tensor(x).sizes[along]
    zero = b.value("compare", indices, 0, comparison_direction="LT")
    places = b.value("select", zero, b.value("add", indices, size), indices)
    return b.value("torch_index_select", x, places, dim=along, batch_dims=0)


@familiar("pad_constant")
def pad_constant(b: Builder, x: Value, width: int, value: float = 0.0) -> Value:
    """So many elements put around each dimension."""
    rank = tensor(x).rank
    edges = [width] * rank
    number = b.constant(value if element_of(x).is_float else int(value), element_of(x))
    return b.value("pad", x, number, edge_padding_low=edges, edge_padding_high=edges, interior_padding=[0] * rank)


@familiar("copy", "clone", "detach", "stop_gradient", "asarray", "array", "contiguous")
def copy(b: Builder, x: Value) -> Value:
    """The value itself: values never change."""
    return b.value("optimization_barrier", x)
