"""However a module is laid out, wherever MLIR allows a blank, a line end or a comment, it is the same module: of the same
kind, with the same errors, each at the same token, and with the same results at every door.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from doors.layouts import LAYOUTS, laid_out, tokens
from doors.telling import generic, told
from doors.text_doors import RUNNING, Request, compiled, report_of
from program_cases import Program, programs

from hlorepl.errors import HloError
from hlorepl.kinds import module_in
from hlorepl.source import Source
from hlorepl.verifier import verify

SAMPLES = Path(__file__).parents[2] / "samples"
#: Doors that take the text as it stands: ``typed`` gives a session one op after the other, and there a line end is one.
DOORS = {name: door for name, door in RUNNING.items() if name != "typed"}
PAIRS = [(layout, door) for layout in LAYOUTS for door in DOORS]
#: The note of an error at an op over several lines: the error is at its first line.
PIECE = "this piece of it"


class Laid:
    """A program in a layout."""

    def __init__(self, text: str, layout: str, seed: int):
        self._parts = tokens(text)
        self._source = Source(text)
        self.text, self._starts = laid_out(self._parts, LAYOUTS[layout](seed))

    def line(self, offset: int) -> int:
        """The line on which the token at an offset stands in the program's own layout."""
        part = self._parts[bisect_right(self._starts, offset) - 1]
        return self._source.position(part.start)[0]

    def offset(self, place: str) -> int:
        """The offset of the beginning of ``line:column-line:column``."""
        line, column = map(int, place.split("-", maxsplit=1)[0].split(":"))
        return sum(map(len, self.text.splitlines(keepends=True)[: line - 1])) + column - 1


def words(text: str) -> list[str]:
    return [part.text for part in tokens(text)]


def drawn(name: str, pairs: list) -> tuple[int, tuple]:
    """A seed for a program, and one of some pairs."""
    seed = crc32(name.encode())
    return seed, pairs[seed % len(pairs)]


# Errors


def errors_in(text: str) -> list[HloError]:
    """What is wrong with a module, in order; it must be one."""
    found: list[HloError] = []
    module = module_in(Source(text), found)
    assert module is not None, f"this became a script:\n{text}"
    found += verify(module)
    return sorted(found, key=lambda error: error.span.start if error.span else 0)


def complaints(program: Program, layout: str, seed: int) -> Iterator[str]:
    """What is reported otherwise than the program's comments say, by their lines."""
    laid = Laid(program.text, layout, seed)
    found = errors_in(laid.text)
    before = [(error.line, error.code) for error in program.expected]
    after = [(laid.line(error.span.start), error.code) for error in found if error.span]
    if before != after:
        yield f"{program.id} in {layout}({seed}): {before} became {after}:\n{laid.text}"
        return
    for error, expected in zip(found, program.expected, strict=True):
        pieces = [note.span for note in error.notes if note.message == PIECE and note.span]
        shown = [words(span.text) for span in (error.span, *pieces) if span]
        if expected.marked is not None and words(expected.marked) not in shown:
            yield f"{program.id} in {layout}({seed}): {expected.marked} became {shown}"


def read(cases: Iterable[Program]) -> list[Program]:
    """Those whose errors are found without a run."""
    return [program for program in cases if not program.runs]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_errors_stand_at_the_same_tokens(layout):
    found = []
    for program in read(programs("errors")):
        seed, (its_layout,) = drawn(program.id, [(name,) for name in LAYOUTS])
        if its_layout == layout:
            found += complaints(program, layout, seed)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(4))
def test_errors_stand_at_the_same_tokens_in_all_layouts(layout, seed):
    found = [each for program in read(programs("errors")) for each in complaints(program, layout, seed)]
    assert not found, "\n".join(found)


def test_errors_of_a_run_stand_at_the_same_lines(tmp_path):
    found = []
    for program in (each for each in programs("errors") if each.runs):
        seed, (layout, _) = drawn(program.id, PAIRS)
        laid = Laid(program.text, layout, seed)
        _, answer = report_of("run", str(Request(laid.text, tmp_path).file(".mlir")))
        after = [(laid.line(laid.offset(error.place)), error.code) for error in answer.errors]
        if after != [(error.line, error.code) for error in program.expected]:
            found.append(f"{program.id} in {layout}({seed}): {after}:\n{laid.text}")
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
@pytest.mark.parametrize("layout", LAYOUTS)
def test_results_are_the_same_at_every_door(good, layout, tmp_path):
    text = told(good.text)
    for seed, door in enumerate(DOORS):
        assert not (found := difference(good.id, text, layout, seed, door, tmp_path)), found


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_results_of_the_generic_form_are_the_same(good, layout, tmp_path):
    text = generic(told(good.text))
    assert not (found := difference(good.id, text, layout, 0, "batch run", tmp_path)), found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("**/*.mlir")), ids=lambda path: path.stem)
def test_samples_stay_valid_modules(path, layout):
    assert errors_in(Laid(path.read_text(encoding="utf-8"), layout, 0).text) == []
