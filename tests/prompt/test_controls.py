"""What files and entries hold never reaches the terminal raw: names, ids, paths, messages, completions, history."""

import re

import pytest
from kernel.page_names import write
from prompt.test_prompt import Terminal

from hlorepl.source import CONTROL

#: What is ours: sequences that move the cursor and colour, never a title, ends of lines, and the question for the background.
OURS = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|\x1b[=>]|\x1b\]11;\?\x1b\\|[\r\x08]")


class Raw(Terminal):
    """A terminal of which is looked at what it was sent."""

    def paste(self, text):
        self.send(f"\x1b[200~{text}\x1b[201~")

    @property
    def obeyed(self):
        """What a terminal would obey, or a reader would not see, and is not prompt_toolkit's own, with what stands around it."""
        text = OURS.sub("", self.sent)
        return {ascii(text[max(0, found.start() - 40) : found.end() + 40]) for found in CONTROL.finditer(text)}


@pytest.fixture
def terminal(tmp_path, monkeypatch):
    (tmp_path / "files").mkdir()
    monkeypatch.chdir(tmp_path / "files")
    found = Raw(tmp_path)
    found.entries = write(tmp_path / "files")
    yield found
    found.child.close(force=True)


@pytest.mark.slow
def test_entries_completions_and_history(terminal):
    shown = 0
    for entry in terminal.entries:
        if any(suffix in entry for suffix in (".json", ".bson", ":mdf plot", ":mdf trace")):
            continue
        terminal.paste(entry)
        terminal.send("\r")
        terminal.pump(0.25)
        shown += 1
    terminal.wait("hlo> *$")
    assert shown > 30
    for typed in ("call @n", ":load n", ":env n", "?@n", "%n", ":mdf set n"):
        terminal.send(typed)
        terminal.pump(0.2)
        terminal.send("\t\t")
        terminal.pump(0.4)
        terminal.send("\x03")
        terminal.pump(0.2)
    for _ in range(12):
        terminal.send("\x1b[A")
        terminal.pump(0.1)
    assert terminal.obeyed == set()
    assert terminal.screen.title == ""
    assert "\\u202e" in terminal.sent


@pytest.mark.parametrize("suffix", [".mlir", ".yaml", ".onnx", ".npz", ".hlo"])
def test_files_of_the_command_line(suffix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    (path,) = tmp_path.glob(f"*{suffix}")
    terminal = Raw(tmp_path, str(path.name))
    try:
        terminal.pump(0.3)
        assert terminal.obeyed == set()
        assert terminal.screen.title == ""
    finally:
        terminal.child.close(force=True)


def test_a_menu_spells_what_it_offers(terminal):
    terminal.send(":load n\t")
    terminal.wait(r"u202e.*\.json +path")
    assert terminal.obeyed == set()
