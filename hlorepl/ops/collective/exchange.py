"""Ops by which the processes of a grid work together.

Each finds its groups, gets the operands of every member of its own group from ``process.exchange``, and works out its
own result from them. A group of one is the process alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import require
from ...ir.types import QuantizedType, TensorType
from ...kernels import quantization
from ..registry import op
from ..rules import are_unique, require_per_tensor, require_tensors
from .groups import (
    check_groups,
    group_size,
    groups_along_one,
    groups_with_global_ids,
    listed_groups,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Type
    from ..annotations import ChannelHandle, Groups, Rows
    from .groups import Group

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
    process: Any,
) -> Any:
    """Join the operands of all processes of a group along one dimension."""
    code = "all_gather.C3"
    ids = listed_groups(replica_groups)
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
) -> list[Type]:
    require_per_tensor(operands=operands)
    for operand in operands:
        message = "there is no dimension {all_gather_dim} in {operand}"
        require(0 <= all_gather_dim < operand.rank, "C1", message, at="all_gather_dim", operand=operand)
    check_groups(replica_groups, "C2", "C4")
    check_same_sizes(replica_groups)
    check_global(channel_handle, use_global_device_ids, "C5")
    # With partitions in the group, which only a grid knows, the result is larger by their number.
    known = group_size(replica_groups) if channel(channel_handle) <= 0 or use_global_device_ids else None
    inferred: list[Type] = []
    for number, operand in enumerate(operands):
        size = operand.shape[all_gather_dim]
        whole = None if size is None or known is None else size * known
        declared = results[number] if results is not None and number < len(results) else None
        inferred.append(with_dynamic(operand.resized(all_gather_dim, whole), declared, all_gather_dim))
        _check_multiple(operand, declared, all_gather_dim, ("results", number))
    return inferred


def with_dynamic(inferred: TensorType, declared: Type | None, axis: int) -> TensorType:
    """The inferred type with a size that only the grid tells as it is declared."""
    if inferred.shape[axis] is None and isinstance(declared, TensorType) and declared.rank == inferred.rank:
        return inferred.resized(axis, declared.shape[axis])
    return inferred


def _check_multiple(operand: TensorType, declared: Type | None, axis: int, at: Any) -> None:
    if not isinstance(declared, TensorType) or declared.rank != operand.rank:
        return
    size, whole = operand.shape[axis], declared.shape[axis]
    fits = size is None or whole is None or (whole % size == 0 if size else whole == 0)
    message = "dimension {axis} of {declared} is no multiple of that of the operand"
    require(fits, "C6", message, at, axis=axis, declared=declared)


def check_same_sizes(groups: Groups) -> None:
    same = not isinstance(groups, tuple) or len({len(group) for group in groups}) <= 1
    require(same, "group_sizes", "replica_groups {replica_groups} must have one size", at="replica_groups")


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
    process: Any,
) -> Any:
    """Cut each operand into parts, one for each process of the group, and join the parts that come in."""
    code = "all_to_all.C6"
    groups = groups_along_one(process, listed_groups(replica_groups), channel(channel_handle), code)
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
    *operands: TensorType, split_dimension: int, concat_dimension: int, split_count: int, replica_groups: Groups
) -> list[Type]:
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
    check_groups(replica_groups, "C5", "C7")
    known = group_size(replica_groups)
    good = known == split_count or not isinstance(replica_groups, tuple) or not replica_groups
    require(good, "C8", "groups must have split_count = {split_count} processes", at="replica_groups")
    return [_exchanged(operand, split_dimension, concat_dimension, split_count) for operand in operands]


def _exchanged(operand: TensorType, split: int, concat: int, count: int) -> TensorType:
    sizes = list(operand.shape)
    sizes[split] = None if sizes[split] is None else sizes[split] // count  # type: ignore[operator]
    sizes[concat] = None if sizes[concat] is None else sizes[concat] * count  # type: ignore[operator]
    return operand.with_shape(tuple(sizes))


@op("stablehlo.collective_broadcast", form=None, pure=False, collective=True)
def collective_broadcast(
    xp: Any,
    operand: Any,
    *,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    process: Any,
    result: TensorType,
) -> Any:
    """The operand of the first process of each group, for all of the group; zeros for processes in no group."""
    code = "collective_broadcast.C2"
    ids = listed_groups(replica_groups)
    groups = groups_along_one(process, ids, channel(channel_handle), code, complete=False)
    if own_group(process, groups) is None:
        return zeros(xp, operand, result)
    return members(process, groups, (operand,))[0][0]


@collective_broadcast.infer(result="C3")
def _(operand: TensorType, *, replica_groups: Groups) -> Type:
    require_tensors(operand=operand)
    check_groups(replica_groups, "C1", "C2", complete=False)
    return operand


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
    at = "source_target_pairs"
    paired = all(len(pair) == 2 and min(pair) >= 0 for pair in source_target_pairs)
    code = "C4" if all(len(pair) <= 2 for pair in source_target_pairs) else "C1"
    require(paired, code, "{source_target_pairs} must be pairs of numbers of processes", at=at)
    sources, targets = ([pair[side] for pair in source_target_pairs] for side in (0, 1))
    require(are_unique(sources), "C2", "a process is the source of two pairs in {source_target_pairs}", at=at)
    require(are_unique(targets), "C3", "a process is the target of two pairs in {source_target_pairs}", at=at)
    return operand
