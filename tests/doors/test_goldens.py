"""What golden files take for the same, and what they do not; which answers of doors are the same."""

import numpy as np
import pytest
from doors.answers import from_json, numbers
from doors.disagreements import Row, judge
from doors.goldens import same_lines

from hlorepl.ir.types import TensorType, element

F32 = "tensor<2xf32> max 2 sum 0.8125 [2, 0.5]"
I32 = "tensor<2xi32> 0123456789 [2, 5]"


@pytest.mark.parametrize(
    ("ours", "same"),
    [
        (F32, True),
        ("tensor<2xf32> max 2.000001 sum 0.8125003 [2.000001, 0.4999999]", True),
        ("tensor<2xf32> max 2 sum 0.8126 [2, 0.5]", False),
        ("tensor<2xf32> max 2 sum 0.8125 [2, 0.51]", False),
        ("tensor<2xf32> max 2.1 sum 0.8125 [2, 0.5]", False),
        ("tensor<2xf32> max 2 sum 0.8125 [2, nan]", False),
        ("tensor<2xf32> max 2 sum 0.8125 [2, 0.5, …]", False),
        ("tensor<2xf64> max 2.00001 sum 0.8125 [2, 0.5]", False),
        (I32, False),
        (f"{F32}\n{F32}", False),
    ],
)
def test_floats_may_differ_a_little(ours, same):
    assert same_lines(ours, F32) is same


def test_integers_may_not():
    assert same_lines(I32, I32)
    assert not same_lines(I32.replace("0123456789", "0123456788"), I32)


def test_values_differ_by_their_bits():
    of = TensorType((2,), element("f32"))
    one = np.float32([1, 0])
    assert numbers(of, one) == numbers(of, one.copy()) == from_json("tensor<2xf32>", [1.0, 0.0])
    assert numbers(of, one) != numbers(of, np.float32([1, -0.0]))
    assert numbers(of, one) != numbers(of, np.nextafter(one, np.float32(2)))
    assert numbers(of, np.float32([np.nan, 0])) == numbers(of, np.float32([-np.nan, 0])) != numbers(of, one)


def test_a_row_that_no_longer_holds_is_a_fault():
    rows = [Row(("ops/add-*",), ("script",), "a reason", form="text", witness="*-1")]

    def said(program: str, form: str, door: str, agrees: bool) -> str:
        return judge(program, form, door, agrees, "another", rows)

    assert said("ops/add-1", "text", "script", False) == ""
    assert "remove it" in said("ops/add-1", "text", "script", True)
    assert said("ops/add-2", "text", "script", True) == ""  # not the row's witness
    for other in (("ops/sub-1", "text", "script"), ("ops/add-1", "generic", "script"), ("ops/add-1", "text", "typed")):
        assert said(*other, True) == ""
        assert "another" in said(*other, False)
