"""What is longer than a screen, a screen at a time: by the user's own pager, or by this one, which stays where the text is.

Whoever types something else than a key of the pager has read enough: that is kept for the prompt.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..source import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

_ON = (" ", "f", "\x1b[6~", "\x06", "\x16", "\x1b[C")
_LINE = ("\r", "\n", "j", "\x1b[B", "\x1bOB", "\x0e")
_BACK = ("b", "\x1b[5~", "\x02", "\x1b[D")
_UP = ("k", "\x1b[A", "\x1bOA", "\x10")
_TOP, _END = ("g", "\x1b[H", "\x1bOH", "<"), ("G", "\x1b[F", "\x1bOF", ">")
_LEAVE = ("q", "Q", "\x1b", "\x03", "\x04")
_SEQUENCE = re.compile(r"\x1b\[[\d;]*m")
#: Lines that are looked through at a time for what is searched.
_MANY = 1 << 20


def rows_of(line: str, columns: int) -> int:
    """Rows of the terminal that a line takes."""
    return max(1, -(-len(_SEQUENCE.sub("", line)) // max(columns, 1)))


def split(lines: Iterator[str], columns: int, rows: int) -> tuple[list[str], Iterator[str]]:
    """The lines that fit a screen, and what is left; nothing is left where they are all."""
    taken: list[str] = []
    for line in lines:
        rows -= rows_of(line, columns)
        if rows < 0 and taken:
            return taken, chain([line], lines)
        taken.append(line)
    return taken, iter(())


class Pager:
    """Shows lines as they are asked for. ``size`` says how large the terminal is, ``keep`` takes what was typed for the prompt."""

    def __init__(self, lines: Iterator[str], size: Callable[[], tuple[int, int]], keep: Callable[[str], None]):
        self._lines = lines
        self._size = size
        self._keep = keep
        #: What has been read of the lines, and how many of them have been shown.
        self._known: list[str] = []
        self._at = 0
        self._sought = ""

    def run(self) -> None:
        """Until all has been shown or enough has been read."""
        with suppress(KeyboardInterrupt), _keys() as read:
            self._page()
            while self._is_more():
                self._ask(self._where())
                typed = read()
                sys.stdout.write("\r\x1b[K")
                if typed in _LEAVE or not typed:
                    break
                if not self._obey(typed, read):
                    self._keep(typed)
                    break
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()

    def _obey(self, typed: str, read: Callable[[], str]) -> bool:
        """Do what a key says; False for what is no key of the pager."""
        rows = self._size()[1]
        if typed in _ON:
            self._page()
        elif typed in _LINE:
            self._write(1)
        elif typed in _BACK:
            self._from(self._at - 2 * (rows - 2))
        elif typed in _UP:
            self._from(self._at - rows)
        elif typed in _TOP:
            self._from(0)
        elif typed in _END:
            self._write(_MANY)
        elif typed == "n" or typed[0] == "/" and typed[:2] != "//":  # with which a comment begins
            self._search(read, typed[1:], is_again=typed == "n")
        elif len(set(typed)) == 1 and typed[0] in (*_ON, *_LINE, *_BACK, *_UP):  # a key that is held
            return all(self._obey(key, read) for key in typed)
        else:
            return False
        return True

    def _page(self) -> None:
        columns, rows = self._size()
        left = rows - 1
        while left > 0 and self._is_more():
            left -= rows_of(self._known[self._at], columns)
            if left >= 0 or left == rows - 1:
                self._write(1)

    def _from(self, line: int) -> None:
        self._at = max(0, line)
        self._page()

    def _write(self, count: int) -> None:
        while count and self._is_more():
            sys.stdout.write(f"{self._known[self._at]}\r\n")
            self._at += 1
            count -= 1
        sys.stdout.flush()

    def _is_more(self) -> bool:
        if self._at >= len(self._known):
            self._known += islice(self._lines, 1)
        return self._at < len(self._known)

    def _where(self) -> str:
        return f"line {self._at}; space goes on, b back, / searches, q ends"

    def _ask(self, text: str) -> None:
        sys.stdout.write(f"\r\x1b[K\x1b[1m{visible(text, one_line=True)[: max(1, self._size()[0] - 1)]}\x1b[0m")
        sys.stdout.flush()

    def _search(self, read: Callable[[], str], typed: str, is_again: bool) -> None:
        if not is_again or not self._sought:
            self._sought = self._asked(read, typed)
        if not self._sought:
            return
        at = self._at
        while self._is_more():
            if self._sought in _SEQUENCE.sub("", self._known[self._at]):
                self._page()
                return
            self._at += 1
        self._at = at
        self._ask(f"there is no {self._sought} below")
        read()

    def _asked(self, read: Callable[[], str], typed: str) -> str:
        """What is searched: all that is typed until Enter."""
        text = ""
        while True:
            for key in typed:
                if key in "\r\n":
                    return text
                if key in "\x03\x1b":
                    return ""
                text = text[:-1] if key in "\x7f\x08" else text + key
            self._ask(f"/{text}")
            typed = read() or "\x03"


@contextmanager
def _keys() -> Generator[Callable[[], str]]:
    """Reads what is typed: a key at a time, as long as nobody types faster than is read."""
    import termios  # late: start-up

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    raw = termios.tcgetattr(fd)
    raw[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
    raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    termios.tcsetattr(fd, termios.TCSADRAIN, raw)
    try:
        yield lambda: os.read(fd, 65536).decode("utf-8", "replace")
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def through_command(words: list[str], lines: Iterator[str]) -> bool:
    """Have a command show the lines; False where there is none of that name."""
    import signal  # late: start-up
    import subprocess  # late: start-up

    environment = {"LESS": "FRX", "LV": "-c", **os.environ}
    try:
        process = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)  # noqa: S603 - the user's own pager
    except OSError:
        return False
    assert process.stdin is not None
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # which is the pager's
    try:
        with suppress(OSError):
            for line in lines:
                process.stdin.write(f"{line}\n".encode("utf-8", "backslashreplace"))
        with suppress(OSError):
            process.stdin.close()
        process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return True
