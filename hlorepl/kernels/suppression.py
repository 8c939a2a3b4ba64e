"""Boxes that overlap no better one too much: greedy suppression, a block of the best candidates after the other.

The overlaps of all pairs in a block are found at once and kept as bits, one machine word for each box; what is left to do
one after the other is a few operations on whole numbers for each box that is kept. Those then strike out at once what
they overlap among all the other candidates, of which few may be left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Candidates in a block, at most: their overlaps with one box are the bits of one word.
_BLOCK = 64
#: So many candidates are looked at next, at least and at most.
_FEW, _MANY = 16, 1024
#: So many overlaps are found at once, at most.
_AT_ONCE = 1 << 20


def suppressed(corners: Any, scores: Any, limit: int, overlap: float, least: float | None) -> Any:
    """For each batch and label the boxes kept, best first (of equals the first): ``(kept, 3)`` of batch, label and box.

    :param corners: ``(batches, 4, boxes)``: low y, low x, high y, high x
    :param scores: ``(batches, labels, boxes)``
    :param limit: how many are kept for each batch and label
    :param overlap: the share of intersection in union above which the worse of two boxes goes
    :param least: only boxes of greater scores count, where it is given
    """
    _, labels, boxes = scores.shape
    if limit <= 0 or scores.size == 0:
        return np.zeros((0, 3), np.int64)
    order = _best_first(scores).reshape(-1, boxes)
    counts = [boxes] * len(order) if least is None else (scores > least).sum(axis=-1).reshape(-1).tolist()
    size = corners[:, 2:] - corners[:, :2]
    measured = np.concatenate([corners.swapaxes(0, 1), (size[:, 0] * size[:, 1])[None]])
    found: list[list[int]] = []
    step = max(1, _AT_ONCE // (_BLOCK * min(_MANY, boxes)))
    for first in range(0, len(order), step):
        rows = range(first, min(first + step, len(order)))
        batch = np.array([row // labels for row in rows])
        found += _Search(measured, batch, order[first : rows.stop], counts[first : rows.stop], limit, overlap).run()
    rows = np.repeat(np.arange(len(order)), [len(kept) for kept in found])
    return np.stack([rows // labels, rows % labels, [box for kept in found for box in kept]], axis=1).astype(np.int64)


def _best_first(scores: Any) -> Any:
    """The order of the scores from the greatest on, along the last dimension; of equals the first, NaN at the end."""
    if scores.dtype != np.float32 or scores.shape[-1] >= 1 << 31:
        return np.argsort(-scores, axis=-1, kind="stable")
    # A sort of whole numbers, each a score and its place, is several times as fast as a stable order.
    bits = (np.float32(0) - scores).view(np.int32)  # zeros of both signs are equal
    bits = bits ^ ((bits >> 31) & 0x7FFFFFFF)
    bits = np.where(scores != scores, np.int32(0x7FFFFFFF), bits)
    keys = (bits.astype(np.int64) << 32) | np.arange(scores.shape[-1])
    keys.sort(axis=-1)
    return keys & 0xFFFFFFFF


class _Search:
    """The boxes found of each row of ``order``, of which so many count.

    :param measured: ``(5, batches, boxes)``, the corners and the area of each box
    :param batch: to which batch each row belongs
    """

    def __init__(self, measured: Any, batch: Any, order: Any, counts: list[int], limit: int, overlap: float):
        self.measured = measured
        self.batch = batch
        self.order = order
        self.counts = counts
        self.limit = limit
        self.overlap = overlap
        self.found: list[list[int]] = [[] for _ in counts]

    def run(self) -> list[list[int]]:
        rows = self._open(range(len(self.counts)), 0)
        start, stop = 0, _BLOCK
        while rows:
            left = {row: self.order[row, start : min(stop, self.counts[row])] for row in rows}
            self._drain(self._without(left, [self.found[row] for row in rows]) if start else left)
            start = stop
            rows = self._open(rows, start)
            # As many as will do where the share that is kept stays what it is, and some more.
            fewest = min([len(self.found[row]) for row in rows], default=0)
            stop += min(_MANY, _FEW + 3 * (self.limit - fewest) * stop // (2 * max(1, fewest)))
        return self.found

    def _open(self, rows: Iterable[int], start: int) -> list[int]:
        """Those rows that may still find boxes from a place on."""
        return [row for row in rows if len(self.found[row]) < self.limit and self.counts[row] > start]

    def _seen(self, rows: Iterable[int], boxes: Any) -> Any:
        return self.measured[:, self.batch[[*rows]][:, None], boxes]

    def _without(self, left: dict[int, Any], kept: list[list[int]]) -> dict[int, Any]:
        """The candidates that no box of those kept overlaps too much."""
        rivals = self._seen(left, _padded(kept))  # doubled ones strike out no more than one
        gone = _overlaps(rivals, self._seen(left, _padded([*left.values()])), self.overlap).any(axis=1)
        return {row: rest[~gone[place, : len(rest)]] for place, (row, rest) in enumerate(left.items())}

    def _drain(self, left: dict[int, Any]) -> None:
        """Find boxes among candidates that no box found so far overlaps too much."""
        left = {row: rest for row, rest in left.items() if len(rest)}
        while left:
            boxes = _padded([rest[:_BLOCK] for rest in left.values()])
            seen, new = self._seen(left, boxes), list[list[int]]()
            words = _words(_overlaps(seen, seen, self.overlap))
            for place, (row, rest) in enumerate(left.items()):
                alive = (1 << min(_BLOCK, len(rest))) - 1
                kept = _greedy(alive, words[place], self.limit - len(self.found[row]))
                new.append(boxes[place, kept].tolist())
                self.found[row] += new[-1]
            pairs = zip(left.items(), new, strict=True)
            going = {row: (rest[_BLOCK:], kept) for (row, rest), kept in pairs if len(rest) > _BLOCK}
            going = {row: each for row, each in going.items() if len(self.found[row]) < self.limit}
            if not going:
                return
            left = self._without({row: rest for row, (rest, _) in going.items()}, [kept for _, kept in going.values()])
            left = {row: rest for row, rest in left.items() if len(rest)}


def _padded(rows: list[Any]) -> Any:
    """Rows of places as one array; at the end of the shorter ones their first place again."""
    result = np.empty((len(rows), max(map(len, rows))), np.int64)
    for target, row in zip(result, rows, strict=True):
        target[: len(row)] = row
        target[len(row) :] = row[0]
    return result


def _greedy(alive: int, words: list[int], limit: int) -> list[int]:
    """Of the bits ``alive`` the lowest, then the lowest of those that it leaves, and so on."""
    kept: list[int] = []
    while alive and len(kept) < limit:
        lowest = (alive & -alive).bit_length() - 1
        kept.append(lowest)
        alive &= ~(words[lowest] | 1 << lowest)
    return kept


def _overlaps(some: Any, others: Any, overlap: float) -> Any:
    """Which boxes of ``(5, rows, a)`` overlap which of ``(5, rows, b)`` too much: ``(rows, a, b)``."""
    # Written out: NumPy's minimum and maximum are slow where one side is the same along a row.
    left = np.empty((4, *some.shape[1:], others.shape[2]), some.dtype)
    left[...] = some[:4, ..., None]
    right = others[:, :, None]
    extent = np.minimum(left[2:], right[2:4])
    extent -= np.maximum(left[:2], right[:2])
    extent = np.maximum(extent, np.zeros_like(extent[0]))
    shared = extent[0] * extent[1]
    union = right[4] + some[4, ..., None]
    union -= shared
    return (union > 0) & (shared > overlap * union)


def _words(bits: Any) -> Any:
    """The last dimension, of at most as many places as a block has, as the bits of one number each."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    whole = np.zeros((*packed.shape[:-1], _BLOCK // 8), np.uint8)
    whole[..., : packed.shape[-1]] = packed
    return whole.view("<u8")[..., 0].tolist()
