"""How far a run is: the turn of how many, which part is done, and how long the rest may take."""

from __future__ import annotations

import itertools
import threading

import numpy as np
import onnx.parser
import pytest

import hlorepl
from hlorepl import mdf
from hlorepl.analysis.trace import Trace
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Observer
from hlorepl.engine.process import Process
from hlorepl.engine.telling import Left, duration
from hlorepl.engine.whereabouts import Running, done_of, interrupted_at, place_of, running_now
from hlorepl.mdf.recording import iterate
from hlorepl.onnx.loading import OnnxModel

LOOP = """func.func @main(%n: tensor<i32>) -> tensor<i32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  {}
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {{
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    interpreter.print %i : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }}
  return %r : tensor<i32>
}}"""


class Looks(Process):
    """A process that looks where it is whenever the program prints."""

    __slots__ = ("seen",)

    def __init__(self):
        super().__init__()
        self.seen: list[str] = []
        self.emit = lambda line: self.seen.append(place_of(running_now(threading.get_ident())))


@pytest.mark.parametrize("observers", [(), (Trace(),)])
def test_the_turn_of_how_many(observers: tuple[Observer, ...]):
    program = hlorepl.compile(hlorepl.parse(LOOP.format(""), name="a.mlir"))
    for _ in range(2):
        looks = Looks()
        program.run([np.asarray(np.int32(5))], RunContext(process=looks, observers=observers))
        assert looks.seen == [f" at line 10 of a.mlir, turn {turn} of 5" for turn in range(5)]


def test_the_trial_of_how_many():
    model = mdf.loads('{"m": {"graphs": {"g": {"nodes": {"A": {"output_ports": {"o": {"value": 1}}}}}}}}')
    runner, seen = mdf.Runner(model), list[str]()
    for _ in iterate(runner, 3, None, lambda _: seen.append(place_of(running_now(threading.get_ident()))) or {}, []):
        pass
    assert seen == [f" in trial {number} of 3" for number in range(3)]


def test_the_turn_of_a_loop_of_onnx():
    text = """<ir_version: 8, opset_import: ["" : 17]>
net (float[2] x) => (float[2] y) {
  n = Constant<value = int64 {4}>()
  t = Constant<value = bool {1}>()
  y = Loop <body = b (int64 i, bool c, float[2] h) => (bool co, float[2] ho) { co = Identity(c) ho = Neg(h) }> (n, t, x)
}"""
    seen: list[str] = []

    class Interrupts(Observer):
        def before(self, frame, origin, inputs):
            if origin.name == "onnx.Neg" and frame.number == 2:
                raise KeyboardInterrupt

    try:
        OnnxModel(onnx.parser.parse_model(text)).run(
            [np.float32([1, 2])], context=RunContext(observers=(Interrupts(),))
        )
    except KeyboardInterrupt as interrupt:
        seen.append(place_of(interrupted_at(interrupt.__traceback__)))
    assert seen == [" at ho, turn 2 of 4"]


def test_which_part_is_done():
    assert done_of([Running(None, 3, 4)]) == 0.75
    assert done_of([Running(None, 1, 2), Running(None, 5, 10)]) == 0.75
    assert done_of([Running(None), Running(None, 1, 2)]) == 0.5
    assert done_of([Running(None, 7), Running(None, 1, 2)]) is None
    assert done_of([]) is None


def test_how_long_the_rest_takes():
    left = Left(100.0)
    assert left.text(0.25, 110.0) == ", about 30 s left"
    assert left.text(0.5, 120.0) == ", about 20 s left"
    assert left.text(0.1, 130.0) == ""  # another loop
    assert left.text(0.2, 140.0) == ", about 80 s left"
    assert left.text(None, 150.0) == ""


def test_durations_are_no_finer_than_one_wants_to_know():
    seconds = (0.2, 20, 99, 600, 9_000, 400_000)
    assert [*map(duration, seconds)] == ["1 s", "20 s", "99 s", "10 min", "2.5 h", "5 days"]
    assert all(a <= b for a, b in itertools.pairwise(seconds))
