"""XLA: whole functions, compiled once and kept. The only file that knows jaxlib's calls, which move between versions.

Values are NumPy's between functions; an op by itself runs as on the backend ``numpy``. XLA may end the process that it
runs in: ``Child`` is XLA in a process of its own, for whoever gives it programs of which nobody knows what it makes of them.
This file is what that process runs.
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from copy import copy
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..errors import HloError
from .numpy import NumpyBackend

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


#: The versions of jax whose calls these are: from the first on, below the second.
VERSIONS = ((0, 10), (0, 11))
_HOW = f"pip install 'hlorepl[jax]' (jax {'.'.join(map(str, VERSIONS[0]))})"


class Unusable(Exception):
    """There is no jax, or not the right one."""


class Refused(Exception):
    """XLA did not take a program, or failed at it; its message."""


class Xla:
    """XLA in this process: ``compiled(text)`` is a function of a list of NumPy arrays."""

    def __init__(self) -> None:
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        try:
            import jax  # late: JAX
            from jax.extend import backend  # late: JAX
            from jaxlib import xla_client  # late: jaxlib
        except ImportError as error:
            raise Unusable("the backend xla needs the package jax") from error
        found = tuple(int(part) for part in re.findall(r"\d+", jax.__version__)[:2])
        if not VERSIONS[0] <= found < VERSIONS[1]:
            raise Unusable(f"the backend xla does not know jax {jax.__version__}")
        self._jax: Any = jax
        self._client: Any = xla_client
        self.backend: Any = backend.get_backend()
        self._devices: Any = tuple(self.backend.local_devices()[:1])

    @property
    def platform(self) -> str:
        """``cpu``, ``cuda`` and so on."""
        return self.backend.platform

    def compiled(
        self, text: str, disabled: Sequence[str] = (), settings: Sequence[tuple[str, str]] = ()
    ) -> Callable[[Sequence[Any]], list[Any]]:
        """The ``@main`` of an MLIR module, compiled without the HLO passes that are named; raises ``Refused``.

        ``settings`` are XLA's own, by name.
        """
        options = self._client.CompileOptions()
        options.num_replicas = options.num_partitions = 1
        options.device_assignment = self._client.DeviceAssignment.create(np.array([[self._devices[0].id]]))
        if disabled:
            options.executable_build_options.debug_options.xla_disable_hlo_passes = ",".join(disabled)
        options.env_option_overrides = [*settings]
        if "@lapack_" in text:
            from jaxlib import lapack  # late: jaxlib

            lapack.prepare_lapack_call("potrf", np.dtype(np.float32))  # what it calls is there from then on
        try:
            made = self.backend.compile_and_load(text, self._client.DeviceList(self._devices), options)
        except Exception as error:
            raise Refused(_first_lines(error)) from error
        return lambda arrays: self._run(made, arrays)

    def passes(self, text: str) -> list[str]:
        """The names of the HLO passes that change a module while it is compiled, in order; raises ``Refused``."""
        with tempfile.TemporaryDirectory() as folder:
            self.compiled(text, (), [("xla_dump_to", folder), ("xla_dump_hlo_pass_re", ".*")])
            files = sorted(file.name for file in Path(folder).glob("module_*.after_*.before_*.txt"))
        found = [name for file in files for name in re.findall(r"\.(?:after|before)_([\w-]+)(?=\.)", file)]
        return [name for name in dict.fromkeys(found) if not name.startswith("pipeline-")]

    def _run(self, made: Any, arrays: Sequence[Any]) -> list[Any]:
        try:
            with self._jax.enable_x64(True):  # else what is of 64 bits comes in as 32
                given = self._jax.device_put([_plain(array) for array in arrays], self._devices[0])
                shards = made.execute_sharded(given).disassemble_into_single_device_arrays()
                return [np.asarray(shard[0]) for shard in shards]
        except Exception as error:
            raise Refused(_first_lines(error)) from error


def _plain(array: Any) -> Any:
    """An array that lies in order: what JAX is given otherwise it may read with other strides."""
    return np.ascontiguousarray(array).reshape(array.shape)


def _first_lines(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "; ".join(lines[:2])[:500] or type(error).__name__


# --- in this process -----------------------------------------------------------------------------------------------


#: How many programs are kept.
_KEPT = 256


class XlaBackend(NumpyBackend):
    """Functions are compiled whole; ops by themselves are NumPy's."""

    name = "xla"
    compiles = True

    def __init__(self) -> None:
        try:
            self._xla = Xla()
        except Unusable as error:
            raise HloError(str(error), code="run.backend", help=_HOW) from None
        #: What was compiled last, by its text: each statement of a session plans its functions anew.
        self._kept = lru_cache(maxsize=_KEPT)(self._xla.compiled)

    def with_loops(self, wanted: bool = True) -> XlaBackend:
        """The same backend, that compiles loops and branches by themselves, or does not."""
        found = copy(self)
        found.compiles_loops = wanted
        return found

    def compiled(self, text: str) -> Callable[[Sequence[Any]], list[Any]]:
        """The ``@main`` of a module as a function of a list of arrays; raises ``run.xla``, also when it is called."""
        try:
            made = self._kept(text)
        except Refused as error:
            raise _refused(error) from None

        def call(arrays: Sequence[Any]) -> list[Any]:
            try:
                return made(arrays)
            except Refused as error:
                raise _refused(error) from None

        return call


BACKEND = XlaBackend


def _refused(error: Refused) -> HloError:
    return HloError(f"XLA does not take this: {error}", code="run.xla")


# --- in a process of its own ---------------------------------------------------------------------------------------


class Died(Exception):
    """The process of XLA has ended; ``how`` is the signal's name, or its exit status."""

    def __init__(self, how: str):
        super().__init__(f"XLA ended its process ({how})")
        self.how = how


class Child:
    """XLA in another process, begun when it is first asked, and anew after it has died. Close it in the end.

    A program is known by its text: it is compiled when it is first called.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._known: dict[tuple[str, tuple[str, ...]], int] = {}
        self._lock = Lock()
        self.platform = ""

    def call(self, text: str, calls: Sequence[Sequence[Any]], disabled: Sequence[str] = ()) -> list[list[Any]]:
        """The results of the module's ``@main`` for each list of arrays; raises ``Refused``, ``Died``, ``Unusable``."""
        with self._lock:
            self._begin()
            key = (text, tuple(disabled))
            number = self._known.setdefault(key, len(self._known))
            return self._asked(("call", number, text, tuple(disabled), [[*arrays] for arrays in calls]))

    def passes(self, text: str) -> list[str]:
        """The HLO passes that change a module while it is compiled; raises as ``call`` does."""
        with self._lock:
            self._begin()
            return self._asked(("passes", text))

    def compile(self, text: str, disabled: Sequence[str] = ()) -> None:
        """Have a program compiled."""
        self.call(text, [], disabled)

    def start(self) -> None:
        """Begin the process, if it does not run; raises ``Unusable``."""
        with self._lock:
            self._begin()

    def _begin(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        command = [sys.executable, "-m", __name__]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
        self._process = subprocess.Popen(  # noqa: S603 - this very file
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,  # an interrupt is for whoever asked, who then closes this
        )
        self.platform = self._asked(("platform",))

    def _asked(self, question: Any) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump(question, self._process.stdin, protocol=5)
            self._process.stdin.flush()
            kind, answer = pickle.load(self._process.stdout)  # noqa: S301 - of our own process
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise Died(self._how()) from None
        except BaseException:  # an answer that comes later would be taken for that of another question
            self.close()
            raise
        if kind == "ok":
            return answer
        raise (Unusable if kind == "unusable" else Refused)(answer)

    def _how(self) -> str:
        assert self._process is not None
        status = self._process.wait()
        self.close()
        with suppress(ValueError):
            return signal.Signals(-status).name
        return f"exit status {status}"

    def close(self) -> None:
        """End the process."""
        self._known.clear()
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _serve() -> None:
    """Answer on standard output what is asked on standard input; whatever prints there prints to nobody."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    xla: Any = None
    made: dict[int, Any] = {}
    while True:
        try:
            question = pickle.load(questions)  # noqa: S301 - of the process that began this one
        except EOFError:
            return
        try:
            xla = xla or Xla()
            answer: Any = ("ok", _answer(xla, made, *question))
        except Unusable as error:
            answer = ("unusable", str(error))
        except Refused as error:
            answer = ("refused", str(error))
        pickle.dump(answer, answers, protocol=5)
        answers.flush()


def _answer(xla: Xla, made: dict[int, Any], what: str, *given: Any) -> Any:
    if what == "platform":
        return xla.platform
    if what == "passes":
        return xla.passes(*given)
    number, text, disabled, calls = given
    if number not in made:
        made[number] = xla.compiled(text, disabled)
    return [made[number](arrays) for arrays in calls]


if __name__ == "__main__":
    _serve()
