"""Valid programs with one thing changed: rejected where MLIR's verifier rejects them, accepted where it accepts them.

Lines of whole programs are changed as text; each op alone in its types (sizes dynamic and bounded too), attributes, operands and
constants. Where the two differ, ``verifier_differences.py`` says which is right; anything else fails.
"""

import random
import re
from functools import cache

import pytest
from peers.mlir_peer import Mlir, ours
from peers.op_mutations import Case, Mutant, cases, mutants
from peers.verifier_differences import explained
from program_cases import programs

from hlorepl.ops import registry

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]
pytest.importorskip("jaxlib")

ELEMENTS = ["f32", "f64", "i32", "i64", "i1", "ui8", "i8", "bf16", "f16", "complex<f32>"]


@pytest.fixture(scope="module")
def mlir():
    found = Mlir()
    yield found
    found.close()


def without_checks(text: str) -> str:
    """The program without its ``check`` ops, which jaxlib's MLIR does not know."""
    return re.sub(r"^\s*check\.\w+ %[^\n]*(?:\n[\s\[][^%]*?>+ *$)?", "", text, flags=re.MULTILINE)


def _replace(line: str, pattern: str, change, rng: random.Random) -> str:
    found = list(re.finditer(pattern, line))
    if not found:
        return line
    one = rng.choice(found)
    return line[: one.start()] + change(one) + line[one.end() :]


def _swap(line: str, rng: random.Random) -> str:
    found = list(re.finditer(r"%[\w#]+", line))[1:]
    if len(found) < 2:
        return line
    a, b = sorted(rng.sample(found, 2), key=lambda one: one.start())
    return line[: a.start()] + b.group() + line[a.end() : b.start()] + a.group() + line[b.end() :]


CHANGES = [
    lambda line, rng: _replace(
        line, r"(?<![\w.%#@])\d+(?![\w.]*\")\b", lambda m: str(int(m[0]) + rng.choice([-1, 1, 2])), rng
    ),
    lambda line, rng: _replace(line, r"(?<=[<x])\d+(?=x)", lambda m: str(max(0, int(m[0]) + rng.choice([-1, 1]))), rng),
    lambda line, rng: _replace(
        line, rf"(?<=[<x])(?:{'|'.join(map(re.escape, ELEMENTS))})(?=>)", lambda m: rng.choice(ELEMENTS), rng
    ),
    _swap,
    lambda line, rng: _replace(line, r"(\d+), \d+", lambda m: m[1], rng),
    lambda line, rng: _replace(line, "tensor<", lambda m: "tensor<1x", rng),
]


def text_mutants(seed: int, count: int):
    """So many texts, each a valid program with one change in one line."""
    rng = random.Random(seed)
    texts = [without_checks(p.text) for p in programs("ops") if "quant" not in p.text]
    while count:
        lines = rng.choice(texts).split("\n")
        places = [k for k, line in enumerate(lines) if re.search(r"(stablehlo|chlo)\.(?!constant|return)", line)]
        if not places:
            continue
        place = rng.choice(places)
        changed = rng.choice(CHANGES)(lines[place], rng)
        if changed != lines[place]:
            count -= 1
            yield "\n".join([*lines[:place], changed, *lines[place + 1 :]]), changed


@pytest.mark.parametrize("seed", range(8))
def test_mutations_are_judged_as_mlir_judges_them(seed, mlir):
    judged = 0
    for text, changed in text_mutants(seed, 60):
        theirs, mine = mlir(text), ours(text)
        if bool(theirs) != bool(mine):
            assert explained(text, theirs, mine), (
                f"{changed}\nMLIR: {theirs or 'valid'}\nours: {mine and mine[0].message or 'valid'}"
            )
        else:
            judged += 1
    assert judged > 40


def test_the_programs_themselves_are_valid_to_both(mlir):
    for program in programs("ops"):
        text = without_checks(program.text)
        assert ours(text) == [], program.id
        if "quant" not in text:
            theirs = mlir(text)
            assert not theirs or explained(text, theirs, []), f"{program.id}: {theirs}"


#: So many mutants of each op, of so many of its uses.
MUTANTS, USES = 120, 5


@cache
def cases_by_op() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in cases():
        found.setdefault(case.op.name, []).append(case)
    return found


def sampled(name: str) -> list[Mutant]:
    """Some mutants of an op, the same ones each time."""
    rng = random.Random(name)
    uses = cases_by_op()[name]
    made = [each for case in rng.sample(uses, min(USES, len(uses))) for each in mutants(case, rng)]
    return rng.sample(made, min(MUTANTS, len(made)))


#: jaxlib's MLIR does not know quantized types; what ends a region stands in one.
ALONE = [
    name
    for name in registry.names()
    if name.startswith(("stablehlo.", "chlo.", "func.")) and not name.endswith((".return", "_quantize", "_dequantize"))
]


def test_every_op_has_a_valid_program():
    assert set(cases_by_op()) == set(ALONE)


@pytest.mark.parametrize("name", ALONE)
def test_an_op_is_judged_as_mlir_judges_it(name, mlir):
    for mutant in sampled(name):
        theirs, mine = mlir(mutant.text), ours(mutant.text)
        assert bool(theirs) == bool(mine) or explained(mutant.text, theirs, mine), (
            f"{mutant.change}\nMLIR: {theirs or 'valid'}\nours: {mine and mine[0].code or 'valid'}\n{mutant.text}"
        )
