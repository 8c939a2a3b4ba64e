"""Trials of MDF models looked into: every value under the name that the screen gives it, and each one may be put in another's place."""

from __future__ import annotations

import pytest
from session.test_debugging import Talk
from session.test_opening import MODEL


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "m.yaml"
    file.write_text(MODEL)
    return file


def test_values_of_a_node_are_found_as_they_are_shown(path):
    talk = Talk(f":debug {path}", ":break linear", ":continue")
    shown = next(line for line in talk(":list").splitlines() if line.startswith("→"))
    assert "B.f = linear(B.x)" in shown
    assert talk("%B.x") == talk("%x").replace("%x", "%B.x")
    talk("%B.x = 8.0")
    assert "17.0" in talk(":step")
    assert "17.0" in talk("%B.f")


@pytest.mark.parametrize("name", ["A.n", "A.k", "A.out", "B.x", "B.f", "B.out", "C.x", "C.out"])
def test_each_value_of_a_trial_may_be_another_and_what_follows_follows(path, name):
    talk = Talk(f":open {path}", f"%{name} = 7.0 : f64", ":rerun")
    found = {each: float(talk.session[each]) for each in ("A.n", "A.k", "A.out", "B.x", "B.f", "B.out", "C.x", "C.out")}
    assert found.pop(name) == 7
    follows = {
        "A.out": lambda: (
            found["A.n"] * found["A.k"] if name not in ("A.n", "A.k") else 7 * (found.get("A.n") or found["A.k"])
        ),
        "B.x": lambda: found.get("A.out", 7),
        "B.f": lambda: 2 * found.get("B.x", 7) + 1,
        "B.out": lambda: found.get("B.f", 7),
        "C.x": lambda: found.get("B.out", 7),
        "C.out": lambda: found.get("C.x", 7) + 1,
    }
    for each, value in follows.items():
        if each != name:
            assert found[each] == value(), each
