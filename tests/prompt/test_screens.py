"""The prompt on screens of several sizes, in several environments, with pastes as terminals send them."""

import re

import pytest
from prompt.test_prompt import Terminal

READY = r"hlo>\s*\Z"
TRANSCRIPT = (
    "hlo> %p = [[1, 2],\n ...  [3, 4]]\n%p : tensor<2x2xi32> =\n  [[1, 2],\n   [3, 4]]\nhlo> %nope\n"
    "In[2]:1:1: error: there is no value %nope here [name.undefined]\n  %nope\n  ^^^^^\nhlo> %q = add %p, %p\n%q : tensor<2x2xi32> =\n  [[2, 4],\n   [6, 8]]\n"
)
FUNCTION = (
    "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    + "".join(f"    %v{k} = stablehlo.add %x, %x : tensor<2xf32>\n" for k in range(60))
    + "    return %v59 : tensor<2xf32>\n}\n"
)


@pytest.fixture
def terminal(tmp_path):
    found = Terminal(tmp_path)
    yield found
    found.child.close(force=True)


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_the_line_under_the_entry_the_menu_and_wrapped_lines_fit(columns, tmp_path):
    terminal = Terminal(tmp_path, size=(columns, 24))
    terminal.line("%a = [1.0, 2.0]", r"(?s)%a : .*hlo>\s*\Z")
    terminal.send("%b = add(%a, ")
    terminal.wait(r"^hlo> %b = add\(%a,\n *add\(lhs, rhs\)\Z")
    terminal.send("%a) * %a + %a * %a + %a")
    terminal.wait(r"^hlo> %b = add\(%a, %a\)")
    assert " ..." not in terminal.text
    terminal.send("\x03")
    terminal.pump(0.3)
    terminal.send("red\t")
    terminal.wait("reduce_window")
    rows = terminal.text.split("\n")
    listed = [row for row in rows if re.match(r" +reduce\w* ", row)]
    assert len(listed) >= 10
    terminal.send("\t\r")
    terminal.wait(r"^hlo> reduce *$")
    terminal.child.close(force=True)


@pytest.mark.parametrize("rows", [8, 24, 50])
def test_the_menu_has_as_many_rows_as_the_screen(rows, tmp_path):
    terminal = Terminal(tmp_path, size=(80, rows))
    terminal.line("%a = [1.0]", r"(?s)%a : .*hlo>\s*\Z")
    terminal.send("add(%a, \t")
    terminal.wait(r"^ +abs ")
    terminal.pump(0.3)
    listed = [row for row in terminal.screen.display if re.match(r" +\S+  ", row)]
    assert min(rows, 32) - 4 <= len(listed) <= rows - 1
    terminal.child.close(force=True)


@pytest.mark.parametrize(
    ("environment", "has_colour"), [({}, True), ({"NO_COLOR": "1"}, False), ({"LANG": "C", "LC_ALL": "C"}, True)]
)
def test_colours_and_characters_are_the_environments(environment, has_colour, tmp_path):
    terminal = Terminal(tmp_path, environment=environment, background="rgb:0000/0000/0000")
    terminal.send('%x = stablehlo.add %y, "text"')
    terminal.wait('"text"')
    row = next(k for k, line in enumerate(terminal.screen.display) if '"text"' in line)
    colours = {terminal.screen.buffer[row][column].fg for column in range(40)}
    assert (len(colours) > 2) is has_colour
    terminal.send("\x03")
    terminal.line("%x = [1.0]", r"^%x : tensor<1xf32> = \[1\.0\]")
    terminal.child.close(force=True)


def test_a_screen_that_changes_its_size_is_drawn_anew(terminal):
    terminal.line("%a = [1.0, 2.0]", r"(?s)%a : .*hlo>\s*\Z")
    terminal.send("%b = stablehlo.add %a, %a : tensor<2xf32>")
    terminal.wait("tensor<2xf32>$")
    for columns in (30, 120, 60):
        terminal.child.setwinsize(20, columns)
        terminal.screen.resize(20, columns)
        terminal.pump(0.5)
    terminal.send("\r")
    terminal.wait(r"^%b : tensor<2xf32> = \[2\.0, 4\.0\]")


@pytest.mark.parametrize("is_bracketed", [True, False])
def test_a_session_from_a_screen_runs_as_it_was_typed(is_bracketed, terminal):
    terminal.line("%z = 0", r"(?s)%z : .*hlo>\s*\Z")
    text = TRANSCRIPT.replace("hlo> %nope\n", "hlo> %z\n")
    terminal.send(f"\x1b[200~{text}\x1b[201~\r" if is_bracketed else text.replace("\n", "\r"))
    terminal.wait(r"(?s)%q : tensor<2x2xi32>.*8\]\]\s*hlo>\s*\Z")
    terminal.send("\r")
    terminal.line(":log", r"(?s)%z = 0\n *%p = \[\[1, 2\],\n *\[3, 4\]\]\n *%q = add %p, %p\s*hlo>\s*\Z")
    assert "syntax" not in terminal.text


def test_a_paste_without_brackets_is_no_staircase(terminal):
    terminal.line("%z = 0", r"(?s)%z : .*hlo>\s*\Z")
    terminal.send(FUNCTION.replace("\n", "\r"))
    terminal.wait("defined @f")
    terminal.wait(r"^ \.\.\.     return %v59")
    assert re.search(r"\.\.\. {5,}%v", terminal.text) is not None
    assert re.search(r"\.\.\. {7,}%v", terminal.text) is None


@pytest.mark.slow
def test_a_thousand_lines_are_pasted(terminal):
    terminal.line("%z = 0", r"(?s)%z : .*hlo>\s*\Z")
    terminal.send("\x1b[200~" + "".join(f"%v{k} = %z + {k};\n" for k in range(1000)) + "\x1b[201~\r")
    terminal.line("%v999", r"^%v999 : tensor<i32> = 999")
    terminal.send("\x1b[A\x1b[A")
    terminal.wait(r"%v999 = %z \+ 999;")
