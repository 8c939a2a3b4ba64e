"""What a trial does: scopes, lag, stateful parameters, integrals, conditions of parameters, edges and inputs."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlorepl import mdf
from hlorepl.errors import HloError

sys.path.insert(0, str(Path(__file__).parent))
from models import condition, edge, model, node, one


def series(made: mdf.Model, port: str, steps: int, dt: float | None = None, inputs: Any = None) -> list[Any]:
    owner, name = port.split(".")
    return np.asarray(mdf.evaluate(made, steps, dt, inputs)[owner][name]).tolist()


def value_of(expression: Any, **parameters: Any) -> Any:
    """The value of an expression beside parameters, in the first run and, alike, in the compiled one."""
    made = one({**{name: {"value": value} for name, value in parameters.items()}, "result": {"value": expression}})
    runner = mdf.Runner(made)
    values = [runner.trial()["A"]["result"] for _ in range(3)]
    np.testing.assert_equal(values[1:], values[:-1])
    return values[0]


class TestRunsOfANode:
    def test_functions_see_parameters_of_the_run_before(self):
        functions = {"f": {"function": "linear", "args": {"variable0": "p", "slope": 1, "intercept": 1}}}
        made = one({"p": {"value": "i*2"}}, functions, {"i": {}})
        inputs = [{"i": 1}, {"i": 5}, {"i": 7}]
        assert series(made, "A.f", 3, inputs=inputs) == [3, 3, 11]
        assert series(made, "A.p", 3, inputs=inputs) == [2, 10, 14]

    def test_parameters_see_new_values_of_earlier_and_old_values_of_later_ones(self):
        made = one(
            {"a": {"default_initial_value": 0, "value": "b + 1"}, "b": {"default_initial_value": 10, "value": "a*2"}}
        )
        assert series(made, "A.a", 3) == [11, 23, 47]
        assert series(made, "A.b", 3) == [22, 46, 94]

    def test_an_alias_keeps_the_old_value(self):
        parameters = {
            "a": {"default_initial_value": 0, "value": "b"},
            "b": {"default_initial_value": 1, "value": "b + 1"},
            "c": {"value": "a", "default_initial_value": 0},
        }
        made = one(parameters)
        assert series(made, "A.a", 4) == [1, 2, 3, 4]
        assert series(made, "A.c", 4) == [1, 2, 3, 4]
        assert series(made, "A.b", 4) == [2, 3, 4, 5]

    def test_a_parameter_that_reads_itself_starts_at_zero(self):
        assert series(one({"n": {"value": "n + 2"}}), "A.n", 3) == [2, 4, 6]

    def test_forward_references_are_found_in_the_first_run(self):
        assert series(one({"b": {"value": "a + 1"}, "a": {"value": 2}}), "A.b", 2) == [3, 3]
        functions = {"f": {"function": "linear", "args": {"variable0": 3, "slope": 2, "intercept": 0}}}
        assert series(one({"p": {"value": "2*f"}}, functions), "A.p", 2) == [12, 12]

    def test_a_function_of_a_parameter_is_a_parameter(self):
        parameters = {"x": {"value": 0.5}, "y": {"function": "sin", "args": {"variable0": "x", "scale": 2}}}
        assert series(one(parameters), "A.y", 2) == [2 * math.sin(0.5)] * 2

    def test_only_an_initial_value(self):
        assert series(one({"x": {"default_initial_value": 7}}), "A.x", 2) == [7, 7]

    def test_later_arguments_see_earlier_ones(self):
        functions = {"f": {"value": "u + w", "args": {"u": "p + 1", "w": "u*10"}}}
        assert series(one({"p": {"value": 2}}, functions), "A.f", 2) == [33, 33]

    def test_a_missing_argument_comes_from_the_node(self):
        functions = {"f": {"function": "linear", "args": {"variable0": 1, "slope": 2}}}
        assert series(one({"intercept": {"value": 100}}, functions), "A.f", 2) == [102, 102]

    def test_the_other_spelling_of_a_function(self):
        functions = {"f": {"function": {"linear": {"variable0": 1, "slope": 2, "intercept": 3}}}}
        assert series(one({}, functions), "A.f", 2) == [5, 5]


class TestIntegrals:
    def test_euler_sees_new_values_of_earlier_parameters(self):
        made = one(
            {
                "x": {"default_initial_value": 1.0, "time_derivative": "y"},
                "y": {"default_initial_value": 1.0, "time_derivative": "-x"},
            }
        )
        assert series(made, "A.x", 2, 0.1) == pytest.approx([1.0, 1.1])
        assert series(made, "A.y", 2, 0.1) == pytest.approx([1.0, 0.89])

    def test_each_run_of_a_trial_takes_dt(self):
        made = model(
            {"A": node({"t": {"default_initial_value": 0, "time_derivative": "1"}})},
            conditions={"termination": {"environment_state_update": condition("AfterNCalls", dependency="A", n=3)}},
        )
        assert series(made, "A.t", 3, 0.5) == [0, 1.5, 3.0]

    def test_without_dt_they_are_set_back(self):
        runner = mdf.Runner(one({"t": {"default_initial_value": 2, "time_derivative": "1"}}))
        values = [runner.trial(dt)["A"]["t"] for dt in (None, 0.5, 0.5, None, 0.5)]
        assert values == [2, 2.5, 3.0, 2, 2.5]

    def test_dt_in_the_first_run_sets_the_initial_value(self):
        assert mdf.Runner(one({"t": {"default_initial_value": 2, "time_derivative": "1"}})).trial(0.5)["A"]["t"] == 2

    def test_without_an_initial_value_they_start_at_zero(self):
        assert series(one({"t": {"time_derivative": "2"}}), "A.t", 3, 0.5) == [0, 1, 2]

    def test_a_reset_acts_one_run_after_the_crossing(self):
        body = {
            "default_initial_value": 0,
            "time_derivative": "10",
            "conditions": [{"id": "r", "test": "v > 15", "value": -1}],
        }
        assert series(one({"v": body}), "A.v", 6, 1.0) == [0, 10, 20, -1, 9, 19]

    def test_conditions_choose_by_element_and_a_later_one_wins(self):
        conditions = {"low": {"test": "v < 0", "value": 0}, "all": {"test": "v > 1", "value": "v*10"}}
        body = {"default_initial_value": [-1.0, 1.0, 2.0], "value": "v + 0.5", "conditions": conditions}
        assert series(one({"v": body}), "A.v", 1) == [[0.0, 1.5, 20.0]]

    def test_conditions_alone_start_from_the_initial_value(self):
        body = {"default_initial_value": 5, "conditions": [{"id": "c", "test": "i > 0", "value": 9}]}
        assert series(one({"v": body}, inputs={"i": {}}), "A.v", 3, inputs=[{"i": 0}, {"i": 1}, {"i": 0}]) == [5, 9, 9]


class TestEdges:
    def test_weights(self):
        def received(value: Any, weight: Any) -> Any:
            nodes = {"A": node({"o": {"value": value}}), "B": node({}, inputs={"i": {}}, o="i")}
            return series(model(nodes, {"e": edge("A.o", "B.i", weight)}), "B.o", 2)[-1]

        assert received(3, 0.5) == 1.5
        assert received(3, [1, 0]) == [3, 0]
        assert received([[1, 2], [3, 4]], [[1, 0], [0, 1]]) == [[1, 0], [0, 4]]
        assert received([2.0], [1, 0, 0]) == [2.0, 0, 0]
        assert received(3, "2") == 6

    @pytest.mark.parametrize(("reduce", "expected"), [("overwrite", 5), ("add", 8), ("multiply", 15)])
    def test_several_edges_into_one_port(self, reduce: str, expected: int):
        nodes = {
            "A": node({"o": {"value": 3}}),
            "B": node({"o": {"value": 5}}),
            "C": node({}, inputs={"i": {"reduce": reduce}}, o="i"),
        }
        made = model(nodes, {"first": edge("A.o", "C.i"), "second": edge("B.o", "C.i")})
        assert series(made, "C.o", 3) == [expected] * 3
        with_input = {"overwrite": 5, "add": 18, "multiply": 150}[reduce]
        assert series(made, "C.o", 3, inputs={"i": 10}) == [with_input] * 3

    def test_senders_keep_their_arrays(self):
        nodes = {
            "A": node({"o": {"value": [1, 1]}}),
            "B": node({"o": {"value": [5, 5]}}),
            "C": node({}, inputs={"i": {"reduce": "add", "shape": [2]}}, o="i"),
        }
        out = mdf.Runner(model(nodes, {"a": edge("A.o", "C.i"), "b": edge("B.o", "C.i")})).trial()
        assert out["A"]["o"].tolist() == [1, 1]
        assert out["C"]["o"].tolist() == [6, 6]

    def test_a_port_with_a_default_cuts_a_cycle(self):
        nodes = {
            "A": node({"p": {"value": "i + 1"}}, inputs={"i": {"default_value": 1}}),
            "B": node({"p": {"value": "i * 10"}}, inputs={"i": {}}),
        }
        made = model(nodes, {"ab": edge("A.p", "B.i"), "ba": edge("B.p", "A.i")})
        assert series(made, "A.p", 3) == [2, 21, 211]
        assert series(made, "B.p", 3) == [20, 210, 2110]

    def test_a_self_edge_brings_what_was_sent_last(self):
        made = model(
            {"A": node({"p": {"value": "i + 1"}}, inputs={"i": {"default_value": 0}})}, {"e": edge("A.p", "A.i")}
        )
        assert series(made, "A.p", 4) == [1, 2, 3, 4]

    def test_a_cycle_is_named(self):
        nodes = {name: node({"p": {"value": "i"}}, inputs={"i": {}}) for name in "ABC"}
        edges = {"ab": edge("A.p", "B.i"), "bc": edge("B.p", "C.i"), "ca": edge("C.p", "A.i")}
        with pytest.raises(HloError, match="wait for each other") as caught:
            mdf.Runner(model(nodes, edges))
        assert caught.value.code == "module.cycle"
        assert all(name in caught.value.message for name in "ABC")

    @pytest.mark.parametrize(("sender", "receiver"), [("X.p", "B.i"), ("A.q", "B.i"), ("A.p", "Y.i"), ("A.p", "B.j")])
    def test_ends_that_do_not_exist(self, sender: str, receiver: str):
        nodes = {"A": node({"p": {"value": 1}}), "B": node({}, inputs={"i": {}}, o="i")}
        with pytest.raises(HloError) as caught:
            mdf.Runner(model(nodes, {"wrong": edge(sender, receiver)}))
        assert caught.value.code == "name.unknown"
        assert "edges.wrong" in caught.value.message
        assert caught.value.span is not None


class TestInputs:
    def test_ports_hold_zeros_of_their_shape_and_type(self):
        ports = {"a": {}, "b": {"shape": [2], "type": "int64"}, "c": {"type": "bool"}, "d": {"shape": "(2, 1)"}}
        out = mdf.Runner(model({"A": node({}, inputs=ports, a="a", b="b", c="c", d="d")})).trial()["A"]
        assert out["a"] == 0.0
        assert (out["b"].dtype, out["b"].tolist()) == (np.int64, [0, 0])
        assert out["c"] is False
        assert out["d"].shape == (2, 1)

    def test_an_input_lasts_for_its_trial(self):
        made = model(
            {"A": node({"sum": {"value": "sum + i"}}, inputs={"i": {}}, sum="sum", now="i")},
            conditions={"termination": {"environment_state_update": condition("AfterNCalls", dependency="A", n=3)}},
        )
        runner = mdf.Runner(made)
        assert runner.trial(inputs={"A.i": 7})["A"] == {"sum": 21, "now": 7}
        assert runner.trial()["A"] == {"sum": 21, "now": 0}

    def test_lists_are_arrays(self):
        made = model({"A": node({}, inputs={"i": {}}, o="i*2")})
        assert mdf.Runner(made).trial(inputs={"i": [1, 2]})["A"]["o"].tolist() == [2, 4]

    def test_an_unknown_input_is_an_error(self):
        with pytest.raises(HloError, match="no input port 'j'"):
            mdf.Runner(model({"A": node({}, inputs={"i": {}}, o="i")})).trial(inputs={"j": 1})

    def test_an_input_may_change_its_type_between_trials(self):
        runner = mdf.Runner(model({"A": node({}, inputs={"i": {}}, o="i", n="1 if i == {} else 2")}))
        seen = [runner.trial(inputs={"i": value})["A"]["n"] for value in (1.0, 2.0, {}, [1.0], {"a": "b"}, 3)]
        assert seen == [2, 2, 1, 2, 2, 2]

    def test_results_cannot_change_the_state(self):
        runner = mdf.Runner(one({"x": {"default_initial_value": [1.0, 2.0], "value": "x + 1"}}))
        out = runner.trial()["A"]["x"]
        with pytest.raises(ValueError, match="read-only"):
            out[0] = 100


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("1/0", math.inf),
            ("-1.0/0.0", -math.inf),
            ("0/0", math.nan),
            ("x*10", math.inf),
            ("10.0**400", math.inf),
            ("0.0**-1", math.inf),
            ("(-8.0)**0.5", math.nan),
            ("numpy.exp(1000)", math.inf),
            ("math.exp(1000)", math.inf),
            ("math.sqrt(-1)", math.nan),
            ("5 % 0.0", math.nan),
            ("2**-1", 0.5),
            ("7//2", 3),
            ("-7 % 3", 2),
            ("-2**2", -4),
            ("1 < 2 < 3", True),
            ("3 > 2 > 2", False),
            ("not 0", True),
            ("0 or 5", 5),
            ("2 and 3", 3),
            ("1e-3", 0.001),
            (" 5 ", 5),
            ("1_000", 1000),
            ("inf", math.inf),
            ("numpy.pi", math.pi),
            ("max(1, 2, 3)", 3),
            ("round(2.5)", 2),
            ("math.floor(2.7)", 2),
            ("4611686018427387904 * 2", -(2**63)),
            ("~5", -6),
            ("~True", -2),
            ("numpy.mean([])", math.nan),
            ("1 if numpy.nan == numpy.nan else 2", 2),
        ],
    )
    def test_scalars_follow_numpy(self, text: str, expected: float):
        np.testing.assert_equal(value_of(text, x=1e308), expected)

    def test_integers_stay_integers(self):
        assert type(value_of("2*3 + 1")) is int
        assert type(value_of("7/7")) is float
        assert value_of("numpy.array([1, 2]) * 2").dtype == np.int64

    def test_lists_are_arrays_once_they_are_values(self):
        assert value_of("y*2", x=1, y="[x, 4]").tolist() == [2, 8]
        assert value_of("[x, 4]*2", x=1).tolist() == [1, 4, 1, 4]

    def test_arrays(self):
        assert value_of("x[1:]*2", x=[1, 2, 3]).tolist() == [4, 6]
        assert value_of("(x[0] + 1)*2", x=[1, 2, 3]) == 4
        assert value_of("x @ y", x=[[1, 2], [3, 4]], y=[1, 1]).tolist() == [3, 7]
        assert value_of("x.T", x=[[1, 2], [3, 4]]).tolist() == [[1, 3], [2, 4]]
        assert value_of("numpy.sum(x, axis=0)", x=[[1, 2], [3, 4]]).tolist() == [4, 6]
        assert value_of("x/0", x=[1, 0]).tolist()[0] == math.inf
        assert value_of("5 if x and y else 6", x=[1.0], y=[2.0]) == 5

    def test_an_id_need_not_be_an_identifier(self):
        made = one(
            {"onnx::Conv_1": {"value": [4, 5]}, "/A/Add": {"value": "onnx::Conv_1"}}, o="/A/Add", p="onnx::Conv_1[1]"
        )
        out = mdf.Runner(made).trial()["A"]
        assert (out["o"].tolist(), out["p"]) == ([4, 5], 5)

    def test_truth_of_a_long_array_is_an_error_with_its_place(self):
        with pytest.raises(HloError, match="ambiguous") as caught:
            value_of("1 if x > 1 else 2", x=[1, 2])
        assert "graphs.g.nodes.A.parameters.result.value" in caught.value.message
        assert caught.value.span is not None
        assert caught.value.span.text == '"1 if x > 1 else 2"'

    @given(st.floats(allow_nan=True), st.floats(allow_nan=True), st.sampled_from(["+", "-", "*", "/", "%", "//", "**"]))
    @settings(max_examples=60, deadline=None)
    def test_every_operator_on_any_floats(self, a: float, b: float, sign: str):
        with np.errstate(all="ignore"):
            expected = eval(f"a {sign} b", {"a": np.float64(a), "b": np.float64(b)})
        np.testing.assert_allclose(value_of(f"a {sign} b", a=a, b=b), expected, rtol=1e-15)


class TestTheRunner:
    def test_values_by_name(self):
        runner = mdf.Runner(one({"x": {"value": "i + 1"}}, {"f": {"value": "x*2"}}, {"i": {}}, o="x"))
        runner.trial(inputs={"i": 4})
        assert [runner.values[f"A.{name}"] for name in ("i", "x", "f", "o")] == [4, 5, 10, 5]
        assert "A.x" in runner.values
        with pytest.raises(HloError, match=r"no value 'A\.y'"):
            runner.values["A.y"]

    def test_the_schedule_without_conditions(self):
        nodes = {"D": node({"p": {"value": "i"}}, inputs={"i": {"reduce": "add"}})}
        nodes |= {name: node({"p": {"value": "i"}}, inputs={"i": {}}) for name in "BCA"}
        edges = {"1": edge("A.p", "B.i"), "2": edge("A.p", "C.i"), "3": edge("B.p", "D.i"), "4": edge("C.p", "D.i")}
        runner = mdf.Runner(model(nodes, edges))
        assert runner.schedule == []
        runner.trial()
        assert runner.schedule == [{"A"}, {"B", "C"}, {"D"}]

    def test_setting_and_resetting(self):
        runner = mdf.Runner(one({"k": {"value": 2}, "x": {"default_initial_value": 0, "value": "x + k"}}))
        runner.trial()
        assert runner.trial()["A"]["x"] == 4
        runner.set("A.k", 10)
        assert runner.trial()["A"]["x"] == 14
        runner.set("A.x", 100)
        assert runner.trial()["A"]["x"] == 110
        runner.reset()
        assert runner.trial()["A"]["x"] == 110

    def test_the_model_is_not_changed(self):
        made = one({"x": {"default_initial_value": [1.0], "value": "x + 1"}})
        before = mdf.saves(made)
        assert series(made, "A.x", 3) == series(made, "A.x", 3)
        assert mdf.saves(made) == before

    def test_other_graphs(self):
        both = model({"A": node({"p": {"value": 1}})})
        both.graphs["h"] = model({"A": node({"p": {"value": 2}})}).graphs["g"]
        both.graphs["h"].id = "h"
        assert mdf.Runner(both, "h").trial()["A"]["p"] == 2
        with pytest.raises(HloError, match="no graph 'x'"):
            mdf.Runner(both, "x")

    def test_a_failed_run_leaves_the_node_as_it_was(self):
        runner = mdf.Runner(one({"n": {"value": "n + 1"}, "y": {"value": "[1, 2][i]"}}, inputs={"i": {"type": "int"}}))
        runner.trial()
        with pytest.raises(HloError):
            runner.trial(inputs={"i": 5})
        assert runner.values["A.n"] == 1
        assert runner.trial()["A"]["n"] == 2

    def test_evaluate_takes_inputs_per_step(self):
        made = model({"A": node({}, inputs={"i": {}}, o="i")})
        assert series(made, "A.o", 3, inputs=lambda step: {"i": step * 10}) == [0, 10, 20]

    def test_recording_what_is_asked_for(self):
        run = mdf.evaluate(one({"x": {"value": "x + 1"}, "y": {"value": "x*2"}}), 3, record=["A.y"])
        assert list(run["A"]) == ["y"]
        assert run["A"]["y"].tolist() == [2, 4, 6]


def test_values_that_are_not_finite_are_named():
    made = one({"x": {"default_initial_value": 1e300, "value": "x*1e3"}, "y": {"value": "x - x"}})
    runner = mdf.Runner(made)
    for _ in range(2):
        runner.trial()
    assert runner.not_finite() == []
    for _ in range(2):
        runner.trial()
    assert runner.not_finite()[0] == ("graphs", "g", "nodes", "A", "parameters", "x")
    with pytest.raises(HloError, match=r"graphs\.g\.nodes\.A\.parameters\.x: the value is not finite") as caught:
        mdf.evaluate(made, 5, finite=True)
    assert any("parameters.y" in note.message for note in caught.value.notes)


def test_a_weight_of_null_is_none():
    made = model({"A": node({"p": {"value": 2}}), "B": node({}, inputs={"i": {}}, o="i")}, {"e": edge("A.p", "B.i")})
    made.graphs["g"].edges["e"].parameters = {"weight": None}
    assert mdf.Runner(made).trial()["B"]["o"] == 2


def test_a_long_chain_of_nodes():
    """Order, values and code for thousands of nodes in a row, and no recursion."""
    count = 1200
    nodes = {f"n{k}": node({"p": {"value": "i + 1"}}, inputs={"i": {}}) for k in range(count)}
    edges = {f"e{k}": edge(f"n{k}.p", f"n{k + 1}.i") for k in range(count - 1)}
    runner = mdf.Runner(model(nodes, edges))
    for _ in range(10):
        out = runner.trial()
    assert out[f"n{count - 1}"]["p"] == count


def test_a_long_chain_of_parameters():
    parameters: dict[str, Any] = {f"p{k}": {"value": f"p{k + 1} + 1"} for k in range(2000)}
    parameters["p2000"] = {"value": 0}
    assert mdf.Runner(one(parameters)).trial()["A"]["p0"] == 2000
