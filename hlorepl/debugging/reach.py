"""What a run may come to: the ops of its plan, of the regions and functions that these run, and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..engine.observing import Origin
    from ..engine.plan import Plan
    from ..engine.step import Step


def origins_in(plan: Plan) -> Iterator[Origin]:
    """The ops of a plan, and what hands out its results."""
    yield from (step.origin for step in plan.steps)
    if plan.end is not None:
        yield plan.end


class Reach:
    """Answers whether an op can be run as a whole: nothing that it runs is of interest."""

    def __init__(self, is_of_interest: Callable[[Plan], bool]):
        self._asked = is_of_interest
        self._known: dict[int, tuple[Plan, bool]] = {}

    def is_inside(self, step: Step) -> bool:
        """Whether something that an op runs is of interest."""
        return step.rule is not None and any(self._is_in(region.plan) for region in step.regions)

    def _is_in(self, plan: Plan) -> bool:
        known = self._known.get(id(plan))
        if known is None:
            found = self._asked(plan) or any(map(self.is_inside, plan.steps))
            known = self._known[id(plan)] = (plan, found)
        return known[1]


def values_in(plan: Plan) -> Iterator[str]:
    """The names of all values of a plan."""
    names: Any = plan.places
    yield from names
