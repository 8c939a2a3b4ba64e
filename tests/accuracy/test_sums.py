"""The bounds of sums and products that docs/accuracy.md states, against exact fractions; what lies around changes nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl.ir.types import element_of
from hlorepl.kernels import windows
from hlorepl.kernels.convolution import convolution
from hlorepl.kernels.linear_algebra import solve_triangular
from hlorepl.kernels.matmul import dot_general
from hlorepl.kernels.reduction import Known, reduce

RNG = np.random.default_rng(11)


def cancelling(n: int, dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    """Two vectors whose products add up to next to nothing, part by part where they are complex."""
    half = n // 2
    a, b = (RNG.normal(size=n).astype(np.float32).astype(dtype) for _ in range(2))
    if np.iscomplexobj(a):
        a, b = (x + 1j * RNG.normal(size=n).astype(np.float32) for x in (a, b))
    a, b = a.astype(dtype), b.astype(dtype)
    a[half : 2 * half], b[half : 2 * half] = -a[:half], b[:half] * dtype(1 + 2**-20)
    return a, b


def exact(a: np.ndarray, b: np.ndarray) -> tuple[Fraction, Fraction, Fraction]:
    """The parts of the sum of products, and the sum of their magnitudes."""
    real = imag = size = Fraction(0)
    for x, y in zip(a, b, strict=True):
        (p, q), (r, s) = ((Fraction(float(z.real)), Fraction(float(z.imag))) for z in (x, y))
        real, imag, size = real + p * r - q * s, imag + p * s + q * r, size + (abs(p) + abs(q)) * (abs(r) + abs(s))
    return real, imag, size


def ulp(value: Fraction, dtype: Any) -> Fraction:
    return Fraction(float(np.spacing(dtype(abs(float(value))))))


@pytest.mark.parametrize("n", [1, 2, 3, 17, 64])
def test_short_products_of_complex64_are_exact_but_for_the_last_rounding(n):
    for _ in range(20):
        a, b = cancelling(n, np.complex64)
        found = complex(dot_general(np, a, b, lhs_contracting=(0,), rhs_contracting=(0,)))
        real, imag, size = exact(a, b)
        for part, wanted in ((found.real, real), (found.imag, imag)):
            allowed = Fraction(51, 100) * ulp(wanted, np.float32) + n * size / 2**51
            assert abs(Fraction(part) - wanted) <= allowed


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_products_stay_within_their_bound(dtype):
    n = 200
    a, b = cancelling(n, dtype)
    found = complex(dot_general(np, a, b, lhs_contracting=(0,), rhs_contracting=(0,)))
    real, imag, size = exact(a, b)
    bound = n * size * Fraction(float(np.finfo(dtype).eps))
    assert abs(Fraction(found.real) - real) <= bound
    assert abs(Fraction(found.imag) - imag) <= bound


def test_a_convolution_of_complex64_is_summed_as_a_product_is():
    a, b = cancelling(8, np.complex64)
    axes: dict[str, Any] = {"lhs_axes": (0, 1, 2), "rhs_axes": (0, 1, 2), "out_axes": (0, 1, 2)}
    found = complex(convolution(np, a.reshape(1, 1, 8), b.reshape(1, 1, 8), **axes).reshape(()))
    assert found == complex(dot_general(np, a, b, lhs_contracting=(0,), rhs_contracting=(0,)))


def window_sums(x: np.ndarray, size: int, padding: tuple[int, int] = (0, 0), stride: int = 1) -> np.ndarray:
    """The op on a whole program's way."""
    name = element_of(x.dtype)
    places = (len(x) + sum(padding) - size) // stride + 1
    zero = "(0.0, 0.0)" if x.dtype.kind == "c" else "0.0"
    text = f"""func.func @main(%x: tensor<{len(x)}x{name}>) -> tensor<{places}x{name}> {{
      %zero = stablehlo.constant dense<{zero}> : tensor<{name}>
      %0 = "stablehlo.reduce_window"(%x, %zero) ({{
      ^bb0(%a: tensor<{name}>, %b: tensor<{name}>):
        %sum = stablehlo.add %a, %b : tensor<{name}>
        stablehlo.return %sum : tensor<{name}>
      }}) {{window_dimensions = array<i64: {size}>, window_strides = array<i64: {stride}>,
          padding = dense<[[{padding[0]}, {padding[1]}]]> : tensor<1x2xi64>}}
        : (tensor<{len(x)}x{name}>, tensor<{name}>) -> tensor<{places}x{name}>
      return %0 : tensor<{places}x{name}>
    }}"""
    return np.asarray(hlorepl.compile(hlorepl.parse(text))(x)[0])


@pytest.mark.parametrize("size", [2, 3, 9, 40])
def test_windows_of_f32_are_exact_but_for_the_last_rounding(size):
    x = RNG.normal(size=120).astype(np.float32)
    x[1::2] = -x[0::2] * np.float32(1 + 2**-20)
    found = window_sums(x, size)
    assert found.dtype == np.float32
    for place, value in enumerate(found):
        terms = [Fraction(float(each)) for each in x[place : place + size]]
        wanted, most = sum(terms), sum(map(abs, terms))
        assert abs(Fraction(float(value)) - wanted) <= Fraction(51, 100) * ulp(wanted, np.float32) + size * most / 2**52


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
@pytest.mark.parametrize("size", [2, 3, 7, 33])
@pytest.mark.parametrize("stride", [1, 2])
def test_what_is_around_a_window_does_not_change_it(dtype, size, stride):
    x = RNG.normal(size=3000).astype(dtype)
    whole = window_sums(x, size, stride=stride)
    for end in (size, size + 1, 2 * size + 3, 500):
        few = window_sums(x[:end], size, stride=stride)
        np.testing.assert_array_equal(whole[: len(few)], few)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_what_comes_after_a_prefix_does_not_change_it(dtype):
    x = RNG.normal(size=3000).astype(dtype)
    whole = window_sums(x, 3000, (2999, 0))
    for end in (2, 511, 512, 513, 700, 1300):
        np.testing.assert_array_equal(whole[:end], window_sums(x[:end], end, (end - 1, 0)))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 1000), (1000, 1), (1000, 5), (1000, 40)])
def test_sums_stay_within_their_bound(dtype, shape):
    x = RNG.normal(size=shape).astype(dtype)
    axis = int(shape[0] != 1)  # the long axis is reduced
    how = Known(np, "add", np.dtype(dtype))
    (found,) = reduce(np, how, (x,), (np.zeros((), dtype),), (1 - axis,))
    columns = x.T if axis else x
    for value, column in zip(found.ravel(), columns, strict=True):
        terms = [Fraction(float(each)) for each in column]
        bound = (17 + 10) * Fraction(float(np.finfo(dtype).eps)) * sum(map(abs, terms))
        assert abs(Fraction(float(value)) - sum(terms)) <= bound


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_residual_of_a_triangular_system(dtype):
    n = 30
    a = np.tril(RNG.normal(size=(n, n)) + 3 * np.eye(n)).astype(dtype)
    b = RNG.normal(size=(n, 1)).astype(dtype)
    x = solve_triangular(np, a, b, left=True, lower=True, transpose=False, conjugate=False, unit_diagonal=False)
    wide = (a.astype(np.longdouble), x.astype(np.longdouble), b.astype(np.longdouble))
    residual = np.abs(wide[2] - wide[0] @ wide[1]).max()
    bound = n * np.finfo(dtype).eps * np.linalg.norm(a.astype(np.float64)) * np.linalg.norm(x.astype(np.float64))
    assert residual <= bound


def test_windows_know_how_they_are_grouped_without_the_size_of_the_array():
    """The two ways of joining windows, by doubling and one by one, give different sums: one is taken for a window."""
    x = (np.arange(64, dtype=np.float64) + 0.1,)
    add = np.add
    results = [
        windows.reduce_windows(np, (x[0][:end],), add, (np.float64(0),), window_dimensions=(9,))[0] for end in (9, 64)
    ]
    np.testing.assert_array_equal(results[0], results[1][:1])
