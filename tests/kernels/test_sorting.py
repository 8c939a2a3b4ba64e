"""Stable orders by keys and by comparators."""

import functools

import ml_dtypes
import numpy as np
import pytest

from hlorepl.kernels.sorting import from_order_bits, order_bits, order_by, smallest, stable_order

FLOATS = [np.float16, np.float32, np.float64, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn]
INTEGERS = [np.bool_, np.uint8, np.int8, np.uint16, np.int32, np.uint64, np.int64, ml_dtypes.int4, ml_dtypes.uint2]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bits_of_integers_keep_their_order(dtype):
    values = np.random.default_rng(0).integers(0, 2**62, 300).astype(np.int64).astype(dtype)
    bits = order_bits(np, values, total=True)
    wide = values.astype(object) if np.dtype(dtype).itemsize == 8 else values.astype(np.int64)
    np.testing.assert_array_equal(np.argsort(bits, kind="stable"), np.argsort(wide, kind="stable"))
    if np.dtype(dtype) not in (ml_dtypes.int4, ml_dtypes.uint2):
        np.testing.assert_array_equal(from_order_bits(np, bits, values.dtype), values)


@pytest.mark.parametrize("dtype", FLOATS)
def test_bits_of_floats_are_in_total_order(dtype):
    values = np.array([-np.nan, -448, -1.5, -0.0, 0.0, 0.5, 1.5, 448, np.nan], np.float64).astype(dtype)
    values[0] = -values[-1]
    bits = order_bits(np, values, total=True)
    assert (np.diff(bits.astype(np.int64).astype(np.float64)) != 0).all()
    np.testing.assert_array_equal(np.argsort(bits, kind="stable"), np.arange(9))
    back = from_order_bits(np, bits, values.dtype)
    np.testing.assert_array_equal(back.view(np.uint8), values.view(np.uint8))


@pytest.mark.parametrize("dtype", FLOATS)
def test_bits_without_total_order_join_zeros_and_nans(dtype):
    values = np.array([-1, -0.0, 0.0, 1, np.nan], np.float64).astype(dtype)
    values = np.append(values, -values[-1])
    bits = order_bits(np, values, total=False)
    assert bits[1] == bits[2]
    assert bits[4] == bits[5] == bits.max()


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (2, 100), (4, 0)])
@pytest.mark.parametrize("dtypes", [["u1"], ["u4"], ["u8"], ["u4", "u2"], ["u8", "u8"]])
def test_stable_order_by_several_keys(shape, dtypes):
    rng = np.random.default_rng(0)
    keys = [rng.integers(0, 5, shape).astype(dtype) for dtype in dtypes]
    if keys[0].dtype == np.uint64:
        keys[0] = keys[0] << np.uint64(60)
    order = stable_order(np, keys)
    for row in range(shape[0]):
        columns = [key[row] for key in keys]
        np.testing.assert_array_equal(order[row], np.lexsort(columns[::-1]))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 64, 129])
def test_any_comparator_gives_the_stable_order(n):
    rng = np.random.default_rng(n)
    a, b = rng.integers(-9, 9, (2, n)), rng.integers(0, 3, (2, n))

    def less(p, q, r, s):
        return (p % 7 < q % 7) | ((p % 7 == q % 7) & (r > s))

    order = order_by(np, (a, b), less)
    for row in range(2):

        def compare(i, j, row=row):
            forth = less(a[row, i], a[row, j], b[row, i], b[row, j])
            return int(less(a[row, j], a[row, i], b[row, j], b[row, i])) - int(forth)

        assert order[row].tolist() == sorted(range(n), key=functools.cmp_to_key(compare))


def test_a_comparator_that_contradicts_itself_gives_a_permutation():
    noise = np.random.default_rng(0)
    x = noise.integers(0, 99, (3, 50))
    order = order_by(np, (x,), lambda a, b: noise.random(np.broadcast(a, b).shape) < 0.5)
    np.testing.assert_array_equal(np.sort(order, axis=1), np.tile(np.arange(50), (3, 1)))


@pytest.mark.parametrize("k", [1, 3, 50])
def test_smallest_are_the_first_of_the_stable_order(k):
    keys = np.random.default_rng(k).integers(0, 9, (4, 50)).astype(np.uint32)
    np.testing.assert_array_equal(smallest(np, keys, k), np.argsort(keys, axis=1, kind="stable")[:, :k])
