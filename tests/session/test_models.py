"""Models at the prompt: ``:mdf`` and its verbs, ``?node``, completion, and pictures for notebooks."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import hlorepl
from hlorepl.display.mime import bundle
from hlorepl.session.completion import complete

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"

MODEL = {
    "decay": {
        "graphs": {
            "g": {
                "nodes": {
                    "A": {
                        "input_ports": {"i": {"type": "float"}},
                        "parameters": {
                            "rate": {"value": 0.5},
                            "x": {"default_initial_value": 8.0, "time_derivative": "i - rate*x"},
                        },
                        "output_ports": {"o": {"value": "x"}},
                    }
                }
            }
        }
    }
}


@pytest.fixture
def session(tmp_path: Path) -> hlorepl.Session:
    file = tmp_path / "decay.json"
    file.write_text(json.dumps(MODEL))
    made = hlorepl.Session()
    told(made, f":mdf load {file}")
    return made


def told(session: hlorepl.Session, text: str) -> str:
    result = session.execute(text)
    if result.error is not None:
        raise result.error
    return "\n".join(item.text if hasattr(item, "text") else repr(item) for item in result.shown)


def test_steps_and_inputs(session: hlorepl.Session):
    told(session, ":mdf step")
    assert "A.o = 4.0" in told(session, ":mdf step 1")
    assert "A.o = 5.0" in told(session, ":mdf step i=3")
    told(session, ":mdf set A.i 1")
    assert "A.o = 3.5" in told(session, ":mdf step")
    told(session, ":mdf reset")
    assert "step 1\n  A.o = 8.0" in told(session, ":mdf step")


def test_a_parameter_that_is_set_shows_at_once(session: hlorepl.Session):
    told(session, ":mdf run 3 1")
    told(session, ":mdf set A.rate 1.0")
    assert told(session, ":mdf get A.rate") == "A.rate = 1.0"
    assert "A.o = 0.0" in told(session, ":mdf step")


def test_recorded_values_become_values_of_the_session(session: hlorepl.Session):
    told(session, ":mdf record A.x A.rate")
    told(session, ":mdf run 4 1")
    told(session, ":mdf take A.x %course")
    np.testing.assert_array_equal(session["course"], [8.0, 4.0, 2.0, 1.0])


def test_a_file_takes_every_step(session: hlorepl.Session, tmp_path: Path):
    said = told(session, f":mdf run 5000 0.01 {tmp_path / 'all.npz'}")
    assert "wrote 5,000 steps" in said
    assert np.load(tmp_path / "all.npz")["A.o"].shape == (5000,)


def test_sweeps_and_integration(session: hlorepl.Session):
    assert "3 runs, A.rate from 0 to 1" in told(session, ":mdf sweep A.rate=0:1:3 2 1")
    told(session, ":mdf take A.o %ends")
    np.testing.assert_array_equal(session["ends"], [8.0, 4.0, 0.0])
    told(session, ":mdf integrate 2 3")
    told(session, ":mdf take A.o %exact")
    np.testing.assert_allclose(session["exact"], 8 * np.exp([0.0, -0.5, -1.0]), rtol=1e-4)


def test_what_is_known_of_a_node(session: hlorepl.Session):
    told(session, ":mdf step")
    assert "x' = i - rate*x    (8)" in told(session, "?A")
    assert told(session, "?A.x") == "A.x = 8.0"


def test_completion(session: hlorepl.Session):
    def texts(line: str) -> list[str]:
        return [candidate.text for candidate in complete(line, len(line), session)]

    assert "integrate" in texts(":mdf ")
    assert texts(":mdf get A.r") == ["A.rate"]
    assert "A.x" in texts(":mdf plot A.")


@pytest.mark.parametrize("line", [":mdf plot", ":mdf graph", ":mdf sweep A.rate=0:1:4 2 1", ":mdf integrate 1"])
def test_pictures_for_notebooks(session: hlorepl.Session, line: str):
    pytest.importorskip("matplotlib")
    told(session, ":mdf run 3 1")
    shown = session.execute(line).shown[-1]
    found = bundle(shown)
    assert found["image/png"].startswith("iVBOR")
    assert "A" in found["text/plain"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (":mdf fly", "command.usage"),
        (":mdf run", "command.usage"),
        (":mdf run many", "command.usage"),
        (":mdf run -1", "command.usage"),
        (":mdf step x", "command.usage"),
        (":mdf step q=1", "name.unknown"),
        (":mdf get A.y", "name.unknown"),
        (":mdf set A.y 1", "name.unknown"),
        (":mdf set A.x", "syntax.setting"),
        (":mdf record B.x", "name.unknown"),
        (":mdf plot", "mdf.plot"),
        (":mdf sweep", "command.usage"),
        (":mdf sweep A.rate=1:2", "command.usage"),
        (":mdf sweep A.q=1:2:3", "name.unknown"),
        (":mdf integrate x", "command.usage"),
        (":mdf integrate 1 10 Newton", "run.integrate"),
        (":mdf load nowhere.json", "run.file"),
    ],
)
def test_mistakes(session: hlorepl.Session, line: str, code: str):
    error = session.execute(line).error
    assert error is not None
    assert error.code == code


FAILING = {"m": {"graphs": {"g": {"nodes": {"A": {
    "parameters": {"n": {"value": "n + 1"}, "q": {"value": "[0, 1, 2, 3, 4][int(n)]"}}, "output_ports": {"o": {"value": "q"}},
}}}}}}  # fmt: skip


def test_the_steps_before_a_failure_are_kept(tmp_path: Path):
    (tmp_path / "m.json").write_text(json.dumps(FAILING), encoding="utf-8")
    session = hlorepl.Session()
    error = session.execute(f":mdf load {tmp_path / 'm.json'}\n:mdf run 10").error
    assert error is not None
    assert "4 steps before it are kept for :mdf plot and :mdf take" in error.help
    assert session.execute(":mdf take A.o o").error is None
    assert session["o"].tolist() == [1, 2, 3, 4]
    error = session.execute(f":mdf reset\n:mdf run 10 {tmp_path / 'x.npz'}").error
    assert error is not None
    assert f"4 steps before it are in {tmp_path / 'x.npz'}" in error.help
    with np.load(tmp_path / "x.npz") as data:
        assert data["A.o"].tolist() == [1, 2, 3, 4]


def test_a_session_s_memory_limit_holds_for_models(tmp_path: Path):
    steady = {"x": {"default_initial_value": 1.0, "time_derivative": "-x"}}
    large = {"s": {"value": 1}, "x": {"value": "s*numpy.zeros(1000000)"}}
    for name, parameters in (("steady", steady), ("large", large)):
        tree = {
            "m": {"graphs": {"g": {"nodes": {"A": {"parameters": parameters, "output_ports": {"o": {"value": "x"}}}}}}}
        }
        (tmp_path / f"{name}.json").write_text(json.dumps(tree), encoding="utf-8")
    session = hlorepl.Session(max_memory=10_000)
    for line in (":mdf step", ":mdf sweep A.s=1,2"):
        error = session.execute(f":mdf load {tmp_path / 'large.json'}\n{line}").error
        assert error is not None
        assert error.code == "limit.memory"
    assert session.execute(f":mdf load {tmp_path / 'steady.json'}\n:mdf run 5000 0.1\n:mdf take A.o o").error is None
    assert 300 < session["o"].size <= 625


def test_a_formula_is_shown_as_it_stands():
    """In plain text the marks of Markdown go, and powers stay."""
    session = hlorepl.Session()
    session.execute(f":load {SAMPLES / 'fitzhugh_nagumo.yaml'}")
    text = session.execute("?FN").text
    assert text.splitlines()[0] == "FN"
    assert "v**3/3" in text


@pytest.mark.parametrize(("line", "tip"), [
    (":mdf graph 3", ".png"), (":mdf graph notes", ".png"), (":mdf plot p.csv", ".png"), (":mdf plot FN.v p.csv", ".png"),
    (":mdf run 5 run.csv", ".npz"),
])  # fmt: skip
def test_a_file_of_another_kind_is_told_so(line: str, tip: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    session = hlorepl.Session()
    session.execute(f":load {SAMPLES / 'fitzhugh_nagumo.yaml'}\n:mdf run 3")
    error = session.execute(line).error
    assert error is not None
    assert any(tip in each for each in [error.message, *error.help])
    assert list(tmp_path.iterdir()) == []
