"""The programs that check themselves give the same values, bit by bit, through every door and in either form."""

from __future__ import annotations

from zlib import crc32

import pytest
from doors.answers import Answer
from doors.disagreements import judge
from doors.telling import generic, told
from doors.text_doors import RUNNING, Request, compiled

OTHERS = [name for name in RUNNING if name != "compile"]


FORMS = {"text": told, "generic": lambda text: generic(told(text))}


def complaints(good, folder, reference: Answer, form: str, doors: list[str]) -> list[str]:
    """What doors say otherwise than the reference."""
    request = Request(FORMS[form](good.text), folder)
    found = []
    for name in doors:
        answer = RUNNING[name](request)
        found.append(judge(f"ops/{good.id}", form, name, answer == reference, f"{answer} is not {reference}"))
    return [complaint for complaint in found if complaint]


def test_values_are_the_golden_ones_and_doors_agree(good, tmp_path, goldens):
    """The reference against the golden file; a door for either form, drawn by the program's name."""
    reference = compiled(Request(told(good.text), tmp_path))
    assert (reference.status, reference.errors) == ("ok", ())
    goldens.compare(good.id, reference.golden())
    drawn = crc32(good.id.encode())
    text_door = OTHERS[drawn % len(OTHERS)]
    generic_door = list(RUNNING)[drawn // 64 % len(RUNNING)]
    found = complaints(good, tmp_path, reference, "text", [text_door])
    found += complaints(good, tmp_path, reference, "generic", [generic_door])
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_every_door_agrees(good, form, tmp_path):
    reference = compiled(Request(told(good.text), tmp_path))
    doors = OTHERS if form == "text" else list(RUNNING)
    found = complaints(good, tmp_path, reference, form, doors)
    assert not found, "\n".join(found)
