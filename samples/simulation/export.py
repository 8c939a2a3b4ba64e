"""Export two simulations written with ``jax.lax.scan`` as StableHLO: the Lorenz system and a plate that cools.

    python samples/simulation/export.py

writes ``lorenz.mlir`` and ``heat.mlir``, ``*_inputs.npz`` (by argument name) and ``*_expected.npz`` (what JAX answers).
It needs jax.
"""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

HERE = Path(__file__).parent


def lorenz(state, sigma, rho, beta, dt):
    """500 steps of fourth-order Runge-Kutta; returns the last state and the whole trajectory."""

    def slope(s):
        x, y, z = s
        return jnp.stack([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])

    def step(s, _):
        k1 = slope(s)
        k2 = slope(s + dt / 2 * k1)
        k3 = slope(s + dt / 2 * k2)
        k4 = slope(s + dt * k3)
        s = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return s, s

    final, trajectory = jax.lax.scan(step, state, length=500)
    return {"final": final, "trajectory": trajectory}


def heat(plate, conductivity):
    """200 explicit steps of the heat equation with cold edges; returns the plate and its mean temperature over time."""

    def step(u, _):
        padded = jnp.pad(u, 1)
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        u = u + conductivity * (around - 4 * u)
        return u, u.mean()

    final, means = jax.lax.scan(step, plate, length=200)
    return {"plate": final, "mean_temperature": means}


def export(function, inputs):
    compiled = jax.jit(function)
    answers = compiled(**inputs)
    name = function.__name__
    (HERE / f"{name}.mlir").write_text(compiled.lower(**inputs).as_text(debug_info=True))
    np.savez_compressed(HERE / f"{name}_inputs.npz", **inputs)
    np.savez_compressed(HERE / f"{name}_expected.npz", allow_pickle=False, **jax.device_get(answers))


def main():
    jax.config.update("jax_enable_x64", True)  # the Lorenz system is chaotic: f64, and only 5 units of time
    jax.config.update("jax_traceback_in_locations_limit", 0)  # names in loc(...), not this machine's paths
    numbers = {"sigma": 10.0, "rho": 28.0, "beta": 8 / 3, "dt": 0.01}
    export(lorenz, {"state": np.array([1.0, 1.0, 1.0])} | {name: np.float64(value) for name, value in numbers.items()})
    plate = np.zeros((32, 48), np.float32)
    plate[12:20, 16:32] = 100
    export(heat, {"plate": plate, "conductivity": np.float32(0.2)})


if __name__ == "__main__":
    main()
