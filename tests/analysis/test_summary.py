"""What values of every type are like."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

from hlorepl.analysis.summary import Summary
from hlorepl.engine.finite import not_finite
from hlorepl.ir.types import ELEMENTS, TensorType, element

NUMBERS = [element(name) for name in ELEMENTS if not element(name).is_complex and not element(name).is_bool]


@pytest.mark.parametrize("of", NUMBERS, ids=str)
def test_lowest_and_highest_number(of):
    array = np.array([[1, 0], [1, 1]]).astype(of.dtype)
    if of.name == "f8E8M0FNU":  # it has no zero
        array = np.array([[2, 1], [2, 2]]).astype(of.dtype)
    found = Summary(array)
    declared = TensorType((2, 2), of)
    assert (Summary(array, declared).type, found.bytes) == (str(declared), array.nbytes)
    assert (float(found.low), float(found.high)) == (float(array.min()), float(array.max()))
    # The minimum of small integers is what ml_dtypes makes it; of whole numbers it is whole.
    small = (np.int8, np.uint8)
    assert found.low.dtype in (small if of.bits < 8 and not of.is_float else (of.dtype,))
    assert (found.nans, found.infinities) == (0, 0)


@pytest.mark.parametrize("of", [each for each in NUMBERS if each.is_float], ids=str)
def test_what_is_not_finite_is_counted_and_passed_over(of):
    array = np.array([1.0, math.nan, 2.0, math.inf, -math.inf]).astype(of.dtype)
    wide = array.astype(np.float64)
    found = Summary(array)
    assert (found.nans, found.infinities) == (int(np.isnan(wide).sum()), int(np.isinf(wide).sum()))
    assert not_finite(array) == (found.nans, found.infinities)
    assert (float(found.low), float(found.high)) == (np.nanmin(wide), np.nanmax(wide))


@pytest.mark.parametrize(
    ("value", "of", "low", "high", "counts"),
    [
        (np.array([True, False]), "tensor<2xi1>", False, True, (0, 0)),
        (np.array([3 + 4j, np.inf]), "tensor<2xcomplex<f64>>", 5.0, math.inf, (0, 1)),
        (np.array([complex(1, math.nan)]), "tensor<1xcomplex<f64>>", None, None, (1, 0)),
        (np.full(3, np.nan), "tensor<3xf64>", None, None, (3, 0)),
        (np.zeros((0, 2)), "tensor<0x2xf64>", None, None, (0, 0)),
        (np.array(["a", "b"], object), "tensor<2xstring>", None, None, (0, 0)),
        (np.array("a"), "tensor<string>", None, None, (0, 0)),
        (np.float32(-2), "tensor<f32>", -2, -2, (0, 0)),
        ((np.arange(3), np.array([9.5])), "sequence of tensor<3xi64>", 0, 9.5, (0, 0)),
        ([], "sequence", None, None, (0, 0)),
        (None, "none", None, None, (0, 0)),
        (1.5, "tensor<f64>", 1.5, 1.5, (0, 0)),
        (-math.inf, "tensor<f64>", -math.inf, -math.inf, (0, 1)),
        (7, "tensor<i64>", 7, 7, (0, 0)),
        (True, "tensor<i1>", True, True, (0, 0)),
        ({"ISA": "goal"}, "mapping", None, None, (0, 0)),
        ("word", "tensor<string>", None, None, (0, 0)),
    ],
    ids=str,
)
def test_values_of_every_form(value, of, low, high, counts):
    found = Summary(value)
    assert found.type == of
    assert (found.nans, found.infinities) == counts
    if low is None:
        assert found.low is None or math.isnan(found.low)
        assert found.high is None or math.isnan(found.high)
    else:
        assert (found.low, found.high) == (low, high)


def test_the_declared_type_has_the_sizes_of_the_value():
    declared = TensorType((None, 2), element("bf16"))
    assert Summary(np.zeros((3, 2), ml_dtypes.bfloat16), declared).type == "tensor<3x2xbf16>"


def test_of_a_view_no_more_is_looked_at_than_it_shows():
    array = np.broadcast_to(np.float32(2), (4, 5))
    found = Summary(array)
    assert (found.low, found.high, found.bytes) == (2, 2, 80)
