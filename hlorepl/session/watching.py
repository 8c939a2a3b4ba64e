"""Runs of the session that are watched: what ``:nan``, ``:trace``, ``:profile``, ``:time`` and ``:values`` run, and how."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.planner import Planner
from ..engine.process import places
from ..engine.program import entries
from ..ir.attributes import SymbolAttr
from ..ir.core import Module, Op
from ..ir.text import symbol_text
from ..syntax.attributes import read_symbol
from ..wording import did_you_mean
from .calling import arguments_given
from .contexts import context_of
from .kept_arrays import arrays_of
from .loading import first_word, functions_in
from .made_not_finite import unnamed_before
from .opened import free_in
from .per_process import arrays_of as of_processes
from .stoppable import FunctionRun, OpsRun
from .watchable import Comes, WatchedPlan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..errors import HloError
    from ..ops.requests import Place
    from ..tables import Table
    from .commands.registry import Context
    from .session import Session
    from .watchable import Watchable


def watch(
    context: Context,
    what: Watchable,
    make: Callable[[Place | None], Any],
    tables: Callable[[Any], list[Table]] = lambda _: [],
) -> dict[Place, Any]:
    """Run it with an observer for each process of the grid, which is told of what comes in; also where the run fails, they have seen it.

    ``make`` makes an observer for a process, None where there is only one. What is found is said in the end, with the ``tables``
    that an observer has.
    """
    is_alone = what.grid == (1, 1)
    made = {place: make(None if is_alone else place) for place in places(what.grid)}
    for number, observer in enumerate(made.values()):
        for name, value, span in what.comes_in:
            arrays = of_processes(value)
            array = arrays[number % len(arrays)]
            observer.comes_in(name, array, span)
    try:
        what.run(context, lambda place: (made[place],))
    finally:
        _say(context, made, tables)
    return made


def _say(context: Context, made: dict[Place, Any], tables: Callable[[Any], list[Table]]) -> None:
    for (r, p), observer in made.items():
        text = observer.text
        head = f"process ({r}, {p})\n" if len(made) > 1 else ""
        if text:
            drawn = tables(observer)
            if drawn and head:
                drawn[0] = drawn[0]._replace(title=head.strip())
            context.say(f"{head}{text}", "code", tables=drawn)


# What is run


def watchable(context: Context, words: str) -> Watchable:
    """What ``@f(%a)``, ``%v``, a file or a loaded model stands for; without words the session's function, or else its model."""
    session = context.session
    if not words:
        return _meant(context)
    if words.startswith("@"):
        symbol, given = read_symbol(words, context.statement.span)
        return function_run(context, symbol, given.strip())
    if words.startswith("%"):
        return _statement(context, words)
    kind = _MODEL.match(words)
    if kind is not None and kind[0] in session.models:
        return session.models[kind[0]].to_watch(context, words[kind.end() :].strip())
    word, rest = first_word(context, words)
    kind, found = functions_in(context, Path(word).expanduser())
    if kind in session.models and found is None:
        return session.models[kind].to_watch(context, rest)
    if not found:
        raise context.fail(f"{word} holds no function that could be run", "run.not_steppable")
    return function_run(context, found[0], rest)


def meant(session: Session) -> str:
    """What is run where nothing is named: the session's function, or else its model; as it is written in a command."""
    module = Module()
    module.body.ops = [*session.state.functions.values()]
    found = entries(module)
    return symbol_text(found[0].symbol) if found else next(iter(session.models), "")


def _meant(context: Context) -> Watchable:
    session = context.session
    module = Module(span=context.statement.span)
    module.body.ops = [*session.state.functions.values()]
    found = entries(module)
    if found:
        return function_run(context, SymbolAttr(found[0].symbol), "")
    for model in session.models.values():
        return model.to_watch(context, "")
    tip = ":load FILE loads one; :help debugging says what can be watched"
    raise context.fail("there is no function and no model to run", "run.entry", tip)


def function_run(context: Context, symbol: SymbolAttr, words: str) -> WatchedPlan:
    """A function of the session on its arguments as they are written."""
    session = context.session
    given = arguments_given(session, symbol, words, context.statement.span, context_of(session, anew=True))
    function = given.function
    comes = [
        Comes(f"%{value.name}", array, value.span)
        for value, array in zip(function.arguments, given.arrays, strict=True)
    ]
    again = FunctionRun(symbol_text(function.symbol), session.backend, function, given.arrays)
    return WatchedPlan(
        lambda backend: Planner(backend).function(function).plan, given.arrays, comes, again, session.grid
    )


def _statement(context: Context, words: str) -> Watchable:
    """The op that made a value of the session, on what it was given."""
    session = context.session
    name, bound = session.state.find(words.rstrip(","), context.statement.span)
    op = bound.value.owner
    if not isinstance(op, Op) or op.name == "stablehlo.constant":
        raise context.fail(f"%{name} was made by no op that could run again", "run.not_steppable")
    ops = unnamed_before(session, op)
    inputs = free_in(ops)
    arrays = arrays_of(session, inputs)
    comes = [Comes(f"%{value.name}", array) for value, array in zip(inputs, arrays, strict=True)]
    again = OpsRun(session.backend, ops, inputs, op.results, arrays)
    return WatchedPlan(
        lambda backend: Planner(backend).plan_ops(ops, inputs, op.results), arrays, comes, again, session.grid
    )


#: A loaded model, with or without a call's parentheses behind it.
_MODEL = re.compile(r"\w+(?=[\s(]|$)")
_OP = re.compile(r"[A-Za-z_][\w.]*$")


def split_op(context: Context, words: str) -> tuple[str, str]:
    """What is to be run, and the op of which the steps are meant (``@f(%a) dot_general``); nothing where all are."""
    head, _, last = words.rpartition(" ")
    head = head.rstrip()
    if not head or not _OP.match(last) or last in context.session or head.endswith((",", "(")):
        return words, ""
    return head, last


def op_error(context: Context, word: str, known: Iterable[str]) -> HloError:
    """The error of an op that did not run."""
    names = sorted(set(known))
    return context.fail(
        f"no {word} ran", "name.unknown", *(did_you_mean(word, names) or [f"there ran {', '.join(names)}"])
    )
