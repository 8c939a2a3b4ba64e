"""What the keys of the prompt do: ``:help keys`` says it wherever it is asked, and the prompt binds those that are its own."""

from __future__ import annotations

from typing import NamedTuple


class KeyName(NamedTuple):
    """How a key is written, what it does, and whether the prompt itself binds it (the others are those of every line editor)."""

    name: str
    about: str
    is_own: bool = True


_EDITOR = "take the entry into $EDITOR; :edit @f takes a function there, :edit %x what made a value"
#: By a word for each.
KEY_NAMES: dict[str, KeyName] = {
    "run": KeyName("Enter", "run the entry, or open a line where it is not finished, and inside of several lines"),
    "run from anywhere": KeyName("Alt-Enter", "run the entry from anywhere in it"),
    "open a line": KeyName("Ctrl-O", "open a line"),
    "complete": KeyName("Tab", "complete; where a line begins, indent"),
    "take completion": KeyName("Enter", "in the menu: take the completion"),
    "close": KeyName("}", "a closing brace goes a step back"),
    "paste": KeyName("paste", "what was copied with its prompts and answers comes without them"),
    "suggestion": KeyName(
        "Right, Ctrl-E", "at the end of a line: take the rest of it, which stands there in grey", False
    ),
    "earlier": KeyName(
        "Up, Down", "earlier entries that begin as what is typed; in an entry of several lines, its lines", False
    ),
    "search": KeyName("Ctrl-R", "search earlier entries: Enter or Esc takes what was found, Ctrl-C goes back", False),
    "go on": KeyName("Right, Left, Home, End, Ctrl-A, Ctrl-E, Tab", "in a search: go on in what was found"),
    "edit": KeyName("Ctrl-X Ctrl-E", _EDITOR),
    "suspend": KeyName("Ctrl-Z", "suspend; fg comes back"),
    "interrupt": KeyName("Ctrl-C", "give up the entry, or stop what runs: earlier values stay", False),
    "leave": KeyName("Ctrl-D", "leave; what is not saved is asked for", False),
    "run in navigation": KeyName("Enter", "in vi's navigation mode: run the entry"),
    "edit in navigation": KeyName("v", f"in vi's navigation mode: {_EDITOR.partition(';')[0]}"),
    "shell": KeyName("!COMMAND", "run a command of the shell, as it is typed, alone", False),
}


def keys_text() -> str:
    """What ``:help keys`` says."""
    width = max(len(each.name) for each in KEY_NAMES.values() if len(each.name) < _WIDEST)
    lines = [f"  {each.name.ljust(width)}  {each.about}" for each in KEY_NAMES.values()]
    return "\n".join(
        [
            "The keys of the prompt; beside them those of Emacs, or of vi with :set prompt.editing_mode vi",
            *lines,
            "Settings: :set lists them, such as prompt.suggestions, prompt.hints and prompt.complete_while_typing.",
        ]
    )


_WIDEST = 20
