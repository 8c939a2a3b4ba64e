"""Counter-based random bits, the same as XLA's (section "rng_bit_generator"), and the draws of the legacy ``rng``.

Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011: a block cipher turns consecutive counters into
random words, so any part of the output can be computed at once. A state is one word of key, then one (ThreeFry,
Philox) or two (Philox) of counter, low word first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ir.types import element_of
from .casts import convert

_U32, _U64 = np.uint32, np.uint64
_HALF = _U64(32)
_THREEFRY_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_THREEFRY_PARITY = _U32(0x1BD11BDA)
_PHILOX_MULTIPLIERS = (_U64(0xD2511F53), _U64(0xCD9E8D57))
_PHILOX_STEPS = (_U32(0x9E3779B9), _U32(0xBB67AE85))


def generate(xp: Any, state: Any, algorithm: str, shape: tuple[int, ...], dtype: Any) -> tuple[Any, Any]:
    """The next state and an array of random bits as elements of ``dtype``.

    ``state`` is u64 of size 2, or 3 for Philox; ``algorithm`` THREE_FRY, PHILOX or DEFAULT, which is Philox. Elements
    of 32 bits and less take the low bits of one 32-bit word each.
    """
    words = [int(word) for word in state]
    narrow = element_of(np.dtype(dtype)).bits <= 32
    if algorithm == "THREE_FRY":
        used, bits = (_threefry32 if narrow else _threefry64)(xp, words, shape)
    else:
        used, bits = _philox(xp, words, shape, narrow)
    counter = sum(word << (64 * place) for place, word in enumerate(words[1:])) + used
    moved = [words[0]] + [(counter >> (64 * place)) & (2**64 - 1) for place in range(len(words) - 1)]
    return xp.asarray(np.array(moved, _U64)), _as_elements(xp, bits, np.dtype(dtype))


def _as_elements(xp: Any, bits: Any, dtype: np.dtype[Any]) -> Any:
    """The low bits of unsigned words as elements of a type that is not wider."""
    word = bits.astype(f"u{dtype.itemsize}")
    used = element_of(dtype).bits
    return (word & np.uint8((1 << used) - 1) if used < 8 else word).view(dtype)


def _low(words: Any) -> Any:
    return words.astype(_U32)


def _high(words: Any) -> Any:
    return (words >> _HALF).astype(_U32)


# --- ThreeFry ----------------------------------------------------------------------------------------------------


def _threefry64(xp: Any, words: list[int], shape: tuple[int, ...]) -> tuple[int, Any]:
    size = int(np.prod(shape))
    low, high = _threefry(xp, words, size)
    return size, (low.astype(_U64) | (high.astype(_U64) << _HALF)).reshape(shape)


def _threefry32(xp: Any, words: list[int], shape: tuple[int, ...]) -> tuple[int, Any]:
    """Each block gives two neighbours along one dimension: the first even one, else the largest with one cut off."""
    dims = shape or (1,)
    even = [axis for axis, size in enumerate(dims) if size % 2 == 0]
    axis = even[0] if even else max(range(len(dims)), key=lambda k: dims[k])
    half = (*dims[:axis], (dims[axis] + 1) // 2, *dims[axis + 1 :])
    size = int(np.prod(half))
    pair = [part.reshape(half) for part in _threefry(xp, words, size)]
    whole = xp.stack(pair, axis=axis + 1).reshape((*dims[:axis], 2 * half[axis], *dims[axis + 1 :]))
    kept = whole[(slice(None),) * axis + (slice(0, dims[axis]),)]
    return size, kept.reshape(shape)


def _threefry(xp: Any, words: list[int], size: int) -> tuple[Any, Any]:
    """Threefry-2x32 with 20 rounds on that many counters."""
    counters = xp.arange(size, dtype=_U64) + _U64(words[1])
    first, second = _U32(words[0] & 0xFFFFFFFF), _U32(words[0] >> 32)
    keys = (first, second, first ^ second ^ _THREEFRY_PARITY)
    x, y = _low(counters) + keys[0], _high(counters) + keys[1]
    for group in range(5):
        for rotation in _THREEFRY_ROTATIONS[group % 2]:
            x += y
            carried = y >> _U32(32 - rotation)
            y <<= _U32(rotation)
            y |= carried
            y ^= x
        x += keys[(group + 1) % 3]
        y += keys[(group + 2) % 3] + _U32(group + 1)
    return x, y


# --- Philox ------------------------------------------------------------------------------------------------------


def _philox(xp: Any, words: list[int], shape: tuple[int, ...], narrow: bool) -> tuple[int, Any]:
    size = int(np.prod(shape))
    blocks = -(-size // (4 if narrow else 2))
    low = xp.arange(blocks, dtype=_U64) + _U64(words[1])
    # A state of two words has the key as the upper half of its counter.
    high = xp.full(blocks, words[2] if len(words) > 2 else words[0], _U64) + (low < _U64(words[1])).astype(_U64)
    state = (_low(low), _high(low), _low(high), _high(high))
    parts = _philox_rounds(state, words[0])
    bits = xp.stack(parts, axis=1).reshape(-1)
    if not narrow:
        bits = bits[0::2].astype(_U64) | (bits[1::2].astype(_U64) << _HALF)
    return blocks, bits[:size].reshape(shape)


def _philox_rounds(state: tuple[Any, ...], key: int) -> tuple[Any, ...]:
    """Philox-4x32 with 10 rounds."""
    a, b, c, d = state
    first, second = _U32(key & 0xFFFFFFFF), _U32(key >> 32)
    for _ in range(10):
        left = a.astype(_U64) * _PHILOX_MULTIPLIERS[0]
        right = c.astype(_U64) * _PHILOX_MULTIPLIERS[1]
        b ^= first
        b ^= _high(right)
        d ^= second
        d ^= _high(left)
        a, b, c, d = b, _low(right), d, _low(left)
        first, second = first + _PHILOX_STEPS[0], second + _PHILOX_STEPS[1]
    return a, b, c, d


# --- rng ---------------------------------------------------------------------------------------------------------


def uniform(xp: Any, generator: np.random.Generator, low: Any, high: Any, shape: tuple[int, ...]) -> Any:
    """Draws in [low, high), of the type of ``low``; booleans are true with even odds if the range allows both."""
    dtype = low.dtype
    if element_of(dtype).is_float:
        unit = xp.asarray(generator.random(shape))
        first, last = convert(xp, low, np.float64), convert(xp, high, np.float64)
        drawn = convert(xp, xp.asarray(first + unit * (last - first)), dtype)
        # Rounding to the type may reach the end of the range, which is not in it.
        return xp.where(convert(xp, drawn, np.float64) >= last, low, drawn)
    first, last = int(convert(xp, low, np.int64)), int(convert(xp, high, np.int64))
    if dtype == np.uint64:
        first, last = int(low), int(high)
    if last <= first:
        return xp.full(shape, low, dtype)
    return convert(xp, _integers(xp, generator, first, last, shape), dtype)


def _integers(xp: Any, generator: np.random.Generator, low: int, high: int, shape: tuple[int, ...]) -> Any:
    kind = np.uint64 if high > 2**63 - 1 else np.int64
    return xp.asarray(generator.integers(low, high, shape, dtype=kind))


def normal(xp: Any, generator: np.random.Generator, mean: Any, deviation: Any, shape: tuple[int, ...]) -> Any:
    """Draws from the normal distribution, of the type of ``mean``."""
    centre, spread = convert(xp, mean, np.float64), convert(xp, deviation, np.float64)
    return convert(xp, xp.asarray(centre + spread * xp.asarray(generator.standard_normal(shape))), mean.dtype)
