"""Ops by which the processes of a grid work together.

Each finds its groups, gets the operands of every member of its own group from ``process.exchange``, and works out its
own result from them. A group of one is the process alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.types import QuantizedType, TensorType
from ...kernels import quantization
from ..registry import op
from ..rules import are_unique, require_per_tensor, size_after
from ..written import host_ints, written
from .groups import (
    check_groups,
    check_same_sizes,
    group_size,
    groups_along_one,
    groups_with_global_ids,
    listed_groups,
)
from .mesh_axes import NO_MESHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ...ir.types import Type
    from ..annotations import ChannelHandle, Groups, Rows
    from .groups import Group, Ids
    from .mesh_axes import Meshes

Arrays = tuple[Any, ...]


def channel(handle: ChannelHandle | None) -> int:
    return 0 if handle is None else handle.handle


def own_group(process: Any, groups: Sequence[Group]) -> Group | None:
    place = (process.replica, process.partition)
    return next((group for group in groups if place in group), None)


def members(process: Any, groups: Sequence[Group], operands: Arrays) -> list[Arrays]:
    """The operands of each member of the process's own group, in the group's order."""
    group = own_group(process, groups)
    assert group is not None
    return process.exchange(group, operands)


def zeros(xp: Any, operand: Any, type_: TensorType) -> Any:
    """What a process gets that nobody sends anything to."""
    element = type_.element
    if isinstance(element, QuantizedType):
        floats = xp.zeros(operand.shape, element.expressed.dtype)
        return quantization.quantize(xp, floats, element)
    return xp.zeros(operand.shape, operand.dtype)


@op("stablehlo.all_gather", form=None, pure=False, collective=True, quantized="storage")
def all_gather(
    xp: Any,
    *operands: Any,
    all_gather_dim: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    use_global_device_ids: bool = False,
    meshes: Meshes = NO_MESHES,
    process: Any,
) -> Any:
    """Join the operands of all processes of a group along one dimension."""
    code = "all_gather.C3"
    ids = listed_groups(replica_groups, meshes)
    groups = groups_with_global_ids(process, ids, channel(channel_handle), use_global_device_ids, code)
    gathered = members(process, groups, operands)
    return tuple(xp.concatenate(parts, axis=all_gather_dim) for parts in zip(*gathered, strict=True))


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


@op("stablehlo.all_to_all", form=None, pure=False, collective=True, quantized="storage")
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
    code = "all_to_all.C6"
    groups = groups_along_one(process, listed_groups(replica_groups, meshes), channel(channel_handle), code)
    gathered = members(process, groups, operands)
    group = own_group(process, groups)
    assert group is not None
    mine = group.index((process.replica, process.partition))

    def part(array: Any) -> Any:
        size = array.shape[split_dimension] // split_count
        return array[(slice(None),) * split_dimension + (slice(mine * size, (mine + 1) * size),)]

    columns = zip(*gathered, strict=True)
    return tuple(xp.concatenate([part(array) for array in column], axis=concat_dimension) for column in columns)


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


def check_roots(operands: Sequence[TensorType], ids: Ids | None, op: Op, code: str) -> Sequence[TensorType]:
    """The operands that hold data, once the last one holds an i32 for each of them: a position in their group."""
    require(operands, code, "the last operand, the roots, must be a tensor of i32")
    *values, roots = operands
    at = ("operands", len(values))
    of_one = roots.rank == 0 or (roots.rank == 1 and roots.shape[0] == len(values))
    message = "the last operand, the roots, must be a tensor<{count}xi32>: one for each operand that holds data"
    require(of_one and roots.element.name == "i32", code, message, at, count=len(values))
    size = group_size(ids, op)
    for root in written(op, len(values)) or ():
        inside = root >= 0 and (size is None or root < size)
        require(
            inside, code, "the root {root} is no position in a group of {size}", at, root=root, size=size or "any size"
        )
    return values


def check_pairs(pairs: Groups, shape_code: str, source_code: str, target_code: str, range_code: str) -> None:
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


@op("stablehlo.collective_broadcast", form=None, pure=False, collective=True, quantized="storage")
def collective_broadcast(
    xp: Any,
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    has_dynamic_root: bool = False,
    meshes: Meshes = NO_MESHES,
    process: Any,
    results: Sequence[TensorType],
) -> Any:
    """The operands of the first process of each group, for all of the group; zeros for processes in no group.

    With ``has_dynamic_root`` the last operand names, for each of the others, the position of the source in the group.
    """
    code = "collective_broadcast.C2"
    values, roots = split_roots(operands, has_dynamic_root)
    ids = listed_groups(replica_groups, meshes)
    groups = groups_along_one(process, ids, channel(channel_handle), code, complete=False)
    if own_group(process, groups) is None:
        return tuple(map(partial(zeros, xp), values, results))
    gathered = members(process, groups, values)
    require_roots(roots, len(gathered), "run.collective_broadcast")
    return tuple(gathered[root][number] for number, root in enumerate(roots))


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
    values = check_roots(operands, ids, op, "root") if has_dynamic_root else operands
    require_data(values)
    return list(values)


@op("stablehlo.collective_permute", form=None, pure=False, collective=True, quantized="storage")
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
    code = "collective_permute.C4"
    groups = groups_along_one(process, source_target_pairs, channel(channel_handle), code, complete=False)
    place = (process.replica, process.partition)
    source = next((group[0] for group in groups if group[1] == place), None)
    # A process gives to one pair and takes from another: all that are paired meet at once.
    everybody = tuple(sorted({member for group in groups for member in group}))
    if place not in everybody:
        return zeros(xp, operand, result)
    members = process.exchange(everybody, (operand,))
    return zeros(xp, operand, result) if source is None else members[everybody.index(source)][0]


@collective_permute.infer(result="C5")
def _(operand: TensorType, *, source_target_pairs: Rows) -> Type:
    require_per_tensor(operand=operand)
    check_pairs(source_target_pairs, "C1", "C2", "C3", "C4")
    return operand
