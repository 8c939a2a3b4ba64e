"""What an op with regions means is on its declaration: the engine names no op, and a new loop needs one place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Observer
from hlorepl.engine.step_log import StepLog
from hlorepl.engine.stepper import Machine
from hlorepl.ops.flow import Done, Enter, run_steps
from hlorepl.ops.registry import OPS, op

if TYPE_CHECKING:
    from hlorepl.ops.annotations import Region

ENGINE = Path(hlorepl.__file__).parent / "engine"
_NAMED = re.compile(r"""["'](stablehlo|func|chlo|vhlo|check|interpreter|sdy|shape|arith|tensor|builtin)\.""")


@pytest.mark.parametrize("path", sorted(ENGINE.glob("*.py")), ids=lambda path: path.stem)
def test_the_engine_names_no_op(path):
    named = [line for line in path.read_text().splitlines() if _NAMED.search(line)]
    assert named == []


def _thrice(*operands: Any, body: Region) -> Any:
    def again(left: int, state: tuple[Any, ...]) -> Any:
        return Enter(body, state, lambda results: again(left - 1, results)) if left else Done(state)

    return again(3, operands)


if "test.thrice" not in OPS:

    @op("test.thrice", form=None, total=True)
    def thrice(xp, *operands, body: Region):
        """Run the body three times on its own results."""
        return run_steps(_thrice(*operands, body=body))

    thrice.steps(_thrice)
    thrice.infer(lambda *operands, body: list(operands))

    @thrice.vectorise
    def _(lanes, *operands, body: Region):
        for _ in range(3):
            operands = lanes.run(body, operands)
        return operands


def thrice_of(of: str, name: str = "%r", operand: str = "%x", inner: str = "stablehlo.add %a, %k") -> str:
    return f"""  {name} = "test.thrice"({operand}) ({{
  ^bb0(%a: {of}):
    %b = {inner} : {of}
    stablehlo.return %b : {of}
  }}) : ({of}) -> {of}"""


ALONE = f"""func.func @main(%x: tensor<2xf32>, %k: tensor<2xf32>) -> tensor<2xf32> {{
{thrice_of("tensor<2xf32>")}
  return %r : tensor<2xf32>
}}"""
IN_MAP = f"""func.func @main(%v: tensor<5xf32>, %k: tensor<f32>) -> tensor<5xf32> {{
  %m = "stablehlo.map"(%v) ({{
  ^bb0(%x: tensor<f32>):
  {thrice_of("tensor<f32>")}
    stablehlo.return %r : tensor<f32>
  }}) {{dimensions = array<i64: 0>}} : (tensor<5xf32>) -> tensor<5xf32>
  return %m : tensor<5xf32>
}}"""


def test_a_new_loop_runs_fast_and_stepped():
    program = hlorepl.compile(hlorepl.parse(ALONE))
    arguments = [np.float32([1, 2]), np.float32([10, 20])]
    for limit in (None, None, None, 1000, 40):
        assert program.run(arguments, RunContext(limit=limit))[0].tolist() == [31, 62]
    seen: list[str] = []

    class Names(Observer):
        def after(self, event: Event) -> None:
            seen.append(event.origin.name)

    assert program.run(arguments, RunContext(observers=(Names(),)))[0].tolist() == [31, 62]
    assert seen == ["stablehlo.add"] * 3 + ["test.thrice"]
    machine = Machine(program.plan, arguments, RunContext(), log=StepLog())
    for _ in range(5):
        machine.step()
    assert machine.top.depth == 1
    while machine.back():
        pass
    assert machine.run()[0].tolist() == [31, 62]


def test_a_new_loop_runs_on_whole_arrays():
    program = hlorepl.compile(hlorepl.parse(IN_MAP))
    values = np.arange(5, dtype=np.float32)
    for _ in range(3):
        assert program(values, np.float32(2))[0].tolist() == (values + 6).tolist()
    (region,) = program.plan.steps[0].regions
    assert region._facts.over.quick


def test_what_a_loop_carries_is_handed_on():
    """Nobody else holds it, so that it is updated where it is."""
    update = "stablehlo.dynamic_update_slice %a, %u, %i"
    types = "(tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>"
    loop = thrice_of("tensor<8xf32>", operand="%y", inner=update).replace(
        f"{update} : tensor<8xf32>", f"{update} : {types}"
    )
    text = f"""func.func @main(%x: tensor<8xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> tensor<8xf32> {{
  %y = stablehlo.add %x, %x : tensor<8xf32>
{loop}
  return %r : tensor<8xf32>
}}"""
    program = hlorepl.compile(hlorepl.parse(text))
    (step,) = program.plan.steps[1].regions[0].plan.steps
    owned: list[int] = []
    step.expression = None  # else it stands in the code, and nothing is called
    overwrite = step.owning
    assert overwrite is not None
    step.owning = lambda *arrays: owned.append(1) or overwrite(*arrays)
    arguments = [np.ones(8, np.float32), np.float32([7]), np.int32(3)]
    for count in (3, 6, 9):
        assert program(*arguments)[0].tolist() == [2, 2, 2, 7, 2, 2, 2, 2]
        assert len(owned) == count
