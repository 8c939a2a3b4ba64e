"""The ops that messages write out: pasted into the program, they make it right."""

import re

import pytest

import hlorepl
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify


def program(types: tuple[str, ...], line: str) -> str:
    arguments = ", ".join(f"%{name}: {of}" for name, of in zip("abc", types, strict=False))
    return f"func.func @main({arguments}) {{\n{line}\n  return\n}}\n"


def advised(text: str) -> list[str]:
    problems = verify(parse(Source(text)))
    assert len(problems) == 1
    return problems[0].help


@pytest.mark.parametrize(
    ("types", "ops"),
    [
        (("tensor<2xi32>", "tensor<2xf32>"), ["convert %a : (tensor<2xi32>) -> tensor<2xf32>"]),
        (("tensor<2xf32>", "tensor<2xbf16>"), ["convert %b : (tensor<2xbf16>) -> tensor<2xf32>"]),
        (
            ("tensor<3xf32>", "tensor<2x3xf32>"),
            ["broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>"],
        ),
        (("tensor<2x3xf32>", "tensor<f32>"), ["broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<2x3xf32>"]),
        (
            ("tensor<2x3xf32>", "tensor<3x2xf32>"),
            ["transpose %b, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>"],
        ),
        (("tensor<2x3xf32>", "tensor<6xf32>"), ["reshape %b : (tensor<6xf32>) -> tensor<2x3xf32>"]),
        (
            ("tensor<2x3xf32>", "tensor<i1>"),
            [
                "convert %b : (tensor<i1>) -> tensor<f32>",
                "broadcast_in_dim %b_t, dims = [] : (tensor<f32>) -> tensor<2x3xf32>",
            ],
        ),
        (("tensor<2xf32>", "tensor<3xf32>"), []),
        (("tensor<2xf32>", "tensor<?x2xf32>"), []),
    ],
)
def test_two_operands_of_different_types(types, ops):
    text = program(types, f'  %0 = "stablehlo.add"(%a, %b) : ({", ".join(types)}) -> tensor<2x3xf32>')
    help_text = advised(text)
    assert [line.partition(" = stablehlo.")[2] for line in help_text] == ops
    if help_text:
        # Pasted in front, with the last new name in the place of the operand, the lines agree with each other.
        name = help_text[-1].partition(" = ")[0]
        changed = re.match(r"%\w", help_text[0].partition("stablehlo.")[2].split()[1])[0]
        operands = ", ".join(name if each == changed else each for each in ("%a", "%b"))
        lines = "\n".join(f"  {line}" for line in help_text)
        assert verify(parse(Source(program(types, f"{lines}\n  %0 = stablehlo.add {operands}")))) == []


def test_the_result_of_a_function_is_converted_to_what_it_declares():
    text = "func.func @main(%x: tensor<2xi32>) -> tensor<2xf32> {\n  return %x : tensor<2xi32>\n}\n"
    assert advised(text) == ["%x_t = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>"]


def test_both_operands_are_shown_where_they_are_defined():
    text = program(
        ("tensor<2xf32>", "tensor<3xf32>"),
        "  %0 = stablehlo.maximum %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>",
    )
    (problem,) = verify(parse(Source(text)))
    assert [note.message for note in problem.notes] == [
        "%b : tensor<3xf32> is defined here",
        "%a : tensor<2xf32> is defined here",
    ]
    assert isinstance(problem, hlorepl.HloError)
