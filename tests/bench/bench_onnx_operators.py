"""Every ONNX operator, small and large, beside ONNX Runtime on one thread and onnx.reference.

Ratios are times of ours over theirs; what is above 4 or slower than onnx.reference is marked. ``-k 1024`` runs the large ones.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable
from typing import Any

import onnx
import onnx.reference
import onnxruntime
import pytest
from bench import onnx_operators

from hlorepl.onnx import registry
from hlorepl.onnx.loading import OnnxModel

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1200), pytest.mark.filterwarnings("ignore")]


def seconds(function: Callable[[], Any], least: float = 0.05) -> float:
    """The shortest of as many runs as fill a moment, in time of this thread."""
    function()
    best, spent = float("inf"), 0.0
    while spent < least:
        begin = time.thread_time()
        function()
        best = min(best, time.thread_time() - begin)
        spent += time.thread_time() - begin
    return best


def runtime(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    """ONNX Runtime on one thread, which is the one that asks."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def ratio(own: float, make: Callable[[], Callable[[], Any]]) -> float | None:
    """How many times the time of another engine ours is; None where that cannot run the model."""
    try:
        return own / seconds(make())
    except Exception:  # noqa: BLE001 - no other engine runs all of them
        return None


def line(name: str, case: onnx_operators.Case) -> str:
    model, feeds = case
    ours = OnnxModel(model)
    own = seconds(lambda: ours.run(feeds))

    def by_runtime() -> Callable[[], Any]:
        session = runtime(model)
        return lambda: session.run(None, feeds)

    def by_reference() -> Callable[[], Any]:
        evaluator = onnx.reference.ReferenceEvaluator(model)
        return lambda: evaluator.run(None, feeds)

    peers = [ratio(own, by_runtime), ratio(own, by_reference)]
    marks = [peers[0] is not None and peers[0] > 4, peers[1] is not None and peers[1] > 1.1]
    shown = ["      -" if peer is None else f"{peer:7.2f}" for peer in peers]
    return f"{name:28} {own * 1e6:10.1f} µs {shown[0]} {shown[1]} {'>4 ' * marks[0]}{'>reference' * marks[1]}"


@pytest.mark.parametrize("side", [32, 1024])
def test_operators(side: int) -> None:
    print(f"{'about ' + str(side) + ' by ' + str(side):28} {'ours':>13} {'/ ORT':>7} {'/ ref.':>7}")
    for name, case in onnx_operators.cases(side).items():
        print(line(name, case), flush=True)


def test_every_operator_has_a_case_or_a_reason() -> None:
    left_out = {name for names in onnx_operators.LEFT_OUT.values() for name in names}
    cases = {model.graph.node[0].op_type for model, _ in onnx_operators.cases(32).values()}
    known = {*registry.names(), *registry.names("ai.onnx.ml"), *registry.names("ai.onnx.preview.training")}
    assert known <= cases | left_out
    assert not cases & left_out
