"""Whole screens: what is on them can be read in a light and in a dark terminal, fits, and holds no sequence that is not wanted."""

import re

import pytest
from prompt.test_prompt import Terminal

from hlorepl.display.theme import READABLE, contrast, rgb_of

BACKGROUNDS = {
    "black": "rgb:0000/0000/0000",
    "white": "rgb:ffff/ffff/ffff",
    "solarized dark": "rgb:0000/2b2b/3636",
    "solarized light": "rgb:fdfd/f6f6/e3e3",
}
#: What a screen is asked to show, and what is on it then.
ENTRIES = [
    ("%x = [[1.5, 0.0], [-3.25, 100.0]]", r"^%x : tensor<2x2xf32>"),
    ("%y = log(%x)", r"nan"),
    ("%m = %x > 1.0", r"^%m : tensor"),
    ("%z = add %x, %zz", r"name\.undefined"),
    ("?add.C1", r"Both operands"),
    (":env", r"^%y +: tensor"),
    (":plot %x", r"┤"),
]
#: All that a terminal for screen readers is sent: where the cursor goes, what is erased, and what modes a line is typed in.
PLAIN = re.compile(
    r"\x1b\[\d*[ABCDGJK]|\x1b\[\d*;?\d*H|\x1b\[\?(?:7|12|25|1|2004)[hl]|\x1b\[0m|\x1b\[m|\x1b\[6n|\x1b[=>]"
)


def rgb(colour: str, other: tuple[int, int, int]) -> tuple[int, int, int]:
    return other if colour == "default" else rgb_of(f"#{colour}")


def unreadable(terminal, background: tuple[int, int, int]) -> list[str]:
    """Characters of less contrast than a text needs; blocks that images are made of are no text."""
    found = []
    foreground = (
        (0, 0, 0) if contrast(background, (0, 0, 0)) > contrast(background, (255, 255, 255)) else (255, 255, 255)
    )
    for number, line in terminal.screen.buffer.items():
        for column, cell in line.items():
            if cell.data.strip() and cell.data != "▀":
                front, back = rgb(cell.fg, foreground), rgb(cell.bg, background)
                front, back = (back, front) if cell.reverse else (front, back)
                if contrast(front, back) < READABLE:
                    found.append(f"{cell.data} at {number},{column}: {cell.fg} on {cell.bg}")
    return found


@pytest.mark.parametrize("name", BACKGROUNDS)
def test_everything_can_be_read(tmp_path, name):
    parts = [part[:2] for part in BACKGROUNDS[name].removeprefix("rgb:").split("/")]
    background = rgb_of("#" + "".join(parts))
    terminal = Terminal(tmp_path, background=BACKGROUNDS[name])
    for entry, pattern in ENTRIES:
        terminal.line(entry, pattern)
        assert unreadable(terminal, background) == []
    colours = {cell.fg for line in terminal.screen.buffer.values() for cell in line.values()}
    assert len(colours) > 5
    terminal.send("%w = add(%x, \t")
    terminal.pump(0.7)
    assert unreadable(terminal, background) == []
    terminal.child.close(force=True)


@pytest.mark.parametrize(
    ("environment", "attributes"),
    [({}, True), ({"NO_COLOR": "1", "COLORFGBG": "15;0"}, True), ({"TERM": "dumb"}, False), ({"TERM": "vt100"}, True)],
    ids=str,
)
def test_where_the_background_is_not_known_there_are_no_colours(tmp_path, environment, attributes):
    terminal = Terminal(tmp_path, environment=environment)
    for entry, pattern in ENTRIES[:5]:
        terminal.line(entry, pattern)
    terminal.send("%w = add(%x, \t")
    terminal.pump(0.7)
    cells = [cell for line in terminal.screen.buffer.values() for cell in line.values()]
    assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
    assert not any(cell.reverse or cell.blink or cell.italics for cell in cells)
    assert any(cell.bold for cell in cells) == attributes
    if environment.get("TERM") == "dumb":
        assert "\x1b[1" not in terminal.sent
    assert ("11;?" in terminal.sent) == (not environment)
    terminal.child.close(force=True)


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (200, 50)], ids=str)
def test_values_fit_screens_of_every_size(tmp_path, size):
    terminal = Terminal(tmp_path, size=size)
    for entry in (
        "%a = iota dim = 0 : tensor<30x40xf32>",
        "%b = iota dim = 1 : tensor<4x20x30xf32>",
        "%c = iota dim = 0 : tensor<500xf64>",
    ):
        name = entry[:2]
        terminal.line(entry, rf"^{name} : tensor")
        terminal.wait(r"hlo> *$")
        screen = terminal.text.split("\n")
        begin = max(k for k, line in enumerate(screen) if line.startswith(f"{name} : "))
        assert re.search(r"of [\d,]+ (rows|elements|slices)", "\n".join(screen[begin:])), terminal.text
    terminal.child.close(force=True)


def test_a_terminal_of_another_size_is_noticed(tmp_path):
    terminal = Terminal(tmp_path, size=(100, 30))
    terminal.line("%c = iota dim = 0 : tensor<100xi32>", r"^%c : tensor")
    terminal.wait(r"// 80$")
    terminal.child.setwinsize(30, 50)
    terminal.screen.resize(30, 50)
    terminal.screen.reset()
    terminal.pump(0.5)
    terminal.line("%c", r"// 90$")
    assert max(map(len, terminal.text.split("\n"))) <= 50
    terminal.child.close(force=True)


def test_a_terminal_of_ascii(tmp_path):
    terminal = Terminal(tmp_path, environment={"LANG": "C", "LC_ALL": "C", "LC_CTYPE": None})
    terminal.line("%c = iota dim = 0 : tensor<400xf32>", r"^%c : tensor")
    terminal.line("%m = %c > 100.0", r"299 of 400 true")
    terminal.line("%r = reshape(%c) : tensor<20x20xf32>", r"6 of 20 rows")
    assert terminal.text.isascii(), ascii(terminal.text)
    terminal.child.close(force=True)


@pytest.mark.parametrize("arguments", [("--plain",), ()], ids=str)
def test_for_screen_readers_there_are_no_colours_no_boxes_and_few_sequences(tmp_path, arguments):
    configuration = tmp_path / "config.toml"
    configuration.write_text("" if arguments else "[prompt]\nplain = true\n")
    terminal = Terminal(
        tmp_path, *arguments, background=BACKGROUNDS["black"], environment={"HLOREPL_CONFIG": str(configuration)}
    )
    for entry, pattern in [
        ("%x = [[1.5, 0.0], [-3.25, 100.0]]", r"^%x : tensor<2x2xf32> =$"),
        ("%m = %x > 1.0", r"\[\[true, false\],"),
        (":env", r"^%m : tensor<2x2xi1>$"),
        (":plot %x", r"^%x\[0\]: 0 to 1\.5"),
        (":hist %x", r"^%x : tensor<2x2xf32>: 4 finite numbers"),
        ("?add.C1", r"^add\.C1: Both operands"),
        ("%z = add %x, %zz", r"name\.undefined"),
    ]:
        terminal.line(entry, pattern)
    left = PLAIN.sub("", terminal.sent)
    assert re.findall(r"\x1b.{0,12}", left) == []
    assert not re.search("[─-▟■□]", left.replace("▁", "").replace("█", "")) or ":plot" in left
    terminal.child.close(force=True)
