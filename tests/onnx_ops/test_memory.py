"""A memory limit holds for ONNX: what is too large is refused before it is made, by what types, shapes and values tell."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict
from typing import Any

import numpy as np
import onnx_cases
import pytest
from onnx import parser

from hlorepl.engine.context import RunContext
from hlorepl.engine.executor import Runner
from hlorepl.engine.observing import Event, Observer
from hlorepl.errors import HloError
from hlorepl.onnx import registry
from hlorepl.onnx.checks import schema_of
from hlorepl.onnx.foresight import Foresight
from hlorepl.onnx.loading import OnnxModel

LIMIT = 1_000_000


def model(text: str, opset: int = 22) -> OnnxModel:
    return OnnxModel(parser.parse_model(f'<ir_version: 10, opset_import: ["" : {opset}, "ai.onnx.ml": 3]>\n{text}'))


def f32(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def i64(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


#: Nodes that make much of little: the text of the node, and its inputs.
LARGE: dict[str, tuple[str, list[Any]]] = {
    "Expand": ("Expand(a, b)", [f32(1), i64(5_000_000)]),
    "Tile": ("Tile(a, b)", [f32(1), i64(5_000_000)]),
    "ConstantOfShape": ("ConstantOfShape(a)", [i64(5_000_000)]),
    "Range": ("Range(a, b, c)", [np.array(0), np.array(5_000_000), np.array(1)]),
    "Resize": ("Resize(a, , b)", [f32(1, 1, 9, 9), f32(4) * 99]),
    "Resize to sizes": ("Resize(a, , , b)", [f32(1, 1, 9, 9), i64(1, 1, 999, 999)]),
    "OneHot": ("OneHot(a, b, c)", [i64(*range(50)), np.array(100_000), f32(2)]),
    "Pad": ("Pad(a, b)", [f32(1), i64(0, 5_000_000)]),
    "EyeLike": ("EyeLike(a)", [np.broadcast_to(np.float32(0), (2000, 2000))]),
    "MatMul": ("MatMul(a, b)", [f32(1000, 1), f32(1, 1000)]),
    "Gemm": ("Gemm(a, b)", [f32(1000, 1), f32(1, 1000)]),
    "Einsum": ('Einsum <equation = "i,j->ij"> (a, b)', [f32(1000), f32(1000)]),
    "Conv": ("Conv(a, b)", [f32(1, 1, 100, 100), f32(999, 1, 1, 1)]),
    "ConvTranspose": ("ConvTranspose <strides = [99, 99]> (a, b)", [f32(1, 1, 20, 20), f32(1, 1, 1, 1)]),
    "Concat": (f"Concat <axis = 0> ({', '.join('a' * 20)})", [f32(50_000)]),
    "Gather": ("Gather(a, b)", [f32(1, 50_000), i64(*[0] * 50)]),
    "GatherND": ("GatherND(a, b)", [f32(1, 50_000), i64(*[0] * 50).reshape(50, 1)]),
    "Add": ("Add(a, b)", [f32(1000, 1), f32(1, 1000)]),
    "Where": ("Where(a, b, c)", [np.ones((1000, 1), bool), f32(1, 1000), f32(1)]),
    "Max": ("Max(a, b)", [f32(1000, 1), f32(1, 1000)]),
    "Cast": ("Cast <to = 11> (a)", [f32(200_000)]),
    "NonZero": ("NonZero(a)", [np.ones((100, 100, 10), bool)]),
    "RandomNormalLike": ("RandomNormalLike(a)", [np.broadcast_to(np.float32(0), (5_000_000,))]),
    "RandomUniform": ("RandomUniform <shape = [5000000]> ()", []),
    "HannWindow": ("HannWindow(a)", [np.array(5_000_000)]),
    "MaxUnpool": (
        "MaxUnpool <kernel_shape = [1]> (a, b, c)",
        [f32(1, 1, 1), i64(0).reshape(1, 1, 1), i64(1, 1, 5_000_000)],
    ),
    "CenterCropPad": ("CenterCropPad(a, b)", [f32(1), i64(5_000_000)]),
    "Sum": ("Sum(a, b)", [f32(1000, 1), f32(1, 1000)]),
    "AffineGrid": ("AffineGrid(a, b)", [f32(1, 2, 3), i64(1, 1, 1000, 1000)]),
    "Attention, on the way": ("Attention(a, a, a)", [f32(1, 1, 1000, 1)]),
    "Multinomial": ("Multinomial <sample_size = 5000000> (a)", [f32(1, 2)]),
    "ConcatFromSequence": ("ConcatFromSequence <axis = 0> (s)", [f32(100_000)]),
    "TopK": ("TopK(a, b)", [np.broadcast_to(np.float32(0), (5_000_000,)), i64(4_000_000)]),
    "LinearRegressor": (
        "ai.onnx.ml.LinearRegressor <targets = 1000, coefficients = [" + ", ".join(["1.0"] * 1000) + "]> (a)",
        [f32(1000, 1)],
    ),
    "Compress": ("Compress(a, b)", [np.broadcast_to(np.float32(0), (5_000_000,)), np.broadcast_to(True, (5_000_000,))]),
    "Compress along an axis": (
        "Compress <axis = 1> (a, b)",
        [np.broadcast_to(np.float32(0), (5_000_000, 2)), np.array([False, True])],
    ),
    "Unique": ("Unique(a)", [np.broadcast_to(np.float32(0), (1_000_000,))]),
    "NonMaxSuppression": (
        "NonMaxSuppression(a, b, c)",
        [np.broadcast_to(np.float32(0), (1, 5000, 4)), np.broadcast_to(np.float32(0), (1, 99, 5000)), i64(5000)],
    ),
    "StringNormalizer": ("StringNormalizer(a)", [np.array(["a"] * 100_000, object)]),
    "StringSplit": ("StringSplit(a)", [np.array(["a " * 20_000] * 10, object)]),
    "Upsample": ("Upsample(a, b)", [f32(1, 1, 9, 9), np.array([1, 1, 99, 99], np.float32)]),
}


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_refused_before_it_is_made(name: str, dynamic: bool) -> None:
    node, inputs = LARGE[name]
    names = ", ".join(["one", *"abc"[: len(inputs)]])
    before = "places = NonZero(one)" if dynamic else ""  # with it, the graph's peak cannot be foretold
    before += " s = SequenceConstruct(a, a, a, a)" if "(s)" in node else ""
    sample = model(f"main ({names}) => (r) {{ {before} y = {node}  r = Shape(y) }}", 9 if name == "Upsample" else 24)
    tracemalloc.start()
    try:
        with pytest.raises(HloError) as caught:
            sample.run([f32(1), *inputs], context=RunContext(limit=LIMIT))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.code == "limit.memory"
    assert peak < LIMIT + 500_000


def test_the_finding_is_refused_and_runs_where_there_is_room() -> None:
    sample = model(
        "main (float[1] x, int64[1] n) => (float s) { y = Expand(x, n)  z = Neg(y)  k = Size(z)  s = Cast <to = 1> (k) }"
    )
    with pytest.raises(HloError, match=r"onnx\.Expand needs 200 MB") as caught:
        sample.run([f32(1), i64(50_000_000)], context=RunContext(limit=LIMIT))
    assert [note.message for note in caught.value.notes] == ["in node Expand(x: float[1], n: int64[1])"]
    assert sample.run([f32(1), i64(5_000)], context=RunContext(limit=LIMIT))["s"] == 5000


LOOP = """main (int64 m, float[50000] x) => (float[n, 50000] all) {
  all = Loop(m, ) <body = body (int64 i, bool go) => (bool go, float[50000] r) { r = Neg(x) }>
}"""


@pytest.mark.parametrize("watched", [False, True])
def test_what_a_loop_gathers_counts_while_it_runs(watched: bool) -> None:
    sample = model(LOOP)
    observers = (Observer(),) if watched else ()
    assert sample.run([np.array(2), f32(50_000)], context=RunContext(limit=2 * LIMIT, observers=observers))[
        "all"
    ].shape == (2, 50_000)
    tracemalloc.start()
    try:
        with pytest.raises(HloError) as caught:
            sample.run([np.array(100), f32(50_000)], context=RunContext(limit=LIMIT, observers=observers))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.code == "limit.memory"
    assert peak < 2 * LIMIT


def test_a_graph_whose_sizes_are_known_runs_fast_under_a_limit() -> None:
    """Also one whose sizes only its inputs tell: it is asked once for each set of their types."""
    sample = model("main (float[n] x) => (float[n] y) { a = Neg(x)  b = Add(a, x)  y = Mul(b, b) }")
    for count in (10, 100, 10):
        for _ in range(3):
            sample.run([f32(count)], context=RunContext(limit=LIMIT))
    assert sample.plan.runner.compiled is not None
    assert sample.plan.peak_on([f32(100)]) == 800
    with pytest.raises(HloError) as caught:
        sample.run([f32(100_000)], context=RunContext(limit=LIMIT))
    assert caught.value.code == "limit.memory"


def test_views_take_nothing() -> None:
    text = "main (float[200000] x) => (float[200000] y) { s = Constant <value_ints = [1]> ()  t = Unsqueeze(x, s)  u = Transpose(t)  y = Identity(u) }"
    assert model(text).run([f32(200_000)], context=RunContext(limit=LIMIT))["y"].shape == (1, 200_000)


def test_of_every_operator_something_tells_how_much_it_will_make() -> None:
    registry.names()
    left = set()
    for (domain, name), versions in registry._versions.items():
        for op in versions:
            schema = schema_of(name, op.since, domain)
            inferred = schema is not None and schema.has_type_and_shape_inference_function
            if not (inferred or op.measure or op.steps or op.view == "always"):
                left.add(name)
    assert left == set()


#: Operators of which only a part is told: not what Attention hands on of its inputs, which takes no memory.
IN_PART = {"Attention"}


class Told(Observer):
    """What nodes told of their results beforehand, against what they made."""

    def __init__(self) -> None:
        self.untold: set[str] = set()
        self.less: set[str] = set()
        self.shared: set[str] = set()
        self.seen: defaultdict[str, int] = defaultdict(int)

    def after(self, event: Event) -> None:
        frame: Any = event.frame
        step = frame.plan.steps[frame.at]
        name = event.origin.name.partition(".")[2]
        made = [value for value in event.results if isinstance(value, np.ndarray)]
        if step.rule is not None or not made:
            return
        self.seen[name] += 1
        inputs = [value for value in event.inputs if isinstance(value, np.ndarray)]
        if step.view == "never" and any(np.shares_memory(one, other) for one in inputs for other in made):
            self.shared.add(name)
        if step.view != "always":
            told = step.measure(event.inputs)
            if told is None:
                self.untold.add(name)
            elif told < sum(value.size * value.itemsize for value in made):
                self.less.add(name)


@pytest.mark.slow
def test_every_operator_tells_what_it_will_make_and_which_results_are_views() -> None:
    told = Told()
    for module in onnx_cases.modules():
        for case in onnx_cases.cases_of(module):
            if not case.name.endswith("_expanded"):
                for inputs, _ in case.data_sets:
                    try:
                        OnnxModel(case.model).run(inputs, context=RunContext(observers=(told,)))
                    except HloError:
                        continue
    assert len(told.seen) > 170
    assert told.shared == set()
    assert told.less == IN_PART
    assert told.untold == set()


#: Graphs whose nodes run graphs, of a known size: the text, the inputs.
CONTROL: dict[str, tuple[str, list[Any]]] = {
    "Loop": (
        """main (float[n] x) => (float[n] y) <int64 m = {50}> {
  y = Loop(m, , x) <body = b (int64 i, bool go, float[n] v) => (bool again, float[n] w) { again = Identity(go)  u = Add(v, x)  w = Mul(u, x) }>
}""",
        [f32(100)],
    ),
    "Loop that gathers": (
        """main (float[n] x) => (float[n] y, float[t, n] z) <int64 m = {50}> {
  y, z = Loop(m, , x) <body = b (int64 i, bool go, float[n] v) => (bool again, float[n] w, float[n] u) { again = Identity(go)  u = Add(v, x)  w = Mul(u, x) }>
}""",
        [f32(100)],
    ),
    "Scan": (
        """main (float[n] x, float[t, n] s) => (float[n] y, float[t, n] z) {
  y, z = Scan <num_scan_inputs = 1, body = b (float[n] v, float[n] e) => (float[n] w, float[n] u) { w = Add(v, e)  u = Tanh(w) }> (x, s)
}""",
        [f32(100), f32(20, 100)],
    ),
    "Scan along another axis": (
        """main (float[n] x, float[n, t] s) => (float[n] y, float[t, n] z) {
  y, z = Scan <num_scan_inputs = 1, scan_input_axes = [1], body = b (float[n] v, float[n] e) => (float[n] w, float[n] u) { w = Add(v, e)  u = Tanh(w) }> (x, s)
}""",
        [f32(100), f32(100, 20)],
    ),
    "If": (
        """main (bool c, float[n] x) => (float[n] y) {
  z = If (c) <then_branch = t () => (float[n] a) { a = Add(x, x) }, else_branch = e () => (float[n] b) { u = Tanh(x)  b = Mul(u, x) }>
  y = Neg(z)
}""",
        [np.array(True), f32(100)],
    ),
    "a loop in a branch": (
        """main (bool c, float[n] x) => (float[n] y) <int64 m = {5}> {
  y = If (c) <
    then_branch = t () => (float[n] a) {
      a = Loop(m, , x) <body = b (int64 i, bool go, float[n] v) => (bool again, float[n] w) { again = Identity(go)  w = Add(v, x) }>
    },
    else_branch = e () => (float[n] b) { b = Tanh(x) }>
}""",
        [np.array(True), f32(100)],
    ),
    "a function": (
        """main (float[n] x) => (float[n] y) { u = local.twice(x)  y = Neg(u) }
<domain: "local", opset_import: ["" : 22]> twice (a) => (b) { c = Add(a, a)  b = Tanh(c) }""",
        [f32(100)],
    ),
}


def with_control(what: str) -> tuple[OnnxModel, list[Any]]:
    text, inputs = CONTROL[what]
    head = '<ir_version: 10, opset_import: ["" : 22, "local" : 1]>\n'
    return OnnxModel(parser.parse_model(head + text)), inputs


@pytest.mark.parametrize("what", CONTROL)
def test_a_graph_with_control_flow_has_a_peak_and_runs_fast(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample, inputs = with_control(what)
    peak = sample.plan.peak_on(inputs)
    assert peak is not None
    assert 800 <= peak <= 50_000
    held = peak + sum(value.nbytes for value in inputs)
    for _ in range(3):
        free = sample.run(inputs, context=RunContext())
    monkeypatch.setattr(Runner, "_interpret", None)
    monkeypatch.setattr(Runner, "_exactly", None)
    monkeypatch.setattr(Runner, "counted_form", None)
    limited = sample.run(inputs, context=RunContext(limit=held))
    assert [value.tobytes() for value in limited.values()] == [value.tobytes() for value in free.values()]


@pytest.mark.parametrize("what", CONTROL)
def test_a_peak_is_no_less_than_what_exact_counting_finds(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least limit that a run counted step by step gets by with is not above the peak that was foretold."""
    sample, inputs = with_control(what)
    peak = (sample.plan.peak_on(inputs) or 0) + sum(value.nbytes for value in inputs)
    monkeypatch.setattr(Foresight, "__call__", lambda self, arguments: None)
    sample, _ = with_control(what)
    sample.run(inputs, context=RunContext(limit=peak))
    with pytest.raises(HloError):
        with_control(what)[0].run(inputs, context=RunContext(limit=sum(value.nbytes for value in inputs) + 300))


UNTOLD_LOOPS = {
    "how often": """main (float[n] x, int64 m) => (float[t, n] y) {
  y = Loop(m, ) <body = b (int64 i, bool go) => (bool again, float[n] w) { again = Identity(go)  w = Mul(x, x) }>
}""",
    "what is carried": """main (float[n] x, int64 m) => (float[k] y) {
  y = Loop(m, , x) <body = b (int64 i, bool go, float[k] v) => (bool again, float[l] w) { again = Identity(go)  w = Concat <axis = 0> (v, x) }>
}""",
}


@pytest.mark.parametrize("what", UNTOLD_LOOPS)
def test_where_only_a_run_shows_how_much_the_counted_form_runs(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample, inputs = model(UNTOLD_LOOPS[what]), [f32(100), np.array(9)]
    assert sample.plan.peak_on(inputs) is None
    for limit in (None, None, LIMIT, LIMIT):
        free = sample.run(inputs, context=RunContext(limit=limit))["y"]
    monkeypatch.setattr(Runner, "_interpret", None)
    monkeypatch.setattr(Runner, "_exactly", None)
    np.testing.assert_array_equal(sample.run(inputs, context=RunContext(limit=LIMIT))["y"], free)
    monkeypatch.undo()
    for _ in range(2):
        with pytest.raises(HloError) as caught:
            sample.run([f32(10_000), np.array(99)], context=RunContext(limit=LIMIT))
        assert caught.value.code == "limit.memory"
