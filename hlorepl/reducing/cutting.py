"""Whole ops and results are left out: what others read of them has the value that it had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.types import TokenType
from ..ops.purity import has_effect
from .case import Case, Draft, is_constant, reads
from .minimising import minimal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir.core import Op, Value
    from .trying import Trying


def cut_ops(trying: Trying, known: Mapping[Value, Any], literal: bool, focus: Sequence[Op] = ()) -> None:
    """Keep as few ops of the function as possible; those of ``focus`` alone are tried first.

    What was made by the others comes in as an argument with its recorded value; what they read of those that stay is returned.
    """
    case = trying.best
    ops = [op for op in case.ops if not is_constant(op)]

    def make(kept: list[Op]) -> Case | None:
        return outlined(case, kept, known, literal)

    near = [op for op in ops if op in set(focus)]
    if 0 < len(near) < len(ops) and trying.first(iter([near]), make) is not None:
        ops = near
    minimal(ops, lambda lists: trying.first(lists, lambda kept: outlined(case, kept, known, literal)))


def outlined(case: Case, kept: Sequence[Op], known: Mapping[Value, Any], literal: bool) -> Case | None:
    """These ops alone, which return what others read of them, and what the function returned of theirs."""
    chosen, draft = set(kept), Draft(case, known, literal)
    draft.take(op for op in case.ops if op in chosen)
    made = {value for op in kept for value in op.results}
    others = (value for op in case.ops if op not in chosen for value in reads(op))
    wanted = {value for value in (*others, *case.returned) if value in made}
    ordered = [value for op in case.ops for value in op.results if value in wanted]
    return draft.case_of(value for value in ordered if not isinstance(value.type, TokenType))


def cut_results(trying: Trying) -> None:
    """Return as few values as possible, and leave out what no result, and no effect, needs."""
    case = trying.best

    def make(numbers: list[int]) -> Case | None:
        return _returning(case, [case.returned[number] for number in numbers])

    def some(lists: Iterator[list[int]]) -> list[int] | None:
        return trying.first(lists, make)

    if len(set(case.returned)) < len(case.returned):
        trying.shows(_returning(case, list(dict.fromkeys(case.returned))))
        case = trying.best
    minimal(list(range(len(case.returned))), some)


def _returning(case: Case, returned: Sequence[Value]) -> Case | None:
    live = _live(case, returned)
    draft = Draft(case)
    draft.take(op for op in case.ops if op in live)
    return draft.case_of(returned)


def _live(case: Case, returned: Sequence[Value]) -> set[Op]:
    """The ops that some results need, or that do something beside giving results."""
    wanted, found = set(returned), set[Any]()
    for op in reversed(case.ops):
        if not wanted.isdisjoint(op.results) or has_effect(op):
            found.add(op)
            wanted.update(reads(op))
    return found


def return_something(trying: Trying) -> None:
    """Where nothing is returned, return what the last op made, so that a person sees it."""
    case = trying.best
    if case.returned or not case.ops or not case.ops[-1].results:
        return
    trying.shows(_returning(case, case.ops[-1].results[:1]))
