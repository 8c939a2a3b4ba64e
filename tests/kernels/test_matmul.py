"""Products against loops over single elements in Python's own numbers."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hlorepl.kernels import matmul


def slow_matmul(lhs: np.ndarray, rhs: np.ndarray) -> list[list[int]]:
    left, right = lhs.tolist(), rhs.tolist()
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)] for row in left
    ]


def wrap(value: int, dtype: np.dtype) -> int:
    bits = dtype.itemsize * 8
    value %= 1 << bits
    return value - (1 << bits) if dtype.kind == "i" and value >> (bits - 1) else value


def random_integers(dtype: str, shape: tuple[int, ...], seed: int) -> np.ndarray:
    info = np.iinfo(dtype)
    return np.random.default_rng(seed).integers(info.min, info.max, shape, dtype, endpoint=True)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("size", [2, 24])
def test_integers_wrap_as_in_exact_arithmetic(dtype: str, size: int):
    lhs, rhs = random_integers(dtype, (size, 40), 1), random_integers(dtype, (40, size), 2)
    expected = [[wrap(value, lhs.dtype) for value in row] for row in slow_matmul(lhs, rhs)]
    result = matmul.matmul(np, lhs, rhs)
    assert result.dtype == dtype
    assert result.tolist() == expected


def test_unsigned_by_signed_into_a_wider_type():
    lhs, rhs = random_integers("uint8", (30, 50), 3), random_integers("int8", (50, 30), 4)
    result = matmul.matmul(np, lhs, rhs, np.int32)
    assert result.dtype == np.int32
    assert result.tolist() == slow_matmul(lhs, rhs)


def test_extremes_of_int64():
    lhs = np.full((40, 40), np.iinfo(np.int64).min)
    lhs[::2] += 1
    rhs = np.full((40, 40), np.iinfo(np.int64).max)
    expected = [[wrap(value, lhs.dtype) for value in row] for row in slow_matmul(lhs, rhs)]
    assert matmul.matmul(np, lhs, rhs).tolist() == expected


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn])
def test_small_floats_are_rounded_once(dtype: type):
    rng = np.random.default_rng(5)
    lhs, rhs = rng.normal(size=(3, 64)).astype(dtype), rng.normal(size=(64, 3)).astype(dtype)
    expected = (lhs.astype(np.float64) @ rhs.astype(np.float64)).astype(np.float32).astype(dtype)
    result = matmul.matmul(np, lhs, rhs)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result.astype(np.float32), expected.astype(np.float32))


def test_booleans_are_or_of_ands():
    lhs = np.array([[True, False], [False, False]])
    rhs = np.array([[True, True], [False, True]])
    assert matmul.matmul(np, lhs, rhs).tolist() == [[True, True], [False, False]]


def test_int4():
    lhs = np.array([[-8, 7]], ml_dtypes.int4)
    rhs = np.array([[-8], [7]], ml_dtypes.int4)
    assert matmul.matmul(np, lhs, rhs, np.int32).tolist() == [[113]]


SHAPES = [
    ((2, 3, 4), (4, 5)),
    ((4,), (4,)),
    ((3, 1, 2, 4), (5, 4, 2)),
    ((0, 4), (4, 2)),
    ((2, 0), (0, 3)),
    ((2, 3, 0), (0, 3)),
]


@pytest.mark.parametrize(("lhs", "rhs"), SHAPES)
def test_shapes_broadcast_as_in_numpy(lhs: tuple[int, ...], rhs: tuple[int, ...]):
    rng = np.random.default_rng(6)
    left, right = rng.normal(size=lhs), rng.normal(size=rhs)
    result = matmul.matmul(np, left, right)
    assert isinstance(result, np.ndarray)
    np.testing.assert_allclose(result, left @ right)


def slow_dot(
    lhs: np.ndarray, rhs: np.ndarray, batch: list[tuple[int, int]], contracting: list[tuple[int, int]]
) -> np.ndarray:
    lhs_free = [a for a in range(lhs.ndim) if a not in [x for x, _ in batch + contracting]]
    rhs_free = [a for a in range(rhs.ndim) if a not in [y for _, y in batch + contracting]]
    shape = [lhs.shape[x] for x, _ in batch] + [lhs.shape[a] for a in lhs_free] + [rhs.shape[a] for a in rhs_free]
    result = np.zeros(shape, lhs.dtype)
    for place in np.ndindex(*shape):
        for summed in itertools.product(*(range(lhs.shape[x]) for x, _ in contracting)):
            left, right = {}, {}
            for (x, y), i in zip(batch + contracting, (*place[: len(batch)], *summed), strict=True):
                left[x], right[y] = i, i
            left.update(zip(lhs_free, place[len(batch) :], strict=False))
            right.update(zip(rhs_free, place[len(batch) + len(lhs_free) :], strict=True))
            result[place] += (
                lhs[tuple(left[a] for a in range(lhs.ndim))] * rhs[tuple(right[a] for a in range(rhs.ndim))]
            )
    return result


@given(st.data())
def test_dot_general(data: st.DataObject):
    sizes = st.integers(0, 3)
    batch, contracting, lhs_free, rhs_free = (data.draw(st.lists(sizes, max_size=2)) for _ in range(4))
    shared = len(batch) + len(contracting)
    lhs_order = data.draw(st.permutations(range(shared + len(lhs_free))))
    rhs_order = data.draw(st.permutations(range(shared + len(rhs_free))))
    rng = np.random.default_rng(7)
    lhs = rng.integers(-5, 5, [*batch, *contracting, *lhs_free]).transpose(lhs_order)
    rhs = rng.integers(-5, 5, [*batch, *contracting, *rhs_free]).transpose(rhs_order)
    pairs = [(lhs_order.index(i), rhs_order.index(i)) for i in range(shared)]
    batch_pairs, contracting_pairs = pairs[: len(batch)], pairs[len(batch) :]
    result = matmul.dot_general(
        np,
        lhs,
        rhs,
        lhs_batch=[x for x, _ in batch_pairs],
        rhs_batch=[y for _, y in batch_pairs],
        lhs_contracting=[x for x, _ in contracting_pairs],
        rhs_contracting=[y for _, y in contracting_pairs],
    )
    np.testing.assert_array_equal(result, slow_dot(lhs, rhs, batch_pairs, contracting_pairs))
