"""The next entry: from prompt_toolkit's screen or line by line, from the user's editor, without prompts that were pasted with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.history import InMemoryHistory

from ..errors import HloError
from .completer import SessionCompleter
from .entry import make_entry, set_editing_mode
from .history import open_history
from .keyboard import keep, keyboard
from .keys import ToEdit, Typing
from .pasting import has_prompt, without_prompts
from .plain import PlainEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.styles import BaseStyle

    from ..config import Settings
    from ..session import Session
    from .background import Question
    from .entry import Hint


class Reader:
    """Reads entries. ``tell`` hears what there is to say, ``show_error`` why an editor could not be used."""

    def __init__(
        self,
        settings: Settings,
        session: Callable[[], Session],
        tell: Callable[[str], None],
        show_error: Callable[[HloError], None],
    ):
        self.settings = settings
        self.session = session
        self.show_error = show_error
        self.typing = Typing(lambda text: session().is_incomplete(text))
        self.history, self.trouble = open_history(settings["prompt.history"], tell)
        self._plain: PlainEntry | None = None
        self._entry: PromptSession[str] | None = None

    def open(self, question: Question, style: BaseStyle, hint: Hint) -> None:
        """Take the terminal; what it was asked has been answered by now, or never will be."""
        if self.settings["prompt.plain"]:
            self._plain = PlainEntry(self.session, self.typing.is_incomplete, self.history)
            return
        completer = SessionCompleter(self.session)
        keys = keyboard(question.answers, question.typed)
        self._entry = make_entry(self.settings, self.typing, self.history, completer, style, hint, keyboard=keys)

    def keep(self, typed: str) -> None:
        """What was typed while something else was shown: it comes before the next keys."""
        if self._entry is not None:
            keep(self._entry.app.input, typed)

    def restyle(self, style: BaseStyle) -> None:
        """Other colours."""
        if self._entry is not None:
            self._entry.style = style

    def obey(self) -> None:
        """The editing mode may be another one."""
        if self._entry is not None:
            set_editing_mode(self._entry, self.settings)

    def read(self, begin: Callable[[], None]) -> str:
        """The next entry; empty for what a screen had answered. ``begin`` is called when there is a prompt."""
        if self._plain is not None:
            begin()
            return without_prompts(self._plain.read())
        assert self._entry is not None
        default = ""
        while True:
            is_followed = self.typing.begin()
            text = self._entry.prompt(pre_run=begin, default=default)
            if not isinstance(text, ToEdit):
                break
            self._entry.app.erase_when_done = False
            default = self.edited(text)
        is_answer = self.typing.in_transcript and is_followed and not has_prompt(text)
        self.typing.in_transcript = is_answer or has_prompt(text)
        return "" if is_answer else without_prompts(text)

    def edited(self, text: str) -> str:
        """A text as the user's editor leaves it; as it is where that cannot be used."""
        from .programs import edited  # late: start-up

        try:
            return edited(text)
        except HloError as error:
            self.show_error(error)
            return text

    def remember(self, text: str) -> None:
        """Let an entry that was not typed be called up."""
        if self._entry is not None:
            self._entry.history.append_string(text)

    def ask(self, question: str) -> str:
        """One line of an answer; raises ``EOFError`` and ``KeyboardInterrupt``."""
        if self._entry is None:
            return input(question)
        asked: PromptSession[str] = PromptSession(
            history=InMemoryHistory(), input=self._entry.app.input, output=self._entry.app.output
        )
        return asked.prompt(question)
