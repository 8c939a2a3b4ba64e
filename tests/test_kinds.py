"""What a file is: its extension, then what is in it; of a text, what stands at its top level. Every door gives the same answer."""

import json

import pytest
from texts import BYTECODE

from hlorepl.__main__ import main
from hlorepl.errors import HloError
from hlorepl.kinds import decode, kind_of, module_in
from hlorepl.session import Session
from hlorepl.source import Source

MODEL = b'{"m": {"graphs": {}}}'
YAML = b"# a model\n---\nm:\n  format: v0.4\n  graphs:\n    g: {}\n"
BSON = bytes([14, 0, 0, 0, 0x10]) + b"m\x00" + bytes(6) + b"\x00"
ONNX = b"\x08\x0a\x12\x04test"


@pytest.mark.parametrize(
    ("suffix", "data", "kind"),
    [
        # An extension says it all, in any case.
        (".mlir", MODEL, "text"),
        (".MLIR", b"", "text"),
        (".hlo", ONNX, "text"),
        (".json", b"func.func", "mdf"),
        (".yml", b"", "mdf"),
        (".yaml", b"", "mdf"),
        (".bson", b"", "mdf"),
        (".mdf", b"", "mdf"),
        (".onnx", b"module {}", "onnx"),
        (".npy", b"", "arrays"),
        (".npz", b"", "arrays"),
        # Else what is in the file.
        ("", MODEL, "mdf"),
        ("", b"\n  " + MODEL, "mdf"),
        (".txt", YAML, "mdf"),
        (".txt", YAML.replace(b"\n", b"\r\n"), "mdf"),
        (".txt", b"m: {format: x, graphs: {}}\n", "mdf"),
        (".bin", BSON, "mdf"),
        (".bin", ONNX, "onnx"),
        ("", b"{-#\n#-}\nmodule {}", "text"),
        (".txt", b"func.func @graphs() { return }", "text"),
        (".txt", b"%graphs = 1 : i32\n:load graphs:\n", "text"),
        ("", b"", "text"),
    ],
)
def test_extension_then_content(suffix, data, kind):
    assert kind_of(suffix, lambda: data) == kind


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"ML\xefR\x01", BYTECODE), (b" HloModule m", "syntax.hlo_text"), (b"%a\xff", "syntax.encoding")],
)
def test_what_is_no_text_of_ours_is_refused(data, code):
    with pytest.raises(HloError) as caught:
        decode(data, "f")
    assert caught.value.code == code


F = "func.func @f() { return }"
MODULES = {
    "empty": "",
    "comment": "// %x = 1\n",
    "function": F,
    "signature over lines": "func.func\n@f\n(%a:\ntensor<\n2xf32>)\n->\ntensor<2xf32> // :run\n{ return %a : tensor<2xf32> }",
    "two modules": "module @a {} module @b {}",
    "generic": '"builtin.module"() ({}) : () -> ()',
    "generic mesh before a function": '"sdy.mesh"() {sym_name = "m", mesh = #sdy.mesh<["a"=2]>} : () -> ()\n' + F,
    "mesh": 'sdy.mesh @m = <["a"=2]>\n' + F,
    "aliases": f"#loc = loc(unknown)\n!t = tensor<f32>\n{F}\n#loc1 = loc(#loc)",
    "resources": F + "\n{-# dialect_resources: {} #-}",
    "one line": f"{F} func.func @g() {{ return }}",
    "short func": "func @f() { return }",
}
SCRIPTS = {
    "op": "%x = stablehlo.constant dense<1> : tensor<i32>",
    "generic op": '"stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>',
    "short form": "add(%x, 1)",
    "number": ".5 * %x",
    "list": "[1, 2]",
    "command": ":help",
    "question": "?add",
    "value": "%x",
    "function and command": f"{F}\n:run @f",
    "function and command in a comment before": f"// c\n{F} // c\n\n:run @f // c",
    "module and op": "module @m {}\n%x = 3.0 : f32",
    "alias and op": "!t = tensor<f32>\n%x = stablehlo.constant dense<1.0> : !t",
    "a broken function and a statement": "func.func @f( { return }\n%x = 1",
}


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_one(name):
    errors: list[HloError] = []
    assert module_in(Source(MODULES[name]), errors) is not None
    assert errors == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_one(name):
    errors: list[HloError] = []
    assert module_in(Source(SCRIPTS[name]), errors) is None
    assert errors == []


BODY = "  %0 = stablehlo.negate %x : tensor<f32>\n  return %0 : tensor<f32>\n"
HEAD = "func.func @f(%x: tensor<f32>) -> tensor<f32>"


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        (f"{HEAD} {{\n{BODY}", [(3, "syntax.end")]),
        (f"{HEAD}\n{BODY}}}\n", [(2, "syntax.form")]),
        (f"{HEAD} {{\n{BODY}}}\n}}\n", [(5, "syntax.form")]),
        (f"{HEAD.replace(')', '')} {{\n{BODY}}}\n", [(1, "syntax.form")]),
        (f"{HEAD} {{\n{BODY.replace('negate', 'nagate')}}}\n", [(2, "name.op")]),
        (f"{HEAD} {{\n  %1 = add\n{BODY}}}\n{HEAD} {{\n{BODY.replace('%x', '%y')}}}", [(2, "add.operands"), (7, "name.undefined")]),
        (f"module {{\n{HEAD} {{\n{BODY}}}\n", [(5, "syntax.end")]),
        (f"{HEAD} {{\n{BODY}{HEAD.replace('@f', '@g')} {{\n{BODY}}}\n", [(4, "syntax.form")]),
        (f"{HEAD} {{\n  {HEAD.replace('@f', '@g')} {{\n{BODY}  }}\n{BODY}}}\n", []),
    ],
)  # fmt: skip
def test_a_broken_module_is_a_module_still(text, errors):
    found: list[HloError] = []
    assert module_in(Source(text), found) is not None
    assert [(error.span.end_line - (error.code == "syntax.end"), error.code) for error in found if error.span] == errors


def test_a_kind_that_is_given_is_obeyed():
    assert module_in(Source(F), [], "script") is None
    errors: list[HloError] = []
    assert module_in(Source("%x = 3.0 : f32"), errors, "mlir") is not None
    assert [error.code for error in errors] == ["syntax.form"]


# The doors

SPREAD = """\
func.func @main() ->
    tensor<2xf32> {
  %y = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
WRONG = SPREAD.replace("    tensor<2xf32>", "    tensor<3xf32>")
ANSWER = [{"name": "%y", "type": "tensor<2xf32>", "value": [1.0, 2.0]}]


def reports(capsys, *words: str) -> list[dict]:
    main([*words, "--json", "--print", "full"] if words[0] == "run" else [*words, "--json"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def write(tmp_path):
    def to_file(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return to_file


@pytest.mark.parametrize("name", ["a.mlir", "a.hlo", "a.txt", "a"])
def test_a_module_runs_whatever_its_name(capsys, write, name):
    assert reports(capsys, "run", write(name, SPREAD))[0]["results"] == ANSWER


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_pieces_have_kinds_of_their_own(capsys, write, jobs):
    text = f"{SPREAD}\n// -----\n%x = [1, 2]\n// -----\n{WRONG}\n// -----\n"
    found = reports(capsys, "run", "--split-input-file", "-j", jobs, write("a.mlir", text), write("b.hlo", text))
    told = [(each["chunk"], each["status"], each.get("results"), each["diagnostics"]) for each in found]
    assert told[:4] == told[4:]
    assert [status for _, status, _, _ in told[:4]] == ["ok", "ok", "error", "empty"]
    assert told[0][2] == ANSWER
    assert [(each["code"], each["line"]) for each in told[2][3]] == [("func.return_types", 13)]


def test_check_verifies_a_module_of_any_layout(capsys, write):
    (report,) = reports(capsys, "check", write("w.mlir", WRONG))
    assert [(each["code"], each["line"]) for each in report["diagnostics"]] == [("func.return_types", 4)]


def test_fmt_lays_out_modules_and_leaves_scripts(capsys, write):
    assert main(["fmt", write("a.mlir", SPREAD)]) == 0
    assert capsys.readouterr().out.startswith("func.func @main() -> tensor<2xf32> {\n")
    script = ":help\n%x  =  1\n"
    assert main(["fmt", write("a.hlo", script)]) == 0
    assert capsys.readouterr().out == script
    assert main(["fmt", "--kind", "script", write("b.mlir", SPREAD)]) == 0
    assert capsys.readouterr().out == SPREAD
    assert main(["fmt", "--kind", "mlir", write("b.hlo", script)]) == 1
    assert "b.hlo:1:1: error: expected an operation" in capsys.readouterr().err


def test_a_session_opens_files_as_the_command_line_does(capsys, write):
    path = write("a.txt", SPREAD)
    assert Session().execute(f":load {path}").text == "defined @main : () -> tensor<2xf32>"
    assert Session().execute(f":run {path}").values["0"].array.tolist() == [1.0, 2.0]
    assert main(["-c", ":run @main", path]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "%0 : tensor<2xf32> = [1.0, 2.0]"
    error = Session().execute(f":load {write('w.mlir', WRONG)}").error
    assert error is not None
    assert (error.code, error.span.line) == ("func.return_types", 4)


def test_a_session_knows_models_by_what_is_in_them(write):
    nodes = '{"A": {"parameters": {"a": {"value": 1.5}}, "output_ports": {"o": {"value": "a"}}}}'
    path = write("model", f'{{"m": {{"graphs": {{"g": {{"nodes": {nodes}}}}}}}}}')
    assert "loaded the model m" in Session().execute(f":load {path}").text


def test_run_of_a_script_in_a_session_runs_the_script_alone(write):
    """Its functions take arguments that only its own statements give."""
    path = write(
        "s.hlo", "func.func @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }\n%y = 1.5\n:run @f %y\n"
    )
    result = Session().execute(f":run {path}")
    assert result.error is None
    assert [shown.name for shown in result.values] == ["y", "0"]


def test_a_loaded_module_calls_what_the_session_knows(write):
    session = Session()
    session.execute("func.func @g(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")
    path = write(
        "c.mlir", "func.func @h(%x: tensor<f32>) -> tensor<f32> {\n  %0 = call @g(%x)\n  return %0 : tensor<f32>\n}"
    )
    assert session.execute(f":load {path}").error is None
    assert session.execute("%y = call @h(2.5)").values["y"].array.tolist() == 2.5


def test_arrays_are_no_program(capsys, write):
    (report,) = reports(capsys, "run", write("x.npy", "x"))
    assert [each["code"] for each in report["diagnostics"]] == ["run.kind"]


def test_a_file_that_is_not_there_exits_2(capsys):
    assert main(["-c", "%x = 1", "/nowhere/f.mlir"]) == 2
    assert "No such file" in capsys.readouterr().err
