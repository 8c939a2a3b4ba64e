"""Sweeps as a picture: one panel for each, both axes logarithmic, a line for everybody who ran it."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.rows import Row

WIDE, HIGH, LEFT, TOP, BETWEEN = 300, 220, 64, 46, 76
#: Colours that are told apart, also by those who see fewer of them; the first is ours.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")


def plotted(rows: Sequence[Row]) -> str:
    """The picture as SVG."""
    sweeps = [*dict.fromkeys(row.sweep for row in rows if row.sweep)]
    names = [*dict.fromkeys(name for row in rows if row.sweep for name in row.costs)]
    width = len(sweeps) * (WIDE + BETWEEN) + LEFT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HIGH + 60}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{TOP + HIGH + 60}" fill="white"/>',
    ]
    for place, name in enumerate(names):
        lines.append(
            f'<text x="{LEFT + 90 * place}" y="16" fill="{COLOURS[place % len(COLOURS)]}">{escape(name)}</text>'
        )
    for place, sweep in enumerate(sweeps):
        mine = sorted((row for row in rows if row.sweep == sweep), key=lambda row: row.size)
        lines += panel(sweep, mine, names, LEFT + place * (WIDE + BETWEEN))
    return "\n".join([*lines, "</svg>"]) + "\n"


def panel(title: str, rows: Sequence[Row], names: Sequence[str], left: float) -> Iterator[str]:
    """One sweep, in its own scales: sizes to the right, milliseconds upwards."""
    sizes, times = [row.size for row in rows], [cost.steady for row in rows for cost in row.costs.values()]
    across, up = (
        (floor(log10(min(sizes))), ceil(log10(max(sizes)))),
        (floor(log10(min(times))), ceil(log10(max(times)))),
    )

    def x(size: float) -> float:
        return left + WIDE * (log10(size) - across[0]) / max(1, across[1] - across[0])

    def y(time: float) -> float:
        return TOP + HIGH * (1 - (log10(time) - up[0]) / max(1, up[1] - up[0]))

    yield f'<text x="{left}" y="{TOP - 10}" font-weight="bold">{escape(title)}</text>'
    for power in range(up[0], up[1] + 1):
        yield f'<line x1="{left}" x2="{left + WIDE}" y1="{y(10.0**power):.1f}" y2="{y(10.0**power):.1f}" stroke="#ddd"/>'
        yield f'<text x="{left - 6}" y="{y(10.0**power) + 4:.1f}" text-anchor="end">{10.0**power:g} ms</text>'
    for power in range(across[0], across[1] + 1):
        yield f'<text x="{x(10.0**power):.1f}" y="{TOP + HIGH + 18}" text-anchor="middle">{10**power:,}</text>'
    for place, name in enumerate(names):
        points = " ".join(f"{x(row.size):.1f},{y(row.costs[name].steady):.1f}" for row in rows if name in row.costs)
        yield f'<polyline points="{points}" fill="none" stroke="{COLOURS[place % len(COLOURS)]}" stroke-width="2"/>'
