"""Kernels run where NumPy's floating-point warnings are off, as in a running program."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _no_floating_point_warnings() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield
