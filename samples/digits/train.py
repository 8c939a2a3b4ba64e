"""Train a small convolutional network on scikit-learn's digits and export it as StableHLO with its weights inside.

    python samples/digits/train.py

writes ``classify.mlir`` (takes ``images`` and ``labels``, gives ``predictions`` and ``accuracy``), ``test.npz`` (the
held-out images and labels) and ``expected.json`` (what JAX computes). It needs jax and
scikit-learn, and takes half a minute.
"""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits

HERE = Path(__file__).parent
HELD_OUT = 360
EPOCHS, BATCH, RATE = 30, 32, 0.05


def initial_weights(key):
    """Convolutions 3x3 (1 to 8, then 8 to 16 channels) and a dense layer, scaled by their fan-in."""
    shapes = {"conv1": (3, 3, 1, 8), "conv2": (3, 3, 8, 16), "dense": (2 * 2 * 16, 10)}
    keys = jax.random.split(key, len(shapes))
    weights = {
        name: jax.random.normal(k, shape) * np.sqrt(2 / np.prod(shape[:-1]))
        for k, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    biases = {f"{name}_bias": jnp.zeros(shape[-1]) for name, shape in shapes.items()}
    return weights | biases


def convolve(x, kernel, bias):
    y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.nn.relu(y + bias)


def halve(x):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def logits(w, images):
    """(n, 8, 8, 1) images with values in [0, 1] to (n, 10) logits."""
    x = halve(convolve(images, w["conv1"], w["conv1_bias"]))
    x = halve(convolve(x, w["conv2"], w["conv2_bias"]))
    return x.reshape(x.shape[0], -1) @ w["dense"] + w["dense_bias"]


@jax.jit
def update(w, velocity, images, labels):
    """One step of gradient descent with momentum on the cross entropy."""

    def loss(w):
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits(w, images)), labels[:, None], axis=1)
        return -picked.mean()

    gradient = jax.grad(loss)(w)
    velocity = jax.tree.map(lambda v, g: 0.9 * v - RATE * g, velocity, gradient)
    return jax.tree.map(jnp.add, w, velocity), velocity


def train(images, labels):
    w = initial_weights(jax.random.key(0))
    velocity = jax.tree.map(jnp.zeros_like, w)
    order = np.random.default_rng(0)
    for _ in range(EPOCHS):
        shuffled = order.permutation(len(images))
        for batch in np.split(shuffled, range(BATCH, len(images), BATCH)):
            if len(batch) == BATCH:
                w, velocity = update(w, velocity, images[batch], labels[batch])
    return jax.tree.map(np.asarray, w)


def main():
    jax.config.update("jax_traceback_in_locations_limit", 0)  # names in loc(...), not this machine's paths
    pixels, target = load_digits(return_X_y=True)
    images = (pixels / 16).astype(np.float32).reshape(-1, 8, 8, 1)
    labels = target.astype(np.int32)
    order = np.random.default_rng(1).permutation(len(images))
    held_out, rest = order[:HELD_OUT], order[HELD_OUT:]
    w = train(images[rest], labels[rest])

    def classify(images, labels):
        predictions = jnp.argmax(logits(w, images), axis=1).astype(jnp.int32)
        return {"predictions": predictions, "accuracy": jnp.mean(predictions == labels, dtype=jnp.float32)}

    test = {"images": images[held_out], "labels": labels[held_out]}
    compiled = jax.jit(classify)
    answers = compiled(**test)
    (HERE / "classify.mlir").write_text(compiled.lower(**test).as_text(debug_info=True))
    np.savez_compressed(HERE / "test.npz", **test)
    expected = {"accuracy": float(answers["accuracy"]), "predictions": answers["predictions"].tolist()}
    (HERE / "expected.json").write_text(json.dumps(expected) + "\n")
    print(f"accuracy {expected['accuracy']}")


if __name__ == "__main__":
    main()
