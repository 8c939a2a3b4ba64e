"""The table of commands, filled by the decorator, and how a line becomes a call.

    @command("type", "t")
    def show_type(context, value: Value):
        '''Show the type of a value.'''
        context.say(str(value.type))

Parameters behind ``context`` are words of the line; their annotation is their kind: ``Value`` (a name that has a value),
``Path``, ``Name`` (any word), ``Number``, ``Rest`` (the rest of the line). A default makes one optional; ``*name`` takes all that are left.
"""

from __future__ import annotations

import inspect
import shlex
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from ...errors import HloError
from ..result import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..dry_run import DryRun
    from ..result import Result, Shown
    from ..session import Session
    from ..state import Knower
    from ..statements import Statement

#: Every command by each of its names.
COMMANDS: dict[str, Command] = {}


class Command:
    """One command."""

    def __init__(self, names: tuple[str, ...], function: Callable[..., None]):
        self.names = names
        self.function = function
        self.doc = inspect.cleandoc(function.__doc__ or "")
        self.parameters = list(inspect.signature(function).parameters.values())[1:]
        self.dry_function: Callable[..., None] | None = None

    def dry(self, function: Callable[..., None]) -> Callable[..., None]:
        """Declare what the command makes known where nothing runs: ``function(dry_run, words…)``. Without it, nothing."""
        self.dry_function = function
        return function

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def summary(self) -> str:
        return self.doc.partition("\n")[0]

    @property
    def usage(self) -> str:
        """``:load PATH [NAME]``."""
        words = [f":{self.name}"]
        for parameter in self.parameters:
            word = parameter.name.upper().rstrip("_")
            if parameter.kind is parameter.VAR_POSITIONAL:
                words.append(f"[{word}…]")
            else:
                words.append(word if parameter.default is parameter.empty else f"[{word}]")
        return " ".join(words)

    @property
    def description(self) -> str:
        """Usage, other names and the whole docstring."""
        others = f"  (also {', '.join(':' + name for name in self.names[1:])})" if len(self.names) > 1 else ""
        return f"{self.usage}{others}\n{self.doc}"

    def kind_of(self, index: int) -> str:
        """The kind of the argument of that number, for completion; empty when there is none."""
        if not self.parameters:
            return ""
        parameter = self.parameters[min(index, len(self.parameters) - 1)]
        beyond = index >= len(self.parameters) and parameter.kind is not parameter.VAR_POSITIONAL
        return "" if beyond else str(parameter.annotation)


class Context:
    """What a command may do: look at the session, show things, ask the face for something."""

    def __init__(self, session: Session, statement: Statement, result: Result, show: Callable[[Shown | Text], None]):
        self.session = session
        self.statement = statement
        self.result = result
        self.show = show

    def say(self, text: str, kind: str = "plain", data: Any = None) -> None:
        """Show text."""
        self.show(Text(text, kind, data))

    def fail(self, message: str, code: str = "command.failed", help: str = "") -> HloError:  # noqa: A002
        """The error to raise when the command cannot do it."""
        return HloError(message, self.statement.span, code, help=[help] if help else [])


def command(*names: str) -> Callable[[Callable[..., None]], Command]:
    """Declare a command under its names, the first being the one that is shown."""

    def declare(function: Callable[..., None]) -> Command:
        found = Command(names, function)
        for name in names:
            COMMANDS[name] = found
        return found

    return declare


_loaded = False


def load() -> None:
    """Import every module of this package: each may declare commands."""
    global _loaded
    if not _loaded:
        _loaded = True
        package = __name__.rpartition(".")[0]
        for module in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{module.name}")


def run_command(session: Session, statement: Statement, result: Result, show: Callable[[Shown | Text], None]) -> None:
    """Run ``:name words…``; raises ``command.unknown`` or ``command.usage``."""
    found = _found(statement)
    context = Context(session, statement, result, show)
    arguments = _arguments(found, statement, session)
    try:
        found.function(context, *arguments)
    except HloError as error:
        if error.span is None:
            error.span = statement.span
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        name = f"{error.filename}: " if error.filename else ""
        raise HloError(f"{name}{reason}", statement.span, "command.file") from None


def check_command(dry: DryRun, statement: Statement) -> None:
    """Read a command without running it; raises as ``run_command`` does for what is wrong with its words."""
    found = _found(statement)
    arguments = _arguments(found, statement, dry)
    if found.dry_function is not None:
        found.dry_function(dry, *arguments)


def _found(statement: Statement) -> Command:
    load()
    found = COMMANDS.get(statement.name)
    if found is None:
        near = get_close_matches(statement.name, list(COMMANDS), 1, 0.5)
        help_text = [f"did you mean :{near[0]}?"] if near else [":help lists the commands"]
        raise HloError(f"there is no command :{statement.name}", statement.span, "command.unknown", help=help_text)
    return found


def _arguments(found: Command, statement: Statement, session: Knower) -> list[Any]:
    text = statement.text.partition(" //")[0].strip() if statement.text else ""
    if "\0" in text:
        raise HloError("a command holds no NUL character", statement.span, "command.usage")
    if found.parameters and str(found.parameters[0].annotation) == "Rest":
        if not text and found.parameters[0].default is inspect.Parameter.empty:
            raise _usage(found, statement)
        return [text] if text else []
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise HloError(f"{error}", statement.span, "command.usage") from None
    least = sum(p.default is p.empty and p.kind is not p.VAR_POSITIONAL for p in found.parameters)
    variadic = any(p.kind is p.VAR_POSITIONAL for p in found.parameters)
    if len(words) < least or not variadic and len(words) > len(found.parameters):
        raise _usage(found, statement)
    return [_argument(found.kind_of(index), word, statement, session) for index, word in enumerate(words)]


def _usage(found: Command, statement: Statement) -> HloError:
    return HloError(f"usage: {found.usage}", statement.span, "command.usage", help=[found.summary])


def _argument(kind: str, word: str, statement: Statement, session: Knower) -> Any:
    if kind.startswith("Value"):
        return session.lookup(word.removesuffix(","), statement.span)[0]
    if kind.startswith("Number"):
        try:
            return int(word)
        except ValueError:
            raise HloError(f"{word} is not a whole number", statement.span, "command.usage") from None
    return word
