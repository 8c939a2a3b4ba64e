"""Arguments that fit, that convert without loss, and that do not: taken or refused alike through every door."""

from __future__ import annotations

import numpy as np
import pytest
from doors.answers import Answer
from doors.disagreements import judge
from doors.text_doors import RUNNING, Request, compiled

TEXT = """func.func @main(%x: tensor<2xi32>, %y: tensor<f32>) -> (tensor<2xi32>, tensor<f32>) {
  return %x, %y : tensor<2xi32>, tensor<f32>
}
"""
X, Y = np.int32([1, 2]), np.float32(0.5)
CASES = {
    "right": {"x": X, "y": Y},
    "one-missing": {"x": X},
    "both-missing": {},
    "shape": {"x": np.int32([1, 2, 3]), "y": Y},
    "rank": {"x": np.int32([[1, 2]]), "y": Y},
    "wider-types": {"x": np.int64([1, 2]), "y": np.float64(0.5)},
    "unsigned": {"x": np.uint8([1, 2]), "y": Y},
    "booleans": {"x": np.bool_([True, False]), "y": Y},
    "whole-floats": {"x": np.float32([1, 2]), "y": Y},
    "too-large": {"x": np.int64([1, 2**40]), "y": Y},
    "fractions": {"x": np.float32([1.5, 2]), "y": Y},
    "rounded": {"x": X, "y": np.float64(0.1)},
}
#: Typed ops need no entry, and so no arguments of its types.
DOORS = {name: door for name, door in RUNNING.items() if name != "typed"}


@pytest.mark.parametrize("case", CASES)
def test_every_door_takes_or_refuses_them_alike(case, tmp_path, goldens):
    request = Request(TEXT, tmp_path, CASES[case])
    reference = compiled(request)
    goldens.compare(case, reference.golden())
    found = []
    for name, ask in DOORS.items():
        answer = ask(request)
        agrees = _same(answer, reference)
        found.append(judge(f"arguments/{case}", "text", name, agrees, f"{answer} is not {reference}"))
    assert not any(found), "\n".join(found)


def _same(answer: Answer, reference: Answer) -> bool:
    """Where an argument is missing, a session points at the command, which might give it."""
    if reference.errors and reference.errors[0].code == "run.arguments":
        return [error.code for error in answer.errors] == ["run.arguments"]
    return answer == reference
