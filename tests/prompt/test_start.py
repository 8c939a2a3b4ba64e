"""The prompt is on the screen before what is heavy is loaded."""

import os
import sys

import pexpect
import pytest

#: Says what is loaded where the prompt would wait for the first key, and leaves.
LOOK = """
import resource, sys
from prompt_toolkit import PromptSession
def look(self, *arguments, **keywords):
    print("LOADED", sorted({"numpy", "rich", "scipy", "ml_dtypes", "markdown_it", "yaml", "onnx"} & set(sys.modules)))
    print("MODULES", len(sys.modules))
    raise EOFError
PromptSession.prompt = look
from hlorepl.__main__ import main
sys.exit(main([*sys.argv[1:]]))
"""


def at_the_first_key(home, *arguments: str) -> str:
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "TERM": "xterm-256color"}
    child = pexpect.spawn(
        sys.executable, ["-c", LOOK, *arguments], env=environment, encoding="utf-8", dimensions=(24, 80)
    )
    child.expect(pexpect.EOF, timeout=30)
    child.close()
    return str(child.before)


@pytest.mark.parametrize("setting", ["", '[prompt]\nediting_mode = "vi"\n', "[prompt]\nstyle = 'monokai'\n"])
def test_nothing_heavy_is_loaded_before_the_first_key(tmp_path, setting):
    (tmp_path / ".config" / "hlorepl").mkdir(parents=True)
    (tmp_path / ".config" / "hlorepl" / "config.toml").write_text(setting)
    seen = at_the_first_key(tmp_path)
    assert "LOADED []" in seen, seen
    assert int(seen.partition("MODULES ")[2].split()[0]) < 650
