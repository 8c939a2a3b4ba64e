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

from .. import __version__, backends, config
from ..engine.telling import Telling
from ..errors import HloError, unexpected
from ..source import visible
from ..wording import counted
from .autosave import Autosave
from .highlight import show_controls, style
from .reading import Reader
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
        self.reader = Reader(settings, self.session, self._print, self._show_error)
        self.reader.open(question, self.style, self._hint)
        self.terminal.keep = self.reader.keep
        self.autosave = Autosave(settings, self._print)
        settings.changed.append(self._obey)
        self.count = 1

    def session(self) -> Session:
        """The session, made when it is first needed."""
        with self._lock:
            if self._session is None:
                from ..batch.settings import session_options  # late: start-up
                from ..session import Session  # late: start-up

                session = Session(**session_options(self.options))
                session.settings = self.settings
                if not self.options.resume:
                    self.autosave.begin(session)
                self._session = session
            return self._session

    def _obey(self, key: str) -> None:
        """A setting has another value."""
        if key == "prompt.editing_mode":
            self.reader.obey()
        elif key in ("prompt.style", "prompt.plain", "display.theme"):
            self.style = style(self.terminal.theme, self.settings["prompt.style"])
            self.reader.restyle(self.style)

    def _hint(self, text: str, cursor: int) -> StyleAndTextTuples:
        """What stands under the entry; nothing while the engine is being loaded, for which no key waits."""
        session = self._session
        if session is None or not self._is_loaded or self.reader.typing.is_hasty:
            return []
        from .hints import hint_line  # late: NumPy

        return hint_line(text, cursor, session)

    # The loop

    def run(self) -> int:
        """Until the user leaves; the exit status."""
        self._print(FormattedText([("class:welcome", _WELCOME.format(version=__version__))]))
        if self.reader.trouble:
            self._print(self.reader.trouble)
        if not self._backend_works():
            return 1
        self._resume()
        self._load_first()
        while True:
            try:
                text = self.reader.read(self._warm_up)
                stays = not text.strip() or self._take(text.rstrip())
            except KeyboardInterrupt:
                continue
            except EOFError:
                stays = False
            if not stays and self._leaves():
                self.autosave.end()
                return 0

    def _leaves(self) -> bool:
        """Whether the user leaves what is not saved: that is asked once."""
        from ..session.entries import unsaved  # late: start-up

        work = unsaved(self._session) if self._session is not None and self.settings["prompt.confirm_exit"] else []
        if not work:
            return True
        kept = "; hlorepl --resume takes it up" if self.autosave.is_on else ""
        self._print(f"{counted(len(work), 'statement')} not saved (:save FILE.mlir or :log FILE.hlo{kept})")
        try:
            answer = self.reader.ask("leave? [y/N] ").strip()
        except EOFError:
            return True
        except KeyboardInterrupt:
            return False
        if answer.lower() in ("y", "yes", ":quit", ":q", ":exit", "quit", "exit"):
            return True
        return answer.lower() not in ("", "n", "no") and not self._take(answer)

    def _resume(self) -> None:
        """Take up the last session, where that is wanted."""
        if not self.options.resume:
            return
        session = self.session()
        try:
            found = self.autosave.resume(session)
        except KeyboardInterrupt:
            self._print("interrupted: nothing was taken up")
            found = None
        except Exception as error:  # noqa: BLE001 - whatever a file holds, the prompt opens
            self._show_error(error if isinstance(error, HloError) else unexpected(error, None))
            found = None
        else:
            self._print("there is no session to take up" if found is None else found.text(session))
        self.options.resume = False
        if found is None:
            self._session = None
            self.session()
            return
        self.count = len(session.entries) + 1
        session.saved = session.state.log

    def _take(self, text: str) -> bool:
        """Do what an entry says; False when the user wants to leave."""
        shell = _SHELL.fullmatch(text)
        if shell is not None and not self.reader.typing.is_pasted:
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

    def _load_first(self) -> None:
        """The startup script, FILE and --input of the command line, and what may be typed then."""
        startup = config.startup(self.settings)
        if startup is not None:
            self._execute(f":load {_quoted(str(startup))}")
            session = self.session()
            session.saved = session.state.log
        if self.options.input:
            self._execute(f":load {_quoted(self.options.input)}", quiet=True)
        if self.options.file:
            self._execute(f":load {_quoted(self.options.file)}", quiet=False)
            self._suggest()

    def _suggest(self) -> None:
        """A line that says what to type next."""
        session = self.session()
        functions = session.state.functions
        if "main" in functions:
            from ..engine.arguments import argument_names  # late: NumPy
            from ..session.calling import values_by_name  # late: NumPy
            from ..session.examples import given  # late: NumPy

            main = functions["main"]
            found = zip(values_by_name(session, main), main.arguments, strict=True)
            missing = [given(argument_names(value)[-1], value.type) for name, value in found if name is None]
            if not missing:
                self._print("type  :run @main  to run it; %name shows a value, :text @main the program")
            else:
                lines = "".join(f"\n  {line}" for line in missing)
                self._print(f"give it values, as in the lines below or by  :load FILE.npz , then  :run @main{lines}")

    def _execute(self, text: str, quiet: bool = False) -> bool:
        """Run an entry and show what comes; False when the user wants to leave."""
        name = f"In[{self.count}]"
        self.count += 1
        try:
            with Telling(lambda text: self.terminal.tell(f"… {text}", "; Ctrl-C stops it")):
                result = self.session().execute(text, name, listen=None if quiet else self._listen)
        except KeyboardInterrupt:
            self.terminal.settle()
            rest = self.session().interruption.removeprefix("interrupted")
            self._print(FormattedText([("class:error", "interrupted"), ("", rest)]))
            self.autosave.record(self.session(), name, text)
            return True
        self.terminal.settle()
        self.autosave.record(self.session(), name, text)
        if result.error is not None:
            self._show_error(result.error)
        action = result.action
        if action is not None and action.name == "edit":
            return self._edit(action.argument)
        return action is None or action.name != "quit"

    def _edit(self, text: str) -> bool:
        """Run a text as the user's editor leaves it, where it has become another one."""
        found = self.reader.edited(text)
        if found == text or not found.strip():
            self._print("nothing has changed")
            return True
        self.reader.remember(found)
        return self._execute(found)

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
