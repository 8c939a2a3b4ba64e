"""``compare`` against XLA: windows of ops, the passes behind them, programs that show it, programs that end the process."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main
from hlorepl.comparing.compare import Options, compare
from hlorepl.comparing.passes import guilty
from hlorepl.comparing.sides import XlaSide
from hlorepl.comparing.tolerance import Tolerance
from hlorepl.engine.program import entries

pytestmark = pytest.mark.peers

T = "tensor<256xf32>"


def chain(ops: list[str]) -> str:
    lines, last = [], "%x"
    for number, op in enumerate(ops):
        other = ", %c" if op in ("multiply", "add") else ""
        lines.append(f"  %{number} = stablehlo.{op} {last}{other} : {T}")
        last = f"%{number}"
    body = "\n".join(lines)
    return f"func.func @main(%x: {T}, %c: {T}) -> {T} {{\n{body}\n  return {last} : {T}\n}}\n"


FUSED = chain([*["negate", "abs"] * 20, "multiply", "add", *["negate", "abs"] * 20])
X = (np.random.default_rng(1).standard_normal((2, 256)) + 3).astype(np.float32)


@pytest.fixture(scope="module")
def xla():
    side = XlaSide()
    yield side
    side.close()


def compared(xla, text, *arrays, **options):
    module = hlorepl.parse(text, "a.mlir")
    assert hlorepl.verify(module) == []
    return compare(module, entries(module)[0], [*arrays], xla, Options(**options))


@pytest.mark.parametrize("options", [{"tolerance": Tolerance(ulp=0)}, {"stage": "windows"}], ids=["ulp", "stage"])
def test_the_smallest_window(xla, options):
    """A product and a sum in one have no rounding between them; each by itself is exact."""
    found = compared(xla, FUSED, *X, **options)
    assert found.first is not None
    assert (found.first.kind, found.first.names) == ("window", ["%40", "%41"])
    assert found.first.json["line"] == 42
    assert "%40 to %41 together" in found.text


def test_nothing_is_said_of_it_where_nobody_asks(xla):
    found = compared(xla, FUSED, *X)
    assert (found.status, found.first) == ("ok", None)
    assert 0 < found.results[0].differing < 256


LOOP = f"""func.func @main(%x: {T}, %c: {T}) -> {T} {{
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, {T}
   cond {{ %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1> }}
   do {{ %j = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.multiply %a, %c : {T}
    %s = stablehlo.add %m, %c : {T}
    %g = stablehlo.negate %s : {T}
    stablehlo.return %j, %g : tensor<i32>, {T} }}
  return %r#1 : {T}
}}
"""


def test_a_window_in_a_loop(xla):
    found = compared(xla, LOOP, *X, tolerance=Tolerance(ulp=0))
    assert found.first is not None
    assert (found.first.kind, found.first.names, found.first.json["line"]) == ("window", ["%m", "%s"], 9)
    assert [frame.turn for frame in found.first.frames] == [None, 0]


def test_the_passes_behind_it(xla):
    found = compared(xla, FUSED, *X, tolerance=Tolerance(ulp=0), passes=True)
    assert found.passes == ["fusion"]


def test_halving_finds_the_passes():
    names = [str(number) for number in range(20)]
    assert guilty(names, lambda left_out: "7" not in left_out) == ["7"]
    assert guilty(names, lambda left_out: not {"3", "11"} <= {*left_out}) == ["3", "11"]
    assert guilty(names, lambda left_out: True) == []


def test_a_program_that_shows_it(tmp_path, capsys, monkeypatch):
    path = tmp_path / "a.mlir"
    path.write_text(FUSED)
    np.savez(tmp_path / "in.npz", *X)
    words = [
        str(path),
        "--input",
        str(tmp_path / "in.npz"),
        "--ulp",
        "0",
        "--reproducer",
        str(tmp_path / "small"),
        "--json",
    ]
    assert main(["compare", *words]) == 1
    found = json.loads(capsys.readouterr().out)["compare"]
    assert found["reproducer"] == str(tmp_path / "small")
    monkeypatch.chdir(tmp_path / "small")
    (command,) = (tmp_path / "small" / "command.txt").read_text().splitlines()
    words = command.partition(" && hlorepl ")[2].split()
    assert words[0] == "compare"
    assert main([*words, "--json"]) == 1
    again = json.loads(capsys.readouterr().out)["compare"]["first"]
    assert (again["kind"], again["ops"]) == ("window", found["first"]["ops"])
    assert (tmp_path / "small" / "program.mlir").read_text().count("stablehlo.") == 2


def test_an_op_alone_against_xla(xla):
    """An f32 exponential is no two engines' same to the last bit; the first one in program order is named."""
    text = f"func.func @main(%x: {T}) -> {T} {{\n  %0 = stablehlo.negate %x : {T}\n  %1 = stablehlo.tanh %0 : {T}\n  %2 = stablehlo.exponential %1 : {T}\n  return %2 : {T}\n}}\n"
    found = compared(xla, text, X[0] - 3, tolerance=Tolerance(ulp=0))
    assert found.first is not None
    assert (found.first.kind, found.first.json["line"]) == ("op", 3)


def test_a_program_at_which_xla_dies(xla):
    text = (
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.add %x, %x : tensor<f32>\n"
        '  %2 = "stablehlo.select_and_scatter"(%0, %0, %x) ({\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
        "      %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "      stablehlo.return %1 : tensor<i1>\n  }, {\n    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "      %1 = stablehlo.add %a, %b : tensor<f32>\n      stablehlo.return %1 : tensor<f32>\n"
        "  }) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>\n  return %2 : tensor<f32>\n}\n"
    )
    found = compared(xla, text, np.array(2.0, np.float32))
    assert found.first is not None
    assert (found.status, found.first.ops) == ("differs", ["stablehlo.select_and_scatter"])
    assert "SIGABRT" in found.first.difference.note


def test_an_op_that_xla_does_not_take_is_said(xla):
    text = "func.func @main(%y: tensor<2xf32>) -> tensor<2xf32> {\n"
    text += "  %0 = stablehlo.custom_call @somebody(%y) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
    hlorepl.register_target("somebody", lambda call, x: x)
    found = compared(xla, text, np.ones(2, np.float32))
    assert found.status == "ok"
    assert any("stablehlo.custom_call was not compared" in note for note in found.notes)


def test_dynamic_shapes_are_compared_at_the_sizes_that_they_have(xla):
    text = (
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = stablehlo.add %x, %x : tensor<?xf32>\n"
        "  %1 = stablehlo.tanh %0 : tensor<?xf32>\n  return %1 : tensor<?xf32>\n}\n"
    )
    found = compared(xla, text, X[0], tolerance=Tolerance(ulp=0))
    assert found.first is not None
    assert found.first.json["line"] == 3


def test_checks_of_a_program_are_no_reason_not_to_compare_it(xla):
    text = (
        f"func.func @main(%x: {T}) -> {T} {{\n  %0 = stablehlo.negate %x : {T}\n"
        f"  check.expect_eq %0, %0 : {T}\n  return %0 : {T}\n}}\n"
    )
    found = compared(xla, text, X[0])
    assert (found.status, found.notes, found.results[0].differing) == ("ok", [], 0)


LOCATED = """#loc1 = loc("x")
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.tanh %arg0 : tensor<4xf32> loc(#loc3)
    %1 = call @g(%0) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc4)
    return %1 : tensor<4xf32> loc(#loc)
  } loc(#loc)
  func.func private @g(%arg0: tensor<4xf32> loc("y"(#loc2))) -> tensor<4xf32> {
    %0 = stablehlo.exponential %arg0 : tensor<4xf32> loc(#loc4)
    return %0 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc2 = loc("model.py":7:3)
#loc3 = loc("tanh"(#loc2))
#loc4 = loc("exp"(#loc2))
"""


def test_a_program_with_locations(xla):
    """Their aliases stand in the file, which no piece of the program has with it."""
    x = X[0, :4]
    found = compared(xla, LOCATED, x)
    assert (found.status, found.notes) == ("ok", [])
    found = compared(xla, LOCATED, x - 3, tolerance=Tolerance(ulp=0))
    assert found.first is not None
    assert found.first.loc == "model.py:7"
    (result,) = hlorepl.compile(hlorepl.parse(LOCATED), backend="xla")(x)
    np.testing.assert_allclose(result, np.exp(np.tanh(x)), rtol=1e-6)


def test_many_turns_in_one_call_tell_what_each_tells(xla, monkeypatch):
    text = LOOP.replace("dense<3>", "dense<40>").replace("stablehlo.negate", "stablehlo.tanh")
    found = []
    for fewest in (24, 1000):
        monkeypatch.setattr("hlorepl.comparing.turning.FEWEST", fewest)
        found.append(compared(xla, text, *(X - 3) * 0.3, tolerance=Tolerance(ulp=2), wants_all=True).json)
    assert found[0]["first"] is not None
    assert found[0] == found[1]
