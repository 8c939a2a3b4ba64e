"""What ``check`` warns of, of processes that cannot meet."""

from __future__ import annotations

import pytest
from engine.grid.programs import all_reduce, function, handle

import hlorepl
from hlorepl.verifier import doubts

OF = "tensor<2xf32>"


def warnings(text, grid=None):
    if grid:
        text = f"module attributes {{mhlo.num_replicas = {grid[0]} : i32, mhlo.num_partitions = {grid[1]} : i32}} {{\n{text}}}"
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    return [(each.code, each.span.line) for each in doubts(module)]


@pytest.mark.parametrize(
    ("rows", "grid", "found"),
    [
        ([[0, 1]], (2, 1), []),
        ([[0, 1]], (4, 1), [("grid.groups", 3)]),
        ([[0, 1]], (1, 2), [("grid.groups", 3)]),
        ([[0, 1]], None, []),
        ([[0], [1]], (2, 3), []),
    ],
)
def test_groups_that_do_not_fit_the_grid_of_the_module(rows, grid, found):
    assert warnings(function("main", f"%x: {OF}", OF, all_reduce("%x", OF, rows), "%r"), grid) == found


def test_pairs_that_do_not_fit_the_grid_of_the_module():
    op = f'%r = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>}} : ({OF}) -> {OF}'
    text = function("main", f"%x: {OF}", OF, op, "%r")
    assert warnings(text, (2, 1)) == [("grid.groups", 3)]
    assert warnings(text, (4, 1)) == []


def test_a_channel_has_two_ends():
    token = "%t = stablehlo.create_token : !stablehlo.token"
    send = f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}}} : ({OF}, !stablehlo.token) -> !stablehlo.token'
    recv = f'%p:2 = "stablehlo.recv"(%t) {{{handle(2)}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)'
    text = function("main", f"%x: {OF}", "", token, send, recv, "")
    assert warnings(text) == [("grid.channel", 3), ("grid.channel", 4)]
    assert warnings(text.replace("handle = 2", "handle = 1")) == []


CHOICE = f"""func.func @main(%x: {OF}, %p: tensor<i1>) -> {OF} {{
  %i = stablehlo.replica_id : tensor<ui32>
  %z = stablehlo.constant dense<0> : tensor<ui32>
  %c = stablehlo.compare EQ, %i, %z : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%c) ({{
    %s = func.call @sum(%x) : ({OF}) -> {OF}
    stablehlo.return %s : {OF}
  }}, {{
    stablehlo.return %x : {OF}
  }}) : (tensor<i1>) -> {OF}
  return %r : {OF}
}}
""" + function("sum", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")


def test_a_condition_that_differs_between_processes():
    assert warnings(CHOICE) == [("grid.condition", 5)]
    assert warnings(CHOICE.replace('"stablehlo.if"(%c)', '"stablehlo.if"(%p)')) == []
    assert (
        warnings(
            CHOICE.replace("func.call @sum(%x) :", "stablehlo.add %x, %x : ")
            .replace(f": ({OF}) -> {OF}\n    stablehlo.return %s", f"{OF}\n    stablehlo.return %s", 1)
            .replace(": " + f" ({OF}) -> {OF}", f": {OF}")
        )
        == []
    )


def test_a_loop_whose_end_differs_between_processes():
    text = f"""func.func @main(%x: {OF}) -> {OF} {{
      %n = stablehlo.partition_id : tensor<ui32>
      %o = stablehlo.constant dense<1> : tensor<ui32>
      %z = stablehlo.constant dense<0> : tensor<ui32>
      %r:2 = stablehlo.while(%k = %n, %v = %x) : tensor<ui32>, {OF} cond {{
        %c = stablehlo.compare GT, %k, %z : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %j = stablehlo.subtract %k, %o : tensor<ui32>
        {all_reduce("%v", OF, [[0, 1]], "%w")}
        stablehlo.return %j, %w : tensor<ui32>, {OF}
      }}
      return %r#1 : {OF}
    }}"""
    assert warnings(text) == [("grid.condition", 5)]
    assert warnings(text.replace("stablehlo.partition_id", "stablehlo.constant dense<3>")) == []


def called_with(operand):
    """A function whose loop ends by its argument, called with a value."""
    return (
        f"""func.func @main(%x: {OF}) -> {OF} {{
      %p = stablehlo.partition_id : tensor<ui32>
      %q = stablehlo.constant dense<3> : tensor<ui32>
      %n = func.call @same(%p) : (tensor<ui32>) -> tensor<ui32>
      %m = func.call @same(%q) : (tensor<ui32>) -> tensor<ui32>
      %w = func.call @where() : () -> tensor<ui32>
      %s = "stablehlo.all_gather"(%i) {{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<1xui32>) -> tensor<2xui32>
      %r = func.call @loop(%x, {operand}) : ({OF}, tensor<ui32>) -> {OF}
      return %r : {OF}
    }}
    func.func private @same(%k: tensor<ui32>) -> tensor<ui32> {{
      return %k : tensor<ui32>
    }}
    func.func private @where() -> tensor<ui32> {{
      %p = stablehlo.replica_id : tensor<ui32>
      return %p : tensor<ui32>
    }}
    func.func private @loop(%x: {OF}, %n: tensor<ui32>) -> {OF} {{
      %o = stablehlo.constant dense<1> : tensor<ui32>
      %z = stablehlo.constant dense<0> : tensor<ui32>
      %r:3 = stablehlo.while(%k = %z, %l = %o, %v = %x) : tensor<ui32>, tensor<ui32>, {OF} cond {{
        %c = stablehlo.compare LT, %k, %l : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %j = stablehlo.add %k, %o : tensor<ui32>
        %w = func.call @sum(%v) : ({OF}) -> {OF}
        stablehlo.return %j, %n, %w : tensor<ui32>, tensor<ui32>, {OF}
      }}
      return %r#2 : {OF}
    }}
    """.replace("%i)", "%one)").replace(
            "%s = ", "%one = stablehlo.reshape %q : (tensor<ui32>) -> tensor<1xui32>\n      %s = "
        )
        + function("sum", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    )


@pytest.mark.parametrize(("operand", "count"), [("%p", 1), ("%q", 0), ("%n", 1), ("%m", 0), ("%w", 1)])
def test_what_differs_is_followed_through_calls_and_turns(operand, count):
    """The loop asks in its second turn what it was called with."""
    assert [code for code, _ in warnings(called_with(operand))] == ["grid.condition"] * count


DRAW = (
    '%d = "stablehlo.rng"(%f, %f, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : '
    f"(tensor<f32>, tensor<f32>, tensor<1xi64>) -> {OF}"
)


@pytest.mark.parametrize(
    ("op", "differs"),
    [
        (all_reduce("%x", OF, [[0, 1]], "%d"), False),
        (
            f'%d = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}} : ({OF}) -> {OF}',
            True,
        ),
        (DRAW, True),
        (f"%d = stablehlo.negate %x : {OF}", False),
    ],
)
def test_ops_whose_results_differ(op, differs):
    text = function(
        *("main", f"%x: {OF}", OF),
        "%f = stablehlo.constant dense<0.0> : tensor<f32>",
        "%n = stablehlo.constant dense<2> : tensor<1xi64>",
        op,
        f"%e = stablehlo.slice %d [0:1] : ({OF}) -> tensor<1xf32>",
        "%g = stablehlo.reshape %e : (tensor<1xf32>) -> tensor<f32>",
        "%c = stablehlo.compare GT, %g, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        f'%r = "stablehlo.if"(%c) ({{\n{all_reduce("%x", OF, [[0, 1]], "%s")}\nstablehlo.return %s : {OF}\n}}, {{\n'
        f"stablehlo.return %x : {OF}\n}}) : (tensor<i1>) -> {OF}",
        "%r",
    )
    assert [code for code, _ in warnings(text)] == ["grid.condition"] * differs


def test_parts_of_a_computation_differ_and_what_is_joined_does_not():
    text = """sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<1xf32>) {
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        SUM
        %e = stablehlo.reshape %WHICH : (tensor<1xf32>) -> tensor<f32>
        %c = stablehlo.compare GT, %e, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %r = "stablehlo.if"(%c) ({
          AGAIN
          stablehlo.return %t : tensor<1xf32>
        }, {
          stablehlo.return %a : tensor<1xf32>
        }) : (tensor<i1>) -> tensor<1xf32>
        sdy.return %r : tensor<1xf32>
      } : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    of = "tensor<1xf32>"
    text = text.replace("SUM", all_reduce("%a", of, [[0, 1]], "%s", channel=1, everywhere=True))
    text = text.replace("AGAIN", all_reduce("%a", of, [[0, 1]], "%t", channel=2, everywhere=True))
    assert [code for code, _ in warnings(text.replace("WHICH", "a"))] == ["grid.condition"]
    assert warnings(text.replace("WHICH", "s")) == []


def test_the_grid_may_be_another_than_the_module_s():
    module = hlorepl.parse(function("main", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r"))
    assert hlorepl.verify(module) == []
    assert [each.code for each in doubts(module, (4, 1))] == ["grid.groups"]
    assert doubts(module, (2, 1)) == []


def test_programs_that_run_side_by_side_are_on_a_grid_of_their_own():
    part = function("part", f"%x: {OF}", OF, f"%s = func.call @sum(%x) : ({OF}) -> {OF}", "%s")
    part += function("sum", f"%x: {OF}", OF, all_reduce("%x", OF, [[0, 1]]), "%r")
    for rows, found in (("[[@part], [@part]]", []), ("[[@part], [@part], [@part]]", [("grid.groups", 6)])):
        count = rows.count("@")
        types = ", ".join([OF] * count)
        line = f'%r:{count} = "interpreter.run_parallel"({", ".join(["%x"] * count)}) {{programs = {rows}}} : ({types}) -> ({types})'
        assert warnings(part + function("main", f"%x: {OF}", OF, line, "%r#0")) == found


@pytest.mark.parametrize(
    ("sent", "received", "found"),
    [
        ([[0, 1]], [[0, 1]], []),
        ([[0, 1]], [[0, 2]], [3, 4]),
        ([[0, 1], [1, 2]], [[0, 1]], [3]),
        ([[0, 1]], None, [3, 4]),
        (None, None, []),
    ],
)
def test_pairs_that_never_meet(sent, received, found):
    def pairs(rows):
        return f", source_target_pairs = dense<{rows}> : tensor<{len(rows)}x2xi64>" if rows else ""

    token = "%t = stablehlo.create_token : !stablehlo.token"
    send = f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}{pairs(sent)}}} : ({OF}, !stablehlo.token) -> !stablehlo.token'
    recv = (
        f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}{pairs(received)}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)'
    )
    text = function("main", f"%x: {OF}", "", token, send, recv, "")
    assert warnings(text) == [("grid.channel", line) for line in found]


def test_channels_of_processes_that_are_not_in_the_grid():
    pairs = "source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>"
    token = "%t = stablehlo.create_token : !stablehlo.token"
    send = f'%u = "stablehlo.send"(%x, %t) {{{handle(1)}, {pairs}}} : ({OF}, !stablehlo.token) -> !stablehlo.token'
    recv = f'%p:2 = "stablehlo.recv"(%t) {{{handle(1)}, {pairs}}} : (!stablehlo.token) -> ({OF}, !stablehlo.token)'
    text = function("main", f"%x: {OF}", "", token, send, recv, "")
    assert warnings(text, (2, 1)) == [("grid.groups", 4), ("grid.groups", 5)]
    assert warnings(text, (2, 2)) == []


def test_a_mesh_of_another_size_than_the_grid():
    text = """sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<1xf32>) {
        sdy.return %a : tensor<1xf32>
      } : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    assert warnings(text, (1, 4)) == [("grid.groups", 4)]
    assert warnings(text, (1, 2)) == []
