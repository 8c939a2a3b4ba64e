"""Shardy (``sdy``): how values are laid out over a mesh of processes.

Outside of ``sdy.manual_computation`` a program is about whole values, and each process has them: what says where their parts should
be, or how the parts should travel, is an identity. So are ``sdy.all_reduce`` and ``sdy.reduce_scatter``: they join sums that a partitioned
program would have in parts, and here no sum ever was. ``sdy.manual_computation`` runs its body on each process's part; that takes
a process for each device of the mesh.
"""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.symbols import symbols_in
from ...ir.types import TensorType
from ..flow import Done, Enter, Step, Wait
from ..registry import op
from ..requests import Meet
from .layouts import cut, joined, layouts_of, together
from .mesh_axes import mesh_from, meshes_by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.core import Module
    from ...ir.types import Type
    from ..annotations import Attribute, Region, RegionType
    from ..requests import Arrays
    from .layouts import Layout
    from .mesh_axes import Meshes

_MESH_INLINE = re.compile(r"mesh<\s*\[[^\]]*\]")


@op("sdy.mesh", form="sdy_mesh", pure=False)
def mesh(xp: Any, *, sym_name: str, mesh: Attribute) -> Any:
    """A grid of devices with named axes, to which other ops refer."""
    return ()


@mesh.infer
def _() -> list[Type]:
    return []


@op("sdy.return", form="func_return", terminator=True)
def return_(xp: Any, *results: Any) -> Any:
    """End a region with these results."""
    return results


return_.infer(lambda *results: [])


@op("sdy.sharding_constraint", form="sdy_sharding", quantized="storage")
def sharding_constraint(xp: Any, tensor: Any, *, sharding: Attribute) -> Any:
    """The operand, which should have a certain layout."""
    return (tensor,)


@op("sdy.reshard", form="sdy_sharding", quantized="storage")
def reshard(xp: Any, tensor: Any, *, sharding: Attribute) -> Any:
    """The operand in a certain layout."""
    return (tensor,)


@op("sdy.propagation_barrier", form="sdy_propagation_barrier", quantized="storage")
def propagation_barrier(xp: Any, tensor: Any, *, allowed_direction: Attribute) -> Any:
    """The operand, across which layouts do not spread."""
    return (tensor,)


@op("sdy.sharding_group", form="sdy_sharding_group", pure=False, quantized="storage")
def sharding_group(xp: Any, tensor: Any, *, group_id: int) -> Any:
    """All values of a group should have one layout."""
    return ()


@op("sdy.all_gather", form="sdy_collective", quantized="storage")
def all_gather(xp: Any, tensor: Any, *, gathering_axes: Attribute, out_sharding: Attribute) -> Any:
    """The operand without the cuts along some axes of the mesh."""
    return (tensor,)


@op("sdy.all_slice", form="sdy_collective", quantized="storage")
def all_slice(xp: Any, tensor: Any, *, slicing_axes: Attribute, out_sharding: Attribute) -> Any:
    """The operand, cut along some axes of the mesh."""
    return (tensor,)


@op("sdy.all_to_all", form="sdy_collective", quantized="storage")
def all_to_all(xp: Any, tensor: Any, *, params: Attribute, out_sharding: Attribute) -> Any:
    """The operand, cut along other dimensions."""
    return (tensor,)


@op("sdy.collective_permute", form="sdy_collective", quantized="storage")
def collective_permute(xp: Any, tensor: Any, *, out_sharding: Attribute) -> Any:
    """The operand, its shares on other devices."""
    return (tensor,)


@op("sdy.all_reduce", form="sdy_collective", quantized="storage")
def all_reduce(xp: Any, tensor: Any, *, reduction_axes: Attribute, out_sharding: Attribute) -> Any:
    """The operand, which devices along some axes of the mesh would have in parts to be summed."""
    return (tensor,)


@op("sdy.reduce_scatter", form="sdy_collective", quantized="storage")
def reduce_scatter(xp: Any, tensor: Any, *, reduce_scatter_axes: Attribute, out_sharding: Attribute) -> Any:
    """The operand, which devices along some axes of the mesh would have in parts to be summed, cut along them."""
    return (tensor,)


def _same(tensor: Type) -> Type:
    require(isinstance(tensor, TensorType), "operand_type", "{tensor} must be a tensor", at="tensor")
    return tensor


def _none(tensor: Type) -> list[Type]:
    _same(tensor)
    return []


for _moved in (sharding_constraint, reshard, propagation_barrier, all_gather, all_slice, all_to_all):
    _moved.infer(_same, result="result_type")
for _joined in (collective_permute, all_reduce, reduce_scatter):
    _joined.infer(_same, result="result_type")
sharding_group.infer(_none)


@op("sdy.manual_computation", form="sdy_manual_computation", waits=True, apart="region")
def manual_computation(
    xp: Any,
    *tensors: Any,
    in_shardings: Attribute,
    out_shardings: Attribute,
    manual_axes: Attribute,
    body: Region,
    meshes: Meshes,
    process: Any,
) -> Any:
    """Run a body on each device's share of the operands, and join the shares of the results.

    The processes of the grid are the devices, row by row; each has the whole values outside of the body. Those that stand along the manual
    axes work together: along the others all have the same, or a computation around this one has cut values there.
    """


@manual_computation.steps
def _(
    *tensors: Any,
    in_shardings: Attribute,
    out_shardings: Attribute,
    manual_axes: Attribute,
    body: Region,
    meshes: Meshes,
    process: Any,
    xp: Any,
) -> Step:
    if process.is_alone:
        require_one_device("sdy.manual_computation", in_shardings, meshes)
        require_one_device("sdy.manual_computation", out_shardings, meshes)
        return Enter(body, tensors, Done)
    replicas, partitions = process.grid
    inside = layouts_of(in_shardings, meshes, manual_axes)
    outside = layouts_of(out_shardings, meshes, manual_axes)
    _require_devices([*inside, *outside], replicas * partitions)
    number = process.replica * partitions + process.partition
    devices = together([*inside, *outside], manual_axes, number)
    group = tuple(divmod(device, partitions) for device in devices)

    def join(brought: Sequence[Arrays]) -> Arrays:
        return joined(outside, dict(zip(devices, brought, strict=True)), xp.empty)

    def meet(results: Arrays) -> Step:
        return Wait(Meet("sdy.manual_computation", group, 0, results, join), Done)

    return Enter(body, cut(inside, tensors, number), meet)


def _require_devices(layouts: Sequence[Layout], count: int) -> None:
    """Raise the error that says which grid is needed, unless there is a process for each device of the meshes."""
    for layout in layouts:
        devices = layout.mesh.count
        if devices != count:
            message = (
                f"sdy.manual_computation runs on the {devices} devices of its mesh, and there are {count} processes"
            )
            raise HloError(message, code="run.grid", help=f"run it on a grid of 1 x {devices}: --grid 1x{devices}")


@manual_computation.infer
def _(*tensors: Type, body: RegionType, results: list[Type] | None) -> None:
    _check_count("the body takes {wanted} arguments, here are {found}", len(body.arguments), len(tensors))
    if results is not None:
        _check_count("the body returns {wanted} values, here are {found} results", len(body.returns), len(results))


def _check_count(message: str, wanted: int, found: int) -> None:
    require(wanted == found, "body_type", message, at="body", wanted=wanted, found=found)


@op("sdy.named_computation", form="sdy_named_computation")
def named_computation(
    xp: Any,
    *operands: Any,
    name: str,
    in_shardings: Attribute | None = None,
    out_shardings: Attribute | None = None,
    body: Region,
) -> Any:
    """Run a body that has a name."""
    return body(*operands)


@named_computation.steps
def _(*operands: Any, body: Region) -> Step:
    return Enter(body, operands, Done)


@named_computation.infer(result="result_types")
def _(*operands: Type, body: RegionType) -> list[Type]:
    _check_count("the body takes {wanted} arguments, here are {found}", len(body.arguments), len(operands))
    return list(body.returns)


def devices_asked(module: Module) -> int:
    """The number of devices of the largest mesh on which a (linked) module computes by parts; 1 where it does not."""
    counts = [1]
    if any(op.name == "sdy.mesh" for op in module.body.ops):
        for op in module.walk():
            if op.name == "sdy.manual_computation":
                meshes = meshes_by_name(op.links)
                counts += [len(mesh_from(str(mesh)).devices) for mesh in meshes.values()]
    return max(counts)


def meshes_of(shardings: Attribute, meshes: Meshes) -> dict[str, dict[str, int]]:
    """The meshes that shardings name (or spell out), with their axes."""
    found = {inline: mesh_from(inline).axes for inline in _MESH_INLINE.findall(str(shardings))}
    return found | {name: mesh_from(str(meshes[name])).axes for name in map(str, symbols_in(shardings))}


def require_one_device(what: str, shardings: Attribute, meshes: Meshes) -> None:
    """Raise the error that says which grid is needed, unless each mesh has one device."""
    for name, axes in meshes_of(shardings, meshes).items():
        count = prod(axes.values())
        if count != 1:
            sizes = ", ".join(f"{axis} = {size}" for axis, size in axes.items())
            message = f"{what} runs on the {count} devices of the mesh {name} ({sizes}), and there is one process"
            raise HloError(message, code="run.grid", help=f"run it on a grid of 1 x {count}: --grid 1x{count}")
