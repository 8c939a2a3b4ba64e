"""Where a node runs: on the backend's device if its values are there and the library can, else on the host."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .registry import all_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..backends.base import Backend


def placed(backend: Backend, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """``run(xp, *inputs)`` as a function of values of the device and of the host, left-out inputs and sequences."""
    if backend.is_complete:
        return partial(run, backend.xp)

    def call(*inputs: Any) -> Any:
        arrays = [place for place, value in enumerate(inputs) if hasattr(value, "dtype")]

        def on(namespace: Any) -> Callable[..., Any]:
            def with_arrays(*values: Any) -> Any:
                filled = list(inputs)
                for place, value in zip(arrays, values, strict=True):
                    filled[place] = value
                return all_values(run(namespace, *filled))

            return with_arrays

        values = [inputs[place] for place in arrays]
        return backend.placed(name, [value.dtype for value in values], lambda: on(backend.xp), lambda: on(np))(*values)

    return call


def to_host(backend: Backend, value: Any) -> Any:
    """A value as the caller gets it: arrays of NumPy, also inside sequences."""
    if isinstance(value, list):
        return [to_host(backend, item) for item in value]
    return backend.to_host(value) if hasattr(value, "dtype") else value
