"""The terminal's answer about its background: taken out of what is typed, however it comes."""

import pytest
from prompt.test_prompt import Terminal

from hlorepl.prompt.background import Answers

ANSWERS = {
    "\x1b]11;rgb:1e1e/2a2a/ffff\x1b\\": (30, 42, 255),
    "\x1b]11;rgb:1e1e/2a2a/ffff\x07": (30, 42, 255),
    "\x1b]11;rgb:1e/2a/ff\x07": (30, 42, 255),
    "\x1b]11;rgb:f/0/f\x1b\\": (255, 0, 255),
    "\x1b]11;rgba:0000/0000/0000/ffff\x1b\\": (0, 0, 0),
    "\x1b]11;#1e2aff\x07": (30, 42, 255),
    "\x1b]11;rgb:zz/0/0\x07": None,
    "\x1b]11;\x07": None,
}


@pytest.mark.parametrize("answer", ANSWERS, ids=ascii)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_an_answer_in_pieces_among_keys(answer, size):
    text = f"%x = 1{answer}\r%y\x1b[A"
    answers = Answers()
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    if size == 1:  # a lone escape is a key: the terminal writes its answer at once
        pieces = [f"\x1b{piece[1:]}" if piece == "\x1b" else piece for piece in pieces]
        pieces = [*text.partition("\x1b]")[0], "\x1b]", *text.partition("\x1b]")[2]]
    assert "".join(map(answers.typed, pieces)) == "%x = 1\r%y\x1b[A"
    assert answers.background == ANSWERS[answer]
    assert answers.has_come


@pytest.mark.parametrize("key", ["\x1b", "\x1b[A", "\x1bOA", "\x1b[200~%x\x1b[201~", "\x1bb", "\x1b]", "é"])
def test_keys_come_through(key):
    answers = Answers()
    assert answers.typed(key) + answers.typed("a") == f"{key}a"


def colours(terminal) -> set[str]:
    return {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}


@pytest.mark.parametrize(
    ("background", "has_colours"), [("rgb:0000/0000/0000", True), ("rgb:ffff/ffff/ffff", True), ("", False)]
)
def test_keys_typed_ahead_are_kept(tmp_path, background, has_colours):
    terminal = Terminal(tmp_path, background=background, ahead="%ahead = [1.0, 2.0]\r%more")
    if background:
        terminal.wait(r"^%ahead : tensor<2xf32> = \[1\.0, 2\.0\]")
        terminal.wait(r"^hlo> %more$")
    else:
        terminal.line("%x = 1.0", r"^%x : ")
    assert (colours(terminal) != {"default"}) == has_colours
    assert "11;" not in terminal.text
    assert "rgb" not in terminal.text
    terminal.child.close(force=True)


def test_an_answer_that_comes_late_is_not_typed(tmp_path):
    terminal = Terminal(tmp_path)
    terminal.send("%x = \x1b]11;rgb:0000/0000/0000\x1b\\[1.0]\r")
    terminal.wait(r"^%x : tensor<1xf32> = \[1\.0\]")
    assert "rgb" not in terminal.text
    terminal.child.close(force=True)
