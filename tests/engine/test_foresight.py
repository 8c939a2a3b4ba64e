"""Programs of dynamic sizes under a memory limit: what they need is foreseen where all sizes follow from the arguments."""

from __future__ import annotations

import numpy as np
import pytest

import hlorepl
from hlorepl import HloError
from hlorepl.engine.context import RunContext
from hlorepl.engine.run import run

LOOP = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %z, %a = %x) : tensor<i32>, tensor<?xf32>
  cond { %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1> }
  do { %j = stablehlo.add %i, %one : tensor<i32>
    BODY
    stablehlo.return %j, %b : tensor<i32>, tensor<?xf32> }
  return %r#1 : tensor<?xf32>
}
"""
IF = """%c = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b = "stablehlo.if"(%c) ({
      %t = stablehlo.tanh %a : tensor<?xf32>
      %u = stablehlo.add %t, %x : tensor<?xf32>
      stablehlo.return %u : tensor<?xf32>
    }, {
      stablehlo.return %a : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>"""
CASE = """%b = "stablehlo.case"(%i) ({
      %t = stablehlo.tanh %a : tensor<?xf32>
      stablehlo.return %t : tensor<?xf32>
    }, {
      %t = stablehlo.negate %x : tensor<?xf32>
      stablehlo.return %t : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>"""
REDUCE = """%q = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%a init: %q) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %w = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%e: tensor<f32>):
      %f = stablehlo.add %e, %s : tensor<f32>
      stablehlo.return %f : tensor<f32>
    }) : (tensor<?xf32>) -> tensor<?xf32>
    %b = stablehlo.add %a, %w : tensor<?xf32>"""
FORESEEN = {
    "elementwise": "%b = stablehlo.add %a, %x : tensor<?xf32>",
    "regions of numbers": REDUCE,
    "if": IF,
    "case": CASE,
    "call": "%b = func.call @double(%a) : (tensor<?xf32>) -> tensor<?xf32>",
    "moved": """%s = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
    %t = stablehlo.transpose %s, dims = [0] : (tensor<?xf32>) -> tensor<?xf32>
    %b = stablehlo.maximum %t, %x : tensor<?xf32>""",
}
DOUBLE = """
func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.add %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}
"""
GROWS = "%b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
X, N = np.linspace(0, 1, 100).astype(np.float32), np.asarray(3, np.int32)


def program(body):
    return LOOP.replace("BODY", body) + DOUBLE


def plan_of(text):
    return hlorepl.compile(hlorepl.parse(text)).plan


def static(text):
    """The same with sizes written out."""
    return text.replace("?", "100")


@pytest.mark.parametrize("body", FORESEEN.values(), ids=FORESEEN)
def test_what_is_foreseen_is_what_types_tell(body):
    foreseen = plan_of(program(body)).peak_on([X, N])
    assert foreseen is not None
    assert foreseen == plan_of(static(program(body))).peak


@pytest.mark.parametrize("body", FORESEEN.values(), ids=FORESEEN)
def test_a_run_under_a_limit_is_as_one_without(body):
    plan = plan_of(program(body))
    (wanted,) = run(plan, [X, N], RunContext())
    for _ in range(3):
        context = RunContext(limit=1 << 20)
        (found,) = run(plan, [X, N], context)
        assert found.tobytes() == wanted.tobytes()
    assert not plan.runner._counted, "no form that asks while it goes was needed"


@pytest.mark.parametrize("body", FORESEEN.values(), ids=FORESEEN)
def test_other_shapes_are_asked_for_by_themselves_and_the_limit_holds(body):
    plan = plan_of(program(body))
    large = np.zeros(100_000, np.float32)
    more, less = plan.peak_on([large, N]), plan.peak_on([X, N])
    assert more is not None
    assert less is not None
    assert more > 100 * less
    run(plan, [X, N], RunContext(limit=1 << 16))
    with pytest.raises(HloError) as caught:
        run(plan, [large, N], RunContext(limit=large.nbytes + 1000))
    assert caught.value.code == "limit.memory"


def test_a_loop_that_makes_its_array_longer_is_counted_as_it_goes():
    plan = plan_of(program(GROWS))
    assert plan.peak_on([X, N]) is None
    for _ in range(3):
        (found,) = run(plan, [X, N], RunContext(limit=1 << 20))
        assert found.shape == (800,)
    with pytest.raises(HloError) as caught:
        run(plan, [X, np.asarray(20, np.int32)], RunContext(limit=1 << 20))
    assert caught.value.code == "limit.memory"


def test_branches_of_different_sizes_are_not_foreseen():
    body = IF.replace(
        "stablehlo.return %a",
        "%g = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n      stablehlo.return %g",
    )
    plan = plan_of(program(body))
    assert plan.peak_on([X, N]) is None
    (found,) = run(plan, [X, np.asarray(1, np.int32)], RunContext(limit=1 << 20))
    assert found.shape == (200,)
