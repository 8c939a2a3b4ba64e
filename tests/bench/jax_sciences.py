"""More programs as JAX exports them: grids, numbers, bits, signals, small matrices, chance."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .jax_programs import Program, normal, program, whole

F = np.float32


@program
def game_of_life() -> Program:
    def ours(g: Any) -> Any:
        def step(_: Any, g: Any) -> Any:
            n = sum(jnp.roll(g, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
            return ((n == 3) | ((g == 1) & (n == 2))).astype(jnp.uint8)

        return lax.fori_loop(0, 20, step, g)

    def by_hand(g: Any) -> Any:
        for _ in range(20):
            p = np.pad(g, 1, mode="wrap")
            rows = p[:-2] + p[1:-1] + p[2:]
            n = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - g
            g = ((n == 3) | ((g == 1) & (n == 2))).astype(np.uint8)
        return g

    return Program(ours, by_hand, (whole(2, 128, 128, dtype=np.uint8),), 0)


@program
def laplace_residual() -> Program:
    """Jacobi's rounds until the change is small."""

    def ours(u: Any) -> Any:
        def step(s: Any) -> Any:
            u, _, n = s
            inner = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            new = u.at[1:-1, 1:-1].set(inner)
            return new, jnp.abs(new - u).max(), n + 1

        u, _, n = lax.while_loop(lambda s: (s[1] > 1e-3) & (s[2] < 200), step, (u, jnp.float32(1), 0))
        return u, n

    def by_hand(u: Any) -> Any:
        change, n = F(1), 0
        while change > 1e-3 and n < 200:
            new = u.copy()
            new[1:-1, 1:-1] = F(0.25) * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            change, u, n = np.abs(new - u).max(), new, n + 1
        return u, np.int32(n)

    u = np.zeros((64, 64), F)
    u[0] = 1
    return Program(ours, by_hand, (u,), 1e-3)


@program
def wave_equation() -> Program:
    """A scan that keeps a picture of each step."""

    def ours(u: Any) -> Any:
        def step(s: Any, _: Any) -> Any:
            before, now = s
            p = jnp.pad(now, 1)
            lap = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * now
            new = 2 * now - before + 0.1 * lap
            return (now, new), new[::4, ::4]

        return lax.scan(step, (u, u), None, length=60)[1]

    def by_hand(u: Any) -> Any:
        before, now, out = u, u, []
        for _ in range(60):
            p = np.pad(now, 1)
            lap = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * now
            before, now = now, 2 * now - before + F(0.1) * lap
            out.append(now[::4, ::4])
        return np.stack(out)

    return Program(ours, by_hand, (normal(100, 100),), 1e-3)


@program
def monte_carlo() -> Program:
    def ours(s: Any, z: Any) -> Any:
        step = lambda x, z: (x * jnp.exp(0.001 + 0.02 * z), None)  # noqa: E731
        last = lax.scan(step, jnp.full(z.shape[1], s), z)[0]
        pay = jnp.maximum(last - 100, 0)
        return pay.mean(), pay.std()

    def by_hand(s: Any, z: Any) -> Any:
        x = np.full(z.shape[1], s, F)
        for row in z:
            x = x * np.exp(F(0.001) + F(0.02) * row)
        pay = np.maximum(x - 100, 0)
        return pay.mean(), pay.std()

    return Program(ours, by_hand, (F(100), normal(50, 20_000)), 1e-3)


@program
def uniform_pi() -> Program:
    """Threefry's bits as numbers from 0 to 1."""

    def ours(key: Any) -> Any:
        p = jax.random.uniform(jax.random.wrap_key_data(key), (2, 100_000))
        return 4 * ((p * p).sum(0) < 1).mean()

    def by_hand(key: Any) -> Any:
        n = 200_000
        k = [key[0], key[1], key[0] ^ key[1] ^ np.uint32(0x1BD11BDA)]
        x, y = np.full(n, k[0], np.uint32), np.arange(n, dtype=np.uint32) + k[1]
        for group in range(5):
            for r in ((13, 15, 26, 6), (17, 29, 16, 24))[group % 2]:
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
        p = (x.view(F) - F(1)).reshape(2, -1)
        return F(4) * ((p * p).sum(0) < 1).mean(dtype=F)

    return Program(ours, by_hand, (np.array([1, 2], np.uint32),))


@program
def bit_tricks() -> Program:
    def ours(x: Any) -> Any:
        reverse = x
        for mask, k in ((0x55555555, 1), (0x33333333, 2), (0x0F0F0F0F, 4), (0x00FF00FF, 8)):
            m = jnp.uint32(mask)
            reverse = ((reverse >> k) & m) | ((reverse & m) << k)
        return (reverse >> 16) | (reverse << 16), lax.population_count(x ^ (x >> 1)), lax.clz(x)

    def by_hand(x: Any) -> Any:
        u = np.uint32
        r = x
        for mask, k in ((0x55555555, 1), (0x33333333, 2), (0x0F0F0F0F, 4), (0x00FF00FF, 8)):
            r = ((r >> u(k)) & u(mask)) | ((r & u(mask)) << u(k))
        zeros = 32 - np.frexp(x.astype(np.float64))[1]
        return (r >> u(16)) | (r << u(16)), np.bitwise_count(x ^ (x >> u(1))).astype(u), zeros.astype(u)

    return Program(ours, by_hand, (whole(2**32, 200_000, dtype=np.uint32),), 0)


@program
def text_bytes() -> Program:
    """Capitals, words, and a rolling sum over bytes."""

    def ours(t: Any) -> Any:
        small = (t >= 97) & (t <= 122)
        upper = jnp.where(small, t - 32, t)
        space = t == 32
        words = (space[:-1] & ~space[1:]).sum()
        return upper, words, jnp.cumsum(t.astype(jnp.uint32))

    def by_hand(t: Any) -> Any:
        small = (t >= 97) & (t <= 122)
        space = t == 32
        words = np.count_nonzero(space[:-1] & ~space[1:])
        return np.where(small, t - np.uint8(32), t), np.int32(words), np.cumsum(t, dtype=np.uint32)

    return Program(ours, by_hand, (whole(96, 200_000, dtype=np.uint8) + np.uint8(32),), 0)


@program
def crc_numbers() -> Program:
    """A checksum bit by bit, and a greatest common divisor: numbers alone."""

    def ours(a: Any, b: Any) -> Any:
        def shift(_: Any, c: Any) -> Any:
            return jnp.where(c & 1, (c >> 1) ^ jnp.uint32(0xEDB88320), c >> 1)

        crc = lax.fori_loop(0, 1000, shift, a)
        return crc, lax.while_loop(lambda s: s[1] != 0, lambda s: (s[1], s[0] % s[1]), (a, b))[0]

    def by_hand(a: Any, b: Any) -> Any:
        c, x, y = int(a), int(a), int(b)
        for _ in range(1000):
            c = c >> 1 ^ 0xEDB88320 if c & 1 else c >> 1
        while y:
            x, y = y, x % y
        return np.uint32(c), np.uint32(x)

    return Program(ours, by_hand, (np.uint32(3524578), np.uint32(2178309)), 0)


@program
def rk4_number() -> Program:
    def ours(x: Any, v: Any) -> Any:
        f = lambda x, v: (v, (1 - x * x) * v - x)  # noqa: E731

        def step(_: Any, s: Any) -> Any:
            x, v = s
            h = 0.01
            a, b = f(x, v)
            c, d = f(x + h / 2 * a, v + h / 2 * b)
            e, g = f(x + h / 2 * c, v + h / 2 * d)
            i, j = f(x + h * e, v + h * g)
            return x + h / 6 * (a + 2 * c + 2 * e + i), v + h / 6 * (b + 2 * d + 2 * g + j)

        return lax.fori_loop(0, 500, step, (x, v))

    def by_hand(x: Any, v: Any) -> Any:
        f = lambda x, v: (v, (1 - x * x) * v - x)  # noqa: E731
        half, h, sixth = F(0.005), F(0.01), F(0.01 / 6)
        for _ in range(500):
            a, b = f(x, v)
            c, d = f(x + half * a, v + half * b)
            e, g = f(x + half * c, v + half * d)
            i, j = f(x + h * e, v + h * g)
            x, v = x + sixth * (a + 2 * c + 2 * e + i), v + sixth * (b + 2 * d + 2 * g + j)
        return x, v

    return Program(ours, by_hand, (F(1), F(0)), 1e-3)


@program
def edit_distance() -> Program:
    """A table filled row by row: dynamic slices and updates in a loop."""

    def ours(a: Any, b: Any) -> Any:
        n = b.shape[0]

        def row(before: Any, x: Any) -> Any:
            replaced = before[:-1] + (b != x)
            best = jnp.minimum(replaced, before[1:] + 1)
            steps = jnp.concatenate([before[:1] + 1, best]) - jnp.arange(n + 1)
            now = lax.cummin(steps) + jnp.arange(n + 1)
            return now, None

        return lax.scan(row, jnp.arange(n + 1), a)[0][-1]

    def by_hand(a: Any, b: Any) -> Any:
        count = np.arange(len(b) + 1, dtype=np.int32)
        before, steps = count, np.empty_like(count)
        for x in a:
            steps[0] = before[0] + 1
            np.minimum(before[:-1] + (b != x), before[1:] + 1, out=steps[1:])
            before = np.minimum.accumulate(steps - count) + count
        return before[-1]

    return Program(ours, by_hand, (whole(4, 200), whole(4, 300, seed=1)), 0)


@program
def fill_table() -> Program:
    """``fori_loop`` with slices and updates at places that the loop decides."""

    def ours(x: Any) -> Any:
        def step(i: Any, t: Any) -> Any:
            row = lax.dynamic_slice_in_dim(t, i - 1, 1, 0) * 0.5 + lax.dynamic_slice_in_dim(x, i, 1, 0)
            return lax.dynamic_update_slice_in_dim(t, row, i, 0)

        return lax.fori_loop(1, len(x), step, x)

    def by_hand(x: Any) -> Any:
        t, half = x.copy(), F(0.5)
        for i in range(1, len(x)):
            t[i] = t[i - 1] * half + x[i]
        return t

    return Program(ours, by_hand, (normal(500, 64),))


@program
def dense_solves() -> Program:
    def ours(a: Any, b: Any) -> Any:
        q, r = jnp.linalg.qr(a)
        return jnp.linalg.solve(a, b), jnp.abs(q), jnp.abs(r)

    def by_hand(a: Any, b: Any) -> Any:
        q, r = np.linalg.qr(a)
        return np.linalg.solve(a, b), np.abs(q), np.abs(r)

    a = normal(60, 60) + 10 * np.eye(60, dtype=F)
    return Program(ours, by_hand, (a, normal(60, 5)), 1e-2)


@program
def kalman_filters() -> Program:
    """Small linear algebra under ``vmap``, in a scan."""

    def ours(a: Any, h: Any, z: Any) -> Any:
        eye = jnp.eye(4)

        def step(s: Any, z: Any) -> Any:
            x, p = s
            x, p = a @ x, a @ p @ a.T + 0.01 * eye
            g = p @ h.T / (h @ p @ h.T + 0.1)
            x = x + (g * (z - h @ x)[:, None]).sum(1)
            return (x, (eye - g @ h) @ p), x

        return jax.vmap(lambda z: lax.scan(step, (jnp.zeros(4), eye), z)[1])(z)

    def by_hand(a: Any, h: Any, z: Any) -> Any:
        n, eye = len(z), np.eye(4, dtype=F)
        x, p, out = np.zeros((n, 4), F), np.broadcast_to(eye, (n, 4, 4)), np.empty((n, z.shape[1], 4), F)
        for t in range(z.shape[1]):
            x, p = x @ a.T, a @ p @ a.T + F(0.01) * eye
            g = p @ h.T / (h @ p @ h.T + F(0.1))
            x = x + g[..., 0] * (z[:, t] - x @ h.T)
            out[:, t] = x
            p = (eye - g @ h) @ p
        return out

    a = (np.eye(4) + 0.1 * np.eye(4, k=1)).astype(F)
    h = np.array([[1, 0, 0.5, 0]], F)
    return Program(ours, by_hand, (a, h, normal(100, 50, 1)), 1e-2)


@program
def determinants() -> Program:
    """Three by three, written out, for many at a time."""

    def ours(m: Any) -> Any:
        c = jnp.cross(m[:, 1], m[:, 2])
        return (m[:, 0] * c).sum(-1), jnp.trace(m, axis1=1, axis2=2), jnp.einsum("nij,nkj->nik", m, m)

    def by_hand(m: Any) -> Any:
        a, b = m[:, 1], m[:, 2]
        c = np.stack([a[:, i] * b[:, j] - a[:, j] * b[:, i] for i, j in ((1, 2), (2, 0), (0, 1))], 1)
        return (m[:, 0] * c).sum(-1), m.trace(axis1=1, axis2=2), m @ m.transpose(0, 2, 1)

    return Program(ours, by_hand, (normal(20_000, 3, 3),), 1e-3)


@program
def spectrogram() -> Program:
    def ours(x: Any) -> Any:
        w = jnp.hanning(256).astype(jnp.float32)
        starts = jnp.arange(0, len(x) - 255, 64)
        frames = x[starts[:, None] + jnp.arange(256)] * w
        return jnp.log1p(jnp.abs(jnp.fft.rfft(frames)))

    def by_hand(x: Any) -> Any:
        from scipy import fft

        frames = np.lib.stride_tricks.sliding_window_view(x, 256)[::64] * np.hanning(256).astype(F)
        spectrum: Any = fft.rfft(frames)
        return np.log1p(np.abs(spectrum))

    return Program(ours, by_hand, (normal(30_000),), 1e-3)


@program
def complex_fft() -> Program:
    """Poisson's equation on a torus."""

    def ours(f: Any) -> Any:
        k = jnp.fft.fftfreq(f.shape[0]) * 2 * jnp.pi
        k2 = k[:, None] ** 2 + k[None] ** 2
        return jnp.fft.ifft2(jnp.fft.fft2(f) / jnp.where(k2 == 0, 1, -k2)).real

    def by_hand(f: Any) -> Any:
        from scipy import fft

        k = np.fft.fftfreq(f.shape[0]).astype(F) * F(2 * np.pi)
        k2 = k[:, None] ** 2 + k[None] ** 2
        return fft.ifft2(fft.fft2(f) / np.where(k2 == 0, F(1), -k2)).real

    return Program(ours, by_hand, (normal(256, 256),), 1e-3)


@program
def running_products() -> Program:
    return Program(
        lambda x: (jnp.cumprod(x, axis=0), lax.cumlogsumexp(x, axis=1)),
        lambda x: (np.cumprod(x, axis=0), np.logaddexp.accumulate(x, axis=1)),
        (normal(64, 500),),
        1e-3,
    )


@program
def ranks_and_medians() -> Program:
    def ours(x: Any) -> Any:
        order = jnp.argsort(x, axis=1)
        return order, jnp.median(x, axis=1), jnp.argmin(x, axis=0)

    def by_hand(x: Any) -> Any:
        order = np.argsort(x, axis=1, kind="stable").astype(np.int32)
        return order, np.median(x, axis=1), np.argmin(x, axis=0).astype(np.int32)

    return Program(ours, by_hand, (normal(200, 501),))


@program
def column_sums() -> Program:
    """Reductions over the first axes, and a sum of products over the last."""

    def ours(x: Any, y: Any) -> Any:
        return x.sum(0), x.max((0, 1)), jnp.prod(1 + 0.01 * y, axis=0), (x[0] * y).sum(-1), (x > 0).any(0)

    def by_hand(x: Any, y: Any) -> Any:
        return x.sum(0), x.max((0, 1)), np.prod(1 + F(0.01) * y, axis=0), (x[0] * y).sum(-1), (x > 0).any(0)

    return Program(ours, by_hand, (normal(8, 200, 300), normal(200, 300, seed=1)), 1e-3)


@program
def graph_messages() -> Program:
    """Sums over the edges of a graph, divided by degrees."""

    def ours(x: Any, source: Any, target: Any, w: Any) -> Any:
        n = len(x)
        total = jax.ops.segment_sum(x[source], target, n)
        degree = jax.ops.segment_sum(jnp.ones_like(target, jnp.float32), target, n)
        return jnp.tanh((total / jnp.maximum(degree, 1)[:, None]) @ w)

    def by_hand(x: Any, source: Any, target: Any, w: Any) -> Any:
        total = np.zeros_like(x)
        np.add.at(total, target, x[source])
        degree = np.bincount(target, minlength=len(x)).astype(F)
        return np.tanh((total / np.maximum(degree, 1)[:, None]) @ w)

    return Program(ours, by_hand, (normal(1000, 32), whole(1000, 8000), whole(1000, 8000, seed=1), normal(32, 32)))


@program
def page_rank() -> Program:
    def ours(source: Any, target: Any, r: Any) -> Any:
        n = len(r)
        out = jnp.zeros(n).at[source].add(1.0)

        def step(_: Any, r: Any) -> Any:
            return 0.15 / n + 0.85 * jnp.zeros(n).at[target].add((r / jnp.maximum(out, 1))[source])

        return lax.fori_loop(0, 30, step, r)

    def by_hand(source: Any, target: Any, r: Any) -> Any:
        n = len(r)
        out = np.maximum(np.bincount(source, minlength=n).astype(F), 1)
        for _ in range(30):
            r = F(0.15 / n) + F(0.85) * np.bincount(target, (r / out)[source], n).astype(F)
        return r

    return Program(ours, by_hand, (whole(500, 5000), whole(500, 5000, seed=1), np.full(500, 1 / 500, F)), 1e-3)
