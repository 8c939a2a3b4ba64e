"""Convolution of any rank, layout and type, each as few large matrix products as will do.

The canonical layout is ``N, C, *spatial`` by ``O, C/groups, *kernel``; others are views of it. Three steps:

* A dilated input is never filled with zeros: each residue of the output's index meets its own taps of the kernel only,
  and is an ordinary convolution (:func:`.convolution_plan.residues`).
* The input is padded and split into one plane for each residue of the stride, so that what a tap of the kernel sees is
  a contiguous stretch of a plane (:attr:`_Convolution.planes`).
* Those stretches, row after row of the image including the few elements between rows that belong to no output, are the
  columns of a matrix that the kernel is multiplied with, in blocks that stay in cache. A kernel of one tap needs no
  columns at all, and a depthwise one no matrix.
"""

from __future__ import annotations

import itertools
import math
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.abilities import able
from .convolution_plan import output_size, plan_of, residues
from .matmul import bilinear

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .convolution_plan import Plan, Residue

__all__ = ["convolution", "convolve", "output_size"]

_DEPTHWISE_BYTES = 256 << 10
_KEPT_BYTES = 32 << 20
"""Larger buffers are not kept from one convolution to the next."""


def convolution(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    lhs_axes: Sequence[int],
    rhs_axes: Sequence[int],
    out_axes: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: Sequence[tuple[int, int]] | None = None,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    reversal: Sequence[bool] | None = None,
    feature_groups: int = 1,
    batch_groups: int = 1,
    dtype: Any = None,
) -> Any:
    """Convolve in any layout.

    ``lhs_axes`` says where in ``lhs`` its batch, feature and spatial dimensions are, in this order; ``rhs_axes`` the
    output feature, input feature and spatial dimensions of ``rhs``; ``out_axes`` batch, feature and spatial dimensions
    of the result. The other arguments are as in :func:`convolve`; with ``batch_groups`` each part of the batch meets
    its own output features.
    """
    lhs, rhs = lhs.transpose(lhs_axes), rhs.transpose(rhs_axes)
    if reversal and any(reversal):
        rhs = rhs[(slice(None), slice(None), *(slice(None, None, -1 if flip else 1) for flip in reversal))]
    if batch_groups > 1:
        batch, features, *spatial = lhs.shape
        lhs = lhs.reshape(batch_groups, batch // batch_groups, features, *spatial).swapaxes(0, 1)
        lhs = lhs.reshape(batch // batch_groups, batch_groups * features, *spatial)
    result = convolve(
        xp,
        lhs,
        rhs,
        strides=strides,
        padding=padding,
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        groups=feature_groups * batch_groups,
        dtype=dtype,
    )
    return result.transpose([list(out_axes).index(axis) for axis in range(len(out_axes))])


def convolve(
    xp: Any,
    lhs: Any,
    rhs: Any,
    *,
    strides: Sequence[int] | None = None,
    padding: Sequence[tuple[int, int]] | None = None,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    groups: int = 1,
    bias: Any = None,
    dtype: Any = None,
) -> Any:
    """Convolve ``(N, C, *spatial)`` with ``(O, C/groups, *kernel)`` to ``(N, O, *spatial)``.

    Padding is (low, high) for each dimension and may be negative. ``bias`` (one number for each output feature) is for
    floating-point types only. The type of the result is ``dtype``, by default that of ``lhs``; :mod:`.matmul` says how
    it is accumulated.
    """
    rank = lhs.ndim - 2
    if rank == 0:
        return convolve(xp, lhs[..., None], rhs[..., None], groups=groups, bias=bias, dtype=dtype)[..., 0]
    ones = (1,) * rank
    windows = zip(
        lhs.shape[2:],
        rhs.shape[2:],
        strides or ones,
        padding or ((0, 0),) * rank,
        lhs_dilation or ones,
        rhs_dilation or ones,
        strict=True,
    )
    parts = [
        residues(int(size), int(kernel), int(stride), int(low), int(high), int(left), int(right))
        for size, kernel, stride, (low, high), left, right in windows
    ]
    shape = (lhs.shape[0], rhs.shape[0], *(out for out, _ in parts))

    def product(left: Any, right: Any) -> Any:
        offset = None if bias is None else bias.astype(left.dtype, copy=False).reshape(-1, *ones)
        return _all_residues(xp, left, right, offset, [found for _, found in parts], groups, shape)

    terms = max(1, math.prod(rhs.shape[1:]))
    return bilinear(xp, product, lhs, rhs, terms, dtype)


def _all_residues(
    xp: Any, lhs: Any, rhs: Any, bias: Any, parts: list[tuple[Residue, ...]], groups: int, shape: tuple[int, ...]
) -> Any:
    result = xp.empty(shape, np.result_type(lhs.dtype, rhs.dtype))
    if math.prod(shape) == 0:
        return result
    everything = (slice(None), slice(None))
    for combination in itertools.product(*parts):
        taps = rhs[(*everything, *(residue.taps for residue in combination))]
        axes = [residue.axis for residue in combination if residue.axis is not None]
        outputs = result[(*everything, *(residue.outputs for residue in combination))]
        if len(axes) < len(combination) or taps.size == 0:
            outputs[...] = 0 if bias is None else bias
            continue
        plan = plan_of(lhs.shape, taps.shape, tuple(axes), groups, lhs.dtype.itemsize)
        _Convolution(xp, lhs, taps, bias, plan).into(outputs)
    return result


class _Scratch(threading.local):
    """Buffers that stay between convolutions: fresh memory costs more than what is written to it."""

    def __init__(self) -> None:
        self.kept: dict[str, np.ndarray] = {}

    def take(self, name: str, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        size = math.prod(shape) * dtype.itemsize
        if size > _KEPT_BYTES:
            return np.empty(shape, dtype)
        buffer = self.kept.get(name)
        if buffer is None or buffer.size < size:
            buffer = self.kept[name] = np.empty(size, np.uint8)
        return buffer[:size].view(dtype).reshape(shape)


_scratch = _Scratch()


@dataclass(frozen=True)
class _Convolution:
    """One convolution without dilation of its input, of fixed operands."""

    xp: Any
    lhs: Any
    rhs: Any
    bias: Any
    plan: Plan

    def into(self, out: Any) -> None:
        """Compute, and write the result to ``out``."""
        columns = math.prod(self.plan.lengths)
        if self.rhs[0, 0].size == 1 and (self.lhs.shape[0] == 1 or columns >= 16):
            self._pointwise(out, columns)
        elif self.lhs.shape[1] == self.plan.groups > 1:
            self._depthwise(out)
        else:
            self._columns(out)

    def _buffer(self, name: str, shape: tuple[int, ...]) -> Any:
        dtype = np.result_type(self.lhs.dtype, self.rhs.dtype)
        return _scratch.take(name, shape, dtype) if able(self.xp).is_host else self.xp.empty(shape, dtype)

    @cached_property
    def planes(self) -> dict[tuple[int, ...], Any]:
        """The padded input for each residue of the strides, as far as a tap reads it."""
        plan = self.plan
        if plan.plain:
            return {plan.reads[0].plane: self.xp.ascontiguousarray(self.lhs)}
        whole = self._buffer("planes", (len(plan.reads), *self.lhs.shape[:2], *plan.lengths))
        for plane, read in zip(whole, plan.reads, strict=True):
            target = plane[read.filled]
            if target.size < plane.size:
                plane[...] = 0
            target[...] = self.lhs[read.source]
        return {read.plane: plane for read, plane in zip(plan.reads, whole, strict=True)}

    def _pointwise(self, out: Any, columns: int) -> None:
        groups = self.plan.groups
        plane = self.lhs if self.plan.plain else self.planes[self.plan.reads[0].plane]
        batch, channels = self.lhs.shape[:2]
        features = self.rhs.shape[0]
        plane = plane.reshape(batch, groups, channels // groups, columns)
        kernel = self.rhs.reshape(groups, features // groups, channels // groups)
        if groups == 1:
            plane, kernel = plane[:, 0], kernel[0]
        if not out.flags.c_contiguous:
            out[...] = self.xp.matmul(kernel, plane).reshape(out.shape)
        else:
            shape = (batch, features, columns) if groups == 1 else (batch, groups, features // groups, columns)
            self.xp.matmul(kernel, plane, out=out.reshape(shape))
        if self.bias is not None:
            out += self.bias

    def _depthwise(self, out: Any) -> None:
        """Add up, tap by tap, what each sees times its weight; each channel has its own outputs."""
        plan = self.plan
        batch, channels = self.lhs.shape[:2]
        multiple = self.rhs.shape[0] // channels
        rows = plan.axes[0].out
        size, width = rows * plan.pitch[0], self._width(rows)
        step = max(1, _DEPTHWISE_BYTES // (size * multiple * self.lhs.dtype.itemsize))
        taps = list(self._taps())
        for image, first in itertools.product(range(batch), range(0, channels, step)):
            block = slice(first, first + step)
            shape = (min(step, channels - first), multiple, size)
            total, part = self._buffer("product", shape), self._buffer("columns", shape)
            for index, (seen, weights) in enumerate(taps):
                self.xp.multiply(
                    seen[image, block, :, :width], weights[block], out=(part if index else total)[..., :width]
                )
                if index:
                    total[..., :width] += part[..., :width]
            outputs = slice(first * multiple, (first + shape[0]) * multiple)
            self._store(out[image, outputs], total.reshape(-1, rows, *plan.lengths[1:]), outputs)

    def _taps(self) -> Iterator[tuple[Any, Any]]:
        """For each tap of a depthwise kernel what it sees (N, C, 1, elements), and its weights (C, multiple, 1)."""
        batch, channels = self.lhs.shape[:2]
        weights = self.rhs.reshape(channels, -1, *self.rhs.shape[2:])
        for read in self.plan.reads:
            flat = self.planes[read.plane].reshape(batch, channels, 1, -1)
            for place in itertools.product(*(range(count) for count in read.count)):
                starts = (start + index * step for start, index, step in zip(read.start, place, read.step, strict=True))
                offset = sum(start * pitch for start, pitch in zip(starts, self.plan.pitch, strict=True))
                tap = tuple(
                    (taps.start + index * (taps.step or 1)) for taps, index in zip(read.taps, place, strict=True)
                )
                yield flat[..., offset:], weights[(..., *tap)][..., None]

    def _columns(self, out: Any) -> None:
        plan = self.plan
        groups, batch, channels = plan.groups, *self.lhs.shape[:2]
        features, *taps = self.rhs.shape[0], *self.rhs.shape[2:]
        # The kernel is read in the order in which it lies in memory: a copy of it would cost more than the product.
        taps_first = self._channels_vary_fastest()
        kernel = self.xp.moveaxis(self.rhs, 1, -1) if taps_first else self.rhs
        kernel = kernel.reshape(groups, features // groups, -1)
        for image, row in itertools.product(range(0, batch, plan.images), range(0, plan.axes[0].out, plan.rows)):
            images, rows = min(plan.images, batch - image), min(plan.rows, plan.axes[0].out - row)
            size = rows * math.prod(plan.width)
            terms = (*taps, channels // groups) if taps_first else (channels // groups, *taps)
            columns = self._buffer("columns", (groups, *terms, images, size))
            self._fill(self.xp.moveaxis(columns, -3, 1) if taps_first else columns, image, row, rows)
            product = self._buffer("product", (groups, features // groups, images * size))
            self.xp.matmul(kernel, columns.reshape(groups, -1, images * size), out=product)
            block = product.reshape(features, images, rows, *plan.width).swapaxes(0, 1)
            self._store(out[image : image + images, :, row : row + rows], block, slice(None))

    def _fill(self, columns: Any, image: int, row: int, rows: int) -> None:
        """Copy what each tap sees for some rows of some images to (groups, channels, *taps, images, rows and width)."""
        plan = self.plan
        groups, channels, *_, images, _ = columns.shape
        as_strided = self.xp.lib.stride_tricks.as_strided
        for read in plan.reads:
            plane = self.planes[read.plane][image:, :, row:]
            batch_step, channel_step, *steps = plane.strides
            plane = plane[(0, 0, *(slice(start, None) for start in read.start))]
            shape = (groups, channels, *read.count, images)
            tap_steps = (step * distance for step, distance in zip(steps, read.step, strict=True))
            strides = (channels * channel_step, channel_step, *tap_steps, batch_step)
            target = columns[(slice(None), slice(None), *read.taps)]
            if plan.gaps:
                width = self._width(rows)
                target[..., :width] = as_strided(plane, (*shape, width), (*strides, steps[-1]))
                target[..., width:] = 0
            else:
                seen = as_strided(plane, (*shape, rows, *plan.width), (*strides, *steps))
                target.reshape(seen.shape)[...] = seen

    def _width(self, rows: int) -> int:
        """How many elements lie between the first and the last that a tap sees for some rows, both included."""
        plan = self.plan
        inner = sum((axis.out - 1) * step for axis, step in zip(plan.axes[1:], plan.pitch[1:], strict=True))
        return (rows - 1) * plan.pitch[0] + inner + 1

    def _store(self, out: Any, block: Any, features: slice) -> None:
        block = block[(..., *(slice(axis.out) for axis in self.plan.axes[1:]))]
        if self.bias is None:
            out[...] = block
        else:
            self.xp.add(block, self.bias[features], out=out)

    def _channels_vary_fastest(self) -> bool:
        strides = [step for step, size in zip(self.rhs.strides[2:], self.rhs.shape[2:], strict=True) if size > 1]
        return bool(strides) and abs(self.rhs.strides[1]) < min(abs(step) for step in strides)
