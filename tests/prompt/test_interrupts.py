"""Ctrl-C wherever the prompt may be: it ends what goes on, and the session goes on."""

import pytest
from prompt.test_prompt import Terminal

LOOP = (
    '%r = "stablehlo.while"(%zero) ({\n^bb0(%i: tensor<i32>):\n  %t = stablehlo.constant dense<true> : tensor<i1>\n'
    "  stablehlo.return %t : tensor<i1>\n}, {\n^bb0(%i: tensor<i32>):\n  stablehlo.return %i : tensor<i32>\n}) : (tensor<i32>) -> tensor<i32>"
)
#: What is typed, and what is on the screen then.
STATES = {
    "typing": ("%x = [1.0, ", r"%x = \[1\.0,"),
    "in several lines": ("func.func @f() {\r  %y = ", r"\.\.\. +%y ="),
    "in a search": ("\x12tan", "I-search"),
    "in a search that found something": ("\x12zero", "I-search"),
    "in the menu": ("red\t\t", "reduce_all"),
    "behind a paste": ("\x1b[200~%p = 1\n%q = 2\x1b[201~", r"\.\.\. %q = 2"),
    "in the pager": (":show %big\r", r"(?m)^ *\[?\[? *9"),
    "while it runs": (f"\x1b[200~{LOOP}\x1b[201~\r", "running at line"),
    "in a command of the shell": ("!sleep 60\r", "!sleep 60"),
    "in vi's insert mode": (":set prompt.editing_mode vi\r", r"\[ins\] hlo>\s*\Z"),
}


@pytest.fixture(scope="module")
def terminal(tmp_path_factory):
    found = Terminal(tmp_path_factory.mktemp("home"), size=(80, 24))
    found.line("%zero = 0", r"^%zero : ")
    found.line("%big = iota dim = 0 : tensor<300x2xf32>;", r"hlo>\s*\Z")
    yield found
    found.child.close(force=True)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_an_interrupt_ends_what_goes_on_and_the_session_stays(state, terminal):
    typed, seen = STATES[state]
    terminal.send(typed)
    terminal.wait(seen)
    terminal.pump(0.2)
    terminal.send("\x03")
    terminal.pump(0.3)
    terminal.send("\x03")
    terminal.wait(r"hlo>[^\n]*\Z")
    terminal.pump(0.2)
    terminal.send("\x15:set prompt.editing_mode emacs\r")
    terminal.wait(r'prompt\.editing_mode = "emacs"')
    terminal.line(":clear", r"\A\s*hlo>\s*\Z")
    terminal.line("%zero + 41", r"^%\d+ : tensor<i32> = 41$")
    terminal.line(":clear", r"\A\s*hlo>\s*\Z")
