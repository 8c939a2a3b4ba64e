"""``compare --against DIR``: with the values that another run saved."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hlorepl.__main__ import main

TEXT = """func.func @main(%x: tensor<4xf32>, %h: tensor<2xbf16>) -> (tensor<4xf32>, tensor<2xbf16>) {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4xf32>
  %3 = stablehlo.add %h, %h : tensor<2xbf16>
  return %2, %3 : tensor<4xf32>, tensor<2xbf16>
}
"""


@pytest.fixture
def saved(tmp_path, capsys):
    path = tmp_path / "a.mlir"
    path.write_text(TEXT)
    folder = tmp_path / "values"
    assert main(["run", str(path), "--random", "1", "--save-values", str(folder), "-q"]) == 0
    capsys.readouterr()

    def compare(*words):
        status = main(["compare", str(path), "--random", "1", "--against", str(folder), "--json", *words])
        return status, json.loads(capsys.readouterr().out)

    return folder, compare


def test_the_same_run_agrees(saved):
    status, found = saved[1]()
    assert (status, found["status"], found["compare"]["first"]) == (0, "ok", None)
    assert found["compare"]["paired"]["name"] == 4
    assert found["compare"]["unpaired"] == []


def test_the_op_that_differs_is_told_and_not_those_behind_it(saved):
    folder, compare = saved
    path = folder / "000001_add_1.npy"
    one = np.load(path)
    one[2] += np.float32(0.5)
    np.save(path, one)
    np.save(folder / "000002_multiply_2.npy", one * one)
    status, found = compare("--all")
    assert (status, found["compare"]["first"]["line"]) == (1, 3)
    assert [each["ops"] for each in found["compare"]["all"]] == [["stablehlo.add"]]
    assert found["compare"]["results"][0]["differing"] == 1


def test_what_is_not_there_is_said(saved):
    folder, compare = saved
    (folder / "000001_add_1.npy").unlink()
    status, found = compare()
    assert status == 0
    assert found["compare"]["unpaired"] == [{"side": "left", "name": "000001_add_1.npy"}]


def test_a_folder_without_values(saved, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert main(["compare", str(tmp_path / "a.mlir"), "--random", "1", "--against", str(tmp_path / "empty")]) != 0
    assert "no saved values" in capsys.readouterr().err


def test_a_file_that_holds_no_array(saved):
    folder, compare = saved
    (folder / "000001_add_1.npy").write_bytes(b"nothing")
    status, found = compare()
    assert (status, found["status"]) == (1, "error")
