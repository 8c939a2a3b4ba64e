"""Export one training step with Adam of a small regression network, gradients included, as StableHLO.

    python samples/training_step/export.py

writes ``adam_step.mlir``, ``inputs.npz`` (weights, moments, step number and a batch, by argument name) and
``expected.npz`` (what JAX answers, by result name). It needs jax.
"""

from pathlib import Path

import jax
import jax.flatten_util
import jax.numpy as jnp
import numpy as np

HERE = Path(__file__).parent
RATE, BETA1, BETA2, EPSILON = 1e-2, 0.9, 0.999, 1e-8


def loss(weights, x, y):
    """Mean squared error of a 4-16-1 network with a tanh layer."""
    hidden = jnp.tanh(x @ weights["w1"] + weights["b1"])
    return jnp.mean((hidden @ weights["w2"] + weights["b2"] - y) ** 2)


def adam_step(w1, b1, w2, b2, first, second, step, x, y):
    """One update; ``first`` and ``second`` hold the moments of all weights, flattened in the order b1, b2, w1, w2."""
    weights = {"w1": w1, "b1": b1, "w2": w2, "b2": b2}
    value, gradient = jax.value_and_grad(loss)(weights, x, y)
    flat, unflatten = jax.flatten_util.ravel_pytree(gradient)
    step = step + 1
    first = BETA1 * first + (1 - BETA1) * flat
    second = BETA2 * second + (1 - BETA2) * flat**2
    time = step.astype(jnp.float32)
    change = unflatten(RATE * (first / (1 - BETA1**time)) / (jnp.sqrt(second / (1 - BETA2**time)) + EPSILON))
    return jax.tree.map(jnp.subtract, weights, change) | {"first": first, "second": second, "step": step, "loss": value}


def main():
    jax.config.update("jax_traceback_in_locations_limit", 0)  # names in loc(...), not this machine's paths
    random = np.random.default_rng(0)

    def normal(*shape, scale=1.0):
        return (scale * random.standard_normal(shape)).astype(np.float32)

    x = normal(32, 4)
    inputs = {
        "w1": normal(4, 16, scale=0.5),
        "b1": np.zeros(16, np.float32),
        "w2": normal(16, 1, scale=0.25),
        "b2": np.zeros(1, np.float32),
        "first": normal(97, scale=0.01),
        "second": np.abs(normal(97, scale=0.001)),
        "step": np.int32(5),
        "x": x,
        "y": np.sin(x.sum(axis=1, keepdims=True)).astype(np.float32),
    }
    compiled = jax.jit(adam_step)
    answers = compiled(**inputs)
    (HERE / "adam_step.mlir").write_text(compiled.lower(**inputs).as_text(debug_info=True))
    np.savez_compressed(HERE / "inputs.npz", **inputs)
    np.savez_compressed(HERE / "expected.npz", allow_pickle=False, **jax.device_get(answers))
    print(f"loss {answers['loss']}")


if __name__ == "__main__":
    main()
