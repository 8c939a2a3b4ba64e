"""Convolutions of every kind of shape, as ratios to ONNX Runtime in the same run; no time is asserted."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from bench.networks import GraphBuilder

from hlorepl import onnx_backend

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]

CONVOLUTIONS = {
    "7x7/2 of an image": (1, 3, 64, 224, 7, 2, 1),
    "3x3, 64 channels": (1, 64, 64, 56, 3, 1, 1),
    "3x3, 128 channels": (1, 128, 128, 28, 3, 1, 1),
    "3x3, 256 channels": (1, 256, 256, 14, 3, 1, 1),
    "3x3, 512 channels": (1, 512, 512, 7, 3, 1, 1),
    "3x3/2": (1, 128, 128, 56, 3, 2, 1),
    "3x3, batch of 8": (8, 64, 64, 56, 3, 1, 1),
    "1x1": (1, 256, 64, 56, 1, 1, 1),
    "1x1/2": (1, 256, 512, 56, 1, 2, 1),
    "3x3 in 32 groups": (1, 128, 128, 56, 3, 1, 32),
    "3x3 depthwise": (1, 144, 144, 56, 3, 1, 144),
}


def best(function: Callable[[], Any], runs: int = 5) -> float:
    """The shortest of some runs, in milliseconds, after one that is not counted."""
    function()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def compare(name: str, model: onnx.ModelProto, feeds: dict[str, np.ndarray], tolerance: float = 1e-3) -> None:
    """Print both times and their ratio; the results must agree."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Its threads would go on spinning while ours are measured.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    prepared = onnx_backend.prepare(model)
    expected, found = np.asarray(session.run(None, feeds)[0]), prepared.run(feeds)[0]
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * np.abs(expected).max())
    peer, ours = best(lambda: session.run(None, feeds)), best(lambda: prepared.run(feeds))
    print(f"{name:24} ONNX Runtime {peer:8.2f} ms   hlorepl {ours:8.2f} ms   ratio {ours / peer:5.2f}")


def noise(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape, np.float32)


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolution(name: str):
    batch, inside, out, size, kernel, stride, groups = CONVOLUTIONS[name]
    graph = GraphBuilder()
    weights = graph.weight(out, inside // groups, kernel, kernel)
    y = graph.node("Conv", "x", weights, strides=[stride] * 2, pads=[kernel // 2] * 4, group=groups)
    shape = (batch, inside, size, size)
    compare(name, graph.model({"x": (np.float32, shape)}, y), {"x": noise(*shape)})
