"""The pretty forms that declarations name."""

import pytest

import hlorepl
from hlorepl.ops.registry import OPS, load
from hlorepl.syntax.forms.lookup import form_of
from hlorepl.syntax.forms.table import FORMATS, Format
from hlorepl.syntax.printer import Printer

load()


@pytest.mark.parametrize("name", [name for name, spec in OPS.items() if spec.form])
def test_a_form_is_there(name):
    form = OPS[name].form or ""
    if isinstance(form_of(OPS[name]), Format):
        assert form in FORMATS or "$" in form, f"{name}: no form is called {form}"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("%t = stablehlo.tuple(%x)\n%y = get_tuple_element(%t, index = 0)", "get_tuple_element %t[0] :"),
        ("%y = reduce_precision(%x, exponent_bits = 5, mantissa_bits = 2)", "reduce_precision %x, format = e5m2 :"),
        (
            "%y, %m, %v = batch_norm_training(%z, %x, %x, epsilon = 1e-3, feature_index = 1)",
            "epsilon = 1.000000e-03 : f32",
        ),
        ("%y = iota(iota_dimension = 0) : tensor<2xf32>", "iota dim = 0 : tensor<2xf32>"),
    ],
)
def test_numbers_in_calls_are_of_the_types_of_their_attributes(text, written):
    session = hlorepl.Session()
    assert session.execute(f"%x = [1.0, 2.0]\n%z = [[1.0, 2.0]]\n{text}").error is None
    ops = session.state.ops
    assert written in "\n".join(Printer().op(op) for op in ops)
