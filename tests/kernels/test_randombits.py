"""Bits against known answers (XLA's), and the shapes of the draws."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl.ir.types import element
from hlorepl.kernels import randombits


def bits(algorithm: str, state: list[int], shape: tuple[int, ...], name: str) -> tuple[list[int], np.ndarray]:
    dtype = element(name).dtype
    moved, out = randombits.generate(np, np.array(state, np.uint64), algorithm, shape, dtype)
    assert moved.dtype == np.uint64
    assert out.dtype == dtype
    assert out.shape == shape
    return moved.tolist(), out


# fmt: off
KNOWN = [
    ("THREE_FRY", [1, 2], "ui64", [1, 6],
     [[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]),
    ("THREE_FRY", [1, 2], "ui32", [1, 5], [43444564, 2150618427, 3979645651, 3745730563, 1672743891]),
    ("THREE_FRY", [1, 2], "ui8", [1, 4], [84, 59, 211]),
    ("THREE_FRY", [1, 2], "ui32", [1, 5], [[43444564, 3979645651, 1672743891], [2150618427, 3745730563, 4240503393]]),
    ("THREE_FRY", [1, 2], "ui4", [1, 4], [4, 11, 3]),
    ("PHILOX", [1, 2], "ui64", [1, 4],
     [[12229731395331991369, 3437131457114678231], [13465615291114923006, 9328616520744100567]]),
    ("PHILOX", [1, 2], "ui32", [1, 4], [2100602697, 2847456232, 2074354647, 800269529, 1828267006]),
    ("PHILOX", [1, 2, 3], "ui32", [1, 4, 3], [4031113034, 1366700262, 495645701, 3051723414, 89414891]),
    ("PHILOX", [1, 2, 3], "ui8", [1, 3, 3], [74, 230, 5]),
    ("DEFAULT", [1, 2, 3], "ui16", [1, 3, 3], [59210, 12518, 62469]),
    ("PHILOX", [2**63 + 12345, 2**64 - 2], "ui32", [2**63 + 12345, 2**64 - 1], [667895241, 678454241, 1914090591]),
    ("PHILOX", [2**63 + 12345, 2**64 - 2, 7], "ui64", [2**63 + 12345, 0, 8],
     [15862291750313917598, 16759195789559683359, 6923939651574899420]),
]
# fmt: on


@pytest.mark.parametrize(("algorithm", "state", "name", "after", "expected"), KNOWN)
def test_known_bits(algorithm, state, name, after, expected) -> None:
    moved, out = bits(algorithm, state, np.shape(expected), name)
    assert moved == after
    assert out.astype(np.uint64).tolist() == expected


@pytest.mark.parametrize(("signed", "unsigned"), [("i8", "ui8"), ("f16", "ui16"), ("bf16", "ui16"), ("f64", "ui64")])
def test_types_of_one_width_have_the_same_bits(signed: str, unsigned: str) -> None:
    for algorithm in ("THREE_FRY", "PHILOX"):
        _, a = bits(algorithm, [5, 6], (7,), signed)
        _, b = bits(algorithm, [5, 6], (7,), unsigned)
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("shape", [(), (1,), (0,), (3, 0), (5, 3)])
def test_odd_shapes(shape: tuple[int, ...]) -> None:
    for algorithm in ("THREE_FRY", "PHILOX"):
        for name in ("ui32", "ui64"):
            moved, _ = bits(algorithm, [1, 2], shape, name)
            assert (moved == [1, 2]) == (0 in shape)


@pytest.mark.parametrize("name", ["f32", "f64", "bf16", "f8E4M3FN", "i32", "ui64", "i4", "i1"])
def test_uniform_stays_in_its_range(name: str) -> None:
    dtype = element(name).dtype
    low, high = (np.array(value).astype(np.float32).astype(dtype) for value in (0, 1 if name == "i1" else 3))
    drawn = randombits.uniform(np, np.random.default_rng(0), low, high, (4, 500))
    assert drawn.dtype == dtype
    assert drawn.shape == (4, 500)
    values = drawn.astype(np.float64)
    assert values.min() >= 0
    assert values.max() < 3


def test_normal_has_mean_and_deviation() -> None:
    drawn = randombits.normal(np, np.random.default_rng(0), np.float32(5), np.float32(2), (20000,))
    assert drawn.dtype == np.float32
    assert abs(drawn.mean() - 5) < 0.1
    assert abs(drawn.std() - 2) < 0.1
