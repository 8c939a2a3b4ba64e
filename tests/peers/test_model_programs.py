"""Control flow, derivatives, vectorisation and whole models made with JAX: ours against XLA's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax, nn
from peers.xla import agree, both

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.peers


def floats(*shape: int, seed: int = 0, scale: float = 1.0, dtype: str = "float32") -> Any:
    return jnp.asarray(np.random.default_rng(seed + 23).normal(size=shape) * scale, dtype)


def newton(x: Any) -> Any:
    """The square root, as long as it changes."""

    def step(state: Any) -> Any:
        guess, _ = state
        following = (guess + x / guess) / 2
        return following, jnp.abs(following - guess)

    return lax.while_loop(lambda state: state[1] > 1e-6, step, (x, x))[0]


CONTROL: dict[str, Callable[[Any], Any]] = {
    "associative_scan": lambda x: lax.associative_scan(lambda a, b: a * b + b, x, axis=1),
    "checkpoint": jax.grad(lambda x: jax.checkpoint(lambda y: jnp.sin(y) * y)(x).sum()),
    "cond": lambda x: lax.cond(x.sum() > 0, lambda y: y * 2, lambda y: y - 1, x),
    "cond_batched": jax.vmap(lambda row: lax.cond(row[0] > 0, jnp.sin, jnp.cos, row)),
    "clip": jax.grad(lambda x: jnp.clip(x, -0.5, 0.5).sum()),
    "dynamic_update_loop": lambda x: lax.fori_loop(0, 4, lambda i, y: y.at[i].set(y[i - 1] * 2), x),
    "fori": lambda x: lax.fori_loop(0, 5, lambda i, y: y * 0.5 + i, x),
    "fori_bounded_by_data": lambda x: lax.fori_loop(0, (x > 0).sum(), lambda i, y: y + i, x),
    "linearize": lambda x: jax.jvp(jnp.tanh, (x,), (x + 1,)),
    "map": lambda x: lax.map(lambda row: jnp.cumsum(row) / (1 + row**2), x),
    "nested_loops": lambda x: lax.fori_loop(
        0, 3, lambda i, y: lax.fori_loop(0, i + 1, lambda j, z: z + i * j, y) * 0.5, x
    ),
    "reduce_of_scan": lambda x: lax.scan(lambda c, row: (c + row.sum(), c * row), 0.0, x),
    "scan_carry_pair": lambda x: lax.scan(
        lambda c, row: ((c[0] + row, c[1] * 0.9 + row[0]), c[0] * c[1]), (x[0], x[0, 0]), x
    ),
    "scan_reverse": lambda x: lax.scan(lambda c, row: (c * 0.5 + row, c), x[0], x, reverse=True),
    "scan_unrolled": lambda x: lax.scan(lambda c, row: (c + row, c.sum()), x[0], x, unroll=2),
    "switch": lambda x: lax.switch((x.sum() * 10).astype("int32") % 3, [jnp.sin, jnp.cos, jnp.abs], x),
    "vmap_of_while": jax.vmap(jax.vmap(lambda v: newton(jnp.abs(v) + 0.1))),
    "while": lambda x: newton(jnp.abs(x[0, 0]) + 2),
    "while_counts": lambda x: lax.while_loop(lambda s: s[0] < 7, lambda s: (s[0] + 2, s[1] * 1.5), (0, x)),
}


@pytest.mark.parametrize("name", CONTROL)
def test_control_flow(name: str) -> None:
    agree(*both(CONTROL[name], floats(4, 3)), ulps=32, whole=True)


DERIVATIVES: dict[str, Callable[[Any], Any]] = {
    "gather": lambda x: (x[jnp.array([0, 2, 0])] ** 2).sum(),
    "scan": lambda x: lax.scan(lambda c, row: (jnp.tanh(c + row), c), x[0], x)[0].sum(),
    "cond": lambda x: lax.cond(x[0, 0] > 0, lambda y: (y**2).sum(), lambda y: jnp.sin(y).sum(), x),
    "sort": lambda x: (jnp.sort(x, axis=1) * jnp.arange(3)).sum(),
    "cumsum": lambda x: (jnp.cumsum(x, 0) ** 2).sum(),
    "cumprod": lambda x: jnp.cumprod(x, 0).sum(),
    "max": lambda x: jnp.max(x, axis=0).sum(),
    "prod": lambda x: jnp.prod(x, axis=1).sum(),
    "logsumexp": lambda x: nn.logsumexp(x, axis=1).sum(),
    "dynamic_slice": lambda x: (lax.dynamic_slice(x, (1, 1), (2, 2)) ** 3).sum(),
    "pad": lambda x: (jnp.pad(x, 1, mode="reflect") ** 2).sum(),
    "einsum": lambda x: jnp.einsum("ij,kj->", x, jnp.sin(x)),
    "power": lambda x: (jnp.abs(x) ** 2.5).sum(),
    "atan2": lambda x: jnp.arctan2(x, x**2 + 1).sum(),
    "gamma": lambda x: jax.scipy.special.gammaln(jnp.abs(x) + 1).sum(),
    "erf": lambda x: jax.scipy.special.erf(x).sum(),
    "top_k": lambda x: (lax.top_k(x, 2)[0] ** 2).sum(),
    "where": lambda x: jnp.where(x > 0, jnp.sqrt(jnp.abs(x)), x**2).sum(),
    "norm": jnp.linalg.norm,
    "std": lambda x: jnp.std(x, axis=0).sum(),
}


@pytest.mark.parametrize("name", DERIVATIVES)
def test_gradients(name: str) -> None:
    agree(*both(jax.grad(DERIVATIVES[name]), floats(4, 3)), ulps=64, whole=True)


@pytest.mark.parametrize("name", ["einsum", "logsumexp", "power", "where", "scan"])
def test_hessians(name: str) -> None:
    agree(*both(jax.hessian(DERIVATIVES[name]), floats(4, 3)), ulps=128, whole=True)


@pytest.mark.parametrize("name", ["gather", "sort", "dynamic_slice", "top_k", "cumsum"])
def test_batched_gradients(name: str) -> None:
    agree(*both(jax.vmap(jax.grad(DERIVATIVES[name])), floats(2, 4, 3)), ulps=64, whole=True)


def convolve(x: Any, w: Any, stride: int = 1) -> Any:
    return lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def normalise(x: Any, scale: Any, offset: Any) -> Any:
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset


def resnet_block(weights: Any, x: Any) -> Any:
    y = nn.relu(normalise(convolve(x, weights["first"], 2), weights["scale"], weights["offset"]))
    y = normalise(convolve(y, weights["second"]), weights["scale"], weights["offset"])
    return nn.relu(y + convolve(x, weights["short"], 2))


RESNET = {
    "first": floats(3, 3, 4, 6, scale=0.2),
    "second": floats(3, 3, 6, 6, seed=1, scale=0.2),
    "short": floats(1, 1, 4, 6, seed=2, scale=0.4),
    "scale": floats(6, seed=3) + 1,
    "offset": floats(6, seed=4),
}


def test_a_residual_block_and_its_gradient() -> None:
    images = floats(2, 8, 8, 4, seed=5)
    agree(*both(resnet_block, RESNET, images), ulps=128, whole=True)
    gradient = jax.grad(lambda w, x: (resnet_block(w, x) ** 2).mean())
    agree(*both(gradient, RESNET, images), ulps=512, whole=True)


def layer_norm(x: Any, scale: Any) -> Any:
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-6) * scale


def transformer_block(weights: Any, x: Any) -> Any:
    length, width = x.shape[-2:]
    heads = 2
    y = layer_norm(x, weights["norm"])
    q, k, v = (y @ weights[name] for name in ("query", "key", "value"))
    q, k, v = (part.reshape(*part.shape[:-1], heads, width // heads) for part in (q, k, v))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(width // heads)
    mask = jnp.tril(jnp.ones((length, length), bool))
    attention = nn.softmax(jnp.where(mask, scores, -1e9))
    x = x + jnp.einsum("bhqk,bkhd->bqhd", attention, v).reshape(x.shape) @ weights["out"]
    return x + nn.gelu(layer_norm(x, weights["norm"]) @ weights["up"]) @ weights["down"]


def transformer_weights(dtype: str) -> dict[str, Any]:
    shapes = {
        "query": (8, 8),
        "key": (8, 8),
        "value": (8, 8),
        "out": (8, 8),
        "up": (8, 16),
        "down": (16, 8),
        "norm": (8,),
    }
    return {name: floats(*shape, seed=i, scale=0.4, dtype=dtype) for i, (name, shape) in enumerate(shapes.items())}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_transformer_block_and_its_gradient(dtype: str) -> None:
    weights, x = transformer_weights(dtype), floats(2, 5, 8, seed=9, dtype=dtype)
    agree(*both(transformer_block, weights, x), ulps=128, whole=True)
    gradient = jax.grad(lambda w, x: (transformer_block(w, x) ** 2).mean())
    agree(*both(gradient, weights, x), ulps=512, whole=True)


def test_a_transformer_block_in_bfloat16() -> None:
    # XLA keeps some intermediate values in f32: only the size of the difference can be bounded.
    weights, x = transformer_weights("bfloat16"), floats(2, 5, 8, seed=9, dtype="bfloat16")
    agree(*both(transformer_block, weights, x), ulps=16, whole=True)


def lstm(weights: Any, inputs: Any) -> Any:
    def step(state: Any, x: Any) -> Any:
        hidden, cell = state
        gates = x @ weights["input"] + hidden @ weights["hidden"] + weights["bias"]
        i, f, g, o = jnp.split(gates, 4, axis=-1)
        cell = nn.sigmoid(f) * cell + nn.sigmoid(i) * jnp.tanh(g)
        hidden = nn.sigmoid(o) * jnp.tanh(cell)
        return (hidden, cell), hidden

    start = jnp.zeros((inputs.shape[1], weights["hidden"].shape[0]), inputs.dtype)
    return lax.scan(step, (start, start), inputs)


LSTM = {
    "input": floats(3, 16, scale=0.5),
    "hidden": floats(4, 16, seed=1, scale=0.5),
    "bias": floats(16, seed=2),
}


def test_an_lstm_and_its_gradient() -> None:
    inputs = floats(7, 2, 3, seed=3)
    agree(*both(lstm, LSTM, inputs), ulps=64, whole=True)
    gradient = jax.grad(lambda w, x: (lstm(w, x)[1] ** 2).mean())
    agree(*both(gradient, LSTM, inputs), ulps=256, whole=True)


def adam(state: Any, inputs: Any, labels: Any) -> Any:
    """One step of training a small classifier."""
    weights, first, second, count = state

    def loss(weights: Any) -> Any:
        logits = nn.relu(inputs @ weights["a"] + weights["b"]) @ weights["c"]
        return -jnp.take_along_axis(nn.log_softmax(logits), labels[:, None], axis=1).mean()

    value, gradient = jax.value_and_grad(loss)(weights)
    count = count + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
    correct = lambda tree, beta: jax.tree.map(lambda t: t / (1 - beta**count), tree)  # noqa: E731
    weights = jax.tree.map(
        lambda w, m, v: w - 0.01 * m / (jnp.sqrt(v) + 1e-8), weights, correct(first, 0.9), correct(second, 0.999)
    )
    return (weights, first, second, count), value


def training_state() -> Any:
    weights = {"a": floats(5, 8, scale=0.5), "b": floats(8, seed=1), "c": floats(8, 3, seed=2)}
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return weights, zeros, zeros, jnp.float32(0)


def test_a_training_step_with_adam() -> None:
    labels = jnp.asarray([0, 2, 1, 1, 0, 2], "int32")
    agree(*both(adam, training_state(), floats(6, 5, seed=7), labels), ulps=512, whole=True)


def test_ten_steps_of_training_in_a_loop() -> None:
    labels = jnp.asarray([0, 2, 1, 1, 0, 2], "int32")

    def train(state: Any, inputs: Any) -> Any:
        return lax.scan(lambda s, _: adam(s, inputs, labels), state, None, length=10)

    ours, theirs = both(train, training_state(), floats(6, 5, seed=7))
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-3, atol=1e-4)


def test_a_simulation_with_random_numbers() -> None:
    def walk(seed: Any) -> Any:
        def step(state: Any, key: Any) -> Any:
            state = state + jax.random.normal(key, state.shape) * 0.1
            return state, jnp.abs(state).max()

        return lax.scan(step, jnp.zeros(3), jax.random.split(jax.random.key(seed), 20))

    agree(*both(walk, jnp.int32(1)), ulps=64, whole=True)


@pytest.mark.parametrize("size", [1, 6])
def test_shapes_that_depend_on_the_arguments(size: int) -> None:
    """A program exported once for any number of rows."""
    from jax import export

    def normalised(x: Any) -> Any:
        return (x - x.mean(0)) / (1 + x.shape[0]), jnp.concatenate([x, x[:1]])

    import hlorepl

    rows = export.symbolic_shape("rows, 3")
    exported = export.export(jax.jit(normalised))(jax.ShapeDtypeStruct(rows, "float32"))
    x = floats(size, 3)
    ours = hlorepl.compile(hlorepl.parse(exported.mlir_module()))(np.asarray(x))
    agree(list(ours), [np.asarray(leaf) for leaf in normalised(x)], ulps=8, whole=True)
