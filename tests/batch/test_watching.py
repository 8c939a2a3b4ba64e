"""``--nan``, ``--trace``, ``--profile``, ``--time`` and ``--save-values`` of every kind of file, also where the run does not end well."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from batch.kinds_of_file import GIVEN, write_each

from hlorepl.__main__ import main
from hlorepl.batch.options import MDF, ONNX, SCRIPT, STABLEHLO

KINDS = [STABLEHLO, SCRIPT, MDF, ONNX]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return {kind: path.name for kind, path in write_each(tmp_path).items()}


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]):
    """``report("run", …)``: the exit status and the JSON object."""

    def run(*words: str, **texts: str) -> tuple[int, dict[str, Any]]:
        for name, text in texts.items():
            Path(name.replace("_", ".")).write_text(text)
        status = main(["run", "--json", *words])
        return status, json.loads(capsys.readouterr().out)

    return run


#: What is not finite in the samples: the op that made it, its name, line and column, and the operand with its type.
MADE = {
    STABLEHLO: ("stablehlo.sqrt", "%1", 3, 3, "%0", "tensor<2xf32>"),
    SCRIPT: ("stablehlo.sqrt", "%y", 2, 1, "%x", "tensor<2xf32>"),
    MDF: ("expression", "n.s", 10, 16, "n.c", "tensor<2xf64>"),
    ONNX: ("onnx.Sqrt", "s", None, None, "c", "tensor<2xf32>"),
}
#: What reads it next, with its line.
GOES_TO = {
    STABLEHLO: ("stablehlo.add", "%2", 4),
    SCRIPT: ("stablehlo.add", "%z", 3),
    MDF: ("expression", "n.o", 11),
    ONNX: ("onnx.Add", "t", None),
}
#: A step of an MDF run is a turn.
TURN = {STABLEHLO: [], SCRIPT: [], MDF: [0], ONNX: []}
LAST = {STABLEHLO: "%2", SCRIPT: "%z", MDF: "n.o", ONNX: "y"}


@pytest.mark.parametrize("kind", MADE)
def test_the_first_nan_in_json(files, kind, report):
    op, name, line, column, operand, of = MADE[kind]
    next_op, next_name, next_line = GOES_TO[kind]
    status, found = report(files[kind], *GIVEN[kind], "--nan")
    assert (status, found["status"]) == (0, "ok")
    assert found["nonfinite"] == [
        {
            "kind": "nan",
            "op": op,
            "name": name,
            "line": line,
            "column": column,
            "loc": None,
            "turn": TURN[kind],
            "nan": 1,
            "inf": 0,
            "result": name,
            "operands": [{"name": operand, "type": of, "min": -1.0, "max": 4.0}],
            "goes_to": [{"op": next_op, "name": next_name, "line": next_line, "loc": None, "turn": TURN[kind]}],
        }
    ]


@pytest.mark.parametrize("kind", MADE)
def test_the_first_nan_in_text(files, kind, capsys: pytest.CaptureFixture[str]):
    op, name, line, column, operand, of = MADE[kind]
    assert main(["run", files[kind], *GIVEN[kind], "--nan"]) == 0
    place = f"{files[kind]}:{line}:{column}: " if line else ""
    when = " in turn 0" if kind == MDF else ""
    out = capsys.readouterr().out
    assert f"{place}first NaN: {op} made {name} with 1 NaN{when}\n" in out
    assert f"  {operand} : {of} = [4.0, -1.0]\n" in out


@pytest.mark.parametrize("kind", KINDS)
def test_without_an_option_nothing_is_said(files, kind, report):
    assert not {"nonfinite", "trace", "profile"} & {*report(files[kind], *GIVEN[kind])[1]}


def test_constants_that_are_not_finite_are_told_apart(files, report, capsys: pytest.CaptureFixture[str]):
    text = """func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    found = report("c.mlir", "--random", "1", "--nan", c_mlir=text)[1]
    assert found["nonfinite"] == []
    assert [(each["kind"], each["name"], each["line"]) for each in found["nonfinite_constants"]] == [("inf", "%c", 2)]
    assert main(["run", "c.mlir", "--random", "1", "--nan"]) == 0
    said = capsys.readouterr().out.splitlines()[-2:]
    assert said[0] == "c.mlir:2:3: not finite: the stablehlo.constant %c came in with 1 infinite"
    assert said[1] == "every step made finite values of finite operands"


TRACE_KEYS = {"op", "name", "line", "loc", "turn", "type", "min", "max", "seconds", "bytes"}


@pytest.mark.parametrize("kind", MADE)
def test_a_row_for_each_step(files, kind, report):
    rows = report(files[kind], *GIVEN[kind], "--trace")[1]["trace"]
    op, name, *_, of = MADE[kind]
    sqrt = next(row for row in rows if row["name"] == name)
    size = 16 if kind == MDF else 8
    assert set(sqrt) == TRACE_KEYS
    assert {"op": op, "type": of, "min": 2.0, "max": 2.0, "bytes": size}.items() <= sqrt.items()
    assert 0 < sqrt["seconds"] < 60
    assert [row["name"] for row in rows][-1] == LAST[kind]


@pytest.mark.parametrize("kind", MADE)
def test_a_profile(files, kind, report):
    found = report(files[kind], *GIVEN[kind], "--profile")[1]["profile"]
    assert set(found) == {"seconds", "peak_bytes", "rows"}
    assert all(set(row) == {"by", "key", "calls", "self", "total", "bytes"} for row in found["rows"])
    by_op = {row["key"]: row for row in found["rows"] if row["by"] == "op"}
    calls, size = (2, 32) if kind == MDF else (1, 8)
    assert {"calls": calls, "bytes": size}.items() <= by_op[MADE[kind][0]].items()
    assert 0 < sum(row["self"] for row in by_op.values()) <= found["seconds"]
    assert found["peak_bytes"] >= 16
    kinds = {ONNX: {"node"}, MDF: {"line", "node"}}.get(kind, {"line"})
    assert {row["by"] for row in found["rows"]} == {"op", *kinds}


@pytest.mark.parametrize("kind", MADE)
def test_every_value_is_saved(files, kind, capsys: pytest.CaptureFixture[str]):
    assert main(["run", files[kind], *GIVEN[kind], "--save-values", "v"]) == 0
    names = sorted(path.name for path in Path("v").iterdir())
    assert capsys.readouterr().out.endswith(f"saved {len(names)} values in v\n")
    op, made, *_ = MADE[kind]
    saved = next(name for name in names if name[7:] == f"{op.rpartition('.')[2]}_{made.removeprefix('%')}.npy")
    assert np.load(Path("v") / saved)[0] == 2
    assert [int(name[:6]) for name in names] == [*range(len(names))]


@pytest.mark.parametrize("kind", KINDS)
def test_the_time_of_the_run(files, kind, report, capsys: pytest.CaptureFixture[str]):
    whole = report(files[kind], *GIVEN[kind])[1]["seconds"]
    assert 0 < report(files[kind], *GIVEN[kind], "--time")[1]["seconds"] < 60 < 60 + whole
    assert main(["run", files[kind], *GIVEN[kind], "--time"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("time : ")


FAILS = {
    "a_mlir": """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.log %x : tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  check.expect_eq_const %1, dense<1.0> : tensor<2xf32>
  %2 = stablehlo.sine %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
""",
    "a_hlo": "%x = [-1.0, 2.0]\n%0 = log %x\n%1 = negate %0\ncheck.expect_eq_const %1, dense<1.0> : tensor<2xf32>\n%2 = sine %1\n",
}


@pytest.mark.parametrize("name", FAILS)
def test_what_ran_before_a_failure_is_reported(files, name, report, capsys: pytest.CaptureFixture[str]):
    np.save("x.npy", np.float32([-1, 2]))
    file, given = name.replace("_", "."), ["--input", "x.npy"] if name == "a_mlir" else []
    words = [file, *given, "--nan", "--trace", "--profile", "--save-values", "v"]
    status, found = report(*words, **{name: FAILS[name]})
    assert (status, found["status"]) == (1, "check-failed")
    assert [row["name"] for row in found["trace"]] == ["%0", "%1"]
    assert [(each["op"], each["name"]) for each in found["nonfinite"]] == [("stablehlo.log", "%0")]
    assert {row["key"] for row in found["profile"]["rows"] if row["by"] == "op"} == {
        "stablehlo.log",
        "stablehlo.negate",
    }
    assert sorted(path.name for path in Path("v").iterdir()) == ["000000_log_0.npy", "000001_negate_1.npy"]
    assert main(["run", *words]) == 1
    out, err = capsys.readouterr()
    assert "first NaN: stablehlo.log made %0" in out
    assert "saved 2 values in v" in out
    assert "check.expect_eq_const" in err


def test_what_ran_before_a_node_failed_is_reported(files, report):
    import onnx.parser

    text = """<ir_version: 8, opset_import: ["": 18]>
    g (float[2] x, int64[1] s) => (float[N] y) { a = Log(x)
     b = Neg(a)
     y = Reshape(b, s) }"""
    Path("f.onnx").write_bytes(onnx.parser.parse_model(text).SerializeToString())
    np.savez("in.npz", x=np.float32([-1, 2]), s=np.array([3]))
    status, found = report("f.onnx", "--input", "in.npz", "--nan", "--trace", "--profile", "--save-values", "v")
    assert (status, found["status"]) == (1, "error")
    assert [row["op"] for row in found["trace"]] == ["onnx.Log", "onnx.Neg"]
    assert [(each["op"], each["name"]) for each in found["nonfinite"]] == [("onnx.Log", "a")]
    assert sorted(path.name for path in Path("v").iterdir()) == ["000000_Log_a.npy", "000001_Neg_b.npy"]


FOREVER = """func.func @main() -> tensor<i32> {
  %n = stablehlo.constant dense<-1.0> : tensor<f32>
  %l = stablehlo.log %n : tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%i = %c) : tensor<i32>
  cond {
    %p = stablehlo.is_finite %l : (tensor<f32>) -> tensor<i1>
    %q = stablehlo.not %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %0 : tensor<i32>
}
"""


def test_what_ran_before_a_trial_failed_is_reported(files, report):
    text = """m:
  graphs:
    g:
      nodes:
        A:
          parameters: {n: {value: n + 1}}
          output_ports: {o: {value: numpy.log(n - 2)}, p: {value: "[1, 2, 3][int(n)]"}}
"""
    words = ["--steps", "9", "--nan", "--trace", "--profile", "--save-values", "v"]
    status, found = report("b.yaml", *words, b_yaml=text)
    assert (status, found["status"]) == (1, "error")
    assert [step["step"] for step in found["results"]] == [1, 2]
    assert [(each["kind"], each["name"], each["turn"]) for each in found["nonfinite"]] == [
        ("nan", "A.o", [0]),
        ("inf", "A.o", [1]),
    ]
    assert [row["name"] for row in found["trace"] if row["turn"] == [2]] == ["A.n", "A.o"]
    assert len([*Path("v").iterdir()]) == len(found["trace"])


def test_ports_that_are_given_what_is_not_finite(files, report):
    np.savez("in.npz", i=np.array([1.0, np.inf]))
    found = report("a.yaml", "--input", "in.npz", "--steps", "2", "--nan")[1]["nonfinite"]
    assert [(each["kind"], each["op"], each["name"]) for each in found] == [
        ("nan", "expression", "n.s"),
        ("inf", None, "n.i"),
    ]


def test_what_ran_before_the_time_was_up_is_reported(files, report):
    words = ["--timeout", "0.3", "--nan", "--profile"]
    status, found = report("w.mlir", *words, w_mlir=FOREVER)
    assert (status, found["status"]) == (124, "timeout")
    assert [each["op"] for each in found["nonfinite"]] == ["stablehlo.log"]
    assert next(row for row in found["profile"]["rows"] if row["key"] == "stablehlo.add")["calls"] > 10


def test_a_script_that_runs_out_of_time_has_shown_what_it_has(files, report):
    text = FOREVER.replace("@main", "@f") + "%x = 3\n:run @f\n"
    status, found = report("w.hlo", "--timeout", "0.3", "--print", "full", "--nan", w_hlo=text)
    assert (status, found["status"]) == (124, "timeout")
    assert [each["name"] for each in found["results"]] == ["%x"]
    assert [each["op"] for each in found["nonfinite"]] == ["stablehlo.log"]


@pytest.fixture
def ctrl_c():
    """Somebody presses Ctrl-C in a third of a second."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_what_ran_before_an_interrupt_is_reported(files, report, ctrl_c):
    text = FOREVER.replace("@main", "@f") + "%x = 3\n:run @f\n"
    status, found = report("w.hlo", "a.hlo", "--print", "full", "--nan", "--profile", w_hlo=text)
    assert (status, found["status"]) == (130, "error")
    assert [each["code"] for each in found["diagnostics"]] == ["run.interrupted"]
    assert [each["name"] for each in found["results"]] == ["%x"]
    assert [each["op"] for each in found["nonfinite"]] == ["stablehlo.log"]
    assert next(row for row in found["profile"]["rows"] if row["key"] == "stablehlo.add")["calls"] > 10


def test_a_rejected_program_has_no_reports(files, report):
    status, found = report("a.mlir", "--nan", "--save-values", "v", a_mlir="func.func @main() { %0 = stablehlo.ad }\n")
    assert status == 1
    assert "nonfinite" not in found
    assert not Path("v").exists()


def test_functions_in_turn_are_watched_together(files, report):
    one = "func.func @{0}() -> tensor<f32> {{\n  %0 = stablehlo.constant dense<{1}> : tensor<f32>\n  %1 = stablehlo.log %0 : tensor<f32>\n  return %1 : tensor<f32>\n}}\n"
    text = one.format("f", 1.0) + one.format("g", -1.0)
    words = ["t.mlir", "--nan", "--print", "full", "--output", "o.npz"]
    found = report(*words, t_mlir=text)[1]
    assert [each["line"] for each in found["nonfinite"]] == [8]
    assert [each["value"] for each in found["results"]] == [0.0, "nan"]
    with np.load("o.npz") as saved:
        assert sorted(saved) == ["1", "1_1"]


def test_values_inside_of_a_short_form_have_no_name(files, report):
    text = "%x = [1.0, -4.0]\n%y = sqrt(%x * 2.0 + 1.0) / %x\n"
    status, found = report("a.hlo", "--trace", "--nan", "--save-values", "v", a_hlo=text)
    assert status == 0
    assert [each["name"] for each in found["trace"]][-2:] == ["", "%y"]
    assert not any(each["name"] == "%" for each in found["trace"])
    (nan,) = found["nonfinite"]
    assert (nan["name"], nan["operands"][0]["name"]) == ("", "")
    assert Path("v/000004_sqrt_value.npy").exists()
    assert main(["run", "a.hlo", "--nan", "--trace", "--print", "none"]) == 0
