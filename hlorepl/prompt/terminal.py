"""The terminal that the prompt is in: its size, its theme, and what a session shows on its way there."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..display.look import Look, signs_of
from ..display.theme import NOTHING, theme_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..display.look import Settings
    from ..display.screen import Screen
    from ..display.theme import Rgb, Theme
    from ..errors import HloError
    from ..session.result import Shown, Text


class Terminal:
    """Writes to standard output what a ``Screen`` draws; rich is loaded when something is drawn first."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], background: Rgb | None = None):
        self.settings = settings
        self._environment = environment
        self._background = background
        self._themes: dict[str, Theme] = {}
        self._screen: Screen | None = None

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
        """Whether it is read aloud: nothing is drawn then."""
        return bool(self.settings["prompt.plain"])

    def look(self) -> Look:
        """How things look now: the size may have changed, and so may settings."""
        signs = signs_of(sys.stdout.encoding or "", self._environment)
        return Look.of(_size(), self.settings, self.theme, signs, self.is_plain)

    def screen(self) -> Screen:
        """What draws now."""
        from ..display.screen import Screen  # late: start-up

        look = self.look()
        if self._screen is None or self._screen.look != look:
            self._screen = Screen(look)
        return self._screen

    def show(self, item: Shown | Text) -> None:
        """Write what a session shows."""
        for line in self.screen().lines(item):
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

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
