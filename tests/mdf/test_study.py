"""Long runs, sweeps, adaptive integration and pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlorepl import mdf
from hlorepl.errors import HloError
from hlorepl.mdf.file_run import run_file, value_of

sys.path.insert(0, str(Path(__file__).parent))
from models import condition, edge, model, node, one

OSCILLATOR = {
    "k": {"value": 1.0},
    "x": {"default_initial_value": 1.0, "time_derivative": "k*y"},
    "y": {"default_initial_value": 0.0, "time_derivative": "-x"},
}


class TestSimulate:
    def test_in_memory_as_evaluate(self):
        run = mdf.simulate(one(OSCILLATOR), 50, 0.1, every=5)
        whole = mdf.evaluate(one(OSCILLATOR), 50, 0.1)
        np.testing.assert_array_equal(run["A"]["x"], whole["A"]["x"][::5])  # type: ignore[index]

    def test_to_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("hlorepl.mdf.study.BLOCK", 16)
        told = []
        made = one({**OSCILLATOR, "v": {"value": [1.0, 2.0]}, "n": {"value": "n + 1"}})
        file = mdf.simulate(
            made, 100, 0.1, file=tmp_path / "run", progress=lambda done, steps: told.append((done, steps))
        )
        assert file == tmp_path / "run.npz"
        assert list(tmp_path.iterdir()) == [file]
        whole = mdf.evaluate(made, 100, 0.1)
        with np.load(file) as data:
            assert set(data.files) == {"A.k", "A.x", "A.y", "A.v", "A.n"}
            for name in data.files:
                np.testing.assert_array_equal(data[name], whole["A"][name[2:]])
        assert told[-1] == (100, 100)
        assert (16, 100) in told

    def test_words_do_not_fit_into_numbers(self, tmp_path: Path):
        with pytest.raises(HloError, match="holds no numbers"):
            mdf.simulate(one({"w": {"value": {"a": "b"}}}), 3, file=tmp_path / "run.npz")
        assert list(tmp_path.iterdir()) == []


class TestSweeps:
    @pytest.mark.parametrize(
        ("parameters", "swept"),
        [
            (OSCILLATOR, "A.k"),
            (OSCILLATOR, "A.x"),
            ({**OSCILLATOR, "big": {"value": "1 if x > 0.5 and y < 0 else -1"}}, "A.k"),
            ({"k": {"value": 2.0}, "v": {"default_initial_value": [1.0, 2.0, 3.0], "time_derivative": "-k*v"}}, "A.k"),
            (
                {"k": {"value": 2.0}, "m": {"value": [[1.0, 2.0], [3.0, 4.0]]}, "p": {"value": "m*k + [[1.0], [2.0]]"}},
                "A.k",
            ),
            ({"k": {"value": 2.0}, "v": {"value": [1.0, 2.0]}, "p": {"value": "v[0]*k"}}, "A.k"),
            (
                {
                    "k": {"value": 1.0},
                    "x": {
                        "default_initial_value": 0.0,
                        "time_derivative": "k + x**3",
                        "conditions": [{"id": "c", "test": "x > 1", "value": "-k"}],
                    },
                },
                "A.k",
            ),
        ],
    )
    def test_a_batch_is_its_members(self, parameters: dict[str, Any], swept: str):
        values = [0.25, 1.0, 3.0]
        together = mdf.sweep(one(parameters), {swept: values}, 20, 0.1)
        for number, value in enumerate(values):
            alone = mdf.evaluate(one(parameters), 20, 0.1, settings={swept: value})
            for name in parameters:
                np.testing.assert_allclose(together["A"][name][number], alone["A"][name], rtol=1e-12)

    def test_what_treats_elements_alone_is_one_batch(self):
        assert mdf.sweep(one(OSCILLATOR), {"A.k": [1, 2]}, 3, 0.1).batched
        assert not mdf.sweep(one({"k": {"value": 1}, "p": {"value": "numpy.sum(k)"}}), {"A.k": [1, 2]}, 3).batched

    def test_edges_and_inputs(self):
        nodes = {"A": node({"k": {"value": 1.0}}), "B": node({}, inputs={"i": {}, "j": {}}, o="i*j")}
        made = model(nodes, {"e": edge("A.k", "B.i", [1.0, 10.0])})
        found = mdf.sweep(made, {"A.k": [1, 2, 3]}, 2, inputs={"j": 2.0})
        assert found.batched
        assert found["B"]["o"][:, 1].tolist() == [[2, 20], [4, 40], [6, 60]]

    def test_grids(self):
        made = one({"a": {"value": 0.0}, "b": {"value": 0.0}, "s": {"value": "a + 10*b"}})
        found = mdf.sweep(made, {"A.a": [1, 2], "A.b": [3, 4, 5]}, grid=True)
        assert found["A"]["s"][:, 0].tolist() == [31, 41, 51, 32, 42, 52]
        with pytest.raises(HloError, match="one length"):
            mdf.sweep(made, {"A.a": [1, 2], "A.b": [3, 4, 5]})

    def test_schedules_run_as_a_batch(self):
        ends = {"termination": {"environment_state_update": condition("AfterNCalls", dependency="A", n=2)}}
        made = model(
            {"A": node({"k": {"value": 1.0}, "n": {"default_initial_value": 0, "value": "n + k"}})}, conditions=ends
        )
        found = mdf.sweep(made, {"A.k": [1, 5]}, 2)
        assert found.batched
        assert found["A"]["n"].tolist() == [[2, 4], [10, 20]]

    def test_empty_conditions_are_none(self):
        made = one(OSCILLATOR)
        made.graphs["g"].conditions = mdf.ConditionSet()
        assert mdf.sweep(made, {"A.k": [1, 5]}, 2, 0.1).batched
        assert "@step" in mdf.to_stablehlo(made)

    def test_ensembles(self):
        found = mdf.ensemble(one(OSCILLATOR), 200, {"A.k": (1.0, 0.1)}, seed=3, steps=5, dt=0.1)
        assert found["A"]["x"].shape == (200, 5)
        assert found.members["A.k"].mean() == pytest.approx(1.0, abs=0.03)

    def test_unknown_parameters(self):
        with pytest.raises(HloError, match=r"no parameter 'A\.q'"):
            mdf.sweep(one(OSCILLATOR), {"A.q": [1, 2]})


class TestIntegrate:
    def test_against_the_solution(self):
        run = mdf.integrate(one(OSCILLATOR, x="x", y="y"), 10.0, 21, rtol=1e-9, atol=1e-12)
        times = np.linspace(0, 10, 21)
        np.testing.assert_allclose(run["A"]["x"], np.cos(times), atol=1e-7)
        np.testing.assert_allclose(run["A"]["y"], -np.sin(times), atol=1e-7)

    def test_through_functions_edges_and_inputs(self):
        nodes = {
            "S": node({}, inputs={"u": {}}, o="2*u"),
            "A": node(
                {"x": {"default_initial_value": [1.0, 2.0], "time_derivative": "i - f"}},
                {"f": {"function": "linear", "args": {"variable0": "x", "slope": 1, "intercept": 0}}},
                {"i": {"shape": [2]}},
            ),
        }
        made = model(nodes, {"e": edge("S.o", "A.i", [1.0, 1.0])})
        run = mdf.integrate(made, 3.0, 4, {"u": 1.5}, method="LSODA", rtol=1e-9)
        expected = 3 + (np.array([1.0, 2.0]) - 3) * np.exp(-np.arange(4.0))[:, None]
        np.testing.assert_allclose(run["A"]["x"], expected, rtol=1e-6)

    def test_what_has_steps_is_refused(self):
        with pytest.raises(HloError, match=r"A\.parameters\.n: it goes on from its own last value"):
            mdf.integrate(one({**OSCILLATOR, "n": {"value": "n + 1"}}), 1.0)
        with pytest.raises(HloError, match="conditions act from step to step"):
            mdf.integrate(
                one({"x": {"time_derivative": "1", "conditions": [{"id": "c", "test": "x > 1", "value": 0}]}}), 1.0
            )
        with pytest.raises(HloError, match="no parameter with a time_derivative"):
            mdf.integrate(one({"x": {"value": 1}}), 1.0)
        with pytest.raises(HloError, match="solve_ivp"):
            mdf.integrate(one(OSCILLATOR), 1.0, method="none")


class TestFilesAndSettings:
    def test_run_file(self, tmp_path: Path):
        nodes = {"A": node({"k": {"value": 1.0}, "s": {"value": "k*i"}}, inputs={"i": {}}, out="s")}
        mdf.save(model(nodes), tmp_path / "m.json")
        found = run_file(tmp_path / "m.json", 2, None, ["A.k=3", "A.i=0.5"])
        assert found == [{"step": 1, "nodes": {"A": {"out": 1.5}}}, {"step": 2, "nodes": {"A": {"out": 1.5}}}]

    @pytest.mark.parametrize(
        ("text", "value"), [("3", 3), ("1e-3", 0.001), ("[1, 2.5]", [1, 2.5]), ("true", True), ("nan", None)]
    )
    def test_values(self, text: str, value: Any):
        assert value_of(text) == value or (value is None and np.isnan(value_of(text)))

    @pytest.mark.parametrize("text", ["A.k", "=3", "A.k=", "A.k=[1", "A.q=3", "A.k=__import__('os')"])
    def test_what_is_no_setting(self, text: str, tmp_path: Path):
        mdf.save(one({"k": {"value": 1}}), tmp_path / "m.json")
        with pytest.raises(HloError):
            run_file(tmp_path / "m.json", 1, None, [text])


class TestPictures:
    def test_text(self):
        nodes = {"A": node({"p": {"value": "p + 1"}}), "B": node({"q": {"value": "i"}}, inputs={"i": {}})}
        ends = {"node_specific": {"B": condition("EveryNCalls", dependency="A", n=2)}}
        made = model(nodes, {"e": edge("A.p", "B.i", 0.5)}, ends)
        runner = mdf.Runner(made)
        runner.trial()
        text = mdf.graph_text(made, values=runner.values)
        assert "B  [EveryNCalls(dependency=A, n=2)]" in text
        assert "→ i ← A.p × 0.5    (1)" in text
        bars = mdf.plot_text(mdf.evaluate(made, 20))
        assert bars.splitlines()[0].startswith("A.p")
        assert bars.splitlines()[0].endswith("2 … 40")

    def test_files(self, tmp_path: Path):
        pytest.importorskip("matplotlib")
        made = model(
            {"A": node({"p": {"value": [1.0, 2.0]}}), "B": node({}, inputs={"i": {}}, o="i")}, {"e": edge("A.p", "B.i")}
        )
        mdf.draw_graph(made, tmp_path / "graph.svg")
        mdf.plot(mdf.evaluate(made, 5), tmp_path / "run.png")
        assert (tmp_path / "run.png").stat().st_size > 1000
        assert "e → i" in (tmp_path / "graph.svg").read_text() or (tmp_path / "graph.svg").stat().st_size > 1000
        with pytest.raises(HloError, match="cannot save"):
            mdf.draw_graph(made, tmp_path / "none" / "graph.png")

    def test_nothing_to_draw(self):
        with pytest.raises(HloError, match="no recorded numbers"):
            mdf.plot_text(mdf.evaluate(one({"w": {"value": {"a": "b"}}}), 2))


def test_what_a_notebook_shows():
    """Every public class has a readable form, whatever is in it."""
    made = one({"x": {"value": "i < 2"}, "w": {"value": {"a": "<b>"}}}, inputs={"i": {}})
    run, found = mdf.evaluate(made, 3), mdf.sweep(one(OSCILLATOR), {"A.k": [1, 2]}, 3)
    for thing in (made, run, mdf.evaluate(made, 0), mdf.evaluate(one({"w": {"value": {}}})), found):
        shown: Any = thing
        assert "0x" not in repr(shown)
        assert shown._repr_html_().startswith("<pre>")
        assert "<b>" not in shown._repr_html_()
    assert repr(run) == "<run of 3 steps: A.x (3,), A.w>"
    assert "i &lt; 2" in made._repr_html_()
    broken = one({})
    broken.graphs["g"].nodes["A"].parameters["p"] = mdf.Parameter("p", value="nothing + 1")
    assert "there is no" in broken._repr_html_()


def test_a_public_name_is_what_it_says_in_whatever_order_names_are_asked_for():
    for name in reversed(mdf.__all__):
        getattr(mdf, name)
    assert all(callable(getattr(mdf, name)) for name in mdf.__all__)
