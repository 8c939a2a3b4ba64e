"""Entries of a session at random: statements, commands, questions, completion and inspection at every cursor."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from shutil import rmtree

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.files import originals
from hostile.fuzzing import Case, main, shown
from hostile.text_mutation import ELEMENTS, NUMBERS, ODD, TYPES, VALUES, mutated, texts

import hlorepl
from hlorepl.ops.registry import names
from hlorepl.session import completion
from hlorepl.session.commands.registry import COMMANDS, load

#: Bytes that values may hold.
MEMORY = 1 << 24
#: The files that hold models.
MODELS = [".yaml", ".json", ".bson", ".onnx"]
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
    "m.bson",
    "a.hlo",
    "a.safetensors",
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
#: Words of the models.
WORDS += [
    "g",
    "n",
    "m",
    "e",
    "n.i=1",
    "n.q",
    "m.o",
    "n.p=0.1:0.5:0.1",
    "m.i=[1.0, 2.0]",
    "n.f=linear",
    "N=2",
    "y",
    "z",
    "w",
]
#: What has a command that reads a file or is about a model, of which the error may be.
READS = re.compile(r"^[ \t]*:(?:l|load|r|run|mdf|onnx)\b", re.MULTILINE)


@cache
def commands() -> list[str]:
    """Every command with its verbs."""
    load()
    found: list[str] = []
    for command in COMMANDS.values():
        found += [f":{command.name}", *(f":{command.name} {verb}" for verb in command.verbs)]
    return [each for each in sorted(set(found)) if each not in (":shell", ":quit", ":exit")]


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="hostile-"))


def folder() -> Path:
    """A folder for what commands read and write, as it is at first."""
    found = _folder()
    for path in found.iterdir():
        rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for suffix, data in originals().items():
        (found / f"{'m' if suffix in MODELS else 'a'}{suffix}").write_bytes(data)
    return found


def entry(random: Random) -> str:
    """A text as somebody, or nobody, would type it."""
    kind = random.randrange(7)
    if kind == 6:
        verbs = [each for each in commands() if each.startswith((":mdf", ":onnx", ":load", ":run", ":env", ":undo"))]
        return " ".join([random.choice(verbs), *_words(random, 4)])
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


#: A run of so many steps is what somebody asked for.
LONG = re.compile(r"^[ \t]*:(?:r|run|mdf|onnx)\b[^\n]*\d{6}", re.MULTILINE)


def one(case: Case) -> None:
    """Some entries of a session, each looked at as a face would."""
    os.chdir(folder())
    session = hlorepl.Session(max_memory=MEMORY)
    session.execute(VALUES_AT_FIRST)
    if case.random.random() < 0.6:
        model = case.random.choice(MODELS)
        assert session.execute(f":load m{model}").error is None
        case.text = f":load m{model}\n"
    for number in range(4):
        text = entry(case.random)
        if LONG.search(text):
            continue
        case.text = f"{case.text}--- {number}\n{text}\n"
        assert session.is_incomplete(text) in {True, False}
        for cursor in (len(text), case.random.randrange(len(text) + 1)):
            completion.complete(text, cursor, session)
            completion.inspect(text, cursor, session)
        result = session.execute(text, "In[1]")
        assert isinstance(result.text, str)
        if result.error is not None:
            shown([result.error], "" if READS.search(text) else "In[1]")


if __name__ == "__main__":
    texts()
    main(one)
