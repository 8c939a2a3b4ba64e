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
