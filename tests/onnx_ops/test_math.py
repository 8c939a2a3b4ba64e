"""Edges of arithmetic that ONNX's own tests leave out."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from scipy import special

from hlorepl.errors import HloError
from hlorepl.onnx.registry import lookup


def call(name: str, *inputs: Any, opset: int = 24, **attributes: Any) -> Any:
    return lookup(name, opset)(np, *inputs, opset=opset, **attributes)


def test_erf_of_f32_is_within_its_promise() -> None:
    x = np.linspace(-6, 6, 100_001, dtype=np.float32)
    exact = special.erf(x.astype(np.float64))
    found = call("Erf", x)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, rtol=3e-7)
    edges = call("Erf", np.array([np.nan, np.inf, -np.inf, -0.0], np.float32))
    np.testing.assert_array_equal(edges, np.array([np.nan, 1, -1, -0.0], np.float32))
    assert np.signbit(edges[3])


def test_integers_divide_toward_zero_and_by_zero_give_zero() -> None:
    a, b = np.array([7, -7, 7, -7, 5]), np.array([2, 2, -2, -2, 0])
    assert call("Div", a, b).tolist() == [3, -3, -3, 3, 0]
    assert call("Mod", a[:4], b[:4]).tolist() == [1, 1, -1, -1]
    assert call("Mod", a[:4], b[:4], fmod=1).tolist() == [1, -1, 1, -1]


def test_powers_keep_the_type_of_the_base() -> None:
    assert call("Pow", np.array([2, 3], np.int32), np.array([3, 2], np.int64)).dtype == np.int32
    assert call("Pow", np.array([2, 1, -1]), np.array([-1, -1, -1])).tolist() == [0, 1, -1]
    assert call("Pow", np.array([2, 4], np.int32), np.array([0.5, 0.5], np.float32)).tolist() == [1, 2]
    assert call("Pow", np.array([3.0], np.float32), np.array([2], np.int64)).dtype == np.float32


def test_clip_prefers_the_maximum_and_keeps_nan() -> None:
    x = np.array([np.nan, -1, 5], np.float32)
    found = call("Clip", x, np.array(3, np.float32), np.array(2, np.float32))
    np.testing.assert_array_equal(found, np.array([np.nan, 2, 2], np.float32))


@pytest.mark.parametrize(
    ("value", "up", "down", "nearest"), [(3.0, 4, 2, 4), (2.9, 4, 2, 2), (4.0, 4, 4, 4), (0.7, 1, 0.5, 0.5)]
)
def test_rounding_to_powers_of_two(value: float, up: float, down: float, nearest: float) -> None:
    found = [
        float(call("Cast", np.array([value], np.float32), to=24, round_mode=mode)[0])
        for mode in ("up", "down", "nearest")
    ]
    assert found == [up, down, nearest]


def test_doubles_become_small_floats_by_one_rounding() -> None:
    # Halfway between two bfloat16 values, and a little more than f32 can say: up, where two roundings would give even.
    x = np.array([1 + 2**-8 + 2**-40])
    assert float(call("Cast", x, to=16)[0]) == 1 + 2**-7
    assert call("Cast", x, to=16).dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    ("to", "saturated", "unsaturated"),
    [(17, [448, -448, 448], [np.nan, np.nan, np.nan]), (19, [57344, -57344, 57344], [np.inf, -np.inf, np.inf])],
)
def test_overflow_of_8_bit_floats(to: int, saturated: list[float], unsaturated: list[float]) -> None:
    x = np.array([1e6, -1e6, np.inf], np.float32)
    np.testing.assert_array_equal(call("Cast", x, to=to).astype(np.float32), saturated)
    np.testing.assert_array_equal(call("Cast", x, to=to, saturate=0).astype(np.float32), unsaturated)


def test_texts_and_numbers() -> None:
    texts = np.array(["1e3", "-INF", "NaN", " 2.5"], object)
    np.testing.assert_array_equal(call("Cast", texts, to=1), np.array([1000, -np.inf, np.nan, 2.5], np.float32))
    assert call("Cast", np.array([0.1, 2], np.float32), to=8).tolist() == ["0.1", "2.0"]
    with pytest.raises(HloError, match="no number of type float"):
        call("Cast", np.array(["one"], object), to=1)


def test_reductions_of_nothing() -> None:
    empty = np.zeros((2, 0), np.float32)
    axes = np.array([1])
    assert call("ReduceSum", empty, axes).tolist() == [[0], [0]]
    assert call("ReduceMax", empty, axes).tolist() == [[-np.inf], [-np.inf]]
    assert call("ReduceMin", empty.astype(np.int8), axes).tolist() == [[127], [127]]
    assert call("ReduceLogSumExp", empty, axes).tolist() == [[-np.inf], [-np.inf]]
    assert np.isnan(call("ReduceMean", empty, axes)).all()


def test_log_sum_exp_neither_overflows_nor_loses_infinities() -> None:
    x = np.array([[1000, 1000], [-np.inf, -np.inf], [np.inf, 0]], np.float32)
    found = call("ReduceLogSumExp", x, np.array([1]), keepdims=0)
    np.testing.assert_allclose(found, [1000 + np.log(2), -np.inf, np.inf], rtol=1e-6)


def test_sums_along_the_first_axis_are_pairwise() -> None:
    x = np.full((1 << 20, 1), 0.1, np.float32)
    total = call("ReduceSum", np.broadcast_to(x, (1 << 20, 2)), np.array([0]), keepdims=0)
    np.testing.assert_allclose(total, [(1 << 20) * np.float64(np.float32(0.1))] * 2, rtol=1e-6)


def test_top_k_takes_the_first_of_equal_values_and_nan_as_greatest() -> None:
    x = np.array([1, np.nan, 3, 3, -0.0, 0.0], np.float32)
    values, places = call("TopK", x, np.array([3]))
    assert places.tolist() == [1, 2, 3]
    assert np.isnan(values[0])
    assert call("TopK", x, np.array([2]), largest=0)[1].tolist() == [4, 5]


def test_unknown_operators_name_similar_ones() -> None:
    with pytest.raises(HloError, match="no ONNX operator Conv2") as caught:
        lookup("Conv2")
    assert "Conv" in caught.value.help[0]
    with pytest.raises(HloError, match="came with opset 20; the model asks for 15"):
        lookup("StringConcat")


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 4, -1, -3, 0.5, -0.5, 1e10, 1e30, np.inf, np.nan])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_one_exponent_for_all(exponent: float, kind: Any) -> None:
    x = np.concatenate([np.linspace(-3, 3, 5001), [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40]]).astype(kind)
    with np.errstate(all="ignore"):
        expected = np.power(x, np.full(x.shape, exponent, kind))
    np.testing.assert_allclose(call("Pow", x, np.array(exponent, kind)), expected, rtol=2e-7)


@pytest.mark.parametrize("alpha", [-2.0, 0.0, 0.25, 1.0, 3.0])
def test_leaky_relu_of_any_slope(alpha: float) -> None:
    x = np.array([-2, -0.5, -0.0, 0.0, 1.5, np.inf, np.nan], np.float32)
    with np.errstate(all="ignore"):
        expected = np.where(x < 0, x * np.float32(alpha), x)
    np.testing.assert_array_equal(call("LeakyRelu", x, alpha=alpha), expected)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_quotients_of_the_widest_integers(kind: Any) -> None:
    info = np.iinfo(kind)
    some = [info.min, info.min + 1, info.max, info.max - 1, -7, -1, 0, 1, 2, 3, 7, 100]
    a, b = (part.reshape(-1).astype(kind) for part in np.meshgrid(some, some))
    found = call("Div", a, b)
    assert found.dtype == kind
    for top, bottom, quotient in zip(a.tolist(), b.tolist(), found.tolist(), strict=True):
        exact = 0 if bottom == 0 else abs(top) // abs(bottom) * (1 if (top < 0) == (bottom < 0) else -1)
        assert quotient == (exact if exact <= info.max else info.min)
