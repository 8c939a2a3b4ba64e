"""What the engine asks of an array library."""

from __future__ import annotations

from typing import Any


class Backend:
    """``xp`` is the namespace that ops are handed; arrays move between host and device here only."""

    name: str
    xp: Any

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

    def to_host(self, array: Any) -> Any:
        """A NumPy array with the values of an array of this backend."""
        raise NotImplementedError

    def quiet(self) -> Any:
        """A context in which floating-point exceptions give values, not warnings."""
        raise NotImplementedError
