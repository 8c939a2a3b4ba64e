"""The sample programs, with their inputs, give the same values through every door and in either form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from doors.answers import Answer
from doors.disagreements import judge
from doors.telling import generic, meant
from doors.text_doors import READING, RUNNING, Request, compiled

import hlorepl
from hlorepl.engine.arguments import argument_names

SAMPLES = Path(__file__).parent.parent.parent / "samples"
INPUTS = {
    "digits/classify": "digits/test",
    "simulation/heat": "simulation/heat_inputs",
    "simulation/lorenz": "simulation/lorenz_inputs",
    "training_step/adam_step": "training_step/inputs",
}
FORMS = {"text": str, "generic": generic}


def sample(name: str, form: str, folder: Path) -> Request:
    """A sample with the arrays that stand beside it, by the names of its arguments."""
    text = (SAMPLES / f"{name}.mlir").read_text(encoding="utf-8")
    (function,) = meant(text)
    aliases = hlorepl.parse(text).aliases
    with np.load(SAMPLES / f"{INPUTS[name]}.npz") as file:
        arrays = {
            value.name: next(file[key] for key in argument_names(value, aliases) if key in file)
            for value in function.arguments
        }
    return Request(FORMS[form](text), folder, arrays)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", INPUTS)
def test_every_door_agrees(name, form, tmp_path, goldens):
    reference = compiled(sample(name, "text", tmp_path))
    assert (reference.status, reference.errors) == ("ok", ())
    if form == "text":
        goldens.compare(name, reference.golden())
    request = sample(name, form, tmp_path)
    answers = {door: ask(request) for door, ask in (RUNNING | READING).items()}
    expected = dict.fromkeys(RUNNING, reference) | dict.fromkeys(READING, Answer("ok"))
    found = [
        judge(f"samples/{name}", form, door, answer == expected[door], f"{answer} is not {expected[door]}")
        for door, answer in answers.items()
    ]
    assert not any(found), "\n".join(found)
