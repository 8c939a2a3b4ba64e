"""``--output FILE``: the extension says what is written, for every kind of file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnx.helper
import onnx.parser
import pytest

from hlorepl.__main__ import main
from hlorepl.session import Session

TYPES = """func.func @main() -> (tensor<2xbf16>, tensor<2xf8E5M2>, tensor<2xi4>, tensor<complex<f32>>, tensor<i1>, tuple<tensor<f32>, tensor<2xui8>>) {
  %a = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %b = stablehlo.constant dense<[1.5, 0x7C]> : tensor<2xf8E5M2>
  %c = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %d = stablehlo.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  %e = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<0.1> : tensor<f32>
  %g = stablehlo.constant dense<[1, 255]> : tensor<2xui8>
  %t = stablehlo.tuple %f, %g : tuple<tensor<f32>, tensor<2xui8>>
  return %a, %b, %c, %d, %e, %t : tensor<2xbf16>, tensor<2xf8E5M2>, tensor<2xi4>, tensor<complex<f32>>, tensor<i1>, tuple<tensor<f32>, tensor<2xui8>>
}
"""
MODEL = """m:
  graphs:
    g:
      nodes:
        A:
          input_ports: {i: {type: float}}
          parameters: {t: {default_initial_value: 0.0, time_derivative: "1"}, w: {value: {ISA: goal}}}
          output_ports: {t: {value: t}, v: {value: "[t, 0.1]"}, w: {value: w}}
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """``run(text, name, *words)``: exit status, output and errors of a run of a file with that text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(text: str | bytes, name: str, *words: str) -> tuple[int, str, str]:
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["run", name, *words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def constant(value: str, of: str) -> str:
    return f"func.func @main() -> {of} {{\n  %0 = stablehlo.constant dense<{value}> : {of}\n  return %0 : {of}\n}}\n"


def test_npz_has_every_type(run):
    assert run(TYPES, "a.mlir", "--output", "o.npz")[0] == 0
    with np.load("o.npz") as saved:
        assert {name: saved[name].dtype for name in "abcde"} == {
            "a": np.uint16,
            "b": np.uint8,
            "c": np.uint8,
            "d": np.complex64,
            "e": np.bool_,
        }
        assert saved["a"].view(ml_dtypes.bfloat16).tolist() == [1.5, -2]
        assert saved["t.0"] == np.float32(0.1)
        assert saved["__types__"].tolist() == ["a=bf16", "b=f8E5M2", "c=i4"]


def test_mlir_is_what_a_session_loads(run):
    assert run(TYPES, "a.mlir", "--output", "o.mlir")[0] == 0
    assert Path("o.mlir").read_text().splitlines()[0] == (
        "%a = stablehlo.constant dense<[1.500000e+00, -2.000000e+00]> : tensor<2xbf16>"
    )
    session = Session()
    assert session.execute(":load o.mlir").error is None
    assert session["c"].tolist() == [-8, 7]
    assert session["t.1"].tolist() == [1, 255]
    assert session["b"].dtype == ml_dtypes.float8_e5m2


@pytest.mark.parametrize(
    ("value", "of", "text"),
    [
        ("0.1", "tensor<f32>", "0.1\n"),
        ("[1, -2]", "tensor<2xi32>", "1\n-2\n"),
        ("[[0.1, 0x7FC00000], [1.0e-9, 0xFF800000]]", "tensor<2x2xf32>", "0.1,nan\n1e-09,-inf\n"),
        ("[true, false]", "tensor<2xi1>", "true\nfalse\n"),
        ("18446744073709551615", "tensor<ui64>", "18446744073709551615\n"),
        ("1.5", "tensor<bf16>", "1.5\n"),
        ("[-8, 7]", "tensor<2xi4>", "-8\n7\n"),
        ("(1.0, -2.5)", "tensor<complex<f32>>", "1-2.5j\n"),
        ("", "tensor<0xf32>", ""),
    ],
)
def test_csv(run, value, of, text):
    assert run(constant(value, of), "a.mlir", "--output", "o.csv")[0] == 0
    assert Path("o.csv").read_text() == text


def test_npy(run):
    assert run(constant("[1, 2]", "tensor<2xi32>"), "a.mlir", "--output", "O.NPY")[0] == 0
    assert np.load("O.NPY").tolist() == [1, 2]


@pytest.mark.parametrize(("name", "says"), [("o.npy", "holds one result"), ("o.csv", "holds one result")])
def test_what_does_not_fit_is_said_before_anything_runs(run, name, says):
    text = TYPES.replace("  return", "  check.expect_eq_const %e, dense<false> : tensor<i1>\n  return")
    status, out, err = run(text, "a.mlir", "--output", name)
    assert (status, out) == (2, "")
    assert says in err
    assert "[command.output]" in err
    status, _, err = run(constant("1", "tensor<1x1x1xi32>"), "a.mlir", "--output", "o.csv")
    assert status == 2
    assert "rank 3" in err


def test_a_file_that_cannot_be_written(run):
    for name in ("none/o.npz", "none/o.npy", "none/o.csv", "none/o.mlir"):
        status, _, err = run(constant("1", "tensor<i32>"), "a.mlir", "--output", name)
        assert status == 1
        assert "No such file or directory [run.output]" in err


def test_names_that_npz_or_two_results_have(run):
    text = "func.func @main(%file: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n  return %file, %file : tensor<i32>, tensor<i32>\n}\n"
    assert run(text, "a.mlir", "--args", "[dense<3> : tensor<i32>]", "--output", "o.npz")[0] == 0
    with np.load("o.npz") as saved:
        assert {name: int(saved[name]) for name in saved} == {"file": 3, "file_1": 3}


def test_a_script(run):
    text = "%x = [1, 2] : i32\n%x = [3, 4] : i32\n%y = add %x, %x\n"
    assert run(text, "a.hlo", "--output", "o.npz")[0] == 0
    with np.load("o.npz") as saved:
        assert {name: saved[name].tolist() for name in saved} == {"x": [3, 4], "y": [6, 8]}
    assert run(text, "a.hlo", "--output", "o.csv")[0] == 2
    assert run("%x = [1, 2] : i32\n", "a.hlo", "--output", "o.csv")[0] == 0
    assert Path("o.csv").read_text() == "1\n2\n"


def graph(text: str) -> bytes:
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": 18]>\n{text}').SerializeToString()


def test_onnx(run):
    text = graph("g (float[2] x) => (float[2] y, bfloat16[2] z) { y = Neg(x)\n z = Cast<to = 16>(x) }")
    np.save("x.npy", np.float32([1, -2]))
    assert run(text, "a.onnx", "--input", "x.npy", "--output", "o.npz")[0] == 0
    with np.load("o.npz") as saved:
        assert saved["y"].tolist() == [-1, 2]
        assert saved["z"].view(ml_dtypes.bfloat16).tolist() == [1, -2]
    assert run(text, "a.onnx", "--input", "x.npy", "--output", "o.csv")[0] == 2
    assert run(text, "a.onnx", "--input", "x.npy", "--output", "o.mlir")[0] == 0
    assert "%z = stablehlo.constant dense<[1.000000e+00, -2.000000e+00]> : tensor<2xbf16>" in Path("o.mlir").read_text()


def test_onnx_strings_and_sequences(run):
    text = graph("g (string[2] x) => (string[2] y, seq(string[2]) s) { y = Identity(x)\n s = SequenceConstruct(x) }")
    np.save("x.npy", np.array(["a", "bc"]))
    assert run(text, "a.onnx", "--input", "x.npy", "--output", "o.npz", "--save-values", "v")[:1] == (0,)
    with np.load("o.npz") as saved:
        assert {name: saved[name].tolist() for name in saved} == {"y": ["a", "bc"], "s.0": ["a", "bc"]}
    assert len([*Path("v").iterdir()]) == 2
    status, _, err = run(text, "a.onnx", "--input", "x.npy", "--output", "o.mlir")
    assert status == 1
    assert "no tensor of numbers" in err


def mdf(run, name: str, *words: str) -> tuple[int, str, str]:
    return run(MODEL, "a.yaml", "--steps", "3", "--dt", "0.5", "--output", name, *words)


def test_mdf_runs(run):
    status, out, _ = mdf(run, "o.csv")
    assert status == 0
    assert Path("o.csv").read_text() == "step,A.t,A.v[0],A.v[1]\n1,0.0,0.0,0.1\n2,0.5,0.5,0.1\n3,1.0,1.0,0.1\n"
    assert "o.csv does not have A.w: no arrays of numbers" in out
    assert mdf(run, "o.npz")[0] == 0
    with np.load("o.npz") as saved:
        assert saved["A.t"].tolist() == [0, 0.5, 1]
        assert saved["A.v"].shape == (3, 2)
    assert mdf(run, "o.mlir")[0] == 0
    assert Path("o.mlir").read_text().startswith("%A.t = stablehlo.constant dense<[0.000000e+00, 5.000000e-01")
    assert mdf(run, "o.npy")[0] == 2
    assert mdf(run, "o.svg")[0] == 0
    assert "<svg" in Path("o.svg").read_text()


def test_steps_before_a_failure_are_kept(run):
    text = MODEL.replace('"[t, 0.1]"', '"[t, 0.1] + numpy.zeros(2 + (t > 0.7) * 1)"')
    status, out, err = run(text, "a.yaml", "--steps", "9", "--dt", "0.5", "--output", "o.csv", "--json")
    report: dict[str, Any] = json.loads(out)
    assert (status, report["status"], err) == (1, "error", "")
    assert [step["step"] for step in report["results"]] == [1, 2]
    assert len(Path("o.csv").read_text().splitlines()) == 3
