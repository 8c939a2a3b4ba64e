"""MDF models: load, evaluate, study, draw, save, and turn into StableHLO.

::

    model = hlorepl.mdf.load("model.json")
    run = hlorepl.mdf.evaluate(model, steps=100, dt=0.1)
    run["node"]["port"]
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "model": (
        "Condition",
        "ConditionSet",
        "Edge",
        "Function",
        "Graph",
        "InputPort",
        "MdfWarning",
        "Model",
        "Node",
        "OutputPort",
        "Parameter",
        "ParameterCondition",
    ),
    "evaluation": ("Runner",),
    "export": ("to_stablehlo",),
    "graph_picture": ("draw_graph",),
    "graph_view": ("graph_text",),
    "integration": ("integrate",),
    "loading": ("load", "loads"),
    "plotting": ("plot", "plot_text"),
    "recording": ("Run", "evaluate"),
    "file_run": ("run_file",),
    "saving": ("save", "saves"),
    "study": ("simulate",),
    "sweeping": ("Sweep", "ensemble", "sweep"),
}

__all__ = sorted(name for names in _HOMES.values() for name in names)  # noqa: PLE0605 - one list of names, not two


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
