"""``:debug``: a run of the session's that is stopped at its first op, or at the one that failed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..debugging.telling import stop_text
from ..engine.context import Draws
from ..ir.core import Op
from ..ir.text import symbol_text
from ..syntax.attributes import read_symbol
from .calling import arguments_given
from .contexts import context_of
from .kept_arrays import arrays_of
from .loading import first_word, functions_in
from .opened import free_in
from .per_process import PerProcess, process_behind
from .stoppable import FunctionRun, OpsRun
from .turns import address_of

if TYPE_CHECKING:
    from ..debugging.debugger import Debugger
    from ..ir.attributes import SymbolAttr
    from ..ops.requests import Place
    from .commands.registry import Context
    from .failures import FailedRun
    from .session import Session
    from .stoppable import Stoppable
    from .turns import Address


#: Turns of a loop that are told of before they run again.
_MANY = 200_000


def debug(context: Context, words: str) -> None:
    """Open a debugger on what the words name; without words, at the op that failed last."""
    session = context.session
    words, place = process_behind(context, words)
    if place is not None and session.grid != (1, 1):
        _in_process(context, words, place)
        return
    if session.grid != (1, 1):
        message = f"the debugger runs one process, and the grid is {session.grid[0]} x {session.grid[1]}"
        differing = [f"%{name}" for name, bound in session.state.names.items() if isinstance(bound.array, PerProcess)]
        first = (
            f"bind {', '.join(differing)}, which differ from process to process, to other values, then "
            if differing
            else ""
        )
        tips = [
            f"{first}:grid 1 1 makes it one",
            ":debug @f(%a, …)@(1,0) debugs one of them: the others answer as they did",
        ]
        raise context.fail(message, "run.not_steppable", *tips)
    if not words:
        _post_mortem(context)
        return
    address = address_of(words) if words.startswith("%") else None
    run = what_runs(context, words if address is None else f"%{address.name}")
    debugger = run.debugger(session, Draws(session.draws.seed))
    if address is not None:
        _to_turn(context, debugger, address)
    open_debugger(session, debugger)
    context.say(stop_text(_opened(session)))


def _in_process(context: Context, words: str, place: Place) -> None:
    """Open a debugger on a function in one process of the grid."""
    from .one_process import ProcessRun  # late: on demand

    session = context.session
    if not words.startswith("@"):
        raise context.fail("of a grid one process of a function can be debugged", "run.not_steppable")
    symbol, rest = read_symbol(words, context.statement.span)
    given = arguments_given(session, symbol, rest.strip(), context.statement.span, context_of(session, anew=True))
    title = symbol_text(given.function.symbol)
    run = ProcessRun(title, session.backend, given.function, given.arrays, place, session.grid)
    open_debugger(session, run.debugger(session, Draws(session.draws.seed)))
    context.say(stop_text(_opened(session)))


def _to_turn(context: Context, debugger: Debugger, address: Address) -> None:
    """To the beginning of a turn of the loop that is debugged."""
    turn, *inner = address.turns
    if inner or address.cell is not None:
        tip = f":debug %{address.name}@turn={turn}, then :until the inner loop, and :break PLACE if turn == N"
        raise context.fail("the debugger opens in a turn of one loop", "command.usage", tip)
    with debugger.echo.silenced():
        if not debugger.enter_for(turn, None, "turn"):
            raise context.fail(f"%{address.name} was made by no loop that comes to turn {turn}", "run.turn")


def open_debugger(session: Session, debugger: Debugger) -> None:
    """Let this be the session's debugger, in place of the one that may be open."""
    session.debugger = debugger


def _opened(session: Session) -> Debugger:
    assert session.debugger is not None
    return session.debugger


def what_runs(context: Context, words: str) -> Stoppable:
    """What ``@f(%a)``, ``%v``, a file or a loaded model stands for, ready to be run."""
    session = context.session
    if words.startswith("@"):
        symbol, given = read_symbol(words, context.statement.span)
        return _function(context, symbol, given.strip())
    if words.startswith("%"):
        return _statement(context, words)
    word, rest = first_word(context, words)
    if word in session.models:
        return session.models[word].to_debug(context, rest)
    kind, found = functions_in(context, Path(word).expanduser())
    if kind in session.models and found is None:
        return session.models[kind].to_debug(context, rest)
    if not found:
        raise context.fail(f"{word} holds no function that could be debugged", "run.not_steppable")
    return _function(context, found[0], rest)


def _function(context: Context, symbol: SymbolAttr, words: str) -> Stoppable:
    session = context.session
    within = context_of(session, anew=True)
    given = arguments_given(session, symbol, words, context.statement.span, within)
    return FunctionRun(symbol_text(given.function.symbol), session.backend, given.function, given.arrays)


def _statement(context: Context, words: str) -> Stoppable:
    """The op that made a value of the session, on what it was given."""
    session = context.session
    name, bound = session.state.find(words.rstrip(","), context.statement.span)
    op = bound.value.owner
    if not isinstance(op, Op) or op.name == "stablehlo.constant":
        raise context.fail(f"%{name} was made by no op that could be debugged", "run.not_steppable")
    inputs = free_in([op])
    arrays = arrays_of(session, inputs)
    return OpsRun(session.backend, [op], inputs, op.results, arrays)


def _post_mortem(context: Context) -> None:
    session, failure = context.session, context.session.failure
    if failure is None and session.debugger is not None:
        context.say(stop_text(session.debugger))
        return
    if failure is None:
        tip = ":debug @f(%a, …) debugs a function, :debug FILE a program or a model"
        raise context.fail("no run has failed", "run.debugger", tip)
    debugger = failure.run.debugger(session, failure.context.draws.copy(failure.world.draws))
    failure.world.channels_back(session.process)
    turns = max((running.number or 0 for running in failure.path), default=0)
    if turns >= _MANY:
        context.say(f"running again up to turn {turns:,}; Ctrl-C gives up")
    with debugger.echo.silenced():
        _go_to(debugger, failure)
    open_debugger(session, debugger)
    context.say(stop_text(debugger))


def _go_to(debugger: Debugger, failure: FailedRun) -> None:
    if failure.error is not None:
        debugger.to_failure()
        return
    path = failure.ops
    for running, inner in zip(path, [*path[1:], None], strict=False):
        assert running.origin is not None
        debugger.to_op(running.origin)
        is_at_end = inner is None and running.number is None
        if is_at_end or not debugger.enter_for(running.number, None if inner is None else inner.origin):
            return
