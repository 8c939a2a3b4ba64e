"""How an op runs its regions one after the other, so that whoever runs it may stop in between.

A ``steps`` rule takes the op's operands, and by name those of its regions and attributes that it wants. It returns
what comes next: ``Enter`` a region with arguments, and what follows once it has returned, ``Wait`` for other processes, or ``Done``
with the op's results. Nothing is kept anywhere else, so a step can be parked, taken up later, or taken up twice.

That is what the op means, and all that a new op has to say. More rules make it quicker:

- ``fast`` takes the op (``ir.core.Op``) and by name what it wants of regions and attributes, and gives a function
  ``(arguments, context) -> results``, or None. ``arguments`` is a list of the operands and then of what the regions
  capture; the function empties it, so that what only the list held may be overwritten. ``region.run(arguments, context)``
  takes such a list in its turn. It may ask for ``whole``, which gives such a function again: the op as its ``inline`` rule writes it,
  and for ``part``, which gives the same with ``rounds`` (see ``Rounds``) for that rule. A loop that can do some turns alone is ``Turning``.
- ``inline`` takes ``Code`` (see ``engine/code.py``), the op's operands as they are called in the code around it, the op itself as ``op``
  and by name what it wants of regions and attributes; it writes Python and gives what its results are called.
- ``vectorise`` takes ``Lanes`` (see ``engine/vectorised.py``), whole arrays in place of rank-0 operands, and by name what it wants;
  it gives a tuple of arrays. Where there is no such rule, a body with the op in it is run for one place after the other.
- ``sight`` takes ``inside``, the operands' types, which are static, and the op's regions and functions in order, and gives the types of
  the results. ``inside(region, types)`` gives those of a region's results for arguments of these types. It raises ``Unforeseen`` where
  only a run shows them. Without such a rule a run under a memory limit counts step by step where types are dynamic.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Protocol

    from ..ir.types import Type

    #: What a ``sight`` rule asks: the types of a region's results for arguments of these types.
    Inside = Callable[[Any, Sequence[Type]], list[Type]]
    #: What a ``fast`` rule gives.
    Run = Callable[[list[Any], Any], tuple[Any, ...]]

    class Request(Protocol):
        """What a process may ask of the others (``requests.py``)."""

        def alone(self, process: Any) -> Any:
            """The answer where there are no others."""
            ...

        def sent(self, place: tuple[int, int]) -> tuple[int, int]:
            """How many messages, and bytes, the process at a place sends to others for it."""
            ...

    class Code(Protocol):
        """What an ``inline`` rule may do: write lines, and have regions written. Values are known by what they are called."""

        #: What the op's regions capture.
        captured: Sequence[Any]

        def number(self, value: Any) -> str:
            """A value of rank 0 as a number of Python: text that may stand in any expression."""
            ...

        def line(self, text: str) -> None:
            """A line of its own."""
            ...

        def turn(self) -> str:
            """The name of the number of a turn of the loop that is being written."""
            ...

        def known(self, value: Any) -> str:
            """The name of something that the code refers to."""
            ...

        def block(self, head: str, follows: bool = False) -> AbstractContextManager[None]:
            """What is written meanwhile stands below this line; ``follows``: which goes on with the statement before it."""
            ...

        def run(self, region: Any, arguments: Sequence[Any], keeps: bool = False) -> list[Any]:
            """Have a region or a function written here; with ``keeps`` somebody needs the arguments afterwards."""
            ...

        def carried(self, values: Sequence[Any], kept: Sequence[bool]) -> list[Any]:
            """What goes from round to round of a loop, under names of its own but for those values that are ``kept``."""
            ...

        def counting(self, value: Any, limit: str) -> AbstractContextManager[None]:
            """What is written meanwhile is done for a carried value that counts up, by one each time, as long as it is below a number."""
            ...

        def rebind(self, state: Sequence[Any], values: Sequence[Any]) -> None:
            """What is carried is this from now on."""
            ...

        def chosen(self) -> list[Any]:
            """Names for the op's results, for branches to be bound to."""
            ...

        def bind(self, names: Sequence[Any], values: Sequence[Any]) -> None:
            """These are the results of a branch."""
            ...

    class Lanes(Protocol):
        """What a ``vectorise`` rule is given (``engine.vectorised.Lanes``)."""

        xp: Any
        active: Any

        def run(self, region: Any, arrays: tuple[Any, ...], active: Any = None) -> tuple[Any, ...]:
            """Run a region for all places, or for the ``active`` ones only."""
            ...


class Unforeseen(Exception):
    """Only a run shows how much something will take."""


class Enter:
    """Run ``region`` on ``args``, then go on with ``then(results)``.

    For whoever watches, ``kind`` says what it is (``function``, ``branch``, ``condition``, ``turn``, else ``region``), and
    ``number`` which branch, or which turn of the loop; ``of`` how many turns there are at most, where that is known. ``aside`` is how
    many bytes the op holds meanwhile that no region gets to see. ``later`` is what comes next where a loop has done so many turns, with
    the state that it has then.
    """

    __slots__ = ("args", "aside", "kind", "later", "number", "of", "region", "then")

    def __init__(
        self,
        region: Any,
        args: tuple[Any, ...],
        then: Callable[[tuple[Any, ...]], Step],
        kind: str = "region",
        number: int | None = None,
        aside: int = 0,
        later: Callable[[int, tuple[Any, ...]], Step] | None = None,
        of: int | None = None,
    ):
        self.region = region
        self.args = args
        self.then = then
        self.kind = kind
        self.number = number
        self.aside = aside
        self.of = of
        self.later = later


class Rounds:
    """So many turns of a loop, for code that goes over them; ``all_came`` where the loop has not ended before."""

    __slots__ = ("all_came", "limit")

    def __init__(self, limit: int = 0):
        self.limit = limit
        self.all_came = False

    def __call__(self) -> Iterator[int]:
        self.all_came = False
        return chain(range(self.limit), self._end())

    def _end(self) -> Iterator[int]:
        self.all_came = True
        return
        yield


class Turning:
    """What a ``fast`` rule of a loop gives, if it can stop after some turns."""

    __slots__ = ()

    def rounds(self, arguments: Sequence[Any]) -> int | None:
        """How many turns it makes of these operands and captured values, where that is known."""
        raise NotImplementedError

    def first(self, arguments: list[Any], context: Any, turns: int) -> tuple[Any, ...] | None:
        """The state after so many turns, which the list's operands begin; None where the loop has ended before. Empties the list."""
        raise NotImplementedError


class Wait:
    """Ask the other processes of the grid for something, then go on with ``then(answer)``.

    ``request.alone(process)`` is the answer where there are no others. Only ops declared with ``waits`` may give this.
    """

    __slots__ = ("request", "then")

    def __init__(self, request: Request, then: Callable[[Any], Step]):
        self.request = request
        self.then = then


class Done:
    """The op has these results."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]):
        self.values = values


Step = Enter | Wait | Done


def run_steps(step: Step) -> tuple[Any, ...]:
    """Go through all steps without stopping; regions are callables."""
    while isinstance(step, Enter):
        step = step.then(step.region(*step.args))
    assert isinstance(step, Done), "an op that waits is run by its rule"
    return step.values
