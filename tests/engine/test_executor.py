"""Plans: both executors, values updated in place, chains in blocks, counted loops, results as declared."""

import sys
import threading

import numpy as np
import pytest

import hlorepl
from hlorepl.engine.context import RunContext
from hlorepl.engine.observing import Event, Observer
from hlorepl.engine.step_log import StepLog
from hlorepl.engine.stepper import Machine
from hlorepl.ops.registry import OPS, lookup, op


def compiled(body: str, arguments: str = "", results: str = "tensor<f32>"):
    return hlorepl.compile(hlorepl.parse(f"func.func @main({arguments}) -> {results} {{\n{body}\n}}"))


LOOP = """
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %x = %a) : tensor<i32>, tensor<8xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %u = stablehlo.constant dense<7.0> : tensor<1xf32>
    %y = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>"""


def test_every_run_gives_the_same_and_leaves_arguments_alone():
    main = compiled(LOOP, "%a: tensor<8xf32>", "tensor<8xf32>")
    x = np.zeros(8, np.float32)
    for _ in range(4):  # the loop over steps first, generated code from then on
        (y,) = main(x)
        assert y.tolist() == [7, 7, 7, 7, 7, 0, 0, 0]
        assert not x.any()
        assert y.flags.writeable
        y[:] = -1


def test_a_carried_array_is_updated_where_it_is():
    seen = []
    if "test.identity" not in OPS:

        @op("test.identity", form="same")
        def identity(xp, operand):
            """Give back the operand itself, and remember where it lies."""
            _SEEN.append(operand.__array_interface__["data"][0])
            return operand

        identity.infer(lambda operand: operand)
    _SEEN.clear()
    body = LOOP.replace("stablehlo.return %j, %y", "%w = test.identity %y : tensor<8xf32>\n    stablehlo.return %j, %w")
    compiled(body, "%a: tensor<8xf32>", "tensor<8xf32>")(np.zeros(8, np.float32))
    seen += _SEEN
    assert len(seen) == 5
    assert len(set(seen)) == 1


_SEEN: list[int] = []

ALIASES = {
    "used later": "%s = stablehlo.add %y, %z : tensor<8xf32>",
    "a view kept": "%v = stablehlo.reshape %z : (tensor<8xf32>) -> tensor<2x4xf32>",
    "twice an operand": "",
}


@pytest.mark.parametrize("case", ALIASES)
def test_nothing_that_somebody_else_holds_is_overwritten(case):
    arguments = "%a: tensor<8xf32>"
    if case == "a view kept":
        body = """  %z = stablehlo.add %a, %a : tensor<8xf32>
  %v = stablehlo.reshape %z : (tensor<8xf32>) -> tensor<2x4xf32>
  %u = stablehlo.constant dense<7.0> : tensor<1xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dynamic_update_slice %z, %u, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
  return %y, %v : tensor<8xf32>, tensor<2x4xf32>"""
        y, v = compiled(body, arguments, "(tensor<8xf32>, tensor<2x4xf32>)")(np.ones(8, np.float32))
        assert v.tolist() == [[2] * 4] * 2
    elif case == "used later":
        body = """  %z = stablehlo.add %a, %a : tensor<8xf32>
  %u = stablehlo.constant dense<7.0> : tensor<1xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.dynamic_update_slice %z, %u, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
  %s = stablehlo.add %y, %z : tensor<8xf32>
  return %y, %s : tensor<8xf32>, tensor<8xf32>"""
        y, s = compiled(body, arguments, "(tensor<8xf32>, tensor<8xf32>)")(np.ones(8, np.float32))
        assert s.tolist() == [9, 4, 4, 4, 4, 4, 4, 4]
    else:
        body = """  %z = stablehlo.add %a, %a : tensor<8xf32>
  %i = stablehlo.constant dense<2> : tensor<i32>
  %w = stablehlo.slice %z [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %y = stablehlo.dynamic_update_slice %z, %w, %i : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  return %y, %w : tensor<8xf32>, tensor<4xf32>"""
        y, w = compiled(body, arguments, "(tensor<8xf32>, tensor<4xf32>)")(np.arange(8, dtype=np.float32))
        assert y.tolist() == [0, 2, 0, 2, 4, 6, 12, 14]
        assert w.tolist() == [0, 2, 4, 6]
    assert y.shape == (8,)


def test_a_constant_is_never_overwritten():
    body = """  %z = stablehlo.constant dense<0.0> : tensor<8xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %u = stablehlo.constant dense<7.0> : tensor<1xf32>
  %y = stablehlo.dynamic_update_slice %z, %u, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
  return %y, %z : tensor<8xf32>, tensor<8xf32>"""
    main = compiled(body, "", "(tensor<8xf32>, tensor<8xf32>)")
    for _ in range(3):
        y, z = main()
        assert y[0] == 7
        assert not z.any()


def test_a_program_runs_in_several_threads_at_once():
    main = compiled(LOOP, "%a: tensor<8xf32>", "tensor<8xf32>")
    wrong = []

    def work(seed: int) -> None:
        x = np.full(8, seed, np.float32)
        for _ in range(50):
            (y,) = main(x)
            if y.tolist() != [7] * 5 + [seed] * 3 or (x != seed).any():
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def chain(size: int) -> str:
    t = f"tensor<{size}xf32>"
    return f"""func.func @main(%x: {t}, %y: {t}, %s: tensor<f32>) -> ({t}, {t}) {{
  %0 = stablehlo.multiply %x, %y : {t}
  %1 = stablehlo.exponential %0 : {t}
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {t}
  %3 = stablehlo.add %1, %2 : {t}
  %4 = stablehlo.tanh %3 : {t}
  %5 = stablehlo.compare LT, %4, %y : ({t}, {t}) -> tensor<{size}xi1>
  %6 = stablehlo.select %5, %4, %x : tensor<{size}xi1>, {t}
  return %6, %3 : {t}, {t}
}}"""


@pytest.mark.parametrize("size", [65_536, 300_001])
def test_a_chain_in_blocks_gives_what_its_ops_give_one_by_one(size):
    rng = np.random.default_rng(size)
    arrays = [rng.standard_normal(size).astype(np.float32) for _ in range(2)] + [np.float32(0.25)]
    program = hlorepl.compile(hlorepl.parse(chain(size)))
    stepped = Machine(program.plan, [np.asarray(a) for a in arrays], RunContext())
    with np.errstate(all="ignore"):
        expected = stepped.run()
    for _ in range(2):
        for got, want in zip(program(*arrays), expected, strict=True):
            assert got.tobytes() == want.tobytes()
    assert any("Chain" in type(step.function).__name__ for step in program.plan.runner.steps)


def test_a_chain_takes_views_and_broadcasts():
    text = """func.func @main(%x: tensor<512x300xf32>, %b: tensor<300xf32>) -> tensor<300x512xf32> {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<300xf32>) -> tensor<512x300xf32>
  %1 = stablehlo.add %x, %0 : tensor<512x300xf32>
  %2 = stablehlo.negate %1 : tensor<512x300xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<512x300xf32>) -> tensor<300x512xf32>
  %4 = stablehlo.abs %3 : tensor<300x512xf32>
  %5 = stablehlo.add %4, %4 : tensor<300x512xf32>
  return %5 : tensor<300x512xf32>
}"""
    rng = np.random.default_rng(3)
    x, b = rng.standard_normal((512, 300)).astype(np.float32), rng.standard_normal(300).astype(np.float32)
    (got,) = hlorepl.compile(hlorepl.parse(text))(x, b)
    assert np.array_equal(got, 2 * np.abs(-(x + b)).T)


def test_the_stepper_gives_what_the_fast_executor_gives_and_goes_back():
    program = compiled(LOOP, "%a: tensor<8xf32>", "tensor<8xf32>")
    x = np.zeros(8, np.float32)
    names: list[str] = []

    class Names(Observer):
        def after(self, event: Event) -> None:
            names.append(event.origin.name)

    machine = Machine(program.plan, [x], RunContext(observers=(Names(),)), log=StepLog())
    (first,) = machine.run()
    assert first.tolist() == program(x)[0].tolist()
    assert names.count("stablehlo.dynamic_update_slice") == 5
    assert names[-1] == "stablehlo.while"
    for _ in range(7):
        assert machine.back()
    assert not machine.done
    (again,) = machine.run()
    assert again.tolist() == first.tolist()
    while machine.back():
        pass
    assert machine.top.at == 0
    assert machine.run()[0].tolist() == first.tolist()


def test_the_python_stack_does_not_grow_with_loops():
    text = LOOP.replace("dense<5>", "dense<3000>").replace("tensor<8xf32>", "tensor<f32>")
    text = text.replace(
        "%y = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<f32>, tensor<1xf32>, tensor<i32>) -> tensor<f32>",
        "%y = stablehlo.negate %x : tensor<f32>",
    )
    program = compiled(text, "%a: tensor<f32>", "tensor<f32>")
    limit = sys.getrecursionlimit()
    assert program(np.float32(2))[0] == 2
    assert sys.getrecursionlimit() == limit


def test_a_result_that_is_not_as_declared_is_an_error():
    if "test.wrong" not in OPS:

        @op("test.wrong", form="same")
        def wrong(xp, operand):
            """Give back another type than was declared."""
            return operand.astype("float64")

        wrong.infer(lambda operand: operand)
    assert lookup("test.wrong") is not None
    main = compiled(
        "  %0 = test.wrong %a : tensor<2xf32>\n  return %0 : tensor<2xf32>", "%a: tensor<2xf32>", "tensor<2xf32>"
    )
    with pytest.raises(hlorepl.HloError) as caught:
        main(np.zeros(2, np.float32))
    assert caught.value.code == "run.result"
    assert caught.value.span.line == 2


def test_arguments_must_fit():
    main = compiled("  return %a : tensor<2xf32>", "%a: tensor<2xf32>", "tensor<2xf32>")
    assert main([1, 2])[0].tolist() == [1, 2]
    assert main(np.array([1.5, np.nan]))[0].dtype == np.float32
    for bad in (np.array([0.1, 2]), [1, 2, 3], "text", np.array([2**53 + 1, 0]), [object(), 1]):
        with pytest.raises(hlorepl.HloError):
            main(bad)
    with pytest.raises(hlorepl.HloError) as caught:
        main()
    assert caught.value.code == "run.arguments"
