"""The rules behind codes: in full, with a small wrong example and a right one.

One file an op under ``explanations/``: a valid program, then for each rule its label, the rule, and what makes the
program break it (``- old text`` / ``+ new text``, one line each, in order; or ``! `` lines: a whole program instead).
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("explanations")


class Explanation:
    """A rule: its code, what it says, a program that breaks it and one that does not."""

    __slots__ = ("code", "right", "rule", "wrong")

    def __init__(self, code: str, rule: str, wrong: str, right: str):
        self.code = code
        self.rule = rule
        self.wrong = wrong
        self.right = right


def of_code(code: str) -> Explanation | None:
    """The explanation of a code such as ``dot_general.C9``; None when there is none."""
    name, _, label = code.rpartition(".")
    path = FOLDER / f"{name}.txt"
    if not name or "/" in name or not path.is_file():
        return None
    return read(path).get(label)


def codes() -> list[str]:
    """Every code that has an explanation."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        found += [f"{path.stem}.{label}" for label in read(path)]
    return found


def read(path: Path) -> dict[str, Explanation]:
    """The explanations in a file, by label."""
    head, *sections = path.read_text(encoding="utf-8").split("\n== ")
    right = head.strip("\n") + "\n"
    found = {}
    for section in sections:
        label, _, body = section.partition("\n")
        found[label.strip()] = _explanation(f"{path.stem}.{label.strip()}", body, right)
    return found


def _explanation(code: str, body: str, right: str) -> Explanation:
    rule: list[str] = []
    wrong, whole, old = right, [], ""
    for line in body.strip("\n").split("\n"):
        if line.startswith("- "):
            old = line[2:]
        elif line.startswith("+ "):
            if old not in wrong:
                raise ValueError(f"{code}: {old!r} is not in the program")
            wrong = wrong.replace(old, line[2:], 1)
        elif line.startswith("!"):
            whole.append(line[2:])
        else:
            rule.append(line)
    return Explanation(code, "\n".join(rule).strip(), "\n".join(whole) + "\n" if whole else wrong, right)
