"""The layouts in which hlorepl must read a program are ones in which MLIR reads it."""

import pytest
from doors.layouts import LAYOUTS, laid_out, tokens
from peers.mlir_peer import Mlir
from peers.mlir_text import known
from program_cases import programs

pytestmark = [pytest.mark.peers, pytest.mark.timeout(300)]
pytest.importorskip("jaxlib")


@pytest.fixture(scope="module")
def mlir():
    found = Mlir()
    yield found
    found.close()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_mlir_reads_every_layout(mlir, layout):
    texts = [(program.id, known(program.text)) for program in programs("ops")]
    read = [(name, tokens(text)) for name, text in texts if mlir(text) == ""]
    assert len(read) > len(texts) // 2
    wrong = []
    for seed, (name, parts) in enumerate(read):
        text, _ = laid_out(parts, LAYOUTS[layout](seed))
        if (answer := mlir(text)) != "":
            wrong.append(f"{name}: {answer}\n{text}")
    assert not wrong, "\n".join(wrong)
