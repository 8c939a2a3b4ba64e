"""Random graphs and expressions: the same values, trial by trial, as modeci_mdf's own engine."""

from __future__ import annotations

import contextlib
import io
import json
import math
import random
import warnings
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf

pytestmark = pytest.mark.peers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    engine = pytest.importorskip("modeci_mdf.execution_engine")
    peer = pytest.importorskip("modeci_mdf.mdf")

TRIALS = 5


class Maker:
    """Makes random models out of what both engines define (no forward references, no ties between edges)."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def number(self) -> float:
        return round(self.random.uniform(-2, 2), 2)

    def expression(self, names: list[str], depth: int = 3) -> str:
        pick = self.random.random
        if depth == 0 or pick() < 0.25:
            return self.random.choice(names) if names and pick() < 0.7 else repr(self.number())
        a, b = self.expression(names, depth - 1), self.expression(names, depth - 1)
        kind = self.random.randrange(9)
        if kind < 4:
            return f"({a}) {self.random.choice('+-*')} ({b})"
        if kind == 4:
            return f"({a}) / (1.5 + numpy.abs({b}))"
        if kind == 5:
            return f"numpy.{self.random.choice(['tanh', 'sin', 'cos', 'arctan'])}({a})"
        if kind == 6:
            return f"(({a}) if ({b}) > 0.1 else ({b}))"
        if kind == 7:
            return f"numpy.maximum({a}, {b})"
        return f"-({a}) ** 2"

    def call(self, names: list[str]) -> dict[str, Any]:
        name, args = self.random.choice(
            [
                ("linear", ["variable0", "slope", "intercept"]),
                ("logistic", ["variable0", "gain", "bias", "offset"]),
                ("tanh", ["variable0", "scale"]),
                ("cos", ["variable0", "scale"]),
                ("Relu", ["A"]),
            ]
        )
        return {"function": name, "args": {arg: self.expression(names, 1) for arg in args}}

    def parameter(self, names: list[str], own: str) -> dict[str, Any]:
        kind = self.random.randrange(5)
        if kind == 0:
            return {"value": self.number()}
        if kind == 1:
            return {"value": self.expression(names)}
        if kind == 2:
            return {"value": f"0.5*{own} + {self.expression(names, 1)}", "default_initial_value": self.number()}
        body = {"default_initial_value": self.number(), "time_derivative": self.expression([*names, own], 2)}
        if kind == 4:
            test = f"{own} > {self.number()}"
            body["conditions"] = [{"id": "c", "test": test, "value": self.number()}]
        return body

    def node(self, inputs: int) -> dict[str, Any]:
        ports = {f"i{k}": {"shape": [1], "type": "float"} for k in range(inputs)}
        names = list(ports)
        parameters: dict[str, Any] = {}
        for k in range(self.random.randint(1, 4)):
            parameters[f"p{k}"] = self.parameter(names, f"p{k}")
            names.append(f"p{k}")
        functions = {}
        for k in range(self.random.randint(0, 2)):
            functions[f"f{k}"] = self.call(names)
            names.append(f"f{k}")
        outputs = {f"o{k}": {"value": self.expression(names, 2)} for k in range(self.random.randint(1, 2))}
        return {"input_ports": ports, "parameters": parameters, "functions": functions, "output_ports": outputs}

    def graph(self) -> dict[str, Any]:
        count = self.random.randint(1, 5)
        nodes: dict[str, Any] = {}
        edges: dict[str, Any] = {}
        for k in range(count):
            inputs = self.random.randint(0, 2) if k else self.random.randint(0, 1)
            nodes[f"n{k}"] = self.node(inputs)
            for port in nodes[f"n{k}"]["input_ports"]:
                if k == 0:
                    continue
                sender = self.random.randrange(k)
                edge = {
                    "sender": f"n{sender}",
                    "receiver": f"n{k}",
                    "sender_port": self.random.choice(list(nodes[f"n{sender}"]["output_ports"])),
                    "receiver_port": port,
                }
                if self.random.random() < 0.5:
                    edge["parameters"] = {"weight": self.number()}
                edges[f"e{len(edges)}"] = edge
        return {"nodes": nodes, "edges": edges}

    def conditions(self, nodes: dict[str, Any]) -> dict[str, Any]:
        """Conditions that let every node run sooner or later."""
        ids = list(nodes)
        specific = {}
        for node in ids[1:]:
            other = self.random.choice(ids)
            specific[node] = self.random.choice(
                [
                    {"type": "EveryNPasses", "kwargs": {"n": self.random.randint(1, 3)}},
                    {"type": "AfterPass", "kwargs": {"n": self.random.randint(0, 2)}},
                    {"type": "EveryNCalls", "kwargs": {"dependency": ids[0], "n": self.random.randint(1, 3)}},
                    {"type": "AfterNCalls", "kwargs": {"dependency": ids[0], "n": self.random.randint(1, 3)}},
                    {"type": "Any", "kwargs": {"dependencies": [
                        {"type": "AtPass", "kwargs": {"n": 1}}, {"type": "JustRan", "kwargs": {"dependency": other}}]}},
                ]
            )  # fmt: skip
        end = {"type": "AfterNPasses", "kwargs": {"n": 5}}
        return {"node_specific": specific, "termination": {"environment_state_update": end}}


def peer_values(tree: dict[str, Any], dt: float) -> list[dict[str, dict[str, Any]]]:
    """The output values of each trial in modeci_mdf; it prints as it goes."""
    found = []
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = peer.Model.from_json(json.dumps(tree))
        graph = engine.EvaluableGraph(model.graphs[0], verbose=False)
        for trial in range(TRIALS):
            graph.evaluate(time_increment=dt if trial else None)
            found.append(
                {
                    node: {port: output.curr_value for port, output in enode.evaluable_outputs.items()}
                    for node, enode in graph.enodes.items()
                }
            )
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
    runner = mdf.Runner(mdf.loads(json.dumps(tree)))
    for trial, values in enumerate(expected):
        ours = runner.trial(dt if trial else None)
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
    maker = Maker(2000 + seed)
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
                math.isfinite(np.sum(v)) for node in values[-1].values() for v in node.values() if v is not None
            )
    assert finite >= 3
