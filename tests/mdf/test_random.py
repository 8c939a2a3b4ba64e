"""Random numbers: one seed at every door, a stream for each place that draws, the same for a member however it runs."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl import mdf
from hlorepl.__main__ import main
from hlorepl.engine.context import Draws, RunContext
from hlorepl.errors import HloError
from hlorepl.mdf.arithmetic import Arithmetic
from hlorepl.mdf.drawing import BLOCK, Source
from hlorepl.mdf.file_run import run_steps
from hlorepl.mdf.functions.onnx_ops import find_operator
from hlorepl.mdf.graph_planner import plan_graph
from hlorepl.mdf.node_run import GraphState, run_node
from hlorepl.mdf.random_functions import DRAWINGS
from hlorepl.onnx import registry

sys.path.insert(0, str(Path(__file__).parent))
from models import condition, model, node, one
from test_generated import Careful

STEPS = 5

CALLS = {
    "beta": "2, 3",
    "binomial": "10, 0.5",
    "chisquare": "2",
    "choice": "100",
    "gamma": "2, 1",
    "geometric": "0.1",
    "pareto": "3",
    "poisson": "40",
    "randint": "0, 1000",
    "rayleigh": "2",
    "standard_t": "3",
    "triangular": "0, 1, 2",
    "vonmises": "0, 1",
    "weibull": "2",
}
"""Arguments for the functions that need some."""

OPERATORS: dict[str, dict[str, Any]] = {
    "RandomNormal": {"shape": [3]},
    "RandomUniform": {"shape": [3]},
    "RandomNormalLike": {"input": "[1.0, 2.0]"},
    "RandomUniformLike": {"input": "[1.0, 2.0]"},
    "Bernoulli": {"input": "[0.5]*64"},
    "Multinomial": {"input": "[[0.0, 0.0, 0.0]]", "sample_size": 64},
    "Dropout": {"data": "[1.0]*64", "ratio": 0.5, "training_mode": "True"},
}


def drift() -> mdf.Model:
    args = {"starting_point": 0, "non_decision_time": 0.1, "drift_rate": "s", "threshold": 1}
    return one({"s": {"value": 0.5}}, {"t": {"function": "drift_diffusion_integrator", "args": args}})


def walk() -> mdf.Model:
    """Noise in an integral, and in a function."""
    return one(
        {"s": {"value": 0.5}, "x": {"default_initial_value": 0.0, "time_derivative": "s*numpy.random.normal()"}},
        {"t": {"value": "s + numpy.random.uniform(-1, 1)"}},
    )


def drawn(name: str) -> mdf.Model:
    if name.startswith("onnx::"):
        return one({}, {"t": {"function": name, "args": OPERATORS[name[6:]]}})
    return one({}, {"t": {"value": f"{name}({CALLS.get(name.rpartition('.')[2], '')})"}})


NOISY = {
    "drift diffusion": drift(),
    "a walk": walk(),
    **{name: drawn(name) for name in DRAWINGS},
    **{f"onnx::{name}": drawn(f"onnx::{name}") for name in OPERATORS},
}

# --- every door takes a seed --------------------------------------------------------------------------------------


def by_runner(made: mdf.Model, **how: Any) -> Any:
    runner = mdf.Runner(made, **how)
    return [runner.trial(0.1)["A"]["t"] for _ in range(STEPS)]


def by_steps(made: mdf.Model, **how: Any) -> Any:
    return [step["nodes"]["A"]["t"] for step in run_steps(made, STEPS, 0.1, **how)]


def by_file(made: mdf.Model, tmp: Path, **how: Any) -> Any:
    mdf.save(made, tmp / "m.json")
    return [step["nodes"]["A"]["t"] for step in mdf.run_file(tmp / "m.json", STEPS, 0.1, **how)]


def by_archive(made: mdf.Model, tmp: Path, **how: Any) -> Any:
    with np.load(mdf.simulate(made, STEPS, 0.1, file=tmp / "run.npz", **how)) as data:  # type: ignore[arg-type]
        return data["A.t"]


def by_session(made: mdf.Model, tmp: Path, seed: int = 0) -> Any:
    mdf.save(made, tmp / "m.json")
    session = hlorepl.Session(seed=seed)
    done = session.execute(f":mdf load {tmp / 'm.json'}\n:mdf run {STEPS} 0.1\n:mdf take A.t t")
    assert done.error is None
    return session["t"]


DOORS: dict[str, Any] = {
    "Runner": lambda made, tmp, **how: by_runner(made, **how),
    "evaluate": lambda made, tmp, **how: mdf.evaluate(made, STEPS, 0.1, **how)["A"]["t"],
    "simulate": lambda made, tmp, **how: mdf.simulate(made, STEPS, 0.1, **how)["A"]["t"],  # type: ignore[index]
    "simulate to a file": by_archive,
    "run_steps": lambda made, tmp, **how: by_steps(made, **how),
    "run_file": by_file,
    "sweep": lambda made, tmp, **how: mdf.sweep(made, {"A.s": [0.5, 1.0]}, STEPS, 0.1, **how)["A"]["t"][0],
    "ensemble": lambda made, tmp, seed=0, context=None: mdf.ensemble(
        made, 3, {}, seed=seed, steps=STEPS, dt=0.1, context=context
    )["A"]["t"][0],
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("made", [drift(), walk()], ids=["drift", "walk"])
def test_each_door_takes_a_seed_and_gives_the_same_numbers(door: str, made: mdf.Model, tmp_path: Path):
    for seed in (0, 7):
        wanted = by_runner(made, seed=seed)
        np.testing.assert_array_equal(DOORS[door](made, tmp_path, seed=seed), wanted)
        np.testing.assert_array_equal(DOORS[door](made, tmp_path, context=RunContext(seed=seed)), wanted)
    assert len({str(np.asarray(DOORS[door](made, tmp_path, seed=seed))) for seed in range(4)}) == 4


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("seed", [-1, 1.5, "x", None])
def test_what_is_no_seed_is_refused_at_every_door(door: str, seed: Any, tmp_path: Path):
    with pytest.raises(HloError, match="a seed is a whole number") as caught:
        DOORS[door](one({"s": {"value": 1}}, t="s"), tmp_path, seed=seed)
    assert caught.value.code == "type.argument"
    np.testing.assert_array_equal(DOORS[door](drift(), tmp_path, seed=np.int64(3)), by_runner(drift(), seed=3))


@pytest.mark.parametrize("options", [[], ["--nan"], ["--trace"], ["--max-memory", "1000000"]])
def test_the_command_line_has_a_seed(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """With and without observers and a limit."""
    mdf.save(drift(), tmp_path / "m.json")
    for seed in (0, 7):
        words = [
            "run",
            str(tmp_path / "m.json"),
            "--json",
            "--print",
            "full",
            "--steps",
            str(STEPS),
            "--seed",
            str(seed),
        ]
        assert main([*words, *options]) == 0
        found = json.loads(capsys.readouterr().out)["results"]
        assert [step["nodes"]["A"]["t"] for step in found] == by_runner(drift(), seed=seed)


def test_the_session_has_a_seed(tmp_path: Path):
    for seed in (0, 7):
        np.testing.assert_array_equal(by_session(drift(), tmp_path, seed), by_runner(drift(), seed=seed))


def test_the_seed_of_a_session_can_be_changed(tmp_path: Path):
    mdf.save(drift(), tmp_path / "m.json")
    session = hlorepl.Session()
    session.execute(f":mdf load {tmp_path / 'm.json'}\n:mdf step")
    assert session.execute(":seed 7").text.strip() == "random numbers begin at seed 7"
    assert session.execute(f":mdf run {STEPS}\n:mdf take A.t t").error is None
    wanted = by_runner(drift(), seed=7)
    np.testing.assert_array_equal(session["t"][1:], wanted)
    assert session.execute(f":mdf reset\n:mdf run {STEPS}\n:mdf take A.t t").error is None
    np.testing.assert_array_equal(session["t"], wanted)
    assert session.execute(f":mdf sweep A.s=0.5,0.5 {STEPS}\n:mdf take A.t t").error is None
    np.testing.assert_array_equal(session["t"][0], wanted[-1])
    assert session["t"][0] != session["t"][1]
    assert session.execute(f":mdf sweep A.s=0.5,0.5 {STEPS} common\n:mdf take A.t t").error is None
    assert session["t"][0] == session["t"][1]
    for wrong in (":seed -1", ":seed x"):
        error = session.execute(wrong).error
        assert error is not None
        assert error.code == "command.usage"


def test_a_sweep_at_the_prompt_takes_lists_and_products(tmp_path: Path):
    mdf.save(one({"a": {"value": 1.0}, "b": {"value": 2.0}}, o="a*b"), tmp_path / "m.json")
    session = hlorepl.Session()
    assert (
        session.execute(
            f":mdf load {tmp_path / 'm.json'}\n:mdf sweep A.a=1,2 A.b=10:30:3 product\n:mdf take A.o o"
        ).error
        is None
    )
    assert session["o"].tolist() == [10, 20, 30, 20, 40, 60]
    error = session.execute(":mdf sweep A.a=1,2 A.b=10:30:3").error
    assert error is not None
    assert "product" in error.help[0]


def test_integrating_takes_a_seed():
    made = one(
        {"x": {"default_initial_value": 0.0, "time_derivative": "1 - x"}}, {"t": {"value": "numpy.random.normal()"}}
    )
    found = [mdf.integrate(made, 1.0, 3, seed=seed)["A"]["t"].tolist() for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


# --- every function that draws ------------------------------------------------------------------------------------


def test_every_operator_that_draws_is_tried():
    assert {op.name for op in map(registry.find, registry.names()) if op and op.draws} == set(OPERATORS)


@pytest.mark.parametrize("name", NOISY)
def test_a_run_is_its_seed(name: str):
    made = NOISY[name]
    fast, careful, other = mdf.Runner(made, seed=3), Careful(made, seed=3), mdf.Runner(made, seed=4)
    runs = [[str(runner.trial(0.1)) for _ in range(STEPS)] for runner in (fast, careful, other)]
    assert runs[0] == runs[1] != runs[2]
    assert len(set(runs[0])) > 1
    fast.reset()
    assert [str(fast.trial(0.1)) for _ in range(STEPS)] == runs[0]


@pytest.mark.parametrize("name", sorted(set(OPERATORS) - {"Dropout"}))
def test_a_seed_of_its_own_begins_a_node_once_a_run(name: str):
    made = one({}, {"t": {"function": f"onnx::{name}", "args": {**OPERATORS[name], "seed": 1.5}}})
    runs = [[str(runner.trial()) for _ in range(3)] for runner in (mdf.Runner(made, seed=seed) for seed in (0, 1))]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 3
    single = find_operator(f"onnx::{name}")
    assert single is not None
    assert single.drawing is not None


def test_each_call_has_a_stream_of_its_own():
    both = one({}, {"a": {"value": "numpy.random.normal() - numpy.random.normal()"}, "b": {"value": "numpy.random.normal()"}})  # fmt: skip
    more = one({}, {"a": {"value": "numpy.random.normal(0, 1, 9)[0] - numpy.random.normal()"}, "b": {"value": "numpy.random.normal()"}})  # fmt: skip
    found, other = (mdf.evaluate(made, 4, seed=1)["A"] for made in (both, more))
    np.testing.assert_array_equal(found["b"], other["b"])
    assert len({*found["a"].tolist(), *found["b"].tolist()}) == 8


def test_numbers_are_those_of_the_stream():
    """Reading in blocks, one by one or many at once changes none."""
    made = one({}, {"a": {"value": "numpy.random.normal(2, 3)"}, "b": {"value": "numpy.random.exponential([1, 2])"}})
    found = mdf.evaluate(made, BLOCK + 10, seed=5)["A"]
    draws = Draws(5)
    np.testing.assert_array_equal(found["a"], draws.stream(0).normal(2, 3, BLOCK + 10))
    np.testing.assert_array_equal(found["b"], draws.stream(1).exponential([1, 2], (BLOCK + 10, 2)))


@pytest.mark.parametrize(
    ("call", "mean"),
    [
        ("normal(loc=1, scale=2, size=4000)", 1.0),
        ("uniform(2, 4, 4000)", 3.0),
        ("rand(40, 100)", 0.5),
        ("randn(4000)", 0.0),
        ("randint(0, 5, size=[40, 100])", 2.0),
        ("exponential(3, 4000)", 3.0),
        ("poisson(4, 4000)", 4.0),
        ("choice([1, 2, 9], 4000)", 4.0),
        ("choice([1, 2, 9], 4000, True, [0.5, 0.5, 0])", 1.5),
        ("choice(4000, 4000, False)", 1999.5),
        ("lognormal(0, 0.5, 4000)", np.exp(0.125)),
    ],
)
def test_distributions(call: str, mean: float):
    values = mdf.evaluate(one({}, {"t": {"value": f"numpy.random.{call}"}}), seed=2)["A"]["t"][0]
    assert values.size == 4000
    assert values.mean() == pytest.approx(mean, abs=5 * values.std() / np.sqrt(4000))


def test_without_putting_back_each_is_there_once():
    values = mdf.evaluate(one({}, {"t": {"value": "numpy.random.choice(50, 50, False)"}}))["A"]["t"][0]
    assert sorted(values.tolist()) == list(range(50))


@pytest.mark.parametrize(
    "call",
    [
        "normal(0, -1)",
        "normal(0, 1, -1)",
        "normal(0, 1, 10**12)",
        "rand(100000, 100000)",
        "poisson(1, [10**6, 10**6])",
        "randint(3, 3)",
        "choice([])",
        "choice(3, 4, False)",
        "choice(3, 1, True, [1])",
        "poisson(-1)",
        "normal(seed=3)",
        "seed(3)",
        "normal('x')",
    ],
)
def test_what_cannot_be_drawn(call: str):
    with pytest.raises(HloError) as caught:
        mdf.evaluate(one({}, {"t": {"value": f"numpy.random.{call}"}}))
    assert "internal" not in caught.value.code


def test_what_fails_in_fast_code_draws_once():
    """The careful way that takes over sees the numbers that were drawn on the way."""
    parameters = {
        "n": {"value": "n + 1"},
        "x": {"value": "numpy.random.normal() + (n % 3) / (n % 2)"},
        "y": {"value": "numpy.random.normal() if x > 0 else 0.0"},
    }
    fast, careful = mdf.Runner(one(parameters)), Careful(one(parameters))
    for _ in range(20):
        np.testing.assert_equal(fast.trial(), careful.trial())


# --- members ------------------------------------------------------------------------------------------------------

OTHERS = {
    "a test": one({"s": {"value": 1.0}, "p": {"value": "numpy.random.normal() if s > 0.4 else s"}}),
    "poisson": one({"s": {"value": 1.0}, "p": {"value": "s + numpy.random.poisson(20)"}}),
    "arrays": one({"s": {"value": 1.0}, "p": {"value": "s*numpy.random.normal([1, 2, 3], s)"}}),
    "a size": one({"s": {"value": 1.0}, "p": {"value": "s*numpy.random.rand(3)"}}),
    "a row of a constant": one(
        {"s": {"value": 1.0}, "v": {"value": [1.0, 2.0]}, "p": {"value": "s + numpy.random.normal(v)"}}
    ),
    "random operators": one(
        {"s": {"value": 1.0}},
        {"t": {"function": "onnx::RandomNormal", "args": {"shape": [2]}}, "u": {"value": "s + t"}},
    ),
    "a schedule": model(
        {"A": node({"s": {"value": 1.0}, "p": {"value": "s + numpy.random.normal()"}})},
        conditions={"termination": {"environment_state_update": condition("AfterNCalls", dependency="A", n=2)}},
    ),
}
SWEPT = {"a walk": walk(), "drift diffusion": drift(), **OTHERS}


def alone(made: mdf.Model, value: float, member: int, seed: int) -> mdf.Run:
    return mdf.evaluate(made, STEPS, 0.1, settings={"A.s": value}, context=RunContext(draws=Draws(seed, member)))


@pytest.mark.parametrize("name", SWEPT)
def test_a_member_is_the_same_however_it_runs(name: str):
    made, values = SWEPT[name], [0.5, 0.5, 0.7, 1.0, 0.5]
    sweeps = [mdf.sweep(made, {"A.s": values}, STEPS, 0.1, seed=9, chunk=chunk) for chunk in (None, 1, 2, 3)]
    with ThreadPoolExecutor(2) as pool:
        sweeps.append(mdf.sweep(made, {"A.s": values}, STEPS, 0.1, seed=9, executor=pool))
    for member, value in enumerate(values):
        wanted = alone(made, value, member, 9)["A"]
        for found in sweeps:
            for port, column in wanted.items():
                np.testing.assert_array_equal(found["A"][port][member], column)
    last = next(reversed(wanted))
    assert len({str(row) for row in sweeps[0]["A"][last]}) == 5


@pytest.mark.parametrize(("name", "batched"), [("a walk", True), ("drift diffusion", True), ("a test", False)])
def test_noise_need_not_stop_a_batch(name: str, batched: bool):
    assert mdf.sweep(SWEPT[name], {"A.s": [0.5, 1.0]}, 3, 0.1).batched == batched


@pytest.mark.parametrize("name", SWEPT)
def test_common_noise(name: str):
    made = SWEPT[name]
    found = mdf.sweep(made, {"A.s": [1.0, 1.0, 0.5]}, STEPS, 0.1, seed=4, noise="common")["A"]
    for member, value in enumerate((1.0, 1.0, 0.5)):
        for port, column in alone(made, value, 0, 4)["A"].items():
            np.testing.assert_array_equal(found[port][member], column)


def test_ensembles_have_noise_of_their_own():
    found = mdf.ensemble(drift(), 4, {"A.s": (0.5, 0.0001)}, seed=1, steps=2)["A"]["t"]
    assert len({str(row) for row in found}) == 4
    alike = mdf.ensemble(drift(), 4, {}, seed=1, steps=2, noise="common")
    assert len(alike) == 4
    assert len({str(row) for row in alike["A"]["t"]}) == 1
    with pytest.raises(HloError, match="noise is independent or common"):
        mdf.sweep(drift(), {"A.s": [1]}, noise="comon")


@pytest.mark.parametrize("wrong", [{"chunk": 0}, {"chunk": "x"}, {"noise": 3}, {"steps": -1}, {"steps": "x"}])
def test_what_no_sweep_can_be_like(wrong: dict[str, Any]):
    for run in (lambda: mdf.sweep(drift(), {"A.s": [1, 2]}, **wrong), lambda: mdf.ensemble(drift(), 2, {}, **wrong)):
        with pytest.raises(HloError) as caught:
            run()
        assert caught.value.code == "type.argument"
    with pytest.raises(HloError, match="number of members"):
        mdf.ensemble(drift(), 0, {})


def test_in_other_processes():
    with ProcessPoolExecutor(2) as pool:
        found = mdf.sweep(walk(), {"A.s": [0.5, 1.0, 2.0]}, 3, 0.1, seed=2, executor=pool, chunk=2)
    here = mdf.sweep(walk(), {"A.s": [0.5, 1.0, 2.0]}, 3, 0.1, seed=2)
    np.testing.assert_array_equal(found["A"]["x"], here["A"]["x"])
    assert found.batched


def test_what_fails_in_other_processes():
    failing = one({"s": {"value": 1.0}, "p": {"value": "[1, 2][int(s)]"}})
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(HloError, match=r"nodes\.A\.parameters\.p") as caught:
            mdf.sweep(failing, {"A.s": [1.0, 5.0]}, executor=pool)
        assert caught.value.span is not None
        with pytest.raises(HloError, match="the executor could not run") as caught:
            mdf.sweep(walk(), {"A.s": [1.0]}, inputs=lambda _: {}, executor=pool)
        assert caught.value.code == "run.failed"


def test_a_plan_holds_no_numbers():
    """Two runs of one plan do not disturb each other."""
    plan = plan_graph(walk())
    sources = [
        [Source(drawing.begin(Draws(1).stream(number))) for number, drawing in enumerate(plan.draws)] for _ in range(2)
    ]
    states = [GraphState(plan, Arithmetic(each)) for each in sources]
    rows = []
    for _ in range(4):
        for state in states:
            run_node(state, plan.nodes[0], 0.1)
        rows.append([state.values[plan.nodes[0].functions[0].slot] for state in states])
    assert all(a == b for a, b in rows)
    assert [a for a, _ in rows] == by_runner(walk(), seed=1)[:4]
