"""``sparse<…>``: constants by their elements that are not zero."""

import numpy as np
import pytest

import hlorepl


def program(constant: str, of: str) -> str:
    return f"func.func @main() -> {of} {{\n  %0 = stablehlo.constant {constant} : {of}\n  return %0 : {of}\n}}\n"


@pytest.mark.parametrize(
    ("constant", "of", "wanted"),
    [
        ("sparse<[[0, 0], [1, 1]], [1.0, 2.0]>", "tensor<2x2xf32>", [[1, 0], [0, 2]]),
        ("sparse<[[0, 0], [1, 1]], 5.0>", "tensor<2x2xf32>", [[5, 0], [0, 5]]),
        ("sparse<1, 5.0>", "tensor<4xf32>", [0, 5, 0, 0]),
        ("sparse<1, 5>", "tensor<2x2xi32>", [[0, 0], [0, 5]]),
        ("sparse<[1, 3], [2, 3]>", "tensor<4xi8>", [0, 2, 0, 3]),
        ("sparse<[[3], [3]], [2, 4]>", "tensor<4xi32>", [0, 0, 0, 2]),
        ("sparse<>", "tensor<2xi1>", [False, False]),
        ("sparse<[], []>", "tensor<2xui8>", [0, 0]),
        ("sparse<0, 2>", "tensor<i32>", 2),
        ('sparse<[[0], [2]], "0x07000000">', "tensor<3xi32>", [7, 0, 7]),
        ("sparse<[[1]], (1.0, -2.0)>", "tensor<2xcomplex<f32>>", [0, 1 - 2j]),
        ("sparse<[[1], [0]] /* , */ , [true, false]>".replace("/* , */", "// , >\n"), "tensor<2xi1>", [False, True]),
    ],
)
def test_a_sparse_constant_is_run_and_written_again(constant, of, wanted):
    module = hlorepl.parse(program(constant, of))
    (found,) = hlorepl.compile(module)()
    assert np.array_equal(found, wanted)
    for generic in (False, True):
        text = hlorepl.print_module(module, generic=generic)
        assert "sparse<" in text
        assert np.array_equal(hlorepl.compile(hlorepl.parse(text))()[0], wanted)


@pytest.mark.parametrize(
    "constant",
    [
        "sparse<[[1], [5]], 5.0> : tensor<4xf32>",
        "sparse<[-1], [2]> : tensor<4xi32>",
        "sparse<[[1], [2]], [2.0, 3.0, 4.0]> : tensor<4xf32>",
        "sparse<[0], [2]> : tensor<i32>",
        "sparse<[[0, 1]], [2]> : tensor<4xi32>",
        "sparse<[0, 1], [2, 3]> : tensor<3x4xi32>",
        "sparse<[[0], [1]], [[2], [3]]> : tensor<4xi32>",
        "sparse<[[0]], [2.0]> : tensor<4xi32>",
        "sparse<[[0.0]], 2> : tensor<4xi32>",
        "sparse<[], [1]> : tensor<4xi32>",
        "sparse<[[0], [1]]> : tensor<4xi32>",
        "sparse<[[0]], 2> : tensor<?xi32>",
    ],
)
def test_a_sparse_constant_that_does_not_fit_its_type(constant):
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.parse(f"func.func @main() {{\n  %0 = stablehlo.constant {constant}\n  return\n}}\n")
    assert caught.value.code == "syntax.literal"
    assert caught.value.span.line == 2


def test_lists_of_an_op_are_not_sparse():
    text = (
        'func.func @main(%x: tensor<2x2xf32>) {\n  %0 = "stablehlo.transpose"(%x)'
        " {permutation = sparse<0, 1> : tensor<2xi64>} : (tensor<2x2xf32>) -> tensor<2x2xf32>\n  return\n}\n"
    )
    (problem,) = hlorepl.verify(hlorepl.parse(text))
    assert problem.code == "transpose.attribute_kind"
