"""The windows of convolution and pooling: kernel, strides, dilations and padding of each spatial dimension."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ..errors import HloError
from ..wording import counted
from .tensors import one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_ELEMENTS = 1 << 32
"""Larger results are refused: a size that came from a wrong number would otherwise take all memory there is."""

_PADDINGS = ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")


class Windows(NamedTuple):
    """One number, or (low, high) pair, for each spatial dimension."""

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]

    @property
    def reach(self) -> tuple[int, ...]:
        """How many elements of the input lie between the ends of a window, both included."""
        return tuple((size - 1) * step + 1 for size, step in zip(self.kernel, self.dilations, strict=True))


def windows(
    op: str,
    spatial: Sequence[int],
    kernel: Sequence[int],
    *,
    strides: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    auto_pad: str = "NOTSET",
) -> Windows:
    """The windows that an operator's attributes ask for over an input of the sizes ``spatial``."""
    rank = len(spatial)
    kernel = each(op, "kernel_shape", kernel, rank)
    steps, gaps = (
        each(op, "strides", strides or (1,) * rank, rank),
        each(op, "dilations", dilations or (1,) * rank, rank),
    )
    if min(kernel, default=1) < 1 or min(steps, default=1) < 1 or min(gaps, default=1) < 1:
        raise HloError(f"{op}: kernel, strides and dilations are at least 1", code=f"onnx.{op}.window")
    bare = Windows(kernel, steps, gaps, ((0, 0),) * rank)
    mode = one_of(auto_pad, _PADDINGS, "auto_pad")
    if mode == "VALID":
        return bare
    if mode == "NOTSET":
        return bare._replace(padding=pairs(op, pads, rank))
    totals = [
        max(0, (-(-size // step) - 1) * step + reach - size)
        for size, step, reach in zip(spatial, steps, bare.reach, strict=True)
    ]
    return bare._replace(padding=tuple(halves(total, upper=mode == "SAME_UPPER") for total in totals))


def halves(total: int, *, upper: bool) -> tuple[int, int]:
    """Padding in two halves; the odd element goes to the end, or to the beginning."""
    small = total // 2
    return (small, total - small) if upper else (total - small, small)


def each(op: str, name: str, values: Sequence[int], rank: int) -> tuple[int, ...]:
    """An attribute that has one number for each spatial dimension."""
    if len(values) != rank:
        raise HloError(
            f"{op}: {name} has {counted(len(values), 'number')} for {counted(rank, 'spatial dimension')}",
            code=f"onnx.{op}.{name}",
        )
    return tuple(int(value) for value in values)


def pairs(op: str, pads: Sequence[int] | None, rank: int) -> tuple[tuple[int, int], ...]:
    """``pads`` is all beginnings, then all ends."""
    if not pads:
        return ((0, 0),) * rank
    if len(pads) != 2 * rank:
        raise HloError(
            f"{op}: pads has {counted(len(pads), 'number')} for {counted(rank, 'spatial dimension')}",
            code=f"onnx.{op}.pads",
        )
    return tuple((int(low), int(high)) for low, high in zip(pads[:rank], pads[rank:], strict=True))


def result_shape(op: str, sizes: Sequence[int]) -> list[int]:
    """The sizes of a result that come from numbers in the inputs, checked before anything is made of them."""
    if min(sizes, default=0) < 0:
        raise HloError(f"{op}: a size is negative in {list(sizes)}", code=f"onnx.{op}.size")
    if math.prod(sizes) > MOST_ELEMENTS:
        raise HloError(f"{op}: a result of the shape {list(sizes)} is too large", code="limit.size")
    return list(sizes)
