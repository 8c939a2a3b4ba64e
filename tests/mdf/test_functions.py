"""The standard functions: what they give, and their table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf import functions
from hlorepl.mdf.functions import actr
from hlorepl.mdf.functions.ddm import drift_diffusion_integrator
from hlorepl.mdf.functions.onnx_ops import OPSET, find_operator
from hlorepl.onnx import registry

sys.path.insert(0, str(Path(__file__).parent))
from models import one


def call(name: str, **args: Any) -> Any:
    """The value of a function in a model, first and later runs alike."""
    parameters = {key: {"value": value} for key, value in args.items()}
    runner = mdf.Runner(one(parameters, {"f_": {"function": name, "args": {key: key for key in args}}}))
    values = [runner.trial()["A"]["f_"] for _ in range(3)]
    np.testing.assert_equal(values[1:], values[:-1])
    return values[0]


def test_the_functions_of_the_standard_are_there():
    listed = [
        "MatMul",
        "Relu",
        "change_goal",
        "check_termination",
        "chunk_to_string",
        "conflict_resolution_function",
        "cos",
        "cosh",
        "drift_diffusion_integrator",
        "exponential",
        "linear",
        "logistic",
        "match_production",
        "pattern_matching_function",
        "pattern_to_string",
        "retrieve_chunk",
        "sin",
        "sinh",
        "tan",
        "tanh",
        "update_buffer",
        "update_goal",
        "update_retrieval",
    ]
    assert set(listed) <= set(functions.names())
    assert all(functions.lookup(name).doc for name in functions.names())


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("linear", {"variable0": 1, "slope": 2, "intercept": 3}, 5),
        ("linear", {"variable0": [[1, 2], [3, 4]], "slope": 0.5, "intercept": [1, 1]}, [[1.5, 2], [2.5, 3]]),
        ("logistic", {"variable0": 1, "gain": 2, "bias": 3, "offset": 4}, 0.9820137900379085),
        ("logistic", {"variable0": -1000, "gain": 1, "bias": 0, "offset": 0}, 0.0),
        ("exponential", {"variable0": 1, "scale": 2, "rate": 3, "bias": 4, "offset": 5}, 2198.266316856917),
        ("sin", {"variable0": 0.5, "scale": 2}, 0.958851077208406),
        ("cos", {"variable0": 0.5, "scale": 2}, 1.7551651237807455),
        ("tan", {"variable0": 0.5, "scale": 2}, 1.092604979687581),
        ("sinh", {"variable0": 0.5, "scale": 2}, 1.0421906109874948),
        ("cosh", {"variable0": 0.5, "scale": 2}, 2.2552519304127614),
        ("tanh", {"variable0": 0.5, "scale": 2}, 0.9242343145200195),
        ("arctan", {"variable0": 0.5, "scale": 2}, 0.9272952180016122),
        ("arcsin", {"variable0": 0.5, "scale": 2}, 1.0471975511965979),
        ("arccos", {"variable0": 0.5, "scale": 2}, 2.0943951023931957),
        ("Relu", {"A": [-1.5, 0, 2, np.inf]}, [0, 0, 2, np.inf]),
        ("MatMul", {"A": [[1, 2], [3, 4]], "B": [1, 1]}, [3, 7]),
        ("MatMul", {"A": [1, 2], "B": [3, 4]}, 11),
    ],
)
def test_values(name: str, args: dict[str, Any], expected: Any):
    np.testing.assert_allclose(call(name, **args), expected, rtol=1e-15)


def test_relu_keeps_integers_and_nan():
    assert call("Relu", A=[-1, 2]).dtype == np.int64
    assert np.isnan(call("Relu", A=[np.nan, -np.inf])).all()


def test_mistakes_are_named():
    with pytest.raises(HloError, match="no function 'liner'") as caught:
        call("liner", variable0=1)
    assert "linear" in caught.value.help[0]
    with pytest.raises(HloError, match="linear needs intercept"):
        call("linear", variable0=1, slope=1)
    with pytest.raises(HloError, match="MatMul"):
        call("MatMul", A=1, B=2)


class TestDriftDiffusion:
    def test_without_noise(self):
        assert drift_diffusion_integrator(0, 0.1, 1, 0.05, 0, 0.01) == pytest.approx(0.15)
        assert drift_diffusion_integrator(0, 0.1, -1, 0.05, 0, 0.01) == pytest.approx(-0.15)
        assert drift_diffusion_integrator(0.5, 0.2, 1, 0.5, 0, 0.01) == pytest.approx(0.2)

    def test_many_at_once_follow_the_theory(self):
        """P(upper) = 1 / (1 + exp(-2 v a)) for bounds at -a and a and unit noise, up to steps and chance."""
        times = drift_diffusion_integrator(np.zeros(20_000), 0.0, 0.8, 1.0, 1.0, 0.002)
        assert np.mean(times > 0) == pytest.approx(1 / (1 + np.exp(-1.6)), abs=0.012)
        assert np.mean(np.abs(times)) == pytest.approx(np.tanh(0.8) / 0.8, rel=0.06)

    def test_seeds(self):
        args = {"starting_point": 0, "non_decision_time": 0.1, "drift_rate": 1, "threshold": 1}
        made = one({}, {"t": {"function": "drift_diffusion_integrator", "args": args}})
        runners = [mdf.Runner(made, seed=number) for number in (3, 3, 4)]
        values = [[runner.trial()["A"]["t"] for _ in range(4)] for runner in runners]
        assert values[0] == values[1] != values[2]
        assert len(set(values[0])) > 1
        runners[0].reset()
        assert [runners[0].trial()["A"]["t"] for _ in range(4)] == values[0]

    def test_a_walk_without_end_is_an_error(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("hlorepl.mdf.functions.ddm.MAX_STEPS", 1000)
        with pytest.raises(HloError, match="reached no bound"):
            drift_diffusion_integrator(0, 0.1, 0, 1, 0)
        with pytest.raises(HloError, match="dt above zero"):
            drift_diffusion_integrator(0, 0.1, 0, 1, 1, 0)


class TestActr:
    goal: ClassVar[dict[str, Any]] = {"ISA": "count-from", "start": "two", "end": "four", "count": "nil"}
    chunks: ClassVar[list[dict[str, Any]]] = [
        {"name": "one", "ISA": "number", "number": "one", "next": "two"},
        {"name": "two", "ISA": "number", "number": "two", "next": "three"},
    ]
    types: ClassVar[dict[str, Any]] = {"number": ["number", "next"], "count-from": ["start", "end", "count"]}

    def test_texts(self):
        assert actr.chunk_to_string(self.chunks[0]) == "number one two"
        pattern = {"buffer": "goal", "ISA": "count-from", "start": "=num1", "end": "-=num1", "count": "nil"}
        assert actr.pattern_to_string(pattern) == "count-from ?num1 !?num1 nil"

    def test_retrieving(self):
        found = {"ISA": "number", "number": "two", "next": "three"}
        assert actr.retrieve_chunk({"buffer": "r", "ISA": "number", "number": "two"}, self.chunks, self.types) == found
        assert actr.retrieve_chunk({"buffer": "r", "ISA": "number", "next": "two"}, self.chunks, self.types) == found
        assert actr.retrieve_chunk({"buffer": "r", "ISA": "number", "number": "ten"}, self.chunks, self.types) == {}
        assert actr.retrieve_chunk({}, self.chunks, self.types) == {}

    def test_changing_the_goal_leaves_the_old_one(self):
        before = dict(self.goal)
        changed = actr.change_goal({"buffer": "goal", "ISA": "count-from", "count": "two"}, self.goal)
        assert changed == {**before, "count": "two"}
        assert self.goal == before
        assert actr.change_goal({"buffer": "goal"}, 0) == {}

    def test_matching(self):
        lhs = {"buffer": "goal", "ISA": "count-from", "start": "=a", "end": "=b", "count": "nil"}
        rhs = {"buffer": "goal", "ISA": "count-from", "count": "=a"}
        production = {"name": "start", "lhs": [lhs], "rhs": [rhs]}
        (matched,) = actr.pattern_matching_function([production], self.goal, {})
        assert matched["bindings"] == {"a": "two", "b": "four"}
        assert "bindings" not in production
        assert actr.update_goal(matched) == {"buffer": "goal", "ISA": "count-from", "count": "two"}
        assert actr.update_retrieval(matched) == {}
        assert actr.conflict_resolution_function([matched]) == matched
        assert actr.conflict_resolution_function([]) == {}

    @pytest.mark.parametrize(
        ("pattern", "matches"),
        [
            (["count-from", "=x", "=x"], False),
            (["count-from", "=x", "-=x"], True),
            (["count-from", "=x", "=y", "-=y"], True),
            (["count-from", "-=z"], False),
            (["count-from", "?", "four"], True),
            (["count-from", "-two"], False),
            (["count-from", "two", "four", "nil", "more"], False),
            ([], True),
        ],
    )
    def test_patterns(self, pattern: list[str], matches: bool):
        lhs = {"buffer": "goal", **{str(number): word for number, word in enumerate(pattern)}}
        assert actr.match_production({"lhs": [lhs]}, {"goal": self.goal}) is matches

    def test_termination(self):
        assert actr.check_termination({}) is True
        assert actr.check_termination({"name": "p"}) is False


class TestOnnx:
    def test_float32_inside(self):
        assert call("onnx::Add", A=[0.1], B=[0.2]).tolist() == [0.30000001192092896]
        assert call("onnx::Div", A=[7, -7], B=[2, 2]).tolist() == [3, -3]

    def test_numbers_are_arrays_of_one(self):
        assert call("onnx::Add", A=1, B=2).tolist() == [3]

    def test_attributes_are_parameters_of_the_node(self):
        parameters = {
            "x": {"value": [[1.0, 3.0], [5.0, 2.0]]},
            "axis": {"value": 0},
            "onnx_ReduceMax_1": {"function": "onnx::Softmax", "args": {"input": "x"}},
        }
        out = mdf.Runner(one(parameters)).trial()["A"]["onnx_ReduceMax_1"]
        np.testing.assert_allclose(out.sum(axis=0), [1, 1], rtol=1e-6)

    def test_a_constant_number_is_an_array_of_one_where_it_is_used(self):
        parameters = {
            "d": {"value": [2, 3, 4]},
            "value": {"value": 1},
            "i": {"function": "onnx::Constant", "args": {}},
            "onnx_Gather_1": {"function": "onnx::Gather", "args": {"data": "d", "indices": "i"}},
        }
        out = mdf.Runner(one(parameters)).trial()["A"]
        assert out["i"] == 1
        assert out["onnx_Gather_1"].tolist() == [3]

    def test_lists_of_names(self):
        for text in ("[b, a]", "['b', 'a']"):
            parameters = {
                "a": {"value": [1.0]},
                "b": {"value": [2.0]},
                "axis": {"value": 0},
                "r": {"function": "onnx::Concat", "args": {"inputs": text}},
            }
            assert mdf.Runner(one(parameters)).trial()["A"]["r"].tolist() == [2.0, 1.0]

    def test_an_optional_input_may_be_left_out(self):
        assert call("onnx::Clip", input=[1.0, 5.0], max=2.0).tolist() == [1.0, 2.0]

    def test_a_tuple_is_indexed_or_gives_its_first(self):
        parameters = {
            "x": {"value": [[[1.0, 5.0, 2.0, 4.0]]]},
            "kernel_shape": {"value": [2]},
            "strides": {"value": [2]},
            "onnx_MaxPool_1": {"function": "onnx::MaxPool", "args": {"X": "x"}},
        }
        out = mdf.Runner(one(parameters, first="onnx_MaxPool_1[0]", whole="onnx_MaxPool_1")).trial()["A"]
        assert out["first"].tolist() == out["whole"].tolist() == [[[5.0, 4.0]]]

    def test_a_text_attribute_is_a_word(self):
        parameters = {
            "x": {"value": [[1.0, 2.0], [3.0, 4.0]]},
            "equation": {"value": "ij->ji"},
            "r": {"function": "onnx::Einsum", "args": {"inputs": "[x]"}},
        }
        assert mdf.Runner(one(parameters)).trial()["A"]["r"].tolist() == [[1.0, 3.0], [2.0, 4.0]]

    def test_unknown_operators(self):
        with pytest.raises(HloError, match="no function 'onnx::Conv9'"):
            call("onnx::Conv9", X=1)


@pytest.mark.parametrize(
    "args",
    [
        {"inputs": "a", "arg_b": "b", "arg_c": "c"},
        {"inputs": "[a, b, c]"},
        {"inputs": "['a', 'b', 'c']"},
        {"inputs": ["a", "b", "c"]},
    ],
)
def test_any_number_of_inputs_of_an_operator(args: dict[str, Any]):
    parameters = {
        "c": {"value": [3]},
        "b": {"value": [2]},
        "a": {"value": [1]},
        "axis": {"value": 0},
        "Cat6": {"function": "onnx::Concat", "args": args},
    }
    assert mdf.Runner(one(parameters)).trial()["A"]["Cat6"].tolist() == [1, 2, 3]


@pytest.mark.parametrize("name", ["onnx::If", "onnx::Loop", "onnx::Scan", "onnx_ops.loop"])
def test_operators_that_run_graphs_are_refused(name: str):
    with pytest.raises(HloError, match=f"{name} runs a graph") as caught:
        mdf.Runner(one({"p": {"function": name, "args": {}}}))
    assert caught.value.code == "module.unsupported"


def test_what_is_a_word_is_onnx_s_to_say():
    defs = pytest.importorskip("onnx.defs")
    for name in {*registry.names()} - {"If", "Loop", "Scan"}:
        found = find_operator(f"onnx::{name}")
        if found is not None and defs.has(name, OPSET):
            declared = defs.get_schema(name, OPSET, "").attributes
            words = {key for key, each in declared.items() if each.type.name == "STRING" and key in found.args}
            assert words <= found.texts, name


@pytest.mark.parametrize("spelling", ["{}", "'{}'", '"{}"'])
@pytest.mark.parametrize("as_parameter", [False, True])
@pytest.mark.parametrize(
    ("name", "args", "words", "expected"),
    [
        ("BitShift", {"X": "x", "Y": "y"}, {"direction": "LEFT"}, [4, 16]),
        ("Einsum", {"Inputs": "[v, v]"}, {"equation": "i,i->"}, 5.0),
        ("Pad", {"data": "v", "pads": "[1, 0]"}, {"mode": "edge"}, [1.0, 1.0, 2.0]),
        ("AveragePool", {"X": "[[v]]", "kernel_shape": [2]}, {"auto_pad": "SAME_UPPER"}, [[[1.5, 2.0]]]),
    ],
)
def test_words_however_they_are_written(
    name: str, args: dict[str, Any], words: dict[str, str], expected: Any, as_parameter: bool, spelling: str
):
    written = {key: spelling.format(word) for key, word in words.items()}
    parameters = {"v": {"value": [1.0, 2.0]}, "x": {"value": [1, 2]}, "y": {"value": [2, 3]}}
    if as_parameter:
        parameters |= {key: {"value": word} for key, word in written.items()}
    given = args if as_parameter else {**args, **written}
    made = one({**parameters, "r": {"function": f"onnx::{name}", "args": given}})
    assert np.asarray(mdf.Runner(made).trial()["A"]["r"]).tolist() == expected
