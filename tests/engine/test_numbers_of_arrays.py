"""A number that is read from an array is read before that is let go of, or written into."""

import numpy as np
import pytest

import hlorepl

TEXT = """func.func @main(%x: tensor<4x3xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {{
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %o = %z) : tensor<i32>, tensor<4xf32>
   cond {{
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %k = stablehlo.constant dense<0> : tensor<i32>
    %a = stablehlo.dynamic_slice %x, %i, %k, sizes = [1, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %b = stablehlo.reshape %a : (tensor<1x3xf32>) -> tensor<3xf32>
    %d = stablehlo.dynamic_slice %o, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %g = stablehlo.reshape %d : (tensor<1xf32>) -> tensor<f32>
{use}
    %t = stablehlo.reshape %s : (tensor<f32>) -> tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %o, %t, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<4xf32>
  }}
  return %r#1 : tensor<4xf32>
}}
"""
USES = {
    "a reducer's first value": "    %s = stablehlo.reduce(%b init: %g) applies stablehlo.add across dimensions = [0]"
    " : (tensor<3xf32>, tensor<f32>) -> tensor<f32>",
    "arithmetic": "    %z0 = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "    %m = stablehlo.reduce(%b init: %z0) applies stablehlo.add across dimensions = [0]"
    " : (tensor<3xf32>, tensor<f32>) -> tensor<f32>\n    %s = stablehlo.add %m, %g : tensor<f32>",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_in_a_loop(use):
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    z = np.array([1, 2, 3, 4], np.float32)
    main = hlorepl.compile(hlorepl.parse(TEXT.format(use=use)))
    for _ in range(3):
        (found,) = main(x, z)
        assert found.tolist() == (x.sum(1) + z).tolist()
