"""A file is of one kind however it comes: by its extension, by what is in it, by ``--kind``; options change no result."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from doors.answers import Answer
from doors.disagreements import judge
from doors.telling import generic
from doors.text_doors import report_of
from onnx import TensorProto, helper

MLIR = """// What stands before
func.func private @twice(%x: tensor<2xf32>
    ) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.0, -0.1]> : tensor<2xf32>
  %0 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
SCRIPT = "%x = [1.0, -0.1]\n%y = add(%x, %x)\n"
FUNCTION_AND_COMMAND = MLIR + "\n:run @main\n"
FUNCTION_AND_OPS = MLIR + "%x = [1.0, -0.1]\n%y = call @twice(%x)\n"
JSON = '{"m": {"graphs": {"g": {"nodes": {"A": {"parameters": {"a": {"value": "0.1 * 3"}}, "output_ports": {"o": {"value": "a"}}}}}}}}'
YAML = "m:\n  graphs:\n    g:\n      nodes:\n        A: {parameters: {a: {value: 0.1 * 3}}, output_ports: {o: {value: a}}}\n"


def onnx_bytes() -> bytes:
    value = helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])
    constant = helper.make_node("Constant", [], ["x"], value_floats=[1.0, -0.1])
    graph = helper.make_graph([constant, helper.make_node("Add", ["x", "x"], ["y"])], "g", [], [value])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10).SerializeToString()


@dataclass(frozen=True)
class File:
    """What a file of a kind may hold, and the extension that says so."""

    kind: str
    suffix: str
    data: bytes


FILES = {
    "module": File("mlir", ".mlir", MLIR.encode()),
    "generic-module": File("mlir", ".mlir", generic(MLIR).encode()),
    "short-forms": File("script", ".hlo", SCRIPT.encode()),
    "function-and-command": File("script", ".hlo", FUNCTION_AND_COMMAND.encode()),
    "function-and-ops": File("script", ".hlo", FUNCTION_AND_OPS.encode()),
    "json": File("mdf", ".json", JSON.encode()),
    "yaml": File("mdf", ".yaml", YAML.encode()),
    "onnx": File("onnx", ".onnx", onnx_bytes()),
}

#: How a file comes, and where its extension does not say its kind.
WAYS = (
    "extension",
    "capitals",
    "no extension",
    "another extension",
    "standard input",
    "--kind",
    "--kind over extension",
)


def run(*words: str) -> tuple[Answer, Any]:
    report, answer = report_of("run", "--print", "full", *words)
    return answer, report.get("results")


def words_of(way: str, file: File, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    suffix = {
        "extension": file.suffix,
        "capitals": file.suffix.upper(),
        "no extension": "",
        "another extension": ".txt",
        "--kind": ".txt",
        "--kind over extension": ".mlir" if file.suffix != ".mlir" else ".json",
    }.get(way)
    kind = ["--kind", file.kind] if way.startswith("--kind") else []
    if suffix is None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.data)))
        return ["-"]
    path = folder / f"file{suffix}"
    path.write_bytes(file.data)
    return [str(path), *kind]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_of_one_kind(name, way, tmp_path, monkeypatch):
    file = FILES[name]
    answer = run(*words_of(way, file, tmp_path, monkeypatch))
    expected = (Answer("ok"), EXPECTED[name])
    complaint = judge(f"kinds/{name}", way, "batch run", answer == expected, f"{answer} is not {expected}")
    assert not complaint, complaint


def _tensors(*names: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": "tensor<2xf32>", "value": [1.0, -0.1] if name == "%x" else [2.0, -0.2]} for name in names
    ]


STEP = [{"step": 1, "nodes": {"A": {"o": 0.1 * 3}}}]
EXPECTED = {
    "module": _tensors("%0"),
    "generic-module": _tensors("%0"),
    "short-forms": _tensors("%x", "%y"),
    "function-and-command": _tensors("%0"),
    "function-and-ops": _tensors("%x", "%y"),
    "json": STEP,
    "yaml": STEP,
    "onnx": _tensors("y"),
}


@pytest.mark.parametrize("kind", ["mlir", "script", "mdf", "onnx"])
@pytest.mark.parametrize("name", FILES)
def test_the_kind_that_is_given_is_obeyed(name, kind, tmp_path):
    """What is no program of that kind is refused; a module as a script only defines its functions."""
    file = FILES[name]
    path = tmp_path / f"file{file.suffix}"
    path.write_bytes(file.data)
    (status, results) = (answer := run("--kind", kind, str(path)))[0].status, answer[1]
    if kind == file.kind:
        expected = ("ok", EXPECTED[name])
    elif kind == "script" and file.kind == "mlir":
        expected = ("ok", [])
    else:
        is_read = kind == "script" and file.kind != "onnx"  # then its values up to the error are shown
        expected = ("error", [] if is_read else None)
    agrees = (status, results) == expected
    complaint = judge(f"kinds/{name}", f"--kind {kind}", "batch run", agrees, f"{answer} is not {expected}")
    assert not complaint, complaint


EVERY_KIND = [
    ["--time"],
    ["--timeout", "50"],
    ["--threads", "1"],
    ["--max-memory", "1000000"],
    ["--profile"],
    ["--nan"],
    ["--save-values", "{folder}/values"],
    ["--output", "{folder}/values.npz"],
    ["--split-input-file"],
    ["-j", "2"],
    ["-q"],
    ["-v"],
]


@pytest.mark.parametrize("options", EVERY_KIND, ids=lambda options: options[0])
@pytest.mark.parametrize("name", ["module", "short-forms", "yaml", "onnx"])
def test_an_option_changes_no_result(name, options, tmp_path, monkeypatch):
    words = words_of("extension", FILES[name], tmp_path, monkeypatch)
    options = [word.format(folder=tmp_path) for word in options]
    answer = run(*words, *options)
    assert answer == (Answer("ok"), EXPECTED[name])
