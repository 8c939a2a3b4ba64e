"""Valid programs with one thing changed: rejected where MLIR's verifier rejects them, accepted where it accepts them.

Where the two differ, a rule below says why that is right; anything else fails.
"""

import random
import re

import pytest
from peers.mlir_peer import Mlir, ours
from program_cases import programs

import hlorepl

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]
pytest.importorskip("jaxlib")

ELEMENTS = ["f32", "f64", "i32", "i64", "i1", "ui8", "i8", "bf16", "f16", "complex<f32>"]
#: MLIR checks nothing of these but their form; we check what the specification (or their definition) says.
UNCHECKED = {
    "einsum",
    "unary_einsum",
    "torch_index_select",
    "dot",
    "dynamic_conv",
    "chlo.ragged_dot",
    "cross-replica-sum",
}
#: Rules of the specification that MLIR leaves out: the element type of a product, and that booleans do not count.
LEFT_OUT = {"dot_general.C13", "dynamic_iota.result_type"}


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


def mutants(seed: int, count: int):
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


def explained(theirs: str, mine: list[hlorepl.HloError]) -> bool:
    """Whether a difference is one of those that are right."""
    if theirs == "crashed" or "unregistered" in theirs or "expected operation name in quotes" in theirs:
        return True  # it ends itself, or does not know the op
    if "dense array attribute" in theirs:
        return True  # the spelling of lists before 2024, dense<…> : tensor<…>, is still read by us
    if "shardings are not equivalent" in theirs:
        return True  # a rule of Shardy's partitioner, not of its values
    if not mine:
        return False
    op, code, message = mine[0].code.rpartition(".")[0], mine[0].code, mine[0].message
    if op.startswith("chlo.broadcast_") and ("broadcast_dimensions" in message or "do not broadcast" in message):
        return True  # MLIR leaves what broadcast_dimensions mean to a later pass
    if "use_global_device_ids" in message:
        return True  # that it needs a channel above 0 is C4 of all_reduce and its kin; MLIR only wants a channel
    return code in LEFT_OUT or op in UNCHECKED


@pytest.mark.parametrize("seed", range(8))
def test_mutations_are_judged_as_mlir_judges_them(seed, mlir):
    judged = 0
    for text, changed in mutants(seed, 60):
        theirs, mine = mlir(text), ours(text)
        if bool(theirs) != bool(mine):
            assert explained(theirs, mine), (
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
            assert not theirs or explained(theirs, []), f"{program.id}: {theirs}"
