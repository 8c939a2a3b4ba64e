"""A session whose steps are watched, and what is kept of a run that fails."""

from __future__ import annotations

from pathlib import Path

import onnx.parser

import hlorepl
from hlorepl.analysis.trace import Trace


def test_each_statement_tells_its_steps_by_the_names_that_it_binds():
    session, trace = hlorepl.Session(), Trace()
    session.observers = (trace,)
    session.execute("%x = [1.0, 4.0]\n%y = sqrt(%x) + %x\nnegate %y")
    found = [(row.place.name, row.place.op, row.place.line) for row in trace.rows]
    assert found == [("", "stablehlo.sqrt", 2), ("%y", "stablehlo.add", 2), ("%0", "stablehlo.negate", 3)]
    session.observers = ()
    session.execute("negate %0")
    assert len(trace.rows) == 3
    assert session.names == ["x", "y", "0", "1"]


def test_a_statement_that_fails_takes_no_number():
    session = hlorepl.Session()
    assert session.execute("%c = false\nshape.const_witness false\nnot %c").error is not None
    assert session.execute("not %c").values[0].name == "0"


def test_what_ran_before_an_onnx_node_failed_is_kept(tmp_path: Path):
    text = """<ir_version: 8, opset_import: ["": 18]>
    g (float[2] x, int64[1] s) => (float[N] y) { a = Relu(x)
     b = Exp(a)
     y = Reshape(b, s) }"""
    path = tmp_path / "m.onnx"
    path.write_bytes(onnx.parser.parse_model(text).SerializeToString())
    session = hlorepl.Session()
    session.execute(f":onnx load {path}\n%x = [-1.0, 2.0]\n%s = [3] : i64")
    error = session.execute(":onnx run").error
    assert error is not None
    assert error.code == "onnx.shape"
    assert "what ran before it is kept: 2 values" in error.help
    assert session["a"].tolist() == [0, 2]
    assert session["b"][0] == 1
    assert "y" not in session


def test_a_session_counts_results_as_a_run_does():
    session = hlorepl.Session(max_memory=1000)
    view = "%x = broadcast_in_dim 1.0, dims = [] : (tensor<f32>) -> tensor<1000xf32>"
    error = session.execute(view).error
    assert error is not None
    assert error.code == "limit.memory"
    assert session.names == []
