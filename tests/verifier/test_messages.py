"""What is said to whoever wrote it wrong: the name that was meant, and the piece that is at fault."""

import pytest

import hlorepl
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify


def only_problem(text: str) -> hlorepl.HloError:
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    (problem,) = [*errors, *verify(module)]
    return problem


def inside(line: str, arguments: str = "%x: tensor<2xf32>, %value: tensor<2xf32>") -> str:
    return f"func.func @main({arguments}) {{\n  {line}\n  return\n}}\nfunc.func private @helper() {{\n  return\n}}\n"


@pytest.mark.parametrize(
    ("line", "marked", "help_text"),
    [
        ("%0 = stablehlo.tanhh %x : tensor<2xf32>", "stablehlo.tanhh", "did you mean stablehlo.tanh?"),
        ("%0 = mhlo.add %x, %x : tensor<2xf32>", "mhlo.add", "did you mean stablehlo.add?"),
        ("%0 = stablehlo.add %x, %vlaue : tensor<2xf32>", "%vlaue", "did you mean %value?"),
        ("call @helpr() : () -> ()", "@helpr", "did you mean @helper?"),
        (
            "%0 = stablehlo.compare LTT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
            "LTT",
            "did you mean LT?",
        ),
        (
            '%0 = "stablehlo.reverse"(%x) {dimensions = array<i64: 0>, dimensons = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>',
            "dimensons = 1 : i64",
            "did you mean dimensions?",
        ),
        (
            '%0 = "stablehlo.reverse"(%x) {dimensons = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>',
            '"stablehlo.reverse"',
            "did you mean dimensions, not dimensons?",
        ),
        ("%0 = stablehlo.negate %x : tensor<2xf23>", "f23", "did you mean f32?"),
        (
            "%0 = stablehlo.reverse %x, dims = [0] : (tensor<2xf32>) -> tensor<3xf32>",
            "tensor<3xf32>",
            "write tensor<2xf32>",
        ),
        (
            "%0 = stablehlo.add %x, %x : tensor<3x2xf32>",
            "tensor<3x2xf32>",
            "%x_t = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>",
        ),
        (
            '%0 = "stablehlo.select"(%x, %x, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>',
            "%x",
            "%x_t = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi1>",
        ),
    ],
)
def test_what_was_meant(line, marked, help_text):
    problem = only_problem(inside(line))
    assert problem.span.text == marked
    assert problem.help == [help_text]


def test_an_alias_that_was_meant():
    problem = only_problem("!vec = tensor<2xf32>\nfunc.func @main(%x: !vce) {\n  return\n}\n")
    assert (problem.span.text, problem.help) == ("!vce", ["did you mean !vec?"])


def test_a_constraint_between_operands_shows_both():
    line = "%0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<3xf32>) -> tensor<f32>"
    problem = only_problem(inside(line, "%x: tensor<2xf32>, %y: tensor<3xf32>"))
    assert problem.code == "dot_general.C10"
    assert [note.span.text for note in problem.notes] == ["%x", "%y"]
