"""NumPy: the host is the device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .base import Backend

if TYPE_CHECKING:
    from collections.abc import Iterable


class NumpyBackend(Backend):
    """Arrays are NumPy's own."""

    name = "numpy"
    xp = np
    is_host = True
    as_array = staticmethod(np.asarray)  # type: ignore[assignment]

    def to_device(self, array: Any) -> Any:
        return array

    def all_to_device(self, arrays: Iterable[Any]) -> list[Any]:
        return [*arrays]

    def to_host(self, array: Any) -> Any:
        return array

    def quiet(self) -> Any:
        return np.errstate(all="ignore")


BACKEND = NumpyBackend
