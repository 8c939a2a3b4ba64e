"""Ops by which the processes of a grid work together.

Each finds the group of its process, and comes with its operands to meet the others (``requests.Meet``): what they bring is
joined once for the group, and each gets its share. A group of one is the process alone.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.types import QuantizedType, TensorType
from ...kernels import quantization
from ..flow import Done, Step, Wait
from ..registry import op
from ..requests import FromRoots, Meet, Pairs, Parts
from ..rules import are_unique, require_per_tensor, size_after
from ..written import host_ints, written
from .groups import (
    along_one,
    channel,
    check_groups,
    check_same_sizes,
    group_size,
    groups_along_one,
    of_global_ids,
    required,
)
from .mesh_axes import NO_MESHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ...ir.types import Type
    from ..annotations import ChannelHandle, Flag, Groups, Rows
    from ..requests import Arrays, Group, Place
    from .mesh_axes import Meshes


def zeros(xp: Any, operand: Any, type_: TensorType) -> Any:
    """What a process gets that nobody sends anything to."""
    element = type_.element
    if isinstance(element, QuantizedType):
        floats = xp.zeros(operand.shape, element.expressed.dtype)
        return quantization.quantize(xp, floats, element)
    return xp.zeros(operand.shape, operand.dtype)


@op("stablehlo.all_gather", form=None, pure=False, collective=True, waits=True, quantized="storage")
def all_gather(
    xp: Any,
    *operands: Any,
    all_gather_dim: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    use_global_device_ids: Flag = False,
    meshes: Meshes = NO_MESHES,
    process: Any,
) -> Any:
    """Join the operands of all processes of a group along one dimension."""


@all_gather.steps
def _(
    *operands: Any,
    all_gather_dim: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    meshes: Meshes,
    process: Any,
    xp: Any,
) -> Step:
    groups = replica_groups, meshes, channel_handle
    group = of_global_ids(process, *groups, use_global_device_ids, "all_gather.C3")

    def join(brought: Sequence[Arrays]) -> Arrays:
        return tuple(xp.concatenate(parts, axis=all_gather_dim) for parts in zip(*brought, strict=True))

    of = (all_gather_dim,)
    return Wait(Meet("stablehlo.all_gather", group, channel(channel_handle), operands, join, attributes=of), Done)


@all_gather.infer(result="C6")
def _(
    *operands: TensorType,
    all_gather_dim: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    results: Sequence[Type] | None,
    meshes: Meshes,
    op: Op,
) -> list[Type]:
    require_data(operands)
    require_per_tensor(operands=operands)
    for operand in operands:
        message = "there is no dimension {all_gather_dim} in {operand}"
        require(0 <= all_gather_dim < operand.rank, "C1", message, at="all_gather_dim", operand=operand)
    ids = check_groups(replica_groups, meshes, "C2", "C4")
    check_same_sizes(replica_groups)
    check_global(channel_handle, use_global_device_ids, "C5")
    # With partitions in the group, which only a grid knows, the result is larger by their number.
    known = group_size(ids, op) if channel(channel_handle) <= 0 or use_global_device_ids else None
    inferred: list[Type] = []
    for number, operand in enumerate(operands):
        size = operand.extents[all_gather_dim]
        whole = None if known is None else size_after(known.__mul__, size)
        declared = results[number] if results is not None and number < len(results) else None
        inferred.append(with_dynamic(operand.resized(all_gather_dim, whole), declared, all_gather_dim))
        _check_multiple(operand, declared, all_gather_dim, ("results", number))
    return inferred


def with_dynamic(inferred: TensorType, declared: Type | None, axis: int) -> TensorType:
    """The inferred type with a size that only the grid tells as it is declared."""
    if inferred.limits[axis] is None and isinstance(declared, TensorType) and declared.rank == inferred.rank:
        return inferred.resized(axis, declared.extents[axis])
    return inferred


def _check_multiple(operand: TensorType, declared: Type | None, axis: int, at: Any) -> None:
    if not isinstance(declared, TensorType) or declared.rank != operand.rank:
        return
    size, whole = operand.shape[axis], declared.shape[axis]
    fits = size is None or whole is None or (whole % size == 0 if size else whole == 0)
    message = "dimension {axis} of {declared} is no multiple of that of the operand"
    require(fits, "C6", message, at, axis=axis, declared=declared)


def require_data(operands: Sequence[Type]) -> None:
    """There is something to work on."""
    require(operands, "operands", "there must be at least one operand that holds data")


def check_global(handle: ChannelHandle | None, use_global_device_ids: bool, code: str) -> None:
    good = not use_global_device_ids or channel(handle) > 0
    at = "use_global_device_ids" if handle is None else "channel_handle"
    require(good, code, "use_global_device_ids needs a channel with a positive number", at=at)


@op("stablehlo.all_to_all", form=None, pure=False, collective=True, apart="results", waits=True, quantized="storage")
def all_to_all(
    xp: Any,
    *operands: Any,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    meshes: Meshes = NO_MESHES,
    process: Any,
) -> Any:
    """Cut each operand into parts, one for each process of the group, and join the parts that come in."""


@all_to_all.steps
def _(
    *operands: Any,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    meshes: Meshes,
    process: Any,
    xp: Any,
) -> Step:
    code = "all_to_all.C6"
    group = required(along_one(process, replica_groups, meshes, channel_handle, code), process, code)

    def cut(arrays: Arrays, position: int) -> Arrays:
        sizes = [array.shape[split_dimension] // split_count for array in arrays]
        places = [slice(position * size, (position + 1) * size) for size in sizes]
        return tuple(
            array[(slice(None),) * split_dimension + (place,)] for array, place in zip(arrays, places, strict=True)
        )

    def join(parts: Sequence[Arrays]) -> Arrays:
        return tuple(xp.concatenate(column, axis=concat_dimension) for column in zip(*parts, strict=True))

    route, of = Parts(cut, join), (split_dimension, concat_dimension)
    name = "stablehlo.all_to_all"
    return Wait(Meet(name, group, channel(channel_handle), operands, list, route.share, of, route), Done)


@all_to_all.infer(result="C9")
def _(
    *operands: TensorType,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Groups,
    meshes: Meshes,
    op: Op,
) -> list[Type]:
    require_data(operands)
    require_per_tensor(operands=operands)
    for operand in operands:
        message = "there is no dimension {split_dimension} in {operand}"
        require(0 <= split_dimension < operand.rank, "C1", message, at="split_dimension", operand=operand)
        message = "there is no dimension {concat_dimension} in {operand}"
        require(0 <= concat_dimension < operand.rank, "C3", message, at="concat_dimension", operand=operand)
    require(split_count > 0, "C4", "split_count {split_count} must be positive", at="split_count")
    for operand in operands:
        size = operand.shape[split_dimension]
        message = "dimension {split_dimension} of {operand} is not divisible by split_count {split_count}"
        require(size is None or size % split_count == 0, "C2", message, at="split_count", operand=operand)
    ids = check_groups(replica_groups, meshes, "C5", "C7")
    check_same_sizes(replica_groups)
    known = group_size(ids, op)
    good = known == split_count or (known is None and not ids)
    require(good, "C8", "groups must have split_count = {split_count} processes", at="replica_groups")
    return [_exchanged(operand, split_dimension, concat_dimension, split_count) for operand in operands]


def _exchanged(operand: TensorType, split: int, concat: int, count: int) -> TensorType:
    parts = operand.resized(split, size_after(lambda size: size // count, operand.extents[split]))
    return parts.resized(concat, size_after(lambda size: size * count, parts.extents[concat]))


def split_roots(operands: Arrays, has_dynamic_root: bool) -> tuple[Arrays, list[int]]:
    """The data, and for each of them the position of the root in its group: as the last operand says, or the first."""
    if not has_dynamic_root:
        return operands, [0] * len(operands)
    *values, roots = operands
    found = host_ints(roots)
    return tuple(values), found if roots.ndim else found * len(values)


def check_roots(operands: Sequence[TensorType], size: int | None, op: Op, code: str) -> Sequence[TensorType]:
    """The operands that hold data, once the last one holds an i32 for each of them: a position in a group of that size."""
    require(operands, code, "the last operand, the roots, must be a tensor of i32")
    *values, roots = operands
    at = ("operands", len(values))
    of_one = roots.rank == 0 or (roots.rank == 1 and roots.shape[0] == len(values))
    message = "the last operand, the roots, must be a tensor<{count}xi32>: one for each operand that holds data"
    require(of_one and roots.element.name == "i32", code, message, at, count=len(values))
    for root in written(op, len(values)) or ():
        inside = root >= 0 and (size is None or root < size)
        require(
            inside, code, "the root {root} is no position in a group of {size}", at, root=root, size=size or "any size"
        )
    return values


def check_pairs(pairs: Rows, shape_code: str, source_code: str, target_code: str, range_code: str) -> None:
    """``source_target_pairs`` as far as they can be judged without a grid."""
    at = "source_target_pairs"
    paired = all(len(pair) == 2 and min(pair) >= 0 for pair in pairs)
    code = range_code if all(len(pair) <= 2 for pair in pairs) else shape_code
    require(paired, code, "{source_target_pairs} must be pairs of numbers of processes", at=at)
    sources, targets = ([pair[side] for pair in pairs] for side in (0, 1))
    once = are_unique(sources)
    require(once, source_code, "a process is the source of two pairs in {source_target_pairs}", at=at)
    once = are_unique(targets)
    require(once, target_code, "a process is the target of two pairs in {source_target_pairs}", at=at)


@op("stablehlo.collective_broadcast", form=None, pure=False, collective=True, waits=True, quantized="storage")
def collective_broadcast(
    xp: Any,
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    has_dynamic_root: Flag = False,
    meshes: Meshes = NO_MESHES,
    process: Any,
    results: Sequence[TensorType],
) -> Any:
    """The operands of the first process of each group, for all of the group; zeros for processes in no group.

    With ``has_dynamic_root`` the last operand names, for each of the others, the position of the source in the group.
    """


@collective_broadcast.steps
def _(
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    has_dynamic_root: bool,
    meshes: Meshes,
    process: Any,
    xp: Any,
    results: Sequence[TensorType],
) -> Step:
    values, roots = split_roots(operands, has_dynamic_root)
    group = along_one(process, replica_groups, meshes, channel_handle, "collective_broadcast.C2", complete=False)
    if group is None:
        return Done(tuple(map(partial(zeros, xp), values, results)))
    require_roots(roots, len(group), "run.collective_broadcast")

    def join(brought: Sequence[Arrays]) -> Arrays:
        return tuple(brought[root][number] for number, root in enumerate(roots))

    name, of = "stablehlo.collective_broadcast", (*roots,)
    return Wait(Meet(name, group, channel(channel_handle), values, join, None, of, FromRoots(roots)), Done)


@lru_cache(maxsize=4096)
def paired(
    place: Place, grid: Place, pairs: Rows, channel_number: int, code: str
) -> tuple[Group, tuple[int | None, ...]]:
    """Those who are paired with others of the row or column of a process, and for each the position of its source."""
    replica, partition = place
    groups = groups_along_one(grid, pairs, channel_number, code, complete=False)
    axis = 0 if channel_number > 0 else 1
    mine = [group for group in groups if group[0][axis] == (replica, partition)[axis]]
    everybody = tuple(sorted({member for group in mine for member in group}))
    source_of = {target: source for source, target in mine}
    sources = (source_of.get(member) for member in everybody)
    return everybody, tuple(None if source is None else everybody.index(source) for source in sources)


def require_roots(roots: Sequence[int], size: int, code: str) -> None:
    """Raise the error of a root that is no position in the group."""
    outside = [root for root in roots if not 0 <= root < size]
    if outside:
        raise HloError(f"the root {outside[0]} is no position in a group of {size}", code=code)


@collective_broadcast.infer(result="C3")
def _(
    *operands: TensorType, replica_groups: Groups, has_dynamic_root: bool, meshes: Meshes, op: Op
) -> Sequence[TensorType]:
    require_per_tensor(operands=operands)
    ids = check_groups(replica_groups, meshes, "C1", "C2", complete=False)
    require(ids is None or all(ids), "C2", "replica_groups {replica_groups} must hold no -1", at="replica_groups")
    values = check_roots(operands, group_size(ids, op), op, "root") if has_dynamic_root else operands
    require_data(values)
    return list(values)


@op(
    "stablehlo.collective_permute",
    form=None,
    pure=False,
    collective=True,
    apart="results",
    waits=True,
    quantized="storage",
)
def collective_permute(
    xp: Any,
    operand: Any,
    *,
    source_target_pairs: Rows,
    channel_handle: ChannelHandle | None = None,
    process: Any,
    result: TensorType,
) -> Any:
    """The operand of the process that is paired with this one as its source; zeros when there is none."""


@collective_permute.steps
def _(
    operand: Any,
    *,
    source_target_pairs: Rows,
    channel_handle: ChannelHandle | None,
    process: Any,
    xp: Any,
    result: TensorType,
) -> Step:
    # A process gives to one pair and takes from another: all that are paired meet at once.
    code = "collective_permute.C4"
    group, sources = paired(process.place, process.grid, source_target_pairs, channel(channel_handle), code)
    if process.place not in group:
        return Done((zeros(xp, operand, result),))

    def share(brought: Sequence[Arrays], position: int) -> Arrays:
        source = sources[position]
        return (zeros(xp, operand, result),) if source is None else brought[source]

    name, route = "stablehlo.collective_permute", Pairs(sources)
    return Wait(Meet(name, group, channel(channel_handle), (operand,), list, share, (sources,), route), Done)


@collective_permute.infer(result="C5")
def _(operand: TensorType, *, source_target_pairs: Rows) -> Type:
    require_per_tensor(operand=operand)
    check_pairs(source_target_pairs, "C1", "C2", "C3", "C4")
    return operand
