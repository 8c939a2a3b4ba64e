"""Runs for those who mind only what is not finite: they are told the same, and trials leave the same, as step by step."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlorepl import mdf
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.errors import HloError
from hlorepl.mdf.recording import iterate

sys.path.insert(0, str(Path(__file__).parent))  # shared by the tests of this folder

from random_models import Maker
from test_random import NOISY


class Told(NotFinite):
    """The same findings, from a run that is told step by step."""

    @property
    def minds_infinite_alone(self):
        return False


def found(text: str, watch: NotFinite, steps: int, dt: float, inputs=None):
    runner = mdf.Runner(mdf.loads(text), context=RunContext(observers=(watch,)))
    asked = []

    def give(step: int):
        assert inputs is not None
        asked.append(step)
        return inputs(step)

    rows, error = [], ""
    with np.errstate(all="ignore"):
        try:
            rows.extend(iterate(runner, steps, dt, give if inputs else None, []))
        except HloError as problem:
            error = str(problem)
    assert asked == [*range(len(asked))], "inputs were asked for twice"
    values = {name: runner.values[name] for name in runner.values}
    return watch.text, len(rows), error, runner.trials, runner.schedule, values


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([0.1, 30.0, 1e300]))
@settings(max_examples=40, deadline=None)
def test_random_models(seed: int, scheduled: bool, dt: float):
    maker = Maker(seed)
    tree = maker.graph()
    if scheduled:
        tree["conditions"] = maker.conditions(tree["nodes"])
    text = json.dumps({"m": {"graphs": {"g": tree}}})
    for steps in (1, 7):
        np.testing.assert_equal(found(text, NotFinite(), steps, dt), found(text, Told(), steps, dt))


def node(parameters, value="p", inputs=None):
    tree = {"parameters": parameters, "output_ports": {"o": {"value": value}}}
    return json.dumps({"m": {"graphs": {"g": {"nodes": {"A": tree | ({"input_ports": inputs} if inputs else {})}}}}})


CASES = {
    "in the first trial": (node({"p": {"value": "numpy.log(-1)"}}), None),
    "in a later trial": (node({"p": {"default_initial_value": 1.0, "value": "p * 1e200"}}), None),
    "and gone again": (
        node({"p": {"default_initial_value": 1.0, "value": "p * 1e100"}, "q": {"value": "1 / (1 + p * p)"}}),
        None,
    ),
    "of what is stored": (node({"c": {"value": [1.0, float("inf")]}, "p": {"value": "c - c"}}), None),
    "of an input": (node({"p": {"value": "numpy.log(i)"}}, inputs={"i": {}}), lambda step: {"A.i": 3.0 - step}),
    "and it fails": (
        node({"p": {"value": "numpy.log(i)"}}, inputs={"i": {}}),
        lambda step: {"A.i": 1.0 - step if step < 4 else "a word"},
    ),
    "nowhere": (node({"p": {"default_initial_value": 1.0, "value": "p + 1"}}), None),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_told(case: str):
    text, inputs = CASES[case]
    guarded, told = found(text, NotFinite(), 6, 0.5, inputs), found(text, Told(), 6, 0.5, inputs)
    np.testing.assert_equal(guarded, told)
    assert guarded[0].startswith("every step") == (case == "nowhere")


@pytest.mark.parametrize("name", NOISY)
def test_random_numbers_are_drawn_once(name: str):
    once = mdf.Runner(NOISY[name], context=RunContext(seed=4))
    with np.errstate(all="ignore"):
        expected = [once.trial(0.1) for _ in range(4)]
        again = mdf.Runner(NOISY[name], context=RunContext(seed=4, observers=(NotFinite(),)))
        for number, _ in enumerate(iterate(again, 3, 0.1, None, [])):
            guard = again._state.guard
            if number == 1 and guard is not None:  # as if something had been noticed
                guard.tell(0.1)
        np.testing.assert_equal(again.trial(0.1), expected[3])
