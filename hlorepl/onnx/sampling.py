"""Reading images between their pixels."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence


def gather_pixels(xp: Any, images: Any, places: Sequence[Any]) -> Any:
    """Pixels of ``(B, C, *sizes)`` at whole places, zero outside, as ``(B, C, points)``.

    :param places: for each dimension of the images an integer array ``(B, points)``
    """
    batch, channels, *sizes = images.shape
    inside: Any = True
    flat: Any = 0
    for place, size in zip(places, sizes, strict=True):
        inside = inside & (place >= 0) & (place < size)
        flat = flat * size + xp.clip(place, 0, max(0, size - 1))
    pixels = images.reshape(batch, channels, math.prod(sizes))
    seen = xp.take_along_axis(pixels, flat[:, None, :], axis=2)
    return xp.where(inside[:, None, :], seen, xp.zeros((), images.dtype))


def sample_linear(xp: Any, images: Any, places: Sequence[Any]) -> Any:
    """Interpolate ``(B, C, *sizes)`` linearly in each dimension; what lies outside is zero.

    :param places: for each dimension of the images where to read, ``(B, points)``
    :return: ``(B, C, points)``
    """
    floors = [xp.floor(place) for place in places]
    parts = [(place - floor).astype(images.dtype) for place, floor in zip(places, floors, strict=True)]
    # A place far outside may not fit an integer: everything beyond the rim is the same.
    corners = [
        xp.clip(floor, -2, size + 1).astype(np.int64) for floor, size in zip(floors, images.shape[2:], strict=True)
    ]
    total: Any = 0
    for corner in itertools.product((0, 1), repeat=len(places)):
        weight: Any = 1
        for step, part in zip(corner, parts, strict=True):
            weight = weight * (part if step else 1 - part)
        at = [floor + step for floor, step in zip(corners, corner, strict=True)]
        total = total + gather_pixels(xp, images, at) * weight[:, None, :]
    return total


def cubic_weights(xp: Any, distance: Any, a: float = -0.75) -> Any:
    """The weight of a pixel in cubic interpolation by its distance."""
    d = xp.abs(distance)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return xp.where(d <= 1, near, xp.where(d < 2, far, xp.zeros((), d.dtype)))


def grid_sample(xp: Any, images: Any, places: Sequence[Any], mode: str, padding_mode: str, align_corners: bool) -> Any:
    """Read ``(B, C, *sizes)`` at ``places``, for each dimension ``(B, points)``, as ``(B, C, points)``.

    :param mode: ``nearest``, ``linear`` or ``cubic``
    :param padding_mode: what lies outside: ``zeros``, the ``border``, or the image by ``reflection``
    :param align_corners: whether reflection is about the centres of the outermost pixels, or their outer edges
    """
    sizes = images.shape[2:]

    def inside(place: Any, size: int) -> Any:
        if padding_mode == "border":
            return xp.clip(place, 0, size - 1)
        return _reflected(xp, place, size, align_corners) if padding_mode == "reflection" else place

    def pixels(whole: Sequence[Any]) -> Any:
        at = [xp.clip(xp.rint(inside(place, size)), -2, size + 1) for place, size in zip(whole, sizes, strict=True)]
        return gather_pixels(xp, images, [place.astype(np.int64) for place in at])

    if mode == "nearest":
        return pixels([xp.rint(inside(place, size)) for place, size in zip(places, sizes, strict=True)])
    if mode == "linear":
        places = [inside(place, size) for place, size in zip(places, sizes, strict=True)]
    floors = [xp.floor(place) for place in places]
    taps = (0, 1) if mode == "linear" else (-1, 0, 1, 2)
    total: Any = 0
    for corner in itertools.product(taps, repeat=len(places)):
        weight: Any = 1
        for tap, place, floor in zip(corner, places, floors, strict=True):
            distance = place - (floor + tap)
            weight = weight * (1 - xp.abs(distance) if mode == "linear" else cubic_weights(xp, distance))
        total = total + pixels([floor + tap for floor, tap in zip(floors, corner, strict=True)]) * weight[:, None, :]
    return total


def _reflected(xp: Any, place: Any, size: int, align_corners: bool) -> Any:
    """A place mirrored at the ends of the image until it lies inside."""
    low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
    span = high - low
    if span <= 0:
        return xp.zeros_like(place)
    distance = xp.mod(place - low, 2 * span)
    return xp.clip(low + xp.minimum(distance, 2 * span - distance), 0, size - 1)
