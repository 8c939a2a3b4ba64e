"""Help as a terminal shows it: as it is meant, not as it is written."""

import re

import pytest

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.display.theme import NOTHING
from hlorepl.ops.registry import OPS, load

load()


@pytest.fixture(scope="module")
def session():
    found = hlorepl.Session()
    found.execute(":load samples/mdf/fitzhugh_nagumo.yaml")
    return found


def drawn(session, entry, width=80):
    result = session.execute(entry)
    assert result.error is None, entry
    return [line for item in result.shown for line in Screen(Look(width=width, theme=NOTHING)).lines(item)]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_help_of_every_op_fits_and_has_no_marks(session, width):
    for name in OPS:
        lines = drawn(session, f"?{name}", width)
        assert max(map(len, lines)) <= width, name
        assert not any(re.search(r"\*\*[\w.:-]+\*\*|``", line) for line in lines if not line.startswith("    ")), name
        assert not any("&#" in line for line in lines), name


def test_commands_of_a_group_stand_on_lines_of_their_own(session):
    lines = drawn(session, "?mdf", 120)
    assert lines[0] == ":mdf VERB …"
    assert lines[1].startswith("Work on")
    assert sum(line.lstrip().startswith(":mdf ") for line in lines[1:]) > 10


def test_a_formula_stays_as_it_is(session):
    assert any("v**3/3" in line for line in drawn(session, "?FN"))
