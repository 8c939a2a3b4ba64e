"""Entries of a session at random: statements, commands, questions, completion and inspection at every cursor."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.fuzzing import Case, main, shown
from hostile.text_mutation import ELEMENTS, NUMBERS, ODD, TYPES, VALUES, mutated, texts

import hlorepl
from hlorepl.ops.registry import names
from hlorepl.session import completion
from hlorepl.session.commands.registry import COMMANDS, load

#: Bytes that values may hold.
MEMORY = 1 << 24
VALUES_AT_FIRST = "%x = 1.5\n%y = [1, 2]\n%m = [[1.0, 2.0], [3.0, 4.0]]\n%t = true"
FILES = [
    "a.mlir",
    "a.npz",
    "a.npy",
    "b.npz",
    "missing.npz",
    ".",
    "a b.mlir",
    "m.yaml",
    "m.json",
    "m.onnx",
    "/dev/null",
    "",
    "\0",
    "x" * 300,
]
WORDS = [
    "%x",
    "%y",
    "%m",
    "%t",
    "%none",
    "%x@all",
    "%x@(0,0)",
    "@main",
    "@f",
    "@a::@b",
    "x",
    "y",
    "1",
    "-1",
    "0",
    "2.5",
    "true",
    "[1, 2]",
    "full",
]
WORDS += [
    "=",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "->",
    "+",
    "-",
    "*",
    "/",
    "**",
    "<",
    ">>",
    "~",
    "?",
    "!",
    "#",
    "//",
    "\n",
    " ",
    "in",
    "seed=1",
    "--help",
]
MODEL = """doc:
  graphs:
    g:
      nodes:
        n:
          parameters: {a: {value: 2.0}, b: {value: a * 3}}
          output_ports: {out: {value: b}}
"""


@cache
def commands() -> list[str]:
    """Every command with its verbs."""
    load()
    found: list[str] = []
    for command in COMMANDS.values():
        found += [f":{command.name}", *(f":{command.name} {verb}" for verb in command.verbs)]
    return [each for each in sorted(set(found)) if each not in (":shell", ":quit", ":exit")]


@cache
def folder() -> Path:
    """A folder for what commands read and write."""
    found = Path(tempfile.mkdtemp(prefix="hostile-"))
    (found / "m.yaml").write_text(MODEL, encoding="utf-8")
    (found / "a.mlir").write_text("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }")
    return found


def entry(random: Random) -> str:
    """A text as somebody, or nobody, would type it."""
    kind = random.randrange(6)
    if kind == 0:
        return " ".join([random.choice(commands()), *_words(random, 4)])
    if kind == 1:
        return " ".join(_words(random, 8))
    if kind == 2:
        arguments = ", ".join(_words(random, 3))
        return f"%{random.choice('xyzr')} = {random.choice(list(names()))}({arguments})"
    if kind == 3:
        return "?" + random.choice([*names(), *WORDS, *commands()])
    if kind == 4:
        return mutated(
            random, f"%z = add %x, %x\n%w = tanh(%m * 2.0)\nfunc.func @f() {{ return }}\n{random.choice(commands())} %x"
        )
    return mutated(random, random.choice(texts()))


def _words(random: Random, most: int) -> list[str]:
    pools = [WORDS, WORDS, WORDS, FILES, TYPES, VALUES, NUMBERS, ELEMENTS, ODD]
    return [random.choice(random.choice(pools)) for _ in range(random.randrange(most))]


def one(case: Case) -> None:
    """Some entries of a session, each looked at as a face would."""
    os.chdir(folder())
    session = hlorepl.Session(max_memory=MEMORY)
    session.execute(VALUES_AT_FIRST)
    for number in range(3):
        text = entry(case.random)
        case.text = f"{case.text}--- {number}\n{text}\n"
        assert session.is_incomplete(text) in {True, False}
        for cursor in (len(text), case.random.randrange(len(text) + 1)):
            completion.complete(text, cursor, session)
            completion.inspect(text, cursor, session)
        result = session.execute(text, "In[1]")
        assert isinstance(result.text, str)
        if result.error is not None:
            shown([result.error], "" if any(word in text for word in (":load", ":l ", ":run", ":r ")) else "In[1]")


if __name__ == "__main__":
    texts()
    main(one)
