"""Greedy suppression of boxes, against its definition: one box after the other."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl.kernels.suppression import suppressed


def one_by_one(corners: np.ndarray, scores: np.ndarray, limit: int, overlap: float, least: float | None) -> list:
    found = []
    for batch, label in np.ndindex(*scores.shape[:2]):
        low, high = corners[batch, :2], corners[batch, 2:]
        area, score = (high - low).prod(axis=0), scores[batch, label]
        order = [box for box in np.argsort(-score, kind="stable") if least is None or score[box] > least]
        kept: list[int] = []
        while order and len(kept) < limit:
            best = int(order.pop(0))
            kept.append(best)
            extent = np.maximum(np.minimum(high, high[:, best, None]) - np.maximum(low, low[:, best, None]), 0)
            shared = extent.prod(axis=0)
            union = area + area[best] - shared
            struck = (union > 0) & (shared > overlap * union)
            order = [box for box in order if not struck[box]]
        found += [(batch, label, box) for box in kept]
    return found


@pytest.mark.parametrize("boxes", [0, 1, 2, 63, 64, 65, 200, 700])
@pytest.mark.parametrize("limit", [0, 1, 20, 1000])
@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.9, 1.0])
def test_the_same_as_one_by_one(boxes: int, limit: int, overlap: float) -> None:
    random = np.random.default_rng(boxes + limit)
    places = np.sort(random.random((2, 2, 2, boxes), np.float32), axis=1).reshape(2, 4, boxes)
    smooth, coarse = random.random((2, 2, boxes), np.float32), random.integers(-3, 4, (2, 2, boxes)).astype(np.float32)
    coarse[coarse == 3] = np.nan
    for scores in (smooth, coarse, coarse * 0):
        for least in (None, 0.5):
            found = suppressed(places, scores, limit, overlap, least)
            assert found.tolist() == [list(each) for each in one_by_one(places, scores, limit, overlap, least)]
            assert found.dtype == np.int64
            assert found.shape[1] == 3


def test_many_labels_are_looked_at_in_parts() -> None:
    random = np.random.default_rng(5)
    places = np.sort(random.random((3, 2, 2, 30), np.float32), axis=1).reshape(3, 4, 30)
    scores = random.random((3, 400, 30), np.float32)
    found = suppressed(places, scores, 4, 0.5, None)
    assert found.tolist() == [list(each) for each in one_by_one(places, scores, 4, 0.5, None)]
