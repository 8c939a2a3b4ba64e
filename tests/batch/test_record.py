"""``run --record FILE`` and ``compare --against FILE``: a run, and a later one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hlorepl.__main__ import main

PROGRAM = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  %2 = stablehlo.add %1, %a : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
LOOP = """func.func @main() -> tensor<f32> {
  %n = stablehlo.constant dense<NUMBER> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %x = stablehlo.constant dense<0.5> : tensor<f32>
  %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.tanh %v : tensor<f32>
    stablehlo.return %j, %w : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""
MODEL = """m:
    format: ModECI MDF v0.4
    graphs:
        g:
            nodes:
                n:
                    parameters:
                        a: {value: 2.0}
                        s: {default_initial_value: 0.0, value: s + a}
                    output_ports:
                        o: {value: s}
"""


def recorded(tmp_path: Path, text: str, *words: str, name: str = "a.mlir") -> tuple[str, str]:
    """A file, and the record of a run of it."""
    file, record = tmp_path / name, tmp_path / "r.json"
    file.write_text(text)
    assert main(["run", str(file), "--record", str(record), "--print", "none", *words]) == 0
    return str(file), str(record)


def test_the_same_run_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, PROGRAM, "--random", "1")
    assert main(["compare", file, "--against", record, "--random", "1"]) == 0
    assert capsys.readouterr().out == f"it agrees with {record}\n"


def test_the_first_value_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, PROGRAM, "--random", "1")
    Path(file).write_text(PROGRAM.replace("stablehlo.sine", "stablehlo.cosine"))
    assert main(["compare", file, "--against", record, "--random", "1", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["compare"]
    assert {"line": 3, "ops": ["stablehlo.cosine"], "names": ["%1"]}.items() <= found["first"].items()
    assert (found["unpaired"], len(found["results"])) == ([], 1)
    assert main(["compare", file, "--against", record, "--random", "2", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["compare"]["first"]["names"] == ["%a"]


def test_a_program_with_an_op_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, PROGRAM, "--random", "1")
    more = "  %9 = stablehlo.abs %a : tensor<4xf32>\n  %0 ="
    Path(file).write_text(PROGRAM.replace("  %0 =", more).replace("%2", "%5"))
    assert main(["compare", file, "--against", record, "--random", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["compare"]
    assert [(each["side"], each["op"]) for each in found["unpaired"]] == [("left", "stablehlo.abs")]


def test_a_tolerance_looks_at_summaries(tmp_path: Path):
    file, record = recorded(tmp_path, PROGRAM, "--args", "[dense<1.0> : tensor<4xf32>]")
    words = ["compare", file, "--against", record, "--args", "[dense<1.0001> : tensor<4xf32>]"]
    assert main(words) == 1
    assert main([*words, "--rtol", "1e-3"]) == 0
    assert main([*words, "--rtol", "1e-6"]) == 1


def test_a_long_loop_takes_a_small_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, LOOP.replace("NUMBER", "2000"))
    assert Path(record).stat().st_size < 150_000
    assert main(["compare", file, "--against", record]) == 0
    Path(file).write_text(LOOP.replace("NUMBER", "1999"))
    capsys.readouterr()
    assert main(["compare", file, "--against", record, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["compare"]
    assert any("was made" in note for note in found["notes"]) or found["first"] is not None


def test_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, LOOP.replace("NUMBER", "5"))
    Path(file).write_text(LOOP.replace("NUMBER", "5").replace("tanh %v", "sine %v"))
    assert main(["compare", file, "--against", record, "--json"]) == 1
    first = json.loads(capsys.readouterr().out)["compare"]["first"]
    assert (first["line"], first["frames"][-1]["turn"]) == (12, 0)


def test_scripts_and_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, "%x = [1.0, 2.0]\n%y = tanh(%x)\n", name="a.hlo")
    assert main(["compare", file, "--against", record]) == 0
    Path(file).write_text("%x = [1.0, 2.5]\n%y = tanh(%x)\n")
    assert main(["compare", file, "--against", record]) == 1
    file, record = recorded(tmp_path, MODEL, "--steps", "3", name="m.yaml")
    assert main(["compare", file, "--against", record, "--steps", "3"]) == 0
    Path(file).write_text(MODEL.replace("2.0", "2.5"))
    assert main(["compare", file, "--against", record, "--steps", "3"]) == 1


def test_on_a_grid(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    text = """module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    %1 = stablehlo.tanh %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}"""
    file, record = recorded(tmp_path, text, "--random", "1")
    assert [each["process"] for each in json.loads(Path(record).read_text())["processes"]] == [[0, 0], [1, 0]]
    assert main(["compare", file, "--against", record, "--random", "1"]) == 0
    Path(file).write_text(text.replace("tanh", "sine"))
    capsys.readouterr()
    assert main(["compare", file, "--against", record, "--random", "1"]) == 1
    assert "that is in process (0, 0)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        '{"hlorepl record":1}',
        '{"hlorepl record":2,"program":"a","processes":[]}',
        '{"hlorepl record":1,"program":"a","processes":[{"process":[0,0],"spots":[["a","b","c","d",1,null]],"rows":[[5,[],"",0,0,0,0,0]]}]}',
        '{"hlorepl record":1,"program":"a","processes":[{"process":[0,0],"spots":[[1,2,3,4,5,6]],"rows":[]}]}',
        '{"hlorepl record":1,' + "[" * 100_000,
    ],
)
def test_what_is_no_record_is_an_error(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]):
    file, record = recorded(tmp_path, PROGRAM, "--random", "1")
    Path(record).write_text(text)
    assert main(["compare", file, "--against", record, "--random", "1"]) == 1
    assert "[run.record]" in capsys.readouterr().err


def test_where_it_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "a.mlir").write_text(PROGRAM)
    assert main(["run", str(tmp_path / "a.mlir"), "--random", "1", "--record", str(tmp_path / "no" / "r.json")]) in (
        1,
        2,
    )
    assert "Traceback" not in capsys.readouterr().err
