"""Models as StableHLO: what our own engine computes from the export is what the evaluator computes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl import mdf
from hlorepl.errors import HloError

sys.path.insert(0, str(Path(__file__).parent))
from models import condition, edge, model, node, one

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"

EXPRESSIONS = [
    "x + y",
    "x*n - 3",
    "n/2 + n//2 + n % 3",
    "-7 // n + -7 % n",
    "x // 0.3",
    "x % -0.7",
    "x**2 + 2**x",
    "1 if x > 0.2 and n < 5 else 2",
    "x or n",
    "not x",
    "0.1 < x < 0.9",
    "v[0] + v[-1]",
    "v[1:] * 2",
    "v[n]",
    "m @ v[:2]",
    "m.T",
    "v @ v",
    "[x, y]",
    "numpy.exp(x) + numpy.log(y) + numpy.sqrt(y)",
    "numpy.tanh(x) + numpy.sinh(x) + numpy.arctan(x) + numpy.arcsin(x)",
    "numpy.maximum(v, x) + numpy.minimum(v, 0.5)",
    "numpy.where(v > 0.4, v, -v)",
    "numpy.sum(v) + numpy.mean(m, axis=0)[0] + numpy.std(v)",
    "numpy.max(v) - numpy.min(v)",
    "numpy.any(v > 2) or numpy.all(v > -9)",
    "numpy.clip(v, 0, 1)",
    "numpy.floor(x*10) + numpy.ceil(x) + numpy.rint(x*3) + numpy.trunc(-x*9)",
    "numpy.sign(x) + numpy.heaviside(x, 0.5)",
    "numpy.concatenate([v, v])",
    "numpy.outer(v, v)",
    "numpy.reshape(m, [4])",
    "abs(-x) + max(x, y) + min(n, 2) + round(x*10)",
    "math.floor(x*7) + int(y*3) + float(n)",
    "numpy.isnan(x/0 - x/0)",
    "x/0",
    "v.size + len(v)",
    "v == 1.5",
]


def state(extra: dict[str, Any]) -> dict[str, Any]:
    """Values that the program cannot know, so that every operator really is written."""
    return {
        "x": {"default_initial_value": 0.3, "value": "x + 0.125"},
        "y": {"default_initial_value": 0.7, "value": "y*1.5"},
        "n": {"default_initial_value": 1, "value": "n + 1 if n < 2 else 1"},
        "v": {"default_initial_value": [0.25, 0.5, 1.5], "value": "v + 0.25"},
        "m": {"default_initial_value": [[1.0, 2.0], [3.0, 4.0]], "value": "m - 0.5"},
        **extra,
    }


def compare(made: mdf.Model, steps: int = 4, dt: float = 0.1, inputs: dict[str, Any] | None = None) -> None:
    program = hlorepl.parse(mdf.to_stablehlo(made))
    assert hlorepl.verify(program) == []
    main = hlorepl.compile(program)
    run = mdf.evaluate(made, steps, dt, inputs)
    given = [np.asarray(value, np.float64) for value in (inputs or {}).values()]
    found = iter(main(np.int64(steps), *given, np.float64(dt)))
    for node_id, ports in run.items():
        for port, values in ports.items():
            expected, result = values[-1], next(found)
            np.testing.assert_allclose(
                np.asarray(result, float), np.asarray(expected, float), rtol=1e-12, err_msg=f"{node_id}.{port}"
            )


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str):
    compare(one(state({"r": {"value": text}}), r="r"))


def test_inputs_edges_functions_and_lag():
    nodes = {
        "A": node(
            {
                "c": {"value": "c + 1"},
                "W": {"value": [[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]]},
                "k": {"value": "W @ x"},
                "z": {
                    "default_initial_value": 5,
                    "value": "z + c if c > 2 else z - 1",
                    "conditions": [{"id": "q", "test": "z > 6", "value": "k[0]"}],
                },
            },
            {"f": {"function": "logistic", "args": {"variable0": "k", "gain": 2, "bias": "c", "offset": 0}}},
            {"x": {"shape": [3]}},
            f="f",
            z="z",
        ),
        "B": node({"p": {"value": "i*2 + j"}}, inputs={"i": {"default_value": 1.0}, "j": {"reduce": "add"}}, o="p/3"),
    }
    edges = {"self": edge("B.o", "B.i"), "z": edge("A.z", "B.j", 0.5), "z2": edge("A.z", "B.j")}
    for steps in (1, 2, 5):
        compare(model(nodes, edges), steps, inputs={"x": [0.1, 0.2, 0.3]})


@pytest.mark.parametrize("name", ["fitzhugh_nagumo.yaml", "iaf_spiking.yaml", "izhikevich.yaml", "rnn.yaml"])
def test_samples(name: str):
    inputs = {"x": [1.0, -1.0]} if name == "rnn.yaml" else None
    compare(mdf.load(SAMPLES / name), 50, 0.5, inputs)


def test_one_step_at_a_time():
    made = one({"x": {"default_initial_value": 1.0, "time_derivative": "-x"}})
    program = hlorepl.parse(mdf.to_stablehlo(made))
    x, shown = hlorepl.compile(program, entry="init")()
    assert (float(x), float(shown)) == (1.0, 1.0)
    x, shown = hlorepl.compile(program, entry="step")(x, np.float64(0.5))
    assert (float(x), float(shown)) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (one({"w": {"value": {"a": "b"}}}), "has no counterpart"),
        (one({"x": {"default_initial_value": 1, "value": "numpy.cumsum(x)"}}), "numpy.cumsum has no counterpart"),
        (
            one({}, {"f": {"function": "check_termination", "args": {"production": 0}}}),
            "check_termination has no counterpart",
        ),
        (one({"v": {"default_initial_value": [1.0, 2.0], "value": "numpy.concatenate([v, v])"}}), "shape"),
        (
            model({"A": node({"p": {"value": 1}})}, conditions={"node_specific": {"A": condition("Always")}}),
            "a schedule",
        ),
    ],
)
def test_what_has_no_counterpart_is_named(made: mdf.Model, message: str):
    with pytest.raises(HloError, match=message) as caught:
        mdf.to_stablehlo(made)
    assert "graphs.g" in caught.value.message
