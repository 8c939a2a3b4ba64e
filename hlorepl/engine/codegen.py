"""A plan as straight-line Python: local variables in place of slots, a line or two a step, arrays let go of at their last use.

Shapes and dtypes were compared with the declared ones on the first run, or follow from the types; here only what depends on values is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .code import Code
from .lines import Form
from .names import Named, Scope
from .results import refused
from .source import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from .context import RunContext
    from .counting import Checkpoints, CountedForm
    from .names import Place
    from .observing import Origin
    from .plan import Plan
    from .step import Step


def compile_plan(
    plan: Plan, steps: list[Step], is_part: bool = False
) -> Callable[[list[Any], RunContext], tuple[Any, ...]]:
    """The function of a list of arguments (which it empties) and a context that does what the steps do.

    The only step of a plan that ``is_part`` of another says itself where it failed.
    """
    return _written(plan, steps, Form("<plan>", is_part=is_part))


def compile_resumable(
    plan: Plan, steps: list[Step], is_proven: bool
) -> Callable[[list[Any], RunContext], Generator[Any, Any, tuple[Any, ...]]]:
    """The same as a generator, which gives what it waits for and is sent the answers.

    Until a run has come to its end (``is_proven``) every result is compared with what was declared.
    """
    return _written(plan, steps, Form("<resumable plan>", is_resumable=True, is_proven=is_proven))


def compile_counted(plan: Plan, steps: list[Step], points: Checkpoints) -> CountedForm:
    """The same for a run under a memory limit: it asks at ``points`` for what follows.

    Where that might be too much, it hands over what it holds and leaves the rest to ``points.exactly``.
    """
    return _written(plan, steps, Form("<counted plan>", points=points))


def _written(plan: Plan, steps: list[Step], form: Form) -> Callable[..., Any]:
    points = form.points
    writer = Writer("def run(arguments, context):" if points is None else points.head, form.file)
    code = Code(writer.names, plan.backend, form)
    writer.names["report"] = _Reporter(code.places, writer, form.is_part, code.turns)
    inputs = [Named(0) for _ in range(plan.inputs)]
    for slot, value in enumerate(inputs):
        value.array = f"v{slot}" if points is not None else f"a{slot}"
    names = "".join(f"{value.array}, " for value in inputs)
    if names:
        writer.add(f" {names}= arguments")
    begin = () if points is None else points.begin(writer.names)
    writer.add(" arguments.clear()", *(f" {line.strip()}" for line in begin), " try:")
    scope = Scope(plan, inputs, {*range(plan.inputs)})
    code.steps(scope, steps)
    outputs = "".join(f"{code.array(code.value(scope, slot))}, " for slot in plan.outputs)
    code.line(f"return ({outputs})")
    code.put_into(writer, 2)
    fails = () if points is None else points.fails
    writer.add(
        " except Exception as error:", *(f"  {line.strip()}" for line in fails), "  raise report(error) from None"
    )
    if form.is_resumable:
        writer.add(" yield")  # makes it a generator also where nothing before it waits
    return writer.function("run")


class _Reporter:
    """An exception from inside the generated code as an error of the program; its line says which step it was."""

    __slots__ = ("is_part", "places", "turns", "writer")

    def __init__(self, places: list[Place], writer: Writer, is_part: bool, turns: dict[Step, tuple[str, str, str]]):
        self.places = places
        self.turns = turns
        self.writer = writer
        self.is_part = is_part

    def origin_at(self, line: int) -> Origin:
        """What a line of the code was made from."""
        found = self.places[self.writer.step_at(line)] or next(filter(None, self.places))
        return found[0][0].origin

    def running_at(self, line: int, values: Mapping[str, Any]) -> list[tuple[Origin, int | None, int | None]]:
        """The ops that a line of the code belongs to, the outermost first, each with its turn, and how many of them, where it is a loop."""
        found = self.places[self.writer.step_at(line)] if self.places else ()
        return [(step.origin, *self._turn(step, values)) for step, _ in reversed(found)]

    def _turn(self, step: Step, values: Mapping[str, Any]) -> tuple[int | None, int | None]:
        """In which turn a loop is, and how many there are."""
        name, first, limit = self.turns.get(step, ("", "", ""))
        if name not in values:
            return None, None
        begin = values.get(first, 0)
        end = int(limit) if limit.isdigit() else values.get(limit, self.writer.names.get(limit))
        return values[name] - begin, end - begin if isinstance(end, int) else None

    def __call__(self, error: Exception) -> Exception:
        number, values = self.writer.place_of(error)
        place = self.places[number] if self.places else ()
        if self.is_part:
            place = place[:-1]
        found = error
        for step, operands in place:
            names = [value.any_name for value in operands]
            found = refused(found, step, [values.get(name, self.writer.names.get(name)) for name in names])
        return found
