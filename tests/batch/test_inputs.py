"""``--input``, ``--random`` and ``--shape`` of every kind of file; ``--seed`` and ``--max-memory``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx.parser
import pytest

from hlorepl.__main__ import main

MODEL = """m:
  graphs:
    g:
      nodes:
        A:
          input_ports: {x: {type: float}, k: {type: int}, v: {shape: [2]}}
          output_ports: {x: {value: x}, k: {value: k}, v: {value: v}}
        B:
          input_ports: {x: {type: float}, fed: {}}
          output_ports: {x: {value: x}, fed: {value: fed}}
      edges:
        e: {sender: A, sender_port: x, receiver: B, receiver_port: fed}
"""
#: Its free input ports, in order, and how each is drawn.
PORTS = ("A.x", "A.k", "A.v", "B.x")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """``run("a.yaml", …)``: the exit status and the JSON report."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(MODEL)

    def run(*words: str) -> tuple[int, dict[str, Any]]:
        status = main(["run", "--json", "--print", "full", *words])
        return status, json.loads(capsys.readouterr().out)

    return run


def values(report: dict[str, Any]) -> dict[str, list[Any]]:
    """The values of each output port, step by step."""
    found: dict[str, list[Any]] = {}
    for step in report["results"]:
        for node, ports in step["nodes"].items():
            for port, value in ports.items():
                found.setdefault(f"{node}.{port}", []).append(value)
    return found


def generator(seed: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64([seed, number]))


def test_mdf_ports_are_drawn_in_each_step(run):
    status, report = run("a.yaml", "--random", "7", "--steps", "3")
    assert status == 0
    found = values(report)
    assert found["A.x"] == generator(7, 0).standard_normal(3).tolist()
    assert found["A.k"] == generator(7, 1).integers(-8, 8, 3).tolist()
    assert found["A.v"] == generator(7, 2).standard_normal((3, 2)).tolist()
    assert found["B.x"] == generator(7, 3).standard_normal(3).tolist()
    assert found["B.fed"] == found["A.x"]


@pytest.mark.parametrize(
    ("arrays", "wanted"),
    [
        ({"A.x": 2.5}, {"A.x": [2.5] * 3, "B.x": [0.0] * 3}),
        ({"x": 2.5}, {"A.x": [2.5] * 3, "B.x": [2.5] * 3}),
        ({"A.x": [1.0, 2.0, 3.0]}, {"A.x": [1, 2, 3], "B.fed": [1, 2, 3]}),
        ({"v": [1.0, 2.0]}, {"A.v": [[1, 2]] * 3}),
        ({"v": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]}, {"A.v": [[1, 2], [3, 4], [5, 6]]}),
        ({"arr_0": 1.0, "arr_1": [4, 5, 6], "arr_2": [0.0, 1.0], "arr_3": 9.0}, {"A.k": [4, 5, 6], "B.x": [9] * 3}),
        ({"k": [4, 5]}, {"A.k": [[4, 5]] * 3}),
    ],
    ids=str,
)
def test_mdf_ports_from_a_file(run, arrays, wanted):
    np.savez("in.npz", **arrays)
    status, report = run("a.yaml", "--input", "in.npz", "--steps", "3")
    assert (status, report["diagnostics"]) == (0, [])
    assert wanted.items() <= values(report).items()


def test_a_setting_goes_before_what_is_given(run):
    np.savez("in.npz", x=[1.0, 2.0])
    found = values(run("a.yaml", "--input", "in.npz", "--steps", "2", "--set", "B.x=5")[1])
    assert (found["A.x"], found["B.x"]) == ([1, 2], [5, 5])


def test_no_steps(run):
    assert run("a.yaml", "--steps", "0")[1]["results"] == []


@pytest.mark.parametrize(
    ("arrays", "status", "code", "says"),
    [
        ({"arr_0": 1.0}, 2, "run.arguments", "4 free input ports"),
        ({"A.x": 1.0, "C.x": 1.0}, 1, "run.input", "C.x"),
        ({"fed": 1.0, "x": 1.0}, 1, "run.input", "fed"),
        ({"v": [1.0, 2.0, 3.0, 4.0]}, 1, "run.input", "[2]"),
    ],
)
def test_what_does_not_fit_a_graph(run, arrays, status, code, says):
    np.savez("in.npz", **arrays)
    found, report = run("a.yaml", "--input", "in.npz", "--steps", "3")
    (diagnostic,) = report["diagnostics"]
    assert (found, diagnostic["code"]) == (status, code)
    assert says in diagnostic["message"]


def test_one_array_for_one_port(run):
    text = "m: {graphs: {g: {nodes: {A: {input_ports: {x: {}}, output_ports: {o: {value: x * 2}}}}}}}\n"
    Path("b.yaml").write_text(text)
    np.save("x.npy", np.array([1.0, 2.0]))
    assert values(run("b.yaml", "--input", "x.npy", "--steps", "2")[1])["A.o"] == [2, 4]
    assert run("a.yaml", "--input", "none.npy")[0] == 2


def test_every_door_to_a_file_that_is_not_there(run):
    Path("a.hlo").write_text("%x = 1\n")
    for name in ("a.hlo", "a.yaml"):
        status, report = run(name, "--input", "none.npz")
        assert (status, report["diagnostics"][0]["message"]) == (2, "none.npz: No such file or directory")


def test_a_script_is_given_values(run):
    np.savez("in.npz", x=np.float32([1, 2]), y=np.float32([3, 4]))
    Path("a.hlo").write_text("%z = add %x, %y\n")
    status, report = run("a.hlo", "--input", "in.npz")
    assert status == 0
    assert [(each["name"], each["value"]) for each in report["results"]] == [("%z", [4, 6])]


def graph(text: str) -> None:
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 18]>\n{text}')
    Path("a.onnx").write_bytes(model.SerializeToString())


ADD = "g (float[N, 2] x, float[N, 2] b) => (float[N, 2] y) { y = Add(x, b) }"
TYPES = (
    *(("float", "standard_normal"), ("double", "standard_normal"), ("float16", "standard_normal")),
    *(("int64", "integers"), ("uint8", "integers"), ("bool", "integers"), ("bfloat16", "standard_normal")),
)


@pytest.mark.parametrize(("of", "method"), TYPES, ids=str)
def test_onnx_inputs_of_every_type_are_drawn(run, of, method):
    graph(f"g ({of}[3] x) => ({of}[3] y) {{ y = Identity(x) }}")
    status, report = run("a.onnx", "--random", "5")
    bounds = {"int64": (-8, 8, 3), "uint8": (0, 16, 3), "bool": (0, 2, 3)}.get(of, (3,))
    drawn = getattr(generator(5, 0), method)(*bounds)
    assert status == 0
    np.testing.assert_allclose(np.float64(report["results"][0]["value"]), drawn, rtol=1e-2)


def test_onnx_shapes_by_name_and_by_number(run):
    graph(ADD)
    assert run("a.onnx", "--random", "1")[1]["results"][0]["type"] == "tensor<2x2xf32>"
    for shape in ("x=5x2", "0=5x2", "b=5x2"):  # what N is for one input it is for all
        assert run("a.onnx", "--random", "1", "--shape", shape)[1]["results"][0]["type"] == "tensor<5x2xf32>"


PROGRAM = "func.func @main(%x: tensor<?xf32>, %y: tensor<?x3xf32>) -> (tensor<?xf32>, tensor<?x3xf32>) {\n  return %x, %y : tensor<?xf32>, tensor<?x3xf32>\n}\n"


def test_shapes_of_arguments_by_name_and_by_number(run):
    Path("a.mlir").write_text(PROGRAM)
    for shapes in (["x=4", "y=5x3"], ["%x=4", "1=5x3"], ["4", "5x3"]):
        words = [word for shape in shapes for word in ("--shape", shape)]
        report = run("a.mlir", "--random", "1", *words)[1]
        assert [each["type"] for each in report["results"]] == ["tensor<4xf32>", "tensor<5x3xf32>"]


@pytest.mark.parametrize("shape", ["z=2", "7=2", "x=2y3", "x=-1", "=2"])
@pytest.mark.parametrize("name", ["a.mlir", "a.onnx"])
def test_wrong_shapes(run, name, shape):
    graph(ADD)
    Path("a.mlir").write_text(PROGRAM)
    status, report = run(name, "--random", "1", "--shape", shape)
    assert (status, report["diagnostics"][0]["code"]) == (2, "run.shape")


@pytest.mark.parametrize(
    ("arrays", "status", "says"),
    [
        ({}, 2, "takes 2 inputs, and 0 are given"),
        ({"x": np.zeros((2, 2), np.float32)}, 2, "takes 2 inputs, and 1 is given"),
        ({"a": 0, "b": 0, "c": 0}, 2, "takes 2 inputs, and 3 are given"),
        ({"x": np.zeros((2, 2)), "b": np.zeros((2, 2))}, 1, "declared as float"),
    ],
    ids=str,
)
def test_what_does_not_fit_an_onnx_model(run, arrays, status, says):
    graph(ADD)
    np.savez("in.npz", **arrays)
    found, report = run("a.onnx", "--input", "in.npz")
    assert found == status
    assert says in report["diagnostics"][0]["message"]


DRAWS = {
    "a.mlir": "func.func @main() -> tensor<3xf32> {\n  %a = stablehlo.constant dense<0.0> : tensor<f32>\n  %b = stablehlo.constant dense<1.0> : tensor<f32>\n  %s = stablehlo.constant dense<3> : tensor<1xi64>\n  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n}\n",
    "a.hlo": "%s = [3] : i64\n%0 = rng 0.0, 1.0, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>\n",
    "a.onnx": "g () => (float[3] y) { y = RandomUniform<shape = [3]>() }",
    "b.yaml": "m: {graphs: {g: {nodes: {A: {parameters: {t: {function: drift_diffusion_integrator, args: {starting_point: 0, non_decision_time: 0.1, drift_rate: 1, threshold: 1}}}, output_ports: {o: {value: t}}}}}}}\n",
}


@pytest.mark.parametrize("name", DRAWS)
def test_the_seed_is_where_random_numbers_begin(run, name):
    if name == "a.onnx":
        graph(DRAWS[name])
    else:
        Path(name).write_text(DRAWS[name])
    found = [run(name, *words)[1]["results"] for words in (["--seed", "3"], ["--seed", "3"], ["--seed", "4"], [])]
    assert found[0] == found[1]
    assert found[0] != found[2] != found[3]
    assert run(name, "--seed", "0")[1]["results"] == found[3]


LARGE = {
    "a.mlir": "func.func @main() -> tensor<1000000xf32> {\n  %0 = stablehlo.iota dim = 0 : tensor<1000000xf32>\n  return %0 : tensor<1000000xf32>\n}\n",
    "a.hlo": "%0 = iota dim = 0 : tensor<1000000xf32>\n",
    "view.hlo": "%0 = broadcast_in_dim 1.0, dims = [] : (tensor<f32>) -> tensor<1000000xf32>\n",
    "a.onnx": "g () => (float[1000000] y) <int64[1] s = {1000000}> { y = ConstantOfShape(s) }",
}


@pytest.mark.parametrize("watch", [[], ["--nan"]], ids=["", "watched"])
@pytest.mark.parametrize("name", LARGE)
def test_memory_is_counted(run, name, watch):
    if name == "a.onnx":
        graph(LARGE[name])
    else:
        Path(name).write_text(LARGE[name])
    status, report = run(name, "--max-memory", "1000000", *watch)
    assert (status, report["diagnostics"][0]["code"]) == (1, "limit.memory")
    assert run(name, "--max-memory", "100000000", "--print", "none", *watch)[0] == 0
