"""Every explanation holds: its wrong program breaks just that rule, its right one none."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from program_cases import programs

import hlorepl
from hlorepl.engine.program import Program
from hlorepl.explanations import codes, general_rules, of_code
from hlorepl.ops import registry
from hlorepl.source import Source
from hlorepl.syntax.parser import parse
from hlorepl.verifier import verify


@cache
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


# --- no code is left out -------------------------------------------------------------------------------------------

#: The groups of codes that do not belong to an op.
GROUPS = (
    *("attribute", "check", "command", "config", "func", "limit", "mdf", "module", "name", "onnx"),
    *("quantized_type", "run", "syntax", "type"),
)
#: Where a code stands among the arguments.
PLACES = {"HloError": 2, "Incomplete": 2, "CheckFailed": 2, "fail": 1, "require": 1, "broken": 0}


def written_codes() -> set[str]:
    """Codes, and labels of codes, that stand as text in the sources."""
    found = set()
    for path in Path(hlorepl.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name == "require" and isinstance(node.func, ast.Attribute):
                    continue  # of memory, which has no code
                place = PLACES.get(name, len(node.args))
                code = [*node.args[place : place + 1], *(k.value for k in node.keywords if k.arg == "code")]
                found |= {each.value for each in code if isinstance(each, ast.Constant) and each.value}
    return found


def inferred_codes() -> Iterator[str]:
    """What is reported of a result whose declared type is not the inferred one."""
    for name in registry.names():
        spec = registry.lookup(name)
        prefix = spec.mnemonic if spec.dialect == "stablehlo" else name
        yield from (f"{prefix}.{label}" for label in (spec.shape_code, spec.element_code) if label)


def test_every_code_of_the_error_programs_is_explained():
    expected = {error.code for program in programs("errors") for error in program.expected}
    assert [code for code in sorted(expected) if of_code(code) is None] == []


def test_every_code_in_the_sources_is_explained():
    labels = {code.rpartition(".")[2] for code in codes()} | set(general_rules())
    written = written_codes()
    assert {"syntax.form", "name.undefined", "operand_type"} <= written
    groups = {code for code in written if code.partition(".")[0] in GROUPS and "." in code}
    assert [code for code in sorted(groups) if of_code(code) is None] == []
    assert [code for code in sorted(written - groups) if "." not in code and code not in labels] == []
    assert [code for code in inferred_codes() if of_code(code) is None] == []


def test_the_number_in_the_specification_of_today(capsys):
    from hlorepl.__main__ import main

    assert main(["check", "--explain", "gather.batching_dims_sorted"]) == 0
    assert "In today's specification: C10." in capsys.readouterr().out


def test_codes_are_printed(capsys):
    from hlorepl.__main__ import main

    assert main(["check", "--explain", "add.C1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^add\.C1: .*same", out)
    assert out.index("Wrong:") < out.index("Right:")
    assert main(["check", "--explain", "add.C99"]) == 2
    assert "add.C1" in capsys.readouterr().err
