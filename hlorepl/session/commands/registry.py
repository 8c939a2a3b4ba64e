"""The table of commands, filled by the decorator, and how a line becomes a call.

    @command("type", "t")
    def show_type(context: Context, value: Value) -> None:
        '''Show the type of a value.'''
        context.say(str(value.type))

Parameters behind ``context`` are words of the line; their annotation is their kind (see ``kinds.py``). A default makes one
optional, ``*name`` takes all that are left, and what stands behind ``*name`` is found by how it looks. Usage, help,
completion and the errors of wrong words come from this declaration.

``group("mdf", "…")`` and ``@command("mdf step")`` make ``:mdf step``; ``:mdf`` and ``:mdf help`` list the group.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from os import fsencode
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, get_args

from ...errors import HloError
from ...shell_words import split_words
from ...wording import offer, offer_nearest, reason
from ..result import Action, Text
from .kinds import Kind, Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...tables import Table
    from ..dry_run import DryRun
    from ..known import Item
    from ..result import Event, Result
    from ..session import Session
    from ..state import Knower
    from ..statements import Statement

#: Every command by each of its names; a group by its own, its commands are in it.
COMMANDS: dict[str, Command] = {}


class Argument:
    """A parameter of a command: one word of the line, any number of them, or the rest."""

    __slots__ = ("by_name", "default", "kind", "name", "required", "variadic")

    def __init__(self, declared: inspect.Parameter, kind: Kind):
        self.name = declared.name.rstrip("_")
        self.kind = kind
        self.variadic = declared.kind is declared.VAR_POSITIONAL
        self.by_name = declared.kind is declared.KEYWORD_ONLY
        self.required = declared.default is declared.empty and not self.variadic
        self.default = declared.default

    @property
    def usage(self) -> str:
        """``PATH``, ``[NAME]``, ``[NAME…]``."""
        word = self.kind.usage or self.name.upper()
        return word if self.required else f"[{word}…]" if self.variadic else f"[{word}]"


class Command:
    """One command, or a group of them: then ``verbs`` has each by its second word."""

    def __init__(self, names: tuple[str, ...], function: Callable[..., None], doc: str = ""):
        self.names = names
        self.function = function
        self.doc = inspect.cleandoc(doc or function.__doc__ or "")
        self.verbs: dict[str, Command] = {}
        #: It leaves: nobody is led to it by mistake.
        self.ends_session = False
        declared = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        self.parameters = [Argument(each, _kind_in(each.annotation)) for each in declared]
        self.dry_function: Callable[..., None] | None = None
        self.is_setting = False

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
        """``:load PATH [NAMES…]``."""
        words = ["VERB …"] if self.verbs else [parameter.usage for parameter in self.parameters]
        return " ".join([f":{self.name}", *words])

    @property
    def description(self) -> str:
        """Usage, other names and the whole docstring; a group with its commands."""
        others = f"  (also {', '.join(':' + name for name in self.names[1:])})" if len(self.names) > 1 else ""
        return "\n".join([f"{self.usage}{others}", self.doc, *(listing_of(self.verbs) if self.verbs else ())])

    def places(self, words: list[str]) -> list[Argument] | None:
        """For each word the parameter that it is for; None when one has no place."""
        free = list(self.parameters)
        found: list[Argument] = []
        for word in words:
            marked = [each for each in self.parameters if each.kind.marks is not None and each.kind.marks(word)]
            fitting = marked or [each for each in self.parameters if each.kind.marks is None]
            place = next((each for each in fitting if each in free), None)
            if place is None:
                return None
            if not place.variadic and not place.kind.takes_rest:
                free.remove(place)
            found.append(place)
        return found

    def arguments(self, session: Knower, text: str) -> tuple[list[Any], dict[str, Any]]:
        """What the command gets of the words of a line; raises ``command.usage`` for those that do not fit."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        words = self._words(text)
        places = self.places(words)
        required = {parameter for parameter in self.parameters if parameter.required}
        if places is None or not required <= set(places):
            raise HloError(f"usage: {self.usage}", code="command.usage", help=[self.summary])
        for parameter in self.parameters:
            given = [word for word, place in zip(words, places, strict=True) if place is parameter]
            read = [self._read(session, parameter, word) for word in given]
            if parameter.by_name and read:
                named[parameter.name] = read[0]
            elif not parameter.by_name:
                positional += read or ([] if parameter.variadic else [parameter.default])
        return positional, named

    def _read(self, session: Knower, parameter: Argument, word: str) -> Any:
        try:
            return parameter.kind.read(session, word)
        except HloError as error:
            if error.code == "command.usage" and not error.help:
                error.help.append(f"usage: {self.usage}")
            raise

    def _words(self, text: str) -> list[str]:
        if self.parameters and self.parameters[0].kind.takes_rest:
            return [text] if text else []
        if len(text) > _LONGEST:
            raise HloError(f"the words of a command have {_LONGEST} characters at most", code="command.usage")
        try:
            return split_words(text)
        except ValueError as error:
            raise HloError(f"{error}", code="command.usage") from None

    def candidates(self, session: Knower, words: list[str], word: str) -> Iterator[Item]:
        """What may stand behind the words, for the part of the next one that is typed."""
        places = self.places(words)
        if places is None:
            return
        for parameter in self.parameters:
            if parameter.variadic or parameter.kind.takes_rest or parameter not in places:
                yield from parameter.kind.offers(session, word)
                yield from parameter.kind.after(words)
                if parameter.required:
                    return


def _kind_in(hint: Any) -> Kind:
    """The kind in an annotation, which may be ``Kind | None``."""
    for each in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        if isinstance(each, Kind):
            return each
        if hasattr(each, "__metadata__"):
            return _kind_in(each)
    raise TypeError(f"{hint} is no kind of word; kinds.py has them")


class Context:
    """What a command may do: look at the session, show things, ask the face for something."""

    def __init__(self, session: Session, statement: Statement, result: Result, show: Callable[[Event], None]):
        self.session = session
        self.statement = statement
        self.result = result
        self.show = show

    def say(self, text: str, kind: str = "plain", data: Any = None, tables: Sequence[Table] = ()) -> None:
        """Show text; ``tables`` say the same."""
        self.show(Text(text, kind, data, tables))

    def ask(self, action: str, argument: Any = None) -> None:
        """Ask the face for what only it can do."""
        self.result.action = Action(action, argument)
        self.show(self.result.action)

    def fail(self, message: str, code: str = "command.failed", *help: str) -> HloError:  # noqa: A002
        """The error to raise when the command cannot do it."""
        return HloError(message, self.statement.span, code, help=help)


def command(*names: str, is_setting: bool = False) -> Callable[[Callable[..., None]], Command]:
    """Declare a command under its names, the first being the one that is shown.

    One ``is_setting`` where it runs and reads nothing: a session that is taken up does it again.
    """

    def declare(function: Callable[..., None]) -> Command:
        found = Command(names, function)
        found.is_setting = is_setting
        for name in names:
            first, _, verb = name.partition(" ")
            if verb:
                COMMANDS[first].verbs[verb] = found
            else:
                COMMANDS[first] = found
        return found

    return declare


def group(name: str, summary: str) -> None:
    """Declare a word under which commands are gathered."""

    def listing(context: Context, verb: Name = "") -> None:
        found = COMMANDS[name]
        context.say(found.verbs.get(verb, found).description)

    COMMANDS[name] = Command((name,), listing, summary)


#: Characters of the words of a command: what splits them is slow.
_LONGEST = 100_000
_loaded = False


def load() -> None:
    """Import every module of this package: each may declare commands."""
    global _loaded
    if not _loaded:
        package = __name__.rpartition(".")[0]
        for module in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{module.name}")
        _loaded = True


def find_command(text: str) -> Command | None:
    """The command of a name, with or without its colon: ``load``, ``:mdf step``."""
    load()
    first, _, verb = text.removeprefix(":").partition(" ")
    found = COMMANDS.get(first)
    return found.verbs.get(verb.strip()) if found is not None and verb.strip() else found


def listing_of(commands: dict[str, Command]) -> list[str]:
    """A line for each command, in their order, with its usage and what it does."""
    listed = {found.name: found for found in commands.values()}
    width = min(max(len(found.usage) for found in listed.values()), 40)
    return [f"  {found.usage.ljust(width)}  {found.summary}" for found in listed.values()]


def run_command(session: Session, statement: Statement, result: Result, show: Callable[[Event], None]) -> None:
    """Run ``:name words…``; raises ``command.unknown`` or ``command.usage``."""
    found, positional, named = _read(statement, session)
    try:
        found.function(Context(session, statement, result, show), *positional, **named)
    except HloError as error:
        if error.span is None:
            error.span = statement.span
        raise
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        raise HloError(f"{name}{reason(error)}", statement.span, "command.file") from None


def check_command(dry: DryRun, statement: Statement) -> None:
    """Read a command without running it; raises as ``run_command`` does for what is wrong with its words."""
    found, positional, named = _read(statement, dry)
    if found.dry_function is not None:
        found.dry_function(dry, *positional, **named)


def _read(statement: Statement, session: Knower) -> tuple[Command, list[Any], dict[str, Any]]:
    """The command of a statement and its arguments."""
    load()
    found, text = COMMANDS.get(statement.name), statement.text
    try:
        if found is None:
            tip = offer_nearest(statement.name, _offered(), show=":{}") or [":help lists the commands"]
            raise HloError(f"there is no command :{statement.name}", code="command.unknown", help=tip)
        if "\0" in text:
            raise HloError("a command holds no NUL character", code="command.usage")
        if not _is_encodable(text):
            raise HloError("a command holds no half of a character", code="command.usage")
        if found.verbs:
            found, text = _verb(found, text)
        return found, *found.arguments(session, text)
    except HloError as error:
        if error.span is None:
            error.span = statement.span
        raise


def _offered() -> list[str]:
    """The names that are offered for a wrong one: none that would end the session."""
    ends = {name for found in COMMANDS.values() if found.ends_session for name in found.names}
    return [name for name in COMMANDS if name not in ends]


def _is_encodable(text: str) -> bool:
    """Whether the system takes a text, as the name of a file may be."""
    try:
        fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def _verb(found: Command, text: str) -> tuple[Command, str]:
    """The command of a group that a text begins with, and the rest of the text; the group itself where it is to be listed."""
    verb, *rest = text.split(None, 1) or ["help"]
    if verb == "help":
        return found, "".join(rest)
    inner = found.verbs.get(verb)
    if inner is None:
        raise HloError(
            f":{found.name} has no verb {verb}",
            code="command.usage",
            help=offer(verb, found.verbs, f":{found.name} {{}}"),
        )
    return inner, "".join(rest)
