"""The memory of variables of written code that nobody reads any more, taken for the results of NumPy's functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .letting_go import VARIABLE, place_behind

if TYPE_CHECKING:
    from collections.abc import Sequence

    Line = tuple[str, int]
    #: A dtype, and the shape in a block.
    Kind = tuple[Any, tuple[int, ...]]


class Memory:
    """Which lines of a block make arrays of their own, and which ones read arrays without keeping hold of their memory."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[str, Kind]] = {}
        self._plain: set[int] = set()
        #: How many results were put into the memory of operands.
        self.count = 0

    def makes(self, line: int, name: str, kind: Kind) -> None:
        """A line calls a function of NumPy's, which could put the result into an array of the same kind."""
        self._made[line] = name, kind

    def shows_nothing(self, line: int, count: int = 1) -> None:
        """Nothing that these lines make is a view of what they read."""
        self._plain.update(range(line, line + count))

    def reused(self, lines: Sequence[Line]) -> list[Line]:
        """The same lines; each of those calls puts its result into an operand of its kind that is read there for the last time."""
        kinds = dict(self._made.values())
        first = {name: number for number, (name, _) in self._made.items()}
        read: dict[str, list[int]] = {name: [] for name in kinds}
        for number, (text, _) in enumerate(lines):
            for name in VARIABLE.findall(text):
                if name in read:
                    read[name].append(number)
        result = list(lines)
        for number, (made, kind) in self._made.items():
            text, step = lines[number]
            for name in VARIABLE.findall(text.partition(" = ")[2]):
                if name == made or kinds.get(name) != kind or not self._plain.issuperset(read[name]):
                    continue
                if place_behind(lines, first[name], read[name][-1]) == number:
                    result[number] = f"{text[:-1]}, out={name})", step
                    self.count += 1
                    break
        return result
