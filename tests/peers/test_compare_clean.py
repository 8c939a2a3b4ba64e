"""``compare`` against XLA is quiet on programs of which both engines are right.

Here runs a quarter of them, which takes half a minute; ``python -m tests.peers.clean_programs`` runs all.
"""

from __future__ import annotations

import jax
import pytest
from peers.clean_programs import cases, compared

from hlorepl.comparing.sides import XlaSide

jax.config.update("jax_enable_x64", True)
pytestmark = pytest.mark.peers
CASES = list(cases())


@pytest.fixture(scope="module")
def xla():
    side = XlaSide()
    yield side
    side.close()


def test_there_are_two_hundred():
    assert len({name for name, _, _ in CASES}) == len(CASES) > 160


@pytest.mark.parametrize(("function", "arguments"), [c[1:] for c in CASES[::4]], ids=[c[0] for c in CASES[::4]])
def test_quiet(xla, function, arguments):
    found = compared(xla, function, arguments)
    assert found.status == "ok", found.text
    assert not any("as a whole" in note for note in found.notes), found.notes
