"""Whether a body of two values and two numbers picks the largest, or the smallest, and its number: argmax and argmin.

It is decided by what the body computes, however it is written. Bodies that only compare and choose can tell arguments apart by
their order alone (and whether they are NaN), so all that there is to know shows on a few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...backends import host

if TYPE_CHECKING:
    from ...ir.core import Block, Op, Value
    from ..annotations import Region

#: What a body may be made of.
_CHOOSING = frozenset({"compare", "select", "and", "or", "xor", "not", "maximum", "minimum", "return"})


class Picks(NamedTuple):
    """Of equal values the first; ``nan_first``: NaN before all, else it does something else with NaN."""

    largest: bool
    nan_first: bool


def picks(xp: Any, body: Region) -> Picks | None:
    """What a body of ``(value, number, value, number)`` picks where numbers go up; None where it is something else."""
    block = body.pure_block
    types = body.argument_types
    if block is None or len(types) != 4 or not _only_chooses(block):
        return None
    dtype, numbers = np.dtype(types[0].dtype), np.dtype(types[1].dtype)
    if dtype.kind not in "iuf" or numbers.kind not in "iu":
        return None
    some = [0, 1, 2] if dtype.kind != "f" else [-1.0, -0.0, 0.0, 1.0, np.nan]
    a, b = (each.reshape(-1) for each in np.meshgrid(np.array(some, dtype), np.array(some, dtype)))
    i, j = np.full(a.shape, 3, numbers), np.full(a.shape, 5, numbers)
    with np.errstate(all="ignore"):
        value, number = map(host, body.over(*map(xp.asarray, (a, i, b, j))))
    return _fitting(a, b, value, number)


def _fitting(a: Any, b: Any, value: Any, number: Any) -> Picks | None:
    has_nan = np.isnan(a) | np.isnan(b) if a.dtype.kind == "f" else np.zeros(a.shape, bool)
    for largest in (True, False):
        first = (a >= b if largest else a <= b) | (a != a)
        best = np.where(first, a, b)
        same = ((value == best) | (value != value) & (best != best)) & (number == np.where(first, 3, 5))
        if same.all():
            return Picks(largest, True)
        if (same | has_nan).all():
            return Picks(largest, False)
    return None


def _only_chooses(block: Block) -> bool:
    """Whether values are compared with values and numbers with numbers, and nothing is made but by choosing."""
    kinds: dict[Value, str] = dict(zip(block.arguments, "vnvn", strict=True))
    for op in block.ops:
        name = op.name.removeprefix("stablehlo.")
        found = {kinds.get(value, "?") for value in op.operands}
        if name not in _CHOOSING or "TOTALORDER" in str(op.attributes.get("compare_type", "")):
            return False
        if name == "return":
            return [kinds.get(value) for value in op.operands] == ["v", "n"]
        kind = _kind(op, name, found, kinds)
        if not kind:
            return False
        kinds[op.results[0]] = kind
    return False


def _kind(op: Op, name: str, found: set[str], kinds: dict[Value, str]) -> str:
    """Whether an op makes a value, a number or a truth value (``t``); nothing where it mixes them."""
    if name == "select":
        chosen = {kinds.get(value, "?") for value in op.operands[1:]}
        return chosen.pop() if kinds.get(op.operands[0]) == "t" and len(chosen) == 1 else ""
    if len(found) != 1 or "?" in found:
        return ""
    (only,) = found
    if name == "compare":
        return "t"
    if name in ("maximum", "minimum"):
        return only
    return only if only == "t" else ""
