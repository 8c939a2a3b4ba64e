"""How values are cut over devices, as XLA's partitioner (GSPMD) writes it in ``mhlo.sharding``.

``{devices=[2,1,2]<=[4] last_tile_dim_replicate}`` is an array of devices: along the first axes one for each part of a dimension, along
the last ones those that have the same part (``replicated``), or that work on values of their own (``manual``). The
devices are listed row by row (``0,1,2,3``), or made by ``<=[dims]T(permutation)``: numbers from 0 on, reshaped and transposed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import HloError
from ...wording import are, counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LIST = r"\[([\d,\s]*)\]"
_DEVICES = re.compile(rf"devices={_LIST}(?:\s*<=\s*{_LIST}(?:T\(([\d,\s]*)\))?|\s*([\d,]+))\s*(.*)")
_METADATA = re.compile(r"metadata=\{(?:[^{}]|\{[^{}]*\})*\}")
_KINDS = re.compile(r"last_tile_dims=\{([^}]*)\}")
#: Digits beyond these are those of no number of devices.
_LONGEST = 9


class Tiling:
    """Devices by the part that they have: an axis for each of ``rank`` dimensions, then those along which all have the same part.

    ``manual`` are the axes along which devices work on values of their own. Without ``devices`` each has all.
    """

    __slots__ = ("devices", "manual", "rank", "text")

    def __init__(self, text: str, devices: Any = None, rank: int = 0, manual: Sequence[int] = ()):
        self.text = text
        self.devices = devices
        self.rank = rank
        self.manual = manual

    def place(self, shape: Sequence[int], device: int) -> tuple[slice, ...]:
        """Where in a value of a shape the part of a device lies; raises ``run.sharding`` where parts are not equal."""
        if self.devices is None:
            return ()
        if len(shape) != self.rank:
            raise HloError(f"a sharding of {self.rank} dimensions ({self.text}) for {len(shape)}", code="run.sharding")
        found: list[slice] = []
        for size, count, number in zip(shape, self.devices.shape, self._at(device), strict=False):
            if size % count:
                raise HloError(f"a dimension of {size} is not cut into {count} equal parts", code="run.sharding")
            part = size // count
            found.append(slice(number * part, (number + 1) * part))
        return tuple(found)

    def whole(self, shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of a value of which each device has a part of a shape."""
        counts = (1,) * len(shape) if self.devices is None else self.devices.shape[: self.rank]
        if len(shape) != len(counts):
            raise HloError(f"a sharding of {self.rank} dimensions ({self.text}) for {len(shape)}", code="run.sharding")
        return tuple(size * count for size, count in zip(shape, counts, strict=True))

    def together(self, device: int, count: int) -> tuple[int, ...]:
        """The devices that have the parts of one value with a device, itself too."""
        if self.devices is None:
            return tuple(range(count))
        at = self._at(device)
        inside = self.devices[tuple(at[k] if k in self.manual else slice(None) for k in range(self.devices.ndim))]
        return tuple(sorted(map(int, inside.flat)))

    def joined(self, brought: Mapping[int, Any], empty: Any) -> Any:
        """The whole value of which devices have brought parts; of those that have the same one, the first."""
        first = next(iter(brought.values()))
        whole = empty(self.whole(first.shape), first.dtype)
        seen: set[tuple[int, ...]] = set()
        for device, part in brought.items():
            place = self.place(whole.shape, device)
            key = tuple(each.start for each in place)
            if key not in seen:
                seen.add(key)
                whole[place] = part
        return whole

    def _at(self, device: int) -> tuple[int, ...]:
        return tuple(int(each[0]) for each in np.nonzero(self.devices == device))


def devices_asked(text: str) -> int | None:
    """For how many devices a sharding is; None where it does not say."""
    found = _DEVICES.search(text)
    return prod(_numbers(found[1])) if found else None


@lru_cache(256)
def tiling_from(text: str, count: int) -> Tiling:
    """The tiling of a text over so many devices; raises ``run.sharding`` where it says none, ``run.grid`` where it is for other devices."""
    inner = _METADATA.sub("", text).strip().removeprefix("{").removesuffix("}").strip()
    if inner in ("replicated", "manual", "") or inner.startswith(("replicated ", "manual ")):
        return Tiling(text)
    found = _DEVICES.match(inner)
    if found is None:
        raise HloError(f"{text} is no sharding of one array", code="run.sharding")
    shape, source, turned, listed, more = found.groups()
    sizes, wanted = _numbers(shape), prod(_numbers(shape))
    if wanted != count:
        message = f"{text} is for {wanted} devices, and there {'is one' if count == 1 else f'are {count}'}"
        raise HloError(message, code="run.grid", help=f"run it on a grid of 1 x {wanted}: --grid 1x{wanted}")
    devices = _numbers(listed) if listed else _made(_numbers(source), _numbers(turned or ""), count)
    if devices is None or sorted(devices) != [*range(count)]:
        raise HloError(f"{text} does not name each of {count} devices once", code="run.sharding")
    rank, manual = _last(sizes, more)
    return Tiling(text, np.array(devices).reshape(sizes), rank, manual)


def _numbers(text: str) -> list[int]:
    return [int(word[:_LONGEST]) for word in text.replace(",", " ").split()]


def _made(sizes: list[int], order: list[int], count: int) -> list[int] | None:
    if prod(sizes) != count or order and sorted(order) != [*range(len(sizes))]:
        return None
    return np.arange(count).reshape(sizes).transpose(order or None).flatten().tolist()


def _last(sizes: Sequence[int], more: str) -> tuple[int, list[int]]:
    """How many axes are of dimensions, and which of the others are of devices that work by themselves."""
    if "last_tile_dim_replicate" in more:
        return len(sizes) - 1, []
    kinds = _KINDS.search(more)
    names = [name.strip() for name in kinds[1].split(",")] if kinds else []
    if not {*names} <= {"replicated", "manual"}:
        raise HloError(f"sums that are not done yet ({kinds and kinds[1]}) are not known here", code="run.sharding")
    rank = len(sizes) - len(names)
    if rank < 0:
        raise HloError(
            f"{counted(len(names), 'axis', 'axes')} of {len(sizes)} {are(len(names))} not of dimensions",
            code="run.sharding",
        )
    return rank, [rank + k for k, name in enumerate(names) if name == "manual"]
