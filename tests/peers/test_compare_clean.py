"""``compare`` against XLA is quiet on programs of which both engines are right."""

from __future__ import annotations

import jax
import pytest
from peers.clean_programs import cases, lowered

import hlorepl
from hlorepl.comparing.compare import Options, compare
from hlorepl.comparing.sides import XlaSide
from hlorepl.engine.program import entries

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


@pytest.mark.parametrize(("function", "arguments"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_quiet(xla, function, arguments):
    text, arrays = lowered(function, arguments)
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    found = compare(module, entries(module)[0], arrays, xla, Options())
    assert found.status == "ok", found.text
    assert not any("as a whole" in note for note in found.notes), found.notes
