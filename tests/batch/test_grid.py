"""``hlorepl run`` on a grid of processes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hlorepl.__main__ import main

SUM = """module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {
  %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %i = stablehlo.replica_id : tensor<ui32>
  return %r, %i : tensor<2xf32>, tensor<ui32>
}
}
"""
WHOLE = ["--args", "[dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>]", "--split", "x=0"]


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sum.mlir").write_text(SUM)

    def call(*words):
        status = main(["run", "sum.mlir", *words])
        found = capsys.readouterr()
        return status, found.out, found.err

    return call


def test_values_are_shown_once_where_all_agree_and_for_each_where_not(run):
    status, out, _ = run(*WHOLE)
    assert status == 0
    assert out.splitlines() == [
        "on a grid of 2 x 1 processes, as the module says (mhlo.num_replicas, mhlo.num_partitions)",
        "%r@all : tensor<2xf32> = [4.0, 6.0]",
        "%i@(0,0) : tensor<ui32> = 0",
        "%i@(1,0) : tensor<ui32> = 1",
    ]
    assert "as the module says" not in run(*WHOLE, "--grid", "2x1")[1]


def test_as_json_results_are_by_process(run):
    _, out, _ = run(*WHOLE, "--json", "--print", "full")
    assert [(row["process"], row["results"][1]["value"]) for row in json.loads(out)["results"]] == [
        ([0, 0], 0),
        ([1, 0], 1),
    ]


def test_each_process_may_have_files_of_its_own(run, tmp_path):
    for r in range(2):
        np.savez(tmp_path / f"in-{r}-0.npz", x=np.full(2, r + 1, np.float32))
    assert run("--input", "in-{r}-{p}.npz", "--output", "out-{r}-{p}.npz")[0] == 0
    for r in range(2):
        with np.load(tmp_path / f"out-{r}-0.npz") as found:
            assert found["r"].tolist() == [3, 3]
            assert int(found["i"]) == r


def test_one_file_has_the_results_of_all(run, tmp_path):
    assert run(*WHOLE, "--output", "o.npz")[0] == 0
    with np.load(tmp_path / "o.npz") as found:
        assert {key: found[key].tolist() for key in found} == {
            "0,0/r": [4, 6],
            "0,0/i": 0,
            "1,0/r": [4, 6],
            "1,0/i": 1,
        }
    assert run(*WHOLE, "--output", "o.npy")[0] == 2


@pytest.mark.parametrize("split", ["x=1", "y=0", "x", "x=-1", "x=a", "=0"])
def test_what_cannot_be_cut_is_said(run, split):
    status, _, err = run("--random", "1", "--split", split)
    assert status == 2
    assert "[run.split]" in err


def test_parts_that_are_not_equal_are_refused(run):
    words = ["--args", "[dense<[1.0, 2.0, 3.0]> : tensor<3xf32>]", "--split", "x=0"]
    status, _, err = run(*words)
    assert status == 2
    assert "has size 3" in err


def test_random_arguments_are_the_same_for_all_or_cut(run):
    alike = json.loads(run("--random", "1", "--json", "--print", "full")[1])["results"][0]["results"][0]["value"]
    parts = json.loads(run("--random", "1", "--split", "x=0", "--json", "--print", "full")[1])
    drawn = np.random.Generator(np.random.PCG64([1, 0]))
    np.testing.assert_allclose(alike, 2 * drawn.standard_normal(2).astype(np.float32), rtol=1e-6)
    whole = np.random.Generator(np.random.PCG64([1, 0])).standard_normal(4).astype(np.float32)
    np.testing.assert_allclose(parts["results"][0]["results"][0]["value"], whole[:2] + whole[2:], rtol=1e-6)


def test_a_timeline_has_what_each_process_did(run, tmp_path):
    assert run(*WHOLE, "--timeline", "t.json")[0] == 0
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert {event["pid"] for event in events} == {0, 1}
    assert {event["cat"] for event in events} == {"op", "wait", "collective"}
    for event in events:
        assert event["ph"] == "X"
        assert event["ts"] >= 0
        assert event["dur"] >= 0
        assert set(event["args"]) == {"line", "bytes", "turn"}
    assert {event["args"]["bytes"] for event in events if event["cat"] == "collective"} == {8}


def test_watchers_say_in_which_process(run):
    found = json.loads(run(*WHOLE, "--json", "--trace", "--profile", "--nan")[1])
    assert {tuple(row["process"]) for row in found["trace"]} == {(0, 0), (1, 0)}
    assert {tuple(row["process"]) for row in found["profile"]["rows"]} == {(0, 0), (1, 0)}
    assert found["nonfinite"] == []
    _, out, _ = run(*WHOLE, "--trace")
    assert "process (0, 0)" in out
    assert "process (1, 0)" in out


def test_a_deadlock_ends_the_run_with_a_report(run, tmp_path):
    (tmp_path / "sum.mlir").write_text(
        SUM.replace('"stablehlo.all_reduce"', '"stablehlo.all_reduce"').replace(
            "  %i = stablehlo.replica_id : tensor<ui32>\n",
            "  %i = stablehlo.replica_id : tensor<ui32>\n  %t = stablehlo.create_token : !stablehlo.token\n"
            '  %u:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} '
            ": (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)\n",
        )
    )
    status, _, err = run(*WHOLE)
    assert status == 1
    assert "[run.deadlock]" in err
    assert "process (1, 0) waits in stablehlo.recv" in err


def test_a_script_runs_on_a_grid_as_a_module_does(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.mlir").write_text(":grid 1 2\n%p = stablehlo.partition_id : tensor<ui32>\n%q = 1.0 : f32\n")
    assert main(["run", "s.mlir", "--timeline", "t.json"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "%p@(0,0) : tensor<ui32> = 0",
        "%p@(0,1) : tensor<ui32> = 1",
        "%q@all : tensor<f32> = 1.0",
    ]
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert {event["pid"] for event in events if event["name"] == "stablehlo.partition_id"} == {0, 1}
    assert main(["run", "s.mlir", "--grid", "1x2", "--json", "--print", "full"]) == 0
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert [(each["process"], each["results"][0]["value"]) for each in row["results"]] == [([0, 0], 0), ([0, 1], 1)]


def test_values_of_each_process_have_a_folder(run):
    assert run("--random", "1", "--save-values", "v")[0] == 0
    assert {each.name for each in Path("v").iterdir()} == {"0-0", "1-0"}
