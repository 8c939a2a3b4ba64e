"""Programs on a grid of processes in one: by ``compile``, and by ``interpreter.run_parallel`` where they differ."""

from __future__ import annotations

import numpy as np
import pytest
from engine.grid.programs import ADD, all_reduce, function, groups, handle

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.grid.run import contexts_of
from hlorepl.engine.observing import Observer
from hlorepl.errors import HloError

OF = "tensor<2xf32>"


def compiled(text, grid):
    return hlorepl.compile(hlorepl.parse(text), grid=grid)


def rows(*values):
    return [(np.array(value, np.float32),) for value in values]


def parallel(programs, functions, arguments=""):
    """A program that runs functions side by side, each on [1, 2] where it takes something."""
    table = "[" + ", ".join("[" + ", ".join(f"@{name}" for name in row) + "]" for row in programs) + "]"
    given = ", ".join(["%x"] * sum(map(len, programs))) if arguments else ""
    types = ", ".join([OF] * sum(map(len, programs)))
    names = f"%r:{sum(map(len, programs))} = "
    line = f'{names}"interpreter.run_parallel"({given}) {{programs = {table}}} : ({types if arguments else ""}) -> ({types})'
    outs = ", ".join(f"%r#{k}" for k in range(sum(map(len, programs))))
    constant = f"%x = stablehlo.constant dense<[1.0, 2.0]> : {OF}"
    return functions + function("main", "", types, constant, line, outs)


def refused(text, grid=None, arguments=()):
    with pytest.raises(HloError) as caught:
        compiled(text, grid)(*arguments)
    return caught.value


def notes(error):
    return [note.message for note in error.notes]


def test_a_grid_takes_and_gives_a_tuple_for_each_process_again_and_again():
    main = compiled(function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r"), (2, 1))
    for _ in range(3):
        a, b = main(*rows([1, 2], [3, 4]))
        assert a[0].tolist() == b[0].tolist() == [4, 6]
        assert a[0] is not b[0]
        a[0][:] = 0  # whoever gets a result may write into it
        assert b[0].tolist() == [4, 6]


def test_the_grid_is_the_one_that_the_module_asks_for():
    body = function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    text = f"module attributes {{mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32}} {{\n{body}}}"
    assert compiled(text, None).grid == (2, 1)
    assert compiled(text, None)(*rows([1, 2], [3, 4]))[1][0].tolist() == [4, 6]


@pytest.mark.parametrize("grid", [(0, 1), (1, -1), "ab", (1.5, 1), (1, 2, 3), 4, (100000, 100000)])
def test_what_is_no_grid_is_refused(grid):
    assert refused(function("main", "", "", ""), grid).code == "run.grid"


def test_arguments_are_a_tuple_for_each_process():
    text = function("main", f"%x: {OF}", OF, "%x")
    for arguments in ([], rows([1, 2]), [np.zeros(2), np.zeros(2)], rows([1, 2], [1, 2], [1, 2])):
        assert refused(text, (2, 1), arguments).code == "run.arguments"


def test_replicas_and_partitions_know_where_they_stand():
    text = function(
        "main",
        "",
        "tensor<ui32>, tensor<ui32>",
        "%r = stablehlo.replica_id : tensor<ui32>",
        "%p = stablehlo.partition_id : tensor<ui32>",
        "%r, %p",
    )
    found = compiled(text, (2, 3))(*[()] * 6)
    assert [(int(r), int(p)) for r, p in found] == [(r, p) for r in range(2) for p in range(3)]


def test_different_programs_meet():
    """MPMD: one loops and calls, the other does not."""
    straight = function(
        *("a", f"%x: {OF}", OF),
        all_reduce("%x", OF, [[0, 1]], "%y"),
        all_reduce("%y", OF, [[0, 1]], "%z"),
        "%z",
    )
    loop = f"""func.func @b(%x: {OF}) -> ({OF}) {{
      %i = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.while(%k = %i, %v = %x) : tensor<i32>, {OF} cond {{
        %n = stablehlo.constant dense<2> : tensor<i32>
        %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %k, %one : tensor<i32>
        %w = func.call @sum(%v) : ({OF}) -> {OF}
        stablehlo.return %j, %w : tensor<i32>, {OF}
      }}
      return %r#1 : {OF}
    }}
    """ + function("sum", f"%v: {OF}", OF, all_reduce("%v", OF, [[0, 1]]), "%r")
    found = compiled(parallel([["a"], ["b"]], straight + loop, "x"), (1, 1))()
    assert [value.tolist() for value in found] == [[4, 8], [4, 8]]


def test_a_deadlock_names_each_process_and_what_it_waits_for():
    text = parallel(
        [["a"], ["b"], ["c"]],
        function("a", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1, 2]]), "%r")
        + function("b", f"%x: {OF}", OF, "%x")
        + function(
            *("c", f"%x: {OF}", OF, "%t = stablehlo.create_token : !stablehlo.token"),
            f'%r:2 = "stablehlo.recv"(%t) {{{handle(3)}, source_target_pairs = dense<[[1, 2]]> : tensor<1x2xi64>}} '
            f": (!stablehlo.token) -> ({OF}, !stablehlo.token)",
            "%r#0",
        ),
        "x",
    )
    error = refused(text)
    assert error.code == "run.deadlock"
    assert "2 of 3 processes wait" in error.message
    first, second, third, *_ = notes(error)
    assert first == (
        "process (0, 0) waits in stablehlo.all_reduce for processes (1, 0), (2, 0); it brings tensor<2xf32>"
    )
    assert second == "process (2, 0) waits in stablehlo.recv for what process (1, 0) sends through channel 3"
    assert third == "process (1, 0) has come to the end"
    assert error.notes[0].span.line == 2


def test_a_deadlock_in_a_loop_says_in_which_turn():
    text = f"""func.func @main(%x: {OF}, %n: tensor<i32>) -> ({OF}) {{
      %i = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.while(%k = %i, %v = %x) : tensor<i32>, {OF} cond {{
        %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %k, %one : tensor<i32>
        {all_reduce("%v", OF, [[0, 1]], "%w")}
        stablehlo.return %j, %w : tensor<i32>, {OF}
      }}
      return %r#1 : {OF}
    }}"""
    main = compiled(text, (2, 1))
    x = np.ones(2, np.float32)
    for watched in (False, True):
        for turns in (3, 4):
            arguments = [[x, np.int32(turns)], [x, np.int32(turns + 1)]]
            context = RunContext(observers=(Observer(),) if watched else ())
            with pytest.raises(HloError) as caught:
                main.run_grid(arguments, context)
            error = caught.value
            assert error.code == "run.deadlock"
            assert notes(error)[0].startswith(f"process (1, 0) waits in stablehlo.all_reduce in turn {turns} for")


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (all_reduce("%x", OF, [[1, 0]]), "in another order"),
        (all_reduce("%x", OF, [[0, 1]], channel=4), "the channels are 0 and 4"),
        (all_reduce("%x", OF, [[0, 1]], body=ADD.replace("add", "maximum")), "what the values are joined by differs"),
        (
            f'%r = "stablehlo.cross-replica-sum"(%x) {{replica_groups = {groups([[0, 1]])}}} : ({OF}) -> {OF}',
            "these are stablehlo.all_reduce and stablehlo.cross-replica-sum",
        ),
        (
            "%y = stablehlo.constant dense<1.0> : tensor<3xf32>\n"
            + all_reduce("%y", "tensor<3xf32>", [[0, 1]], "%q")
            + "\n%r = stablehlo.constant dense<1.0> : tensor<2xf32>",
            "the values are of different types",
        ),
        (
            all_reduce("%x, %x", f"{OF}, {OF}", [[0, 1]], "%q:2").replace(
                "-> tensor<2xf32>, tensor<2xf32>", f"-> ({OF}, {OF})"
            )
            + f"\n%r = stablehlo.constant dense<1.0> : {OF}",
            "one brings 1 value, the other 2",
        ),
    ],
)
def test_processes_that_come_with_different_things_are_told_so(other, said):
    one = function("a", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    error = refused(parallel([["a"], ["b"]], one + function("b", f"%x: {OF}", OF, other, "%r"), "x"))
    assert error.code == "run.collective_mismatch"
    assert said in error.message
    assert notes(error)[0].startswith("process (0, 0) comes to stablehlo.all_reduce with tensor<2xf32> for")
    assert len(error.notes) == 2


@pytest.mark.parametrize(
    "body",
    [
        ADD.replace("%left", "%a").replace("%right", "%b").replace("%sum", "%c"),
        ADD.replace("add %left, %right", "add %right, %left"),
        ADD.replace(": tensor<T>\n    stablehlo.return", ': tensor<T> loc("other.py":1:1)\n    stablehlo.return'),
    ],
)
def test_computations_that_do_the_same_meet_however_they_are_written(body):
    one = function("a", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    other = function("b", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]], body=body), "%r")
    found = compiled(parallel([["a"], ["b"]], one + other, "x"), None)()
    assert [value.tolist() for value in found] == [[2, 4], [2, 4]]


def test_a_process_that_fails_ends_the_others_and_its_error_is_shown():
    text = function(
        *("main", f"%x: {OF}", OF),
        f"check.expect_eq_const %x, dense<1.0> : {OF}",
        all_reduce("%x", OF, [[0, 1]]),
        "%r",
    )
    error = refused(text, (2, 1), rows([1, 1], [1, 2]))
    assert error.code.startswith("check.")
    assert "in process (1, 0) of the grid of 2 x 1" in notes(error)


def test_what_a_joined_reduction_refuses_is_said_at_the_op():
    body = "({\n^bb0(%a: tensor<T>, %b: tensor<T>):\ncheck.expect_eq %a, %b : tensor<T>\nstablehlo.return %a : tensor<T>\n})"
    text = function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]], body=body), "%r")
    for _ in range(2):
        error = refused(text, (2, 1), rows([1, 1], [1, 2]))
        assert error.code.startswith("check.")
        assert error.span.line == 4


def test_values_go_from_process_to_process():
    """A ring by send and recv, twice, the second value after the first."""
    pairs = "source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>"
    text = function(
        *("main", f"%x: {OF}", f"{OF}, {OF}"),
        "%t = stablehlo.create_token : !stablehlo.token",
        f"%y = stablehlo.add %x, %x : {OF}",
        f'%a = "stablehlo.send"(%x, %t) {{{handle(1)}, {pairs}}} : ({OF}, !stablehlo.token) -> !stablehlo.token',
        f'%b = "stablehlo.send"(%y, %a) {{{handle(1)}, {pairs}}} : ({OF}, !stablehlo.token) -> !stablehlo.token',
        f'%p:2 = "stablehlo.recv"(%b) {{{handle(1)}, {pairs}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        f'%q:2 = "stablehlo.recv"(%p#1) {{{handle(1)}, {pairs}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        "%p#0, %q#0",
    )
    for grid in ((3, 1), (1, 3)):
        found = compiled(text, grid)(*rows([0, 0], [1, 1], [2, 2]))
        assert [(int(a[0]), int(b[0])) for a, b in found] == [(2, 4), (0, 0), (1, 2)]


def test_an_infeed_is_shared_by_the_processes():
    text = """
    func.func @one() -> tensor<f32> { %c = stablehlo.constant dense<1.0> : tensor<f32> return %c : tensor<f32> }
    func.func @two() -> tensor<f32> { %c = stablehlo.constant dense<2.0> : tensor<f32> return %c : tensor<f32> }
    func.func @take() -> tensor<f32> {
      %t = stablehlo.create_token : !stablehlo.token
      %r:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
      return %r#0 : tensor<f32>
    }
    func.func @main() -> (tensor<f32>, tensor<f32>) {
      %r:2 = "interpreter.run_parallel"() {programs = [[@take, @take]], infeed = [@one, @two]} : () -> (tensor<f32>, tensor<f32>)
      return %r#0, %r#1 : tensor<f32>, tensor<f32>
    }"""
    assert [float(value) for value in compiled(text, None)()] == [1, 2]


def test_what_is_started_goes_on_beside():
    """The second process receives before it starts its part: only a start that does not wait lets both end."""
    future = f"!stablehlo.future<{OF}>"
    start = (
        f'%f = "stablehlo.async_start"(%x) ({{\n^bb0(%v: {OF}):\n{all_reduce("%v", OF, [[0, 1]], "%s")}\n'
        f"stablehlo.return %s : {OF}\n}}) : ({OF}) -> {future}"
    )
    done = f'%r = "stablehlo.async_done"(%f) : ({future}) -> {OF}'
    token = "%t = stablehlo.create_token : !stablehlo.token"
    send = f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}}} : ({OF}, !stablehlo.token) -> !stablehlo.token'
    recv = f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)'
    text = parallel(
        [["a"], ["b"]],
        function("a", f"%x: {OF}", OF, token, start, send, done, "%r")
        + function("b", f"%x: {OF}", OF, token, recv, start, done, "%r"),
        "x",
    )
    assert [value.tolist() for value in compiled(text, None)()] == [[2, 4], [2, 4]]


def test_a_region_that_is_run_on_elements_cannot_wait():
    text = f"""func.func @main(%x: {OF}) -> tensor<f32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.reduce"(%x, %z) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        {all_reduce("%a", "tensor<f32>", [[0, 1]], "%q")}
        %s = stablehlo.add %q, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }}) {{dimensions = array<i64: 0>}} : ({OF}, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}"""
    assert refused(text, (2, 1), rows([1, 2], [3, 4])).code == "run.collective_in_region"
    alone = compiled(text.replace("[[0, 1]]> : tensor<1x2xi64>", "[[0]]> : tensor<1x1xi64>"), (1, 1))
    assert float(alone(np.array([1, 2], np.float32))[0]) == 3


class Counting(Observer):
    def __init__(self):
        self.names = []

    def after(self, event):
        self.names.append(event.origin.name)


def test_every_process_may_be_watched_by_itself():
    main = compiled(function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r"), (2, 1))
    watchers = {(0, 0): (Counting(),), (1, 0): (Counting(),)}
    context = RunContext()
    found = main.run_grid(rows([1, 2], [3, 4]), context, contexts_of((2, 1), context, watchers))
    assert found[0][0].tolist() == [4, 6]
    assert all("stablehlo.all_reduce" in each.names for (each,) in watchers.values())


def test_what_cannot_differ_is_computed_once(monkeypatch):
    calls = []
    hlorepl.register_target("test.grid_once", lambda call, x: (calls.append(1), x)[1])
    text = function(
        *("main", f"%x: {OF}, %y: {OF}", f"{OF}, {OF}"),
        f"%a = stablehlo.sine %x : {OF}",
        f"%b = stablehlo.add %a, %y : {OF}",
        all_reduce("%a", OF, [[*range(16)]]),
        "%b, %r",
    )
    from hlorepl.engine.grid import shared

    main = compiled(text, (16, 1))
    same = np.ones(2, np.float32)
    found = main(*[(same, np.full(2, k, np.float32)) for k in range(16)])
    plan, given = shared.Sharing(main.plan).run_common(
        [[same, np.full(2, k, np.float32)] for k in range(16)], RunContext()
    )
    assert [step.origin.name for step in plan.steps] == ["stablehlo.add", "stablehlo.all_reduce"]
    assert len({id(row[-1]) for row in given}) == 1
    for k, (b, r) in enumerate(found):
        np.testing.assert_allclose(b, np.sin(same) + k, rtol=1e-6)
        np.testing.assert_allclose(r, 16 * np.sin(same), rtol=1e-6)


def test_a_draw_and_an_effect_are_each_process_s_own():
    text = function(
        "main",
        *("", "tensor<3xf32>"),
        "%a = stablehlo.constant dense<0.0> : tensor<f32>",
        "%b = stablehlo.constant dense<1.0> : tensor<f32>",
        "%n = stablehlo.constant dense<3> : tensor<1xi64>",
        '%r = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>',
        "interpreter.print %n : tensor<1xi64>",
        "%r",
    )
    main, context, printed = compiled(text, (3, 1)), RunContext(), []
    context.process.emit = printed.append
    found = main.run_grid([[]] * 3, context)
    assert len({tuple(value.tolist()) for (value,) in found}) == 3
    assert len(printed) == 3
    alone = hlorepl.compile(hlorepl.parse(text))()
    assert alone[0].tolist() == found[0][0].tolist()  # the first process draws what one alone does


def test_many_processes_and_many_meetings_end_in_time():
    text = function(
        *("main", f"%x: {OF}", OF),
        *(all_reduce("%x" if not k else f"%r{k - 1}", OF, [[*range(64)]], f"%r{k}") for k in range(20)),
        "%r19",
    )
    found = compiled(text, (64, 1))(*rows(*([[0, 0]] * 64)))
    assert all(value.tolist() == [0, 0] for (value,) in found)


def test_python_fills_what_programs_take_from_outside():
    host_in, host_out = handle(1, 3) + ", is_host_transfer = true", handle(2, 2) + ", is_host_transfer = true"
    text = function(
        *("main", "", OF),
        "%t = stablehlo.create_token : !stablehlo.token",
        f'%a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        f'%b:2 = "stablehlo.recv"(%a#1) {{{host_in}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)',
        f"%s = stablehlo.add %a#0, %b#0 : {OF}",
        f'%u = "stablehlo.send"(%s, %b#1) {{{host_out}}} : ({OF}, !stablehlo.token) -> !stablehlo.token',
        f'%v = "stablehlo.outfeed"(%s, %u) : ({OF}, !stablehlo.token) -> !stablehlo.token',
        "%s",
    )
    for grid in ((1, 1), (2, 1)):
        main, count = compiled(text, grid), grid[0]
        for number in range(count):
            main.world.feed(np.full(2, number, np.float32))
            main.world.tell(1, np.full(2, 10, np.float32))
        found = main(*[()] * (count if count > 1 else 0))
        values = [row[0].tolist() for row in found] if count > 1 else [found[0].tolist()]
        assert values == [[10 + number] * 2 for number in range(count)]
        assert [each[0].tolist() for each in main.world.told(2)] == values
        assert [each[0].tolist() for each in main.world.outfed] == values
        with pytest.raises(HloError) as caught:
            main(*[()] * (count if count > 1 else 0))
        assert caught.value.code == "run.infeed"


@pytest.mark.parametrize(
    ("rows", "settings", "grid", "wanted"),
    [
        ([[*range(6)]], {}, (3, 1), "--grid 6x1"),
        ([[*range(6)]], {}, (3, 2), "--grid 6x2"),
        ([[*range(6)]], {"channel": 1, "everywhere": True}, (1, 4), "--grid 1x6"),
        ([[*range(6)]], {"channel": 1, "everywhere": True}, (2, 2), "--grid 3x2"),
        ([[*range(5)]], {"channel": 1, "everywhere": True}, (2, 2), "--grid 1x5"),
    ],
)
def test_groups_that_need_a_larger_grid_say_which(rows, settings, grid, wanted):
    text = function("main", f"%x: {OF}", OF, all_reduce("%x", OF, rows, **settings), "%r")
    with pytest.raises(HloError) as caught:
        compiled(text, grid)(*[(np.ones(2, np.float32),)] * (grid[0] * grid[1]))
    assert wanted in caught.value.help[0]
