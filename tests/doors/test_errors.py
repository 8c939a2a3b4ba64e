"""The programs with errors are refused with the same code at the same place through every door."""

from __future__ import annotations

from zlib import crc32

import pytest
from doors import typed_alone
from doors.answers import Answer
from doors.disagreements import judge
from doors.text_doors import READING, RUNNING, Request, batch_check, batch_run

DOORS = RUNNING | READING | {"typed alone": typed_alone.typed_alone}


def reference_of(bad, folder) -> Answer:
    """What the command line says: ``check`` where reading the program suffices."""
    return (batch_run if bad.runs else batch_check)(Request(bad.text, folder))


def doors_of(bad) -> list[str]:
    """The doors that must meet the program's errors: where only a run meets them, those that run it."""
    alone = ["typed alone"] if not bad.runs and typed_alone.applies(bad.text) else []
    return list(RUNNING) if bad.runs else [*RUNNING, *READING, *alone]


def complaints(bad, folder, reference: Answer, doors: list[str]) -> list[str]:
    """What doors say otherwise than the reference. Most stop at the first error, so that is what is compared."""
    found = []
    for name in doors:
        answer = DOORS[name](Request(bad.text, folder))
        agrees = answer.first_error() == reference.first_error()
        found.append(judge(f"errors/{bad.id}", "text", name, agrees, f"{answer} is not {reference}"))
    return [complaint for complaint in found if complaint]


def test_errors_are_the_golden_ones_and_doors_agree(bad, tmp_path, goldens):
    """The reference against the golden file, and two doors drawn by the program's name."""
    reference = reference_of(bad, tmp_path)
    goldens.compare(bad.id, reference.golden())
    doors, drawn = doors_of(bad), crc32(bad.id.encode())
    drawn_doors = {doors[drawn % len(doors)], doors[drawn // 16 % len(doors)]}
    found = complaints(bad, tmp_path, reference, sorted(drawn_doors))
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_every_door_agrees(bad, tmp_path):
    found = complaints(bad, tmp_path, reference_of(bad, tmp_path), doors_of(bad))
    assert not found, "\n".join(found)
