"""Models as they are exchanged: the same values and the same schedules as modeci_mdf gives."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from typing import Any

import numpy as np
import pytest
from peers.mdf_examples import EXAMPLES, SCHEDULED, Example, model

from hlorepl import mdf

pytestmark = pytest.mark.peers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    engine = pytest.importorskip("modeci_mdf.execution_engine")
    peer = pytest.importorskip("modeci_mdf.mdf")


@contextlib.contextmanager
def quietly() -> Any:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def reference(example: Example) -> Any:
    with quietly():
        return engine.EvaluableGraph(peer.Model.from_json(json.dumps(model(example))).graphs[0], verbose=False)


def compare(runner: mdf.Runner, graph: Any, example: Example, step: int) -> None:
    dt = example.dt if step else None
    found = runner.trial(dt)
    with quietly():
        graph.evaluate(time_increment=dt)
    for name, node in graph.enodes.items():
        for port, output in node.evaluable_outputs.items():
            expected, value = np.asarray(output.curr_value, float), np.asarray(found[name][port], float)
            assert value.size == expected.size, f"{name}.{port}"
            np.testing.assert_allclose(np.squeeze(value), np.squeeze(expected), example.rtol, 1e-12, err_msg=name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_values(name: str):
    example = EXAMPLES[name]
    runner = mdf.Runner(mdf.loads(json.dumps(model(example)), "json"))
    graph = reference(example)
    for step in range(example.steps):
        compare(runner, graph, example, step)


@pytest.mark.parametrize("name", SCHEDULED)
def test_schedules(name: str):
    example = SCHEDULED[name]
    runner, graph = mdf.Runner(mdf.loads(json.dumps(model(example)), "json")), reference(example)
    for step in range(2):
        compare(runner, graph, example, step)
        history = [{node.id for node in ran} for ran in graph.scheduler.execution_list[None]]
        assert history[len(history) - len(runner.schedule) :] == runner.schedule
