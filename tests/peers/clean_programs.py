"""Programs that two engines compute alike: made with JAX, for a comparison that has nothing to say of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import hlorepl
from hlorepl.comparing.compare import Options, compare
from hlorepl.comparing.sides import Side, XlaSide
from hlorepl.engine.program import entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hlorepl.comparing.report import Comparison

F32, BF16, F16, F64 = jnp.float32, jnp.bfloat16, jnp.float16, jnp.float64


def chain(x: Any, y: Any, steps: int) -> Any:
    """Ops that are fused: each of a few functions in turn, with products and sums between."""
    functions = (jnp.tanh, jnp.sin, jax.nn.sigmoid, jnp.exp, lambda v: jnp.log1p(jnp.abs(v)), jnp.sqrt)
    for number in range(steps):
        x = functions[number % len(functions)](jnp.abs(x) * 0.5 + 0.1) * y + x * 0.25
    return x


def normalised(x: Any, scale: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale


def attention(q: Any, k: Any, v: Any) -> Any:
    weights = jax.nn.softmax(q @ k.T / np.sqrt(q.shape[-1]).astype(q.dtype), axis=-1)
    return weights @ v


def recurrent(x: Any, w: Any) -> Any:
    def step(h: Any, each: Any) -> tuple[Any, Any]:
        h = jnp.tanh(h @ w + each)
        return h, h.sum()

    return lax.scan(step, jnp.zeros_like(x[0]), x)


def heat(x: Any, steps: int) -> Any:
    return lax.fori_loop(0, steps, lambda _, u: u + 0.1 * (jnp.roll(u, 1) - 2 * u + jnp.roll(u, -1)), x)


def newton(x: Any) -> Any:
    return lax.while_loop(lambda s: s[1] < 8, lambda s: (0.5 * (s[0] + jnp.abs(x) / s[0]), s[1] + 1), (x * x + 1, 0))[0]


def perceptron(x: Any, w: Any, b: Any) -> Any:
    def loss(w: Any, b: Any) -> Any:
        return jnp.mean(jax.nn.relu(x @ w + b) ** 2)

    return jax.value_and_grad(loss, (0, 1))(w, b)


def convolved(x: Any, w: Any, **options: Any) -> Any:
    numbers = ("NCHW", "OIHW", "NCHW")
    return jax.nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=numbers, **options))


def cases() -> Iterator[tuple[str, Callable[..., Any], list[tuple[Any, tuple[int, ...]]]]]:
    """A name, the function, the types and shapes of its arguments."""
    for of in (F32, BF16, F16, F64):
        name = np.dtype(of).name
        for steps in (1, 3, 7, 16, 40):
            for shape in ((7,), (33, 20)):
                yield f"chain-{steps}-{name}-{len(shape)}", partial(chain, steps=steps), [(of, shape), (of, shape)]
        yield f"normalised-{name}", normalised, [(of, (6, 48)), (of, (48,))]
        yield f"attention-{name}", attention, [(of, (12, 16))] * 3
        yield f"recurrent-{name}", recurrent, [(of, (9, 8)), (of, (8, 8))]
        yield f"heat-{name}", partial(heat, steps=20), [(of, (40,))]
        yield f"perceptron-{name}", perceptron, [(of, (10, 7)), (of, (7, 5)), (of, (5,))]
        yield f"convolved-{name}", convolved, [(of, (2, 3, 9, 9)), (of, (4, 3, 3, 3))]
        yield f"grouped-{name}", partial(convolved, feature_group_count=2), [(of, (1, 4, 6, 6)), (of, (4, 2, 3, 3))]
        yield f"gelu-{name}", jax.nn.gelu, [(of, (50,))]
        yield f"logsumexp-{name}", jax.nn.logsumexp, [(of, (50, 3))]
        yield f"cumsum-{name}", partial(jnp.cumsum, axis=0), [(of, (30, 4))]
        yield f"prod-{name}", lambda x: jnp.prod(x, axis=0), [(of, (6, 9))]
        yield f"var-{name}", lambda x: jnp.var(x, axis=1), [(of, (5, 64))]
        yield (
            f"pool-{name}",
            lambda x: lax.reduce_window(
                x, 0.0 if x.dtype == F64 else jnp.zeros((), x.dtype), lax.add, (1, 2, 2), (1, 2, 2), "VALID"
            ),
            [(of, (3, 8, 8))],
        )
        yield (
            f"max_pool-{name}",
            lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2), (1, 1, 1), "SAME"),
            [(of, (3, 8, 8))],
        )
        yield f"sort-{name}", lambda x: jnp.sort(x, axis=-1) * 2, [(of, (4, 17))]
        yield f"argmax-{name}", lambda x: (jnp.argmax(x, axis=1), x.max(1)), [(of, (8, 11))]
        yield f"scatter_add-{name}", lambda x: jnp.zeros((5,), x.dtype).at[jnp.arange(20) % 5].add(x), [(of, (20,))]
        yield f"gather-{name}", lambda x: x[jnp.array([3, 1, 1])] + x[0], [(of, (6, 4))]
        yield f"where-{name}", lambda x, y: jnp.where(x > y, x - y, y * x), [(of, (31,)), (of, (31,))]
        yield f"powers-{name}", lambda x: jnp.abs(x) ** 1.5 + x**3, [(of, (31,))]
        yield f"einsum-{name}", partial(jnp.einsum, "bij,bjk,k->bi"), [(of, (3, 4, 5)), (of, (3, 5, 6)), (of, (6,))]
    for of in (F32, F64):
        name = np.dtype(of).name
        yield f"newton-{name}", newton, [(of, (10,))]
        yield f"cholesky-{name}", lambda x: jnp.linalg.cholesky(x @ x.T + 8 * jnp.eye(6, dtype=x.dtype)), [(of, (6, 6))]
        yield (
            f"solve-{name}",
            lambda x, b: jax.scipy.linalg.solve_triangular(jnp.tril(x) + 4 * jnp.eye(6, dtype=x.dtype), b, lower=True),
            [(of, (6, 6)), (of, (6, 2))],
        )
        yield f"fft-{name}", lambda x: jnp.abs(jnp.fft.fft(x)), [(of, (4, 32))]
        yield f"rfft-{name}", lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * 2), [(of, (4, 32))]
        yield f"erf-{name}", lambda x: jax.scipy.special.erf(x) + jax.scipy.special.erfc(x), [(of, (40,))]
        yield (
            f"special-{name}",
            lambda x: jax.scipy.special.gammaln(jnp.abs(x)) + jax.scipy.special.digamma(x * x + 1),
            [(of, (40,))],
        )
        yield (
            f"trigonometric-{name}",
            lambda x: jnp.arctan2(x, x[::-1]) + jnp.arcsin(jnp.tanh(x)) + jnp.cosh(x),
            [(of, (40,))],
        )
        yield f"complex-{name}", lambda x: jnp.abs(jnp.exp((x + 1j * x[::-1]) * 0.3) / (1 + 2j)), [(of, (40,))]
        yield f"quantile-{name}", lambda x: jnp.quantile(x, 0.3), [(of, (41,))]
        yield f"interp-{name}", lambda x: jnp.interp(x, jnp.linspace(-2, 2, 9), jnp.arange(9.0)), [(of, (20,))]
        yield f"hessian-{name}", jax.hessian(lambda v: jnp.sum(jnp.sin(v) * v[::-1])), [(of, (5,))]
        yield f"associative_scan-{name}", lambda x: lax.associative_scan(jnp.multiply, 1 + x * 0.1), [(of, (33,))]
        yield (
            f"linear_scan-{name}",
            lambda x, a: lax.scan(lambda h, t: (0.9 * h + t * a, h), jnp.zeros((4,), x.dtype), x),
            [(of, (25, 4)), (of, (4,))],
        )
        yield f"cond-{name}", lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x), [(of, (9,))]
        yield (
            f"nested-{name}",
            lambda x: lax.fori_loop(0, 3, lambda i, u: lax.fori_loop(0, 4, lambda j, v: jnp.sin(v) + x, u), x),
            [(of, (6,))],
        )
    for of in (jnp.int32, jnp.uint8, jnp.int64):
        name = np.dtype(of).name
        yield (
            f"integers-{name}",
            lambda x, y: ((x * y + x) % 7, x & y, x << 2, jnp.maximum(x, y)),
            [(of, (30,)), (of, (30,))],
        )
        yield f"histogram-{name}", lambda x: jnp.zeros((16,), jnp.int32).at[x % 16].add(1), [(of, (30,))]
        yield f"mean-{name}", jnp.mean, [(of, (30, 2))]
    yield "random", lambda key: jax.random.normal(jax.random.wrap_key_data(key), (20,)), [(jnp.uint32, (2,))]
    yield "dropout", lambda key: jax.random.bernoulli(jax.random.wrap_key_data(key), 0.3, (50,)), [(jnp.uint32, (2,))]
    yield "mixed", lambda x, y: (x.astype(F32) @ y.astype(F32)).astype(BF16) + x.sum(), [(BF16, (5, 6)), (BF16, (6, 7))]
    yield "accumulated", lambda x, y: lax.dot(x, y, preferred_element_type=F32), [(BF16, (5, 60)), (BF16, (60, 7))]
    yield (
        "int8",
        lambda x, y: lax.dot(x, y, preferred_element_type=jnp.int32),
        [(jnp.int8, (5, 60)), (jnp.int8, (60, 7))],
    )


def lowered(function: Callable[..., Any], arguments: list[tuple[Any, tuple[int, ...]]]) -> tuple[str, list[np.ndarray]]:
    """The program's text and arguments for it."""
    rng = np.random.default_rng(7)
    arrays: list[np.ndarray] = []
    for of, shape in arguments:
        dtype = np.dtype(of)
        whole = dtype.kind in "iu"
        arrays.append((rng.integers(0, 100, shape) if whole else rng.standard_normal(shape)).astype(dtype))
    return jax.jit(function).lower(*arrays).as_text(), arrays


def compared(side: Side, function: Callable[..., Any], arguments: list[tuple[Any, tuple[int, ...]]]) -> Comparison:
    """What ``compare`` says of it."""
    text, arrays = lowered(function, arguments)
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    return compare(module, entries(module)[0], arrays, side, Options())


def main() -> None:
    """Compare all of them with XLA; say of which there is something to say."""
    jax.config.update("jax_enable_x64", True)
    side, count, loud = XlaSide(), 0, 0
    for name, function, arguments in cases():
        found = compared(side, function, arguments)
        count += 1
        loud += found.status != "ok"
        if found.status != "ok" or found.notes:
            print(f"{name}: {found.text}")
    print(f"{count} programs, {loud} of which differ")
    side.close()


if __name__ == "__main__":
    main()
