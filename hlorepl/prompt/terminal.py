"""The terminal that the prompt is in: its size, its theme, and what a session shows on its way there."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from ..display.look import Look, protocol_of, signs_of
from ..display.theme import NOTHING, theme_for
from ..source import visible
from .pager import Pager, split, through_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..display.look import Settings
    from ..display.screen import Screen
    from ..display.theme import Rgb, Theme
    from ..errors import HloError
    from ..session.result import Shown, Text


#: Columns that what is echoed takes: ^C, and the cursor.
_ECHO = 3


class Terminal:
    """Writes to standard output what a ``Screen`` draws; rich is loaded when something is drawn first."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], background: Rgb | None = None):
        self.settings = settings
        self._environment = environment
        self._background = background
        self._themes: dict[str, Theme] = {}
        self._screen: Screen | None = None
        self._has_told = False
        #: Held by what is shown, and by what is told in another thread.
        self._telling = threading.Lock()
        #: Takes what was typed while something else was read.
        self.keep: Callable[[str], None] = lambda _: None

    @property
    def theme(self) -> Theme:
        """Colours for what the terminal says of its background, unless the settings say otherwise."""
        if self.is_plain:
            return NOTHING
        setting = str(self.settings["display.theme"])
        if setting not in self._themes:
            self._themes[setting] = theme_for(self._background, setting, self._environment)
        return self._themes[setting]

    @property
    def is_plain(self) -> bool:
        """Whether it is read aloud, or no terminal at all: nothing is drawn then."""
        return bool(self.settings["prompt.plain"]) or not _is_terminal()

    def look(self) -> Look:
        """How things look now: the size may have changed, and so may settings."""
        signs = signs_of(sys.stdout.encoding or "", self._environment)
        look = Look.of(_size(), self.settings, self.theme, signs, self.is_plain)
        protocol = protocol_of(str(self.settings["display.pictures"]), self._environment)
        has_all = self._environment.get("COLORTERM", "") in ("truecolor", "24bit")
        return replace(look, protocol=protocol, has_all_colours=has_all)

    def screen(self) -> Screen:
        """What draws now."""
        from ..display.screen import Screen  # late: start-up

        look = self.look()
        if self._screen is None or self._screen.look != look:
            self._screen = Screen(look)
        return self._screen

    def show(self, item: Shown | Text) -> None:
        """Write what a session shows; what is longer than a screen a screen at a time."""
        with self._telling:
            self._settle()
            self._show(self.screen().lines(item))

    def _show(self, lines: Iterator[str]) -> None:
        columns, rows = _size()
        if not rows or self.is_plain or self.settings["display.pager"] == "none" or os.name != "posix":
            self._write(lines)
            return
        first, rest = split(lines, columns, rows - 1)
        more = next(rest, None)
        if more is None:
            self._write(iter(first))
        else:
            self._page(chain(first, [more], rest))

    def _write(self, lines: Iterator[str]) -> None:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def _page(self, lines: Iterator[str]) -> None:
        setting = str(self.settings["display.pager"])
        command = self._environment.get("PAGER", "") if setting == "auto" else setting
        sys.stdout.flush()
        if command in ("", "own") or not through_command(shlex.split(command), lines):
            Pager(lines, _size, self.keep).run()

    def tell(self, text: str, tip: str = "") -> None:
        """Say on a line of its own how far a long entry is; what comes next takes its place. Nothing while something is shown.

        The ``tip`` stands behind it where there is room.
        """
        if not sys.stderr.isatty() or not self._telling.acquire(blocking=False):
            return
        try:
            text = visible(text, one_line=True)
            text += tip if len(text) + len(tip) <= _size()[0] - _ECHO else ""
            if self.theme is NOTHING or not _is_terminal():
                sys.stderr.write(f"{text}\n")
            else:
                sys.stderr.write(f"\r\x1b[K{_in_the_middle(text, _size()[0] - _ECHO, self.look().signs.more)}")
                self._has_told = True
            sys.stderr.flush()
        finally:
            self._telling.release()

    def settle(self) -> None:
        """Take away what was said of an entry that is no longer running."""
        with self._telling:
            self._settle()

    def _settle(self) -> None:
        if self._has_told:
            self._has_told = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def error(self, error: HloError) -> str:
        """The report of an error."""
        return self.screen().error(error)


def _size() -> tuple[int, int]:
    """Columns and rows of the terminal; 0 where it does not say."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return 0, 0
    return found.columns, found.lines


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _in_the_middle(text: str, width: int, mark: str) -> str:
    """A text that is cut in its middle where it is too long: how it begins and how it ends says most."""
    if len(text) <= width or width <= len(mark):
        return text[: max(width, 0)]
    kept = width - len(mark)
    return f"{text[: kept // 2]}{mark}{text[-(kept - kept // 2) :]}"
