"""ONNX's own backend tests as cases, and a comparison that is as strict as theirs and also takes sequences."""

from __future__ import annotations

import functools
import importlib
import json
import pkgutil
import warnings
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx.backend.test.case import node as node_cases
from onnx.backend.test.runner import Runner

DATA = Path(onnx.__file__).parent / "backend/test/data"


@dataclass(frozen=True)
class Case:
    """A model with the inputs and outputs that it must be given and give."""

    name: str
    model: onnx.ModelProto
    data_sets: list[tuple[list[Any], list[Any]]]
    rtol: float
    atol: float


def modules() -> list[str]:
    """The modules that node cases come from: an operator or a few each."""
    found = []
    for prefix, path in (("", node_cases.__path__[0]), ("ai_onnx_ml.", f"{node_cases.__path__[0]}/ai_onnx_ml")):
        found += [prefix + entry.name for entry in pkgutil.iter_modules([path]) if not entry.ispkg]
    return [name for name in found if not name.startswith("_")]


@functools.cache
def cases_of(module: str) -> list[Case]:
    """The cases of one module; ONNX makes them when the module is imported."""
    before = len(node_cases._NodeTestCases)
    name = f"{node_cases.__name__}.{module}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = importlib.import_module(name)
    made = node_cases._NodeTestCases[before:] or _made_elsewhere(loaded)
    return [
        Case(case.name, case.model, [_arrays(pair) for pair in case.data_sets or []], case.rtol, case.atol)
        for case in made
        if case.model is not None
    ]


def _made_elsewhere(module: Any) -> list[Any]:
    """The cases of a module that something else imported before; they are told by what their nodes are named after."""
    by_operator: dict[str, list[Any]] = defaultdict(list)
    for case in node_cases._NodeTestCases:
        by_operator[case.model.graph.node[0].op_type].append(case)
    return [case for name in vars(module) for case in by_operator.get(name, ())]


def _arrays(pair: Any) -> tuple[list[Any], list[Any]]:
    inputs, outputs = pair
    return [_array(value) for value in inputs], [_array(value) for value in outputs]


def _array(value: Any) -> Any:
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def assert_same(expected: Any, found: Any, rtol: float, atol: float) -> None:
    """Equal in structure, shape and type, and in value up to the tolerance."""
    if isinstance(expected, (list, tuple)):
        assert isinstance(found, (list, tuple)), f"a sequence was expected, not {type(found).__name__}"
        assert len(expected) == len(found)
        for one, other in zip(expected, found, strict=True):
            assert_same(one, other, rtol, atol)
    elif expected is None:
        assert found is None
    else:
        Runner.assert_similar_outputs([np.asarray(expected)], [found], rtol, atol)


def folders(kind: str) -> list[Path]:
    """The folders of the cases that ship as files, ``kind`` one of ``simple``, ``pytorch-operator``, …"""
    return sorted(folder for folder in (DATA / kind).iterdir() if (folder / "model.onnx").is_file())


def case_of(folder: Path) -> Case:
    """A case that ships as files."""
    model = onnx.load(str(folder / "model.onnx"))
    settings = json.loads((folder / "data.json").read_text()) if (folder / "data.json").is_file() else {}
    sets = [
        (_values(place, "input", model.graph.input), _values(place, "output", model.graph.output))
        for place in sorted(folder.glob("test_data_set*"))
    ]
    return Case(folder.name, model, sets, settings.get("rtol", 1e-3), settings.get("atol", 1e-7))


def _values(folder: Path, what: str, declared: Any) -> list[Any]:
    count = len(list(folder.glob(f"{what}_*.pb")))
    return [_value((folder / f"{what}_{index}.pb").read_bytes(), declared[index].type) for index in range(count)]


def _value(data: bytes, declared: onnx.TypeProto) -> Any:
    match declared.WhichOneof("value"):
        case "sequence_type":
            return onnx.numpy_helper.to_list(onnx.SequenceProto.FromString(data))
        case "optional_type":
            return onnx.numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
        case _:
            return onnx.numpy_helper.to_array(onnx.TensorProto.FromString(data))


def light_models() -> list[Path]:
    """Whole networks without weights worth the name."""
    return sorted((DATA / "light").glob("*.onnx"))


def light_case(path: Path) -> Case:
    """A network with the input that ONNX's runner gives it: even steps from 0 to 1."""
    model = onnx.load(str(path))
    stored = {tensor.name for tensor in model.graph.initializer}
    inputs = []
    for value in model.graph.input:
        if value.name not in stored:
            shape = [dim.dim_value or 1 for dim in value.type.tensor_type.shape.dim]
            count = int(np.prod(shape))
            inputs.append((np.arange(count).reshape(shape) / count).astype(np.float32))
    output = onnx.TensorProto.FromString(path.with_name(f"{path.stem}_output_0.pb").read_bytes())
    return Case(path.stem, model, [(inputs, [_array(output)])], 1e-3, 1e-7)
