"""A program against itself in f64: what its roundings come to, and which ops make it worse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ..analysis.difference import Difference
from ..engine.program import Program
from ..engine.run import run
from .report import At, Comparison, Parting, ValueDifference
from .retyped import narrowed
from .shadow import Shadow, digits
from .tolerance import is_float, part_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..ir.core import Function, Module
    from .compare import Options
    from .shadow import Line

#: How many lines are told.
WORST = 10


def compare_precision(module: Module, function: Function, arguments: Sequence[Any], options: Options) -> Comparison:
    """Run the program as it is with its shadow beside it; raises ``HloError`` where it fails.

    Without a tolerance of the caller's a result is wrong where less than half of the digits of its type are right.
    """
    shadow = Shadow()
    context = options.context()
    context.observers = (*context.observers, shadow)
    plan = Program(module, function, grid=(1, 1), checked=True).plan
    lefts = run(plan, [*arguments], context)
    found = Comparison("f64")
    names = options.names or [f"%{value.name}" for value in function.body.returned]
    for name, of, left in zip(names, function.type.results, lefts, strict=True):
        if isinstance(left, np.ndarray):
            found.results.append(_result(name, str(of), left, shadow, options))
    lines = [*shadow.lines.values()]
    worst = sorted((line for line in lines if line.damage > 0), key=lambda line: -line.damage)
    chosen = worst if options.wants_all else worst[:WORST]
    found.precision = [line.json for line in chosen]
    found.texts = [*(f"  {line.text}" for line in chosen), *(f"  {flip.text}" for flip in shadow.flips.values())]
    found.flips = [flip.json for flip in shadow.flips.values()]
    found.notes = _notes(shadow, lines)
    if any(result.is_wrong for result in found.results):
        found.first = _first(lines, options, function)
    return found


def _result(name: str, of: str, left: Any, shadow: Shadow, options: Options) -> ValueDifference:
    right = narrowed(shadow.of(left), left.dtype) if is_float(left.dtype) else left
    if options.tolerance.is_given:
        is_wrong = not options.tolerance.allows(left, right)
    else:
        is_wrong = is_float(left.dtype) and shadow.error_of(left) > limit(left.dtype)
    found = ValueDifference.of(name, of, Difference(left, right), is_wrong)
    if is_float(left.dtype):
        found.digits = round(digits(shadow.error_of(left)), 2)
    return found


def limit(dtype: Any) -> float:
    """The relative error at which half of the digits of a type are lost."""
    return float(ml_dtypes.finfo(part_dtype(dtype)).eps) ** 0.5


def _first(lines: Sequence[Line], options: Options, function: Function) -> Parting | None:
    """The first op, in the order in which they ran, behind which the error is beyond the limit."""
    for line in lines:
        bound = options.tolerance.rtol if options.tolerance.rtol is not None else _limit_of(line.type)
        if line.total > bound:
            place = line.place
            difference = ValueDifference(place.name, line.type, 1, max_rel=line.total, is_wrong=True)
            turn = place.turn[-1] if place.turn else None
            frames = [At(function.symbol, None, turn)]
            names = [place.name]
            return Parting(
                "growth", [place.op or ""], names, function.symbol, place.span, place.location, frames, [], difference
            )
    return None


def _limit_of(type_: str) -> float:
    for name, bound in (("bf16", 0.0884), ("f16", 0.03125), ("f8", 0.5), ("f64", 1.5e-8)):
        if name in type_:
            return bound
    return 3.45e-4


def _notes(shadow: Shadow, lines: Sequence[Line]) -> list[str]:
    notes = [f"{name} was not followed in f64: {why}" for name, why in shadow.not_followed.items()]
    if shadow.wide_already:
        notes.append("ops that are in f64 already were left as they are")
    if not lines:
        notes.append("there is nothing to round")
    return notes
