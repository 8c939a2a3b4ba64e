"""The programs under ``programs/`` as test cases: pieces of files, with the errors that their comments promise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
SEPARATOR = re.compile(r"^// -----.*$", re.MULTILINE)
EXPECTED = re.compile(r"""//\s*expected-error (?:@([+-]\d+))? \s* \{\{([\w.-]+)\}\} (?:\s*"([^"\n]*)")?""", re.VERBOSE)


@dataclass(frozen=True)
class Expected:
    """An error that a program must cause: the line in its piece, the code, and what must be underlined (or nothing)."""

    line: int
    code: str
    marked: str | None = None


@dataclass(frozen=True)
class Program:
    """One piece of a file under ``programs/``."""

    id: str
    text: str
    expected: list[Expected] = field(default_factory=list)

    @property
    def runs(self) -> bool:
        """Whether the errors expected only show when the program runs."""
        return any(error.code.startswith(("run.", "limit.", "check.")) for error in self.expected)


def expected_errors(text: str) -> list[Expected]:
    """What the ``// expected-error@+1 {{CODE}} "marked"`` comments of a program promise, by line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for offset, code, marked in EXPECTED.findall(line):
            found.append(Expected(number + int(offset or 0), code, marked or None))
    return sorted(found, key=lambda error: error.line)


def programs(folder: str) -> Iterator[Program]:
    """The pieces of all programs in a folder under ``programs/``, named ``concatenate-2`` and so on."""
    for path in sorted((HERE / "programs" / folder).glob("**/*.mlir")):
        pieces = SEPARATOR.split(path.read_text(encoding="utf-8"))
        for number, piece in enumerate(pieces, 1):
            if piece.strip():
                yield Program(f"{path.stem}-{number}", piece, expected_errors(piece))
