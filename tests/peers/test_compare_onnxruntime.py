"""``compare`` of ONNX models against onnxruntime."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

from hlorepl.comparing.compare import Options
from hlorepl.comparing.nodes import compare_onnx
from hlorepl.comparing.tolerance import Tolerance
from hlorepl.onnx.loading import OnnxModel

pytestmark = pytest.mark.peers
BODIES = {
    "chain": "a = Tanh(x)  b = Exp(a)  c = Add(b, x)  y = Sigmoid(c)",
    "softmax": "a = MatMul(x, x)  y = Softmax<axis = 1>(a)",
    "normalised": "a = ReduceMean<keepdims = 1>(x)  b = Sub(x, a)  c = Mul(b, b)  y = Sqrt(c)",
    "convolved": "s = Constant<value_ints = [1, 1, 4, 4]>()  a = Reshape(x, s)  b = AveragePool<kernel_shape = [2, 2]>(a)  y = Relu(b)",
    "sorted": "k = Constant<value_ints = [2]>()  y, i = TopK(x, k)",
    "gelu": "a = Erf(x)  y = Mul(a, x)",
}
X = np.random.default_rng(3).standard_normal((4, 4)).astype(np.float32)


def model(body: str) -> OnnxModel:
    shape = "float[N,M,K,L]" if "Reshape" in body else "float[N,M]"
    nodes = "\n".join(body.split("  "))
    return OnnxModel(
        onnx.parser.parse_model(
            f'<ir_version: 8, opset_import: ["": 18]>\ng (float[4,4] x) => ({shape} y) {{\n{nodes}\n}}'
        )
    )


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_quiet(body):
    found = compare_onnx(model(body), {"x": X}, "onnxruntime", Options())
    assert (found.status, found.notes) == ("ok", [])
    assert found.results


def test_the_node_is_named():
    """To the last bit no two engines have one exponential."""
    found = compare_onnx(model(BODIES["chain"]), {"x": X}, "onnxruntime", Options(tolerance=Tolerance(ulp=0)))
    assert found.first is not None
    assert found.first.ops[0] in ("onnx.Tanh", "onnx.Exp", "onnx.Sigmoid")
    assert found.first.operands[0].name in ("x", "a", "c")
