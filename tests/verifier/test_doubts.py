"""Attributes that are not an op's own: kept in every form of every op; a near name is an error, others a warning."""

import json

import pytest

import hlorepl
from hlorepl.__main__ import main
from hlorepl.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, UnitAttr
from hlorepl.ir.core import Function, Module
from hlorepl.ops import registry
from hlorepl.verifier import doubts

EXTRA = {"keep_me": UnitAttr(), "mhlo.note": StringAttr("why"), "zz": ArrayAttr([IntegerAttr(1), StringAttr("b")])}


def ops_of(module):
    return [op for op in module.walk() if not isinstance(op, Function | Module)]


@pytest.mark.parametrize("generic", [False, True])
def test_every_op_keeps_them_in_every_form(good, generic):
    module = hlorepl.parse(good.text)
    for op in ops_of(module):
        op.attributes |= EXTRA
    text = hlorepl.print_module(module, generic)
    again = hlorepl.parse(text)
    assert hlorepl.verify(again) == hlorepl.verify(hlorepl.parse(good.text))
    assert [op.name for op in ops_of(again)] == [op.name for op in ops_of(module)]
    assert all(EXTRA.items() <= op.attributes.items() for op in ops_of(again))
    assert hlorepl.print_module(again, generic) == text


def program(attributes: str) -> str:
    return f"""func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {{
  %0 = stablehlo.transpose %x, dims = [1, 0] {{{attributes}}} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}}
"""


@pytest.mark.parametrize(
    ("attributes", "error", "warned"),
    [
        ('mine.note = "why"', None, []),
        ("mhlo.permutation = 1 : i32", None, []),
        ('note = "why"', None, ['note = "why"']),
        ("note, other = 1 : i32", None, ["note", "other = 1 : i32"]),
        ("permutations = 1 : i32", "did you mean permutation?", []),
        ("Permutation = 1 : i32, note", "did you mean permutation?", ["note"]),
    ],
)
def test_a_name_near_to_an_own_one_is_an_error(attributes, error, warned):
    module = hlorepl.parse(program(attributes))
    found = hlorepl.verify(module)
    assert [each.help for each in found] == ([[error]] if error else [])
    assert {each.code for each in [*found, *doubts(module)]} <= {"transpose.attribute_unknown"}
    assert [each.span.text for each in doubts(module)] == warned


def test_every_own_attribute_is_known_by_its_name_alone():
    """No op's own attribute is taken for a stranger or for a misspelling of another one."""
    for name in registry.names():
        spec = registry.lookup(name)
        assert all("." not in each for each in spec.attributes), name


def test_check_shows_warnings_and_succeeds(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(program('note = "why"'))
    assert main(["check", str(path)]) == 0
    assert f"{path}:2:47: warning: stablehlo.transpose has no attribute note" in capsys.readouterr().err
    assert main(["check", "--json", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "ok"
    assert [(each["severity"], each["line"]) for each in found["diagnostics"]] == [("warning", 2)]
    assert main(["run", str(path), "--random", "1"]) == 0
    assert "warning" not in capsys.readouterr().err


def test_properties_are_an_op_s_own():
    """As MLIR: what stands between ``<{`` and ``}>`` is read by name; an op without any has nothing there."""
    text = '"stablehlo.add"(%x, %x) <{note = 1 : i32}> : (tensor<f32>, tensor<f32>) -> tensor<f32>'
    with pytest.raises(hlorepl.HloError, match="no attributes of its own") as raised:
        hlorepl.parse(f"func.func @main(%x: tensor<f32>) {{\n  %0 = {text}\n  return\n}}")
    assert raised.value.code == "add.attribute_unknown"
