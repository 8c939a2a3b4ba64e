"""Sums of a few pixels of each image, each with its weight, as a product with a sparse matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from .copies import copied


def weighted_sums(images: Any, places: Any, inside: Any, weights: Any) -> Any:
    """For each image and channel the sums over taps of the pixels at ``places`` times ``weights``, in the order of the taps.

    :param images: ``(B, C, pixels)``
    :param places: ``(B, points, taps)``, and of the same shape which of them count at all, and what they weigh
    :return: ``(B, C, points)``
    """
    import scipy.sparse  # late: SciPy

    batch, channels, size = images.shape
    points, taps = places.shape[1:]
    result = np.empty((batch, channels, points), np.result_type(images.dtype, weights.dtype))
    starts = np.arange(0, points * taps + 1, taps)
    for image, (pixels, at, counts, weight) in enumerate(zip(images, places, inside, weights, strict=True)):
        # What lies outside reads a pixel of zeros: the image may hold what even a weight of zero does not silence.
        rows = np.concatenate([copied(pixels.T), np.zeros((1, channels), images.dtype)])
        columns = np.where(counts, at, size).reshape(-1)
        matrix = scipy.sparse.csr_array((weight.reshape(-1), columns, starts), shape=(points, size + 1))
        result[image] = copied((matrix @ rows).T)
    return result
