"""Many turns in one call: each gives what it gives by itself."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.comparing.pieces import module_of, single
from hlorepl.comparing.running import Runs
from hlorepl.comparing.turning import TURNS, function_of_turns, is_worth_it, stacked_calls, unstacked
from hlorepl.engine.program import entries

TEXT = """func.func @main(%x: tensor<3x3xf32>, %i: tensor<i32>, %b: tensor<bf16>) -> tensor<3x3xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 2] : (tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %2 = stablehlo.tanh %b : tensor<bf16>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3x3xf32>
}
"""


@pytest.mark.parametrize("count", [TURNS, TURNS + 3, 30])
def test_stacked_turns_give_what_each_gives(count):
    module = hlorepl.parse(TEXT)
    assert hlorepl.verify(module) == []
    ops = [op for op in entries(module)[0].body.ops if op.results and op.operands]
    rng, bf16 = np.random.default_rng(0), ml_dtypes.bfloat16
    sizes = {"x": (3, 3), "i": (), "b": (), "z": ()}

    def drawn(name):
        if name == "i":
            return np.array(rng.integers(-1, 3), np.int32)
        return rng.standard_normal(sizes[name]).astype(bf16 if name == "b" else np.float32)

    runs, pieces = Runs(), []
    for op in ops:
        inputs = [drawn(value.name) for value in op.operands]
        (made,) = [np.zeros(value.type.sizes, value.type.dtype) for value in op.results]
        pieces.append(single(op, inputs, [made]))
    calls = [[drawn(value.name) for piece in pieces for value in piece.inputs] for _ in range(count)]
    assert is_worth_it(calls)
    function = function_of_turns(pieces)
    assert hlorepl.verify(module_of(function)) == []
    program = hlorepl.compile(module_of(function))
    found = unstacked([program(*stacks) for stacks in stacked_calls(calls)], count)
    assert len(found) == count
    for call, results in zip(calls, found, strict=True):
        given, begin = [], 0
        for piece in pieces:
            given += runs(piece, call[begin : begin + len(piece.inputs)])
            begin += len(piece.inputs)
        for mine, other in zip(given, results, strict=True):
            assert (mine.dtype, mine.shape) == (other.dtype, np.shape(other))
            np.testing.assert_array_equal(mine, other)
