"""The user's settings: ``$HLOREPL_CONFIG``, else ``$XDG_CONFIG_HOME/hlorepl/config.toml``; each key and each value checked.

    backend = "numpy"

    [prompt]
    editing_mode = "vi"

``SETTINGS`` has every key with what it may be; ``hlorepl --help``, ``:set`` and ``:help settings`` are made of it. A file that cannot
be read, a key that does not exist and a value that none of these may have are errors: a setting is never ignored.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import HloError
from .wording import LISTED, either, offer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Setting:
    """A setting: its value where none is given, what it is about, and what it may be.

    ``choices`` gives the words of which it is one; a number may be no less than ``least``. Its kind is that of ``default``.
    One that is ``for_start`` counts when the prompt opens, and not later.
    """

    __slots__ = ("about", "default", "for_start", "key", "least", "words")

    def __init__(
        self,
        key: str,
        default: Any,
        about: str,
        choices: Callable[[], Sequence[str]] | None = None,
        least: int = 0,
        for_start: bool = False,
    ):
        self.key = key
        self.default = default
        self.about = about
        self.words = choices
        self.least = least
        self.for_start = for_start

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it may be; none where it may be any."""
        if type(self.default) is bool:
            return ("true", "false")
        return tuple(self.words()) if self.words is not None else ()

    def checked(self, value: Any) -> Any:
        """The value, where it may be that; raises ``config.value``."""
        wanted = type(self.default)
        if type(value) is not wanted:
            shown = f'"{value}"' if isinstance(value, str) else _toml(value)
            raise HloError(f"{self.key} must be {_KINDS[wanted]}, not {shown}", code="config.value")
        words = self.choices
        if wanted is str and words and value not in words:
            few = len(words) <= LISTED
            message = f'{self.key} cannot be "{value}"{f"; it is {either([*words])}" if few else ""}'
            raise HloError(message, code="config.value", help=[] if few else offer(value, words))
        if wanted is int and value < self.least:
            raise HloError(f"{self.key} must be {self.least} or more, not {value}", code="config.value")
        return value

    def read(self, word: str) -> Any:
        """The value that a word stands for, as ``:set`` takes it: in quotes or without; raises ``config.value``."""
        wanted = type(self.default)
        if wanted is str:
            is_quoted = len(word) > 1 and word[0] == word[-1] and word[0] in "\"'"
            return self.checked(word[1:-1] if is_quoted else word)
        if wanted is bool:
            found = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(word.lower())
            return self.checked(word if found is None else found)
        try:
            return self.checked(int(word.replace("_", "")))
        except ValueError:
            return self.checked(word)


_KINDS: dict[type, str] = {str: "a text", bool: "true or false", int: "a whole number"}


def _styles() -> tuple[str, ...]:
    from pygments.styles import get_all_styles  # late: Pygments

    return ("auto", *sorted(get_all_styles()))


#: Every setting by its key; a dot stands for a table.
SETTINGS: dict[str, Setting] = {
    each.key: each
    for each in (
        Setting("backend", "numpy", "the array library, as --backend", for_start=True),
        Setting("prompt.editing_mode", "emacs", "the keys of the entry", lambda: ("emacs", "vi")),
        Setting(
            "prompt.style",
            "auto",
            "colours of the language: those of the theme, or the name of a Pygments style",
            _styles,
        ),
        Setting("prompt.history", True, "keep entries for the next time", for_start=True),
        Setting("prompt.suggestions", True, "offer the rest of an earlier entry in grey"),
        Setting("prompt.hints", True, "say under the entry what the op takes and what comes out"),
        Setting("prompt.complete_while_typing", False, "open the menu without Tab"),
        Setting("prompt.confirm_exit", True, "ask before unsaved work is left"),
        Setting("prompt.autosave", True, "keep the session for --resume", for_start=True),
        Setting("prompt.autosave_megabytes", 256, "how much of a session is kept at most", least=1, for_start=True),
        Setting(
            "prompt.startup",
            "startup.hlo",
            "a script that runs first; where it is no whole path, beside this file",
            for_start=True,
        ),
        Setting("prompt.plain", False, "for screen readers, as --plain", for_start=True),
        Setting(
            "display.theme",
            "auto",
            "what the terminal says of its background, or",
            lambda: ("auto", "light", "dark", "none"),
        ),
        Setting("display.precision", 0, "significant digits of floats; 0: as many as it takes to read them back"),
        Setting("display.width", 0, "columns; 0: the terminal's"),
        Setting("display.lines", 0, "lines of a value that is not asked for in full; 0: a screen"),
        Setting(
            "display.elements", 200, "of values with more than these the corners are shown; 0: whatever fits the lines"
        ),
        Setting(
            "display.pager",
            "auto",
            'for what is longer than a screen: $PAGER or the own one; "own", "none", or a command',
        ),
        Setting(
            "display.pictures",
            "auto",
            "blocks, or what the terminal draws",
            lambda: ("auto", "blocks", "sixel", "kitty"),
        ),
    )
}


class Settings:
    """The value of each setting; ``changed`` are told, of a key, when it has another one."""

    def __init__(self, values: Mapping[str, Any] | None = None):
        self._values = {key: each.default for key, each in SETTINGS.items()}
        self.changed: list[Callable[[str], None]] = []
        for key, value in (values or {}).items():
            self._values[key] = known(key).checked(value)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def set(self, key: str, word: str) -> Any:
        """Give a setting the value that a word stands for; raises ``config.key`` and ``config.value``."""
        value = self._values[key] = known(key).read(word)
        for told in self.changed:
            told(key)
        return value

    def line(self, key: str) -> str:
        """A setting as the file would say it."""
        return f"{key} = {_toml(self[key])}"


def known(key: str) -> Setting:
    """The setting of a key; raises ``config.key`` where there is none."""
    found = SETTINGS.get(key)
    if found is None:
        raise HloError(f"there is no setting {key}", code="config.key", help=offer(key, SETTINGS))
    return found


def path() -> Path:
    """Where the settings are read from."""
    named = os.environ.get("HLOREPL_CONFIG")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "hlorepl" / "config.toml"


def startup(settings: Settings) -> Path | None:
    """The script that the prompt runs first, where there is one; a file that the user has named must be there."""
    named = settings["prompt.startup"]
    if not named:
        return None
    found = path().parent / Path(named).expanduser()
    return None if named == SETTINGS["prompt.startup"].default and not found.exists() else found


def load() -> Settings:
    """Every key with its value; raises ``config.*`` for a file that cannot be read, and for keys and values that do not exist."""
    import tomllib  # late: start-up

    file = path()
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if os.environ.get("HLOREPL_CONFIG"):
            raise HloError(f"{file}: no such file, though HLOREPL_CONFIG names it", code="config.file") from None
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HloError(f"{file}: {error}", code="config.file") from None
    try:
        return Settings(dict(_flat(data)))
    except HloError as error:
        raise HloError(f"{file}: {error.message}", code=error.code, help=error.help) from None


def _flat(data: dict[str, Any], table: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{table}{key}.")  # pyright: ignore[reportUnknownArgumentType]  - tomllib says Any
        else:
            yield f"{table}{key}", value


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
