"""``hlorepl reduce``: what is kept stays, all else goes, and what comes out is a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from reducing import made_programs
from reducing.made_programs import program

import hlorepl
from hlorepl.__main__ import main
from hlorepl.ops.registry import of as spec_of

NAN = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[4.0, -1.0]> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.add %1, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""


def work(text: str) -> list[str]:
    """The ops of a program, without constants and terminators."""
    module = hlorepl.parse(text)
    specs = [(op, spec_of(op)) for op in module.walk()]
    return [op.name for op, spec in specs if spec is not None and not (spec.terminator or spec.constant)]


def reduced(tmp_path: Path, text: str, *words: str) -> tuple[int, str]:
    """The exit status of ``reduce``, and what it wrote."""
    file, out = tmp_path / "a.mlir", tmp_path / "small.mlir"
    file.write_text(text)
    status = main(["reduce", str(file), "-o", str(out), "--keep", *words])
    return status, out.read_text() if out.exists() else ""


def test_a_nan_is_kept_and_the_rest_goes(tmp_path: Path):
    status, text = reduced(tmp_path, NAN, "nan")
    assert status == 0
    assert work(text) == ["stablehlo.sqrt"]
    assert text.startswith("// RUN: hlorepl run --nan %s\n")
    assert np.isnan(hlorepl.compile(hlorepl.parse(text))()[0]).all()


def test_the_kind_of_op_that_makes_the_nan_stays(tmp_path: Path):
    text = NAN.replace("stablehlo.add %1, %1", "stablehlo.log %1").replace("[4.0, -1.0]", "[4.0, 0.25]")
    status, text = reduced(tmp_path, text.replace("%1 = stablehlo.sqrt %0", "%1 = stablehlo.negate %0"), "nan")
    assert status == 0
    assert work(text) == ["stablehlo.log"]


def test_without_a_file_it_goes_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "a.mlir"
    file.write_text(NAN)
    assert main(["reduce", str(file), "--keep", "nan"]) == 0
    assert work(capsys.readouterr().out) == ["stablehlo.sqrt"]


def test_arguments_are_given_and_become_constants(tmp_path: Path):
    text = """func.func @main(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<3xf32> {
  %0 = stablehlo.tanh %a : tensor<3xf32>
  %1 = stablehlo.log %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}"""
    args = "[dense<[1.234567, -0.7654321, 2.0]> : tensor<3xf32>, dense<1.0> : tensor<f32>]"
    status, text = reduced(tmp_path, text, "nan", "--args", args)
    assert status == 0
    assert work(text) == ["stablehlo.log"]
    assert hlorepl.parse(text).functions["main"].arguments == []


def test_what_constants_do_not_show_stays_an_argument_beside_the_file(tmp_path: Path):
    """Sizes that are constants are checked before the program runs, and the error is another one then."""
    text = """func.func @main(%a: tensor<4xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.add %s, %s : tensor<2xi32>
  %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}"""
    args = "[dense<1.0> : tensor<4xf32>, dense<[1, 1]> : tensor<2xi32>]"
    file, out = tmp_path / "a.mlir", tmp_path / "small.mlir"
    file.write_text(text)
    assert main(["run", str(file), "--args", args]) == 0
    args = args.replace("[1, 1]", "[3, 1]")
    status = main(["reduce", str(file), "--keep", "error=run.dynamic_reshape", "--args", args, "-o", str(out)])
    assert status == 0
    assert work(out.read_text()) == ["stablehlo.dynamic_reshape"]
    assert list(tmp_path.glob("small.*.npz"))
    assert main(["run", str(out)]) == 1


def test_of_a_rejected_program_the_rejected_op_stays(tmp_path: Path):
    text = NAN.replace(
        "stablehlo.add %1, %1 : tensor<2xf32>", "stablehlo.transpose %1, dims = [1] : (tensor<2xf32>) -> tensor<2xf32>"
    )
    status, text = reduced(tmp_path, text, "error=transpose.C2")
    assert status == 0
    assert work(text) == ["stablehlo.transpose"]
    assert {error.code for error in hlorepl.verify(hlorepl.parse(text))} == {"transpose.C2"}


def test_a_command_says_what_is_kept(tmp_path: Path):
    status, text = reduced(
        tmp_path, program(1, 60, made_programs.two_ops), "command=grep -q fft {} && grep -q reverse {}"
    )
    assert status == 0
    assert sorted(work(text)) == ["stablehlo.fft", "stablehlo.reverse"]
    assert "// RUN: grep -q fft %s && grep -q reverse %s\n" in text


@pytest.mark.skipif(sys.platform != "linux", reason="limits on addresses are Linux's")
@pytest.mark.parametrize("kilobytes", ["8388608", "$(ulimit -H -v)"])
def test_a_command_has_the_addresses_that_the_user_has(tmp_path: Path, kilobytes: str):
    """This process lets itself have no more than the machine's memory; compilers and browsers reserve more."""
    (tmp_path / "a.mlir").write_text(NAN)
    keep = f"command=test $(ulimit -S -v) = {kilobytes} && test -s {{}}"
    program = f'ulimit -S -v {kilobytes} && exec "$@"'
    words = [sys.executable, "-m", "hlorepl", "reduce", "a.mlir", "--keep", keep, "-o", "b.mlir"]
    done = subprocess.run(
        ["sh", "-c", program, "sh", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "b.mlir").exists()


def test_a_command_gets_arguments_that_nobody_gave_as_arguments(tmp_path: Path):
    text = """func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tanh %a : tensor<3xf32>
  %1 = stablehlo.add %0, %b : tensor<3xf32>
  return %1 : tensor<3xf32>
}"""
    status, text = reduced(tmp_path, text, "command=grep -q 'stablehlo.add.*arg' {}")
    assert status == 0
    assert work(text) == ["stablehlo.add"]


@pytest.mark.parametrize(
    ("plant", "keep", "left"),
    [
        ("nan_in_loop", "nan", ["stablehlo.sqrt"]),
        ("nan_in_function", "nan", ["stablehlo.divide"]),
        ("nan_in_branch", "nan", ["stablehlo.rsqrt"]),
        ("error_check", "error=check.expect_eq", ["check.expect_eq"]),
    ],
)
def test_calls_branches_and_loops_are_opened(tmp_path: Path, plant: str, keep: str, left: list[str]):
    status, text = reduced(tmp_path, program(5, 40, getattr(made_programs, plant)), keep)
    assert status == 0
    assert work(text) == left


def test_dimensions_shrink_through_convolutions_and_windows(tmp_path: Path):
    """A type that follows from others does not shrink by itself, and is not tried for ever."""
    text = """func.func @main(%x: tensor<2x3x8x8xf32>, %k: tensor<4x3x3x3xf32>, %w: tensor<64x10xf32>) -> tensor<2x10xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x8x8xf32>
  %1 = "stablehlo.reduce_window"(%0, %low) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x4x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x4x4x4xf32>) -> tensor<2x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<2x64xf32>, tensor<64x10xf32>) -> tensor<2x10xf32>
  return %3 : tensor<2x10xf32>
}"""
    keep = "command=grep -q convolution {} && grep -q reduce_window {} && grep -q dot_general {}"
    status, text = reduced(tmp_path, text, keep, "--random", "1")
    assert status == 0
    main_ = hlorepl.parse(text).functions["main"]
    assert max(size for of in main_.type.results for size in of.sizes) <= 3
    assert len(work(text)) <= 4


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, text = reduced(tmp_path, NAN, "nan", "--json")
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (status, found["status"], found["diagnostics"]) == (0, "ok", [])
    assert {"keep": "nan", "ops_before": 2, "ops": 1, "arrays": None}.items() <= found["reduce"].items()
    assert found["reduce"]["program"] in text


def test_what_does_not_show_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert reduced(tmp_path, NAN, "error=add.C1") == (1, "")
    assert "does not show it (--keep error=add.C1): it runs without an error [run.not_shown]" in capsys.readouterr().err
    assert reduced(tmp_path, NAN.replace("-1.0", "1.0"), "nan") == (1, "")
    assert "no op makes a NaN" in capsys.readouterr().err
    assert reduced(tmp_path, NAN.replace("-1.0", "0x7FC00000"), "nan") == (1, "")
    assert "came in with one" in capsys.readouterr().err
    assert reduced(tmp_path, NAN, "command=exit 3 # {}") == (1, "")
    assert "exits with status 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "keep", ["", "nothing", "nan=1", "error", "error=", "crash=", "differs", "timeout=-1", "timeout=x", "command=true"]
)
def test_what_is_wrong_with_keep_is_the_command_lines_fault(tmp_path: Path, keep: str):
    assert reduced(tmp_path, NAN, keep) == (2, "")


def test_what_cannot_be_reduced_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["reduce", str(tmp_path / "none.mlir"), "--keep", "nan"]) == 2
    assert reduced(tmp_path, "%x = [1.0]\n%x + 1", "nan") == (1, "")
    assert "is a script; reduce takes a module" in capsys.readouterr().err
    assert reduced(tmp_path, NAN.replace("sqrt %0", "sqrt %7"), "error=name.value")[0] == 1
    assert "cannot be read" in capsys.readouterr().err
    assert reduced(tmp_path, NAN.replace("stablehlo.add %1, %1 :", "stablehlo.reverse %1, dims = [1] :"), "nan") == (
        1,
        "",
    )
    assert "[reverse.C3]" in capsys.readouterr().err
    model = tmp_path / "m.yaml"
    model.write_text("m:\n    format: ModECI MDF v0.4\n    graphs: {}\n")
    assert main(["reduce", str(model), "--keep", "nan"]) == 1
    assert "reduce takes StableHLO" in capsys.readouterr().err
    file = tmp_path / "a.mlir"
    file.write_text(NAN)
    assert main(["reduce", str(file), "--keep", "nan", "-o", str(tmp_path / "no" / "small.mlir")]) == 2


def test_a_result_whose_arguments_nobody_can_write_in_few_lines_keeps_them_beside_it(tmp_path: Path):
    """A NaN that only all of many numbers together make."""
    text = """func.func @main(%a: tensor<2000xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [0] : (tensor<2000xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.log %1 : tensor<f32>
  return %2 : tensor<f32>
}"""
    np.save(tmp_path / "in.npy", np.full(2000, -1, np.float32))
    status, text = reduced(tmp_path, text, "nan", "--input", str(tmp_path / "in.npy"))
    assert status == 0
    assert work(text) == ["stablehlo.log"]


@pytest.mark.slow
def test_several_processes_come_to_the_same(tmp_path: Path):
    text = program(3, 120, made_programs.nan_difference)
    first = reduced(tmp_path, text, "nan")
    assert first == reduced(tmp_path, text, "nan", "-j", "2")
    assert first == reduced(tmp_path, text, "nan")


@pytest.mark.slow
def test_interrupted_it_leaves_the_best_so_far(tmp_path: Path):
    file, out = tmp_path / "a.mlir", tmp_path / "small.mlir"
    file.write_text(program(3, 200, made_programs.two_ops))
    began = tmp_path / "began"
    command = f"command=echo >> {began}; sleep 0.2; grep -q fft {{}}"
    process = subprocess.Popen(
        [sys.executable, "-m", "hlorepl", "reduce", str(file), "--keep", command, "-o", str(out)]
    )
    end = time.monotonic() + 40
    while time.monotonic() < end and (not began.exists() or began.read_text().count("\n") < 6):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(20) == 130
    assert "stablehlo.fft" in work(out.read_text())
    assert len(work(out.read_text())) < 190


@pytest.mark.peers
def test_what_xla_computes_otherwise(tmp_path: Path):
    text = """func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.negate %a : tensor<64xf32>
  %1 = stablehlo.tanh %0 : tensor<64xf32>
  %2 = stablehlo.maximum %1, %a : tensor<64xf32>
  %3 = stablehlo.add %2, %1 : tensor<64xf32>
  return %3 : tensor<64xf32>
}"""
    status, text = reduced(tmp_path, text, "differs=xla", "--ulp", "0", "--random", "1")
    assert status == 0
    assert len(work(text)) == 1
    assert main(["compare", str(tmp_path / "small.mlir"), "--against", "xla", "--ulp", "0"]) == 1


def test_a_program_that_does_not_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert reduced(tmp_path, NAN, "differs=numpy") == (1, "")
    assert "numpy gives what it may give" in capsys.readouterr().err
    assert reduced(tmp_path, NAN, "differs=nothing")[0] == 2
    assert "[run.backend]" in capsys.readouterr().err


@pytest.mark.slow
def test_an_endless_loop_is_found(tmp_path: Path):
    status, text = reduced(tmp_path, program(3, 300, made_programs.endless), "timeout=0.2")
    assert status == 0
    assert "stablehlo.while" in work(text)
    assert len(work(text)) <= 3


CRASHING = '''"""An engine that dies at a cube root."""
import os

import numpy as np
import scipy.special

from hlorepl.backends.abilities import Abilities
from hlorepl.backends.base import Backend


class _Namespace:
    abilities = Abilities()
    special = scipy.special

    def __getattr__(self, name):
        if name == "cbrt":
            os.abort()
        return getattr(np, name)


class Crashing(Backend):
    name = "crashing"
    xp = _Namespace()

    def to_device(self, array):
        return array

    def to_host(self, array):
        return array

    def quiet(self):
        return np.errstate(all="ignore")
'''


@pytest.mark.slow
def test_an_engine_that_takes_its_process_with_it(tmp_path: Path):
    """It is asked in processes of its own, and comes from another package."""
    entry = tmp_path / "crashing-1.dist-info"
    entry.mkdir()
    (tmp_path / "crashing_engine.py").write_text(CRASHING)
    (entry / "entry_points.txt").write_text("[hlorepl.backends]\ncrashing = crashing_engine:Crashing\n")
    (entry / "METADATA").write_text("Metadata-Version: 2.1\nName: crashing\nVersion: 1\n")
    file, out = tmp_path / "a.mlir", tmp_path / "small.mlir"
    file.write_text(program(3, 100, made_programs.crashing))
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    words = [sys.executable, "-m", "hlorepl", "reduce", str(file), "--keep", "crash=crashing", "-o", str(out)]
    assert subprocess.run(words, env={**os.environ, "PYTHONPATH": path}, timeout=60, check=False).returncode == 0
    assert work(out.read_text()) == ["stablehlo.cbrt"]


#: What is planted, what is kept, and how many ops the programs have.
MANY = [
    (plant, keep, size)
    for size in (50, 150, 400)
    for plant, keep in (
        ("nan_log", "nan"),
        ("nan_difference", "nan"),
        ("nan_in_loop", "nan"),
        ("nan_in_function", "nan"),
        ("nan_in_branch", "nan"),
        ("error_reshape", "error=run.dynamic_reshape"),
        ("error_check", "error=check.expect_eq"),
        ("error_static", "error=transpose.C2"),
        ("two_ops", "command=grep -q fft {} && grep -q reverse {}"),
    )
] + [("nan_in_loop", "nan", 2000), ("error_reshape", "error=run.dynamic_reshape", 2000), ("nan_log", "nan", 2000)]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "plant", "keep", "size"), [(n, *each) for n, each in enumerate(MANY)])
def test_programs_of_many_ops_come_down_to_a_few(tmp_path: Path, number: int, plant: str, keep: str, size: int):
    status, text = reduced(tmp_path, program(number, size, getattr(made_programs, plant)), keep)
    assert status == 0
    assert len(work(text)) <= 2
    assert text.count("stablehlo.") + text.count("check.") <= 10
