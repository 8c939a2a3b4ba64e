"""Constants between text and arrays."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import hlorepl
from hlorepl.ir.attributes import DenseAttr
from hlorepl.ir.types import TensorType, element_of


def constant(text: str) -> np.ndarray:
    module = hlorepl.parse(f"func.func @main() {{\n %0 = stablehlo.constant {text}\n return\n}}")
    return module.functions["main"].body.ops[0].attributes["value"].array


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<1> : tensor<i32>", np.int32(1)),
        ("dense<[1, -2]> : tensor<2xi8>", np.int8([1, -2])),
        ("dense<7> : tensor<2x2xui64>", np.full((2, 2), 7, np.uint64)),
        ("dense<18446744073709551615> : tensor<ui64>", np.uint64(2**64 - 1)),
        ("dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>", np.array([-(2**63), 2**63 - 1])),
        ("dense<[0xFF, 0x01]> : tensor<2xui8>", np.uint8([255, 1])),
        ("dense<0xFF> : tensor<i8>", np.int8(-1)),
        ("dense<[255, -128]> : tensor<2xi8>", np.int8([-1, -128])),
        ("dense<15> : tensor<i4>", np.array(-1, ml_dtypes.int4)),
        ("dense<18446744073709551615> : tensor<i64>", np.int64(-1)),
        ("dense<[[1.5, 2.0e1], [-0.0, 3.]]> : tensor<2x2xf32>", np.float32([[1.5, 20], [-0.0, 3]])),
        ("dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>", np.float32([np.inf, -np.inf])),
        ("dense<0x3F80> : tensor<bf16>", np.array(1, ml_dtypes.bfloat16)),
        ("dense<[true, false]> : tensor<2xi1>", np.array([True, False])),
        ("dense<(1.0, -2.5)> : tensor<complex<f32>>", np.complex64(1 - 2.5j)),
        ("dense<[(1.0, 0.0), (0.0, 1.0)]> : tensor<2xcomplex<f64>>", np.array([1, 1j])),
        ('dense<"0x0000803F00000040"> : tensor<2xf32>', np.float32([1, 2])),
        ('dense<"0x0000803F"> : tensor<3xf32>', np.float32([1, 1, 1])),
        ('dense<"0x05"> : tensor<4xi1>', np.array([True, True, True, True])),
        ('dense<"0x0100"> : tensor<2xi1>', np.array([True, False])),
        ('dense<"0x0501"> : tensor<9xi1>', np.array([True, False, True, False, False, False, False, False, True])),
        ("dense<0x1> : tensor<i1>", np.array(True)),
        ("dense<0x07> : tensor<f4E2M1FN>", np.array(6, ml_dtypes.float4_e2m1fn)),
        ("dense<0x000000003F800000> : tensor<f32>", np.float32(1)),
        ("dense<0x03C00> : tensor<f16>", np.float16(1)),
        ("dense<(0x3F800000, -1.)> : tensor<complex<f32>>", np.complex64(1 - 1j)),
        ("dense<[-1.e-3, 1.5E+3]> : tensor<2xf64>", np.float64([-1e-3, 1500])),
        ("dense<> : tensor<0x3xf32>", np.empty((0, 3), np.float32)),
        ("dense<[[], []]> : tensor<2x0xi32>", np.empty((2, 0), np.int32)),
        ("dense<[[[1], [2]]]> : tensor<1x2x1xi16>", np.int16([[[1], [2]]])),
    ],
)
def test_spellings(text, expected):
    found = constant(text)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert found.tobytes() == np.asarray(expected).tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "dense<[1, 2, 3]> : tensor<2xi32>",
        "dense<[[1, 2], [3]]> : tensor<2x2xi32>",
        "dense<[[1, 2], 3]> : tensor<2x2xi32>",
        "dense<[1, [2]]> : tensor<2xi32>",
        "dense<[1, , 2]> : tensor<2xi32>",
        "dense<[1 2]> : tensor<2xi32>",
        "dense<1.5> : tensor<i32>",
        "dense<300> : tensor<i8>",
        "dense<-1> : tensor<ui8>",
        "dense<true> : tensor<f32>",
        "dense<2> : tensor<i1>",
        "dense<0x1FFFFFFFF> : tensor<f32>",
        "dense<(1.0)> : tensor<complex<f32>>",
        "dense<1.0> : tensor<complex<f32>>",
        'dense<"0x00"> : tensor<2xf32>',
        'dense<"0xZZ"> : tensor<1xi8>',
        'dense<"hello"> : tensor<1xi8>',
        "dense<> : tensor<2xf32>",
        "dense<one> : tensor<i32>",
        "dense<1> : tensor<f32>",
        "dense<[1.0, 2]> : tensor<2xf32>",
        "dense<1e3> : tensor<f32>",
        "dense<.5> : tensor<f32>",
        "dense<[1.0, -.5]> : tensor<2xf32>",
        "dense<+1> : tensor<i32>",
        "dense<+1.0> : tensor<f32>",
        "dense<nan> : tensor<f32>",
        "dense<-inf> : tensor<f32>",
        "dense<(1.0, 2)> : tensor<complex<f32>>",
        "dense<-0x3C00> : tensor<f16>",
        "dense<0x13C00> : tensor<f16>",
        "dense<0x7F> : tensor<f6E2M3FN>",
    ],
)
def test_wrong_constants_are_syntax_errors(text):
    with pytest.raises(hlorepl.HloError) as caught:
        constant(text)
    assert caught.value.code in ("syntax.literal", "syntax.form")
    assert caught.value.span is not None
    assert caught.value.span.line == 2


def test_a_resource_is_decoded_behind_its_alignment():
    text = (
        "func.func @main() -> tensor<2xi32> {\n  %0 = stablehlo.constant dense_resource<blob> : tensor<2xi32>\n"
        '  return %0 : tensor<2xi32>\n}\n{-#\n dialect_resources: { builtin: { blob: "0x040000000100000002000000" } }\n#-}\n'
    )
    assert hlorepl.compile(hlorepl.parse(text))()[0].tolist() == [1, 2]


def test_an_elided_resource_is_refused():
    text = "func.func @main() -> tensor<2xi32> {\n  %0 = stablehlo.constant dense_resource<__elided__> : tensor<2xi32>\n  return %0 : tensor<2xi32>\n}"
    with pytest.raises(hlorepl.HloError, match="left out"):
        hlorepl.compile(hlorepl.parse(text))


@pytest.mark.parametrize(
    ("value", "dtype", "text"),
    [
        (0.1, np.float32, "1.000000e-01"),
        (-0.87867099, np.float32, "-0.87867099"),
        (1 / 3, np.float64, "0.33333333333333331"),
        (1234567.0, np.float32, "0x4996B438"),
        (0.00012345678, np.float32, "1.23456775E-4"),
        (np.inf, np.float32, "0x7F800000"),
        (0.0, np.float32, "0.000000e+00"),
        (-0.0, np.float64, "-0.000000e+00"),
        (0.1, ml_dtypes.bfloat16, "1.000980e-01"),
        (0.3, np.float16, "3.000490e-01"),
    ],
)
def test_floats_print_as_mlir_prints_them(value, dtype, text):
    array = np.array(value, dtype)
    attribute = DenseAttr(TensorType((), element_of(array.dtype)), array)
    assert str(attribute).startswith(f"dense<{text}>")


_DTYPES = [np.bool_, np.int8, np.uint16, np.int64, np.uint64, np.float16, np.float32, np.float64, np.complex64]


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(_DTYPES).flatmap(
        lambda d: hnp.arrays(d, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    )
)
def test_what_is_printed_reads_back_to_the_bit(array):
    of = TensorType(array.shape, element_of(array.dtype))
    found = constant(str(DenseAttr(of, array)))
    nan = np.isnan(array) if array.dtype.kind in "fc" else np.zeros(array.shape, bool)
    assert found.dtype == array.dtype
    assert np.where(nan, 0, found).tobytes() == np.where(nan, 0, array).tobytes()
    if array.dtype.kind == "f":
        assert np.array_equal(np.isnan(found), nan)
