"""Programs to be debugged: calls, nested loops, branches, what draws and prints; and long ones."""

from __future__ import annotations

from random import Random

NESTED = """func.func private @twice(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %s = stablehlo.add %a, %b : tensor<f32>
  %m = stablehlo.multiply %s, %a : tensor<f32>
  return %s, %m : tensor<f32>, tensor<f32>
}
func.func private @chosen(%a: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.compare GT, %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %l = stablehlo.log_plus_one %a : tensor<f32>
    stablehlo.return %l : tensor<f32>
  }, {
    %n = stablehlo.negate %a : tensor<f32>
    %q:2 = func.call @twice(%n, %a) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    stablehlo.return %q#1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> (tensor<f32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %w = stablehlo.constant dense<0.5> : tensor<f32>
  %outer:2 = stablehlo.while(%i = %c0, %h = %x) : tensor<i32>, tensor<f32>
   cond {
    %lt = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  } do {
    %inner:2 = stablehlo.while(%j = %c0, %g = %h) : tensor<i32>, tensor<f32>
     cond {
      %le = stablehlo.compare LE, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %le : tensor<i1>
    } do {
      %t = stablehlo.multiply %g, %w : tensor<f32>
      %u = func.call @chosen(%t) : (tensor<f32>) -> tensor<f32>
      interpreter.print %u : tensor<f32>
      %j1 = stablehlo.add %j, %c1 : tensor<i32>
      stablehlo.return %j1, %u : tensor<i32>, tensor<f32>
    }
    %noise = stablehlo.rng %c_low, %c_high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %v = stablehlo.subtract %inner#1, %noise : tensor<f32>
    %i1 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %i1, %v : tensor<i32>, tensor<f32>
  }
  %sum = stablehlo.broadcast_in_dim %outer#1, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %total = stablehlo.reduce(%sum init: %w) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %total, %sum : tensor<f32>, tensor<4xf32>
}
""".replace(
    "  %c0 = stablehlo.constant dense<0>",
    """  %c_low = stablehlo.constant dense<0.0> : tensor<f32>
  %c_high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<> : tensor<0xi64>
  %c0 = stablehlo.constant dense<0>""",
    1,
)
"""What is drawn in a loop, printed in one inside of it, and decides which branch is taken."""


def long_program(count: int) -> str:
    """So many ops in a row, every 500th a call."""
    random = Random(count)
    lines = [
        "func.func private @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {",
        "  %m = stablehlo.maximum %a, %b : tensor<4xf32>",
        "  return %m : tensor<4xf32>",
        "}",
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {",
    ]
    names = ["x"]
    for number in range(count):
        a, b = random.choice(names[-20:]), random.choice(names[-20:])
        if number % 500 == 499:
            line = f"func.call @f(%{a}, %{b}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
        else:
            line = f"stablehlo.{random.choice(('add', 'subtract', 'multiply', 'minimum'))} %{a}, %{b} : tensor<4xf32>"
        lines.append(f"  %{number} = {line}")
        names.append(str(number))
    return "\n".join([*lines, f"  return %{count - 1} : tensor<4xf32>", "}"])
