"""Attributes that an op can do without are left out; so are those of functions, arguments and the module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.core import Function, Op
from ..ops.registry import of as spec_of
from .case import Draft, is_constant
from .minimising import minimal

if TYPE_CHECKING:
    from .case import Case
    from .trying import Trying

#: What a function has to say.
_OF_FUNCTIONS = frozenset({"sym_name", "function_type"})


def cut_attributes(trying: Trying) -> None:
    """Leave out as many attributes as may be."""
    case = trying.best
    places = _places(case)
    minimal(list(range(len(places))), lambda lists: trying.first(lists, lambda kept: _with(case, places, set(kept))))


def _places(case: Case) -> list[tuple[int, str]]:
    """Every attribute that may be left out: the number of its op and its name; ``arguments`` for all of a function's arguments."""
    found: list[tuple[int, str]] = []
    for number, op in enumerate(case.module.walk()):
        found += [(number, name) for name in sorted(op.attributes) if _may_go(op, name)]
        if isinstance(op, Function):
            if any(op.argument_attributes) or any(op.result_attributes):
                found.append((number, "arguments"))
        elif number and op in case.module.body.ops:
            found.append((number, "itself"))
    return found


def _may_go(op: Op, name: str) -> bool:
    if isinstance(op, Function):
        return name not in _OF_FUNCTIONS
    spec = spec_of(op)
    known = spec.attributes.get(name) if spec is not None else None
    return not is_constant(op) and not (known is not None and known.required)


def _with(case: Case, places: list[tuple[int, str]], kept: set[int]) -> Case | None:
    draft = Draft(case)
    for value in case.entry.arguments:
        draft.need(value)
    draft.take(case.ops)
    found = draft.case_of(case.returned)
    if found is None:
        return None
    ops = list(found.module.walk())
    if len(ops) != len(list(case.module.walk())):
        return None
    for number, (place, name) in enumerate(places):
        if number not in kept:
            _leave_out(found, ops[place], name)
    return found


def _leave_out(case: Case, op: Op, name: str) -> None:
    if name == "itself":
        case.module.body.ops.remove(op)
    elif isinstance(op, Function) and name == "arguments":
        op.argument_attributes = [{} for _ in op.argument_attributes]
        op.result_attributes = [{} for _ in op.result_attributes]
    else:
        op.attributes.pop(name, None)
