"""ONNX on the engine: the same events, contexts and random streams as for StableHLO, and the same plan in all its forms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx_cases
import pytest
from onnx import parser

import hlorepl
from hlorepl.engine.context import Draws, RunContext
from hlorepl.engine.observing import Event, Frame, Observer, Origin
from hlorepl.errors import HloError
from hlorepl.onnx.loading import OnnxModel
from hlorepl.onnx.registry import lookup

if TYPE_CHECKING:
    from collections.abc import Sequence


def model(text: str, backend: str = "numpy") -> OnnxModel:
    return OnnxModel(
        parser.parse_model(f'<ir_version: 10, opset_import: ["" : 22, "local": 1]>\n{text}'), None, backend
    )


def f32(*values: Any) -> np.ndarray:
    return np.array(values, np.float32)


class Log(Observer):
    """What happens, in short; nothing of the conditions that StableHLO's loops have."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []

    def say(self, what: str, frame: Frame, *rest: Any) -> None:
        if not any(each.kind == "condition" for each in frame.around):
            self.events.append((what, [each.kind for each in frame.around], frame.turns, *rest))

    def enter(self, frame: Frame) -> None:
        self.say("enter", frame, frame.number)

    def leave(self, frame: Frame, results: Sequence[Any]) -> None:
        self.say("leave", frame, frame.number)

    def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
        self.say("before", frame, origin.name.partition(".")[2].lower())

    def after(self, event: Event) -> None:
        self.say("after", event.frame, event.origin.name.partition(".")[2].lower())

    def failed(self, frame: Frame, origin: Origin, inputs: Sequence[Any], error: HloError) -> None:
        self.say("failed", frame, origin.label, error.message)


STABLEHLO = """func.func @main(%x: tensor<2xf32>, %p: tensor<i1>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i64>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i64>
    %z = func.call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %j, %z : tensor<i64>, tensor<2xf32>
  }
  %s = "stablehlo.if"(%p) ({
    stablehlo.return %r#1 : tensor<2xf32>
  }, {
    %n = stablehlo.abs %r#1 : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %s : tensor<2xf32>
}
func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
ONNX = """main (float[2] x, bool p) => (float[2] s) <int64 three = {3}, int64 zero = {0}, int64 one = {1}> {
  i, r = Loop(three, , zero, x) <body = body (int64 turn, bool go, int64 i, float[2] y) => (bool go, int64 j, float[2] z) {
    j = Add(i, one)
    z = local.twice(y)
  }>
  s = If(p) <then_branch = yes () => (float[2] r) {}, else_branch = no () => (float[2] n) { n = Abs(r) }>
}
<opset_import: ["" : 22], domain: "local"> twice (a) => (b) { b = Add(a, a) }
"""


def test_one_program_in_onnx_and_in_stablehlo_is_told_alike() -> None:
    logs = Log(), Log()
    x, p = f32(1, -2), np.array(False)
    program = hlorepl.compile(hlorepl.parse(STABLEHLO))
    wanted = program.run([x, p], RunContext(observers=(logs[0],)))[0]
    found = model(ONNX).run([x, p], context=RunContext(observers=(logs[1],)))["s"]
    assert found.tolist() == wanted.tolist() == [8, 16]
    same = {"while": "loop", "call": "twice"}
    told = [
        tuple(same.get(part, part) if isinstance(part, str) else part for part in event) for event in logs[0].events
    ]
    assert told == logs[1].events
    assert ("enter", ["turn", "function"], (2,), 2) in told
    assert ("enter", ["function", "turn", "function"], (1,), None) in told


def test_an_origin_names_its_node_and_its_values() -> None:
    seen: list[Origin] = []

    class Origins(Observer):
        def before(self, frame: Frame, origin: Origin, inputs: Sequence[Any]) -> None:
            seen.append(origin)

    text = "main (float[2] x) => (float[2] y) <float m = {1}> { [first] a = Neg(x)  y = Clip(a, , m) }"
    model(text).run([f32(1, 2)], context=RunContext(observers=(Origins(),)))
    assert [(each.name, each.label, [*each.operands], [*each.results]) for each in seen] == [
        ("onnx.Neg", "first", ["x"], ["a"]),
        ("onnx.Clip", "y", ["a", "", "m"], ["y"]),
    ]


def test_what_an_observer_gives_takes_the_place_of_results() -> None:
    class Other(Observer):
        def after(self, event: Event) -> Sequence[Any] | None:
            return [f32(5, 5)] if event.origin.name == "onnx.Neg" else None

    text = "main (float[2] x) => (float[2] y) { a = Neg(x)  y = Add(a, x) }"
    assert model(text).run([f32(1, 2)], context=RunContext(observers=(Other(),)))["y"].tolist() == [6, 7]


FAILS = """main (float[2] x, int64 m) => (float[2] y) {
  [loop] y = Loop(m, , x) <body = body (int64 i, bool go, float[2] v) => (bool go, float[2] w) {
    s = Unsqueeze(i, i)
    w = Gather(v, s)
  }>
}"""


@pytest.mark.parametrize("watched", [False, True])
def test_an_error_inside_a_loop_says_all_nodes_around_whoever_runs_it(watched: bool) -> None:
    log = Log()
    context = RunContext(observers=(log,) if watched else ())
    with pytest.raises(HloError) as caught:
        model(FAILS).run([f32(1, 2), np.array(5)], context=context)
    notes = [note.message for note in caught.value.notes]
    assert notes == [
        "in node Unsqueeze(i: int64[], i: int64[])",
        "in node 'loop', Loop(m: int64[], -: none, x: float[2])",
    ]
    assert [event[0] for event in log.events].count("failed") == watched


def test_types_are_checked_once_a_plan_in_each_form() -> None:
    text = "main (float[2] x, int64[2] i) => (float[2] y) { y = Add(x, i) }"
    for context in (RunContext(), RunContext(limit=10_000), RunContext(observers=(Observer(),))):
        with pytest.raises(HloError, match="B of Add is tensor"):
            model(text).run([f32(1, 2), np.array([1, 2])], context=context)


def test_from_the_second_run_on_a_plan_is_generated_code() -> None:
    sample = model("main (float[2] x) => (float[2] y) { a = Neg(x)  y = Add(a, a) }")
    for _ in range(3):
        assert sample.run([f32(1, 2)])["y"].tolist() == [-2, -4]
    assert sample.plan.runner.compiled is not None
    with pytest.raises(HloError) as caught:
        sample.plan.run([None], RunContext())
    assert [note.message for note in caught.value.notes] == ["in node Neg(x: none)"]


def test_outputs_that_nobody_names_are_dropped() -> None:
    text = "main (float[4] x) => (float[2] v, int64[2] n) { k = Constant <value_ints = [2]> ()  v, i = TopK(x, k)  , n = TopK(x, k) }"
    for _ in range(3):
        found = model(text).run([f32(1, 4, 3, 2)])
        assert (found["v"].tolist(), found["n"].tolist()) == ([4, 3], [1, 2])


def test_an_operator_that_may_run_graphs_runs_without_them() -> None:
    rows = np.ones((1, 1, 2, 2), np.float32)
    assert lookup("FlexAttention", 1, "ai.onnx.preview")(np, rows, rows, rows).tolist() == rows.tolist()


# Random numbers


DRAWS = """main () => (float[3] a, float[3] b, float[3] c) {
  a = RandomNormal <shape = [3]> ()
  b = RandomNormal <shape = [3]> ()
  c = RandomNormal <shape = [3], seed = 0.5> ()
}"""


def drawn(text: str, **context: Any) -> dict[str, list[float]]:
    return {name: value.tolist() for name, value in model(text).run({}, context=RunContext(**context)).items()}


def test_each_node_draws_from_its_own_stream_of_the_runs_seed() -> None:
    first, again, other = drawn(DRAWS), drawn(DRAWS, seed=0), drawn(DRAWS, seed=1)
    assert first == again == {name: value.tolist() for name, value in model(DRAWS).run({}).items()}
    assert first["a"] != first["b"]
    assert first["a"] != other["a"]
    assert first["c"] == other["c"]  # begun by the node's own seed
    assert first["b"] == Draws(0).stream(1).standard_normal(3).astype(np.float32).tolist()


def test_streams_go_on_within_a_run_also_those_with_a_seed_of_their_own() -> None:
    loop = """main (int64 m) => (float[n, 2] all) {{
      all = Loop(m, ) <body = body (int64 i, bool go) => (bool go, float[2] r) {{ r = RandomUniform <shape = [2]{seed}> () }}>
    }}"""
    for seed in ("", ", seed = 3.0"):
        sample = model(loop.format(seed=seed))
        rows = sample.run([np.array(3)])["all"].tolist()
        assert len({*map(tuple, rows)}) == 3
        assert sample.run([np.array(3)])["all"].tolist() == rows
        context = RunContext(seed=0)
        sample.run([np.array(3)], context=context)
        assert sample.run([np.array(3)], context=context)["all"].tolist() != rows  # trials draw on


def test_members_draw_other_numbers() -> None:
    first, second = (drawn(DRAWS, draws=Draws(0, member)) for member in range(2))
    assert first["a"] != second["a"]


@pytest.mark.parametrize("op", ["Bernoulli", "Dropout", "RandomNormalLike", "RandomUniformLike", "Multinomial"])
def test_every_operator_that_draws_follows_the_seed_on_the_fast_path_and_stepped(op: str) -> None:
    given = {"Dropout": "x, r, t", "Multinomial": "x"}.get(op, "x")
    attributes = "<sample_size = 9>" if op == "Multinomial" else ""
    sample = model(
        f"main (float[1, 64] x) => (y) <float r = {{0.5}}, bool t = {{1}}> {{ y = {op} {attributes} ({given}) }}"
    )
    x = np.full((1, 64), 0.5, np.float32)
    runs = [sample.run([x], context=RunContext(seed=seed))["y"].tolist() for seed in (0, 0, 0, 1)]
    assert runs[0] == runs[1] == runs[2] != runs[3]
    assert sample.run([x], keep=True)["y"].tolist() == runs[0]


# The forms of a plan


def results(sample: OnnxModel, inputs: Any, **context: Any) -> Any:
    return [*sample.run(inputs, context=RunContext(**context)).values()]


@pytest.mark.slow
@pytest.mark.parametrize("module", onnx_cases.modules())
def test_all_forms_give_the_same_on_all_node_cases(module: str) -> None:
    for case in onnx_cases.cases_of(module):
        sample = OnnxModel(case.model)
        for inputs, _ in case.data_sets:
            try:
                wanted = results(sample, inputs)
            except HloError:
                continue
            for context in ({}, {"observers": (Observer(),)}, {"limit": 1 << 40}):
                onnx_cases.assert_same(wanted, results(sample, inputs, **context), 0, 0)


def test_one_model_runs_in_many_contexts_at_once() -> None:
    text = """main (float[2] x, int64 m) => (float[2] y, float[n, 2] rows) {
      y, rows = Loop(m, , x) <body = body (int64 i, bool go, float[2] v) => (bool go, float[2] w, float[2] r) {
        w = Add(v, x)  r = RandomNormalLike(x)
      }>
    }"""
    sample = model(text)

    def run(number: int) -> Any:
        context = RunContext(seed=number % 4, limit=(None, 1000, 10_000)[number % 3])
        return [value.tolist() for value in sample.run([f32(number, 1), np.array(5)], context=context).values()]

    wanted = [run(number) for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, range(24))) == wanted
    assert wanted[0][1] != wanted[1][1]
    assert wanted[0][1] == wanted[4][1]
