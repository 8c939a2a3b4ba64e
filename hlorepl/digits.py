"""Whole numbers as people write them."""

from __future__ import annotations

#: A number of so many digits fits 64 bits. Python reads no more than a few thousand, and that slowly.
_MOST = 18


def natural(text: str) -> int | None:
    """The number that ASCII digits say; None for anything else, other scripts' digits too, and for more than 18 digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST else None
