"""Gradients against differences of values."""

import numpy as np
import pytest
from onnx import parser

from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel

HEADER = '<ir_version: 8, opset_import: ["" : 17, "ai.onnx.preview.training" : 1]>'


def model(body: str, outputs: str = "double[n] y") -> OnnxModel:
    return OnnxModel(
        parser.parse_model(
            f"""{HEADER} agraph (double[2, 3] a, double[2, 3] b) => ({outputs}, double[2, 3] da, double[2, 3] db) {{
                {body}
                da, db = ai.onnx.preview.training.Gradient <xs: strings = ["a", "b"], y: string = "y"> (a, b)
            }}"""
        )
    )


@pytest.mark.parametrize(
    "body",
    [
        "y = Add(a, b)",
        "c = Sub(a, b) y = Mul(c, b)",
        "c = Div(a, b) y = Exp(c)",
        "y = Pow(a, b)",
        "c = Log(a) d = Sqrt(b) y = Sum(c, d, d)",
        "c = Sin(a) d = Cos(b) e = Tanh(c) y = Mul(e, d)",
        "c = Neg(a) d = Abs(c) e = Sigmoid(b) y = Mul(d, e)",
        "c = Sub(a, b) y = Relu(c)",
        "c = Transpose(b) y = MatMul(a, c)",
        "y = Gemm <alpha = 0.5, beta = 2.0, transB = 1> (a, b)",
        "axes = Constant <value_ints = [1]> () c = ReduceSum <keepdims = 0> (a, axes) d = ReduceMean(b) y = Mul(c, d)",
        "s = Constant <value_ints = [3, 2]> () c = Reshape(a, s) d = Identity(b) e = MatMul(c, d) y = Softmax(e) ",
        "s = Softmax(a) y = Mul(s, b)",
    ],
)
def test_against_differences(body: str) -> None:
    random = np.random.default_rng(0)
    feeds = {name: random.random((2, 3)) + 0.5 for name in "ab"}
    sample = model(body)
    found = sample.run(feeds)
    for name in "ab":
        expected = np.zeros((2, 3))
        for place in np.ndindex(2, 3):
            shifted = []
            for step in (1e-6, -1e-6):
                moved = feeds[name].copy()
                moved[place] += step
                shifted.append(sample.run({**feeds, name: moved})["y"].sum())
            expected[place] = (shifted[0] - shifted[1]) / 2e-6
        np.testing.assert_allclose(found[f"d{name}"], expected, rtol=1e-5, atol=1e-8)


def test_what_has_no_rule_is_named() -> None:
    with pytest.raises(HloError, match="no derivative of Floor"):
        model("y = Floor(a)")
