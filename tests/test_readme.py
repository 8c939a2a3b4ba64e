"""What README.md shows is what happens."""

import re
from pathlib import Path

from texts import assert_same_text

import hlorepl

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
    session = hlorepl.Session()
    for number, (typed, shown) in enumerate(entries, 1):
        result = session.execute(typed, name=f"In[{number}]")
        assert_same_text(str(result.error) if result.error else result.text, shown.rstrip("\n"))


def test_the_make_targets_that_it_names_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", README)) - {"and"}
    assert {"run", "test"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
