"""Every form of a plan on a device (CuPy's double): step by step, generated, counted, resumable, stepped; and who watches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import parser

import hlorepl
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.engine.executor import Runner
from hlorepl.engine.observing import Observer
from hlorepl.onnx.loading import OnnxModel

PROGRAM = """func.func @main(%x: tensor<OFxf32>) -> tensor<OFxf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<OFxf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = func.call @g(%a) : (tensor<OFxf32>) -> tensor<OFxf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<OFxf32>
  }
  return %r#1 : tensor<OFxf32>
}
func.func private @g(%x: tensor<OFxf32>) -> tensor<OFxf32> {
  %0 = stablehlo.add %x, %x : tensor<OFxf32>
  %1 = stablehlo.log %0 : tensor<OFxf32>
  return %1 : tensor<OFxf32>
}"""
MODEL = """<ir_version: 8, opset_import: ["": 18]>
main (float[n] x, int64 m) => (float[n] y, float[t, n] z) {
  y, z = Loop(m, , x) <body = b (int64 i, bool go, float[n] v) => (bool again, float[n] w, float[n] u) { again = Identity(go)  u = Add(v, v)  w = Log(u) }>
}"""
X = np.linspace(0.1, 9, 16, dtype=np.float32)


@pytest.mark.parametrize("size", ["16", "?"])
def test_stablehlo(device: Any, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PROGRAM.replace("OF", size)
    (wanted,) = hlorepl.compile(hlorepl.parse(text))(X)
    program = hlorepl.compile(hlorepl.parse(text), backend="cupy")
    contexts = [
        *(RunContext(), RunContext(), RunContext()),  # step by step, then generated
        *(RunContext(limit=10**6), RunContext(limit=600)),  # counted; and exactly
        RunContext(observers=(Observer(),)),
    ]
    for context in contexts:
        np.testing.assert_array_equal(program.run([X], context)[0], wanted)
    watch = NotFinite()
    np.testing.assert_array_equal(program.run([X], RunContext(observers=(watch,)))[0], wanted)
    assert [found.place.op for found in watch.found] == ["stablehlo.log"]
    monkeypatch.setattr(Runner, "_interpret", None)
    np.testing.assert_array_equal(program.run([X], RunContext(limit=10**6))[0], wanted)
    assert device.left_to_host == set()


def test_onnx(device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = [X, np.array(3)]
    wanted = OnnxModel(parser.parse_model(MODEL)).run(inputs, context=RunContext())
    model = OnnxModel(parser.parse_model(MODEL), None, "cupy")
    for limit in (None, None, None, 10**6, 10**6, 1500):
        found = model.run(inputs, context=RunContext(limit=limit))
        for name, value in wanted.items():
            np.testing.assert_array_equal(found[name], value)
    watch = NotFinite()
    model.run(inputs, context=RunContext(observers=(watch,)))
    assert [each.place.op for each in watch.found] == ["onnx.Log"]
    monkeypatch.setattr(Runner, "_interpret", None)
    model.run(inputs, context=RunContext(limit=10**6))
