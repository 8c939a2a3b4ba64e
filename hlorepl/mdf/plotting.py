"""Pictures of runs: to a file with matplotlib, or as text for a terminal."""

from __future__ import annotations

import os
import warnings
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from ..source import visible
from ..whole_files import whole_file
from ..wording import did_you_mean, reason
from .formats import PICTURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .recording import Run

BARS = " ▁▂▃▄▅▆▇█"
MAX_PANELS = 40
MAX_DOTS = 20_000


def plot(
    run: Run,
    file: str | os.PathLike[str] | None = None,
    names: Sequence[str] | None = None,
    dt: float = 1.0,
    axis: tuple[str, np.ndarray] | None = None,
) -> Any:
    """Draw recorded values over time, one panel for each node (the first 40); with ``file``, save it there.

    :param names: ``node.port`` of what to draw; everything that holds numbers if not given.
    :param dt: the time that a step takes, for the axis.
    :param axis: what to draw along in place of time: a name, and where each value stands.
    :returns: the matplotlib figure.
    """
    columns = _columns(run, names)
    nodes = list(dict.fromkeys(node for node, _, _ in columns))[:MAX_PANELS]
    figure = new_figure((8, min(1 + 2 * len(nodes), 80)))
    panels = figure.subplots(len(nodes), 1, sharex=True, squeeze=False)[:, 0]
    for panel, node in zip(panels, nodes, strict=False):
        for owner, port, values in columns:
            if owner != node:
                continue
            flat = values.reshape(len(values), -1)
            for index in range(min(flat.shape[1], 10)):
                label = port if flat.shape[1] == 1 else f"{port}[{index}]"
                along = np.arange(len(flat)) * dt if axis is None else axis[1]
                panel.plot(along, flat[:, index], label=label, linewidth=1)
        panel.set_title(node, fontsize=9, loc="left")
        panel.legend(fontsize=7, loc="upper right")
    panels[-1].set_xlabel(axis[0] if axis else "time" if dt != 1.0 else "step")
    return saved(figure, file)


def plot_text(run: Run, width: int = 64, names: Sequence[str] | None = None) -> str:
    """Recorded values as lines of bars, each with its smallest and largest value."""
    columns = _columns(run, names)
    labels = [f"{node}.{port}" for node, port, _ in columns]
    longest = max(map(len, labels), default=0)
    lines = []
    for label, (_, _, values) in zip(labels, columns, strict=True):
        flat = values.reshape(len(values), -1)
        for index in range(min(flat.shape[1], 4)):
            text = label if flat.shape[1] == 1 else f"{label}[{index}]"
            lines.append(f"{text:<{longest + 3}} {_bars(flat[:, index].astype(float), width)}")
    return "\n".join(lines)


def _bars(values: np.ndarray, width: int) -> str:
    finite = values[np.isfinite(values)]
    if not finite.size:
        return "no finite values"
    low, high = float(finite.min()), float(finite.max())
    parts = np.array_split(values, min(width, len(values)))
    means = np.array([part[np.isfinite(part)].mean() if np.isfinite(part).any() else np.nan for part in parts])
    scaled = (means - low) / (high - low) * (len(BARS) - 2) if high > low else np.zeros(len(means))
    bars = "".join("?" if np.isnan(value) else BARS[1 + round(float(value))] for value in scaled)
    return f"{bars} {low:.4g} … {high:.4g}"


def _columns(run: Run, names: Sequence[str] | None) -> list[tuple[str, str, np.ndarray]]:
    known = {**dict.fromkeys(run), **{f"{node}.{port}": None for node, ports in run.items() for port in ports}}
    for name in names or ():
        if name not in known:
            tips = [*did_you_mean(name, known, most=3), f"pictures are files that end in {', '.join(PICTURES)}"]
            raise HloError(f"nothing is recorded as '{name}'", code="name.unknown", help=tips)
    found = []
    for node, ports in run.items():
        for port, values in ports.items():
            wanted = names is None or f"{node}.{port}" in names or node in names
            array = np.asarray(values) if wanted and not isinstance(values, list) else np.empty(0, object)
            if array.dtype.kind in "fiub" and array.size:
                found.append((node, port, array))
    if not found:
        raise HloError("there are no recorded numbers to draw", code="run.plot")
    return found


def new_figure(size: tuple[float, float], layout: Any = "constrained") -> Any:
    """An empty matplotlib figure of that many inches."""
    try:
        from matplotlib.figure import Figure  # late: Matplotlib
    except ImportError:
        raise HloError("drawing needs matplotlib", code="run.extra", help="pip install 'hlorepl[plot]'") from None
    return Figure(figsize=size, layout=layout)


def _show_text_as_it_is(figure: Any) -> None:
    """No id is a formula to matplotlib, or hides something."""
    from matplotlib.text import Text  # late: Matplotlib

    for text in figure.findobj(Text):
        text.set_parse_math(False)
        text.set_text(visible(text.get_text()))


def _write(figure: Any, file: Any, dots: float) -> None:
    if isinstance(file, str | os.PathLike):
        with whole_file(FilePath(file)) as made:
            figure.savefig(made, dpi=dots, format=FilePath(file).suffix[1:].lower())
    else:
        figure.savefig(file, dpi=dots)


def saved(figure: Any, file: str | os.PathLike[str] | None) -> Any:
    """The figure, written to ``file`` if there is one; a very large one in fewer dots."""
    _show_text_as_it_is(figure)
    if file is not None:
        if isinstance(file, str | os.PathLike) and FilePath(file).suffix.lower() not in PICTURES:
            tip = f"the name of a picture ends in {', '.join(PICTURES)}"
            raise HloError(f"cannot save a picture as '{file}'", code="run.kind", help=tip)
        dots = min(150, MAX_DOTS / max(figure.get_size_inches()))
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Glyph", UserWarning)  # a letter that no font has is drawn as a box
                _write(figure, file, dots)
        except OSError as error:
            raise HloError(f"cannot save the picture: {reason(error)}", code="run.file") from None
        except ValueError as error:
            raise HloError(f"cannot save the picture: {error}", code="run.file") from None
    return figure
