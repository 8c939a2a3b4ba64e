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

from accuracy.functions import ALL, COMPLEX_PRECISION, PAIRS, PRECISION, Function, PairFunction  # noqa: E402
from accuracy.measuring import (  # noqa: E402
    Worst,
    complex_pair_sample,
    complex_sample,
    complex_unit,
    errors,
    inside,
    pair_sample,
    real_unit,
    sample,
    tame,
    worst,
)

from hlorepl.ir.types import element  # noqa: E402
from hlorepl.kernels import casts, lowprecision  # noqa: E402

DOCUMENT = Path(__file__).parents[2] / "docs" / "accuracy.md"
_COMPLEX = (("complex<f32>", np.complex64), ("complex<f64>", np.complex128))
_LOW = ("bf16", "f16", "f8E4M3FN", "f8E5M2")
_TEXT = """# Accuracy

Made by `tests/accuracy/measure.py` against [mpmath](https://mpmath.org); `tests/accuracy/test_accuracy.py` asserts
the bounds. Measured with NumPy {numpy}, SciPy {scipy} on {machine}; NumPy chooses its loops by the processor, so
the last digit may differ elsewhere.

- **ulp**: the distance of neighbouring numbers of the type at the exact answer, subnormal numbers included. Correct
  rounding is 0.5.
- **eps**: for complex numbers, the distance from the exact answer over eps times its norm. For `power`, over
  eps (1 + |b log a|) times it.
- `f32 (HIGHEST)` is what `result_accuracy` asks for: through f64.
- f32: some {f32:,} arguments of all sizes, the worst of them checked in mpmath. f64: some {f64:,}, complex: some {c:,}.
- bf16, f16 and 8-bit floats: every number of the type. `misrounded` counts results that are not the exact answer
  rounded once.

Add, subtract, multiply, divide and sqrt are correctly rounded in every float type; so are conversions. Bounds that
hold: f32 4 ulp, with HIGHEST 1; f64 3; complex 4 eps; `power` 4 eps (1 + |b log a|). CHLO's special functions have
the bound that was measured. `digamma` and `lgamma` are measured right of 0; left of it, where they have zeros
between their poles, their errors are small beside 1 rather than beside the result.

| op | type | worst | at |
| --- | --- | --- | --- |
"""
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
        f32=7 * _F32_POINTS,
        f64=7 * _F64_POINTS,
        c=4 * _COMPLEX_POINTS,
    )
    lines = [line for function in (*ALL, *PAIRS) for line in rows.get(function.name, [])]
    DOCUMENT.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


def _written_rows() -> dict[str, list[str]]:
    """The rows of the document as it is, by function."""
    rows: dict[str, list[str]] = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            rows.setdefault(line.split("`")[1], []).append(line)
    return rows


def _row(name: str, kind: str, found: Worst, unit: str) -> str:
    size, place = found
    shown = ", ".join(map(_number, place)) if isinstance(place, tuple) else _number(place)
    return f"| `{name}` | {kind} | {size:.2f} {unit} | {shown} |"


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
        _row(name, "f32", _f32(function, function.kernel), "ulp"),
        _row(name, "f32 (HIGHEST)", _f32(function, precise), "ulp"),
        _row(name, "f64", worst(errors(function.kernel(np, x), (x,), exact, real_unit(np.float64))), "ulp"),
        *(_low(function, low) for low in _LOW),
    ]
    if function.exact_complex is None:
        return rows
    with mp.workprec(COMPLEX_PRECISION):
        for kind, dtype in _COMPLEX:
            z = tame(complex_sample(_COMPLEX_POINTS), dtype)
            points = errors(function.kernel(np, z), (z,), function.exact_complex, complex_unit(dtype))
            rows.append(_row(name, kind, worst(points), "eps"))
    return rows


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
    return f"| `{function.name}` | {name} | {len(x) - int(same.sum())} of {len(x):,} misrounded | |"


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
    for kind, dtype in (("f32", np.float32), ("f64", np.float64)):
        a, b = pair_sample(pair, dtype, _F64_POINTS)
        points = errors(pair.kernel(np, a, b), (a, b), pair.exact, real_unit(dtype, scale))
        rows.append(_row(pair.name, kind, worst(points), pair.unit))
    with mp.workprec(2 * PRECISION):
        for kind, dtype in _COMPLEX:
            a, b = complex_pair_sample(_COMPLEX_POINTS, dtype)
            points = errors(pair.kernel(np, a, b), (a, b), pair.exact, complex_unit(dtype, scale))
            rows.append(_row(pair.name, kind, worst(points), "eps" if scale is None else pair.unit))
    return rows


if __name__ == "__main__":
    with np.errstate(all="ignore"), mp.workprec(PRECISION):
        main(sys.argv[1:])
