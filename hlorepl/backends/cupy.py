"""CuPy: values stay on the GPU until they are shown.

What CuPy cannot hold (bf16, the 8-bit and smaller floats, 2- and 4-bit integers) stays on the host, and so does every
op that takes or gives it. An op that CuPy has no function for runs on the host, too: its operands are copied there,
its results back. ``docs/gpu.md`` says which these are.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import HloError
from .abilities import Abilities
from .base import Backend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Kernel = Callable[..., Any]

#: Kinds of dtypes that CuPy holds.
_KINDS = frozenset("biufc")
#: What CuPy raises for a function, an argument or a dtype that it does not have. What is wrong with the values
#: themselves is raised again by the host.
_LACKS = (AttributeError, TypeError, ValueError, NotImplementedError)
#: What CUDA's libraries raise: a call that failed, a library that is not there. A kernel that does not compile, too.
_FAILURES = (RuntimeError, ImportError, OSError)
#: What is missing, by the name of CUDA's error.
_MISSING = {
    "cudaErrorNoDevice": "a GPU, and there is none",
    "cudaErrorInsufficientDriver": "NVIDIA's driver, and there is none or it is too old",
}


def load() -> Any:
    """The ``cupy`` module, once a GPU answers; raises ``run.backend`` with what is missing."""
    try:
        import cupy  # late: CuPy
    except ModuleNotFoundError as error:
        if error.name not in ("cupy", None):
            raise _unusable(error) from None
        raise HloError(
            "the backend cupy needs the package cupy", code="run.backend", help="pip install 'hlorepl[cupy]'"
        ) from None
    except ImportError as error:
        raise _unusable(error) from None
    try:
        if not cupy.cuda.runtime.getDeviceCount():
            raise HloError(f"the backend cupy needs {_MISSING['cudaErrorNoDevice']}", code="run.backend")
        (cupy.zeros(1) + 1).get()  # a first kernel, so that a missing compiler or library shows here
    except _FAILURES as error:
        raise _unusable(error) from None
    return cupy


def _unusable(error: Exception) -> HloError:
    text = (str(error).strip().splitlines() or [type(error).__name__])[0]
    found = _MISSING.get(text.partition(":")[0])
    message = f"the backend cupy needs {found}" if found else f"the backend cupy cannot be used: {text}"
    return HloError(message, code="run.backend")


class CupyAbilities(Abilities):
    """Kernels run in threads that no order binds, and C's arithmetic is as C says."""

    def atomic(self, name: str, dtype: np.dtype[Any]) -> np.dtype[Any] | None:
        """Extrema of floats are left out: atomic ones lose NaN."""
        if name == "add" and (dtype.kind in "fc" and dtype.itemsize >= 4):
            return dtype
        if name == "multiply" or dtype.kind in "fc":
            return None
        wide = np.dtype(np.uint32 if dtype.kind in "bu" else np.int32)
        if dtype.itemsize <= 4:
            return wide
        return np.dtype(np.uint64) if name == "add" or dtype.kind == "u" else None


class Namespace:
    """CuPy's names, and beside them what it keeps in other modules."""

    abilities = CupyAbilities()

    def __init__(self, xp: Any, special: Any = None):
        self._xp = xp
        if special is not None:
            self.special = special

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._xp, name)
        setattr(self, name, found)
        return found

    @cached_property
    def special(self) -> Any:
        """The special functions, by SciPy's names."""
        from cupyx.scipy import special  # late: CuPy

        return special


class CupyBackend(Backend):
    """Arrays are CuPy's where CuPy can hold them, NumPy's elsewhere. Tests hand in namespaces that stand for CuPy's."""

    name = "cupy"
    is_complete = False

    def __init__(self, xp: Any = None, special: Any = None):
        self.xp = Namespace(load() if xp is None else xp, special)
        self._is_cupy = xp is None
        #: The ops that ran on the host, and how often: for whoever wants to know where the time goes.
        self.on_host: dict[str, int] = {}

    @property
    def array_type(self) -> Any:
        return (self.xp.ndarray, np.ndarray)

    def to_device(self, array: Any) -> Any:
        if isinstance(array, tuple | list):
            return type(array)(self.to_device(part) for part in array)
        if array is None or isinstance(array, self.xp.ndarray) or array.dtype.kind not in _KINDS:
            return array
        return self.xp.asarray(array)

    def to_host(self, array: Any) -> Any:
        if isinstance(array, tuple | list):
            return type(array)(self.to_host(part) for part in array)
        return array.get() if isinstance(array, self.xp.ndarray) else array

    def holds(self, dtypes: Iterable[Any]) -> bool:
        return all(dtype.kind in _KINDS for dtype in dtypes)

    def finish(self) -> None:
        if self._is_cupy:
            self.xp.cuda.get_current_stream().synchronize()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """CuPy's kernels never warn; its solvers are to raise, as NumPy's do, where a matrix has no answer."""
        with np.errstate(all="ignore"):
            if not self._is_cupy:
                yield
                return
            from cupyx import errstate  # late: CuPy

            with errstate(linalg="raise"):
                yield

    @cached_property
    def _failures(self) -> tuple[type[Exception], ...]:
        from cupy.cuda.compiler import CompileException  # late: CuPy

        return (*_FAILURES, CompileException)

    def as_array(self, value: Any) -> Any:
        return self.to_device(np.asarray(value))

    def placed(
        self, name: str, dtypes: Iterable[Any], device: Callable[[], Kernel] | None, host: Callable[[], Kernel]
    ) -> Kernel:
        """The function of ``device`` where CuPy holds all dtypes and has what it needs, else that of ``host``."""
        try:
            function = device() if device is not None and self.holds(dtypes) else None
        except _LACKS:
            function = None

        def run(*arrays: Any) -> Any:
            if function is not None and all(map(self._is_there, arrays)):
                try:
                    return function(*arrays)
                except _LACKS:
                    pass
                except self._failures as error:
                    raise _failed(error, name) from error
            self.on_host[name] = self.on_host.get(name, 0) + 1
            with np.errstate(all="ignore"):
                return self.to_device(_arrays(host()(*[self.to_host(array) for array in arrays])))

        return run

    def _is_there(self, value: Any) -> bool:
        """Whether a value is on the device; tokens are anywhere."""
        if isinstance(value, tuple):
            return all(map(self._is_there, value))
        return value is None or isinstance(value, self.xp.ndarray)


def _failed(error: Exception, name: str) -> Exception:
    """What went wrong on the GPU, as an error of the program."""
    if isinstance(error, RecursionError):
        return error
    return HloError(f"{name} failed on the GPU: {error}", code="run.failed")


def _arrays(out: Any) -> Any:
    """NumPy's scalars as arrays."""
    if isinstance(out, tuple):
        return tuple(_arrays(part) for part in out)
    return np.asarray(out) if isinstance(out, np.generic) else out


BACKEND = CupyBackend
