"""What JAX's exports are made of beyond ``jax.lax``: symbolic shapes, narrow types, images, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
import pytest
from jax import export, lax, nn
from peers.xla import agree, both, names

import hlorepl

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.peers


def floats(*shape: int, dtype: str = "float32", seed: int = 0) -> Any:
    values = np.random.default_rng(seed + 5).normal(size=shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * np.random.default_rng(seed + 6).normal(size=shape)
    return jnp.asarray(values, dtype)


def whole(*shape: int, dtype: str = "int32", low: int = -4, high: int = 5, seed: int = 0) -> Any:
    return jnp.asarray(np.random.default_rng(seed + 5).integers(low, high, shape), dtype)


SYMBOLIC: dict[str, Callable[[Any], Any]] = {
    "arange": lambda x: jnp.arange(x.shape[0]) * 2,
    "argmax": lambda x: jnp.argmax(x, axis=0),
    "argsort": lambda x: jnp.argsort(x, axis=0),
    "attention": lambda x: nn.softmax(x @ x.T / 2) @ x,
    "broadcast": lambda x: jnp.broadcast_to(x[0], (x.shape[0] + 1, x.shape[1])),
    "concatenate": lambda x: jnp.concatenate([x, x * 2, x[:1]]),
    "convolution": lambda x: lax.conv_general_dilated(x[None, None], jnp.ones((2, 1, 2, 2), x.dtype), (1, 2), "SAME"),
    "cumsum": lambda x: jnp.cumsum(x, axis=0),
    "dynamic_slice": lambda x: lax.dynamic_slice(x, (1, 0), (x.shape[0] - 1, 2)),
    "einsum": lambda x: jnp.einsum("ij,kj->ik", x, x),
    "flip": lambda x: jnp.flip(x, 0),
    "gather": lambda x: x[jnp.arange(x.shape[0])[::-1]],
    "gradient": jax.grad(lambda x: (jnp.tanh(x) ** 2).mean()),
    "half": lambda x: x[: x.shape[0] // 2],
    "linspace": lambda x: jnp.linspace(0.0, 1.0, x.shape[0]),
    "mean": lambda x: x.mean(axis=0),
    "one_hot": lambda x: nn.one_hot(jnp.arange(x.shape[0]), x.shape[0]),
    "pad": lambda x: jnp.pad(x, ((1, x.shape[0]), (0, 2))),
    "pooling": lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 1), "SAME"),
    "random": lambda x: jax.random.uniform(jax.random.key(0), x.shape),
    "reshape": lambda x: x.reshape(-1),
    "roll": lambda x: jnp.roll(x, 1, axis=0),
    "scan": lambda x: lax.scan(lambda c, row: (c + row, c.sum()), x[0], x),
    "scatter": lambda x: x.at[jnp.asarray(x.shape[0] - 1)].add(1.0),
    "sort": lambda x: jnp.sort(x, axis=0),
    "stack": lambda x: jnp.stack([x, x + 1], axis=1),
    "steps": lambda x: x[::2],
    "take": lambda x: jnp.take(x, jnp.array([0, 9]), axis=0, mode="clip"),
    "tile": lambda x: jnp.tile(x, (2, 1)),
    "top_k": lambda x: lax.top_k(x.T, 2),
    "tril": jnp.tril,
    "update": lambda x: lax.dynamic_update_slice(x, x[:1] * 2, (x.shape[0] - 1, 0)),
    "variance": lambda x: jnp.var(x, axis=0),
    "vmap": jax.vmap(lambda row: row / jnp.linalg.norm(row)),
    "while": lambda x: lax.while_loop(lambda s: s[0] < x.shape[0], lambda s: (s[0] + 1, s[1] * 1.5), (0, x)),
}


@pytest.mark.parametrize("name", SYMBOLIC)
def test_symbolic_shapes(name: str) -> None:
    rows = export.symbolic_shape("rows, 3", constraints=["rows >= 2"])
    exported = export.export(jax.jit(SYMBOLIC[name]))(jax.ShapeDtypeStruct(rows, "float32"))
    program = hlorepl.compile(hlorepl.parse(exported.mlir_module()))
    for size in (2, 5):
        x = floats(size, 3)
        theirs = [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(exported.call)(x))]
        agree(list(program(np.asarray(x))), theirs, ulps=32, whole=True)


def test_two_symbolic_sizes() -> None:
    scope = export.SymbolicScope()
    left = jax.ShapeDtypeStruct(export.symbolic_shape("b, n, 4", scope=scope), "float32")
    right = jax.ShapeDtypeStruct(export.symbolic_shape("b, 4, m", scope=scope), "float32")

    def product(x: Any, y: Any) -> Any:
        z = x @ y
        return z.reshape(z.shape[0], -1), jnp.swapaxes(z, 1, 2)

    exported = export.export(jax.jit(product))(left, right)
    x, y = floats(2, 3, 4), floats(2, 4, 5, seed=1)
    theirs = [np.asarray(leaf) for leaf in jax.jit(exported.call)(x, y)]
    ours = hlorepl.compile(hlorepl.parse(exported.mlir_module()))(np.asarray(x), np.asarray(y))
    agree(list(ours), theirs, ulps=8, whole=True)


GROUPS = jnp.asarray([1, 3, 0, 2], "int32")


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_ragged_products(dtype: str) -> None:
    x, y = floats(6, 3, dtype=dtype), floats(4, 3, 5, dtype=dtype)
    agree(*both(lax.ragged_dot, x, y, GROUPS), ulps=4, whole=True)
    wide = lambda x, y, g: lax.ragged_dot(x, y, g, preferred_element_type="float32")  # noqa: E731
    agree(*both(wide, x, y, GROUPS), ulps=8, whole=True)


def test_gradient_of_a_ragged_product() -> None:
    gradient = jax.grad(lambda x, y, g: (lax.ragged_dot(x, y, g) ** 2).sum(), (0, 1))
    agree(*both(gradient, floats(6, 3), floats(4, 3, 5), GROUPS), ulps=32, whole=True)


@pytest.mark.parametrize("contracted", [True, False])
def test_ragged_products_in_other_dimensions(contracted: bool) -> None:
    make = lax.RaggedDotDimensionNumbers
    numbers = make((((0,), (0,)), ((), ())), [0], []) if contracted else make((((2,), (1,)), ((0,), (0,))), [0], [])
    x, y = (floats(6, 3), floats(6, 5)) if contracted else (floats(6, 2, 3), floats(6, 3, 5))
    agree(*both(lambda x, y, g: lax.ragged_dot_general(x, y, g, numbers), x, y, GROUPS), ulps=8, whole=True)


NARROW = names(
    "float4_e2m1fn float8_e3m4 float8_e4m3 float8_e4m3fn float8_e4m3fnuz float8_e4m3b11fnuz float8_e5m2 float8_e5m2fnuz "
    "float8_e8m0fnu"
)


@pytest.mark.parametrize("dtype", NARROW)
def test_narrow_floats(dtype: str) -> None:
    x, y = floats(4, 6, dtype=dtype), floats(6, 3, dtype=dtype, seed=1)
    if dtype != "float4_e2m1fn":  # XLA has no products of arguments below a byte
        agree(*both(lambda x, y: lax.dot(x, y, preferred_element_type="float32"), x, y), ulps=8, whole=True)
    agree(*both(lambda x: x.astype("float32") * 2, x), ulps=0)
    ours, theirs = both(lambda x: (jnp.sort(x, axis=1), jnp.max(x, axis=0), x + x), x)
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(mine.view("uint8"), other.view("uint8"))


@pytest.mark.parametrize("dtype", ["int2", "uint2", "int4", "uint4"])
def test_narrow_integers(dtype: str) -> None:
    x = whole(4, 6, dtype=dtype, low=0, high=2)
    scale = floats(6)
    agree(*both(lambda x: x.astype("float32") * scale + 1, x), ulps=1, whole=True)
    agree(*both(lambda x: jnp.cumsum(x, axis=1), x), ulps=0)
    agree(*both(lambda x: jnp.round(x * 3).astype(dtype), floats(4, 6)), ulps=0)


ALGORITHMS = names("F32_F32_F32 BF16_BF16_F32 BF16_BF16_F32_X3 BF16_BF16_F32_X6 F64_F64_F64")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_algorithms_of_products(name: str) -> None:
    x, y = floats(4, 6), floats(6, 3, seed=1)
    algorithm = getattr(lax.DotAlgorithmPreset, name)
    # Products of few bits: only as near as those bits.
    ulps = 2.0**16 if name == "BF16_BF16_F32" else 64
    agree(*both(lambda x, y: lax.dot(x, y, precision=algorithm), x, y), ulps=ulps, whole=True)


CONVOLUTIONS: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "groups of features": (
        (2, 7, 6, 4),
        (3, 2, 2, 6),
        {
            "window_strides": (2, 1),
            "padding": [(1, -1), (2, 0)],
            "lhs_dilation": (2, 1),
            "rhs_dilation": (1, 2),
            "feature_group_count": 2,
            "dimension_numbers": ("NHWC", "HWIO", "NCHW"),
        },
    ),
    "groups of the batch": (
        (7, 6, 4, 3),
        (6, 3, 2, 3),
        {
            "window_strides": (1, 2),
            "padding": [(0, 1), (2, 0)],
            "lhs_dilation": (1, 2),
            "rhs_dilation": (2, 1),
            "batch_group_count": 2,
            "dimension_numbers": ("HWNC", "OIHW", "NHWC"),
        },
    ),
}


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "float64", "complex64"])
@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolutions_with_everything(name: str, dtype: str) -> None:
    left, right, options = CONVOLUTIONS[name]
    x, y = floats(*left, dtype=dtype), floats(*right, dtype=dtype, seed=1)
    agree(*both(lambda x, y: lax.conv_general_dilated(x, y, **options), x, y), ulps=32, whole=True)


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_gradients_of_convolutions(name: str) -> None:
    left, right, options = CONVOLUTIONS[name]
    gradient = jax.grad(lambda x, y: (lax.conv_general_dilated(x, y, **options) ** 2).sum(), (0, 1))
    agree(*both(gradient, floats(*left), floats(*right, seed=1)), ulps=64, whole=True)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "float8_e5m2"])
@pytest.mark.parametrize("name", ["mul", "add", "max", "min"])
def test_windows_with_everything(name: str, dtype: str) -> None:
    start = np.asarray({"mul": 1.0, "add": 0.0, "max": -np.inf, "min": np.inf}[name], np.dtype(jnp.dtype(dtype)))

    def pooled(x: Any) -> Any:
        size, strides, padding = (2, 3), (1, 2), [(1, 0), (2, 1)]
        operation = getattr(lax, name)
        return lax.reduce_window(
            x, start, operation, size, strides, padding, base_dilation=(2, 1), window_dilation=(1, 2)
        )

    agree(*both(pooled, floats(4, 6, dtype=dtype)), ulps=4, whole=True)


SEGMENTS = jnp.asarray([0, 2, 1, 0, 2, 5])
OTHERS: dict[str, Callable[[Any], Any]] = {
    **{
        f"segment_{name}": lambda x, name=name: getattr(jax.ops, f"segment_{name}")(x.T, SEGMENTS, num_segments=4)
        for name in ("sum", "prod", "max", "min")
    },
    **{
        f"resize_{method}": lambda x, method=method: jax.image.resize(x, (7, 9), method)
        for method in ("nearest", "bilinear", "cubic", "lanczos3")
    },
    **{
        f"logpdf_{name}": lambda x, name=name: getattr(jsp.stats, name).logpdf(x)
        for name in ("norm", "expon", "cauchy", "laplace", "logistic", "uniform")
    },
    **{
        f"bits_{dtype}_{kind}": lambda x, dtype=dtype, kind=kind: jax.random.bits(
            jax.random.key(x.astype("int32")[0, 0], impl=kind), (3, 5), dtype
        )
        for dtype in ("uint8", "uint16", "uint32", "uint64")
        for kind in ("threefry2x32", "rbg", "unsafe_rbg")
    },
    "approx_max_k": lambda x: lax.approx_max_k(x, 2),
    "argpartition": lambda x: jnp.argpartition(x, 2),
    "attention_causal": lambda x: nn.dot_product_attention(*[x.reshape(1, 3, 2, 4)] * 3, is_causal=True),
    "cumlogsumexp": lambda x: lax.cumlogsumexp(x, axis=1),
    "fftconvolve": lambda x: jsp.signal.fftconvolve(x[0], x[1]),
    "frexp": jnp.frexp,
    "gcd": lambda x: jnp.gcd((x * 90).astype("int32"), 12),
    "histogram2d": lambda x: jnp.histogram2d(x[0], x[1], bins=3)[0],
    "lexsort": lambda x: jnp.lexsort((x[0] > 0, x[1])),
    "map_coordinates": lambda x: jsp.ndimage.map_coordinates(x, [x[0] * 2, x[1] * 2], order=1, mode="wrap"),
    "packbits": lambda x: jnp.packbits(x > 0),
    "pad_modes": lambda x: [jnp.pad(x, 2, mode=mode) for mode in ("edge", "wrap", "symmetric", "linear_ramp", "mean")],
    "patches": lambda x: lax.conv_general_dilated_patches(x[None, None], (2, 2), (1, 1), "VALID"),
    "piecewise": lambda x: jnp.piecewise(x, [x < 0, x > 1], [jnp.sin, 2.0, jnp.cos]),
    "polyfit": lambda x: jnp.polyfit(x[0], x[1], 1),
    "stft": lambda x: jsp.signal.stft(x.ravel(), nperseg=8)[2],
    "tridiagonal": lambda x: lax.linalg.tridiagonal_solve(x[0], x[1] + 4, x[2], x[3][:, None]),
    "unpackbits": lambda x: jnp.unpackbits((jnp.abs(x) * 9).astype("uint8")),
    "vmap_fori": jax.vmap(lambda row: lax.fori_loop(0, (row > 0).sum(), lambda i, y: y * 0.5 + i, row)),
    "vmap_scatter": jax.vmap(lambda row: row.at[jnp.argsort(row)[:2]].add(2.0)),
    "vmap_sort": jax.vmap(lambda row: lax.sort((row, jnp.arange(6)), num_keys=1)),
    "vmap_switch": jax.vmap(lambda row: lax.switch((row > 0).sum() % 3, [jnp.sin, jnp.cos, jnp.tanh], row)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_functions(name: str) -> None:
    agree(*both(OTHERS[name], floats(4, 6)), ulps=256, whole=True)


RANDOM: dict[str, dict[str, Any]] = {
    "binomial": {"n": 10, "p": 0.3, "shape": (5,)},
    "chisquare": {"df": 3.0, "shape": (4,)},
    "double_sided_maxwell": {"loc": 1.0, "scale": 2.0, "shape": (4,)},
    "generalized_normal": {"p": 1.5, "shape": (3,)},
    "geometric": {"p": 0.3, "shape": (5,)},
    "loggamma": {"a": 2.0, "shape": (4,)},
    "lognormal": {"sigma": 0.5, "shape": (3,)},
    "maxwell": {"shape": (4,)},
    "pareto": {"b": 2.0, "shape": (4,)},
    "rayleigh": {"scale": 2.0, "shape": (4,)},
    "triangular": {"left": 0.0, "mode": 1.0, "right": 3.0, "shape": (3,)},
    "wald": {"mean": 1.5, "shape": (4,)},
}


@pytest.mark.parametrize("name", RANDOM)
def test_other_distributions(name: str) -> None:
    agree(
        *both(lambda seed: getattr(jax.random, name)(jax.random.key(seed), **RANDOM[name]), jnp.int32(3)),
        ulps=256,
        whole=True,
    )


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("name", names("add sub mul div max min rem nextafter"))
def test_sixteen_bits_to_the_last(name: str, dtype: str) -> None:
    x, y = (floats(300) * 3).astype(dtype), floats(300, seed=3).astype(dtype)
    agree(*both(getattr(lax, name), x, y), ulps=0)
