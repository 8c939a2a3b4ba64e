"""The resumable form of a plan: what waits gives a request, is sent the answer, and goes on; through calls, loops and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Observer
from hlorepl.engine.process import Process
from hlorepl.errors import HloError
from hlorepl.ops.flow import Done, Enter, Wait, run_steps
from hlorepl.ops.registry import OPS, op

if TYPE_CHECKING:
    from collections.abc import Generator

    from hlorepl.ops.annotations import Region


class Sum:
    """Asks for the sum of what all have."""

    def __init__(self, array: Any):
        self.array = array

    def alone(self, process: Any) -> Any:
        return self.array


if "test.sum" not in OPS:

    @op("test.sum", form=None, waits=True)
    def sum_(xp, x):
        """The sum of what all processes have."""
        return x

    sum_.infer(lambda x: [x])
    sum_.steps(lambda x, *, process: Wait(Sum(x + np.float32(process.replica)), lambda answer: Done((answer,))))


def _until(operand: Any, *, cond: Region, body: Region) -> Any:
    """A loop in one place: the body again and again until a condition holds."""

    def again(turn: int, state: Any) -> Any:
        return Enter(body, (state,), lambda results: ask(turn, results[0]), "turn", turn)

    def ask(turn: int, state: Any) -> Any:
        return Enter(
            cond, (state,), lambda holds: Done((state,)) if holds[0] else again(turn + 1, state), "condition", turn
        )

    return again(0, operand)


if "test.until" not in OPS:

    @op("test.until", form=None, total=True)
    def until(xp, operand, *, cond: Region, body: Region):
        """Run the body on its own result until the condition holds."""
        return run_steps(_until(operand, cond=cond, body=body))

    until.infer(lambda operand, *, cond, body: [operand])
    until.steps(_until)


PROGRAM = """func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> (tensor<f32>, tensor<4xf32>) {
  %r = "test.until"(%x) ({
  ^bb0(%a: tensor<f32>):
    %big = stablehlo.constant dense<100.0> : tensor<f32>
    %c = stablehlo.compare GT, %a, %big : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    %s = func.call @sum(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  %b = "stablehlo.if"(%p) ({
    %s = "test.sum"(%r) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
    stablehlo.return %r : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %z = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %w = stablehlo.add %z, %z : tensor<4xf32>
  %u = stablehlo.constant dense<7.0> : tensor<1xf32>
  %v = stablehlo.dynamic_update_slice %w, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %b, %v : tensor<f32>, tensor<4xf32>
}
func.func private @sum(%x: tensor<f32>) -> tensor<f32> {
  %s = "test.sum"(%x) : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
"""


def cells(plan: Any, arguments: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Run one cell for each list of arguments, by turns, on one thread; every request is answered by the sum of all."""
    count = len(arguments)
    running: list[Generator[Any, Any, Any]] = [
        plan.resume([*given], RunContext(process=Process(number, 0, (count, 1))))
        for number, given in enumerate(arguments)
    ]
    total: Any = None
    results: list[Any] = [None] * count
    while None in results:
        asked = []
        for number, cell in enumerate(running):
            try:
                asked.append(cell.send(None if total is None else [total]).array)
            except StopIteration as end:
                results[number] = end.value
        total = np.float32(sum(asked)) if asked else None
    return results


def of_all(values: list[float], p: bool) -> float:
    """What each cell ends with."""
    more = sum(range(len(values)))
    total = sum(values) + more
    while total <= 100:
        total = total * len(values) + more
    return total * len(values) + more if p else total


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("p", [True, False])
def test_cells_take_turns_through_calls_loops_and_branches(count, p):
    program = hlorepl.compile(hlorepl.parse(PROGRAM))
    assert program.plan.waits
    for _ in range(3):  # checked, proven
        values = [float(number + 1) for number in range(count)]
        if count == 1:  # a cell alone never gets above 100 by itself
            values = [101.0]
        found = cells(program.plan, [[np.float32(value), np.bool_(p)] for value in values])
        wanted = of_all(values, p)
        for scalar, row in found:
            assert scalar == wanted
            assert row.tolist() == [2 * wanted, 7, 2 * wanted, 2 * wanted]


def test_a_process_alone_answers_itself_fast_and_stepped():
    program = hlorepl.compile(hlorepl.parse(PROGRAM))
    seen = []

    class Names(Observer):
        def after(self, event: Event) -> None:
            seen.append(event.origin.name)

    arguments = [np.float32(200), np.bool_(True)]
    for context in (RunContext(), RunContext(), RunContext(), RunContext(observers=(Names(),))):
        assert program.run(arguments, context)[0] == 200
    assert seen.count("test.sum") == 2


def test_an_error_in_the_resumable_form_stands_where_it_does_in_the_plain_one():
    text = PROGRAM.replace(
        "return %s : tensor<f32>\n}\n",
        "check.expect_eq_const %s, dense<0.0> : tensor<f32>\n  return %s : tensor<f32>\n}\n",
    )
    program = hlorepl.compile(hlorepl.parse(text))
    said = []
    for run in (lambda given: program.run(given, RunContext()), lambda given: cells(program.plan, [given])):
        for _ in range(2):
            with pytest.raises(HloError) as caught:
                run([np.float32(101), np.bool_(True)])
            said.append((str(caught.value), [(note.message, note.span.line) for note in caught.value.notes]))
    assert len(set(map(str, said))) == 1


def test_what_never_waits_has_no_use_for_it():
    program = hlorepl.compile(
        hlorepl.parse("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}")
    )
    assert not program.plan.waits
