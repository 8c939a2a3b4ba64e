"""Models in the session: what ``:load`` does with MDF and ONNX files, and what is known of them afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from .commands.registry import Context


class LoadedModel:
    """An MDF model with the runner that holds its state, and what has been recorded."""

    def __init__(self, model: Any, path: Path, graph: str | None = None):
        from ..mdf import Runner

        self.model = model
        self.path = path
        self.graph = graph
        self.runner: Any = Runner(model, graph)
        self.rows: list[dict[str, dict[str, Any]]] = []
        self.watched: list[str] = []
        self.dt: float | None = None

    def step(self, dt: float | None, inputs: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """One trial, recorded."""
        outputs = self.runner.trial(dt, inputs or None)
        self.rows.append({node: dict(ports) for node, ports in outputs.items()})
        return outputs

    def names(self) -> list[str]:
        """``node.name`` of every value."""
        return list(self.runner.values.keys())

    def complete(self, word: str) -> list[tuple[str, str]]:
        """Completions of ``node`` and ``node.name``."""
        return [(name, "value of the model") for name in self.names() if name.startswith(word)]

    def describe(self, name: str) -> str | None:
        """A node, or a value of one."""
        from ..batch.models import mdf_text

        if name in self.runner.values:
            return f"{name} = {mdf_text(self.runner.values[name])}"
        graph = next(iter(self.model.graphs.values())) if self.graph is None else self.model.graphs[self.graph]
        if name not in graph.nodes:
            return None
        lines = [f"**{name}**  a node of {graph.id}"]
        mine = [value for value in self.names() if value.startswith(f"{name}.")]
        lines += [f"{value} = {mdf_text(self.runner.values[value])}" for value in mine]
        return "\n".join(lines)


def load_mdf(context: Context, path: Path) -> None:
    """Load an MDF model; ``:mdf`` works on it."""
    from ..mdf import load

    model = LoadedModel(load(path), path)
    context.session.extras["mdf"] = model
    graphs = ", ".join(f"{graph.id} ({len(graph.nodes)} nodes)" for graph in model.model.graphs.values())
    context.say(
        f"loaded the model {model.model.id}: {graphs}\n:mdf step runs it, :mdf graph shows it, ?NODE its values"
    )


def load_onnx(context: Context, path: Path) -> None:
    """Load an ONNX model: its initializers become values, ``:onnx run`` runs it and keeps every intermediate value."""
    from ..mdf.onnx.loading import load

    model = load(path, context.session.backend.name)
    context.session.extras["onnx"] = model
    inputs = ", ".join(f"{name}: {of}" for name, of in model.inputs.items()) or "none"
    outputs = ", ".join(f"{name}: {of}" for name, of in model.outputs.items())
    context.say(
        f"loaded {path.name}\n  inputs {inputs}\n  outputs {outputs}\n:onnx run NAME=%value … runs it, with every value kept"
    )
