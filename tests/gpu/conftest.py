"""Tests that need a GPU: skipped, with what is missing, where there is none."""

import pytest

from hlorepl import HloError, backends


@pytest.fixture(scope="session")
def gpu():
    """The backend ``cupy`` on a real GPU."""
    try:
        return backends.get("cupy")
    except HloError as error:
        pytest.skip(error.message)
