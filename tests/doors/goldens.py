"""Golden files in sections, one for each program; floats are compared with a tolerance, as processors differ in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "goldens"
_SECTION = re.compile(r"^== (.*)\n", re.MULTILINE)
_NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf)|nan")

#: How far a float may be from the golden one, in parts of the largest of its value, by what its type is called: some
#: ulps, as sums have another order and ``exp`` other last bits on another processor. Integers are exact.
TOLERANCE = {"f64": 1e-6, "f32": 4e-6, "tf32": 1e-3, "bf16": 2e-2, "f16": 4e-3}
_SMALL_FLOATS = 0.26


class Goldens:
    """The sections of a golden file; ``update`` writes what it is given instead of comparing."""

    def __init__(self, name: str, update: bool):
        self.path = FOLDER / f"{name}.txt"
        self.update = update
        self.sections: dict[str, str] = {}
        if self.path.is_file():
            _, *parts = _SECTION.split(self.path.read_text(encoding="utf-8"))
            self.sections = dict(zip(parts[::2], parts[1::2], strict=True))

    def compare(self, section: str, text: str) -> None:
        """A section against its golden text."""
        if self.update:
            self.sections[section] = text
            return
        assert section in self.sections, f"{self.path.name} has no {section} (pytest --update-goldens writes it)"
        golden = self.sections[section]
        assert same_lines(text, golden), f"{section} differs from {self.path.name}:\n{text}\nis not\n{golden}"

    def close(self) -> None:
        """Write the file, if that was asked for."""
        if self.update:
            text = "".join(f"== {name}\n{self.sections[name]}" for name in sorted(self.sections))
            self.path.write_text(text, encoding="utf-8")


def same_lines(ours: str, theirs: str) -> bool:
    """The same lines, where floats may differ a little."""
    left, right = ours.splitlines(), theirs.splitlines()
    return len(left) == len(right) and all(map(_same_line, left, right))


def _same_line(ours: str, theirs: str) -> bool:
    if ours == theirs:
        return True
    type_, mark, rest = ours.partition(" max ")
    if not mark or not theirs.startswith(type_ + mark) or _NUMBER.sub("#", ours) != _NUMBER.sub("#", theirs):
        return False
    largest, total, *head = (float(number) for number in _NUMBER.findall(rest))
    other, other_total, *other_head = (float(number) for number in _NUMBER.findall(theirs.removeprefix(type_ + mark)))
    slack = _tolerance(type_)
    pairs = [(largest, other), *zip(head, other_head, strict=True)]
    return abs(total - other_total) <= slack and all(_near(a, b, slack * other) for a, b in pairs)


def _near(one: float, other: float, slack: float) -> bool:
    return one == other or one != one and other != other or abs(one - other) <= slack


def _tolerance(type_: str) -> float:
    element = re.split(r"[x<>]", type_.rstrip(">"))[-1]
    return TOLERANCE.get(element, _SMALL_FLOATS)


@pytest.fixture(scope="module")
def goldens(request: pytest.FixtureRequest):
    """The golden file of a test module: ``test_programs.py`` has ``goldens/programs.txt``."""
    found = Goldens(request.path.stem.removeprefix("test_"), request.config.getoption("--update-goldens"))
    yield found
    found.close()
