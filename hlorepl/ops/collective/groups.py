"""Which processes of the grid a collective op joins (section "Collective ops" of the specification).

A process is known by its place in the grid, (replica, partition). A group is a tuple of places, in order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.attributes import MOST_LISTED, DenseAttr
from ..rules import are_unique
from .mesh_axes import groups_along, is_listable, mesh_of, named_axes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.attributes import Attribute
    from ...ir.core import Op
    from ..annotations import ChannelHandle
    from .mesh_axes import Axis, Meshes

Place = tuple[int, int]
Group = tuple[Place, ...]
Ids = tuple[tuple[int, ...], ...]


def cross_replica(ids: Ids, partitions: int) -> list[Group]:
    """Groups of replicas, each partition by itself."""
    return [tuple((r, p) for r in group) for group in ids for p in range(partitions)]


def cross_partition(ids: Ids, replicas: int) -> list[Group]:
    """Groups of partitions, each replica by itself."""
    return [tuple((r, p) for p in group) for group in ids for r in range(replicas)]


def cross_replica_and_partition(ids: Ids, partitions: int) -> list[Group]:
    """Groups of replicas with all their partitions."""
    return [tuple((r, p) for p in range(partitions) for r in group) for group in ids]


def flattened_ids(ids: Ids, partitions: int) -> list[Group]:
    """Groups of processes numbered replica by replica."""
    return [tuple(divmod(i, partitions) for i in group) for group in ids]


def groups_with_global_ids(grid: Place, ids: Ids, channel: int, use_global: bool, code: str) -> list[Group]:
    """The groups of all_gather, all_reduce and reduce_scatter; no groups at all means one of everybody."""
    replicas, partitions = grid
    if use_global:
        check_ids(ids, grid, "processes", code)
        return flattened_ids(ids or (tuple(range(replicas * partitions)),), partitions)
    check_ids(ids, grid, "replicas", code)
    ids = ids or (tuple(range(replicas)),)
    return cross_replica_and_partition(ids, partitions) if channel > 0 else cross_replica(ids, partitions)


def groups_along_one(grid: Place, ids: Ids, channel: int, code: str, complete: bool = True) -> list[Group]:
    """The groups of the other collective ops: of partitions where they have a channel, else of replicas."""
    replicas, partitions = grid
    if channel > 0:
        check_ids(ids, grid, "partitions", code, complete)
        return cross_partition(ids, replicas)
    check_ids(ids, grid, "replicas", code, complete)
    return cross_replica(ids, partitions)


def of_global_ids(
    process: Any, groups: Any, meshes: Meshes, handle: ChannelHandle | None, use_global: bool, code: str
) -> Group:
    """The group of a process in an all_gather, all_reduce or reduce_scatter."""
    ids = listed_groups(groups, meshes)
    found = _own(groups_with_global_ids, process.place, process.grid, ids, channel(handle), use_global, code)
    return required(found, process, code)


def required(group: Group | None, process: Any, code: str) -> Group:
    """The group of a process, of an op that each process takes part in; raises ``code`` where it is in none.

    Numbers that are all there can be missing still: of a mesh whose devices are named twice, or of no groups at all.
    """
    if group is None:
        replica, partition = process.place
        raise HloError(f"the groups do not hold the process ({replica}, {partition})", code=code)
    return group


def along_one(
    process: Any, groups: Any, meshes: Meshes, handle: ChannelHandle | None, code: str, complete: bool = True
) -> Group | None:
    """The group of a process in another collective op; None where it is in none."""
    ids = listed_groups(groups, meshes)
    return _own(groups_along_one, process.place, process.grid, ids, channel(handle), code, complete)


@lru_cache(maxsize=4096)
def _own(strategy: Callable[..., list[Group]], place: Place, grid: Place, *settings: Any) -> Group | None:
    return next((group for group in strategy(grid, *settings) if place in group), None)


def channel(handle: ChannelHandle | None) -> int:
    """The number of a channel, 0 where there is none."""
    return 0 if handle is None else handle.handle


def larger(grid: Place, what: str, count: int) -> str:
    """The option for a grid of so many ``replicas``, ``partitions`` or ``processes``, which is else like another one."""
    replicas, partitions = grid
    if what == "replicas" or what == "processes" and count % partitions == 0:
        return f"--grid {count if what == 'replicas' else count // partitions}x{partitions}"
    return f"--grid {replicas if what == 'partitions' else 1}x{count}"


def check_ids(ids: Ids, grid: Place, what: str, code: str, complete: bool = True) -> None:
    """The groups fit the grid that runs: the number of each of what it has is there once (unless not ``complete``)."""
    count = {"replicas": grid[0], "partitions": grid[1], "processes": grid[0] * grid[1]}[what]
    named = sorted(i for group in ids for i in group)
    if named and named[-1] >= count:
        message = f"the groups name {what} up to number {named[-1]}, the grid has {count}"
        help_text = f"run it on a grid of {named[-1] + 1} {what}: {larger(grid, what, named[-1] + 1)}"
        raise HloError(message, code=code, help=help_text)
    if complete and ids and len(named) != count:
        raise HloError(f"the groups name {len(named)} of the {count} {what} in the grid", code=code)


def check_groups(groups: Any, meshes: Meshes, unique_code: str, range_code: str, complete: bool = True) -> Ids | None:
    """``replica_groups`` as far as it can be judged without a grid; None while a mesh is not known that gives them."""
    at = "replica_groups"
    if not isinstance(groups, tuple):
        return _checked_axes(groups, meshes)
    ids = [i for group in groups for i in group]
    require(are_unique(ids), unique_code, "replica_groups {replica_groups} name a process twice", at=at)
    low = all(i >= 0 for i in ids)
    require(low, range_code, "replica_groups {replica_groups} hold a negative number", at=at)
    if complete:
        last = len(ids) - 1
        message = "replica_groups {replica_groups} must hold each number from 0 to {last}"
        require(all(i <= last for i in ids), range_code, message, at=at, last=last)
    return groups


def check_same_sizes(groups: Any) -> None:
    """All groups have one size, and none is empty."""
    same = not isinstance(groups, tuple) or (all(groups) and len({len(group) for group in groups}) <= 1)
    require(same, "group_sizes", "replica_groups {replica_groups} must have one size", at="replica_groups")


def group_size(ids: Ids | None, op: Op) -> int | None:
    """The size that all groups have; None when they have none in common or it is not known.

    No groups, but of a size that is written, are everybody in groups of that size.
    """
    if ids:
        sizes = {len(group) for group in ids}
        return sizes.pop() if len(sizes) == 1 else None
    written = op.attributes.get("replica_groups")
    if isinstance(written, DenseAttr) and written.type.rank == 2:
        return written.type.sizes[1] or None
    return None


def listed_groups(groups: Any, meshes: Meshes) -> Ids:
    """The groups as numbers of processes."""
    if isinstance(groups, tuple):
        return groups
    mesh = mesh_of(groups, meshes)
    named = None if mesh is None else named_axes(groups, mesh)
    if named is None or mesh is None or not is_listable(mesh):
        raise HloError(f"the groups that {groups} gives are not known", code="run.grid")
    return groups_along(mesh, named)


def _checked_axes(groups: Attribute, meshes: Meshes) -> Ids | None:
    """Groups by mesh axes: each axis is one of the mesh, named once."""
    mesh = mesh_of(groups, meshes)
    axes = None if mesh is None else named_axes(groups, mesh)
    at = "replica_groups"
    if axes is None or mesh is None:
        return None
    few = is_listable(mesh)
    require(few, "mesh_axes", "a mesh has {most} devices at most, not {count}", at, most=MOST_LISTED, count=mesh.count)
    for name, below, size in axes:
        there = name in mesh.axes
        require(there, "mesh_axes", "the mesh has no axis {axis}; it has {known}", at, axis=name, known=list(mesh.axes))
        fits = below > 0 and mesh.axes[name] % (below * size) == 0
        message = "{replica_groups} name a part of the axis {axis} that does not divide it"
        require(fits, "mesh_axes", message, at, axis=name)
    apart = all(_are_apart(one, other) for k, one in enumerate(axes) for other in axes[:k])
    require(apart, "mesh_axes", "replica_groups {replica_groups} name an axis twice", at)
    return groups_along(mesh, axes)


def _are_apart(one: Axis, other: Axis) -> bool:
    """Whether two axes are of different names, or parts of one of which one lies below the other."""
    first, second = sorted((one, other), key=lambda axis: axis.below)
    return one.name != other.name or second.below % (first.below * first.size) == 0
