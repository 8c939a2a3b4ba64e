"""What operators make of the tables among their attributes, which never change, is made once."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

#: For so many sets of tables it is remembered what was made of them.
_MOST = 32


def made_once(make: Callable[..., Any]) -> Callable[..., Any]:
    """A function that remembers what it made of the very same objects, where nobody can have changed them since."""
    known: dict[tuple[int, ...], tuple[tuple[Any, ...], Any]] = {}

    @wraps(make)
    def made(*tables: Any) -> Any:
        key = tuple(map(id, tables))
        found = known.get(key)
        if found is not None:
            return found[1]
        result = make(*tables)
        if all(map(_is_fixed, tables)):
            if len(known) == _MOST:
                known.clear()
            known[key] = tables, result  # what is held keeps its number
        return result

    return made


def _is_fixed(table: Any) -> bool:
    """Whether something cannot change: such as stands in a model, or was made of that here."""
    if isinstance(table, np.ndarray):
        return not table.flags.writeable and table.base is None
    return table is None or isinstance(table, tuple | str | int | float | Fixed)


class Fixed:
    """What was made of tables, and is not changed by those who use it."""

    __slots__ = ()
