"""``--plan`` and ``:plan``: what was done to a plan before it runs, and why not."""

import json

import pytest

import hlorepl
from hlorepl import Session
from hlorepl.__main__ import main
from hlorepl.analysis.plans import parts_of
from hlorepl.engine.passes.notes import KINDS

PROGRAM = """func.func @main(%x: tensor<300x400xf32>) -> tensor<300x400xf32> {
  %a = call @scaled(%x) : (tensor<300x400xf32>) -> tensor<300x400xf32>
  %b = stablehlo.exponential %a : tensor<300x400xf32>
  %c = stablehlo.exponential %a : tensor<300x400xf32>
  %d = stablehlo.add %b, %c : tensor<300x400xf32>
  %e = stablehlo.sine %x : tensor<300x400xf32>
  return %d : tensor<300x400xf32>
}
func.func @scaled(%x: tensor<300x400xf32>) -> tensor<300x400xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.multiply %half, %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<300x400xf32>
  %r = stablehlo.multiply %x, %b : tensor<300x400xf32>
  return %r : tensor<300x400xf32>
}
"""
#: A loop that no block of rows can run by itself.
LOOP = """func.func @main(%x: tensor<70000xf32>, %n: tensor<i32>) -> tensor<70000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<70000xf32> cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.reverse %v, dims = [0] : tensor<70000xf32>
    %u = stablehlo.add %v, %w : tensor<70000xf32>
    stablehlo.return %j, %u : tensor<i32>, tensor<70000xf32>
  }
  return %r#1 : tensor<70000xf32>
}
"""


def test_rows_say_what_was_done_and_where():
    (part,) = parts_of(hlorepl.compile(hlorepl.parse(PROGRAM)).plan, "@main")
    assert (part.written, part.run) == (5, 1)
    assert {(row.kind, row.line) for row in part.rows} == {
        *(("inlined", 2), ("folded", 12), ("shared", 4), ("dropped", 6), ("chain", 5), ("reused", 5))
    }
    assert all(row.kind in KINDS and row.meaning for row in part.rows)
    (chain,) = (row for row in part.rows if row.kind == "chain")
    assert (chain.steps, chain.what) == (3, "120000 rows")


def test_a_loop_that_stays_one_says_why_and_its_body_is_told_of():
    parts = parts_of(hlorepl.compile(hlorepl.parse(LOOP)).plan, "@main")
    assert [part.name for part in parts] == [
        "@main",
        "@main, region 0 of stablehlo.while in line 3",
        "@main, region 1 of stablehlo.while in line 3",
    ]
    (row,) = parts[0].rows
    assert (row.kind, row.why_not) == ("while", "a row depends on others")
    assert row.text.endswith("stays as it is, since a row depends on others")
    assert [row.kind for row in parts[2].rows] == ["number"]


@pytest.mark.parametrize("verb", [["run", "--random", "1", "--print", "none"], ["check"]])
def test_at_the_command_line(verb, tmp_path, capsys):
    file = tmp_path / "p.mlir"
    file.write_text(PROGRAM)
    assert main([*verb, "--plan", str(file)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("@main: 5 steps written, 1 run\n")
    assert "  shared    line 4    stablehlo.exponential %c\n" in text
    assert main([*verb, "--plan", "--json", str(file)]) == 0
    assert "beside its arguments" in text.splitlines()[-1]
    (part,) = json.loads(capsys.readouterr().out)["plan"]
    assert part["peak"] > 0
    assert (part["name"], part["written"], part["run"]) == ("@main", 5, 1)
    assert {
        "kind": "dropped",
        "op": "stablehlo.sine",
        "name": "%e",
        "line": 6,
        "steps": 1,
        "what": "",
        "why_not": "",
    } in part["rows"]


def test_in_a_session():
    session = Session()
    session.execute(PROGRAM)
    text = session.execute(":plan @main").text
    assert text.startswith("@main: 5 steps written, 1 run\n")
    assert session.execute(":plan @nothing").error.code == "name.symbol"
