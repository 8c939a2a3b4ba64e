"""How values differ, and what they are like: all element types, exactly where they are whole numbers."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.analysis.difference import Difference
from hlorepl.ir.types import ELEMENTS

DTYPES = sorted((element for element in ELEMENTS.values() if element.dtype is not None), key=lambda each: each.name)


def array(values: Any, dtype: Any) -> Any:
    return np.array(values, np.float64).astype(dtype)


@pytest.mark.parametrize("element", DTYPES, ids=lambda each: each.name)
def test_one_element_of_every_type(element):
    a, b = array([0, 1, 0, 1], element.dtype), array([0, 1, 1, 1], element.dtype)
    if element.name == "f8E8M0FNU":  # it has no zero
        a, b = array([1, 2, 1, 2], element.dtype), array([1, 2, 2, 2], element.dtype)
    found = Difference(a, b)
    assert (found.differing, found.size, found.first) == (1, 4, (2,))
    assert found.absolute is not None
    assert (float(found.absolute.by), found.absolute.at) == (1.0, (2,))
    assert (found.ulp is not None) == (element.kind in ("float", "complex"))
    assert Difference(a, a.copy()).are_equal
    assert "are equal: 4 elements" in Difference(a, a.copy()).text("%a", "%b")


@pytest.mark.parametrize("element", [each for each in DTYPES if each.is_float], ids=lambda each: each.name)
def test_neighbours_are_one_ulp_apart(element):
    one = array([1.0], element.dtype)
    bits = f"u{one.dtype.itemsize}"
    found = Difference(one, (one.view(bits) + np.array(1, bits)).view(one.dtype))
    assert found.ulp is not None
    assert int(found.ulp.by) == 1


def test_nan_in_one_of_them_alone():
    found = Difference(np.float32([[np.nan, 1], [np.nan, 2]]), np.float32([[np.nan, np.nan], [3, 2]]))
    assert (found.nan_both, found.nan_left, found.nan_right, found.nan_first) == (1, 1, 1, (0, 1))
    assert (found.differing, found.first, found.absolute) == (2, (0, 1), None)


def test_infinities_are_equal_only_to_themselves():
    found = Difference(np.float32([np.inf, np.inf, 1]), np.float32([np.inf, -np.inf, 1]))
    assert (found.differing, found.first, found.ulp) == (1, (1,), None)


def test_a_zero_of_another_sign_is_equal_and_told():
    found = Difference(np.float32([0, 1]), np.float32([-0.0, 1]))
    assert found.are_equal
    assert "1 zero of another sign" in found.text("%a", "%b")


@pytest.mark.parametrize(
    ("a", "b", "differing", "by"),
    [
        (np.int64([2**63 - 1]), np.int64([-(2**63)]), 1, 2**64 - 1),
        (np.int64([2**53 + 1]), np.int64([2**53]), 1, 1),
        (np.int64([-(2**63)]), np.uint64([2**63]), 1, None),
        (np.int64([2**63 - 1]), np.uint64([2**63 - 1]), 0, None),
        (np.int64([2**53 + 1]), np.float64([2**53]), 1, None),
        (np.int64([7]), np.float32([7]), 0, None),
        (np.uint64([2**64 - 1]), np.float64([2.0**64]), 1, None),
        (np.int8([-128]), np.int8([127]), 1, 255),
    ],
)
def test_whole_numbers_are_compared_exactly(a, b, differing, by):
    for left, right in ((a, b), (b, a)):
        found = Difference(left, right)
        assert found.differing == differing
        if by is not None:
            assert found.absolute is not None
            assert int(found.absolute.by) == by


def test_shapes_that_differ():
    found = Difference(np.zeros((2, 3)), np.zeros(3))
    assert (found.are_equal, found.differing) == (False, -1)
    assert found.text("%a", "%b") == "%a and %b differ in shape: [2, 3] and [3]"


def told(*lines: str, **options: Any) -> str:
    session, result = hlorepl.Session(**options), None
    for line in lines:
        result = session.execute(line)
        assert result.error is None, str(result.error)
    assert result is not None
    return result.text


def test_two_values_of_a_session():
    text = told("%a = [1.0, 2.0]", "%b = [1.0, 2.5]", ":diff %a %b")
    assert text.splitlines()[0] == "%a and %b differ in 1 of 2 elements, first at [1]: 2.0 and 2.5"
    assert "  at most 2097152 ulp at [1]" in text
    assert "  at most 0.5 absolute at [1]" in text
    assert "  at most 0.2 relative at [1]" in text


def test_quantized_values_are_measured_by_what_they_stand_for():
    quantized = "tensor<2x!quant.uniform<i8:f32, 0.5:1>>"
    lines = [f"%q{k} = uniform_quantize %{k} : (tensor<2xf32>) -> {quantized}" for k in "ab"]
    text = told("%a = [1.0, 2.0]", "%b = [1.0, 3.0]", *lines, ":diff %qa %qb")
    assert "first at [1]: 5 and 7" in text
    assert "at most 1.0 absolute" in text


def test_each_process_of_a_grid_is_compared():
    text = told("%r = replica_id\n%s = partition_id", ":diff %r %s", grid=(2, 1))
    assert "%r@(0,0) and %s are equal" in text
    assert "%r@(1,0) and %s differ in one element" in text
    assert "differ" in told("%r = replica_id", ":diff %r@(0,0) %r@(1,0)", grid=(2, 1))


def test_statistics_of_whole_numbers_are_exact():
    text = told("%i = [9223372036854775807, 9223372036854775807, -3] : i64", ":stats %i")
    assert f"sum {2 * (2**63 - 1) - 3}" in text
    assert "min -3 at [2], max 9223372036854775807 at [0]" in text


def test_statistics_of_floats_tell_what_is_not_finite():
    text = told("%f = [[nan, 1.0], [inf, 0.0]] : bf16", ":stats %f")
    assert "min 0.0 at [1, 1], max 1.0 at [0, 1]" in text
    assert "zero 1 (first at [1, 1]), NaN 1 (first at [0, 0]), infinite 1 (first at [1, 0])" in text


#: tf32 is a type of the specification's accuracy attributes, of which no tensor is.
WRITTEN = [each for each in DTYPES if each.name != "tf32"]


@pytest.mark.parametrize("element", WRITTEN, ids=lambda each: each.name)
def test_every_type_has_statistics(element):
    text = told(
        f"%x = [1, 1] : tensor<2x{element.name}>"
        if element.kind in ("int", "uint")
        else f"%y = [1.0, 1.0]\n%x = convert %y : (tensor<2xf32>) -> tensor<2x{element}>",
        ":stats %x",
    )
    assert "2 elements" in text
    assert ("true 2, false 0" if element.kind == "bool" else "1") in text


def test_small_integers_are_shown_as_integers():
    assert told("%k = [1, -4] : i4") == "%k : tensor<2xi4> = [1, -4]"
    text = Difference(np.array([1, 1], ml_dtypes.int4), np.array([1, -2], ml_dtypes.int4)).text("%a", "%b")
    assert "first at [1]: 1 and -2" in text
