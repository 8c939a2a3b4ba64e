"""Every explanation holds: its wrong program breaks just that rule, its right one none."""

import re

import pytest

import hlorepl
from hlorepl.engine.program import Program
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify
from hlorepl.verifier.explain import codes, general_rules, of_code


def problems(text: str, runs: bool = False) -> list[str]:
    errors: list[hlorepl.HloError] = []
    module = parse(Source(text), errors)
    errors += verify(module)
    if runs and not errors:
        try:
            Program(module)()
        except hlorepl.HloError as error:
            errors.append(error)
    return [error.code for error in errors]


@pytest.mark.parametrize("code", codes())
def test_an_explanation_holds(code):
    found = of_code(code)
    assert len(found.rule) > 20
    if found.wrong:
        assert problems(found.right, found.runs) == []
        assert problems(found.wrong, found.runs)[0] == code


@pytest.mark.parametrize("label", general_rules())
def test_an_explanation_for_any_op_holds(label):
    found = general_rules()[label]
    assert problems(found.right) == []
    assert problems(found.wrong)[0].rpartition(".")[2] == label


def test_codes_are_printed(capsys):
    from hlorepl.__main__ import main

    assert main(["check", "--explain", "add.C1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^add\.C1: .*same", out)
    assert out.index("Wrong:") < out.index("Right:")
    assert main(["check", "--explain", "add.C99"]) == 2
    assert "add.C1" in capsys.readouterr().err
