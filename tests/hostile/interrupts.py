"""Statements, cells and commands of a session, each interrupted at a random time: all of it holds, or nothing.

A profile of the interpreter's calls says how many there are; the interrupt comes at one of them, which is as good as a signal's
time and can be repeated.
"""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main

import hlorepl

STATEMENTS = [
    "%x = [1.0, 2.0]",
    "%y = tanh(%x)",
    "%x = %x + 1.0\n%y = %x * 2.0\n%z = %y",
    "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}",
    "%x = %x * 2.0\n:undo\n%x = %x - 1.0",
    ":undo",
    ":undo",
    ":redo",
    ":type %x",
    ":save saved.mlir",
    ":load start.mlir",
    ":load start.npz",
    ":text",
    "?add",
    "%q, %r = %x, %y",
    "%x = 2.0\n%w = %nothing",
]


@cache
def folder() -> Path:
    """Where statements read and write."""
    import numpy as np

    found = Path(tempfile.mkdtemp(prefix="hostile-"))
    (found / "start.mlir").write_text("func.func @g() { return }", encoding="utf-8")
    np.savez(found / "start.npz", x=np.array([5.0, 6.0], np.float32))
    return found


def snapshot(session: hlorepl.Session) -> tuple:
    """What can be seen of a session: names with their values, functions, what can be undone and redone."""
    state = session.state
    values = {name: (id(bound.value), id(bound.array)) for name, bound in state.names.items()}
    history = [id(each) for each in session.history]
    return id(state), values, sorted(state.functions), len(state.ops), history, [id(each) for each in session.undone]


def interrupted(session: hlorepl.Session, text: str, at: int) -> bool:
    """Run a text, with an interrupt at the call of that number; whether it came."""
    seen = 0

    def count(frame, event, argument):
        nonlocal seen
        seen += event == "call"  # where Python itself would look for signals
        if seen == at:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        session.execute(text)
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


def one(case: Case) -> None:
    """A session of ten entries, each of which may be interrupted."""
    import os

    os.chdir(folder())
    session = hlorepl.Session()
    session.execute("%x = [1.0, 2.0]\n%y = [3.0, 4.0]")
    for _ in range(10):
        text = case.random.choice(STATEMENTS)
        at = int(10 ** case.random.uniform(0, 4.3))
        case.text = f"{case.text}{at}: {text}\n"
        before = snapshot(session)
        depth, state = len(session.history), session.state
        came = interrupted(session, text, at)
        goes_back = ":undo" in text or ":redo" in text
        if session.state is state:
            assert goes_back or snapshot(session)[4:] == before[4:] or not came, "history changed, the state did not"
        elif not goes_back:
            assert len(session.history) == depth + 1, "one entry is one step"
            assert session.undo()
            assert snapshot(session)[:5] == before[:5], "undo goes back exactly"
            assert session.redo()
        assert session.execute("%next = 1").error is None
        assert session.undo()


if __name__ == "__main__":
    main(one)
