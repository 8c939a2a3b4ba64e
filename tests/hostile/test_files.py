"""Files, arguments and streams as they should not be, through the command line itself."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from texts import BYTECODE
from worker_processes import workers_of

GOOD = """func.func @main() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
"""
TAKES = """func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  return %a : tensor<2xi32>
}
"""
FOREVER = """func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %c) : tensor<i32> cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }
  return %r : tensor<i32>
}
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mlir").write_text(GOOD, encoding="utf-8")
    (tmp_path / "takes.mlir").write_text(TAKES, encoding="utf-8")
    (tmp_path / "forever.mlir").write_text(FOREVER, encoding="utf-8")
    return tmp_path


def start(*words, **options):
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, "-m", "hlorepl", *words], text=True, encoding="utf-8", **options)


def run(*words, **options):
    """Exit status, output and errors; a traceback is never among them."""
    process = start(*words, **options)
    out, err = process.communicate(timeout=50)
    assert "Traceback" not in (err or "")
    assert "Warning" not in (err or "")
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("latin.mlir", "// café".encode("latin-1"), "syntax.encoding"),
        ("utf16.mlir", GOOD.encode("utf-16"), "syntax.encoding"),
        ("nul.mlir", GOOD.replace("constant", "const\0ant").encode(), "name.op"),
        ("bytecode.mlir", b"ML\xefR\x01", BYTECODE),
        ("deep.json", b'{"a":' * 3000, "limit.depth"),
        ("deep.yaml", b"[" * 30_000, "syntax.yaml"),
        ("noise.onnx", bytes(range(256)) * 8, "onnx.file"),
        ("noise.bson", bytes(range(256)) * 8, "syntax.bson"),
    ],
)
def test_what_is_no_program(files, name, data, code):
    (files / name).write_bytes(data)
    status, _, err = run("run", name)
    assert status == 1
    assert err.startswith((f"{name}:1:", f"{name}:2:"))
    assert f"[{code}]" in err.splitlines()[0]


def test_a_byte_order_mark_and_carriage_returns(files):
    (files / "marked.mlir").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert run("run", "marked.mlir")[:2] == (0, "%0 : tensor<f32> = 1.0\n")


@pytest.mark.parametrize("words", [("run", "."), ("check", "missing.mlir"), ("fmt", "."), (".", "-c", "%x = 1")])
def test_what_cannot_be_read(files, words):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        *(("--random", "-1"), ("--shape", "0=-1"), ("--timeout", "nan"), ("--timeout", "0"), ("--threads", "0")),
        *(("-j", "0"), ("--max-memory", "-1"), ("--max-memory", "0"), ("--grid", "0x1"), ("--grid", "²x1")),
        *(("--input", "missing.npz"), ("--args", "[]")),
    ],
)
def test_wrong_words(files, words):
    extra = ("--random", "1") if words[0] == "--shape" else ()
    status, out, err = run("run", "takes.mlir", *words, *extra)
    assert (status, out) == (2, "")
    assert err


def test_options_may_stand_between_files(files):
    assert run("run", "good.mlir", "--print", "none", "good.mlir", "--timeout", "inf") == (0, "", "")


def test_arguments_nested_deep(files):
    status, _, err = run("run", "takes.mlir", "--args", "[" * 3000)
    assert status == 1
    assert err.startswith("--args:1:1001: error: brackets are nested more than 1000 deep [limit.depth]")


def test_nothing_is_unpickled(files):
    np.save("objects.npy", np.array([print, None], object), allow_pickle=True)
    status, _, err = run("run", "takes.mlir", "--input", "objects.npy")
    assert status in {1, 2}
    assert "[run.input]" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [("run", "good.mlir"), ("fmt", "good.mlir"), ("-c", "%x = 1"), ("--version",)])
def test_a_full_disk(files, words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        status, _, err = run(*words, stdout=full)
    assert (status, err) == (1, "hlorepl: error: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="closes descriptors before the program starts")
@pytest.mark.parametrize(
    ("number", "words", "status"),
    [(0, ("run", "-"), 0), (1, ("run", "good.mlir"), 0), (2, ("run", "missing.mlir"), 2), (1, ("-c", "%x = 1"), 0)],
)
def test_closed_streams(files, number, words, status):
    shell = f'exec "$0" -m hlorepl "$@" {number}>&-'
    done = subprocess.run(
        ["bash", "-c", shell, sys.executable, *words], check=False, capture_output=True, text=True, timeout=50
    )
    assert done.returncode == status
    assert done.stderr == ""


def test_interrupted(files):
    process = start("run", "forever.mlir")
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    assert err.startswith("forever.mlir:3:3: error: the run was interrupted at line 3 of forever.mlir, turn ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_without_end_stops_in_time_and_others_go_on(files, jobs):
    status, out, err = run("run", "forever.mlir", "good.mlir", "--timeout", "1", "-j", jobs)
    assert (status, out) == (124, "%0 : tensor<f32> = 1.0\n")
    assert err.startswith("forever.mlir:1:1: error: the program did not end within 1 s [limit.timeout]")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="finds the workers in /proc")
def test_a_worker_that_dies_takes_nothing_with_it(files):
    process = start("run", "forever.mlir", "good.mlir", "good.mlir", "-j", "2")
    end = time.monotonic() + 30
    time.sleep(3)
    while process.poll() is None and time.monotonic() < end:
        workers = workers_of(process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.2)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert out == "%0 : tensor<f32> = 1.0\n" * 2
    assert err.startswith("forever.mlir:1:1: error: the process that ran this file ended by SIGKILL [run.worker]")


def test_standard_input_beside_workers(files):
    with Path("good.mlir").open(encoding="utf-8") as good:
        assert run("run", "-", "good.mlir", "-j", "2", stdin=good)[:2] == (0, "%0 : tensor<f32> = 1.0\n" * 2)
