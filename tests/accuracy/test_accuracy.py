"""The bounds that docs/accuracy.md states, on a fixed sample; and that the document states them for every function."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from accuracy.between_engines import HEADING, section
from accuracy.functions import (
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
from accuracy.measuring import (
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

from hlorepl.kernels import lowprecision
from hlorepl.ops import registry
from hlorepl.ops.error_bounds import Rounded, Ulps

DOCUMENT = Path(__file__).parents[2] / "docs" / "accuracy.md"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with np.errstate(all="ignore"), mp.workprec(PRECISION):
        yield


@pytest.mark.parametrize("function", ALL, ids=lambda f: f.name)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_real_functions(function, dtype) -> None:
    x = inside(function, sample(dtype, 40, function.around))
    bound = function.f32 if dtype == np.float32 else function.f64
    off, place = worst(errors(function.kernel(np, x), (x,), function.exact, real_unit(dtype)))
    assert off <= bound, place


@pytest.mark.parametrize("function", ALL, ids=lambda f: f.name)
def test_highest_accuracy_of_f32(function) -> None:
    x = inside(function, sample(np.float32, 40, function.around))
    got = lowprecision.through(function.kernel, np.float64)(np, x)
    off, place = worst(errors(got, (x,), function.exact, real_unit(np.float32)))
    assert off <= HIGHEST_BOUND, place


@pytest.mark.parametrize("function", [f for f in ALL if f.exact_complex], ids=lambda f: f.name)
def test_complex_functions(function) -> None:
    z = tame(complex_sample(12), np.complex128)
    with mp.workprec(COMPLEX_PRECISION):
        off, place = worst(errors(function.kernel(np, z), (z,), function.exact_complex, complex_unit(z.dtype)))
    assert off <= COMPLEX_BOUND, place


@pytest.mark.parametrize("function", [f for f in ALL if f.exact_complex], ids=lambda f: f.name)
def test_parts_of_complex_functions(function) -> None:
    z = tame(complex_sample(12), np.complex64)
    with mp.workprec(COMPLEX_PRECISION):
        off, place = worst(part_errors(function.kernel(np, z), (z,), function.exact_complex, PART_REST))
    assert off <= PART_BOUND, place


def test_parts_on_the_circles_where_logarithms_vanish() -> None:
    """Of many points next to them, those whose distance from 0 or -1 is nearest to 1."""
    angle = np.random.default_rng(0).uniform(-np.pi, np.pi, 200_000)
    z = np.exp(1j * angle).astype(np.complex64)
    off = np.abs(z.real.astype(np.longdouble) ** 2 + z.imag.astype(np.longdouble) ** 2 - 1)
    near = z[np.argsort(np.where(off == 0, 9, off))[:20]]
    moved = (np.exp(1j * angle) - 1).astype(np.complex64)
    x, y = moved.real.astype(np.longdouble), moved.imag.astype(np.longdouble)
    off = np.abs(2 * x + x * x + y * y)
    beside = moved[np.argsort(np.where(off == 0, 9, off))[:20]]
    for name, points in (("log", near), ("log_plus_one", beside)):
        function = next(each for each in ALL if each.name == name)
        worse, place = worst(part_errors(function.kernel(np, points), (points,), function.exact_complex, PART_REST))
        assert worse <= PART_BOUND, (name, place)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda f: f.name)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions_of_two_numbers(pair, dtype) -> None:
    a, b = pair_sample(pair, dtype, 60)
    scale = pair.scale if pair.name == "power" else None
    bound = pair.f32 if dtype == np.float32 else pair.f64
    off, place = worst(errors(pair.kernel(np, a, b), (a, b), pair.exact, real_unit(dtype, scale)))
    assert off <= bound, place


@pytest.mark.parametrize("pair", PAIRS, ids=lambda f: f.name)
def test_functions_of_two_complex_numbers(pair) -> None:
    a, b = complex_pair_sample(15, np.complex128)
    scale = pair.scale if pair.name == "power" else None
    with mp.workprec(2 * PRECISION):
        off, place = worst(errors(pair.kernel(np, a, b), (a, b), pair.exact, complex_unit(a.dtype, scale)))
    assert off <= COMPLEX_BOUND, place


@pytest.mark.parametrize("pair", PAIRS, ids=lambda f: f.name)
def test_parts_of_functions_of_two_complex_numbers(pair) -> None:
    a, b = complex_pair_sample(15, np.complex64)
    with mp.workprec(2 * PRECISION):
        off, place = worst(part_errors(pair.kernel(np, a, b), (a, b), pair.exact, PART_REST))
    assert off <= PART_BOUND, place


def test_the_document_has_every_function_within_its_bounds() -> None:
    cells = [
        [c.strip(" `") for c in line.split("|")[1:-1]] for line in DOCUMENT.read_text().splitlines() if "|" in line
    ]
    found = {(row[0], row[1]): row[3] for row in cells if len(row) == 5}
    stated = {(row[0], row[1]): row[2] for row in cells if len(row) == 5}
    for function in ALL:
        bounds = {"f32": function.f32, "f32 (HIGHEST)": HIGHEST_BOUND, "f64": function.f64}
        for kind, bound in bounds.items():
            assert float(found[function.name, kind].split()[0]) <= bound, (function.name, kind)
            assert float(stated[function.name, kind].split()[0]) == bound, (function.name, kind)
        for kind in ("bf16", "f16"):
            assert found[function.name, kind].startswith("0 of"), (function.name, kind)
        if function.exact_complex is not None:
            for kind, bound in (("complex<f32>", PART_BOUND), ("complex<f64>", COMPLEX_BOUND)):
                assert float(found[function.name, kind].split()[0]) <= bound, (function.name, kind)
                assert float(stated[function.name, kind].split()[0]) == bound, (function.name, kind)
    for pair in PAIRS:
        assert float(found[pair.name, "f32"].split()[0]) <= pair.f32
        assert float(found[pair.name, "f64"].split()[0]) <= pair.f64


def test_the_document_says_what_two_engines_may_be_apart(request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    before, heading, rest = text.partition(f"{HEADING}\n")
    _, following, after = rest.partition("## Functions\n")
    if request.config.getoption("--update-goldens"):
        DOCUMENT.write_text(f"{before}{section()}{following}{after}", encoding="utf-8")
    else:
        assert heading
        assert section() in text


@pytest.mark.parametrize("function", [*ALL, *PAIRS], ids=lambda each: each.name)
def test_declarations_state_the_bounds_that_are_asserted_here(function: Function | PairFunction) -> None:
    spec = registry.lookup(function.name) or registry.lookup(f"chlo.{function.name}")
    assert spec is not None
    if isinstance(spec.error, Rounded):
        assert (function.f32, function.f64) == (0.5, 0.5)
        return
    assert isinstance(spec.error, Ulps)
    expected = (4, 3) if function.name == "power" else (function.f32, function.f64)  # whose unit is another one
    assert (spec.error.f32, spec.error.f64) == expected
