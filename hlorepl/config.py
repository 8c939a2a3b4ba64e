"""The user's settings: ``$HLOREPL_CONFIG``, else ``$XDG_CONFIG_HOME/hlorepl/config.toml``; each key checked.

    backend = "numpy"

    [prompt]
    editing_mode = "emacs"        # or "vi"
    style = "default"             # the name of a Pygments style
    history = true                # keep entries between runs
    complete_while_typing = false

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
    "prompt.style": (str, "default"),
    "prompt.history": (bool, True),
    "prompt.complete_while_typing": (bool, False),
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
    import tomllib

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
        wanted = KEYS[key][0]
        if type(value) is not wanted:
            raise HloError(f"{file}: {key} must be a {wanted.__name__}, not {value!r}", code="config.value")
        found[key] = value
    return found


def _flat(data: dict[str, Any]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        if isinstance(value, dict):
            found += [(f"{key}.{inner}", item) for inner, item in value.items()]
        else:
            found.append((key, value))
    return found
