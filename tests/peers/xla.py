"""Programs made with JAX, run here and by XLA, and how their answers are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import numpy as np

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Callable

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def names(text: str) -> list[str]:
    """The words of a text: many names read better in lines than in a column."""
    return text.split()


def both(function: Callable[..., Any], *arguments: Any) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The flat results of a function, as hlorepl and as XLA compute them from one program."""
    lowered = jax.jit(function, keep_unused=True).lower(*arguments)
    theirs = [np.asarray(leaf) for leaf in jax.tree.leaves(lowered.compile()(*arguments))]
    flat = [np.asarray(leaf) for leaf in jax.tree.leaves(arguments)]
    ours = list(hlorepl.compile(hlorepl.parse(lowered.as_text()))(*flat))
    return ours, theirs


def spacing(values: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    """One unit in the last place of each value in a floating-point type, subnormals included."""
    import ml_dtypes

    info = ml_dtypes.finfo(dtype)
    with np.errstate(all="ignore"):
        exponents = np.floor(np.log2(np.abs(values)))
    exponents = np.where(np.isfinite(exponents), exponents, -np.inf)
    least = float(np.log2(float(info.smallest_normal)))
    return np.exp2(np.maximum(exponents, least)) * float(info.eps)


def floating(dtype: np.dtype[Any]) -> bool:
    """Whether a type holds floating-point or complex numbers."""
    if dtype.kind != "V":
        return dtype.kind in "fc"
    return not dtype.name.startswith(("int", "uint"))


def difference(ours: np.ndarray, theirs: np.ndarray, *, whole: bool) -> float:
    """The largest difference in ulps of their values, or, if ``whole``, of the largest value of all.

    NaN equals NaN, infinities equal themselves, and a value that XLA flushed to zero equals the subnormal it was.
    """
    dtype = np.dtype(theirs.real.dtype) if theirs.dtype.kind == "c" else theirs.dtype
    if theirs.dtype.kind == "c":
        # Complex numbers are close in their norm: either part may cancel.
        wide, other = ours.astype(np.complex128), theirs.astype(np.complex128)
    else:
        wide, other = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(all="ignore"):
        same = (wide == other) | (np.isnan(wide) & np.isnan(other))
        magnitude = np.abs(other)
        finite = magnitude[np.isfinite(magnitude)]
        scale = np.full(magnitude.shape, finite.max(initial=0)) if whole else magnitude
        step = spacing(scale, dtype)
        import ml_dtypes

        flushed = (other == 0) & (np.abs(wide) < float(ml_dtypes.finfo(dtype).smallest_normal))
        gaps = np.where(same | flushed, 0, np.abs(wide - other) / step)
    return float(np.where(np.isnan(gaps), np.inf, gaps).max(initial=0))


def agree(ours: list[np.ndarray], theirs: list[np.ndarray], *, ulps: float, whole: bool = False) -> None:
    """Same types and shapes, integers equal, floating-point numbers within so many ulps."""
    assert len(ours) == len(theirs)
    for index, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        assert (mine.dtype, mine.shape) == (other.dtype, other.shape), f"result {index}"
        if not floating(other.dtype):
            np.testing.assert_array_equal(mine, other, err_msg=f"result {index}")
            continue
        gap = difference(mine, other, whole=whole)
        assert gap <= ulps, f"result {index}: {gap:.3g} ulps\n{mine}\n{other}"
