"""Random parallel programs of several ops, in loops and functions, against a model in NumPy; and programs that fit each other by chance."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import function, groups, handle
from engine.grid.test_model import AnyOrder, _processes, attributes, body, joined, seeds, worlds
from hypothesis import given, settings
from hypothesis import strategies as st

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid.cells import Cell, Strand
from hlorepl.engine.grid.run import contexts_of
from hlorepl.engine.grid.turns import Turns
from hlorepl.engine.process import places
from hlorepl.errors import HloError

#: Every size of group on these grids divides it.
SIZE = 24
OF = f"tensor<{SIZE}xi64>"
TOKEN = "!stablehlo.token"


def reduced(world, name, state):
    _, kind, rows, members = world
    found = {}
    for group in members:
        found |= dict.fromkeys(group, joined(name, [state[place] for place in group]))
    return f'%r = "stablehlo.all_reduce"(%x) {body(name)} {{{attributes(kind, rows)}}} : ({OF}) -> {OF}', found


def scattered(world, name, state):
    """Parts of what was joined, brought together again."""
    _, kind, rows, _ = world
    part = f"tensor<{SIZE // len(world[3][0])}xi64>"
    line = f'%a = "stablehlo.reduce_scatter"(%x) {body(name)} {{scatter_dimension = 0 : i64, {attributes(kind, rows)}}} : ({OF}) -> {part}'
    more = f'%r = "stablehlo.all_gather"(%a) {{all_gather_dim = 0 : i64, {attributes(kind, rows)}}} : ({part}) -> {OF}'
    return f"{line}\n{more}", reduced(world, name, state)[1]


def exchanged(world, _, state):
    _, kind, rows, members = world
    count, found = len(rows[0]), {}
    for group in members:
        for n, place in enumerate(group):
            found[place] = np.concatenate([np.split(state[other], count)[n] for other in group])
    split = f"split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = {count} : i64"
    return f'%r = "stablehlo.all_to_all"(%x) {{{split}, {attributes(kind, rows)}}} : ({OF}) -> {OF}', found


def broadcast(world, _, state):
    _, kind, rows, _ = world
    rows = rows[:1]
    found = {place: value * 0 for place, value in state.items()}
    for group in _processes(kind, rows, world[0]):
        found |= dict.fromkeys(group, state[group[0]])
    return f'%r = "stablehlo.collective_broadcast"(%x) {{{attributes(kind, rows)}}} : ({OF}) -> {OF}', found


def permuted(world, _, state):
    _, kind, rows, _ = world
    pairs = [[a, b] for row in rows for a, b in zip(row, row[1:] + row[:1], strict=True)][1:]
    found = {place: value * 0 for place, value in state.items()}
    for source, target in _processes(kind, pairs, world[0]):
        found[target] = state[source]
    more = f", {handle(1)}" if kind == "partition" else ""
    pairs = groups(pairs) if pairs else "dense<> : tensor<0x2xi64>"
    return f'%r = "stablehlo.collective_permute"(%x) {{source_target_pairs = {pairs}{more}}} : ({OF}) -> {OF}', found


def passed_on(world, _, state):
    """Through channels, to the next process; the last one's goes nowhere, the first one gets zeros."""
    everybody = [*places(world[0])]
    pairs = groups([[k, k + 1] for k in range(len(everybody) - 1)])
    found = dict(zip(everybody, [state[everybody[0]] * 0, *(state[place] for place in everybody[:-1])], strict=True))
    ends = f"{{{handle(5)}, source_target_pairs = {pairs}}}"
    lines = [
        f"%t = stablehlo.create_token : {TOKEN}",
        f'%u = "stablehlo.send"(%x, %t) {ends} : ({OF}, {TOKEN}) -> {TOKEN}',
        f'%a:2 = "stablehlo.recv"(%u) {ends} : ({TOKEN}) -> ({OF}, {TOKEN})',
        f"%r = stablehlo.add %a#0, %a#0 : {OF}",
    ]
    return "\n".join(lines), {place: value * 2 for place, value in found.items()}


def numbered(world, _, state):
    lines = [
        "%i = stablehlo.replica_id : tensor<ui32>",
        "%n = stablehlo.convert %i : (tensor<ui32>) -> tensor<i64>",
        f"%b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i64>) -> {OF}",
        f"%r = stablehlo.add %x, %b : {OF}",
    ]
    return "\n".join(lines), {(r, p): value + r for (r, p), value in state.items()}


OPS = {
    "any": [reduced, scattered, numbered, passed_on],
    "one": [exchanged, broadcast, permuted, numbered],
}


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(1, 3), seeds)
def test_programs_agree_with_the_model_in_whatever_order_processes_come(data, turns, seed):
    grid = data.draw(st.sampled_from([(2, 1), (1, 3), (2, 2), (4, 2), (3, 2)]))
    generator = np.random.default_rng(seed)
    start = {place: generator.integers(-9, 9, SIZE) for place in places(grid)}
    chosen = []
    for _ in range(data.draw(st.integers(1, 4))):
        along = data.draw(st.sampled_from(["any", "one"]))
        world = data.draw(worlds(equal=True, along=along, grids=st.just(grid)))
        chosen.append(
            (data.draw(st.sampled_from(OPS[along])), world, data.draw(st.sampled_from(["add", "maximum", "subtract"])))
        )
    text, calls = "", []
    for number, (op, world, name) in enumerate(chosen):
        text += function(f"step{number}", f"%x: {OF}", OF, op(world, name, start)[0], "%r")
        calls.append(f"%v{number + 1} = func.call @step{number}(%v{number}) : ({OF}) -> {OF}")
    text += function(
        *("main", f"%x: {OF}", OF),
        "%z = stablehlo.constant dense<0> : tensor<i32>",
        "%o = stablehlo.constant dense<1> : tensor<i32>",
        f"%m = stablehlo.constant dense<{turns}> : tensor<i32>",
        f"%r:2 = stablehlo.while(%k = %z, %v0 = %x) : tensor<i32>, {OF} cond {{",
        "%c = stablehlo.compare LT, %k, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %c : tensor<i1>\n} do {",
        *calls,
        "%j = stablehlo.add %k, %o : tensor<i32>",
        f"stablehlo.return %j, %v{len(chosen)} : tensor<i32>, {OF}\n}}",
        "%r#1",
    )
    state = start
    for _ in range(turns):
        for op, world, name in chosen:
            state = op(world, name, state)[1]
    main = hlorepl.compile(hlorepl.parse(text), grid=grid)
    for order in (None, seed):
        strands = [
            Strand(Cell(context), main.plan, [start[place]])
            for context, place in zip(contexts_of(grid, RunContext()), places(grid), strict=True)
        ]
        turn = Turns(strands)
        if order is not None:
            turn._ready = AnyOrder(turn._ready, order)
        for (found,), place in zip(turn.run(), places(grid), strict=True):
            np.testing.assert_array_equal(found, state[place])


#: What a process may do next; channels are for whoever takes what they hold.
MOVES = {
    "all": f'%r = "stablehlo.all_reduce"(%x) {body("add")} {{replica_groups = {groups([[0, 1, 2]])}}} : ({OF}) -> {OF}',
    "pair": f'%r = "stablehlo.all_reduce"(%x) {body("add")} {{replica_groups = {groups([[0, 1], [2]])}}} : ({OF}) -> {OF}',
    "ring": f'%r = "stablehlo.collective_permute"(%x) {{source_target_pairs = {groups([[0, 1], [1, 2], [2, 0]])}}} : ({OF}) -> {OF}',
    "send": f'%t = stablehlo.create_token : {TOKEN}\n%u = "stablehlo.send"(%x, %t) {{{handle(1)}}} : ({OF}, {TOKEN}) -> {TOKEN}\n%r = stablehlo.negate %x : {OF}',
    "recv": f'%t = stablehlo.create_token : {TOKEN}\n%a:2 = "stablehlo.recv"(%t) {{{handle(1)}}} : ({TOKEN}) -> ({OF}, {TOKEN})\n%r = stablehlo.negate %a#0 : {OF}',
    "start": f'%f = "stablehlo.async_start"(%x) ({{\n^bb0(%v: {OF}):\n%s = "stablehlo.all_reduce"(%v) {body("add").replace("%s", "%q")} {{replica_groups = {groups([[0, 1, 2]])}}} : ({OF}) -> {OF}\n'
    f'stablehlo.return %s : {OF}\n}}) : ({OF}) -> !stablehlo.future<{OF}>\n%r = "stablehlo.async_done"(%f) : (!stablehlo.future<{OF}>) -> {OF}',
}


def ends(programs):
    """Whether processes that do these things one after the other all come to their ends: by trying."""
    at, channel, moved = [0, 0, 0], 0, True
    while moved:
        moved = False
        heads = [programs[k][at[k]] if at[k] < len(programs[k]) else None for k in range(3)]
        for k, head in enumerate(heads):
            if head == "send" or (head == "recv" and channel) or (head == "pair" and k == 2):
                channel += (head == "send") - (head == "recv")
                at[k], moved = at[k] + 1, True
                break
        else:
            kinds = ["all" if head == "start" else head for head in heads]
            if len({*kinds}) == 1 and kinds[0] in ("all", "ring"):
                at, moved = [number + 1 for number in at], True
            elif kinds[0] == kinds[1] == "pair":
                at[0], at[1], moved = at[0] + 1, at[1] + 1, True
    return all(at[k] == len(programs[k]) for k in range(3))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(sorted(MOVES)), max_size=3), min_size=3, max_size=3))
def test_programs_that_differ_end_or_are_told_why_not(programs):
    text = ""
    for number, moves in enumerate(programs):
        lines = [f"%v{k + 1} = func.call @{move}(%v{k}) : ({OF}) -> {OF}" for k, move in enumerate(moves)]
        text += function(f"p{number}", f"%v0: {OF}", OF, *lines, f"%v{len(moves)}")
    text += "".join(function(name, f"%x: {OF}", OF, ops, "%r") for name, ops in MOVES.items())
    line = f'%r:3 = "interpreter.run_parallel"(%x, %x, %x) {{programs = [[@p0], [@p1], [@p2]]}} : ({OF}, {OF}, {OF}) -> ({OF}, {OF}, {OF})'
    text += function("main", f"%x: {OF}", OF, line, "%r#0")
    main = hlorepl.compile(hlorepl.parse(text))
    if ends(programs):
        main(np.arange(SIZE))
        return
    with pytest.raises(HloError) as caught:
        main(np.arange(SIZE))
    assert caught.value.code in ("run.deadlock", "run.collective_mismatch")
    assert caught.value.notes
