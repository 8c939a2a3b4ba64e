"""Small models for tests, out of the parts that matter."""

from __future__ import annotations

import json
from typing import Any

from hlorepl import mdf


def model(
    nodes: dict[str, Any], edges: dict[str, Any] | None = None, conditions: dict[str, Any] | None = None
) -> mdf.Model:
    graph: dict[str, Any] = {"nodes": nodes, "edges": edges or {}}
    if conditions:
        graph["conditions"] = conditions
    return mdf.loads(json.dumps({"m": {"format": "ModECI MDF v0.4", "graphs": {"g": graph}}}), "json")


def node(
    parameters: dict[str, Any],
    functions: dict[str, Any] | None = None,
    inputs: dict[str, Any] | None = None,
    **outputs: str,
) -> dict[str, Any]:
    """A node; without outputs each parameter and function is sent under its own name."""
    outputs = outputs or {name: name for name in [*parameters, *(functions or {})]}
    return {
        "input_ports": inputs or {},
        "parameters": parameters,
        "functions": functions or {},
        "output_ports": {name: {"value": value} for name, value in outputs.items()},
    }  # fmt: skip


def one(
    parameters: dict[str, Any],
    functions: dict[str, Any] | None = None,
    inputs: dict[str, Any] | None = None,
    **outputs: str,
) -> mdf.Model:
    return model({"A": node(parameters, functions, inputs, **outputs)})


def edge(sender: str, receiver: str, weight: Any = None) -> dict[str, Any]:
    """An edge from ``node.port`` to ``node.port``."""
    (a, out), (b, into) = sender.split("."), receiver.split(".")
    made = {"sender": a, "sender_port": out, "receiver": b, "receiver_port": into}
    return made if weight is None else {**made, "parameters": {"weight": weight}}


def condition(kind: str, **kwargs: Any) -> dict[str, Any]:
    return {"type": kind, "kwargs": kwargs}
