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
  %d = stablehlo.add %c, %c : tensor<i32>
  %p = interpreter.probe %d, probe_id = "begun" : tensor<i32>
  %r = stablehlo.while(%i = %p) : tensor<i32> cond {
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


PROBES = ("--probe-output-dir", "begun")


def have_begun(folder, count):
    """Whether so many programs, run with ``PROBES`` in a folder, have reached their loops."""
    return lambda: len(list((folder / "begun").rglob("*.npy"))) >= count


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
    words = [sys.executable, "-m", "hlorepl", "run", "-j", "2", "a.mlir", "b.mlir", *PROBES]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(have_begun(tmp_path, 2))
        workers = workers_of(process.pid)
        process.send_signal(signal.Signals[name])
        process.wait(timeout=20)
        wait_for(lambda: not any(map(is_running, workers)), 15)
    finally:
        process.kill()


MODEL = "m:\n  graphs: {g: {nodes: {n: {parameters: {a: {value: 1}}, output_ports: {o: {value: a}}}}}}\n"
#: Every way to say something: each verb, in text and in JSON, with workers and without, help of all kinds.
WORDS = [
    *(("--version",), ("--about",), ("--help",), ("run", "--help"), ("check", "--help"), ("fmt", "--help"), ("mdf", "--help")),
    *(("mdf", "export", "--help"), ("kernel", "--help"), ("kernel", "install", "--help"), ("run", "p.mlir"), ("run", "m.yaml")),
    *(("run", "-j", "2", "p.mlir", "p.mlir"), ("run", "--json", "p.mlir"), ("run", "--json", "-j", "2", "p.mlir", "p.mlir")),
    *(("run", "--trace", "--profile", "--time", "p.mlir"), ("run", "-v", "p.mlir"), ("run", "s.hlo"), ("run", "--print", "dense", "p.mlir")),
    *(("check", "--infer", "p.mlir"), ("check", "--infer", "-j", "2", "p.mlir", "p.mlir"), ("check", "--json", "p.mlir")),
    *(("check", "--explain", "add.C1"), ("fmt", "p.mlir"), ("fmt", "-"), ("mdf", "export", "m.yaml")),
    *(("-c", ":help"), ("-c", ":help\n" * 200), ("-c", ":ops\n" * 20), ("-c", "?add"), ("-c", "%x = 1\n%x"), ()),
]  # fmt: skip
#: Some of them, of all kinds: the others take longer.
QUICK = [
    ("--help",),
    ("kernel", "--help"),
    ("mdf", "export", "m.yaml"),
    ("-c", ":help"),
    ("run", "-j", "2", "p.mlir", "p.mlir"),
]
PROGRAM = "func.func @main() -> tensor<2xi32> {\n  %0 = stablehlo.iota dim = 0 : tensor<2xi32>\n  return %0 : tensor<2xi32>\n}\n"


@pytest.fixture(
    params=[words if words in QUICK else pytest.param(words, marks=pytest.mark.slow) for words in WORDS], ids=repr
)
def said(request, tmp_path, monkeypatch):
    """``said(stdout=…)``: a process that says something, and what it says about that."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("p.mlir", PROGRAM), ("m.yaml", MODEL), ("s.hlo", "%x = 1\n:help\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def start(**streams):
        with (tmp_path / ("p.mlir" if request.param else "s.hlo")).open("rb") as typed:
            words = [sys.executable, "-m", "hlorepl", *request.param]
            return subprocess.Popen(words, stdin=typed, stderr=subprocess.PIPE, **streams)

    return start


def test_whoever_stops_reading_hears_nothing_more(said):
    process = said(stdout=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=50) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(said):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        process = said(stdout=full)
    assert process.stderr.read() == b"hlorepl: error: No space left on device\n"
    process.stderr.close()
    assert process.wait(timeout=50) == 1


WRONG = [
    *(
        (("run", "bad.hlo"), 1),
        (("check", "bad.hlo"), 1),
        (("-c", "%x = bad"), 1),
        (("run", "-j", "2", "bad.hlo", "bad.hlo"), 1),
    ),
    *(
        (("run", "missing"), 2),
        (("fmt", "missing"), 2),
        (("mdf", "export", "missing"), 2),
        (("run",), 2),
        (("run", "--nope"), 2),
    ),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("words", "status"), [WRONG[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in WRONG[1:])]
)
def test_the_exit_status_tells_what_nobody_can_read(words, status, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.hlo").write_text("%x = bad", encoding="utf-8")
    words = [sys.executable, "-m", "hlorepl", *words]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        assert subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=full).returncode == status
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stderr.close()
    assert process.wait(timeout=50) == status
    closed = ["bash", "-c", 'exec "$@" 2>&-', "bash", *words]
    assert subprocess.run(closed, check=False, stdout=subprocess.DEVNULL).returncode == status


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_a_batch_with_130_and_all_its_workers(jobs, tmp_path):
    for file in ("a.mlir", "b.mlir"):
        (tmp_path / file).write_text(FOREVER, encoding="utf-8")
    words = [sys.executable, "-m", "hlorepl", "run", "-j", jobs, "a.mlir", "b.mlir", *PROBES]
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        wait_for(have_begun(tmp_path, int(jobs)))
        workers = workers_of(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    wait_for(lambda: not any(map(is_running, workers)), 15)


@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "kill"])
def test_what_ran_in_workers_before_an_interrupt_is_reported(tmp_path, whole_group):
    for file in ("a.mlir", "b.mlir", "c.mlir"):
        (tmp_path / file).write_text(FOREVER, encoding="utf-8")
    files = ["a.mlir", "b.mlir", "c.mlir"]
    words = [sys.executable, "-m", "hlorepl", "run", "-j", "2", *files, "--profile", "--json", *PROBES]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        wait_for(have_begun(tmp_path, 2))
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
