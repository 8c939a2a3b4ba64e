"""Gathers and scatters with random dimension numbers against the specification's formulas, element by element."""

import itertools

import numpy as np
import pytest

from hlorepl.kernels.indexing import Dimensions, gather, spread
from hlorepl.kernels.reduction import General, Known
from hlorepl.kernels.scatter import assign_at, rounds, scatter_at


def random_case(seed):
    """Dimension numbers, an operand's shape, indices and window sizes that fit together."""
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(1, 5))
    shape = tuple(rng.integers(1, 5, rank).tolist())
    kinds = rng.choice(["window", "dropped", "batch"], rank, p=[0.5, 0.3, 0.2])
    batch = [d for d in range(rank) if kinds[d] == "batch"]
    dropped = [d for d in range(rank) if kinds[d] == "dropped"]
    window = [d for d in range(rank) if kinds[d] == "window"]
    movable = [d for d in range(rank) if kinds[d] != "batch"]
    start_map = rng.permutation(movable)[: rng.integers(0, len(movable) + 1)].tolist()
    places = rng.integers(1, 4, int(rng.integers(len(batch), len(batch) + 3))).tolist()
    positions = rng.permutation(len(places))[: len(batch)].tolist()
    for d, position in zip(batch, positions, strict=True):
        places[position] = shape[d]
    vector_dim = int(rng.integers(0, len(places) + 1))
    indices_dims = tuple(p + (p >= vector_dim) for p in positions)
    indices_shape = (*places[:vector_dim], len(start_map), *places[vector_dim:])
    indices = rng.integers(-3, 7, indices_shape).astype(rng.choice(["i4", "i8", "i2"]))
    out_rank = len(places) + len(window)
    window_dims = tuple(sorted(rng.permutation(out_rank)[: len(window)].tolist()))
    sizes = [1] * rank
    for d in window:
        sizes[d] = int(rng.integers(1, shape[d] + 1)) if rng.random() < 0.6 else shape[d]
    numbers = Dimensions(window_dims, tuple(dropped), tuple(batch), indices_dims, tuple(start_map), vector_dim)
    return numbers, shape, indices, tuple(sizes)


def start_of(numbers, indices, place):
    """The full start index of the slice at one place: the operand's coordinates."""
    vectors = np.moveaxis(indices, numbers.index_vector_dim, -1)
    start = dict(zip(numbers.start_map, vectors[place].tolist(), strict=True))
    for d, indices_dim in zip(numbers.operand_batching_dims, numbers.indices_batching_dims, strict=True):
        start[d] = place[indices_dim - (indices_dim > numbers.index_vector_dim)]
    return start


def places_and_offsets(numbers, shape, indices, sizes):
    """All (index of the slices' tensor, place, offset in the operand)."""
    dropped = {*numbers.dropped_dims, *numbers.operand_batching_dims}
    window = [d for d in range(len(shape)) if d not in dropped]
    place_shape = np.moveaxis(indices, numbers.index_vector_dim, -1).shape[:-1]
    out_rank = len(place_shape) + len(window)
    for place in np.ndindex(*place_shape):
        for offset in itertools.product(*(range(sizes[d]) for d in window)):
            index = [0] * out_rank
            for d, o in zip(numbers.window_dims, offset, strict=True):
                index[d] = o
            for d, p in zip([d for d in range(out_rank) if d not in numbers.window_dims], place, strict=True):
                index[d] = p
            yield tuple(index), place, dict(zip(window, offset, strict=True))


def slices_shape(numbers, shape, indices, sizes):
    dropped = {*numbers.dropped_dims, *numbers.operand_batching_dims}
    extents = iter(sizes[d] for d in range(len(shape)) if d not in dropped)
    place_shape = iter(np.moveaxis(indices, numbers.index_vector_dim, -1).shape[:-1])
    rank = len(numbers.window_dims) + indices.ndim - 1
    return tuple(next(extents) if d in numbers.window_dims else next(place_shape) for d in range(rank))


@pytest.mark.parametrize("seed", range(60))
def test_gather_follows_the_specification(seed):
    numbers, shape, indices, sizes = random_case(seed)
    operand = np.arange(np.prod(shape)).reshape(shape)
    result = gather(np, operand, indices, numbers, sizes)
    assert result.shape == slices_shape(numbers, shape, indices, sizes)
    for index, place, offset in places_and_offsets(numbers, shape, indices, sizes):
        start = start_of(numbers, indices, place)
        at = tuple(min(max(start.get(d, 0), 0), shape[d] - sizes[d]) + offset.get(d, 0) for d in range(len(shape)))
        assert result[index] == operand[at]


@pytest.mark.parametrize("seed", range(60))
def test_scatter_follows_the_specification(seed):
    numbers, shape, indices, sizes = random_case(seed)
    rng = np.random.default_rng(seed)
    operand = rng.integers(0, 100, shape)
    updates = rng.integers(0, 100, slices_shape(numbers, shape, indices, sizes))
    rows = spread(np, shape, indices, (updates,), numbers)
    (sums,) = scatter_at(
        np, Known(np, "add", operand.dtype), (operand.copy().reshape(-1, rows.row),), rows.positions, rows.updates
    )
    body = General(np, lambda a, b: (2 * a - b,))
    (turns,) = scatter_at(np, body, (operand.copy().reshape(-1, rows.row),), rows.positions, rows.updates)
    added, turned = operand.copy(), operand.copy()
    for index, place, offset in places_and_offsets(numbers, shape, indices, sizes):
        start = start_of(numbers, indices, place)
        at = tuple(start.get(d, 0) + offset.get(d, 0) for d in range(len(shape)))
        if all(0 <= coordinate < size for coordinate, size in zip(at, shape, strict=True)):
            added[at] += updates[index]
            turned[at] = 2 * turned[at] - updates[index]
    np.testing.assert_array_equal(sums.reshape(shape), added)
    np.testing.assert_array_equal(turns.reshape(shape), turned)


def test_rounds_hold_no_position_twice_and_keep_the_order():
    positions = np.random.default_rng(0).integers(0, 9, 100)
    groups = rounds(np, positions)
    assert sorted(np.concatenate(groups).tolist()) == list(range(100))
    for group in groups:
        assert len(set(positions[group])) == len(group)
    for place in range(9):
        mine = [index for group in groups for index in group if positions[index] == place]
        assert mine == sorted(mine)


def test_one_update_wins_in_all_targets():
    targets = np.zeros((3, 1)), np.zeros((3, 1))
    positions = np.array([0, 2, 0, -1, 2])
    updates = np.arange(5.0)[:, None], np.arange(5.0)[:, None]
    first, second = assign_at(np, targets, positions, updates)
    assert first.ravel().tolist() == second.ravel().tolist() == [2.0, 0.0, 4.0]


@pytest.mark.parametrize("row", [1, 3, 40])
def test_sums_of_rows(row):
    rng = np.random.default_rng(row)
    positions, update = rng.integers(0, 50, 1000), rng.random((1000, row), dtype=np.float32)
    expected = np.zeros((50, row))
    np.add.at(expected, positions, update)
    (result,) = scatter_at(np, Known(np, "add", update.dtype), (np.zeros((50, row), np.float32),), positions, (update,))
    np.testing.assert_allclose(result, expected, rtol=1e-5)
