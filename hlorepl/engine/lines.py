"""Lines of Python in the making: blocks of them, and values that stand in them as arrays, as numbers, or otherwise.

Conversions stand where the value is made, not in the loop; lines that only give a name to a value are left out where nobody reads it.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..ir.types import TensorType
from ..kernels.numbers import is_single, literal
from .names import Block, Named
from .results import MINE, conforming, getrefcount, several, single

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from .counting import Checkpoints
    from .names import Place
    from .source import Writer
    from .step import Step

_NAME = re.compile(r"\b[a-z]\d+\b")
#: What makes a number of what may be a scalar of NumPy, by the kind of its dtype.
_NUMBER_OF = {"b": "bool", "i": "int", "u": "int", "f": "float"}
#: Up to so many elements a copy costs less than a view.
_SMALL = 4096


class Form(NamedTuple):
    """Which of the forms of a plan is being written."""

    file: str
    #: A generator, which gives what it has to wait for.
    is_resumable: bool = False
    #: Results need not be compared with what was declared.
    is_proven: bool = True
    #: The only step is not to be spoken of where something goes wrong inside of it.
    is_part: bool = False
    #: Where it asks for room. Values are called by their slots then.
    points: Checkpoints | None = None


class Lines:
    """The body of a function in the making."""

    def __init__(self, names: dict[str, Any], backend: Any, form: Form):
        self.names = names
        self.backend = backend
        self.form = form
        self.inlines = form.is_proven and backend.is_host and form.points is None
        self.places: list[Place] = []
        #: For the steps of loops, the names of the numbers of their turns, of what they began with, and of where they end.
        self.turns: dict[Step, tuple[str, str, str]] = {}
        #: What the regions of the op that is being written capture.
        self.captured: Sequence[Named] = ()
        self._place: Place = ()
        self._blocks = [Block("")]
        self._fresh = 0
        self._globals: dict[int, str] = {}
        self._plans: set[int] = set()
        self._steps: int = 0
        #: Values that the next region that is given them may let go of.
        self._handed: set[Named] = set()
        #: Lines that do nothing but give a name to a value: they are left out where nobody reads it.
        self._asides: dict[str, list[tuple[str, int]]] = {}
        self._unread: set[int] = set()
        self._counters: set[Named] = set()
        #: The names of arrays that go from round to round: in a round they may become those of other values.
        self._carried: dict[Named, str] = {}
        names |= {"ref": getrefcount, "mine": MINE, "conforming": conforming, "backend": backend, "array_of": np.array}
        names |= {"cls": backend.array_type, "as_array": backend.as_array, "single": single, "several": several}
        names |= {"finite": np.isfinite, "look": backend.look} if backend.guards else {}

    # Lines and names

    @property
    def depth(self) -> int:
        return len(self._blocks) - 1

    def line(self, text: str) -> None:
        self._blocks[-1].items.append((text, self._here()))

    def _here(self) -> int:
        if not self.places or self.places[-1] is not self._place:
            self.places.append(self._place)
        return len(self.places) - 1

    @contextmanager
    def block(self, head: str, follows: bool = False) -> Generator[None]:
        block = Block(head, follows)
        self._blocks[-1].items.append(block)
        self._blocks.append(block)
        try:
            yield
        finally:
            self._blocks.pop()

    def put_into(self, writer: Writer, indent: int) -> None:
        """Hand all lines over but those that nobody needs."""
        self._leave_out_unread()
        self._put(writer, self._blocks[0], indent)

    def _leave_out_unread(self) -> None:
        read = Counter(_NAME.findall("\n".join(self._texts(self._blocks[0]))))
        for name, lines in reversed(self._asides.items()):
            own = [other for line, _ in lines for other in _NAME.findall(line)]
            if read[name] == own.count(name):
                read.subtract(own)
                self._unread.update(map(id, lines))

    def _texts(self, block: Block) -> Iterator[str]:
        for item in block.items:
            if isinstance(item, Block):
                yield item.head
                yield from self._texts(item)
            else:
                yield item[0]

    def _put(self, writer: Writer, block: Block, indent: int) -> None:
        if all(id(item) in self._unread for item in block.items):
            writer.add(f"{' ' * indent}pass")
        for item in block.items:
            if isinstance(item, Block):
                writer.add(" " * indent + item.head)
                self._put(writer, item, indent + 1)
            elif id(item) not in self._unread:
                writer.add(" " * indent + item[0], step=item[1])

    def fresh(self, letter: str) -> str:
        self._fresh += 1
        return f"{letter}{self._fresh}"

    def turn(self, limit: str = "") -> str:
        """The name of the number of a turn of the loop that is being written, for whoever asks where it was interrupted.

        ``limit`` is the name of how many turns there are, where one has it.
        """
        name = self.fresh("t")
        self.turns[self._place[0][0]] = name, "", limit
        return name

    def known(self, value: Any) -> str:
        """The name of something that the code refers to."""
        found = self._globals.get(id(value))
        if found is None:
            found = self._globals[id(value)] = f"k{len(self._globals)}"
            self.names[found] = value
        return found

    def _define(self, value: Named, letter: str, text: str) -> str:
        """A name more for a value, in the block in which it was made."""
        name, depth = self.fresh(letter), value.depth
        line = (f"{name} = {text}", self._here())
        self._asides[name] = [line]
        if depth == self.depth:
            self._blocks[-1].items.append(line)
        else:
            self._blocks[depth].add_before_last(line)
        return name

    # Values in one form or other

    def array(self, value: Named) -> str:
        if not value.array:
            if value.raw:
                value.array = self._define(value, "v", self._as_array(value.raw))
            elif value.thin:
                assert value.shape is not None
                widen = self.known(_widener(self.backend.xp, value.shape))
                value.array = self._define(value, "v", f"{widen}({value.thin})")
            elif is_single(value.dtype):
                value.array = self._define(value, "v", f"as_array({value.number})")
            else:
                value.array = self._define(value, "v", f"array_of({value.number}, {self.known(value.dtype)})")
        return value.array

    def _as_array(self, name: str) -> str:
        is_array = f"{name}.__class__ is cls" if isinstance(self.names["cls"], type) else f"isinstance({name}, cls)"
        return f"{name} if {is_array} else as_array({name})"

    def number(self, value: Named) -> str:
        if not value.number:
            if is_single(value.dtype):
                text = f"{value.raw or self.array(value)}[()]"
            elif value.raw and value.dtype is not None:
                text = f"{_NUMBER_OF[value.dtype.kind]}({value.raw})"
            else:
                text = f"{self.array(value)}.item()"
            value.number = self._define(value, "n", text)
        return value.number

    def _constant(self, array: Any) -> Named:
        value = Named(0)
        value.fixed = True
        value.array = self.known(array)
        known: Any = array
        if isinstance(known, np.ndarray):
            value.shape, value.dtype = array.shape, array.dtype
            if value.is_number:
                number: Any = array[()] if is_single(value.dtype) else array.item()
                value.number = literal(number) or self.known(number)
        return value

    def drop(self, values: Sequence[Named]) -> None:
        """Let go of values that nobody reads any more."""
        names = [*dict.fromkeys(name for value in values for name in value.arrays)]
        if names:
            self.line(f"{' = '.join(names)} = None")


def give_types(values: Sequence[Named], types: Sequence[Any]) -> None:
    """Say of values whose types nobody has said what they are."""
    for value, of in zip(values, types, strict=False):
        if value.dtype is None and isinstance(of, TensorType) and of.is_static:
            value.shape, value.dtype = of.sizes, of.dtype


@cache
def _widener(xp: Any, shape: tuple[int, ...]) -> Callable[[Any], Any]:
    """What repeats a thin array to a shape."""

    def copy(array: Any) -> Any:
        made = xp.empty(shape, array.dtype)
        made[...] = array
        return made

    return copy if prod(shape) <= _SMALL else lambda array: xp.broadcast_to(array, shape)
