"""The same programs under MPI, each rank a process, as in one process: real jobs of ``mpiexec``."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from engine.grid.programs import all_reduce, function, groups, handle
from engine.grid.test_programs import MOVES, ends

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


def of_type(element):
    """Reductions of a type: whole and in parts, for all and for roots, of several operands, in groups that are in no order."""
    of = f"tensor<8x{element}>"
    body = f"({{\n^bb0(%l: tensor<{element}>, %r: tensor<{element}>):\n%s = stablehlo.OP %l, %r : tensor<{element}>\nstablehlo.return %s : tensor<{element}>\n}})"
    ops = {"i1": "add multiply xor", "i4": "add maximum", "f32": "add maximum", "bf16": "add"}
    lines, results = [f"%x = stablehlo.convert %f : (tensor<8xf32>) -> {of}"], []
    for number, op in enumerate(ops.get(element, "add multiply maximum minimum and or xor").split()):
        made, joins = f"%{element}{number}", body.replace("OP", op)
        rows = groups([[3, 1], [0, 2]])
        lines += [
            f'{made}a:2 = "stablehlo.all_reduce"(%x, %x) {joins} {{replica_groups = {rows}}} : ({of}, {of}) -> ({of}, {of})',
            f'{made}b = "stablehlo.reduce_scatter"(%x) {joins} {{scatter_dimension = 0 : i64, replica_groups = {rows}}} : ({of}) -> tensor<4x{element}>',
            f"{made}k = stablehlo.constant dense<[1, 0]> : tensor<2xi32>",
            f'{made}c:2 = "stablehlo.collective_reduce"(%x, %x, {made}k) {joins} {{has_dynamic_root = true, replica_groups = {rows}}} : ({of}, {of}, tensor<2xi32>) -> ({of}, {of})',
            f'{made}d:2 = "stablehlo.collective_broadcast"(%x, %x, {made}k) {{has_dynamic_root = true, replica_groups = {rows}}} : ({of}, {of}, tensor<2xi32>) -> ({of}, {of})',
        ]
        results += [(f"{made}{name}", of) for name in ("a#0", "a#1", "c#0", "c#1", "d#0", "d#1")]
        results.append((f"{made}b", f"tensor<4x{element}>"))
    lines.append(
        f'%{element}g = "stablehlo.all_to_all"(%x) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, '
        f"replica_groups = {groups([[2, 0, 3, 1]])}}} : ({of}) -> {of}"
    )
    results.append((f"%{element}g", of))
    return lines, results


TYPES = ("f32", "bf16", "i1", "i4", "i8", "ui16", "i32", "i64")


def everything_of_all_types():
    text = ""
    for element in TYPES:
        lines, results = of_type(element)
        ending = "return " + ", ".join(name for name, _ in results) + " : " + ", ".join(of for _, of in results)
        text += f"func.func @{element}(%f: tensor<8xf32>) -> ({', '.join(of for _, of in results)}) {{\n"
        text += "\n".join([*lines, ending, "}\n"])
    return text


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


def test_every_type_gives_the_same_to_the_bit(job, tmp_path):
    """All functions of one file, one after the other, on the same communicators."""
    generator = np.random.default_rng(6)
    lines = []
    for r in range(4):
        np.save(tmp_path / f"in-{r}.npy", generator.integers(-7, 7, 8).astype(np.float32))
    calls = []
    for element in TYPES:
        _, results = of_type(element)
        outs = ", ".join(of for _, of in results)
        calls.append((element, len(results), outs))
    text = (
        everything_of_all_types()
        + f"func.func @main(%f: tensor<8xf32>) -> ({', '.join(outs for _, _, outs in calls)}) {{\n"
    )
    for element, count, outs in calls:
        text += f"%{element}:{count} = func.call @{element}(%f) : (tensor<8xf32>) -> ({outs})\n"
    names = [f"%{element}#{k}" for element, count, _ in calls for k in range(count)]
    text += f"return {', '.join(names)} : {', '.join(outs for _, _, outs in calls)}\n}}\n"
    words = ["--grid", "4x1", "--input", "in-{r}.npy", "--print", "full"]
    lines = [job(text, ranks, *words) for ranks in (1, 4)]
    assert lines[0] == lines[1]
    assert lines[0][0] == 0, lines[0][2]
    assert lines[0][1].count("\n") > 200


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
    assert "process (0, 0) has come to the end" in err


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
    assert "these are stablehlo.cross-replica-sum and stablehlo.all_reduce" in err
    assert "note: process (0, 0) comes to stablehlo.cross-replica-sum with tensor<6xf32>" in err


def test_ranks_that_come_for_different_groups_are_told_so(job):
    branch = '%r = "stablehlo.case"(%j) ({{\n{}\nstablehlo.return %s : {of}\n}}, {{\n{}\nstablehlo.return %s : {of}\n}}) : (tensor<i32>) -> {of}'
    one, other = all_reduce("%x", OF, [[0, 1], [2]], "%s"), all_reduce("%x", OF, [[0, 1, 2]], "%s")
    place = ["%i = stablehlo.replica_id : tensor<ui32>", "%j = stablehlo.convert %i : (tensor<ui32>) -> tensor<i32>"]
    text = function("main", f"%x: {OF}", OF, *place, branch.format(one, other, of=OF), "%r")
    status, _, err = job(text, 3, "--grid", "3x1", "--random", "1", "--stall", "1")
    assert status == 1
    assert "[run.collective_mismatch]" in err
    assert "the processes in the groups are others" in err


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


def test_a_rank_that_computes_hears_that_another_has_failed(job, tmp_path):
    """The first rank is in a loop without an end, and comes to no collective op."""
    text = function(
        *("main", f"%x: {OF}", OF),
        f"check.expect_eq_const %x, dense<1.0> : {OF}",
        f"%r = stablehlo.while(%v = %x) : {OF} cond {{\n%t = stablehlo.constant dense<true> : tensor<i1>\n"
        f"stablehlo.return %t : tensor<i1>\n}} do {{\n%w = stablehlo.add %v, %v : {OF}\nstablehlo.return %w : {OF}\n}}",
        all_reduce("%r", OF, [[0, 1]], "%s"),
        "%s",
    )
    for r in range(2):
        np.savez(tmp_path / f"in-{r}.npz", x=np.full(6, r + 1, np.float32))
    status, _, err = job(text, 2, "--grid", "2x1", "--input", "in-{r}.npz")
    assert status == 1
    assert "in process (1, 0) of the grid of 2 x 1" in err


def test_a_rank_without_its_arguments_ends_the_others(job, tmp_path):
    text = function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    np.savez(tmp_path / "in-0.npz", x=np.ones(6, np.float32))
    status, _, err = job(text, 2, "--grid", "2x1", "--input", "in-{r}.npz")
    assert status == 2
    assert "in-1.npz" in err


def test_values_for_whoever_takes_them_find_a_taker(job):
    """Three put their numbers into a channel, one takes all of them; nobody says who is at the other end."""
    number = "tensor<ui32>"
    send = f'%u = "stablehlo.send"(%n, %t) {{{handle(7)}}} : ({number}, !stablehlo.token) -> !stablehlo.token'
    recv = f'%{{0}}:2 = "stablehlo.recv"(%t) {{{{{handle(7)}}}}} : (!stablehlo.token) -> ({number}, !stablehlo.token)'
    text = function(
        *("main", "", number),
        "%t = stablehlo.create_token : !stablehlo.token",
        f"%n = stablehlo.replica_id : {number}",
        f"%two = stablehlo.constant dense<2> : {number}",
        f"%is = stablehlo.compare EQ, %n, %two : ({number}, {number}) -> tensor<i1>",
        '%r = "stablehlo.if"(%is) ({',
        *(recv.format(name) for name in "abc"),
        f"%d = stablehlo.add %a#0, %b#0 : {number}",
        f"%e = stablehlo.add %d, %c#0 : {number}",
        f"stablehlo.return %e : {number}",
        "}, {",
        send,
        f"stablehlo.return %n : {number}",
        f"}}) : (tensor<i1>) -> {number}",
        "%r",
    )
    found = [job(text, ranks, "--grid", "4x1") for ranks in (1, 4)]
    assert found[0] == found[1]
    assert found[1][1].splitlines()[2] == "%r@(2,0) : tensor<ui32> = 4"


def test_a_script_runs_on_ranks_as_in_one_process(job):
    text = "\n".join(
        [
            "%p = stablehlo.replica_id : tensor<ui32>",
            "%x = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>",
            all_reduce("%x", "tensor<f32>", [[0, 1]], "%s"),
            "interpreter.print %x : tensor<f32>",
            "%y = %s + %x",
            "%t = stablehlo.create_token : !stablehlo.token",
            f'%u = "stablehlo.send"(%y, %t) {{{handle(1)}}} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token',
            f'%z:2 = "stablehlo.recv"(%t) {{{handle(1)}}} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)',
            "%y@(1,0)",
        ]
    )
    found = [job(text, ranks, "--grid", "2x1", "--kind", "script") for ranks in (1, 2)]
    assert found[0] == found[1]
    assert found[1][0] == 0
    assert found[1][1].splitlines()[-1] == "%y@(1,0) : tensor<f32> = 2.0"
    assert "dense<1.000000e+00> : tensor<f32>" in found[1][1]


def test_what_watchers_find_comes_from_all_ranks(job, tmp_path):
    text = function("main", f"%x: {OF}", OF, f"interpreter.print %x : {OF}", all_reduce("%x", OF, [[0, 1]]), "%r")
    words = ["--grid", "2x1", "--random", "1", "--json", "--profile", "--trace", "--timeline", "t.json"]
    rows = []
    for ranks in (1, 2):
        status, out, err = job(text, ranks, *words)
        assert status == 0, err
        found = json.loads(out)
        events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
        profile = [{k: v for k, v in row.items() if k not in ("self", "total")} for row in found["profile"]["rows"]]
        trace = [{k: v for k, v in row.items() if k != "seconds"} for row in found["trace"]]
        seen = sorted((event["pid"], event["cat"], event["name"], event["args"]["bytes"]) for event in events)
        rows.append((sorted(map(str, profile)), trace, seen))
    assert rows[0] == rows[1]
    assert {pid for pid, *_ in rows[1][2]} == {0, 1}


def test_an_interrupt_ends_the_job(tmp_path):
    text = function(
        *("main", "", OF, "%t = stablehlo.create_token : !stablehlo.token"),
        f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}, {PAIRS.replace("[2, 3], [3, 0]", "[2, 0]").replace("4x2", "3x2")}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        "%p#0",
    )
    (tmp_path / "p.mlir").write_text(text)
    (tmp_path / "sitecustomize.py").write_text(
        "import os, threading, signal\nif os.environ.get('PMI_RANK') == '1':\n"
        "    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
    )
    root = Path(__file__).parents[3]
    found = subprocess.run(
        [str(MPIEXEC), "-n", "3", sys.executable, "-m", "hlorepl", "run", "p.mlir", "--grid", "3x1"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}:{root}"},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert found.returncode == 130
    assert found.stderr.count("[run.interrupted]") == 1


def test_time_that_is_up_is_said_once(job):
    text = function(
        *("main", "", OF, "%t = stablehlo.create_token : !stablehlo.token"),
        f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        "%p#0",
    )
    status, _, err = job(text, 2, "--grid", "2x1", "--timeout", "2")
    assert status == 124
    assert err.count("[limit.timeout]") == 1


def crossed(*channels_of):
    """Each rank starts sums of multiples of its values through channels of its own, in their order, and waits for all."""
    future, branches = f"!stablehlo.future<{OF}>", []
    for channels in channels_of:
        lines = []
        for n, channel in enumerate(channels):
            body = "\n".join(
                [
                    f"%c = stablehlo.constant dense<{channel}.0> : {OF}",
                    f"%v = stablehlo.multiply %y, %c : {OF}",
                    all_reduce("%v", OF, [[0, 1]], "%s", channel=channel, everywhere=True),
                    f"stablehlo.return %s : {OF}",
                ]
            )
            lines.append(f'%f{n} = "stablehlo.async_start"(%x) ({{\n^bb0(%y: {OF}):\n{body}\n}}) : ({OF}) -> {future}')
        lines += [f'%r{n} = "stablehlo.async_done"(%f{n}) : ({future}) -> {OF}' for n in range(len(channels))]
        names = ", ".join(f"%r{channels.index(channel)}" for channel in sorted(channels))
        branches.append("\n".join([*lines, f"stablehlo.return {names} : {OF}, {OF}"]))
    case = f'%r:2 = "stablehlo.case"(%j) ({{\n{branches[0]}\n}}, {{\n{branches[1]}\n}}) : (tensor<i32>) -> ({OF}, {OF})'
    place = ["%i = stablehlo.replica_id : tensor<ui32>", "%j = stablehlo.convert %i : (tensor<ui32>) -> tensor<i32>"]
    return function("main", f"%x: {OF}", f"{OF}, {OF}", *place, case, "%r#0, %r#1")


def test_what_goes_on_beside_may_come_to_the_channels_of_a_group_in_any_order(job):
    words = ["--grid", "2x1", "--random", "1", "--print", "full", "--stall", "1"]
    for first, second in (((1, 2), (2, 1)), ((1, 1), (1, 1))):
        text = (
            crossed(first, second) if first != second else crossed((1, 2), (1, 2)).replace("handle = 2", "handle = 1")
        )
        alone, found = (job(text, ranks, *words) for ranks in (1, 2))
        assert alone[0] == 0, alone[2]
        assert alone == found
    alone, found = (job(crossed((1, 2), (3, 1)), ranks, *words) for ranks in (1, 2))
    assert [status for status, *_ in (alone, found)] == [1, 1]
    for _, _, err in (alone, found):
        assert "[run.collective_mismatch]" in err
        assert "the channels are 2 and 3" in err


def test_programs_that_differ_end_as_in_one_process(tmp_path):
    """Each of three ranks does things of its own, by chance: some come to their ends, some do not fit, and all are told the same."""
    chance, of, files = Random(5), "tensor<24xi64>", []
    for number in range(6):
        programs = None
        while programs is None or ends(programs) is (number % 2 == 1):
            programs = [[chance.choice(sorted(MOVES)) for _ in range(chance.randint(0, 3))] for _ in range(3)]
        text = "".join(function(name, f"%x: {of}", of, ops, "%r") for name, ops in MOVES.items())
        for k, moves in enumerate(programs):
            lines = [f"%v{n + 1} = func.call @{move}(%v{n}) : ({of}) -> {of}" for n, move in enumerate(moves)]
            text += function(f"p{k}", f"%v0: {of}", of, *lines, f"%v{len(moves)}")
        branch = "{{\n%a{0} = func.call @p{0}(%x) : ({1}) -> {1}\nstablehlo.return %a{0} : {1}\n}}"
        place = [
            "%i = stablehlo.replica_id : tensor<ui32>",
            "%j = stablehlo.convert %i : (tensor<ui32>) -> tensor<i32>",
        ]
        case = (
            f'%r = "stablehlo.case"(%j) ({", ".join(branch.format(k, of) for k in range(3))}) : (tensor<i32>) -> {of}'
        )
        files.append(f"{number}.mlir")
        (tmp_path / files[-1]).write_text(text + function("main", f"%x: {of}", of, *place, case, "%r"))
    words = [
        "-m",
        "hlorepl",
        "run",
        *files,
        "--grid",
        "3x1",
        "--random",
        "3",
        "--json",
        "--print",
        "full",
        "--stall",
        "1",
    ]
    found = []
    for start in ([], [str(MPIEXEC), "-n", "3"]):
        done = subprocess.run(
            [*start, sys.executable, *words],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            text=True,
            timeout=55,
            check=False,
        )
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        found.append(
            [(row["status"], [each["code"] for each in row["diagnostics"]], row.get("results")) for row in rows]
        )
    assert found[0] == found[1]
    assert [status for status, _, _ in found[0]] == ["ok", "error"] * 3
