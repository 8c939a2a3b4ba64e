"""``compare`` on the command line, in a session and in Python: the same answers."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main

TEXT = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
X = np.array([0.1, 0.2, 0.3, 0.4], np.float32)


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "a.mlir"
    path.write_text(TEXT)
    return path


def test_command_line(program, capsys):
    assert main(["compare", str(program), "--against", "numpy", "--random", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["diagnostics"], found["chunk"]) == ("ok", [], 0)
    assert set(found["compare"]) >= {
        *("against", "results", "first", "all", "passes", "paired", "unpaired", "reproducer"),
    }
    assert found["compare"]["results"] == [
        {
            "name": "%1",
            "type": "tensor<4xf32>",
            "differing": 0,
            "max_ulp": None,
            "max_abs": None,
            "max_rel": None,
            "first_index": None,
            "nan_left": 0,
            "nan_right": 0,
        }
    ]
    assert main(["compare", str(program), "--against", "numpy", "--random", "1"]) == 0
    assert capsys.readouterr().out == "it agrees with numpy\n"


WRONG = {
    "no engine": (["--against", "nowhere", "--random", "1"], 2, "command.option"),
    "an engine of models": (["--against", "onnxruntime", "--random", "1"], 2, "command.option"),
    "a long name": (["--against", "a" * 5000, "--random", "1"], 2, "command.option"),
    "no arguments": (["--against", "numpy"], 2, "run.arguments"),
    "no entry": (["--against", "numpy", "--entry", "nothing"], 1, "run.entry"),
    "no file of inputs": (["--against", "numpy", "--input", "nothing.npz"], 2, "run.input"),
    "option of others": (["--against", "numpy", "--random", "1", "--steps", "2"], 2, "command.option"),
}


@pytest.mark.parametrize(("words", "status", "code"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_command_line(program, words, status, code, capsys):
    assert main(["compare", str(program), *words, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["diagnostics"][0]["code"]) == ("error", code)


@pytest.mark.parametrize(
    "words", [["--ulp", "-1"], ["--rtol", "nan"], ["--stage", "all"], ["a", "b", "c"], ["-", "-"], []]
)
def test_words_that_make_no_command_line(words, capsys):
    assert main(["compare", *(words if words[:1] in ([], ["a"], ["-"]) else ["x.mlir", *words])]) == 2
    assert capsys.readouterr().err


def test_files_that_cannot_be_compared(tmp_path, capsys):
    assert main(["compare", str(tmp_path / "nothing.mlir")]) == 2
    script, broken = tmp_path / "a.hlo", tmp_path / "b.mlir"
    script.write_text("%x = 1\n")
    broken.write_text(TEXT.replace("tensor<4xf32> {", "tensor<5xf32> {"))
    capsys.readouterr()
    assert main(["compare", str(script), "--against", "numpy"]) == 1
    assert "run.kind" in capsys.readouterr().err
    assert main(["compare", str(broken), "--against", "numpy", "--random", "1"]) == 1
    assert "b.mlir:" in capsys.readouterr().err


def test_a_program_that_fails_is_an_error(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main(%n: tensor<i32>) -> tensor<?xi32> {\n"
        "  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
        "  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n"
        "  return %0 : tensor<?xi32>\n}\n"
    )
    assert main(["compare", str(path), "--against", "numpy", "--args", "[dense<-2> : tensor<i32>]", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["diagnostics"][0]["line"]) == ("error", 3)


def test_time_limit(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main() -> tensor<i32> {\n  %0 = stablehlo.constant dense<0> : tensor<i32>\n"
        "  %1 = stablehlo.while(%i = %0) : tensor<i32>\n"
        "   cond { %c = stablehlo.compare GE, %i, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "    stablehlo.return %c : tensor<i1> }\n"
        "   do { stablehlo.return %i : tensor<i32> }\n  return %1 : tensor<i32>\n}\n"
    )
    assert main(["compare", str(path), "--against", "numpy", "--timeout", "0.3", "--json"]) == 124
    assert json.loads(capsys.readouterr().out)["status"] == "timeout"


def test_session():
    session = hlorepl.Session()
    session.execute(f"{TEXT}\n%x = [0.1, 0.2, 0.3, 0.4]")
    for call in ("@main(%x)", "@main %x", "@main", "@main([1.0, 2.0, 3.0, 4.0])"):
        for text in (f":compare numpy {call}", f":compare {call} --against numpy --ulp 0"):
            result = session.execute(text)
            assert result.error is None, text
            assert result.text == "it agrees with numpy"
    for text in (
        ":compare",
        ":compare numpy",
        ":compare numpy @nobody",
        ":compare numpy @main --ulp x",
        ":compare @main --more",
    ):
        assert session.execute(text).error is not None, text
    assert session.execute("%x").error is None


def test_python():
    module = hlorepl.parse(TEXT)
    assert hlorepl.compare(module, against="numpy", inputs=[X]).status == "ok"
    assert hlorepl.compare(TEXT, against="numpy", inputs=[X]).json["first"] is None
    for arguments, options, code in (
        ([], {"against": "numpy"}, "run.arguments"),
        ([X], {"against": "nowhere"}, "run.against"),
        ([X], {"against": "no\0where" + "a" * 5000}, "run.against"),
        ([X], {"against": 3}, "type.argument"),
        ([X], {"against": "numpy", "colour": 1}, "type.argument"),
        ([X], {"against": "numpy", "entry": "f"}, "run.entry"),
    ):
        with pytest.raises(hlorepl.HloError) as caught:
            hlorepl.compare(module, inputs=arguments, **options)
        assert caught.value.code == code


@pytest.mark.parametrize("against", ["numpy", "f64"])
def test_what_is_not_finite_is_text_in_json(tmp_path, capsys, against):
    """The two sides may be farther apart than any number says."""
    left, right = tmp_path / "a.mlir", tmp_path / "b.mlir"
    text = (
        "func.func @main() -> tensor<2xf64> {\n  %0 = stablehlo.constant dense<[1.7e308, 0x7FF0000000000000]> : tensor<2xf64>\n"
        "  %1 = stablehlo.negate %0 : tensor<2xf64>\n  return %1 : tensor<2xf64>\n}\n"
    )
    left.write_text(text)
    right.write_text(text.replace("negate", "abs"))
    words = [str(left), str(right)] if against == "numpy" else [str(left), "--against", "f64"]
    assert main(["compare", *words, "--json"]) == (1 if against == "numpy" else 0)
    found = json.loads(capsys.readouterr().out)
    assert found["diagnostics"] == []
    if against == "numpy":
        assert found["compare"]["results"][0]["max_abs"] == "inf"


def test_an_error_beyond_all_numbers_is_text_in_json(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main() -> tensor<2xf32> {\n  %0 = stablehlo.constant dense<[3.0e38, 1.0]> : tensor<2xf32>\n"
        "  %1 = stablehlo.add %0, %0 : tensor<2xf32>\n  return %1 : tensor<2xf32>\n}\n"
    )
    assert main(["compare", str(path), "--against", "f64", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["compare"]
    assert (found["first"]["line"], found["first"]["difference"]["max_rel"]) == (3, "inf")
