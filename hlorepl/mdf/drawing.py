"""Random numbers of a run: a function that draws, and what it gets from its stream.

Each place of a model that draws has a stream of its own, so what it gets depends on no other place. Most functions are made of
standard numbers, which are read in blocks: that changes none of them, and lets the members of a sweep draw together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .values import elements, sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

BLOCK = 256
"""Numbers that are read at once."""


SINGLE = (float, int)
"""What a number of a model is, unless it is an array."""


class NotTogether(Exception):
    """The members of a sweep cannot draw this together."""


def _unknown(*_args: Any, **_keywords: Any) -> None:
    """Nothing is known."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A function that draws. ``begin`` gives what a run calls, from the generator of its stream.

    ``begin_together`` does so for the members of a sweep, from their generators and the rank that values have beside the
    axis of the members. ``keywords`` are the arguments that may be given by name; ``size`` gives how many numbers a call
    makes, where its arguments say so.
    """

    name: str
    begin: Callable[[Generator], Callable[..., Any]]
    begin_together: Callable[[Sequence[Generator], int], Callable[..., Any]] | None = None
    keywords: frozenset[str] = frozenset()
    size: Callable[..., int | None] = _unknown


class Source:
    """A function that draws, in one run.

    What it gave is kept until the run of its node has ended: one that is begun again gets the same once more.
    """

    __slots__ = ("_again", "_draw", "given", "size")

    def __init__(self, draw: Callable[..., Any], size: Callable[..., int | None] = _unknown):
        self._draw = draw
        self.size = size
        self._again: list[Any] = []
        #: What the run of the node has got by now. Generated code empties it, so it is always the same list.
        self.given: list[Any] = []

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        value = self._again.pop() if self._again else self._draw(*args, **keywords)
        self.given.append(value)
        return value

    def begin(self) -> None:
        """A run of the node begins, perhaps after another that came to no end."""
        self._again = self.given[::-1]
        self.given.clear()

    def end(self) -> None:
        """The run of the node has ended."""
        self._again = []
        self.given.clear()

    @property
    def left(self) -> tuple[float, ...]:
        """The numbers that have been read and are waiting."""
        numbers = self._numbers
        return () if numbers is None else tuple(numbers.left)

    def go_on(self, left: tuple[float, ...]) -> None:
        """Go on with these; the generator of the stream has gone back by itself."""
        self.end()
        if self._numbers is not None:
            self._numbers.left[:] = left

    @property
    def _numbers(self) -> Numbers | None:
        first = self._draw.args[:1] if isinstance(self._draw, partial) else ()
        return next((each for each in first if isinstance(each, Numbers)), None)


class Numbers:
    """Standard numbers in the order in which a generator gives them."""

    __slots__ = ("_fill", "left")

    def __init__(self, fill: Callable[[int], np.ndarray]):
        self._fill = fill
        #: Those that have been read, the next one last.
        self.left: list[float] = []

    def one(self) -> float:
        if not self.left:
            self.left = self._fill(BLOCK).tolist()[::-1]
        return self.left.pop()

    def like(self, size: Any, *args: Any) -> Any:
        """One number; as many as ``size`` says; or one for each element of the arguments together."""
        if size is None:
            for value in args:
                if value.__class__ not in SINGLE and np.ndim(value):
                    size = np.broadcast_shapes(*map(np.shape, args))
                    break
            else:
                return self.one()
        shape = sizes_of(size)
        count = elements(shape)
        if count <= len(self.left):
            found = np.array([self.left.pop() for _ in range(count)])
        else:
            found = np.concatenate([self.left[::-1], self._fill(count - len(self.left))])
            self.left = []
        return found.reshape(shape)


class NumbersTogether:
    """The same for the members of a sweep: arrays with an axis of the members in front, and ``rank`` axes for each."""

    __slots__ = ("_at", "_block", "_fills", "_rank")

    def __init__(self, fills: list[Callable[[int], np.ndarray]], rank: int):
        self._fills = fills
        self._rank = rank
        self._block = np.empty((len(fills), 0))
        self._at = 0

    def like(self, size: Any, *args: Any) -> np.ndarray:
        if size is not None:
            if not isinstance(size, int | float | list | tuple):
                raise NotTogether
            shape = sizes_of(size)
        else:
            shape = np.broadcast_shapes(*map(np.shape, args))
            shape = shape[1:] if len(shape) > self._rank else shape
        if len(shape) > self._rank:
            raise NotTogether
        found = self._next(elements(shape))
        return found.reshape(len(self._fills), *[1] * (self._rank - len(shape)), *shape)

    def _next(self, count: int) -> np.ndarray:
        """The next numbers of each member."""
        if self._at + count > self._block.shape[1]:
            left = self._block[:, self._at :]
            more = max(count - left.shape[1], min(BLOCK, 1 + 4_000_000 // len(self._fills)))
            self._block = np.concatenate([left, np.stack([fill(more) for fill in self._fills])], axis=1)
            self._at = 0
        found = self._block[:, self._at : self._at + count]
        self._at += count
        return found
