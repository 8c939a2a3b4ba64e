"""Going on after errors: every mistake of a file is reported once, in order, and nothing that only follows from one."""

import pytest

import hlorepl
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify

OPS = """\
module @m {
  func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %zz : tensor<2xf32>
    %1 = stablehlo.multiply %0, %x : tensor<2xf32>
    %2 = stablehlo.tanhh %x : tensor<2xf32>
    %3 = stablehlo.negate %2 : tensor<2xf32>
    %4 = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<3xf32>
    %5 = stablehlo.add %4, %4 : tensor<3xf32>
    %6 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
    %7 = stablehlo.convert %6 : (tensor<3xi32>) -> tensor<3xf32>
    %8 = "stablehlo.transpose"(%x) {permutation = array<i64: 0>, permutations = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
    %9 = stablehlo.slice %x [0:2 : (tensor<2xf32>) -> tensor<2xf32>
    %10 = stablehlo.abs %x : tensor<2xf33>
    return %3 : tensor<2xf32>
  }
  func.func @two(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.reduce"(%x, %x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
    %1 = stablehlo.sqrt %x : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func @three(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @fuor(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %x : tensor<2xf32>, tensor<2xf32>
  }
  func.func @four(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.while(%i = %x) : tensor<2xf32> cond {
      %c = stablehlo.constant dense<true> : tensor<2xi1>
      stablehlo.return %c : tensor<2xi1>
    } do {
      stablehlo.return %i : tensor<2xf32>
    }
    return %0 : tensor<2xf32>
  }
}
"""

BRACKETS = """\
func.func @a(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.add"(%x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.abs %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @b(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %y : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @c(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.reduce"(%x, %x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %x : tensor<2xf32>
}
func.func @d(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %yy : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @e(%x: tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.abs %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %q : tensor<2xf32>
  return %0 : tensor<2xf32>
func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %r : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @h(%x: tensor<2xf32> -> tensor<2xf32> {
  %0 = stablehlo.abs %r : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @i(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.abs %s : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def reported(text: str) -> list[tuple[int, str]]:
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    errors += verify(module)
    return sorted((error.span.line, error.code) for error in errors)


def test_every_op_and_function_with_a_mistake_is_reported():
    assert reported(OPS) == [
        (3, "name.undefined"),
        (5, "name.op"),
        (7, "reshape.C2"),
        (9, "syntax.literal"),
        (11, "transpose.attribute_unknown"),
        (12, "syntax.form"),
        (13, "type.element"),
        (17, "reduce.operand_type"),
        (19, "name.undefined"),
        (26, "name.symbol"),
        (27, "func.return_types"),
        (30, "while.C1"),
    ]


def test_brackets_that_are_not_closed_cost_one_error_each():
    assert reported(BRACKETS) == [
        (2, "syntax.form"),
        (7, "name.undefined"),
        (14, "syntax.form"),
        (18, "name.undefined"),
        (22, "syntax.form"),
        (26, "name.undefined"),
        (28, "syntax.form"),
        (29, "name.undefined"),
        (32, "syntax.form"),
        (37, "name.undefined"),
    ]


@pytest.mark.parametrize("text", [OPS, BRACKETS])
def test_the_first_error_is_raised_where_none_are_collected(text):
    with pytest.raises(hlorepl.HloError):
        parse(Source(text))


def test_a_region_that_is_not_closed_says_where_it_begins():
    with pytest.raises(hlorepl.HloError) as caught:
        parse(Source("func.func @f() {\n  return\nfunc.func @g() {\n  return\n}\n"))
    assert (caught.value.span.line, caught.value.notes[0].span.line) == (3, 1)


def test_calls_without_types_find_functions_further_down():
    module = parse(
        Source("""\
        func.func @main(%x: tensor<2xf32>) -> tensor<2xi1> {
          %0 = call @f(%x)
          return %0
        }
        func.func private @f(%x: tensor<2xf32>) -> tensor<2xi1> {
          %0 = stablehlo.is_finite %x
          return %0
        }
    """)
    )
    assert verify(module) == []


@pytest.mark.parametrize(
    ("op", "result"),
    [
        ("dynamic_reshape %x, %s", "tensor<1x2xf32>"),
        ("dynamic_broadcast_in_dim %x, %s, dims = [1]", "tensor<1x2xf32>"),
        ("rng %a, %a, %s, distribution = UNIFORM", "tensor<1x2xf32>"),
        ("real_dynamic_slice %x, %p, %q, %p", "tensor<1xf32>"),
        ("dynamic_pad %x, %a, %p, %q, %p", "tensor<6xf32>"),
    ],
)
def test_sizes_that_are_constants_are_inferred(op, result):
    module = parse(
        Source(f"""\
        func.func @main(%x: tensor<2xf32>, %a: tensor<f32>) {{
          %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
          %p = stablehlo.constant dense<[1]> : tensor<1xi64>
          %q = stablehlo.constant dense<[2]> : tensor<1xi64>
          %0 = stablehlo.{op}
          return
        }}
    """)
    )
    assert verify(module) == []
    assert str(module.functions["main"].body.ops[-2].results[0].type) == result
