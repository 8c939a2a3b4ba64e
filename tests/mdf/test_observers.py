"""What observers are told of a run, and what they may do to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlorepl import mdf
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Frame, Observer, Origin
from hlorepl.errors import HloError
from hlorepl.mdf.file_run import run_steps

sys.path.insert(0, str(Path(__file__).parent))
from models import condition, edge, model, node, one
from random_models import Maker
from test_random import NOISY, SWEPT


class Log(Observer):
    """Everything, a line each."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.events: list[Event] = []

    def enter(self, frame: Frame) -> None:
        number = "" if frame.number is None else f" {frame.number}"
        self.lines.append(f"{'  ' * frame.depth}{frame.kind} {frame.name}{number}")

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        self.lines.append(f"{'  ' * frame.depth}= {list(results)}")

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        pairs = zip(origin.operands, inputs, strict=True)
        read = ", ".join(f"{name}={value}" for name, value in pairs)
        self.lines.append(f"{'  ' * frame.depth}  {origin.name} {origin.label}({read})")

    def after(self, event: Event) -> Sequence[Any] | None:
        assert event.seconds >= 0
        self.events.append(event)
        self.lines.append(f"{'  ' * event.frame.depth}  {list(event.origin.results)} = {list(event.results)}")
        return None

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: HloError) -> None:
        self.lines.append(f"{'  ' * frame.depth}  {origin.name} {origin.label} failed: {error.message}")


def two_nodes() -> mdf.Model:
    nodes = {
        "A": node({"n": {"value": "n + 1"}, "k": {"value": 2.0}}, o="n"),
        "B": node(
            {"x": {"default_initial_value": 0.0, "time_derivative": "f"}},
            {"f": {"function": "linear", "args": {"variable0": "i", "slope": 3, "intercept": 0}}},
            {"i": {}},
            o="x",
        ),
    }
    return model(nodes, {"e": edge("A.o", "B.i", 10.0)})


def test_a_run_is_told_in_the_order_in_which_it_happens():
    log = Log()
    runner = mdf.Runner(two_nodes(), context=RunContext(observers=(log,)))
    with runner.watched():
        for _ in range(2):
            runner.trial(0.5)
    assert log.lines == [
        "function g",
        "  turn g 0",
        "    node A",
        "      expression A.n(A.n=0.0)",
        "      ['A.n'] = [1.0]",
        "      constant A.k()",
        "      ['A.k'] = [2.0]",
        "      expression A.o(A.n=1.0)",
        "      ['A.o'] = [1.0]",
        "    = [1.0]",
        "    node B",
        "      edge B.i(A.o=1.0)",
        "      ['B.i'] = [10.0]",
        "      linear B.f(B.i=10.0)",
        "      ['B.f'] = [30.0]",
        "      integral B.x(B.x=0.0, B.f=30.0)",
        "      ['B.x'] = [0.0]",
        "      expression B.o(B.x=0.0)",
        "      ['B.o'] = [0.0]",
        "    = [0.0]",
        "  = [1.0, 0.0]",
        "  turn g 1",
        "    node A",
        "      expression A.n(A.n=1.0, )".replace(", )", ")"),
        "      ['A.n'] = [2.0]",
        "      expression A.o(A.n=2.0)",
        "      ['A.o'] = [2.0]",
        "    = [2.0]",
        "    node B",
        "      edge B.i(A.o=2.0)",
        "      ['B.i'] = [20.0]",
        "      linear B.f(B.i=20.0)",
        "      ['B.f'] = [60.0]",
        "      integral B.x(B.x=0.0, B.f=60.0)",
        "      ['B.x'] = [30.0]",
        "      expression B.o(B.x=30.0)",
        "      ['B.o'] = [30.0]",
        "    = [30.0]",
        "  = [2.0, 30.0]",
        "= [2.0, 30.0]",
    ]


def test_a_trial_alone_is_a_run():
    log = Log()
    runner = mdf.Runner(one({"n": {"value": "n + 1"}}), context=RunContext(observers=(log,)))
    runner.trial()
    runner.trial()
    assert [line.strip() for line in log.lines if line.lstrip().startswith(("function", "turn"))] == [
        "function g", "turn g 0", "function g", "turn g 1",
    ]  # fmt: skip


@given(st.integers(0, 2**32), st.booleans(), st.lists(st.sampled_from([None, 0.1]), min_size=4, max_size=5))
@settings(max_examples=25, deadline=None)
def test_observed_runs_give_what_others_give(seed: int, scheduled: bool, times: list[float | None]):
    maker = Maker(seed)
    tree = maker.graph()
    if scheduled:
        tree["conditions"] = maker.conditions(tree["nodes"])
    text = json.dumps({"m": {"graphs": {"g": tree}}})
    log = Log()
    plain, watched = mdf.Runner(mdf.loads(text)), mdf.Runner(mdf.loads(text), context=RunContext(observers=(log,)))
    for dt in times:
        np.testing.assert_equal(watched.trial(dt), plain.trial(dt))
        assert watched.schedule == plain.schedule
        for name in plain.values:
            np.testing.assert_equal(watched.values[name], plain.values[name])
    for event in log.events:
        assert event.origin.span is not None
        assert event.origin.results == [event.origin.label]


@pytest.mark.parametrize("name", NOISY)
def test_observed_runs_draw_the_same(name: str):
    runners = [mdf.Runner(NOISY[name], context=RunContext(seed=2, observers=each)) for each in ((), (Observer(),))]
    for _ in range(4):
        np.testing.assert_equal(runners[1].trial(0.1), runners[0].trial(0.1))


@pytest.mark.parametrize("door", ["evaluate", "simulate", "run_steps", "sweep", "ensemble", "integrate"])
def test_every_door_tells_observers(door: str):
    log = Log()
    context, made = RunContext(observers=(log,)), two_nodes()
    call: Any = {
        "evaluate": lambda: mdf.evaluate(made, 3, 0.1, context=context),
        "simulate": lambda: mdf.simulate(made, 3, 0.1, context=context),
        "run_steps": lambda: list(run_steps(made, 3, 0.1, context=context)),
        "sweep": lambda: mdf.sweep(made, {"A.k": [1, 2, 3]}, 1, context=context),
        "ensemble": lambda: mdf.ensemble(made, 3, {"A.k": (1, 0.1)}, steps=1, context=context),
        "integrate": lambda: mdf.integrate(
            one({"x": {"default_initial_value": 0.0, "time_derivative": "1 - x"}}), 1.0, 3, context=context
        ),
    }
    call[door]()
    assert log.lines[0] == "function g"
    assert log.lines[-1].startswith("= ")
    assert len([line for line in log.lines if line.startswith("  turn")]) == (1 if door == "integrate" else 3)


def test_a_sweep_without_observers_stays_one_batch():
    assert mdf.sweep(SWEPT["a walk"], {"A.s": [1, 2]}, 2, 0.1, context=RunContext()).batched


# --- names and places ---------------------------------------------------------------------------------------------

KINDS = {
    "expression": {"p": {"value": "i + 1"}},
    "integral": {"p": {"time_derivative": "i"}},
    "constant": {"p": {"value": 3}},
    "logistic": {"p": {"function": "logistic", "args": {"variable0": "i", "gain": 1, "bias": 0, "offset": 0}}},
    "onnx.Relu": {"p": {"function": "onnx::Relu", "args": {"X": "i"}}},
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_computes_a_value_has_a_name(kind: str):
    log = Log()
    mdf.Runner(one(KINDS[kind], inputs={"i": {}}, o="p"), context=RunContext(observers=(log,))).trial()
    event = log.events[0]
    assert (event.origin.name, event.origin.label) == (kind, "A.p")
    assert list(event.origin.operands) == {"constant": [], "integral": ["A.i", "A.p"]}.get(kind, ["A.i"])


def test_another_spelling_of_an_operator_is_the_same_name():
    log = Log()
    made = one({"p": {"function": "onnx_ops.relu", "args": {"X": "[1.0]"}}})
    mdf.Runner(made, context=RunContext(observers=(log,))).trial()
    assert log.events[0].origin.name == "onnx.Relu"


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_each_value_stands_somewhere_in_the_file(kind: str):
    text = mdf.saves(two_nodes(), kind)
    assert isinstance(text, str)
    log = Log()
    mdf.Runner(mdf.loads(text, kind), context=RunContext(observers=(log,))).trial()
    for event in log.events:
        span = event.origin.span
        assert span is not None
        line = text.splitlines()[span.line - 1]
        assert event.origin.label.partition(".")[2] in line or "weight" in line


# --- what they may do ---------------------------------------------------------------------------------------------


class Put(Observer):
    """Puts a value in the place of another."""

    def __init__(self, label: str, values: Sequence[Any]):
        self.label = label
        self.values = values

    def after(self, event: Event) -> Sequence[Any] | None:
        return self.values if event.origin.label == self.label else None


@pytest.mark.parametrize(
    ("label", "expected"), [("A.n", (7, 0.0)), ("B.f", (1.0, 0.0)), ("B.x", (1.0, 7)), ("A.o", (7, 0.0))]
)
def test_another_value_in_place(label: str, expected: tuple[Any, Any]):
    out = mdf.Runner(two_nodes(), context=RunContext(observers=(Put(label, [7]),))).trial()
    assert (out["A"]["o"], out["B"]["o"]) == expected


def test_what_is_put_is_read_and_kept():
    array = np.ones(2)
    runner = mdf.Runner(two_nodes(), context=RunContext(observers=(Put("B.f", [array]),)))
    runner.trial()
    assert runner.trial(0.5)["B"]["o"].tolist() == [0.5, 0.5]
    assert array.flags.writeable
    for wrong in ([], [1, 2], [object()]):
        with pytest.raises(HloError):
            mdf.Runner(two_nodes(), context=RunContext(observers=(Put("B.f", wrong),))).trial()


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"p": {"value": "[1][i]"}}, "expression A.p"),
        ({"p": {"function": "onnx::Relu", "args": {"X": "'a'"}}}, "onnx.Relu A.p"),
        ({"p": {"time_derivative": "[1][i]"}}, "integral A.p"),
    ],
)
def test_a_failure_is_told_once(parameters: dict[str, Any], told: str):
    log = Log()
    made = one(parameters, inputs={"i": {"type": "int"}})
    with pytest.raises(HloError) as caught:
        mdf.evaluate(made, 2, 0.1, {"i": 2}, context=RunContext(observers=(log,)))
    failed = [line.strip() for line in log.lines if "failed" in line]
    assert failed == [f"{told} failed: {caught.value.message}"]
    assert not log.lines[-1].startswith("=")
    with pytest.raises(HloError) as unobserved:
        mdf.evaluate(made, 2, 0.1, {"i": 2})
    assert str(unobserved.value) == str(caught.value)


class Stop(Observer):
    def after(self, event: Event) -> None:
        if event.origin.label == "B.f":
            raise HloError("enough", code="run.stopped")


def test_an_observer_may_stop_a_run():
    runner = mdf.Runner(two_nodes(), context=RunContext(observers=(Stop(),)))
    with pytest.raises(HloError) as caught:
        runner.trial()
    assert (caught.value.message, caught.value.code) == ("enough", "run.stopped")
    assert caught.value.span is not None


def test_nodes_of_a_schedule_are_told_each_time():
    nodes = {"A": node({"n": {"value": "n + 1"}}), "B": node({"q": {"value": "i"}}, inputs={"i": {}})}
    made = model(
        nodes, {"e": edge("A.n", "B.i")}, {"node_specific": {"B": condition("EveryNCalls", dependency="A", n=2)}}
    )
    log = Log()
    mdf.Runner(made, context=RunContext(observers=(log,))).trial()
    assert [line.strip() for line in log.lines if "node" in line] == ["node A", "node A", "node B"]
