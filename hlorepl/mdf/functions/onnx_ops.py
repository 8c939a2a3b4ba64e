"""Operators of ONNX as functions of a model: arguments by schema name, float32 inside, float64 outside."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import lru_cache, partial
from operator import is_
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import LIBRARY_FAILURES, HloError
from ..drawing import Drawing
from .table import StandardFunction

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator

    from ...onnx.registry import OnnxOp

OPSET = 15
"""The opset that MDF's functions are defined by, whatever a model says."""

_SINGLE_TUPLE = {"BatchNormalization"}
_MANY = {
    "Dropout",
    "DynamicQuantizeLinear",
    "GRU",
    "LSTM",
    "MaxPool",
    "RNN",
    "SoftmaxCrossEntropyLoss",
    "TopK",
    "Unique",
}
"""Operators whose schema has several outputs: their result is always the tuple of all."""


@lru_cache(maxsize=512)
def find_operator(name: str) -> StandardFunction | None:
    """The operator that ``onnx::Op`` (exact case) or ``onnx_ops.op`` (lower case) names.

    :raises HloError: it runs graphs, as If, Loop and Scan do.
    """
    from ...onnx import registry  # late: ml_dtypes

    wanted = name.partition("::")[2]
    if not wanted:
        lower = {known.lower(): known for known in registry.names()}
        wanted = lower.get(name.partition(".")[2], "")
    operator = registry.find(wanted, OPSET)
    if operator is None:
        return None
    if operator.steps:
        raise HloError(f"{name} runs a graph that it is given, which no function of MDF can", code="module.unsupported")
    attributes = operator.attributes
    defaults = dict.fromkeys(operator.inputs[operator.required :])
    defaults |= {key: _NOT_GIVEN for key, value in attributes.items() if value is not inspect.Parameter.empty}
    if operator.variadic:
        defaults.pop(operator.inputs[-1], None)
    texts = frozenset(key for key, value in attributes.items() if isinstance(value, str)) | _TEXTS.get(
        wanted, frozenset()
    )
    variadic = operator.inputs[-1] if operator.variadic else ""
    made = StandardFunction(
        name,
        operator.doc,
        (*operator.inputs, *attributes),
        defaults,
        texts=texts,
        variadic=variadic,
        operator=f"onnx.{operator.name}",
    )
    if operator.draws:
        return replace(made, drawing=Drawing(made.operator, partial(_drawing, operator)))
    return replace(made, call=_constant if operator.name == "Constant" else _Call(operator))


_NOT_GIVEN: Any = None
_TEXTS = {
    "BitShift": frozenset({"direction"}),
    "Constant": frozenset({"value_string"}),
    "Einsum": frozenset({"equation"}),
    "StringNormalizer": frozenset({"locale"}),
    "TfIdfVectorizer": frozenset({"mode"}),
}
"""The attributes that are words by ONNX's schema and have no default that says so."""


class _Call:
    """An operator as a function of all its inputs and then all its attributes, None where one is not given.

    Attributes seldom change, so the function that they were bound to last is kept.
    """

    __slots__ = ("__name__", "_count", "_keeps_float32", "_last", "operator")

    def __init__(self, operator: OnnxOp):
        self.__name__ = operator.name
        self.operator = operator
        self._count = len(operator.inputs)
        self._keeps_float32 = operator.name in _MANY or operator.name in _SINGLE_TUPLE
        self._last: tuple[tuple[Any, ...], int, Callable[..., Any]] | None = None

    def __call__(self, *args: Any) -> Any:
        attributes, outputs = args[self._count :], _outputs(self.operator.name, args)
        last = self._last
        if last is None or last[1] != outputs or not all(map(is_, last[0], attributes)):
            self._last = last = (attributes, outputs, self.bound(attributes, outputs))
        return self.run(last[2], args)

    def bound(
        self, attributes: tuple[Any, ...], outputs: int, generator: Generator | None = None
    ) -> Callable[..., Any]:
        """The operator with its attributes."""
        named = zip(self.operator.attributes, attributes, strict=True)
        given = {key: _to_attribute(value) for key, value in named if value is not None}
        return self.operator.bind(given, outputs=outputs, opset=OPSET, generator=generator)

    def run(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What it gives: the array of a single output as float64, else the tuple of all outputs."""
        try:
            results = function(np, *_inputs(self.operator, args[: self._count]))
        except HloError:
            raise
        except (*LIBRARY_FAILURES, AttributeError) as error:
            raise HloError(f"{self.operator.name}: {error}", code="run.onnx") from error
        if self._keeps_float32 or len(results) > 1:
            return results
        result = results[0]
        return result.astype(np.float64) if isinstance(result, np.ndarray) and result.dtype == np.float32 else result


def _constant(*args: Any) -> Any:
    """An attribute's value unchanged: neither float32 nor an array of one element."""
    value = next((value for value in args if value is not None), None)
    if value is None:
        raise HloError("Constant needs a value", code="onnx.attribute")
    return value


def _drawing(operator: OnnxOp, generator: Generator) -> Callable[..., Any]:
    """The operator as a run calls it: its own ``seed`` begins its generator once a run, else it has a stream of the run."""
    from ...onnx.registry import begun  # late: ml_dtypes

    run = _Call(operator)
    count = len(operator.inputs)
    at = count + list(operator.attributes).index("seed")
    own: Generator | None = None

    def call(*args: Any) -> Any:
        nonlocal own
        seed = _to_attribute(args[at])
        if seed is not None and own is None:
            own = begun(seed if operator.name == "Dropout" else float(seed))
        chosen = generator if seed is None else own
        return run.run(run.bound(args[count:], _outputs(operator.name, args), chosen), args)

    return call


def _inputs(operator: Any, args: tuple[Any, ...]) -> list[Any]:
    """The inputs as ONNX takes them, without those at the end that are not given.

    A size that a Gather picked has an axis too many here, as its index had; sizes are joined and used as a list all the same.
    """
    if operator.variadic:
        args = (*args[:-1], *_items(args[-1]))
    given = [_to_array(value) for value in args]
    while given and given[-1] is None:
        given.pop()
    if operator.name == "Reshape" and len(given) > 1 and np.ndim(given[1]) > 1:
        given[1] = given[1].ravel()
    if operator.name == "Concat" and {np.shape(array)[1:] for array in given} == {(), (1,)}:
        return [array.ravel() for array in given]
    return given


def _outputs(name: str, args: tuple[Any, ...]) -> int:
    if name == "Split":
        return len(args[1]) if len(args) > 1 and args[1] is not None else 2
    return {"Unique": 4, "LSTM": 3, "DynamicQuantizeLinear": 3}.get(name, 2 if name in _MANY else 1)


def _items(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _to_array(value: Any) -> Any:
    """A value as ONNX takes it: numbers as arrays of one element, float64 as float32, small integers as int64."""
    if value is None or isinstance(value, list | tuple | str):
        return np.asarray(value, np.float32) if isinstance(value, list) and not value else value
    array = np.asarray(value)
    if array.ndim == 0 and not isinstance(value, np.ndarray):
        array = array.reshape(1)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    return array.astype(np.int64) if array.dtype == np.int32 else array


def _to_attribute(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist() if value.ndim else value.item()
    return value
