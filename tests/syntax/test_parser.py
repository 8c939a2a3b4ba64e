"""Text to IR and back: structure, names, places, recovery."""

import re

import pytest

import hlorepl
from hlorepl.errors import HloError, Incomplete
from hlorepl.ir.types import TensorType
from hlorepl.source import Source
from hlorepl.syntax.parser import parse

ADD = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"

FORMS = [
    "%r = stablehlo.compare LT, %a, %b, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
    "%r = stablehlo.transpose %m, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
    "%r = stablehlo.slice %m [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>",
    "%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>",
    "%r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>",
    "%r = stablehlo.pad %a, %z, low = [1], high = [0], interior = [2] : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>",
    "%r = stablehlo.iota dim = 0 : tensor<4xi32>",
    "%r = stablehlo.reverse %a, dims = [0] : tensor<2xf32>",
    "%r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<2xf32>",
    "%r = stablehlo.clamp %a, %b, %a : tensor<2xf32>",
    "%r = stablehlo.clamp %z, %b, %z : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>",
    "%r = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>",
    "%r = stablehlo.dot_general %m, %m, contracting_dims = [1] x [1], precision = [DEFAULT, HIGHEST] : (MM, MM) -> N",
    "%r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [0] : (MM, Z) -> tensor<3xf32>",
    "%r = stablehlo.reduce_precision %a, format = e5m10 : tensor<2xf32>",
    "%r = stablehlo.complex %a, %b : tensor<2xcomplex<f32>>",
    "%r = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xi32>",
    "%r = stablehlo.convert %a : tensor<2xf32>",
    "%r:2 = stablehlo.optimization_barrier %a, %b : tensor<2xf32>, tensor<2xf32>",
    "%r = stablehlo.tuple %a, %i : tuple<tensor<2xf32>, tensor<i32>>",
    "%r = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>",
    "%r, %q = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (S) -> (S, tensor<4xui32>)",
    "%r = stablehlo.get_dimension_size %m, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>",
    '%r = "stablehlo.gather"(%m, %j) <{dimension_numbers = GATHER, slice_sizes = array<i64: 1, 3>}> : (MM, J) -> MM',
    "%r = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>",
    "%r, %q = chlo.top_k(%a, k = 1) : tensor<2xf32> -> (tensor<1xf32>, tensor<1xi32>)",
    '%r = stablehlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{replicated}"} : (A) -> A',
]
_LONG = {
    "MM": "tensor<2x3xf32>",
    "N": "tensor<2x2xf32>",
    "J": "tensor<2x1xi32>",
    "S": "tensor<2xui64>",
    "Z": "tensor<f32>",
    "A": "tensor<2xf32>",
    "GATHER": "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>",
}
FORMS = [re.sub(r"\b(MM|N|J|S|Z|A|GATHER)\b", lambda m: _LONG[m[1]], line) for line in FORMS]
_ARGUMENTS = (
    "%a: tensor<2xf32>, %b: tensor<2xf32>, %m: tensor<2x3xf32>, %z: tensor<f32>, %p: tensor<i1>, %i: tensor<i32>, "
    "%c: tensor<2xcomplex<f32>>, %s: tensor<2xui64>, %j: tensor<2x1xi32>"
)


@pytest.mark.parametrize("line", FORMS, ids=lambda line: line.split("= ")[1].split()[0])
def test_a_pretty_form_prints_as_it_was_written(line):
    module = hlorepl.parse(f"func.func @main({_ARGUMENTS}) {{\n  {line}\n  return\n}}\n")
    assert hlorepl.verify(module) == []
    printed = hlorepl.print_module(module)
    assert line in printed


@pytest.mark.parametrize("line", FORMS, ids=lambda line: line.split("= ")[1].split()[0])
def test_the_generic_form_reads_back_to_the_same_program(line):
    module = hlorepl.parse(f"func.func @main({_ARGUMENTS}) {{\n  {line}\n  return\n}}\n")
    again = hlorepl.parse(hlorepl.print_module(module, generic=True))
    assert hlorepl.print_module(again) == hlorepl.print_module(module)


def test_regions_read_and_print():
    text = """module {
  func.func @main(%arg0: tensor<4xi32>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %c) : tensor<i32>, tensor<i32>
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %iterArg : tensor<i32>, tensor<i32>
    }
    %1 = stablehlo.reduce(%arg0 init: %c) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
     reducer(%arg1: tensor<i32>, %arg2: tensor<i32>) {
      %2 = stablehlo.add %arg1, %arg2 : tensor<i32>
      %3 = stablehlo.add %2, %0#1 : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }
    return %1 : tensor<i32>
  }
}
"""
    assert hlorepl.print_module(hlorepl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "tensor<f32>",
        "tensor<2x?xbf16>",
        "tensor<0xcomplex<f64>>",
        "tensor<?x4xf32, #stablehlo.bounds<8, ?>>",
        "tensor<2x!quant.uniform<i8:f32, 0.5:3>>",
        "tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {0.1:1,0.2,0.3:-4}>>",
        "tensor<2x4x!quant.uniform<u8:f32:{0:1, 1:2}, {{1.0:2, 2.0}, {3.0, 4.0}}>>",
        "!stablehlo.token",
        "tuple<tensor<f32>, tuple<>>",
        "!stablehlo.future<tensor<2xf32>>",
        "tensor<4xf8E4M3FN>",
        "tensor<1xi2>",
        "tensor<3xindex>",
    ],
)
def test_types_print_as_they_are_written(text):
    module = hlorepl.parse(f"func.func @main(%a: {text}) {{\n  return\n}}")
    assert str(module.functions["main"].arguments[0].type) == text


def test_equal_types_are_one_object():
    module = hlorepl.parse(ADD)
    function = module.functions["main"]
    assert isinstance(function.arguments[0].type, TensorType)
    assert function.arguments[0].type is function.body.ops[0].results[0].type


def test_aliases_locations_and_nested_modules():
    text = """#loc = loc(unknown)
#map = #stablehlo.gather<offset_dims = [0]>
!vector = tensor<2xf32>
module @outer attributes {mhlo.num_replicas = 1 : i32} {
  module @inner { func.func private @f(%x: !vector) -> !vector { func.return %x : !vector } }
  func.func @main(%x: !vector loc("images")) -> !vector {
    %0 = call @inner::@f(%x) : (!vector) -> !vector loc(#loc1)
    return %0 : !vector loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("here"(#loc))
"""
    module = hlorepl.parse(text)
    assert module.symbol == "outer"
    assert list(module.modules) == ["inner"]
    assert module.functions["main"].arguments[0].location.text == '"images"'
    assert hlorepl.verify(module) == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("func.func @main() {\n  %0 = stablehlo.ad %a\n}", "name.op", 2, 8),
        ("func.func @main() {\n  %0 = stablehlo.abs %a : tensor<f32>\n}", "name.undefined", 2, 22),
        (ADD.replace("%0 =", "%a ="), "name.redefined", 2, 3),
        (ADD.replace("%a, %a : tensor<2xf32>", "%a, %a : tensor<3xf32>"), "type.operand", 2, 31),
        ("func.func @main(%a: tensor<2xf33>) {\n return\n}", "type.element", 1, 30),
        ("func.func @main(%a: tensr<2xf32>) {\n return\n}", "type.unknown", 1, 21),
        ('func.func @main() {\n  %0 = stablehlo.custom_call @f() {a = "x} : () -> ()\n}', "syntax.string", 2, 40),
        ("func.func @main() {\n  \u00a7\n}", "syntax.character", 2, 3),
        ("func.func @main(%a: tensor<99999999999x99999999999xf32>) {\n return\n}", "limit.size", 1, 28),
        ("func.func @main(%a: !foo) {\n return\n}", "name.alias", 1, 21),
    ],
)
def test_errors_have_a_place_and_a_code(text, code, line, column):
    with pytest.raises(HloError) as caught:
        hlorepl.parse(text)
    error = caught.value
    assert (error.code, error.span.line, error.span.column) == (code, line, column)
    assert not isinstance(error, Incomplete)


def problem_of(text: str) -> HloError | None:
    try:
        hlorepl.parse(text)
    except HloError as error:
        return error
    return None


@pytest.mark.parametrize("cut", range(0, len(ADD) - 3, 7))
def test_a_text_that_is_cut_off_is_incomplete_or_valid(cut):
    error = problem_of(ADD[:cut])
    assert error is None or error.span is not None
    if cut and ADD[cut - 1] in "({,:=":
        assert isinstance(error, Incomplete)


@pytest.mark.parametrize("opening", ["(", "[", "{", "tensor<", "tuple<", '"a"(', "dense<[", "-"])
def test_thousands_of_open_brackets_are_an_ordinary_error(opening):
    for head in ("", "func.func @main() {\n  %0 = stablehlo.constant ", "#a = "):
        with pytest.raises(HloError):
            hlorepl.parse(head + opening * 5000)


def test_blocks_nested_too_deep_are_an_ordinary_error():
    text = "module {" * 300 + "}" * 300
    with pytest.raises(HloError, match="nested more than"):
        hlorepl.parse(text)


def test_all_independent_errors_are_collected_and_none_that_follows():
    text = """func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.ad %a, %a : tensor<2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2xf32>
  %2 = stablehlo.add %a, %missing : tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %b : tensor<2xf32>
}
"""
    errors: list[HloError] = []
    parse(Source(text), errors)
    assert [(e.code, e.span.line) for e in errors] == [("name.op", 2), ("name.undefined", 4), ("name.undefined", 8)]


def test_types_that_follow_from_the_operands_need_not_be_written():
    body = "  %0 = stablehlo.add %a, %a\n  %1 = stablehlo.transpose %0, dims = [0]\n  return %1 : tensor<2xf32>\n"
    text = f"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{\n{body}}}"
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    assert "%0 = stablehlo.add %a, %a : tensor<2xf32>" in hlorepl.print_module(module)


def test_lines_of_a_piece_are_those_of_the_whole_file():
    with pytest.raises(HloError) as caught:
        parse(Source("func.func @main() {\n  what\n}", "a.mlir", first_line=41))
    assert caught.value.span.line == 42
