"""The passes of XLA that make a difference: those without which there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .sides import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def guilty(names: Sequence[str], differs: Callable[[Sequence[str]], bool]) -> list[str]:
    """The fewest of some passes without which it does not differ, as far as halving finds them; none where that takes none away.

    ``differs`` says whether it does where these passes are left out.
    """

    def is_gone(left_out: Sequence[str]) -> bool:
        try:
            return not differs(left_out)
        except Failure:  # XLA needs one of them
            return False

    alone = [name for name in names if is_gone([name])]
    if alone:
        return alone
    found = [*names]
    if not is_gone(found):
        return []
    size = len(found) // 2
    while size:
        begin = 0
        while begin < len(found):
            rest = found[:begin] + found[begin + size :]
            found, begin = (rest, begin) if rest and is_gone(rest) else (found, begin + size)
        size //= 2
    return found
