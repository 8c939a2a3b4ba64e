"""The table of docs/accuracy.md of what two engines may be apart: from the ops' declarations."""

from __future__ import annotations

from hlorepl.ops import registry
from hlorepl.ops.error_bounds import Rounded, Sums, Ulps, Unstable

HEADING = "## Between engines"
_TEXT = """
`hlorepl compare` allows two engines what follows: element-wise the sum of the bounds of both, in ulp of the result; all other ops, and
all whole numbers, are exact. Those of XLA are what was found on a sample on a CPU, and a quarter more. Floats of 16 bits and less are
computed in wider types by both: 1 ulp. Results below the least normal number of f32, f64 and bf16 may be zero. "argument": on top, what comes
of an argument that is so many ulp away; "at least": of a result that is smaller than that, the bound is in ulp of that.

- Rounded once, the same everywhere (1 ulp for 8-bit floats and smaller, and for f64 to 16 bits; complex numbers {norm:g} eps of their norm): {rounded}.
- Sums of n terms, whose magnitudes add up to S: 2 (n + 2) u S, u being half of eps (of f32 where small floats are multiplied), and S and n what
  the op gives for magnitudes and for ones: {sums}. Of those with a region this holds where it adds; one that is exact makes the op exact.
- {unstable}: {factor:g} times what comes of operands that are off by {ulps:g} eps, and {eps:g} eps of the greatest result.

| op | here, f32 | here, f64 | XLA, f32 | XLA, f64 | argument | at least |
| --- | --- | --- | --- | --- | --- | --- |
"""


def section() -> str:
    """The whole section, with a blank line at its end."""
    specs = [registry.OPS[name] for name in sorted(registry.names())]
    kinds = {
        kind: [spec.name for spec in specs if isinstance(spec.error, kind)] for kind in (Rounded, Sums, Ulps, Unstable)
    }
    unstable = Unstable()
    text = _TEXT.format(
        norm=Rounded().norm,
        rounded=_listed(kinds[Rounded]),
        sums=_listed(kinds[Sums]),
        unstable=_listed(kinds[Unstable]),
        factor=unstable.factor,
        ulps=unstable.ulps,
        eps=unstable.eps,
    )
    rows = [_row(spec.name, spec.error) for spec in specs if isinstance(spec.error, Ulps)]
    return f"{HEADING}\n{text}{''.join(rows)}\n"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name.removeprefix('stablehlo.')}`" for name in names)


def _row(name: str, error: Ulps) -> str:
    cells = [error.f32, error.f64, error.xla_f32, error.xla_f64]
    more = [f"{value:g}" if value else "" for value in (error.conditioned, error.floor)]
    return (
        f"| `{name.removeprefix('stablehlo.')}` | {' | '.join(f'{cell:g}' for cell in cells)} | {' | '.join(more)} |\n"
    )
