"""MDF and ONNX models give the same values, and the same errors, through every door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from doors.model_doors import MDF_RUNNING, ONNX_RUNNING, ModelRequest, model_check
from onnx import TensorProto, helper, numpy_helper

from hlorepl import mdf

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"
MODELS = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in {".json", ".yaml"})
STEPS, DT = 5, 0.01

BROKEN_MDF = {
    "cycle.yaml": "m:\n  graphs:\n    g:\n      nodes:\n        A:\n          parameters:\n            a: {value: b}\n            b: {value: a}\n",
    "name.yaml": "m:\n  graphs:\n    g:\n      nodes:\n        A:\n          parameters:\n            a: {value: b + 1}\n",
    "receiver.yaml": "m:\n  graphs:\n    g:\n      nodes:\n        A: {output_ports: {o: {value: 1}}}\n      edges:\n        e: {sender: A, receiver: C, sender_port: o, receiver_port: i}\n",
    "function.yaml": "m:\n  graphs:\n    g:\n      nodes:\n        A:\n          parameters:\n            a: {function: nothing, args: {x: 1}}\n",
    "text.json": '{"m": {"graphs": {"g": }}}\n',
}


def asked(request: ModelRequest, doors: dict[str, Any]) -> dict[str, Any]:
    return {name: ask(request) for name, ask in doors.items()}


def assert_one_answer(answers: dict[str, Any]) -> None:
    reference, *_ = answers.values()
    wrong = {name: answer for name, answer in answers.items() if answer != reference}
    assert not wrong, (wrong, reference)


@pytest.mark.parametrize("suffix", ["as it is", ".json", ".yaml", ".bson"])
@pytest.mark.parametrize("name", MODELS)
def test_an_mdf_model_gives_one_answer(name, suffix, tmp_path, goldens):
    path = SAMPLES / name
    if suffix != "as it is":
        path = tmp_path / f"model{suffix}"
        mdf.save(mdf.load(SAMPLES / name), path)
    answers = asked(ModelRequest(path, tmp_path, STEPS, DT), MDF_RUNNING)
    assert_one_answer(answers)
    assert answers["evaluate"].status == "ok"
    goldens.compare(name, answers["evaluate"].golden())


@pytest.mark.parametrize("name", BROKEN_MDF)
def test_a_broken_mdf_model_is_refused_alike(name, tmp_path, goldens):
    path = tmp_path / name
    path.write_text(BROKEN_MDF[name], encoding="utf-8")
    answers = asked(ModelRequest(path, tmp_path), MDF_RUNNING | {"check": model_check})
    assert answers["check"].status == "error"
    assert_one_answer(answers)
    goldens.compare(name, answers["check"].golden())


# ONNX


def tensor(name: str, array: Any) -> Any:
    return numpy_helper.from_array(np.asarray(array), name)


def value(name: str, shape: list[int] | None, element: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor_value_info(name, element, shape)


def model(nodes: list[Any], inputs: list[Any], outputs: list[Any], initializers: list[Any]) -> Any:
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def network() -> Any:
    """Layers with weights, a loop that adds and scans, a branch, integers, and two outputs more."""
    body = helper.make_graph(
        [
            helper.make_node("Add", ["state", "step"], ["next"]),
            helper.make_node("Identity", ["go"], ["on"]),
            helper.make_node("Mul", ["next", "next"], ["square"]),
        ],
        "body",
        [value("i", [], TensorProto.INT64), value("go", [], TensorProto.BOOL), value("state", [2, 3])],
        [value("on", [], TensorProto.BOOL), value("next", [2, 3]), value("square", [2, 3])],
    )
    yes = helper.make_graph([helper.make_node("Tanh", ["looped"], ["y"])], "yes", [], [value("y", [2, 3])])
    no = helper.make_graph([helper.make_node("Neg", ["looped"], ["n"])], "no", [], [value("n", [2, 3])])
    nodes = [
        helper.make_node("Gemm", ["x", "weights", "bias"], ["layer"], transB=1),
        helper.make_node("Relu", ["layer"], ["step"]),
        helper.make_node("Loop", ["turns", "", "step"], ["looped", "squares"], body=body),
        helper.make_node("ReduceSum", ["looped"], ["total"], keepdims=0),
        helper.make_node("Greater", ["total", "limit"], ["is_large"]),
        helper.make_node("If", ["is_large"], ["branched"], then_branch=yes, else_branch=no),
        helper.make_node("Softmax", ["branched"], ["probabilities"], axis=-1),
        helper.make_node("ArgMax", ["probabilities"], ["best"], axis=-1, keepdims=0),
    ]
    outputs = [
        value("probabilities", [2, 3]),
        value("best", [2], TensorProto.INT64),
        value("squares", [4, 2, 3]),
        value("is_large", [], TensorProto.BOOL),
    ]
    weights = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    initializers = [
        tensor("weights", weights),
        tensor("bias", np.float32([0.5, 0.25, -0.125])),
        tensor("turns", np.int64(4)),
        tensor("limit", np.float32(3)),
    ]
    return model(nodes, [value("x", [2, 4])], outputs, initializers)


@pytest.mark.parametrize("size", [1.0, -1.0])
def test_an_onnx_model_gives_one_answer(size, tmp_path, goldens):
    path = tmp_path / "network.onnx"
    onnx.save(network(), str(path))
    x = (size * np.arange(8).reshape(2, 4) / 4).astype(np.float32)
    answers = asked(ModelRequest(path, tmp_path, inputs={"x": x}), ONNX_RUNNING)
    assert_one_answer(answers)
    assert answers["load"].status == "ok"
    goldens.compare(f"network {size:+}", answers["load"].golden())


BROKEN_ONNX = {
    "operator": lambda: model([helper.make_node("Nothing", ["x"], ["y"])], [value("x", [2])], [value("y", [2])], []),
    "name": lambda: model([helper.make_node("Relu", ["z"], ["y"])], [value("x", [2])], [value("y", [2])], []),
    "shape": lambda: model(
        [helper.make_node("Add", ["x", "w"], ["y"])],
        [value("x", [2])],
        [value("y", [2])],
        [tensor("w", np.zeros(3, "f"))],
    ),
    "attribute": lambda: model(
        [helper.make_node("Relu", ["x"], ["y"], beta=1.0)], [value("x", [2])], [value("y", [2])], []
    ),
}


@pytest.mark.parametrize("name", BROKEN_ONNX)
def test_a_broken_onnx_model_is_refused_alike(name, tmp_path, goldens):
    path = tmp_path / f"{name}.onnx"
    onnx.save(BROKEN_ONNX[name](), str(path))
    answers = asked(ModelRequest(path, tmp_path, inputs={"x": np.zeros(2, np.float32)}), ONNX_RUNNING)
    codes = {door: (answer.status, [error.code for error in answer.errors]) for door, answer in answers.items()}
    assert_one_answer(codes)  # a model has no lines, so a session points at the command
    assert answers["load"].status == "error"
    goldens.compare(f"broken {name}", answers["load"].golden())
