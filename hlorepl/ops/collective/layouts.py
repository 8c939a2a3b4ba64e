"""How values are cut over a mesh of devices, as Shardy's attributes say (``<@mesh, [{"x"}, {}]>``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from .mesh_axes import groups_along, mesh_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ...ir.attributes import Attribute
    from .mesh_axes import Axis, Mesh, Meshes

_MESH = r'@[\w.$-]+|@"[^"]*"|mesh<[^>]*>'
#: One layout: a mesh, then a list of axes in braces for each dimension.
_LAYOUT = re.compile(rf"<\s*({_MESH})\s*,\s*\[((?:\s*\{{[^}}]*\}}\s*(?:p\d+)?\s*,?)*)\s*\]")
_DIMENSION = re.compile(r"\{([^}]*)\}")
#: An axis, or (PRE)SIZE of it: a part of the axis, SIZE large, below one that is PRE large.
_AXIS = re.compile(r'"([^"]*)"(?:\s*:\s*\((\d{1,18})\)(\d{1,18}))?')


class Layout:
    """Along which axes of a mesh each dimension of a value is cut, the axis that goes slowest first."""

    __slots__ = ("dimensions", "mesh")

    def __init__(self, mesh: Mesh, dimensions: Sequence[Sequence[Axis]]):
        self.mesh = mesh
        self.dimensions = dimensions

    def place(self, shape: Sequence[int], device: int) -> tuple[slice, ...]:
        """Where in a value of a shape the part of a device lies; raises ``run.sharding`` where parts are not equal."""
        found: list[slice] = []
        for size, axes in zip(shape, self.dimensions, strict=True):
            count, number = 1, 0
            for axis in axes:
                count *= axis.size
                number = number * axis.size + self._along(axis, device)
            if size % count:
                message = f"a dimension of {size} is not cut into {count} equal parts"
                raise HloError(message, code="run.sharding")
            part = size // count
            found.append(slice(number * part, (number + 1) * part))
        return tuple(found)

    def whole(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of a value of which each device has a part of a shape."""
        sizes: list[int] = []
        for size, axes in zip(shape, self.dimensions, strict=True):
            for axis in axes:
                size *= axis.size
            sizes.append(size)
        return tuple(sizes)

    def _along(self, axis: Axis, device: int) -> int:
        places = self.mesh.places(self.mesh.devices.index(device))
        if axis.name not in places:
            raise HloError(f"the mesh has no axis {axis.name}", code="run.sharding")
        return places[axis.name] // axis.below % axis.size


def layouts_of(shardings: Attribute, meshes: Meshes, manual: Attribute) -> list[Layout]:
    """The layouts of a list of shardings, by the axes that are ``manual``; along the others values stay whole."""
    axes = {name for name, _, _ in _AXIS.findall(str(manual))}
    return [_layout(mesh, dimensions, meshes, axes) for mesh, dimensions in _LAYOUT.findall(str(shardings))]


def _layout(mesh_text: str, dimensions: str, meshes: Meshes, manual: set[str]) -> Layout:
    mesh = mesh_from(mesh_text if mesh_text.startswith("mesh") else str(meshes[mesh_text]))
    rows = [_AXIS.findall(row) for row in _DIMENSION.findall(dimensions)]
    cut = [[_axis(mesh, *each) for each in row if each[0] in manual] for row in rows]
    return Layout(mesh, cut)


def _axis(mesh: Mesh, name: str, *part: str) -> Axis:
    found = mesh.axis(name, *map(int, filter(None, part)))
    if found.below < 1 or found.size < 1:
        raise HloError(f"the axis {name} of size {mesh.axes.get(name, 1)} has no such part", code="run.sharding")
    return found


def cut(layouts: Iterable[Layout], arrays: Iterable[Any], device: int) -> tuple[Any, ...]:
    """The parts of values that a device has."""
    pairs = zip(layouts, arrays, strict=True)
    return tuple(array[layout.place(array.shape, device)] for layout, array in pairs)


def together(layouts: Sequence[Layout], manual: Attribute, device: int) -> tuple[int, ...]:
    """The devices that stand along the ``manual`` axes with one of them, itself too, in the order of these axes."""
    if not layouts:
        return (device,)
    mesh, names = layouts[0].mesh, {name for name, _, _ in _AXIS.findall(str(manual))}
    axes = [mesh.axis(name) for name in mesh.axes if name in names]
    return next(group for group in groups_along(mesh, axes) if device in group)


def joined(
    layouts: Sequence[Layout], brought: Mapping[int, Sequence[Any]], empty: Callable[..., Any]
) -> tuple[Any, ...]:
    """The whole values of which each device has brought its parts."""
    found: list[Any] = []
    for number, layout in enumerate(layouts):
        first = next(iter(brought.values()))[number]
        whole = empty(layout.whole(first.shape), first.dtype)
        for device, parts in brought.items():
            whole[layout.place(whole.shape, device)] = parts[number]
        found.append(whole)
    return tuple(found)
