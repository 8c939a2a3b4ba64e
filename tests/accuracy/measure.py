"""Write docs/accuracy.md: the worst errors of the element-wise functions, measured against mpmath.

Run as ``python tests/accuracy/measure.py [NAME...]``; all of it takes some minutes.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from accuracy.between_engines import section  # noqa: E402
from accuracy.functions import (  # noqa: E402
    ALL,
    COMPLEX_BOUND,
    COMPLEX_PRECISION,
    HIGHEST_BOUND,
    PAIRS,
    PART_BOUND,
    PART_REST,
    PRECISION,
    Function,
    PairFunction,
)
from accuracy.measuring import (  # noqa: E402
    Worst,
    complex_pair_sample,
    complex_sample,
    complex_unit,
    errors,
    inside,
    pair_sample,
    part_errors,
    real_unit,
    sample,
    tame,
    worst,
)

from hlorepl.ir.types import element  # noqa: E402
from hlorepl.kernels import casts, lowprecision  # noqa: E402

DOCUMENT = Path(__file__).parents[2] / "docs" / "accuracy.md"
_LOW = ("bf16", "f16", "f8E4M3FN", "f8E5M2")
_TEXT = """# Accuracy

Made by `tests/accuracy/measure.py` against [mpmath](https://mpmath.org); `tests/accuracy/test_accuracy.py` and
`test_sums.py` assert the bounds.

A **bound** holds on every processor. A **sample** is what was found on one of them, with NumPy {numpy} and SciPy {scipy} on
{machine} with {features}: no bound, for another processor or another sample may find a point that is worse. NumPy chooses
its loops by the processor. With AVX-512 it takes those of SVML, which promise 4 ulp; there, samples of f32 have found 3.56 ulp
for `log` (at 0.7814206), 3.37 for `tan` (at 3529.579), 3.12 for `asin`, 2.60 for `exponential_minus_one`, 2.37 for
`exponential`, 1.92 for `cbrt`, and of f64 0.74 for `asin`.

- **ulp**: the distance of neighbouring numbers of the type at the exact answer, subnormal numbers included. Correct
  rounding is 0.5.
- **ulp by part**: of complex numbers of f32, which are computed in those of f64: the error of the real or the imaginary
  part, whichever is worse, in ulp of that part. A part that is tiny beside the other may be off by 2^-50 of the norm more.
- **eps**: of complex numbers of f64, the distance from the exact answer over eps times its norm. For `power`, over
  eps (1 + |b log a|) times it.
- `f32 (HIGHEST)` is what `result_accuracy` asks for: through f64.
- Samples of f32: some {f32:,} arguments, the worst of them checked in mpmath. f64: some {f64:,}, complex: some {c:,}. They
  are of all sizes, and where functions are hard: next to multiples of pi / 2 up to 30,000, near 1, 0 and -1, near branch
  points and on the circles around 0 and -1, and e^-60 to e^60.
- bf16, f16 and 8-bit floats: every number of the type. `misrounded` counts results that are not the exact answer
  rounded once, on any processor.

Add, subtract, multiply, divide and sqrt are correctly rounded in every float type; so are conversions. `digamma` and
`lgamma` are bounded right of 0; left of it, where they have zeros between their poles, their errors are small beside 1
rather than beside the result. What an element-wise function gives for an element depends on the elements at its place
alone: not on the size of the array, nor on how it lies in memory.

## Sums and products

With n terms, S the sum of their magnitudes, and eps the distance from 1 to the next number of the type (2^-23 for f32):

| op | type | bound |
| --- | --- | --- |
| `dot_general`, `convolution` | f32, f64, complex<f64> | n eps S |
| `dot_general`, `convolution` | complex<f32>, up to 64 terms | 0.51 ulp by part, and n 2^-51 S |
| `dot_general`, `convolution` | complex<f32>, more terms | n eps S |
| `dot_general`, `convolution` | bf16, f16, 8-bit floats | summed in f32 (n 2^-23 S), rounded once |
| `reduce_window` of `add` | f32, bf16, f16, complex<f32> | 0.51 ulp (by part), and n 2^-52 S |
| `reduce_window` of `add` | f64, complex<f64> | (n - 1) eps S |
| `reduce` of `add` | f32, f64, complex | (17 + log2 n) eps S |
| `reduce` of `add` | bf16, f16, 8-bit floats | summed in f32 ((17 + log2 n) 2^-23 S), rounded once |
| `triangular_solve` | f32, f64, complex | a residual b - a x of n eps (\\|a\\| \\|x\\|) |

Integers are exact, modulo two to their width. A window of `reduce_window` is grouped by its own size alone, a prefix by what
comes before its end: what else is in the array does not change them. How `reduce` groups terms, and a matrix product, may
depend on the shapes of the operands, within the bounds.

{between}## Functions

| op | type | bound | sample | at |
| --- | --- | --- | --- | --- |
"""
#: The columns of the table of functions.
_COLUMNS = 5
_F32_POINTS, _F64_POINTS, _COMPLEX_POINTS = 100_000, 1_000, 100


def main(names: list[str]) -> None:
    """Measure the named functions, or all, and write the document; rows of others stay."""
    import scipy

    rows = {} if not names else _written_rows()
    for function in ALL:
        if not names or function.name in names:
            rows[function.name] = _function_rows(function)
    for pair in PAIRS:
        if not names or pair.name in names:
            rows[pair.name] = _pair_rows(pair)
    head = _TEXT.format(
        numpy=np.__version__,
        scipy=scipy.__version__,
        machine=platform.machine(),
        features=_widest_loops(),
        f32=9 * _F32_POINTS,
        f64=9 * _F64_POINTS,
        c=9 * _COMPLEX_POINTS,
        between=section(),
    )
    lines = [line for function in (*ALL, *PAIRS) for line in rows.get(function.name, [])]
    DOCUMENT.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def _widest_loops() -> str:
    """The instructions that NumPy's widest loops use here."""
    found: Any = np.show_config(mode="dicts")
    loops = found["SIMD Extensions"]
    return ", ".join([*loops.get("baseline", []), *loops.get("found", [])][-3:])


def _written_rows() -> dict[str, list[str]]:
    """The rows of the document as it is, by function."""
    rows: dict[str, list[str]] = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `") and line.count("|") == _COLUMNS + 1:
            rows.setdefault(line.split("`")[1], []).append(line)
    return rows


def _row(name: str, kind: str, bound: float, found: Worst, unit: str) -> str:
    size, place = found
    shown = ", ".join(map(_number, place)) if isinstance(place, tuple) else _number(place)
    return f"| `{name}` | {kind} | {bound:g} {unit} | {size:.2f} | {shown} |"


def _number(value: Any) -> str:
    if value is None:
        return ""
    if np.iscomplexobj(value):
        return f"{value.real:.9g}{value.imag:+.9g}i"
    return f"{value:.9g}" if value.dtype == np.float32 else f"{value:.17g}"


def _function_rows(function: Function) -> list[str]:
    print(function.name, flush=True)
    name, exact = function.name, function.exact
    precise = lowprecision.through(function.kernel, np.float64)
    x = inside(function, sample(np.float64, _F64_POINTS, function.around))
    rows = [
        _row(name, "f32", function.f32, _f32(function, function.kernel), "ulp"),
        _row(name, "f32 (HIGHEST)", HIGHEST_BOUND, _f32(function, precise), "ulp"),
        _row(name, "f64", function.f64, worst(errors(function.kernel(np, x), (x,), exact, real_unit(x.dtype))), "ulp"),
        *(_low(function, low) for low in _LOW),
    ]
    if function.exact_complex is None:
        return rows
    with mp.workprec(COMPLEX_PRECISION):
        return rows + _complex_rows(name, function.kernel, function.exact_complex, _complex_points)


def _complex_points(dtype: Any) -> tuple[np.ndarray, ...]:
    return (tame(complex_sample(_COMPLEX_POINTS), dtype),)


def _complex_rows(name: str, kernel: Any, exact: Any, points: Any, unit: str = "eps", scale: Any = None) -> list[str]:
    """The parts of complex numbers of f32, the norm of those of f64."""
    narrow, wide = points(np.complex64), points(np.complex128)
    parts = part_errors(kernel(np, *narrow), narrow, exact, PART_REST)
    norms = errors(kernel(np, *wide), wide, exact, complex_unit(np.complex128, scale))
    return [
        _row(name, "complex<f32>", PART_BOUND, worst(parts), "ulp by part"),
        _row(name, "complex<f64>", COMPLEX_BOUND, worst(norms), unit),
    ]


def _f32(function: Function, kernel: Any) -> Worst:
    """By f64 at many points, then by mpmath at those that look worst."""
    x = inside(function, sample(np.float32, _F32_POINTS, function.around))
    got, near = kernel(np, x), function.kernel(np, x.astype(np.float64))
    spacing = np.spacing(np.maximum(np.abs(near), 1e-300).astype(np.float32)).astype(np.float64)
    off = np.abs(got.astype(np.float64) - near) / spacing
    places = np.argsort(np.where(np.isfinite(off), off, -1))[-200:]
    return worst(errors(got[places], (x[places],), function.exact, real_unit(np.float32)))


def _low(function: Function, name: str) -> str:
    """How many results of a small type are not the exact answer rounded once, of all numbers where it is defined."""
    dtype = element(name).dtype
    every = np.arange(1 << (8 * dtype.itemsize), dtype=f"u{dtype.itemsize}").view(dtype)
    wide = every.astype(np.float32).astype(np.float64)
    defined = [bool(np.isfinite(value)) and function.domain(float(value)) for value in wide]
    x, wide = every[defined], wide[defined]
    got = lowprecision.adapted(function.kernel, dtype, "table")(np, x)
    wanted = np.array([_rounded_to_odd(function.exact(mp.mpf(float(value)))) for value in wide])
    rounded = casts.convert(np, wanted, dtype)
    same = (got == rounded) | (np.isnan(got.astype(np.float32)) & np.isnan(rounded.astype(np.float32)))
    return f"| `{function.name}` | {name} | 0 misrounded | {len(x) - int(same.sum())} of {len(x):,} | |"


def _rounded_to_odd(exact: Any) -> float:
    """A double from which one more rounding gives what rounding the exact answer would."""
    near = float(exact)
    if not np.isfinite(near) or mp.mpf(near) == exact:
        return near
    inner = near if abs(mp.mpf(near)) < abs(exact) else float(np.nextafter(near, 0))
    return float((np.array(inner).view(np.uint64) | np.uint64(1)).view(np.float64))


def _pair_rows(pair: PairFunction) -> list[str]:
    print(pair.name, flush=True)
    scale = pair.scale if pair.name == "power" else None
    rows = []
    for kind, dtype, bound in (("f32", np.float32, pair.f32), ("f64", np.float64, pair.f64)):
        a, b = pair_sample(pair, dtype, _F64_POINTS)
        points = errors(pair.kernel(np, a, b), (a, b), pair.exact, real_unit(dtype, scale))
        rows.append(_row(pair.name, kind, bound, worst(points), pair.unit))
    unit = "eps" if scale is None else pair.unit
    with mp.workprec(2 * PRECISION):
        return rows + _complex_rows(pair.name, pair.kernel, pair.exact, _complex_pairs, unit, scale)


def _complex_pairs(dtype: Any) -> tuple[np.ndarray, ...]:
    return complex_pair_sample(_COMPLEX_POINTS, dtype)


if __name__ == "__main__":
    with np.errstate(all="ignore"), mp.workprec(PRECISION):
        main(sys.argv[1:])
