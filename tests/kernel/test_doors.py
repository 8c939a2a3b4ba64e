"""The kernel says of programs what a session says that hears the same cells: values as text, errors with their places."""

import re
from zlib import crc32

import pytest
from doors.telling import told
from doors.text_doors import Request, run_lines
from program_cases import programs

from hlorepl.display.errors import error_text
from hlorepl.display.text import shown_text
from hlorepl.session.session import Session, Shown

ANSI = re.compile(r"\x1b\[[\d;]*m")


def chosen(folder: str, share: int) -> list:
    """One in ``share`` of the programs in a folder, drawn by their names."""
    return [
        pytest.param(program, id=f"{folder}-{program.id}")
        for program in programs(folder)
        if crc32(program.id.encode()) % share == 0
    ]


def cells_of(program, tmp_path) -> list[str]:
    text = told(program.text) if not program.expected else program.text
    return [text, *run_lines(Request(text, tmp_path))]


def forget(kernel) -> None:
    """Take back every entry of earlier programs."""
    while "undone" in kernel.execute(":undo").printed:
        pass


@pytest.mark.parametrize("program", [*chosen("ops", 24), *chosen("errors", 40)])
def test_the_kernel_says_what_a_session_says(kernel, program, tmp_path):
    session = Session()
    forget(kernel)
    for cell in cells_of(program, tmp_path):
        answer = kernel.execute(cell)
        expected = session.execute(cell, name=f"In[{answer.reply['execution_count']}]")
        values = [shown_text(item) for item in expected.shown if isinstance(item, Shown)]
        kinds = ("display_data", "execute_result")
        assert [content["data"]["text/plain"] for kind, content in answer.messages if kind in kinds] == values
        assert answer.reply["status"] == ("ok" if expected.error is None else "error")
        if expected.error is not None:
            assert answer.reply["evalue"] == f"{expected.error.message} [{expected.error.code}]"
            assert ANSI.sub("", "\n".join(answer.reply["traceback"])) == error_text(expected.error, colour=False)
            break
