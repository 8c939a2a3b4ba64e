"""Reading images between their pixels."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..backends.abilities import able
from ..kernels.weighted_sums import weighted_sums

if TYPE_CHECKING:
    from collections.abc import Sequence


def _flat_places(xp: Any, places: Sequence[Any], sizes: Sequence[int]) -> tuple[Any, Any]:
    """For each dimension whole places ``(B, points)``, as places in the flat image, and which lie inside of it."""
    inside: Any = True
    flat: Any = 0
    for place, size in zip(places, sizes, strict=True):
        inside = inside & (place >= 0) & (place < size)
        flat = flat * size + xp.clip(place, 0, max(0, size - 1))
    return flat, inside


def gather_pixels(xp: Any, images: Any, places: Sequence[Any]) -> Any:
    """Pixels of ``(B, C, *sizes)`` at whole places, zero outside, as ``(B, C, points)``.

    :param places: for each dimension of the images an integer array ``(B, points)``
    """
    batch, channels, *sizes = images.shape
    flat, inside = _flat_places(xp, places, sizes)
    pixels = images.reshape(batch, channels, math.prod(sizes))
    if batch == 1:
        seen = xp.take(pixels, flat[0], axis=2)
    else:
        seen = xp.take_along_axis(pixels, flat[:, None, :], axis=2)
    return seen if bool(inside.all()) else xp.where(inside[:, None, :], seen, xp.zeros((), images.dtype))


#: A tap of a kernel: for each dimension the whole places that it reads, and what the pixels there weigh, ``(B, points)`` each.
_Tap = tuple["Sequence[Any]", Any]


def _weighted(xp: Any, images: Any, taps: Sequence[_Tap]) -> Any:
    """The sum of what each tap sees, times its weight: ``(B, C, points)``."""
    batch, channels, *sizes = images.shape
    points = taps[0][1].shape[-1]
    if able(xp).is_host and images.size and points * channels >= _SPARSE and images.dtype.kind == "f":
        flat = [_flat_places(xp, places, sizes) for places, _ in taps]
        return weighted_sums(
            images.reshape(batch, channels, math.prod(sizes)),
            np.stack([each for each, _ in flat], axis=-1),
            np.stack([each for _, each in flat], axis=-1),
            np.stack([weight for _, weight in taps], axis=-1),
        )
    total: Any = 0
    for places, weight in taps:
        total = total + gather_pixels(xp, images, places) * weight[:, None, :]
    return total


#: From so many results on a sparse matrix is made of the weights.
_SPARSE = 4096


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
    taps = list[_Tap]()
    for corner in itertools.product((0, 1), repeat=len(places)):
        weight: Any = 1
        for step, part in zip(corner, parts, strict=True):
            weight = weight * (part if step else 1 - part)
        taps.append(([floor + step for floor, step in zip(corners, corner, strict=True)], weight))
    return _weighted(xp, images, taps)


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

    def pixels_of(whole: Any, size: int) -> Any:
        return xp.clip(xp.rint(inside(whole, size)), -2, size + 1).astype(np.int64)

    if mode == "nearest":
        whole = [xp.rint(inside(place, size)) for place, size in zip(places, sizes, strict=True)]
        return gather_pixels(xp, images, [pixels_of(*each) for each in zip(whole, sizes, strict=True)])
    if mode == "linear":
        places = [inside(place, size) for place, size in zip(places, sizes, strict=True)]
    floors = [xp.floor(place) for place in places]
    steps = (0, 1) if mode == "linear" else (-1, 0, 1, 2)
    # Once for each dimension what its steps read and weigh, not for each of their combinations.
    read = [[pixels_of(floor + step, size) for step in steps] for floor, size in zip(floors, sizes, strict=True)]
    weights = [
        [_weight(xp, mode, place - (floor + step)) for step in steps]
        for place, floor in zip(places, floors, strict=True)
    ]
    taps = list[_Tap]()
    for corner in itertools.product(range(len(steps)), repeat=len(places)):
        weight: Any = 1
        for step, each in zip(corner, weights, strict=True):
            weight = weight * each[step]
        taps.append(([each[step] for step, each in zip(corner, read, strict=True)], weight))
    return _weighted(xp, images, taps)


def _weight(xp: Any, mode: str, distance: Any) -> Any:
    return 1 - xp.abs(distance) if mode == "linear" else cubic_weights(xp, distance)


def _reflected(xp: Any, place: Any, size: int, align_corners: bool) -> Any:
    """A place mirrored at the ends of the image until it lies inside."""
    low, high = (0.0, size - 1.0) if align_corners else (-0.5, size - 0.5)
    span = high - low
    if span <= 0:
        return xp.zeros_like(place)
    distance = xp.mod(place - low, 2 * span)
    return xp.clip(low + xp.minimum(distance, 2 * span - distance), 0, size - 1)
