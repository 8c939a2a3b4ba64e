"""The line about what is being typed: the signature, where in it the cursor is, what it gives, why it does not fit."""

import pytest

import hlorepl
from hlorepl.ops import registry
from hlorepl.session.hints import signature_hint
from hlorepl.syntax.forms.usage import call_pieces, form_pieces

registry.load()
OPS = sorted(name for name in registry.OPS if not name.startswith("test."))


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute("""%x = [[1.0, 2.0], [3.0, 4.0]]
%i = [1, 2]
func.func @f(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}""")
    return found


def hint(text, session):
    at = text.find("|")
    text = text.replace("|", "") if at >= 0 else text
    found = signature_hint(text, at if at >= 0 else len(text), session)
    if found is None:
        return None
    return found.signature, found.pieces[found.current].text if found.current >= 0 else "", found.result, found.problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%y = add(", ("add(lhs, rhs)", "lhs", "", "")),
        ("%y = add(%x, ", ("add(lhs, rhs)", "rhs", "", "")),
        ("%y = add(|%x, %x)", ("add(lhs, rhs)", "lhs", "tensor<2x2xf32>", "")),
        ("add %x, %x", ("add lhs, rhs", "rhs", "tensor<2x2xf32>", "")),
        ("tanh(%x) + add(", ("add(lhs, rhs)", "lhs", "", "")),
        ("%y = %x < add(", ("add(lhs, rhs)", "lhs", "", "")),
        ('"stablehlo.add"(%x, ', ("add(lhs, rhs)", "rhs", "", "")),
        ("transpose %x, dims = [1,", ("transpose operand, dims = […]", "dims = […]", "", "")),
        ("transpose(%x, dims = [1, 0]", ("transpose(operand, permutation = […])", "permutation = […]", "tensor<2x2xf32>", "")),
        ("transpose(%x, permutation = [1, 0]", ("transpose(operand, permutation = […])", "permutation = […]", "tensor<2x2xf32>", "")),
        ("call @f(%a, ", ("@f(%a: tensor<2xf32>, %b: tensor<f32>)", "%b: tensor<f32>", "tensor<2xf32>", "")),
        ("%x * 2.0", ("", "", "tensor<2x2xf32>", "")),
        ("%x * 2.0 + ", None),
        ("add(%x, %i", ("add(lhs, rhs)", "rhs", "", "%x : tensor<2x2xf32> and tensor<2x2xi32> must have the same type")),
        ("%x + %i", ("", "", "", "%x : tensor<2x2xf32> and tensor<2x2xi32> must have the same type")),
        ("add(%nix, %x", ("add(lhs, rhs)", "rhs", "", "there is no value %nix here")),
        ("add(%x, %ni", ("add(lhs, rhs)", "rhs", "", "")),
        ("// add(", None),
        ("", None),
        (
            "func.func @g(%a: tensor<3xf32>) -> tensor<3xf32> {\n  %b = tanh %a : tensor<3xf32>\n  %c = add %a, %b",
            ("add lhs, rhs", "rhs", "tensor<3xf32>", ""),
        ),
        ("%y = add(%x,\n  tanh(%x)|\n)", ("add(lhs, rhs)", "rhs", "tensor<2x2xf32>", "")),
    ],
)  # fmt: skip
def test_what_is_said(text, expected, session):
    if expected is None:
        assert hint(text, session) is None or hint(text, session)[2:] == ("", "")
    else:
        assert hint(text, session) == expected


def test_a_command_shows_its_usage(session):
    found = signature_hint(":undo", 5, session)
    assert found is not None
    assert found.signature.startswith(":undo")
    found = signature_hint(":load fi", 8, session)
    assert found is not None
    assert found.pieces[found.current].text == "PATH"


@pytest.mark.parametrize("name", OPS)
def test_each_operand_and_attribute_of_every_op_is_found_under_the_cursor(name, session):
    spec = registry.OPS[name]
    pieces = call_pieces(spec)
    named = [piece for piece in pieces if piece.parameter]
    assert [piece.parameter for piece in named[: len(spec.operands)]] == [each.name for each in spec.operands]
    assert {piece.parameter for piece in named[len(spec.operands) :]} == set(spec.attributes)
    text = f"%y = {name}(" if "-" not in name else f'%y = "{name}"('
    if spec.form is not None and signature_hint(text, len(text), session).pieces != pieces:
        return  # its own form begins with a parenthesis
    for index, piece in enumerate(named):
        typed = text + "%x, " * min(index, len(spec.operands)) + (f"{piece.parameter} = " if piece.is_named else "")
        found = signature_hint(typed, len(typed), session)
        assert found.pieces[found.current] is piece or any(each.is_variadic for each in named)


@pytest.mark.parametrize("name", OPS)
def test_every_form_has_a_usage_line(name):
    text = "".join(piece.text for piece in form_pieces(registry.OPS[name]))
    assert "$" not in text
    assert text.startswith((registry.OPS[name].mnemonic, name))


def test_nothing_is_changed_by_asking(session):
    before, number = session.state, session.state.next_number
    text = "%new = rng(0.0, 1.0, [3], distribution = UNIFORM)\nadd(%x, [1, 2]"
    for cursor in range(len(text) + 1):
        signature_hint(text, cursor, session)
    assert session.state is before
    assert session.state.next_number == number
    assert "new" not in session
