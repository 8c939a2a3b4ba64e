"""When nodes run: the trace that each condition gives on a chain A -> B -> C, and what cannot be a condition."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.conditions import kinds

sys.path.insert(0, str(Path(__file__).parent))
from models import condition as c
from models import edge, model, node


def runner(specific: dict[str, Any], end: Any = None, edges: Any = ("AB", "BC"), **terminations: Any) -> mdf.Runner:
    nodes = {name: node({"p": {"value": "p + 1"}}, inputs={"i": {}}) for name in "ABC"}
    joined = {f"{a}{b}": edge(f"{a}.p", f"{b}.i") for a, b in edges}
    ends = {**({"environment_state_update": end} if end else {}), **terminations}
    return mdf.Runner(model(nodes, joined, {"node_specific": specific, "termination": ends}))


def trace(
    specific: dict[str, Any], end: Any = None, trials: int = 1, edges: Any = ("AB", "BC"), **terminations: Any
) -> str:
    """Sets separated by blanks, trials by bars; ``-`` is a set in which nothing ran."""
    made = runner(specific, end, edges, **terminations)
    found = []
    for _ in range(trials):
        made.trial()
        found.append(" ".join("".join(sorted(ran)) or "-" for ran in made.schedule))
    return " | ".join(found)


PASSES = "AfterNPasses"
UPDATES = "EnvironmentStateUpdate"

TRACES = [
    ({"C": c("Never")}, c("AfterNCalls", dependency="B", n=2), 1, "A B A B"),
    ({"B": c("All", args=[c("AfterNCalls", dependency="A", n=2), c("EveryNPasses", n=2)])},
     c("AfterNCalls", dependency="A", n=5), 1, "A A A B C A A"),
    ({"B": c("Not", condition=c("BeforeNCalls", dependency="A", n=2))},
     c("AfterNCalls", dependency="A", n=3), 1, "A A B C A"),
    ({"B": c("NWhen", condition=c("AfterPass", n=0), n=2)}, c(PASSES, n=4), 2, "A A B C A B C A | A A A A"),
    ({"B": c("AtPass", n=2)}, c(PASSES, n=4), 1, "A A A B C A"),
    ({"B": c("AfterPass", n=1)}, c(PASSES, n=4), 1, "A A A B C A B C"),
    ({"B": c("BeforePass", n=2)}, c(PASSES, n=4), 1, "A B C A B C A A"),
    ({"B": c("EveryNPasses", n=2)}, c(PASSES, n=5), 1, "A B C A A B C A A B C"),
    ({"B": c("AfterConsiderationSetExecution", n=1)}, c(PASSES, n=4), 1, "A A B C A B C A B C"),
    ({"B": c(f"At{UPDATES}", n=1)}, c(PASSES, n=2), 3, "A A | A B C A B C | A A"),
    ({"B": c(f"At{UPDATES}Start")}, c(PASSES, n=3), 1, "A B C A A"),
    ({"B": c(f"At{UPDATES}NStart", n=1)}, c(PASSES, n=2), 3, "A A | A B C A | A A"),
    ({"B": c("AtEnvironmentSequenceStart")}, c(PASSES, n=2), 3, "A B C A B C | A A | A A"),
    ({"B": c("AtEnvironmentSequence", n=0)}, c(PASSES, n=2), 1, "A B C A B C"),
    ({"B": c("AfterEnvironmentSequence", n=0)}, c(PASSES, n=2), 1, "A A"),
    ({"B": c("EveryNCalls", dependency="A", n=2)}, None, 1, "A A B C"),
    ({"B": c("EveryNCalls", dependency="A", n=2), "C": c("EveryNCalls", dependency="B", n=3)},
     None, 1, "A A B A A B A A B C"),
    ({"B": c("AtNCalls", dependency="A", n=2)}, c("AfterNCalls", dependency="A", n=4), 1, "A A B C A A"),
    ({"B": c("AfterCall", dependency="A", n=2)}, c("AfterNCalls", dependency="A", n=4), 1, "A A A B C A"),
    ({"A": c("AtNCalls", dependency="A", n=0), "B": c("Always"), "C": c("EveryNCalls", dependency="B", n=5)}, None, 1,
     "A B B B B B C"),
    ({"A": c("BeforeNCalls", dependency="A", n=2)}, c(PASSES, n=4), 1, "A B C A B C - -"),
    ({"B": c("AfterNCallsCombined", dependencies=["A", "C"], n=2)}, c(PASSES, n=2), 1, "A A B C"),
    ({"B": c("JustRan", dependency="A")}, c(PASSES, n=3), 1, "A B C A B C A B C"),
    ({}, c("AllHaveRun", dependencies=[]), 1, "A B C"),
    ({}, c("AllHaveRun", dependencies=["A", "B"]), 1, "A B"),
    ({}, c("Threshold", dependency="A", parameter="p", threshold=5, comparator=">="), 2,
     "A B C A B C A B C A B C A | "),
    ({"B": c("WithNode", node="A")}, None, 1, "AB C"),
    ({"A": c("TimeInterval", repeat=1, unit="ms"), "B": c("TimeInterval", repeat="2 ms")}, c("TimeTermination", t=4), 1,
     "A B C A - - A B C A - -"),
    ({}, c("BeforePass", n=1), 1, ""),
    ({}, None, 2, "A B C | A B C"),
]  # fmt: skip


@pytest.mark.parametrize(("specific", "end", "trials", "expected"), TRACES)
def test_traces(specific: dict[str, Any], end: Any, trials: int, expected: str):
    assert trace(specific, end, trials) == expected


def test_sets_of_several_nodes():
    assert trace({}, edges=("AB", "AC")) == "A BC"
    assert trace({}, edges=()) == "ABC"
    specific = {"B": c("EveryNCalls", dependency="A", n=2), "C": c("EveryNCalls", dependency="A", n=3)}
    end = c("And", dependencies=[c("AfterNCalls", dependency="C", n=2), c("JustRan", dependency="A")])
    assert trace(specific, end, edges=("AB", "AC")) == "A A B A C A B A A BC A"


def test_a_sequence_can_end():
    assert trace({}, None, 3, environment_sequence=c("AfterNEnvironmentStateUpdates", n=1)) == "A B C |  | "


@pytest.mark.parametrize(
    "scale", ["TimeScale.ENVIRONMENT_STATE_UPDATE", "environment_state_update", "Environment_State_Update"]
)
def test_spellings_of_time_scales(scale: str):
    ends: dict[str, Any] = {scale: c("AfterNCalls", dependency="B", n=1)}
    assert trace({}, None, 1, **ends) == "A B"


@pytest.mark.parametrize("scale", ["TimeScale.PASS", ".PASS", "PASS", "pass"])
def test_totals_of_a_pass(scale: str):
    specific = {"B": c("AtNCalls", dependency="A", n=1, time_scale=scale)}
    assert trace(specific, c(PASSES, n=2)) == "A B C A B C"


def test_older_files_say_args():
    specific = {"B": {"type": "EveryNCalls", "args": {"dependency": "A", "n": 2, "indices": None}}}
    assert trace(specific) == "A A B C"


WRONG = [
    (c("NoSuchCondition"), "there is no condition"),
    (c("WhenFinished", dependency="A"), "do not say that they are finished"),
    (c("While", func="x"), "a file cannot hold"),
    (c("BeforeNode", node="A"), "edits the graph"),
    (c("EveryNCalls", dependency="X", n=1), "no node 'X'"),
    (c("EveryNCalls", dependency="A", n="many"), "must be a number"),
    (c("EveryNPasses", n=0), "at least 1"),
    (c("AfterPass", n=1, time_scale="trail"), "no time scale 'trail'"),
    (c("All"), "needs conditions"),
    (c("Threshold", dependency="A", parameter="q", threshold=1, comparator="<"), "no value 'q'"),
    (c("Threshold", dependency="A", parameter="p", threshold=1, comparator="~"), "compares nothing"),
    (c("TimeInterval", repeat="soon"), "must be a time"),
    (c("TimeInterval", repeat=0), "above zero"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_wrong_conditions(wrong: dict[str, Any], message: str):
    with pytest.raises(HloError, match=message) as caught:
        runner({"B": wrong})
    assert "conditions.node_specific.B" in caught.value.message
    assert caught.value.span is not None


def test_every_n_calls_cannot_end_a_trial():
    with pytest.raises(HloError, match="cannot end a time scale"):
        runner({}, c("EveryNCalls", dependency="A", n=1))


def test_unknown_owners_and_scales():
    with pytest.raises(HloError, match="no node 'X'"):
        runner({"X": c("Always")})
    with pytest.raises(HloError, match="no time scale 'someday'"):
        runner({}, someday=c("Always"))


def test_a_trial_without_end_is_reported():
    with pytest.raises(HloError, match=r"has not ended after .* that have not run: C") as caught:
        runner({"C": c("Never")}).trial()
    assert caught.value.code == "limit.passes"


def test_every_condition_has_a_test():
    """A new kind needs a trace here."""
    tried: set[str] = set()

    def collect(body: Any) -> None:
        if isinstance(body, dict):
            tried.update([body["type"]] if "type" in body else [])
            for value in body.values():
                collect(value)
        elif isinstance(body, list | tuple):
            for value in body:
                collect(value)

    collect(TRACES)
    aliases = {
        "And",
        "Any",
        "Or",
        "AfterNEnvironmentSequences",
        "AtEnvironmentSequenceNStart",
        "BeforeEnvironmentSequence",
    }
    counts = {f"{way}{UPDATES}" for way in ("Before", "After")} | {
        f"AfterN{UPDATES}s",
        "AfterNConsiderationSetExecutions",
    }
    sets = {"BeforeConsiderationSetExecution", "AtConsiderationSetExecution"}
    assert set(kinds()) - tried == aliases | counts | sets


ARRAY = {
    "A": node({"n": {"default_initial_value": [0.0, 0.0], "value": "n + [1, 10]"}}, {"f": {"value": "n * 1"}}),
    "B": node({}, inputs={"i": {"shape": [2], "type": "float"}}, o="i"),
}


@pytest.mark.parametrize(
    ("where", "value"), [("A", "n"), ("A", "f"), ("A", "out"), ("B", "i"), ("B", "o"), ("B", "scalar")]
)
@pytest.mark.parametrize("indices", [[0], 0, [1], [-1], None, [7], [0, 0]])
def test_thresholds_on_any_value_before_its_first_run(where: str, value: str, indices: Any):
    """Zeros of the shape that the port states, or as many as are asked for; an error is one of the model."""
    nodes = {**ARRAY, "A": {**ARRAY["A"], "output_ports": {"out": {"value": "n", "shape": [2]}, "n": {"value": "n"}}}}
    nodes["B"] = {**ARRAY["B"], "output_ports": {"o": {"value": "i", "shape": [2]}, "scalar": {"value": "i[0]"}}}
    kwargs = {"dependency": where, "parameter": value, "threshold": 1, "comparator": ">=", "indices": indices}
    end = {"environment_state_update": {"type": "And", "kwargs": {"dependencies": [
        c("Threshold", **kwargs), c("JustRan", dependency="B")]}}}  # fmt: skip
    runner = mdf.Runner(model(nodes, {"e": edge("A.n", "B.i")}, {"node_specific": {}, "termination": end}))
    fits = indices in ([0], 0, [1], [-1]) if value != "scalar" else indices is None
    if fits:
        runner.trial()
        assert runner.values[f"{where}.{value}"] is not None
    else:
        with pytest.raises(HloError) as caught:
            runner.trial()
        assert "subscriptable" not in caught.value.message
        assert caught.value.code == "type.condition"
