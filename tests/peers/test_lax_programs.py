"""Every kind of operation of ``jax.lax``: programs made here, and XLA's answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from peers.xla import agree, both, names

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.peers

FLOATS = ["bfloat16", "float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
INTEGERS = ["int8", "uint8", "int32", "uint64"]

#: How many ulps XLA's own functions may be wrong by, where ours are bound to fewer.
ULPS = {"bfloat16": 1, "float16": 1, "float32": 12, "float64": 12, "complex64": 24, "complex128": 24}


def floats(dtype: str, *shape: int, seed: int = 0, scale: float = 1.0) -> Any:
    rng = np.random.default_rng(seed + 7)
    values = rng.normal(size=shape) * scale
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape) * scale
    return jnp.asarray(values, dtype)


def integers(dtype: str, *shape: int, seed: int = 0) -> Any:
    info = np.iinfo(dtype)
    rng = np.random.default_rng(seed + 11)
    values = rng.integers(info.min, info.max, size=shape, dtype=dtype, endpoint=True)
    return jnp.asarray(values)


def small(dtype: str, *shape: int, seed: int = 0) -> Any:
    rng = np.random.default_rng(seed + 13)
    return jnp.asarray(rng.integers(0 if dtype.startswith("u") else -4, 5, size=shape), dtype)


UNARY = names(
    "abs acosh asin asinh atan atanh bessel_i0e bessel_i1e cbrt ceil cos cosh digamma erf erf_inv erfc "
    "exp exp2 expm1 floor is_finite lgamma log log1p logistic neg reciprocal round rsqrt sign sin sinh "
    "sqrt square tan tanh"
)
#: Where the functions that are not defined everywhere are.
DOMAINS: dict[str, Callable[[Any], Any]] = {
    "acosh": lambda x: abs(x) + 1,
    "asin": lambda x: x / 4,
    "atanh": lambda x: x / 4,
    "erf_inv": lambda x: x / 4,
    "lgamma": lambda x: abs(x) + 2,
    "digamma": lambda x: abs(x) + 2,
    "log": abs,
    "log1p": abs,
    "rsqrt": abs,
    "sqrt": abs,
}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_a_float(name: str, dtype: str) -> None:
    x = DOMAINS.get(name, lambda x: x)(floats(dtype, 3, 5))
    # Near a zero of the function, XLA's digamma and lgamma lose digits that ours keep.
    agree(*both(getattr(lax, name), x), ulps=ULPS[dtype], whole=name in ("digamma", "lgamma"))


SPECIAL_VALUES = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 1e-30, 1e30, 88.0, -104.0, 0.5, 2.5, -2.5]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    "name", [name for name in UNARY if name not in ("digamma", "lgamma", "bessel_i0e", "bessel_i1e")]
)
def test_functions_of_special_values(name: str, dtype: str) -> None:
    # At the far end, XLA multiplies the rounding error of an argument of exp into cosh and sinh.
    agree(*both(getattr(lax, name), jnp.asarray(SPECIAL_VALUES, dtype)), ulps=2 * ULPS[dtype])


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize(
    "name",
    names(
        "abs acosh asinh atan atanh conj cos cosh exp expm1 imag log log1p logistic neg real rsqrt sign sin "
        "sinh sqrt square tan tanh"
    ),
)
def test_functions_of_a_complex_number(name: str, dtype: str) -> None:
    agree(*both(getattr(lax, name), floats(dtype, 4, 3)), ulps=ULPS[dtype])


BINARY = ["add", "atan2", "div", "max", "min", "mul", "nextafter", "pow", "rem", "sub"]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_floats(name: str, dtype: str) -> None:
    x, y = floats(dtype, 3, 5), floats(dtype, 3, 5, seed=1)
    agree(*both(getattr(lax, name), abs(x) if name == "pow" else x, y), ulps=ULPS[dtype])


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", ["add", "div", "mul", "pow", "sub"])
def test_functions_of_two_complex_numbers(name: str, dtype: str) -> None:
    agree(*both(getattr(lax, name), floats(dtype, 4), floats(dtype, 4, seed=1)), ulps=ULPS[dtype])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["igamma", "igammac", "zeta", "polygamma"])
def test_special_functions_of_two_floats(name: str, dtype: str) -> None:
    x = abs(floats(dtype, 6)) + 1.5
    first = jnp.asarray([0, 1, 2, 3, 4, 5], dtype) if name == "polygamma" else x
    agree(*both(getattr(lax, name), first, abs(floats(dtype, 6, seed=1)) + 1), ulps=400)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize(
    "name",
    names(
        "add bitwise_and bitwise_or bitwise_xor div eq ge gt le lt max min mul ne rem shift_left "
        "shift_right_arithmetic shift_right_logical sub"
    ),
)
def test_functions_of_two_integers(name: str, dtype: str) -> None:
    x, y = integers(dtype, 4, 5), integers(dtype, 4, 5, seed=1)
    if name.startswith("shift"):
        y = y % 9
    agree(*both(getattr(lax, name), x, y), ulps=0)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", ["abs", "bitwise_not", "clz", "neg", "population_count", "sign"])
def test_functions_of_an_integer(name: str, dtype: str) -> None:
    if name == "abs" and dtype.startswith("u"):
        pytest.skip("JAX has no abs of unsigned integers")
    agree(*both(getattr(lax, name), integers(dtype, 7)), ulps=0)


def test_powers_of_integers() -> None:
    agree(*both(lambda x: lax.integer_pow(x, 5), integers("int32", 6)), ulps=0)
    agree(*both(lambda x: lax.integer_pow(x, -3), floats("float32", 6)), ulps=4)
    agree(*both(lambda x, y: x**y, small("int32", 5), jnp.arange(5)), ulps=0)


@pytest.mark.parametrize("target", ["bool", *INTEGERS, *FLOATS, "float8_e4m3fn", "float8_e5m2", "int4", "complex64"])
@pytest.mark.parametrize("source", ["bool", "int8", "uint64", "bfloat16", "float64"])
def test_conversions(source: str, target: str) -> None:
    rng = np.random.default_rng(3)
    x = jnp.asarray(rng.normal(size=20) * 100, source)
    agree(*both(lambda x: lax.convert_element_type(x, target), x), ulps=0)


@pytest.mark.parametrize(
    ("source", "target"), [("float32", "int32"), ("float64", "uint32"), ("uint8", "int32"), ("bfloat16", "uint16")]
)
def test_bit_casts(source: str, target: str) -> None:
    x = floats(source, 3, 4) if source.startswith(("f", "b")) else integers(source, 3, 4)
    agree(*both(lambda x: lax.bitcast_convert_type(x, target), x), ulps=0)


REDUCTIONS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda x: jnp.sum(x, axis=1),
    "sum_all": jnp.sum,
    "prod": lambda x: jnp.prod(x, axis=(0, 2)),
    "max": lambda x: jnp.max(x, axis=0),
    "min": lambda x: jnp.min(x, axis=(1, 2)),
    "argmax": lambda x: jnp.argmax(x, axis=1),
    "argmin": lambda x: jnp.argmin(x, axis=2),
    "cumsum": lambda x: lax.cumsum(x, axis=1),
    "cumsum_reverse": lambda x: lax.cumsum(x, axis=2, reverse=True),
    "cumprod": lambda x: lax.cumprod(x, axis=0),
    "cummax": lambda x: lax.cummax(x, axis=1),
    "cummin": lambda x: lax.cummin(x, axis=2),
    "pool_sum": lambda x: lax.reduce_window(x, x.dtype.type(0), lax.add, (1, 2, 2), (1, 1, 2), "VALID"),
    "pool_max": lambda x: lax.reduce_window(x, x.dtype.type(0), lax.max, (2, 2, 1), (1, 2, 1), "SAME"),
    "pool_dilated": lambda x: lax.reduce_window(
        x, x.dtype.type(0), lax.add, (1, 2, 2), (1, 1, 1), "VALID", window_dilation=(1, 2, 1)
    ),
    "two_at_once": lambda x: lax.reduce(
        (x, x), (x.dtype.type(0), x.dtype.type(1)), lambda a, b: (a[0] + b[0], lax.max(a[1], b[1])), (1,)
    ),
}


@pytest.mark.parametrize("dtype", ["int8", "int32", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name: str, dtype: str) -> None:
    x = small(dtype, 3, 4, 5) if dtype.startswith("int") else floats(dtype, 3, 4, 5)
    # XLA adds bfloat16 up in bfloat16 here and there; f32 in another order.
    agree(*both(REDUCTIONS[name], x), ulps=4, whole=True)


@pytest.mark.parametrize("name", ["reduce_and", "reduce_or", "reduce_xor"])
@pytest.mark.parametrize("dtype", ["bool", "uint8"])
def test_logical_reductions(name: str, dtype: str) -> None:
    x = small("int32", 4, 5) > 0 if dtype == "bool" else integers(dtype, 4, 5)
    agree(*both(lambda x: getattr(lax, name)(x, (1,)), x), ulps=0)


STRUCTURE: dict[str, Callable[[Any], Any]] = {
    "broadcast": lambda x: lax.broadcast(x, (2, 1)),
    "broadcast_in_dim": lambda x: lax.broadcast_in_dim(x, (4, 3, 4, 5), (1, 2, 3)),
    "clamp": lambda x: lax.clamp(x.dtype.type(0), x, x.dtype.type(2)),
    "concatenate": lambda x: lax.concatenate([x, x[:, :1], x[:, 1:3]], 1),
    "dynamic_slice": lambda x: lax.dynamic_slice(x, (1, 9, -1), (2, 2, 3)),
    "dynamic_update_slice": lambda x: lax.dynamic_update_slice(x, x[:1, :2] + x[1:2, :2], (2, 3, 0)),
    "expand_dims": lambda x: lax.expand_dims(x, (0, 2)),
    "gather_clip": lambda x: x.at[jnp.array([0, 5, -1]), :, jnp.array([1, 9, 0])].get(mode="clip"),
    "gather_fill": lambda x: x.at[jnp.array([0, 5, -1])].get(mode="fill", fill_value=7),
    "gather_rows": lambda x: x[jnp.array([[2, 0], [1, 1]]), 1],
    "pad": lambda x: lax.pad(x, x.dtype.type(1), ((1, 2, 0), (-1, 0, 1), (0, -2, 2))),
    "repeat": lambda x: jnp.repeat(x, 2, axis=1),
    "reshape": lambda x: lax.reshape(x, (5, 12)),
    "reshape_transposed": lambda x: lax.reshape(x, (15, 4), (2, 0, 1)),
    "rev": lambda x: lax.rev(x, (0, 2)),
    "roll": lambda x: jnp.roll(x, (1, -2), (0, 2)),
    "scatter_add": lambda x: x.at[jnp.array([0, 2, 0, 9]), 1].add(x[0, :, :]),
    "scatter_max": lambda x: x.at[:, jnp.array([1, 1])].max(x[:, :2] + 1),
    "scatter_min": lambda x: x.at[jnp.array([2, 2, 2])].min(x - 1),
    "scatter_mul": lambda x: x.at[0, jnp.array([3, 0, 3]), :].multiply(x[0, :3]),
    "scatter_set": lambda x: x.at[::2, 1:3].set(x[:2, :2] * 2),
    "scatter_subtract": lambda x: x.at[1, :, jnp.array([0, 4])].subtract(1),
    "select": lambda x: lax.select(x > 1, x, -x),
    "select_n": lambda x: lax.select_n(jnp.abs(x).astype("int32") % 3, x, x + 1, x * 2),
    "slice": lambda x: lax.slice(x, (0, 1, 0), (3, 4, 5), (2, 1, 3)),
    "sort": lambda x: lax.sort(x, dimension=1),
    "sort_by_two_keys": lambda x: lax.sort((x, -x, x * 3), dimension=2, num_keys=2),
    "sort_unstable": lambda x: lax.sort(x, dimension=0, is_stable=False),
    "split": lambda x: lax.split(x, (1, 3), axis=1),
    "squeeze": lambda x: lax.squeeze(x[:, :1], (1,)),
    "tile": lambda x: jnp.tile(x, (1, 2, 2)),
    "top_k": lambda x: lax.top_k(x, 3),
    "argsort": lambda x: jnp.argsort(x, axis=1),
    "transpose": lambda x: lax.transpose(x, (2, 0, 1)),
    "optimization_barrier": lax.optimization_barrier,
    "iota": lambda x: lax.broadcasted_iota(x.dtype, (2, 3, 4), 1) + x[0, 0, 0],
    "reduce_precision": lambda x: lax.reduce_precision(x.astype("float32"), 5, 3),
}


@pytest.mark.parametrize("dtype", ["int32", "float32", "bfloat16"])
@pytest.mark.parametrize("name", STRUCTURE)
def test_structure(name: str, dtype: str) -> None:
    agree(*both(STRUCTURE[name], small(dtype, 3, 4, 5)), ulps=0)


DOTS: list[tuple[tuple[int, ...], tuple[int, ...], Any]] = [
    ((3, 4), (4, 5), (((1,), (0,)), ((), ()))),
    ((4,), (4,), (((0,), (0,)), ((), ()))),
    ((2, 3, 4), (2, 5, 4), (((2,), (2,)), ((0,), (0,)))),
    ((3, 2, 4), (4, 5, 2), (((2,), (0,)), ((1,), (2,)))),
    ((2, 3, 4), (4, 3, 2), (((1, 2), (1, 0)), ((), ()))),
    ((2, 3), (4,), (((), ()), ((), ()))),
    ((3, 0), (0, 2), (((1,), (0,)), ((), ()))),
]


@pytest.mark.parametrize("dtype", ["int8", "int32", "bfloat16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("case", range(len(DOTS)))
def test_dot_general(case: int, dtype: str) -> None:
    left, right, numbers = DOTS[case]
    make = small if dtype.startswith("int") else floats
    agree(
        *both(lambda x, y: lax.dot_general(x, y, numbers), make(dtype, *left), make(dtype, *right, seed=1)),
        ulps=8,
        whole=True,
    )


@pytest.mark.parametrize(("source", "target"), [("int8", "int32"), ("bfloat16", "float32"), ("float16", "float32")])
def test_dot_in_a_wider_type(source: str, target: str) -> None:
    make = integers if source == "int8" else floats
    x, y = make(source, 4, 6), make(source, 6, 3, seed=1)
    agree(*both(lambda x, y: lax.dot(x, y, preferred_element_type=target), x, y), ulps=8, whole=True)


CONVOLUTIONS: dict[str, tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "plain": ((2, 3, 6, 5), (4, 3, 3, 2), {"window_strides": (1, 1), "padding": "SAME"}),
    "strided": ((1, 2, 7, 7), (3, 2, 3, 3), {"window_strides": (2, 3), "padding": [(1, 0), (2, 1)]}),
    "transposed": (
        (1, 2, 4, 3),
        (3, 2, 3, 3),
        {"window_strides": (1, 1), "padding": [(2, 2)] * 2, "lhs_dilation": (2, 3)},
    ),
    "dilated": ((1, 2, 7, 6), (2, 2, 2, 2), {"window_strides": (1, 2), "padding": "VALID", "rhs_dilation": (3, 2)}),
    "groups": ((2, 4, 5, 5), (6, 2, 3, 3), {"window_strides": (1, 1), "padding": "SAME", "feature_group_count": 2}),
    "depthwise": ((1, 3, 5, 4), (6, 1, 2, 2), {"window_strides": (1, 1), "padding": "VALID", "feature_group_count": 3}),
    "batch groups": (
        (4, 2, 5, 5),
        (6, 2, 3, 3),
        {"window_strides": (1, 1), "padding": "VALID", "batch_group_count": 2},
    ),
    "one dimension": ((2, 3, 8), (4, 3, 3), {"window_strides": (2,), "padding": "SAME"}),
    "three dimensions": ((1, 2, 3, 4, 3), (2, 2, 2, 2, 2), {"window_strides": (1, 1, 2), "padding": "SAME"}),
    "no dimension": ((3, 4), (2, 4), {"window_strides": (), "padding": []}),
}


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int32"])
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions(name: str, dtype: str) -> None:
    left, right, options = CONVOLUTIONS[name]
    make = small if dtype == "int32" else floats
    x, y = make(dtype, *left), make(dtype, *right, seed=1)
    agree(*both(lambda x, y: lax.conv_general_dilated(x, y, **options), x, y), ulps=16, whole=True)


def test_convolution_in_the_layout_of_tensorflow() -> None:
    x, y = floats("float32", 2, 6, 5, 3), floats("float32", 3, 2, 3, 4)
    layout = ("NHWC", "HWIO", "NHWC")
    convolve = lambda x, y: lax.conv_general_dilated(x, y, (1, 2), "SAME", dimension_numbers=layout)  # noqa: E731
    agree(*both(convolve, x, y), ulps=16, whole=True)
    for argument in (0, 1):
        gradient = jax.grad(lambda x, y: (convolve(x, y) ** 2).sum(), argument)
        agree(*both(gradient, x, y), ulps=32, whole=True)


@pytest.mark.parametrize("window", [(2, 2), (3, 2)])
def test_gradient_of_max_pooling(window: tuple[int, int]) -> None:
    def pooled(x: Any) -> Any:
        return (lax.reduce_window(x, -jnp.inf, lax.max, window, (2, 2), "SAME") ** 2).sum()

    agree(*both(jax.grad(pooled), floats("float32", 6, 5)), ulps=4)
