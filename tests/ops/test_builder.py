"""IR put together in Python: typed, broadcast, with regions, functions and locations; every op of every program anew."""

from functools import cache

import numpy as np
import pytest
from program_cases import programs

import hlorepl
from hlorepl.ir.contents import FileContents, Location
from hlorepl.ir.core import Function, Module
from hlorepl.ir.locations import origin
from hlorepl.ir.types import ELEMENTS, TensorType
from hlorepl.ops import registry
from hlorepl.ops.builder import Builder
from hlorepl.verifier.decoding import decoded
from hlorepl.verifier.rules import infer_types

F32, I32, I1 = (ELEMENTS[name] for name in ("f32", "i32", "i1"))
VECTOR, SCALAR = TensorType((3,), F32), TensorType((), F32)
X = np.array([1, 2, 3], np.float32)


def run(builder: Builder, *arrays: np.ndarray) -> list[np.ndarray]:
    """What the functions that were made compute, once they have been printed and read."""
    module = Module()
    module.body.ops = builder.ops
    assert hlorepl.verify(module) == []
    for generic in (False, True):
        again = hlorepl.parse(hlorepl.print_module(module, generic))
        assert hlorepl.verify(again) == []
    return list(hlorepl.compile(again)(*arrays))


def test_broadcasting_and_numbers():
    builder = Builder(infer_types)
    with builder.function("main", [VECTOR, TensorType((2, 1), F32)]) as function:
        x, column = function.arguments
        y = builder.value("add", builder.value("multiply", x, column), 1)
        assert y.type == TensorType((2, 3), F32)
        builder.give(y, builder.value("compare", x, 1.5, comparison_direction="GT"))
    assert [op.name for op in function.body.ops].count("stablehlo.broadcast_in_dim") == 4
    total, larger = run(builder, X, np.float32([[1], [10]]))
    np.testing.assert_array_equal(total, X * np.float32([[1], [10]]) + 1)
    np.testing.assert_array_equal(larger, X > 1.5)


def test_what_does_not_fit_is_an_error_and_nothing_is_made():
    builder = Builder(infer_types)
    with builder.function("main", [VECTOR, TensorType((2,), F32), TensorType((3,), I32)]) as function:
        x, short, whole = function.arguments
        for other, code in ((short, "add.C1"), (whole, "add.C1")):
            with pytest.raises(hlorepl.HloError) as raised:
                builder.value("add", x, other)
            assert raised.value.code == code
        assert function.body.ops == []
        for options in ({"no_such": 1}, {"dims": [0]}):
            with pytest.raises(TypeError, match="has no attribute"):
                builder.value("add", x, x, **options)
        builder.give(x)
    np.testing.assert_array_equal(run(builder, X, X[:2], np.arange(3, dtype=np.int32))[0], X)


def test_regions_nest_and_see_what_is_around():
    builder = Builder(infer_types)
    with builder.function("main", [VECTOR]) as function:
        (x,) = function.arguments
        zero, limit = builder.constant(0, I32), builder.constant(4, I32)
        with builder.region(zero.type, VECTOR) as condition:
            builder.give(builder.value("compare", condition.block.arguments[0], limit, comparison_direction="LT"))
        with builder.region(zero.type, VECTOR) as body:
            count, carried = body.block.arguments
            with builder.region(SCALAR, SCALAR) as reducer:
                builder.give(builder.value("add", *reducer.block.arguments))
            start = builder.constant(0.0, F32)
            total = builder.value("reduce", carried, start, regions=[reducer], dimensions=[0])
            builder.give(builder.value("add", count, 1), builder.value("add", x, total))
        loop = builder.op("while", zero, x, regions=[condition, body])
        builder.give(*loop.results)
    expected = X
    for _ in range(4):
        expected = X + expected.sum()
    count, found = run(builder, X)
    assert count == 4
    np.testing.assert_array_equal(found, expected)


def test_functions_call_each_other():
    builder = Builder(infer_types)
    with builder.function("twice", [VECTOR], "private") as twice:
        builder.give(builder.value("add", *twice.arguments, *twice.arguments))
    with builder.function("main", [VECTOR]) as function:
        call = builder.op("func.call", *function.arguments, callee="twice", types=list(twice.type.results))
        builder.give(*call.results)
    np.testing.assert_array_equal(run(builder, X)[0], 2 * X)


def test_locations_are_those_of_the_scope():
    builder, contents = Builder(infer_types), FileContents()
    with builder.function("main", [VECTOR]) as function:
        (x,) = function.arguments
        with builder.at(Location('"model.py":7:2', contents)):
            inner = builder.value("add", x, builder.constant(1.0, F32))
            with builder.at(Location('"model.py":8:2', contents)):
                deeper = builder.value("negate", inner)
            builder.value("negate", deeper)
        builder.give(deeper)
    ops = function.body.ops
    assert [origin(op) for op in ops] == ["model.py:7"] * 3 + ["model.py:8", "model.py:7", None]


def test_a_scope_ends_with_an_error():
    builder = Builder(infer_types)
    with (
        pytest.raises(ZeroDivisionError),
        builder.function("main", []),
        builder.at(Location("unknown", FileContents())),
    ):
        raise ZeroDivisionError
    assert (builder.ops, builder.location, builder.terminator) == ([], None, "func.return")


@cache
def ops_of_programs() -> dict[str, list]:
    found: dict[str, list] = {}
    for program in programs("ops"):
        for op in hlorepl.parse(program.text).walk():
            if not isinstance(op, Function | Module) and len(found.setdefault(op.name, [])) < 8:
                found[op.name].append(op)
    return found


@pytest.mark.parametrize("name", sorted(ops_of_programs()))
def test_an_op_is_made_anew_from_python_values(name):
    """Its attributes as Python values say the same, and its types follow where they do follow."""
    spec = registry.lookup(name)
    for op in ops_of_programs()[name]:
        values = decoded(op, spec)
        given = {each: values[each] for each in op.attributes if each in spec.attributes}
        symbols = {each for each in given if each in spec.callees}
        given |= {each: op.attributes[each] for each in symbols}
        builder = Builder(infer_types)
        made = builder.op(name, *op.operands, regions=op.regions, types=[value.type for value in op.results], **given)
        assert builder.ops[-1] is made
        assert {k: v for k, v in decoded(made, spec).items() if k not in symbols} == {
            k: v for k, v in values.items() if k not in symbols
        }
        if spec.elementwise and not any(isinstance(v.type, TensorType) and not v.type.is_static for v in op.operands):
            inferred = builder.op(name, *op.operands, types=None, **given) if infers(op) else made
            assert [value.type for value in inferred.results] == [value.type for value in op.results]


def infers(op) -> bool:
    """Whether the types of an op follow from its operands."""
    try:
        return infer_types(op) == [value.type for value in op.results]
    except hlorepl.HloError:
        return False
