"""Read, run, show. The prompt is on the screen before NumPy is loaded: a thread loads it meanwhile."""

from __future__ import annotations

import os
import re
import shlex
import sys
import threading
from typing import TYPE_CHECKING, Any

from prompt_toolkit import print_formatted_text
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.shortcuts import clear

from .. import __version__, backends
from ..engine.telling import Telling
from ..errors import HloError
from ..source import visible
from .completer import SessionCompleter
from .entry import make_entry, set_editing_mode
from .highlight import show_controls, style
from .history import open_history
from .keyboard import keep, keyboard
from .keys import ToEdit, Typing
from .pasting import has_prompt, without_prompts
from .terminal import Terminal

if TYPE_CHECKING:
    from argparse import Namespace

    from prompt_toolkit.formatted_text import StyleAndTextTuples

    from ..config import Settings
    from ..session import Session
    from .background import Question

_WELCOME = "hlorepl {version}: type StableHLO, each op on a line; :help shows how, Ctrl-D leaves"
#: A command of the shell; ``!name = type`` is an alias of MLIR.
_SHELL = re.compile(r"!(?!\s*[\w$.]+\s*=[^=])(.*)", re.DOTALL)


class Prompt:
    """The terminal face of one session."""

    def __init__(self, options: Namespace, settings: Settings, question: Question):
        self.options = options
        self.settings = settings
        self._session: Session | None = None
        self._is_loaded = False
        self._lock = threading.Lock()
        show_controls()
        self.terminal = Terminal(settings, os.environ, question.close())
        self.style = style(self.terminal.theme, settings["prompt.style"])
        self.typing = Typing(lambda text: self.session().is_incomplete(text))
        history, self.trouble = open_history(settings["prompt.history"], self._print)
        completer = SessionCompleter(self.session)
        keys = keyboard(question.answers, question.typed)
        self.entry = make_entry(settings, self.typing, history, completer, self.style, self._hint, keyboard=keys)
        self.terminal.keep = lambda text: keep(self.entry.input, text)
        settings.changed.append(self._obey)
        self.count = 1

    def session(self) -> Session:
        """The session, made when it is first needed."""
        with self._lock:
            if self._session is None:
                from ..batch.settings import session_options  # late: start-up
                from ..session import Session  # late: start-up

                self._session = Session(**session_options(self.options))
                self._session.settings = self.settings
            return self._session

    def _obey(self, key: str) -> None:
        """A setting has another value."""
        if key == "prompt.editing_mode":
            set_editing_mode(self.entry, self.settings)
        elif key in ("prompt.style", "prompt.plain", "display.theme"):
            self.style = self.entry.style = style(self.terminal.theme, self.settings["prompt.style"])

    def _hint(self, text: str, cursor: int) -> StyleAndTextTuples:
        """What stands under the entry; nothing while the engine is being loaded, for which no key waits."""
        session = self._session
        if session is None or not self._is_loaded or self.typing.is_hasty:
            return []
        from .hints import hint_line  # late: NumPy

        return hint_line(text, cursor, session)

    # The loop

    def run(self) -> int:
        """Until the user leaves; the exit status."""
        self._print(FormattedText([("bold", _WELCOME.format(version=__version__))]))
        if self.trouble:
            self._print(self.trouble)
        if not self._backend_works() or not self._load_first():
            return 1
        while True:
            try:
                text = self._read()
                if text.strip() and not self._take(text.rstrip()):
                    return 0
            except KeyboardInterrupt:
                continue
            except EOFError:
                return 0

    def _read(self, default: str = "") -> str:
        """The next entry, without the prompts that were pasted with it; empty for what a screen had answered."""
        while True:
            is_followed = self.typing.begin()
            text = self.entry.prompt(pre_run=self._warm_up, default=default)
            if not isinstance(text, ToEdit):
                break
            default = self._edited(text)
        is_answer = self.typing.in_transcript and is_followed and not has_prompt(text)
        self.typing.in_transcript = is_answer or has_prompt(text)
        return "" if is_answer else without_prompts(text)

    def _edited(self, text: str) -> str:
        from .programs import edited  # late: start-up

        self.entry.app.erase_when_done = False
        try:
            return edited(text)
        except HloError as error:
            self._show_error(error)
            return text

    def _take(self, text: str) -> bool:
        """Do what an entry says; False when the user wants to leave."""
        shell = _SHELL.fullmatch(text)
        if shell is not None and not self.typing.is_pasted:
            self._run_shell(shell[1].strip())
            return True
        return self._execute(text)

    def _run_shell(self, line: str) -> None:
        from .programs import run_shell  # late: start-up

        said = run_shell(line) if line else "!COMMAND runs a command of the shell"
        if said:
            self._print(said)

    def _backend_works(self) -> bool:
        if self.options.backend == backends.DEFAULT and self.options.grid in (None, (1, 1)):
            return True
        try:
            self.session()
        except HloError as error:
            self._show_error(error)
            return False
        return True

    def _warm_up(self) -> None:
        """Load the engine while the user reads and types."""
        if self._session is None:
            threading.Thread(target=self._load_engine, daemon=True).start()

    def _load_engine(self) -> None:
        session = self.session()
        session.is_incomplete("%x = [1.0]\n%y = add %x, %x")
        from .hints import hint_line  # late: NumPy

        hint_line("%y = add(", 9, session)
        self._is_loaded = True
        self.terminal.screen()

    def _load_first(self) -> bool:
        """FILE and --input of the command line, and what may be typed then."""
        if self.options.input:
            self._execute(f":load {_quoted(self.options.input)}", quiet=True)
        if self.options.file:
            self._execute(f":load {_quoted(self.options.file)}", quiet=False)
            self._suggest()
        return True

    def _suggest(self) -> None:
        """A line that says what to type next."""
        session = self.session()
        functions = session.state.functions
        if "main" in functions:
            from ..engine.arguments import argument_names  # late: NumPy
            from ..session.calling import values_by_name  # late: NumPy

            main = functions["main"]
            found = zip(values_by_name(session, main), main.arguments, strict=True)
            missing = [argument_names(value)[-1] for name, value in found if name is None]
            if not missing:
                self._print("type  :run @main  to run it; %name shows a value, :text @main the program")
            else:
                self._print(f"give it values, as in  %{missing[0]} = [1.0, 2.0]  or  :load FILE.npz , then  :run @main")

    def _execute(self, text: str, quiet: bool = False) -> bool:
        """Run an entry and show what comes; False when the user wants to leave."""
        name = f"In[{self.count}]"
        self.count += 1
        try:
            with Telling(lambda text: self.terminal.tell(f"… {text}; Ctrl-C stops it")):
                result = self.session().execute(text, name, listen=None if quiet else self._listen)
        except KeyboardInterrupt:
            self.terminal.settle()
            rest = self.session().interruption.removeprefix("interrupted")
            self._print(FormattedText([("class:error", "interrupted"), ("", rest)]))
            return True
        self.terminal.settle()
        if result.error is not None:
            self._show_error(result.error)
        return result.action is None or result.action.name != "quit"

    # Showing

    def _listen(self, item: Any) -> None:
        from ..session.result import Action  # late: start-up

        if isinstance(item, Action):
            if item.name == "clear":
                clear()
            return
        self.terminal.show(item)

    def _show_error(self, error: Any) -> None:
        sys.stdout.flush()
        sys.stderr.write(self.terminal.error(error) + "\n")
        sys.stderr.flush()

    def _print(self, text: Any) -> None:
        if isinstance(text, str):
            sys.stdout.write(visible(text) + "\n")
            sys.stdout.flush()
        else:
            print_formatted_text(text, style=self.style, include_default_pygments_style=False)


def _quoted(path: str) -> str:
    return shlex.quote(path)
