"""A choice by bits is the choice element by element."""

import ml_dtypes
import numpy as np
import pytest

from hlorepl.kernels.choosing import choose, is_chosen_by_bits

TYPES = [
    np.bool_,
    np.int8,
    np.uint16,
    np.int32,
    np.uint32,
    np.float16,
    np.float32,
    ml_dtypes.bfloat16,
    ml_dtypes.float8_e5m2,
]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(
    "shapes", [((4, 5), (4, 5), (4, 5)), ((4, 1), (4, 5), ()), ((4, 5), (), ()), ((1, 5), (4, 1), (4, 5))]
)
def test_as_where(dtype, shapes):
    rng, dtype = np.random.default_rng(0), np.dtype(dtype)
    assert is_chosen_by_bits(dtype)
    mask = rng.random(shapes[0]) < 0.5
    a, b = (
        rng.integers(0, 2 if dtype.kind == "b" else 256, (*s, dtype.itemsize), np.uint8).view(dtype)[..., 0]
        for s in shapes[1:]
    )
    found = choose(mask, np.asarray(a), np.asarray(b))
    wanted = np.where(mask, a, b)
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    assert found.tobytes() == wanted.tobytes()
