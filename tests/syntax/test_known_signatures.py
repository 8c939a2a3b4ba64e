"""A signature whose types were read before is taken at once: all that is known of it stays as when it is read."""

from __future__ import annotations

import pytest

import hlorepl
from hlorepl.errors import HloError

PLAIN = "(tensor<2x?xf32>, tensor<4xi32>) -> tensor<4x2x?xf32>"
SIGNATURES = [
    PLAIN,
    PLAIN.replace(" ", "  "),
    PLAIN.replace("->", "\n ->"),
    PLAIN.replace(", ", ", // a comment\n"),
    "(tensor<f32>) -> tensor<f32>",
    "() -> tensor<f32>",
    "(tensor<f32>) -> (tensor<f32>, tensor<f32>)",
    "(tensor<3xcomplex<f32>>) -> tensor<3xf32>",
    "(tensor<3x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>",
]


def pieces(text: str) -> list[tuple[object, str]]:
    op = hlorepl.parse(text).functions["f"].body.ops[-2]
    return [(key, span.text) for key, span in op.spans.items()]


@pytest.mark.parametrize("signature", SIGNATURES)
def test_the_second_time_is_as_the_first(signature: str) -> None:
    types = [each.strip().split(" // ")[0] for each in signature.partition("->")[0].strip().strip("()").split(",")]
    if "quant" in signature:
        types = ["tensor<3x!quant.uniform<i8:f32, 0.5>>"]
    types = [each.replace("// a comment", "").strip() for each in types if each]
    arguments = ", ".join(f"%{k}: {of}" for k, of in enumerate(types))
    operands = ", ".join(f"%{k}" for k in range(len(types)))
    results = 2 if "-> (" in signature else 1
    line = (
        f'%r:{results} = "some.op"({operands}) : {signature}'
        if results > 1
        else f'%r = "some.op"({operands}) : {signature}'
    )
    once = f"func.func private @f({arguments}) {{\n  {line}\n  return\n}}"
    twice = once.replace("@f", "@g") + "\n" + once
    assert pieces(twice) == pieces(once)
    kinds = [key[0] for key, _ in pieces(once) if isinstance(key, tuple)]
    assert kinds.count("type") == len(types)
    assert kinds.count("result") == results


def test_a_type_that_is_wrong_is_found_in_its_place() -> None:
    good = "%{} = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>"
    wrong = good.replace("(tensor<2xf32>)", "(tensor<1xf32>)")
    lines = "\n".join([good.format(0), good.format(1), wrong.format(2)])
    with pytest.raises(HloError) as caught:
        hlorepl.parse(f"func.func @main(%a: tensor<2xf32>) {{\n{lines}\n  return\n}}")
    assert caught.value.code == "type.operand"
    assert caught.value.span is not None
    assert (caught.value.span.line, caught.value.span.text) == (4, "tensor<1xf32>")


@pytest.mark.parametrize("digits", ["00000040", "0000004", "zz000040", "\\n0000040"])
def test_a_constant_in_hexadecimal_digits_ends_with_its_quote(digits: str) -> None:
    text = f'func.func @main() -> tensor<1xf32> {{\n  %0 = stablehlo.constant dense<"0x{digits}"> : tensor<1xf32>\n  return %0 : tensor<1xf32>\n}}'
    if digits == "00000040":
        assert hlorepl.compile(hlorepl.parse(text))()[0].tolist() == [2.0]
        return
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(text))
    assert caught.value.code == "syntax.literal"
    assert caught.value.span is not None
    assert caught.value.span.line == 2
