"""Every row of the element-wise table, on every type of elements: it runs as its rule says, or is refused by its rule."""

from __future__ import annotations

import numpy as np
import pytest

from hlorepl import backends
from hlorepl.engine.planner import Planner
from hlorepl.errors import HloError
from hlorepl.ir.attributes import EnumAttr, StructAttr
from hlorepl.ir.core import Op, Value
from hlorepl.ir.types import ELEMENTS, QuantizedType, TensorType
from hlorepl.ops.registry import OPS, OpSpec, load
from hlorepl.source import Source
from hlorepl.syntax.parser import Parser
from hlorepl.verifier.rules import infer_types

load()
SHAPE = (3, 4)
PLAIN = [TensorType(SHAPE, element) for name, element in ELEMENTS.items() if name not in ("index", "tf32")]
QUANTIZED = [
    Parser(Source(f"tensor<3x4x!quant.uniform<{each}>>")).type()
    for each in ("i8:f32, 0.05:3", "u8:f32, 0.25", "i16:f64, 0.5:-7")
]
PER_AXIS = Parser(Source("tensor<3x4x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>>")).type()
ROWS = sorted(name for name, spec in OPS.items() if spec.function.__module__ == "hlorepl.ops.elementwise.table")
HIGHEST = StructAttr("stablehlo", "result_accuracy", {"mode": EnumAttr("stablehlo", "result_accuracy_mode", "HIGHEST")})


def values(of: TensorType, seed: int) -> np.ndarray:
    """Small numbers of a type, or its storage integers."""
    element = of.element.storage if isinstance(of.element, QuantizedType) else of.element
    numbers = np.random.default_rng(seed).integers(0, 2 if element.bits < 4 else 4, of.sizes)
    return numbers.astype(element.dtype)


def made(spec: OpSpec, of: TensorType, attributes: dict | None = None) -> Op | None:
    """The op on operands of that type with its result, or None where the rule refuses their type."""
    op = Op(spec.name, [Value(operand.name, of) for operand in spec.operands], attributes)
    try:
        op.add_results(infer_types(op))
    except HloError as error:
        if error.code != spec.code("operand_type"):
            raise
        return None
    return op


def run(op: Op) -> np.ndarray:
    backend = backends.get("numpy")
    with backend.quiet():
        return Planner(backend).bound(op).function(*(values(v.type, k) for k, v in enumerate(op.operands)))


def test_the_table_has_rows() -> None:
    assert len(ROWS) > 50
    assert {"stablehlo.sine", "stablehlo.divide", "chlo.acos", "chlo.zeta"} <= set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_row_runs_on_all_types_that_it_admits(name: str) -> None:
    spec = OPS[name]
    admitted: dict[str, set[bool]] = {}
    for of in (*PLAIN, *QUANTIZED):
        op = made(spec, of)
        admitted.setdefault(of.element.kind, set()).add(op is not None)
        if op is None:
            continue
        out = np.asarray(run(op))
        (result,) = op.results
        assert (out.shape, out.dtype) == (SHAPE, result.type.dtype), of
        assert result.type.element == (of.element if out.dtype != np.bool_ else ELEMENTS["i1"]), of
    assert {True} in admitted.values(), "a row that admits nothing"
    assert all(len(each) == 1 for each in admitted.values()), "some types of a kind and not others"
    assert (made(spec, PER_AXIS) is not None) == (name == "stablehlo.add"), "only sums may be of scales along an axis"
    assert (spec.quantized == "expressed") == (True in admitted["quantized"])


WIDER = {"f32": "f64", "complex<f32>": "complex<f64>", "f64": "f64", "complex<f64>": "complex<f64>", "bf16": "bf16"}


@pytest.mark.parametrize("element", WIDER)
@pytest.mark.parametrize("name", [name for name in ROWS if "result_accuracy" in OPS[name].attributes])
def test_the_most_accurate_result_is_the_wider_one_rounded(name: str, element: str) -> None:
    of = TensorType(SHAPE, ELEMENTS[element])
    best = made(OPS[name], of, {"result_accuracy": HIGHEST})
    wide = made(OPS[name], of.with_element(ELEMENTS[WIDER[element]]))
    assert best is not None
    assert wide is not None
    got = run(best)
    assert got.dtype == of.dtype
    np.testing.assert_array_equal(got, run(wide).astype(of.dtype))


@pytest.mark.parametrize("name", [name for name in ROWS if len(OPS[name].operands) == 2])
def test_operands_of_a_row_are_of_one_type(name: str) -> None:
    spec = OPS[name]
    first = next(of for of in PLAIN if made(spec, of) is not None)
    second = next(of for of in PLAIN if made(spec, of) is not None and of != first)
    for other in (second, TensorType((4, 3), first.element)):
        op = Op(name, [Value("a", first), Value("b", other)])
        with pytest.raises(HloError, match="must have the same type") as caught:
            infer_types(op)
        assert caught.value.code == spec.code("C1" if spec.dialect == "stablehlo" else "operand_type")
