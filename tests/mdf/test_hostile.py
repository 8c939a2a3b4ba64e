"""Expressions and files that want more than a model may have: clear errors, in bounded time and memory."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hlorepl import mdf
from hlorepl.errors import HloError

sys.path.insert(0, str(Path(__file__).parent))
from models import model, node, one

FORBIDDEN = [
    "().__class__",
    "x.__class__",
    "x.T.__class__",
    "numpy.__loader__",
    "numpy.load('a')",
    "math.__dict__",
    "__import__('os').getcwd()",
    "open('/etc/passwd')",
    "exec('1')",
    "eval('1')",
    "getattr(x, 'T')",
    "print(x)",
    "max",
    "numpy",
    "numpy.exp",
    "(lambda: 1)()",
    "[i for i in x]",
    "f'{x}'",
    "(y := 3)",
    "x if x",
    "*x",
    "{1, 2}",
    "{**x}",
    "x << 3",
    "abs(*x)",
    "numpy.sum(x, out=x)",
    "numpy.sum(x, dtype=None)",
    "x.real",
    "x.tofile('a')",
    "'a'.format(x)",
    "b'a'",
    "1j",
    "...",
    "nothing",
    "exp(x)",
    "np.exp(x)",
    "linear(x, 1, 2)",
    "x = 3",
    "x; x",
    "",
    "\0",
    "await x",
    "yield x",
    "global x",
]


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_is_not_in_the_language(text: str):
    with pytest.raises(HloError) as caught:
        mdf.Runner(one({"x": {"value": 1}, "y": {"value": text}}))
    assert caught.value.message.startswith("graphs.g.nodes.A.parameters.y")
    assert caught.value.span is not None


def test_a_helpful_word():
    with pytest.raises(HloError) as caught:
        mdf.Runner(one({"y": {"value": "exp(1)"}}))
    assert "write numpy.exp(…)" in caught.value.help[0]


TOO_MUCH = [
    "9**9**9",
    "9**9**9**9",
    "(2**62)**62",
    "pow(9, 9**9)",
    "numpy.power(9, 9**9)",
    "'a'*10**9",
    "[1]*10**12",
    "[[1]*1000]*10**9",
    "(1,)*10**10",
    "numpy.zeros(10**12)",
    "numpy.zeros([10**6, 10**6])",
    "numpy.ones(1e300)",
    "numpy.full(10**11, 1)",
    "numpy.arange(10**12)",
    "numpy.arange(0, 1, 1e-15)",
    "numpy.linspace(0, 1, 10**11)",
    "numpy.eye(10**6)",
    "numpy.outer(numpy.ones(10**5), numpy.ones(10**5))",
    "numpy.ones([10**5, 1]) * numpy.ones([1, 10**5])",
    "numpy.ones([10**5, 1]) @ numpy.ones([1, 10**5])",
    "numpy.matmul(numpy.ones([10**5, 1]), numpy.ones([1, 10**5]))",
    "numpy.maximum(numpy.ones([10**5, 1]), numpy.ones([1, 10**5]))",
    "int('9'*10000)",
    "9" * 5000,
    "(" * 500 + "1" + ")" * 500,
    "-" * 3000 + "1",
    "[" * 90 + "1" + "]" * 90,
    "1" + " + 1" * 4000,
    "x" * 20_000,
    "numpy.nan" + "[0]" * 300,
]


@pytest.mark.parametrize("text", TOO_MUCH, ids=lambda text: text[:30])
def test_what_would_take_too_much(text: str):
    with pytest.raises(HloError) as caught:
        mdf.Runner(one({"y": {"value": text}})).trial()
    assert "graphs.g.nodes.A.parameters.y" in caught.value.message


def run(runner: mdf.Runner, trials: int) -> None:
    for _ in range(trials):
        runner.trial()


def test_growth_from_trial_to_trial_ends(monkeypatch: pytest.MonkeyPatch):
    """What doubles with each trial is stopped, in the first run and in compiled ones."""
    monkeypatch.setattr("hlorepl.mdf.values.MAX_ELEMENTS", 10_000)
    for text in ("numpy.concatenate([x, x])", "numpy.outer(x, x)"):
        runner = mdf.Runner(one({"x": {"default_initial_value": [1.0, 2.0], "value": text}}))
        with pytest.raises(HloError) as caught:
            run(runner, 40)
        assert caught.value.code == "limit.size"


def test_integers_that_grow_wrap_or_stop():
    runner = mdf.Runner(one({"x": {"default_initial_value": 3, "value": "x*x"}}))
    for _ in range(100):
        value = runner.trial()["A"]["x"]
        assert -(2**63) <= value < 2**63
    runner = mdf.Runner(one({"x": {"default_initial_value": 3, "value": "x**2"}}))
    with pytest.raises(HloError, match="does not fit into 64 bits"):
        run(runner, 10)


def test_long_sums_are_fine():
    assert mdf.Runner(one({"y": {"value": "1" + " + 1" * 500}})).trial()["A"]["y"] == 501
    runner = mdf.Runner(one({"y": {"value": "x" + " + x" * 500}, "x": {"value": 0.5}}))
    assert [runner.trial()["A"]["y"] for _ in range(3)] == [250.5] * 3


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 500 + "]" * 500])
@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_deep_files(text: str, kind: str):
    with pytest.raises(HloError):
        mdf.loads(text, kind)


def test_huge_numbers_in_files():
    with pytest.raises(HloError):
        mdf.loads('{"m": {"graphs": {"g": {"nodes": {"A": {"parameters": {"x": {"value": ' + "9" * 10_000 + "}}}}}}}}")
    runner = mdf.Runner(one({"x": {"value": 10**400}, "y": {"value": [10**30, 1]}, "z": {"value": "1e999"}}))
    out = runner.trial()["A"]
    assert (out["x"], out["y"].tolist(), out["z"]) == (float("inf"), [1e30, 1.0], float("inf"))


def test_huge_shapes():
    with pytest.raises(HloError, match="too large"):
        mdf.Runner(model({"A": node({}, inputs={"i": {"shape": [10**6, 10**6]}}, o="i")}))


@pytest.mark.parametrize("given", [{"x": object()}, {"x": 1j}, {"x": {1: object()}}, {"x": [object()]}, {"x": b"a"}])
def test_inputs_that_are_no_values(given: dict[str, Any]):
    runner = mdf.Runner(model({"A": node({}, inputs={"x": {}}, o="x*2")}))
    with pytest.raises(HloError):
        runner.trial(inputs=given)


@pytest.mark.parametrize("steps", [-1, 1.5, "3", True, None])
def test_steps_that_are_no_numbers(steps: Any):
    with pytest.raises(HloError):
        mdf.evaluate(one({"x": {"value": 1}}), steps)
