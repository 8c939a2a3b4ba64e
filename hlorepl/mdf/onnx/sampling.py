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
    inside = np.True_
    flat = 0
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
