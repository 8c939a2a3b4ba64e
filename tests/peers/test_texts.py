"""Small texts in the manner of MLIR's own tests of parsers and verifiers: accepted or refused as MLIR does, on the same line."""

import re
from pathlib import Path

import pytest
from peers.mlir_peer import Mlir, ours

pytestmark = [pytest.mark.peers, pytest.mark.timeout(60)]
pytest.importorskip("jaxlib")

FILES = sorted(Path(__file__).with_name("texts").glob("*.mlir"))

#: What MLIR refuses and we take: its words, and why.
TAKEN = {
    "Invalid attribute `use_global_device_ids`": "the specification has it as a constant of i1",
    "i64 dense array attribute": "lists are dense<…> : tensor<Nxi64> in the specification's own examples, as older tools write them",
    "Negative tolerance": "-0.0 is 0",
    "token entry block argument": "token is the type's name in the specification",
    r"optimization_barrier|expected '\('": "a short form of ours: no operands, no types",
    "expected 'precision'": "a short form of ours",
    "'stablehlo.while' expected 'cond'": "a short form of ours: nothing is carried, and the colon has no types behind it",
    "has no custom assembly form": "a short form of ours: each op may be written so",
    "expected the inner-op to be a commutative": "a short form of ours: names of ops go without their dialect",
    "undefined symbol alias id": "what a file holds beside its ops may stand behind its use, as functions may",
    "custom op '[^']*' is unknown": "an op of other tools' programs that jaxlib does not know",
    r"region with 1 blocks": "a module without a block is an empty one",
}
#: What we refuse and MLIR takes: our code, and why.
REFUSED = {
    "module.recursion": "functions do not call themselves: nothing would end it",
    "limit.size": "no machine holds it",
    "reduce.C2": "C2: initial values have the element type of their operands",
    "convolution.C2": "C2: one stride for each spatial dimension; an empty list is none",
    "convolution.C4": "C4: one pair for each spatial dimension; an empty list is none",
    "syntax.form": "a bound is no negative number",
}


@pytest.fixture(scope="module")
def mlir():
    found = Mlir()
    yield found
    found.close()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_are_judged_as_mlir_judges_them(path, mlir):
    pieces = re.split(r"^// -----.*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    explained = 0
    for text in pieces:
        theirs, mine = mlir(text), ours(text)
        if theirs and mine:
            line = re.search(r'"-":(\d+):', theirs)
            assert line is None or mine[0].span.line == int(line[1]), f"{text}\n{theirs}\n{mine[0]}"
        elif theirs or mine:
            rules = [why for words, why in TAKEN.items() if re.search(words, theirs)]
            rules += [REFUSED[mine[0].code]] if mine and mine[0].code in REFUSED else []
            assert rules, f"{text}\nMLIR: {theirs or 'valid'}\nours: {mine and mine[0] or 'valid'}"
            explained += 1
    assert explained <= len(pieces) // 5
