"""The ops of a statement: checked, planned, run, and their results bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.guards import guarded
from ..engine.planner import Planner
from ..engine.region_functions import free_values
from ..engine.run import run
from ..ir.core import Block, Region
from ..verifier.linking import called
from ..verifier.structure import check_alone
from .contexts import context_of
from .failures import remembered
from .per_process import run_on_grid
from .stoppable import OpsRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..backends.base import Backend
    from ..engine.context import RunContext
    from ..ir.core import Op, Value
    from .session import Session, Shown
    from .statements import Statement


def compute(session: Session, statement: Statement) -> list[Shown]:
    """Run a statement's ops on the values that its names have."""
    check(session, statement.ops)
    session.name_results(statement)
    arrays = run_ops(session, statement.ops, statement.results, context_of(session))
    return session.bind_results(statement, arrays)


def check(session: Session, ops: Sequence[Op]) -> None:
    """Raise what is wrong with ops, or with the functions that they call, by what the session knows now."""
    for op in ops:
        for problem in check_alone(op, session.state.symbols):
            raise problem
    callees = [callee for op in ops for callee in called(op)]
    if callees:
        session.check_calls(callees)


def run_ops(
    session: Session, ops: list[Op], results: list[Value], context: RunContext, known: dict[int, Any] | None = None
) -> list[Any]:
    """The arrays of some results; ``known`` has those of values that have no names, by their ids."""
    block = Block()
    block.ops = ops
    inputs = free_values([Region([block])])
    made = {id(value) for op in ops for value in op.results}
    inputs += [value for value in dict.fromkeys(results) if id(value) not in made and value not in inputs]
    plan = Planner(_backend(session, context)).plan_ops(ops, inputs, results)
    plan.is_run_once = True
    found = known or {}
    arrays = [found[id(value)] if id(value) in found else array_of(session, value) for value in inputs]
    if session.grid == (1, 1):
        with remembered(session, OpsRun(session.backend, ops, inputs, results, arrays), context):
            made = run(plan, arrays, context)
    else:
        made = run_on_grid(plan, arrays, context, session)
    context.check_results(made, ops[-1].span if ops else None)
    return [*made]


def _backend(session: Session, context: RunContext) -> Backend:
    """What ops are planned for: where all observers mind only what is not finite, plans that notice it."""
    observers = context.observers
    if not observers or session.grid != (1, 1) or not all(observer.minds_infinite_alone for observer in observers):
        return session.backend
    return guarded(session.backend)


def array_of(session: Session, value: Value) -> Any:
    """The array of a value that has a name; its own is the likeliest."""
    names = session.state.names
    bound = names.get(value.name)
    if bound is None or bound.value is not value:
        bound = next(each for each in names.values() if each.value is value)
    return bound.array
