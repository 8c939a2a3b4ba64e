"""The debugger on one process of a grid: what the others say is what they said in a run of all."""

from __future__ import annotations

import pytest

from hlorepl import Session

SUM = """func.func @f(%x: tensor<2xf32>, %n: tensor<i32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %id = stablehlo.replica_id : tensor<ui32>
  %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r:2 = stablehlo.while(%k = %zero, %h = %x) : tensor<i32>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %k, %one : tensor<i32>
    %y = stablehlo.add %h, %b : tensor<2xf32>
    %s = "stablehlo.all_reduce"(%y) ({
      ^bb0(%p: tensor<f32>, %q: tensor<f32>):
        %z = stablehlo.add %p, %q : tensor<f32>
        stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    interpreter.print %s : tensor<2xf32>
    stablehlo.return %j, %s : tensor<i32>, tensor<2xf32>
  }
  %m = stablehlo.multiply %r#1, %b : tensor<2xf32>
  return %m : tensor<2xf32>
}"""


def said(session: Session, text: str) -> str:
    result = session.execute(text)
    assert result.error is None, result.error
    return result.text


@pytest.fixture
def session() -> Session:
    found = Session(grid=(3, 1))
    said(found, SUM + "\n%x = [1.0, 2.0]\n%n = 3 : i32\n:run @f(%x, %n);")
    return found


def expected(session: Session, number: int) -> str:
    return str(session["0"][number, 0].tolist())


@pytest.mark.parametrize("number", range(3))
def test_each_process_comes_to_its_own_results(session, number):
    said(session, f":debug @f(%x, %n)@({number},0)")
    text = said(session, ":continue")
    assert text.splitlines()[-1] == f"  %m : tensor<2xf32> = {expected(session, number)}"
    assert f"@f in process ({number}, 0) has ended" in text


def test_back_over_exchanges_is_exact(session):
    said(session, ":debug @f(%x, %n)@(2,0)\n:break all_reduce\n:continue\n:continue")
    first = said(session, ":next\n%s")
    said(session, ":back 1")
    assert said(session, ":next\n%s") == first
    said(session, ":delete 1")
    assert expected(session, 2) in said(session, ":continue")


def test_a_changed_value_is_used_and_what_others_say_is_not_computed_again(session):
    said(session, ":debug @f(%x, %n)@(1,0)\n:until %m\n%b = [10.0, 10.0]")
    text = said(session, ":continue")
    assert text.splitlines()[-1].endswith(str([10 * value for value in session["0"][1, 0].tolist()]))
    said(session, ":debug @f(%x, %n)@(1,0)\n:until %c\n%n = 100 : i32")
    error = session.execute(":continue").error
    stopped = said(session, ":where") if error is None else str(error)
    assert "@f" in stopped


def test_what_there_is_none_of(session):
    for text, code in ((":debug @f(%x, %n)@(3,0)", "run.grid"), (":debug %x@(1,0)", "run.not_steppable")):
        error = session.execute(text).error
        assert error is not None
        assert error.code == code
    error = session.execute(":debug @f(%x, %n)").error
    assert error is not None
    assert ":debug @f(%a, …)@(1,0) debugs one of them: the others answer as they did" in error.help


def test_a_value_that_differs_between_processes_is_not_put_into_one(session):
    said(session, ":debug @f(%x, %n)@(1,0)\n:until %m")
    error = session.execute("%b = %0 + %0").error
    assert error is not None
    assert error.code == "run.debugger"


def test_a_picture_of_one_process(session, tmp_path):
    text = said(session, f":graph @f(%x, %n)@(2,0) {tmp_path / 'p.html'}")
    assert "drew @f in process (2, 0): " in text
    first = said(session, f":graph @f(%x, %n) {tmp_path / 'q.html'}")
    assert "drew @f in process (0, 0): " in first
    assert (tmp_path / "p.html").read_text() != (tmp_path / "q.html").read_text()
    error = session.execute(f":graph @f(%x, %n)@(9,9) {tmp_path / 'r.html'}").error
    assert error is not None
    assert error.code == "run.grid"
