"""What comes of a text: values, texts, an action, an error. The faces and ``display`` need no more of a session than this."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .. import backends
from ..engine.process import places
from ..ir.types import TensorType
from ..repr_html import html
from ..value_text import value_text
from .per_process import are_same, names_of, of_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..errors import HloError
    from ..tables import Table


class Shown:
    """A value to show: its name, its type and the array, of any backend. ``full`` asks for all of its elements.

    On a ``grid`` of more than one process it is a value of each of them; ``parts`` are what is shown of it.
    """

    __slots__ = ("_array", "_is_here", "full", "grid", "is_brief", "name", "type")

    def __init__(self, name: str, type_: Any, array: Any, full: bool = False, grid: tuple[int, int] = (1, 1)):
        self.name = name
        self.type = type_
        self.full = full
        self.grid = grid
        #: It is one of several that come at once: a screen gives it one line.
        self.is_brief = False
        self._array = array
        self._is_here = False

    @property
    def array(self) -> Any:
        """The array on the host, read-only, on a grid an array of such arrays; it is fetched when it is first asked for."""
        if not self._is_here:
            found = on_host(self._array) if self.grid == (1, 1) else on_host_of_each(self._array, self.grid)
            self._array, self._is_here = found, True
        return self._array

    @property
    def parts(self) -> list[Shown]:
        """The value itself; on a grid ``x@all`` where all processes have the same, else ``x@(0,0)``, ``x@(0,1)``, …"""
        if self.grid == (1, 1):
            return [self]
        values = [*self.array.flat]
        if are_same(values):
            return [self._part(f"{self.name}@all", values[0])]
        return [self._part(*each) for each in zip(names_of(self.name, self.grid), values, strict=True)]

    def _part(self, name: str, value: Any) -> Shown:
        of = self.type
        is_open = isinstance(of, TensorType) and not of.is_static
        return Shown(name, of.with_shape(tuple(value.shape)) if is_open else of, value, self.full)

    @property
    def in_short(self) -> str:
        """Name, type and summary in one line."""
        from ..debugging.telling import short  # late: NumPy

        return short(f"%{self.name}", self.type, self.array)

    @property
    def plain(self) -> str:
        """Name, type and numbers as text without a width."""
        return "\n".join(value_text(f"%{part.name}", part.type, part.array, self.full) for part in self.parts)

    def __repr__(self) -> str:
        return f"<{self.name} : {self.type}>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The value as NumPy's protocol wants it."""
        import numpy as np  # late: NumPy

        return np.array(self.array, dtype, copy=copy)

    def _repr_html_(self) -> str:
        return html(self)


def on_host(array: Any) -> Any:
    """A value's array on the host, read-only."""
    if isinstance(array, tuple):
        parts = cast("tuple[Any, ...]", array)
        return tuple(map(on_host, parts))
    if array is None:
        return None
    return read_only(backends.host(array))


def read_only(array: Any) -> Any:
    """The same numbers as an array into which nobody can be allowed to write: NumPy takes it for a window on another's memory."""
    import numpy as np  # late: NumPy

    if not array.size or array.dtype.hasobject:
        found = array.copy()
        found.flags.writeable = False
        return found
    whole = np.ascontiguousarray(array).reshape(-1)
    window = whole.view(np.uint8).data.toreadonly()
    return np.frombuffer(window, np.uint8).view(array.dtype).reshape(array.shape)


def on_host_of_each(array: Any, grid: tuple[int, int]) -> Any:
    """The arrays of the processes of a grid on the host: an array of arrays, of shape (R, P), read-only."""
    import numpy as np  # late: NumPy

    fetched = {id(value): on_host(value) for value in of_each(array, grid)}
    found = np.empty(grid, object)
    for place, value in zip(places(grid), of_each(array, grid), strict=True):
        found[place] = fetched[id(value)]
    found.flags.writeable = False
    return found


def _without_marks(line: str) -> str:
    """A line of Markdown without the marks of bold letters; code, indented or in backticks, stays as it is."""
    return line if line.startswith("    ") else _BOLD.sub(lambda found: found[1] or found[2], line)


_BOLD = re.compile(r"(`[^`]*`)|\*\*(.+?)\*\*")


class Text:
    """Text to show, such as a command's answer. ``kind`` may ask a face for more (``markdown``, ``code``, ``image``).

    ``tables`` say the same, for faces that draw them.
    """

    __slots__ = ("data", "kind", "tables", "text")

    def __init__(self, text: str, kind: str = "plain", data: Any = None, tables: Sequence[Table] = ()):
        self.text = text
        self.kind = kind
        self.data = data
        self.tables = tables

    @property
    def plain(self) -> str:
        """The text without its marks."""
        return "\n".join(map(_without_marks, self.text.split("\n"))) if self.kind == "markdown" else self.text

    def __repr__(self) -> str:
        return self.text


class Action:
    """What only the face can do: ``quit``, ``clear``. Whoever listens is told when it comes."""

    __slots__ = ("argument", "name")

    def __init__(self, name: str, argument: Any = None):
        self.name = name
        self.argument = argument

    def __repr__(self) -> str:
        return f"<action {self.name}>"


#: What whoever listens to a session is told.
Event: TypeAlias = "Shown | Text | Action"


class Values(list["Shown"]):
    """The values that a text shows, in order; by name too, the last of a name."""

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            place: int | slice = key
            return super().__getitem__(place)
        for shown in reversed(self):
            if shown.name == key.removeprefix("%"):
                return shown
        raise KeyError(key)


class Result:
    """What came of a text: ``shown`` in order, the ``values`` among it, the ``error`` that stopped it, the last ``action``."""

    __slots__ = ("action", "error", "ran", "shown")

    def __init__(self) -> None:
        self.shown: list[Shown | Text] = []
        self.error: HloError | None = None
        self.ran = 0
        self.action: Action | None = None

    @property
    def values(self) -> Values:
        """The values to show, each with ``name``, ``type`` and ``array``; by number or by name."""
        return Values(item for item in self.shown if isinstance(item, Shown))

    @property
    def text(self) -> str:
        """All that there is to show, as plain text."""
        return "\n".join(item.plain for item in self.shown)
