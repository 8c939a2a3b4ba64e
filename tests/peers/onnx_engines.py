"""One ONNX node on three engines: hlorepl, onnx.reference and ONNX Runtime."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
import onnx.reference
import onnxruntime

from hlorepl import onnx_backend

NEWEST_OF_RUNTIME = 24
"""The newest opset that ONNX Runtime promises to run."""


@dataclass
class Node:
    """One node with its inputs (``None`` for one left out)."""

    op: str
    opset: int
    inputs: list[Any]
    attributes: dict[str, Any] = field(default_factory=dict)
    outputs: int = 1
    domain: str = ""

    def __repr__(self) -> str:
        inputs = ", ".join("None" if v is None else f"{v.dtype}{list(v.shape)} {v.tolist()}" for v in self.inputs)
        return f"{self.op}-{self.opset}({inputs}; {self.attributes}; {self.outputs} outputs)"

    @property
    def model(self) -> onnx.ModelProto:
        names = ["" if value is None else f"x{index}" for index, value in enumerate(self.inputs)]
        outputs = [f"y{index}" for index in range(self.outputs)]
        node = onnx.helper.make_node(self.op, names, outputs, domain=self.domain, **self.attributes)
        inputs = [
            onnx.helper.make_tensor_value_info(name, onnx.helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
            for name, value in zip(names, self.inputs, strict=True)
            if name
        ]
        graph = onnx.helper.make_graph(
            [node], "node", inputs, [onnx.helper.make_empty_tensor_value_info(name) for name in outputs]
        )
        opsets = [onnx.helper.make_opsetid(self.domain, self.opset)]
        return onnx.helper.make_model(graph, opset_imports=opsets, ir_version=10)

    @property
    def feeds(self) -> dict[str, Any]:
        return {f"x{index}": value for index, value in enumerate(self.inputs) if value is not None}


def ours(node: Node) -> list[Any]:
    """The outputs of hlorepl."""
    return list(onnx_backend.prepare(node.model).run(node.feeds))


def reference(node: Node) -> list[Any]:
    """The outputs of onnx.reference."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return onnx.reference.ReferenceEvaluator(node.model).run(None, node.feeds)  # type: ignore[return-value]


def runtime(node: Node) -> list[Any]:
    """The outputs of ONNX Runtime on the CPU."""
    if node.opset > NEWEST_OF_RUNTIME:
        raise NotImplementedError(f"opset {node.opset}")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(node.model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, node.feeds))


def attempt(engine: Callable[[Node], list[Any]], node: Node) -> list[Any] | None:
    """An engine's outputs, or ``None`` where it does not take the node."""
    try:
        return engine(node)
    except Exception:  # noqa: BLE001 - the peers raise whatever they like
        return None


TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-9, "complex64": 1e-5}


def same(one: Any, other: Any, scale: float = 1.0) -> bool:
    """Whether two outputs agree in type and shape, and in value up to rounding."""
    if isinstance(one, (list, tuple)):
        return isinstance(other, (list, tuple)) and len(one) == len(other) and all(map(same, one, other))
    one, other = np.asarray(one), np.asarray(other)
    if one.dtype.kind in "OU":
        return one.shape == other.shape and one.tolist() == other.tolist()
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    limit = TOLERANCE.get(one.dtype.name, 0.0) * scale
    wide = np.complex128 if one.dtype.kind == "c" else np.float64 if limit else one.dtype
    return bool(np.allclose(one.astype(wide), other.astype(wide), rtol=limit, atol=limit, equal_nan=limit > 0))


def declared_types(node: Node) -> list[Any]:
    """The element type of each output by ONNX's own inference, ``None`` where it finds none."""
    model = onnx.shape_inference.infer_shapes(node.model)
    numbers = [output.type.tensor_type.elem_type for output in model.graph.output]
    return [onnx.helper.tensor_dtype_to_np_dtype(number) if number else None for number in numbers]


def check(node: Node, scale: float = 1.0) -> None:
    """Ours agrees with the peers where they agree with each other, else with one of them.

    An answer of a type other than the schema's is none.
    """
    types = declared_types(node)
    answers = [
        answer
        for answer in (attempt(reference, node), attempt(runtime, node))
        if answer is not None
        and all(
            kind in (None, object) or np.asarray(part).dtype == kind for kind, part in zip(types, answer, strict=True)
        )
    ]
    if not answers:
        return
    found = ours(node)
    good = [
        len(found) == len(answer) and all(same(one, other, scale) for one, other in zip(found, answer, strict=True))
        for answer in answers
    ]
    assert any(good), f"{node!r}\nours {found}\n" + "\n".join(map(str, answers))
