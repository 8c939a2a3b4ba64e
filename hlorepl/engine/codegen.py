"""A plan as straight-line Python: one local variable a slot, one line a step, deleted at its last use.

Shapes and dtypes were compared with the declared ones on the first run; here only what depends on values is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .in_steps import in_turns
from .results import MINE, conforming, getrefcount, refused, several, single
from .source import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .context import RunContext
    from .counting import Checkpoints, CountedForm
    from .observing import Origin
    from .plan import Plan
    from .step import Step


#: What stands for the number of a step in lines that ask for room.
ASKING = -1


def compile_plan(plan: Plan, steps: list[Step]) -> Callable[[list[Any], RunContext], tuple[Any, ...]]:
    """The function of a list of arguments (which it empties) and a context that does what the steps do."""
    return _written(plan, steps, _Form("<plan>"))


def compile_resumable(
    plan: Plan, steps: list[Step], is_proven: bool
) -> Callable[[list[Any], RunContext], Generator[Any, Any, tuple[Any, ...]]]:
    """The same as a generator, which gives what it waits for and is sent the answers.

    Until a run has come to its end (``is_proven``) every result is compared with what was declared.
    """
    return _written(plan, steps, _Form("<resumable plan>", is_resumable=True, is_proven=is_proven))


def compile_counted(plan: Plan, steps: list[Step], points: Checkpoints) -> CountedForm:
    """The same for a run under a memory limit: it asks at ``points`` for what follows.

    Where that might be too much, it hands over what it holds and leaves the rest to ``points.exactly``.
    """
    return _written(plan, steps, _Form("<counted plan>", points=points))


class _Form(NamedTuple):
    """Which of the forms of a plan is being written."""

    file: str
    is_resumable: bool = False
    is_proven: bool = True
    points: Checkpoints | None = None


def _written(plan: Plan, steps: list[Step], form: _Form) -> Callable[..., Any]:
    points = form.points
    writer = Writer("def run(arguments, context):" if points is None else points.head, form.file)
    writer.names |= {"ref": getrefcount, "mine": MINE, "conforming": conforming, "backend": plan.backend}
    writer.names |= {"cls": plan.backend.array_type, "as_array": plan.backend.as_array}
    writer.names |= {"report": _Reporter(steps, writer), "single": single, "several": several}
    inputs = ", ".join(f"v{k}" for k in range(plan.inputs))
    if inputs:
        writer.add(f"    {inputs}, = arguments")
    writer.add("    arguments.clear()", *(() if points is None else points.begin(writer.names)), "    try:")
    for number, step in enumerate(steps):
        lines = _lines(number, step, writer.names, plan, form)
        if points is None:
            writer.add(*(f"        {line}" for line in lines), step=number)
            continue
        writer.add(*(f"        {line}" for line in points.before(number, writer.names)), step=ASKING)
        writer.add(*(f"        {line}" for line in points.showing(number, lines)), step=number)
        writer.add(*(f"        {line}" for line in points.after(number, writer.names)), step=ASKING)
    outputs = "".join(f"{_variable(slot, plan, writer.names)}, " for slot in plan.outputs)
    writer.add(f"        return ({outputs})", "    except Exception as error:")
    writer.add(*(() if points is None else points.fails), "        raise report(error) from None")
    if form.is_resumable:
        writer.add("    yield")  # makes it a generator also where nothing before it waits
    return writer.function("run")


def _variable(slot: int, plan: Plan, names: dict[str, Any]) -> str:
    if slot in plan.constants:
        names[f"c{slot}"] = plan.template[slot]
        return f"c{slot}"
    return f"v{slot}"


def _lines(number: int, step: Step, names: dict[str, Any], plan: Plan, form: _Form) -> list[str]:
    names[f"f{number}"] = step.function
    given = [_variable(slot, plan, names) for slot in step.ins]
    if form.is_resumable and step.rule is not None and step.waits:
        names[f"f{number}"] = partial(in_turns, step.rule)
        lines = [f"a = [{', '.join(given)}]", *_drop(step.frees)]
        return [*lines, *_store(number, step, f"(yield from f{number}(a, context))", names, form), *_drop(step.unused)]
    if step.hands_over:
        lines = [f"a = [{', '.join(given)}]", *_drop(step.frees)]
        return [*lines, *_store(number, step, f"f{number}(a, context)", names, form), *_drop(step.unused)]
    call = f"f{number}({', '.join(['context', *given] if step.wants_context else given)})"
    if step.owning is not None:
        names[f"g{number}"] = step.owning
        mine = f"v{step.owned_slot}"
        ours = f"ref({mine}) <= mine and {mine}.base is None and {mine}.flags.writeable"
        call = f"g{number}({', '.join(given)}) if {ours} else {call}"
    return [*_store(number, step, call, names, form), *_drop((*step.frees, *step.unused))]


def _drop(slots: tuple[int, ...]) -> list[str]:
    return [f"{' = '.join(f'v{slot}' for slot in slots)} = None"] if slots else []


def _store(number: int, step: Step, call: str, names: dict[str, Any], form: _Form) -> list[str]:
    if not form.is_proven:
        names[f"p{number}"] = step
        if not step.has_several:
            return [f"v{step.outs[0]} = single({call}, p{number}, backend)"]
        targets = "".join(f"v{slot}, " for slot in step.outs)
        return [f"{targets and targets + '= '}several({call}, p{number}, backend)"]
    if step.has_several:
        targets = "".join(f"v{slot}, " for slot in step.outs)
        return [f"{targets}= {call}" if targets else call]
    (slot,) = step.outs
    if step.wrap is not None:
        names[f"w{number}"] = step.wrap
        return [f"r = {call}", f"v{slot} = r if r.__class__ is cls else w{number}(r)"]
    taken = f"r, = {call}" if step.gives_tuple else f"r = {call}"
    if step.is_checked_again:
        names[f"s{number}"], names[f"t{number}"], names[f"p{number}"] = step.shapes[0], step.dtypes[0], step
        return [taken, f"v{slot} = conforming(r, s{number}, t{number}, p{number}, backend)"]
    if step.shapes[0] == () and not step.hands_over:
        is_array = "r.__class__ is cls" if isinstance(names["cls"], type) else "isinstance(r, cls)"
        return [taken, f"v{slot} = r if {is_array} else as_array(r)"]
    return [f"v{slot}, = {call}" if step.gives_tuple else f"v{slot} = {call}"]


class _Reporter:
    """An exception from inside the generated code as an error of the program; its line says which step it was."""

    __slots__ = ("steps", "writer")

    def __init__(self, steps: list[Step], writer: Writer):
        self.steps = steps
        self.writer = writer

    def origin_at(self, line: int) -> Origin:
        """What a line of the code was made from."""
        return self.steps[max(self.writer.step_at(line), 0)].origin

    def __call__(self, error: Exception) -> Exception:
        if not self.steps:
            return error
        number, values = self.writer.place_of(error)
        if number == ASKING:  # said already
            return error
        step = self.steps[number]
        return refused(error, step, [values.get(f"v{slot}", self.writer.names.get(f"c{slot}")) for slot in step.ins])
