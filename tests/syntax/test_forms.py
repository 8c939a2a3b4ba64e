"""The pretty forms that declarations name."""

import pytest

from hlorepl.ops.registry import OPS, load
from hlorepl.syntax.forms.lookup import form_of
from hlorepl.syntax.forms.table import FORMATS, Format

load()


@pytest.mark.parametrize("name", [name for name, spec in OPS.items() if spec.form])
def test_a_form_is_there(name):
    form = OPS[name].form or ""
    if isinstance(form_of(OPS[name]), Format):
        assert form in FORMATS or "$" in form, f"{name}: no form is called {form}"
