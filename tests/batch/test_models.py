"""MDF models on the command line: results and diagnostics as JSON, settings, files, the export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl.__main__ import main

MODEL = """m:
  graphs:
    first:
      nodes:
        A:
          input_ports: {i: {type: float}}
          parameters:
            word: {value: {ISA: goal}}
            t: {default_initial_value: 0.0, time_derivative: "1"}
          output_ports: {sum: {value: i + 0.1}, bad: {value: "[t, numpy.nan]"}, word: {value: word}, t: {value: t}}
    second:
      nodes: {B: {parameters: {z: {value: 7}}, output_ports: {o: {value: z}}}}
"""
WRONG = """m:
  graphs:
    g:
      nodes:
        A:
          parameters:
            a: {value: b + 1}
            c: {value: ().__class__}
      edges:
        e: {sender: A, receiver: C, sender_port: o, receiver_port: i}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "model.yaml"
    made.write_text(MODEL)
    return made


def json_of(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)


def test_results(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["run", str(file), "--json", "--steps", "2", "--dt", "0.5", "--set", "A.i=0.25"]) == 0
    assert json_of(capsys)["results"] == [
        {"step": 1, "nodes": {"A": {"sum": 0.35, "bad": [0.0, "nan"], "word": {"ISA": "goal"}, "t": 0.0}}},
        {"step": 2, "nodes": {"A": {"sum": 0.35, "bad": [0.5, "nan"], "word": {"ISA": "goal"}, "t": 0.5}}},
    ]


def test_noise_begins_at_the_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    args = {"starting_point": 0, "non_decision_time": 0.1, "drift_rate": 1, "threshold": 1}
    node = {
        "parameters": {"t": {"function": "drift_diffusion_integrator", "args": args}},
        "output_ports": {"out": {"value": "t"}},
    }
    path = tmp_path / "ddm.json"
    path.write_text(json.dumps({"m": {"format": "ModECI MDF v0.4", "graphs": {"g": {"nodes": {"A": node}}}}}))
    found = []
    for seed in ("3", "3", "4"):
        assert main(["run", "--json", "--print", "full", "--seed", seed, str(path)]) == 0
        found.append(json_of(capsys)["results"])
    assert found[0] == found[1] != found[2]


def test_another_graph_and_a_list(file: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["run", str(file), "--json", "--graph", "second", "--set", "B.z=[1, 2.5]"]) == 0
    assert json_of(capsys)["results"] == [{"step": 1, "nodes": {"B": {"o": [1.0, 2.5]}}}]


def test_output_file(file: Path, tmp_path: Path):
    assert main(["run", str(file), "--steps", "3", "--dt", "1", "--output", str(tmp_path / "o.npz"), "-q"]) == 0
    with np.load(tmp_path / "o.npz") as arrays:
        np.testing.assert_array_equal(arrays["A.t"], [0.0, 1.0, 2.0])


def test_each_mistake_is_a_diagnostic_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG)
    assert main(["check", str(file), "--json"]) == 1
    found = [(d["code"], d["line"], d["column"]) for d in json_of(capsys)["diagnostics"]]
    assert found == [("name.unknown", 7, 24), ("syntax.expression", 8, 24), ("name.unknown", 10, 12)]


def test_statuses(file: Path):
    assert main(["run", str(file), "--set", "nothing"]) == 2
    assert main(["run", str(file), "--set", "A.q=1"]) == 1
    assert main(["run", str(file), "--graph", "third"]) == 1
    assert main(["check", str(file)]) == 0


def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, made = tmp_path / "m.json", tmp_path / "m.mlir"
    node = {
        "parameters": {"x": {"default_initial_value": 1.0, "time_derivative": "-x"}},
        "output_ports": {"o": {"value": "x"}},
    }
    file.write_text(json.dumps({"m": {"graphs": {"g": {"nodes": {"A": node}}}}}))
    assert main(["mdf", "export", str(file), "-o", str(made)]) == 0
    assert main(["check", str(made)]) == 0
    assert main(["mdf", "export", str(tmp_path / "none.json")]) == 2
    for name in ("x.onnx", "x.json"):
        assert main(["mdf", "export", str(file), "-o", str(tmp_path / name)]) == 2
        assert "[command.output]" in capsys.readouterr().err
        assert not (tmp_path / name).exists()
