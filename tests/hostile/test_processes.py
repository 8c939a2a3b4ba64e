"""Workers end with whoever started them, however that ends; a run that nobody reads ends quietly."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worker_processes import workers_of

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


def wait_for(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def is_running(process: int) -> bool:
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="finds the workers in /proc")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL", "SIGINT"])
def test_workers_end_with_their_parent(name, tmp_path):
    for file in ("a.mlir", "b.mlir"):
        (tmp_path / file).write_text(FOREVER, encoding="utf-8")
    words = [sys.executable, "-m", "hlorepl", "run", "-j", "2", "a.mlir", "b.mlir"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        time.sleep(1.5)  # they have begun to run
        workers = workers_of(process.pid)
        process.send_signal(signal.Signals[name])
        process.wait(timeout=20)
        wait_for(lambda: not any(map(is_running, workers)), 15)
    finally:
        process.kill()


@pytest.mark.parametrize(
    "words",
    [("-c", ":help\n" * 200), ("--help",), ("run", "--help"), ("-c", ":ops\n" * 20), ("check", "--explain", "add.C1")],
)
def test_whoever_stops_reading_hears_nothing_more(words):
    process = subprocess.Popen(
        [sys.executable, "-m", "hlorepl", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=50) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "words", [("--help",), ("run", "--help"), ("mdf", "--help"), ("-c", ":help"), ("check", "--explain", "add.C1")]
)
def test_a_full_disk_is_told(words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hlorepl", *words], check=False, stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (1, b"hlorepl: error: No space left on device\n")


@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "kill"])
def test_what_ran_in_workers_before_an_interrupt_is_reported(tmp_path, whole_group):
    for file in ("a.mlir", "b.mlir", "c.mlir"):
        (tmp_path / file).write_text(FOREVER, encoding="utf-8")
    words = [sys.executable, "-m", "hlorepl", "run", "-j", "2", "a.mlir", "b.mlir", "c.mlir", "--profile", "--json"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        time.sleep(2)  # they have begun to run
        if whole_group:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    found = [json.loads(line) for line in out.splitlines()]
    assert process.returncode == 130
    assert [each["file"] for each in found] == ["a.mlir", "b.mlir"]
    assert all(each["diagnostics"][0]["code"] == "run.interrupted" and each["profile"]["rows"] for each in found)
