"""What was entered and how to take it back: ``:history :log :undo :redo :del :reset``."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from ...digits import natural
from ...syntax.attributes import read_symbol
from ...syntax.printer import on_screen
from ...whole_files import write_whole
from ...wording import counted
from ..known import Item, functions_known, values_known
from ..state import Knower, State
from .kinds import Count, Kind, Rest, as_it_is, path_of
from .registry import Context, command

if TYPE_CHECKING:
    from ..dry_run import DryRun


#: A statement that says how its results are called.
_NAMED = re.compile(r"\s*%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=(?!=)")


def _names(session: Knower, word: str) -> Iterable[Item]:
    return functions_known(session) if word.startswith("@") else values_known(session)


#: A value or a function, by its name.
Defined = Annotated[str, Kind(as_it_is, _names, usage="%X")]


@command("history")
def history(context: Context, which: Rest = "") -> None:
    """Show what was entered: all of it, the last N entries (:history 20), or those that hold a text (:history tanh)."""
    entries = [each for each in context.session.entries if each.text.strip()]
    number = natural(which) if which else None
    if number is not None:
        entries = entries[-number:] if number else []
    elif which:
        entries = [each for each in entries if which in each.text]
    width = max((len(each.name) for each in entries), default=0)
    blanks = "\n" + " " * (width + 2)
    lines = [f"{each.name.ljust(width)}  {each.text.rstrip().replace(chr(10), blanks)}" for each in entries]
    context.say("\n".join(lines) or "nothing that was entered holds that")


@command("log")
def log(context: Context, file: Rest = "") -> None:
    """Show the statements that led to where the session stands, without those that failed or were undone; :log FILE.hlo keeps them.

    What is kept is a script: :load FILE.hlo and hlorepl run FILE.hlo do the same again.
    """
    logged = [each for each in context.session.state.log if not each.text.startswith(":log")]
    statements = [each.text for each in logged]
    if not file:
        context.say("\n".join(statements) or "nothing has led here yet", "code")
        return
    path = path_of(context.session, file.strip("\"'"))
    if path.suffix.lower() != ".hlo":
        raise context.fail(f"{path}: a log is a script, in a file that ends in .hlo", "command.output")
    write_whole(path, "".join(f"{each}\n" for each in statements))
    context.session.saved = context.session.state.log
    lost = sum(not each.is_whole for each in logged)
    rest = f"; {counted(lost, 'statement')} too long for a log: :save keeps what {'it' if lost == 1 else 'they'} made"
    context.say(f"wrote {counted(len(statements) - lost, 'statement')} to {path}{rest if lost else ''}")


@command("undo")
def undo(context: Context, count: Count = 1) -> None:
    """Take back the last entry, with all its statements, or the last N: :undo 3."""
    done = 0
    while done < count and context.session.undo():
        done += 1
    if not done:
        raise context.fail("there is nothing to undo")
    rest = "" if done == count else f": {counted(done, 'entry', 'entries')}, there are no more"
    context.say(f"undone{rest or (f' {count} entries' if count > 1 else '')}")


@command("redo")
def redo(context: Context) -> None:
    """Take back an undo."""
    if not context.session.redo():
        raise context.fail("there is nothing to redo")
    context.say("done again")


@undo.dry
def _undone(dry: "DryRun", count: Count = 1) -> None:
    dry.anything_may_come()


@redo.dry
def _redone(dry: "DryRun") -> None:
    dry.anything_may_come()


@command("del", is_setting=True)
def del_(context: Context, first: Defined, *others: Defined) -> None:
    """Give up names of values and functions: :del %x %y @f. What was made of them stays as it is; :undo brings them back."""
    state = context.session.state.copy()
    _give_up(state, [first, *others])
    context.session.state = state
    context.say(f"gave up {', '.join([first, *others])}")


@del_.dry
def _deleted(dry: "DryRun", first: Defined, *others: Defined) -> None:
    if not dry.names_may_be_anything:
        _give_up(dry.state, [first, *others])


def _give_up(state: State, words: list[str]) -> None:
    symbols: list[str] = []
    values: list[str] = []
    for word in (each.removesuffix(",") for each in words):
        if word.startswith("@"):
            symbol, rest = read_symbol(word)
            first, *inner = symbol.path
            if rest.strip() or inner or state.symbols.find(symbol.path) is None:
                raise state.symbols.missing(symbol)
            symbols.append(first)
        else:
            values.append(state.find(word)[0])
    state.forget(values)
    if symbols:
        state.undefine(symbols)


@command("reset", is_setting=True)
def reset(context: Context) -> None:
    """Forget all values, functions and models; random numbers begin anew. :undo brings them back."""
    session = context.session
    state = State()
    state.grid, state.log = session.state.grid, session.state.log
    state.replaced = session.state.held
    session.debugger = None
    session.state = state
    context.say("the session is empty; :undo brings back what was there")


@reset.dry
def _emptied(dry: "DryRun") -> None:
    grid = dry.state.grid
    dry.state = State()
    dry.state.grid = grid


@command("edit", "ed")
def edit(context: Context, what: Rest = "") -> None:
    """Take the last entry into $EDITOR and run what it has become; :edit @f a function, :edit %x the statement that made a value."""
    context.ask("edit", _text_of(context, what) if what else _last_entry(context))


def _last_entry(context: Context) -> str:
    texts = (
        each.text
        for each in reversed([*context.session.entries])
        if not each.text.lstrip().startswith((":edit", ":ed "))
    )
    return next(texts, "")


def _text_of(context: Context, what: str) -> str:
    """How something was written; raises where it was not."""
    session = context.session
    if what.startswith("@"):
        symbol, _ = read_symbol(what, context.statement.span)
        found = session.state.symbols.find(symbol.path)
        if found is None:
            raise session.state.symbols.missing(symbol, context.statement.span)
        return found.span.text if found.span is not None else on_screen(found, session.state.contents)
    name, _ = session.state.find(what, context.statement.span)
    for each in reversed(session.state.log):
        if name in each.names and each.is_whole:
            return each.text if _NAMED.match(each.text) else f"%{name} = {each.text}"
    raise context.fail(
        f"no statement of the session made %{name}", "command.failed", f"?%{name} says where it comes from"
    )
