"""What a step of an MDF model costs here and in modeci_mdf, measured in one run, and how sweeps and large graphs scale.

Run it as a program: ``python tests/bench/bench_mdf.py``; as a test it only shows that it runs.
"""

from __future__ import annotations

import contextlib
import io
import json
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf

pytestmark = [pytest.mark.bench, pytest.mark.peers, pytest.mark.timeout(600)]

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"


def counter() -> dict[str, Any]:
    """The smallest model: one node, one integral."""
    parameters = {"t": {"default_initial_value": 0.0, "time_derivative": "1"}}
    node = {"parameters": parameters, "output_ports": {"o": {"value": "t"}}}
    return {"m": {"graphs": {"g": {"nodes": {"A": node}}}}}


def chain(count: int) -> dict[str, Any]:
    """Nodes in a row, each an integral of what comes before."""
    body = {
        "input_ports": {"i": {"shape": [1], "type": "float"}},
        "parameters": {"x": {"default_initial_value": 0.0, "time_derivative": "i + 1 - x"}},
        "output_ports": {"o": {"value": "x"}},
    }
    edges = {
        f"e{k}": {"sender": f"n{k}", "sender_port": "o", "receiver": f"n{k + 1}", "receiver_port": "i"}
        for k in range(count - 1)
    }
    return {"m": {"graphs": {"g": {"nodes": {f"n{k}": body for k in range(count)}, "edges": edges}}}}


def models() -> dict[str, dict[str, Any]]:
    found = {"counter": counter(), "chain of 2": chain(2), "chain of 10": chain(10)}
    for name in (
        "fitzhugh_nagumo.yaml",
        "iaf_spiking.yaml",
        "izhikevich.yaml",
        "abc_conditions.json",
        "onnx_layers.json",
    ):
        found[name] = json.loads(mdf.saves(mdf.load(SAMPLES / name)))
    return found


def seconds_each(run: Any, at_least: float = 0.2) -> float:
    """The time of one call, from as many as fill a moment."""
    run()
    run()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < at_least:
        run()
        count += 1
    return (time.perf_counter() - start) / count


def ours(tree: dict[str, Any]) -> float:
    runner = mdf.Runner(mdf.loads(json.dumps(tree), "json"))
    runner.trial()

    def many() -> None:
        for _ in range(100):
            runner.trial(0.01)

    return seconds_each(many) / 100


def recorded(tree: dict[str, Any], steps: int = 5000) -> float:
    """The time of a step among many that ``evaluate`` records."""
    model = mdf.loads(json.dumps(tree), "json")
    few, many = (min(once(lambda n=n: mdf.evaluate(model, n, 0.01)) for _ in range(7)) for n in (100, steps))
    return (many - few) / (steps - 100)


def once(run: Any) -> float:
    """The time of one call, of this thread alone."""
    start = time.thread_time()
    run()
    return time.thread_time() - start


def until_threshold(members: int) -> float:
    """How many single runs a sweep costs whose members end their trials by a threshold, each at its own time."""
    parameters = {"x": {"default_initial_value": 0.0, "value": "x + rate"}, "rate": {"value": 0.1}}
    node = {"parameters": parameters, "output_ports": {"o": {"value": "x"}}}
    end = {"type": "Threshold", "kwargs": {"dependency": "A", "parameter": "x", "threshold": 5, "comparator": ">="}}
    conditions = {"node_specific": {}, "termination": {"environment_state_update": end}}
    model = mdf.loads(json.dumps({"m": {"graphs": {"g": {"nodes": {"A": node}, "conditions": conditions}}}}), "json")
    rates = np.linspace(0.05, 1, members)
    one = seconds_each(lambda: mdf.evaluate(model, 1, settings={"A.rate": 0.1}))
    return seconds_each(lambda: mdf.sweep(model, {"A.rate": rates}, 1), 0.5) / one


def theirs(tree: dict[str, Any]) -> float:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        from modeci_mdf.execution_engine import EvaluableGraph
        from modeci_mdf.mdf import Model

        model: Any = Model.from_json(json.dumps(tree))
        graph = EvaluableGraph(model.graphs[0], verbose=False)
        graph.evaluate()
        return seconds_each(lambda: graph.evaluate(time_increment=0.01))


def report() -> list[str]:
    lines = [f"{'a step of':24} {'here':>10} {'recorded':>10} {'modeci_mdf':>12} {'ratio':>8}"]
    for name, tree in models().items():
        a, b = ours(tree), theirs(tree)
        lines.append(f"{name:24} {a * 1e6:7.2f} µs {recorded(tree) * 1e6:7.2f} µs {b * 1e6:9.0f} µs {b / a:7.0f}×")
    model = mdf.load(SAMPLES / "fitzhugh_nagumo.yaml")
    single = seconds_each(lambda: mdf.evaluate(model, 1000, 0.05), 0.5)
    batch = seconds_each(lambda: mdf.sweep(model, {"FN.I": np.linspace(0, 1, 1000)}, 1000, 0.05), 0.5)
    lines.append(f"a sweep of 1,000 costs {batch / single:.1f} single runs")
    lines.append(f"a sweep of 1,000 that end by a threshold costs {until_threshold(1000):.1f} single runs")
    for count in (1000, 10_000):
        text = json.dumps(chain(count))
        start = time.perf_counter()
        runner = mdf.Runner(mdf.loads(text, "json"))
        loaded = time.perf_counter() - start
        for _ in range(10):
            runner.trial(0.01)
        step = seconds_each(lambda r=runner: r.trial(0.01))
        lines.append(f"{count} nodes: ready in {loaded:.2f} s, a step {step * 1e3:.2f} ms")
    return lines


def test_the_report() -> None:
    pytest.importorskip("modeci_mdf")
    assert len(report()) > 5


if __name__ == "__main__":
    print("\n".join(report()))
