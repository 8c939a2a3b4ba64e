"""Convolutions (ONNX: Conv, ConvTranspose, ConvInteger, QLinearConv, DeformConv, Col2Im)."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...kernels.convolution import convolve
from ...kernels.matmul import matmul
from ...wording import counted
from ..precision import widened
from ..registry import op
from ..sampling import sample_linear
from ..spatial import each, halves, pairs, result_shape, windows
from ..tensors import describe, ints, one_of
from .quantization import less, requantize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..spatial import Windows


@op("Conv", since=1)
def conv(xp, X, W, B=None, *, auto_pad="NOTSET", dilations=None, group=1, kernel_shape=None, pads=None, strides=None):
    """The convolution of ``(N, C, …)`` with kernels ``(M, C/group, …)``, plus a bias for each of the M features."""
    found = _windows(
        "Conv", X, W, group, kernel_shape, strides=strides, dilations=dilations, pads=pads, auto_pad=auto_pad
    )
    _check_bias("Conv", B, W.shape[0])
    return _convolve(xp, X, W, found, group, bias=B)


def _convolve(xp: Any, x: Any, w: Any, found: Windows, group: int, **options: Any) -> Any:
    return convolve(
        xp, x, w, strides=found.strides, padding=found.padding, rhs_dilation=found.dilations, groups=group, **options
    )


def _windows(name: str, x: Any, w: Any, group: int, kernel_shape: Sequence[int] | None, **attributes: Any) -> Windows:
    if x.ndim < 2 or w.ndim != x.ndim:
        raise HloError(f"{name}: no kernel {describe(w)} for {describe(x)}", code=f"onnx.{name}.rank")
    if x.shape[1] != w.shape[1] * group or w.shape[0] % group:
        raise HloError(
            f"{name}: {describe(w)} in {counted(group, 'group')} does not fit {describe(x)} with {counted(x.shape[1], 'channel')}",
            code=f"onnx.{name}.channels",
        )
    _check_kernel(name, w, kernel_shape)
    return windows(name, x.shape[2:], w.shape[2:], **attributes)


def _check_kernel(name: str, w: Any, kernel_shape: Sequence[int] | None) -> None:
    if kernel_shape and tuple(kernel_shape) != tuple(w.shape[2:]):
        raise HloError(
            f"{name}: kernel_shape is {list(kernel_shape)}, the kernel's shape {list(w.shape[2:])}",
            code=f"onnx.{name}.kernel_shape",
        )


def _check_bias(name: str, bias: Any, features: int) -> None:
    if bias is not None and bias.shape != (features,):
        raise HloError(
            f"{name}: the bias {describe(bias)} does not have one value for each feature, {features}",
            code=f"onnx.{name}.B",
        )


@op("ConvTranspose", since=1)
def conv_transpose(
    xp,
    X,
    W,
    B=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    output_padding=None,
    output_shape=None,
    pads=None,
    strides=None,
):
    """The transpose of a convolution: each element of the input adds a multiple of the kernel to the output."""
    if X.ndim != W.ndim or X.ndim < 3 or X.shape[1] != W.shape[0] or W.shape[0] % group:
        raise HloError(f"ConvTranspose: no kernel {describe(W)} for {describe(X)}", code="onnx.ConvTranspose.channels")
    _check_kernel("ConvTranspose", W, kernel_shape)
    _check_bias("ConvTranspose", B, W.shape[1] * group)
    rank = X.ndim - 2
    found = windows("ConvTranspose", X.shape[2:], W.shape[2:], strides=strides, dilations=dilations)
    extra = each("ConvTranspose", "output_padding", output_padding or (0,) * rank, rank)
    if any(size * stride > _LONGEST for size, stride in zip(X.shape[2:], found.strides, strict=True)):
        message = f"ConvTranspose: with strides {list(found.strides)} the output of {describe(X)} fits into no memory"
        raise HloError(message, code="onnx.ConvTranspose.size")
    cut = _cut(X.shape[2:], found, extra, pads, auto_pad, output_shape)
    padding = [
        (reach - 1 - low, reach - 1 - high + more)
        for reach, (low, high), more in zip(found.reach, cut, extra, strict=True)
    ]
    channels, per_group, *kernel = W.shape
    turned = xp.flip(W, tuple(range(2, W.ndim))).reshape(group, channels // group, per_group, *kernel)
    turned = turned.swapaxes(1, 2).reshape(group * per_group, channels // group, *kernel)
    return convolve(
        xp,
        X,
        turned,
        padding=padding,
        lhs_dilation=found.strides,
        rhs_dilation=found.dilations,
        groups=group,
        bias=B,
    )


#: No axis of an output is longer.
_LONGEST = 2**31


def _cut(
    spatial: Sequence[int],
    found: Windows,
    extra: Sequence[int],
    pads: Sequence[int] | None,
    auto_pad: str,
    output_shape: Sequence[int] | None,
) -> Sequence[tuple[int, int]]:
    """How much is cut off a transposed convolution's full result at the ends of each dimension."""
    mode = one_of(auto_pad, ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"), "auto_pad")
    if not output_shape and mode in {"NOTSET", "VALID"}:
        return pairs("ConvTranspose", pads if mode == "NOTSET" else None, len(spatial))
    full = [
        step * (size - 1) + more + reach
        for size, step, more, reach in zip(spatial, found.strides, extra, found.reach, strict=True)
    ]
    wanted = output_shape or [size * step for size, step in zip(spatial, found.strides, strict=True)]
    wanted = each("ConvTranspose", "output_shape", list(wanted)[-len(spatial) :], len(spatial))
    return [halves(have - want, upper=mode == "SAME_UPPER") for have, want in zip(full, wanted, strict=True)]


@op("ConvInteger", since=10)
def conv_integer(
    xp,
    x,
    w,
    x_zero_point=None,
    w_zero_point=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    pads=None,
    strides=None,
):
    """The convolution of 8-bit integers, less their zero points, in 32-bit integers."""
    found = _windows(
        "ConvInteger", x, w, group, kernel_shape, strides=strides, dilations=dilations, pads=pads, auto_pad=auto_pad
    )
    return _convolve(xp, less(x, x_zero_point), _kernel_less(w, w_zero_point), found, group, dtype=np.int32)


def _kernel_less(w: Any, zero_point: Any) -> Any:
    """A kernel less its zero point, or the one of each feature."""
    if zero_point is not None and zero_point.size > 1:
        zero_point = zero_point.reshape(-1, *(1,) * (w.ndim - 1))
    return less(w, zero_point)


@op("QLinearConv", since=10)
def qlinear_conv(
    xp,
    x,
    x_scale,
    x_zero_point,
    w,
    w_scale,
    w_zero_point,
    y_scale,
    y_zero_point,
    B=None,
    *,
    auto_pad="NOTSET",
    dilations=None,
    group=1,
    kernel_shape=None,
    pads=None,
    strides=None,
):
    """The convolution of quantized tensors to a quantized one; the bias has the scale of the products."""
    found = _windows(
        "QLinearConv", x, w, group, kernel_shape, strides=strides, dilations=dilations, pads=pads, auto_pad=auto_pad
    )
    total = _convolve(xp, less(x, x_zero_point), _kernel_less(w, w_zero_point), found, group, dtype=np.int32)
    features = (-1, *(1,) * (x.ndim - 2))
    _check_bias("QLinearConv", B, w.shape[0])
    if B is not None:
        total += B.reshape(features)
    w_scale = w_scale.reshape(features) if w_scale.size > 1 else w_scale.reshape(())
    return requantize(xp, total, x_scale.reshape(()), w_scale, y_scale, y_zero_point)


@op("DeformConv", since=19)
def deform_conv(
    xp,
    X,
    W,
    offset,
    B=None,
    mask=None,
    *,
    dilations=None,
    group=1,
    kernel_shape=None,
    offset_group=1,
    pads=None,
    strides=None,
):
    """A convolution each of whose taps reads, by linear interpolation, at a place of its own for each output."""
    found = _windows("DeformConv", X, W, group, kernel_shape, strides=strides, dilations=dilations, pads=pads)
    x, rank = widened(X), X.ndim - 2
    batch, channels, *sizes = x.shape
    out = [
        (size + low + high - reach) // step + 1
        for size, (low, high), reach, step in zip(sizes, found.padding, found.reach, found.strides, strict=True)
    ]
    taps = math.prod(found.kernel)
    shifts = widened(offset).reshape(batch, offset_group, taps, rank, *out)
    x = x.reshape(batch * offset_group, channels // offset_group, *sizes)
    seen = sample_linear(xp, x, _deformed(xp, found, out, shifts))
    seen = seen.reshape(batch, offset_group, channels // offset_group, taps, *out)
    if mask is not None:
        seen = seen * widened(mask).reshape(batch, offset_group, 1, taps, *out)
    columns = seen.reshape(batch, group, channels // group * taps, math.prod(out))
    kernel = widened(W).reshape(group, W.shape[0] // group, -1)
    result = matmul(xp, kernel, columns).reshape(batch, W.shape[0], *out)
    if B is not None:
        result = result + widened(B).reshape(-1, *(1,) * rank)
    return result.astype(X.dtype, copy=False)


def _deformed(xp: Any, found: Windows, out: Sequence[int], shifts: Any) -> list[Any]:
    """For each spatial dimension where the taps read: (images, taps × outputs)."""
    rank = len(out)
    places = []
    for axis in range(rank):
        taps = xp.arange(found.kernel[axis]) * found.dilations[axis] - found.padding[axis][0]
        taps = taps.reshape([-1 if i == axis else 1 for i in range(rank)])
        taps = xp.broadcast_to(taps, found.kernel).reshape(-1, *(1,) * rank)
        starts = (xp.arange(out[axis]) * found.strides[axis]).reshape([-1 if i == axis else 1 for i in range(rank)])
        places.append((shifts[:, :, :, axis] + (taps + starts)).reshape(shifts.shape[0] * shifts.shape[1], -1))
    return places


@op("Col2Im", since=18)
def col2im(xp, input, image_shape, block_shape, *, dilations=None, pads=None, strides=None):
    """Add up columns of blocks, ``(N, C × block, L)``, where the blocks lie in the image."""
    image, block = result_shape("Col2Im", ints(image_shape)), ints(block_shape)
    found = windows("Col2Im", image, block, strides=strides, dilations=dilations, pads=pads)
    out = [
        (size + low + high - reach) // step + 1
        for size, (low, high), reach, step in zip(image, found.padding, found.reach, found.strides, strict=True)
    ]
    batch, rows, _ = input.shape
    if rows % math.prod(block) or input.shape[2] != math.prod(out):
        raise HloError(
            f"Col2Im: {describe(input)} is not {counted(math.prod(out), 'block')} of {block} in an image of {image}",
            code="onnx.Col2Im.shape",
        )
    channels = rows // math.prod(block)
    columns = widened(input).reshape(batch, channels, *block, *out)
    padded = [size + low + high for size, (low, high) in zip(image, found.padding, strict=True)]
    total = xp.zeros((batch, channels, *padded), columns.dtype)
    for tap in itertools.product(*map(range, block)):
        starts = [place * gap for place, gap in zip(tap, found.dilations, strict=True)]
        target = tuple(
            slice(start, start + (count - 1) * step + 1, step)
            for start, count, step in zip(starts, out, found.strides, strict=True)
        )
        total[(..., *target)] += columns[(slice(None), slice(None), *tap)]
    inner = tuple(slice(low, low + size) for size, (low, _) in zip(image, found.padding, strict=True))
    return total[(..., *inner)].astype(input.dtype, copy=False)
