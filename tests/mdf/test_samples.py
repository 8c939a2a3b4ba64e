"""The sample models do what they are about."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from hlorepl import mdf

SAMPLES = Path(__file__).parent.parent.parent / "samples" / "mdf"
FILES = sorted(path.name for path in SAMPLES.iterdir() if path.suffix in {".json", ".yaml"})


@pytest.mark.parametrize("name", FILES)
def test_every_model_loads_runs_and_is_explained(name: str):
    model = mdf.load(SAMPLES / name)
    assert mdf.Runner(model).trial()
    assert model.warnings == []
    assert name in (SAMPLES / "README.md").read_text()


def test_fitzhugh_nagumo_fires_again_and_again():
    v = mdf.evaluate(mdf.load(SAMPLES / "fitzhugh_nagumo.yaml"), 2000, 0.1)["FN"]["v"]
    assert np.sum((v[1:] > 1) & (v[:-1] <= 1)) == 5
    assert -2.5 < v.min() < -1.5 < 1.5 < v.max() < 2.5


def test_integrate_and_fire_rates_grow_with_the_current():
    run = mdf.evaluate(mdf.load(SAMPLES / "iaf_spiking.yaml"), 1000, 0.1)["cells"]
    assert run["spikes"][-1].tolist() == [0, 2, 5, 7]
    assert run["spikes"][150].tolist() == [0, 0, 0, 0]


def test_izhikevich_spikes_regularly():
    run = mdf.evaluate(mdf.load(SAMPLES / "izhikevich.yaml"), 4000, 0.05)["cell"]
    assert 4 <= run["spikes"][-1] <= 8
    assert run["v"][:190].max() < -60
    assert run["v"].max() > 30


def test_a_b_c():
    runner = mdf.Runner(mdf.load(SAMPLES / "abc_conditions.json"))
    out = runner.trial()
    assert [node["runs"] for node in out.values()] == [7, 3, 2]
    assert ["".join(sorted(ran)) for ran in runner.schedule] == ["A", "A", "B", "A", "C", "A", "B", "A", "A", "BC", "A"]


def test_the_stronger_evidence_wins_the_race():
    runner = mdf.Runner(mdf.load(SAMPLES / "lca.yaml"))
    runner.trial()
    out = runner.trial(0.01)
    assert out["left"]["x"] >= 1 > out["right"]["x"] > 0
    for name in ("left.evidence", "right.evidence"):
        runner.reset()
        runner.trial(inputs={name: 2.0})
        out = runner.trial(0.01, {name: 2.0})
        winner, loser = (name.split(".")[0], ({"left", "right"} - {name.split(".")[0]}).pop())
        assert out[winner]["x"] > out[loser]["x"]


def test_decisions_follow_the_evidence():
    out = mdf.Runner(mdf.load(SAMPLES / "ddm.yaml")).trial()["decision"]
    assert out["accuracy"] == pytest.approx(1 / (1 + np.exp(-1.2)), abs=0.06)
    assert np.abs(out["response_times"]).min() > 0.2


def test_the_recurrent_network():
    run = mdf.evaluate(mdf.load(SAMPLES / "rnn.yaml"), 3)
    W = np.array([[0.5, -0.3], [0.8, 0.2], [-0.6, 0.4]])
    U = np.array([[0.1, 0.4, 0.0], [-0.2, 0.3, 0.5], [0.7, 0.0, -0.1]])
    h = np.zeros(3)
    for step in range(3):
        h = np.tanh(W @ [1, -1] + U @ h)
        np.testing.assert_allclose(run["hidden"]["h"][step], h, rtol=1e-14)


def test_onnx_layers():
    y = mdf.Runner(mdf.load(SAMPLES / "onnx_layers.json")).trial()["Softmax_2"]["y"]
    x = np.maximum(np.array([0.1, 0.7, -0.4]) @ np.array([[1.0, 0.5, -1.0], [0.25, -0.75, 2.0]]).T + [0.1, -0.1], 0)
    np.testing.assert_allclose(y[0], np.exp(x) / np.exp(x).sum(), rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "trials", "slot", "word"), [("count", 5, "count", "four"), ("addition", 7, "sum", "seven")]
)
def test_act_r(name: str, trials: int, slot: str, word: str):
    run = runpy.run_path(str(SAMPLES / "run_actr.py"))["run"]
    for _ in range(2):
        goals = run(str(SAMPLES / f"actr_{name}.yaml"))
        assert len(goals) == trials
        assert goals[-1][slot] == word
