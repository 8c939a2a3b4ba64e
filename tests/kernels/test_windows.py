"""Window reductions against the definition: pad, cut out each window, fold it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hlorepl.kernels.windows import pad, reduce_windows, window_view


def slow_pad(array, value, padding, interior):
    spread = [max(0, size + (size - 1) * inner) for size, inner in zip(array.shape, interior, strict=True)]
    result = np.full(
        [max(0, n + low + high) for n, (low, high) in zip(spread, padding, strict=True)], value, array.dtype
    )
    for index in np.ndindex(*array.shape):
        place = [i * (n + 1) + low for i, n, (low, _) in zip(index, interior, padding, strict=True)]
        if all(0 <= i < size for i, size in zip(place, result.shape, strict=True)):
            result[tuple(place)] = array[index]
    return result


def slow_reduce(array, combine, initial, window, strides, dilations):
    counts = [
        max(0, (size - (w - 1) * d - 1) // s + 1)
        for size, w, s, d in zip(array.shape, window, strides, dilations, strict=True)
    ]
    result = np.zeros(counts, array.dtype)
    for place in np.ndindex(*counts):
        total = initial
        for inner in np.ndindex(*window):
            total = combine(
                total, array[tuple(p * s + i * d for p, s, i, d in zip(place, strides, inner, dilations, strict=True))]
            )
        result[place] = total
    return result


@st.composite
def windows(draw: st.DrawFn):
    rank = draw(st.integers(1, 3))

    def each(low: int, high: int) -> list[int]:
        return draw(st.lists(st.integers(low, high), min_size=rank, max_size=rank))

    padding = list(zip(each(-2, 4), each(-2, 4), strict=True))
    return each(0, 6 if rank < 3 else 3), each(1, 9 if rank == 1 else 3), each(1, 3), each(1, 3), each(1, 2), padding


@given(windows(), st.sampled_from([(np.add, 0), (np.add, 5), (np.maximum, -99), (np.minimum, 99), (np.multiply, 1)]))
def test_known_reducers(case, reducer):
    shape, window, strides, base, dilations, padding = case
    ufunc, initial = reducer
    array = np.random.default_rng(14).integers(-9, 9, shape)
    expected = slow_reduce(
        slow_pad(array, initial, padding, [b - 1 for b in base]), ufunc, initial, window, strides, dilations
    )
    (result,) = reduce_windows(
        np,
        (array,),
        ufunc,
        (initial,),
        window_dimensions=window,
        window_strides=strides,
        base_dilations=base,
        window_dilations=dilations,
        padding=padding,
    )
    assert result.dtype == array.dtype
    assert result.shape == expected.shape
    assert result.tolist() == expected.tolist()


@given(windows())
def test_any_associative_reducer_keeps_the_order(case):
    """Maps x -> a*x + b compose associatively, not commutatively."""
    shape, window, strides, _, dilations, padding = case
    rng = np.random.default_rng(15)
    slopes, offsets = rng.integers(-2, 3, shape), rng.integers(-2, 3, shape)

    def compose(a1, b1, a2, b2):
        return a1 * a2, b1 * a2 + b2

    results = reduce_windows(
        np,
        (slopes, offsets),
        compose,
        (1, 0),
        window_dimensions=window,
        window_strides=strides,
        window_dilations=dilations,
        padding=padding,
    )
    pairs = np.empty(shape, object)
    for index in np.ndindex(*shape):
        pairs[index] = (int(slopes[index]), int(offsets[index]))
    padded = slow_pad(pairs, None, padding, [0] * len(shape))
    for index in np.ndindex(*padded.shape):
        padded[index] = padded[index] or (1, 0)
    expected = slow_reduce(padded, lambda left, right: compose(*left, *right), (1, 0), window, strides, dilations)
    assert results[0].shape == expected.shape
    for index in np.ndindex(*expected.shape):
        assert (results[0][index], results[1][index]) == expected[index]


def test_small_integers_wrap():
    array = np.full(5, 100, np.int8)
    (result,) = reduce_windows(np, (array,), np.add, (0,), window_dimensions=[5], padding=[(4, 0)])
    assert result.dtype == np.int8
    assert result.tolist() == [100, -56, 44, -112, -12]


def test_nan_is_seen_by_its_windows_only():
    array = np.array([1.0, np.nan, 2.0, 3.0])
    (result,) = reduce_windows(np, (array,), np.maximum, (-np.inf,), window_dimensions=[2])
    np.testing.assert_array_equal(result, [np.nan, np.nan, 3.0])


@given(st.lists(st.integers(0, 3), min_size=1, max_size=2), st.data())
def test_pad(shape, data):
    padding = [(data.draw(st.integers(-4, 4)), data.draw(st.integers(-4, 4))) for _ in shape]
    interior = [data.draw(st.integers(0, 2)) for _ in shape]
    array = np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape)
    result, expected = pad(np, array, -1, padding, interior), slow_pad(array, -1, padding, interior)
    assert result.shape == expected.shape
    assert result.tolist() == expected.tolist()


def test_window_view():
    view = window_view(np, np.arange(7), [2], [2], [3])
    assert view.tolist() == [[0, 3], [2, 5]]
    assert not view.flags.writeable
