"""Every key of the prompt in every mode: where it is bound it does what its row says, where it is not it does what it does without."""

import asyncio
from collections.abc import Callable

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import CompletionState
from prompt_toolkit.completion import Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.styles import Style

import hlorepl
from hlorepl.config import Settings
from hlorepl.prompt import keys
from hlorepl.prompt.completer import SessionCompleter
from hlorepl.prompt.entry import make_entry
from hlorepl.prompt.keys import KEYS, ToEdit, Typing
from hlorepl.session.key_names import KEY_NAMES

MODES = ("emacs", "vi insert", "vi navigation", "search", "menu")
WRITING = {"emacs", "vi insert", "menu"}
#: Where each row is bound, by what it does.
BOUND = {
    "run": {"emacs", "vi insert"},
    "take completion": {"menu"},
    "run in navigation": {"vi navigation"},
    "run from anywhere": {"emacs", "menu"},
    "open a line": WRITING,
    "complete": {"emacs", "vi insert"},
    "close": WRITING,
    "paste": WRITING,
    "edit": WRITING,
    "edit in navigation": {"vi navigation"},
    "suspend": set(MODES),
    "go on": {"search"},
}
TEXT = "func.func @f() {\n    \n}"


class Board:
    """An entry with keys to press, and no screen."""

    def __init__(self, mode: str, text: str, cursor: int, is_incomplete: bool = True):
        self.typing = Typing(lambda _: is_incomplete)
        settings = self.settings = Settings({"prompt.editing_mode": "vi" if mode.startswith("vi") else "emacs"})
        history = InMemoryHistory(["%x = 1", "%y = tanh(%x)", "%z = 2"])
        completer = SessionCompleter(lambda: pytest.fail("nothing is completed here"))
        self.entry = make_entry(settings, self.typing, history, completer, Style([]), lambda *_: [], DummyOutput())
        self.app, self.buffer = self.entry.app, self.entry.default_buffer
        self.app.timeoutlen = None
        self.app.future = asyncio.get_running_loop().create_future()
        self.buffer.document = Document(text, cursor)
        self.mode = mode

    async def enter_mode(self) -> None:
        self.buffer.load_history_if_not_yet_loaded()
        await asyncio.sleep(0.01)
        if self.mode == "vi navigation":
            self.press("escape", "right")
        elif self.mode == "search":
            self.press("c-r", "t", "a", "n")
        elif self.mode == "menu":
            self.buffer.complete_state = CompletionState(self.buffer.document, [Completion("a"), Completion("b")], 0)

    def press(self, *pressed: str, data: str = "") -> None:
        for key in pressed:
            # prompt_toolkit gives a key of one letter as that letter, and a paste with its text
            found = key if len(key) == 1 else Keys(key)
            self.app.key_processor.feed(
                KeyPress(found, data or (key if len(key) == 1 else "\r" if key == "c-m" else key))
            )
        self.app.key_processor.process_keys()

    @property
    def ended(self) -> str | None:
        assert self.app.future is not None
        return self.app.future.result() if self.app.future.done() else None

    @property
    def state(self) -> tuple[object, ...]:
        return self.buffer.text, self.buffer.cursor_position, self.ended, self.app.vi_state.input_mode


def on_board(mode: str, text: str, cursor: int, do: Callable[[Board], None], is_incomplete: bool = True) -> Board:
    async def main() -> Board:
        with create_app_session(DummyInput(), DummyOutput()):
            board = Board(mode, text, cursor, is_incomplete)
            with set_app(board.app):
                await board.enter_mode()
                do(board)
                await asyncio.sleep(0)
            return board

    return asyncio.run(main())


def spelled(pressed: tuple[str, ...]) -> list[str]:
    """As prompt_toolkit hears them."""
    return [{"enter": "c-m", "tab": "c-i"}.get(key, key) for key in pressed]


@pytest.fixture(autouse=True)
def _no_suspension(monkeypatch: pytest.MonkeyPatch) -> None:
    from prompt_toolkit.application import Application

    monkeypatch.setattr(Application, "suspend_to_background", lambda _: None)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("row", KEYS, ids=lambda row: f"{row.does}: {row.pressed[-1]}")
def test_each_key_in_each_mode(row: keys.Key, mode: str, monkeypatch: pytest.MonkeyPatch):
    heard: list[str] = []
    cursor = TEXT.index("\n}") if row.does in ("complete", "close") else len(TEXT)

    def noting(each: keys.Key) -> keys.Key:
        def run(typing: Typing, event: object) -> None:
            heard.append(each.does)
            each.run(typing, event)

        return each._replace(run=run)

    def press(board: Board) -> None:
        board.press(*spelled(row.pressed), data="%a = 1" if row.does == "paste" else "")

    monkeypatch.setattr(keys, "KEYS", tuple(map(noting, KEYS)))
    found = on_board(mode, TEXT, cursor, press)
    is_bound = mode in BOUND[row.does]
    assert (row.does in heard) is is_bound
    assert len(heard) <= 1
    if not heard:  # of a sequence that is not bound, its second key may be
        monkeypatch.setattr(keys, "KEYS", ())
        assert found.state == on_board(mode, TEXT, cursor, press).state


def test_the_table_has_every_row_and_help_says_what_it_does():
    assert {row.does for row in KEYS} == set(BOUND)
    assert set(BOUND) == {does for does, each in KEY_NAMES.items() if each.is_own}
    said = hlorepl.Session().execute(":help keys").text
    assert all(each.name in said and each.about in said for each in KEY_NAMES.values())


def entered(mode: str, text: str, cursor: int, *pressed: str, is_incomplete: bool = False) -> Board:
    return on_board(mode, text, cursor, lambda board: board.press(*spelled(pressed)), is_incomplete)


@pytest.mark.parametrize("mode", ["emacs", "vi insert"])
def test_enter_runs_what_is_finished_and_opens_a_line_in_what_is_not(mode):
    assert entered(mode, "%x = 1", 6, "enter").ended == "%x = 1"
    assert entered(mode, "%x = 1", 2, "enter").ended == "%x = 1"
    assert entered(mode, "f {", 3, "enter", is_incomplete=True).buffer.text == "f {\n  "
    inside = entered(mode, "%x = 1\n%y = 2", 6, "enter")
    assert (inside.ended, inside.buffer.text) == (None, "%x = 1\n\n%y = 2")
    assert entered(mode, "%x = 1", 6, "c-o").buffer.text == "%x = 1\n"


@pytest.mark.parametrize(
    ("mode", "pressed"),
    [("emacs", ("escape", "enter")), ("vi navigation", ("enter",)), ("vi insert", ("escape", "enter"))],
)
@pytest.mark.parametrize("cursor", [0, 3, 6, 8, 13])
def test_an_entry_is_run_from_anywhere_in_it(mode, pressed, cursor):
    assert entered(mode, "%x = 1\n%y = 2", cursor, *pressed).ended == "%x = 1\n%y = 2"


@pytest.mark.parametrize("accept", ["enter", "right", "left", "home", "end", "escape", "tab"])
def test_a_search_gives_what_it_found(accept):
    found = entered("search", "", 0, accept)
    assert found.buffer.text == "%y = tanh(%x)"
    assert not found.app.layout.is_searching
    assert found.ended is None


@pytest.mark.parametrize("mode", ["emacs", "vi insert"])
def test_up_goes_by_what_is_typed(mode):
    assert entered(mode, "%y", 2, "up").buffer.text == "%y = tanh(%x)"
    assert entered(mode, "", 0, "up", "up").buffer.text == "%y = tanh(%x)"


def test_brackets_are_motions_where_nothing_is_inserted():
    assert entered("vi navigation", "%x = [1.0", 3, "}").buffer.text == "%x = [1.0"
    assert entered("emacs", "f {\n    ", 8, "}").buffer.text == "f {\n  }"


@pytest.mark.parametrize(
    ("mode", "pressed"), [("emacs", ("c-x", "c-e")), ("vi insert", ("c-x", "c-e")), ("vi navigation", ("v",))]
)
def test_an_entry_goes_to_the_editor(mode, pressed):
    ended = entered(mode, "%x = 1", 6, *pressed).ended
    assert isinstance(ended, ToEdit)
    assert ended == "%x = 1"


@pytest.mark.parametrize("mode", ["emacs", "vi insert", "vi navigation"])
def test_the_mode_of_vi_is_shown(mode):
    from hlorepl.prompt.entry import message

    def look(board: Board) -> None:
        settings = Settings({"prompt.editing_mode": "emacs" if mode == "emacs" else "vi"})
        shown.append("".join(part[1] for part in message(settings)))

    shown: list[str] = []
    on_board(mode, "%x", 2, look)
    assert shown == {"emacs": ["hlo> "], "vi insert": ["[ins] hlo> "], "vi navigation": ["[nav] hlo> "]}[mode]


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("", False),
        ("%x = ", False),
        ("%x = a", True),
        ("%", True),
        (":", True),
        ("add(", False),
        ("add(%x, ", False),
        ("add(%x", True),
        ("a\n  ", False),
    ],
)
@pytest.mark.parametrize("is_on", [True, False])
def test_a_menu_opens_by_itself_where_a_word_has_begun(text, opens, is_on):
    found: list[bool] = []

    def look(board: Board) -> None:
        board.settings.set("prompt.complete_while_typing", str(is_on))
        found.append(board.buffer.complete_while_typing())

    on_board("emacs", text, len(text), look)
    assert found == [opens and is_on]
