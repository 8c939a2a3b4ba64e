"""The kinds of words that commands take: how each is read, what Tab offers for it, and how the usage line writes it.

A kind annotates a parameter of a command, as in ``value: Value``, ``steps: Count = 1``. For a type checker it is the type
of what the command gets.
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Annotated

from ...errors import HloError
from ...memory import size_in
from ..known import functions_known, paths_from, values_known
from ..parts import Part, read_part, read_parts
from ..result import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..known import Item
    from ..state import Knower


def _nothing(_session: Knower, _word: str) -> Iterable[Item]:
    return ()


def _nothing_after(_words: Sequence[str]) -> Iterable[Item]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of word.

    ``read`` makes what the command gets of a word, or raises ``HloError``. ``offers`` gives what may stand there, for the
    part that is typed, ``after`` what may stand behind the words before it. ``marks`` tells words that can only be of this kind:
    they are its parameter's wherever they stand. ``takes_rest`` is for what is not one word but all that is left of the line.
    ``usage`` stands in the usage line where the parameter's name does not say enough.
    """

    read: Callable[[Knower, str], Any]
    offers: Callable[[Knower, str], Iterable[Item]] = _nothing
    marks: Callable[[str], bool] | None = None
    takes_rest: bool = False
    usage: str = ""
    after: Callable[[Sequence[str]], Iterable[Item]] = _nothing_after


def usage_error(message: str, tip: str = "") -> HloError:
    """The error of a word that cannot be read; whoever runs the command puts in the place."""
    return HloError(message, code="command.usage", help=[tip] if tip else ())


def as_it_is(_: Knower, word: str) -> str:
    """The word."""
    return word


def path_of(_: Knower, word: str) -> pathlib.Path:
    """A file or a folder; ``~`` is the user's own."""
    try:
        return pathlib.Path(word).expanduser()
    except RuntimeError as error:
        raise usage_error(f"{word}: {error}") from None


def _value(session: Knower, word: str) -> Shown:
    return session.lookup(word.removesuffix(","))[0]


def _values(session: Knower, _: str) -> Iterable[Item]:
    return values_known(session)


def _functions(session: Knower, _: str) -> Iterable[Item]:
    return functions_known(session)


def paths(_: Knower, word: str) -> Iterable[Item]:
    """The files and folders whose paths begin like that."""
    return paths_from(word)


def _anything(session: Knower, word: str) -> Iterable[Item]:
    if word.startswith("@"):
        return functions_known(session)
    return values_known(session) if word.startswith("%") else paths_from(word)


def read_number(word: str) -> float:
    """A real number."""
    try:
        return float(word)
    except ValueError:
        raise usage_error(f"{word} is not a number") from None


def read_whole(word: str) -> int:
    """A whole number that is not below zero; ``1,000,000`` is one, too."""
    try:
        number = int(word.replace(",", ""))
    except ValueError:
        raise usage_error(f"{word} is not a whole number") from None
    if number < 0:
        raise usage_error(f"{word} is below zero")
    return number


def read_count(word: str) -> int:
    """A whole number above zero."""
    count = read_whole(word)
    if count < 1:
        raise usage_error(f"{word} is not above zero")
    return count


def read_bytes(word: str) -> float:
    """A number of bytes, infinite for none."""
    try:
        return size_in(word) or inf
    except ValueError as error:
        raise usage_error(str(error)) from None


def choice(*words: str) -> Kind:
    """A kind of which there are only a few words; the command itself says what it makes of others."""

    def offers(_session: Knower, _word: str) -> Iterable[Item]:
        return [(word, "choice", "") for word in words]

    return Kind(as_it_is, offers)


def file_of(*endings: str) -> Kind:
    """A file with one of these extensions, wherever it stands among the words."""
    return Kind(path_of, paths, lambda word: word.lower().endswith(endings), usage=f"FILE{endings[0]}")


#: A name that has a value.
Value = Annotated[Shown, Kind(_value, _values)]
#: A name that has a value, or a part of that value: ``%x [0, :, 2:4]``.
ValuePart = Annotated[Part, Kind(read_part, _values, takes_rest=True, usage="VALUE [0, :, 2:4]")]
#: Several of them.
ValueParts = Annotated[list[Part], Kind(read_parts, _values, takes_rest=True, usage="VALUE [0, :] …")]
#: A file or folder.
Path = Annotated[pathlib.Path, Kind(path_of, paths)]
#: Any word.
Name = Annotated[str, Kind(as_it_is)]
#: A real number.
Number = Annotated[float, Kind(lambda _, word: read_number(word))]
#: How many: a whole number above zero.
Count = Annotated[int, Kind(lambda _, word: read_count(word))]
#: A number of bytes, ``512M``; infinite for ``none``.
Bytes = Annotated[float, Kind(lambda _, word: read_bytes(word), usage="BYTES")]
#: A function, ``@f`` or ``@a::@f``.
FunctionName = Annotated[str, Kind(as_it_is, _functions, takes_rest=True)]
#: The rest of the line.
Rest = Annotated[str, Kind(as_it_is, _anything, takes_rest=True)]
