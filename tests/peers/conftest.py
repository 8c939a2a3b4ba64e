"""Comparisons with other engines: left out, and said so, where those engines are not installed."""

from importlib.util import find_spec

ENGINES = ("jax", "onnxruntime", "modeci_mdf")
MISSING = [name for name in ENGINES if find_spec(name) is None]

collect_ignore_glob = ["test_*.py"] if MISSING else []


def pytest_report_header() -> str:
    """What pytest says before the tests."""
    return (
        f"peers: left out, for want of {', '.join(MISSING)} (pip install '.[peers]')" if MISSING else "peers: all there"
    )
