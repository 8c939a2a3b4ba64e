"""Images rearranged, sampled and decoded (ONNX: DepthToSpace, SpaceToDepth, CenterCropPad, GridSample, …)."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ...errors import HloError
from ...kernels.windows import pad
from ...wording import counted
from ..precision import in_wide_floats
from ..registry import op
from ..sampling import grid_sample
from ..spatial import result_shape
from ..tensors import describe, ints, normal_axes, one_of


@op("DepthToSpace", since=1)
def depth_to_space(xp, input, *, blocksize, mode="DCR"):
    """Move channels into blocks of space: ``blocksize`` squared channels to one block."""
    one_of(mode, ("DCR", "CRD"), "mode")
    batch, channels, height, width = _image("DepthToSpace", input)
    if blocksize < 1 or channels % blocksize**2:
        raise HloError(
            f"DepthToSpace: the channels of {describe(input)} are no blocks of {blocksize} by {blocksize}",
            code="onnx.DepthToSpace.blocksize",
        )
    depth = channels // blocksize**2
    if mode == "DCR":
        parts = input.reshape(batch, blocksize, blocksize, depth, height, width).transpose(0, 3, 4, 1, 5, 2)
    else:
        parts = input.reshape(batch, depth, blocksize, blocksize, height, width).transpose(0, 1, 4, 2, 5, 3)
    return parts.reshape(batch, depth, height * blocksize, width * blocksize)


@op("SpaceToDepth", since=1)
def space_to_depth(xp, input, *, blocksize, mode="DCR"):
    """Move blocks of space into channels."""
    one_of(mode, ("DCR", "CRD"), "mode")
    batch, channels, height, width = _image("SpaceToDepth", input)
    if blocksize < 1 or height % blocksize or width % blocksize:
        raise HloError(
            f"SpaceToDepth: {describe(input)} does not fall into blocks of {blocksize} by {blocksize}",
            code="onnx.SpaceToDepth.blocksize",
        )
    parts = input.reshape(batch, channels, height // blocksize, blocksize, width // blocksize, blocksize)
    parts = parts.transpose(0, 3, 5, 1, 2, 4) if mode == "DCR" else parts.transpose(0, 1, 3, 5, 2, 4)
    return parts.reshape(batch, channels * blocksize**2, height // blocksize, width // blocksize)


def _image(name: str, x: Any) -> tuple[int, ...]:
    if x.ndim != 4:
        raise HloError(f"{name}: an image is (N, C, H, W), not {describe(x)}", code=f"onnx.{name}.rank")
    return x.shape


@op("CenterCropPad", since=18, view="maybe")
def center_crop_pad(xp, input_data, shape, *, axes=None):
    """Cut off or add zeros at both ends of the axes, such that they get the sizes asked for."""
    wanted = ints(shape)
    over = normal_axes(list(range(input_data.ndim)) if axes is None else axes, input_data.ndim)
    if len(wanted) != len(over):
        raise HloError(
            f"CenterCropPad: {counted(len(wanted), 'size')} for {counted(len(over), 'axis', 'axes')}",
            code="onnx.CenterCropPad.shape",
        )
    result_shape("CenterCropPad", wanted)
    amounts = [(0, 0)] * input_data.ndim
    for axis, size in zip(over, wanted, strict=True):
        more = size - input_data.shape[axis]
        low = more // 2 if more > 0 else -(-more // 2)
        amounts[axis] = (low, more - low)
    return pad(xp, input_data, 0, amounts)


@op("AffineGrid", since=20)
@in_wide_floats
def affine_grid(xp, theta, size, *, align_corners=0):
    """Where each pixel of an image of a size reads under affine maps: ``(N, *spatial, coordinates)``, in [-1, 1]."""
    batch, _, *spatial = result_shape("AffineGrid", ints(size))
    rank = len(spatial)
    if theta.shape != (batch, rank, rank + 1):
        raise HloError(
            f"AffineGrid: {describe(theta)} does not fit the size {ints(size)}", code="onnx.AffineGrid.theta"
        )
    grid = xp.ones((*spatial, rank + 1), theta.dtype)
    for axis, count in enumerate(spatial):
        if align_corners:
            places = xp.linspace(-1, 1, count) if count > 1 else xp.zeros(count)
        else:
            places = (2 * xp.arange(count) + 1) / count - 1
        # Coordinates come last axis first: x, y, z.
        grid[..., rank - 1 - axis] = places.reshape([-1 if i == axis else 1 for i in range(rank)])
    points = xp.matmul(grid.reshape(-1, rank + 1), theta.swapaxes(1, 2))
    return points.reshape(batch, *spatial, rank)


_MODES = {"bilinear": "linear", "linear": "linear", "nearest": "nearest", "bicubic": "cubic", "cubic": "cubic"}


@op("GridSample", since=16)
@in_wide_floats
def grid_sample_op(xp, X, grid, *, align_corners=0, mode="linear", padding_mode="zeros"):
    """Read an image at the places of a grid, whose coordinates run from -1 to 1, last axis first."""
    one_of(mode, tuple(_MODES), "mode")
    one_of(padding_mode, ("zeros", "border", "reflection"), "padding_mode")
    rank = X.ndim - 2
    if grid.ndim != X.ndim or grid.shape[0] != X.shape[0] or grid.shape[-1] != rank:
        raise HloError(f"GridSample: no grid {describe(grid)} for {describe(X)}", code="onnx.GridSample.grid")
    points = grid.reshape(grid.shape[0], -1, rank)
    places = []
    for axis, size in enumerate(X.shape[2:]):
        place = points[..., rank - 1 - axis]
        places.append((place + 1) / 2 * (size - 1) if align_corners else ((place + 1) * size - 1) / 2)
    result = grid_sample(xp, X, places, _MODES[mode], padding_mode, bool(align_corners))
    return result.reshape(*X.shape[:2], *grid.shape[1:-1]).astype(X.dtype, copy=False)


def _decoded_bytes(encoded_stream: Any, *, pixel_format: str = "RGB") -> int:
    try:
        from PIL import Image  # late: Pillow

        with Image.open(io.BytesIO(np.asarray(encoded_stream).tobytes())) as image:
            return image.width * image.height * (1 if pixel_format == "Grayscale" else 3)
    except (ImportError, OSError):  # what is wrong shows when the node runs
        return 0


@op("ImageDecoder", since=20, measure=_decoded_bytes)
def image_decoder(xp, encoded_stream, *, pixel_format="RGB"):
    """Decode the bytes of an image file to ``(height, width, channels)``."""
    one_of(pixel_format, ("RGB", "BGR", "Grayscale"), "pixel_format")
    try:
        from PIL import Image, UnidentifiedImageError  # late: Pillow
    except ImportError as error:
        raise HloError(
            "ImageDecoder needs Pillow", code="onnx.ImageDecoder.pillow", help="pip install hlorepl[images]"
        ) from error
    data = bytes(np.asarray(encoded_stream).tobytes())
    try:
        with Image.open(io.BytesIO(data)) as image:
            pixels = np.array(image.convert("L" if pixel_format == "Grayscale" else "RGB"))
    except (UnidentifiedImageError, OSError, ValueError) as error:
        raise HloError(f"ImageDecoder: the bytes are no image: {error}", code="onnx.ImageDecoder.stream") from error
    if pixel_format == "Grayscale":
        pixels = pixels[:, :, None]
    return xp.asarray(pixels[:, :, ::-1].copy() if pixel_format == "BGR" else pixels)
