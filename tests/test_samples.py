"""The sample programs give the answers of the library that exported them."""

import json
from pathlib import Path

import numpy as np
import pytest

from hlorepl.__main__ import main

SAMPLES = Path(__file__).parent.parent / "samples"

# Program, inputs, JAX's answers, and how far sums in another order may be from them: ulps of the largest value.
EXPORTS = [
    ("training_step/adam_step", "training_step/inputs", "training_step/expected", 16),
    ("simulation/heat", "simulation/heat_inputs", "simulation/heat_expected", 16),
    ("simulation/lorenz", "simulation/lorenz_inputs", "simulation/lorenz_expected", 4096),  # chaotic: grows e^4.5-fold
]


def run_json(capsys, *arguments: str) -> dict[str, np.ndarray]:
    """What ``hlorepl run`` answers, by result name."""
    status = main(["run", "--json", "--print", "full", *arguments])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["status"]) == (0, "ok"), report
    return {result["name"]: np.array(result["value"]) for result in report["results"]}


def test_the_classifier_says_what_jax_says(capsys):
    digits = SAMPLES / "digits"
    expected = json.loads((digits / "expected.json").read_text())
    answers = run_json(capsys, str(digits / "classify.mlir"), "--input", str(digits / "test.npz"))
    assert answers["predictions"].tolist() == expected["predictions"]
    assert np.float32(answers["accuracy"]) == np.float32(expected["accuracy"])


def test_the_classifier_prints_its_accuracy(capsys):
    digits = SAMPLES / "digits"
    assert main(["run", str(digits / "classify.mlir"), "--input", str(digits / "test.npz")]) == 0
    printed = capsys.readouterr()
    assert "accuracy : tensor<f32> = 0.975" in printed.out.splitlines()
    assert printed.err == ""


@pytest.mark.parametrize(("program", "inputs", "answers", "ulps"), EXPORTS)
def test_an_export_gives_jax_answers(capsys, program, inputs, answers, ulps):
    ours = run_json(capsys, str(SAMPLES / f"{program}.mlir"), "--input", str(SAMPLES / f"{inputs}.npz"))
    with np.load(SAMPLES / f"{answers}.npz") as theirs:
        assert set(ours) == set(theirs.files)
        for name in theirs.files:
            expected = theirs[name]
            slack = ulps * np.spacing(np.abs(expected).max()) if expected.dtype.kind == "f" else 0
            np.testing.assert_allclose(ours[name], expected, rtol=0, atol=slack, err_msg=name)


def on_each(capsys, *arguments: str) -> list[dict[str, np.ndarray]]:
    """What each process of a grid answers, by result name."""
    status = main(["run", "--json", "--print", "full", *arguments])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["status"]) == (0, "ok"), report
    return [{row["name"]: np.array(row["value"]) for row in each["results"]} for each in report["results"]]


def test_four_processes_train_one_classifier(capsys):
    words = ["--input", str(SAMPLES / "digits/test.npz"), "--split", "images=0", "--split", "labels=0"]
    found = on_each(capsys, str(SAMPLES / "parallel/train.mlir"), *words)
    assert len(found) == 4
    assert all(np.array_equal(each["weights"], found[0]["weights"]) for each in found)
    assert found[0]["accuracy"] > 0.95


def test_a_sum_in_a_ring_is_that_of_all_reduce(capsys):
    for each in on_each(capsys, str(SAMPLES / "parallel/ring.mlir"), "--random", "1", "--split", "values=0"):
        found, wanted = each.values()
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_a_deadlock_is_foreseen_and_reported(capsys):
    program = str(SAMPLES / "parallel/deadlock.mlir")
    assert main(["check", program]) == 0
    assert "[grid.condition]" in capsys.readouterr().err
    assert main(["run", program]) == 1
    assert "process (1, 0) waits in stablehlo.all_reduce in turn 2 for process (0, 0)" in capsys.readouterr().err
