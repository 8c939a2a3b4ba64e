"""A plan as straight-line Python: one local variable a slot, one line a step, deleted at its last use.

Shapes and dtypes were compared with the declared ones on the first run; here only what depends on values is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import HloError
from .prepared import MINE, conforming, failed, getrefcount, located

if TYPE_CHECKING:
    from collections.abc import Callable

    from .planner import Plan
    from .prepared import Prepared


def compile_plan(plan: Plan, steps: list[Prepared]) -> Callable[[list[Any]], tuple[Any, ...]]:
    """The function of a list of arguments (which it empties) that does what the steps do."""
    names: dict[str, Any] = {"ref": getrefcount, "mine": MINE, "conforming": conforming, "backend": plan.backend}
    names |= {"cls": plan.backend.array_type, "asarray": plan.backend.xp.asarray}
    lines = ["def run(arguments):"]
    inputs = ", ".join(f"v{k}" for k in range(plan.inputs))
    if inputs:
        lines.append(f"    {inputs}, = arguments")
    lines += ["    arguments.clear()", "    try:"]
    places: list[int] = [0] * len(lines)
    for number, step in enumerate(steps):
        lines += _lines(number, step, names, plan)
        places += [number] * (len(lines) - len(places))
    outputs = "".join(f"{_variable(slot, plan, names)}, " for slot in plan.outputs)
    lines.append(f"        return ({outputs})")
    lines.append("    except Exception as error:")
    lines.append("        raise report(error) from None")
    names["report"] = _Reporter(steps, places)
    exec(compile("\n".join(lines), "<plan>", "exec"), names)  # noqa: S102 - our own text, names only
    return names["run"]


def _variable(slot: int, plan: Plan, names: dict[str, Any]) -> str:
    if plan.template[slot] is not None:
        names[f"c{slot}"] = plan.template[slot]
        return f"c{slot}"
    return f"v{slot}"


def _lines(number: int, step: Prepared, names: dict[str, Any], plan: Plan) -> list[str]:
    pad = "        "
    names[f"f{number}"] = step.function
    given = [_variable(slot, plan, names) for slot in step.ins]
    call = f"f{number}({', '.join(given)})"
    lines = []
    if step.listed:
        lines.append(f"{pad}a = [{', '.join(given)}]")
        if step.frees:
            lines.append(f"{pad}{' = '.join(f'v{slot}' for slot in step.frees)} = None")
        call = f"f{number}(a)"
    elif step.owning is not None:
        names[f"g{number}"] = step.owning
        mine = f"v{step.owned_slot}"
        ours = f"ref({mine}) <= mine and {mine}.base is None and {mine}.flags.writeable"
        call = f"g{number}({', '.join(given)}) if {ours} else {call}"
    lines += [f"{pad}{line}" for line in _store(number, step, call, names)]
    dead = [slot for slot in (*step.frees, *step.unused) if not (step.listed and slot in step.frees)]
    if dead:
        lines.append(f"{pad}{' = '.join(f'v{slot}' for slot in dead)} = None")
    return lines


def _store(number: int, step: Prepared, call: str, names: dict[str, Any]) -> list[str]:
    if step.several or step.listed:
        targets = "".join(f"v{slot}, " for slot in step.outs)
        return [f"{targets}= {call}" if targets else call]
    (slot,) = step.outs
    shape, dtype = step.shapes[0], step.dtypes[0]
    if shape == () and dtype is not None and not step.bound.spec.regions and not step.bound.spec.callees:
        unpacked = f"r, = {call}" if step.gives_tuple else f"r = {call}"
        return [unpacked, f"v{slot} = r if r.__class__ is cls else asarray(r)"]
    if shape is None or dtype is None or step.bound.spec.regions or step.bound.spec.callees:
        names[f"s{number}"], names[f"t{number}"], names[f"p{number}"] = shape, dtype, step
        unpacked = f"r, = {call}" if step.gives_tuple else f"r = {call}"
        return [unpacked, f"v{slot} = conforming(r, s{number}, t{number}, p{number}, backend)"]
    return [f"v{slot}, = {call}" if step.gives_tuple else f"v{slot} = {call}"]


class _Reporter:
    """An exception from inside the generated code as an error of the program; its line says which step it was."""

    __slots__ = ("places", "steps")

    def __init__(self, steps: list[Prepared], places: list[int]):
        self.steps = steps
        self.places = places

    def __call__(self, error: Exception) -> Exception:
        line = error.__traceback__.tb_lineno if error.__traceback__ is not None else 1
        if not self.steps:
            return error
        step = self.steps[self.places[min(line - 1, len(self.places) - 1)]]
        if isinstance(error, HloError):
            return located(error, step)
        if isinstance(error, RecursionError):
            return HloError("calls are nested too deep", step.op.span, "limit.depth")
        return failed(error, step)
