"""What ``shard_map``, ``pmap`` and ``jit`` with shardings export, on a grid here and on four host devices of JAX."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.peers, pytest.mark.slow]


def test_programs_over_four_devices():
    child = Path(__file__).with_name("shard_map_child.py")
    found = subprocess.run([sys.executable, str(child)], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) >= 10
