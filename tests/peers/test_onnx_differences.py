"""Nodes on which onnx.reference and ONNX Runtime differ: which one is right, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from peers.onnx_engines import Node, attempt, ours, reference, runtime, same
from scipy import special

pytestmark = pytest.mark.peers

Engine = Callable[[Node], list[Any]]


def decide(node: Node, right: Engine, wrong: Engine) -> list[Any]:
    """Ours is as the one and not as the other; should the other be put right, this fails and the case can go."""
    found, good, bad = ours(node), attempt(right, node), attempt(wrong, node)
    assert good is not None
    assert all(map(same, found, good))
    assert bad is None or len(bad) != len(found) or not all(map(same, found, bad))
    return found


def i64(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def f32(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_slice_backwards_clamps_its_start_into_the_axis() -> None:
    """The text clamps an adjusted start to [0, size - 1] for negative steps; NumPy's slices fall out of the axis."""
    node = Node("Slice", 13, [i64(4, 1, 1), i64(-6), i64(-6), i64(0), i64(-2)])
    assert decide(node, runtime, reference)[0].tolist() == [4]


def test_nonzero_of_a_scalar_has_no_rows() -> None:
    """The text: for scalar input the output has shape (0, N)."""
    assert decide(Node("NonZero", 13, [np.array(5, np.float32)]), reference, runtime)[0].shape == (0, 1)


def test_the_end_of_shape_is_clamped() -> None:
    """``end`` below -rank is 0 after clamping, so nothing is left."""
    assert decide(Node("Shape", 24, [np.zeros((4, 3), np.float32)], {"end": -3}), runtime, reference)[0].tolist() == []


def test_sums_of_squares_keep_their_type() -> None:
    """Input and output have one type variable."""
    node = Node("ReduceSumSquare", 13, [np.array([3, 4], np.int32)], {"keepdims": 0})
    assert decide(node, runtime, reference)[0].dtype == np.int32


def test_unique_unsorted_along_an_axis() -> None:
    """onnx.reference reorders the axis of the elements, not the one asked for."""
    node = Node("Unique", 11, [np.array([[2], [1]], np.int64)], {"axis": 1, "sorted": 0}, outputs=4)
    assert decide(node, runtime, reference)[0].tolist() == [[2], [1]]


@pytest.mark.parametrize("op", ["ReduceMax", "ReduceMin"])
def test_extremes_of_nan(op: str) -> None:
    """Nothing is greater or less than NaN, so NaN stays, as in NumPy, whose behaviour the text takes."""
    node = Node(op, 18, [f32(1, np.nan, 3), i64(0)], {"keepdims": 0})
    assert np.isnan(ours(node)[0])
    assert all(map(same, ours(node), reference(node)))


@pytest.mark.parametrize(
    ("op", "value"), [("ReduceSum", 0), ("ReduceProd", 1), ("ReduceMax", -np.inf), ("ReduceMin", np.inf)]
)
def test_reductions_of_nothing_have_the_values_of_the_text(op: str, value: float) -> None:
    node = Node(op, 18, [np.zeros((2, 0), np.float32), i64(1)], {"keepdims": 0})
    assert ours(node)[0].tolist() == [value, value]


def test_erf_of_f64_is_exact() -> None:
    """onnx.reference goes through f32."""
    node = Node("Erf", 13, [np.array([0.25, -1.5])])
    np.testing.assert_allclose(ours(node)[0], special.erf([0.25, -1.5]), rtol=1e-15)
    assert not same(ours(node)[0], reference(node)[0])
