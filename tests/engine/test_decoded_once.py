"""Attributes are decoded once, by the verifier, and what it was content with is not checked again."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import pytest
from program_cases import programs

import hlorepl
from hlorepl import Session
from hlorepl.engine import executor, passes
from hlorepl.engine.program import Program
from hlorepl.errors import HloError
from hlorepl.ir.attributes import IntegerAttr
from hlorepl.ir.core import Module, Op
from hlorepl.ir.symbols import Symbols
from hlorepl.ops import registry
from hlorepl.verifier import decoding, rules
from hlorepl.verifier.rules import check_op, infer_types

GOOD = list(programs("ops"))


@pytest.fixture
def counted(monkeypatch) -> Counter:
    """How often attributes were decoded, and rules were run, by op."""
    count: Counter = Counter()
    decode, run = decoding._decode, rules.Checker.run

    def counting_decode(spec, op):
        count["decoded", op.name] += 1
        return decode(spec, op)

    def counting_run(checker, declared):
        count["checked", checker.op.name] += 1
        return run(checker, declared)

    monkeypatch.setattr(decoding, "_decode", counting_decode)
    monkeypatch.setattr(rules.Checker, "run", counting_run)
    return count


def modules(text: str) -> list[Module]:
    """The module of a program; none of what is written to be a script."""
    try:
        return [hlorepl.parse(text)]
    except HloError:
        return []


def test_binding_decodes_nothing(counted) -> None:
    """No program under ``programs/ops`` has an attribute decoded while it is planned and run: the verifier did it."""
    seen = 0
    for program in GOOD:
        for module in modules(program.text):
            assert hlorepl.verify(module) == []
            counted.clear()
            for name, function in module.functions.items():
                if not function.is_declaration and not function.arguments:
                    Program(module, name, checked=True)()
                    seen += 1
            assert [key for key in counted if key[0] == "decoded"] == [], program.id
    assert seen > 200


def test_a_second_check_runs_no_rule_again(counted) -> None:
    """Ops whose rule sees types and attributes alone pass at once the second time."""
    seen = 0
    for program in GOOD:
        for module in modules(program.text):
            hlorepl.verify(module)
            counted.clear()
            assert hlorepl.verify(module) == []
            again = {name for what, name in counted if what == "checked"}
            for name in again:
                spec = registry.lookup(name)
                assert spec is not None
                assert spec.names_symbols or "op" in spec.infer_wants or spec.regions, name
            seen += 1
            assert not any(what == "decoded" for what, _ in counted)
    assert seen > 200


def test_what_is_inferred_is_accepted(counted) -> None:
    """Types that a rule infers, it accepts when they are declared: that is why inferred ops are not checked again."""
    inferred: Counter = Counter()
    for program in GOOD:
        for module in modules(program.text):
            for op in module.walk():
                spec = registry.of(op)
                if spec is None or spec.names_symbols or spec.infer_rule is None:
                    continue
                bare = Op(op.name, op.operands, op.attributes, op.regions, op.span)
                try:
                    types = infer_types(bare)
                except HloError:
                    continue  # its types have to be written
                bare.add_results(types)
                bare.decoded = None
                rules._check(bare, spec, types, None)  # type: ignore[arg-type] - it names no symbols
                inferred[op.name] += 1
    assert len(inferred) > 120
    assert counted["checked", "stablehlo.add"] > 0


def test_a_statement_is_checked_once(counted) -> None:
    session = Session()
    assert session.execute("%x = [1.0, 2.0] : f32").error is None
    session.execute("%y = tanh(%x * 0.5)")
    counted.clear()
    assert session.execute("%z = concatenate %x, %x, dim = 0").error is None
    assert counted == {("decoded", "stablehlo.concatenate"): 1, ("checked", "stablehlo.concatenate"): 1}
    counted.clear()
    assert session.execute("%y = tanh(%x * 0.5)").error is None
    assert {name for _, name in counted} == {"stablehlo.constant"}
    assert set(counted.values()) == {1}
    np.testing.assert_array_equal(session["y"], np.tanh(np.array([0.5, 1.0], np.float32)))


def concatenation(dimension: int = 0) -> tuple[Module, Op]:
    text = f"""func.func @main(%a: tensor<2x2xf32>) -> tensor<4x2xf32> {{
      %0 = stablehlo.concatenate %a, %a, dim = {dimension} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
      return %0 : tensor<4x2xf32> }}"""
    module = hlorepl.parse(text)
    return module, module.functions["main"].body.ops[0]


def test_attributes_put_in_another_place_are_decoded_anew() -> None:
    module, op = concatenation()
    assert hlorepl.verify(module) == []
    spec = registry.of(op)
    assert spec is not None
    op.attributes["dimension"] = IntegerAttr(1)  # in place
    assert decoding.decoded(op, spec)["dimension"] == 1
    assert [error.code for error in hlorepl.verify(module)] == ["concatenate.C6"]
    op.attributes = {"dimension": IntegerAttr(0)}  # another dictionary
    assert decoding.decoded(op, spec)["dimension"] == 0
    assert hlorepl.verify(module) == []
    del op.attributes["dimension"]
    assert [error.code for error in hlorepl.verify(module)] == ["concatenate.attribute_missing"]


def test_a_copy_with_other_attributes_has_its_own_values() -> None:
    module, op = concatenation()
    assert hlorepl.verify(module) == []
    twin = copy.copy(op)
    twin.attributes = {"dimension": IntegerAttr(1)}
    spec = registry.of(twin)
    assert spec is not None
    assert decoding.decoded(twin, spec)["dimension"] == 1
    assert decoding.decoded(op, spec)["dimension"] == 0


def test_an_op_of_another_name_is_another_op() -> None:
    module, op = concatenation()
    assert hlorepl.verify(module) == []
    op.name, op.attributes = "stablehlo.add", {}
    assert registry.of(op) is registry.lookup("stablehlo.add")
    assert [error.code for error in hlorepl.verify(module)] == ["add.C1"]
    op.name = "stablehlo.subtract"
    assert [error.code for error in hlorepl.verify(module)] == ["subtract.C1"]
    op.name = "nothing"
    assert registry.of(op) is None
    assert [error.code for error in hlorepl.verify(module)] == ["name.op"]


def test_other_types_are_checked_again() -> None:
    module, op = concatenation()
    assert hlorepl.verify(module) == []
    op.results[0].type = op.operands[0].type
    with pytest.raises(HloError) as caught:
        check_op(op, Symbols())
    assert caught.value.code == "concatenate.C6"


def test_what_types_alone_decide_is_bound_once_for_all_ops_of_these_types() -> None:
    text = "func.func @main(%a: tensor<2xOF>) -> tensor<2xOF> {\n  %0 = stablehlo.add %a, %a : tensor<2xOF>\n  return %0 : tensor<2xOF>\n}"
    steps = [
        hlorepl.compile(hlorepl.parse(text.replace("OF", of))).plan.steps[0] for of in ("f32", "f32", "bf16", "i4")
    ]
    functions = [step.function for step in steps]
    assert functions[0] is functions[1]
    assert len({*map(id, functions)}) == 3
    assert steps[0].origin is not steps[1].origin


def test_ops_of_equal_types_and_attributes_are_bound_once() -> None:
    lines = [
        f"  %{k} = stablehlo.transpose %a, dims = [{dims}] : (tensor<3x3xf32>) -> tensor<3x3xf32>"
        for k, dims in enumerate(("1, 0", "0, 1", "1, 0"))
    ]
    body = "\n".join(lines)
    text = f"func.func @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {{\n{body}\n  return %0, %1, %2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>\n}}"
    program = hlorepl.compile(hlorepl.parse(text))
    first, second, third = (step.function for step in program.plan.steps)
    assert first is third
    assert first is not second
    x = np.arange(9, dtype=np.float32).reshape(3, 3)
    for found, wanted in zip(program(x), (x.T, x, x.T), strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_an_op_like_one_that_passed_is_checked_by_its_own_attributes() -> None:
    """An error stands at the op that is wrong, though others like it are right."""
    line = "  %{} = stablehlo.transpose %a, dims = [{}] : (tensor<3x3xf32>) -> tensor<3x3xf32>"
    rows = [line.format(k, dims) for k, dims in enumerate(("1, 0", "1, 0", "1, 1", "1, 0", "1, 1"))]
    body = "\n".join(rows)
    text = f"func.func @main(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {{\n{body}\n  return %0 : tensor<3x3xf32>\n}}"
    errors = hlorepl.verify(hlorepl.parse(text))
    assert [(error.code, error.span.line) for error in errors if error.span] == [
        ("transpose.C2", 4),
        ("transpose.C2", 6),
    ]


def test_what_is_written_beside_an_op_is_its_own() -> None:
    """A plan that looks at the op itself, as at a constant that it is given, is made for each."""
    text = "func.func @main(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {\n  %c = stablehlo.constant dense<1.0> : tensor<f64>\n  %0 = stablehlo.maximum %a, OTHER : tensor<f64>\n  return %0 : tensor<f64>\n}"
    for other, wanted in (("%c", 1.0), ("%b", 0.0)):
        (found,) = hlorepl.compile(hlorepl.parse(text.replace("OTHER", other)))(np.float64(-0.0), np.float64(0.0))
        assert (float(found), np.signbit(found)) == (wanted, False)


def test_a_statement_is_planned_to_run_once() -> None:
    """Passes are for what runs again, or is large; a session's small ops come as they are written."""
    session = Session()
    plans = []
    keep = passes.improved

    def seen(plan):
        plans.append((plan, keep(plan)))
        return plans[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "improved", seen)
        assert session.execute("%x = [1.0, 2.0]\n%y = tanh(%x * 0.5 + 0.0)").error is None
        assert (
            session.execute("%z = stablehlo.constant dense<1.0> : tensor<400x400xf32>\n%w = tanh(%z * 0.5 + 0.0)").error
            is None
        )
    small, large = (plan for plan in plans if len(plan[0].steps) > 3)
    assert small[1] is small[0]
    assert large[1] is not large[0]
