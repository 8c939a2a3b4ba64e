"""Standing deep in a long loop: the turns before it are run as code, and whatever stands there is what stepping gives."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from session.test_debugging import LOOP, Talk

from hlorepl.debugging.debugger import Debugger

#: A loop that counts, one whose condition asks for values and captures some, and one that draws.
COUNTS = LOOP
ASKS = """func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<0.001> : tensor<f32>
  %r:2 = stablehlo.while(%i = %c, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %m = stablehlo.abs %h : tensor<f32>
    %p = stablehlo.compare GT, %m, %low : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = stablehlo.sine %h : tensor<f32>
    stablehlo.return %j, %k : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
"""
DRAWS = ASKS.replace(
    "%k = stablehlo.sine %h : tensor<f32>",
    "%u = stablehlo.constant dense<1.0> : tensor<f32>\n    %v = stablehlo.constant dense<2.0> : tensor<f32>\n"
    "    %e = stablehlo.constant dense<> : tensor<0xi64>\n"
    "    %k = stablehlo.rng %u, %v, %e, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>",
)


def at_the_loop(program: str) -> Debugger:
    talk = Talk(program, ":debug @main(0.5, 60)", ":until while")
    debugger = talk.session.debugger
    assert debugger is not None
    return debugger


def state(debugger: Debugger) -> tuple[object, ...]:
    found = [debugger.find(name) for name in ("i", "h")]
    return debugger.frame.turns, *(np.asarray(each.value).tobytes() for each in found if each is not None)


@pytest.mark.parametrize("program", [COUNTS, ASKS, DRAWS], ids=["counts", "asks", "draws"])
@pytest.mark.parametrize("turn", [1, 2, 3, 40])
def test_a_turn_is_that_of_a_run_turn_by_turn(program: str, turn: int):
    debugger, stepped = at_the_loop(program), at_the_loop(program)
    assert debugger.enter_for(turn, None)
    stepped.history.enter(lambda what: what.number == turn)
    assert state(debugger) == state(stepped)
    assert debugger.frame.turns == (turn,)
    for _ in range(12):
        debugger.step()
        stepped.step()
    assert state(debugger) == state(stepped)


@pytest.mark.parametrize("program", [COUNTS, ASKS, DRAWS], ids=["counts", "asks", "draws"])
def test_back_is_exact_from_a_turn_that_was_gone_to(program: str):
    debugger = at_the_loop(program)
    assert debugger.enter_for(40, None)
    begin, random = state(debugger), Random(7)
    for _ in range(20):
        steps = random.randrange(1, 40)
        for _ in range(steps):
            debugger.step()
        assert debugger.back(steps) == steps
        assert state(debugger) == begin
    debugger.history.run.log.clear()  # type: ignore[attr-defined] - beyond the log: from marks, computed forward again
    debugger.step()
    debugger.step()
    debugger.history.run.log.clear()  # type: ignore[attr-defined]
    debugger.back(2)
    assert state(debugger) == begin


def test_a_turn_that_does_not_come_leaves_the_op_done():
    debugger = at_the_loop(COUNTS)
    assert not debugger.enter_for(61, None)
    assert debugger.here is not None
    assert debugger.here.name == "stablehlo.sqrt"
