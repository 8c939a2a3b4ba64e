"""Nodes on a device: a stand-in for CuPy whose arrays must not meet NumPy's, and that lacks a function or two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import onnx_cases
import pytest
from onnx import parser

from hlorepl import backends
from hlorepl.backends.cupy import CupyBackend
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Observer
from hlorepl.onnx.loading import OnnxModel


class DeviceArray(np.ndarray):
    """An array that says it is on the device."""

    def get(self) -> np.ndarray:
        return np.array(self).view(np.ndarray)


def on_device(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(map(on_device, value))
    return np.asarray(value).view(DeviceArray) if isinstance(value, (np.ndarray, np.generic)) else value


class Device:
    """NumPy under another name, without ``frexp``."""

    ndarray = DeviceArray

    def __getattr__(self, name: str) -> Any:
        if name == "frexp":
            raise AttributeError(name)
        found = getattr(np, name)
        return found if isinstance(found, (type, np.ufunc)) or not callable(found) else self._wrapped(found)

    @staticmethod
    def _wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: on_device(function(*args, **kwargs))


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> CupyBackend:
    backend = CupyBackend(Device())
    monkeypatch.setattr(backends, "get", lambda name: backend)
    return backend


def model(text: str) -> OnnxModel:
    return OnnxModel(parser.parse_model(f'<ir_version: 10, opset_import: ["" : 24]> {text}'), backend="cupy")


def test_values_stay_on_the_device(device: CupyBackend) -> None:
    sample = model("agraph (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { a = Add(x, w)  y = Mul(a, a) }")
    found = sample.run([np.array([1, 1], np.float32)])["y"]
    assert type(found) is np.ndarray
    assert found.tolist() == [4, 9]
    assert device.on_host == {}
    assert type(sample.initializers["w"]) is np.ndarray


def test_what_the_device_lacks_runs_on_the_host(device: CupyBackend) -> None:
    sample = model("agraph (float[2] x) => (float[2] y) { a = Cast <to = 24> (x)  b = Cast <to = 1> (a)  y = Neg(b) }")
    assert sample.run([np.array([3, 4], np.float32)])["y"].tolist() == [-4, -4]
    assert device.on_host == {"Cast": 2}


def test_small_types_and_texts_are_the_hosts(device: CupyBackend) -> None:
    sample = model(
        "agraph (bfloat16[2] x, string[1] s) => (bfloat16[2] y, string[1] t) { y = Neg(x)  t = Identity(s) }"
    )
    y, t = sample.run([np.array([1, 2], ml_dtypes.bfloat16), np.array(["a"], object)]).values()
    assert y.tolist() == [-1, -2]
    assert t.tolist() == ["a"]


@pytest.mark.parametrize(
    "context", [{}, {"limit": 10_000}, {"observers": (Observer(),)}], ids=["as it is", "limited", "watched"]
)
def test_all_forms_of_a_plan_run_on_the_device(device: CupyBackend, context: dict[str, Any]) -> None:
    sample = model(
        """agraph (float[2] x, int64 m, bool p) => (float[2] y, float[n, 2] rows, float[2] z) <float[2] w = {1, 2}> {
            y, rows = Loop(m, , x) <body = body (int64 i, bool g, float[2] v) => (bool g, float[2] u, float[2] r) {
                u = Add(v, w)  r = RandomUniform <shape = [2]> ()
            }>
            z = If(p) <then_branch = yes () => (float[2] a) { a = Neg(y) }, else_branch = no () => (float[2] b) { b = Exp(y) }>
        }"""
    )
    inputs = [np.array([1, 1], np.float32), np.array(3), np.array(True)]
    for _ in range(3):
        found = sample.run(inputs, context=RunContext(**context))
        assert (found["y"].tolist(), found["z"].tolist()) == ([4, 7], [-4, -7])
        assert found["rows"].tolist() == sample.run(inputs)["rows"].tolist()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", ["loop", "scan", "sequence_map", "topk", "clip", "slice", "scatternd", "conv"])
def test_cases_on_the_device(device: CupyBackend, module: str) -> None:
    for case in onnx_cases.cases_of(module):
        prepared = OnnxModel(case.model, backend="cupy")
        for inputs, expected in case.data_sets:
            onnx_cases.assert_same(expected, list(prepared.run(inputs).values()), case.rtol, case.atol)
