"""Sessions at a real terminal: leaving what is not saved, taking it up after a crash, the editor, the shell, startup, plain terminals."""

import os
import re
import signal
import stat
import sys

import pexpect
import pytest
from prompt.test_prompt import Terminal

READY = r"hlo>\s*\Z"
ASKED = r"^leave\? \[y/N\] *$"
FUNCTION = "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\r%r = add %a, %a\rreturn %r : tensor<2xf32>\r}"


def opened(home, *arguments, **environment):
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update({name: value for name, value in environment.items() if value is not None})
    try:
        return Terminal(home, *arguments)
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


@pytest.fixture
def terminal(tmp_path):
    found = opened(tmp_path, EDITOR="sed -i s/add/multiply/")
    yield found
    found.child.close(force=True)


def ended(terminal) -> bool:
    terminal.child.expect(pexpect.EOF, timeout=20)
    terminal.child.close()
    return terminal.child.exitstatus == 0


@pytest.mark.parametrize("leave", ["\x04", ":quit\r"])
@pytest.mark.parametrize("answer", ["y\r", "\x04", ":quit\r"])
def test_unsaved_work_is_asked_for_once(tmp_path, leave, answer):
    terminal = opened(tmp_path)
    terminal.line("%x = [1.0]", r"^%x : ")
    terminal.wait(READY)
    terminal.send(leave)
    terminal.wait(r"1 statement not saved .*:save.*--resume")
    terminal.wait(ASKED)
    terminal.send(answer)
    assert ended(terminal)


def test_one_stays_and_what_is_typed_instead_is_done(terminal, tmp_path):
    terminal.line("%x = [1.0]", r"^%x : ")
    for answer in ("n\r", "\r", "\x03"):
        terminal.wait(READY)
        terminal.send("\x04")
        terminal.wait(ASKED)
        terminal.send(answer)
    terminal.wait(READY)
    terminal.send("\x04")
    terminal.wait(ASKED)
    terminal.send(f":save {tmp_path / 'a.mlir'}\r")
    terminal.wait(r"(?s)saved .*a.mlir.*hlo>\s*\Z")
    terminal.send("\x04")
    assert ended(terminal)
    assert "return %x" in (tmp_path / "a.mlir").read_text()


def test_nothing_is_asked_where_nothing_was_made(tmp_path):
    terminal = opened(tmp_path)
    terminal.line("?add", r"(?s)stablehlo\.add.*hlo>\s*\Z")
    terminal.send("\x04")
    assert ended(terminal)
    assert [*(tmp_path / "hlorepl" / "sessions").iterdir()] == []


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP, None])
def test_a_session_is_taken_up_after_a_crash_and_a_closed_terminal(tmp_path, how):
    first = opened(tmp_path)
    first.line("%x = [1.0, 2.0]", r"^%x : ")
    first.line(FUNCTION, "defined @f")
    first.line("%y = call @f(%x)", r"^%y : .*= \[2\.0, 4\.0\]")
    if how is None:
        first.child.close(force=True)
    else:
        first.child.kill(how)
        first.child.expect(pexpect.EOF, timeout=20)
    (path,) = (tmp_path / "hlorepl" / "sessions").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    second = opened(tmp_path, "--resume")
    second.wait("took up 3 entries and 2 values; nothing was run again")
    second.line("%_", r"^%y : .*= \[2\.0, 4\.0\]")
    second.line("call @f(%y)", r"^%0 : .*= \[4\.0, 8\.0\]")
    second.line(":undo 2", "undone 2 entries")
    second.line(":env", r"^%x : ")
    assert re.search(r"^%y : .*xf32>$", second.text, re.MULTILINE) is None
    second.child.close(force=True)


@pytest.mark.slow
def test_two_prompts_keep_two_sessions(tmp_path):
    first = opened(tmp_path)
    first.line("%first = 1", r"^%first : ")
    second = opened(tmp_path, "--resume")
    second.wait("there is no session to take up")
    second.line("%second = 2", r"^%second : ")
    first.child.kill(signal.SIGKILL)
    third = opened(tmp_path, "--resume")
    third.line(":env", r"^%first : ")
    for each in (first, second, third):
        each.child.close(force=True)


def test_the_editor_changes_a_function_and_a_statement(terminal):
    terminal.line("%x = [1.0, 3.0]", r"^%x : ")
    terminal.line(FUNCTION, "defined @f")
    terminal.line(":edit @f", r"(?s)defined @f.*defined @f")
    terminal.line("%y = call @f(%x)", r"^%y : .*= \[1\.0, 9\.0\]")
    terminal.line("add(%x, %x)", r"^%0 : .*= \[2\.0, 6\.0\]")
    terminal.line(":edit %0", r"^%0 : .*= \[1\.0, 9\.0\]")
    terminal.line(":edit %y", "nothing has changed")
    terminal.send("\x1b[A\x1b[A")
    terminal.wait(r"%0 = multiply\(%x, %x\)$")


def test_control_x_control_e_takes_the_entry_to_the_editor_and_back(terminal):
    terminal.line("%x = [3.0]", r"^%x : ")
    terminal.send("%y = add(%x, %x)")
    terminal.wait(r"%y = add")
    terminal.send("\x18\x05")
    terminal.wait(r"^hlo> %y = multiply\(%x, %x\)$")
    terminal.send("\r")
    terminal.wait(r"^%y : .*= \[9\.0\]")


@pytest.mark.parametrize("editor", ["false", "/nope/nothing", "'"])
def test_an_editor_that_does_not_work_leaves_the_entry(tmp_path, editor):
    terminal = opened(tmp_path, EDITOR=editor)
    terminal.line("%x = [3.0]", r"^%x : ")
    terminal.send("%y = %x\x18\x05")
    terminal.wait(r"error: .*\[command.editor\]")
    terminal.wait(r"^hlo> %y = %x *$")
    terminal.child.close(force=True)


@pytest.mark.slow
def test_the_interrupt_of_an_editor_or_a_command_is_theirs(tmp_path):
    script = tmp_path / "editor"
    script.write_text(
        "#!/bin/sh\ntrap 'echo interrupted-editor; exit 1' INT\necho waiting\nwhile :; do sleep 0.1; done\n"
    )
    script.chmod(0o755)
    terminal = opened(tmp_path, EDITOR=str(script))
    for begin in ("%x = 1\x18\x05", f"!{script}\r"):
        terminal.send(begin)
        terminal.wait("waiting")
        terminal.pump(0.2)
        terminal.send("\x03")
        terminal.wait("interrupted-editor")
        terminal.wait(r"hlo>[^!]*\Z")
        terminal.send("\x03")
        terminal.pump(0.2)
        terminal.send(":clear\r")
        terminal.wait(r"\A\s*hlo>")
    terminal.line("%z = [5.0]", r"^%z : ")
    terminal.child.close(force=True)


def test_the_shell_is_there_as_it_is_typed_and_not_in_a_paste(terminal, tmp_path):
    terminal.line("!echo one-$((1+1))", "^one-2$")
    terminal.line("!exit 3", "^status 3")
    terminal.line(f"!cd {tmp_path}", f"^{re.escape(str(tmp_path))[:60]}")
    terminal.send("\x1b[200~!touch pasted\x1b[201~\r")
    terminal.wait(r"syntax\.shell")
    terminal.send("\x1b[200~%x = 1\n!touch pasted\x1b[201~\r")
    terminal.wait(r"(?s)syntax\.shell.*syntax\.shell")
    assert not (tmp_path / "pasted").exists()
    terminal.line("!touch typed", READY)
    terminal.line("!ls", "^typed|[ \t]typed")


def test_a_startup_script_runs_first(tmp_path):
    folder = tmp_path / ".config" / "hlorepl"
    folder.mkdir(parents=True)
    (folder / "startup.hlo").write_text("%pi = 3.14159;\n")
    terminal = opened(tmp_path, XDG_CONFIG_HOME=str(tmp_path / ".config"))
    terminal.line("%pi", r"(?s)%pi : tensor<f32> = 3\.14159.*hlo>\s*\Z")
    terminal.send("\x04")
    assert ended(terminal)


def test_wrong_settings_are_said_at_once(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text("[prompt]\nediting_mode = 'vim'\n")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "hlorepl"],
        env={**os.environ, "HLOREPL_CONFIG": str(path), "HOME": str(tmp_path)},
        encoding="utf-8",
    )
    child.expect(pexpect.EOF, timeout=20)
    child.close()
    assert child.exitstatus == 2
    assert "emacs or vi" in str(child.before)


def test_settings_change_while_it_runs(terminal):
    terminal.line(":set prompt.editing_mode vi", r"^\[ins\] hlo> *\Z")
    terminal.send("\x1b")
    terminal.wait(r"^\[nav\] hlo> *\Z")
    terminal.send("i:set prompt.editing_mode emacs\r")
    terminal.wait(r"^hlo> *\Z")


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {"option": "--plain"}])
def test_a_plain_terminal_gets_plain_lines(tmp_path, how):
    option = how.get("option")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "hlorepl", *([option] if option else [])],
        env={
            **os.environ,
            "TERM": how.get("TERM", "xterm-256color"),
            "HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path),
        },
        encoding="utf-8",
        dimensions=(24, 80),
    )
    sent = ""
    for line, answer in (
        ("%x = [1.0,", r"\.\.\. "),
        ("2.0]", r"%x : tensor<2xf32> = \[1\.0, 2\.0\]"),
        ("%x + %nope", r"name\.undefined"),
        ("!echo shell", r"\nshell"),
        ("hlo> %x * 2.0", r"%0 : .*= \[2\.0, 4\.0\]"),
        (":quit", r"leave\? "),
    ):
        child.expect(r"hlo> " if line != "2.0]" else "", timeout=20)
        child.send(line + "\r")
        child.expect(answer, timeout=20)
        sent += f"{child.before}{child.after}"
    child.send("y\r")
    child.expect(pexpect.EOF, timeout=20)
    sent += str(child.before)
    child.close()
    assert child.exitstatus == 0
    assert "\x1b" not in sent
