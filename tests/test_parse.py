"""What ``hlorepl.parse`` takes for a program, and what it says of the rest."""

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main

TEXT = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32> loc("model.py":7:2)
  return %0 : tensor<2xf32>
}
"""
WRONG = TEXT.replace("add %x, %x : tensor<2xf32>", "add %x, %y : tensor<2xf32>")


class Prints:
    """What prints itself, with or without knowing of locations."""

    def __init__(self, text):
        self.text = text

    def as_text(self):
        return self.text


class PrintsLocations(Prints):
    def as_text(self, debug_info=False):
        return self.text if debug_info else self.text.replace(' loc("model.py":7:2)', "")


GIVEN = {
    "text": lambda text, path: text,
    "bytes": lambda text, path: text.encode(),
    "bytearray": lambda text, path: bytearray(text.encode()),
    "path": lambda text, path: written(path, text),
    "name of a file": lambda text, path: str(written(path, text)),
    "as_text": lambda text, path: Prints(text),
    "as_text with locations": lambda text, path: PrintsLocations(text),
}


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("given", GIVEN)
def test_a_program_is_taken_as_it_comes(given, tmp_path):
    module = hlorepl.parse(GIVEN[given](TEXT, tmp_path / "a.mlir"))
    np.testing.assert_array_equal(hlorepl.compile(module)(np.float32([1, 2]))[0], [2, 4])
    assert 'loc("model.py":7:2)' in hlorepl.print_module(module)


@pytest.mark.parametrize("given", GIVEN)
def test_errors_point_into_the_text(given, tmp_path):
    path = tmp_path / "a.mlir"
    for name in (None, "named"):
        with pytest.raises(hlorepl.HloError) as raised:
            hlorepl.parse(GIVEN[given](WRONG, path), name)
        assert (raised.value.code, raised.value.span.line, raised.value.span.text) == ("name.undefined", 2, "%y")
        is_file = given in ("path", "name of a file")
        default = str(path) if is_file else "<bytes>" if given.startswith("byte") else "<text>"
        assert raised.value.span.source.name == name or default
        assert "this op comes from model.py:7" in str(raised.value)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (None, "type.argument"),
        (7, "type.argument"),
        (Prints(7), "type.argument"),
        (Path("nowhere.mlir"), "run.file"),
        ("nowhere.mlirbc", "run.file"),
        (Path(), "run.file"),
        (b"\xff", "syntax.encoding"),
        (Prints("HloModule f"), "syntax.hlo_text"),
        ("// a.mlir", None),
        ("", None),
    ],
)
def test_what_is_no_program(given, code):
    if code is None:
        assert hlorepl.parse(given).body.ops == []
        return
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.parse(given)
    assert raised.value.code == code


def test_without_jax_one_line_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("hlorepl.syntax.bytecode.import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    (tmp_path / "a.mlirbc").write_bytes(b"ML\xefR\x01")
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.parse(tmp_path / "a.mlirbc")
    assert (raised.value.code, raised.value.help) == ("run.extra", ["pip install 'hlorepl[jax]'"])
    assert main(["run", str(tmp_path / "a.mlirbc")]) == 1
    assert "help: pip install 'hlorepl[jax]'" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(hlorepl.HloError) as raised:
        hlorepl.from_jax(abs, 1.0)
    assert (raised.value.code, raised.value.help) == ("run.extra", ["pip install 'hlorepl[jax]'"])


def bytecode(text: str, portable: bool) -> bytes:
    """A program as MLIR bytecode, or as a portable artifact."""
    mlir = pytest.importorskip("jax._src.interpreters.mlir")
    ir = pytest.importorskip("jaxlib.mlir.ir")
    stablehlo = pytest.importorskip("jaxlib.mlir.dialects.stablehlo")
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        if portable:
            return stablehlo.serialize_portable_artifact(module, stablehlo.get_minimum_version())
        out = io.BytesIO()
        module.operation.write_bytecode(out)
        return out.getvalue()


@pytest.mark.parametrize("portable", [False, True], ids=["bytecode", "portable artifact"])
def test_bytecode_is_read_at_every_door(portable, tmp_path, capsys):
    data = bytecode(TEXT, portable)
    path = tmp_path / "a.mlirbc"
    path.write_bytes(data)
    for given in (data, path):
        module = hlorepl.parse(given)
        assert 'loc("model.py":7:2)' in hlorepl.print_module(module)
    assert main(["check", str(path)]) == 0
    capsys.readouterr()
    assert main(["run", str(path), "--args", "[dense<[1.0, 2.0]> : tensor<2xf32>]"]) == 0
    assert "[2.0, 4.0]" in capsys.readouterr().out
    assert main(["fmt", str(path)]) == 0
    assert "stablehlo.add" in capsys.readouterr().out
    session = hlorepl.Session()
    assert session.execute(f":load {path}\n:run @main [1.0, 2.0]").error is None
    (tmp_path / "a.bin").write_bytes(data)
    assert main(["check", str(tmp_path / "a.bin")]) == 0


def test_errors_point_into_the_text_that_bytecode_prints_as(tmp_path, capsys):
    """Of a program that MLIR takes for valid, and that has a name near to an attribute's."""
    text = TEXT.replace("add %x, %x", "tanh %x {result_acuracy = 1 : i32}")
    (tmp_path / "a.mlirbc").write_bytes(bytecode(text, portable=False))
    assert main(["check", "--json", str(tmp_path / "a.mlirbc")]) == 1
    found = json.loads(capsys.readouterr().out)["diagnostics"][0]
    assert (found["code"], found["line"]) == ("tanh.attribute_unknown", 4)
    assert main(["check", str(tmp_path / "a.mlirbc")]) == 1
    error = capsys.readouterr().err
    assert "stablehlo.tanh %arg0 {result_acuracy = 1 : i32}" in error
    assert "this op comes from model.py:7" in error


@pytest.mark.parametrize("option", ["--check", "--in-place"])
def test_fmt_does_not_write_over_bytecode(option, tmp_path):
    path = tmp_path / "a.mlirbc"
    path.write_bytes(b"ML\xefR\x01")
    assert main(["fmt", option, str(path)]) == 1
    assert path.read_bytes() == b"ML\xefR\x01"


@pytest.mark.parametrize("end", [5, 50, 200])
@pytest.mark.parametrize("portable", [False, True], ids=["bytecode", "portable artifact"])
def test_broken_bytecode_is_an_error(portable, end):
    data = bytecode(TEXT, portable)
    for broken in (data[:end], data[:end] + bytes(40) + data[end + 40 :]):
        with pytest.raises(hlorepl.HloError) as raised:
            hlorepl.parse(broken)
        assert raised.value.code == "syntax.bytecode"
        assert "\n" not in raised.value.message
