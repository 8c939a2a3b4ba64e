"""What a model is: plain typed objects, as a file states them.

Collections of things with an id are dictionaries from id to thing; their order is part of the meaning of a model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ..repr_html import html

if TYPE_CHECKING:
    from ..errors import HloError
    from .reading import Document

Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a model to one of its parts: ``("graphs", "g", "nodes", "A")``."""


class MdfWarning(UserWarning):
    """Something in a model that does nothing, such as a key that MDF does not know."""


@dataclass(slots=True)
class InputPort:
    """Where a node receives values. ``shape`` and ``type`` give the zero that it holds until something arrives."""

    id: str
    shape: tuple[int, ...] = ()
    type: str | None = None
    default_value: Any = None
    reduce: str = "overwrite"
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class OutputPort:
    """What a node sends: the value of an expression over its ports, functions and parameters."""

    id: str
    value: Any = None
    shape: tuple[int, ...] | None = None
    type: str | None = None
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Function:
    """A value computed in each run of a node: a standard function of ``args``, or the expression ``value``."""

    id: str
    function: str | dict[str, Any] | None = None
    args: dict[str, Any] | None = None
    value: Any = None
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ParameterCondition:
    """Gives a parameter ``value`` where ``test`` holds."""

    id: str
    test: Any = None
    value: Any = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Parameter:
    """A value that a node keeps between runs: a constant, an expression, a function's result, or an integral."""

    id: str
    value: Any = None
    default_initial_value: Any = None
    time_derivative: Any = None
    function: str | dict[str, Any] | None = None
    args: dict[str, Any] | None = None
    conditions: dict[str, ParameterCondition] = field(default_factory=dict)
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Node:
    """One computing element of a graph."""

    id: str
    input_ports: dict[str, InputPort] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    output_ports: dict[str, OutputPort] = field(default_factory=dict)
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Edge:
    """Carries the value of an output port to an input port, times ``parameters["weight"]``."""

    id: str
    sender: str = ""
    receiver: str = ""
    sender_port: str = ""
    receiver_port: str = ""
    parameters: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Condition:
    """When a node may run, or when a time scale ends. Conditions inside ``kwargs`` are ``Condition`` too."""

    type: str
    kwargs: dict[str, Any] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ConditionSet:
    """The conditions of a graph: one for each node, and one that ends each time scale."""

    node_specific: dict[str, Condition] = field(default_factory=dict)
    termination: dict[str, Condition] = field(default_factory=dict)
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Graph:
    """Nodes, the edges between them, and when they run."""

    id: str
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[str, Edge] = field(default_factory=dict)
    conditions: ConditionSet | None = None
    parameters: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Model:
    """A whole file. ``others`` keeps what stands beside the model in it, ``extra`` the keys that MDF does not know."""

    id: str
    graphs: dict[str, Graph] = field(default_factory=dict)
    format: str = "ModECI MDF v0.4"
    generating_application: str | None = None
    onnx_opset_version: str | int | None = None
    metadata: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)
    warnings: list[HloError] = field(default_factory=list, compare=False, repr=False)
    document: Document | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str:
        return html(self)


def path_text(path: Path) -> str:
    """A path as it is shown: ``graphs.g.nodes.A.parameters.slope``."""
    return ".".join(str(key) for key in path)
