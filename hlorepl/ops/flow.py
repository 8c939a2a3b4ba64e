"""How an op runs its regions one after the other, so that whoever runs it may stop in between.

A ``steps`` rule takes the op's operands, and by name those of its regions and attributes that it wants. It returns
what comes next: ``Enter`` a region with arguments, and what follows once it has returned, or ``Done`` with the op's
results. Nothing is kept anywhere else, so a step can be parked, taken up later, or taken up twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Enter:
    """Run ``region`` on ``args``, then go on with ``then(results)``."""

    __slots__ = ("args", "region", "then")

    def __init__(self, region: Any, args: tuple[Any, ...], then: Callable[[tuple[Any, ...]], Step]):
        self.region = region
        self.args = args
        self.then = then


class Done:
    """The op has these results."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]):
        self.values = values


Step = Enter | Done


def run_steps(step: Step) -> tuple[Any, ...]:
    """Go through all steps without stopping; regions are callables."""
    while type(step) is Enter:
        step = step.then(step.region(*step.args))
    return step.values  # type: ignore[union-attr]
