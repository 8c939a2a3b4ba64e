"""Single ONNX nodes at realistic sizes, and whole networks: time of ours, and the ratio to other engines.

Above 1 ours is faster than onnx.reference; ONNX Runtime's column is the other way round: how many times its time ours
takes. ``make bench`` runs all of it, ``-k NAME`` a part.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnx.reference
import onnxruntime
import pytest
from bench import networks
from onnx import helper

from hlorepl.onnx.loading import OnnxModel

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600), pytest.mark.filterwarnings("ignore")]
onnxruntime.set_default_logger_severity(4)

RANDOM = np.random.default_rng(0)


def f32(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape, np.float32)


def i64(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def node(
    op: str, inputs: list[Any], outputs: int = 1, opset: int = 18, **attributes: Any
) -> tuple[onnx.ModelProto, dict]:
    """A model of one node, and what to feed it."""
    names = ["" if value is None else f"x{place}" for place, value in enumerate(inputs)]
    feeds = {name: value for name, value in zip(names, inputs, strict=True) if name}
    results = [f"y{place}" for place in range(outputs)]
    values = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
        for name, value in feeds.items()
    ]
    graph = helper.make_graph(
        [helper.make_node(op, names, results, **attributes)],
        op,
        values,
        [helper.make_empty_tensor_value_info(name) for name in results],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9), feeds


def cases() -> dict[str, tuple[onnx.ModelProto, dict]]:
    image, tokens = f32(1, 64, 56, 56), f32(1, 128, 768)
    boxes = np.sort(RANDOM.random((1, 1000, 4), np.float32), axis=-1)
    return {
        "Conv 3x3": node("Conv", [image, f32(64, 64, 3, 3)], pads=[1, 1, 1, 1]),
        "Conv 1x1": node("Conv", [image, f32(256, 64, 1, 1)]),
        "Conv depthwise": node("Conv", [image, f32(64, 1, 3, 3)], group=64, pads=[1, 1, 1, 1]),
        "ConvTranspose": node("ConvTranspose", [f32(1, 32, 28, 28), f32(32, 32, 3, 3)], strides=[2, 2]),
        "MaxPool": node("MaxPool", [image], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
        "AveragePool": node("AveragePool", [image], kernel_shape=[3, 3], strides=[2, 2]),
        "BatchNormalization": node("BatchNormalization", [image, f32(64), f32(64), f32(64), f32(64) ** 2]),
        "LayerNormalization": node("LayerNormalization", [tokens, f32(768), f32(768)]),
        "LSTM": node("LSTM", [f32(50, 8, 128), f32(1, 512, 128), f32(1, 512, 128)], hidden_size=128),
        "GRU": node("GRU", [f32(50, 8, 128), f32(1, 384, 128), f32(1, 384, 128)], hidden_size=128),
        "Resize linear": node("Resize", [f32(1, 3, 64, 64), None, None, i64(1, 3, 128, 128)], mode="linear"),
        "Resize cubic": node("Resize", [f32(1, 3, 32, 32), None, None, i64(1, 3, 64, 64)], mode="cubic"),
        "Attention": node("Attention", [f32(1, 12, 128, 64)] * 3, opset=23),
        "MatMul": node("MatMul", [tokens, f32(768, 768)]),
        "Softmax": node("Softmax", [f32(12, 128, 128)]),
        "Gelu": node("Gelu", [tokens], opset=20),
        "Add": node("Add", [image, image]),
        "Pow 2": node("Pow", [image, np.array(2, np.float32)]),
        "Erf": node("Erf", [tokens]),
        "Div int64": node("Div", [RANDOM.integers(-99, 99, 100_000), RANDOM.integers(1, 9, 100_000)]),
        "Cast to float8": node("Cast", [image], opset=19, to=17),
        "ReduceSum": node("ReduceSum", [image, i64(1)]),
        "ReduceLogSumExp": node("ReduceLogSumExp", [image, i64(1)]),
        "ArgMax": node("ArgMax", [image], axis=1),
        "CumSum": node("CumSum", [tokens, np.array(1, np.int64)]),
        "Transpose": node("Transpose", [image], perm=[0, 2, 3, 1]),
        "Concat": node("Concat", [image, image], axis=1),
        "Pad": node("Pad", [image, i64(0, 0, 1, 1, 0, 0, 1, 1)], mode="reflect"),
        "Gather": node("Gather", [f32(30_000, 768), RANDOM.integers(0, 30_000, (1, 128))]),
        "GatherElements": node("GatherElements", [image, RANDOM.integers(0, 56, image.shape)], axis=3),
        "ScatterElements": node(
            "ScatterElements", [f32(100, 100), RANDOM.integers(0, 100, (100, 100)), f32(100, 100)], reduction="add"
        ),
        "ScatterND": node(
            "ScatterND", [f32(1000, 64), RANDOM.integers(0, 1000, (5000, 1)), f32(5000, 64)], reduction="add"
        ),
        "TopK": node("TopK", [f32(100, 1000), i64(5)], outputs=2),
        "NonMaxSuppression": node(
            "NonMaxSuppression",
            [boxes, RANDOM.random((1, 4, 1000), np.float32), i64(50), np.array([0.5], np.float32)],
        ),
        "Unique": node("Unique", [RANDOM.integers(0, 1000, 100_000)], outputs=4),
        "OneHot": node("OneHot", [RANDOM.integers(0, 1000, 512), i64(1000), np.array([0, 1], np.float32)]),
    }


def seconds(function: Callable[[], Any], least: float = 0.3) -> float:
    """The best of several runs; one is enough where it takes long."""
    function()
    best, spent = float("inf"), 0.0
    while spent < least:
        begin = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - begin)
        spent += time.perf_counter() - begin
    return best


def measure(name: str, model: onnx.ModelProto, feeds: dict, *, with_reference: bool = True) -> str:
    ours = OnnxModel(model)
    own = seconds(lambda: ours.run(feeds))
    columns = [f"{name:20} {own * 1e3:9.2f} ms"]
    if with_reference:
        peer = onnx.reference.ReferenceEvaluator(model)
        columns.append(f"{once(lambda: peer.run(None, feeds)) / own:9.2f} x onnx.reference")
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        columns.append(f"{own / seconds(lambda: session.run(None, feeds)):7.2f} of ONNX Runtime's time")
    except Exception as error:  # noqa: BLE001 - it does not run all nodes
        columns.append(f"(ONNX Runtime: {type(error).__name__})")
    return "  ".join(columns)


def once(function: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    function()
    first = time.perf_counter() - begin
    return first if first > 1 else seconds(function)


@pytest.mark.parametrize("name", cases())
def test_node(name: str) -> None:
    print(measure(name, *cases()[name]), flush=True)


@pytest.mark.parametrize(
    ("name", "make", "feed", "shape"),
    [
        ("ResNet-50", networks.resnet50, "image", (1, 3, 224, 224)),
        ("BERT-base", networks.bert_base, "embeddings", (1, 128, 768)),
    ],
)
def test_network(name: str, make: Callable[[], onnx.ModelProto], feed: str, shape: tuple[int, ...]) -> None:
    print(measure(name, make(), {feed: f32(*shape)}, with_reference=False), flush=True)
