"""What is longer than a screen comes a screen at a time, and typing goes on where the reading ends."""

import re

import pytest
from prompt.test_prompt import Terminal

from hlorepl.prompt.pager import rows_of, split

HINT = r"space goes on, b back, / searches, q ends"


@pytest.fixture
def terminal(tmp_path):
    found = Terminal(tmp_path, size=(80, 20), environment={"PAGER": None})
    found.line("%x = iota dim = 0 : tensor<300xi32>", r"^%x : tensor<300xi32>")
    yield found
    found.child.close(force=True)


def test_pages_lines_back_search_and_end(terminal):
    terminal.line(":set display.width 30", r"30")
    terminal.line(":show %x", HINT)
    terminal.send(" ")
    terminal.wait(r"line 38; ")
    terminal.send("\r")
    terminal.wait(r"line 39; ")
    terminal.send("b")
    terminal.wait(r"line 22; ")
    terminal.send("/150\r")
    terminal.wait(r"150, 151")
    terminal.wait(HINT)
    terminal.send("/nowhere\r")
    terminal.wait("there is no nowhere below")
    terminal.send(" ")
    terminal.wait(HINT)
    terminal.send("G")
    terminal.wait(r"299\]  // 296\s+hlo>$")
    assert "space goes on" not in terminal.text


def test_what_is_typed_instead_is_for_the_prompt(terminal):
    terminal.line(":ops", HINT)
    terminal.send("negate %x\r")
    terminal.wait(r"^%0 : tensor<300xi32>")
    assert "space goes on" not in terminal.text


@pytest.mark.parametrize("key", ["q", "\x1b", "\x03"])
def test_enough_has_been_read(terminal, key):
    terminal.line(":ops", HINT)
    terminal.send(key)
    terminal.wait(r"^hlo> *$")
    terminal.line("%z = 4.0", r"^%z : tensor<f32> = 4\.0")
    assert "space goes on" not in terminal.text


def test_the_users_own_pager(tmp_path):
    terminal = Terminal(tmp_path, size=(80, 20), environment={"PAGER": "sed -n 's/^stablehlo.add /seen /p'"})
    terminal.line(":ops", r"^seen ")
    terminal.line(":set display.pager none", "none")
    terminal.line(":ops", r"^stablehlo\.xor")
    terminal.line(":set display.pager no-such-program", "no-such")
    terminal.line(":ops", HINT)
    terminal.child.close(force=True)


def test_what_fits_is_not_paged(terminal):
    terminal.line(":type %x", r"^tensor<300xi32>")
    assert "space goes on" not in terminal.text


def test_rows_and_screens():
    assert [rows_of(line, 10) for line in ("", "a" * 10, "a" * 11, "\x1b[1m" + "a" * 10 + "\x1b[0m")] == [1, 1, 2, 1]
    first, rest = split(iter("abcdef"), 80, 4)
    assert (first, "".join(rest)) == (["a", "b", "c", "d"], "ef")
    first, rest = split(iter("abc"), 80, 4)
    assert (first, [*rest]) == (["a", "b", "c"], [])
    first, rest = split(iter(["a" * 500, "b"]), 10, 4)
    assert [len(line) for line in [*first, *rest]] == [500, 1]


def test_a_running_line_is_cut_to_the_screen_and_goes_away(tmp_path):
    terminal = Terminal(tmp_path, size=(40, 20))
    terminal.line("%n = 0", r"^%n : ")
    loop = (
        "%r = while(%i = %n) cond { %p = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %p : tensor<i1> } "
        "do { stablehlo.return %i : tensor<i32> }"
    )
    terminal.send(loop + "\r")
    text = terminal.wait(r"^… running.*\d s(; Ctrl-C stops it)?$")
    assert max(map(len, text.split("\n"))) <= 40
    terminal.send("\x03")
    terminal.wait(r"^interrupted")
    assert not re.search(r"… running", terminal.text)
    terminal.child.close(force=True)
