"""A program on two backends: what its checks look at must be the same values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hlorepl import backends
from hlorepl.__main__ import main
from hlorepl.ir.types import element_of
from hlorepl.ops.testing import check

#: How far two results may be apart, in units of the last place of the larger one. What is computed in f32 and rounded
#: to less may fall on the other side once. Documented are 4 ulp for f32 and 3 for f64 on the host, likewise on the GPU.
ULPS = {"f32": 8, "f64": 6, "complex<f32>": 8, "complex<f64>": 8}
_LOW = 1


def seen(text: str, backend: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """Run a program; the pairs that its checks were to compare, as host arrays."""
    pairs: list[tuple[Any, Any]] = []

    def record(code: str, xp: Any, actual: Any, expected: Any, near: Any, how: str = "") -> tuple[()]:
        pairs.append((backends.host(actual), backends.host(expected)))
        return ()

    path = tmp_path / f"{backend}.mlir"
    path.write_text(text, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(check, "_compare", record)
        assert main(["run", "--quiet", "--backend", backend, str(path)]) == 0
    return pairs


def assert_agree(ours: Any, theirs: Any) -> None:
    """Equal, or so many ulp apart as the type's functions may be."""
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    element = element_of(ours.dtype)
    if not (element.is_float or element.is_complex):
        np.testing.assert_array_equal(ours, theirs)
        return
    wide = np.complex128 if element.is_complex else np.float64
    a, b = ours.astype(wide), theirs.astype(wide)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(all="ignore"):
        apart = np.abs(a - b) / _ulp(element, np.abs(b), ours.dtype)
    good = same | (apart <= ULPS.get(element.name, _LOW))
    assert good.all(), f"{a[~good][:4]} and {b[~good][:4]} of {element} are {apart[~good][:4]} ulp apart"


def _ulp(element: Any, size: Any, dtype: Any) -> Any:
    """The distance of the numbers next to ``size``."""
    if element.is_complex:
        dtype = element.part.dtype
    if dtype in (np.float32, np.float64):
        return np.spacing(size.astype(dtype)).astype(np.float64)
    import ml_dtypes

    limits = ml_dtypes.finfo(dtype)
    return np.maximum(2.0 ** np.floor(np.log2(size)) * float(limits.eps), float(limits.smallest_subnormal))
