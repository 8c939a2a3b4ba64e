"""The first op at which two engines part, found by running each alone."""

from __future__ import annotations

import numpy as np
import pytest
from comparing.faults import FaultySide

import hlorepl
from hlorepl.comparing.compare import Options, compare
from hlorepl.comparing.sides import BackendSide
from hlorepl.engine.program import entries

TEXT = """func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = func.call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %t = stablehlo.add %s, %x : tensor<4xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<4xf32>
  }
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0#1 init: %f) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0#1, %1 : tensor<4xf32>, tensor<f32>
}
"""
X = np.array([0.1, 0.2, 0.3, 0.4], np.float32)


def compared(side, **options):
    module = hlorepl.parse(TEXT, "a.mlir")
    (function,) = entries(module)
    assert hlorepl.verify(module) == []
    return compare(module, function, [X, np.array(3, np.int32)], side, Options(**options))


def test_the_same_engine_agrees():
    found = compared("numpy")
    assert found.status == "ok"
    assert found.json["first"] is None
    assert [(each["name"], each["differing"]) for each in found.json["results"]] == [("%0#1", 0), ("%1", 0)]


@pytest.mark.parametrize(
    ("name", "line", "function", "turn"),
    [("stablehlo.sine", 2, "inner", [None, 0, None]), ("stablehlo.reduce", 19, "main", [None])],
)
def test_the_op_is_named(name, line, function, turn):
    side = FaultySide(lambda op: op.name == name, lambda op, inputs, results: [results[0] * np.float32(1.001)])
    found = compared(side)
    assert found.status == "differs"
    first = found.json["first"]
    assert (first["kind"], first["ops"], first["line"], first["function"]) == ("op", [name], line, function)
    assert [frame["turn"] for frame in first["frames"]] == turn
    assert first["difference"]["differing"] == (4 if line == 2 else 1)
    assert first["operands"][0]["type"] == "tensor<4xf32>"


def test_all_of_them_in_order():
    side = FaultySide(
        lambda op: op.name in ("stablehlo.sine", "stablehlo.add"), lambda op, inputs, results: [results[0] + 1]
    )
    found = compared(side, wants_all=True)
    assert [each["line"] for each in found.json["all"]] == [13, 2, 15]
    assert found.first is found.all[0]


class Drifting(BackendSide):
    """NumPy, but where all values go out of a whole program, and in the program as it is: there it is off from one op on."""

    def __init__(self, at: int):
        super().__init__("numpy")
        self.at = at

    def whole(self, function, arguments):
        return [array + 1 for array in super().whole(function, arguments)]

    def pieces(self, pieces, calls):
        found = super().pieces(pieces, calls)
        if len(pieces) == 1 and len(pieces[0].outputs) > self.at:
            found = [[a + 1 if n >= self.at else a for n, a in enumerate(results)] for results in found]
        return found


CHAIN = "\n".join(
    ["func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {"]
    + [f"  %v{n} = stablehlo.sine %v{n - 1} : tensor<4xf32>" for n in range(1, 7)]
    + ["  return %v6 : tensor<4xf32>", "}"]
)


def test_where_no_window_differs_the_place_is_named_at_which_it_has_grown():
    module = hlorepl.parse(CHAIN, "a.mlir")
    assert hlorepl.verify(module) == []
    found = compare(module, entries(module)[0], [X], Drifting(3), Options())
    assert found.status == "differs"
    assert found.first is not None
    assert (found.first.kind, found.first.names, found.first.json["line"]) == ("growth", ["%v4"], 5)
