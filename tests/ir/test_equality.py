"""Equality and hashing of every class of ``ir``: by all that a class says, or by identity, and never by spans."""

import copy
import importlib
import inspect
import pkgutil
from collections.abc import Collection

import numpy as np
import pytest

import hlorepl
import hlorepl.ir
from hlorepl.ir import attributes as a
from hlorepl.ir import types as t
from hlorepl.ir.equality import ByContents
from hlorepl.source import Source

F32, F64, I8, I32, I64 = (t.ELEMENTS[name] for name in ("f32", "f64", "i8", "i32", "i64"))
PAIR = t.TensorType((2,), F32)
SIGNATURE = t.FunctionType((PAIR,), ())
ONE, TWO = np.array([1, 1], np.float32), np.array([1, 2], np.float32)
QUANTIZED = {
    "storage": I8,
    "expressed": F32,
    "scales": (0.5,),
    "zero_points": (1,),
    "axis": None,
    "minimum": -100,
    "maximum": 100,
    "blocks": None,
    "scale_shape": (),
}

#: For each class that is equal by contents: what one is made of, and another value for each of its parts.
PARTS = {
    t.QuantizedType: (
        QUANTIZED,
        {
            "storage": I32,
            "expressed": F64,
            "scales": (0.25,),
            "zero_points": (2,),
            "axis": 0,
            "minimum": -101,
            "maximum": 101,
            "blocks": ((0, 1),),
            "scale_shape": (1,),
        },
    ),
    t.TensorType: (
        {"shape": (2, None), "element": F32, "bounds": (None, 4), "encoding": None},
        {"shape": (3, None), "element": F64, "bounds": (None, 5), "encoding": "#a.b"},
    ),
    t.UnrankedType: ({"element": F32}, {"element": F64}),
    t.AtMost: ({"bound": 4}, {"bound": 5}),
    t.TupleType: ({"types": (PAIR,)}, {"types": (PAIR, PAIR)}),
    t.FutureType: ({"types": (PAIR,)}, {"types": (t.TOKEN,)}),
    t.BufferType: ({"shape": (2,), "element": F32}, {"shape": (None,), "element": F64}),
    t.FunctionType: ({"inputs": (PAIR,), "results": ()}, {"inputs": (), "results": (PAIR,)}),
    t.OpaqueType: ({"text": "!a.b"}, {"text": "!a.c"}),
    t.TokenType: ({}, {}),
    a.UnitAttr: ({}, {}),
    a.BoolAttr: ({"value": True}, {"value": False}),
    a.IntegerAttr: ({"value": 3, "type": I64}, {"value": 4, "type": I32}),
    a.FloatAttr: ({"value": 0.0, "type": F64}, {"value": -0.0, "type": F32}),
    a.StringAttr: ({"value": "a"}, {"value": "b"}),
    a.SymbolAttr: ({"path": ("m", "f")}, {"path": ("f",)}),
    a.TypeAttr: ({"type": PAIR}, {"type": SIGNATURE}),
    a.FunctionTypeAttr: ({"type": SIGNATURE}, {"type": t.FunctionType((), ())}),
    a.ArrayAttr: ({"items": [a.UnitAttr(), a.BoolAttr(True)]}, {"items": [a.BoolAttr(True), a.UnitAttr()]}),
    a.DictAttr: ({"items": {"a": a.UnitAttr()}}, {"items": {"b": a.UnitAttr()}}),
    a.DenseArrayAttr: ({"element": F32, "values": (0.0,)}, {"element": F64, "values": (-0.0,)}),
    a.DenseAttr: ({"type": PAIR, "array": ONE}, {"type": t.TensorType((2, 1), F32), "array": TWO}),
    a.EnumAttr: ({"dialect": "d", "kind": "k", "value": "v"}, {"dialect": "e", "kind": "l", "value": "w"}),
    a.StructAttr: (
        {"dialect": "d", "kind": "k", "fields": {"x": a.UnitAttr()}},
        {"dialect": "e", "kind": "l", "fields": {"x": a.BoolAttr(True)}},
    ),
    a.OpaqueAttr: ({"text": "#a<@b>", "symbols": (a.SymbolAttr("b"),)}, {"text": "#a<@c>", "symbols": ()}),
}
#: What says where or how something was written, or keeps what was worked out: it takes no part.
NO_PART = {"span", "is_splat", "resource", "sparse", "_make", "_text", "_hash"}


def classes():
    """Every class that a module of ``ir`` defines, of what a program is made of: not the containers."""
    found = []
    for info in pkgutil.walk_packages(hlorepl.ir.__path__, "hlorepl.ir."):
        module = importlib.import_module(info.name)
        here = [cls for _, cls in inspect.getmembers(module, inspect.isclass) if cls.__module__ == info.name]
        found += [cls for cls in here if not issubclass(cls, Collection)]
    return found


def made(cls, parts):
    return cls(*parts["path"]) if cls is a.SymbolAttr else cls(**copy.deepcopy(parts))


def names(cls):
    return {name for base in cls.__mro__ for name in vars(base).get("__slots__", ())} - NO_PART


def by_identity(cls):
    return cls.__eq__ is object.__eq__ and cls.__hash__ is object.__hash__


def test_every_class_is_equal_by_contents_or_by_identity():
    abstract = {ByContents, t.Type, a.Attribute}
    assert {cls for cls in classes() if issubclass(cls, ByContents)} == {*PARTS, t.ElementType, *abstract}
    others = [cls for cls in classes() if cls not in PARTS and cls not in abstract]
    assert [cls for cls in others if not by_identity(cls)] == []


@pytest.mark.parametrize("cls", PARTS, ids=lambda cls: cls.__name__)
def test_the_parts_are_all_that_a_class_says(cls):
    parts, others = PARTS[cls]
    assert set(parts) == set(others) == {name.removeprefix("_") for name in names(cls)}


@pytest.mark.parametrize("cls", PARTS, ids=lambda cls: cls.__name__)
def test_equal_parts_make_equal_objects(cls):
    one, other = made(cls, PARTS[cls][0]), made(cls, PARTS[cls][0])
    if isinstance(one, a.Attribute):
        one.span = Source("text").span(0, 4)
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert {one: 1}[other] == 1
    assert copy.deepcopy(one) == one
    assert str(one) == str(other)
    assert str(one) in repr(one)


@pytest.mark.parametrize(
    ("cls", "part"), [(cls, part) for cls, (_, others) in PARTS.items() for part in others], ids=str
)
def test_one_other_part_makes_another_object(cls, part):
    parts, others = PARTS[cls]
    one, other = made(cls, parts), made(cls, {**parts, part: others[part]})
    assert one != other
    assert hash(made(cls, {**parts, part: others[part]})) == hash(other)


def test_objects_of_different_classes_are_never_equal():
    objects = [made(cls, parts) for cls, (parts, _) in PARTS.items()]
    for one in objects:
        assert [type(other) for other in objects if other == one] == [type(one)]
    assert a.TypeAttr(SIGNATURE) != a.FunctionTypeAttr(SIGNATURE)


def test_an_element_type_is_one_object_for_each_name():
    for name, of in t.ELEMENTS.items():
        assert t.element(name) is of
        assert copy.deepcopy(of) is of
    assert len(set(t.ELEMENTS.values())) == len(t.ELEMENTS)


def test_floats_are_equal_when_their_bits_are():
    nan = float("nan")
    assert a.FloatAttr(0.1, F32) == a.FloatAttr(float(np.float32(0.1)), F32)
    assert a.FloatAttr(nan) == a.FloatAttr(float("nan"))
    assert a.DenseArrayAttr(F32, (nan,)) == a.DenseArrayAttr(F32, (float("nan"),))
    assert str(a.FloatAttr(1e300, F32)) == "0x7F800000 : f32"  # what an f32 cannot hold is infinite


def test_a_struct_s_fields_have_no_order():
    fields = {"x": a.BoolAttr(True), "y": a.UnitAttr()}
    one, other = a.StructAttr("d", "k", fields), a.StructAttr("d", "k", dict(reversed(fields.items())))
    assert one == other
    assert hash(one) == hash(other)


def test_a_constant_is_its_array_however_it_is_written():
    splat = a.DenseAttr(PAIR, make=lambda: np.broadcast_to(np.float32(1), (2,)).view(), is_splat=True)
    blob = a.DenseAttr(PAIR, make=ONE.copy, resource="weights")
    assert splat == blob == a.DenseAttr(PAIR, ONE)
    assert hash(splat) == hash(blob)


def test_a_constant_that_cannot_be_read_equals_itself_alone():
    constant = "func.func @f() {\n%0 = stablehlo.constant dense_resource<gone> : tensor<2xf32>\nreturn\n}"
    found = [hlorepl.parse(constant).functions["f"].body.ops[0].attributes["value"] for _ in range(2)]
    assert found[0] == found[0]
    assert found[0] != found[1]
