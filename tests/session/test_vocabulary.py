"""One vocabulary: an attribute by both of its names in both forms, enums as bare words, the type of a call's result."""

import numpy as np
import pytest

import hlorepl

SETTING = "%x = [[1.0, 2.0], [3.0, 4.0]]\n%q = [1, 2, 3, 4]\n"
DOT = "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"


def run(text):
    session = hlorepl.Session()
    assert session.execute(SETTING).error is None
    result = session.execute(f"%r = {text}")
    assert result.error is None, result.error
    return session["r"]


ALIKE = [
    [
        "transpose %x, dims = [1, 0]",
        "transpose %x, permutation = [1, 0]",
        "transpose(%x, dims = [1, 0])",
        "transpose(%x, permutation = [1, 0])",
    ],
    [
        "iota dim = 0 : tensor<3xi32>",
        "iota iota_dimension = 0 : tensor<3xi32>",
        "iota(dim = 0) : tensor<3xi32>",
        "iota() {iota_dimension = 0 : i64} : tensor<3xi32>",
    ],
    ["concatenate %q, %q, dim = 0", "concatenate(%q, %q, dim = 0)", "concatenate %q, %q, dimension = 0"],
    [
        "compare NE, %x, %x",
        "compare(%x, %x, NE)",
        "compare(%x, %x, NE, FLOAT)",
        "compare NE, %x, %x, FLOAT",
        "compare NE, %x, %x, compare_type = FLOAT",
        "compare comparison_direction = NE, %x, %x",
    ],
    [
        "dot_general %x, %x, contracting_dims = [1] x [0]",
        "dot_general(%x, %x, contracting_dims = [1] x [0])",
        f"dot_general(%x, %x, dot_dimension_numbers = {DOT})",
        f"dot_general %x, %x, dot_dimension_numbers = {DOT}",
        "dot_general(%x, %x, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT])",
    ],
    [
        "dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [1] x [1]",
        "dot_general(%x, %x, contracting_dims = [1] x [1], batching_dims = [0] x [0])",
    ],
    [
        "reduce_precision %x, format = e5m2",
        "reduce_precision(%x, format = e5m2)",
        "reduce_precision(%x, exponent_bits = 5, mantissa_bits = 2)",
    ],
    [
        "pad %x, 0.0, low = [1, 0], high = [0, 2], interior = [0, 0]",
        "pad %x, 0.0, high = [0, 2], interior = [0, 0], low = [1, 0]",
        "pad(%x, 0.0, low = [1, 0], edge_padding_high = [0, 2], interior = [0, 0])",
    ],
    [
        "reshape %q : (tensor<4xi32>) -> tensor<2x2xi32>",
        "reshape(%q) : tensor<2x2xi32>",
        "reshape([1, 2, 3, 4]) : tensor<2x2xi32>",
    ],
    ["compare([1, 2], [3, 4], LT) : tensor<2xi1>", "compare(LT, [1, 2], [3, 4])"],
    ["convert([1.5, 2.0]) : tensor<2xi32>", "[1, 2] : i32"],
    ["add([1, 2], [3, 4]) : tensor<2xf32>", "[4.0, 6.0]"],
    ["reduce(%x init: 0.0) applies add across dimensions = [0]", "[4.0, 6.0]"],
]


@pytest.mark.parametrize("texts", ALIKE, ids=lambda texts: texts[0])
def test_one_meaning_in_every_spelling(texts):
    first, *others = map(run, texts)
    for other in others:
        assert other.dtype == first.dtype
        np.testing.assert_array_equal(other, first)


def test_a_call_takes_regions():
    text = """sort(%q, dimension = 0) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %o = compare GT, %a, %b
      return %o : tensor<i1>
    })"""
    np.testing.assert_array_equal(run(text), [4, 3, 2, 1])


@pytest.mark.parametrize(
    ("text", "message", "tip"),
    [
        ("compare(%x, %x, NEQ)", "NEQ is no comparison_direction", "did you mean NE?"),
        ("transpose(%x, dimz = [1, 0])", "stablehlo.transpose has no attribute dimz", "did you mean dims?"),
        ("cholesky(%x, low = true)", "stablehlo.cholesky has no attribute low", "did you mean lower?"),
        ("dot_general(%x, %x, contracting_dims = [1] x [0], contracting_dims = [1] x [0])", "contracting_dims is given twice", ""),
    ],
)  # fmt: skip
def test_a_name_that_an_op_does_not_have_is_refused_at_its_place(text, message, tip):
    session = hlorepl.Session()
    session.execute(SETTING)
    error = session.execute(text).error
    assert error is not None
    assert error.message == message
    assert "".join(error.help) == tip


@pytest.mark.parametrize(
    ("text", "help_", "after"),
    [
        ("%q + 1.5", "%q_t = stablehlo.convert %q : (tensor<4xi32>) -> tensor<4xf32>", "%q_t + 1.5"),
        (
            "add(%q, [0.5, 1.0, 1.5, 2.0])",
            "%q_t = stablehlo.convert %q : (tensor<4xi32>) -> tensor<4xf32>",
            "%q_t + 1.0",
        ),
        ("add([1.0], [1] : i32)", "convert([1] : i32) : tensor<1xf32>", "add([1.0], %0)"),
        ("%x * 2 + [1, 2] : i32", "convert([1, 2] : i32) : tensor<2xf32>", "%x * 2 + %0"),
        ("%q + %x[0, 0]", "%q_t = stablehlo.convert %q : (tensor<4xi32>) -> tensor<4xf32>", "%q_t + %x[0, 0]"),
    ],
)
def test_the_conversion_that_is_offered_runs(text, help_, after):
    session = hlorepl.Session()
    session.execute(SETTING)
    assert help_ in session.execute(text).error.help
    assert session.execute(help_).error is None
    assert session.execute(after).error is None


def test_large_numbers_of_bytes_are_told_in_larger_units():
    error = hlorepl.Session().execute("stablehlo.constant dense<1.0> : tensor<100000000000xf32>").error
    assert error.message.startswith("stablehlo.constant makes 400 GB; this machine has ")
    assert error.message.endswith(" GB")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    error = hlorepl.Session().execute(f":save {tmp_path / 'none' / 'x.mlir'}").error
    assert error.message == f"{tmp_path / 'none'}: No such file or directory"
