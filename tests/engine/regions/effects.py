"""What can be put into a region: ops that do more than give results, around ``{value}``, which has the type ``{of}``."""

_NO = """%e0 = stablehlo.constant dense<false> : tensor<i1>
%e1 = stablehlo.constant dense<true> : tensor<i1>
"""

#: What some of the effects call.
FUNCTIONS = """func.func private @noisy(%a: {of}) -> {of} {{
interpreter.print %a : {of}
return %a : {of}
}}
func.func private @strict(%a: {of}) {{
%no = stablehlo.constant dense<false> : tensor<i1>
check.expect_eq_const %no, dense<true> : tensor<i1>
return
}}"""

_OUTFEED = """%e0 = stablehlo.create_token : !stablehlo.token
%e1 = "stablehlo.outfeed"({value}, %e0) : ({of}, !stablehlo.token) -> !stablehlo.token"""
_DRAW = """%e0 = stablehlo.constant dense<0.0> : tensor<f32>
%e1 = stablehlo.constant dense<1.0> : tensor<f32>
%e2 = stablehlo.constant dense<> : tensor<0xi64>
%e3 = stablehlo.rng %e0, %e1, %e2, distribution = UNIFORM
  : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>"""
_BRANCH = """%e0 = stablehlo.constant dense<true> : tensor<i1>
%e1 = "stablehlo.if"(%e0) ({{
  interpreter.print {value} : {of}
  stablehlo.return {value} : {of}
}}, {{
  stablehlo.return {value} : {of}
}}) : (tensor<i1>) -> {of}"""

#: What can be counted, and where (an attribute of ``World``).
SEEN = {
    "print": ("printed", "interpreter.print {value} : {of}"),
    "probe": ("probed", '%e0 = interpreter.probe {value}, probe_id = "p" : {of}'),
    "custom_call": ("counted", "%e0 = stablehlo.custom_call @test.count({value}) : ({of}) -> {of}"),
    "custom_call with an effect": (
        "counted",
        "stablehlo.custom_call @test.count({value}) {{has_side_effect = true}} : ({of}) -> ()",
    ),
    "outfeed": ("outfed", _OUTFEED),
    "a draw": ("drawn", _DRAW),
    "a call": ("printed", "%e0 = func.call @noisy({value}) : ({of}) -> {of}"),
    "a composite": ("printed", '%e0 = stablehlo.composite "my.op" {value} {{decomposition = @noisy}} : ({of}) -> {of}'),
    "a branch": ("printed", _BRANCH),
}

_RESHAPE_SHAPE = """%e0 = arith.constant 7 : index
%e1 = stablehlo.constant dense<2> : tensor<1xi32>
%e2 = stablehlo.compute_reshape_shape %e0, %e1 : (index, tensor<1xi32>) -> tensor<1xi32>"""
_SIZE = """%e0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
%e1 = stablehlo.constant dense<2> : tensor<1xi32>
%e2 = stablehlo.dynamic_reshape %e0, %e1 : (tensor<2xi32>, tensor<1xi32>) -> tensor<?xi32>
%e3 = stablehlo.reshape %e2 : (tensor<?xi32>) -> tensor<3xi32>"""
_CALLED_CHECK = "stablehlo.custom_call @check.expect_eq(%e0, %e1) : (tensor<i1>, tensor<i1>) -> ()"

#: What fails wherever it is run, with what code.
FAILING = {
    "check": ("check.expect_eq_const", _NO + "check.expect_eq_const %e0, dense<true> : tensor<i1>"),
    "check of two": ("check.expect_eq", _NO + "check.expect_eq %e0, %e1 : tensor<i1>"),
    "check by custom_call": ("check.expect_eq", _NO + _CALLED_CHECK),
    "assertion": ("run.shape_assertion", _NO + "stablehlo.custom_call @shape_assertion(%e0) : (tensor<i1>) -> ()"),
    "a call": ("check.expect_eq_const", "func.call @strict({value}) : ({of}) -> ()"),
    "no effect, a failure": ("run.compute_reshape_shape", _RESHAPE_SHAPE),
    "a size that does not fit": ("run.failed", _SIZE),
}
