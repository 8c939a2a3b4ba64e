"""MDF models: load, evaluate, study, draw, save, and turn into StableHLO.

::

    model = hlorepl.mdf.load("model.json")
    run = hlorepl.mdf.evaluate(model, steps=100, dt=0.1)
    run["node"]["port"]
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# What checkers read; ``_HOMES`` says the same to ``__getattr__``.
if TYPE_CHECKING:
    from .evaluation import Runner as Runner
    from .export import to_stablehlo as to_stablehlo
    from .file_run import run_file as run_file
    from .graph_picture import draw_graph as draw_graph
    from .graph_view import graph_text as graph_text
    from .integration import integrate as integrate
    from .loading import load as load
    from .loading import loads as loads
    from .model import Condition as Condition
    from .model import ConditionSet as ConditionSet
    from .model import Edge as Edge
    from .model import Function as Function
    from .model import Graph as Graph
    from .model import InputPort as InputPort
    from .model import MdfWarning as MdfWarning
    from .model import Model as Model
    from .model import Node as Node
    from .model import OutputPort as OutputPort
    from .model import Parameter as Parameter
    from .model import ParameterCondition as ParameterCondition
    from .plotting import plot as plot
    from .plotting import plot_text as plot_text
    from .recording import Run as Run
    from .recording import StepFailed as StepFailed
    from .recording import evaluate as evaluate
    from .saving import save as save
    from .saving import saves as saves
    from .study import simulate as simulate
    from .sweeping import Sweep as Sweep
    from .sweeping import ensemble as ensemble
    from .sweeping import sweep as sweep

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
    "recording": ("Run", "StepFailed", "evaluate"),
    "file_run": ("run_file",),
    "saving": ("save", "saves"),
    "study": ("simulate",),
    "sweeping": ("Sweep", "ensemble", "sweep"),
}

__all__ = [*(name for names in _HOMES.values() for name in names)]  # noqa: PLE0604 # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
