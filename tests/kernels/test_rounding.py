"""f32 rounded to narrower types within f32: as there and back."""

import ml_dtypes
import numpy as np
import pytest

from hlorepl.kernels.rounding import rounded


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_as_there_and_back(dtype):
    rng = np.random.default_rng(0)
    every = np.arange(65536, dtype=np.uint16).view(dtype).astype(np.float32).view(np.uint32)
    near = np.concatenate([every + np.uint32(d) for d in (0, 1, 2, 4095, 4096, 4097, 32767, 32768, 32769)])
    bits = np.concatenate([rng.integers(0, 2**32, 300_000, np.uint32), near, near - np.uint32(5000)])
    x = bits.view(np.float32)
    with np.errstate(all="ignore"):
        wanted = x.astype(dtype).astype(np.float32)
        found = rounded(x, np.dtype(dtype))
    nan = np.isnan(wanted)
    assert np.array_equal(np.isnan(found), nan)
    assert np.array_equal(found[~nan].view(np.uint32), wanted[~nan].view(np.uint32))
    assert np.array_equal(bits.view(np.float32), x, equal_nan=True)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("values", [[], [0.0, -0.0], [1e-8, -1e-8, 6e-8], [np.nan], [65519.0, 65520.0, -1e30]])
def test_few_numbers(dtype, values):
    x = np.array(values, np.float32)
    with np.errstate(all="ignore"):
        wanted = x.astype(dtype).astype(np.float32)
        assert np.array_equal(rounded(x, np.dtype(dtype)), wanted, equal_nan=True)
        assert np.array_equal(np.signbit(rounded(x, np.dtype(dtype))), np.signbit(wanted)) or np.isnan(wanted).any()
