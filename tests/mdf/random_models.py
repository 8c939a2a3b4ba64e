"""Random models, for comparisons."""

from __future__ import annotations

import random
from typing import Any


class Maker:
    """Makes random models out of what both engines define (no forward references, no ties between edges)."""

    def __init__(self, seed: int, branches: bool = True):
        self.random = random.Random(seed)
        self.branches = branches

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
        if kind == 6 and self.branches:
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
                    {"type": "AtNCalls", "kwargs": {"dependency": ids[0], "n": self.random.randint(1, 3)}},
                    {"type": "AfterConsiderationSetExecution", "kwargs": {"n": self.random.randint(0, 3)}},
                    {"type": "Not", "kwargs": {"condition": {"type": "BeforePass", "kwargs": {"n": 2}}}},
                    {"type": "NWhen", "kwargs": {"condition": {"type": "AfterPass", "kwargs": {"n": 0}}, "n": 2}},
                    {"type": "Threshold", "kwargs": {
                        "dependency": ids[0], "parameter": "p0", "threshold": self.number(), "comparator": ">"}},
                    {"type": "Any", "kwargs": {"dependencies": [
                        {"type": "AtPass", "kwargs": {"n": 1}}, {"type": "JustRan", "kwargs": {"dependency": other}}]}},
                ]
            )  # fmt: skip
        end = {"type": "AfterNPasses", "kwargs": {"n": 5}}
        return {"node_specific": specific, "termination": {"environment_state_update": end}}
