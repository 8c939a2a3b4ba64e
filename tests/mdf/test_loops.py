"""Trials in one piece of code leave, bit for bit and type for type, what trials one by one leave."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.evaluation import Runner
from hlorepl.mdf.loop_source import TrialLoop
from hlorepl.mdf.recording import StepFailed

STEPS = 40

_UNARY = [
    "-{}",
    "numpy.exp({} * 0.01)",
    "numpy.sin({})",
    "numpy.tanh({})",
    "abs({})",
    "math.sqrt(abs({}))",
    "({}) ** 2",
]
_UNARY += [
    "({}) ** 3",
    "numpy.sqrt(numpy.absolute({}))",
    "(0.0 if {} > 0 else 1.0)",
    "numpy.floor({})",
    "({})[0]",
    "(not {})",
]
_BINARY = [
    "({} + {})",
    "({} - {})",
    "({} * {})",
    "({} / (1.5 + {}))",
    "numpy.maximum({}, {})",
    "({} < {})",
    "({} % 3 + {})",
]
_BINARY += [
    "numpy.hypot({}, {})",
    "({} and {})",
    "({} or {})",
    "({} if 1 > 0 else {})",
    "({} / {})",
    "numpy.pi * {} + {}",
]


def _expression(dice: random.Random, names: list[str], depth: int = 0) -> str:
    roll = dice.random()
    if depth > 2 or roll < 0.35:
        return dice.choice([*names, *names, "1", "2.5", "0", "-0.5", "True"])
    if roll < 0.6:
        return dice.choice(_UNARY).format(_expression(dice, names, depth + 1))
    first, second = (_expression(dice, names, depth + 1) for _ in range(2))
    return dice.choice(_BINARY).format(first, second)


def _node(dice: random.Random, place: int) -> dict[str, Any]:
    ports: dict[str, Any] = {}
    for name in ["i", "j"][: dice.randint(0, 2)] if place else []:
        ports[name] = {}
        if dice.random() < 0.6:
            ports[name] |= {"shape": dice.choice([[1], [1], [1, 1]]), "type": dice.choice(["float", "int"])}
        if dice.random() < 0.3:
            ports[name] |= {"reduce": dice.choice(["add", "multiply", "overwrite"])}
    names, parameters = [*ports], dict[str, Any]()
    for name in ("p", "q", "r")[: dice.randint(1, 3)]:
        kind = dice.random()
        if kind < 0.25:
            value: Any = dice.choice([0.5, 2, -1.25, [0.75], [[1.5]], [2]])
            parameters[name] = {"value": value}
        elif kind < 0.6:
            own = [*names, name]
            parameters[name] = {
                "default_initial_value": dice.choice([0.0, 1, "0.5", [0.25]]),
                "time_derivative": _expression(dice, own),
            }
        elif kind < 0.8:
            parameters[name] = {
                "default_initial_value": dice.choice([0.0, 1, [0.5]]),
                "value": f"{name} * 0.5 + {_expression(dice, [*names, name], 1)}",
            }
        else:
            parameters[name] = {"value": _expression(dice, names or ["1.5"])}
        if kind >= 0.25 and dice.random() < 0.3:
            test, new = _expression(dice, [*names, name]), dice.choice(["0", "1.5", name, "-0.25"])
            parameters[name]["conditions"] = [{"id": "c", "test": f"{test} > 1", "value": new}]
        names.append(name)
    functions: dict[str, Any] = {}
    if dice.random() < 0.4:
        functions["f"] = {"function": "linear", "args": {"variable0": names[0], "slope": "2", "intercept": names[-1]}}
        names.append("f")
    node: dict[str, Any] = {"parameters": parameters, "output_ports": {"o": {"value": dice.choice(names)}}}
    return node | ({"input_ports": ports} if ports else {}) | ({"functions": functions} if functions else {})


def _model(seed: int) -> mdf.Model:
    dice = random.Random(seed)
    nodes = {f"n{place}": _node(dice, place) for place in range(dice.randint(1, 4))}
    edges: dict[str, Any] = {}
    for place, (name, node) in enumerate(nodes.items()):
        for port in node.get("input_ports", {}):
            for _ in range(dice.randint(1, 2)):
                edge: dict[str, Any] = {"sender": f"n{dice.randrange(place)}", "sender_port": "o", "receiver": name}
                edge |= {"receiver_port": port}
                if dice.random() < 0.3:
                    edge["parameters"] = {"weight": dice.choice([0.5, 2, [1.5]])}
                edges[f"e{len(edges)}"] = edge
    return mdf.loads(json.dumps({"m": {"graphs": {"g": {"nodes": nodes, "edges": edges}}}}), "json")


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same in type, shape and bits (any NaN is like another)."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float | int | bool | np.ndarray):
        a, b = np.asarray(one), np.asarray(other)
        is_same = a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        return bool(is_same and (a.dtype.kind != "f" or np.array_equal(np.signbit(a[a == a]), np.signbit(b[b == b]))))
    return one is other or one == other


def _outcome(make: Callable[[], Any]) -> Any:
    """What a run recorded, and its error."""
    try:
        run = make()
        return "", run._columns, run.steps
    except StepFailed as error:
        return str(error), error.run._columns, error.run.steps
    except HloError as error:
        return str(error), {}, 0


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Any]:
    def run(make: Callable[[], Any]) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(Runner, "is_loopable", False)
            return make()

    return run


@pytest.mark.parametrize("group", range(8))
def test_random_models(group: int, one_by_one: Callable[[Callable[[], Any]], Any]) -> None:
    typed = 0
    for seed in range(group * 25, group * 25 + 25):
        model = _model(seed)

        ports = sorted({port.id for node in Runner(model).plan.nodes for port in node.ports})
        inputs = None if seed % 2 or not ports else {ports[0]: [0.5, [2.0], [3], 1][seed // 2 % 4]}

        def run(model: mdf.Model = model, inputs: Any = inputs) -> Any:
            return _outcome(lambda: mdf.evaluate(model, STEPS, 0.1, inputs))

        expected, found = one_by_one(run), run()
        assert _same(expected, found), f"seed {seed}"
        if not expected[0]:
            typed += _values_agree(model, seed)
    assert typed > 3


def _values_agree(model: mdf.Model, seed: int) -> bool:
    """Whether the kinds of all values were known; what is left in the graph must be the same."""
    slow, fast = Runner(model), Runner(model)
    for runner in (slow, fast):
        runner.trial()
        runner.interpret(0.1)
    for _ in range(STEPS):
        slow.trial(0.1)
    slots = [port.slot for node in fast.plan.nodes for port in node.outputs]
    trials = fast.run_many(STEPS, 0.1, slots)
    assert trials is not None
    if trials.whole < STEPS:
        fast.interpret(0.1, done=trials.nodes)
    for _ in range(STEPS - trials.whole - (trials.whole < STEPS)):
        fast.trial(0.1)
    assert slow.trials == fast.trials
    for name in slow.values:
        assert _same(slow.values[name], fast.values[name]), f"seed {seed}, {name}"
    assert slow.trial(0.1).keys() == fast.trial(0.1).keys()
    return bool(trials.columns) and trials.columns[0].kind is not None


def test_a_node_that_fails_ends_the_loop_where_it_stands() -> None:
    parameters = {"x": {"default_initial_value": 3, "value": "x - 1"}, "y": {"value": "6.0 / x"}}
    node = {"parameters": parameters, "output_ports": {"o": {"value": "y"}}}
    after = {"input_ports": {"i": {}}, "output_ports": {"o": {"value": "i"}}}
    edge = {"sender": "a", "sender_port": "o", "receiver": "b", "receiver_port": "i"}
    graph = {"nodes": {"a": node, "b": after}, "edges": {"e": edge}}
    run = mdf.evaluate(mdf.loads(json.dumps({"m": {"graphs": {"g": graph}}}), "json"), STEPS)
    with np.errstate(divide="ignore"):
        expected = 6.0 / np.arange(2.0, 2 - STEPS, -1)
    assert np.array_equal(run["b"]["o"], expected)


def test_what_was_recorded_before_an_error_is_kept() -> None:
    parameters = {"x": {"default_initial_value": 40, "value": "x + 1"}, "y": {"value": "2 ** x"}}
    node = {"parameters": parameters, "output_ports": {"o": {"value": "y"}}}
    with pytest.raises(StepFailed, match=r"64 bits") as caught:
        mdf.evaluate(mdf.loads(json.dumps({"m": {"graphs": {"g": {"nodes": {"a": node}}}}}), "json"), STEPS)
    run = caught.value.run
    assert run["a"]["o"].tolist() == [2**x for x in range(41, 41 + run.steps)]
    assert run.steps == 22


def test_a_loop_knows_kinds_and_says_so() -> None:
    model = mdf.loads(
        json.dumps(
            {
                "m": {
                    "graphs": {
                        "g": {
                            "nodes": {
                                "a": {
                                    "input_ports": {"i": {"shape": [1]}},
                                    "parameters": {"x": {"default_initial_value": 0.0, "time_derivative": "i + 1 - x"}},
                                    "output_ports": {"o": {"value": "x"}},
                                }
                            }
                        }
                    }
                }
            }
        ),
        "json",
    )
    runner = Runner(model)
    runner.trial()
    runner.interpret(0.1)
    slot = runner.plan.nodes[0].outputs[0].slot
    loop = TrialLoop(runner._state, True, 0.1, [slot])
    assert loop.kinds[slot].shape == (1,)
    assert runner.values["a.o"].shape == (1,)
    assert loop.run(10).whole == 10
    assert runner.values["a.o"].shape == (1,)
    assert not runner.values["a.o"].flags.writeable
