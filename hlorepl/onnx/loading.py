"""An ONNX file as a model that can be run: what it is given is checked against the declared inputs."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import backends
from ..engine.context import RunContext
from ..engine.guards import guarded
from ..engine.run import run
from ..errors import HloError
from ..kernels.copies import copied
from ..wording import counted, file_error, offer
from .compile import compile_model
from .keeping import Keeper
from .placement import to_host
from .protos import ValueType, import_onnx
from .tensors import STRING, describe, is_string

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import onnx

    from ..backends.base import Backend
    from ..engine.plan import Plan


class OnnxModel:
    """A model compiled once, to be run any number of times.

    ``graph`` is what was made of it. ``inputs`` and ``outputs`` map names to types (``optional`` has the inputs with a
    default), ``initializers`` maps names to arrays.
    """

    def __init__(self, model: onnx.ModelProto, folder: Path | None = None, backend: str | Backend = "numpy"):
        self.proto = model
        self.folder = folder
        self.backend = backends.get(backend)
        self.graph = compile_model(model, folder, self.backend)
        self.inputs: Mapping[str, ValueType] = self.graph.inputs
        self.outputs: Mapping[str, ValueType] = self.graph.outputs
        self.optional: Mapping[str, Any] = self.graph.defaults

    @cached_property
    def guarded(self) -> OnnxModel:
        """The same model, whose runs notice what becomes not finite (``engine/guards.py``)."""
        backend = guarded(self.backend)
        return self if backend is self.backend else OnnxModel(self.proto, self.folder, backend)

    @property
    def plan(self) -> Plan:
        """The steps of its graph."""
        return self.graph.plan

    @property
    def initializers(self) -> dict[str, Any]:
        """The arrays stored in the model, by name."""
        stored = {name: self.plan.template[slot] for name, slot in self.graph.constants.items()}
        return {name: self.backend.to_host(value) for name, value in {**self.optional, **stored}.items()}

    def run(
        self, inputs: Any = (), keep: Iterable[str] | bool = (), context: RunContext | None = None
    ) -> dict[str, Any]:
        """The outputs by name, after them the intermediate values named in ``keep`` (``True``: all of them).

        ``inputs`` are a mapping by name, a sequence by position, or one array alone.

        :raises HloError: an input is missing, unknown, or not of its declared type; or a node failed.
        """
        values = self.arguments(inputs)
        context = context or RunContext()
        keeper = Keeper(None if keep is True else keep) if keep else None
        if keeper is not None:
            context = context.watched_by(keeper)
        results = run(self.plan, values, context)
        taken = {id(value) for value in values}
        named = dict(zip(self.outputs, results, strict=True))
        if keeper is not None:
            named |= keeper.kept
        return {name: _fresh(to_host(self.backend, value), taken) for name, value in named.items()}

    def named(self, arrays: Mapping[str, Any]) -> dict[str, Any]:
        """The arrays of a file as inputs: by name where every key is the name of one, else by position."""
        names = {name if name in self.inputs else name.removeprefix("%"): name for name in arrays}
        if all(name in self.inputs for name in names):
            return {name: arrays[key] for name, key in names.items()}
        needed = [name for name in self.inputs if name not in self.optional]
        places = needed if len(arrays) <= len(needed) else list(self.inputs)
        if len(arrays) > len(places):
            message = f"the model takes {counted(len(places), 'input')}, and {len(arrays)} are given"
            raise HloError(message, code="run.arguments", help=f"its inputs are {', '.join(self.inputs)}")
        return dict(zip(places, arrays.values(), strict=False))

    def arguments(self, inputs: Any) -> list[Any]:
        """What the plan is given for inputs as ``run`` takes them; raises as that does."""
        given = self._by_name(inputs)
        unknown = [name for name in given if name not in self.inputs]
        if unknown:
            tip = offer(unknown[0], self.inputs)
            raise HloError(f"the model has no input '{unknown[0]}'", code="onnx.inputs", help=tip)
        values = []
        for name, declared in self.inputs.items():
            if name in given:
                values.append(_fitted(name, given[name], declared))
            elif name in self.optional or declared.kind == "optional":
                values.append(self.optional.get(name))
            else:
                raise HloError(f"the input '{name}' of type {declared} is missing", code="onnx.inputs")
        return values

    def _by_name(self, inputs: Any) -> Mapping[str, Any]:
        if isinstance(inputs, dict):
            return inputs
        if not isinstance(inputs, (list, tuple)):
            inputs = [inputs]
        required = [name for name in self.inputs if name not in self.optional]
        names = required if len(inputs) <= len(required) else list(self.inputs)
        if len(inputs) > len(names):
            raise HloError(f"the model takes {counted(len(names), 'input')}, not {len(inputs)}", code="onnx.inputs")
        return dict(zip(names, inputs, strict=False))


def _fresh(value: Any, taken: set[int]) -> Any:
    """A value that shares no memory with inputs, constants or other outputs; ``taken`` has what was handed out."""
    if isinstance(value, list):
        return [_fresh(item, taken) for item in value]
    if isinstance(value, np.ndarray):
        if id(value) in taken or not value.flags.owndata or not value.flags.writeable:
            value = copied(value)
        taken.add(id(value))
    return value


def _fitted(name: str, value: Any, declared: ValueType) -> Any:
    """An input as the graph takes it, checked against its declared type."""
    if declared.kind == "optional":
        return None if value is None or declared.element is None else _fitted(name, value, declared.element)
    if declared.kind == "sequence":
        if not isinstance(value, (list, tuple)):
            raise HloError(f"the input '{name}' must be a list, not {describe(value)}", code="onnx.type")
        element = declared.element or ValueType("any")
        return [_fitted(f"{name}[{index}]", item, element) for index, item in enumerate(value)]
    if declared.kind not in ("tensor", "any") or value is None or isinstance(value, (list, dict)):
        return value if declared.kind != "tensor" else _fitted(name, np.asarray(value), declared)
    array = np.asarray(backends.host(value))
    if is_string(array):
        array = array.astype(STRING)
    _check(name, array, declared)
    return array


def _check(name: str, array: Any, declared: ValueType) -> None:
    wrong = declared.dtype is not None and array.dtype != declared.dtype
    if declared.shape is not None:
        fits = [
            not isinstance(want, int) or want == size for want, size in zip(declared.shape, array.shape, strict=False)
        ]
        wrong = wrong or len(declared.shape) != array.ndim or not all(fits)
    if wrong:
        raise HloError(f"the input '{name}' is declared as {declared}; {describe(array)} was given", code="onnx.type")


def load(path: str | Path, backend: str | Backend = "numpy") -> OnnxModel:
    """Read and compile an ``.onnx`` file.

    :raises HloError: the file cannot be read, is no ONNX model, or is not well-formed.
    """
    onnx = import_onnx()
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise file_error(path, error, "onnx.file") from error
    return OnnxModel(parse(data, str(path), onnx), file.parent, backend)


def parse(data: bytes, name: str = "the model", onnx: Any = None) -> onnx.ModelProto:
    """A serialized model as a message.

    :raises HloError: the bytes are no ONNX model.
    """
    onnx = onnx or import_onnx()
    from google.protobuf.message import DecodeError  # late: protobuf

    try:
        model = onnx.ModelProto.FromString(data)
    except DecodeError as error:
        raise HloError(f"{name} is no ONNX model: {error}", code="onnx.file") from error
    if not model.HasField("graph"):
        raise HloError(f"{name} is no ONNX model: it has no graph", code="onnx.file")
    if not _is_text(model):
        raise HloError(f"{name} is no ONNX model: a name in it is no UTF-8", code="onnx.file")
    return model


def _is_text(message: Any) -> bool:
    """Whether all names in a message, and in those inside, are text: protobuf gives bytes where they are none."""
    from google.protobuf.message import Message  # late: protobuf

    waiting = [message]
    while waiting:
        for field, value in waiting.pop().ListFields():
            if field.type not in (field.TYPE_STRING, field.TYPE_MESSAGE):
                continue
            values = [value] if isinstance(value, str | bytes | Message) else value
            if field.type == field.TYPE_MESSAGE:
                waiting += values
            elif any(isinstance(each, bytes) for each in values):
                return False
    return True
