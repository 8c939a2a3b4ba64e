"""An attribute of whoever it may be is kept, wherever it stands and in every form."""

import pytest
from syntax.attribute_texts import ATTRIBUTES

import hlorepl
from hlorepl.ir.attributes import DenseArrayAttr, EnumAttr, FloatAttr, IntegerAttr, OpaqueAttr, StringAttr
from hlorepl.ir.core import Op
from hlorepl.ir.types import ELEMENTS


def program(text: str) -> str:
    section = '{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-}'
    mesh = 'sdy.mesh @m = <["x"=2, "y"=4]>' if "@m" in text else ""
    return f"""{mesh}
func.func @main(%x: tensor<2xf32> {{mhlo.c = {text}}}) -> tensor<2xf32> attributes {{mhlo.a = {text}}} {{
  %0 = stablehlo.abs %x {{mhlo.b = {text}, mhlo.l = [{text}, {{d = {text}}}]}} : tensor<2xf32>
  return %0 : tensor<2xf32>
}}
{section if "dense_resource" in text else ""}
"""


def first_op(text: str) -> Op:
    return hlorepl.parse(text).functions["main"].body.ops[0]


@pytest.mark.parametrize("text", ATTRIBUTES)
def test_an_attribute_is_kept(text):
    module = hlorepl.parse(program(text))
    assert hlorepl.verify(module) == []
    for generic in (False, True):
        again = hlorepl.parse(hlorepl.print_module(module, generic))
        assert again.functions["main"].attributes == module.functions["main"].attributes
        assert again.functions["main"].argument_attributes == module.functions["main"].argument_attributes
        assert again.functions["main"].body.ops[0].attributes == module.functions["main"].body.ops[0].attributes
        assert hlorepl.print_module(again, generic) == hlorepl.print_module(module, generic)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0x3FC0 : bf16", FloatAttr(1.5, ELEMENTS["bf16"])),
        ("array<f32: 0x7F800000, 1.5>", DenseArrayAttr(ELEMENTS["f32"], (float("inf"), 1.5))),
        ("255 : i8", IntegerAttr(-1, ELEMENTS["i8"])),
        ('"a"', StringAttr("a")),
        ('"a" : i32', OpaqueAttr('"a" : i32')),
        ("1 : si8", OpaqueAttr("1 : si8")),
        ("#stablehlo.result_accuracy_mode<HIGHEST>", EnumAttr("stablehlo", "result_accuracy_mode", "HIGHEST")),
    ],
)
def test_what_an_attribute_is(text, expected):
    assert first_op(program(text)).attributes["mhlo.b"] == expected


@pytest.mark.parametrize(
    "text", ["1 : f32", "1e5", "nan : f32", "array<f32: 1>", "array<f32: inf>", "-0x3C00 : f16", "0x1FFFF : f16", "+1"]
)
def test_numbers_are_spelled_as_mlir_does(text):
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.parse(program(text))
    assert raised.value.code.startswith("syntax.")


def test_numbers_in_lists_need_no_type():
    text = hlorepl.print_module(hlorepl.parse(program("[1, 2 : i64, 3 : i32, 1.0, 2.0 : f32, 1.0 : f64]")))
    assert "mhlo.b = [1, 2, 3 : i32, 1.000000e+00, 2.000000e+00 : f32, 1.000000e+00]" in text
