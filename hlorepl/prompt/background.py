"""Which background the terminal has: it is asked (OSC 11) while the prompt is being loaded, and has a tenth of a second to answer.

What is typed meanwhile is kept for the prompt. An answer that comes later is no typing either: it is dropped wherever it turns up.
"""

from __future__ import annotations

import os
import re
import sys
from codecs import getincrementaldecoder
from select import select
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..display.theme import may_colour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..display.theme import Rgb

QUERY = b"\x1b]11;?\x1b\\"
#: Seconds in which a terminal answers.
PATIENCE = 0.1
#: What a terminal answers: up to four digits of red, green and blue, perhaps of how opaque it is.
_ANSWER = re.compile(r"\x1b\]11;(?:rgba?:([0-9a-fA-F/]{3,19})|#([0-9a-fA-F]{6,12}))?[^\x07\x1b]*(?:\x07|\x1b\\)")
#: The beginning of an answer, at the end of what was read; a lone escape is the key of that name.
_BEGUN = re.compile(r"\x1b\](?:1(?:1(?:;[^\x07\x1b]{0,40}\x1b?)?)?)?$")


class Answers:
    """Takes the terminal's answers out of what it sends."""

    def __init__(self) -> None:
        self.background: Rgb | None = None
        self.has_come = False
        self._begun = ""

    def typed(self, text: str) -> str:
        """What was typed; the beginning of an answer waits for the rest of it."""
        text = _ANSWER.sub(self._take, self._begun + text)
        begun = _BEGUN.search(text)
        self._begun = "" if begun is None else begun.group()
        return text.removesuffix(self._begun) if self._begun else text

    def _take(self, found: re.Match[str]) -> str:
        self.has_come = True
        self.background = _rgb(found[1] or found[2] or "") or self.background
        return ""


def _rgb(text: str) -> Rgb | None:
    """``1e1e/1e1e/1e1e`` or ``1e1e1e``, as numbers to 255."""
    third = len(text) // 3
    parts = text.split("/")[:3] if "/" in text else [text[:third], text[third : 2 * third], text[2 * third :]]
    if len(parts) != 3 or not all(parts) or any(len(part) > 4 for part in parts):
        return None
    red, green, blue = (round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in parts)
    return red, green, blue


class Question:
    """Asks when it is made; ``close`` waits for what is left of the time, and gives the terminal back as it was."""

    def __init__(self, environment: Mapping[str, str], is_wanted: bool = True):
        self.answers = Answers()
        #: What was typed before the terminal answered.
        self.typed = ""
        self._end = monotonic() + PATIENCE
        self._fd = -1
        self._before: Any = None
        if is_wanted and _may_be_asked(environment):
            self._ask()

    def _ask(self) -> None:
        import termios  # late: on demand

        fd = sys.stdin.fileno()
        try:
            self._before = termios.tcgetattr(fd)
            quiet = termios.tcgetattr(fd)
            quiet[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
            quiet[3] &= ~(termios.ECHO | termios.ICANON)
            termios.tcsetattr(fd, termios.TCSADRAIN, quiet)
            self._fd = fd
            os.write(sys.stdout.fileno(), QUERY)
        except (OSError, termios.error):
            self.close()

    def close(self) -> Rgb | None:
        """The background, or None where the terminal did not say."""
        if self._fd < 0:
            return None
        import termios  # late: on demand

        try:
            self._listen()
        finally:
            fd, self._fd = self._fd, -1
            termios.tcsetattr(fd, termios.TCSADRAIN, self._before)
        return self.answers.background

    def _listen(self) -> None:
        decoder = getincrementaldecoder("utf-8")("surrogateescape")
        while not self.answers.has_come:
            ready, _, _ = select([self._fd], [], [], max(0.0, self._end - monotonic()))
            data = os.read(self._fd, 65536) if ready else b""
            self.typed += self.answers.typed(decoder.decode(data, final=not data))
            if not data:
                return


def _may_be_asked(environment: Mapping[str, str]) -> bool:
    """Whether it makes sense: a terminal on both sides that knows such sequences, and this process in its foreground."""
    if os.name != "posix" or not may_colour(environment) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:
        return False
