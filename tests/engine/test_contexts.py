"""What belongs to a run is the run's own: one plan in many contexts, memory limits, seeds."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np
import pytest

import hlorepl
from hlorepl.__main__ import main as command_line
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Observer
from hlorepl.engine.process import Process
from hlorepl.errors import HloError

EVERYTHING = """func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = func.call @twice(%y) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<4xf32>
  }
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %d = stablehlo.rng %a, %b, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %r#1, %d : tensor<4xf32>, tensor<f32>
}
func.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  interpreter.print %a : tensor<4xf32>
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_one_plan_serves_contexts_that_differ_in_everything_at_once():
    program = hlorepl.compile(hlorepl.parse(EVERYTHING))
    draws = [program.run([np.zeros(4, np.float32)], RunContext(seed=k))[1].item() for k in range(8)]
    assert len(set(draws)) == 8
    ready, seen = threading.Barrier(8), [set() for _ in range(8)]

    def work(k: int) -> None:
        ready.wait()
        for _ in range(40):
            heard: list[str] = []
            process = Process().heard_by(heard.append)
            context = RunContext(seed=k, threads=k + 1, limit=20 if k % 2 else 10_000, process=process)
            try:
                y, draw = program.run([np.full(4, k, np.float32)], context)
                seen[k].add((*y.tolist(), draw.item(), *(float(line[6:].partition(">")[0]) for line in heard)))
            except HloError as error:
                seen[k].add(error.code)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wanted = [(*[8.0 * k] * 4, draws[k], k, 2.0 * k, 4.0 * k) for k in range(8)]
    assert seen == [{"limit.memory"} if k % 2 else {wanted[k]} for k in range(8)]


def test_the_same_seed_is_the_same_run_at_every_door(tmp_path, capsys):
    text = EVERYTHING.replace("  interpreter.print %a : tensor<4xf32>\n", "")
    (tmp_path / "p.mlir").write_text(text)
    x = np.zeros(4, np.float32)
    np.savez(tmp_path / "x.npz", x=x)
    program = hlorepl.compile(hlorepl.parse(text))
    for seed in (0, 3):
        wanted = program.run([x], RunContext(seed=seed))[1].item()
        assert program.run([x], RunContext(seed=seed))[1].item() == wanted
        session = hlorepl.Session(seed=seed)
        session.bind("x", x)
        ran = session.execute(f"{text}:run @main\n%r:2 = call @main(%x)\n%s:2 = call @main(%x)\n:run @main\n%r#1\n%s#1")
        found = [shown.array.item() for shown in ran.values if shown.array.shape == ()]
        assert [found[0], found[1], found[3], found[4]] == [wanted] * 4
        assert found[2] == found[5] != wanted  # statements draw on
        for words in (("run", "--print", "full", str(tmp_path / "p.mlir"), "--input", str(tmp_path / "x.npz")),):
            assert command_line([*words, "--seed", str(seed)]) == 0
            shown = float(capsys.readouterr().out.rpartition("= ")[2])
            assert np.float32(shown) == np.float32(wanted)


CHAIN = "tensor<100xf32>"


def small_ops(count: int, of: str = CHAIN) -> Any:
    lines = [f"  %{k + 1} = stablehlo.add %{k}, %0 : {of}" for k in range(count)]
    head = f"func.func @main(%0: {of}) -> {of} {{"
    return hlorepl.compile(hlorepl.parse("\n".join([head, *lines, f"  return %{count} : {of}", "}"])))


def calls(program: Any, arguments: list[Any], limit: int | None) -> int:
    """The calls of Python functions that a run makes."""
    context, count = RunContext(limit=limit), 0

    def see(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        program.run(arguments, context)
    finally:
        sys.setprofile(before)
    return count


def test_an_op_costs_under_a_limit_what_it_costs_without():
    few, many = small_ops(10), small_ops(1000)
    x = [np.ones(100, np.float32)]
    for program in (few, many):
        for _ in range(3):
            program.run(x, RunContext())
        program.run(x, RunContext(limit=10_000))
    assert calls(many, x, None) == calls(few, x, None)
    assert calls(many, x, 10_000) == calls(few, x, 10_000) < calls(few, x, None) + 40
    # The argument and two arrays of 400 bytes are held at a time.
    assert calls(many, x, 1200) == calls(few, x, 1200)
    with pytest.raises(HloError) as caught:
        many.run(x, RunContext(limit=1199))
    assert (caught.value.code, caught.value.span.line) == ("limit.memory", 3)


VIEWS = """func.func @main(%s: tensor<f32>) -> tensor<4xf32> {
  %a = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<1000x1000xf32>
  %b = stablehlo.slice %a [0:2, 0:2] : (tensor<1000x1000xf32>) -> tensor<2x2xf32>
  %c = stablehlo.transpose %b, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = stablehlo.negate %c : tensor<2x2xf32>
  %e = stablehlo.reshape %d : (tensor<2x2xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}"""
KEPT = """func.func @main(%x: tensor<1000xf32>) -> tensor<2xf32> {
  %a = stablehlo.negate %x : tensor<1000xf32>
  %b = stablehlo.slice %a [0:2] : (tensor<1000xf32>) -> tensor<2xf32>
  %c = stablehlo.abs %x : tensor<1000xf32>
  %d = stablehlo.slice %c [0:2] : (tensor<1000xf32>) -> tensor<2xf32>
  %e = stablehlo.add %b, %d : tensor<2xf32>
  return %e : tensor<2xf32>
}"""


@pytest.mark.parametrize(("text", "least"), [(VIEWS, 32), (KEPT, 8008)])
def test_views_take_nothing_and_keep_what_they_show(text, least):
    assert hlorepl.compile(hlorepl.parse(text)).plan.peak == least


def test_what_is_joined_takes_only_what_comes_out():
    large = small_ops(50, "tensor<100000xf32>")
    assert large.plan.peak == 400_000
    x = [np.ones(100_000, np.float32)]
    assert large.run(x, RunContext(limit=800_000))[0][0] == 51


def test_a_peak_holds_what_loops_and_calls_hold_and_is_never_too_small():
    program = hlorepl.compile(hlorepl.parse(EVERYTHING))
    peak = program.plan.peak
    assert peak is not None
    assert 3 * 16 <= peak <= 200
    held = [np.zeros(4, np.float32)]
    assert program.run(held, RunContext(limit=peak + 16))[0].shape == (4,)
    with pytest.raises(HloError) as caught:
        program.run(held, RunContext(limit=3 * 16))
    assert caught.value.code == "limit.memory"
    assert any(program.run(held, RunContext(limit=limit)) for limit in range(peak, peak + 16))  # counted op by op


HELD = {
    "a loop": """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = func.call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}""",
    "views and a tuple": """func.func @main(%x: tensor<?xf32>) -> tensor<6xf32> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = stablehlo.tuple %0, %1 : tuple<tensor<?x?xf32>, tensor<?x?xf32>>
  %2 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<?x?xf32>, tensor<?x?xf32>>) -> tensor<?x?xf32>
  %3 = stablehlo.add %2, %2 : tensor<?x?xf32>
  %4 = stablehlo.reshape %3 : (tensor<?x?xf32>) -> tensor<6xf32>
  return %4 : tensor<6xf32>
}""",
    "sizes by value": """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<[4, 6]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.negate %0 : tensor<?x?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0]
       : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}""",
}


@pytest.mark.parametrize("watched", [False, True], ids=["fast", "watched"])
@pytest.mark.parametrize("what", HELD)
def test_what_is_held_is_looked_at_only_where_it_may_be_too_much(what: str, watched: bool, monkeypatch):
    program, x = hlorepl.compile(hlorepl.parse(HELD[what])), np.ones(6, np.float32)
    observers = (Observer(),) if watched else ()

    def answers() -> list[str]:
        """What comes of each limit: a sum, or the refusal."""
        found = []
        for limit in range(12, 400, 4):
            try:
                found.append(str(program.run([x], RunContext(limit=limit, observers=observers))[0].sum()))
            except HloError as error:
                found.append(f"{error.code}: {error}")
        return found

    amortised = answers()
    monkeypatch.setattr(RunContext, "most", property(lambda _: 1 << 60, lambda *_: None))
    assert amortised == answers()
    assert len({*amortised}) > 2
    assert amortised[0].startswith("limit.memory: ")


def test_no_step_looks_at_all_that_is_held_where_there_is_room(monkeypatch):
    program, x = hlorepl.compile(hlorepl.parse(HELD["a loop"])), np.ones(6, np.float32)
    wanted = program.run([x], RunContext())[0]
    monkeypatch.setattr(RunContext, "_look", None)
    np.testing.assert_array_equal(program.run([x], RunContext(limit=10_000))[0], wanted)


def test_what_an_op_has_no_room_for_is_said_once():
    with pytest.raises(HloError) as caught:
        hlorepl.compile(hlorepl.parse(HELD["a loop"])).run([np.ones(6, np.float32)], RunContext(limit=20))
    assert caught.value.notes == []
