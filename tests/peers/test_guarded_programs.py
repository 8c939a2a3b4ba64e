"""Random programs of all ops, of all types: what a guarded run finds is what a run step by step finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from peers.random_programs import Maker, array_of, module_of
from peers.test_random_programs import NAMES, programs, values

from hlorepl import backends
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.engine.guards import guarded
from hlorepl.engine.program import Program
from hlorepl.errors import HloError

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]


def told(program: Program, arrays: list[np.ndarray]) -> str:
    watch = NotFinite()
    with np.errstate(all="ignore"):
        program.run([*arrays], RunContext(observers=(watch,)))
    return watch.text


@pytest.mark.parametrize("name", NAMES)
def test_a_guarded_run_tells_what_is_told_step_by_step(name: str) -> None:
    @settings(
        max_examples=6,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs(name))
    def check(program: tuple[Maker, int, int]) -> None:
        maker, seed, _ = program
        module = module_of(maker.arguments, maker.ops, values(maker))
        arrays = [array_of(value.type, seed + k, 2) for k, value in enumerate(maker.arguments)]
        watching = Program(module, None, guarded(backends.get("numpy")))
        try:
            wanted = told(Program(module), arrays)
        except HloError:
            assume(False)
        assert [told(watching, arrays) for _ in range(2)] == [wanted] * 2

    check()
