"""Control flow as steps: the trampoline, and what a stepper may rely on."""

from __future__ import annotations

import numpy as np

from hlorepl.engine.process import Process
from hlorepl.ops.flow import Done, Enter, run_steps
from hlorepl.ops.registry import lookup


def rule(name):
    op = lookup(name)
    assert op is not None
    assert op.steps_rule is not None
    return op.steps_rule


def counting(limit):
    return {"cond": lambda i: (np.array(i < limit),), "body": lambda i: (i + 1,)}


def test_a_long_loop_does_not_nest():
    assert run_steps(rule("stablehlo.while")(0, **counting(20_000))) == (20_000,)


def test_a_step_may_be_taken_twice():
    step = rule("stablehlo.while")(0, **counting(3))
    assert isinstance(step, Enter)
    again = [step.then(step.region(*step.args)) for _ in range(2)]
    assert [run_steps(each) for each in again] == [(3,), (3,)]


def test_branches():
    yes, no = (lambda: ("yes",)), (lambda: ("no",))
    assert run_steps(rule("stablehlo.if")(np.array(True), true_branch=yes, false_branch=no)) == ("yes",)
    for index, wanted in ((0, "yes"), (1, "no"), (-1, "no"), (2, "no")):
        step = rule("stablehlo.case")(np.array(index), branches=(yes, no))
        assert run_steps(step) == (wanted,)


def test_calls_enter_what_they_call():
    def twice(x):
        return (2 * x,)

    assert run_steps(rule("func.call")(4, callee=twice)) == (8,)
    assert run_steps(rule("stablehlo.composite")(4, decomposition=twice)) == (8,)
    assert run_steps(rule("stablehlo.async_start")(4, body=twice, process=Process())) == ((8,),)
    assert isinstance(rule("func.call")(4, callee=twice).then((1,)), Done)
