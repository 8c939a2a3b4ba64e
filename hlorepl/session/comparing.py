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
    from .commands.registry import Context

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
    return against, Options(tolerance=Tolerance(**numbers), **others), call


def _number(context: Context, word: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not found >= 0:
        raise context.fail(f"{word} takes a number from 0 on, and not {text!r}", "command.option")
    return found
