"""Where the generated form of a plan asks for room when memory is limited: before arrays are made, and seldom.

What a run holds is never more than ``context.most``, to which all is added that is made. A checkpoint adds what the steps up to
the next one will make, and compares once. Sizes that no type tells are those of an operand (one of as many elements), or
what the step's ``measure`` says. Only where the sum is beyond the limit what is held is counted exactly, step by step.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from ..memory import bytes_in, held_by

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from .context import RunContext
    from .plan import Plan
    from .step import Step

    #: Goes on from a step with the values of some slots: exactly counted. True: first count what the step before it has made.
    Exactly = Callable[[int, tuple[int, ...], list[Any], RunContext, bool], tuple[Any, ...]]

    class CountedForm(Protocol):
        """The generated form of a plan, which is told what to add at each checkpoint."""

        def __call__(self, arguments: list[Any], context: RunContext, needs: tuple[int, ...]) -> tuple[Any, ...]: ...


class Told:
    """The bytes of what each step makes, None where only its run tells; and the form of the plan that goes with that."""

    __slots__ = ("form", "needs", "sizes", "unknown")

    def __init__(self, sizes: tuple[int | None, ...]):
        self.sizes = sizes
        self.unknown = frozenset(number for number, size in enumerate(sizes) if size is None)
        self.form: CountedForm | None = None
        self.needs: tuple[int, ...] = ()


class _Checkpoint:
    """Before a step: what it and those after it will make, up to the next checkpoint."""

    def __init__(self, alive: set[int], measured: bool):
        self.alive = tuple(sorted(alive))
        self.is_measured = measured
        self.steps: list[int] = []
        #: Of a slot the bytes that are made for each of its elements.
        self.by_element: dict[int, int] = {}


class Checkpoints:
    """Those of one plan."""

    def __init__(self, plan: Plan, steps: Sequence[Step], told: Told, exactly: Exactly):
        self.plan = plan
        self.steps = steps
        self.exactly = exactly
        self._at: dict[int, _Checkpoint] = {}
        #: After each step: the slots that hold something.
        self._after: list[set[int]] = []
        self._place(told.sizes)
        self._asks = any(step.asks for step in steps)
        self._first = bytes_in([plan.template])

    def _place(self, told: Sequence[int | None]) -> None:
        alive = set(range(self.plan.inputs))
        point: _Checkpoint | None = None
        elements: dict[int, int] = {}
        for number, (step, size) in enumerate(zip(self.steps, told, strict=True)):
            source = step.ins[step.alike] if size is None and step.alike is not None else None
            is_measured = size is None and source is None
            if point is None or is_measured or (source is not None and source not in elements):
                point = self._at[number] = _Checkpoint(alive, is_measured)
                elements = {slot: slot for slot in alive | self.plan.constants.keys()}
            point.steps.append(number)
            if source is not None:
                base = elements[step.outs[0]] = elements[source]
                point.by_element[base] = point.by_element.get(base, 0) + step.dtypes[0].itemsize
            alive = (alive - {*step.frees}) | {*step.outs}
            alive -= {*step.unused}
            self._after.append(alive)
            if step.asks:  # it may count what is held: nothing is promised beyond it
                point = None

    def needs(self, told: Told) -> tuple[int, ...]:
        """What is to be added at each checkpoint, where this is told."""
        sums = [sum(told.sizes[number] or 0 for number in point.steps) for point in self._at.values()]
        return (sums[0] + self._first, *sums[1:]) if sums else ()

    # Text

    head = "def run(arguments, context, needs):"

    @property
    def fails(self) -> Sequence[str]:
        """What is done when a step fails."""
        return ("        del frames[depth:]",) if self._asks else ()

    def begin(self, names: dict[str, Any]) -> list[str]:
        """What is done first."""
        names |= {"exactly": self.exactly, "held_by": held_by, "TEMPLATE": self.plan.template}
        lines = ["    limit = context.limit"]
        return [*lines, "    frames = context.frames", "    depth = len(frames)"] if self._asks else lines

    def before(self, number: int, names: dict[str, Any]) -> list[str]:
        """The lines that come before those of a step."""
        point = self._at.get(number)
        return [] if point is None else self._asking(number, point, names)

    def after(self, number: int, names: dict[str, Any]) -> list[str]:
        """The lines that come after them."""
        point = self._at.get(number)
        return self._made(number, names) if point is not None and point.is_measured else []

    def _asking(self, number: int, point: _Checkpoint, names: dict[str, Any]) -> list[str]:
        place = list(self._at).index(number)
        parts = ["context.most", f"needs[{place}]"]
        lines: list[str] = []
        if point.is_measured:
            names[f"q{number}"] = self.steps[number].measure
            given = "".join(f"{self._name(slot, names)}, " for slot in self.steps[number].ins)
            lines.append(f"w = q{number}(({given}))" if self.steps[number].measure else "w = None")
            parts.append("(w or 0)")
        parts += [f"{self._name(slot, names)}.size * {size}" for slot, size in point.by_element.items()]
        held = "".join(f", v{slot}" for slot in point.alive)
        return [
            *lines,
            f"m = {' + '.join(parts)}",
            "if m > limit:",
            "    m -= context.most",
            f"    if not context.has_room(m, [*TEMPLATE{held}]):",
            *(f"        {line}" for line in self._leaving(number, point.alive, False, names)),
            "    m += context.most",
            "context.most = m",
        ]

    def _leaving(self, number: int, alive: tuple[int, ...], made: bool, names: dict[str, Any]) -> list[str]:
        """Hand over all that is held, to go on by exact counting."""
        values = ", ".join(f"v{slot}" for slot in alive)
        cleared = [f"{' = '.join(f'v{slot}' for slot in alive)} = None"] if alive else []
        names[f"alive{number}_{made:d}"] = alive
        return [f"a = [{values}]", *cleared, f"return exactly({number}, alive{number}_{made:d}, a, context, {made})"]

    def showing(self, number: int, lines: list[str], function: str) -> list[str]:
        """The lines of a step, which calls this ``function``: while it runs, it may count what is held, and sees what this plan holds."""
        if not self.steps[number].asks:
            return lines
        alive = self._alive_while(number)
        shown = f"frames += TEMPLATE, [{', '.join(f'v{slot}' for slot in alive)}]"
        call = next(place for place, line in enumerate(lines) if f"{function}(" in line)
        return [*lines[:call], shown, lines[call], "del frames[depth:]", *lines[call + 1 :]]

    def _alive_while(self, number: int) -> list[int]:
        step = self.steps[number]
        before = self._after[number - 1] if number else {*range(self.plan.inputs)}
        return sorted(before - {*step.frees} if step.hands_over else before)

    def _made(self, number: int, names: dict[str, Any]) -> list[str]:
        """After a step whose results were not told, or only in part."""
        step = self.steps[number]
        held = " + ".join(f"held_by(v{slot})" for slot in step.outs if slot not in step.unused) or "0"
        alive = tuple(sorted(self._after[number]))
        return [
            *(() if step.tells_least else ("if w is None:",)),
            f"{'' if step.tells_least else '    '}context.most += {held} - (w or 0)",
            "if context.most > limit:",
            *(f"    {line}" for line in self._leaving(number + 1, alive, True, names)),
        ]

    def _name(self, slot: int, names: dict[str, Any]) -> str:
        if slot in self.plan.constants:
            names[f"c{slot}"] = self.plan.template[slot]
            return f"c{slot}"
        return f"v{slot}"


def told_by_types(step: Step) -> int | None:
    """The bytes of what a step makes, None where only a run tells."""
    if step.view == "always":
        return 0
    if step.measure is not None:
        return None
    known = zip(step.shapes, step.dtypes, strict=True)
    return sum(prod(shape) * of.itemsize for shape, of in known if shape is not None and of is not None)
