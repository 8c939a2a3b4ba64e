"""Random nodes of neural networks, images and signals against onnx.reference and ONNX Runtime."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from peers.onnx_engines import Node, check
from peers.test_onnx_random import array, axis_of, dtype, node, shape, versions

pytestmark = [pytest.mark.peers, pytest.mark.slow]

Draw = Callable[[st.SearchStrategy], Any]
Schema = onnx.defs.OpSchema

MAKERS: dict[str, tuple[Callable[[Draw, Schema], Node], float]] = {}


def makes(*names: str, scale: float = 1.0) -> Callable:
    """Enter what draws the nodes of some operators; sums may differ ``scale`` times as much as single results."""

    def register(maker: Callable[[Draw, Schema], Node]) -> Callable[[Draw, Schema], Node]:
        MAKERS.update(dict.fromkeys(names, (maker, scale)))
        return maker

    return register


def each(draw: Draw, rank: int, low: int, high: int) -> list[int]:
    return draw(st.lists(st.integers(low, high), min_size=rank, max_size=rank))


def maybe(draw: Draw, value: Any) -> Any:
    return value if draw(st.booleans()) else None


def padding(draw: Draw, rank: int, most: int) -> dict[str, Any]:
    """Explicit or automatic padding."""
    auto = draw(st.sampled_from(["NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"]))
    return {"pads": each(draw, 2 * rank, 0, most)} if auto == "NOTSET" else {"auto_pad": auto}


def windows(draw: Draw, dilated: bool = True, least: int = 5) -> tuple[list[int], list[int], dict[str, Any]]:
    """Spatial sizes, a kernel that fits, and the attributes; automatic padding goes without dilation."""
    rank = draw(st.integers(1, 2))
    kernel = each(draw, rank, 1, 3)
    attributes = {"strides": each(draw, rank, 1, 3), **padding(draw, rank, min(kernel) - 1)}
    if dilated and "pads" in attributes:
        attributes["dilations"] = each(draw, rank, 1, 2)
    return each(draw, rank, least, least + 3), kernel, attributes


def floats(draw: Draw, *sizes: int, kind: Any = np.float32) -> np.ndarray:
    return array(draw, kind, sizes)


@makes("Conv", "ConvTranspose", scale=10)
def convolution(draw: Draw, schema: Schema) -> Node:
    sizes, kernel, attributes = windows(draw)
    groups, inside, out = draw(st.integers(1, 2)), draw(st.integers(1, 3)), draw(st.integers(1, 3))
    x = floats(draw, draw(st.integers(1, 2)), groups * inside, *sizes)
    shapes = {"Conv": (groups * out, inside), "ConvTranspose": (groups * inside, out)}
    if schema.name == "ConvTranspose":
        attributes["output_padding"] = [draw(st.integers(0, step - 1)) for step in attributes["strides"]]
        if "pads" not in attributes:
            attributes = {"strides": attributes["strides"]}
    w = floats(draw, *shapes[schema.name], *kernel)
    inputs = [x, w, floats(draw, groups * out)] if draw(st.booleans()) else [x, w]
    return node(schema, inputs, group=groups, **attributes)


@makes("ConvInteger")
def integer_convolution(draw: Draw, schema: Schema) -> Node:
    sizes, kernel, attributes = windows(draw)
    x = array(draw, np.uint8, (1, 2, *sizes), 0, 255)
    w = array(draw, np.uint8, (3, 2, *kernel), 0, 255)
    points = [np.array(draw(st.integers(0, 255)), np.uint8), np.array(draw(st.integers(0, 255)), np.uint8)]
    return node(schema, [x, w, *points], **attributes)


@makes("QLinearConv")
def quantized_convolution(draw: Draw, schema: Schema) -> Node:
    sizes, kernel, attributes = windows(draw)
    scale = [np.array(draw(st.sampled_from([0.25, 0.5, 2.0])), np.float32) for _ in range(3)]
    points = [np.array(draw(st.integers(0, 9)), np.uint8) for _ in range(3)]
    x, w = array(draw, np.uint8, (1, 2, *sizes), 0, 9), array(draw, np.uint8, (3, 2, *kernel), 0, 9)
    bias = [array(draw, np.int32, (3,))] if draw(st.booleans()) else []
    inputs = [x, scale[0], points[0], w, scale[1], points[1], scale[2], points[2], *bias]
    return node(schema, inputs, **attributes)


@makes("MaxPool", "AveragePool", "LpPool", scale=10)
def pool(draw: Draw, schema: Schema) -> Node:
    sizes, kernel, attributes = windows(draw, "dilations" in schema.attributes)
    if "ceil_mode" in schema.attributes and "pads" in attributes:
        attributes["ceil_mode"] = draw(st.integers(0, 1))
    if schema.name == "AveragePool":
        attributes["count_include_pad"] = draw(st.integers(0, 1))
    if schema.name == "LpPool":
        attributes["p"] = draw(st.integers(1, 3))
    outputs = draw(st.integers(1, 2)) if schema.name == "MaxPool" else 1
    x = floats(draw, draw(st.integers(1, 2)), 2, *sizes)
    return node(schema, [x], outputs, kernel_shape=kernel, **attributes)


@makes("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool", scale=10)
def global_pool(draw: Draw, schema: Schema) -> Node:
    return node(schema, [floats(draw, *each(draw, draw(st.integers(3, 5)), 1, 4))])


@makes("MaxRoiPool")
def roi_pool(draw: Draw, schema: Schema) -> Node:
    x, count = floats(draw, 2, 2, 6, 7), draw(st.integers(1, 3))
    starts, sizes = array(draw, np.float32, (count, 2), 0, 4), array(draw, np.float32, (count, 2), 0, 4)
    images = array(draw, np.int32, (count, 1), 0, 1)
    rois = np.concatenate([images, starts, starts + np.abs(sizes)], axis=1).astype(np.float32)
    return node(schema, [x, rois], pooled_shape=each(draw, 2, 1, 3), spatial_scale=draw(st.sampled_from([1.0, 0.5])))


@makes("RoiAlign", scale=10)
def roi_align(draw: Draw, schema: Schema) -> Node:
    x, count = floats(draw, 2, 2, 6, 7), draw(st.integers(1, 3))
    starts, sizes = array(draw, np.float32, (count, 2), 0, 4), array(draw, np.float32, (count, 2), 1, 4)
    rois = np.concatenate([starts, starts + sizes], axis=1).astype(np.float32)
    attributes = {"sampling_ratio": draw(st.integers(0, 2)), "mode": draw(st.sampled_from(["avg", "max"]))}
    if schema.since_version >= 16:
        attributes["coordinate_transformation_mode"] = draw(st.sampled_from(["half_pixel", "output_half_pixel"]))
    height, width = each(draw, 2, 1, 3)
    images = array(draw, np.int64, (count,), 0, 1)
    return node(schema, [x, rois, images], output_height=height, output_width=width, **attributes)


@makes("BatchNormalization", "InstanceNormalization", scale=10)
def channel_normalization(draw: Draw, schema: Schema) -> Node:
    sizes = each(draw, draw(st.integers(3, 4)), 1, 4)
    sizes[-1] += 1
    parameters = [floats(draw, sizes[1]) for _ in range(2)]
    if schema.name == "BatchNormalization":
        parameters += [floats(draw, sizes[1]), np.abs(floats(draw, sizes[1])) + 1]
    return node(schema, [floats(draw, *sizes), *parameters], epsilon=draw(st.sampled_from([1e-5, 1e-2])))


@makes("LayerNormalization", "RMSNormalization", scale=10)
def row_normalization(draw: Draw, schema: Schema) -> Node:
    sizes = each(draw, draw(st.integers(1, 3)), 2, 4)
    axis = axis_of(draw, len(sizes))
    rest = sizes[axis % len(sizes) :]
    x = floats(draw, *sizes) + np.arange(sizes[-1], dtype=np.float32)
    inputs = [x, floats(draw, *rest)]
    if schema.name == "LayerNormalization" and draw(st.booleans()):
        inputs.append(floats(draw, *rest))
    return node(schema, inputs, axis=axis)


@makes("GroupNormalization", scale=10)
def group_normalization(draw: Draw, schema: Schema) -> Node:
    groups, size = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    count = groups * size if schema.since_version >= 21 else groups
    x = floats(draw, 2, groups * size, *each(draw, 2, 2, 4)) + np.arange(2, dtype=np.float32).reshape(2, 1, 1, 1)
    return node(schema, [x, floats(draw, count), floats(draw, count)], num_groups=groups)


@makes("LRN", scale=10)
def response_normalization(draw: Draw, schema: Schema) -> Node:
    x = floats(draw, *each(draw, 4, 1, 4))
    return node(schema, [x], size=draw(st.sampled_from([1, 3, 5])), alpha=0.5, beta=0.75, bias=1.5)


@makes("LpNormalization", scale=10)
def lp_normalization(draw: Draw, schema: Schema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    return node(schema, [floats(draw, *sizes)], axis=axis_of(draw, len(sizes)), p=draw(st.integers(1, 2)))


@makes("Softmax", "LogSoftmax", "Hardmax")
def softmax(draw: Draw, schema: Schema) -> Node:
    sizes = shape(draw, least=1, smallest=1)
    low = -len(sizes) if schema.since_version >= 11 else 0
    return node(schema, [floats(draw, *sizes, kind=dtype(draw, schema))], axis=draw(st.integers(low, len(sizes) - 1)))


@makes("LeakyRelu", "Elu", "ThresholdedRelu", "Celu", "Swish")
def with_alpha(draw: Draw, schema: Schema) -> Node:
    kind = np.float32 if schema.name == "Celu" else dtype(draw, schema)
    return node(schema, [array(draw, kind, shape(draw))], alpha=maybe(draw, draw(st.sampled_from([0.25, 1.5]))))


@makes("Selu", "HardSigmoid", "Gelu")
def other_activations(draw: Draw, schema: Schema) -> Node:
    if schema.name == "Gelu":
        return node(schema, [floats(draw, *shape(draw))], approximate=draw(st.sampled_from(["none", "tanh"])))
    return node(schema, [array(draw, dtype(draw, schema), shape(draw))])


@makes("Shrink")
def shrink(draw: Draw, schema: Schema) -> Node:
    value = array(draw, draw(st.sampled_from([np.float32, np.float64, np.int32])), shape(draw))
    return node(schema, [value], lambd=1.5, bias=draw(st.sampled_from([0.0, 1.0])))


@makes("RNN", "GRU", "LSTM", scale=20)
def recurrent(draw: Draw, schema: Schema) -> Node:
    gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[schema.name]
    direction = draw(st.sampled_from(["forward", "reverse", "bidirectional"]))
    ways = 2 if direction == "bidirectional" else 1
    steps, batch, size, hidden = each(draw, 4, 1, 3)

    def weights(*sizes: int) -> np.ndarray:
        return floats(draw, *sizes) / np.float32(8)

    x = weights(steps, batch, size)
    inputs: list[Any] = [x, weights(ways, gates * hidden, size), weights(ways, gates * hidden, hidden)]
    inputs.append(maybe(draw, weights(ways, 2 * gates * hidden)))
    lengths = np.array(each(draw, batch, 1, steps), np.int32)
    inputs.append(maybe(draw, lengths))
    inputs.append(maybe(draw, weights(ways, batch, hidden)))
    attributes: dict[str, Any] = {"direction": direction, "hidden_size": hidden}
    # ONNX Runtime does not clip what the last of LSTM's activations takes; the specification makes no exception.
    if schema.name != "LSTM":
        attributes["clip"] = maybe(draw, 0.25)
    if schema.name == "LSTM":
        inputs += [maybe(draw, weights(ways, batch, hidden)), maybe(draw, weights(ways, 3 * hidden))]
        attributes["input_forget"] = draw(st.integers(0, 1))
    if schema.name == "GRU":
        attributes["linear_before_reset"] = draw(st.integers(0, 1))
    if draw(st.booleans()):
        count = {"RNN": 1, "GRU": 2, "LSTM": 3}[schema.name] * ways
        names = ["Tanh", "Sigmoid", "Relu", "Softsign", "HardSigmoid", "Elu", "LeakyRelu"]
        attributes["activations"] = [draw(st.sampled_from(names)) for _ in range(count)]
    while inputs[-1] is None:
        inputs.pop()
    return node(schema, inputs, 3 if schema.name == "LSTM" else 2, **attributes)


@makes("Resize", scale=10)
def resize(draw: Draw, schema: Schema) -> Node:
    x = floats(draw, 1, 2, *each(draw, 2, 2, 5))
    mode = draw(st.sampled_from(["nearest", "linear"]))
    factors = [1.0, 1.0, *(draw(st.sampled_from([0.5, 0.75, 1.0, 1.5, 2.0, 3.0])) for _ in range(2))]
    scales = np.array(factors, np.float32)
    if schema.since_version == 10:
        return node(schema, [x, scales], mode=mode)
    attributes: dict[str, Any] = {"mode": draw(st.sampled_from(["nearest", "linear", "cubic"]))}
    modes = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"]
    attributes["coordinate_transformation_mode"] = draw(st.sampled_from(modes))
    attributes["nearest_mode"] = draw(st.sampled_from(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]))
    if attributes["mode"] == "cubic":
        attributes["exclude_outside"] = draw(st.integers(0, 1))
    if schema.since_version >= 18 and attributes["mode"] != "nearest":
        attributes["antialias"] = draw(st.integers(0, 1))
    if draw(st.booleans()):
        sizes = np.array([1, 2, *each(draw, 2, 1, 8)])
        return node(schema, [x, np.zeros(0, np.float32), np.zeros(0, np.float32), sizes], **attributes)
    return node(schema, [x, np.zeros(0, np.float32), scales], **attributes)


@makes("GridSample", scale=10)
def grid_sample(draw: Draw, schema: Schema) -> Node:
    x = floats(draw, 2, 2, *each(draw, 2, 2, 5))
    grid = floats(draw, 2, *each(draw, 2, 1, 3), 2) / np.float32(4.1)
    modes = ["bilinear", "nearest", "bicubic"] if schema.since_version < 20 else ["linear", "nearest", "cubic"]
    return node(
        schema,
        [x, grid],
        mode=draw(st.sampled_from(modes)),
        padding_mode=draw(st.sampled_from(["zeros", "border", "reflection"])),
        align_corners=draw(st.integers(0, 1)),
    )


@makes("AffineGrid", scale=10)
def affine_grid(draw: Draw, schema: Schema) -> Node:
    rank = draw(st.integers(2, 3))
    sizes = np.array([2, 1, *each(draw, rank, 2, 3)])
    return node(schema, [floats(draw, 2, rank, rank + 1), sizes], align_corners=draw(st.integers(0, 1)))


@makes("DepthToSpace")
def depth_to_space(draw: Draw, schema: Schema) -> Node:
    block = draw(st.integers(1, 3))
    mode = draw(st.sampled_from(["DCR", "CRD"])) if "mode" in schema.attributes else None
    return node(schema, [floats(draw, 2, 2 * block * block, 2, 3)], blocksize=block, mode=mode)


@makes("SpaceToDepth")
def space_to_depth(draw: Draw, schema: Schema) -> Node:
    block = draw(st.integers(1, 3))
    return node(schema, [floats(draw, 2, 2, 2 * block, 3 * block)], blocksize=block)


@makes("QuantizeLinear")
def quantize(draw: Draw, schema: Schema) -> Node:
    kind = draw(st.sampled_from([np.uint8, np.int8]))
    x = array(draw, np.float32, (2, 3, 2), -300, 300)
    per_axis = schema.since_version >= 13 and draw(st.booleans())
    sizes = (3,) if per_axis else ()
    scale = (np.abs(array(draw, np.float32, sizes, 1, 3)) + np.float32(0.5)).astype(np.float32)
    inputs = [x, scale, array(draw, kind, sizes)] if kind == np.int8 or draw(st.booleans()) else [x, scale]
    return node(schema, inputs, axis=1 if per_axis else None)


@makes("DequantizeLinear")
def dequantize(draw: Draw, schema: Schema) -> Node:
    kind = draw(st.sampled_from([np.uint8, np.int8]))
    per_axis = schema.since_version >= 13 and draw(st.booleans())
    sizes = (3,) if per_axis else ()
    x = array(draw, kind, (2, 3, 2), -100, 100)
    return node(schema, [x, array(draw, np.float32, sizes), array(draw, kind, sizes)], axis=1 if per_axis else None)


@makes("DynamicQuantizeLinear")
def dynamic_quantize(draw: Draw, schema: Schema) -> Node:
    return node(schema, [array(draw, np.float32, shape(draw, least=1, smallest=1))], outputs=3)


@makes("MatMulInteger")
def matmul_integer(draw: Draw, schema: Schema) -> Node:
    rows, inner, columns = each(draw, 3, 1, 4)
    a, b = array(draw, np.uint8, (rows, inner), 0, 255), array(draw, np.int8, (inner, columns), -128, 127)
    points = [np.array(draw(st.integers(0, 9)), np.uint8), np.array(draw(st.integers(-9, 9)), np.int8)]
    return node(schema, [a, b, *points[: draw(st.integers(0, 2))]])


@makes("MatMul", scale=10)
def matmul(draw: Draw, schema: Schema) -> Node:
    kind, inner = dtype(draw, schema), draw(st.integers(1, 4))
    batch = shape(draw, most=2, smallest=1)
    a = array(draw, kind, draw(st.sampled_from([(inner,), (2, inner), (*batch, 3, inner)])))
    b = array(draw, kind, draw(st.sampled_from([(inner,), (inner, 2), (*batch, inner, 2)])))
    return node(schema, [a, b])


@makes("Gemm", scale=10)
def gemm(draw: Draw, schema: Schema) -> Node:
    kind, (rows, inner, columns) = dtype(draw, schema), each(draw, 3, 1, 4)
    turned = draw(st.integers(0, 1)), draw(st.integers(0, 1))
    a = array(draw, kind, (inner, rows) if turned[0] else (rows, inner))
    b = array(draw, kind, (columns, inner) if turned[1] else (inner, columns))
    c = array(draw, kind, draw(st.sampled_from([(), (columns,), (rows, 1), (rows, columns)])))
    inputs = [a, b, c] if schema.since_version < 11 or draw(st.booleans()) else [a, b]
    factors = {"alpha": 0.5, "beta": 2.0} if np.dtype(kind).kind == "f" and draw(st.booleans()) else {}
    return node(schema, inputs, transA=turned[0], transB=turned[1], **factors)


@makes("Einsum", scale=10)
def einsum(draw: Draw, schema: Schema) -> Node:
    sizes = dict(zip("abcd", each(draw, 4, 1, 3), strict=True))
    terms = [draw(st.permutations("abcd"))[: draw(st.integers(1, 3))] for _ in range(draw(st.integers(1, 3)))]
    labels = sorted({label for term in terms for label in term})
    out = draw(st.permutations(labels))[: draw(st.integers(0, len(labels)))]
    equation = ",".join("".join(term) for term in terms) + "->" + "".join(out)
    return node(schema, [floats(draw, *(sizes[label] for label in term)) for term in terms], equation=equation)


@makes("Det", scale=100)
def det(draw: Draw, schema: Schema) -> Node:
    size = draw(st.integers(1, 3))
    return node(schema, [floats(draw, *shape(draw, most=1, smallest=1), size, size)])


@makes("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss", scale=10)
def loss(draw: Draw, schema: Schema) -> Node:
    batch, classes, *rest = each(draw, draw(st.integers(2, 4)), 1, 3)
    labels = array(draw, np.int64, (batch, *rest), 0, classes - 1)
    inputs = [floats(draw, batch, classes, *rest), labels]
    if draw(st.booleans()):
        inputs.append(np.abs(floats(draw, classes)) + np.float32(0.5))
    reduction = draw(st.sampled_from(["none", "sum", "mean"]))
    return node(schema, inputs, reduction=reduction, ignore_index=maybe(draw, draw(st.integers(0, classes - 1))))


@makes("DFT", scale=100)
def dft(draw: Draw, schema: Schema) -> Node:
    inverse, onesided = draw(st.sampled_from([(0, 0), (0, 1), (1, 0)]))
    x = floats(draw, 2, *each(draw, 2, 2, 5), 1 if onesided else draw(st.integers(1, 2)))
    length = np.array(draw(st.integers(2, 6)))
    axis = draw(st.integers(1, 2))
    if schema.since_version >= 20:
        return node(schema, [x, length, np.array(axis)], inverse=inverse, onesided=onesided)
    return node(schema, [x, length], axis=axis, inverse=inverse, onesided=onesided)


@pytest.mark.parametrize("name", sorted(MAKERS))
@settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_node(name: str, data: st.DataObject) -> None:
    schema = data.draw(st.sampled_from(versions(name)), label="version")
    maker, scale = MAKERS[name]
    check(maker(data.draw, schema), scale)
