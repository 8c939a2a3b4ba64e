"""``:open`` and ``:rerun``: the inside of functions and models as statements, what is stale, and what is saved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx.parser
import pytest
from debugging.programs import NESTED, long_program
from session.test_debugging import LOOP, NAN, Talk

import hlorepl

SEVERAL = """module @m attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @f(%x: tensor<2xf32> {jax.buffer_donor = true}, %y: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "out"}, tensor<2xf32>) attributes {note = "kept"} {
    %a = stablehlo.add %x, %y : tensor<2xf32>
    %b = stablehlo.multiply %a, %x : tensor<2xf32>
    %c = stablehlo.negate %y : tensor<2xf32>
    %d = stablehlo.subtract %b, %c : tensor<2xf32>
    %e = call @g(%d) : (tensor<2xf32>) -> tensor<2xf32>
    return %e, %c : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
    %a = stablehlo.abs %x : tensor<2xf32>
    return %a : tensor<2xf32>
  }
}
"""
X, Y = "%u = [1.0, -2.0]", "%v = [3.0, 4.0]"


@pytest.fixture
def talk() -> Talk:
    return Talk(SEVERAL, X, Y, ":open @f(%u, %v)")


def stale(talk: Talk) -> set[str]:
    return {line.split()[0] for line in talk(":env").splitlines() if "stale" in line}


def values(talk: Talk) -> dict[str, list[float]]:
    return {name: talk.session[name].tolist() for name in "abcde"}


def test_every_inner_value_lives_under_its_own_name_and_little_is_shown(talk):
    assert {"x", "y", *"abcde"} <= set(talk.session.names)
    assert talk("%b") == "%b : tensor<2xf32> = [4.0, -4.0]"
    assert talk("%x") == "%x : tensor<2xf32> = [1.0, -2.0]"
    text = Talk(long_program(300))(":open @main([1.0, 2.0, 3.0, 4.0])")
    assert "300 statements" in text
    assert len(text.splitlines()) < 8


def test_it_is_one_entry_for_undo(talk):
    talk(":undo")
    assert talk.session.names == ["u", "v"]
    talk(":redo")
    assert "e" in talk.session.names


def test_names_that_are_taken_get_a_number():
    talk = Talk(SEVERAL, X, Y, "%a = 1.0", "%x = 2.0", "%b_1 = 3.0", "%b = 4.0", ":open @f(%u, %v)")
    assert {"a_1", "x_1", "b_2", "b_1", "y", "c"} <= set(talk.session.names)
    assert talk.session["a"] == 1
    assert talk.session["b_1"] == 3
    assert talk.session["b_2"].tolist() == [4, -4]


def test_an_argument_that_has_the_values_own_name_keeps_it():
    talk = Talk(SEVERAL, "%x = [1.0, -2.0]", "%y = [3.0, 4.0]", ":open @f")
    assert "x_1" not in talk.session.names
    talk("%x = [0.0, 0.0]")
    assert stale(talk) == {"%a", "%b", "%d", "%e"}


def test_rerun_computes_exactly_what_depends_on_a_value_in_order(talk):
    before = values(talk)
    talk("%a = [10.0, 20.0]")
    assert stale(talk) == {"%b", "%d", "%e"}
    assert values(talk) == before | {"a": [10, 20]}  # until then nothing moves
    assert talk(":rerun") == "computed 3 values again: %b, %d, %e"
    assert values(talk) == before | {"a": [10, 20], "b": [10, -40], "d": [13, -36], "e": [13, 36]}
    assert stale(talk) == set()
    assert talk(":rerun") == "nothing is stale"


def test_an_op_is_rewritten_in_its_place_and_follows_what_it_reads(talk):
    talk("%b = stablehlo.maximum %a, %x : tensor<2xf32>\n:rerun")
    assert talk.session["d"].tolist() == [7, 6]
    talk("%x = [9.0, 9.0]")
    assert stale(talk) == {"%a", "%b", "%d", "%e"}
    talk(":rerun")
    assert talk.session["b"].tolist() == [12, 13]
    talk("%b = %b * 2.0")  # of its own old value
    assert stale(talk) == {"%d", "%e"}
    talk(":rerun\n%y = [0.0, 0.0]\n:rerun")
    assert talk.session["b"].tolist() == [18, 18]


def test_a_value_made_of_later_ones_stays_as_it_is(talk):
    talk("%a = %e + 1.0")
    assert stale(talk) == {"%b", "%d", "%e"}
    talk(":rerun")
    assert talk.session["a"].tolist() == [8, 1]
    assert talk.session["b"].tolist() == [8, -2]
    assert talk(":rerun") == "nothing is stale"


def test_rerun_of_one_value_leaves_the_rest_stale(talk):
    talk("%a = [10.0, 20.0]\n%y = [1.0, 1.0]")
    assert stale(talk) == {"%b", "%c", "%d", "%e"}  # %a is the user's own by now
    assert talk(":rerun %y") == "computed 3 values again: %c, %d, %e"
    assert stale(talk) == {"%b", "%d", "%e"}
    assert talk(":rerun %c") == "computed 2 values again: %d, %e"
    assert talk(":rerun %e") == "nothing depends on it"
    talk.refused(":rerun %none", "name.undefined")
    talk.refused(":rerun %u_none", "name.undefined")
    talk("%z = 1.0")
    talk.refused(":rerun %z", "command.failed")


def test_the_value_that_was_given_counts_as_the_argument(talk):
    talk("%u = [2.0, 2.0]")
    assert stale(talk) == {"%x", "%a", "%b", "%d", "%e"}
    talk(":rerun")
    assert talk.session["x"].tolist() == [2, 2]
    assert talk.session["a"].tolist() == [5, 6]


def test_undo_takes_a_rerun_back(talk):
    before = values(talk)
    talk("%a = [10.0, 20.0]")
    talk(":rerun")
    talk(":undo")
    assert stale(talk) == {"%b", "%d", "%e"}
    talk(":undo")
    assert values(talk) == before
    assert stale(talk) == set()


def test_other_types_are_inferred_and_what_does_not_fit_is_an_error_and_changes_nothing():
    talk = Talk(
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n%a = abs %x : tensor<2xf32>\n%b = add %a, %a : tensor<2xf32>\n"
        "%c = concatenate %b, dim = 0 : (tensor<2xf32>) -> tensor<2xf32>\nreturn %b : tensor<2xf32>\n}",
        ":open @f([1.0, 2.0])",
    )
    talk("%a = [1.0, 2.0, 3.0]\n:rerun")
    assert talk.session["c"].tolist() == [2, 4, 6]
    fails = Talk(SEVERAL, X, Y, ":open @f(%u, %v)", "%a = [1.0, 2.0, 3.0]")
    before = values(fails)
    assert fails.session.execute(":rerun").error is not None
    assert values(fails) == before


def test_an_error_on_the_way_changes_nothing_and_can_be_debugged():
    talk = Talk(
        "func.func @f(%s: tensor<1xi32>) -> tensor<?xf32> {\n%x = constant dense<1.0> : tensor<4xf32>\n%y = add %x, %x : tensor<4xf32>\n"
        "%z = dynamic_reshape %y, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>\nreturn %z : tensor<?xf32>\n}"
    )
    assert talk.session.execute(":open @f([5])").error is not None
    assert talk.session.names == []
    assert "[5]" in talk(":debug")


def saved(talk: Talk, path: Path) -> str:
    talk(f":save {path}")
    return path.read_text()


def test_what_is_saved_is_the_changed_function_with_symbol_signature_and_attributes(talk, tmp_path):
    talk("%b = stablehlo.maximum %a, %x : tensor<2xf32>\n%k = 2.0\n%c = %y * %k")
    text = saved(talk, tmp_path / "o.mlir")  # nothing was computed again
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    before = hlorepl.parse(SEVERAL).functions["f"]
    found = module.functions["f"]
    assert found.type == before.type
    assert found.attributes == before.attributes
    assert found.argument_attributes == before.argument_attributes
    assert found.result_attributes == before.result_attributes
    assert set(module.functions) == {"f", "g"}
    assert module.attributes == hlorepl.parse(SEVERAL).attributes
    x, y = np.array([1, -2], np.float32), np.array([3, 4], np.float32)
    e, c = hlorepl.compile(module, "f")(x, y)
    assert c.tolist() == [6, 8]
    assert e.tolist() == np.abs(np.maximum(x + y, x) - 2 * y).tolist()
    talk(":rerun")
    assert talk.session["e"].tolist() == e.tolist()
    assert saved(talk, tmp_path / "o2.mlir").split("module", 1)[1] == text.split("module", 1)[1]


def test_what_is_saved_computes_what_the_session_shows(tmp_path):
    for program, call, lines in (
        (NAN, ":open @main()", ["%0 = [4.0, 9.0]", "%1 = %1 + %0"]),
        (LOOP, ":open @main(1.0, 4)", ["%w = 3.0", "%s = tanh(%r#1)"]),
        (NESTED, ":open @main(-3.0, 0)", ["%w = 2.0", "%sum = %sum * 3.0"]),
        (SEVERAL, ":open @f([1.0, 2.0], [3.0, 4.0])", ["%a = %d", "%d = %a - %b"]),
    ):
        talk = Talk(program, call, *lines, ":rerun")
        module = hlorepl.parse(saved(talk, tmp_path / "o.mlir"))
        assert hlorepl.verify(module) == []
        opened = talk.session.state.opened[0]
        arguments = [talk.session[name] for name, _ in opened.arguments]
        found = hlorepl.compile(module, opened.title[1:])(*arguments)
        assert [value.tolist() for value in found] == [talk.session[name].tolist() for name in opened.results]


def test_an_unchanged_function_is_saved_as_it_was(talk, tmp_path):
    before = hlorepl.print_module(hlorepl.parse(SEVERAL))
    assert saved(talk, tmp_path / "o.mlir").split("module", 1)[1] == before.split("module", 1)[1]


def test_calls_loops_and_branches_are_opened_in_turn(tmp_path):
    talk = Talk(NESTED, ":open @main(-3.0, 3)")
    assert "outer" in talk.session.names
    assert "t" not in talk.session.names
    turns = Talk(LOOP, "%out = call @main(1.0, 4)")
    assert "called for %out" in turns(":open %out")
    assert "turn 0" in turns(":open %r")
    assert turns.session["h"] == 1
    assert "turn 2" in turns(":open %r@turn=2")
    assert turns.session["h_1"] == 4
    assert turns.session["k_1"] == 8
    turns.refused(":open %r@turn=9", "run.turn")
    turns.refused(":open %r@turn=x", "command.usage")
    turns.refused(":open %j", "run.not_steppable")
    turns("%w = 5.0\n:rerun")
    assert turns.session["k_1"] == 20
    assert hlorepl.verify(hlorepl.parse(saved(turns, tmp_path / "o.mlir"))) == []
    branch = Talk(
        '%p = true\n%x = 2.0\n%y = "stablehlo.if"(%p) ({\n%a = stablehlo.negate %x : tensor<f32>\n'
        "stablehlo.return %a : tensor<f32>\n}, {\nstablehlo.return %x : tensor<f32>\n}) : (tensor<i1>) -> tensor<f32>"
    )
    assert "branch 0" in branch(":open %y")
    assert branch.session["a"] == -2
    assert hlorepl.verify(hlorepl.parse(saved(branch, tmp_path / "o.mlir"))) == []


def test_a_file_is_opened_as_its_function(tmp_path):
    path = tmp_path / "a b.mlir"
    path.write_text(NAN)
    talk = Talk(f':open "{path}"')
    assert np.isnan(talk.session["1"][1])
    script = tmp_path / "s.hlo"
    script.write_text("%x = 1.0\n")
    talk.refused(f":open {script}", "run.entry")
    talk.refused(":open nothere.mlir", "command.file")
    talk.refused(":open @none", "name.symbol")
    talk.refused(":open", "command.usage")
    talk.refused(":open @main(1)", "run.arguments")
    Talk().refused(":rerun", "command.failed")


def test_dynamic_sizes():
    talk = Talk(
        "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n%a = add %x, %x : tensor<?xf32>\n%b = call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>\n"
        "%c = multiply %b, %a : tensor<?xf32>\nreturn %c : tensor<?xf32>\n}\nfunc.func @g(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
        "%n = negate %x : tensor<?xf32>\nreturn %n : tensor<?xf32>\n}",
        ":open @f([1.0, 2.0])",
    )
    assert stale(talk) == set()
    talk("%a = [3.0, 4.0]\n:rerun")
    assert talk.session["c"].tolist() == [-9, -16]


def test_on_a_grid_each_process_has_its_own_values():
    talk = Talk(
        "func.func @f(%a: tensor<ui32>) -> tensor<ui32> {\n%r = stablehlo.replica_id : tensor<ui32>\n%s = add %r, %a : tensor<ui32>\n"
        "return %s : tensor<ui32>\n}",
        ":grid 2 1",
    )
    assert "%s@(1,0) : tensor<ui32> = 4" in talk(":open @f(3)")
    talk("%a = 7 : ui32\n:rerun")
    assert talk("%s@(1,0)") == "%s@(1,0) : tensor<ui32> = 8"
    talk.refused(":open %s@turn=1", "run.not_steppable")
    talk.refused(":debug @f(3)", "run.not_steppable")


def test_a_check_of_a_script_knows_what_is_opened(tmp_path):
    from hlorepl.session.checking import check_script
    from hlorepl.source import Source

    good = NAN + ":open @main()\n%0 = [4.0, 9.0]\n:rerun\n%2 + %1\n:debug @main()\n:step\n%0\n:collect %0\n"
    assert check_script(Source(good)) == []
    assert [error.code for error in check_script(Source(NAN + ":open @none()\n"))] == ["name.symbol"]


# --- turns ---------------------------------------------------------------------------------------------------------


def test_a_value_at_a_turn_and_over_all_turns():
    talk = Talk(LOOP, "%out = call @main(1.0, 5)")
    assert talk("%h@turn=3") == "%h@turn=3 : tensor<f32> = 8.0"
    assert talk("%t@turn=0") == "%t@turn=0 : tensor<f32> = 2.0"  # in a function that the loop calls
    assert talk(":type %h@turn=3") == "tensor<f32>"
    assert talk(":collect %h") == "%h_turns : tensor<5xf32> = [1.0, 2.0, 4.0, 8.0, 16.0]"
    assert "[true, true, true, true, true, false]" in talk(":collect %p")  # conditions are asked once more
    talk.refused("%h@turn=5", "run.turn")
    talk.refused("%h@turn=1.2", "run.turn")
    talk.refused("%none@turn=1", "name.undefined")
    talk.refused(":collect %out", "name.undefined")
    assert talk.session.execute("%h@turn=x").error is not None


NEST = """func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %o:2 = stablehlo.while(%i = %c0, %s = %c0) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %c0, %m = %s) : tensor<i32>, tensor<i32>
     cond {
      %p = stablehlo.compare LT, %j, LIMIT : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %t = stablehlo.add %m, %i : tensor<i32>
      %j1 = stablehlo.add %j, %c1 : tensor<i32>
      stablehlo.return %j1, %t : tensor<i32>, tensor<i32>
    }
    %i1 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %i1, %q#1 : tensor<i32>, tensor<i32>
  }
  return %o#1 : tensor<i32>
}
"""


def test_turns_of_loops_inside_of_loops():
    talk = Talk(NEST.replace("LIMIT", "%n"), "%n = 3\n:run @main")
    assert talk("%t@turn=2.1") == "%t@turn=2.1 : tensor<i32> = 7"
    assert talk(":collect %t") == "%t_turns : tensor<3x3xi32> =\n  [[0, 0, 0],\n   [1, 2, 3],\n   [5, 7, 9]]"
    assert "there are 2 loops around" in talk.refused("%t@turn=2", "run.turn")
    ragged = Talk(NEST.replace("LIMIT", "%i"), ":run @main(4)")
    assert "[1, 3, 5, 8, 11, 14]" in ragged(":collect %t")


def test_turns_where_a_debugger_stands():
    talk = Talk(LOOP, ":debug @main(1.0, 5)", ":until %j", "%h@turn=4")
    assert talk("%h@turn=4") == "%h@turn=4 : tensor<f32> = 16.0"
    assert talk("%h") == "%h : tensor<f32> = 1.0"
    assert "[1.0, 2.0, 4.0, 8.0, 16.0]" in talk(":collect %h")


def test_a_loop_that_draws_cannot_run_again_alike():
    talk = Talk(NESTED, ":run @main(-3.0, 3)")
    assert "stablehlo.rng" in talk.refused("%t@turn=1.1", "run.not_steppable")


def test_turns_on_a_grid():
    talk = Talk("%i0 = 0\n%n = 3\n%one = 1", grid=(2, 1))
    talk("""%r:2 = stablehlo.while(%i = %i0, %h = %one) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %id = stablehlo.replica_id : tensor<ui32>
    %d = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %k = stablehlo.add %h, %d : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %k : tensor<i32>, tensor<i32>
  }""")
    assert talk("%h@turn=2@(1,0)") == "%h@turn=2@(1,0) : tensor<i32> = 3"
    assert talk("%h@turn=2").splitlines() == ["%h@turn=2@(0,0) : tensor<i32> = 1", "%h@turn=2@(1,0) : tensor<i32> = 3"]
    talk.refused("%h@turn=2@(5,0)", "run.grid")


# --- ONNX ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def model(tmp_path) -> Path:
    text = """<ir_version: 8, opset_import: ["": 18]>
    g (float[2] x, int64 n) => (float[2] y, float[2] z) <float[2] W = {2.0, 3.0}, bool c = {1}> {
      h = Mul(x, W)
      l = Log(h)
      y, all = Loop(n, c, l) <body = b (int64 i, bool p, float[2] s) => (bool p2, float[2] s2, float[2] o) {
        p2 = Identity(p)
        s2 = Add(s, W)
        o = Identity(s2) }>
      q = SequenceConstruct(y, h)
      k = SequenceAt(q, i0)
      z = Neg(k)
    }""".replace("bool c = {1}", "bool c = {1}, int64 i0 = {1}")
    proto = onnx.parser.parse_model(text)
    for node in proto.graph.node:
        node.name = f"/net.0/{node.op_type}"
        node.input[:] = ["net.0/w:0" if name == "W" else name for name in node.input]
    proto.graph.initializer[0].name = "net.0/w:0"
    body = proto.graph.node[2].attribute[0].g
    for node in body.node:
        node.input[:] = ["net.0/w:0" if name == "W" else name for name in node.input]
    path = tmp_path / "m.onnx"
    path.write_bytes(proto.SerializeToString())
    return path


def test_an_onnx_model_is_opened_with_its_weights_and_computed_again_from_any_node_on(model):
    talk = Talk("%x = [1.0, 2.0]\n%n = 2 : i64", f":open {model}")
    assert {"x", "h", "l", "y", "z", "all"} <= set(talk.session.names)
    assert talk('%"net.0/w:0"') == talk("%net.0_w_0") == "%net.0_w_0 : tensor<2xf32> = [2.0, 3.0]"
    assert talk.session["z"].tolist() == [-2, -6]  # through a sequence
    talk('%"net.0/w:0" = [4.0, 5.0]')
    assert stale(talk) == {"%h", "%l", "%y", "%all", "%k", "%z"}
    talk(":rerun")
    assert talk.session["h"].tolist() == [4, 10]
    assert talk.session["z"].tolist() == [-4, -10]
    assert stale(talk) == set()
    talk("%l = [0.0, 0.0]\n:rerun")
    assert talk.session["y"].tolist() == [8, 10]
    assert talk('add %"net.0/w:0", %l').endswith("[4.0, 5.0]")
    assert "%h" in talk(':rerun "/net.0/Mul"')
    assert talk.session["l"].tolist() == [0, 0]  # the user's own
    assert talk(":rerun /net.0/Neg") == "computed 1 value again: %z"
    talk(":undo")
    talk("%x = [3.0, 3.0]\n:rerun")
    assert talk.session["z"].tolist() == [-12, -15]


def test_an_onnx_model_is_debugged_by_its_nodes(model):
    talk = Talk("%x = [-1.0, 2.0]\n%n = 2 : i64", f":debug {model}")
    talk(':break Log if nan\n:break "/net.0/Neg"')
    assert "breakpoint 1" in talk(":continue")
    assert "nan" in talk("%l")
    assert "turn 0" in talk(":in")
    assert "h = onnx.Mul" not in talk(":list")
    assert "[2.0, 3.0]" in talk('%"net.0/w:0"')
    talk("%s = [0.0, 0.0]")
    assert "[2.0, 3.0]" in talk(":step 2")
    assert "breakpoint 2" in talk(":continue")
    assert talk("%q").startswith("q : sequence of tensor<2xf32> = [[")
    assert "[4.0, 6.0]" in talk("%y")
    assert "has ended" in talk(":continue")
    assert "Neg" in talk(":back 2")


def test_an_onnx_node_that_failed_is_where_debug_opens(tmp_path):
    text = """<ir_version: 8, opset_import: ["": 18]>
    g (float[2] x, int64[1] s) => (float[N] y) { a = Relu(x)
     b = Exp(a)
     y = Reshape(b, s) }"""
    path = tmp_path / "m.onnx"
    path.write_bytes(onnx.parser.parse_model(text).SerializeToString())
    for way in (":onnx run", ":open onnx"):
        talk = Talk(f":load {path}\n%x = [-1.0, 2.0]\n%s = [3] : i64")
        assert talk.session.execute(way).error is not None
        opened = talk(":debug")
        assert "Reshape" in opened
        assert "s : tensor<1xi64> = [3]" in opened
        assert "[0.0, 2.0]" in talk("%a")


# --- MDF -----------------------------------------------------------------------------------------------------------

MODEL = """m:
  graphs:
    g:
      nodes:
        A:
          parameters: {n: {value: n + 1}, k: {value: 3.0}}
          output_ports: {out: {value: n * k}}
        B:
          input_ports: {x: {}}
          functions: {f: {function: linear, args: {variable0: x, slope: 2.0, intercept: 1.0}}}
          output_ports: {out: {value: f}}
        C:
          input_ports: {x: {}}
          output_ports: {out: {value: x + 1}}
      edges:
        ab: {sender: A, receiver: B, sender_port: out, receiver_port: x}
        bc: {sender: B, receiver: C, sender_port: out, receiver_port: x}
      conditions:
        node_specific:
          B: {type: EveryNCalls, kwargs: {dependency: A, n: 2}}
"""


@pytest.fixture
def trial(tmp_path) -> Path:
    path = tmp_path / "m.yaml"
    path.write_text(MODEL)
    return path


def test_a_trial_is_debugged_node_by_node_with_why_one_does_not_run(trial):
    talk = Talk(f":debug {trial}")
    assert "node A" in talk(":where")
    assert "B does not run: EveryNCalls(dependency=A, n=2) does not hold" in talk(":next")
    assert "A has run once in this trial" in talk(":list")
    assert "C does not run: it waits for B" in talk(":next")
    assert "3.0" in talk("%A.out")
    talk.refused("%B.out", "name.undefined")
    talk(":break B.f if min > 5")
    assert "breakpoint 1" in talk(":continue")
    assert "%f : tensor<f64> = 13.0" in talk("%f")
    assert "node B, trial 0" in talk(":where").splitlines()[0]
    before = talk(":where")
    talk(":back 4\n:step 4")
    assert talk(":where") == before
    talk("%f = 100.0")
    assert "B.out : tensor<f64> = 100.0" in talk(":out")
    assert "C.out : tensor<f64> = 101.0" in talk(":next 1")
    assert "trial 1" in talk(":until A")
    assert "has ended" in talk(":delete 1\n:continue")
    assert "trial 9" in talk(":back")
    talk(":back 1000")
    assert "A.out : tensor<f64> = 3.0" in talk(":next")


def test_stepping_a_trial_forward_and_back_gives_the_plain_values(trial):
    from random import Random

    from hlorepl.mdf import Runner, load

    runner = Runner(load(trial))
    for _ in range(3):
        runner.trial()
    talk = Talk(f":debug {trial}", ":debug mdf 3")
    random, where = Random(4), {}
    debugger = talk.session.debugger
    assert debugger is not None
    for _ in range(150):
        talk(random.choice([":step", ":step 3", ":next", ":back", ":back 4", ":step 2"]))
        key, shown = (
            debugger.history.time,
            (talk(":where"), [talk(f"%{n}") for n in ("A.n", "A.out") if debugger.find(n)]),
        )
        del key
        where.setdefault(shown[0], set()).add(str(shown))
    talk(":continue")
    assert talk("%C.out").endswith(f"= {runner.values['C.out']}")


def test_a_trial_that_failed_is_where_debug_opens(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(MODEL.replace("x + 1", "'x + [1, 2, 3][5]'"))
    talk = Talk(f":debug {path}")
    assert "it failed" in talk(":continue")
    assert "C.out" in talk(":where")
    assert "node C, trial 0" in talk(":where")


def test_after_trials_that_failed_debug_stands_in_the_one_that_did(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(MODEL.replace("value: n * k", "value: '[1, 2, 3, 4, 5][int(n)]'"))
    for line in (":mdf run 10", "\n".join([":mdf step"] * 10)):
        talk = Talk(f":mdf load {path}")
        assert talk.session.execute(line).error is not None
        opened = talk(":debug")
        assert "A.out" in opened
        assert "node A, trial 2" in talk(":where")
        assert "5.0" in talk("%n")
        assert "it failed" in talk(":step")


def test_a_trial_is_opened_and_computed_again(trial):
    talk = Talk(f":open {trial}")
    assert talk.session["C.out"] == 14
    talk("%B.f = 50.0 : f64")
    assert stale(talk) == {"%B.out", "%C.x", "%C.out"}
    talk(":rerun")
    assert talk.session["C.out"] == 51
    talk("%A.k = 1.0 : f64\n:rerun")
    assert talk.session["A.out"] == 2
    assert talk.session["B.f"] == 50
    assert talk.session["C.out"] == 51
    assert talk.session["A.n"] == 2
