"""What processes send to each other: messages and bytes of each op, in the profile of each process, side by side too."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import ADD, all_reduce, function, groups, handle

import hlorepl
from hlorepl.analysis.profile import Profile
from hlorepl.analysis.timeline import Timeline
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid.run import contexts_of
from hlorepl.engine.process import places

OF = "tensor<8xf32>"  # 32 bytes
FOUR = groups([[0, 1, 2, 3]])
SUM = ADD.replace("T", "f32")
OTHER = SUM.replace("stablehlo.add", "stablehlo.subtract").replace(
    "stablehlo.return %sum", "%more = stablehlo.abs %sum : tensor<f32>\nstablehlo.return %more"
)
TOKEN = "!stablehlo.token"
PAIRS = "source_target_pairs = dense<[[0, 1], [1, 2], [3, 0]]> : tensor<3x2xi64>"
#: For four processes: the program, what it gives, and messages and bytes that each sends.
CASES = {
    "all_reduce": (all_reduce("%x", OF, [[0, 1, 2, 3]]), OF, [(6, 48)] * 4),
    "all_reduce of pairs": (all_reduce("%x", OF, [[0, 2], [1, 3]]), OF, [(2, 32)] * 4),
    "all_reduce alone": (all_reduce("%x", OF, [[0], [1, 2, 3]], body=OTHER), OF, [(0, 0), *[(2, 64)] * 3]),
    "all_reduce of any body": (all_reduce("%x", OF, [[0, 1, 2, 3]], body=OTHER), OF, [(3, 96)] * 4),
    "all_gather": (
        f'%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64, replica_groups = {FOUR}}} : ({OF}) -> tensor<32xf32>',
        "tensor<32xf32>",
        [(3, 96)] * 4,
    ),
    "all_to_all": (
        f'%r = "stablehlo.all_to_all"(%x) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = {FOUR}}} : ({OF}) -> {OF}',
        OF,
        [(3, 24)] * 4,
    ),
    "reduce_scatter": (
        f'%r = "stablehlo.reduce_scatter"(%x) {OTHER} {{scatter_dimension = 0 : i64, replica_groups = {FOUR}}} : ({OF}) -> tensor<2xf32>',
        "tensor<2xf32>",
        [(3, 24)] * 4,
    ),
    "collective_reduce": (
        f'%r = "stablehlo.collective_reduce"(%x) {SUM} {{replica_groups = {groups([[2, 0, 1, 3]])}}} : ({OF}) -> {OF}',
        OF,
        [(4, 32), (4, 32), (3, 24), (4, 32)],
    ),
    "collective_broadcast": (
        f'%r = "stablehlo.collective_broadcast"(%x) {{replica_groups = {groups([[2, 1]])}}} : ({OF}) -> {OF}',
        OF,
        [None, (0, 0), (1, 32), None],
    ),
    "collective_permute": (
        f'%r = "stablehlo.collective_permute"(%x) {{{PAIRS}}} : ({OF}) -> {OF}',
        OF,
        [(1, 32), (1, 32), (0, 0), (1, 32)],
    ),
    "cross-replica-sum": (
        f'%r = "stablehlo.cross-replica-sum"(%x) {{replica_groups = {FOUR}}} : ({OF}) -> {OF}',
        OF,
        [(6, 48)] * 4,
    ),
    "send": (
        "\n".join(
            [
                f"%t = stablehlo.create_token : {TOKEN}",
                f'%u = "stablehlo.send"(%x, %x, %t) {{{handle(1)}, {PAIRS}}} : ({OF}, {OF}, {TOKEN}) -> {TOKEN}',
                f'%p:3 = "stablehlo.recv"(%u) {{{handle(1)}, {PAIRS}}} : ({TOKEN}) -> ({OF}, {OF}, {TOKEN})',
                f"%r = stablehlo.negate %p#0 : {OF}",
            ]
        ),
        OF,
        [(1, 64), (1, 64), None, (1, 64)],
    ),
}


def watched(text, observers):
    """Run on four processes, each watched by its own."""
    main, context = hlorepl.compile(hlorepl.parse(text), grid=(4, 1)), RunContext()
    watchers = {place: (observer,) for place, observer in zip(places((4, 1)), observers, strict=True)}
    x = np.arange(8, dtype=np.float32)
    main.run_grid([[x + k] for k in range(4)], context, contexts_of((4, 1), context, watchers))


@pytest.mark.parametrize("name", CASES)
def test_a_profile_says_what_each_process_sends(name):
    ops, result, wanted = CASES[name]
    profiles = [Profile() for _ in range(4)]
    watched(function("main", f"%x: {OF}", result, ops, "%r"), profiles)
    key = f"stablehlo.{name.split()[0]}"
    found = [next(row for row in each.rows if row.by == "op" and row.key == key) for each in profiles]
    assert [(row.messages, row.sent) if row.waits else None for row in found] == wanted
    assert all(row.waits == 0 for each in profiles for row in each.rows if row.key == "stablehlo.add")
    assert any("bytes sent" in each.text for each in profiles)


def test_what_goes_on_side_by_side_is_told_apart():
    """Each process starts a sum that waits, and goes on with other ops meanwhile."""
    future = f"!stablehlo.future<{OF}>"
    text = function(
        *("main", f"%x: {OF}", f"{OF}, {OF}"),
        f'%f = "stablehlo.async_start"(%x) ({{\n^bb0(%v: {OF}):\n{all_reduce("%v", OF, [[0, 1, 2, 3]], "%s")}\n'
        f"stablehlo.return %s : {OF}\n}}) : ({OF}) -> {future}",
        f"%n = stablehlo.negate %x : {OF}",
        all_reduce("%n", OF, [[0, 1], [2, 3]], "%m"),
        f'%r = "stablehlo.async_done"(%f) : ({future}) -> {OF}',
        "%m, %r",
    )
    profiles, timelines = [Profile() for _ in range(4)], [Timeline(k) for k in range(4)]
    watched(text, profiles)
    for each in profiles:
        rows = {row.key: row for row in each.rows if row.by == "op"}
        assert rows["stablehlo.all_reduce"].calls == 2
        assert (rows["stablehlo.all_reduce"].messages, rows["stablehlo.all_reduce"].sent) == (6 + 2, 48 + 32)
        assert rows["stablehlo.negate"].waits == 0
    watched(text, timelines)
    for each in timelines:
        assert sum(event["cat"] == "collective" for event in each.events) == 2
        assert all(event["dur"] >= 0 for event in each.events)
