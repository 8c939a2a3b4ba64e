"""Meshes of devices with named axes, and groups of processes along some of the axes."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from ...ir.attributes import MOST_LISTED, ArrayAttr, DenseAttr, IntegerAttr, StringAttr, StructAttr, SymbolAttr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...ir.attributes import Attribute
    from ...ir.core import Op

    Meshes = Mapping[str, Attribute]

NO_MESHES: Meshes = {}

#: A size that has more digits than any number of devices is cut, and still too large.
_AXIS = re.compile(r'"([^"]*)"\s*=\s*(\d{1,18})')
_NUMBER = re.compile(r"\d{1,18}")
_DEVICES = re.compile(r"device_ids\s*=\s*\[([^\]]*)\]")


class Axis(NamedTuple):
    """An axis of a mesh, or a part of one: devices stand along it at ``place // below % size``."""

    name: str
    below: int
    size: int


class Mesh:
    """The axes of a mesh with their sizes, in order, and its devices, the last axis going fastest.

    ``count`` is how many devices there are: of a number that a text gives no list is made.
    """

    __slots__ = ("axes", "count", "devices")

    def __init__(self, axes: dict[str, int], devices: Sequence[int] = ()):
        self.axes = axes
        self.count = len(devices) or prod(axes.values())
        self.devices: Sequence[int] = devices or range(self.count)

    def axis(self, name: str, before: int = 1, size: int | None = None) -> Axis:
        """A whole axis, or the part of it that is ``size`` large and below one that is ``before`` large."""
        whole = self.axes.get(name, 1)
        if size is None:
            return Axis(name, 1, whole)
        parts = before * size
        return Axis(name, whole // parts if parts else 0, size)  # 0: the axis has no such part

    def places(self, number: int) -> dict[str, int]:
        """Where along each axis the device with a number (in the order of ``devices``) stands."""
        found: dict[str, int] = {}
        for name, size in reversed(self.axes.items()):
            number, found[name] = divmod(number, max(size, 1))
        return dict(reversed(found.items()))


def meshes_by_name(linked: Mapping[tuple[str, ...], Op]) -> Meshes:
    """The meshes that an op names, as its attributes write their names; one that says nothing of its devices is not known."""
    attributes = {str(SymbolAttr(*path)): mesh.attributes.get("mesh") for path, mesh in linked.items()}
    return {name: mesh for name, mesh in attributes.items() if mesh is not None}


def mesh_from(text: str) -> Mesh:
    """The mesh of a text such as ``<["x"=2, "y"=4], device_ids=[…]>``."""
    listed = _DEVICES.search(text)
    devices = [int(word) for word in _NUMBER.findall(listed[1])] if listed else []
    return Mesh({name: int(size) for name, size in _AXIS.findall(text.partition("]")[0])}, devices)


def mesh_of(groups: Attribute, meshes: Meshes) -> Mesh | None:
    """The mesh of groups that are given by mesh axes: one that is named, or written out; None while it is not known."""
    written = groups.fields.get("mesh") if isinstance(groups, StructAttr) else None
    if isinstance(written, SymbolAttr):
        named = meshes.get(str(written))
        return mesh_from(str(named)) if named is not None else None
    axes = written.fields.get("axes") if isinstance(written, StructAttr) else None
    if not isinstance(axes, ArrayAttr):
        return None
    found: dict[str, int] = {}
    for axis in axes.items:
        name, size = (axis.fields.get(field) if isinstance(axis, StructAttr) else None for field in ("name", "size"))
        if not isinstance(name, StringAttr) or not isinstance(size, IntegerAttr):
            return None
        found[name.value] = max(size.value, 0)
    devices = written.fields.get("device_ids") if isinstance(written, StructAttr) else None
    listed = devices.array.flat if isinstance(devices, DenseAttr) and devices.is_list else ()
    return Mesh(found, [int(number) for number in listed])


def named_axes(groups: Attribute, mesh: Mesh) -> list[Axis] | None:
    """The axes along which groups lie, in order; None where they are written in another way."""
    axes = groups.fields.get("axes") if isinstance(groups, StructAttr) else None
    if not isinstance(axes, ArrayAttr):
        return None
    found: list[Axis] = []
    for each in axes.items:
        name = each.fields.get("name") if isinstance(each, StructAttr) else each
        part = each.fields.get("sub_axis_info") if isinstance(each, StructAttr) else None
        if not isinstance(name, StringAttr):
            return None
        numbers = part.fields.values() if isinstance(part, StructAttr) else ()
        sizes = [number.value for number in numbers if isinstance(number, IntegerAttr)]
        if part is not None and (len(sizes) != 2 or min(sizes) < 1):
            return None
        found.append(mesh.axis(name.value, *sizes))
    return found


def is_listable(mesh: Mesh) -> bool:
    """Whether groups of its devices can be made: no machine has more, and a few digits can ask for any number."""
    return mesh.count <= MOST_LISTED and all(size <= MOST_LISTED for size in mesh.axes.values())


def groups_along(mesh: Mesh, axes: Sequence[Axis]) -> tuple[tuple[int, ...], ...]:
    """The devices of a mesh in groups along some axes, of which the last goes fastest; one group for each other place."""
    groups: dict[tuple[int, ...], list[tuple[list[int], int]]] = {}
    for number, device in enumerate(mesh.devices):
        others = mesh.places(number)
        inside = [others[axis.name] // axis.below % axis.size for axis in axes]
        for axis, place in zip(axes, inside, strict=True):
            others[axis.name] -= place * axis.below
        groups.setdefault(tuple(others.values()), []).append((inside, device))
    return tuple(tuple(device for _, device in sorted(members)) for members in groups.values())
