"""A backend of CuPy's double, under the name of the real one."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from hlorepl import backends as rooms
from hlorepl.backends.cupy import CupyBackend


class Watched(CupyBackend):
    """Says which ops ran on the device, and which on the host though CuPy holds their types."""

    def __init__(self, xp: Any, special: Any, traffic: Any):
        super().__init__(xp, special)
        self.traffic = traffic
        self.on_device: Counter[str] = Counter()

    def placed(self, name: str, dtypes: Iterable[Any], device: Callable, host: Callable) -> Callable:
        dtypes = list(dtypes)
        held = all(dtype.kind in "biufc" for dtype in dtypes)

        def watched() -> Callable:
            function = device()

            def run(*arrays: Any) -> Any:
                out = function(*arrays)
                self.on_device[name] += 1
                return out

            return run

        return super().placed(name if held else f"{name} of other types", dtypes, watched, host)

    @property
    def left_to_host(self) -> set[str]:
        """The ops that ran on the host for want of a function of CuPy's."""
        return {name for name in self.on_host if not name.endswith(" of other types")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the double needs the installed cupy, which comes with the other engines."""
    for item in items:
        if isinstance(item, pytest.Function) and "device" in item.fixturenames:
            item.add_marker("peers")


@pytest.fixture
def device(monkeypatch) -> Watched:
    """The backend ``cupy``, on the double."""
    pytest.importorskip("cupy", reason="the double takes its names from the installed cupy")
    from backends import cupy_double

    found = Watched(cupy_double.double(), cupy_double.special(), cupy_double.traffic())
    known = rooms.get
    monkeypatch.setattr(rooms, "get", lambda name: found if name == "cupy" else known(name))
    return found
