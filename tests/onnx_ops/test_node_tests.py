"""ONNX's own tests of nodes and small models, through the backend interface."""

from pathlib import Path

import numpy as np
import onnx_cases
import pytest

from hlorepl import onnx_backend
from hlorepl.errors import HloError

RANDOM = ("test_bernoulli", "test_bernoulli_double", "test_bernoulli_seed")
"""Their outputs are what NumPy's global generator happened to draw; only shape and type can agree."""


def run(case: onnx_cases.Case) -> None:
    prepared = onnx_backend.prepare(case.model)
    for inputs, expected in case.data_sets:
        found = prepared.run(inputs)
        if case.name.removesuffix("_expanded") in RANDOM:
            assert [(value.shape, value.dtype) for value in found] == [(v.shape, v.dtype) for v in expected]
            assert all(set(np.unique(value)) <= {0, 1} for value in found)
        else:
            onnx_cases.assert_same(expected, list(found), case.rtol, case.atol)


@pytest.mark.parametrize("module", onnx_cases.modules())
def test_node(module: str) -> None:
    failures = []
    for case in onnx_cases.cases_of(module):
        try:
            run(case)
        except (AssertionError, HloError) as error:
            failures.append(f"{case.name}: {error}")
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("kind", ["simple", "pytorch-operator", "pytorch-converted"])
def test_model_files(kind: str) -> None:
    for folder in onnx_cases.folders(kind):
        run(onnx_cases.case_of(folder))


@pytest.mark.slow
@pytest.mark.parametrize("path", onnx_cases.light_models(), ids=lambda path: path.stem)
def test_light_network(path: Path) -> None:
    run(onnx_cases.light_case(path))
