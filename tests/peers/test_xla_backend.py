"""``--backend xla``: whole functions, compiled and kept; and XLA in a process of its own."""

from __future__ import annotations

import json

import ml_dtypes
import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main
from hlorepl.backends.xla import Child, Died, Refused, Xla, XlaBackend

pytestmark = pytest.mark.peers

TEXT = """func.func private @g(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.sine %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @f(%x: tensor<3xf64>, %y: tensor<bf16>, %n: tensor<2xi4>) -> (tensor<3xf64>, tensor<bf16>, tensor<2xi4>) {
  %0 = call @g(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %1 = stablehlo.add %y, %y : tensor<bf16>
  %2 = stablehlo.negate %n : tensor<2xi4>
  return %0, %1, %2 : tensor<3xf64>, tensor<bf16>, tensor<2xi4>
}
"""
X = np.array([0.1, 0.2, 0.3])
Y, N = np.array(2.0, ml_dtypes.bfloat16), np.array([1, -3], ml_dtypes.int4)


def test_values_keep_their_types():
    """Of 64, 16 and 4 bits; results are fresh, the second call runs what the first has compiled."""
    program = hlorepl.compile(hlorepl.parse(TEXT), backend="xla")
    for scale in (1.0, 2.0):
        x, y, n = program(X * scale, Y, N)
        assert [each.dtype for each in (x, y, n)] == [np.float64, ml_dtypes.bfloat16, ml_dtypes.int4]
        np.testing.assert_allclose(x, np.sin(X * scale), rtol=1e-15)
        assert float(y) == 4.0
        assert n.tolist() == [-1, 3]
        x[0] = 7.0


def test_a_main_that_others_call_keeps_apart():
    text = TEXT.replace("@g", "@main").replace("private @main", "@main").replace("func.func @f", "func.func public @f")
    program = hlorepl.compile(hlorepl.parse(text), "f", backend="xla")
    np.testing.assert_allclose(program(X, Y, N)[0], np.sin(X), rtol=1e-15)


def test_session():
    """Functions are XLA's, ops by themselves NumPy's."""
    session = hlorepl.Session(backend="xla")
    result = session.execute(
        f"{TEXT}\n%x = [1.0, 2.0, 3.0] : f64\n%z = call @g(%x) : (tensor<3xf64>) -> tensor<3xf64>\n%w = add %z, %z"
    )
    assert result.error is None
    np.testing.assert_allclose(session["w"], 2 * np.sin([1, 2, 3]), rtol=1e-15)
    assert session.execute(":backend").text == "backend xla"
    assert session.execute(":grid 2 1\n%q = add %x, %x").error.code == "run.backend"


def test_what_it_refuses(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main() {\n  stablehlo.custom_call @nobody() {has_side_effect = true} : () -> ()\n  return\n}\n"
    )
    assert main(["run", "--json", "--backend", "xla", str(path)]) == 1
    (error,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert (error["code"], error["line"]) == ("run.xla", 1)
    path.write_text(TEXT)
    assert main(["run", "--json", "--backend", "xla", "--grid", "2x1", "--random", "1", str(path)]) == 2
    assert json.loads(capsys.readouterr().out)["diagnostics"][0]["code"] == "run.backend"


def test_our_verifier_speaks_first(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text("func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.add %x, %x : tensor<3xf32>\n  return\n}\n")
    assert main(["run", "--json", "--backend", "xla", "--random", "1", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["diagnostics"][0]["line"] == 2


CRASH = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @nobody(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}"""
ADD = """func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.add %x, %x : tensor<3xf64>
  return %0 : tensor<3xf64>
}"""


def test_a_process_of_its_own_survives():
    with Child() as child:
        assert child.call(ADD, [[X], [X + 1]])[1][0].tolist() == (2 * (X + 1)).tolist()
        with pytest.raises(Refused, match="nobody"):
            child.call(CRASH, [[X.astype(np.float32)]])
        assert child._process is not None
        child._process.kill()
        child._process.wait()
        assert child.call(ADD, [[X]])[0][0].tolist() == (2 * X).tolist()
        assert child.platform == "cpu"


def test_how_a_process_died_is_told(monkeypatch):
    monkeypatch.setattr("hlorepl.backends.xla.__name__", "os")
    with Child() as child, pytest.raises(Died, match="exit status 0"):
        child.call(ADD, [[X]])


LOOP = """%x = [0.1, 0.2, 0.3]
%c = 0 : i32
%n = {turns} : i32
%one = 1 : i32
%r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<3xf32>
 cond {{ %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
   stablehlo.return %p : tensor<i1> }}
 do {{ %j = stablehlo.add %i, %one : tensor<i32>
   %s = stablehlo.sine %a : tensor<3xf32>
   %t = stablehlo.add %s, %x : tensor<3xf32>
   stablehlo.return %j, %t : tensor<i32>, tensor<3xf32> }}
"""


def test_loops_of_a_session_on_request(monkeypatch):
    """One program for all loops of that text, whatever its values are; the debugger still steps into it."""
    texts = []
    compiled = Xla.compiled
    monkeypatch.setattr(Xla, "compiled", lambda self, text, *more: (texts.append(text), compiled(self, text, *more))[1])
    session = hlorepl.Session(backend=XlaBackend().with_loops())
    for turns in (3, 5):
        result = session.execute(LOOP.format(turns=turns))
        assert result.error is None
        x = h = np.array([0.1, 0.2, 0.3], np.float32)
        for _ in range(turns):
            h = np.sin(h) + x
        np.testing.assert_allclose(session["r#1"], h, rtol=1e-5)
    assert len(texts) == 1
    assert session.execute(":backend").text == "backend xla, loops too"
    assert session.execute(":debug %r#1\n:step\n:stop").error is None
    session.execute(":backend xla")
    session.execute(LOOP.format(turns=2))
    assert len(texts) == 1
    assert session.execute(":backend numpy loops").error.code == "command.option"


def test_functions_of_a_session_are_kept(monkeypatch):
    texts = []
    compiled = Xla.compiled
    monkeypatch.setattr(Xla, "compiled", lambda self, text, *more: (texts.append(text), compiled(self, text, *more))[1])
    session = hlorepl.Session(backend=XlaBackend())
    session.execute(f"{TEXT}\n%x = [1.0, 2.0, 3.0] : f64")
    for _ in range(3):
        assert session.execute(":run @g %x").error is None
    assert len(texts) == 1
