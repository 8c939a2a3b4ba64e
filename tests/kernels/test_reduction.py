"""Reductions and prefixes: order, precision, signs of zero, every shape."""

import itertools

import ml_dtypes
import numpy as np
import pytest

from hlorepl.kernels.reduction import General, Known, fold_neighbours, identity, reduce, reducer, scan

SHAPES = [(3, 4, 5), (1, 7), (40, 3), (3, 40), (600, 20), (2, 0, 3), (5,)]
OPS = {
    "add": np.add,
    "multiply": np.multiply,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def join_texts(left, right):
    return (np.char.add(left[0], right[0]),)


@pytest.mark.parametrize("n", range(1, 20))
def test_neighbours_are_joined_in_order(n):
    letters = np.array([chr(97 + k) for k in range(n)]).reshape(1, n, 1)
    (word,) = fold_neighbours(join_texts, (letters,))
    assert word[0, 0] == "".join(letters.ravel())


@pytest.mark.parametrize("n", range(1, 20))
def test_scan_gives_all_prefixes(n):
    numbers = np.random.default_rng(n).integers(0, 9, (2, n, 3))
    (sums,) = scan(np, lambda a, b: (a[0] + b[0],), (numbers,))
    np.testing.assert_array_equal(sums, np.cumsum(numbers, axis=1))


@pytest.mark.parametrize("name", OPS)
@pytest.mark.parametrize("shape", SHAPES)
def test_known_ops_agree_with_their_ufunc_on_integers(name, shape):
    x = np.random.default_rng(0).integers(-100, 100, shape, dtype=np.int8)
    how = Known(np, name, x.dtype)
    start = identity(name, x.dtype)
    for axes in itertools.chain.from_iterable(itertools.combinations(range(x.ndim), k) for k in range(x.ndim + 1)):
        (result,) = reduce(np, how, (x,), (start,), axes)
        expected = OPS[name].reduce(x, axis=axes, dtype=np.int8, initial=start)
        np.testing.assert_array_equal(result, expected)
        assert (result.dtype, result.shape) == (np.int8, expected.shape)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_float_sums_are_pairwise_along_every_axis(axis):
    x = np.full((6000, 3, 1), 0.1, np.float32).swapaxes(0, axis)
    (total,) = reduce(np, Known(np, "add", x.dtype), (x,), (np.zeros((), np.float32),), (axis,))
    np.testing.assert_allclose(total, np.float64(np.float32(0.1)) * 6000, rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_short_floats_accumulate_in_f32(dtype):
    x = np.ones((4096,), dtype)
    (total,) = reduce(np, Known(np, "add", x.dtype), (x,), (np.zeros((), dtype),), (0,))
    assert (float(total), total.dtype) == (4096.0, dtype)


def test_narrow_integers_wrap():
    x = np.array([7, 7, 3], ml_dtypes.int4)
    (total,) = reduce(np, Known(np, "add", x.dtype), (x,), (np.zeros((), ml_dtypes.int4),), (0,))
    assert (int(total), total.dtype) == (1, ml_dtypes.int4)


@pytest.mark.parametrize(("name", "sign"), [("maximum", 1), ("minimum", -1)])
def test_extrema_order_the_zeros(name, sign):
    how = Known(np, name, np.dtype(np.float32))
    zeros = [np.array(row, np.float32) * sign for row in itertools.product([-0.0, 0.0, -1.0], repeat=3)]
    for row in zeros:
        (found,) = how.fold((row.reshape(1, 3, 1),))
        (wide,) = how.fold((np.tile(row.reshape(1, 3, 1), (1, 9, 20)),))
        (running,) = how.prefixes((row.reshape(1, 3, 1),))
        expected = max(row * sign, key=lambda value: (value, not np.signbit(value)))
        for value in (found[0, 0], wide[0, 7], running[0, -1, 0]):
            assert (value * sign, np.signbit(value * np.float32(sign))) == (expected, np.signbit(expected))


def test_extrema_keep_nan():
    x = np.array([[1, np.nan, 2], [np.nan, -np.inf, np.inf]], np.float32)
    for name in ("maximum", "minimum"):
        (found,) = reduce(np, Known(np, name, x.dtype), (x,), (identity(name, x.dtype),), (1,))
        assert np.isnan(found).all()


ON_BITS = [(name, dtype) for name in OPS for dtype in (np.bool_, np.uint8, np.int64)]
ON_FLOATS = [
    (name, dtype)
    for name in ("add", "multiply", "maximum", "minimum")
    for dtype in (np.float32, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn)
]


@pytest.mark.parametrize(("name", "dtype"), ON_BITS + ON_FLOATS)
def test_identities_change_nothing(name, dtype):
    dtype = np.dtype(dtype)
    how = reducer(np, f"stablehlo.{name}", None, [dtype])
    values = np.array([0, 1, 1], dtype) if dtype.kind in "bu" else np.array([-0.0, 1, -3], dtype)
    (joined,) = how.join((how.widened((identity(how.name, dtype),))[0],), how.widened((values,)))
    np.testing.assert_array_equal(joined.astype(dtype), values)
    if dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(joined), np.signbit(values))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
def test_running_sums_are_close(dtype):
    x = np.random.default_rng(1).random((2, 5000, 3)).astype(dtype)
    (sums,) = Known(np, "add", x.dtype).prefixes((x,))
    exact = np.cumsum(x.astype(np.complex256 if x.dtype.kind == "c" else np.float128), axis=1)
    eps = np.finfo(dtype).eps
    assert float(np.abs((sums - exact) / exact).max()) < 16 * eps


def test_nothing_known_of_a_body_of_several_operands():
    assert isinstance(reducer(np, "stablehlo.add", lambda *both: both[:2], [np.dtype("f4")] * 2), General)
    assert isinstance(reducer(np, None, lambda *both: both[:1], [np.dtype("f4")]), General)
