"""The generated form of a plan that is counted: what runs under a memory limit, and that it refuses what exact counting does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl.engine import stepper
from hlorepl.engine.context import RunContext
from hlorepl.engine.executor import Runner
from hlorepl.errors import HloError

#: Programs with sizes that no type tells, by what makes these sizes.
DYNAMIC = {
    "element-wise": """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.convert %0 : (tensor<?xf32>) -> tensor<?xf64>
  %2 = stablehlo.tanh %1 : tensor<?xf64>
  %3 = stablehlo.convert %2 : (tensor<?xf64>) -> tensor<?xf32>
  %4 = stablehlo.multiply %3, %x : tensor<?xf32>
  return %4 : tensor<?xf32>
}""",
    "shapes of operands": """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.concatenate %x, %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.pad %0, %z, low = [8], high = [8], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.negate %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}""",
    "values": """func.func @main(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.negate %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}""",
    "a loop, a branch and a call": """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<6> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.add %x, %x : tensor<?xf32>
  %r:2 = stablehlo.while(%i = %c, %a = %k) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b = "stablehlo.if"(%p) ({
      %d = func.call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>
      stablehlo.return %d : tensor<?xf32>
    }, {
      %d = stablehlo.subtract %a, %k : tensor<?xf32>
      %e = stablehlo.negate %d : tensor<?xf32>
      stablehlo.return %e : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<?xf32>
  }
  %o = stablehlo.subtract %r#1, %k : tensor<?xf32>
  return %o : tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}""",
}
#: What a run may hold: from nothing to more than any of these needs.
LIMITS = range(100, 4000, 60)


def answer(program: Any, limit: int | None) -> str:
    """The sum of what comes out, or the refusal."""
    try:
        (found,) = program.run([np.arange(50, dtype=np.float32) / 50], RunContext(limit=limit))
    except HloError as error:
        return (
            f"{error.code} {error.span and error.span.line}: {error.message} {[note.message for note in error.notes]}"
        )
    return str(found.sum())


@pytest.mark.parametrize("what", DYNAMIC)
def test_the_counted_form_runs_where_there_is_room(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = hlorepl.compile(hlorepl.parse(DYNAMIC[what]))
    assert program.plan.peak is None
    wanted = [answer(program, limit) for limit in (None, 10**9, 10**9)]
    monkeypatch.setattr(Runner, "_interpret", None)
    monkeypatch.setattr(Runner, "_exactly", None)
    monkeypatch.setattr(RunContext, "_look", None)
    assert [answer(program, limit) for limit in (None, 10**9, 10**9)] == wanted


@pytest.mark.parametrize("what", DYNAMIC)
def test_the_counted_form_refuses_what_exact_counting_does(what: str) -> None:
    """Always a new plan is counted step by step; generated code and what it leaves to exact counting say the same."""
    text = DYNAMIC[what]
    exact = [answer(hlorepl.compile(hlorepl.parse(text)), limit) for limit in LIMITS]
    assert any(each.startswith("limit.memory") for each in exact)
    assert any(not each.startswith("limit.memory") for each in exact)
    program = hlorepl.compile(hlorepl.parse(text))
    for _ in range(3):
        answer(program, None)
    assert [answer(program, limit) for limit in LIMITS] == exact


def test_a_long_loop_goes_on_when_what_came_and_went_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of what was made reach the limit again and again, though little is held: then that is looked at, once."""
    looks = 0
    has_room = RunContext.has_room

    def looking(context: RunContext, more: int, arguments: Any = ()) -> bool:
        nonlocal looks
        looks += 1
        return has_room(context, more, arguments)

    text = DYNAMIC["a loop, a branch and a call"].replace("dense<6>", "dense<1000>")
    program = hlorepl.compile(hlorepl.parse(text))
    wanted = {answer(program, None) for _ in range(3)}.pop()
    monkeypatch.setattr(RunContext, "has_room", looking)
    assert answer(program, 20_000) == wanted
    assert 0 < looks < 200


def test_a_run_that_was_refused_leaves_its_context_as_it_was() -> None:
    program = hlorepl.compile(hlorepl.parse(DYNAMIC["a loop, a branch and a call"]))
    x = [np.ones(50, np.float32)]
    for _ in range(3):
        program.run(x, RunContext())
    refused = 0
    for limit in range(250, 950, 50):
        context = RunContext(limit=limit)
        try:
            program.run(x, context)
        except HloError:
            refused += 1
        assert (context.frames, context.aside, context.is_counted) == ([], 0, True)
    assert 3 <= refused < 14


GRID = """module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<5> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %s = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
      ^bb0(%l: tensor<f32>, %m: tensor<f32>):
        %t = stablehlo.add %l, %m : tensor<f32>
        stablehlo.return %t : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %j, %s : tensor<i32>, tensor<4xf32>
    }
    return %r#1 : tensor<4xf32>
  }
}"""


def test_processes_of_a_grid_run_generated_code_under_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    program = hlorepl.compile(hlorepl.parse(GRID))
    rows = [[np.ones(4, np.float32)], [np.full(4, 2, np.float32)]]
    wanted = program.run_grid(rows, RunContext())
    with monkeypatch.context() as patch:
        patch.setattr(stepper, "Machine", None)
        found = program.run_grid(rows, RunContext(limit=10_000))
    np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(program.run_grid(rows, RunContext(limit=100)), wanted)  # step by step
    with pytest.raises(HloError) as caught:
        program.run_grid(rows, RunContext(limit=30))
    assert caught.value.code == "limit.memory"
