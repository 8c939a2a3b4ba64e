"""The custom_call targets by which XLA's partitioner (GSPMD) leaves a program of whole values, and comes back to it.

Outside each process has whole values, as with Shardy (``shardy.py``); ``@SPMDFullToShardShape`` cuts out the part of a
process, by the sharding of what makes its operand, and ``@SPMDShardToFullShape`` joins the parts of all. The devices are
the partitions of a replica, or where shardings are for more, all processes, row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.attributes import StringAttr
from ...ir.core import Op
from ...ir.types import TensorType
from ..custom_calls.custom_call import custom_call
from ..custom_calls.targets import register_target
from ..flow import Done, Step, Wait
from ..registry import OpSpec
from ..requests import Meet
from .tilings import devices_asked, tiling_from

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ir.types import Type
    from ..annotations import I32, Attribute, Callees
    from ..requests import Arrays, Place

_SHARDING = "mhlo.sharding"


def full_to_shard(
    xp: Any,
    whole: Any,
    *,
    call_target_name: str,
    has_side_effect: bool = False,
    backend_config: Attribute | None = None,
    api_version: I32 = 1,
    called_computations: Callees | None = (),
    operand_layouts: Attribute | None = None,
    result_layouts: Attribute | None = None,
    output_operand_aliases: Attribute | None = None,
    discardable: dict[str, Any],
    results: Sequence[Type],
    process: Any,
) -> Any:
    """The part of a whole value that a process has."""


def shard_to_full(
    xp: Any,
    part: Any,
    *,
    call_target_name: str,
    has_side_effect: bool = False,
    backend_config: Attribute | None = None,
    api_version: I32 = 1,
    called_computations: Callees | None = (),
    operand_layouts: Attribute | None = None,
    result_layouts: Attribute | None = None,
    output_operand_aliases: Attribute | None = None,
    discardable: dict[str, Any],
    results: Sequence[Type],
    process: Any,
) -> Any:
    """The whole value of which each process has a part."""


def _declared(function: Callable[..., Any], **options: Any) -> OpSpec:
    """What these are: a custom_call by another rule."""
    found = OpSpec(custom_call.name, function, form=custom_call.form, pure=False, quantized="storage", **options)
    rule = custom_call.infer_rule
    assert rule is not None

    @found.infer
    def _(
        tensor: Type,
        *,
        call_target_name: str,
        backend_config: Attribute | None,
        api_version: int,
        operand_layouts: Attribute | None,
        result_layouts: Attribute | None,
        output_operand_aliases: Attribute | None,
        results: Sequence[Type] | None,
    ) -> None:
        rule(
            tensor,
            backend_config=backend_config,
            api_version=api_version,
            operand_layouts=operand_layouts,
            result_layouts=result_layouts,
            output_operand_aliases=output_operand_aliases,
            results=results,
        )
        one = "{target} takes one tensor and makes one"
        both = isinstance(tensor, TensorType) and all(isinstance(of, TensorType) for of in results or ())
        single = results is None or len(results) == 1
        require(both and single, "results", one, at="call_target_name", target=call_target_name)

    return found


FULL_TO_SHARD = _declared(full_to_shard, apart="results")
SHARD_TO_FULL = _declared(shard_to_full, waits=True, collective=True)
register_target("SPMDFullToShardShape", FULL_TO_SHARD)
register_target("SPMDShardToFullShape", SHARD_TO_FULL)


@FULL_TO_SHARD.plan
def _(xp: Any, of: Type, *, op: Op, results: Sequence[Type], process: Any) -> Callable[[Any], Any]:
    made_by = op.operands[0].owner
    text = _text(made_by.attributes.get(_SHARDING) if isinstance(made_by, Op) else None)
    number, count = _standing(process, text)

    def cut(whole: Any) -> Any:
        part = whole[tiling_from(text, count).place(whole.shape, number)]
        _require(part, results[0], text)
        return part

    return cut


@SHARD_TO_FULL.steps
def _(part: Any, *, discardable: dict[str, Any], results: Sequence[Type], process: Any, xp: Any) -> Step:
    text = _text(discardable.get(_SHARDING))
    number, count = _standing(process, text)
    tiling = tiling_from(text, count)
    devices = tiling.together(number, count)

    def join(brought: Sequence[Arrays]) -> Arrays:
        parts = [arrays[0] for arrays in brought]
        whole = tiling.joined(dict(zip(devices, parts, strict=True)), xp.empty)
        _require(whole, results[0], text)
        return (whole,)

    if process.is_alone:
        return Done(join([(part,)]))
    group = tuple(_place(process, device, count) for device in devices)
    return Wait(Meet("custom_call @SPMDShardToFullShape", group, 0, (part,), join, attributes=(text,)), Done)


def _text(sharding: Attribute | None) -> str:
    """A sharding; where none is said, each process has all."""
    return sharding.value if isinstance(sharding, StringAttr) else "{replicated}"


def _standing(process: Any, text: str) -> tuple[int, int]:
    """Which of the devices of a sharding a process is, and of how many."""
    replicas, partitions = process.grid
    everybody = replicas * partitions
    if partitions == 1 or partitions != devices_asked(text) == everybody:
        return process.replica * partitions + process.partition, everybody
    return process.partition, partitions


def _place(process: Any, device: int, count: int) -> Place:
    """The process that is a device, of so many."""
    partitions = process.grid[1]
    return (process.replica, device) if count == partitions else divmod(device, partitions)


def _require(array: Any, wanted: Type, text: str) -> None:
    """Raise ``run.custom_call`` unless an array has the shape that is declared."""
    if isinstance(wanted, TensorType) and wanted.is_static and array.shape != wanted.sizes:
        made = "x".join(map(str, array.shape)) or "a single number"
        raise HloError(f"the result is {wanted}, and the sharding {text} makes it {made}", code="run.custom_call")
