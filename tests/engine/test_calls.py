"""What is left of an op when it has been bound: NumPy's call. Counted are calls of Python functions, in the rounds of a loop."""

import sys

import numpy as np
import pytest

import hlorepl

X, V, M, I, S = "tensor<4x8xf32>", "tensor<8xf32>", "tensor<8x8xf32>", "tensor<i32>", "tensor<f32>"
Z = "%z = stablehlo.constant dense<0.0> : tensor<f32>\n    %one = stablehlo.constant dense<1> : tensor<i32>"
#: What stands in the loop: it makes %y of %x (both 4x8), with %v (8), %m (8x8) and the round %i.
BODIES = {
    "add": f"%y = stablehlo.add %x, %x : {X}",
    "maximum of a constant": (
        f"%c = stablehlo.constant dense<0.5> : {S}\n    %w = stablehlo.broadcast_in_dim %c, dims = [] : ({S}) -> {X}\n"
        f"    %y = stablehlo.maximum %x, %w : {X}"
    ),
    "exponential": f"%y = stablehlo.exponential %x : {X}",
    "compare, select": (
        f"%p = stablehlo.compare LT, %x, %x : ({X}, {X}) -> tensor<4x8xi1>\n"
        f"    %y = stablehlo.select %p, %x, %x : tensor<4x8xi1>, {X}"
    ),
    "convert": (
        f"%w = stablehlo.convert %x : ({X}) -> tensor<4x8xf64>\n    %y = stablehlo.convert %w : (tensor<4x8xf64>) -> {X}"
    ),
    "broadcast_in_dim": f"%w = stablehlo.broadcast_in_dim %v, dims = [1] : ({V}) -> {X}\n    %y = stablehlo.add %x, %w : {X}",
    "reshape, transpose": (
        f"%w = stablehlo.reshape %x : ({X}) -> tensor<8x4xf32>\n"
        f"    %y = stablehlo.transpose %w, dims = [1, 0] : (tensor<8x4xf32>) -> {X}"
    ),
    "slice, concatenate": (
        f"%a = stablehlo.slice %x [0:2, 0:8] : ({X}) -> tensor<2x8xf32>\n"
        f"    %y = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x8xf32>, tensor<2x8xf32>) -> {X}"
    ),
    "dynamic_slice, dynamic_update_slice": (
        f"%a = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 4] : ({X}, {I}, {I}) -> tensor<2x4xf32>\n"
        f"    %y = stablehlo.dynamic_update_slice %x, %a, %one, %i : ({X}, tensor<2x4xf32>, {I}, {I}) -> {X}"
    ),
    "reverse": f"%y = stablehlo.reverse %x, dims = [0] : {X}",
    "iota": f"%w = stablehlo.iota dim = 0 : {X}\n    %y = stablehlo.add %x, %w : {X}",
    "reduce": (
        f"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : ({X}, {S}) -> tensor<4xf32>\n"
        f"    %w = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<4xf32>) -> {X}\n    %y = stablehlo.subtract %x, %w : {X}"
    ),
    "reduce to one number": (
        f"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1] : ({X}, {S}) -> {S}\n"
        f"    %q = stablehlo.multiply %r, %r : {S}\n"
        f"    %w = stablehlo.broadcast_in_dim %q, dims = [] : ({S}) -> {X}\n    %y = stablehlo.subtract %x, %w : {X}"
    ),
    "dot_general": f"%y = stablehlo.dot_general %x, %m, contracting_dims = [1] x [0] : ({X}, {M}) -> {X}",
    "gather": (
        f"%k = stablehlo.constant dense<[[0], [1], [1], [3]]> : tensor<4x1xi32>\n"
        '    %y = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
        f"start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}}> : ({X}, tensor<4x1xi32>) -> {X}"
    ),
    "if": (
        f"%p = stablehlo.compare LT, %i, %one : ({I}, {I}) -> tensor<i1>\n"
        f'    %y = "stablehlo.if"(%p) ({{\n      stablehlo.return %x : {X}\n    }}, {{\n'
        f"      %w = stablehlo.negate %x : {X}\n      stablehlo.return %w : {X}\n    }}) : (tensor<i1>) -> {X}"
    ),
    "case": (
        f'%y = "stablehlo.case"(%i) ({{\n      stablehlo.return %x : {X}\n    }}, {{\n'
        f"      %w = stablehlo.negate %x : {X}\n      stablehlo.return %w : {X}\n    }}) : ({I}) -> {X}"
    ),
    "call": f"%y = func.call @twice(%x) : ({X}) -> {X}",
    "while": (
        f"%q, %y = stablehlo.while(%h = %one, %g = %x) : {I}, {X} cond {{\n"
        f"      %e = stablehlo.constant dense<3> : {I}\n      %p = stablehlo.compare LT, %h, %e : ({I}, {I}) -> tensor<i1>\n"
        f"      stablehlo.return %p : tensor<i1>\n    }} do {{\n      %u = stablehlo.add %h, %one : {I}\n"
        f"      %w = stablehlo.negate %g : {X}\n      stablehlo.return %u, %w : {I}, {X}\n    }}"
    ),
    "numbers": (
        f"%f = stablehlo.convert %i : ({I}) -> {S}\n    %g = stablehlo.sqrt %f : {S}\n    %h = stablehlo.divide %g, %n : {S}\n"
        f"    %p = stablehlo.compare GT, %h, %n : ({S}, {S}) -> tensor<i1>\n    %q = stablehlo.select %p, %h, %n : tensor<i1>, {S}\n"
        f"    %w = stablehlo.broadcast_in_dim %q, dims = [] : ({S}) -> {X}\n    %y = stablehlo.add %x, %w : {X}"
    ),
}
#: Those that call a function of Python: a result is made in several steps.
ONCE = {
    "pad": (
        f"%a = stablehlo.slice %x [0:2, 0:8] : ({X}) -> tensor<2x8xf32>\n"
        f"    %y = stablehlo.pad %a, %z, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<2x8xf32>, {S}) -> {X}"
    ),
    "maximum of zero": f"%w = stablehlo.broadcast_in_dim %z, dims = [] : ({S}) -> {X}\n    %y = stablehlo.maximum %x, %w : {X}",
}


def calls_in(body: str, rounds: int) -> int:
    """How many functions of Python are called in so many rounds, and around them."""
    program = hlorepl.compile(
        hlorepl.parse(f"""func.func @main(%x0: {X}, %v: {V}, %m: {M}, %n: {S}, %end: {I}) -> {X} {{
  %i0 = stablehlo.constant dense<0> : {I}
  %i1, %r = stablehlo.while(%i = %i0, %x = %x0) : {I}, {X}
  cond {{
    %p = stablehlo.compare LT, %i, %end : ({I}, {I}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    {Z}
    {body}
    %j = stablehlo.add %i, %one : {I}
    stablehlo.return %j, %y : {I}, {X}
  }}
  return %r : {X}
}}
func.func private @twice(%a: {X}) -> {X} {{
  %0 = stablehlo.add %a, %a : {X}
  return %0 : {X}
}}""")
    )
    arguments = [np.ones(shape, np.float32) for shape in ((4, 8), (8,), (8, 8), ())]
    for _ in range(3):
        program(*arguments, np.int32(rounds))
    seen = []

    def look(frame, event, argument):
        if (
            event == "call" and "numpy" not in frame.f_code.co_filename
        ):  # NumPy has functions of Python in front of its own
            seen.append(frame.f_code)

    sys.setprofile(look)
    try:
        program(*arguments, np.int32(rounds))
    finally:
        sys.setprofile(None)
    return len(seen)


@pytest.mark.parametrize("name", BODIES)
def test_nothing_of_python_is_called_in_a_round(name: str):
    assert calls_in(BODIES[name], 60) == calls_in(BODIES[name], 10)


@pytest.mark.parametrize("name", ONCE)
def test_one_function_of_python_is_called_in_a_round(name: str):
    """One at most: which zero NumPy's maximum takes differs from machine to machine."""
    assert calls_in(ONCE[name], 60) - calls_in(ONCE[name], 10) in (0, 50)
