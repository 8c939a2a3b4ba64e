"""The programs under ``programs/``: those of ``ops/`` and ``parallel/`` check themselves, those of ``errors/`` say what is reported."""

import json

from program_cases import Expected, Program, expected_errors

from hlorepl.__main__ import main


def report_of(verb: str, program: Program, tmp_path, capsys) -> tuple[int, dict]:
    """Exit status and JSON report of ``hlorepl VERB`` on one program."""
    path = tmp_path / f"{program.id}.mlir"
    path.write_text(program.text, encoding="utf-8")
    status = main([verb, "--json", str(path)])
    return status, json.loads(capsys.readouterr().out)


def test_program_checks_itself(good, tmp_path, capsys):
    status, report = report_of("run", good, tmp_path, capsys)
    assert (status, report["status"], report["diagnostics"]) == (0, "ok", [])
    assert "check." in good.text, "a program that checks nothing"


def test_error_names_its_rule_and_place(bad, tmp_path, capsys):
    status, report = report_of("run" if bad.runs else "check", bad, tmp_path, capsys)
    errors = [diagnostic for diagnostic in report["diagnostics"] if diagnostic["severity"] == "error"]
    assert bad.expected, "no expected-error comment"
    assert status == 1
    assert [(error["line"], error["code"]) for error in errors] == [(e.line, e.code) for e in bad.expected], errors
    lines = bad.text.splitlines()
    for error, expected in zip(errors, bad.expected, strict=True):
        assert error["message"]
        if expected.marked is not None:
            assert error["end_line"] == error["line"], "marked over several lines"
            assert lines[error["line"] - 1][error["column"] - 1 : error["end_column"] - 1] == expected.marked


def test_expected_errors_are_read_from_comments():
    text = '// expected-error@+1 {{add.C1}} "%x, %y"\nadd\nsub // expected-error {{subtract.C1}}\n'
    assert expected_errors(text) == [Expected(2, "add.C1", "%x, %y"), Expected(3, "subtract.C1")]
