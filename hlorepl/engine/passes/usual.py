"""Which of two a choice takes for ordinary numbers: of a maximum that is asked whether it is finite, the maximum.

Found by trying it on a few, so it does not matter how the question is put.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...ops.meanings import Cast, Choice
from .draft import Draft, is_movable, meaning
from .rowwise import is_light, is_plain

if TYPE_CHECKING:
    from ..step import Step

#: The question is put in no more steps than this below each other.
_DEEPEST = 4
_ORDINARY = (-1e4, -2.5, -1.0, 0.0, 0.25, 1.0, 3.0, 1e4)


class Usual:
    """Asks it of the steps of a plan."""

    def __init__(self, draft: Draft):
        self.draft = draft
        self.makers = draft.makers()

    def choice(self, step: Step) -> int:
        """Which operand (1 or 2) a step takes wherever that is an ordinary float; 0 where it is no such choice."""
        if not isinstance(meaning(step), Choice) or step.dtypes[0].kind != "f" or step.dtypes[0].itemsize < 4:
            return 0
        for place in (1, 2):
            number = np.array(_ORDINARY, step.dtypes[0])
            found = self._tried(step.ins[0], step.ins[place], number, 0)
            if found is not None and found.shape == number.shape and (found if place == 1 else ~found).all():
                return place
        return 0

    def _tried(self, slot: int, asked: int, number: Any, depth: int) -> Any:
        """A slot, where what is asked about is these numbers; None where it depends on more."""
        if slot == asked:
            return number
        step = self.makers.get(slot)
        if step is None:
            value = self.draft.template[slot] if slot in self.draft.constants else None
            value = None if value is None or isinstance(value, tuple) or not value.size else value
            return None if value is None or (value != value.flat[0]).any() else value.reshape(-1)[:1]
        if depth == _DEEPEST or not is_plain(step) or not is_movable(step):
            return None
        given = [self._tried(each, asked, number, depth + 1) for each in step.ins]
        if any(each is None for each in given) or not given:
            return None
        if is_light(step) and len(given) == 1:
            return given[0]
        if not step.elementwise or isinstance(meaning(step), Cast):
            return None
        with np.errstate(all="ignore"):
            return step.function(*[np.broadcast_to(each, number.shape) for each in given])
