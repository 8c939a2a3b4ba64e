"""A frame of the stepper: a plan that is being run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .observing import Frame
from .plan import plans_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from .observing import Origin
    from .plan import Place, Plan
    from .step import Step

    Then = Callable[[tuple[Any, ...]], Any]


class PlanFrame(Frame):
    """A plan that is being run: its values, the next step, and what its results are for."""

    __slots__ = ("aside", "at", "given", "of", "plan", "then", "values")

    def __init__(
        self,
        plan: Plan,
        arguments: list[Any],
        kind: str = "function",
        number: int | None = None,
        then: Then | None = None,
        up: PlanFrame | None = None,
        caller: Origin | None = None,
        given: Sequence[Any] = (),
        aside: int = 0,
    ):
        super().__init__(kind, plan.name, number, up, caller)
        self.plan = plan
        self.values = plan.template.copy()
        self.values[: len(arguments)] = arguments
        self.at = 0
        self.then = then
        #: What the caller was given, and the bytes that it keeps.
        self.given = given
        self.aside = aside
        #: How many turns there are at most, where the caller says so.
        self.of: int | None = None

    @property
    def current(self) -> Step | None:
        """The step that runs, or is the next to run; None where all have run."""
        return self.plan.steps[self.at] if self.at < len(self.plan.steps) else None

    @property
    def here(self) -> Origin | None:
        """The op that runs, or is the next to run; at the end what hands out the results, where that is written."""
        step = self.current
        return self.plan.end if step is None else step.origin

    @property
    def ops(self) -> Sequence[Origin | None]:
        """All ops of the frame, in order; ``at`` is the number of the one that is ``here``."""
        return [*(step.origin for step in self.plan.steps), self.plan.end]

    @property
    def places(self) -> Mapping[str, Place]:
        """Where the values of this frame stand, by name; those that there will be, too."""
        return self.plan.places

    def has(self, place: Place) -> bool:
        """Whether a value is there by now."""
        return place.step < self.at

    def is_captured(self, place: Place) -> bool:
        """Whether a value comes from the frame around."""
        return self.plan.inputs - self.plan.captures <= place.slot < self.plan.inputs

    @property
    def constants(self) -> Iterable[tuple[Origin, Any]]:
        return _constants(self.plan)

    @property
    def constants_within(self) -> Iterable[tuple[Origin, Any]]:
        return [each for plan in plans_of(self.plan) for each in _constants(plan)]


def _constants(plan: Plan) -> list[tuple[Origin, Any]]:
    return [(origin, plan.template[slot]) for slot, origin in plan.constants.items() if origin is not None]
