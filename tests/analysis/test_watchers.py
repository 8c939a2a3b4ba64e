"""What watchers find in runs: where something stopped being finite, what each step made, where time and memory went."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import numpy as np
import pytest

import hlorepl
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.analysis.profile import Held, Profile
from hlorepl.analysis.saved_values import SavedValues
from hlorepl.analysis.trace import Trace
from hlorepl.engine.context import RunContext

if TYPE_CHECKING:
    from pathlib import Path

    from hlorepl.engine.observing import Observer


def watched(observer: Observer, text: str, *arguments) -> None:
    program = hlorepl.compile(hlorepl.parse(text, name="a.mlir"))
    program.run([np.asarray(value) for value in arguments], RunContext(observers=(observer,)))


LOOP = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = func.call @shrink(%y) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<2xf32>
  }
  return %r#1 : tensor<2xf32>
}
func.func private @shrink(%a: tensor<2xf32>) -> tensor<2xf32> {
  %l = stablehlo.log %a : tensor<2xf32> loc("model.py":7:0)
  return %l : tensor<2xf32>
}
"""


def test_the_first_step_that_made_a_nan_of_numbers():
    watch = NotFinite()
    watched(watch, LOOP, np.float32([0.5, 20]))
    (found,) = watch.found
    place = found.place
    assert (found.kind, place.op, place.name, place.line, place.turn) == ("nan", "stablehlo.log", "%l", 17, (1,))
    assert (found.nans, found.infinities, place.location) == (1, 0, "model.py:7")
    (operand,) = found.operands
    assert (operand.name, operand.summary.low) == ("%a", np.float32(np.log(np.float32(0.5))))
    assert watch.text.startswith(
        "a.mlir:17:3: first NaN: stablehlo.log made %l with 1 NaN in turn 1, from model.py:7\n"
    )


def test_a_nan_of_an_infinity_is_a_first_one_too():
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.divide %x, %x : tensor<f32>
  %1 = stablehlo.log %x : tensor<f32>
  %2 = stablehlo.subtract %1, %1 : tensor<f32>
  %3 = stablehlo.add %2, %0 : tensor<f32>
  return %3 : tensor<f32>
}"""
    watch = NotFinite()
    watched(watch, text, np.float32(0))
    assert [(each.kind, each.place.name) for each in watch.found] == [("nan", "%0"), ("inf", "%1")]


def test_what_comes_in_is_told_and_what_it_spreads_to_is_not():
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[0x7F800000, 1.0]> : tensor<2xf32>
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.maximum %0, %c : tensor<2xf32>
  return %1 : tensor<2xf32>
}"""
    watch = NotFinite()
    watch.comes_in("%x", np.float32([np.nan, 1]))
    watched(watch, text, np.float32([np.nan, 1]))
    (given,), (constant,) = watch.found, watch.constants
    assert (given.kind, given.place.op, given.place.name, given.came_in) == ("nan", None, "%x", True)
    assert (constant.kind, constant.place.op, constant.place.name, constant.came_in) == (
        *("inf", "stablehlo.constant", "%c", True),
    )
    assert watch.text.splitlines() == [
        "not finite: %x came in with 1 NaN",
        "a.mlir:2:3: not finite: the stablehlo.constant %c came in with 1 infinite",
        "every step made finite values of finite operands",
    ]


def test_many_constants_are_told_on_one_line():
    constants = "\n".join(f"  %c{k} = stablehlo.constant dense<0x7F800000> : tensor<f32>" for k in range(10))
    watch = NotFinite()
    watched(watch, f"func.func @main() -> tensor<f32> {{\n{constants}\n  return %c0 : tensor<f32>\n}}")
    listed = ", ".join(f"%c{k} in line {k + 2}" for k in range(8))
    assert watch.text.splitlines()[-1] == f"10 constants of the program are not finite, as may be meant: {listed}, …"


def test_a_loop_or_branch_makes_nothing_that_its_body_read_from_outside():
    text = """func.func @main(%p: tensor<i1>) -> tensor<f32> {
  %c = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %c : tensor<f32>
  }, {
    stablehlo.return %c : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    watch = NotFinite()
    watched(watch, text, np.bool_(True))
    assert watch.found == []
    assert [each.place.name for each in watch.constants] == ["%c"]


def test_all_finite():
    watch = NotFinite()
    watched(watch, LOOP.replace("stablehlo.log", "stablehlo.negate"), np.float32([1, 2]))
    assert watch.found == []
    assert watch.text == "every step made finite values of finite operands"


def test_a_trace_has_a_row_for_each_step():
    trace = Trace()
    watched(trace, LOOP.replace("stablehlo.log", "stablehlo.sqrt"), np.float32([16, 256]))
    names = [(row.place.name, row.place.turn) for row in trace.rows]
    turn = [("%c", "%j", "%l", "%z")] * 3
    inside = [(name, (number,)) for number, names in enumerate(turn) for name in names]
    assert [each for each in names if each[1]] == [*inside, ("%c", (3,))]
    (loop,) = [row for row in trace.rows if row.place.op == "stablehlo.while"]
    assert (loop.type, loop.bytes) == ("tensor<i32>, tensor<2xf32>", 12)
    assert (float(loop.low), float(loop.high)) == (np.sqrt(np.sqrt(np.sqrt(np.float32(16)))), 3)
    assert loop.seconds >= sum(row.seconds for row in trace.rows if row.place.op == "stablehlo.sqrt")


def test_a_profile_adds_up():
    profile = Profile()
    watched(profile, LOOP, np.float32([0.5, 20]))
    rows = {(row.by, row.key): row for row in profile.rows}
    loop, call, log = (rows["op", name] for name in ("stablehlo.while", "func.call", "stablehlo.log"))
    assert (loop.calls, call.calls, log.calls, log.bytes) == (1, 3, 3, 24)
    assert loop.total > call.total > log.total == log.own
    by_op = sum(row.own for row in profile.rows if row.by == "op")
    outside = [row for row in profile.rows if row.by == "op" and row.key in ("stablehlo.while", "stablehlo.constant")]
    assert by_op == pytest.approx(sum(row.total for row in outside))
    assert sum(row.own for row in profile.rows if row.by == "line") == pytest.approx(by_op)
    assert rows["loc", "model.py:7"].calls == 3
    assert not any(row.by == "node" for row in profile.rows)
    assert "stablehlo.log" in profile.text


def test_a_function_that_calls_itself_counts_once_in_the_total():
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @once(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @once(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @twice(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}"""
    profile = Profile()
    watched(profile, text, np.float32(1))
    call = next(row for row in profile.rows if row.key == "func.call")
    sine = next(row for row in profile.rows if row.key == "stablehlo.sine")
    assert call.calls == 2
    assert call.total == pytest.approx(call.own + sine.total)


def test_the_peak_is_what_is_held_at_a_time():
    chain = "\n".join(f"  %{k + 1} = stablehlo.negate %{k} : tensor<1000xf32>" for k in range(20))
    text = f"func.func @main(%0: tensor<1000xf32>) -> tensor<1000xf32> {{\n{chain}\n  return %20 : tensor<1000xf32>\n}}"
    profile = Profile()
    watched(profile, text, np.ones(1000, np.float32))
    assert 8000 <= profile.peak_bytes <= 16000


def test_views_are_not_held_twice():
    held = Held()
    array = np.zeros(10, np.float32)
    held.add("a", (array, array[2:], [array.reshape(2, 5)]))
    assert held.peak == 40
    del array
    gc.collect()
    held.add("b", np.zeros(5, np.float32))
    assert held.peak == 40


def test_of_numbers_the_last_one_of_a_name_is_held():
    held = Held()
    for number in range(100):
        held.add("a", float(number))
        held.add("b", np.float32(number))
    held.add("c", None)
    assert held.peak == 12


def test_every_value_is_saved_in_its_order(tmp_path: Path):
    saved = SavedValues(tmp_path / "new" / "folder")
    watched(saved, LOOP, np.float32([16, 256]))
    names = sorted(path.name for path in saved.folder.iterdir())
    assert names[3:7] == [
        "000003_call_z.npy",
        "000004_compare_c.npy",
        "000005_add_j.npy",
        "000006_log_l.npy",
    ]
    np.testing.assert_array_equal(np.load(saved.folder / "000002_log_l.npy"), np.log(np.float32([16, 256])))
    assert saved.text == f"saved {len(names)} values in {saved.folder}"


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(hlorepl.HloError) as caught:
        SavedValues(tmp_path / "file" / "folder")
    assert caught.value.code == "run.output"
