"""ONNX graphs the size of known networks, with random weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 17


class GraphBuilder:
    """Nodes in the order in which they are added; a node's output is its name."""

    def __init__(self, seed: int = 0):
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.random = np.random.default_rng(seed)

    def node(self, op: str, *inputs: str, **attributes: Any) -> str:
        name = f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], name, **attributes))
        return name

    def weight(self, *shape: int, scale: float | None = None) -> str:
        """Random numbers, by default such that sums of products keep their size."""
        scale = (2 / max(1, int(np.prod(shape[1:])))) ** 0.5 if scale is None else scale
        return self.constant(self.random.standard_normal(shape, np.float32) * np.float32(scale))

    def constant(self, value: Any) -> str:
        name = f"w_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def model(self, inputs: dict[str, tuple[Any, tuple[int, ...]]], output: str) -> onnx.ModelProto:
        values = [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), shape)
            for name, (kind, shape) in inputs.items()
        ]
        graph = helper.make_graph(
            self.nodes, "network", values, [helper.make_empty_tensor_value_info(output)], self.weights
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)


def resnet50(batch: int = 1, size: int = 224) -> onnx.ModelProto:
    """The convolutions of ResNet-50 (4.1 billion multiplications an image of 224 by 224), biases as after folding."""
    graph = GraphBuilder()

    def conv(x: str, inside: int, out: int, kernel: int, stride: int = 1) -> str:
        edge = kernel // 2
        return graph.node(
            "Conv",
            x,
            graph.weight(out, inside, kernel, kernel),
            graph.weight(out, scale=0.1),
            kernel_shape=[kernel] * 2,
            strides=[stride] * 2,
            pads=[edge] * 4,
        )

    def bottleneck(x: str, inside: int, middle: int, stride: int) -> str:
        out = 4 * middle
        y = graph.node("Relu", conv(x, inside, middle, 1))
        y = graph.node("Relu", conv(y, middle, middle, 3, stride))
        y = conv(y, middle, out, 1)
        shortcut = x if inside == out and stride == 1 else conv(x, inside, out, 1, stride)
        return graph.node("Relu", graph.node("Add", y, shortcut))

    x = graph.node("Relu", conv("image", 3, 64, 7, 2))
    x = graph.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    inside = 64
    for stage, (blocks, middle) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512))):
        for block in range(blocks):
            x = bottleneck(x, inside, middle, 2 if stage and block == 0 else 1)
            inside = 4 * middle
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x))
    x = graph.node("Gemm", x, graph.weight(1000, inside), graph.weight(1000, scale=0.1), transB=1)
    return graph.model({"image": (np.float32, (batch, 3, size, size))}, x)


def bert_base(batch: int = 1, length: int = 128, layers: int = 12, hidden: int = 768) -> onnx.ModelProto:
    """The encoder of BERT-base, with Gelu written out as exporters do."""
    graph, heads = GraphBuilder(), 12
    size = hidden // heads

    def linear(x: str, inside: int, out: int) -> str:
        return graph.node(
            "Add", graph.node("MatMul", x, graph.weight(inside, out, scale=inside**-0.5)), graph.weight(out, scale=0.02)
        )

    def normalized(x: str) -> str:
        scale, offset = (graph.constant(np.full(hidden, value, np.float32)) for value in (1.0, 0.0))
        return graph.node("LayerNormalization", x, scale, offset, axis=-1, epsilon=1e-12)

    split = graph.constant(np.array([batch, length, heads, size]))
    joined = graph.constant(np.array([batch, length, hidden]))
    root = graph.constant(np.float32(size**0.5))
    x = "embeddings"
    for _ in range(layers):
        query, key, value = (
            graph.node("Transpose", graph.node("Reshape", linear(x, hidden, hidden), split), perm=perm)
            for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])
        )
        scores = graph.node("Softmax", graph.node("Div", graph.node("MatMul", query, key), root), axis=-1)
        mixed = graph.node("Transpose", graph.node("MatMul", scores, value), perm=[0, 2, 1, 3])
        x = normalized(graph.node("Add", x, linear(graph.node("Reshape", mixed, joined), hidden, hidden)))
        inner = linear(x, hidden, 4 * hidden)
        erf = graph.node("Erf", graph.node("Div", inner, graph.constant(np.float32(2**0.5))))
        gelu = graph.node("Mul", inner, graph.node("Add", erf, graph.constant(np.float32(1))))
        gelu = graph.node("Mul", gelu, graph.constant(np.float32(0.5)))
        x = normalized(graph.node("Add", x, linear(gelu, 4 * hidden, hidden)))
    return graph.model({"embeddings": (np.float32, (batch, length, hidden))}, x)
