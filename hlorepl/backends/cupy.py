"""CuPy: values stay on the GPU until they are shown.

What CuPy cannot hold (bf16, the 8-bit and smaller floats, 2- and 4-bit integers) stays on the host, and an op that
CuPy has no function for runs there: its operands are copied to the host, its results back.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .base import Backend

if TYPE_CHECKING:
    from collections.abc import Callable

#: Kinds of dtypes that CuPy holds.
_KINDS = frozenset("biufc")
#: What CuPy raises for a function, an argument or a dtype that it does not have.
_LACKS = (AttributeError, TypeError, NotImplementedError)


def load() -> Any:
    """The ``cupy`` module, once a GPU answers; raises ``run.backend`` with what is missing."""
    try:
        import cupy
    except ImportError:
        raise HloError(
            "the backend cupy needs the package cupy", code="run.backend", help="pip install 'hlorepl[cupy]'"
        ) from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise HloError(f"the backend cupy needs a GPU and its driver: {error}", code="run.backend") from None
    if not count:
        raise HloError("the backend cupy needs a GPU, and there is none", code="run.backend")
    return cupy


class CupyBackend(Backend):
    """Arrays are CuPy's where CuPy can hold them, NumPy's elsewhere."""

    name = "cupy"

    def __init__(self, xp: Any = None):
        self.xp = load() if xp is None else xp
        #: The ops that ran on the host, and how often: for whoever wants to know where the time goes.
        self.on_host: dict[str, int] = {}

    @property
    def array_type(self) -> Any:
        return (self.xp.ndarray, np.ndarray)

    def to_device(self, array: Any) -> Any:
        if isinstance(array, tuple):
            return tuple(self.to_device(part) for part in array)
        if array is None or isinstance(array, self.xp.ndarray) or array.dtype.kind not in _KINDS:
            return array
        return self.xp.asarray(array)

    def to_host(self, array: Any) -> Any:
        if isinstance(array, tuple):
            return tuple(self.to_host(part) for part in array)
        return array.get() if isinstance(array, self.xp.ndarray) else array

    def quiet(self) -> Any:
        return nullcontext()

    def as_array(self, value: Any) -> Any:
        return self.to_device(np.asarray(value))

    def placed(
        self, name: str, device: Callable[..., Any], host: Callable[[], Callable[..., Any]]
    ) -> Callable[..., Any]:
        """``device`` where all operands are there and CuPy has what it needs, else ``host()`` on copies."""
        kind = self.xp.ndarray

        def run(*arrays: Any) -> Any:
            if all(isinstance(array, kind) for array in arrays):
                try:
                    return device(*arrays)
                except _LACKS:
                    pass
            self.on_host[name] = self.on_host.get(name, 0) + 1
            with np.errstate(all="ignore"):
                return self.to_device(_arrays(host()(*[self.to_host(array) for array in arrays])))

        return run


def _arrays(out: Any) -> Any:
    """NumPy's scalars as arrays."""
    if isinstance(out, tuple):
        return tuple(_arrays(part) for part in out)
    return np.asarray(out) if isinstance(out, np.generic) else out
