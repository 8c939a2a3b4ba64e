"""Random programs whose numbers leave the finite ones: what a guarded run finds is what a run step by step finds.

The programs are those of the other fuzzers; their arguments hold numbers near the ends of the types, and some that are not finite.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile import nested_programs, rowwise_programs
from hostile.fuzzing import Case, main

import hlorepl
from hlorepl import backends
from hlorepl.analysis.not_finite import NotFinite
from hlorepl.engine.context import RunContext
from hlorepl.engine.guards import guarded
from hlorepl.engine.program import Program

EDGES = (0.0, -0.0, 1.0, -1.0, 3e4, -3e4, 3e38, -3e38, 88.0, 1e-30)
BEYOND = (np.inf, -np.inf, np.nan)


def one(case: Case) -> None:
    """A guarded run tells the same of a random program, the first time and when it is written out."""
    random = case.random
    rng = np.random.default_rng(random.randrange(2**32))
    if random.random() < 0.5:
        case.text = nested_programs.program(random)
    else:
        case.text, _ = rowwise_programs.program(random, random.choice(rowwise_programs.FLOATS))
    with rowwise_programs.small_blocks(random):
        module = hlorepl.parse(case.text)
        plain, watching = Program(module), Program(module, None, guarded(backends.get("numpy")))
        numbers = random.choice([(1.0, 2.0, -0.5), (1.0, 2.0, -0.5), EDGES, (*EDGES, *BEYOND)])
        given = [_array(rng, value.type, numbers) for value in plain.function.arguments]
        wanted = _told(plain, given, 1)
        for number in range(3):
            found = _told(watching, given, 1 + number % 2)
            assert found == wanted, f"run {number} tells\n{found}\nand step by step\n{wanted}"


def _told(program: Program, given: list[np.ndarray], threads: int) -> str:
    watch = NotFinite()
    with np.errstate(all="ignore"):
        results = program.run([*given], RunContext(observers=(watch,), threads=threads))
    return "\n".join([watch.text, *(f"{value.dtype} {value.shape} {np.isfinite(value).sum()}" for value in results)])


def _array(rng: np.random.Generator, of, numbers) -> np.ndarray:
    if of.dtype.kind in "biu":
        return rng.integers(0, 2 if of.dtype.kind == "b" else 5, of.sizes).astype(of.dtype)
    with np.errstate(all="ignore"):
        return np.asarray(rng.choice(numbers, of.sizes)).astype(of.dtype)


if __name__ == "__main__":
    main(one)
