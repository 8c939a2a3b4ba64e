"""An error of an op that lacks something shows how the op is written, with an example that runs (test_examples.py runs each)."""

import pytest

import hlorepl
from hlorepl.ops import registry
from hlorepl.session.examples import example_lines
from hlorepl.syntax.forms.usage import forms_of

registry.load()
OPS = sorted(name for name in registry.OPS if not name.startswith("test."))
LACKING = ("operands", "attribute_missing", "regions")
UNREADABLE = ("syntax.form", "syntax.end", "type.infer")


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute("%x = [1.0, 2.0]")
    return found


def wrong(name):
    """Calls and forms of an op in which something is missing."""
    spec = registry.OPS[name]
    few, enough = (", ".join(["%x"] * count) for count in (max(0, spec.min_operands - 1), spec.min_operands))
    types = ", ".join(["tensor<2xf32>"] * spec.min_operands)
    found = [f'"{name}"({enough}) : ({types}) -> tensor<2xf32>', f'"{name}"() : () -> tensor<2xf32>']
    return found if "-" in name else [*found, f"{name}()", f"{name}({few})", f"{name}({enough})", name, f"{name} {few}"]


@pytest.mark.parametrize("name", OPS)
def test_what_an_op_lacks_is_said_with_its_form_and_an_example(name, session):
    spec = registry.OPS[name]
    seen = 0
    for text in wrong(name):
        error = session.execute(text).error
        if error is None or not (error.code.rpartition(".")[2] in LACKING or error.code in UNREADABLE):
            continue
        seen += 1
        help_ = "\n".join(error.help)
        assert all(form in help_ for form in forms_of(spec))
        assert all(line.strip() in help_ for part in example_lines(spec) for line in part.split("\n"))
    needs = spec.min_operands or spec.regions or any(each.required for each in spec.attributes.values())
    assert seen or not needs


def test_a_valid_statement_and_a_wrong_value_are_not_lectured(session):
    error = session.execute("add(%x, [1, 2, 3] : i32)").error
    assert not any("its form is" in line for line in error.help)
