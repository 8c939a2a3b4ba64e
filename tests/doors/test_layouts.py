"""However a module is laid out, wherever MLIR allows a blank, a line end or a comment, it is the same module: of the same
kind, with the same errors, each at the same token, and with the same results at every door.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from doors.layouts import LAYOUTS, laid_out, tokens
from doors.telling import generic, told
from doors.text_doors import RUNNING, Request, compiled, report_of
from program_cases import Program, programs

from hlorepl.errors import HloError
from hlorepl.kinds import module_in
from hlorepl.source import Source, Span
from hlorepl.verifier import verify

SAMPLES = Path(__file__).parents[2] / "samples"
#: Doors that take the text as it stands: ``typed`` gives a session one op after the other, and there a line end is one.
DOORS = {name: door for name, door in RUNNING.items() if name != "typed"}
PAIRS = [(layout, door) for layout in LAYOUTS for door in DOORS]
#: The note of an error at an op over several lines: the error is at its first line.
PIECE = "this piece of it"


class Laid:
    """A program in a layout, or in its own."""

    def __init__(self, text: str, layout: str = "", seed: int = 0):
        parts = tokens(text)
        self.text, self._starts = text, [part.start for part in parts]
        if layout:
            self.text, self._starts = laid_out(parts, LAYOUTS[layout](seed))

    def token(self, offset: int) -> int:
        """The number of the token at an offset; the end of the text has one, too."""
        return bisect_left(self._starts, offset)

    def verdict(self) -> list[tuple[str, int, int]]:
        """The errors by codes and by the tokens that they mark."""
        marks = [(error.code, marked(error)) for error in errors_in(self.text)]
        return [(code, self.token(span.start), self.token(span.end)) for code, span in marks]

    def verdict_of_run(self, folder: Path) -> list[tuple[str, int]]:
        """The errors of ``hlorepl run`` by codes and by the tokens at which they begin."""
        report, _ = report_of("run", str(Request(self.text, folder).file(".mlir")))
        return [(error["code"], self.token(self._offset(error))) for error in report["diagnostics"]]

    def _offset(self, error: dict[str, Any]) -> int:
        place = next((note for note in error["notes"] if note["message"] == PIECE), error)
        lines = self.text.split("\n")[: place["line"] - 1]
        return sum(len(line) + 1 for line in lines) + place["column"] - 1


def marked(error: HloError) -> Span:
    """What an error marks: of an op over several lines its first one, with a note at the piece that is meant."""
    found = next((note.span for note in error.notes if note.message == PIECE), error.span)
    assert found is not None
    return found


def errors_in(text: str) -> list[HloError]:
    """What is wrong with a module, in order; it must be one."""
    found: list[HloError] = []
    module = module_in(Source(text), found)
    assert module is not None, f"this became a script:\n{text}"
    found += verify(module)
    return sorted(found, key=lambda error: error.span.start if error.span else 0)


def drawn(name: str, pairs: list) -> tuple[int, tuple]:
    """A seed for a program, and one of some pairs."""
    seed = crc32(name.encode())
    return seed, pairs[seed % len(pairs)]


# Errors


def complaint(program: Program, layout: str, seed: int) -> str:
    """What is reported otherwise when a program is laid out anew, or nothing."""
    own, other = Laid(program.text), Laid(program.text, layout, seed)
    before, after = own.verdict(), other.verdict()
    return "" if before == after else f"{program.id} in {layout}({seed}): {before} became {after}:\n{other.text}"


def read(cases: Iterable[Program]) -> list[Program]:
    """Those whose errors are found without a run."""
    return [program for program in cases if not program.runs]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_errors_stand_at_the_same_tokens(layout):
    found = []
    for program in read(programs("errors")):
        seed, (its_layout,) = drawn(program.id, [(name,) for name in LAYOUTS])
        if its_layout == layout:
            found.append(complaint(program, layout, seed))
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(4))
def test_errors_stand_at_the_same_tokens_in_all_layouts(layout, seed):
    found = [complaint(program, layout, seed) for program in read(programs("errors"))]
    assert not any(found), "\n".join(filter(None, found))


def test_errors_of_a_run_stand_at_the_same_tokens(tmp_path):
    found = []
    for program in (each for each in programs("errors") if each.runs):
        seed, (layout, _) = drawn(program.id, PAIRS)
        own, other = Laid(program.text), Laid(program.text, layout, seed)
        if own.verdict_of_run(tmp_path) != other.verdict_of_run(tmp_path):
            found.append(f"{program.id} in {layout}({seed}):\n{other.text}")
    assert not found, "\n".join(found)


# Results


def difference(name: str, text: str, layout: str, seed: int, door: str, folder: Path) -> str:
    """What a door answers otherwise when a program is laid out anew, or nothing."""
    before = compiled(Request(text, folder))
    laid = Laid(text, layout, seed).text
    after = DOORS[door](Request(laid, folder))
    return "" if after == before else f"{name} in {layout}({seed}) at {door}: {after}:\n{laid}"


def test_results_are_the_same(good, tmp_path):
    """One layout at one door for each program, all of those in turn."""
    seed, (layout, door) = drawn(good.id, PAIRS)
    assert not (found := difference(good.id, told(good.text), layout, seed, door, tmp_path)), found


@pytest.mark.slow
def test_results_are_the_same_in_every_layout(good, tmp_path):
    """Every layout at one door for each program, and all doors in turn; then the generic form."""
    text, doors = told(good.text), list(DOORS)
    seed, _ = drawn(good.id, PAIRS)
    for number, layout in enumerate(LAYOUTS):
        door = doors[(seed + number) % len(doors)]
        assert not (found := difference(good.id, text, layout, seed, door, tmp_path)), found
    assert not (found := difference(good.id, generic(text), "mixed", seed, "batch run", tmp_path)), found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("**/*.mlir")), ids=lambda path: path.stem)
def test_samples_stay_valid_modules(path, layout):
    assert errors_in(Laid(path.read_text(encoding="utf-8"), layout, 0).text) == []


#: Its two arguments are known by their locations, and come in the other order.
LOCATED = """\
func.func @main(%arg0: tensor<2xf32> loc(#left), %arg1: tensor<2xf32> loc(#right)) -> tensor<2xf32> {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<2xf32> loc(#op)
  return %0 : tensor<2xf32>
}
"""
LOCATIONS = ['#left = loc("left")\n', '#right = loc("right")\n', '#op = loc("model.py":7:2)\n']


@pytest.mark.parametrize("door", [door for door in DOORS if door != "compile"])  # which takes arguments by position
@pytest.mark.parametrize("above", [(), (0, 1, 2), (1,), (2, 0)])
def test_locations_are_known_wherever_they_are_defined(above, door, tmp_path):
    below = [line for number, line in enumerate(LOCATIONS) if number not in above]
    text = "".join([*(LOCATIONS[number] for number in above), LOCATED, *below])
    arrays = {"right": np.array([1.0, 2.0], np.float32), "left": np.array([5.0, 9.0], np.float32)}
    answer = DOORS[door](Request(text, tmp_path, arrays))
    expected = compiled(Request(LOCATED + "".join(LOCATIONS), tmp_path, dict(sorted(arrays.items()))))
    assert (expected.status, answer) == ("ok", expected)
