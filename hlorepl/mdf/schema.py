"""The layout of a model file, current and older, as readers that check each field where it stands."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import HloError
from .model import (
    Condition,
    ConditionSet,
    Edge,
    Function,
    Graph,
    InputPort,
    Model,
    Node,
    OutputPort,
    Parameter,
    ParameterCondition,
    path_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .model import Path
    from .reading import Document

T = TypeVar("T")

MAX_PROBLEMS = 20
"""A file that is wrong everywhere is wrong in one way: more reports would help nobody."""

_COMMENTS = {"id", "name", "notes", "metadata", "version", "states", "description"}
"""Keys that do nothing and are used as comments: kept without a warning."""

_REDUCE = ("overwrite", "add", "multiply")


class TooManyProblems(Exception):
    """Enough has been found."""


class Reader:
    """Reads a document's tree. Problems are collected, so that one run reports all of them."""

    def __init__(self, document: Document):
        self.document = document
        self.problems: list[HloError] = []
        self.warnings: list[HloError] = []

    def problem(self, path: Path, message: str, code: str = "type.field", help: str = "") -> None:  # noqa: A002
        where = f"{path_text(path)}: " if path else ""
        self.problems.append(HloError(f"{where}{message}", self.document.span(path), code, help=help or ()))
        if len(self.problems) >= MAX_PROBLEMS:
            raise TooManyProblems

    def written(self, value: bool | float, path: Path) -> str:
        """A value that should have been text, as the file has it: YAML takes ``on`` and ``010`` for something else."""
        span = self.document.span(path)
        text = span.source.text[span.start : span.end] if span else ""
        return text if text.isalnum() else str(value)

    def model(self) -> Model:
        try:
            return self._model()
        except TooManyProblems:
            return Model("")

    def _model(self) -> Model:
        tree = self.document.tree
        if not isinstance(tree, dict) or not tree:
            self.problem((), "a model is a mapping from its id to its body", "type.model")
            return Model("")
        others: dict[str, Any] = {}
        if "id" in tree:
            model_id, body = tree["id"], tree
        else:
            model_id, body = next(iter(tree.items()))
            self.document.model = (model_id,)
            others = {key: value for key, value in tree.items() if key != model_id}
        if not isinstance(body, dict):
            self.problem((), f"the body of model '{model_id}' must be a mapping, not {_kind(body)}", "type.model")
            return Model("")
        fields = _Fields(self, body, ())
        version = fields.take("onnx_opset_version")
        model = Model(
            str(model_id),
            fields.things("graphs", self._graph),
            fields.text("format") or "ModECI MDF v0.4",
            fields.text("generating_application"),
            version if isinstance(version, str | int) else None,
            fields.mapping("metadata"),
            fields.extra(),
            others,
            self.warnings,
            self.document,
        )
        for key in others:
            self._warn((), f"'{key}' beside the model '{model_id}' is ignored")
        return model

    def _warn(self, path: Path, message: str) -> None:
        where = f"{path_text(path)}: " if path else ""
        self.warnings.append(HloError(f"{where}{message}", self.document.span(path), "name.unknown"))

    def _graph(self, graph_id: str, body: Any, path: Path) -> Graph | None:
        if (fields := self._fields(body, path)) is None:
            return None
        conditions = fields.take("conditions")
        return Graph(
            graph_id,
            fields.things("nodes", self._node),
            fields.things("edges", self._edge),
            None if conditions is None else self._condition_set(conditions, (*path, "conditions")),
            fields.mapping("parameters"),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _node(self, node_id: str, body: Any, path: Path) -> Node | None:
        if (fields := self._fields(body, path)) is None:
            return None
        if "nodes" in fields.body:
            self.problem(
                path,
                f"node '{node_id}' has nodes of its own; a graph inside a node is not supported",
                "module.unsupported",
            )
        return Node(
            node_id,
            fields.things("input_ports", self._input_port),
            fields.things("functions", self._function),
            fields.things("parameters", self._parameter),
            fields.things("output_ports", self._output_port),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _input_port(self, port_id: str, body: Any, path: Path) -> InputPort | None:
        if (fields := self._fields(body, path)) is None:
            return None
        reduce = fields.text("reduce") or "overwrite"
        if reduce not in _REDUCE:
            self.problem(
                (*path, "reduce"), f"'{reduce}' is no way to join values", help=f"the ways are {', '.join(_REDUCE)}"
            )
        return InputPort(
            port_id,
            fields.shape() or (),
            fields.text("type"),
            fields.take("default_value"),
            reduce,
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _output_port(self, port_id: str, body: Any, path: Path) -> OutputPort | None:
        if not isinstance(body, dict) and body is not None:
            return OutputPort(port_id, body)
        if (fields := self._fields(body, path)) is None:
            return None
        return OutputPort(
            port_id,
            fields.take("value"),
            fields.shape(),
            fields.text("type"),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _function(self, function_id: str, body: Any, path: Path) -> Function | None:
        if (fields := self._fields(body, path)) is None:
            return None
        return Function(
            function_id,
            fields.function(),
            fields.mapping("args"),
            fields.take("value"),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _parameter(self, parameter_id: str, body: Any, path: Path) -> Parameter | None:
        if not isinstance(body, dict) and body is not None:
            return Parameter(parameter_id, body)
        if (fields := self._fields(body, path)) is None:
            return None
        return Parameter(
            parameter_id,
            fields.take("value"),
            fields.take("default_initial_value"),
            fields.take("time_derivative"),
            fields.function(),
            fields.mapping("args"),
            fields.things("conditions", self._parameter_condition),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _parameter_condition(self, condition_id: str, body: Any, path: Path) -> ParameterCondition | None:
        if (fields := self._fields(body, path)) is None:
            return None
        for key in ("test", "value"):
            if fields.body.get(key) is None:
                self.problem(path, f"a condition of a parameter needs '{key}'", "module.missing")
        return ParameterCondition(condition_id, fields.take("test"), fields.take("value"), fields.extra())

    def _edge(self, edge_id: str, body: Any, path: Path) -> Edge | None:
        if (fields := self._fields(body, path)) is None:
            return None
        for key in ("sender", "receiver", "sender_port", "receiver_port"):
            if fields.body.get(key) is None:
                self.problem(path, f"edge '{edge_id}' needs '{key}'", "module.missing")
        return Edge(
            edge_id,
            fields.text("sender") or "",
            fields.text("receiver") or "",
            fields.text("sender_port") or "",
            fields.text("receiver_port") or "",
            fields.mapping("parameters"),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _condition_set(self, body: Any, path: Path) -> ConditionSet | None:
        if (fields := self._fields(body, path)) is None:
            return None
        return ConditionSet(
            fields.things("node_specific", self._named_condition),
            fields.things("termination", self._named_condition),
            fields.mapping("metadata"),
            fields.extra(),
        )

    def _named_condition(self, _owner: str, body: Any, path: Path) -> Condition | None:
        return self._condition(body, path)

    def _condition(self, body: Any, path: Path) -> Condition | None:
        if (fields := self._fields(body, path)) is None:
            return None
        kind = fields.text("type")
        if not kind:
            self.problem(path, "a condition needs a 'type'", "module.missing")
            return None
        older = fields.mapping("args")
        kwargs = fields.mapping("kwargs") or older or {}
        place = (*path, "kwargs" if fields.body.get("kwargs") else "args")
        return Condition(
            kind,
            {key: self._condition_argument(value, (*place, key)) for key, value in kwargs.items() if value is not None},
            fields.extra(),
        )

    def _condition_argument(self, value: Any, path: Path) -> Any:
        if isinstance(value, dict):
            return self._condition(value, path) if "type" in value else value
        if isinstance(value, list):
            return [self._condition_argument(item, (*path, index)) for index, item in enumerate(value)]
        return value

    def _fields(self, body: Any, path: Path) -> _Fields | None:
        """The fields of a part; a part with nothing in it may be written as null."""
        if body is None:
            body = {}
        if not isinstance(body, dict):
            self.problem(path, f"this must be a mapping, not {_kind(body)}")
            return None
        return _Fields(self, body, path)


class _Fields:
    """The fields of one part of a model; remembers which have been read."""

    def __init__(self, reader: Reader, body: dict[str, Any], path: Path):
        self.reader = reader
        self.body = body
        self.path = path
        self.seen: set[str] = set()

    def take(self, key: str) -> Any:
        self.seen.add(key)
        return self.body.get(key)

    def text(self, key: str) -> str | None:
        value = self.take(key)
        if value is None or isinstance(value, str):
            return value
        if not isinstance(value, int | float):
            self.reader.problem((*self.path, key), f"this must be text, not {_kind(value)}")
            return None
        return self.reader.written(value, (*self.path, key))

    def mapping(self, key: str) -> dict[str, Any] | None:
        value = self.take(key)
        if value is None or isinstance(value, dict):
            return value
        self.reader.problem((*self.path, key), f"this must be a mapping, not {_kind(value)}")
        return None

    def things(self, key: str, read: Callable[[str, Any, Path], T | None]) -> dict[str, T]:
        """A collection of things with an id: a mapping, or (as in older files) a list of bodies that carry theirs."""
        value = self.take(key)
        path = (*self.path, key)
        if value is None:
            return {}
        if isinstance(value, list):
            value = self._by_id(value, path)
        elif not isinstance(value, dict):
            self.reader.problem(path, f"this must be a mapping from ids to bodies, not {_kind(value)}")
            return {}
        found = {thing_id: read(thing_id, body, (*path, thing_id)) for thing_id, body in value.items()}
        return {thing_id: thing for thing_id, thing in found.items() if thing is not None}

    def _by_id(self, bodies: list[Any], path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for index, body in enumerate(bodies):
            thing_id = body.get("id") if isinstance(body, dict) else None
            if isinstance(thing_id, int | float):
                thing_id = body["id"] = self.reader.written(thing_id, (*path, index, "id"))
            if not isinstance(thing_id, str):
                self.reader.problem(
                    (*path, index), "a thing in a list must be a mapping with an 'id'", "module.missing"
                )
            elif thing_id in found:
                self.reader.problem((*path, index), f"the id '{thing_id}' is given twice", "name.duplicate")
            else:
                found[thing_id] = body
        return found

    def function(self) -> str | dict[str, Any] | None:
        value = self.take("function")
        if value is None or isinstance(value, str):
            return value
        path = (*self.path, "function")
        if not isinstance(value, dict) or len(value) != 1:
            self.reader.problem(
                path, f"this must be a function's name, or {{name: {{argument: value}}}}, not {_kind(value)}"
            )
            return None
        (args,) = value.values()
        if not isinstance(args, dict):
            self.reader.problem(path, f"the arguments of a function must be a mapping, not {_kind(args)}")
            return None
        return value

    def shape(self) -> tuple[int, ...] | None:
        """A list of sizes, a single size, or (as in older files) the text of a tuple."""
        value = self.take("shape")
        if value is None:
            return None
        if isinstance(value, str):
            value = _sizes_in(value)
        sizes = [value] if isinstance(value, int) else value
        if isinstance(sizes, list) and all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in sizes):
            return tuple(sizes)
        self.reader.problem((*self.path, "shape"), "a shape is a list of sizes, such as [2, 3]")
        return None

    def extra(self) -> dict[str, Any]:
        """What no reader asked for: kept, and warned of unless it is a usual comment."""
        extra = {key: value for key, value in self.body.items() if key not in self.seen and key != "id"}
        for key in extra:
            if key not in _COMMENTS:
                self.reader._warn((*self.path, key), "MDF knows no such key here; it is kept and does nothing")
        return extra


def _sizes_in(text: str) -> Any:
    if len(text) > 200:
        return None
    try:
        value = ast.literal_eval(text or "()")
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return list(value) if isinstance(value, tuple | list) else value


def _kind(value: Any) -> str:
    names = {dict: "a mapping", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")
