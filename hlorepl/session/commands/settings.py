"""``:set``: the settings of the session, which the user's file gives at first."""

from collections.abc import Iterable
from typing import Annotated

from ... import config
from ...config import SETTINGS, known
from ..known import Item
from ..state import Knower
from .kinds import Kind, as_it_is
from .registry import Context, command


def _words(_session: Knower, word: str) -> Iterable[Item]:
    key, blank, _value = word.partition(" ")
    if not blank:
        yield from ((each.key, "setting", each.about) for each in SETTINGS.values())
    elif key in SETTINGS:
        yield from ((choice, "choice", "") for choice in SETTINGS[key].choices)


#: ``KEY VALUE`` or ``KEY = VALUE``.
Assignment = Annotated[str, Kind(as_it_is, _words, takes_rest=True, usage="[KEY [VALUE]]")]


@command("set")
def set_(context: Context, words: Assignment = "") -> None:
    """Show the settings, or change one for this session: :set prompt.editing_mode vi.

    They are read from $HLOREPL_CONFIG, else from $XDG_CONFIG_HOME/hlorepl/config.toml (~/.config/hlorepl/config.toml), in which
    a key with a dot stands in a table: [prompt] and editing_mode = "vi". A key or a value that there is not is an error.
    """
    settings = context.session.settings
    key, _, value = words.partition(" ")
    value = value.strip().removeprefix("=").strip()
    if not key:
        width = max(map(len, map(settings.line, settings)))
        lines = [f"{settings.line(each).ljust(width)}  {_about(each)}" for each in settings]
        context.say("\n".join([*lines, f"these last for the session; {config.path()} keeps them"]))
        return
    known(key)
    if value:
        settings.set(key, value)
    context.say(settings.line(key))


def _about(key: str) -> str:
    setting = SETTINGS[key]
    choices = setting.choices
    listed = f": {', '.join(choices)}" if isinstance(setting.default, str) and 0 < len(choices) <= 8 else ""
    return f"{setting.about}{listed}"
