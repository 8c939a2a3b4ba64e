"""``--max-memory``: what arrays hold and make is counted, and a run that fits costs nothing more."""

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
from hlorepl.engine.context import RunContext
from hlorepl.errors import HloError
from hlorepl.mdf import evaluation, recording
from hlorepl.mdf.file_run import run_steps
from hlorepl.mdf.room import Room

sys.path.insert(0, str(Path(__file__).parent))
from models import edge, model, node, one
from random_models import Maker
from test_random import NOISY

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"
LIMIT = 100_000


def limited(made: mdf.Model, limit: int = LIMIT, **options: Any) -> mdf.Runner:
    return mdf.Runner(made, context=RunContext(limit=limit), **options)


def trials(runner: mdf.Runner, count: int) -> None:
    for _ in range(count):
        runner.trial()


LARGE = {
    "zeros": "numpy.zeros(1000000)",
    "ones": "numpy.ones([1000, 1000])",
    "full": "numpy.full([1000, 1000], 3)",
    "arange": "numpy.arange(1000000)",
    "linspace": "numpy.linspace(0, 1, 1000000)",
    "eye": "numpy.eye(1000)",
    "outer": "numpy.outer(row, row)",
    "broadcast": "numpy.reshape(row, [1000, 1]) + row",
    "comparison": "numpy.reshape(row, [1000, 1]) < row",
    "product": "numpy.reshape(row, [1000, 1]) @ numpy.reshape(row, [1, 1000])",
    "matmul": "numpy.matmul(numpy.reshape(row, [1000, 1]), numpy.reshape(row, [1, 1000]))",
    "where": "numpy.where(numpy.reshape(row, [1000, 1]) < row, 1, 2)",
    "maximum": "numpy.maximum(numpy.reshape(row, [1000, 1]), row)",
    "concatenate": "numpy.concatenate([row, row, row, row, row, row, row, row, row, row, row, row])",
    "stack": "numpy.stack([row, row, row, row, row, row, row, row, row, row, row, row])",
    "a list": "[row, row, row, row, row, row, row, row, row, row, row, row]",
    "a list repeated": "[0.5] * 1000000",
    "a text repeated": "len('a' * 1000000)",
    "index": "row[numpy.int64(numpy.zeros(12000))]",
    "normal": "numpy.random.normal(0, 1, 1000000)",
    "rand": "numpy.random.rand(1000, 1000)",
    "poisson": "numpy.random.poisson(1, size=1000000)",
    "choice": "numpy.random.choice(3, 1000000)",
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_refused_at_its_node_and_function(name: str):
    """In the first run, and in fast code when it grows later."""
    made = one({"row": {"value": [0.5] * 1000}, "p": {"value": LARGE[name]}})
    with pytest.raises(HloError, match=r"nodes\.A\.parameters\.p") as caught:
        limited(made).trial()
    assert caught.value.code == "limit.memory"
    assert "--max-memory allows 100000" in caught.value.message
    assert mdf.Runner(made).trial()["A"]["p"] is not None
    later = LARGE[name].replace("1000000", "n").replace("1000", "n").replace("12000", "12*n")
    if "row" not in later:
        grown = one({"n": {"value": "n * 10", "default_initial_value": 1}, "p": {"value": later}})
        runner = limited(grown)
        with pytest.raises(HloError) as caught:
            trials(runner, 9)
        assert caught.value.code == "limit.memory"
        assert runner.trials >= 2


def test_operators_of_onnx_count_when_they_are_done():
    made = one(
        {"x": {"value": [1.0] * 100}, "y": {"function": "onnx::Tile", "args": {"input": "x", "repeats": "[1000]"}}}
    )
    with pytest.raises(HloError, match=r"nodes\.A\.parameters\.y.*onnx::Tile") as caught:
        limited(made).trial()
    assert caught.value.code == "limit.memory"


def test_what_the_model_states_and_is_given_counts():
    with pytest.raises(HloError, match="the model: 160000 bytes are held") as caught:
        limited(one({"x": {"value": [1.0] * 20_000}}))
    assert caught.value.code == "limit.memory"
    runner = limited(one({"x": {"value": "i + 1"}}, inputs={"i": {}}))
    runner.trial(inputs={"i": np.ones(100)})
    runner.trial(inputs={"i": np.ones(100)})
    runner.trial(inputs={"i": np.ones(2000)})
    with pytest.raises(HloError) as caught:
        runner.trial(inputs={"i": np.ones(10_000)})
    assert caught.value.code == "limit.memory"


def test_what_is_set_counts():
    runner = limited(one({"x": {"value": 1.0}, "y": {"value": "x + 1"}}))
    for _ in range(3):
        runner.trial()
    runner.set("A.x", np.ones(1000))
    for _ in range(3):
        assert runner.trial()["A"]["y"].shape == (1000,)
    with pytest.raises(HloError, match=r"setting 'A\.x'") as caught:
        runner.set("A.x", np.ones(100_000))
    assert caught.value.code == "limit.memory"
    with pytest.raises(HloError, match="number or an array of numbers"):
        runner.set("A.x", [[1], [2, 3]])
    assert runner.trial()["A"]["y"].shape == (1000,)


def test_growth_from_trial_to_trial():
    runner = limited(one({"x": {"default_initial_value": [1.0, 2.0], "value": "numpy.concatenate([x, x])"}}))
    with pytest.raises(HloError) as caught:
        trials(runner, 30)
    assert caught.value.code == "limit.memory"
    assert 8 <= runner.trials <= 13


@pytest.mark.parametrize("file", ["fitzhugh_nagumo.yaml", "izhikevich.yaml", "iaf_spiking.yaml", "abc_conditions.json", "onnx_layers.json"])  # fmt: skip
def test_fast_code_runs_under_a_limit(file: str):
    """A run that fits is as fast as one without a limit: no operator is counted."""
    made = mdf.load(SAMPLES / file)
    free, runner = mdf.Runner(made), limited(made, 10_000_000)
    for _ in range(4):
        np.testing.assert_equal(runner.trial(0.1), free.trial(0.1))
    assert runner._code
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hlorepl.mdf.evaluation.run_node", None)
        patch.setattr("hlorepl.mdf.room.bytes_in", None)
        np.testing.assert_equal(runner.trial(0.1), free.trial(0.1))


@pytest.mark.parametrize("name", NOISY)
def test_a_limit_changes_no_number(name: str):
    runners = [mdf.Runner(NOISY[name], context=RunContext(seed=1, limit=limit)) for limit in (None, LIMIT, 10_000_000)]
    for _ in range(4):
        results = [runner.trial(0.1) for runner in runners]
        np.testing.assert_equal(results[1], results[0])
        np.testing.assert_equal(results[2], results[0])


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([10**4, 10**8]))
@settings(max_examples=25, deadline=None)
def test_a_limit_changes_no_model(seed: int, scheduled: bool, limit: int):
    maker = Maker(seed)
    tree = maker.graph()
    if scheduled:
        tree["conditions"] = maker.conditions(tree["nodes"])
    made = mdf.loads(json.dumps({"m": {"graphs": {"g": tree}}}))
    free, runner = mdf.Runner(made), limited(made, limit)
    for step in range(6):
        inputs = {name: np.arange(1.0, 1 + step % 3) for name in runner._ports if "." not in name} if step % 2 else None
        results = []
        for each in (free, runner):
            try:
                results.append(each.trial(0.1, inputs))
            except HloError as error:
                results.append({"error": error.message})
        np.testing.assert_equal(results[1], results[0])


def test_where_little_is_free_each_operator_is_counted():
    """Nothing is proven then, and what fits runs all the same."""
    made = one({"x": {"default_initial_value": [1.0] * 100, "value": "x * 0.5 + 1"}})
    runner, free = limited(made, 3500), mdf.Runner(made)
    for _ in range(4):
        np.testing.assert_equal(runner.trial(), free.trial())
    assert not runner._code
    with pytest.raises(HloError) as caught:
        limited(made, 2000).trial()
    assert caught.value.code == "limit.memory"


def test_arrays_that_come_later_are_proven_anew():
    made = one({"n": {"value": "n + 1"}, "p": {"value": "numpy.ones(n*n) * 2"}, "q": {"value": "p + p"}})
    runner, free = limited(made), mdf.Runner(made)
    for _ in range(20):
        np.testing.assert_equal(runner.trial(), free.trial())
    assert runner._code


# --- recording ----------------------------------------------------------------------------------------------------

STEADY = one({"x": {"default_initial_value": 1.0, "time_derivative": "-x"}})


@pytest.mark.parametrize("door", ["evaluate", "simulate", "run_steps", "sweep"])
def test_recording_counts(door: str):
    context = RunContext(limit=LIMIT)
    call: Any = {
        "evaluate": lambda steps: mdf.evaluate(STEADY, steps, 0.1, context=context),
        "simulate": lambda steps: mdf.simulate(STEADY, steps, 0.1, context=context),
        "run_steps": lambda steps: list(run_steps(STEADY, steps, 0.1, context=context)),
        "sweep": lambda steps: mdf.sweep(STEADY, {"A.x": [1, 2]}, steps, 0.1, context=context),
    }
    call[door](1000)
    with pytest.raises(HloError, match="recording 20000 steps needs") as caught:
        call[door](20_000)
    assert caught.value.code == "limit.memory"


def test_what_is_integrated_counts():
    with pytest.raises(HloError, match="recording 20000 steps needs") as caught:
        mdf.integrate(STEADY, 1.0, 20_000, context=RunContext(limit=LIMIT))
    assert caught.value.code == "limit.memory"


def test_keeping_less_needs_less():
    mdf.simulate(STEADY, 20_000, 0.1, every=10, context=RunContext(limit=LIMIT))


def test_a_file_holds_what_memory_does_not(tmp_path: Path):
    file = mdf.simulate(STEADY, 20_000, 0.1, file=tmp_path / "x.npz", context=RunContext(limit=LIMIT))
    assert isinstance(file, Path)
    with np.load(file) as data:
        assert data["A.x"].shape == (20_000,)


def test_arrays_that_are_recorded_count_each_time():
    made = one({"x": {"default_initial_value": [1.0] * 100, "time_derivative": "-x"}})
    with pytest.raises(HloError, match="recording 200 steps") as caught:
        mdf.evaluate(made, 200, 0.1, context=RunContext(limit=LIMIT))
    assert caught.value.code == "limit.memory"
    assert len(mdf.evaluate(made, 50, 0.1, context=RunContext(limit=LIMIT))["A"]["x"]) == 50


def test_a_sweep_runs_one_by_one_where_all_do_not_fit_at_once():
    found = mdf.sweep(STEADY, {"A.x": np.arange(100.0)}, 3, 0.1, context=RunContext(limit=6000))
    assert not found.batched
    free = mdf.sweep(STEADY, {"A.x": np.arange(100.0)}, 3, 0.1)
    np.testing.assert_array_equal(found["A"]["x"], free["A"]["x"])


# --- what ran before a failure ------------------------------------------------------------------------------------

FAILING = model(
    {"A": node({"n": {"value": "n + 1"}}), "B": node({"q": {"value": "[0, 1, 2, 3][i]"}}, inputs={"i": {"type": "int"}})},
    {"e": edge("A.n", "B.i")},
)  # fmt: skip


def test_steps_before_a_failure_are_there(tmp_path: Path):
    with pytest.raises(mdf.StepFailed, match=r"nodes\.B\.parameters\.q") as caught:
        mdf.evaluate(FAILING, 10, record=["A", "B"], settings={"A.n": 0})
    assert caught.value.run["B"]["q"].tolist() == [1, 2, 3]
    assert caught.value.run.steps == 3
    with pytest.raises(mdf.StepFailed) as caught:
        mdf.simulate(FAILING, 10, every=2, settings={"A.n": 0})
    assert caught.value.run["B"]["q"].tolist() == [1, 3]  # type: ignore[index]
    with pytest.raises(HloError):
        mdf.simulate(FAILING, 10, settings={"A.n": 0}, file=tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as data:
        assert data["B.q"].tolist() == [1, 2, 3]


def test_steps_come_until_one_fails():
    steps = run_steps(FAILING, 10, settings=["A.n=0"])
    found = [next(steps)["nodes"]["B"]["q"] for _ in range(3)]
    assert found == [1, 2, 3]
    with pytest.raises(HloError, match="list index out of range"):
        next(steps)


def test_no_steps():
    assert list(run_steps(FAILING, 0)) == []
    assert mdf.evaluate(FAILING, 0)["B"]["q"].shape == (0,)


def test_the_value_that_is_not_finite_is_recorded():
    made = one({"x": {"default_initial_value": 1.0, "value": "x * 1e200"}})
    with pytest.raises(mdf.StepFailed) as caught:
        mdf.evaluate(made, 5, finite=True)
    assert caught.value.run["A"]["x"].tolist() == [1e200, np.inf]


# --- what runs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rnn.yaml", "fitzhugh_nagumo.yaml", "izhikevich.yaml"])
def test_a_limit_leaves_the_generated_code_as_quick_as_it_is(name: str, monkeypatch: pytest.MonkeyPatch):
    """After the first trials neither the reference evaluator runs, nor is a call or a row counted."""
    made = mdf.load(SAMPLES / name)
    counted = {"row": 0, "call": 0}

    def counting(what: str, function: Any) -> Any:
        def call(*args: Any) -> Any:
            counted[what] += 1
            return function(*args)

        return call

    monkeypatch.setattr(recording, "_keep", counting("row", recording._keep))
    monkeypatch.setattr(Room, "call", counting("call", Room.call))
    monkeypatch.setattr(Room, "fitting", counting("call", Room.fitting))
    monkeypatch.setattr(evaluation, "run_node", counting("call", evaluation.run_node))
    free, run = (mdf.evaluate(made, 500, 0.1, context=RunContext(limit=limit)) for limit in (None, 10**9))
    assert counted["row"] < 5
    assert counted["call"] < 20
    for node_id, ports in free.items():
        for port, values in ports.items():
            np.testing.assert_array_equal(run[node_id][port], values)


def test_rows_that_outgrow_what_was_reserved_are_counted():
    """An array that grows late: what the rows before it took is known, and too many of the larger ones are refused."""
    growing = one({"n": {"value": "n + 1"}, "p": {"value": "numpy.ones((n > 300) * 99 + 1) * 1.0"}})
    runs = [mdf.evaluate(growing, 400, context=RunContext(limit=limit)).steps for limit in (None, 400_000)]
    assert runs == [400, 400]
    with pytest.raises(HloError) as caught:
        mdf.evaluate(growing, 400, context=RunContext(limit=60_000))
    assert caught.value.code == "limit.memory"
