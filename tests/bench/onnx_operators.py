"""A model of one node for every ONNX operator that other engines can run too, small and large."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper

Case = tuple[onnx.ModelProto, dict[str, Any]]

RANDOM = np.random.default_rng(0)
OPSET = 20

_PLAIN = [
    "Abs",
    "Ceil",
    "Cos",
    "Erf",
    "Exp",
    "Floor",
    "Neg",
    "Reciprocal",
    "Relu",
    "Round",
    "Sigmoid",
    "Sign",
    "Sin",
    "Sinh",
    "Cosh",
    "Tan",
    "Tanh",
    "Softplus",
    "Softsign",
    "Mish",
]
_PLAIN += [
    "Elu",
    "Selu",
    "Celu",
    "LeakyRelu",
    "HardSigmoid",
    "HardSwish",
    "ThresholdedRelu",
    "Shrink",
    "Gelu",
    "IsNaN",
    "IsInf",
    "Identity",
    "Atan",
    "Asinh",
]
_POSITIVE = ["Log", "Sqrt"]
_INSIDE = ["Acos", "Asin", "Atanh"]
_BINARY = [
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Max",
    "Min",
    "Mean",
    "Sum",
    "Less",
    "LessOrEqual",
    "Greater",
    "GreaterOrEqual",
    "Equal",
    "PRelu",
]
_REDUCTIONS = [
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceMax",
    "ReduceMean",
    "ReduceMin",
    "ReduceProd",
    "ReduceSum",
    "ReduceSumSquare",
]

#: Operators without a case, by the reason for it.
LEFT_OUT = {
    "no other engine that runs it": [
        "AffineGrid",
        "Attention",
        "BitCast",
        "CausalConvWithState",
        "CumProd",
        "LinearAttention",
        "RMSNormalization",
        "RotaryEmbedding",
        "SwiGLU",
        "Swish",
        "TensorScatter",
        "ImageDecoder",
    ],
    "random numbers": [
        "Bernoulli",
        "Multinomial",
        "RandomNormal",
        "RandomNormalLike",
        "RandomUniform",
        "RandomUniformLike",
        "Dropout",
    ],
    "only makes, passes on or looks at a value": [
        "Constant",
        "Optional",
        "OptionalGetElement",
        "OptionalHasElement",
        "SequenceAt",
        "SequenceConstruct",
        "SequenceEmpty",
        "SequenceErase",
        "SequenceInsert",
        "SequenceLength",
        "Size",
        "Shape",
    ],
    "makes or takes maps, or is another form of one that has a case": [
        "CastMap",
        "DictVectorizer",
        "TreeEnsemble",
        "ZipMap",
    ],
    "runs graphs, whose nodes have cases": ["If", "Loop", "Scan", "SequenceMap"],
    "another name or part of one that has a case": ["Scatter", "Upsample", "ConcatFromSequence", "SplitToSequence"],
}


def f32(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape, np.float32)


def i64(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def upto(end: int, *shape: int, kind: Any = np.int64) -> np.ndarray:
    return RANDOM.integers(0, end, shape).astype(kind)


def one(
    op: str, *inputs: Any, outputs: int = 1, opset: int = OPSET, domain: str = "", fixed: Any = (), **attributes: Any
) -> Case:
    """A model of one node, and what to feed it; inputs whose places are in ``fixed`` are stored in the model."""
    names = ["" if value is None else f"x{place}" for place, value in enumerate(inputs)]
    values = {name: np.asarray(value) for name, value in zip(names, inputs, strict=True) if name}
    stored = {f"x{place}" for place in fixed}
    infos = [_info(name, value) for name, value in values.items() if name not in stored]
    results = [helper.make_empty_tensor_value_info(f"y{place}") for place in range(outputs)]
    node = helper.make_node(op, names, [result.name for result in results], domain=domain, **attributes)
    weights = [onnx.numpy_helper.from_array(values[name], name) for name in values if name in stored]
    graph = helper.make_graph([node], op, infos, results, weights)
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("ai.onnx.ml", 3)]
    imports += [helper.make_opsetid(domain, 1)] if domain not in ("", "ai.onnx.ml") else []
    model = helper.make_model(graph, opset_imports=imports, ir_version=9)
    return model, {name: value for name, value in values.items() if name not in stored}


def _info(name: str, value: np.ndarray) -> onnx.ValueInfoProto:
    kind = onnx.TensorProto.STRING if value.dtype.kind in "OU" else helper.np_dtype_to_tensor_dtype(value.dtype)
    return helper.make_tensor_value_info(name, kind, value.shape)


def cases(side: int) -> dict[str, Case]:
    """Every case, its arrays about ``side`` by ``side``."""
    return {
        **_elementwise(side),
        **_integers(side),
        **_reductions(side),
        **_shapes(side),
        **_indexing(side),
        **_networks(side),
        **_images(side),
        **_sequences(side),
        **_texts_and_tables(side),
    }


def _elementwise(n: int) -> dict[str, Case]:
    x, y = f32(n, n), f32(n, n)
    found = {op: one(op, x) for op in _PLAIN}
    found |= {op: one(op, abs(x) + 1) for op in [*_POSITIVE, "Acosh"]}
    found |= {op: one(op, np.tanh(x)) for op in _INSIDE}
    found |= {op: one(op, x, y) for op in _BINARY}
    found |= {f"{op} of a row": one(op, x, y[0]) for op in ("Add", "Mul", "PRelu")}
    wide = x.astype(np.float64)
    found |= {f"{op} f64": one(op, wide) for op in ("Exp", "Tanh", "Erf")}
    half = x.astype(np.float16)
    found |= {f"{op} f16": one(op, half) for op in ("Exp", "Relu", "Sigmoid")} | {"Add f16": one("Add", half, half)}
    return found | {
        "Pow 2": one("Pow", x, np.float32(2), fixed=[1]),
        "Pow 3": one("Pow", x, np.float32(3), fixed=[1]),
        "Pow 0.5": one("Pow", abs(x), np.float32(0.5), fixed=[1]),
        "Pow": one("Pow", abs(x), y),
        "Clip": one("Clip", x, np.float32(-1), np.float32(1), fixed=[1, 2]),
        "Gelu tanh": one("Gelu", x, approximate="tanh"),
        "Mod fmod": one("Mod", x, y, fmod=1),
        "Where": one("Where", x > 0, x, y),
        "Cast f64": one("Cast", x, to=11),
        "Cast f16": one("Cast", x, to=10),
        "Cast bf16": one("Cast", x, to=16),
        "Cast i32": one("Cast", x, to=6),
        "Cast u8": one("Cast", abs(x), to=2),
        "Cast bool": one("Cast", x, to=9),
        "CastLike": one("CastLike", x, np.zeros(1, np.float64)),
        "Not": one("Not", x > 0),
        "And": one("And", x > 0, y > 0),
        "Or": one("Or", x > 0, y > 0),
        "Xor": one("Xor", x > 0, y > 0),
    }


def _integers(n: int) -> dict[str, Case]:
    a, b = upto(1000, n, n) - 500, upto(9, n, n) + 1
    u, v = a.astype(np.uint32), upto(31, n, n, kind=np.uint32)
    found = {f"{op} i64": one(op, a, b) for op in ("Add", "Mul", "Div", "Mod", "Max", "Equal")}
    found |= {f"{op} i32": one(op, a.astype(np.int32), b.astype(np.int32)) for op in ("Add", "Mul", "Div", "Mod")}
    found |= {op: one(op, u, v) for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor")}
    return found | {
        "BitwiseNot": one("BitwiseNot", u),
        "BitShift": one("BitShift", u, v, direction="LEFT"),
        "Pow i64": one("Pow", b, i64(3), fixed=[1]),
        "Cast i64 f32": one("Cast", a, to=1),
        "Abs i64": one("Abs", a),
    }


def _reductions(n: int) -> dict[str, Case]:
    x = abs(f32(n, n)) + np.float32(0.5)
    found: dict[str, Case] = {}
    for op in _REDUCTIONS:
        found[f"{op} last"] = one(op, x, i64(1), fixed=[1])
        found[f"{op} first"] = one(op, x, i64(0), fixed=[1])
        found[f"{op} all"] = one(op, x)
    for op in ("ArgMax", "ArgMin", "Softmax", "LogSoftmax", "Hardmax"):
        found[f"{op} last"], found[f"{op} first"] = one(op, x, axis=-1), one(op, x, axis=0)
    middle = f32(8, n // 4, n // 2)
    found["ReduceMean middle"] = one("ReduceMean", middle, i64(1), fixed=[1])
    found["ReduceMax middle"] = one("ReduceMax", middle, i64(1), fixed=[1])
    found["Softmax middle"] = one("Softmax", middle, axis=1)
    scores = f32(n, n)
    return found | {
        "CumSum last": one("CumSum", x, np.array(1, np.int64), fixed=[1]),
        "CumSum first": one("CumSum", x, np.array(0, np.int64), fixed=[1]),
        "TopK": one("TopK", x, i64(5), fixed=[1], outputs=2),
        "TopK all": one("TopK", x, i64(n), fixed=[1], outputs=2),
        "NegativeLogLikelihoodLoss": one("NegativeLogLikelihoodLoss", scores, upto(n, n)),
        "SoftmaxCrossEntropyLoss": one("SoftmaxCrossEntropyLoss", scores, upto(n, n)),
        "Unique": one("Unique", upto(1000, n * n), outputs=4),
        "NonZero": one("NonZero", x > 1),
        "Einsum": one("Einsum", f32(4, n // 4, 32), f32(4, n // 4, 32), equation="bik,bjk->bij"),
    }


def _shapes(n: int) -> dict[str, Case]:
    x, y = f32(n, n), f32(n, n)
    cube = f32(8, n // 4, n // 2)
    return {
        "Transpose": one("Transpose", x),
        "Transpose heads": one("Transpose", f32(1, n, 8, n // 8), perm=[0, 2, 1, 3]),
        "Transpose channels": one("Transpose", f32(1, 16, n // 4, n // 4), perm=[0, 2, 3, 1]),
        "Concat": one("Concat", x, y, axis=1),
        "Concat first": one("Concat", x, y, axis=0),
        "Split": one("Split", x, outputs=2, axis=1, num_outputs=2),
        "Slice": one("Slice", x, i64(1, 1), i64(n - 1, n - 1), fixed=[1, 2]),
        "Slice step": one("Slice", x, i64(0), i64(n), i64(1), i64(2), fixed=[1, 2, 3, 4]),
        "Reshape": one("Reshape", x, i64(-1), fixed=[1]),
        "Flatten": one("Flatten", cube),
        "Squeeze": one("Squeeze", x[None], i64(0), fixed=[1]),
        "Unsqueeze": one("Unsqueeze", x, i64(0), fixed=[1]),
        "Expand": one("Expand", f32(n, 1), i64(n, n), fixed=[1]),
        "Tile": one("Tile", f32(n // 2, n // 2), i64(2, 2), fixed=[1]),
        "Pad": one("Pad", x, i64(1, 1, 1, 1), fixed=[1]),
        "Pad reflect": one("Pad", x, i64(1, 1, 1, 1), fixed=[1], mode="reflect"),
        "Pad edge": one("Pad", x, i64(1, 1, 1, 1), fixed=[1], mode="edge"),
        "Trilu": one("Trilu", x),
        "EyeLike": one("EyeLike", x),
        "Range": one("Range", np.float32(0), np.float32(n * n), np.float32(1)),
        "ConstantOfShape": one("ConstantOfShape", i64(n, n)),
        "DepthToSpace": one("DepthToSpace", f32(1, 16, n // 4, n // 4), blocksize=2),
        "SpaceToDepth": one("SpaceToDepth", f32(1, 4, n // 2, n // 2), blocksize=2),
        "CenterCropPad": one("CenterCropPad", x, i64(n // 2, n + 2), fixed=[1]),
        "ReverseSequence": one("ReverseSequence", f32(n, n // 4, 4), upto(n, n // 4) + 1),
        "Compress": one("Compress", x, RANDOM.random(n) > 0.5, axis=0),
    }


def _indexing(n: int) -> dict[str, Case]:
    x, rows = f32(n, n), upto(n, n)
    places, pairs = upto(n, n, n), np.stack([upto(n, n), upto(n, n)], axis=1)
    order = RANDOM.permutation(n).astype(np.int64)
    count = min(n, 1000)
    boxes = np.sort(RANDOM.random((1, count, 4), np.float32), axis=-1)
    scores = RANDOM.random((1, 4, count), np.float32)
    return {
        "Gather": one("Gather", x, rows),
        "Gather last": one("Gather", x, rows, axis=1),
        "GatherElements": one("GatherElements", x, places, axis=1),
        "GatherND": one("GatherND", x, pairs),
        "GatherND rows": one("GatherND", x, rows[:, None]),
        "ScatterElements": one("ScatterElements", x, np.argsort(x, axis=1), x, axis=1),
        "ScatterElements add": one("ScatterElements", x, places, x, axis=1, reduction="add"),
        "ScatterElements max": one("ScatterElements", x, places, x, axis=1, reduction="max"),
        "ScatterND": one("ScatterND", x, order[:, None], x),
        "ScatterND add": one("ScatterND", x, rows[:, None], x, reduction="add"),
        "OneHot": one("OneHot", rows, i64(n), np.array([0, 1], np.float32), fixed=[1, 2]),
        "NonMaxSuppression": one(
            "NonMaxSuppression", boxes, scores, i64(50), np.array([0.5], np.float32), fixed=[2, 3]
        ),
        "NonMaxSuppression few": one(
            "NonMaxSuppression",
            boxes,
            scores,
            i64(20),
            np.array([0.5], np.float32),
            np.array([0.8], np.float32),
            fixed=[2, 3, 4],
        ),
    }


def _networks(n: int) -> dict[str, Case]:
    x, w = f32(n, n), f32(n, n)
    b, c = upto(255, n, n, kind=np.uint8), upto(255, n, n, kind=np.int8)
    scale, zero = np.float32(0.05), np.uint8(128)
    signed = np.int8(3)
    image, channels = f32(2, 16, n // 4, n // 8), f32(16)
    tokens = f32(1, n, n)
    return {
        "MatMul": one("MatMul", x, w, fixed=[1]),
        "MatMul batch": one("MatMul", f32(8, n // 8, 64), f32(8, 64, n // 8)),
        "MatMul vector": one("MatMul", x[:1], w, fixed=[1]),
        "Gemm": one("Gemm", x, w, f32(n), transB=1, fixed=[1, 2]),
        "Gemm scaled": one("Gemm", x, w, f32(n), transA=1, alpha=0.5, beta=2.0, fixed=[1, 2]),
        "Det": one("Det", f32(n, 8, 8)),
        "MatMulInteger": one("MatMulInteger", b, c, zero, fixed=[1, 2]),
        "QLinearMatMul": one("QLinearMatMul", b, scale, zero, b, scale, zero, scale, zero, fixed=range(1, 8)),
        "QuantizeLinear": one("QuantizeLinear", x, scale, zero, fixed=[1, 2]),
        "QuantizeLinear axis": one("QuantizeLinear", x, abs(x[0]) + 1, b[0], axis=1, fixed=[1, 2]),
        "DequantizeLinear": one("DequantizeLinear", b, scale, zero, fixed=[1, 2]),
        "DequantizeLinear i8": one("DequantizeLinear", c, scale, signed, fixed=[1, 2]),
        "DynamicQuantizeLinear": one("DynamicQuantizeLinear", x, outputs=3),
        "BatchNormalization": one(
            "BatchNormalization", image, channels, channels, channels, abs(channels), fixed=range(1, 5)
        ),
        "InstanceNormalization": one("InstanceNormalization", image, channels, channels, fixed=[1, 2]),
        "GroupNormalization": one("GroupNormalization", image, channels[:4], channels[:4], num_groups=4, opset=18),
        "LayerNormalization": one("LayerNormalization", tokens, f32(n), f32(n), fixed=[1, 2]),
        "LpNormalization": one("LpNormalization", x),
        "LRN": one("LRN", image, size=5),
        "MeanVarianceNormalization": one("MeanVarianceNormalization", image),
        "Adam": one("Adam", np.float32(0.1), i64(3), x, w, x, abs(w), outputs=3, domain="ai.onnx.preview.training"),
        "Momentum": one(
            "Momentum",
            np.float32(0.1),
            i64(3),
            x,
            w,
            x,
            outputs=2,
            alpha=0.9,
            beta=1.0,
            mode="standard",
            norm_coefficient=0.0,
            domain="ai.onnx.preview.training",
        ),
        "Adagrad": one("Adagrad", np.float32(0.1), i64(3), x, w, abs(x), outputs=2, domain="ai.onnx.preview.training"),
    }


def _images(n: int) -> dict[str, Case]:
    side = max(8, n // 16)
    image, wide = f32(1, 64, side, side), f32(1, 3, n // 2, n // 2)
    kernel, pads = f32(64, 64, 3, 3), [1, 1, 1, 1]
    pixels, weights = upto(255, 1, 64, side, side, kind=np.uint8), upto(255, 64, 64, 3, 3, kind=np.int8)
    scale, zero, signed = np.float32(0.05), np.uint8(128), np.int8(0)
    grid = (RANDOM.random((1, side, side, 2), np.float32) * 2 - 1).astype(np.float32)
    rois = np.sort(RANDOM.random((16, 4), np.float32), axis=1) * side
    pooled, at = _pooled(image)
    double = i64(1, 3, n, n)
    quantized = (pixels, scale, zero, weights, scale, signed, scale, zero)
    found = {
        f"{op} 2x2": one(op, image, kernel_shape=[2, 2], strides=[2, 2]) for op in ("MaxPool", "AveragePool", "LpPool")
    }
    found |= {
        f"{op} 3x3": one(op, image, kernel_shape=[3, 3], strides=[2, 2], pads=pads)
        for op in ("MaxPool", "AveragePool", "LpPool")
    }
    found |= {f"{op} 5x5": one(op, image, kernel_shape=[5, 5], pads=[2] * 4) for op in ("MaxPool", "AveragePool")}
    found |= {op: one(op, image) for op in ("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")}
    found |= {
        f"Resize {mode}": one("Resize", wide, None, None, double, fixed=[3], mode=mode)
        for mode in ("nearest", "linear", "cubic")
    }
    found |= {
        f"GridSample {mode}": one("GridSample", image, grid, mode=mode, padding_mode=padding)
        for mode, padding in (("linear", "zeros"), ("linear", "border"), ("nearest", "zeros"), ("cubic", "reflection"))
    }
    return found | {
        "Conv 3x3": one("Conv", image, kernel, pads=pads, fixed=[1]),
        "Conv 3x3 strided": one("Conv", image, kernel, pads=pads, strides=[2, 2], fixed=[1]),
        "Conv 1x1": one("Conv", image, f32(256, 64, 1, 1), fixed=[1]),
        "Conv 7x7": one("Conv", wide, f32(32, 3, 7, 7), pads=[3] * 4, strides=[2, 2], fixed=[1]),
        "Conv depthwise": one("Conv", image, f32(64, 1, 3, 3), group=64, pads=pads, fixed=[1]),
        "Conv grouped": one("Conv", image, f32(64, 8, 3, 3), group=8, pads=pads, fixed=[1]),
        "Conv 1D": one("Conv", f32(1, 32, n), f32(32, 32, 5), fixed=[1]),
        "Conv 3D": one("Conv", f32(1, 8, 8, side, side), f32(8, 8, 3, 3, 3), fixed=[1]),
        "ConvTranspose": one("ConvTranspose", image, f32(64, 32, 3, 3), strides=[2, 2], fixed=[1]),
        "ConvInteger": one("ConvInteger", pixels, weights.astype(np.uint8), zero, pads=pads, fixed=[1, 2]),
        "QLinearConv": one("QLinearConv", *quantized, pads=pads, fixed=range(1, 8)),
        "QLinearConv 1x1": one("QLinearConv", *quantized[:3], weights[:, :, :1, :1], *quantized[4:], fixed=range(1, 8)),
        "DeformConv": one("DeformConv", f32(1, 8, side, side), f32(8, 8, 3, 3), f32(1, 18, side - 2, side - 2)),
        "Col2Im": one("Col2Im", f32(1, 9 * 8, (side - 2) ** 2), i64(side, side), i64(3, 3)),
        "MaxPool indices": one("MaxPool", image, kernel_shape=[2, 2], strides=[2, 2], outputs=2),
        "MaxUnpool": one("MaxUnpool", pooled, at, kernel_shape=[2, 2], strides=[2, 2]),
        "MaxRoiPool": one("MaxRoiPool", image, np.c_[np.zeros(16, np.float32), rois], pooled_shape=[7, 7]),
        "RoiAlign": one("RoiAlign", image, rois, upto(1, 16), output_height=7, output_width=7, sampling_ratio=2),
    }


def _pooled(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Some pooled image and where its elements lie in the whole one."""
    _, channels, height, width = image.shape
    index = np.arange(image.size).reshape(1, channels, height, width)
    even = (..., slice(0, height // 2 * 2, 2), slice(0, width // 2 * 2, 2))
    return image[even].copy(), index[even].copy()


def _sequences(n: int) -> dict[str, Case]:
    steps, size = max(4, n // 16), 64
    x, length = f32(steps, 8, size), 2 ** (n.bit_length() - 1)
    return {
        "RNN": one("RNN", x, f32(1, size, size), f32(1, size, size), hidden_size=size, fixed=[1, 2]),
        "LSTM": one("LSTM", x, f32(1, 4 * size, size), f32(1, 4 * size, size), hidden_size=size, fixed=[1, 2]),
        "GRU": one("GRU", x, f32(1, 3 * size, size), f32(1, 3 * size, size), hidden_size=size, fixed=[1, 2]),
        "DFT": one("DFT", f32(n // 4, length, 1), axis=1, opset=17),
        "STFT": one("STFT", f32(4, 64 * n, 1), i64(64), np.hanning(256).astype(np.float32), i64(256), fixed=[1, 2, 3]),
        "HannWindow": one("HannWindow", i64(n * 8)),
        "HammingWindow": one("HammingWindow", i64(n * 8)),
        "BlackmanWindow": one("BlackmanWindow", i64(n * 8)),
        "MelWeightMatrix": one("MelWeightMatrix", i64(32), i64(n), i64(16000), np.float32(0), np.float32(8000)),
    }


def _texts_and_tables(n: int) -> dict[str, Case]:
    ml: dict[str, Any] = {"domain": "ai.onnx.ml"}
    x, words = f32(n, 32), np.array([f"word {k % 97}" for k in range(n * 8)], object)
    some, weights = f32(3 * 32).tolist(), f32(32).tolist()
    vectors: dict[str, Any] = {"kernel_type": "RBF", "kernel_params": [0.1, 0.0, 3.0], **ml}
    supports: dict[str, Any] = {
        "support_vectors": f32(20 * 32).tolist(),
        "coefficients": f32(20).tolist(),
        "rho": [0.1],
    }
    return {
        "StringConcat": one("StringConcat", words, words),
        "StringNormalizer": one("StringNormalizer", words[:, None][:, 0], case_change_action="UPPER"),
        "StringSplit": one("StringSplit", words, outputs=2, delimiter=" "),
        "RegexFullMatch": one("RegexFullMatch", words, pattern="word [0-9]"),
        "TfIdfVectorizer": one(
            "TfIdfVectorizer",
            upto(20, n, 32),
            mode="TF",
            min_gram_length=1,
            max_gram_length=2,
            max_skip_count=0,
            ngram_counts=[0, 4],
            ngram_indexes=list(range(8)),
            pool_int64s=[1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8],
        ),
        "ArrayFeatureExtractor": one("ArrayFeatureExtractor", x, i64(1, 3, 5), **ml),
        "Binarizer": one("Binarizer", x, threshold=0.1, **ml),
        "CategoryMapper": one(
            "CategoryMapper", upto(9, n), cats_int64s=list(range(9)), cats_strings=list("abcdefghi"), **ml
        ),
        "FeatureVectorizer": one("FeatureVectorizer", x, x, inputdimensions=[32, 32], **ml),
        "Imputer": one("Imputer", x, imputed_value_floats=[1.0], replaced_value_float=float("nan"), **ml),
        "LabelEncoder": one(
            "LabelEncoder", upto(9, n * 8), keys_int64s=list(range(9)), values_floats=list(map(float, range(9))), **ml
        ),
        "LinearClassifier": one(
            "LinearClassifier",
            x,
            outputs=2,
            coefficients=some,
            intercepts=[0.1, 0.2, 0.3],
            classlabels_ints=[0, 1, 2],
            post_transform="SOFTMAX",
            **ml,
        ),
        "LinearRegressor": one("LinearRegressor", x, coefficients=weights, intercepts=[0.5], **ml),
        "Normalizer": one("Normalizer", x, norm="L2", **ml),
        "OneHotEncoder": one("OneHotEncoder", upto(9, n * 8), cats_int64s=list(range(9)), **ml),
        "Scaler": one("Scaler", x, offset=weights, scale=weights, **ml),
        "SVMRegressor": one("SVMRegressor", x, n_supports=20, **supports, **vectors),
        "SVMClassifier": one(
            "SVMClassifier", x, outputs=2, classlabels_ints=[0, 1], vectors_per_class=[10, 10], **supports, **vectors
        ),
        "TreeEnsembleRegressor": one("TreeEnsembleRegressor", x, **_trees("target"), n_targets=1, **ml),
        "TreeEnsembleClassifier": one(
            "TreeEnsembleClassifier", x, outputs=2, **_trees("class"), classlabels_int64s=[0, 1], **ml
        ),
    }


def _trees(kind: str, count: int = 50, depth: int = 5) -> dict[str, Any]:
    """The attributes of so many full trees; ``kind`` says what their leaves give."""
    inner, size = 2**depth - 1, 2 ** (depth + 1) - 1
    nodes = [(tree, node) for tree in range(count) for node in range(size)]
    leaves = [(tree, node) for tree, node in nodes if node >= inner]
    is_inner = [node < inner for _, node in nodes]
    return {
        "nodes_treeids": [tree for tree, _ in nodes],
        "nodes_nodeids": [node for _, node in nodes],
        "nodes_featureids": upto(32, len(nodes)).tolist(),
        "nodes_values": f32(len(nodes)).tolist(),
        "nodes_modes": ["BRANCH_LEQ" if branch else "LEAF" for branch in is_inner],
        "nodes_truenodeids": [2 * node + 1 if node < inner else 0 for _, node in nodes],
        "nodes_falsenodeids": [2 * node + 2 if node < inner else 0 for _, node in nodes],
        f"{kind}_treeids": [tree for tree, _ in leaves],
        f"{kind}_nodeids": [node for _, node in leaves],
        f"{kind}_ids": upto(2 if kind == "class" else 1, len(leaves)).tolist(),
        f"{kind}_weights": f32(len(leaves)).tolist(),
    }
