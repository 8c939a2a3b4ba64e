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


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", ["loop", "scan", "sequence_map", "topk", "clip", "slice", "scatternd", "conv"])
def test_cases_on_the_device(device: CupyBackend, module: str) -> None:
    for case in onnx_cases.cases_of(module):
        prepared = OnnxModel(case.model, backend="cupy")
        for inputs, expected in case.data_sets:
            onnx_cases.assert_same(expected, list(prepared.run(inputs).values()), case.rtol, case.atol)
