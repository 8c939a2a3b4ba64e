"""What a session knows at one moment. A state is never changed: each statement makes the next one, undo goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.contents import FileContents

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

    __slots__ = ("contents", "functions", "modules", "names", "next_number", "ops", "replaced")

    def __init__(self) -> None:
        self.names: dict[str, Bound] = {}
        self.functions: dict[str, Function] = {}
        self.modules: dict[str, Any] = {}
        self.ops: tuple[Op, ...] = ()
        #: Functions that others of the same name replaced, each with the number of ops that had run by then.
        self.replaced: tuple[tuple[int, Function], ...] = ()
        self.next_number = 0
        #: Aliases, resources and comments: those of the last entry that had any, and in its outer ones of all before it.
        self.contents = FileContents()

    def copy(self) -> State:
        """A state to go on from."""
        found = State()
        found.names = dict(self.names)
        found.functions = dict(self.functions)
        found.modules = dict(self.modules)
        found.ops = self.ops
        found.replaced = self.replaced
        found.next_number = self.next_number
        found.contents = self.contents
        return found

    def define(self, function: Function) -> None:
        """Know a function by its name, in place of one that may have had it."""
        old = self.functions.get(function.symbol)
        if old is not None:
            self.replaced = (*self.replaced, (len(self.ops), old))
        self.functions[function.symbol] = function

    def function_at(self, name: str, time: int) -> Function | None:
        """The function that had a name when the op of index ``time`` ran."""
        for until, function in self.replaced:
            if function.symbol == name and until > time:
                return function
        return self.functions.get(name)

    def free_number(self) -> str:
        """The next ``%N`` that no value has."""
        while str(self.next_number) in self.names:
            self.next_number += 1
        self.next_number += 1
        return str(self.next_number - 1)
