"""How a convolution is done, as far as its shapes and attributes decide: what :mod:`.convolution` then does to arrays."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_COLUMNS_BYTES = 2 << 20
"""A block of columns is about this large, or as large as the kernel up to four times as much."""

_FLOPS_PER_SECOND = 5e10
_SECONDS_PER_RUN = 8e-9
"""What multiplying costs, and starting one more contiguous run of a copy: they decide whether gaps between rows pay."""


class Axis(NamedTuple):
    """One spatial dimension of a convolution whose input is not dilated."""

    size: int
    kernel: int
    stride: int
    low: int
    dilation: int
    out: int

    def reach(self, tap: int) -> tuple[int, int]:
        """The plane (residue of the stride) that a tap of the kernel reads, and at which index it starts."""
        start, plane = divmod(tap * self.dilation, self.stride)
        return plane, start

    @property
    def length(self) -> int:
        """How many elements of a plane are read."""
        return self.reach(self.kernel - 1)[1] + self.out

    def source(self, plane: int) -> tuple[slice, slice]:
        """Which elements of a plane come from the input, and from where; the others are padding."""
        first = max(0, -((plane - self.low) // self.stride))
        last = min(self.length, (self.size - 1 + self.low - plane) // self.stride + 1)
        last = max(first, last)
        start = first * self.stride + plane - self.low
        return slice(first, last), slice(start, start + (last - first) * self.stride, self.stride)


def output_size(size: int, kernel: int, stride: int, low: int, high: int, lhs_dilation: int, rhs_dilation: int) -> int:
    """The size of one spatial dimension of the result."""
    padded = (max(0, (size - 1) * lhs_dilation + 1) if size else 0) + low + high
    window = (kernel - 1) * rhs_dilation + 1 if kernel else 0
    return 0 if padded <= 0 or window > padded else (padded - window) // stride + 1


class Residue(NamedTuple):
    """The outputs ``first::step`` of one dimension and the taps of the kernel that meet them."""

    outputs: slice
    taps: slice
    axis: Axis | None


@lru_cache(maxsize=1024)
def residues(
    size: int, kernel: int, stride: int, low: int, high: int, lhs_dilation: int, rhs_dilation: int
) -> tuple[int, tuple[Residue, ...]]:
    """The size of the output, and how one dimension falls apart into convolutions of the undilated input.

    Output ``o`` meets tap ``k`` where ``o * stride + k * rhs_dilation - low`` is a multiple of ``lhs_dilation``.
    """
    out = output_size(size, kernel, stride, low, high, lhs_dilation, rhs_dilation)
    step = lhs_dilation // math.gcd(lhs_dilation, stride)
    tap_step = lhs_dilation // math.gcd(lhs_dilation, rhs_dilation)
    parts = []
    for first in range(min(step, out)):
        starts = ((first * stride + tap * rhs_dilation - low, tap) for tap in range(min(kernel, tap_step)))
        start, tap = next(((start, tap) for start, tap in starts if start % lhs_dilation == 0), (0, kernel))
        axis = Axis(
            size,
            len(range(tap, kernel, tap_step)),
            step * stride // lhs_dilation,
            -(start // lhs_dilation),
            tap_step * rhs_dilation // lhs_dilation,
            len(range(first, out, step)),
        )
        parts.append(Residue(slice(first, None, step), slice(tap, None, tap_step), axis if axis.kernel else None))
    return out, tuple(parts)


class Read(NamedTuple):
    """The taps of the kernel that read one plane: in each dimension each ``step``-th element from ``start`` on."""

    plane: tuple[int, ...]
    taps: tuple[slice, ...]
    count: tuple[int, ...]
    start: tuple[int, ...]
    step: tuple[int, ...]
    filled: tuple[Any, ...]
    source: tuple[Any, ...]


class Plan(NamedTuple):
    """What follows from the shapes alone.

    ``lengths`` are the sizes of a plane, ``pitch`` the distances of neighbours in it; ``plain`` says that the input is
    the only plane. ``width`` are the columns of the matrix that belong to one row of the output, with or without
    ``gaps`` between rows; a block has so many ``images``, or so many ``rows`` of one.
    """

    axes: tuple[Axis, ...]
    groups: int
    reads: tuple[Read, ...]
    lengths: tuple[int, ...]
    pitch: tuple[int, ...]
    plain: bool
    gaps: bool
    width: tuple[int, ...]
    images: int
    rows: int


@lru_cache(maxsize=1024)
def plan_of(
    lhs_shape: tuple[int, ...], rhs_shape: tuple[int, ...], axes: tuple[Axis, ...], groups: int, itemsize: int
) -> Plan:
    lengths = tuple(axis.length for axis in axes)
    pitch = tuple(math.prod(lengths[i + 1 :]) for i in range(len(axes)))
    reads = tuple(_read(axes, parts) for parts in itertools.product(*map(_planes_of, axes)))
    plain = all(axis.stride == 1 and axis.low == 0 and axis.length == axis.size for axis in axes)
    terms = lhs_shape[1] * math.prod(axis.kernel for axis in axes)
    gaps = _gaps_pay(axes, rhs_shape[0] // groups)
    width = tuple(axis.length if gaps else axis.out for axis in axes[1:])
    limit = max(_COLUMNS_BYTES, min(4 * _COLUMNS_BYTES, math.prod(rhs_shape) * itemsize))
    rows_at_once = max(1, limit // (terms * math.prod(width) * itemsize))
    rows = axes[0].out
    images = max(1, min(lhs_shape[0], rows_at_once // rows))
    return Plan(axes, groups, reads, lengths, pitch, plain, gaps, width, images, min(rows, rows_at_once))


def _read(axes: tuple[Axis, ...], parts: tuple[tuple[int, slice, int, int, int], ...]) -> Read:
    plane, taps, count, start, step = zip(*parts, strict=True)
    filled, source = zip(*(axis.source(residue) for axis, residue in zip(axes, plane, strict=True)), strict=True)
    return Read(plane, taps, count, start, step, (..., *filled), (..., *source))


def _planes_of(axis: Axis) -> Iterator[tuple[int, slice, int, int, int]]:
    """For each plane that some tap reads: the plane, those taps, how many, where the first one starts, and the step."""
    tap_step = axis.stride // math.gcd(axis.stride, axis.dilation)
    for first in range(min(tap_step, axis.kernel)):
        plane, start = axis.reach(first)
        count = len(range(first, axis.kernel, tap_step))
        yield plane, slice(first, None, tap_step), count, start, tap_step * axis.dilation // axis.stride


def _gaps_pay(axes: tuple[Axis, ...], features: int) -> bool:
    """Whether multiplying the columns between rows too costs less than copying each row of each tap by itself."""
    if len(axes) < 2:
        return True
    rows = math.prod(axis.out for axis in axes[:-1])
    exact = rows * axes[-1].out
    waste = axes[0].out * math.prod(axis.length for axis in axes[1:]) - exact
    return 2 * features * waste / _FLOPS_PER_SECOND <= rows * _SECONDS_PER_RUN
