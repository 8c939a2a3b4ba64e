"""Comparing texts that hold computed numbers: the last digits may depend on the processor."""

import re
from importlib.util import find_spec

import pytest

#: What is said of bytecode that is none: reading any takes jaxlib.
BYTECODE = "syntax.bytecode" if find_spec("jaxlib") else "run.extra"
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")


def assert_same_text(ours: str, theirs: str, tolerance: float = 2e-6) -> None:
    """The same words, and floats that agree but for their last digits."""
    assert NUMBER.sub("#", ours) == NUMBER.sub("#", theirs)
    expected = [float(number) for number in NUMBER.findall(theirs)]
    assert [float(number) for number in NUMBER.findall(ours)] == pytest.approx(expected, rel=tolerance)
