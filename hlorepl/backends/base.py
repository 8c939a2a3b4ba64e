"""What the engine asks of an array library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Kernel = Callable[..., Any]


class Backend:
    """``xp`` is the namespace that ops are handed; arrays move between host and device here only."""

    name: str
    xp: Any
    #: Whether every op runs here. A backend for which this is not so says by ``placed`` what is left to the host.
    is_complete = True

    #: Whether its arrays are NumPy's own: ops may be joined, arrays that nobody holds overwritten.
    is_host = False
    #: Whether its plans notice when something may have become not finite (``engine/guards.py``).
    guards = False

    #: Whether functions run as a whole, compiled by ``compiled``; only ops that stand by themselves run one by one.
    compiles = False

    #: Whether loops and branches that stand by themselves are compiled, too.
    compiles_loops = False

    @property
    def array_type(self) -> Any:
        """What a value may be: a type, or several in a tuple."""
        return self.xp.ndarray

    def as_array(self, value: Any) -> Any:
        """A scalar that an op gave, as the array that it stands for."""
        return self.xp.asarray(value)

    def to_device(self, array: Any) -> Any:
        """An array of this backend with the values of a NumPy array."""
        raise NotImplementedError

    def all_to_device(self, arrays: Iterable[Any]) -> list[Any]:
        """A list of its own of such arrays."""
        return [self.to_device(array) for array in arrays]

    def to_host(self, array: Any) -> Any:
        """A NumPy array with the values of an array of this backend."""
        raise NotImplementedError

    def holds(self, dtypes: Iterable[Any]) -> bool:
        """Whether arrays of all these dtypes are on the device."""
        return True

    def finish(self) -> None:
        """Wait until what was asked for has been computed, so that others may read it where it lies."""

    def look(self, results: Sequence[Any], inputs: Sequence[Any] | None = None) -> None:
        """Where it ``guards``: look whether results of a step hold what none of its inputs held (None: nothing is known of these)."""
        raise NotImplementedError

    def quiet(self) -> Any:
        """A context in which floating-point exceptions give values, not warnings."""
        raise NotImplementedError

    def with_loops(self, wanted: bool = True) -> Backend:
        """The same, that compiles loops and branches that stand by themselves, or does not. Of a backend that ``compiles``."""
        raise NotImplementedError

    def compiled(self, text: str) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """The ``@main`` of an MLIR module as a function of a list of its arrays. Of a backend that ``compiles``."""
        raise NotImplementedError

    def placed(
        self, name: str, dtypes: Iterable[Any], device: Callable[[], Kernel] | None, host: Callable[[], Kernel]
    ) -> Kernel:
        """The function of an op that takes and gives arrays of these dtypes: ``device()`` where that can be, or ``host()``.

        Without ``device`` the op is not to run on one.
        """
        return host() if device is None else device()
