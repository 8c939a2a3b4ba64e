"""What README.md shows is what happens."""

import re
from pathlib import Path

from texts import assert_same_text

import hlorepl
from hlorepl.display.look import Look
from hlorepl.display.screen import Screen
from hlorepl.display.theme import NOTHING

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})


def test_the_session_answers_as_shown():
    blocks = re.findall(r"(?:^    .*\n)+", README, re.MULTILINE)
    transcript = "".join(re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks if "hlo> " in block)
    entries = re.findall(r"^hlo> (.*)\n((?:(?!hlo> ).*\n)*)", transcript, re.MULTILINE)
    assert len(entries) >= 4
    session, screen = hlorepl.Session(), Screen(Look(width=200, theme=NOTHING))
    for number, (typed, shown) in enumerate(entries, 1):
        result = session.execute(typed, name=f"In[{number}]")
        assert_same_text(str(result.error) if result.error else result.text, shown.rstrip("\n"))
        in_terminal = [line for item in result.shown for line in screen.lines(item)]
        in_terminal += [screen.error(result.error)] if result.error else []
        assert_same_text("\n".join(in_terminal), shown.rstrip("\n"))


def test_the_files_that_it_names_exist():
    named = re.findall(r"(?:samples|docs|tests)/[\w./*-]+", README)
    assert len(named) > 10
    assert [name for name in named if not [*ROOT.glob(name.rstrip("./"))]] == []


def test_the_make_targets_that_it_names_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", README)) - {"and"}
    assert {"run", "test"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
