"""What can be told without running of processes that are to meet: groups that do not fit the grid, channels with one end, conditions."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ..errors import HloError, HloWarning
from ..ir.attributes import IntegerAttr
from ..ir.core import Function, Module
from ..ops import registry
from ..ops.collective.groups import groups_along_one, groups_with_global_ids, listed_groups
from ..ops.collective.layouts import layouts_of
from ..ops.collective.mesh_axes import NO_MESHES, meshes_by_name
from ..ops.collective.shardy import devices_asked
from ..ops.purity import reached
from .conditions import chosen_apart
from .decoding import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir.core import Op
    from ..ops.collective.mesh_axes import Meshes
    from ..ops.registry import OpSpec

    Grid = tuple[int, int]


def unmet(module: Module, grid: Grid | None = None) -> Iterator[HloError]:
    """A warning for each op at which processes cannot, or need not, meet on a grid (None: the one that the module asks for)."""
    ops = [op for op in module.walk() if not isinstance(op, Function | Module)]
    grids = _grids(ops)
    asked = grid or _grid_of(module)
    for op in ops:
        spec = registry.of(op)
        if spec is not None and spec.waits:
            for each in sorted(grids.get(id(op), {asked} - {None})):
                yield from _outside(op, spec, each)
    yield from _one_ended(ops)
    yield from chosen_apart(op for op in module.walk() if isinstance(op, Function))


def _grid_of(module: Module) -> Grid | None:
    """The grid that a module asks for; None where it does not say."""
    found = [module.attributes.get(f"mhlo.num_{what}") for what in ("replicas", "partitions")]
    numbers = [each.value for each in found if isinstance(each, IntegerAttr)]
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    devices = devices_asked(module)
    return (1, devices) if devices > 1 and not numbers else None


def _grids(ops: Sequence[Op]) -> dict[int, set[Any]]:
    """The grids on which ops are run by others (``interpreter.run_parallel``), by the ops' ids."""
    found: dict[int, set[Any]] = defaultdict(set)
    for op in ops:
        if op.name == "interpreter.run_parallel":
            spec = registry.of(op)
            assert spec is not None
            programs = _settings(op, spec).get("programs") or ()
            if programs:
                for inner in reached([op]):
                    if inner is not None and inner is not op:
                        found[id(inner)].add((len(programs), len(programs[0])))
    return found


def _settings(op: Op, spec: OpSpec) -> Mapping[str, Any]:
    """The op's attributes; none where they are wrong, which its own rule says."""
    try:
        return decoded(op, spec)
    except HloError:
        return {}


# Groups


def _outside(op: Op, spec: OpSpec, grid: Grid) -> Iterator[HloError]:
    """A warning where an op names processes that are not in a grid, or leaves some out."""
    values = _settings(op, spec)
    known = meshes_by_name(op.links) if "meshes" in spec.wants else NO_MESHES
    try:
        _require_inside(op, values, known, grid)
    except HloError as error:
        if error.code == "grid.groups":
            asked = f"{error.message}; this runs on a grid of {grid[0]} x {grid[1]}"
            yield HloWarning(asked, op.span_of("name"), "grid.groups")


def _require_inside(op: Op, values: Mapping[str, Any], meshes: Meshes, grid: Grid) -> None:
    handle, code = values.get("channel_handle"), "grid.groups"
    channel = 0 if handle is None else handle.handle
    if "use_global_device_ids" in values:
        ids = listed_groups(values["replica_groups"], meshes)
        groups_with_global_ids(grid, ids, channel, values["use_global_device_ids"], code)
    elif "replica_groups" in values:
        ids = listed_groups(values["replica_groups"], meshes)
        groups_along_one(grid, ids, channel, code, op.name.endswith(("all_to_all", "sum")))
    elif "manual_axes" in values:
        axes = values["manual_axes"]
        layouts = [each for side in ("in", "out") for each in layouts_of(values[f"{side}_shardings"], meshes, axes)]
        for count in {len(layout.mesh.devices) for layout in layouts} - {grid[0] * grid[1]}:
            raise HloError(f"the mesh has {count} devices", code=code)
    elif op.name in _ENDS:
        pairs = () if values.get("is_host_transfer") else values.get("source_target_pairs", ())
        most = max((number for pair in pairs for number in pair), default=0)
        if most >= grid[0] * grid[1]:
            raise HloError(f"the pairs name processes up to number {most}", code=code)
    elif "source_target_pairs" in values:
        groups_along_one(grid, values["source_target_pairs"], channel, code, complete=False)


# Channels

#: Which op is at each end of a channel, and what is missing where only that one is there.
_ENDS = {"stablehlo.send": "receives from", "stablehlo.recv": "sends to"}


def _one_ended(ops: Sequence[Op]) -> Iterator[HloError]:
    """A warning for each send that nothing receives, for each receive that nothing sends to: by channels, and by pairs of processes."""
    ends: dict[tuple[str, int], list[tuple[Op, set[Any]]]] = defaultdict(list)
    for op in ops:
        spec = registry.of(op)
        if op.name in _ENDS and spec is not None:
            values = _settings(op, spec)
            if values and not values["is_host_transfer"]:
                pairs = {*values["source_target_pairs"]} or {None}
                ends[op.name, values["channel_handle"].handle].append((op, pairs))
    for (name, channel), found in [*ends.items()]:
        (other,) = (each for each in _ENDS if each != name)
        theirs = set[Any]().union(*(pairs for _, pairs in ends.get((other, channel), ())))
        for op, pairs in found:
            if not theirs:
                yield HloWarning(f"nothing {_ENDS[name]} channel {channel}", op.span_of("name"), "grid.channel")
            elif pairs - theirs:
                message = f"nothing {_ENDS[name]} channel {channel} {_pairs_text(pairs - theirs)}"
                yield HloWarning(message, op.span_of("name"), "grid.channel")


def _pairs_text(pairs: set[Any]) -> str:
    named = sorted(pair for pair in pairs if pair is not None)
    if not named:
        return "without source_target_pairs"
    return "by the pairs of processes " + ", ".join(f"[{source}, {target}]" for source, target in named[:4])
