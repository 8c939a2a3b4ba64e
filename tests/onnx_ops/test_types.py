"""Every operator takes every type that its schema admits, and gives the types that ONNX infers.

The nodes are those of ONNX's own tests, their inputs converted.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import onnx
import onnx_cases
import pytest

from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel
from hlorepl.onnx.ops.cast import convert
from hlorepl.onnx.tensors import ELEMENT_TYPES, STRING

pytestmark = pytest.mark.slow

NUMBERS = {dtype: number for number, (_, dtype) in ELEMENT_TYPES.items()}
DTYPES = {f"tensor({name})": dtype for name, dtype in ELEMENT_TYPES.values()}

OTHERWISE_TYPED = {
    "BitCast",  # the width must be that of the attribute
    "LabelEncoder",  # the attributes have the type of the input
    "TfIdfVectorizer",  # likewise
    "If",  # graphs inside have their own types
    "Loop",
    "Scan",
    "SequenceMap",
    "OptionalGetElement",  # the type is inside the optional
    "OptionalHasElement",
}
MEANINGLESS = {("Col2Im", "tensor(string)"), ("GridSample", "tensor(string)")}
"""Sums of texts."""


def variants(module: str) -> list[tuple[str, onnx.ModelProto, dict[str, Any]]]:
    """The first case of each operator of a module, in every type of every type variable of its inputs."""
    first: dict[str, onnx_cases.Case] = {}
    for case in onnx_cases.cases_of(module):
        if len(case.model.graph.node) == 1:
            first.setdefault(case.model.graph.node[0].op_type, case)
    found = []
    for name, case in first.items():
        if name in OTHERWISE_TYPED:
            continue
        schema = schema_of(case.model)
        for constraint in schema.type_constraints:
            for kind in constraint.allowed_type_strs:
                if kind in DTYPES and DTYPES[kind].kind != "c" and (name, kind) not in MEANINGLESS:
                    feeds = converted(case, schema, constraint.type_param_str, DTYPES[kind])
                    if feeds:
                        found.append((f"{name} {constraint.type_param_str}={kind}", retyped(case.model, feeds), feeds))
    return found


def schema_of(model: onnx.ModelProto) -> onnx.defs.OpSchema:
    node = model.graph.node[0]
    version = next(entry.version for entry in model.opset_import if entry.domain == node.domain)
    return onnx.defs.get_schema(node.op_type, version, node.domain)


def converted(case: onnx_cases.Case, schema: Any, letter: str, dtype: np.dtype) -> dict[str, Any] | None:
    """The inputs with those of one type variable in another type; ``None`` where the variable has no tensor."""
    node = case.model.graph.node[0]
    given = dict(zip([value.name for value in case.model.graph.input], case.data_sets[0][0], strict=False))
    feeds, changed = dict(given), False
    for place, name in enumerate(node.input):
        formal = schema.inputs[min(place, len(schema.inputs) - 1)]
        if formal.type_str == letter and hasattr(given.get(name), "dtype"):
            feeds[name], changed = as_type(np.asarray(given[name]), dtype), True
    return feeds if changed else None


def as_type(value: np.ndarray, dtype: np.dtype) -> np.ndarray:
    if STRING in (value.dtype, dtype):
        return value if value.dtype == dtype else np.full(value.shape, "1" if dtype == STRING else 1).astype(dtype)
    unsigned = dtype.kind == "u" or "u" in dtype.name[:1] or dtype.name == "float8_e8m0fnu"
    return convert(np, np.abs(value) if unsigned and value.dtype.kind in "if" else value, dtype)


def retyped(model: onnx.ModelProto, feeds: dict[str, Any]) -> onnx.ModelProto:
    result = onnx.ModelProto()
    result.CopyFrom(model)
    for value in result.graph.input:
        if hasattr(feeds.get(value.name), "dtype") and value.type.WhichOneof("value") == "tensor_type":
            value.type.tensor_type.elem_type = NUMBERS[feeds[value.name].dtype]
    for value in result.graph.output:
        value.type.Clear()
    return result


@pytest.mark.parametrize("module", onnx_cases.modules())
def test_types_of_the_schema(module: str) -> None:
    failures = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = variants(module)
    for name, model, feeds in cases:
        try:
            outputs = OnnxModel(model).run(feeds)
        except HloError as error:
            failures.append(f"{name}: {error}")
            continue
        inferred = onnx.shape_inference.infer_shapes(model).graph.output
        for value, output in zip(inferred, outputs.values(), strict=True):
            wanted = value.type.tensor_type.elem_type
            if wanted and isinstance(output, np.ndarray) and NUMBERS[output.dtype] != wanted:
                failures.append(f"{name}: {output.dtype}, not {ELEMENT_TYPES[wanted][0]}")
    assert not failures, "\n".join(failures)
