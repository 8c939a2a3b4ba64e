"""The registry: where an op is declared is found without loading all; a declaration that makes no sense is refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hlorepl.ops.annotations import Ints, TypeLike
from hlorepl.ops.registry import OPS, OpSpec, load, lookup, op

FIND_ALL = """
import sys
from hlorepl.ops import registry

def everything():
    raise AssertionError("all families were loaded")

registry.load = everything
registry.lookup("chlo.broadcast_add"), registry.lookup("arith.addi")
assert "hlorepl.ops.products.convolution" not in sys.modules, "a family that has nothing to do with it was loaded"
print(*(name for name in sys.argv[1:] if registry.lookup(name) is None))
"""


def test_every_op_is_found_in_the_text_of_its_family() -> None:
    load()
    names = [name for name in OPS if not name.startswith("test.")]
    assert len(names) > 200
    done = subprocess.run([sys.executable, "-c", FIND_ALL, *names], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")


def test_bare_names() -> None:
    assert lookup("tan") is lookup("stablehlo.tan")
    assert lookup("call") is lookup("func.call")
    assert lookup("next_after") is lookup("chlo.next_after")
    assert lookup("chlo.tan") is not lookup("stablehlo.tan")
    assert lookup("nothing") is None
    assert lookup("stablehlo.nothing") is None


def test_every_op_has_help_and_codes() -> None:
    load()
    for spec in OPS.values():
        assert spec.summary.endswith(".") or spec.dialect == "test", spec
        assert spec.code("x") == (f"{spec.mnemonic}.x" if spec.dialect == "stablehlo" else f"{spec.name}.x")


def declared(function, **options) -> OpSpec:
    """An op that is not entered into the table."""
    return OpSpec("test.toy", function, **options)


def test_a_signature_is_the_declaration() -> None:
    def toy(xp, a, b=None, *rest, axis: int, keep: bool = False, dims: Ints | None = None, type_: TypeLike): ...

    spec = declared(toy)
    assert (spec.min_operands, spec.max_operands) == (1, None)
    assert [(o.name, o.optional, o.variadic) for o in spec.operands] == [
        ("a", False, False), ("b", True, False), ("rest", True, True),
    ]  # fmt: skip
    assert {a.name: (a.required, a.kind.is_optional) for a in spec.attributes.values()} == {
        "axis": (True, False), "keep": (False, False), "dims": (False, True), "type": (True, False),
    }  # fmt: skip
    assert spec.keyword_of["type"] == "type_"
    assert spec.defaults is None


@pytest.mark.parametrize("annotation", ["Nonsense", "Nonsense | None", "list[int]", "Region | int"])
def test_annotations_that_nothing_decodes(annotation: str) -> None:
    def toy(xp, *, value): ...

    toy.__annotations__["value"] = annotation
    with pytest.raises(TypeError, match="no decoder"):
        declared(toy)


def test_a_rule_asks_for_what_there_is() -> None:
    spec = declared(lambda xp, a: a)
    with pytest.raises(TypeError, match="asks for axis"):
        spec.infer(lambda a, *, axis: a)
    with pytest.raises(TypeError, match="asks for axis"):
        spec.plan(lambda xp, a, *, axis: None)
    assert spec.infer(lambda a, *, result, op: a).infer_wants == {"result", "op"}


def test_options_and_names_are_known() -> None:
    with pytest.raises(TypeError, match="unknown options"):
        declared(lambda xp: None, colour="red")
    with pytest.raises(TypeError, match="declared twice"):
        op("stablehlo.add")(lambda xp: None)
