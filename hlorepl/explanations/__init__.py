"""The rules behind codes: in full, with a small wrong example and a right one.

One file an op, or a group of codes without an op, in this folder: ``> `` lines with an example for a session (where none is
made of the program), a valid program, then for each rule its
label after ``==``, the rule, and what makes the program break it: ``- old text`` / ``+ new text``, one line each, in
order; or ``! `` lines, a whole program instead. ``= `` lines are a right program of its own. A rule without any of
these has no example: nothing that a small program does breaks it. ``today: C5`` is its number in the specification of
today where that differs.

``ops: A B`` in front of the program makes the file hold for all these ops; ``OP`` stands for their names. ``any.txt``
has the labels that any op may break, ``onnx.txt`` those of all operators of ONNX.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import indent

FOLDER = Path(__file__).parent
_ANY = FOLDER / "any.txt"
#: Ops whose further rules are those of another op, which the examples are of.
_ALIKE = {"dynamic_conv": "convolution", "dynamic_gather": "gather"}
#: Codes of these groups are reported when a program runs.
_RUN_GROUPS = ("run", "limit", "check")


class Explanation:
    """A rule: its code, what it says, its number in today's specification, and programs that break and keep it."""

    __slots__ = ("code", "right", "rule", "today", "wrong")

    def __init__(self, code: str, rule: str, wrong: str, right: str, today: str = ""):
        self.code = code
        self.rule = rule
        self.wrong = wrong
        self.right = right
        self.today = today

    @property
    def runs(self) -> bool:
        """Whether the wrong program is only found out when it runs."""
        return self.code.rpartition(".")[0] in _RUN_GROUPS

    @property
    def text(self) -> str:
        """The rule, then the programs indented as code: readable as it is, and Markdown."""
        parts = [f"{self.code}: {self.rule}"]
        if self.today:
            parts.append(f"In today's specification: {self.today}.")
        if self.wrong:
            parts += ["Wrong:", indent(self.wrong.rstrip(), "    "), "Right:", indent(self.right.rstrip(), "    ")]
        return "\n\n".join(parts)


def of_code(code: str) -> Explanation | None:
    """The explanation of a code such as ``dot_general.C9``; None when there is none."""
    name, _, label = code.rpartition(".")
    found = _of_label("onnx" if name.startswith("onnx.") else name, label)
    if found is None and name in _ALIKE:
        found = _of_label(_ALIKE[name], label)
    if found is None and _is_op(name):
        found = general_rules().get(label)
    return found and Explanation(code, found.rule, found.wrong, found.right, found.today)


def _of_label(name: str, label: str) -> Explanation | None:
    return of_group(name).get(label)


def of_group(name: str) -> dict[str, Explanation]:
    """The rules of an op (``dot_general``, ``chlo.top_k``) or of another group of codes, by label; empty when it has none."""
    path = _files().get(name)
    return read(path, name) if path is not None else {}


def example_of(name: str) -> tuple[str, str]:
    """The example of an op (or of a group of codes): statements of a session, and the valid program; either may be empty."""
    path = _files().get(name)
    return _heads(path, name) if path is not None else ("", "")


def codes() -> list[str]:
    """Every code that has an explanation of its own."""
    return [f"{name}.{label}" for name, path in _files().items() for label in read(path, name)]


def general_rules() -> dict[str, Explanation]:
    """The rules that any op may break, by label; their examples are of some op each."""
    return read(_ANY, "any")


def _is_op(name: str) -> bool:
    from ..ops import registry  # late: on demand

    return registry.lookup(name) is not None or registry.lookup(f"stablehlo.{name}") is not None


@cache
def _files() -> dict[str, Path]:
    """Which file holds the rules of which op or group."""
    found = {}
    for path in sorted(FOLDER.glob("*.txt")):
        if path == _ANY:
            continue
        with path.open(encoding="utf-8") as file:
            first = file.readline()
        names = first[5:].split() if first.startswith("ops: ") else [path.stem]
        found.update(dict.fromkeys(names, path))
    return found


@cache
def read(path: Path, name: str) -> dict[str, Explanation]:
    """The explanations in a file, by label, for the op (or group) of that name."""
    _, *sections = _sections(path, name)
    _, right = _heads(path, name)
    found = {}
    for section in sections:
        label, _, body = section.partition("\n")
        found[label.strip()] = _explanation(f"{name}.{label.strip()}", body, right)
    return found


def _sections(path: Path, name: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if text.startswith("ops: "):
        text = re.sub(r"\bOP\b", name, text.partition("\n")[2])
    return f"\n{text}".split("\n== ")


@cache
def _heads(path: Path, name: str) -> tuple[str, str]:
    """What stands in front of the rules: the lines of the example, and the valid program."""
    lines = _sections(path, name)[0].strip("\n").split("\n")
    example = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    program = "\n".join(line for line in lines if not line.startswith("> ")).strip("\n") + "\n"
    return example, program if program.strip() else ""


def _explanation(code: str, body: str, right: str) -> Explanation:
    lines: dict[str, list[str]] = {kind: [] for kind in ("rule", "!", "=", "today: ")}
    changed, old = right, ""
    for line in body.strip("\n").split("\n"):
        if line.startswith("- "):
            old = line[2:]
        elif line.startswith("+ "):
            if old not in changed:
                raise ValueError(f"{code}: {old!r} is not in the program")
            changed = changed.replace(old, line[2:], 1)
        elif line.startswith("today: "):
            lines["today: "].append(line[7:])
        elif line[:1] in ("!", "="):
            lines[line[0]].append(line[2:])
        else:
            lines["rule"].append(line)
    wrong = _program(lines["!"]) or (changed if changed != right else "")
    return Explanation(
        code, "\n".join(lines["rule"]).strip(), wrong, _program(lines["="]) or right, "".join(lines["today: "])
    )


def _program(lines: list[str]) -> str:
    return "\n".join(lines) + "\n" if lines else ""
