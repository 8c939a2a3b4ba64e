"""What messages say alike wherever they are made: near names, numbers of things, what the system says of a file."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from .errors import HloError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

#: How alike two names must be, as ``difflib`` measures it, for one to be offered in place of the other.
ALIKE = 0.6
#: Among more names than this only the first are looked at: a hint must not cost more than what went wrong.
LOOKED_AT = 10_000
#: A list of all names that there are ends after this many.
LISTED = 8


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The names most like ``word``, the best first, whatever their case; an empty list when none is alike."""
    from difflib import get_close_matches  # late: start-up

    by_key: dict[str, str] = {}
    for name in islice(known, LOOKED_AT):
        by_key.setdefault(name.casefold(), name)
    return [by_key[key] for key in get_close_matches(word.casefold(), by_key, most, ALIKE)]


def did_you_mean(word: str, known: Iterable[str], most: int = 1, show: str = "{}") -> list[str]:
    """The help for a name that nothing has: one line, or none where no name is alike. ``show`` is how names are written."""
    found = [show.format(name) for name in near(word, known, most)]
    return [f"did you mean {either(found)}?"] if found else []


def offer_nearest(word: str, *pools: Iterable[str], show: str = "{}") -> list[str]:
    """The help for a name among many, the likelier ones in the first pools: one that begins so, else one that is alike."""
    lists = [list(islice(pool, LOOKED_AT)) for pool in pools]
    key = word.casefold()
    if len(key) >= 2:
        for pool in lists:
            begins = sorted((name for name in pool if name.casefold().startswith(key)), key=len)
            if begins and begins[0] != word:
                return [f"did you mean {show.format(begins[0])}?"]
    for pool in lists:
        found = did_you_mean(word, (name for name in pool if name != word), show=show)
        if found:
            return found
    return []


def offer(word: str, known: Iterable[str], show: str = "{}") -> list[str]:
    """The help for a name among few: one that is alike, else those that there are."""
    names = list(known)
    listed = ", ".join([*(show.format(name) for name in names[:LISTED]), *(["…"] if len(names) > LISTED else [])])
    return did_you_mean(word, names, show=show) or ([f"there {are(len(names))}: {listed}"] if names else [])


def undefined_value(name: str, known: Collection[str]) -> list[str]:
    """The help for a value that is not there; a name with a dash may have been meant as a subtraction."""
    left, dash, right = name.partition("-")
    if dash and left in known:
        return [f"%{name} is one name; to subtract write %{left} - {right}"]
    return did_you_mean(name, known, show="%{}")


def either(words: list[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def counted(number: int, noun: str, plural: str = "", show: str = "{}") -> str:
    """``1 operand``, ``2 operands``; ``show`` is how the number is written."""
    return f"{show.format(number)} {noun if number == 1 else plural or noun + 's'}"


def size_text(count: float) -> str:
    """How many bytes: in units of a thousand thousands where there are many."""
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= 10 * size or count >= size and unit != "MB":
            return f"{count / size:.3g} {unit}"
    return counted(int(count), "byte")


def are(number: int) -> str:
    """The verb for so many things."""
    return "is" if number == 1 else "are"


def reason(error: Exception) -> str:
    """Why the system could not do something with a file, in its own words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def system_error(number: int, path: Path | None = None) -> OSError:
    """What the system would raise with this number of ``errno``, for what it was not asked."""
    return OSError(number, os.strerror(number), *([] if path is None else [str(path)]))


def file_error(path: str | os.PathLike[str], error: Exception, code: str) -> HloError:
    """A file that cannot be read or written, as an error of the user's."""
    return HloError(f"{path}: {reason(error)}", code=code)
