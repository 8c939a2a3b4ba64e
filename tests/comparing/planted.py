"""Programs, and faults that can be planted into each of their ops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import ml_dtypes
import numpy as np

import hlorepl
from hlorepl.comparing.pieces import inputs_of, is_constant, single
from hlorepl.comparing.running import Runs
from hlorepl.engine.program import entries
from hlorepl.ops.registry import of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hlorepl.ir.core import Function, Module, Op

LAYER = """func.func private @layer(%x: tensor<6x6xf32>, %w: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %p = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %half = stablehlo.constant dense<0.5> : tensor<6x6xf32>
  %m = stablehlo.multiply %p, %half : tensor<6x6xf32>
  %h = stablehlo.tanh %m : tensor<6x6xf32>
  %d = stablehlo.subtract %h, %x : tensor<6x6xf32>
  return %d : tensor<6x6xf32>
}
func.func @main(%x: tensor<6x6xf32>, %w: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6xf32>) {
  %0 = func.call @layer(%x, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = func.call @layer(%0, %w) : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %e = stablehlo.exponential %2 : tensor<6xf32>
  return %1, %e : tensor<6x6xf32>, tensor<6xf32>
}
"""
LOOP = """func.func @main(%x: tensor<8xf32>, %n: tensor<8xi32>) -> tensor<8xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %end = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, tensor<8xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
    %k = stablehlo.constant dense<[1.5, -0.5, 2.0]> : tensor<3xf32>
    %q = stablehlo.divide %s, %k : tensor<3xf32>
    %u = stablehlo.dynamic_update_slice %a, %q, %j : (tensor<8xf32>, tensor<3xf32>, tensor<i32>) -> tensor<8xf32>
    %b = stablehlo.sine %u : tensor<8xf32>
    %g = stablehlo.subtract %b, %x : tensor<8xf32>
    stablehlo.return %j, %g : tensor<i32>, tensor<8xf32>
  }
  %y = stablehlo.atan2 %r#1, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
"""
BRANCH = """func.func @main(%x: tensor<5x5xf32>, %p: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.compare GE, %m, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%t) ({
    %a = stablehlo.power %x, %p : tensor<5x5xf32>
    %l = stablehlo.log_plus_one %p : tensor<5x5xf32>
    %aa = stablehlo.select %k, %a, %l : tensor<5x5xi1>, tensor<5x5xf32>
    stablehlo.return %aa : tensor<5x5xf32>
  }, {
    %b = stablehlo.negate %x : tensor<5x5xf32>
    stablehlo.return %b : tensor<5x5xf32>
  }) : (tensor<i1>) -> tensor<5x5xf32>
  %1 = stablehlo.iota dim = 0 : tensor<5xi32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<5xi32>
  %3 = stablehlo.remainder %2, %1 : tensor<5xi32>
  return %0, %3 : tensor<5x5xf32>, tensor<5xi32>
}
""".replace(
    '  %0 = "stablehlo.if"',
    '  %k = stablehlo.compare GT, %x, %p : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xi1>\n  %0 = "stablehlo.if"',
)
GATHER = """func.func @main(%x: tensor<7x4xbf16>, %i: tensor<3x1xi32>, %w: tensor<4x4xbf16>) -> (tensor<3x4xbf16>, tensor<4x4xbf16>) {
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>} : (tensor<7x4xbf16>, tensor<3x1xi32>) -> tensor<3x4xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<3x4xbf16>, tensor<4x4xbf16>) -> tensor<3x4xbf16>
  %c = stablehlo.constant dense<1.25> : tensor<3x4xbf16>
  %2 = stablehlo.add %1, %c : tensor<3x4xbf16>
  %3 = stablehlo.logistic %2 : tensor<3x4xbf16>
  %4 = stablehlo.slice %x [1:5, 0:4] : (tensor<7x4xbf16>) -> tensor<4x4xbf16>
  %5 = stablehlo.subtract %4, %w : tensor<4x4xbf16>
  %6 = stablehlo.sqrt %5 : tensor<4x4xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %7 = stablehlo.pad %3, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x4xbf16>, tensor<bf16>) -> tensor<4x4xbf16>
  %8 = stablehlo.multiply %5, %7 : tensor<4x4xbf16>
  return %3, %8 : tensor<3x4xbf16>, tensor<4x4xbf16>
}
"""
CONVOLUTION = """func.func @main(%x: tensor<1x2x6x6xf32>, %w: tensor<2x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x6x6xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x6x6xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<1x2x6x6xf32>
  %1 = stablehlo.maximum %0, %b : tensor<1x2x6x6xf32>
  %2 = "stablehlo.reduce_window"(%1, %z) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x2x6x6xf32>, tensor<f32>) -> tensor<1x2x3x3xf32>
  %3 = stablehlo.cosine %2 : tensor<1x2x3x3xf32>
  %4 = stablehlo.transpose %3, dims = [0, 1, 3, 2] : (tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
  %5 = stablehlo.subtract %4, %3 : tensor<1x2x3x3xf32>
  return %5 : tensor<1x2x3x3xf32>
}
"""
PROGRAMS = {"layer": LAYER, "loop": LOOP, "branch": BRANCH, "gather": GATHER, "convolution": CONVOLUTION}
_RUNS = Runs()


class Planted(NamedTuple):
    """A fault in an op: of the program, the op's line, and what it makes of operands and results."""

    program: str
    line: int
    fault: str


def module_of(name: str) -> tuple[Module, Function, list[Any]]:
    """A program with arguments that are away from zero."""
    module = hlorepl.parse(PROGRAMS[name], f"{name}.mlir")
    assert hlorepl.verify(module) == []
    (function,) = entries(module)
    rng = np.random.default_rng(5)
    arrays = [_array(rng, value.type) for value in function.arguments]
    return module, function, arrays


def _array(rng: Any, of_: Any) -> Any:
    if of_.dtype.kind == "i":
        return rng.integers(1, 4, of_.sizes).astype(of_.dtype)
    return (0.5 + rng.random(of_.sizes)).astype(of_.dtype)


def again(op: Op, inputs: Any, results: Any, changed: Any) -> list[Any]:
    """The op's results on other operands."""
    return _RUNS(single(op, inputs, results), inputs_of(op, changed))


def wrong_rounding(op: Op, inputs: Any, results: Any) -> list[Any]:
    """Cut off after five bits more than the least float has."""
    small = ml_dtypes.bfloat16 if results[0].dtype == np.float32 else ml_dtypes.float8_e5m2
    return [each.astype(small).astype(each.dtype) if each.dtype.kind in "fV" else each for each in results]


def flipped_sign(op: Op, inputs: Any, results: Any) -> list[Any]:
    return [-results[0], *results[1:]]


def swapped_operands(op: Op, inputs: Any, results: Any) -> list[Any]:
    return again(op, inputs, results, [inputs[1], inputs[0], *inputs[2:]])


def transposed_axis(op: Op, inputs: Any, results: Any) -> list[Any]:
    return [np.ascontiguousarray(np.swapaxes(results[0], -1, -2)), *results[1:]]


def off_by_one(op: Op, inputs: Any, results: Any) -> list[Any]:
    """One whole number among the operands is one more; where there is none, what is made has moved on by one."""
    if any(each.dtype.kind == "i" for each in inputs) and results[0].dtype.kind != "i":
        return again(op, inputs, results, [each + 1 if each.dtype.kind == "i" else each for each in inputs])
    return [np.roll(results[0], 1), *results[1:]]


def changed_constant(op: Op, inputs: Any, results: Any) -> list[Any]:
    """As if a constant among the operands were another number; an op taken out by itself is told which these are by ``CONSTANTS``."""
    which = CONSTANTS.get(str(op.span and (op.span.source.name, op.span.line)), [])
    changed = [
        array * array.dtype.type(3) + array.dtype.type(1) if number in which else array
        for number, array in enumerate(inputs)
    ]
    return again(op, inputs, results, changed)


#: By the places of ops which of their operands are constants.
CONSTANTS: dict[Any, list[int]] = {}


FAULTS = {
    "wrong rounding": wrong_rounding,
    "flipped sign": flipped_sign,
    "swapped operands": swapped_operands,
    "transposed axis": transposed_axis,
    "off by one": off_by_one,
    "changed constant": changed_constant,
}


def faults() -> Iterator[Planted]:
    """Every fault in every op in which it makes a difference beyond what engines may differ by."""
    for name in PROGRAMS:
        module, function, arrays = module_of(name)
        for op, inputs, results in _ran(module, function, arrays):
            spec = of(op)
            if spec is None or spec.steps_rule is not None:
                continue
            CONSTANTS[str(op.span and (op.span.source.name, op.span.line))] = [
                n for n, value in enumerate(op.operands) if is_constant(value.owner)
            ]
            for fault, plant in FAULTS.items():
                if _is_fit(op, fault, inputs, results) and _shows(plant(op, inputs, results), results):
                    yield Planted(name, op.span.line, fault)


def _ran(module: Module, function: Function, arrays: list[Any]) -> list[tuple[Op, Any, Any]]:
    from hlorepl.comparing.recorder import Moment, Recorder
    from hlorepl.engine.context import RunContext
    from hlorepl.engine.program import Program
    from hlorepl.engine.run import run

    found: list[Moment] = []
    recorder = Recorder(found.extend)
    run(Program(module, function, checked=True).plan, [*arrays], RunContext(observers=(recorder,)))
    recorder.finish()
    by_op = {id(moment.op): (moment.op, moment.inputs, moment.results) for moment in reversed(found)}
    return [*by_op.values()]


def _is_fit(op: Op, fault: str, inputs: Any, results: Any) -> bool:
    first = results[0]
    if fault == "wrong rounding":
        return first.dtype.kind in "fV"
    if fault == "flipped sign":
        return first.dtype.kind in "fV"  # a count that goes the other way would never end
    if fault == "swapped operands":
        return len(op.operands) == 2 and op.operands[0].type == op.operands[1].type
    if fault == "transposed axis":
        return first.ndim >= 2 and first.shape[-1] == first.shape[-2]
    if fault == "changed constant":
        return any(is_constant(value.owner) for value in op.operands) and first.dtype.kind in "fV"
    return first.size > 1 or any(each.dtype.kind == "i" for each in inputs)


def _shows(changed: list[Any], results: Any) -> bool:
    """Whether it is seen at all: by more than 2 %, or in a whole number, or in a truth value."""
    left, right = results[0], changed[0]
    if left.dtype.kind in "bi":
        return not np.array_equal(left, right)
    a, b = left.astype(np.float64), right.astype(np.float64)
    with np.errstate(all="ignore"):
        far = np.abs(a - b) > 1e-3 * np.abs(a)
    return bool(far.any())
