"""How far the results of an op may be from the exact ones, in this engine and in others: said on the op's declaration (``error=``).

An op that says nothing moves data, or is exact: two engines that are right give the same. Whoever compares engines
(``comparing/tolerance.py``) turns these into numbers for the values at hand; ``docs/accuracy.md`` lists them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorBound:
    """What an op may be off by. Integers are exact in any case, and NaN stands at the same places."""


@dataclass(frozen=True, slots=True)
class Rounded(ErrorBound):
    """The exact result, rounded once: all engines give the same, but for subnormal numbers, which some take for zero.

    8-bit floats and smaller ones may be rounded by way of a wider type: 1 ulp. Complex numbers are off by ``norm`` eps of their norm.
    """

    norm: float = 4.0


@dataclass(frozen=True, slots=True)
class Ulps(ErrorBound):
    """Ulp of the result: this engine's bounds for f32 and f64, and XLA's (what was found on a sample, and a quarter more).

    Floats of 16 bits and less are computed in wider types by all: 1 ulp. ``floor``: results smaller than this are off as much as it is.
    ``conditioned``: on top, what comes of an argument that is off by so many ulp. Complex numbers are off by ``norm`` eps of their norm.
    """

    f32: float
    f64: float
    xla_f32: float
    xla_f64: float
    floor: float = 0.0
    conditioned: float = 0.0
    norm: float = 64.0


@dataclass(frozen=True, slots=True)
class Sums(ErrorBound):
    """Sums of products: with n terms, u the unit roundoff, S the sum of their magnitudes, n u S in each engine, whatever the order.

    S is what the op gives for the magnitudes of its operands, n what it gives for ones. Where it runs a region (a reducer), it is so
    only of one that adds; one that is exact makes the op exact; any other is as ``Unstable``.
    """


@dataclass(frozen=True, slots=True)
class Unstable(ErrorBound):
    """As much as comes of operands that are off by ``ulps``, times ``factor``, and ``eps`` of the greatest result on top."""

    ulps: float = 4.0
    factor: float = 16.0
    eps: float = 16.0
