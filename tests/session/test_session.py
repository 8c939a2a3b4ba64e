"""The one door: statements, names, short forms, commands, undo, saving."""

import numpy as np
import pytest

import hlorepl
from hlorepl import Session


def run(session: Session, text: str):
    result = session.execute(text)
    assert result.error is None, str(result.error)
    return result


@pytest.fixture
def session() -> Session:
    found = Session()
    run(found, "%x = [1.0, 2.0]\n%n = [1, 2]")
    return found


@pytest.mark.parametrize(
    ("text", "dtype", "value"),
    [
        ("%v = [[1, 2], [3, 4]] : i8", "int8", [[1, 2], [3, 4]]),
        ("%v = 3", "int32", 3),
        ("%v = -2.5", "float32", -2.5),
        ("%v = 1e3", "float32", 1000.0),
        ("%v = [true, false]", "bool", [True, False]),
        ("%v = [0, 1] : tensor<2xi1>", "bool", [False, True]),
        ("%v = (1.0, -2.0)", "complex64", 1 - 2j),
        ("%v = %x * 2 + 1", "float32", [3, 5]),
        ("%v = 1 - %x", "float32", [0, -1]),
        ("%v = -%x ** 2", "float32", [-1, -4]),
        ("%v = (%x + 1) * %x", "float32", [2, 6]),
        ("%v = %n << 3", "int32", [8, 16]),
        ("%v = %n >> 1", "int32", [0, 1]),
        ("%v = ~%n", "int32", [-2, -3]),
        ("%v = %n & 1 | 4", "int32", [5, 4]),
        ("%v = %x >= 2", "bool", [False, True]),
        ("%v = %n != [1, 1]", "bool", [False, True]),
        ("%v = add %x, 1.0", "float32", [2, 3]),
        ("%v = add(%x, %x)", "float32", [2, 4]),
        ("%v = tanh(%x * 0.0)", "float32", [0, 0]),
        ("%v = select(%x > 1, %x, 0)", "float32", [0, 2]),
        ("%v = clamp 0.0, %x, 1.5", "float32", [1, 1.5]),
        ("%v = transpose([[1, 2]], permutation = [1, 0])", "int32", [[1], [2]]),
        ("%v = concatenate(%x, %x, dimension = 0)", "float32", [1, 2, 1, 2]),
        ("%v = compare LT, %x, 1.5", "bool", [True, False]),
        ("%v = %x - 1", "float32", [0, 1]),
        ("%v = stablehlo.reduce(%x init: %x0) applies stablehlo.add across dimensions = [0]", "float32", 3),
        ('%v = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>', "float32", [2, 4]),
        ("%v = convert %x : (tensor<2xf32>) -> tensor<2xi32>", "int32", [1, 2]),
        ("%v = %x + [[1.0], [2.0]]", "float32", [[2, 3], [3, 4]]),
    ],
)
def test_short_forms(session, text, dtype, value):
    run(session, "%x0 = 0.0")
    run(session, text)
    assert session["v"].dtype == dtype
    assert session["%v"].tolist() == value
    assert not session["v"].flags.writeable


def test_a_cell_stops_at_the_first_error_and_what_ran_stays(session):
    result = session.execute("%z = add %x, %x\n%w = add %x, %nothere\n%u = 1")
    assert (result.ran, result.error.code, result.error.span.line) == (1, "name.undefined", 2)
    assert session["z"].tolist() == [2, 4]
    assert "u" not in session
    assert any("1 statement" in text for text in result.error.help)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("%v = add %x, %n", "add.C1"),
        ("%v = %x-1", "name.undefined"),
        ("%v = addd %x, %x", "name.op"),
        ("%a, %b = %x + 1", "name.results"),
        (":nonsense", "command.unknown"),
        ("%v = [1, [2]]", "syntax.literal"),
        ("%v = add %x", "add.operands"),
        ("%x %x", "syntax.statement"),
        ("?nothing_like_it", "name.unknown"),
        ("call @f(%x)", "name.symbol"),
        ("%nothere", "name.undefined"),
        ("%v = %x + [1.0, 2.0, 3.0]", "add.C1"),
        ("module { func.func @f(", "syntax.end"),
    ],
)
def test_a_failed_statement_leaves_the_session_as_it_was(session, text, code):
    before = (session.state, session.names)
    result = session.execute(text)
    assert result.error is not None
    assert result.error.code == code
    assert result.error.span is not None
    assert (session.state, session.names) == before


def test_subtraction_without_a_blank_is_explained(session):
    error = session.execute("%v = %x-1").error
    assert any("%x - 1" in text for text in error.help)


def test_names_bind_anew_and_ops_keep_what_they_saw(session):
    run(session, "%y = add %x, %x\n%x = [5.0, 5.0]\n%z = add %x, %y")
    assert session["y"].tolist() == [2, 4]
    assert session["z"].tolist() == [7, 9]


def test_a_statement_without_a_name_gets_the_next_number(session):
    run(session, "%x + 1")
    run(session, "%x + 2\n%0 + %1")
    assert session["2"].tolist() == [5, 7]


def test_statements_end_at_newlines_but_for_what_mlir_prints_over_several(session):
    text = """%r:2 = stablehlo.while(%i = %n, %y = %x) : tensor<2xi32>, tensor<2xf32>
cond {
  %p = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.return %p : tensor<i1>
} do {
  stablehlo.return %i, %y : tensor<2xi32>, tensor<2xf32>
}
%a = stablehlo.add %x, %x
  : tensor<2xf32>
%b = add %x,
  %x
:type %b"""
    result = run(session, text)
    assert session["r#1"].tolist() == [1.0, 2.0]
    assert session["r"].dtype == np.int32
    assert result.ran == 4
    assert result.text.endswith("tensor<2xf32>")


def test_functions_are_defined_and_called_and_never_see_values(session):
    run(
        session, "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = add %a, %a\n  return %0 : tensor<2xf32>\n}"
    )
    run(session, "%y = call @f(%x)")
    assert session["y"].tolist() == [2, 4]
    error = session.execute("func.func @g() -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}").error
    assert error.code == "name.undefined"
    run(session, ":run @f %y")
    assert session["0"].tolist() == [4, 8]


def test_a_region_sees_values_as_of_when_its_op_runs(session):
    text = '%r = "stablehlo.if"(%p) ({ stablehlo.return %x : tensor<2xf32> }, { stablehlo.return %x : tensor<2xf32> }) : (tensor<i1>) -> tensor<2xf32>'
    run(session, "%p = true\n" + text + "\n%x = [9.0, 9.0]")
    assert session["r"].tolist() == [1, 2]


def test_undo_takes_back_one_entry_with_all_its_statements(session):
    run(session, "%x = [5.0]\n%y = %x + 1")
    run(session, ":undo")
    assert session["x"].tolist() == [1, 2]
    assert "y" not in session
    run(session, ":redo")
    assert session["y"].tolist() == [6]
    run(session, ":undo")
    run(session, ":undo")
    assert session.names == []
    assert session.execute(":undo").error.code == "command.failed"


@pytest.mark.parametrize(
    ("text", "incomplete"),
    [
        ("func.func @f(", True),
        ("func.func @f() {", True),
        ("%y = add %x,", True),
        ("%y = [1,\n", True),
        ("%y = (%x +", True),
        ("%y = tanh(", True),
        ("%y =", True),
        ('"stablehlo.add"(%x, %x) :', True),
        ("%y = add %x, %x", False),
        ("%y = add %x, %x\n", False),
        ("%y = nothing(", False),
        ('%s = stablehlo.custom_call @f() {a = "{ ["} : () -> ()', False),
        ('%y = stablehlo.constant dense<"0x{"> : tensor<1xi8>', False),
        ("// comment {", False),
        ("", False),
        (":help", False),
        ("%z = add %y, %y", False),
        ("%z = %x + 1\n%w = add %z,", True),
    ],
)
def test_unfinished_input_is_the_parsers_own_answer(session, text, incomplete):
    before = session.state
    assert session.is_incomplete(text) is incomplete
    assert session.state is before


def test_saving_gives_a_module_that_computes_the_live_values(session, tmp_path):
    run(session, "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}")
    run(session, "%y = tanh(%x * 2)\n%unused = 1\n%x = call @f(%y)\n:env")
    path = tmp_path / "s.mlir"
    run(session, f":save {path}")
    text = path.read_text()
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    main = hlorepl.compile(module)
    for name, array in zip(session.names, main(), strict=True):
        assert array.tobytes() == session[name].tobytes(), name
    assert "// :env" in text
    assert "%x_1" in text


def test_saving_keeps_what_did_more_than_give_values(session, tmp_path):
    """Checks, and calls of functions that print; what nothing depends on is left out."""
    run(session, "func.func @noisy(%a: tensor<i32>) {\n  interpreter.print %a : tensor<i32>\n  return\n}")
    run(session, "%k = 3\nfunc.call @noisy(%k) : (tensor<i32>) -> ()\ncheck.expect_eq_const %k, dense<3> : tensor<i32>")
    run(session, "%d = negate %k\n%d = 4\n%k = 5")
    run(session, "func.func @noisy(%a: tensor<i32>) {\n  return\n}")  # when it was called, it printed
    path = tmp_path / "s.mlir"
    run(session, f":save {path}")
    ops = [op.name for op in hlorepl.parse(path.read_text()).functions["main"].body.ops]
    assert ops.count("func.call") == ops.count("check.expect_eq_const") == 1
    assert "stablehlo.negate" not in ops


def test_a_saved_session_keeps_its_own_main_and_functions_as_they_stood(session, tmp_path):
    body = "func.func @{}(%a: tensor<2xf32>) -> tensor<2xf32> {{\n  %r = {}\n  return %r : tensor<2xf32>\n}}"
    run(session, body.format("g", "stablehlo.tanh %a : tensor<2xf32>"))
    run(session, body.format("main", "func.call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>"))
    run(session, "%x = [1.0, 2.0]\n%old = call @main(%x)")
    run(session, body.format("g", "stablehlo.negate %a : tensor<2xf32>"))
    run(session, "%new = call @main(%x)")
    path = tmp_path / "s.mlir"
    run(session, f":save {path}")
    module = hlorepl.parse(path.read_text())
    assert hlorepl.verify(module) == []
    main = hlorepl.compile(module)
    for name, array in zip(session.names, main(), strict=True):
        assert array.tobytes() == session[name].tobytes(), name
    assert session["new"].tolist() == [-1.0, -2.0]
    assert session["old"].tolist() != session["new"].tolist()


def test_loading_arrays_and_scripts(session, tmp_path):
    np.savez(tmp_path / "a.npz", w=np.arange(3), v=np.float16([1]))
    run(session, f":load {tmp_path}/a.npz")
    assert session["w"].tolist() == [0, 1, 2]
    assert session["v"].dtype == np.float16
    (tmp_path / "s.hlo").write_text("%k = %w + 1\n%bad = add %k, %missing\n")
    result = session.execute(f":load {tmp_path}/s.hlo")
    assert result.error.code == "name.undefined"
    assert result.error.span.source.name.endswith("s.hlo")
    np.save(tmp_path / "evil.npy", np.array([object()], object), allow_pickle=True)
    assert session.execute(f":load {tmp_path}/evil.npy").error.code == "run.input"
    assert session.execute(":load nowhere.npz").error.code == "command.file"


def test_listeners_get_things_as_they_come(session):
    seen = []
    session.execute("%a = 1\n:type %a\n%b = add %a, %nope", listen=lambda item: seen.append(repr(item)))
    assert seen == ["<a : tensor<i32>>", "tensor<i32>"]


def test_an_interrupt_leaves_earlier_statements_in_force(session):
    calls = []

    def interrupt(item):
        calls.append(item)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.execute("%a = 1\n%b = 2", listen=interrupt)
    assert len(calls) == 1
    assert "b" not in session
    run(session, "%c = %x + 1")
    assert session["c"].tolist() == [2, 3]


def test_large_values_are_summed_up(session):
    text = run(session, "%big = stablehlo.iota dim = 0 : tensor<1000xf32>").text
    assert "min 0, mean 499.5, max 999" in text
    assert len(text) < 300
    assert "998.0, 999.0" in run(session, ":show %big").text


def test_the_answers_of_questions(session):
    assert "Join" in run(session, "?concatenate").text or "concatenate" in run(session, "?concatenate").text
    assert "tensor<2xf32>" in run(session, "?%x").text
    assert ":load" in run(session, ":help").text
    assert "PATH" in run(session, ":help load").text


def test_values_come_in_order_and_by_name(session):
    values = run(session, "%a = [1, 2]\n%b = %a + 1\n%a = [5, 6]").values
    assert [value.name for value in values] == ["a", "b", "a"]
    assert values["%a"].array.tolist() == [5, 6]
    assert np.asarray(values["b"]).tolist() == [2, 3]
    with pytest.raises(KeyError):
        values["c"]


def test_a_fault_of_ours_does_not_cost_the_session(session, monkeypatch):
    from hlorepl.session import running

    def fail(*_):
        raise ZeroDivisionError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(running, "run_ops", fail)
        error = session.execute("%y = %x + 1").error
    assert error.code == "internal.error"
    assert "ZeroDivisionError: a fault" in error.message
    assert run(session, "%y = %x + 1").ran == 1


def test_clear_goes_on_and_whoever_listens_is_told(session, tmp_path):
    (tmp_path / "s.hlo").write_text("%b = 2\n:clear\n%c = 3\n")
    for text in ("%b = 2\n:clear\n%c = 3", f":load {tmp_path}/s.hlo"):
        seen: list[object] = []
        result = session.execute(text, listen=seen.append)
        assert list(map(repr, seen)) == ["<b : tensor<i32>>", "<action clear>", "<c : tensor<i32>>"]
        assert result.action.name == "clear"
        assert [type(item).__name__ for item in result.shown] == ["Shown", "Shown"]


def test_quit_ends_a_text_wherever_it_stands(session, tmp_path):
    (tmp_path / "s.hlo").write_text(":quit\n%c = 3\n")
    for text in (":clear\n:quit\n%c = 3", f":load {tmp_path}/s.hlo\n%c = 3"):
        assert session.execute(text).action.name == "quit"
        assert "c" not in session


def test_comments_are_shown_with_the_program(session):
    session.execute(
        "// above f\nfunc.func @f() { // open\n  // inside\n  return // beside\n}\n// about x\n%x = 1 // one"
    )
    text = session.execute(":text").text
    for comment in ("// above f", "{ // open", "// inside", "return // beside", "// about x", "// one"):
        assert comment in text
    assert session.execute(":text @f").text == (
        "// above f\nfunc.func @f() { // open\n  // inside\n  return // beside\n}"
    )
