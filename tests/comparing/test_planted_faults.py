"""One fault in one op of the right side: ``compare`` names that op."""

from __future__ import annotations

import pytest
from comparing.faults import FaultySide
from comparing.planted import FAULTS, PROGRAMS, Planted, faults, module_of

from hlorepl.comparing.compare import Options, compare

CASES = list(faults())


def test_there_are_enough_of_each_kind():
    assert len(CASES) >= 50
    assert {case.fault for case in CASES} == set(FAULTS)
    assert {case.program for case in CASES} == set(PROGRAMS)


@pytest.mark.parametrize("case", CASES, ids=[f"{c.program}-{c.line}-{c.fault.replace(' ', '_')}" for c in CASES])
def test_the_op_is_named(case: Planted):
    module, function, arrays = module_of(case.program)
    side = FaultySide(lambda op: op.span is not None and op.span.line == case.line, FAULTS[case.fault])
    found = compare(module, function, arrays, side, Options())
    assert found.first is not None
    assert (found.first.kind, found.first.json["line"]) == ("op", case.line)
    assert found.status == "differs"
