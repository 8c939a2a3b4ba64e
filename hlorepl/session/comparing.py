"""``:compare``: a function of the session, on the session's values, on another engine."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..ir.excerpts import excerpt
from .contexts import context_of

if TYPE_CHECKING:
    from ..comparing.compare import Options
    from ..ir.core import Op, Value
    from .commands.registry import Context
    from .result import Shown
    from .session import Session

#: What stands before the call, the call itself, and the options behind it.
_PARTS = re.compile(r"(?P<before>[^@]*)(?P<call>@.*?)(?P<after>(?:(?<=\))\s+\w+\s*)?(?:\s--\w.*)?)", re.DOTALL)
#: Words that take no value, and what they are in the options.
_FLAGS = {"--all": "wants_all", "--passes": "passes"}
_NUMBERS = ("--ulp", "--rtol", "--atol")
_STAGES = ("ops", "windows", "both")


def compare_call(context: Context, words: str) -> None:
    """Compare the call that the words name, as the words beside it say."""
    from ..comparing.against import compare_with  # late: NumPy
    from ..engine.arguments import given  # late: NumPy
    from ..syntax.attributes import read_symbol  # late: NumPy
    from .calling import arguments_given  # late: NumPy

    session = context.session
    against, options, call = _asked(context, words)
    symbol, rest = read_symbol(call, context.statement.span)
    within = context_of(session, anew=True)
    found = arguments_given(session, symbol, rest.strip(), context.statement.span, within)
    options = replace(options, context=partial(context_of, session, anew=True))
    module = excerpt(found.function, found.function.symbol)
    function = module.functions[found.function.symbol]
    comparison = compare_with(module, function, given(function, found.arrays), against, options)
    context.say(comparison.text, "code")


def digits_of(context: Context, shown: Shown) -> None:
    """Say how many digits of a value are right, and which of the session's ops that led to it lost most."""
    from ..comparing.precision import WORST  # late: NumPy
    from ..comparing.shadow import Shadow, digits  # late: NumPy
    from ..engine.planner import Planner  # late: NumPy
    from ..engine.run import run  # late: on demand
    from .kept_arrays import arrays_of  # late: NumPy
    from .opened import free_in  # late: on demand
    from .turns import require_repeatable  # late: NumPy

    session = context.session
    if session.grid != (1, 1):
        raise context.fail("on a grid each process has values of its own; :grid 1 1 makes it one", "run.grid")
    value = session.state.names[shown.name].value
    ops = _leading_to(session, value)
    if not ops:
        raise context.fail(f"%{shown.name} is given, and not computed", "type.argument")
    for op in ops:
        require_repeatable(op, shown.name, context.statement.span)
    inputs, shadow = free_in(ops), Shadow()
    plan = Planner(session.backend).plan_ops(ops, inputs, [value])
    (result,) = run(plan, arrays_of(session, inputs), context_of(session, anew=True).watched_by(shadow))
    worst = sorted((line for line in shadow.lines.values() if line.damage > 0), key=lambda line: -line.damage)
    right = digits(shadow.error_of(result))
    head = f"%{shown.name} : {shown.type}: {right:.1f} digits are right, relative to its greatest number"
    lines = [head, *[f"  {line.text}" for line in worst[:WORST]], *[f"  {flip.text}" for flip in shadow.flips.values()]]
    context.say("\n".join(lines), "code")


def _leading_to(session: Session, value: Value) -> list[Op]:
    """The session's ops that led to a value, in order."""
    from .opened import free_in  # late: on demand

    known = {id(op) for op in session.state.ops}
    wanted: set[int] = set()
    todo = [value]
    while todo:
        owner = todo.pop().owner
        if id(owner) in known and id(owner) not in wanted:
            wanted.add(id(owner))
            todo += free_in([owner])  # type: ignore[list-item]
    return [op for op in session.state.ops if id(op) in wanted]


def split_words(text: str) -> tuple[list[str], str]:
    """The words beside the call, and the call: ``xla @f(%x)``, ``@f %x --against numpy --ulp 2``."""
    found = _PARTS.fullmatch(text)
    if found is None:
        return text.split(), ""
    return [*found["before"].split(), *found["after"].split()], found["call"].rstrip()


def _asked(context: Context, text: str) -> tuple[str, Options, str]:
    """The engine, the options, and the call."""
    from ..comparing.compare import Options  # late: NumPy
    from ..comparing.tolerance import Tolerance  # late: NumPy

    words, call = split_words(text)
    if not call:
        raise context.fail("say what to compare, as in :compare xla @f(%x)", "command.usage")
    against, numbers, others = "xla", dict[str, float](), dict[str, Any]()
    while words:
        word = words.pop(0)
        if word in _FLAGS:
            others[_FLAGS[word]] = True
        elif not word.startswith("--"):
            against = word
        else:
            value = words.pop(0) if words else ""
            if word == "--against" and value:
                against = value
            elif word == "--stage" and value in _STAGES:
                others["stage"] = value
            elif word in _NUMBERS:
                numbers[word.removeprefix("--")] = _number(context, word, value)
            else:
                raise context.fail(f"{word} {value} is no option of :compare", "command.option")
    tolerance = Tolerance(numbers.get("ulp"), numbers.get("rtol"), numbers.get("atol"))
    return against, Options(tolerance=tolerance, **others), call


def _number(context: Context, word: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not found >= 0:
        raise context.fail(f"{word} takes a number from 0 on, and not {text!r}", "command.option")
    return found
