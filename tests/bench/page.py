"""``make bench``: everything is measured, one table printed, and ``docs/speed.md`` made of it, with a plot of the sweeps.

No time is asserted: what the figures mean, whoever reads them says.
"""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if (
    __name__ == "__main__"
):  # before anybody counts cores: all on one thread, so that others on the machine disturb all alike
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "HLOREPL_THREADS"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from bench.plot import plotted
from bench.rows import Cost, Row, mean, ratio

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DOCS = Path(__file__).resolve().parents[2] / "docs"
#: The modules of this folder that have rows.
MODULES = ("stablehlo_rows",)

HEAD = """# Speed

Made by `make bench` (`tests/bench/page.py`) on {machine}, Python {python}, NumPy {numpy}, hlorepl {version}. Times are the shortest of many runs
that took turns, in milliseconds; *cold* is reading, checking, planning and the first run (of XLA: compiling and the first run); *peak* is the
most memory that a run allocates, results counted, in megabytes. All run on one thread. In brackets: hlorepl over the other.

{summary}

![How cost grows with size](speed.svg)

"""


def number(value: float | None) -> str:
    """Three digits, and no more zeros than need be."""
    if value is None:
        return ""
    return (
        f"{value:.3f}"
        if value < 1
        else f"{value:.2f}"
        if value < 10
        else f"{value:.1f}"
        if value < 100
        else f"{value:,.0f}"
    )


def cells(row: Row, others: Sequence[str]) -> Iterator[str]:
    """The cells of a row: ours, then each other with the ratio."""
    yield row.name
    for what in ("cold", "steady", "peak"):
        yield number(getattr(row.costs["hlorepl"], what))
        for other in others:
            cost = row.costs.get(other)
            found = None if cost is None else getattr(cost, what)
            over = ratio(row, other, what)
            yield number(found) + (f" ({over:.2f})" if over else "")


def others_of(rows: Iterable[Row]) -> list[str]:
    return [*dict.fromkeys(name for row in rows for name in row.costs if name != "hlorepl")]


def table(rows: Sequence[Row]) -> list[str]:
    """A table in Markdown, columns as wide as their cells; what nobody measured has none."""
    others = others_of(rows)
    head = ["program", *(f"{what} {who}" for what in ("cold", "steady", "peak") for who in ("hlorepl", *others))]
    lines = [head, *([*cells(row, others)] for row in rows)]
    kept = [k for k in range(len(head)) if any(line[k] for line in lines[1:])]
    widths = {k: max(len(line[k]) for line in lines) for k in kept}
    shown = [
        "| " + " | ".join(line[k].ljust(widths[k]) if not k else line[k].rjust(widths[k]) for k in kept) + " |"
        for line in lines
    ]
    return [shown[0], "|" + "|".join("-" * (widths[k] + 1) + ("-" if not k else ":") for k in kept) + "|", *shown[1:]]


def summary(rows: Sequence[Row]) -> list[str]:
    """Geometric means of what we cost over what others do, by group."""
    lines: list[str] = []
    for group in dict.fromkeys(row.group for row in rows):
        mine = [row for row in rows if row.group == group]
        for other in others_of(mine):
            parts = [(what, mean(ratio(row, other, what) for row in mine)) for what in ("cold", "steady", "peak")]
            said = ", ".join(f"{what} {found:.2f}" for what, found in parts if found)
            worst = max((row for row in mine if other in row.costs), key=lambda row: ratio(row, other) or 0)
            lines.append(
                f"- {group}, {len(mine)} rows, over {other}: {said} (geometric means); most for {worst.name}: {ratio(worst, other):.1f}"
            )
    return lines


def page(rows: Sequence[Row]) -> str:
    """The whole page."""
    facts = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version()}
    facts |= {"numpy": np.__version__, "version": hlorepl.__version__, "summary": "\n".join(summary(rows))}
    parts = [HEAD.format(**facts)]
    for group in dict.fromkeys(row.group for row in rows):
        parts += [f"## {group}\n\n", "\n".join(table([row for row in rows if row.group == group])), "\n\n"]
    return "".join(parts).rstrip() + "\n"


def main() -> None:
    found: list[Row] = []
    for name in MODULES:
        for row in import_module(f"bench.{name}").rows():
            found.append(row)
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("\n".join([*table(found), "", *summary(found)]))
    (DOCS / "speed.md").write_text(page(found), encoding="utf-8")
    (DOCS / "speed.svg").write_text(plotted(found), encoding="utf-8")


if __name__ == "__main__":
    assert Cost
    main()
