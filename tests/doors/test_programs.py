"""The programs that check themselves give the same values, bit by bit, through every door and in either form."""

from __future__ import annotations

from zlib import crc32

import pytest
from doors.answers import Answer
from doors.disagreements import judge
from doors.telling import generic, told
from doors.text_doors import RUNNING, Request, batch_run

FORMS = {"text": told, "generic": lambda text: generic(told(text))}
DOORS = [(form, door) for form in FORMS for door in RUNNING]


def complaints(good, folder, reference: Answer, doors: list[tuple[str, str]]) -> list[str]:
    """What doors say otherwise than the reference, each to a form of the text."""
    found = []
    for form, door in doors:
        answer = RUNNING[door](Request(FORMS[form](good.text), folder))
        found.append(judge(f"ops/{good.id}", form, door, answer == reference, f"{answer} is not {reference}"))
    return [complaint for complaint in found if complaint]


def test_values_are_the_golden_ones_and_a_door_agrees(good, tmp_path, goldens):
    """The reference against the golden file; and a door with a form of the text, drawn by the program's name."""
    reference = batch_run(Request(told(good.text), tmp_path))
    assert (reference.status, reference.errors) == ("ok", ())
    goldens.compare(good.id, reference.golden())
    drawn = DOORS[crc32(good.id.encode()) % len(DOORS)]
    found = complaints(good, tmp_path, reference, [drawn])
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_every_door_agrees(good, tmp_path):
    reference = batch_run(Request(told(good.text), tmp_path))
    found = complaints(good, tmp_path, reference, DOORS)
    assert not found, "\n".join(found)
