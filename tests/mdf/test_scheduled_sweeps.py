"""Sweeps over models with schedules: as one batch, and bit for bit what the members give one by one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf
from hlorepl.mdf import sweeping
from hlorepl.mdf.expression_source import NotLiftable

sys.path.insert(0, str(Path(__file__).parent))
from models import condition as c
from models import edge, model, node
from random_models import Maker


def one_by_one(monkeypatch: pytest.MonkeyPatch, *args: Any, **options: Any) -> mdf.Sweep:
    def refuse(*_: Any) -> Any:
        raise NotLiftable

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "_run_batch", refuse)
        return mdf.sweep(*args, **options)


def assert_same(found: mdf.Sweep, expected: mdf.Sweep) -> None:
    assert found.keys() == expected.keys()
    for name in list(expected.keys()):
        assert found[name].keys() == expected[name].keys()
        for port, values in expected[name].items():
            assert_equal(found[name][port], values)


def assert_equal(one: Any, other: Any) -> None:
    """Lists, where values have no common shape, item by item."""
    if isinstance(other, list):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert_equal(first, second)
    else:
        np.testing.assert_array_equal(one, other)


def accumulator(threshold: float = 1.0) -> mdf.Model:
    """Evidence that grows until it has reached a threshold, what counts the steps, and what runs afterwards."""
    nodes = {
        "drift": node(
            {"rate": {"value": 0.1}, "noise": {"value": "numpy.sin(noise * 3.0 + 1)", "default_initial_value": 0.5}}
        ),
        "sum": node({"x": {"value": "x + i * 0.5 + 0.1 * i * i", "default_initial_value": 0.0}}, inputs={"i": {}}),
        "after": node({"y": {"value": "y * 0.5 + i", "default_initial_value": 0.0}}, inputs={"i": {}}),
    }
    nodes["drift"]["output_ports"] = {"o": {"value": "rate + 0.02 * noise"}}
    joined = {"a": edge("drift.o", "sum.i"), "b": edge("sum.x", "after.i")}
    done = c("Threshold", dependency="sum", parameter="x", threshold=threshold, comparator=">=")
    conditions = {
        "node_specific": {"after": c("Any", args=[done, c("EveryNPasses", n=7)])},
        "termination": {"environment_state_update": c("Any", args=[done, c("AfterNPasses", n=60)])},
    }
    return model(nodes, joined, conditions)


def test_members_that_end_at_times_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"drift.rate": np.linspace(0.02, 0.9, 50)}
    found = mdf.sweep(accumulator(), settings, 3)
    assert found.batched
    assert_same(found, one_by_one(monkeypatch, accumulator(), settings, 3))


@pytest.mark.parametrize("comparator", ["<", "<=", ">", ">=", "==", "!="])
def test_every_comparator(comparator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = {
        "a": node({"p": {"value": "p + step", "default_initial_value": 0.0}, "step": {"value": 1.0}}),
        "b": node({"q": {"value": "q + 1", "default_initial_value": 0.0}}),
    }
    test = c("Threshold", dependency="a", parameter="p", threshold=4, comparator=comparator, atol=0.25)
    often = c("Any", args=[test, c("AtPass", n=0)])
    conditions = {"node_specific": {"b": often}, "termination": {"environment_state_update": c("AfterNPasses", n=6)}}
    settings = {"a.step": [0.5, 1, 2, 4, 3.9, -1]}
    made = model(nodes, {}, conditions)
    found = mdf.sweep(made, settings, 4)
    assert found.batched
    assert_same(found, one_by_one(monkeypatch, made, settings, 4))


def test_a_schedule_that_counts_alone_is_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = {
        name: node({"p": {"value": "p * g + 1", "default_initial_value": 0.0}, "g": {"value": 0.5}}) for name in "ab"
    }
    made = model(nodes, {}, {"node_specific": {"b": c("EveryNCalls", dependency="a", n=3)}, "termination": {}})
    settings = {"a.g": np.linspace(-1, 1, 20), "b.g": np.linspace(1, 2, 20)}
    found = mdf.sweep(made, settings, 5)
    assert found.batched
    assert_same(found, one_by_one(monkeypatch, made, settings, 5))


@pytest.mark.parametrize("group", range(6))
def test_random_schedules(group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    batched = 0
    for seed in range(group * 10, group * 10 + 10):
        maker = Maker(seed)
        tree = maker.graph()
        tree["conditions"] = maker.conditions(tree["nodes"])
        for each in tree["nodes"].values():  # a port that is a row makes rows of numbers
            for port in each["input_ports"].values():
                port.pop("shape")
        made = mdf.loads(json.dumps({"m": {"graphs": {"g": tree}}}))
        own = tree["nodes"]["n0"]["parameters"]["p0"]
        name = "default_initial_value" if "default_initial_value" in own else "value"
        middle = own[name] if isinstance(own[name], float) else 0.0
        settings = {"n0.p0": middle + np.linspace(-2, 2, 7)}
        found = mdf.sweep(made, settings, 6, 0.1)
        assert_same(found, one_by_one(monkeypatch, made, settings, 6, 0.1))
        batched += found.batched
    assert batched > 2
