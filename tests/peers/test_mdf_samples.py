"""The sample models: the same values, trial by trial, as modeci_mdf gives them."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf

pytestmark = pytest.mark.peers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    engine = pytest.importorskip("modeci_mdf.execution_engine")
    peer = pytest.importorskip("modeci_mdf.mdf")

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"


class Peer:
    """A graph in modeci_mdf's engine, without what it prints."""

    def __init__(self, name: str):
        with self.quietly():
            tree = json.loads(mdf.saves(mdf.load(SAMPLES / name)))
            self.graph = engine.EvaluableGraph(peer.Model.from_json(json.dumps(tree)).graphs[0], verbose=False)

    @staticmethod
    @contextlib.contextmanager
    def quietly() -> Any:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield

    def trial(self, dt: float | None = None, inputs: dict[str, Any] | None = None) -> dict[str, dict[str, Any]]:
        with self.quietly():
            self.graph.evaluate(time_increment=dt, initializer=inputs)
        return {
            name: {port: output.curr_value for port, output in node.evaluable_outputs.items()}
            for name, node in self.graph.enodes.items()
        }


def assert_same(ours: Any, theirs: Any, rtol: float = 1e-9) -> None:
    for node, ports in theirs.items():
        for port, value in ports.items():
            np.testing.assert_allclose(
                np.squeeze(np.asarray(ours[node][port], float)), np.squeeze(np.asarray(value, float)), rtol, 1e-12
            )


@pytest.mark.parametrize(
    ("name", "steps", "dt", "rtol"),
    [
        ("fitzhugh_nagumo.yaml", 60, 0.1, 1e-12),
        ("iaf_spiking.yaml", 80, 1.0, 1e-12),
        ("izhikevich.yaml", 80, 0.5, 1e-9),
        ("onnx_layers.json", 2, None, 1e-6),
    ],
)
def test_values(name: str, steps: int, dt: float | None, rtol: float):
    theirs, ours = Peer(name), mdf.Runner(mdf.load(SAMPLES / name))
    for step in range(steps):
        expected = theirs.trial(dt if step else None)
        assert_same(ours.trial(dt if step else None), expected, rtol)


def test_order_and_values_of_a_schedule():
    theirs, ours = Peer("abc_conditions.json"), mdf.Runner(mdf.load(SAMPLES / "abc_conditions.json"))
    for _ in range(3):
        expected = theirs.trial()
        assert_same(ours.trial(), expected)
    history = theirs.graph.scheduler.execution_list[None]
    last = len(history) // 3
    assert [{node.id for node in ran} for ran in history[-last:]] == ours.schedule


@pytest.mark.parametrize("name", ["actr_count.yaml", "actr_addition.yaml"])
def test_act_r(name: str):
    theirs, ours = Peer(name), mdf.Runner(mdf.load(SAMPLES / name))
    inputs: dict[str, Any] = {"goal_input": {}, "dm_input": {}}
    for _ in range(12):
        expected = theirs.trial(inputs=json.loads(json.dumps(inputs)))
        found = ours.trial(inputs=inputs)
        assert found["goal"]["goal_output"] == expected["goal"]["goal_output"]
        assert found["check_termination"]["check_output"] == expected["check_termination"]["check_output"]
        if found["check_termination"]["check_output"]:
            return
        inputs = {"goal_input": found["fire_production"]["goal"], "dm_input": found["fire_production"]["retrieval"]}
    pytest.fail("the model does not end")
