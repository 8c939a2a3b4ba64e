"""The user's settings: ``$HLOREPL_CONFIG``, else ``$XDG_CONFIG_HOME/hlorepl/config.toml``; each key checked.

    backend = "numpy"

    [prompt]
    editing_mode = "emacs"        # or "vi"
    style = "auto"                # colours of the language: those of the theme, or the name of a Pygments style
    history = true                # keep entries between runs
    complete_while_typing = false

    [display]                     # of the terminal
    theme = "auto"                # what the terminal says of its background; or "light", "dark", "none"
    precision = 0                 # significant digits of floats; 0: as many as it takes to read them back
    width = 0                     # columns; 0: the terminal's
    lines = 0                     # lines of a value that is not asked for in full; 0: a screen
    elements = 200                # of values with more than these the corners are shown; 0: whatever fits the lines
    pager = "auto"                # for what is longer than a screen: $PAGER or the own one; "own", "none", or a command
    pictures = "auto"             # "blocks", or "sixel" or "kitty" for terminals that draw images and do not say so

A file that cannot be read and a key that does not exist are errors: a setting is never ignored.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .errors import HloError
from .wording import offer

#: key: (type, default); a dot stands for a table.
KEYS: dict[str, tuple[type, Any]] = {
    "backend": (str, "numpy"),
    "prompt.editing_mode": (str, "emacs"),
    "prompt.style": (str, "auto"),
    "prompt.history": (bool, True),
    "prompt.complete_while_typing": (bool, False),
    "display.theme": (str, "auto"),
    "display.precision": (int, 0),
    "display.width": (int, 0),
    "display.lines": (int, 0),
    "display.elements": (int, 200),
    "display.pager": (str, "auto"),
    "display.pictures": (str, "auto"),
}
#: What a setting may be, where that is one of a few words; numbers are never below zero.
CHOICES: dict[str, tuple[str, ...]] = {
    "prompt.editing_mode": ("emacs", "vi"),
    "display.theme": ("auto", "light", "dark", "none"),
    "display.pictures": ("auto", "blocks", "sixel", "kitty"),
}


def path() -> Path:
    """Where the settings are read from."""
    named = os.environ.get("HLOREPL_CONFIG")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "hlorepl" / "config.toml"


def load() -> dict[str, Any]:
    """Every key with its value; raises ``config.*`` for a file that cannot be read and for keys that do not exist."""
    import tomllib  # late: on demand

    found = {key: default for key, (_, default) in KEYS.items()}
    file = path()
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if os.environ.get("HLOREPL_CONFIG"):
            raise HloError(f"{file}: no such file, though HLOREPL_CONFIG names it", code="config.file") from None
        return found
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HloError(f"{file}: {error}", code="config.file") from None
    for key, value in _flat(data):
        if key not in KEYS:
            raise HloError(f"{file}: there is no setting {key}", code="config.key", help=offer(key, KEYS))
        check(key, value, f"{file}: ")
        found[key] = value
    return found


def check(key: str, value: Any, where: str = "") -> None:
    """Raise ``config.value`` for a value that a setting cannot have."""
    wanted = KEYS[key][0]
    if type(value) is not wanted:
        raise HloError(f"{where}{key} must be a {wanted.__name__}, not {value!r}", code="config.value")
    choices = CHOICES.get(key)
    if choices is not None and value not in choices:
        message = f"{where}{key} must be one of {', '.join(choices)}, not {value!r}"
        raise HloError(message, code="config.value", help=offer(str(value), choices))
    if wanted is int and value < 0:
        raise HloError(f"{where}{key} must not be below zero, as {value} is", code="config.value")


def _flat(data: dict[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict):
            found += [(f"{key}.{inner}", item) for inner, item in value.items()]
        else:
            found.append((key, value))
    return found
