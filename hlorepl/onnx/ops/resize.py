"""Images of another size (ONNX: Resize, Upsample).

Interpolation is linear in the pixels and works on one axis after the other: an axis is described by which pixels each
new one reads, and with which weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...kernels.matmul import matmul
from ...wording import counted
from ..precision import widened
from ..registry import op
from ..sampling import cubic_weights
from ..spatial import result_shape
from ..tensors import describe, ints, normal_axes, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_TRANSFORMATIONS = (
    "half_pixel",
    "half_pixel_symmetric",
    "pytorch_half_pixel",
    "align_corners",
    "asymmetric",
    "tf_half_pixel_for_nn",
    "tf_crop_and_resize",
)
_NEAREST_MODES = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
_BEFORE_11 = "before opset 11"
"""Then pixels went down when the image grew, and up when it shrank."""

_MATRIX_TAPS = 8
"""From so many taps on, one matrix product is faster than a pass for each."""


@dataclass(frozen=True)
class _Axis:
    """One axis: its size before and after, the factor, and the part of it that is read (``tf_crop_and_resize``)."""

    before: int
    after: int
    scale: float
    start: float = 0.0
    end: float = 1.0

    @property
    def length(self) -> float:
        """The size after, not rounded."""
        return self.scale * self.before


@dataclass(frozen=True)
class _Rules:
    mode: str
    transformation: str
    nearest_mode: str
    cubic_coeff_a: float
    exclude_outside: bool
    antialias: bool
    extrapolation_value: float

    def places(self, axis: _Axis) -> np.ndarray:
        """Where in the old axis each new pixel lies."""
        x = np.arange(axis.after, dtype=np.float64)
        match self.transformation:
            case "half_pixel":
                return (x + 0.5) / axis.scale - 0.5
            case "half_pixel_symmetric":
                # The image stays centred although its size was rounded.
                adjustment = axis.after / (axis.scale * axis.before)
                return axis.before / 2 * (1 - adjustment) + (x + 0.5) / axis.scale - 0.5
            case "pytorch_half_pixel":
                return (x + 0.5) / axis.scale - 0.5 if axis.after > 1 else np.zeros(axis.after)
            case "align_corners":
                return x * (axis.before - 1) / (axis.length - 1) if axis.length != 1 else np.zeros(axis.after)
            case "tf_half_pixel_for_nn":
                return (x + 0.5) / axis.scale
            case "tf_crop_and_resize":
                if axis.length == 1:
                    return np.full(axis.after, 0.5 * (axis.start + axis.end) * (axis.before - 1))
                step = (axis.end - axis.start) * (axis.before - 1) / (axis.length - 1)
                return axis.start * (axis.before - 1) + x * step
        return x / axis.scale

    def taps(self, places: np.ndarray, axis: _Axis) -> tuple[np.ndarray, np.ndarray]:
        """Which pixels each new one reads, ``(after, taps)``, and their weights."""
        if self.mode == "nearest":
            pixels = self._nearest(places, axis.scale)[:, None]
            return np.clip(pixels, 0, axis.before - 1), np.ones(pixels.shape)
        shrink = min(1.0, axis.scale) if self.antialias else 1.0
        reach = math.ceil((1 if self.mode == "linear" else 2) / shrink)
        pixels = np.floor(places)[:, None].astype(np.int64) + np.arange(1 - reach, reach + 1)
        distance = (pixels - places[:, None]) * shrink
        if self.mode == "linear":
            weights = np.maximum(0, 1 - np.abs(distance))
        else:
            weights = cubic_weights(np, distance, self.cubic_coeff_a)
        if self.exclude_outside:
            weights = np.where((pixels >= 0) & (pixels < axis.before), weights, 0)
        if self.exclude_outside or self.antialias:
            weights = weights / weights.sum(axis=1, keepdims=True)
        return np.clip(pixels, 0, axis.before - 1), weights

    def _nearest(self, places: np.ndarray, scale: float) -> np.ndarray:
        mode = self.nearest_mode
        if mode == _BEFORE_11:
            mode = "ceil" if scale < 1 else "floor"
        match mode:
            case "round_prefer_floor":
                return np.ceil(places - 0.5).astype(np.int64)
            case "round_prefer_ceil":
                return np.floor(places + 0.5).astype(np.int64)
            case "floor":
                return np.floor(places).astype(np.int64)
        return np.ceil(places).astype(np.int64)


def _resize(xp: Any, x: Any, axes: dict[int, _Axis], rules: _Rules) -> Any:
    """Resize some axes of an array, one after the other; those that shrink first."""
    result = x if rules.mode == "nearest" else _floating(x)
    outside = []
    for number in sorted(axes, key=lambda index: axes[index].after / max(1, axes[index].before)):
        axis = axes[number]
        places = rules.places(axis)
        if rules.transformation == "tf_crop_and_resize":
            outside.append((number, (places < 0) | (places > axis.before - 1)))
        result = _along(xp, result, number, *rules.taps(places, axis), axis.before)
    for number, beyond in outside:
        shape = [-1 if i == number else 1 for i in range(x.ndim)]
        value = xp.asarray(rules.extrapolation_value, result.dtype)
        result = xp.where(xp.asarray(beyond).reshape(shape), value, result)
    return result if result.dtype == x.dtype else _as(xp, result, x.dtype)


def _floating(x: Any) -> Any:
    return widened(x) if x.dtype.kind in "fV" else x.astype(np.float32)


def _as(xp: Any, value: Any, dtype: np.dtype) -> Any:
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        value = xp.clip(value, info.min, info.max)
    return value.astype(dtype)


def _along(xp: Any, x: Any, axis: int, pixels: np.ndarray, weights: np.ndarray, before: int) -> Any:
    """New pixels along one axis as weighted sums of old ones."""
    count, taps = pixels.shape
    if taps == 1:
        return _identity_or_take(xp, x, axis, pixels[:, 0])
    if taps > _MATRIX_TAPS:
        matrix = np.zeros((count, before))
        np.add.at(matrix, (np.arange(count)[:, None], pixels), weights)
        return xp.moveaxis(matmul(xp, xp.moveaxis(x, axis, -1), xp.asarray(matrix.T, x.dtype)), -1, axis)
    shape = [-1 if i == axis else 1 for i in range(x.ndim)]
    total: Any = None
    for tap in range(taps):
        if not weights[:, tap].any():
            continue
        part = xp.take(x, xp.asarray(pixels[:, tap]), axis=axis)
        part *= xp.asarray(weights[:, tap], x.dtype).reshape(shape)
        total = part if total is None else xp.add(total, part, out=total)
    return total


def _identity_or_take(xp: Any, x: Any, axis: int, pixels: np.ndarray) -> Any:
    if np.array_equal(pixels, np.arange(x.shape[axis])):
        return x
    return xp.take(x, xp.asarray(pixels), axis=axis)


@op("Resize", since=18)
def resize(
    xp,
    X,
    roi=None,
    scales=None,
    sizes=None,
    *,
    antialias=0,
    axes=None,
    coordinate_transformation_mode="half_pixel",
    cubic_coeff_a=-0.75,
    exclude_outside=0,
    extrapolation_value=0.0,
    keep_aspect_ratio_policy="stretch",
    mode="nearest",
    nearest_mode="round_prefer_floor",
):
    """Change the size of an image by factors or to sizes, with nearest, linear or cubic interpolation."""
    one_of(mode, ("nearest", "linear", "cubic"), "mode")
    one_of(coordinate_transformation_mode, _TRANSFORMATIONS, "coordinate_transformation_mode")
    one_of(nearest_mode, _NEAREST_MODES, "nearest_mode")
    one_of(keep_aspect_ratio_policy, ("stretch", "not_larger", "not_smaller"), "keep_aspect_ratio_policy")
    over = normal_axes(list(range(X.ndim)) if axes is None else axes, X.ndim)
    given = [None if value is None or value.size == 0 else value for value in (scales, sizes)]
    plans = _plans(X, over, given[0], given[1], keep_aspect_ratio_policy)
    if coordinate_transformation_mode == "tf_crop_and_resize":
        plans = _cropped(plans, over, roi)
    rules = _Rules(
        mode,
        coordinate_transformation_mode,
        nearest_mode,
        cubic_coeff_a,
        bool(exclude_outside),
        bool(antialias),
        extrapolation_value,
    )
    return _resize(xp, X, _changing(plans, rules), rules)


def _changing(plans: dict[int, _Axis], rules: _Rules) -> dict[int, _Axis]:
    """Without a cropped part an axis that keeps its size stays as it is."""
    if rules.transformation == "tf_crop_and_resize":
        return plans
    return {number: axis for number, axis in plans.items() if axis.scale != 1 or axis.before != axis.after}


def _plans(x: Any, over: Sequence[int], scales: Any, sizes: Any, policy: str) -> dict[int, _Axis]:
    if (scales is None) == (sizes is None):
        raise HloError("Resize: give either scales or sizes", code="onnx.Resize.scales")
    given = scales if sizes is None else sizes
    if given.shape != (len(over),):
        raise HloError(
            f"Resize: {describe(given)} for {counted(len(over), 'axis', 'axes')} of {describe(x)}",
            code="onnx.Resize.scales",
        )
    before = [x.shape[axis] for axis in over]
    if sizes is None:
        factors = [float(scale) for scale in scales.tolist()]
        if not all(0 < factor < math.inf for factor in factors):
            raise HloError("Resize: scales are finite and greater than 0", code="onnx.Resize.scales")
        after = [math.floor(size * scale) for size, scale in zip(before, factors, strict=True)]
    else:
        after = ints(sizes)
        factors = [new / old if old else 1.0 for new, old in zip(after, before, strict=True)]
        if policy != "stretch" and factors:
            factor = min(factors) if policy == "not_larger" else max(factors)
            factors = [factor] * len(factors)
            after = [math.floor(factor * size + 0.5) for size in before]
    result_shape("Resize", list((dict(enumerate(x.shape)) | dict(zip(over, after, strict=True))).values()))
    return {axis: _Axis(old, new, factor) for axis, old, new, factor in zip(over, before, after, factors, strict=True)}


def _cropped(plans: dict[int, _Axis], over: Sequence[int], roi: Any) -> dict[int, _Axis]:
    if roi is None or roi.shape != (2 * len(over),):
        raise HloError("Resize: tf_crop_and_resize needs a roi with start and end of each axis", code="onnx.Resize.roi")
    ends = roi.astype(np.float64).tolist()
    return {
        axis: _Axis(plans[axis].before, plans[axis].after, plans[axis].scale, ends[i], ends[i + len(over)])
        for i, axis in enumerate(over)
    }


@op("Resize", since=11)
def resize_11(
    xp,
    X,
    roi=None,
    scales=None,
    sizes=None,
    *,
    coordinate_transformation_mode="half_pixel",
    cubic_coeff_a=-0.75,
    exclude_outside=0,
    extrapolation_value=0.0,
    mode="nearest",
    nearest_mode="round_prefer_floor",
):
    """As later versions; sizes are for all axes."""
    return resize(
        xp,
        X,
        roi,
        scales,
        sizes,
        coordinate_transformation_mode=coordinate_transformation_mode,
        cubic_coeff_a=cubic_coeff_a,
        exclude_outside=exclude_outside,
        extrapolation_value=extrapolation_value,
        mode=mode,
        nearest_mode=nearest_mode,
    )


@op("Upsample", since=9)
@op("Resize", since=10)
def resize_10(xp, X, scales, *, mode="nearest"):
    """Multiply the size of an image; pixels keep their upper left corner."""
    one_of(mode, ("nearest", "linear"), "mode")
    rules = _Rules(mode, "asymmetric", _BEFORE_11, -0.75, exclude_outside=False, antialias=False, extrapolation_value=0)
    return _resize(xp, X, _changing(_plans(X, range(X.ndim), scales, None, "stretch"), rules), rules)


@op("Upsample", since=7)
def upsample_7(xp, X, *, mode="nearest", scales):
    """Multiply the size of an image by the factors of an attribute."""
    return resize_10(xp, X, np.asarray(scales, np.float32), mode=mode)
