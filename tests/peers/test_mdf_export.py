"""Exported models: valid to MLIR, and the evaluator's values when XLA runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf

pytestmark = pytest.mark.peers

os.environ.setdefault("JAX_PLATFORMS", "cpu")
jax = pytest.importorskip("jax")

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"


def run_in_xla(text: str, *arguments: Any) -> list[np.ndarray]:
    """Compile ``@main`` of a module for the CPU and run it."""
    import jaxlib._jax as xla_client
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    jax.config.update("jax_enable_x64", True)
    backend = xla_bridge.get_backend("cpu")
    device = backend.local_devices()[0]
    options = xla_client.CompileOptions()
    options.device_assignment = xla_client.DeviceAssignment.create(np.array([[device.id]]))
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        assert module.operation.verify()
        program = backend.compile_and_load(module, xla_client.DeviceList((device,)), options)
    found = program.execute_sharded([jax.device_put(np.asarray(value), device) for value in arguments])
    return [np.asarray(part[0]) for part in found.disassemble_into_single_device_arrays()]


@pytest.mark.parametrize(
    ("name", "steps", "dt", "inputs"),
    [
        ("fitzhugh_nagumo.yaml", 200, 0.1, {}),
        ("iaf_spiking.yaml", 80, 1.0, {}),
        ("izhikevich.yaml", 100, 0.5, {}),
        ("rnn.yaml", 20, 0.1, {"x": [1.0, -1.0]}),
    ],
)
def test_samples(name: str, steps: int, dt: float, inputs: dict[str, Any]):
    model = mdf.load(SAMPLES / name)
    run = mdf.evaluate(model, steps, dt, inputs)
    found = iter(
        run_in_xla(mdf.to_stablehlo(model), np.int64(steps), *map(np.float64, inputs.values()), np.float64(dt))
    )
    for node, ports in run.items():
        for port, values in ports.items():
            np.testing.assert_allclose(next(found), values[-1], rtol=1e-8, err_msg=f"{node}.{port}")


EXPRESSIONS = [
    "n//2 + n % 3 - (-7 // n) * (-7 % n)",
    "x // 0.3 + x % -0.7 + x**3",
    "1 if x > 0.2 and n < 5 else x or n",
    "v[n] + v[-1] + (v[1:] * 2)[0]",
    "m @ v[:2] + m.T @ v[1:]",
    "numpy.exp(x) + numpy.log(y) + numpy.sinh(x) + numpy.arctan(x) + numpy.arcsin(x/9) + numpy.tan(x)",
    "numpy.std(v) + numpy.max(v) - numpy.min(v) + numpy.mean(m, axis=0)",
    "numpy.where(v > 0.4, v, -v) + numpy.heaviside(x, 0.5) + numpy.rint(x*3)",
    "numpy.concatenate([v, v]) * numpy.outer(v, v)[0, 1]",
    "[x, y] + numpy.array([x, n])",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str):
    parameters = {
        "x": {"default_initial_value": 0.3, "value": "x + 0.125"},
        "y": {"default_initial_value": 0.7, "value": "y*1.5"},
        "n": {"default_initial_value": 1, "value": "n + 1 if n < 2 else 1"},
        "v": {"default_initial_value": [0.25, 0.5, 1.5], "value": "v + 0.25"},
        "m": {"default_initial_value": [[1.0, 2.0], [3.0, 4.0]], "value": "m - 0.5"},
        "r": {"value": text},
    }
    tree = {"m": {"graphs": {"g": {"nodes": {"A": {"parameters": parameters, "output_ports": {"r": {"value": "r"}}}}}}}}
    model = mdf.loads(json.dumps(tree))
    (found,) = run_in_xla(mdf.to_stablehlo(model), np.int64(4), np.float64(0.1))
    np.testing.assert_allclose(found, mdf.evaluate(model, 4, 0.1)["A"]["r"][-1], rtol=1e-10)
