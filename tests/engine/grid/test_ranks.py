"""The same programs under MPI, each rank a process, as in one process: real jobs of ``mpiexec``."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from engine.grid.programs import all_reduce, function, groups, handle

MPIEXEC = Path(sys.executable).with_name("mpiexec")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not MPIEXEC.exists() or importlib.util.find_spec("mpi4py") is None, reason="needs the extra `mpi` and mpich"
    ),
]
OF = "tensor<6xf32>"
PAIRS = "source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>"
OTHER = "({\n^bb0(%l: tensor<T>, %r: tensor<T>):\n%s = stablehlo.subtract %l, %r : tensor<T>\n%m = stablehlo.multiply %s, %l : tensor<T>\nstablehlo.return %m : tensor<T>\n})"
START = (
    f'%f = "stablehlo.async_start"(%x) ({{\n^bb0(%v: {OF}):\n{all_reduce("%v", OF, [[0, 1, 2, 3]], "%s")}\n'
    f"stablehlo.return %s : {OF}\n}}) : ({OF}) -> !stablehlo.future<{OF}>"
)
EVERYTHING = function(
    "main",
    f"%x: {OF}",
    f"{OF}, {OF}, {OF}, {OF}, tensor<12xf32>, {OF}, {OF}, tensor<3xf32>, {OF}",
    all_reduce("%x", OF, [[0, 1, 2, 3]], "%a"),
    all_reduce("%x", OF, [[3, 1], [0, 2]], "%b", body=OTHER),
    all_reduce("%x", OF, [[2], [0, 3, 1]], "%c"),
    f'%d = "stablehlo.collective_permute"(%x) {{{PAIRS}}} : ({OF}) -> {OF}',
    f'%e = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {groups([[1, 0], [2, 3]])}}} : ({OF}) -> tensor<12xf32>',
    f'%g = "stablehlo.all_to_all"(%x) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = {groups([[0, 3], [2, 1]])}}} : ({OF}) -> {OF}',
    f'%h = "stablehlo.collective_broadcast"(%x) {{replica_groups = {groups([[2, 1]])}}} : ({OF}) -> {OF}',
    f'%i = "stablehlo.reduce_scatter"(%x) {OTHER.replace("T>", "f32>")} {{scatter_dimension = 0 : i64, replica_groups = {groups([[0, 1], [2, 3]])}}} : ({OF}) -> tensor<3xf32>',
    START,
    "%t = stablehlo.create_token : !stablehlo.token",
    f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}, {PAIRS}}} : ({OF}, !stablehlo.token) -> !stablehlo.token',
    f'%p:2 = "stablehlo.recv"(%u) {{{handle(1)}, {PAIRS}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
    f'%q = "stablehlo.async_done"(%f) : (!stablehlo.future<{OF}>) -> {OF}',
    f"%k = stablehlo.add %p#0, %q : {OF}",
    "%a, %b, %c, %d, %e, %g, %h, %i, %k",
)


@pytest.fixture
def job(tmp_path):
    """Run a program on ranks, or in one process (``ranks=1``): status, standard output, standard error."""
    root = Path(__file__).parents[3]
    environment = os.environ | {"PYTHONPATH": str(root)}

    def run(text, ranks, *words):
        (tmp_path / "p.mlir").write_text(text)
        start = [str(MPIEXEC), "-n", str(ranks)] if ranks > 1 else []
        command = [*start, sys.executable, "-m", "hlorepl", "run", "p.mlir", *words]
        found = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=55, check=False
        )
        return found.returncode, found.stdout, found.stderr

    return run


def test_every_op_gives_the_same_to_the_bit(job, tmp_path):
    generator = np.random.default_rng(5)
    for r in range(4):
        np.savez(tmp_path / f"in-{r}.npz", x=generator.standard_normal(6).astype(np.float32))
    words = ["--grid", "4x1", "--input", "in-{r}.npz", "--output"]
    for ranks in (1, 4):
        status, _, err = job(EVERYTHING, ranks, *words, f"out{ranks}.npz")
        assert status == 0, err
    with np.load(tmp_path / "out1.npz") as alone, np.load(tmp_path / "out4.npz") as found:
        assert {*alone} == {*found}
        assert all(np.array_equal(alone[key], found[key]) for key in alone)


def test_a_job_of_eight_ranks(job):
    text = function("main", "", "tensor<ui32>", "%p = stablehlo.partition_id : tensor<ui32>", "%p")
    status, out, err = job(text, 8, "--grid", "2x4")
    assert status == 0, err
    assert out.count(" = 3") == 2


def test_a_deadlock_is_told_by_the_first_rank(job, tmp_path):
    text = function(
        *("main", f"%x: {OF}, %p: tensor<i1>", OF),
        f'%r = "stablehlo.if"(%p) ({{\n{all_reduce("%x", OF, [[0, 1]], "%s")}\nstablehlo.return %s : {OF}\n}}, {{\n'
        f"stablehlo.return %x : {OF}\n}}) : (tensor<i1>) -> {OF}",
        "%r",
    )
    for r in range(2):
        np.savez(tmp_path / f"in-{r}.npz", x=np.ones(6, np.float32), p=np.bool_(r == 1))
    status, _, err = job(text, 2, "--grid", "2x1", "--input", "in-{r}.npz", "--stall", "1")
    assert status == 1
    assert "[run.deadlock]" in err
    assert "process (1, 0) waits in stablehlo.all_reduce for process (0, 0)" in err


def test_a_rank_that_fails_ends_the_others_and_its_error_is_shown(job, tmp_path):
    text = function(
        *("main", f"%x: {OF}", OF),
        f"check.expect_eq_const %x, dense<1.0> : {OF}",
        all_reduce("%x", OF, [[0, 1]]),
        "%r",
    )
    for r in range(2):
        np.savez(tmp_path / f"in-{r}.npz", x=np.full(6, r + 1, np.float32))
    status, _, err = job(text, 2, "--grid", "2x1", "--input", "in-{r}.npz")
    assert status == 1
    assert "in process (1, 0) of the grid of 2 x 1" in err
    assert err.count("error:") == 1


def test_ranks_that_come_with_different_ops_are_told_so(job, tmp_path):
    branch = '%r = "stablehlo.if"(%p) ({{\n{}\nstablehlo.return %s : {of}\n}}, {{\n{}\nstablehlo.return %s : {of}\n}}) : (tensor<i1>) -> {of}'
    one = all_reduce("%x", OF, [[0, 1]], "%s")
    other = f'%s = "stablehlo.cross-replica-sum"(%x) {{replica_groups = {groups([[0, 1]])}}} : ({OF}) -> {OF}'
    text = function("main", f"%x: {OF}, %p: tensor<i1>", OF, branch.format(one, other, of=OF), "%r")
    for r in range(2):
        np.savez(tmp_path / f"in-{r}.npz", x=np.ones(6, np.float32), p=np.bool_(r == 1))
    status, _, err = job(text, 2, "--grid", "2x1", "--input", "in-{r}.npz")
    assert status == 1
    assert "[run.collective_mismatch]" in err


def test_as_many_ranks_as_the_grid_has_processes(job):
    text = function("main", "", "", "")
    assert "[run.mpi]" in job(text, 2, "--grid", "3x1")[2]
    status, _, err = job(text, 2)
    assert status == 2
    assert "--grid RxP" in err


def test_a_rank_that_dies_ends_the_job(job, tmp_path):
    """The other ranks are ended by ``mpiexec``."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, threading\nif os.environ.get('PMI_RANK') == '1':\n    threading.Timer(2, os._exit, (3,)).start()\n"
    )
    text = function(
        *("main", "", OF, "%t = stablehlo.create_token : !stablehlo.token"),
        f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        "%p#0",
    )
    (tmp_path / "p.mlir").write_text(text)
    root = Path(__file__).parents[3]
    found = subprocess.run(
        [str(MPIEXEC), "-n", "2", sys.executable, "-m", "hlorepl", "run", "p.mlir", "--grid", "2x1"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}:{root}"},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert found.returncode != 0
