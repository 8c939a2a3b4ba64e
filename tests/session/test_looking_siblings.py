"""Looking inside as a newcomer does: other ops and other orders, places by where they come from, turns, models and what is saved."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest
from session.test_debugging import LOOP, Talk

#: A program of one op on constants, with what it gives before and after its first constant is changed.
ONES = {
    "log": ("[1.0, -1.0]", "[1.0, 1.0]", "0.0"),
    "sqrt": ("[4.0, -1.0]", "[4.0, 9.0]", "3.0"),
    "rsqrt": ("[4.0, -1.0]", "[4.0, 4.0]", "0.5"),
    "log_plus_one": ("[0.0, -2.0]", "[0.0, 0.0]", "0.0"),
    "sine": ("[0.0, inf]", "[0.0, 0.0]", "0.0"),
}


def one(op: str, given: str) -> str:
    return f"""func.func @main() -> tensor<2xf32> {{
  %0 = stablehlo.constant dense<{given.replace("inf", "0x7F800000")}> : tensor<2xf32>
  %1 = stablehlo.{op} %0 : tensor<2xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}}
"""


@pytest.mark.parametrize("op", ONES)
def test_an_op_that_made_nan_is_found_and_mended(op):
    given, good, value = ONES[op]
    talk = Talk(one(op, given), ":debug @main()", f":break {op} if nan")
    assert "nan" in talk(":continue")
    talk(":back")
    assert f"stablehlo.{op}" in talk(":where")
    talk(f"%0 = {good}")
    assert "%1 : tensor<2xf32> = [" in talk(":step")
    assert value in talk("%1")
    assert "has ended" in talk(":continue")
    talk(":stop")
    talk(":open @main()")
    talk(f"%0 = {good}")
    assert "computed 2 values again: %1, %2" in talk(":rerun")
    assert value in talk("%1")
    assert np.isfinite(talk.session["2"]).all()


def test_an_op_is_rewritten_taken_back_and_rewritten_otherwise():
    talk = Talk(one("sqrt", "[4.0, -1.0]"), ":open @main()", "%1 = abs %0")
    talk(":rerun")
    assert talk.session["2"].tolist() == [16.0, 1.0]
    talk(":undo")
    talk(":undo")
    assert np.isnan(talk.session["2"][1])
    talk("%2 = add %1, %1\n:rerun")
    assert talk.session["2"][0] == 4.0
    talk(":undo")
    talk(":undo")
    talk.refused("%1", "name.undefined")


@pytest.mark.parametrize("order", [":where", ":list", ":up", ":break", ":env", "%0", "?sqrt"])
def test_what_only_looks_moves_nothing(order):
    talk = Talk(one("sqrt", "[4.0, -1.0]"), ":debug @main()", ":step")
    before = talk(":where")
    talk.session.execute(order)
    assert talk(":where") == before


def test_debug_alone_tells_where_the_open_one_stands():
    talk = Talk(LOOP, ":debug @main(1.0, 3)", ":until @g")
    assert talk(":debug") == talk(":debug")
    assert "turn 0" in talk(":debug")


def test_debug_opens_in_a_turn():
    talk = Talk(LOOP, ":open @main(1.0, 5)")
    assert "turn 3" in talk(":debug %r@turn=3")
    assert "= 8.0" in talk("%h")
    assert "= 3" in talk("%i")
    talk(":back")
    assert "stablehlo.while" in talk(":where")
    for line, code in (
        (":debug %r@turn=5", "run.turn"),
        (":debug %r@turn=1.2", "command.usage"),
        (":debug %w@turn=1", "run.not_steppable"),
        (":debug %s@turn=0", "run.turn"),
    ):
        talk.refused(line, code)
        assert "stablehlo.while" in talk(":where")


def test_a_source_line_that_nothing_comes_from_names_the_nearest():
    program = one("sqrt", "[4.0, -1.0]").replace("%0 : tensor<2xf32>\n", '%0 : tensor<2xf32> loc("a/model.py":7:1)\n')
    talk = Talk(program, ":debug @main()")
    assert "a/model.py:7" in talk.refused(":break model.py:9", "name.unknown")
    assert "a/model.py" in talk.refused(":until other.py:7", "name.unknown")
    assert "sqrt" in talk(":until model.py:7")
    bare = Talk(one("sqrt", "[4.0, -1.0]"), ":debug @main()")
    assert "where it comes from" in bare.refused(":break model.py:9", "name.unknown")


ONNX_LOOP = """<ir_version: 8, opset_import: ["" : 18]>
m (float[2] x, int64 n) => (float[2] y) <float[2] w = {0.5, 0.5}> {
  keep = Constant <value = bool {1}> ()
  y = Loop (n, keep, x) <body = b (int64 i, bool c, float[2] a) => (bool d, float[2] e) {
    d = Identity (c)
    t = Sub (a, w)
    e = Sqrt (t)
  }>
}
"""


@pytest.fixture
def looped(tmp_path) -> Talk:
    path = tmp_path / "m.onnx"
    onnx.save(onnx.parser.parse_model(ONNX_LOOP), path)
    return Talk("%x = [4.0, 1.0]", "%n = 4 : i64", f":open {path}")


def test_values_at_turns_of_a_loop_of_onnx(looped):
    first = np.sqrt(np.float32([3.5, 0.5]))
    assert looped("%t@turn=0") == "%t@turn=0 : tensor<2xf32> = [3.5, 0.5]"
    looped(":collect %e")
    assert looped.session["e_turns"].shape == (4, 2)
    assert looped.session["e_turns"][0].tolist() == first.tolist()
    looped("%w = [0.0, 0.0]")
    assert looped("%t@turn=0") == "%t@turn=0 : tensor<2xf32> = [4.0, 1.0]"
    looped.refused("%t@turn=4", "run.turn")
    looped.refused("%t@turn=0.1", "run.turn")
    looped.refused("%none@turn=0", "name.undefined")


@pytest.mark.parametrize("end", [".onnx", ".json", ".yaml", ".npz", ".csv"])
def test_what_is_no_program_is_not_written_as_one(looped, end, tmp_path):
    looped.refused(f":save {tmp_path / 'out'}{end}", "command.output")
    assert not (tmp_path / f"out{end}").exists()


def test_a_saved_session_says_that_a_models_nodes_are_not_in_it(looped, tmp_path):
    assert "hlorepl onnx export m.onnx" in looped(f":save {tmp_path / 'out.mlir'}")


def test_on_a_grid_the_debugger_says_the_way_to_one_process_and_it_is_one():
    talk = Talk(one("sqrt", "[4.0, -1.0]"), ":grid 2 1")
    assert "help: :grid 1 1 makes it one" in talk.refused(":debug @main()", "run.not_steppable")
    talk("%i = stablehlo.replica_id : tensor<ui32>")
    assert "bind %i" in talk.refused(":debug @main()", "run.not_steppable")
    assert "bind %i" in talk.refused(":grid 1 1", "run.grid")
    talk("%i = 3")
    talk(":grid 1 1")
    assert "stablehlo.constant" in talk(":debug @main()")


def test_what_is_carried_is_changed_for_a_condition_alone_and_that_is_said():
    talk = Talk(LOOP, ":debug @main(1.0, 3)", ":until %p")
    assert "this condition alone" in talk("%i = 1")
    assert "this condition alone" not in talk("%n = 2")
    talk(":until %j")
    assert "= 0" in talk("%i")
    assert "this condition alone" not in talk("%i = 1")
    talk(":continue")
    assert "1.4142135" in talk("%s")  # one turn, n being 2: the square root of 2
