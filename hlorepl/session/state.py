"""What a session knows at one moment. A state is never changed: each statement makes the next one, undo goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..ir.core import Function, Op, Value


class Bound:
    """A name's value: the IR's, and the array (on the device) that it holds."""

    __slots__ = ("array", "value")

    def __init__(self, value: Value, array: Any):
        self.value = value
        self.array = array


class State:
    """Names, functions, and the ops that made the values, in order."""

    __slots__ = ("functions", "modules", "names", "next_number", "ops", "settings")

    def __init__(self) -> None:
        self.names: dict[str, Bound] = {}
        self.functions: dict[str, Function] = {}
        self.modules: dict[str, Any] = {}
        self.ops: tuple[Op, ...] = ()
        self.next_number = 0
        self.settings: dict[str, Any] = {}

    def copy(self) -> State:
        """A state to go on from."""
        found = State()
        found.names = dict(self.names)
        found.functions = dict(self.functions)
        found.modules = dict(self.modules)
        found.ops = self.ops
        found.next_number = self.next_number
        found.settings = dict(self.settings)
        return found

    def free_number(self) -> str:
        """The next ``%N`` that no value has."""
        while str(self.next_number) in self.names:
            self.next_number += 1
        self.next_number += 1
        return str(self.next_number - 1)
