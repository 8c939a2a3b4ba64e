"""The one kind of error that a program, a file or an argument can cause."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NoReturn

from .source import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .source import Span


#: What the array library raises for arrays that an operation cannot take. RecursionError is not one of them: calls nested too
#: deep are the program's own fault and have a message of their own.
LIBRARY_FAILURES = (ArithmeticError, LookupError, MemoryError, TypeError, ValueError)


#: How many processes a grid may have.
MOST_PROCESSES = 4096


#: Characters of a message, note or help that a report shows; the error itself holds them all.
_LONGEST = 4000


class Note:
    """Another place that has to do with an error."""

    __slots__ = ("message", "span")

    def __init__(self, message: str, span: Span | None = None):
        self.message = message
        self.span = span

    def __repr__(self) -> str:
        return f"Note({self.message!r}, {self.span!r})"


class HloError(Exception):
    """Anything that a user can put right.

    ``message`` says what is wrong, ``span`` where, ``code`` which rule (``add.C1``, ``syntax.token``), ``notes`` show the
    other places involved and ``help`` says how to go on. ``about`` is the full name of the op that could not be read, if one could not.
    """

    severity = "error"
    about = ""

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        code: str = "",
        notes: Iterable[Note] = (),
        help: Iterable[str] | str = (),  # noqa: A002 - the public name of the attribute
    ):
        super().__init__(message)
        self.message = message
        self.span = span
        self.code = code
        self.notes = list(notes)
        self.help = [help] if isinstance(help, str) else list(help)

    @property
    def where(self) -> str:
        """``FILE:LINE:COL: ``, or nothing when the place is unknown."""
        return _place(self.span)

    def __str__(self) -> str:
        """The whole report as plain text, fit for a terminal: the place, the message, the line underlined, notes and help."""
        code = f" [{self.code}]" if self.code else ""
        lines = [f"{self.where}{self.severity}: {_readable(self.message)}{code}"]
        if self.span:
            lines.append(self.span.excerpt())
        for note in self.notes:
            lines.append(f"{_place(note.span)}note: {_readable(note.message)}")
            if note.span:
                lines.append(note.span.excerpt())
        lines += [f"help: {visible(_within(text))}" for text in self.help]
        return "\n".join(lines)


def _readable(message: str) -> str:
    return visible(_within(message), one_line=True)


def _within(text: str) -> str:
    """Text without its middle where it is too long to be read, as where it quotes a name of a million characters."""
    if len(text) <= _LONGEST:
        return text
    half = _LONGEST // 2
    return f"{text[:half]} … {len(text) - _LONGEST} characters … {text[-half:]}"


def _place(span: Span | None) -> str:
    return f"{visible(span.source.name, one_line=True)}:{span.line}:{span.column}: " if span else ""


class HloWarning(HloError):
    """What may be a mistake, though the program is valid."""

    severity = "warning"


class SeveralErrors(HloError):
    """Errors that were found together: it is the first of them, its notes are the others, ``errors`` has each alone."""

    def __init__(self, errors: Iterable[HloError]):
        self.errors = list(errors)
        first, *others = self.errors
        notes = [*first.notes, *(Note(other.message, other.span) for other in others)]
        super().__init__(first.message, first.span, first.code, notes, first.help)

    def __reduce__(self) -> tuple[type, tuple[list[HloError]]]:
        return SeveralErrors, (self.errors,)


def each_error(error: HloError) -> list[HloError]:
    """An error by itself, or each of several that were found together."""
    return error.errors if isinstance(error, SeveralErrors) else [error]


def require_type(value: Any, kind: type, what: str) -> None:
    """Raise ``type.argument`` when a caller gives another kind of object."""
    if not isinstance(value, kind):
        raise HloError(f"{what} is of type {kind.__name__}, not {type(value).__name__}", code="type.argument")


def one_process_only(backend: str) -> HloError:
    """The error of a grid of processes on a backend that runs whole functions."""
    return HloError(
        f"the backend {backend} runs one process, and no grid",
        code="run.backend",
        help="the backend numpy runs a grid of processes",
    )


def require_grid(grid: Any) -> None:
    """Raise ``run.grid`` for anything but two numbers of processes."""
    try:
        replicas, partitions = map(index, grid)
    except (TypeError, ValueError):
        raise HloError(f"a grid is a pair of numbers, not {grid!r}", code="run.grid") from None
    if replicas < 1 or partitions < 1:
        raise HloError(f"a grid has one process at least, not {replicas} x {partitions}", code="run.grid")
    if replicas * partitions > MOST_PROCESSES:
        message = f"a grid has {MOST_PROCESSES} processes at most, not {replicas} x {partitions}"
        raise HloError(message, code="run.grid")


class Incomplete(HloError):
    """The text may go on: raised at the end of input only, inside an open bracket or where a form demands more."""


class CheckFailed(HloError):
    """A ``check.*`` op did not hold; the program itself is well-formed."""


def unexpected(error: Exception, span: Span | None) -> HloError:
    """What a face shows for an exception that should have been an ``HloError``: the user keeps the session."""
    if isinstance(error, RecursionError):
        return HloError("the program is nested too deep", span, "limit.depth")
    if isinstance(error, MemoryError):
        return HloError("there is not enough memory for this", span, "limit.memory")
    message = f"hlorepl itself failed here: {type(error).__name__}: {error}"
    return HloError(
        message, span, "internal.error", help="this is a fault of hlorepl; please report it with the program"
    )


class RuleBroken(Exception):
    """A constraint that does not hold, before it is known where in the text the op stands.

    ``template`` is filled in by the verifier: ``{lhs}`` is the operand or attribute of that name as the user wrote
    it, with its type; ``{at}`` what ``at`` names; anything in ``values`` is itself.
    """

    def __init__(self, code: str, template: str, at: Any, help: str, values: dict[str, Any]):  # noqa: A002
        super().__init__(template)
        self.code = code
        self.template = template
        self.at: str | tuple[str, Any] | None = at
        self.help = help
        self.values = values


def require(condition: Any, code: str, template: str, at: Any = None, help: str = "", **values: Any) -> None:  # noqa: A002
    """Check one constraint; the message is only put together when it does not hold."""
    if not condition:
        raise RuleBroken(code, template, at, help, values)


def broken(code: str, template: str, at: Any = None, help: str = "", **values: Any) -> NoReturn:  # noqa: A002
    """The constraint does not hold, for sure."""
    raise RuleBroken(code, template, at, help, values)
