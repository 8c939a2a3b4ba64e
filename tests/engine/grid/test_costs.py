"""What a grid computes, holds and copies, by counting: no more than the program demands."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import ADD, all_reduce, function, groups

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid.cells import Cell, Strand
from hlorepl.engine.grid.run import GridPlan, contexts_of
from hlorepl.engine.grid.turns import Turns
from hlorepl.engine.process import places
from hlorepl.errors import HloError
from hlorepl.memory import DefaultLimit

OF = "tensor<8xf32>"
ALL = groups([[0, 1, 2, 3]])


def counted(plan, calls):
    """Let each step of a plan, and of what it runs, count its calls by the name of its op."""
    for step in plan.steps:

        def function(*arguments, inner=step.function, name=step.origin.name):
            calls.append(name)
            return inner(*arguments)

        step.function = function
        for region in step.regions:
            counted(region.plan, calls)


LOOP = function(
    *("main", f"%x: {OF}, %n: tensor<i32>", OF),
    "%i = stablehlo.constant dense<0> : tensor<i32>",
    "%one = stablehlo.constant dense<1> : tensor<i32>",
    f"%y = func.call @twice(%x) : ({OF}) -> {OF}",
    f"%r:2 = stablehlo.while(%k = %i, %v = %y) : tensor<i32>, {OF} cond {{",
    "%c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>",
    "stablehlo.return %c : tensor<i1>\n} do {",
    "%j = stablehlo.add %k, %one : tensor<i32>",
    f"%w = stablehlo.sine %v : {OF}",
    f"stablehlo.return %j, %w : tensor<i32>, {OF}\n}}",
    f"%z = stablehlo.tanh %r#1 : {OF}",
    "%z",
) + function("twice", f"%v: {OF}", OF, f"%w = stablehlo.cosine %v : {OF}", "%w")


def test_a_program_without_collectives_costs_what_one_cell_costs():
    found = []
    x, n = np.arange(8, dtype=np.float32), np.int32(5)
    for grid in ((1, 1), (4, 4)):
        main, calls = hlorepl.compile(hlorepl.parse(LOOP), grid=grid), []
        counted(main.plan, calls)
        rows = [[x, n]] * (grid[0] * grid[1])
        results = GridPlan(main.plan).run(rows, contexts_of(grid, RunContext()))
        assert len({id(value) for (value,) in results}) == 1, "stored once"
        found.append((sorted(calls), results[0][0].tolist()))
    assert found[0] == found[1]
    assert "stablehlo.tanh" in found[0][0]


def test_what_differs_in_one_cell_is_computed_in_each_and_the_rest_once():
    text = function(
        *("main", f"%x: {OF}", f"{OF}, {OF}"),
        f"%a = stablehlo.sine %x : {OF}",
        "%i = stablehlo.replica_id : tensor<ui32>",
        "%n = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>",
        f"%b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> {OF}",
        f"%c = stablehlo.multiply %a, %b : {OF}",
        f"%d = stablehlo.tanh %a : {OF}",
        "%c, %d",
    )
    main, calls = hlorepl.compile(hlorepl.parse(text), grid=(4, 1)), []
    counted(main.plan, calls)
    x = np.arange(8, dtype=np.float32)
    GridPlan(main.plan).run([[x]] * 4, contexts_of((4, 1), RunContext()))
    counts = {name: calls.count(name) for name in calls}
    assert (counts["stablehlo.sine"], counts["stablehlo.tanh"]) == (1, 1)
    assert (counts["stablehlo.multiply"], counts["stablehlo.replica_id"]) == (4, 4)


def results(ops, result, x):
    """What four processes hold at the end, before anybody copies it for a caller."""
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {OF}", result, ops, "%r")), grid=(4, 1))
    contexts = contexts_of((4, 1), RunContext())
    strands = [Strand(Cell(context), main.plan, [x[k]]) for k, context in enumerate(contexts)]
    return [value for (value,) in Turns(strands).run()]


@pytest.fixture
def x():
    return [np.arange(8, dtype=np.float32) + k for k in range(len([*places((4, 1))]))]


@pytest.mark.parametrize(
    ("ops", "result"),
    [
        (all_reduce("%x", OF, [[0, 1, 2, 3]]), OF),
        (
            f'%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {ALL}}} : ({OF}) -> tensor<32xf32>',
            "tensor<32xf32>",
        ),
    ],
)
def test_what_all_get_is_made_once(ops, result, x):
    assert len({id(value) for value in results(ops, result, x)}) == 1


def test_what_is_passed_on_is_not_copied(x):
    permuted = results(
        f'%r = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}} : ({OF}) -> {OF}',
        *(OF, x),
    )
    assert [value is x[k - 1] for k, value in enumerate(permuted)] == [True] * 4
    given = results(
        f'%r = "stablehlo.collective_broadcast"(%x) {{replica_groups = {groups([[2, 0, 1, 3]])}}} : ({OF}) -> {OF}',
        OF,
        x,
    )
    assert all(value is x[2] for value in given)


def test_parts_of_a_sum_are_parts_of_one_array(x):
    body = ADD.replace("T", "f32")
    parts = results(
        f'%r = "stablehlo.reduce_scatter"(%x) {body} {{scatter_dimension = 0 : i64, replica_groups = {ALL}}} : ({OF}) -> tensor<2xf32>',
        *("tensor<2xf32>", x),
    )
    assert len({id(value.base) for value in parts}) == 1
    assert np.concatenate(parts).tolist() == np.sum(x, 0).tolist()


def limited(limit, grid=(4, 1)):
    """The limits that processes of a grid begin with."""
    return [context.limit for context in contexts_of(grid, RunContext(limit=limit))]


def test_a_default_limit_is_shared(monkeypatch):
    """Processes in this one share it, and so do ranks on one machine; one that is given is each one's."""
    assert limited(DefaultLimit(1000)) == [250] * 4
    assert limited(1000) == [1000] * 4
    assert limited(None) == [None] * 4
    monkeypatch.setenv("PMI_SIZE", "8")
    assert limited(DefaultLimit(1000), (8, 1)) == [125] * 8
    monkeypatch.setenv("MPI_LOCALNRANKS", "2")
    assert limited(DefaultLimit(1000), (8, 1)) == [500] * 8


def test_of_a_default_limit_what_processes_have_in_common_takes_its_size_once():
    """Of 4 processes each holds the 400 bytes of all, and makes 400 more of its own: 2000 bytes, where 4 times 800 were 3200."""
    of = "tensor<100xf32>"
    ops = ["%p = stablehlo.replica_id : tensor<ui32>", "%n = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>"]
    ops += [
        f"%b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> {of}",
        f"%r = stablehlo.add %x, %b : {of}",
    ]
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {of}", of, *ops, "%r")), grid=(4, 1))
    plan, x = GridPlan(main.plan), np.zeros(100, np.float32)

    def run(rows, limit):
        return plan.run(rows, contexts_of((4, 1), RunContext(limit=DefaultLimit(limit))))

    one, several = [[x] for _ in range(4)], [[x.copy()] for _ in range(4)]
    assert len(run(one, 2100)) == len(run(several, 3300)) == 4
    for rows, limit in ((one, 1900), (several, 2100)):
        with pytest.raises(HloError) as caught:
            run(rows, limit)
        assert caught.value.code == "limit.memory"


def test_the_limit_of_memory_is_for_each_process():
    """Four processes hold 32 bytes each, and a gathered array of 128 bytes: of 200 bytes each has enough, of 100 none has."""
    ops = f'%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {ALL}}} : ({OF}) -> tensor<32xf32>'
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {OF}", "tensor<32xf32>", ops, "%r")), grid=(4, 1))
    rows = [[np.arange(8, dtype=np.float32) + k] for k in range(4)]
    plan = GridPlan(main.plan)
    for _ in range(2):
        found = plan.run(rows, contexts_of((4, 1), RunContext(limit=200)))
        assert [value.shape for (value,) in found] == [(32,)] * 4
        with pytest.raises(HloError) as caught:
            plan.run(rows, contexts_of((4, 1), RunContext(limit=100)))
        assert caught.value.code == "limit.memory"
        assert "in process (0, 0) of the grid of 4 x 1" in [note.message for note in caught.value.notes]


def test_processes_of_dynamic_sizes_run_generated_code_under_a_limit(monkeypatch):
    """What each may come to hold follows from the shapes of its arguments, so nobody counts op by op."""
    of = "tensor<?xf32>"
    ops = f"""%z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %z, %a = %x) : tensor<i32>, {of}
  cond {{ %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1> }}
  do {{ %j = stablehlo.add %i, %one : tensor<i32>
    %s = "stablehlo.all_reduce"(%a) {ADD.replace("T", "f32")} {{replica_groups = {ALL}}} : ({of}) -> {of}
    stablehlo.return %j, %s : tensor<i32>, {of} }}"""
    main = hlorepl.compile(hlorepl.parse(function("main", f"%x: {of}", of, ops, "%r#1")), grid=(4, 1))
    plan = GridPlan(main.plan)
    rows = [[np.arange(8, dtype=np.float32) + k] for k in range(4)]
    wanted = plan.run([list(row) for row in rows], contexts_of((4, 1), RunContext()))

    def stepped(*given):
        raise AssertionError("counted op by op")

    monkeypatch.setattr("hlorepl.engine.stepper.Machine.__init__", stepped)
    for _ in range(2):
        found = plan.run([list(row) for row in rows], contexts_of((4, 1), RunContext(limit=1 << 16)))
        assert [a.tolist() for (a,) in found] == [a.tolist() for (a,) in wanted]
