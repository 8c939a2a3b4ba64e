"""What somebody finds who follows what the screen offers: the op of a program, the node of an ONNX model, why an MDF node did not run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import onnx
import onnx.parser
import pytest

from hlorepl import Session

if TYPE_CHECKING:
    from pathlib import Path


def said(session: Session, text: str) -> str:
    result = session.execute(text)
    assert result.error is None, result.error
    return result.text


def follow(session: Session, found: str) -> str:
    """What the commands say that stand on the last line of a finding."""
    offered = re.match(r"(:debug .*), (:break .*) and (:continue) stop behind it", found.splitlines()[-1])
    assert offered is not None, found
    return [said(session, each) for each in offered.groups()][-1]


PROGRAM = """func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %k = func.call @step(%h) : (tensor<3xf32>) -> tensor<3xf32>
    stablehlo.return %j, %k : tensor<i32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}
func.func private @step(%a: tensor<3xf32>) -> tensor<3xf32> {
  %l = stablehlo.log %a : tensor<3xf32> loc("model.py":7:0)
  return %l : tensor<3xf32>
}
"""


def test_the_op_of_a_program(tmp_path: Path):
    file, arrays = tmp_path / "model.mlir", tmp_path / "in.npz"
    file.write_text(PROGRAM)
    np.savez(arrays, np.float32([1.5, 20, 3]), np.int32(4))
    session = Session()
    found = said(session, f":nan {file} {arrays}")
    assert "first NaN: stablehlo.log made %l with 1 NaN in turn 2, from model.py:7" in found
    stopped = follow(session, found)
    assert "%l : tensor<3xf32> = [nan, " in stopped
    assert "in @step, turn 2 (breakpoint 1: 16 if nan)" in stopped
    assert "%a : tensor<3xf32> = [-0.9027" in said(session, ":back\n%a")


def test_the_op_of_a_program_that_is_loaded(tmp_path: Path):
    session = Session()
    said(session, PROGRAM + "%x = [1.5, 20.0, 3.0]\n%n = 4 : i32")
    assert "turn 2 (breakpoint 1: 16 if nan)" in follow(session, said(session, ":nan"))


MODEL = """<ir_version: 8, opset_import: ["" : 17]>
net (float[N,4] x) => (float[N,4] y) {
  m = ReduceMean<axes=[1]>(x)
  d = Sub(x, m)
  v = Log(m)
  s = Sqrt(v)
  y = Div(d, s)
}"""


def test_the_node_of_a_model(tmp_path: Path):
    model = onnx.parser.parse_model(MODEL)
    for number, node in enumerate(model.graph.node):
        node.name = f"/net/{node.op_type}_{number}"
    onnx.save(model, tmp_path / "net.onnx")
    np.savez(tmp_path / "x.npz", x=np.float32([[1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4]]))
    session = Session()
    found = said(session, f":nan {tmp_path / 'net.onnx'} {tmp_path / 'x.npz'}")
    assert "first NaN: onnx.Sqrt of /net/Sqrt_3 made s with 1 NaN\n  v : tensor<2x1xf32> =" in found
    assert "  goes into /net/Div_4 = onnx.Div" in found
    assert "s : tensor<2x1xf32> = [[0.957" in follow(session, found)
    missing = session.execute("v").error
    assert missing is not None
    assert missing.help == ["values begin with %: %v shows this one, %v = … gives it another meaning"]
    assert "%v : tensor<2x1xf32> =" in said(session, "%v")
    said(session, f":stop\n:open {tmp_path / 'net.onnx'} {tmp_path / 'x.npz'}\n%v = [[1.0], [1.0]] : f32\n:rerun")
    assert "nan" not in said(session, "%y")


CONDITIONS = """m:
  graphs:
    g:
      nodes:
        input:
          parameters: {n: {default_initial_value: 0.0, value: n + 1}}
          output_ports: {o: {value: n}}
        slow:
          input_ports: {i: {}}
          parameters: {s: {value: 1.0 / i}}
          output_ports: {o: {value: s}}
        decide:
          input_ports: {i: {}}
          output_ports: {o: {value: i * 2}}
      edges:
        e1: {sender: input, receiver: slow, sender_port: o, receiver_port: i}
        e2: {sender: slow, receiver: decide, sender_port: o, receiver_port: i}
      conditions:
        node_specific:
          slow: {type: EveryNCalls, kwargs: {dependencies: input, n: 2}}
          decide: {type: Threshold, kwargs: {dependencies: slow, parameter: s, threshold: 1.0, comparator: ">"}}
"""
ENDS = "        termination: {TRIAL: {type: AfterNPasses, kwargs: {n: 2}}}\n"
WHY = "Threshold(dependencies=slow, parameter=s, threshold=1.0, comparator=>) does not hold (slow.s is 0.5, slow has run once"


@pytest.fixture
def model(tmp_path: Path) -> Session:
    session = Session()
    (tmp_path / "m.yaml").write_text(CONDITIONS + ENDS)
    said(session, f":load {tmp_path / 'm.yaml'}")
    return session


def test_why_a_node_did_not_run_in_a_trial(model):
    said(model, ":mdf step")
    assert f"has not run in the last trial: {WHY} in this trial, pass 2)" in said(model, "?decide")
    assert "has run once in the last trial" in said(model, "?slow")


def test_why_a_node_does_not_run_where_it_is_asked(model):
    said(model, ":debug mdf")
    assert "(slow.s is not computed yet, slow has run 0 times in this trial, pass 0)" in said(model, ":until decide")
    assert f"decide does not run: {WHY} in this trial, pass 1)" in said(model, ":step\n:until decide")


def test_an_endless_trial_says_what_it_waited_for(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("hlorepl.mdf.schedule.MAX_CHECKS", 1)
    (tmp_path / "m.yaml").write_text(CONDITIONS)
    error = Session().execute(f":load {tmp_path / 'm.yaml'}\n:mdf step").error
    assert error is not None
    assert error.code == "limit.passes"
    assert [note.message.partition("slow has")[0] for note in error.notes] == [
        "decide: Threshold(dependencies=slow, parameter=s, threshold=1.0, comparator=>) does not hold (slow.s is 0.0001, "
    ]


def test_an_interrupted_run_of_trials_is_where_debug_opens(model, monkeypatch):
    from hlorepl.mdf.evaluation import Runner

    run = Runner._run

    def interrupted(runner, *how):
        if runner.trials == 5:
            raise KeyboardInterrupt
        run(runner, *how)

    monkeypatch.setattr(Runner, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.execute(":mdf run 20")
    monkeypatch.undo()
    assert model.failure.where == " in trial 5 of 20"
    assert "in g, trial 5" in said(model, ":debug")
    assert "node slow" in said(model, ":until slow")
