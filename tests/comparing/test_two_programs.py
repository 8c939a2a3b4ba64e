"""Two programs: what a pass leaves is quiet, one fault is named by the op of the left program."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from comparing.changed_programs import changed, with_fault
from reducing import made_programs

import hlorepl
from hlorepl.__main__ import main
from hlorepl.comparing.compare import Options
from hlorepl.comparing.report import Comparison
from hlorepl.comparing.two_programs import TwoPrograms
from hlorepl.engine.program import entries
from hlorepl.ir.core import Function, Module

PLANTS = (made_programs.two_ops, made_programs.nan_in_loop, made_programs.nan_in_branch, made_programs.nan_in_function)
ARRAYS = [np.random.default_rng(5).uniform(-1, 1, shape).astype(np.float32) for shape in made_programs.SHAPES]


def compared(left: Module, right: Module, arrays=(), **options) -> Comparison:
    for module in (left, right):
        assert hlorepl.verify(module) == []
    return TwoPrograms(side(left), side(right), list(arrays), Options(), **options).compare()


def side(module: Module) -> tuple[Module, Function]:
    return module, entries(module)[0]


def made(seed: int, ops: int) -> Module:
    """A program with calls, a loop or a branch in it."""
    return hlorepl.parse(made_programs.program(seed, ops, PLANTS[seed % 4], is_given=True), "a.mlir")


def modules(left: str, right: str) -> tuple[Module, Module]:
    return hlorepl.parse(left, "a.mlir"), hlorepl.parse(right, "b.mlir")


@pytest.mark.parametrize("seed", range(8))
def test_what_passes_leave_is_quiet_and_a_fault_is_named(seed: int):
    left = made(seed, 40)
    found = compared(left, changed(left, seed), ARRAYS)
    assert (found.status, found.first) == ("ok", None), found.text
    fault = with_fault(left, seed)
    if fault is not None:
        right, op = fault
        found = compared(left, right, ARRAYS)
        assert found.status == "ok" or found.first.span.line == op.span.line, found.text


@pytest.mark.slow
def test_forty_nine_of_fifty_faults_are_named_behind_passes():
    """A fault that no value shows (the lesser of a number and itself) does not count."""
    right, shown, wrong = 0, 0, []
    for seed in range(100, 160):
        left = made(seed, 50)
        assert compared(left, changed(left, seed), ARRAYS).status == "ok", seed
        fault = with_fault(left, seed)
        found = None if fault is None else compared(left, changed(fault[0], seed + 1), ARRAYS)
        if fault is None or found is None or found.status == "ok":
            continue
        shown += 1
        is_right = found.first is not None and found.first.span.line == fault[1].span.line
        right += is_right
        wrong += [] if is_right else [(seed, found.text)]
    assert shown >= 30
    assert right >= shown * 49 // 50, wrong


BASE = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.subtract %0, %b : tensor<4xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
PAIR = [np.array([1, 2, 3, 4], np.float32), np.array([0.5, 1, -1, 2], np.float32)]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("%0, %b", "%b, %0", 3),
        ("stablehlo.tanh", "stablehlo.sine", 2),
        ("multiply %1, %1", "add %1, %1", 4),
        ("subtract %0, %b", "subtract %0, %a", 3),
    ],
)
def test_one_fault(old: str, new: str, line: int):
    found = compared(*modules(BASE, BASE.replace(old, new)), PAIR)
    if new == "%b, %0":  # squared, the results are the same, and yet an op is another one
        assert not found.results[0].is_wrong
    assert found.status == "differs"
    assert (found.first.kind, found.first.span.line) == ("op", line)
    assert found.first.span.source.name == "a.mlir"


def test_an_op_that_the_right_has_not_is_named_with_the_first_that_reads_it():
    left = BASE.replace(
        "%2 = stablehlo.multiply %1, %1", "%3 = stablehlo.abs %1 : tensor<4xf32>\n  %2 = stablehlo.multiply %3, %0"
    )
    found = compared(*modules(left, BASE.replace("%1, %1", "%1, %0")), PAIR)
    assert (found.first.kind, found.first.ops) == ("window", ["stablehlo.abs", "stablehlo.multiply"])
    assert found.first.span.line == 4
    assert [(each["side"], each["op"]) for each in found.unpaired] == [("left", "stablehlo.abs")]
    assert any("did not pair" in note for note in found.notes)


def test_after_each_pair_the_right_goes_on_with_the_lefts_value():
    """So that each difference is told of the op that makes it, and only of it."""
    other = BASE.replace("stablehlo.tanh", "stablehlo.sine").replace("multiply %1, %1", "add %1, %1")
    left, right = modules(BASE, other)
    assert hlorepl.verify(left) == hlorepl.verify(right) == []
    found = TwoPrograms(side(left), side(right), PAIR, Options(wants_all=True)).compare()
    assert [parting.span.line for parting in found.all] == [2, 4]


def test_by_what_they_paired():
    left = BASE.replace("%0", "%hidden").replace("%1", "%5")
    right = BASE.replace("%0", "%hidden").replace("%1", "%9").replace("stablehlo.tanh", "stablehlo.sine")
    found = compared(*modules(left, right), PAIR)
    assert found.paired == {"name": 1, "loc": 0, "structure": 2, "value": 0}
    assert found.unpaired == []


def test_locations_pair():
    left = BASE.replace("tanh %a : tensor<4xf32>", 'tanh %a : tensor<4xf32> loc("model.py":3:1)')
    found = compared(*modules(left, left.replace("stablehlo.tanh", "stablehlo.sine")), PAIR)
    assert found.paired["loc"] == 1
    assert found.first.loc == "model.py:3"


def test_what_is_worked_out_pairs_by_value():
    left = BASE.replace(
        "%0 = ",
        "%c = stablehlo.constant dense<2.0> : tensor<4xf32>\n  %d = stablehlo.add %c, %c : tensor<4xf32>\n  %0 = ",
    )
    left = left.replace("%1, %1", "%1, %d")
    right = BASE.replace("%0 = ", "%d = stablehlo.constant dense<4.0> : tensor<4xf32>\n  %0 = ").replace(
        "%1, %1", "%1, %d"
    )
    found = compared(*modules(left, right), PAIR)
    assert found.status == "ok"
    found = compared(*modules(left, right.replace("dense<4.0>", "dense<4.5>")), PAIR)
    assert found.status == "differs"


LOOP = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %h = stablehlo.tanh %v : tensor<f32>
    %w = stablehlo.subtract %h, %x : tensor<f32>
    stablehlo.return %j, %w : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""


def test_a_fault_in_a_loop():
    found = compared(*modules(LOOP, LOOP.replace("subtract %h, %x", "add %h, %x")), [np.float32(0.5)])
    assert found.first.span.line == 12
    assert [frame.turn for frame in found.first.frames] == [None, 0]


def test_loops_of_other_numbers_of_turns_are_compared_when_they_are_done():
    found = compared(*modules(LOOP, LOOP.replace("dense<3>", "dense<5>")), [np.float32(0.5)])
    assert found.first.span.line == 2  # where the limit is stated
    found = compared(*modules(LOOP, LOOP.replace("compare LT, %i, %n", "compare LE, %i, %n")), [np.float32(0.5)])
    assert found.first.span.line == 6
    assert any("runs 3 turns in the left program, 4 in the right one" in note for note in found.notes), found.notes


def test_values_that_somebody_names_pair():
    left = BASE.replace("%0", "%p").replace("stablehlo.tanh", "stablehlo.abs")
    right = BASE.replace("%0", "%q").replace("stablehlo.tanh", "stablehlo.negate")
    found = compared(*modules(left, right), PAIR, pairs=["%p=%q"])
    assert found.paired["name"] == 1
    with pytest.raises(hlorepl.HloError) as caught:
        compared(*modules(left, right), PAIR, pairs=["p=nothing"])
    assert caught.value.code == "run.pair"


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    a, b = tmp_path / "a.mlir", tmp_path / "b.mlir"
    a.write_text(BASE)
    b.write_text(BASE.replace("stablehlo.tanh", "stablehlo.sine"))
    args = ["--args", "[dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>, dense<0.5> : tensor<4xf32>]"]
    assert main(["compare", str(a), str(a), *args]) == 0
    assert f"it agrees with {a}" in capsys.readouterr().out
    assert main(["compare", str(a), str(b), *args, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "differs"
    assert {"kind": "op", "line": 2, "ops": ["stablehlo.tanh"]}.items() <= found["compare"]["first"].items()
    assert found["compare"]["against"] == str(b)
    assert main(["compare", str(a), str(b), *args, "--rtol", "10"]) == 0
    assert main(["compare", str(a), str(b), *args, "--pair", "x"]) == 1
    assert main(["compare", str(a), str(b), *args, "--against", "xla"]) == 2


def test_python():
    left, right = modules(BASE, BASE.replace("stablehlo.tanh", "stablehlo.sine"))
    assert hlorepl.compare(left, left, inputs=PAIR).status == "ok"
    assert hlorepl.compare(left, right, inputs=PAIR).first.span.line == 2


def test_programs_of_other_arguments_are_refused():
    other = BASE.replace(", %b: tensor<4xf32>)", ")").replace("%0, %b", "%0, %a")
    with pytest.raises(hlorepl.HloError) as caught:
        compared(*modules(BASE, other), PAIR)
    assert caught.value.code == "run.arguments"
