"""An element of the result of an element-wise op depends on its place alone, whatever array it stands in."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl import backends
from hlorepl.engine.planner import Planner
from hlorepl.errors import HloError
from hlorepl.ir.core import Op, Value
from hlorepl.ir.types import TensorType, element_of
from hlorepl.ops import registry
from hlorepl.ops.registry import OPS, OpSpec
from hlorepl.verifier.rules import infer_types

COUNT = 203


def names() -> list[str]:
    """The element-wise ops that need no attributes."""
    for name in registry.names():
        if name.startswith(("stablehlo.", "chlo.")):
            registry.lookup(name)
    return sorted(name for name, spec in OPS.items() if spec.elementwise and spec.defaults is not None)


def function(spec: OpSpec, shape: tuple[int, ...], dtype: np.dtype):
    op = Op(spec.name, [Value(operand.name, TensorType(shape, element_of(dtype))) for operand in spec.operands])
    op.add_results(infer_types(op))
    return Planner(backends.get("numpy")).bound(op).function


def values(dtype: np.dtype, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    made = rng.normal(size=2 * count) * 10.0 ** rng.uniform(-3, 2, 2 * count)
    return (made[:count] + 1j * made[count:] if dtype.kind == "c" else made[:count]).astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("name", names())
def test_an_element_depends_on_its_place_alone(name, dtype):
    spec, of = OPS[name], np.dtype(dtype)
    try:
        whole = function(spec, (COUNT,), of)
    except HloError:
        return  # not of this type
    with backends.get("numpy").quiet():
        arrays = [values(of, COUNT, seed) for seed in range(len(spec.operands))]
        wanted = np.asarray(whole(*arrays))
        alone, three = function(spec, (), of), function(spec, (3,), of)
        for place in range(0, COUNT - 3, 10):
            single = np.asarray(alone(*(np.asarray(x[place]) for x in arrays)))
            assert single.tobytes() == wanted[place].tobytes()
            several = np.asarray(three(*(x[place : place + 3].copy() for x in arrays)))
            assert several.tobytes() == wanted[place : place + 3].tobytes()
        apart = np.asarray(function(spec, (len(wanted[::3]),), of)(*(x[::3] for x in arrays)))
        assert apart.tobytes() == wanted[::3].tobytes()
