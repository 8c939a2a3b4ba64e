"""More programs as JAX exports them: networks, gradients, statistics."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

from .jax_programs import Program, normal, program, whole

F = np.float32


def _sigmoid(v: Any) -> Any:
    return 1 / (1 + np.exp(-v))


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    e /= e.sum(-1, keepdims=True)
    return e


@program
def gru() -> Program:
    def ours(xs: Any, w: Any, u: Any) -> Any:
        def cell(h: Any, x: Any) -> Any:
            a, b, c = jnp.split(x @ w, 3, axis=-1)
            d, e, f = jnp.split(h @ u, 3, axis=-1)
            r, z = nn.sigmoid(a + d), nn.sigmoid(b + e)
            h = (1 - z) * jnp.tanh(c + r * f) + z * h
            return h, h

        return lax.scan(cell, jnp.zeros((xs.shape[1], u.shape[0]), xs.dtype), xs)

    def by_hand(xs: Any, w: Any, u: Any) -> Any:
        n = u.shape[0]
        h, out = np.zeros((xs.shape[1], n), F), np.empty((*xs.shape[:2], n), F)
        for t in range(len(xs)):
            g, k = xs[t] @ w, h @ u
            rz = _sigmoid(g[:, : 2 * n] + k[:, : 2 * n])
            r, z = rz[:, :n], rz[:, n:]
            out[t] = h = (1 - z) * np.tanh(g[:, 2 * n :] + r * k[:, 2 * n :]) + z * h
        return h, out

    return Program(ours, by_hand, (normal(100, 16, 24), normal(24, 144) / 8, normal(48, 144) / 8))


@program
def erf_gelu() -> Program:
    def by_hand(x: Any) -> Any:
        from scipy.special import erf

        return F(0.5) * x * (1 + erf(x * F(np.sqrt(0.5))))

    return Program(lambda x: nn.gelu(x, approximate=False), by_hand, (normal(512, 512),))


@program
def cross_entropy_gradient() -> Program:
    def loss(w: Any, x: Any, y: Any) -> Any:
        logp = nn.log_softmax(x @ w)
        return -(nn.one_hot(y, w.shape[1]) * logp).sum(-1).mean()

    def by_hand(w: Any, x: Any, y: Any) -> Any:
        z = x @ w
        z -= z.max(1, keepdims=True)
        e = np.exp(z)
        total = e.sum(1, keepdims=True)
        rows = np.arange(len(x))
        value = -(z[rows, y] - np.log(total[:, 0])).mean()
        e /= total
        e[rows, y] -= 1
        e *= F(1 / len(x))
        return value, x.T @ e

    return Program(jax.value_and_grad(loss), by_hand, (normal(64, 100) / 8, normal(512, 64), whole(100, 512)))


@program
def layer_norm_gradient() -> Program:
    def norm(x: Any, g: Any, b: Any) -> Any:
        m = x.mean(-1, keepdims=True)
        v = ((x - m) ** 2).mean(-1, keepdims=True)
        return (x - m) * lax.rsqrt(v + 1e-5) * g + b

    def ours(x: Any, g: Any, b: Any, d: Any) -> Any:
        return jax.vjp(norm, x, g, b)[1](d)

    def by_hand(x: Any, g: Any, b: Any, d: Any) -> Any:
        c = x - x.mean(-1, keepdims=True)
        s = 1 / np.sqrt((c * c).mean(-1, keepdims=True) + F(1e-5))
        c *= s
        h = d * g
        dx = s * (h - h.mean(-1, keepdims=True) - c * (h * c).mean(-1, keepdims=True))
        return dx, (d * c).sum(0), d.sum(0)

    given = (normal(512, 256), normal(256), normal(256, seed=1), normal(512, 256, seed=2))
    return Program(ours, by_hand, given, 1e-3)


@program
def adam_update() -> Program:
    def ours(p: Any, g: Any, m: Any, v: Any, t: Any) -> Any:
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        a, b = m / (1 - 0.9**t), v / (1 - 0.999**t)
        return p - 0.001 * a / (jnp.sqrt(b) + 1e-8), m, v

    def by_hand(p: Any, g: Any, m: Any, v: Any, t: Any) -> Any:
        m = F(0.9) * m + F(0.1) * g
        v = F(0.999) * v + F(0.001) * g * g
        a = m / (1 - F(0.9) ** t)
        b = np.sqrt(v / (1 - F(0.999) ** t))
        b += F(1e-8)
        a *= F(0.001)
        a /= b
        return p - a, m, v

    p, g, m, v = (normal(512, 400, seed=k) for k in range(4))
    return Program(ours, by_hand, (p, g, m, np.abs(v), F(3)))


@program
def masked_attention() -> Program:
    def ours(q: Any, k: Any, v: Any, lengths: Any) -> Any:
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (q.shape[-1] ** -0.5)
        inside = jnp.arange(k.shape[2])[None, :] < lengths[:, None]
        scores = jnp.where(inside[:, None, None, :], scores, -jnp.inf)
        return jnp.einsum("bhqk,bhkd->bhqd", nn.softmax(scores, axis=-1), v)

    def by_hand(q: Any, k: Any, v: Any, lengths: Any) -> Any:
        s = q @ k.transpose(0, 1, 3, 2)
        s *= F(q.shape[-1] ** -0.5)
        inside = np.arange(k.shape[2])[None] < lengths[:, None]
        s = np.where(inside[:, None, None], s, F(-np.inf))
        s -= s.max(-1, keepdims=True)
        np.exp(s, out=s)
        s /= s.sum(-1, keepdims=True)
        return s @ v

    q, k, v = (normal(4, 4, 96, 32, seed=n) for n in range(3))
    return Program(ours, by_hand, (q, k, v, np.array([96, 40, 70, 10], np.int32)))


@program
def depthwise_net() -> Program:
    """A depthwise convolution, normalisation per channel, and a mean over the picture."""

    def ours(x: Any, w: Any, p: Any) -> Any:
        y = lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=x.shape[-1]
        )
        y = (y - y.mean((0, 1, 2))) / jnp.sqrt(y.var((0, 1, 2)) + 1e-5)
        return nn.relu(y @ p).mean((1, 2))

    def by_hand(x: Any, w: Any, p: Any) -> Any:
        n = x.shape[1]
        pad = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        y = sum(pad[:, i : i + n, j : j + n] * w[i, j, 0] for i in range(3) for j in range(3))
        y -= y.mean((0, 1, 2))
        y /= np.sqrt((y * y).mean((0, 1, 2)) + F(1e-5))
        return np.maximum(y @ p, 0).mean((1, 2))

    return Program(ours, by_hand, (normal(4, 32, 32, 24), normal(3, 3, 1, 24), normal(24, 48)))


@program
def batch_norm_relu() -> Program:
    def ours(x: Any, g: Any, b: Any) -> Any:
        m, v = x.mean((0, 2, 3), keepdims=True), x.var((0, 2, 3), keepdims=True)
        y = (x - m) * lax.rsqrt(v + 1e-5) * g[None, :, None, None] + b[None, :, None, None]
        return nn.relu(y), m[0, :, 0, 0], v[0, :, 0, 0]

    def by_hand(x: Any, g: Any, b: Any) -> Any:
        m = x.mean((0, 2, 3), keepdims=True)
        c = x - m
        v = (c * c).mean((0, 2, 3), keepdims=True)
        c *= g[:, None, None] / np.sqrt(v + F(1e-5))
        c += b[:, None, None]
        return np.maximum(c, 0, out=c), m[0, :, 0, 0], v[0, :, 0, 0]

    return Program(ours, by_hand, (normal(16, 32, 28, 28), normal(32), normal(32, seed=1)))


@program
def bf16_mlp() -> Program:
    def ours(x: Any, w: Any, v: Any) -> Any:
        x, w, v = (each.astype(jnp.bfloat16) for each in (x, w, v))
        return (nn.silu(x @ w) @ v).astype(jnp.float32)

    def by_hand(x: Any, w: Any, v: Any) -> Any:
        import ml_dtypes

        low = lambda a: a.astype(ml_dtypes.bfloat16).astype(F)  # noqa: E731
        h = low(low(x) @ low(w))
        return low(low(h * low(_sigmoid(h))) @ low(v))

    return Program(ours, by_hand, (normal(128, 256), normal(256, 512) / 16, normal(512, 64) / 16), 3e-2)


@program
def power_iteration() -> Program:
    """The first principal axis."""

    def ours(x: Any, v: Any) -> Any:
        x = x - x.mean(0)
        c = x.T @ x / (len(x) - 1)

        def step(_: Any, v: Any) -> Any:
            v = c @ v
            return v / jnp.linalg.norm(v)

        v = lax.fori_loop(0, 100, step, v)
        return v, v @ c @ v

    def by_hand(x: Any, v: Any) -> Any:
        x = x - x.mean(0)
        c = x.T @ x / F(len(x) - 1)
        for _ in range(100):
            v = c @ v
            v = v / np.sqrt(v @ v)
        return v, v @ c @ v

    spread = np.geomspace(4, 0.1, 50).astype(F)
    return Program(ours, by_hand, (normal(2000, 50) * spread, normal(50)), 2e-3)


@program
def logistic_regression() -> Program:
    """Gradient descent by ``jax.grad`` in a loop."""

    def ours(w: Any, x: Any, y: Any) -> Any:
        loss = lambda w: jnp.logaddexp(0, -y * (x @ w)).mean()  # noqa: E731
        return lax.fori_loop(0, 50, lambda _, w: w - 0.5 * jax.grad(loss)(w), w)

    def by_hand(w: Any, x: Any, y: Any) -> Any:
        for _ in range(50):
            s = _sigmoid(-y * (x @ w))
            w = w + F(0.5 / len(x)) * (x.T @ (y * s))
        return w

    y = np.sign(normal(1000, seed=5)).astype(F)
    return Program(ours, by_hand, (normal(20), normal(1000, 20), y), 1e-3)


@program
def nearest_neighbours() -> Program:
    def ours(x: Any, q: Any) -> Any:
        d = ((q[:, None] - x[None]) ** 2).sum(-1)
        best, where = lax.top_k(-d, 5)
        return jnp.sqrt(-best), where

    def by_hand(x: Any, q: Any) -> Any:
        d = ((q[:, None] - x[None]) ** 2).sum(-1)
        part = np.argpartition(d, 5, axis=1)[:, :5]
        near = np.take_along_axis(d, part, 1)
        order = near.argsort(1, kind="stable")
        return np.sqrt(np.take_along_axis(near, order, 1)), np.take_along_axis(part, order, 1).astype(np.int32)

    return Program(ours, by_hand, (normal(2000, 8), normal(50, 8, seed=1)))


@program
def mixture_of_experts() -> Program:
    """Each row goes to its best expert."""

    def ours(x: Any, gate: Any, w: Any) -> Any:
        p = nn.softmax(x @ gate)
        best = jnp.argmax(p, -1)
        y = jnp.einsum("nd,edf->nef", x, w)
        return jnp.take_along_axis(y, best[:, None, None], 1)[:, 0] * p.max(-1)[:, None]

    def by_hand(x: Any, gate: Any, w: Any) -> Any:
        p = _softmax(x @ gate)
        rows = np.arange(len(x))
        y = (x @ w.transpose(1, 0, 2).reshape(x.shape[1], -1)).reshape(len(x), len(w), -1)
        best = p.argmax(-1)
        return y[rows, best] * p[rows, best][:, None]

    return Program(ours, by_hand, (normal(512, 64), normal(64, 8), normal(8, 64, 64)), 1e-3)
