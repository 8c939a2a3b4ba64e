"""``select`` by bits: for arrays in cache several times as fast as the array library's ``where``, which asks at each place."""

from __future__ import annotations

from typing import Any

import numpy as np

#: Signed and unsigned words by their size; of eight bytes ``where`` is as fast.
_WORDS = {size: (np.dtype(f"i{size}"), np.dtype(f"u{size}")) for size in (1, 2, 4)}


def is_chosen_by_bits(dtype: Any) -> bool:
    """Whether ``choose`` is for elements of a type."""
    return dtype.itemsize in _WORDS


def choose(mask: Any, on_true: Any, on_false: Any) -> Any:
    """Elements of ``on_true`` where the array ``mask`` holds, of ``on_false`` elsewhere; operands broadcast, bits stay what they are."""
    signed, word = _WORDS[on_true.dtype.itemsize]
    kept = mask.astype(signed)
    np.negative(kept, kept)
    other = on_false.view(word)
    differ = np.bitwise_and(on_true.view(word) ^ other, kept.view(word))
    return np.bitwise_xor(differ, other).view(on_true.dtype)


#: Of fewer elements ``where`` is one call instead of several.
_FEW = 1 << 12


def chosen(xp: Any, mask: Any, on_true: Any, on_false: Any) -> Any:
    """``where`` of operands of one type, by bits where that is quicker."""
    if type(mask) is not np.ndarray or mask.size < _FEW:
        return xp.where(mask, on_true, on_false)
    by_bits = on_true.dtype == on_false.dtype and is_chosen_by_bits(on_true.dtype)
    return choose(mask, on_true, on_false) if by_bits else xp.where(mask, on_true, on_false)


def kept_where(xp: Any, mask: Any, x: Any) -> Any:
    """Elements where the mask holds, zero elsewhere."""
    if type(mask) is not np.ndarray or mask.size < _FEW or not is_chosen_by_bits(x.dtype):
        return xp.where(mask, x, xp.zeros((), x.dtype))
    signed, word = _WORDS[x.dtype.itemsize]
    bits = mask.astype(signed)
    np.negative(bits, out=bits)
    np.bitwise_and(bits.view(word), x.view(word), out=bits.view(word))
    return bits.view(x.dtype)
