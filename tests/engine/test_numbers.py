"""Rank-0 values as Python's numbers: every op that says how gives the bits that it gives on arrays."""

import itertools

import numpy as np
import pytest
from hostile import nested_programs
from hostile.fuzzing import fuzz

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.stepper import Machine
from hlorepl.errors import HloError
from hlorepl.ir.core import Module
from hlorepl.ir.types import ELEMENTS, TensorType
from hlorepl.ops import registry
from hlorepl.ops.builder import Builder
from hlorepl.verifier.rules import infer_types

registry.load()
PLAIN = ("i1", "i8", "i32", "i64", "ui16", "ui32", "ui64", "f32", "f64")
#: What an op needs beside its operands: each of these in turn.
VARIANTS = {
    "stablehlo.compare": [{"comparison_direction": d} for d in ("EQ", "NE", "GE", "GT", "LE", "LT")],
    "stablehlo.convert": [{"types": [TensorType((), ELEMENTS[name])]} for name in PLAIN],
    "stablehlo.broadcast_in_dim": [{"broadcast_dimensions": (), "types": "operand"}],
    "stablehlo.reshape": [{"types": "operand"}],
}
FLOATS = (0.0, 1.0, 0.5, 1.5, 2.5, 3.7, 255.5, 2.0**24 + 1, 2.0**31, 2.0**63, 1e10, 1e-30, 1e-45, np.inf, np.nan)
NUMBERED = sorted(name for name, spec in registry.OPS.items() if spec.number_rule is not None)


def edges(element: str) -> list[np.ndarray]:
    """Values at which arithmetic goes wrong, if it does."""
    dtype = ELEMENTS[element].dtype
    if dtype.kind == "b":
        return [np.array(value) for value in (False, True)]
    if dtype.kind == "f":
        info = np.finfo(dtype)
        found = [*FLOATS, float(info.max), float(info.tiny), float(info.eps)]
        with np.errstate(all="ignore"):
            return [np.array(sign * value, dtype) for value in found for sign in (1, -1)]
    info = np.iinfo(dtype)
    near = {
        0,
        1,
        2,
        3,
        7,
        8,
        31,
        32,
        33,
        63,
        64,
        info.max,
        info.max - 1,
        info.max // 2 + 1,
        info.min,
        info.min + 1,
        -1,
        -7,
    }
    return [np.array(value, dtype) for value in sorted(near) if info.min <= value <= info.max]


def program(name: str, element: str, variant: dict):
    """The op on rank-0 operands, or None where it does not take them."""
    spec = registry.lookup(name)
    assert spec is not None
    of = TensorType((), ELEMENTS[element])
    types = [of] * spec.min_operands
    if name == "stablehlo.select":
        types[0] = TensorType((), ELEMENTS["i1"])
    options = {key: [of] if value == "operand" else value for key, value in variant.items()}
    builder = Builder(infer_types)
    try:
        with builder.function("main", types) as function:
            builder.give(builder.value(name, *function.arguments, **options))
    except HloError:
        return None
    module = Module()
    module.body.ops += builder.ops
    return hlorepl.compile(module)


@pytest.mark.parametrize("name", NUMBERED)
def test_a_number_is_what_the_array_is(name: str):
    asked = 0
    for element in PLAIN:
        for variant in VARIANTS.get(name, [{}]):
            main = program(name, element, variant)
            if main is None:
                continue
            asked += 1
            values = edges(element)
            count = main.plan.inputs
            first = edges("i1") if name == "stablehlo.select" else values
            main(*[first[0], *[values[0]] * (count - 1)])  # code is written for the second run
            step = 1 if count < 3 else 4  # of three operands, fewer each
            for given in itertools.product(first, *[values[::step]] * (count - 1)):
                with np.errstate(all="ignore"):
                    (expected,) = Machine(main.plan, [*given], RunContext()).run()
                (found,) = main(*given)
                assert found.dtype == expected.dtype
                assert found.shape == ()
                same = found.tobytes() == expected.tobytes() or (found != found and expected != expected)
                assert same, (name, element, variant, given, found, expected)
    assert asked


@pytest.mark.parametrize("shape", [(1,), (1, 1, 1)], ids=str)
@pytest.mark.parametrize("element", PLAIN)
def test_an_element_of_an_array_is_a_number_of_its_type(element: str, shape: tuple[int, ...]):
    """It goes through a function of arrays (a comparison of bits, for floats), and through one of numbers."""
    whole, one = TensorType(shape, ELEMENTS[element]), TensorType((), ELEMENTS[element])
    total = "TOTALORDER" if one.element.is_float else None
    builder = Builder(infer_types)
    with builder.function("main", [whole, one]) as function:
        x, y = function.arguments
        inside = builder.value("stablehlo.reshape", x, types=[one])
        builder.give(
            builder.value("stablehlo.compare", y, inside, comparison_direction="LT", compare_type=total),
            builder.value("stablehlo.add", inside, inside),
            inside,
        )
    module = Module()
    module.body.ops += builder.ops
    main = hlorepl.compile(module)
    values = edges(element)
    for x, y in itertools.product(values, values):
        given = [x.reshape(shape), y]
        with np.errstate(all="ignore"):
            expected = Machine(main.plan, [*given], RunContext()).run()
        for _ in range(2):  # code is written for the second run
            found = main(*given)
            assert [a.dtype for a in found] == [a.dtype for a in expected]
            for mine, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(mine, other, strict=True)


def test_numbers_are_used():
    """The test above would say nothing if both ways were one."""
    main = program("stablehlo.add", "f32", {})
    assert main is not None
    step = main.plan.steps[0]
    one = np.array(1, np.float32)
    main(one, one)
    step.function = None  # generated code does not call it
    assert main(one, one)[0] == 2


@pytest.mark.filterwarnings("ignore")
def test_random_nested_programs_give_the_same_however_they_are_run():
    findings = fuzz(nested_programs.one, seed=5, count=25)
    assert not findings.found, str(findings)
