"""Guarded runs: what flags do not tell of is looked at, and what a program does to the world outside is done once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl import backends
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.engine.guards import FLAGS, INSIDE, LOOK, guarded, tells
from hlorepl.engine.process import Process
from hlorepl.engine.program import Program

if TYPE_CHECKING:
    from pathlib import Path

BACKEND = guarded(backends.get("numpy"))


def program(text: str) -> Program:
    return Program(hlorepl.parse(text), None, BACKEND)


def watched(of: Program, *arrays, process: Process | None = None) -> NotFinite:
    watch = NotFinite()
    of.run([np.asarray(array) for array in arrays], RunContext(observers=(watch,), process=process))
    return watch


def one(op: str, *types: str, gives: str) -> str:
    arguments = ", ".join(f"%a{k}: tensor<{of}>" for k, of in enumerate(types))
    given, taken = ", ".join(f"%a{k}" for k in range(len(types))), ", ".join(f"tensor<{of}>" for of in types)
    return f"""func.func @main({arguments}) -> tensor<{gives}> {{
  %0 = "stablehlo.{op}"({given}) {{}} : ({taken}) -> tensor<{gives}>
  return %0 : tensor<{gives}>
}}"""


GUARDS = {
    "arithmetic": (one("add", "2xf32", "2xf32", gives="2xf32"), FLAGS),
    "a function of the library": (one("sqrt", "2xf64", gives="2xf64"), FLAGS),
    "a narrow type": (one("add", "2xbf16", "2xbf16", gives="2xbf16"), LOOK),
    "half precision": (one("add", "2xf16", "2xf16", gives="2xf16"), LOOK),
    "complex numbers": (one("multiply", "2xcomplex<f32>", "2xcomplex<f32>", gives="2xcomplex<f32>"), LOOK),
    "bits of other numbers": (one("bitcast_convert", "2xi32", gives="2xf32"), LOOK),
    "a narrower type": (one("convert", "2xf64", gives="2xf32"), LOOK),
    "a wider type": (one("convert", "2xf32", gives="2xf64"), ""),
    "integers as floats": (one("convert", "2xi32", gives="2xf32"), ""),
    "floats as integers": (one("convert", "2xf32", gives="2xi32"), ""),
    "integers": (one("add", "2xi32", "2xi32", gives="2xi32"), ""),
    "one of two": (one("maximum", "2xf32", "2xf32", gives="2xf32"), ""),
    "the same elsewhere": (one("reshape", "2x1xf32", gives="2xf32"), ""),
    "a product of matrices": (one("dot", "2x2xf32", "2x2xf32", gives="2x2xf32"), LOOK),
}


@pytest.mark.parametrize("kind", GUARDS)
def test_what_notices(kind: str):
    text, guard = GUARDS[kind]
    assert program(text).plan.steps[0].guard == guard


def test_a_plan_for_others_has_no_guards():
    steps = Program(hlorepl.parse(GUARDS["a product of matrices"][0])).plan.steps
    assert [step.guard for step in steps] == [""]


def test_functions_of_the_library_are_tried():
    single, double = np.dtype(np.float32), np.dtype(np.float64)
    for ufunc in (np.add, np.divide, np.power):
        assert tells(ufunc, single, single)
        assert tells(ufunc, double, double)
    assert not tells(np.add, np.dtype(np.float16), np.dtype(np.float16))
    assert not tells(np.add, np.dtype(ml_dtypes.bfloat16), np.dtype(ml_dtypes.bfloat16))


def test_what_runs_others_is_looked_at_inside():
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %unread = stablehlo.log %x : tensor<2xf32>
  return %x : tensor<2xf32>
}"""
    of = program(text)
    assert of.plan.steps[0].guard == INSIDE
    for _ in range(3):
        assert [found.place.name for found in watched(of, np.float32([-1, 1])).found] == ["%unread"]
        assert watched(of, np.float32([2, 1])).found == []


EFFECTS = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<2> : tensor<1xi64>
  %token = stablehlo.create_token : !stablehlo.token
  %drawn = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %fed:2 = "stablehlo.infeed"(%token) {{infeed_config = ""}} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  interpreter.print %fed#0 : tensor<2xf32>
  %probed = interpreter.probe %fed#0, probe_id = "p" : tensor<2xf32>
  %l = stablehlo.{} %x : tensor<2xf32>
  %y = stablehlo.add %drawn, %fed#0 : tensor<2xf32>
  %out = "stablehlo.outfeed"(%y, %token) {{outfeed_config = ""}} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %y : tensor<2xf32>
}}"""


@pytest.mark.parametrize(("op", "count"), [("log", 1), ("abs", 0)])
def test_effects_happen_once(op: str, count: int, tmp_path: Path):
    printed: list[str] = []
    process = Process()
    process.emit, process.probe_folder = printed.append, tmp_path
    for number in range(2):
        process.feed(np.float32([number, 2]))
    watch, of = NotFinite(), program(EFFECTS.format(op))
    context = RunContext(seed=3, observers=(watch,), process=process)
    results = [of.run([np.float32([-1, 1])], context)[0] for _ in range(2)]
    plain = Process()
    plain.emit, plain.probe_folder = (lambda line: None), tmp_path / "other"
    for number in range(2):
        plain.feed(np.float32([number, 2]))
    again = RunContext(seed=3, process=plain)
    expected = [Program(of.module).run([np.float32([-1, 1])], again)[0] for _ in range(2)]
    np.testing.assert_array_equal(results, expected)
    assert len(watch.found) == count
    assert len(printed) == 2
    assert not process.source
    assert len(process.outfed) == 2
    assert len([*tmp_path.glob("*.npy")]) == 2


def test_constants_come_in_wherever_they_are_read():
    text = """func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
    stablehlo.return %inf : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    for takes in (True, False):
        watch = watched(program(text), np.float32(1), np.bool_(takes))
        assert [found.result for found in watch.constants] == ["%inf"]
        assert watch.found == []
