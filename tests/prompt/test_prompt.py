"""The prompt in a real terminal: pexpect types, pyte keeps the screen."""

import os
import re
import stat
import sys
import time

import pexpect
import pyte
import pytest

COLUMNS, ROWS = 100, 40


#: What a terminal is asked for its background with.
QUERY = "\x1b]11;?\x1b\\"


class Terminal:
    """A terminal with hlorepl in it, of ``size`` columns and rows.

    ``background`` (such as ``rgb:0000/0000/0000``) is what it answers when it is asked; without, it does not. ``ahead`` is typed
    before that. ``environment`` has variables beside the usual ones; None takes one away.
    """

    def __init__(self, home, *arguments: str, size=(COLUMNS, ROWS), background="", ahead="", environment=None):
        outside = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(home), "HOME": str(home)}
        outside |= {"NO_COLOR": None, "COLORFGBG": None, **(environment or {})}
        outside = {name: value for name, value in outside.items() if value is not None}
        self.background = background
        self.ahead = ahead
        self.sent = ""
        self.child = pexpect.spawn(
            sys.executable, ["-m", "hlorepl", *arguments], env=outside, dimensions=(size[1], size[0]), encoding="utf-8"
        )
        self.screen = pyte.HistoryScreen(*size, history=2000)
        self.stream = pyte.Stream(self.screen)
        self.wait("hlo>")

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def pump(self, seconds: float) -> None:
        """Take in what comes for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                came = self.child.read_nonblocking(65536, 0.05)
                self.stream.feed(came)
                self._answer(came)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                return

    def _answer(self, came: str) -> None:
        before, self.sent = self.sent, self.sent + came
        if QUERY in self.sent and QUERY not in before and self.background:
            self.child.send(f"{self.ahead}\x1b]11;{self.background}\x1b\\")

    def wait(self, pattern: str, seconds: float = 30) -> str:
        """Until the screen matches, at the latest after so many seconds."""
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text, re.MULTILINE):
            assert time.monotonic() < end, f"no {pattern!r} on the screen:\n{self.text}"
            self.pump(0.05)
        return self.text

    def send(self, text: str) -> None:
        self.child.send(text)

    def line(self, text: str, pattern: str) -> str:
        """Type a line and wait for what it brings."""
        self.send(text + "\r")
        return self.wait(pattern)

    def leave(self) -> int | None:
        """Leave, though what was done is not saved; the exit status."""
        self.wait(r"hlo>\s*\Z")
        self.send("\x04\x04")
        self.child.expect(pexpect.EOF, timeout=20)
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def terminal(tmp_path):
    found = Terminal(tmp_path)
    yield found
    found.child.close(force=True)


def test_a_value_is_computed_and_shown(terminal):
    terminal.line("%x = [1.0, 2.0]", r"^%x : tensor<2xf32> = \[1.0, 2.0\]")
    terminal.line("%y = stablehlo.add %x, %x : tensor<2xf32>", r"^%y : tensor<2xf32> = \[2.0, 4.0\]")
    terminal.line("%y * 10", r"^%0 : tensor<2xf32> = \[20.0, 40.0\]")
    assert terminal.leave() == 0


def test_what_is_typed_is_coloured(tmp_path):
    terminal = Terminal(tmp_path, environment={"COLORFGBG": "15;0"})
    terminal.send('%x = stablehlo.add %y, "text"')
    terminal.wait('"text"')
    row = next(k for k, line in enumerate(terminal.screen.display) if '"text"' in line)
    colours = {terminal.screen.buffer[row][column].fg for column in range(40)}
    assert len(colours) > 2
    terminal.child.close(force=True)


def test_enter_asks_the_parser_whether_more_is_to_come(terminal):
    terminal.send("func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\r")
    terminal.wait(r"^ *\.\.\.")
    assert "defined" not in terminal.text
    terminal.send("%0 = add %a, %a\rreturn %0 : tensor<2xf32>\r}\r")
    terminal.wait("defined @f")
    terminal.line("call @f([1.0, 3.0])", r"\[2.0, 6.0\]")


def test_an_error_underlines_and_the_session_goes_on(terminal):
    terminal.line("%x = [1.0]", r"^%x : ")
    terminal.line("%y = add %x, %z", r"^In\[2\]:1:14: error: there is no value %z here \[name.undefined\]")
    terminal.wait(r"^\s+\^\^")
    terminal.line("%x + 1", r"\[2.0\]")


def test_control_c_ends_the_entry_not_the_session(terminal):
    terminal.line("%x = [1.0]", r"^%x : ")
    terminal.send("%y = [1,")
    terminal.wait(r"%y = \[1,")
    terminal.send("\x03")
    terminal.pump(0.5)
    terminal.line("%x + 1", r"\[2.0\]")


def test_control_c_ends_a_loop_not_the_session(terminal):
    loop = (
        "%r = stablehlo.while(%i = 0) cond { %p = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %p : tensor<i1> } "
        "do { stablehlo.return %i : tensor<i32> }"
    )
    terminal.line("%x = [1.0]", r"^%x : ")
    terminal.line("%i0 = 0", r"^%i0 : ")
    terminal.send(loop.replace("%i = 0", "%i = %i0") + "\r")
    terminal.pump(2)
    terminal.send("\x03")
    terminal.wait("interrupted")
    terminal.line("%x + 1", r"\[2.0\]")


def test_completion_of_ops_values_and_commands(terminal):
    terminal.line("%weights = [1.0]", r"^%weights : ")
    terminal.send("%y = concat\t")
    terminal.wait("concatenate")
    terminal.send("\x03")
    terminal.pump(0.3)
    terminal.send("%we\t")
    terminal.wait(r"hlo> %weights$")
    terminal.send("\x03")
    terminal.pump(0.3)
    terminal.send(":und\t")
    terminal.wait(r"hlo> :undo")


def test_commands_and_questions(terminal):
    terminal.line("%x = [1.0]", r"^%x : ")
    terminal.line(":type %x", r"^tensor<1xf32>")
    terminal.line("?add", r"stablehlo\.add")
    terminal.line(":undo", r"^undone")
    terminal.line(":env", r"nothing is defined")
    terminal.send(":quit\r")
    terminal.child.expect(pexpect.EOF, timeout=20)
    terminal.child.close()
    assert terminal.child.exitstatus == 0


def test_history_is_kept_between_runs_and_private(tmp_path):
    first = Terminal(tmp_path)
    first.line("%remember = [42.0]", r"^%remember : ")
    assert first.leave() == 0
    path = tmp_path / "hlorepl" / "history"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second = Terminal(tmp_path)
    second.send("\x1b[A")
    second.wait(r"hlo> %remember = \[42.0\]")
    second.child.close(force=True)


def test_several_lines_pasted_run_as_statements_and_stop_at_the_first_error(terminal):
    terminal.send("\x1b[200~%a = 1\n%b = add %a, %nope\n%c = 3\x1b[201~\r")
    terminal.wait("name.undefined")
    terminal.wait("1 statement before this one ran")
    terminal.line(":env", r"^%a : tensor<i32>")
    assert "%c :" not in terminal.text


def test_a_file_is_loaded_first(tmp_path):
    path = tmp_path / "p.mlir"
    path.write_text(
        "func.func @main(%v: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.negate %v : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
    )
    terminal = Terminal(tmp_path, str(path))
    terminal.wait("defined @main")
    terminal.line("%v = [1.0, 2.0]", r"^%v : ")
    terminal.line(":run @main", r"\[-1.0, -2.0\]")
    terminal.child.close(force=True)


def test_a_blank_line_ends_an_entry_that_no_bracket_keeps_open(terminal):
    terminal.line("add", r"\.\.\.")
    terminal.line("", r"error: expected a value.*but the text ends here")
    terminal.line("%x = [1.0,", r"\.\.\.")
    terminal.line("", r"\.\.\.\s*\.\.\.")
    terminal.line("2.0]", r"^%x : tensor<2xf32> = \[1.0, 2.0\]")
    assert terminal.leave() == 0
