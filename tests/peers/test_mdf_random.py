"""Random graphs and expressions: the same values, trial by trial, as modeci_mdf's own engine."""

from __future__ import annotations

import contextlib
import io
import json
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf

sys.path.insert(0, str(Path(__file__).parent.parent / "mdf"))
from random_models import Maker

pytestmark = pytest.mark.peers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    engine = pytest.importorskip("modeci_mdf.execution_engine")
    peer = pytest.importorskip("modeci_mdf.mdf")

TRIALS = 5


def peer_values(tree: dict[str, Any], dt: float) -> list[tuple[dict[str, dict[str, Any]], list[set[str]]]]:
    """The output values of each trial in modeci_mdf, and the sets of nodes that ran; it prints as it goes."""
    found = []
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = peer.Model.from_json(json.dumps(tree))
        graph = engine.EvaluableGraph(model.graphs[0], verbose=False)
        for trial in range(TRIALS):
            before = len(graph.scheduler.execution_list[None])
            graph.evaluate(time_increment=dt if trial else None)
            values = {
                node: {port: output.curr_value for port, output in enode.evaluable_outputs.items()}
                for node, enode in graph.enodes.items()
            }
            sets = [{node.id for node in ran} for ran in graph.scheduler.execution_list[None][before:]]
            found.append((values, sets))
    return found


def same(ours: Any, theirs: Any) -> bool:
    ours = 0.0 if ours is None else ours
    theirs = 0.0 if theirs is None else theirs
    return np.allclose(
        np.squeeze(np.asarray(ours, float)), np.squeeze(np.asarray(theirs, float)), rtol=1e-9, atol=1e-12
    )


def compare(tree: dict[str, Any], dt: float = 0.1) -> None:
    try:
        expected = peer_values(tree, dt)
    except IndexError:
        return  # its JustRan fails before anything has run
    except TypeError:
        # Its Threshold asks for a value that is not there before the first run, or for the number of an array.
        if "Threshold" not in json.dumps(tree):
            raise
        return
    runner = mdf.Runner(mdf.loads(json.dumps(tree)))
    for trial, (values, sets) in enumerate(expected):
        ours = runner.trial(dt if trial else None)
        assert runner.schedule == sets
        for node, ports in values.items():
            for port, value in ports.items():
                assert same(ours[node][port], value), f"trial {trial}, {node}.{port}: {ours[node][port]} / {value}"


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed: int) -> None:
    compare({"m": {"format": "ModECI MDF v0.4", "graphs": {"g": Maker(seed).graph()}}})


@pytest.mark.parametrize("seed", range(20))
def test_random_conditions(seed: int) -> None:
    maker = Maker(1000 + seed)
    graph = maker.graph()
    graph["conditions"] = maker.conditions(graph["nodes"])
    compare({"m": {"format": "ModECI MDF v0.4", "graphs": {"g": graph}}})


@pytest.mark.parametrize("seed", range(20))
def test_arrays(seed: int) -> None:
    """Ports with shapes, weights of arrays, and elementwise functions of them."""
    maker = Maker(2000 + seed, branches=False)
    size = maker.random.randint(2, 4)
    values = [maker.number() for _ in range(size)]
    source = {
        "parameters": {
            "x": {"value": values},
            "s": {"default_initial_value": values, "time_derivative": "-1*s + x"},
            "y": {"value": maker.expression(["s"], 1)},
        },
        "output_ports": {"o": {"value": "s"}, "q": {"value": "y"}},
    }
    target = {
        "input_ports": {"i": {"shape": [size], "type": "float"}, "j": {"shape": [size], "type": "float"}},
        "functions": {"f": maker.call(["i", "j"])},
        "parameters": {"p": {"value": "i*2 + j"}},
        "output_ports": {"o": {"value": "f"}, "p": {"value": "p"}},
    }
    ends = {"sender": "a", "receiver": "b", "sender_port": "o"}
    edges = {
        "e": {**ends, "receiver_port": "i", "parameters": {"weight": [2.0] * size}},
        "f": {**ends, "receiver_port": "j", "parameters": {"weight": 0.5}},
    }
    compare(
        {"m": {"format": "ModECI MDF v0.4", "graphs": {"g": {"nodes": {"a": source, "b": target}, "edges": edges}}}}
    )


def test_the_comparison_compares() -> None:
    """Enough of the random models are run by both engines."""
    finite = 0
    for seed in range(10):
        with contextlib.suppress(Exception):
            values = peer_values({"m": {"graphs": {"g": Maker(seed).graph()}}}, 0.1)
            finite += all(
                math.isfinite(np.sum(v)) for node in values[-1][0].values() for v in node.values() if v is not None
            )
    assert finite >= 3
