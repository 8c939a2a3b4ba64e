"""Meshes of devices with named axes, and groups of processes along some of the axes."""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from ...ir.attributes import ArrayAttr, IntegerAttr, StringAttr, StructAttr, SymbolAttr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...ir.attributes import Attribute

    Meshes = Mapping[str, Attribute]

NO_MESHES: Meshes = {}

_AXIS = re.compile(r'"([^"]*)"\s*=\s*(\d+)')
_DEVICES = re.compile(r"device_ids\s*=\s*\[([^\]]*)\]")


class Mesh:
    """The axes of a mesh with their sizes, in order, and its devices, the last axis going fastest."""

    __slots__ = ("axes", "devices")

    def __init__(self, axes: dict[str, int], devices: Sequence[int] = ()):
        self.axes = axes
        self.devices = list(devices) or list(range(prod(axes.values())))


def mesh_from(text: str) -> Mesh:
    """The mesh of a text such as ``<["x"=2, "y"=4], device_ids=[…]>``."""
    listed = _DEVICES.search(text)
    devices = [int(word) for word in listed[1].split(",") if word.strip()] if listed else []
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
        found[name.value] = size.value
    return Mesh(found)


def named_axes(groups: Attribute) -> list[str] | None:
    """The axes along which groups lie, in order; None where they are not whole axes, or are written in another way."""
    axes = groups.fields.get("axes") if isinstance(groups, StructAttr) else None
    if not isinstance(axes, ArrayAttr):
        return None
    found: list[str] = []
    for axis in axes.items:
        name = axis.fields.get("name") if isinstance(axis, StructAttr) and len(axis.fields) == 1 else axis
        if not isinstance(name, StringAttr):
            return None
        found.append(name.value)
    return found


def groups_along(mesh: Mesh, axes: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The devices of a mesh in groups along some axes, of which the last goes fastest; one group for each other place."""
    strides: dict[str, int] = {}
    step = len(mesh.devices)
    for axis, size in mesh.axes.items():
        step //= max(size, 1)
        strides[axis] = step

    def offsets(names: Sequence[str]) -> list[int]:
        steps = [[place * strides[name] for place in range(mesh.axes[name])] for name in names]
        return [sum(places) for places in product(*steps)]

    others = [axis for axis in mesh.axes if axis not in axes]
    inside = offsets(axes)
    return tuple(tuple(mesh.devices[start + offset] for offset in inside) for start in offsets(others))
