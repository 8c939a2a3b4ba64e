"""Generated code is only faster: it gives what the careful way gives, on any model and whatever the inputs become."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.evaluation import Runner

sys.path.insert(0, str(Path(__file__).parent))
from random_models import Maker


class Careful(Runner):
    """A runner that never compiles."""

    def _compiled(self, dt: float | None) -> None:
        return None


def pair(tree: dict[str, Any]) -> tuple[Runner, Runner]:
    text = json.dumps({"m": {"graphs": {"g": tree}}})
    return Runner(mdf.loads(text)), Careful(mdf.loads(text))


@given(st.integers(0, 2**32), st.booleans(), st.lists(st.sampled_from([None, 0.1, 1.0]), min_size=6, max_size=8))
@settings(max_examples=120, deadline=None)
def test_random_models(seed: int, scheduled: bool, times: list[float | None]):
    maker = Maker(seed)
    tree = maker.graph()
    if scheduled:
        tree["conditions"] = maker.conditions(tree["nodes"])
    fast, careful = pair(tree)
    for dt in times:
        np.testing.assert_equal(fast.trial(dt), careful.trial(dt))
        assert fast.schedule == careful.schedule
        for name in fast.values:
            np.testing.assert_equal(fast.values[name], careful.values[name])


ANY = st.one_of(
    st.floats(),
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.lists(st.floats(-10, 10), min_size=1, max_size=3),
    st.just({}),
    st.just("word"),
)

RULES = [
    "i + j",
    "i * j",
    "i if i == j else j",
    "(i < j) * 2",
    "numpy.maximum(i, 1)",
    "i ** 2",
    "i / j",
    "[i, j]",
    "-i",
    "i == {}",
]


@given(st.lists(st.tuples(ANY, ANY), min_size=3, max_size=8), st.sampled_from(RULES))
@settings(max_examples=200, deadline=None)
def test_inputs_of_any_kind_from_trial_to_trial(inputs: list[tuple[Any, Any]], rule: str):
    """Values, errors and what is left behind agree, also where a number becomes a list or a word."""
    tree = {
        "nodes": {
            "A": {
                "input_ports": {"i": {}, "j": {}},
                "parameters": {"p": {"value": rule}, "n": {"value": "n + 1"}},
                "output_ports": {"o": {"value": "p"}},
            },
            "B": {"input_ports": {"k": {}}, "parameters": {"q": {"value": "k"}}, "output_ports": {"o": {"value": "q"}}},
        },
        "edges": {"e": {"sender": "A", "sender_port": "o", "receiver": "B", "receiver_port": "k"}},
    }
    fast, careful = pair(tree)
    for i, j in inputs:
        outcomes = []
        for runner in (fast, careful):
            try:
                outcomes.append(runner.trial(inputs={"i": i, "j": j}))
            except HloError as error:
                outcomes.append({"error": error.message})
        np.testing.assert_equal(*outcomes)
        np.testing.assert_equal(fast.values["A.n"], careful.values["A.n"])


def test_the_fast_way_is_taken():
    """Otherwise these tests would compare the careful way with itself."""
    fast, _ = pair({"nodes": {"A": {"parameters": {"n": {"value": "n + 1"}}, "output_ports": {"o": {"value": "n"}}}}})
    for _ in range(3):
        fast.trial()
    assert fast._code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hlorepl.mdf.evaluation.run_node", None)
        assert fast.trial()["A"]["o"] == 4


@pytest.mark.parametrize("value", [1, 2.5, -2, -0.5, 1e-7, -1e300, float("inf"), True])
@pytest.mark.parametrize("rule", ["k.shape", "k[0]", "(k + 1).T", "k.T", "(-k)[0]", "(2).T"])
def test_a_number_is_no_row_and_nothing_warns(value: float, rule: str):
    node = {"parameters": {"k": {"value": value}, "y": {"value": rule}}, "output_ports": {"o": {"value": "1"}}}
    fast, careful = pair({"nodes": {"A": node}})
    outcomes = []
    for runner in (fast, careful):
        try:
            outcomes.append([runner.trial()["A"] for _ in range(4)])
        except HloError as error:
            outcomes.append(str(error))
    np.testing.assert_equal(*outcomes)
