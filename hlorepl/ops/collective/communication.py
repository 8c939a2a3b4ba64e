"""Tokens, and what passes between a process and the world: infeed, outfeed, send, recv; where the process stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import HloError, require
from ...ir.attributes import ArrayAttr
from ...ir.types import ELEMENTS, TOKEN, TensorType, TokenType, element_of
from ..flow import Done, Step, Wait
from ..registry import op
from ..requests import Receive, Send
from ..rules import require_tensors, require_tokens, types_agree
from ..written import numbers_of
from .exchange import check_pairs, zeros
from .groups import larger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir.types import Type
    from ..annotations import Attribute, ChannelHandle, Rows
    from ..requests import Place

_UI32 = TensorType((), ELEMENTS["ui32"])
_DEVICE_TO_DEVICE, _DEVICE_TO_HOST, _HOST_TO_DEVICE = 1, 2, 3


@op("stablehlo.after_all", form="after_all")
def after_all(xp: Any, *inputs: Any) -> Any:
    """A token that comes after all these tokens."""
    return None


@after_all.infer(result="result_type")
def _(*inputs: Type) -> Type:
    require_tokens(inputs=inputs)
    return TOKEN


@op("stablehlo.create_token", form="create_token")
def create_token(xp: Any) -> Any:
    """A token that comes after nothing (legacy: see ``after_all``)."""
    return None


create_token.infer(lambda: TOKEN, result="result_type")


@op("stablehlo.replica_id", form="replica_id", apart="results")
def replica_id(xp: Any, *, process: Any) -> Any:
    """The number of the replica that runs this process."""
    return xp.asarray(process.replica, dtype=xp.uint32)


replica_id.infer(lambda: _UI32, result="result_type")


@op("stablehlo.partition_id", form="partition_id", apart="results")
def partition_id(xp: Any, *, process: Any) -> Any:
    """The number of the partition that runs this process."""
    return xp.asarray(process.partition, dtype=xp.uint32)


partition_id.infer(lambda: _UI32, result="result_type")


@op("stablehlo.infeed", form=None, pure=False, apart="results")
def infeed(
    xp: Any,
    token: Any,
    *,
    infeed_config: str = "",
    layout: Attribute | None = None,
    process: Any,
    results: Sequence[Type],
) -> Any:
    """Take the next values from the process's infeed."""
    return (*_expected(process.infeed(), results[:-1], "run.infeed"), None)


def _expected(values: Sequence[Any], types: Sequence[Any], code: str) -> Sequence[Any]:
    """Values that came from outside, once they are known to be what the program declares."""
    found = [TensorType(value.shape, element_of(value.dtype)) for value in values]
    wanted = [type_.with_element(type_.element.storage) if type_.element.is_quantized else type_ for type_ in types]
    if len(found) != len(wanted) or not all(map(types_agree, found, wanted)):
        come, listed = ", ".join(map(str, found)), ", ".join(map(str, types))
        raise HloError(f"what came in is ({come}), the program takes ({listed})", code=code)
    return values


@infeed.infer
def _(token: Type, *, layout: Attribute | None, results: Sequence[Type] | None) -> None:
    require_tokens(token=token)
    _check_results(results)
    if layout is not None and results is not None:
        _check_layouts(layout, results[:-1])


def _check_layouts(layout: Attribute, results: Sequence[Type]) -> None:
    """A list of dimensions, innermost first, for each result that is a tensor."""
    listed = layout.items if isinstance(layout, ArrayAttr) else None
    rows = [numbers_of(row) if isinstance(row, ArrayAttr) else None for row in listed or ()]
    good = listed is not None and None not in rows
    require(good, "attribute_kind", "layout must be a list of lists of dimensions, not {layout}", at="layout")
    count, found = len(results), len(rows)
    message = "the number of layouts is {found}, that of results beside the token {count}"
    require(count == found, "layout", message, at="layout", count=count, found=found)


def _check_results(results: Sequence[Type] | None, codes: tuple[str, str, str] = ("C1", "C2", "C3")) -> None:
    """Results are tensors, then a token."""
    if results is None:
        return
    some, tensors, token = codes
    require(results, some, "there must be a result, a token at the least")
    for number, result in enumerate(results[:-1]):
        good = isinstance(result, TensorType)
        require(good, tensors, "{at} is no tensor: only the last result is a token", at=("results", number))
        known = result.is_static  # type: ignore[union-attr]
        require(
            known, "result_type", "{at} must have a known shape: what comes in is of that shape", ("results", number)
        )
    last = ("results", len(results) - 1)
    require(isinstance(results[-1], TokenType), token, "the last result must be a token, not {at}", at=last)


@op("stablehlo.outfeed", form=None, pure=False, quantized="storage")
def outfeed(xp: Any, *inputs_and_token: Any, outfeed_config: str = "", process: Any) -> Any:
    """Put values into the process's outfeed."""
    process.outfeed(inputs_and_token[:-1])


@outfeed.infer(result="result_type")
def _(*inputs_and_token: Type) -> Type:
    _check_inputs(inputs_and_token)
    return TOKEN


def _check_inputs(inputs_and_token: tuple[Type, ...]) -> None:
    """Operands are tensors, then a token."""
    require(inputs_and_token, "operand_type", "the last operand must be a token")
    *inputs, last = inputs_and_token
    require_tensors(inputs_and_token=tuple(inputs))
    at = ("inputs_and_token", len(inputs))
    require(isinstance(last, TokenType), "operand_type", "the last operand must be a token, not {at}", at=at)


@op("stablehlo.send", form=None, pure=False, collective=True, waits=True, quantized="storage")
def send(
    xp: Any,
    *inputs_and_token: Any,
    channel_handle: ChannelHandle,
    is_host_transfer: bool = False,
    source_target_pairs: Rows = (),
    process: Any,
) -> Any:
    """Send values through a channel, to the host or to another process."""


@send.steps
def _(
    *inputs_and_token: Any,
    channel_handle: ChannelHandle,
    is_host_transfer: bool,
    source_target_pairs: Rows,
    process: Any,
) -> Step:
    target = None
    if source_target_pairs and not is_host_transfer:
        target = _partner(process, source_target_pairs, 0, "send")
        if target is None:
            return Done((None,))
    request = Send(channel_handle.handle, inputs_and_token[:-1], is_host_transfer, target)
    return Wait(request, lambda _: Done((None,)))


def _partner(process: Any, pairs: Rows, side: int, what: str) -> Place | None:
    """Who is paired with a process that stands on a side of a pair; None where it is in none. Processes are numbered row by row."""
    replicas, partitions = process.grid
    most = max(number for pair in pairs for number in pair)
    if most >= replicas * partitions:
        message = f"source_target_pairs name process {most}, the grid has {replicas * partitions}"
        help_text = f"run it on a grid of {most + 1} processes: {larger(process.grid, 'processes', most + 1)}"
        raise HloError(message, code=f"run.{what}", help=help_text)
    number = process.replica * partitions + process.partition
    found = next((pair[1 - side] for pair in pairs if pair[side] == number), None)
    return None if found is None else divmod(found, partitions)


@send.infer(result="result_type")
def _(
    *inputs_and_token: Type, channel_handle: ChannelHandle, is_host_transfer: bool, source_target_pairs: Rows
) -> Type:
    _check_inputs(inputs_and_token)
    wanted = _DEVICE_TO_HOST if is_host_transfer else _DEVICE_TO_DEVICE
    _check_channel(channel_handle, wanted)
    check_pairs(source_target_pairs, *_PAIRS)
    return TOKEN


#: Rules of ``source_target_pairs``: pairs, no source twice, no target twice, numbers of processes.
_PAIRS = ("pairs_shape", "pairs_sources", "pairs_targets", "pairs_in_range")


_CHANNEL_NAMES = {
    _DEVICE_TO_DEVICE: "DEVICE_TO_DEVICE, type = 1",
    _DEVICE_TO_HOST: "DEVICE_TO_HOST, type = 2",
    _HOST_TO_DEVICE: "HOST_TO_DEVICE, type = 3",
}


def _check_channel(handle: ChannelHandle, wanted: int) -> None:
    found = {"wanted": _CHANNEL_NAMES[wanted], "found": handle.type}
    message = "the channel must be {wanted}, not {found}, for this is_host_transfer"
    require(handle.type == wanted, "C1", message, at="channel_handle", **found)


@op("stablehlo.recv", form=None, pure=False, apart="results", collective=True, waits=True)
def recv(
    xp: Any,
    token: Any,
    *,
    channel_handle: ChannelHandle,
    is_host_transfer: bool = False,
    source_target_pairs: Rows = (),
    process: Any,
    results: Sequence[Type],
) -> Any:
    """Receive values from a channel, from the host or from another process."""


@recv.steps
def _(
    token: Any,
    *,
    channel_handle: ChannelHandle,
    is_host_transfer: bool,
    source_target_pairs: Rows,
    process: Any,
    results: Sequence[Any],
    xp: Any,
) -> Step:
    source = None
    if source_target_pairs and not is_host_transfer:
        source = _partner(process, source_target_pairs, 1, "recv")
        if source is None:
            return Done((*(zeros(xp, xp.empty(of.shape, of.dtype), of) for of in results[:-1]), None))
    request = Receive(channel_handle.handle, is_host_transfer, source)
    return Wait(request, lambda values: Done((*_expected(values, results[:-1], "run.recv"), None)))


@recv.infer
def _(
    token: Type,
    *,
    channel_handle: ChannelHandle,
    is_host_transfer: bool,
    source_target_pairs: Rows,
    results: Sequence[Type] | None,
) -> None:
    require_tokens(token=token)
    _check_channel(channel_handle, _HOST_TO_DEVICE if is_host_transfer else _DEVICE_TO_DEVICE)
    check_pairs(source_target_pairs, *_PAIRS)
    _check_results(results, ("C2", "C3", "C4"))
