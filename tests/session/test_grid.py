"""A session on a grid of processes: statements run in each, values are shown where they differ, an address picks one."""

from __future__ import annotations

import numpy as np
import pytest

import hlorepl
from hlorepl.display.html import value_html
from hlorepl.display.text import shown_text

REDUCE = """%s = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<f32>) -> tensor<f32>"""
PLACE = "%r = stablehlo.replica_id : tensor<ui32>\n%x = stablehlo.convert %r : (tensor<ui32>) -> tensor<f32>"


@pytest.fixture
def session():
    return hlorepl.Session(grid=(2, 1))


def said(session, text):
    result = session.execute(text)
    assert result.error is None, result.error
    return result.text.splitlines()


def test_values_are_shown_once_where_all_agree(session):
    assert said(session, "%k = 2.0 : f32") == ["%k@all : tensor<f32> = 2.0"]
    assert said(session, PLACE)[-2:] == ["%x@(0,0) : tensor<f32> = 0.0", "%x@(1,0) : tensor<f32> = 1.0"]
    assert said(session, REDUCE) == ["%s@all : tensor<f32> = 1.0"]
    assert said(session, "%m = %x * %k + %s")[1:] == ["%m@(1,0) : tensor<f32> = 3.0"]


def test_an_address_picks_a_process(session):
    said(session, PLACE)
    assert said(session, "%x@(1,0)") == ["%x@(1,0) : tensor<f32> = 1.0"]
    assert said(session, "%x@all") == said(session, "%x")
    for wrong in ("%x@(2,0)", "%x@(0,1)"):
        assert session.execute(wrong).error.code == "run.grid"


def test_python_gets_an_array_of_arrays(session):
    said(session, PLACE)
    found = session["x"]
    assert found.shape == (2, 1)
    assert [float(each) for each in found.flat] == [0, 1]
    assert not found[0, 0].flags.writeable
    result = session.execute("%x")
    assert result.values["x"].array.shape == (2, 1)


def test_what_all_share_is_stored_once(session):
    said(session, "%k = [1.0, 2.0]\n%l = %k + %k")
    found = session["l"]
    assert found[0, 0] is found[1, 0]


def test_functions_run_in_each_process(session):
    said(session, PLACE)
    said(session, "func.func @f(%x: tensor<f32>) -> tensor<f32> {\n" + REDUCE + "\nreturn %s : tensor<f32>\n}")
    assert said(session, ":run @f(%x)")[-1] == "%0@all : tensor<f32> = 1.0"


def test_a_deadlock_leaves_the_session_as_it_was(session):
    said(session, PLACE)
    result = session.execute(
        "%t = stablehlo.create_token : !stablehlo.token\n"
        '%p:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} '
        ": (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)"
    )
    assert result.error.code == "run.deadlock"
    assert "p" not in session
    assert said(session, "%x@(1,0)") == ["%x@(1,0) : tensor<f32> = 1.0"]


def test_the_grid_is_changed_by_a_command_and_undone():
    session = hlorepl.Session()
    said(session, "%k = 2.0 : f32")
    assert said(session, ":grid") == ["grid 1 x 1"]
    assert said(session, ":grid 2 2") == ["grid 2 x 2"]
    assert said(session, "%k") == ["%k@all : tensor<f32> = 2.0"]
    said(session, "%r = stablehlo.partition_id : tensor<ui32>")
    assert [int(each) for each in session["r"].flat] == [0, 1, 0, 1]
    assert session.execute(":grid 1 1").error.code == "run.grid"
    session.undo()
    session.undo()
    assert session.grid == (1, 1)
    assert said(session, "%k") == ["%k : tensor<f32> = 2.0"]
    assert session.execute(":grid 5000 1").error.code == "run.grid"


def test_faces_show_each_process(session):
    said(session, PLACE)
    (shown,) = session.execute("%x").values
    assert shown_text(shown).splitlines() == ["%x@(0,0) : tensor<f32> = 0.0", "%x@(1,0) : tensor<f32> = 1.0"]
    assert value_html(shown).count("<tr>") == 2
    (shown,) = session.execute("%k = 1.0 : f32").values
    assert "%k@all" in value_html(shown)


def test_draws_are_each_process_s_own_and_go_on(session):
    draw = (
        "%a = 0.0 : f32\n%b = 1.0 : f32\n%n = [2] : i64\n"
        '%d = "stablehlo.rng"(%a, %b, %n) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} '
        ": (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>"
    )
    said(session, draw)
    first = [each.tolist() for each in session["d"].flat]
    said(session, draw)
    second = [each.tolist() for each in session["d"].flat]
    assert len({tuple(row) for row in (*first, *second)}) == 4


def test_shapes_may_differ_between_processes(session):
    said(session, PLACE)
    text = (
        "%c = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>\n%i = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>\n"
        "%v = stablehlo.dynamic_iota %i, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"
    )
    assert said(session, text)[-2:] == ["%v@(0,0) : tensor<0xi32> = []", "%v@(1,0) : tensor<1xi32> = [0]"]
    assert [each.shape for each in np.ravel(session["v"])] == [(0,), (1,)]


def test_what_is_saved_asks_for_the_grid(session, tmp_path):
    said(session, PLACE)
    said(session, f":save {tmp_path / 's.mlir'}")
    main = hlorepl.compile(hlorepl.parse((tmp_path / "s.mlir").read_text()))
    assert main.grid == (2, 1)
    assert [int(row[0]) for row in main((), ())] == [0, 1]
