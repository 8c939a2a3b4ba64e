"""``compare --against f64`` and ``:digits``: what each op adds to the error, and what it passes on."""

from __future__ import annotations

import json

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main
from hlorepl.comparing.shadow import digits

X = np.array([0.1, 0.7, 1.3, -2.2], np.float32)


def program(body: str, given: str = "%x: tensor<4xf32>", gives: str = "tensor<4xf32>", result: str = "%y") -> str:
    return f"func.func @main({given}) -> {gives} {{\n{body}\n  return {result} : {gives}\n}}\n"


CANCELLING = program(
    "  %c = stablehlo.constant dense<1.0e6> : tensor<4xf32>\n"
    "  %0 = stablehlo.add %x, %c : tensor<4xf32>\n"
    "  %y = stablehlo.subtract %0, %c : tensor<4xf32>"
)


def compared(text, *inputs, **options):
    return hlorepl.compare(hlorepl.parse(text, "a.mlir"), against="f64", inputs=inputs, **options)


def test_what_an_op_adds_and_what_it_passes_on():
    found = compared(CANCELLING, X)
    exact = X.astype(np.float64)
    plain = (X + np.float32(1e6)) - np.float32(1e6)
    expected = np.abs(plain - exact).max() / np.abs(exact).max()
    lines = {row["name"]: row for row in found.json["precision"]}
    assert lines["%y"]["total"] == pytest.approx(expected)
    assert lines["%y"]["added"] == 0.0
    assert lines["%y"]["passed"] == pytest.approx(expected)
    assert 0 < lines["%0"]["added"] < 6e-8
    assert lines["%0"]["passed"] == 0.0
    assert [row["name"] for row in found.json["precision"]] == ["%y", "%0"]
    first = found.json["first"]
    assert (found.status, first["kind"], first["ops"], first["line"]) == (
        "differs",
        "growth",
        ["stablehlo.subtract"],
        4,
    )


def test_a_program_without_loss_is_well():
    found = compared(program("  %y = stablehlo.multiply %x, %x : tensor<4xf32>"), X)
    assert (found.status, found.first) == ("ok", None)
    assert found.results[0].digits is not None
    assert found.results[0].digits > 6.5


def test_control_follows_the_plain_run_and_flips_are_listed():
    """The sum is 1.0000001 in f64 and 1 in bf16: the plain run's turn and branch count."""
    body = (
        "  %one = stablehlo.constant dense<1.0> : tensor<bf16>\n"
        "  %e = stablehlo.constant dense<0.001> : tensor<bf16>\n"
        "  %s = stablehlo.add %one, %e : tensor<bf16>\n"
        "  %p = stablehlo.compare GT, %s, %one : (tensor<bf16>, tensor<bf16>) -> tensor<i1>\n"
        '  %y = "stablehlo.if"(%p) ({\n    stablehlo.return %e : tensor<bf16>\n  }, {\n'
        "    stablehlo.return %s : tensor<bf16>\n  }) : (tensor<i1>) -> tensor<bf16>"
    )
    found = compared(program(body, "", "tensor<bf16>"))
    (flip,) = found.json["flips"]
    assert (flip["op"], flip["line"], flip["elements"]) == ("stablehlo.compare", 5, 1)
    assert found.results[0].max_abs == 0.0 or found.results[0].differing == 0


def test_a_loop_tells_its_worst_turn():
    body = (
        "  %n = stablehlo.constant dense<5> : tensor<i32>\n  %i0 = stablehlo.constant dense<0> : tensor<i32>\n"
        "  %k = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %0:2 = stablehlo.while(%i = %i0, %a = %x) : tensor<i32>, tensor<4xf32>\n"
        "   cond { %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "    stablehlo.return %c : tensor<i1> }\n"
        "   do { %j = stablehlo.add %i, %k : tensor<i32>\n    %b = stablehlo.tan %a : tensor<4xf32>\n"
        "    stablehlo.return %j, %b : tensor<i32>, tensor<4xf32> }"
    )
    found = compared(program(body, result="%0#1"), X)
    (line,) = found.json["precision"]
    assert (line["op"], line["calls"]) == ("stablehlo.tan", 5)
    assert line["turn"] == [4]
    a, b = X, X.astype(np.float64)
    for _ in range(5):
        a, b = np.tan(a), np.tan(b)
    assert line["total"] == pytest.approx(np.abs(a - b).max() / np.abs(b).max(), rel=1e-3)


def test_a_sort_keeps_the_order_of_the_plain_run():
    body = (
        "  %k = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>\n"
        '  %s:2 = "stablehlo.sort"(%k, %x) ({\n  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %c: tensor<f32>, %d: tensor<f32>):\n'
        "    %l = stablehlo.compare LT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>\n"
        "    stablehlo.return %l : tensor<i1>\n  }) {dimension = 0 : i64, is_stable = true} : "
        "(tensor<4xbf16>, tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>)"
    )
    x = np.array([1.0001, 1.0, 3.0, -1.0], np.float32)  # the first two are one number of bf16
    found = compared(program(body, result="%s#1"), x)
    assert found.results[0].differing == 0
    assert not found.json["flips"]


def test_what_is_no_number_of_a_float_follows_the_plain_run():
    body = (
        "  %i = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>\n"
        "  %y = stablehlo.bitcast_convert %i : (tensor<4xi32>) -> tensor<4xf32>"
    )
    found = compared(program(body), X)
    assert (found.status, found.results[0].differing, found.json["flips"]) == ("ok", 0, [])


def test_f64_is_left_as_it_is_and_said():
    found = compared(
        program("  %y = stablehlo.sine %x : tensor<4xf64>", "%x: tensor<4xf64>", "tensor<4xf64>"), X.astype(np.float64)
    )
    assert found.results[0].differing == 0
    assert any("left as they are" in note for note in found.notes)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_small_floats(dtype):
    name = {"float16": "f16", "bfloat16": "bf16", "float8_e5m2": "f8E5M2"}[np.dtype(dtype).name]
    text = program(f"  %y = stablehlo.exponential %x : tensor<4x{name}>", f"%x: tensor<4x{name}>", f"tensor<4x{name}>")
    x = X.astype(dtype)
    (line,) = compared(text, x).json["precision"]
    exact = np.exp(x.astype(np.float64))
    assert line["added"] == pytest.approx(np.abs(exact.astype(dtype).astype(np.float64) - exact).max() / exact.max())


def test_digits():
    assert digits(0.0) == 16.0
    assert digits(1e-3) == pytest.approx(3.0)
    assert digits(float("inf")) == digits(float("nan")) == digits(5.0) == 0.0


def test_digits_of_a_value_of_a_session():
    session = hlorepl.Session()
    session.execute("%x = [1.0, 2.0]\n%b = 1.0e6\n%y = %x * 3.3 + %b\n%z = %y - %b")
    result = session.execute(":digits %z")
    assert result.error is None
    assert "2.4 digits are right" in result.text.splitlines()[0]
    assert "stablehlo.subtract" in result.text.splitlines()[1]
    assert session.execute(":digits %nothing").error is not None
    assert session.execute(":digits %z").error is None


def test_command_line(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(CANCELLING)
    assert main(["compare", str(path), "--against", "f64", "--random", "1", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["compare"]
    assert (found["against"], found["first"]["kind"]) == ("f64", "growth")
    assert main(["compare", str(path), "--against", "f64", "--random", "1", "--atol", "1"]) == 0
    assert "digits are right" in capsys.readouterr().out
