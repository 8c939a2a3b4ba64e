"""Collective ops that combine values: all_reduce, reduce_scatter, collective_reduce, cross-replica-sum."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import require
from ...ir.types import TensorType
from ..flow import Done, Step, Wait
from ..reductions.reducers import widened
from ..registry import op
from ..requests import Meet, Parts, Reduced
from ..rules import is_promotable, require_per_tensor, require_tensors, size_after
from .exchange import (
    check_global,
    check_roots,
    require_data,
    require_roots,
    split_roots,
    with_dynamic,
    zeros,
)
from .groups import channel, check_groups, check_same_sizes, group_size, of_global_ids
from .mesh_axes import NO_MESHES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Op
    from ...ir.types import ElementType, QuantizedType, Type
    from ..annotations import ChannelHandle, Flag, Groups, Region, RegionType
    from ..requests import Arrays
    from .mesh_axes import Meshes


@op("stablehlo.all_reduce", form=None, pure=False, collective=True, waits=True, quantized="own")
def all_reduce(
    xp: Any,
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    use_global_device_ids: Flag = False,
    computation: Region,
    meshes: Meshes = NO_MESHES,
    process: Any,
) -> Any:
    """Combine the operands of all processes of a group, element by element."""


@all_reduce.steps
def _(
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    computation: Region,
    meshes: Meshes,
    process: Any,
    xp: Any,
) -> Step:
    groups = replica_groups, meshes, channel_handle
    group = of_global_ids(process, *groups, use_global_device_ids, "all_reduce.C2")
    join, route = partial(_reduced, xp, computation), _route(computation)
    name, body = "stablehlo.all_reduce", computation.block
    return Wait(Meet(name, group, channel(channel_handle), operands, join, route=route, body=body), Done)


def _route(computation: Region, roots: Sequence[int] | None = None) -> Reduced:
    return Reduced(computation.single_op is not None, _exact(computation), roots)


#: MPI's reductions that are StableHLO's to the bit, whatever is joined first: of whole numbers, and of truth values.
_OF_NUMBERS = {
    "stablehlo.add": "SUM",
    "stablehlo.multiply": "PROD",
    "stablehlo.maximum": "MAX",
    "stablehlo.minimum": "MIN",
    "stablehlo.and": "BAND",
    "stablehlo.or": "BOR",
    "stablehlo.xor": "BXOR",
}
_OF_TRUTHS = {
    "stablehlo.add": "LOR",
    "stablehlo.multiply": "LAND",
    "stablehlo.maximum": "LOR",
    "stablehlo.minimum": "LAND",
    "stablehlo.and": "LAND",
    "stablehlo.or": "LOR",
    "stablehlo.xor": "LXOR",
}


def _exact(computation: Region) -> str | None:
    element = computation.argument_types[0].element
    return None if element.is_quantized else exact(computation.single_op, element.dtype)


def exact(name: str | None, dtype: Any) -> str | None:
    """MPI's name of a reduction by an op, where any order gives the same to the bit: not of floats, nor of 2- and 4-bit numbers."""
    table = {"b": _OF_TRUTHS, "i": _OF_NUMBERS, "u": _OF_NUMBERS}.get(dtype.kind)
    return None if table is None or name is None else table.get(name)


def _reduced(xp: Any, computation: Region, gathered: Sequence[Arrays]) -> Arrays:
    """The operands of all members joined by the computation, neighbours first, in order."""
    columns = []
    for parts in zip(*gathered, strict=True):
        level = [widened(xp, computation, (part,))[0] for part in parts]
        while len(level) > 1:
            pairs = [computation.over(level[k], level[k + 1])[0] for k in range(0, len(level) - 1, 2)]
            level = pairs + level[len(pairs) * 2 :]
        columns.append(level[0])
    return tuple(columns)


@all_reduce.infer(element="C7", shape="C6")
def _(
    *operands: TensorType,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    computation: RegionType,
    meshes: Meshes,
) -> list[Type]:
    require_data(operands)
    require_per_tensor(operands=operands)
    check_groups(replica_groups, meshes, "C1", "C3")
    check_global(channel_handle, use_global_device_ids, "C4")
    element = check_computation(operands, computation, "computation", "C5")
    return [operand.with_element(element) for operand in operands]


def check_computation(
    operands: Sequence[TensorType], computation: RegionType, at: str, code: str
) -> ElementType | QuantizedType:
    """The computation is (E, E) -> E of rank 0, and elements of the operands are promotable to E, which is returned."""
    types = [*computation.arguments, *computation.returns]
    scalars = all(isinstance(type_, TensorType) and type_.rank == 0 for type_ in types)
    good = len(computation.arguments) == 2 and len(computation.returns) == 1 and scalars and len(set(types)) == 1
    message = "the computation must be of type (tensor<E>, tensor<E>) -> tensor<E>, not {found}"
    require(good, code, message, at=at, found=str(computation))
    element = types[0].element
    for operand in operands:
        fits = is_promotable(operand.element, element)
        message = "elements of {operand_type} do not fit into those of the computation, {wanted}"
        require(fits, code, message, at=at, operand_type=operand, wanted=element)
    return element


@op("stablehlo.reduce_scatter", form=None, pure=False, collective=True, apart="results", waits=True, quantized="own")
def reduce_scatter(
    xp: Any,
    operand: Any,
    *,
    scatter_dimension: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    use_global_device_ids: Flag = False,
    computation: Region,
    meshes: Meshes = NO_MESHES,
    process: Any,
) -> Any:
    """``all_reduce``, of which each process keeps its own part along one dimension."""


@reduce_scatter.steps
def _(
    operand: Any,
    *,
    scatter_dimension: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    computation: Region,
    meshes: Meshes,
    process: Any,
    xp: Any,
) -> Step:
    groups = replica_groups, meshes, channel_handle
    group = of_global_ids(process, *groups, use_global_device_ids, "reduce_scatter.C4")

    def cut(arrays: Arrays, position: int) -> Arrays:
        (whole,) = arrays
        part = whole.shape[scatter_dimension] // len(group)
        place = slice(position * part, (position + 1) * part)
        return (whole[(slice(None),) * scatter_dimension + (place,)],)

    join, of = partial(_reduced, xp, computation), (scatter_dimension,)
    route = Parts(cut, join, _exact(computation)) if computation.pure_block else None
    name, body = "stablehlo.reduce_scatter", computation.block
    return Wait(Meet(name, group, channel(channel_handle), (operand,), join, cut, of, route, body), Done)


@reduce_scatter.infer(element="C9", shape="C8")
def _(
    operand: TensorType,
    *,
    scatter_dimension: int,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    computation: RegionType,
    result: Type | None,
    meshes: Meshes,
    op: Op,
) -> Type:
    require_per_tensor(operand=operand)
    inside = 0 <= scatter_dimension < operand.rank
    require(inside, "C2", "there is no dimension {scatter_dimension} in {operand}", at="scatter_dimension")
    ids = check_groups(replica_groups, meshes, "C3", "C5")
    check_same_sizes(replica_groups)
    check_global(channel_handle, use_global_device_ids, "C6")
    element = check_computation((operand,), computation, "computation", "C7")
    known = group_size(ids, op) if channel(channel_handle) <= 0 or use_global_device_ids else None
    size = operand.shape[scatter_dimension]
    if known and size is not None:
        message = "dimension {scatter_dimension} of {operand} is not divisible by {known}, the size of a group"
        require(size % known == 0, "C1", message, at="operand", known=known)
    extent = operand.extents[scatter_dimension]
    part = size_after(lambda size: size // known, extent) if known else None
    inferred = operand.resized(scatter_dimension, part).with_element(element)
    return with_dynamic(inferred, result, scatter_dimension)


@op("stablehlo.collective_reduce", form=None, pure=False, collective=True, apart="results", waits=True, quantized="own")
def collective_reduce(
    xp: Any,
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None = None,
    use_global_device_ids: Flag = False,
    has_dynamic_root: Flag = False,
    computation: Region,
    meshes: Meshes = NO_MESHES,
    process: Any,
    results: Sequence[TensorType],
) -> Any:
    """``all_reduce`` for the first process of each group; zeros for the others.

    With ``has_dynamic_root`` the last operand names, for each of the others, the position in the group of the process
    that gets the result.
    """


@collective_reduce.steps
def _(
    *operands: Any,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    has_dynamic_root: bool,
    computation: Region,
    meshes: Meshes,
    process: Any,
    xp: Any,
    results: Sequence[TensorType],
) -> Step:
    groups = replica_groups, meshes, channel_handle
    group = of_global_ids(process, *groups, use_global_device_ids, "collective_reduce.groups_cover")
    values, roots = split_roots(operands, has_dynamic_root)
    require_roots(roots, len(group), "run.collective_reduce")

    def share(joined: Arrays, position: int) -> Arrays:
        rows = zip(joined, roots, results, strict=False)
        return tuple(array if root == position else zeros(xp, array, result) for array, root, result in rows)

    join, of = partial(_reduced, xp, computation), (*roots,)
    name, route, body = "stablehlo.collective_reduce", _route(computation, roots), computation.block
    return Wait(Meet(name, group, channel(channel_handle), values, join, share, of, route, body), Done)


@collective_reduce.infer(result="result_types")
def _(
    *operands: TensorType,
    replica_groups: Groups,
    channel_handle: ChannelHandle | None,
    use_global_device_ids: bool,
    has_dynamic_root: bool,
    computation: RegionType,
    meshes: Meshes,
    op: Op,
) -> list[Type]:
    require_per_tensor(operands=operands)
    ids = check_groups(replica_groups, meshes, "groups_unique", "groups_in_range")
    # With partitions in the group, which only a grid knows, it is larger by their number.
    known = group_size(ids, op) if channel(channel_handle) <= 0 or use_global_device_ids else None
    values = check_roots(operands, known, op, "root") if has_dynamic_root else operands
    require_data(values)
    check_global(channel_handle, use_global_device_ids, "channel")
    element = check_computation(values, computation, "computation", "computation_type")
    return [operand.with_element(element) for operand in values]


@op("stablehlo.cross-replica-sum", form=None, pure=False, collective=True, waits=True)
def cross_replica_sum(
    xp: Any, operand: Any, *, replica_groups: Groups = (), meshes: Meshes = NO_MESHES, process: Any
) -> Any:
    """The sum of the operands of all replicas of a group (legacy: see ``all_reduce``)."""


@cross_replica_sum.steps
def _(operand: Any, *, replica_groups: Groups, meshes: Meshes, process: Any, xp: Any) -> Step:
    group = of_global_ids(process, replica_groups, meshes, None, False, "cross-replica-sum.groups_cover")

    def join(brought: Sequence[Arrays]) -> Arrays:
        total, *others = (arrays[0] for arrays in brought)
        for other in others:
            total = xp.add(total, other).astype(total.dtype)
        return (total,)

    route = Reduced(True, exact("stablehlo.add", operand.dtype))
    return Wait(Meet("stablehlo.cross-replica-sum", group, 0, (operand,), join, route=route), Done)


@cross_replica_sum.infer(result="result_type")
def _(operand: TensorType, *, replica_groups: Groups, meshes: Meshes) -> Type:
    require_tensors(operand=operand)
    check_groups(replica_groups, meshes, "groups_unique", "groups_in_range")
    return operand
