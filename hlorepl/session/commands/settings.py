"""``:set``: the settings of the session, which the user's file gives at first."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from ... import config
from ...config import SETTINGS, known
from ..known import Item
from ..state import Knower
from .kinds import Kind, as_it_is
from .registry import Context, command


def _keys(_session: Knower, _word: str) -> Iterable[Item]:
    return [(each.key, "setting", each.about) for each in SETTINGS.values()]


def _choices(words: Sequence[str]) -> Iterable[Item]:
    setting = SETTINGS.get(words[0]) if words else None
    return [] if setting is None else [(choice, "choice", "") for choice in setting.choices]


#: The name of a setting, and what it is to be.
Key = Annotated[str, Kind(as_it_is, _keys)]
Choice = Annotated[str, Kind(as_it_is, after=_choices)]


@command("set")
def set_(context: Context, key: Key = "", *value: Choice) -> None:
    """Show the settings, or change one for this session: :set prompt.editing_mode vi.

    They are read from $HLOREPL_CONFIG, else from $XDG_CONFIG_HOME/hlorepl/config.toml (~/.config/hlorepl/config.toml), in which
    a key with a dot stands in a table: [prompt] and editing_mode = "vi". A key or a value that there is not is an error.
    """
    settings = context.session.settings
    if not key:
        width = max(map(len, map(settings.line, settings)))
        lines = [f"{settings.line(each).ljust(width)}  {_about(each)}" for each in settings]
        context.say("\n".join([*lines, f"these last for the session; {config.path()} keeps them"]))
        return
    known(key)
    word = " ".join(value).removeprefix("=").strip()
    if word and SETTINGS[key].for_start:
        tip = ":backend NAME moves this session" if key == "backend" else f"{config.path()} keeps it"
        raise context.fail(f"{key} counts when hlorepl starts, and not later", "config.value", tip)
    if word:
        settings.set(key, word)
    context.say(settings.line(key))


def _about(key: str) -> str:
    setting = SETTINGS[key]
    choices = setting.choices
    listed = f": {', '.join(choices)}" if isinstance(setting.default, str) and 0 < len(choices) <= 8 else ""
    return f"{setting.about}{listed}"
