"""Runs for those who mind only what is not finite: of every operator the same is told as node by node."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx_cases
import pytest

from hlorepl import backends
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.engine.guards import guarded
from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel


def told(model: OnnxModel, inputs: list[Any]) -> str:
    watch = NotFinite()
    try:
        with np.errstate(all="ignore"):
            model.run(inputs, context=RunContext(observers=(watch,)))
    except HloError as error:
        return f"{watch.text}\n{error.code}"
    return watch.text


def stretched(value: Any, rng: np.random.Generator) -> Any:
    """Floats, some of them where functions leave the finite numbers."""
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f":
        return value
    edges = rng.choice(np.array([0.0, -1.0, 88.8, 3e38, -3e38]), value.shape)
    with np.errstate(all="ignore"):
        return np.where(rng.random(value.shape) < 0.3, edges, value).astype(value.dtype)


@pytest.mark.slow
@pytest.mark.parametrize("module", onnx_cases.modules())
def test_every_operator(module: str) -> None:
    rng = np.random.default_rng(0)
    for case in onnx_cases.cases_of(module)[:12]:
        plain, watching = OnnxModel(case.model), OnnxModel(case.model, None, guarded(backends.get("numpy")))
        for inputs, _ in case.data_sets:
            given = [stretched(value, rng) for value in inputs]
            wanted = told(plain, given)
            assert [told(watching, given) for _ in range(2)] == [wanted] * 2, case.name
