"""Jupyter's messages at random, to the kernel's own methods: every reply is one that the protocol knows, nothing goes wrong."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main
from hostile.session_commands import LONG, MEMORY, MODELS, VALUES_AT_FIRST, entry, folder
from hostile.text_mutation import texts

import hlorepl
from hlorepl_kernel.kernel import HloKernel

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
SGR = re.compile(r"\x1b\[[0-9;]*m")


def kernel() -> tuple[HloKernel, list]:
    """A kernel without sockets, and what it publishes."""
    said: list = []
    made = HloKernel.__new__(HloKernel)
    made.hlo = hlorepl.Session(max_memory=MEMORY)
    made.hlo.execute(VALUES_AT_FIRST)
    made._publish = lambda kind, content: said.append((kind, content))
    return made, said


def check_said(kind: str, content: dict) -> None:
    """What is published is JSON, of a kind that the protocol knows, and holds nothing that a page or a terminal would obey."""
    json.dumps(content)
    assert kind in ("stream", "display_data", "execute_result", "error", "clear_output"), kind
    texts_in = [content.get("text", ""), *content.get("data", {}).values(), *content.get("traceback", [])]
    for text in texts_in:
        assert not CONTROLS.search(SGR.sub("", text)), ascii(text[:200])
    if kind == "error":
        assert "hlorepl itself failed" not in content["evalue"], content["evalue"]


async def asked(made: HloKernel, case: Case) -> None:
    """Some requests, with cursors where there is no text, too."""
    random = case.random
    for number in range(3):
        code = entry(random)
        if LONG.search(code):
            continue
        case.text = f"{case.text}--- {number}\n{code}\n"
        cursor = random.choice([0, len(code), len(code) // 2, len(code) + 5, -1])
        for reply in (
            await made.do_complete(code, random.choice([cursor, None])),
            await made.do_inspect(code, cursor),
            await made.do_is_complete(code),
            await made.do_execute(code, random.random() < 0.1),
        ):
            json.dumps(reply)
            assert reply["status"] in ("ok", "error", "complete", "incomplete", "invalid")


def one(case: Case) -> None:
    """Requests of a notebook at random."""
    os.chdir(folder())
    made, said = kernel()
    if case.random.random() < 0.5:
        made.hlo.execute(f":load m{case.random.choice(MODELS)}")
    asyncio.run(asked(made, case))
    for kind, content in said:
        check_said(kind, content)


if __name__ == "__main__":
    texts()
    main(one)
