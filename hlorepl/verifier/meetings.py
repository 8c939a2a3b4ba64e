"""What can be told without running of processes that are to meet: groups that do not fit the grid, channels with one end, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import HloError, HloWarning
from ..ir.attributes import IntegerAttr
from ..ir.core import Function, Module
from ..ops import registry
from ..ops.collective.groups import groups_along_one, groups_with_global_ids, listed_groups
from ..ops.collective.mesh_axes import NO_MESHES, meshes_by_name
from ..ops.purity import reached
from .decoding import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..ir.core import Block, Op, Value
    from ..ops.registry import OpSpec

_PLACES = {"stablehlo.replica_id", "stablehlo.partition_id"}
#: Ops that run regions by what a value says, with the number of the operand that says it (None: the first region gives it).
_CHOOSES: dict[str, int | None] = {"stablehlo.if": 0, "stablehlo.case": 0, "stablehlo.while": None}


def unmet(module: Module) -> Iterator[HloError]:
    """A warning for each op at which processes cannot, or need not, meet."""
    ops = [op for op in module.walk() if not isinstance(op, Function | Module)]
    grid = _grid_of(module)
    for op in ops:
        spec = registry.of(op)
        if spec is not None and spec.collective and grid is not None:
            yield from _outside(op, spec, grid)
    yield from _one_ended(ops)
    for function in (op for op in module.walk() if isinstance(op, Function)):
        if not function.is_declaration:
            yield from _Conditions().in_block(function.body)


def _grid_of(module: Module) -> tuple[int, int] | None:
    """The grid that a module asks for; None where it does not say."""
    found = [module.attributes.get(f"mhlo.num_{what}") for what in ("replicas", "partitions")]
    numbers = [each.value for each in found if isinstance(each, IntegerAttr)]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


# Groups


def _outside(op: Op, spec: OpSpec, grid: tuple[int, int]) -> Iterator[HloError]:
    """A collective op whose groups do not fit the grid that the module asks for."""
    try:
        values = decoded(op, spec)
    except HloError:  # said by the op's own rule
        return
    handle = values.get("channel_handle")
    channel = 0 if handle is None else handle.handle
    known = meshes_by_name(op.links) if "meshes" in spec.wants else NO_MESHES
    try:
        if "use_global_device_ids" in values:
            ids = listed_groups(values["replica_groups"], known)
            groups_with_global_ids(grid, ids, channel, values["use_global_device_ids"], "grid.groups")
        elif "replica_groups" in values:
            ids = listed_groups(values["replica_groups"], known)
            groups_along_one(grid, ids, channel, "grid.groups", op.name.endswith(("all_to_all", "sum")))
        elif op.name == "stablehlo.collective_permute":
            groups_along_one(grid, values["source_target_pairs"], channel, "grid.groups", complete=False)
    except HloError as error:
        if error.code == "grid.groups":
            asked = f"; the module asks for a grid of {grid[0]} x {grid[1]}"
            yield HloWarning(error.message + asked, op.span_of("name"), "grid.groups")


# Channels


def _one_ended(ops: list[Op]) -> Iterator[HloError]:
    """Sends that nothing receives, receives that nothing sends to."""
    ends: dict[str, dict[int, Op]] = {"stablehlo.send": {}, "stablehlo.recv": {}}
    for op in ops:
        spec = registry.of(op)
        if op.name in ends and spec is not None:
            try:
                values = decoded(op, spec)
            except HloError:  # said by the op's own rule
                continue
            if not values["is_host_transfer"]:
                ends[op.name].setdefault(values["channel_handle"].handle, op)
    sends, receives = ends.values()
    for channel, op in [*sends.items(), *receives.items()]:
        if channel not in sends or channel not in receives:
            missing = "receives from" if channel in sends else "sends to"
            yield HloWarning(f"nothing {missing} channel {channel}", op.span_of("name"), "grid.channel")


# Conditions


class _Conditions:
    """Follows what depends on where a process stands through the ops of a function."""

    def __init__(self) -> None:
        self._differs: set[int] = set()

    def in_block(self, block: Block) -> Iterator[HloError]:
        for op in block.ops:
            regions = [inner for region in op.regions for inner in region.blocks]
            for inner in regions:
                yield from self._enter(op, inner)
            if op.name in _CHOOSES and self._chooses_apart(op) and _meets(op):
                message = (
                    "what is chosen here depends on where the process stands, and the others wait in a collective op"
                )
                yield HloWarning(message, op.span_of("name"), "grid.condition")
            if self._comes_apart(op):
                self._differs.update(map(id, op.results))

    def _enter(self, op: Op, block: Block) -> Iterator[HloError]:
        """The state of a loop differs where what it begins with does; what a turn gives, the next one takes."""
        for argument, operand in zip(block.arguments, op.operands, strict=False):
            if id(operand) in self._differs:
                self._differs.add(id(argument))
        yield from self.in_block(block)

    def _chooses_apart(self, op: Op) -> bool:
        number = _CHOOSES[op.name]
        if number is not None:
            return id(op.operands[number]) in self._differs
        last = op.regions[0].block.terminator if op.regions else None
        return last is not None and any(id(value) in self._differs for value in last.operands)

    def _comes_apart(self, op: Op) -> bool:
        spec = registry.of(op)
        if spec is not None and spec.collective:
            return False  # what all bring together is the same for all of a group
        inner: list[Value] = []
        for region in op.regions:
            last = region.block.terminator if region.blocks else None
            inner += last.operands if last is not None else []
        return op.name in _PLACES or any(id(value) in self._differs for value in (*op.operands, *inner))


def _meets(op: Op) -> bool:
    """Whether an op may run a collective op."""
    inside = (each for each in reached([op]) if each is not None and each is not op)
    return any(spec is not None and spec.collective for spec in map(registry.of, inside))
