"""Programs as JAX exports them, each with what somebody who knows NumPy would write by hand.

``PROGRAMS`` maps a name to a maker of ``(jax function, NumPy function, arguments)``; both functions take the same arrays and
give a tuple of arrays that agree within ``tolerance``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

if TYPE_CHECKING:
    from collections.abc import Callable


class Program(NamedTuple):
    """One program in both languages, with its arguments."""

    in_jax: Callable[..., Any]
    in_numpy: Callable[..., Any]
    arguments: tuple[Any, ...]
    #: How far results may be apart, relative to their largest value.
    tolerance: float = 2e-4


PROGRAMS: dict[str, Callable[[], Program]] = {}


def program(make: Callable[[], Program]) -> Callable[[], Program]:
    """Enter a maker by its name."""
    PROGRAMS[make.__name__] = make
    return make


def normal(*shape: int, dtype: Any = np.float32, seed: int = 0) -> Any:
    return np.random.default_rng(seed + 1).standard_normal(shape).astype(dtype)


def whole(high: int, *shape: int, dtype: Any = np.int32, seed: int = 0) -> Any:
    return np.random.default_rng(seed + 1).integers(0, high, shape).astype(dtype)


# Patterns


@program
def argmax_one_hot() -> Program:
    def ours(x: Any) -> Any:
        best = jnp.argmax(x, axis=-1)
        return best, nn.one_hot(best, x.shape[-1])

    def by_hand(x: Any) -> Any:
        best = x.argmax(-1)
        out = np.zeros(x.shape, np.float32)
        out[np.arange(len(x)), best] = 1
        return best.astype(np.int32), out

    return Program(ours, by_hand, (normal(1000, 512),))


@program
def softmax_layer_norm() -> Program:
    def ours(x: Any, g: Any, b: Any) -> Any:
        y = nn.softmax(x, axis=-1)
        m = x.mean(-1, keepdims=True)
        v = x.var(-1, keepdims=True)
        return y, (x - m) * lax.rsqrt(v + 1e-5) * g + b

    def by_hand(x: Any, g: Any, b: Any) -> Any:
        e = np.exp(x - x.max(-1, keepdims=True))
        e /= e.sum(-1, keepdims=True)
        c = x - x.mean(-1, keepdims=True)
        v = (c * c).mean(-1, keepdims=True)
        c *= 1 / np.sqrt(v + np.float32(1e-5))
        c *= g
        c += b
        return e, c

    return Program(ours, by_hand, (normal(512, 768), normal(768), normal(768, seed=1)))


@program
def softmax_norm_f16() -> Program:
    def ours(x: Any) -> Any:
        y = nn.softmax(x, axis=-1)
        m = x.mean(-1, keepdims=True)
        return y, (x - m) / jnp.sqrt(x.var(-1, keepdims=True) + jnp.float16(1e-3))

    def by_hand(x: Any) -> Any:
        x = x.astype(np.float32)
        e = np.exp(x - x.max(-1, keepdims=True))
        e /= e.sum(-1, keepdims=True)
        c = x - x.mean(-1, keepdims=True)
        c /= np.sqrt((c * c).mean(-1, keepdims=True) + np.float32(1e-3))
        return e.astype(np.float16), c.astype(np.float16)

    return Program(ours, by_hand, (normal(256, 1024, dtype=np.float16),), 5e-3)


@program
def gelu_mlp() -> Program:
    def ours(x: Any, w: Any, b: Any, v: Any) -> Any:
        return nn.gelu(x @ w + b) @ v

    def by_hand(x: Any, w: Any, b: Any, v: Any) -> Any:
        h = x @ w
        h += b
        t = np.tanh(np.float32(0.7978845608) * (h + np.float32(0.044715) * h * h * h))
        t += 1
        t *= h
        t *= np.float32(0.5)
        return t @ v

    return Program(ours, by_hand, (normal(256, 256), normal(256, 1024), normal(1024), normal(1024, 256)))


@program
def logsumexp_cross_entropy() -> Program:
    def ours(x: Any, labels: Any) -> Any:
        logp = nn.log_softmax(x)
        return -jnp.take_along_axis(logp, labels[:, None], axis=1).mean(), jax.scipy.special.logsumexp(x, axis=1)

    def by_hand(x: Any, labels: Any) -> Any:
        m = x.max(1, keepdims=True)
        lse = np.log(np.exp(x - m).sum(1)) + m[:, 0]
        return -(x[np.arange(len(x)), labels] - lse).mean(), lse

    return Program(ours, by_hand, (normal(512, 1000), whole(1000, 512)))


@program
def top_k() -> Program:
    def ours(x: Any) -> Any:
        return lax.top_k(x, 8)

    def by_hand(x: Any) -> Any:
        part = np.argpartition(-x, 8, axis=1)[:, :8]
        part.sort(axis=1)
        order = np.argsort(-np.take_along_axis(x, part, 1), axis=1, kind="stable")
        part = np.take_along_axis(part, order, 1)
        return np.take_along_axis(x, part, 1), part.astype(np.int32)

    return Program(ours, by_hand, (normal(256, 2000),))


@program
def cumsum_rows() -> Program:
    return Program(
        lambda x: (jnp.cumsum(x, axis=1), lax.cummax(x, axis=0)),
        lambda x: (np.cumsum(x, axis=1), np.maximum.accumulate(x, axis=0)),
        (normal(512, 1024),),
    )


@program
def associative_scan() -> Program:
    return Program(
        lambda x: lax.associative_scan(jnp.add, x),
        lambda x: np.cumsum(x, 0),
        (normal(200_000),),
        1e-3,
    )


@program
def histogram() -> Program:
    def ours(x: Any) -> Any:
        return jnp.zeros(256, jnp.int32).at[x].add(1), jnp.bincount(x, length=256)

    def by_hand(x: Any) -> Any:
        h = np.bincount(x, minlength=256).astype(np.int32)
        return h, np.bincount(x, minlength=256).astype(np.int32)

    return Program(ours, by_hand, (whole(256, 300_000),))


@program
def segment_sum() -> Program:
    def ours(x: Any, i: Any) -> Any:
        return jax.ops.segment_sum(x, i, num_segments=100)

    def by_hand(x: Any, i: Any) -> Any:
        out = np.zeros((100, x.shape[1]), np.float32)
        np.add.at(out, i, x)
        return out

    return Program(ours, by_hand, (normal(5000, 64), whole(100, 5000)))


@program
def embedding() -> Program:
    return Program(
        lambda t, i: t[i].sum(1),
        lambda t, i: np.take(t, i, axis=0).sum(1),
        (normal(20000, 64), whole(20000, 256, 32)),
    )


@program
def mean_variance() -> Program:
    def ours(x: Any) -> Any:
        return x.mean(0), x.std(0), x.var(1)

    def by_hand(x: Any) -> Any:
        return x.mean(0), x.std(0), x.var(1)

    return Program(ours, by_hand, (normal(1000, 512),))


# Chains and loops


@program
def threefry_normals() -> Program:
    def ours(key: Any) -> Any:
        return jax.random.normal(jax.random.wrap_key_data(key), (1_000_000,))

    def by_hand(key: Any) -> Any:
        from scipy.special import erfinv

        n = 1_000_000
        rot = ((13, 15, 26, 6), (17, 29, 16, 24))
        k = [key[0], key[1], key[0] ^ key[1] ^ np.uint32(0x1BD11BDA)]
        out = np.empty(n, np.float32)
        for lo in range(0, n, 1 << 14):
            hi = min(n, lo + (1 << 14))
            x = np.full(hi - lo, k[0], np.uint32)
            y = np.arange(lo, hi, dtype=np.uint32) + k[1]
            for group in range(5):
                for r in rot[group % 2]:
                    x += y
                    c = y >> np.uint32(32 - r)
                    y <<= np.uint32(r)
                    y |= c
                    y ^= x
                x += k[(group + 1) % 3]
                y += k[(group + 2) % 3] + np.uint32(group + 1)
            x ^= y
            x >>= np.uint32(9)
            x |= np.uint32(0x3F800000)
            f = x.view(np.float32) - np.float32(1)
            lo1 = np.nextafter(np.float32(-1), np.float32(0))
            u = np.maximum(lo1, f * (np.float32(1) - lo1) + lo1)
            out[lo:hi] = np.float32(np.sqrt(2)) * erfinv(u)
        return out

    return Program(ours, by_hand, (np.array([1, 2], np.uint32),), 1e-3)


@program
def integer_hash() -> Program:
    def ours(x: Any) -> Any:
        def body(i: Any, h: Any) -> Any:
            return (h ^ (h << 7)) + (h >> 9) * (i.astype(jnp.uint32) | 1)

        return lax.fori_loop(0, 32, body, x)

    def by_hand(x: Any) -> Any:
        u = np.uint32
        out = np.empty_like(x)
        a, b = np.empty(1 << 14, u), np.empty(1 << 14, u)
        for lo in range(0, len(x), 1 << 14):
            h = out[lo : lo + (1 << 14)]
            h[:] = x[lo : lo + (1 << 14)]
            s, t = a[: len(h)], b[: len(h)]
            for i in range(32):
                np.left_shift(h, u(7), out=s)
                s ^= h
                np.right_shift(h, u(9), out=t)
                t *= u(i | 1)
                np.add(s, t, out=h)
        return out

    return Program(ours, by_hand, (whole(2**32, 300_000, dtype=np.uint32),))


@program
def mandelbrot() -> Program:
    def ours(c: Any) -> Any:
        def body(i: Any, s: Any) -> Any:
            z, n = s
            inside = (z.real * z.real + z.imag * z.imag) < 4.0
            return jnp.where(inside, z * z + c, z), n + inside.astype(jnp.int32)

        return lax.fori_loop(0, 30, body, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)))[1]

    def by_hand(c: Any) -> Any:
        z, n = np.zeros_like(c), np.zeros(c.shape, np.int32)
        for _ in range(30):
            inside = z.real * z.real + z.imag * z.imag < 4
            n += inside
            np.copyto(z, z * z + c, where=inside)
        return n

    x, y = np.meshgrid(np.linspace(-2, 1, 300), np.linspace(-1.2, 1.2, 200))
    return Program(ours, by_hand, ((x + 1j * y).astype(np.complex64),), 1.0)


@program
def heat_equation() -> Program:
    def ours(u: Any) -> Any:
        def body(_: Any, u: Any) -> Any:
            lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
            return u + 0.1 * lap

        return lax.fori_loop(0, 50, body, u)

    def by_hand(u: Any) -> Any:
        for _ in range(50):
            lap = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u
            u = u + np.float32(0.1) * lap
        return u

    return Program(ours, by_hand, (normal(200, 200),))


@program
def n_body() -> Program:
    def ours(p: Any, v: Any) -> Any:
        def step(s: Any, _: Any) -> Any:
            p, v = s
            d = p[None] - p[:, None]
            r = (d * d).sum(-1) + 0.01
            a = (d * (r**-1.5)[..., None]).sum(1)
            v = v + 0.01 * a
            return (p + 0.01 * v, v), None

        return lax.scan(step, (p, v), None, length=20)[0]

    def by_hand(p: Any, v: Any) -> Any:
        dt = np.float32(0.01)
        for _ in range(20):
            d = p[None] - p[:, None]
            r = (d * d).sum(-1) + dt
            w = r ** np.float32(-1.5)
            a = (d * w[..., None]).sum(1)
            v = v + dt * a
            p = p + dt * v
        return p, v

    return Program(ours, by_hand, (normal(150, 3), normal(150, 3, seed=1)), 1e-3)


@program
def lorenz_rk4() -> Program:
    """An ODE for many starting points at a time."""

    def derivative(x: Any, y: Any, z: Any) -> Any:
        return 10 * (y - x), x * (28 - z) - y, x * y - z * (8 / 3)

    def rk4(s: Any, h: Any) -> Any:
        k1 = derivative(*s)
        k2 = derivative(*(a + h / 2 * b for a, b in zip(s, k1, strict=True)))
        k3 = derivative(*(a + h / 2 * b for a, b in zip(s, k2, strict=True)))
        k4 = derivative(*(a + h * b for a, b in zip(s, k3, strict=True)))
        return tuple(a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(s, k1, k2, k3, k4, strict=True))

    def ours(x: Any, y: Any, z: Any) -> Any:
        return lax.fori_loop(0, 50, lambda _, s: rk4(s, 0.005), (x, y, z))

    def by_hand(*s: Any) -> Any:
        for _ in range(50):
            s = rk4(s, np.float32(0.005))
        return s

    return Program(ours, by_hand, (normal(2000), normal(2000, seed=1), normal(2000, seed=2)), 1e-2)


@program
def newton_root() -> Program:
    def ours(a: Any) -> Any:
        return lax.fori_loop(0, 20, lambda _, x: x - (x * x * x - a) / (3 * x * x), jnp.ones_like(a))

    def by_hand(a: Any) -> Any:
        x = np.ones_like(a)
        for _ in range(20):
            x = x - (x * x * x - a) / (3 * x * x)
        return x

    return Program(ours, by_hand, (np.abs(normal(200_000)) + 1,))


@program
def black_scholes() -> Program:
    def ours(s: Any, k: Any, t: Any) -> Any:
        d1 = (jnp.log(s / k) + (0.02 + 0.045) * t) / (0.3 * jnp.sqrt(t))
        d2 = d1 - 0.3 * jnp.sqrt(t)
        cdf = jax.scipy.stats.norm.cdf
        return s * cdf(d1) - k * jnp.exp(-0.02 * t) * cdf(d2)

    def by_hand(s: Any, k: Any, t: Any) -> Any:
        from scipy.special import ndtr

        f = np.float32
        r = f(0.3) * np.sqrt(t)
        d1 = (np.log(s / k) + f(0.065) * t) / r
        d2 = d1 - r
        return s * ndtr(d1) - k * np.exp(f(-0.02) * t) * ndtr(d2)

    a, b, c = (np.abs(normal(200_000, seed=k)) + 1 for k in range(3))
    return Program(ours, by_hand, (a, b, c))


# Single numbers, small arrays


@program
def newton_number() -> Program:
    """One f32, many rounds."""

    def ours(a: Any) -> Any:
        return lax.fori_loop(0, 10_000, lambda _, x: x - (x * x * x - a) / (3 * x * x), jnp.float32(1))

    def by_hand(a: Any) -> Any:
        x, three = np.float32(1), np.float32(3)
        for _ in range(10_000):
            x = x - (x * x * x - a) / (three * x * x)
        return x

    return Program(ours, by_hand, (np.float32(7.0),))


@program
def pendulum_number() -> Program:
    def ours(angle: Any) -> Any:
        def step(_: Any, state: Any) -> Any:
            a, v = state
            v = v - 0.01 * jnp.sin(a)
            return a + 0.01 * v, v

        return lax.fori_loop(0, 2_000, step, (angle, jnp.float32(0)))

    def by_hand(angle: Any) -> Any:
        a, v, h = angle, np.float32(0), np.float32(0.01)
        for _ in range(2_000):
            v = v - h * np.sin(a)
            a = a + h * v
        return a, v

    return Program(ours, by_hand, (np.float32(1.0),), 1e-3)


@program
def bisection() -> Program:
    def ours(a: Any) -> Any:
        def step(_: Any, state: Any) -> Any:
            low, high = state
            middle = (low + high) / 2
            return lax.cond(middle * middle > a, lambda: (low, middle), lambda: (middle, high))

        return lax.fori_loop(0, 1_000, step, (jnp.float32(0), a))

    def by_hand(a: Any) -> Any:
        low, high, two = np.float32(0), a, np.float32(2)
        for _ in range(1_000):
            middle = (low + high) / two
            if middle * middle > a:
                high = middle
            else:
                low = middle
        return low, high

    return Program(ours, by_hand, (np.float32(7.0),))


@program
def collatz() -> Program:
    """By hand these are Python's own integers."""

    def ours(n: Any) -> Any:
        def step(state: Any) -> Any:
            n, count = state
            return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

        return lax.while_loop(lambda state: state[0] != 1, step, (n, jnp.int32(0)))[1]

    def by_hand(n: Any) -> Any:
        n, count = int(n), 0
        while n != 1:
            n, count = n // 2 if n % 2 == 0 else 3 * n + 1, count + 1
        return np.int32(count)

    return Program(ours, by_hand, (np.int32(27),))


@program
def small_layers() -> Program:
    def ours(w: Any, b: Any, x: Any) -> Any:
        return lax.fori_loop(0, 500, lambda _, h: nn.relu(h @ w + b) * 0.5, x)

    def by_hand(w: Any, b: Any, x: Any) -> Any:
        h, half = x, np.float32(0.5)
        for _ in range(500):
            h = np.maximum(h @ w + b, 0) * half
        return h

    return Program(ours, by_hand, (normal(16, 16) / 8, normal(16), normal(4, 16)))


@program
def small_call() -> Program:
    """A call of few operations on few numbers: what it takes to begin."""
    return Program(
        lambda x, y: jnp.tanh(x * y + 1).sum(),
        lambda x, y: np.tanh(x * y + np.float32(1)).sum(),
        (normal(8, 8), normal(8, 8, seed=1)),
    )


# Networks


@program
def conv_net() -> Program:
    def ours(x: Any, w: Any, v: Any) -> Any:
        y = nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME"))
        y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
        return y.reshape(len(x), -1) @ v

    def by_hand(x: Any, w: Any, v: Any) -> Any:
        p = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
        win = np.lib.stride_tricks.sliding_window_view(p, (3, 3), (2, 3))
        cols = win.transpose(0, 1, 4, 5, 2, 3).reshape(len(x), -1, 32 * 32)
        y = np.maximum(w.reshape(16, -1) @ cols, 0).reshape(len(x), 16, 16, 2, 16, 2)
        y = np.maximum(
            np.maximum(y[:, :, :, 0, :, 0], y[:, :, :, 0, :, 1]), np.maximum(y[:, :, :, 1, :, 0], y[:, :, :, 1, :, 1])
        )
        return y.reshape(len(x), -1) @ v

    return Program(ours, by_hand, (normal(8, 3, 32, 32), normal(16, 3, 3, 3), normal(4096, 10)))


@program
def attention_block() -> Program:
    def ours(x: Any, wq: Any, wk: Any, wv: Any, wo: Any) -> Any:
        b, s, d = x.shape
        heads = lambda w: (x @ w).reshape(b, s, 8, d // 8)  # noqa: E731
        q, k, v = heads(wq), heads(wk), heads(wv)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.float32(np.sqrt(d // 8))
        scores = jnp.where(jnp.tril(jnp.ones((s, s), bool)), scores, -1e9)
        y = jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(scores), v).reshape(b, s, d)
        return x + y @ wo

    def by_hand(x: Any, wq: Any, wk: Any, wv: Any, wo: Any) -> Any:
        b, s, d = x.shape
        q, k, v = ((x @ w).reshape(b, s, 8, d // 8).transpose(0, 2, 1, 3) for w in (wq, wk, wv))
        a = q @ k.transpose(0, 1, 3, 2)
        a /= np.float32(np.sqrt(d // 8))
        a[..., ~np.tri(s, dtype=bool)] = -1e9
        a -= a.max(-1, keepdims=True)
        np.exp(a, out=a)
        a /= a.sum(-1, keepdims=True)
        return x + (a @ v).transpose(0, 2, 1, 3).reshape(b, s, d) @ wo

    return Program(ours, by_hand, (normal(4, 128, 256), *(normal(256, 256, seed=k) / 16 for k in range(4))))


@program
def lstm() -> Program:
    def ours(xs: Any, w: Any, u: Any, b: Any) -> Any:
        def cell(s: Any, x: Any) -> Any:
            h, c = s
            i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
            c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
            h = nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((xs.shape[1], u.shape[0]), xs.dtype)
        return lax.scan(cell, (zero, zero), xs)[1]

    def by_hand(xs: Any, w: Any, u: Any, b: Any) -> Any:
        n = u.shape[0]
        h = c = np.zeros((xs.shape[1], n), np.float32)
        out = np.empty((*xs.shape[:2], n), np.float32)
        sigmoid = lambda v: 1 / (1 + np.exp(-v))  # noqa: E731
        for t in range(len(xs)):
            z = xs[t] @ w + h @ u + b
            c = sigmoid(z[:, n : 2 * n]) * c + sigmoid(z[:, :n]) * np.tanh(z[:, 2 * n : 3 * n])
            h = sigmoid(z[:, 3 * n :]) * np.tanh(c)
            out[t] = h
        return out

    return Program(ours, by_hand, (normal(200, 8, 32), normal(32, 256) / 8, normal(64, 256) / 8, normal(256)))


@program
def small_scan() -> Program:
    def ours(x: Any, w: Any) -> Any:
        def step(h: Any, row: Any) -> Any:
            h = jnp.tanh(h @ w + row)
            return h, h.sum()

        return lax.scan(step, jnp.zeros((1, 32), jnp.float32), x)

    def by_hand(x: Any, w: Any) -> Any:
        h, out = np.zeros((1, 32), np.float32), np.empty(len(x), np.float32)
        for t, row in enumerate(x):
            h = np.tanh(h @ w + row)
            out[t] = h.sum()
        return h, out

    return Program(ours, by_hand, (normal(1000, 1, 32), normal(32, 32) / 8))


@program
def k_means() -> Program:
    def ours(x: Any, c: Any) -> Any:
        def body(_: Any, c: Any) -> Any:
            d = (x * x).sum(1)[:, None] - 2 * x @ c.T + (c * c).sum(1)[None]
            one = nn.one_hot(jnp.argmin(d, 1), len(c), dtype=x.dtype)
            return (one.T @ x) / jnp.maximum(one.sum(0), 1)[:, None]

        return lax.fori_loop(0, 10, body, c)

    def by_hand(x: Any, c: Any) -> Any:
        for _ in range(10):
            d = (x * x).sum(1)[:, None] - 2 * x @ c.T + (c * c).sum(1)[None]
            near = d.argmin(1)
            one = np.zeros((len(x), len(c)), np.float32)
            one[np.arange(len(x)), near] = 1
            c = (one.T @ x) / np.maximum(one.sum(0), 1)[:, None]
        return c

    return Program(ours, by_hand, (normal(5000, 16), normal(20, 16, seed=1)))


@program
def mlp_gradient() -> Program:
    def loss(w: Any, v: Any, x: Any, y: Any) -> Any:
        return ((jnp.tanh(x @ w) @ v - y) ** 2).mean()

    def ours(w: Any, v: Any, x: Any, y: Any) -> Any:
        a, b = jax.grad(loss, (0, 1))(w, v, x, y)
        return w - 0.1 * a, v - 0.1 * b

    def by_hand(w: Any, v: Any, x: Any, y: Any) -> Any:
        h = np.tanh(x @ w)
        e = (h @ v - y) * np.float32(2 / y.size)
        a = x.T @ ((e @ v.T) * (1 - h * h))
        f = np.float32(0.1)
        return w - f * a, v - f * (h.T @ e)

    return Program(ours, by_hand, (normal(128, 256) / 16, normal(256, 10) / 16, normal(512, 128), normal(512, 10)))


# Signals, sorting, matrices


@program
def fft_filter() -> Program:
    def ours(x: Any, h: Any) -> Any:
        return jnp.fft.irfft(jnp.fft.rfft(x) * h, x.shape[-1])

    def by_hand(x: Any, h: Any) -> Any:
        from scipy import fft

        return fft.irfft(fft.rfft(x) * h, x.shape[-1])

    return Program(ours, by_hand, (normal(64, 4096), normal(2049, dtype=np.complex64)))


@program
def sorting() -> Program:
    def ours(x: Any, k: Any) -> Any:
        return jnp.sort(x), jnp.argsort(k)

    def by_hand(x: Any, k: Any) -> Any:
        return np.sort(x), np.argsort(k, kind="stable").astype(np.int32)

    return Program(ours, by_hand, (normal(200_000), whole(1000, 100_000)))


@program
def cholesky_solve() -> Program:
    def ours(a: Any, b: Any) -> Any:
        c = jnp.linalg.cholesky(a)
        y = lax.linalg.triangular_solve(c, b, left_side=True, lower=True)
        return lax.linalg.triangular_solve(c, y, left_side=True, lower=True, transpose_a=True)

    def by_hand(a: Any, b: Any) -> Any:
        return np.linalg.solve(a, b)

    x = normal(64, 24, 24)
    return Program(ours, by_hand, (x @ x.swapaxes(1, 2) + 8 * np.eye(24, dtype=np.float32), normal(64, 24, 4)), 1e-2)


@program
def quantised_dense() -> Program:
    def ours(x: Any, w: Any) -> Any:
        acc = lax.dot(x, w, preferred_element_type=jnp.int32)
        y = acc.astype(jnp.float32) * np.float32(0.002)
        return jnp.clip(jnp.round(y), -128, 127).astype(jnp.int8)

    def by_hand(x: Any, w: Any) -> Any:
        y = x.astype(np.float32) @ w.astype(np.float32)
        y *= np.float32(0.002)
        np.rint(y, out=y)
        np.clip(y, -128, 127, out=y)
        return y.astype(np.int8)

    a, b = whole(256, 256, 512, dtype=np.int16) - 128, whole(256, 512, 256, dtype=np.int16, seed=1) - 128
    return Program(ours, by_hand, (a.astype(np.int8), b.astype(np.int8)), 0.02)


@program
def image_ops() -> Program:
    def ours(x: Any) -> Any:
        g = x.astype(jnp.float32) @ jnp.array([0.299, 0.587, 0.114], jnp.float32)
        p = jnp.pad(g, 1, mode="edge")
        gx = p[1:-1, 2:] - p[1:-1, :-2]
        gy = p[2:, 1:-1] - p[:-2, 1:-1]
        e = jnp.sqrt(gx * gx + gy * gy)
        return jnp.clip(e, 0, 255).astype(jnp.uint8), jax.image.resize(g, (128, 128), "bilinear")

    def by_hand(x: Any) -> Any:
        g = x.astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
        p = np.pad(g, 1, mode="edge")
        gx = p[1:-1, 2:] - p[1:-1, :-2]
        gy = p[2:, 1:-1] - p[:-2, 1:-1]
        e = np.sqrt(gx * gx + gy * gy)
        n = g.shape[0]
        c = (np.arange(128, dtype=np.float32) + np.float32(0.5)) * np.float32(n / 128) - np.float32(0.5)
        scale = np.float32(n / 128)
        w = np.maximum(0, 1 - np.abs(c[None] - np.arange(n, dtype=np.float32)[:, None]) / scale)
        w /= w.sum(0)
        return np.clip(e, 0, 255).astype(np.uint8), w.T @ g @ w

    return Program(ours, by_hand, (whole(256, 256, 256, 3, dtype=np.uint8),), 1e-2)


@program
def conjugate_gradient() -> Program:
    def ours(a: Any, b: Any) -> Any:
        def body(_: Any, s: Any) -> Any:
            x, r, p, rs = s
            ap = a @ p
            alpha = rs / (p @ ap)
            x, r = x + alpha * p, r - alpha * ap
            new = r @ r
            return x, r, r + (new / rs) * p, new

        return lax.fori_loop(0, 30, body, (jnp.zeros_like(b), b, b, b @ b))[0]

    def by_hand(a: Any, b: Any) -> Any:
        x, r, p, rs = np.zeros_like(b), b, b, b @ b
        for _ in range(30):
            ap = a @ p
            alpha = rs / (p @ ap)
            x, r = x + alpha * p, r - alpha * ap
            new = r @ r
            p, rs = r + (new / rs) * p, new
        return x

    m = normal(200, 200)
    return Program(ours, by_hand, (m @ m.T + 100 * np.eye(200, dtype=np.float32), normal(200)), 1e-2)
