"""Every explanation holds: its wrong program breaks just that rule, its right one none."""

import re

import pytest

import hlorepl
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify
from hlorepl.verifier.explain import codes, of_code


def problems(text: str) -> list[str]:
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    return [error.code for error in [*errors, *verify(module)]]


@pytest.mark.parametrize("code", codes())
def test_an_explanation_holds(code):
    found = of_code(code)
    assert len(found.rule) > 20
    assert problems(found.right) == []
    assert problems(found.wrong)[0] == code


def test_codes_are_printed(capsys):
    from hlorepl.__main__ import main

    assert main(["check", "--explain", "add.C1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^add\.C1: .*same", out)
    assert out.index("Wrong:") < out.index("Right:")
    assert main(["check", "--explain", "add.C99"]) == 2
    assert "add.C1" in capsys.readouterr().err
