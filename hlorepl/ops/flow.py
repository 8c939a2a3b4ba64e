"""How an op runs its regions one after the other, so that whoever runs it may stop in between.

A ``steps`` rule takes the op's operands, and by name those of its regions and attributes that it wants. It returns
what comes next: ``Enter`` a region with arguments, and what follows once it has returned, ``Wait`` for other processes, or ``Done``
with the op's results. Nothing is kept anywhere else, so a step can be parked, taken up later, or taken up twice.

That is what the op means, and all that a new op has to say. Two more rules make it quicker:

- ``fast`` takes the op (``ir.core.Op``) and by name what it wants of regions and attributes, and gives a function
  ``(arguments, context) -> results``, or None. ``arguments`` is a list of the operands and then of what the regions
  capture; the function empties it, so that what only the list held may be overwritten. ``region.run(arguments, context)``
  takes such a list in its turn.
- ``vectorise`` takes ``Lanes`` (see ``engine/vectorised.py``), whole arrays in place of rank-0 operands, and by name what it wants;
  it gives a tuple of arrays. Where there is no such rule, a body with the op in it is run for one place after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

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

    class Lanes(Protocol):
        """What a ``vectorise`` rule is given (``engine.vectorised.Lanes``)."""

        xp: Any
        active: Any

        def run(self, region: Any, arrays: tuple[Any, ...], active: Any = None) -> tuple[Any, ...]:
            """Run a region for all places, or for the ``active`` ones only."""
            ...


class Enter:
    """Run ``region`` on ``args``, then go on with ``then(results)``.

    For whoever watches, ``kind`` says what it is (``function``, ``branch``, ``condition``, ``turn``, else ``region``), and ``number`` which
    branch, or which turn of the loop. ``aside`` is how many bytes the op holds meanwhile that no region gets to see.
    """

    __slots__ = ("args", "aside", "kind", "number", "region", "then")

    def __init__(
        self,
        region: Any,
        args: tuple[Any, ...],
        then: Callable[[tuple[Any, ...]], Step],
        kind: str = "region",
        number: int | None = None,
        aside: int = 0,
    ):
        self.region = region
        self.args = args
        self.then = then
        self.kind = kind
        self.number = number
        self.aside = aside


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
