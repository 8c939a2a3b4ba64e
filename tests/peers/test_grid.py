"""Programs that JAX exports, and replicated ones, on 2, 4 and 8 host devices of JAX, on a grid here, and on ranks of MPI."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MPIEXEC = Path(sys.executable).with_name("mpiexec")
pytestmark = [
    pytest.mark.peers,
    pytest.mark.slow,
    pytest.mark.timeout(240),
    pytest.mark.skipif(
        not MPIEXEC.exists() or importlib.util.find_spec("mpi4py") is None, reason="needs the extra `mpi` and mpich"
    ),
]


def finished(*command, cwd):
    root = Path(__file__).parents[2]
    found = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout


def values(*start, files, folder, grid):
    """What the command line gives for files, one after the other."""
    words = ["--random", "1", "--json", "--print", "full", "--grid", grid]
    out = finished(*start, sys.executable, "-m", "hlorepl", "run", *files, *words, cwd=folder)
    return [(row["file"], row["status"], row["results"]) for row in map(json.loads, out.splitlines())]


@pytest.mark.parametrize("count", [2, 4, 8])
def test_jax_xla_one_process_and_ranks_agree(count, tmp_path):
    child = Path(__file__).with_name("grid_child.py")
    assert int(finished(sys.executable, child, count, tmp_path, cwd=tmp_path)) >= 30  # with JAX's and XLA's values
    found = {"1": [], f"{count}": []}
    for path in sorted(tmp_path.glob("*.mlir")):
        text = path.read_text()
        replicas = "mhlo.num_replicas = 1 " not in text and "mhlo.num_replicas" in text
        found[f"{count}" if replicas else "1"].append(path.name)
    assert all(found.values())
    for replicas, files in found.items():
        grid = f"{replicas}x{count // int(replicas)}"
        alone = values(files=files, folder=tmp_path, grid=grid)
        assert {status for _, status, _ in alone} == {"ok"}
        assert alone == values(MPIEXEC, "-n", count, files=files, folder=tmp_path, grid=grid)


def test_programs_for_the_older_partitioner(tmp_path):
    """What JAX exports with Shardy switched off, on 4 devices: JAX's values, in one process and on ranks."""
    child = Path(__file__).with_name("grid_child.py")
    assert int(finished(sys.executable, child, 4, tmp_path, "gspmd", cwd=tmp_path)) >= 25
    files = sorted(path.name for path in tmp_path.glob("*.mlir") if "@SPMDShardToFullShape" in path.read_text())
    assert len(files) >= 20
    alone = values(files=files, folder=tmp_path, grid="1x4")
    assert {status for _, status, _ in alone} == {"ok"}
    assert alone == values(MPIEXEC, "-n", 4, files=files, folder=tmp_path, grid="1x4")
